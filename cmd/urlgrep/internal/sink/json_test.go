package sink

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestObject checks that the encoder writes a record as encoding/json does.
func TestObject(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range effort.Rounds(20_000) {
		m, file, defanged := recordtest.RandomMatch(r), recordtest.RandomText(r), r.IntN(2) == 0
		want := recordtest.Encode(recordtest.New(file, m, defanged))
		var got bytes.Buffer
		out := output.New(&got)
		j := newJSON(out, record.View{Defang: defanged})
		j.Begin(file, false)
		j.Match(&Kept{*m})
		out.Flush()
		if !bytes.Equal(got.Bytes(), want) {
			t.Fatalf("%+v: got\n%swant\n%s", m, got.Bytes(), want)
		}
	}
}

// A keptURL is a match whose URL is a byte slice, as a scanner returns it.
type keptURL struct {
	*Kept
	url []byte
}

func (k *keptURL) URL() []byte { return k.url }

// TestObjectAllocs checks that printing a match allocates nothing, if the URL is one that was
// printed before.
func TestObjectAllocs(t *testing.T) {
	const url = "http://a.example/b?c"
	m := &extract.Match{URL: url, Text: url}
	kept := &keptURL{&Kept{*m}, []byte(url)}
	out := output.New(io.Discard)
	for _, c := range []struct {
		Printer
		want float64
	}{
		{newURLs(output.NewLine(out, output.Palette{}), URLSettings{}), 0},
		{newURLs(output.NewLine(out, output.Palette{}), URLSettings{Places: Places{LineNumber: true}}), 0},
		{newJSON(out, record.View{}), 0},
	} {
		c.Begin("f", true)
		if got := testing.AllocsPerRun(100, func() { c.Match(kept) }); got != c.want {
			t.Errorf("%T: %v allocations, want %v", c.Printer, got, c.want)
		}
	}
}

// BenchmarkEncode measures the encoding of the objects of BenchmarkRecord by reflection.
func BenchmarkEncode(b *testing.B) {
	matches := mailMatches(b)
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		recordtest.Encode(recordtest.New("mbox", matches[i%len(matches)].Match(), false))
	}
}
