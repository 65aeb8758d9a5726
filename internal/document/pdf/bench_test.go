package pdf

import (
	"bytes"
	"compress/zlib"
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
)

// prose returns text of ASCII.
func prose(b *testing.B) string {
	var text bytes.Buffer
	if _, err := corpusgen.Write(&text, corpusgen.Plain, 256<<10); err != nil {
		b.Fatal(err)
	}
	return strings.Map(func(c rune) rune {
		if c > '~' {
			return 'e'
		}
		return c
	}, text.String())
}

// BenchmarkStored reads files with pages of dense text that is not compressed. The speed is
// that of the bytes of the file.
func BenchmarkStored(b *testing.B) {
	text := prose(b)
	for _, style := range pdftest.Styles {
		b.Run(string(style), func(b *testing.B) {
			data := pdftest.Make(pdftest.Pages(style, text), pdftest.Form{})
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				readAll(b, data)
			}
		})
	}
}

// BenchmarkFlate reads the same files with streams in FlateDecode, and for comparison
// decodes one stream that has the bytes of the whole file. The speed is that of the decoded
// bytes.
func BenchmarkFlate(b *testing.B) {
	text := prose(b)
	for _, style := range pdftest.Styles {
		source := pdftest.Pages(style, text)
		stored := pdftest.Make(source, pdftest.Form{})
		b.Run(string(style), func(b *testing.B) {
			data := pdftest.Make(source, pdftest.Form{Filters: []string{"FlateDecode"}})
			b.SetBytes(int64(len(stored)))
			b.ReportAllocs()
			for b.Loop() {
				readAll(b, data)
			}
		})
		b.Run(string(style)+"/zlib", func(b *testing.B) {
			coded, _ := pdftest.Encode(stored, "FlateDecode")
			b.SetBytes(int64(len(stored)))
			for b.Loop() {
				z, err := zlib.NewReader(bytes.NewReader(coded))
				if err != nil {
					b.Fatal(err)
				}
				if n, err := io.Copy(io.Discard, z); n != int64(len(stored)) || err != nil {
					b.Fatal(n, err)
				}
			}
		})
	}
}

// readAll reads all parts of a file.
func readAll(b *testing.B, data []byte) {
	budget := document.NewBudget()
	budget.Grant(int64(len(data)))
	r := Open(document.NewStore(data), &document.Env{Budget: budget, Note: func(d document.Defect, detail string) {
		b.Errorf("%s: %s", document.Texts[d], detail)
	}})
	targets, text := 0, int64(0)
	for {
		p, err := r.Next()
		if err == io.EOF {
			break
		}
		n, _ := io.Copy(io.Discard, p.Content)
		if p.Kind == document.Target {
			targets++
		} else {
			text += n
		}
	}
	if targets == 0 || text == 0 {
		b.Fatalf("%d targets, %d bytes of text", targets, text)
	}
}
