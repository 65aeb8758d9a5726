package corpusgen_test

import (
	"bytes"
	"errors"
	"hash/crc32"
	"regexp"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

func write(t *testing.T, k corpusgen.Kind, size int64) (text []byte, urls int64) {
	t.Helper()
	var b bytes.Buffer
	urls, err := corpusgen.Write(&b, k, size)
	if err != nil {
		t.Fatal(err)
	}
	return b.Bytes(), urls
}

// TestSame checks that the bytes do not change, so that measurements of different dates
// can be compared.
func TestSame(t *testing.T) {
	sums := map[corpusgen.Kind]uint32{
		corpusgen.Plain:       0xf489e49c,
		corpusgen.Quoted:      0x05c384fe,
		corpusgen.Dense:       0x7c37bbf2,
		corpusgen.Sparse:      0x6ec60af6,
		corpusgen.LongLine:    0xce2da688,
		corpusgen.Mbox:        0x89ef007c,
		corpusgen.Attachments: 0x117753e5,
		corpusgen.JSON:        0xb79e80ed,
		corpusgen.Headers:     0xd55bce5c,
		corpusgen.Distinct:    0xc88470ef,
	}
	for _, k := range corpusgen.Kinds() {
		text, _ := write(t, k, 1<<20)
		if got := crc32.ChecksumIEEE(text); got != sums[k] {
			t.Errorf("%v: checksum %#08x, want %#08x", k, got, sums[k])
		}
		if more, _ := write(t, k, 3<<20); !bytes.HasPrefix(more, bytes.TrimSuffix(text, []byte("\n"))) {
			t.Errorf("%v: 3 MiB do not begin with what 1 MiB has", k)
		}
	}
}

// TestCount checks that the URLs that were written are the URLs that are found.
func TestCount(t *testing.T) {
	for _, k := range corpusgen.Kinds() {
		text, want := write(t, k, 1<<20)
		if (want == 0) != (k == corpusgen.Sparse) {
			t.Errorf("%v: %d URLs", k, want)
		}
		var got int64
		for m, err := range extract.NewScanner(bytes.NewReader(text), nil).All() {
			if err != nil {
				t.Fatal(err)
			}
			if got++; m.Rejoined {
				t.Errorf("%v: %s is broken over lines", k, m.URL)
			}
		}
		if got != want {
			t.Errorf("%v: found %d URLs, want %d", k, got, want)
		}
	}
}

// TestDensity checks that each kind of text has the properties in the package comment.
func TestDensity(t *testing.T) {
	type bounds struct{ low, high float64 }
	mail := map[string]bounds{ // per 1 KiB
		`:`:               {4, 15},
		`[A-Za-z]:[^ \n]`: {1.5, 2.5},
		`@`:               {2, 10},
		`://`:             {0.25, 0.9},
		`www\.`:           {0.04, 0.2},
	}
	lines := func(low, high float64) bounds { return bounds{1024 / high, 1024 / low} }
	for k, want := range map[corpusgen.Kind]map[string]bounds{
		corpusgen.Plain:       mail,
		corpusgen.Quoted:      mail,
		corpusgen.LongLine:    mail,
		corpusgen.Dense:       {`\n`: lines(78, 82), `://|mailto:`: lines(78, 82)},
		corpusgen.Sparse:      {`:`: {1024. / 20, 1024. / 16}, `://|@|www\.`: {0, 0}},
		corpusgen.Mbox:        {`:`: {4, 15}, `@`: {2, 10}},
		corpusgen.Headers:     {`:`: {20, 27}, `@`: {2, 10}, `://|mailto:`: lines(1.1*1024, 1.3*1024)},
		corpusgen.Distinct:    {`\n`: lines(40, 50), `://`: lines(40, 50)},
		corpusgen.JSON:        {`:(\\/){2}|mailto:`: lines(200, 300), `\\u0026`: {0.2, 1}},
		corpusgen.Attachments: {`(?m)^[A-Za-z0-9+/]{76}$`: {1024. / 77 * 0.9, 1024. / 77 * 0.95}},
	} {
		text, _ := write(t, k, 1<<20)
		for pattern, b := range want {
			n := len(regexp.MustCompile(pattern).FindAllIndex(text, -1))
			if got := float64(n) / float64(len(text)) * 1024; got < b.low || got > b.high {
				t.Errorf("%v: %.2f of %s in 1 KiB, want %.2f to %.2f", k, got, pattern, b.low, b.high)
			}
		}
		if n := bytes.Count(text, []byte("\n")); k == corpusgen.LongLine {
			if n != 1 || text[len(text)-1] != '\n' {
				t.Errorf("%v: %d line breaks, want one at the end", k, n)
			}
		} else if got := float64(len(text)) / float64(n); k <= corpusgen.Quoted && (got < 42 || got > 61) {
			t.Errorf("%v: lines of %.1f bytes, want 42 to 61", k, got)
		}
	}
}

// TestDistinct checks that no URL of Distinct is in the text twice.
func TestDistinct(t *testing.T) {
	text, want := write(t, corpusgen.Distinct, 1<<20)
	lines := map[string]bool{}
	for line := range bytes.Lines(text) {
		lines[string(line)] = true
	}
	if int64(len(lines)) != want {
		t.Errorf("%d different lines, want %d", len(lines), want)
	}
}

// A full is a writer that takes this number of bytes.
type full int

var errFull = errors.New("full")

func (f *full) Write(p []byte) (int, error) {
	n := min(len(p), int(*f))
	*f -= full(n)
	if n < len(p) {
		return n, errFull
	}
	return n, nil
}

// TestWriteError checks that Write returns the error of the writer.
func TestWriteError(t *testing.T) {
	for _, k := range corpusgen.Kinds() {
		for _, room := range []full{0, 100 << 10} {
			if _, err := corpusgen.Write(&room, k, 1<<20); err != errFull {
				t.Errorf("%v: got error %v, want %v", k, err, errFull)
			}
		}
	}
}
