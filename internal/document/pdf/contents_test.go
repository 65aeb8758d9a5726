package pdf

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// TestContents checks that the content of a page is read as its text, and not as the
// Contents of an annotation as well.
func TestContents(t *testing.T) {
	const file = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>>>endobj
4 0 obj<</Length 58>>stream
BT /F 9 Tf 9 9 Td (http://a.example/) Tj ET               
endstream endobj
trailer<</Root 1 0 R>>
`
	got := documenttest.Read(t, Open, []byte(file))
	if strings.Count(got, "a.example") != 1 || strings.Contains(got, "Tj") {
		t.Error(got)
	}
}

// TestContentsOfLink checks that a link is one part if its Contents are its URI.
func TestContentsOfLink(t *testing.T) {
	const file = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/Annots[4 0 R 5 0 R]>>endobj
4 0 obj<</Type/Annot/Subtype/Link/Contents<feff0068007400740070003a002f002f0061002e006500780061006d0070006c0065002f>/A<</S/URI/URI(http://a.example/)>>>>endobj
5 0 obj<</Type/Annot/Subtype/Link/Contents(http://b.example/)/A<</S/URI/URI(http://a.example/b)>>>>endobj
trailer<</Root 1 0 R>>
`
	got := documenttest.Read(t, Open, []byte(file))
	for text, n := range map[string]int{`"http://a.example/"`: 1, `"http://a.example/b"`: 1, "http://b.example/": 1} {
		if strings.Count(got, text) != n {
			t.Errorf("%s is not found %d times:\n%s", text, n, got)
		}
	}
}
