package unpack

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// small is the beginning of sample. smalls returns it in each compression format.
var small = sample[:1200]

func smalls(t testing.TB) map[string]string {
	return map[string]string{
		"gzip":  gz(small),
		"bzip2": fixture(t, "small.bz2"),
		"zstd":  zst(small),
		"xz":    fixture(t, "small.xz"),
	}
}

// trailers has the number of bytes after the last byte of text.
var trailers = map[string]int{
	"gzip":  8,      // CRC32 and ISIZE
	"bzip2": 10,     // the end of the stream, and its CRC
	"zstd":  4,      // Content_Checksum
	"xz":    8 + 24, // Check, Index and footer
}

// flips are the bits that are changed in a byte.
var flips = [...]byte{0x01, 0x80, 0xFF}

func flip(data string, at int, by byte) string {
	b := []byte(data)
	b[at] ^= by
	return string(b)
}

// same returns the length of the common prefix of a and b.
func same(a, b string) (n int) {
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	return n
}

// one checks that there is one file, and returns it.
func one(t *testing.T, what string, got []file) file {
	t.Helper()
	if len(got) != 1 || got[0].name != "x" {
		t.Fatalf("%s: %s", what, short(got))
	}
	return got[0]
}

// TestCutAnywhere checks that an input cut off at any byte gives at least the text that
// it gives with one byte less, and all of it if only bytes after the text are missing.
func TestCutAnywhere(t *testing.T) {
	u := New(Limits{})
	for format, data := range smalls(t) {
		before := 0
		for cut := range data {
			what := fmt.Sprintf("%s cut at %d", format, cut)
			got := one(t, what, walkFile(u, data[:cut]))
			if f, _ := detect.PackingOf([]byte(data[:cut]), detect.All); f == detect.None {
				if got.text != data[:cut] || got.err != "" {
					t.Errorf("%s: %s", what, short([]file{got}))
				}
				continue
			}
			if n := same(got.text, small); n < len(got.text) || n < before || n < len(small) && cut >= len(data)-trailers[format] {
				t.Errorf("%s gives %d bytes, %d of them right, and %d with a byte less", what, len(got.text), n, before)
			}
			if before = len(got.text); !strings.HasPrefix(got.err, format+": unexpected end of file") {
				t.Errorf("%s: %q", what, got.err)
			}
			check(t, what+", through a pipe", walkPipe(u, iotest.OneByteReader(strings.NewReader(data[:cut]))), got)
		}
	}
}

// TestCorruptAnywhere checks that a change of any byte is reported, unless the byte does
// not concern the text, and gives at least the text that it gives when cut off there.
// From a corrupt input, xz may lose as much text as is read at once.
func TestCorruptAnywhere(t *testing.T) {
	u := New(Limits{})
	for format, data := range smalls(t) {
		for at := range data {
			cut := walkFile(u, data[:at])[0]
			least := len(cut.text)
			if f, _ := detect.PackingOf([]byte(data[:at]), detect.All); f == detect.None {
				least = 0
			}
			if format == "xz" {
				least -= len(pieceReader{}.buf)
			}
			for _, by := range flips {
				bad := flip(data, at, by)
				what := fmt.Sprintf("%s with byte %d changed by %#x", format, at, by)
				got := one(t, what, walkFile(u, bad))
				f, _ := detect.PackingOf([]byte(bad), detect.All)
				switch n := same(got.text, small); {
				case f == detect.None:
					if got.text != bad || got.err != "" {
						t.Errorf("%s: %s", what, short([]file{got}))
					}
				case got.err == "" && got.text != small:
					t.Errorf("%s gives %d bytes, %d of them right, and no error", what, len(got.text), n)
				case got.err != "" && !strings.HasPrefix(got.err, format+": "):
					t.Errorf("%s: %s", what, got.err)
				case n < least:
					t.Errorf("%s gives %d bytes that are right, and %d were it cut off there", what, n, least)
				}
				check(t, what+", through a pipe", walkPipe(u, strings.NewReader(bad)), got)
			}
		}
	}
}

// texts returns the texts of the members of an archive by name, and the faults.
func texts(files []file) (names map[string]string, faults []string) {
	names = make(map[string]string)
	for _, f := range files {
		names[f.name] += f.text
		if f.err != "" {
			faults = append(faults, f.err)
		}
	}
	return names, faults
}

