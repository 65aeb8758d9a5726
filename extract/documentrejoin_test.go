package extract

import (
	"bytes"
	"slices"
	"testing"

	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
)

// TestDocumentRejoin checks that Options.Rejoin is obeyed in the pages of PDF: a URL over a full
// line, the letterhead with an address in the style of the URL before it, and a label in brackets.
func TestDocumentRejoin(t *testing.T) {
	const page = `1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</H 5 0 R/I 6 0 R>>>>>> endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
6 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica-Oblique>> endobj
4 0 obj <<>>
stream
BT /H 10 Tf 12 TL 72 700 Td (Anna) Tj /I 10 Tf (https://anna.example) ' (anna@gmail.example) '
/H 10 Tf (see the pages at http://a.example/long/) ' (name/index.html of the project) '
(and <http://b.example/ here>) ' ET
endstream endobj
trailer <</Root 1 0 R>>`
	file := pdftest.Make(page, pdftest.Form{})
	cut := []string{"https://anna.example", "http://a.example/long/", "http://b.example/"}
	whole := []string{"https://anna.example", "http://a.example/long/name/index.html", "http://b.example/"}
	glued := []string{whole[0], whole[1], "http://b.example/here"}
	for rejoin, want := range map[Rejoin][]string{RejoinNone: cut, RejoinWrapped: cut, RejoinHyphen: whole, RejoinWide: glued} {
		var got []string
		s := NewScanner(bytes.NewReader(file), &Options{Rejoin: rejoin, Documents: documents.All()})
		for s.Scan() {
			got = append(got, string(s.URL()))
		}
		if err := s.Err(); err != nil || !slices.Equal(got, want) {
			t.Errorf("%v: %q, %v; want %q", rejoin, got, err, want)
		}
	}
}
