package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"testing"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record/recordtest"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// What is encoded by hand is what encoding/json makes of the record.
func TestObject(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		m, file, defanged := recordtest.RandomMatch(r), recordtest.RandomText(r), r.IntN(2) == 0
		want := recordtest.Encode(recordtest.New(file, m, defanged))
		var got bytes.Buffer
		out := output.New(&got)
		p := printer{config: &config{recordOptions: recordOptions{defang: defanged}}, out: out}
		p.object(file, m)
		out.Flush()
		if !bytes.Equal(got.Bytes(), want) {
			t.Fatalf("%+v: got\n%swant\n%s", m, got.Bytes(), want)
		}
	}
}

// A line costs no memory of its own, of a URL that is valid for RFC 3986 no more than its parts.
func TestObjectAllocs(t *testing.T) {
	const url = "http://a.example/b?c"
	m := &extract.Match{URL: url, Text: url}
	m.Parsed, _ = parse.Parse(url, parse.Lenient)
	for _, c := range []struct {
		json bool
		want float64
	}{{false, 0}, {true, 1}} {
		p := printer{config: &config{recordOptions: recordOptions{json: c.json}}, out: output.New(io.Discard)}
		if got := testing.AllocsPerRun(100, func() { p.match("f", m) }); got != c.want {
			t.Errorf("json %v: %v allocations, want %v", c.json, got, c.want)
		}
	}
}

func BenchmarkObject(b *testing.B) {
	const url = "http://www.example.org/path/to/1.html?id=7&x=y"
	m := &extract.Match{URL: url, Text: url, Line: 123, Offset: 4567, End: 4600}
	m.Parsed, _ = parse.Parse(url, parse.Lenient)
	p := printer{config: new(config), out: output.New(io.Discard)}
	b.ReportAllocs()
	for b.Loop() {
		p.object("f", m)
	}
}

// BenchmarkEncode is what BenchmarkObject would take by reflection.
func BenchmarkEncode(b *testing.B) {
	const url = "http://www.example.org/path/to/1.html?id=7&x=y"
	m := &extract.Match{URL: url, Text: url, Line: 123, Offset: 4567, End: 4600}
	m.Parsed, _ = parse.Parse(url, parse.Lenient)
	b.ReportAllocs()
	for b.Loop() {
		recordtest.Encode(recordtest.New("f", m, false))
	}
}