// TestTarCutAnywhere checks that a tar file cut off at any byte gives all text before it,
// and one fault, except where a tar file without an end could end.
func TestTarCutAnywhere(t *testing.T) {
	u := New(Limits{})
	members := []string{"a", small[:700], "b", small[700:], "c", small[:512]}
	data := tarOf(members...)
	for cut := detect.TarBlock; cut < len(data); cut++ {
		got, faults := texts(walkFile(u, data[:cut]))
		at := 0
		for i := 0; i < len(members); i += 2 {
			at += detect.TarBlock
			text := members[i+1]
			if want := text[:min(max(cut-at, 0), len(text))]; got["x/"+members[i]] != want {
				t.Fatalf("cut at %d: of %s there are %d bytes, want %d", cut, members[i], len(got["x/"+members[i]]), len(want))
			}
			at += (len(text) + detect.TarBlock - 1) / detect.TarBlock * detect.TarBlock
		}
		if isEnd := cut == 3*detect.TarBlock || cut == 5*detect.TarBlock || cut >= at && cut%detect.TarBlock == 0; isEnd != (len(faults) == 0) || len(faults) > 1 {
			t.Fatalf("cut at %d: %q", cut, faults)
		}
	}
}

// TestTarCorruptAnywhere checks that an invalid header loses only the name of its member:
// the text is visited, and then the next member.
func TestTarCorruptAnywhere(t *testing.T) {
	u := New(Limits{})
	data := tarOf("a", small[:700], "b", small[700:], "c", small[:300])
	const checksumEnd = 156 // of the header
	for at := 3 * detect.TarBlock; at < 4*detect.TarBlock; at++ {
		bad := flip(data, at, 1)
		files := walkFile(u, bad)
		if at == 3*detect.TarBlock+checksumEnd-1 { // the byte after a NUL there is ignored
			check(t, "behind the checksum", files, walkFile(u, data)...)
			continue
		}
		got, faults := texts(files)
		if got["x/a"] != small[:700] || got["x/c"] != small[:300] || got["x"] != small[700:] || len(got) != 3 {
			t.Fatalf("with byte %d changed: %s", at, short(files))
		}
		if len(faults) != 1 || faults[0] != "tar: invalid tar header" {
			t.Fatalf("with byte %d changed: %q", at, faults)
		}
	}
	end := len(data) - 2*detect.TarBlock
	check(t, "the end", walkFile(u, flip(data, end, 1)), append(walkFile(u, data), file{"x", "", "tar: invalid tar header"})...)
}

// TestZipFaultAnywhere checks that text that is missing because a byte of a zip file is
// changed or cut off is reported.
func TestZipFaultAnywhere(t *testing.T) {
	u := New(Limits{})
	members := []string{"a", small[:700], "b", small[700:], "c", ""}
	data := zipOf(members...)
	test := func(what, bad string) {
		t.Helper()
		if f, _ := detect.PackingOf([]byte(bad), detect.All); f == detect.None {
			return
		}
		files := walkFile(u, bad)
		_, faults := texts(files)
		for _, want := range []string{members[1], members[3]} {
			if !slices.ContainsFunc(files, func(f file) bool { return f.text == want }) && len(faults) == 0 {
				t.Errorf("%s: %s", what, short(files))
			}
		}
	}
	for at := range data {
		test(fmt.Sprintf("cut at %d", at), data[:at])
		for _, by := range flips {
			test(fmt.Sprintf("byte %d changed by %#x", at, by), flip(data, at, by))
		}
	}
}

// TestTarStrayUnread checks that a visitor can stop reading the text after an invalid
// header.
func TestTarStrayUnread(t *testing.T) {
	data := tarOf("a", "A", "b", sample, "c", "C")
	var got []file
	New(Limits{}).Walk("x", strings.NewReader(flip(data, 1024, 1)), nil, func(name string, r io.Reader) bool {
		got = append(got, read(name, io.LimitReader(r, 10)))
		return true
	})
	check(t, "stray", got, file{"x/a", "A", ""}, file{"x", sample[:10], ""}, file{"x", "", "tar: invalid tar header"}, file{"x/c", "C", ""})
}

