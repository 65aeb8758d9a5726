package extract_test

import (
	"bytes"
	"fmt"
	"log"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
)

// A link in a PDF file, which package extract/documents reads, has the page and the text that a reader sees.
func ExampleMatch_document() {
	const pdf = `%PDF-1.4
1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj
2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj
3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 5 0 R /Annots [6 0 R]
	/Resources << /Font << /F 4 0 R >> >> >> endobj
4 0 obj << /Type /Font /Subtype /Type1 /BaseFont /Courier >> endobj
5 0 obj << /Length 43 >>
stream
BT /F 10 Tf 20 50 Td (Pay here, please) Tj ET
endstream endobj
6 0 obj << /Type /Annot /Subtype /Link /Rect [44 48 68 60]
	/A << /S /URI /URI (http://pay.example/1) >> >> endobj
trailer << /Root 1 0 R >>
%%EOF
`
	r := bytes.NewReader([]byte(pdf)) // in memory; a file is io.NewSectionReader(f, 0, size)
	for m, err := range extract.NewScanner(r, &extract.Options{Documents: documents.All()}).All() {
		if err != nil {
			log.Fatal(err)
		}
		if d := m.Document; d != nil && d.Relation != "" {
			fmt.Println(d.Format, d.Place(), d.Relation, d.Label, m.URL) // pdf page 1 URI here http://…
		}
	}
	// Output: pdf page 1 URI here http://pay.example/1
}