// TestReaders checks that readers with unusual behaviour give the same as one that
// returns everything at once.
func TestReaders(t *testing.T) {
	u := New(Limits{})
	inputs := smalls(t)
	inputs["text"] = small
	inputs["tar"] = gz(tarOf("a", small, "b", "B"))
	inputs["zip"] = zipOf("a", small, "b", "B")
	for format, data := range inputs {
		want := walkFile(u, data)
		for what, of := range map[string]func(io.Reader) io.Reader{
			"by halves":         iotest.HalfReader,
			"with nothing":      func(r io.Reader) io.Reader { return &hesitant{r: r} },
			"with a byte ahead": func(r io.Reader) io.Reader { return iotest.DataErrReader(iotest.OneByteReader(r)) },
		} {
			check(t, format+" "+what, walkPipe(u, of(strings.NewReader(data))), want...)
		}
		// iotest.TimeoutReader fails at the second read, here after half of the data.
		half := io.MultiReader(strings.NewReader(data[:len(data)/2]), iotest.ErrReader(iotest.ErrTimeout))
		got, faults := texts(walkPipe(u, half))
		if len(faults) != 1 || !strings.Contains(faults[0], iotest.ErrTimeout.Error()) {
			t.Errorf("%s that fails: %q, %q", format, got, faults)
		}
	}
}

// A hesitant reader returns no bytes and no error every other time.
type hesitant struct {
	r    io.Reader
	next bool
}

func (h *hesitant) Read(p []byte) (int, error) {
	if h.next = !h.next; h.next {
		return 0, nil
	}
	return h.r.Read(p)
}

// A lost reader panics.
type lost struct{}

func (lost) Read([]byte) (int, error) { panic("lost") }

// magicSize is the number of bytes that are enough to recognize a compression format.
const magicSize = 12

// TestPanics checks that a panic of a decoder, at any byte, is a fault after the text
// before it, in any goroutine, that its window is released, and that the next input has
// new decoders.
func TestPanics(t *testing.T) {
	long := strings.Repeat(sample, 2)
	inputs := smalls(t)
	inputs["long gzip"], inputs["long zstd"] = gz(long), zst(long)
	inputs["tar"] = tarOf("a", small)
	for _, isAhead := range []bool{false, true} {
		u := New(Limits{})
		if isAhead {
			u.ReadAhead(func() func() func() { return nil })
		}
		for what, data := range inputs {
			want := walkPipe(u, strings.NewReader(data))
			if len(want) != 1 || want[0].err != "" {
				t.Fatalf("%s: %s", what, short(want))
			}
			begin, end := magicSize, len(data)
			if what == "tar" { // within its member
				begin, end = detect.TarBlock, detect.TarBlock+len(small)
			}
			for at := begin; at < end; at += 1 + len(data)/effort.Rounds(300) {
				got := walkPipe(u, io.MultiReader(strings.NewReader(data[:at]), lost{}))
				if len(got) != 1 || !strings.HasPrefix(want[0].text, got[0].text) || !strings.Contains(got[0].err, ": internal error: lost") {
					t.Fatalf("%s, ahead %v, at %d: %s", what, isAhead, at, short(got))
				}
				if held := u.memory.held - u.memory.unused(); held != 0 {
					t.Fatalf("%s, ahead %v, at %d: %d bytes of windows are not returned", what, isAhead, at, held)
				}
			}
			check(t, what+" again", walkPipe(u, strings.NewReader(data)), want...)
			if held := u.memory.held - u.memory.unused(); held != 0 {
				t.Errorf("%s, ahead %v: %d bytes of windows are not returned", what, isAhead, held)
			}
		}
	}
}

// TestVisitorPanics checks that a panic of the visitor is a panic of Walk.
func TestVisitorPanics(t *testing.T) {
	for what, data := range smalls(t) {
		func() {
			defer func() {
				if v := recover(); v != "mine" {
					t.Errorf("%s: %v", what, v)
				}
			}()
			u := New(Limits{})
			defer func() {
				if held := u.memory.held - u.memory.unused(); held != 0 {
					t.Errorf("%s: %d bytes of windows are not returned", what, held)
				}
			}()
			u.Walk("x", strings.NewReader(data), nil, func(string, io.Reader) bool { panic("mine") })
		}()
	}
}
