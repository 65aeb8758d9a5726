package pdf

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
)

// TestUpdateCutOff checks that the objects of an update are read whose cross-reference table is cut off, and that
// this is noted.
func TestUpdateCutOff(t *testing.T) {
	const objects = `
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/Annots[4 0 R 5 0 R]>> endobj
4 0 obj <</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(http://old.example/)>>>> endobj
5 0 obj <</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(http://other.example/)>>>> endobj
trailer <</Root 1 0 R>>
`
	const update = "4 0 obj\n<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(http://new.example/)>>>>\nendobj\n"
	for _, xref := range []string{"table", "stream"} {
		file := pdftest.Make(objects, pdftest.Form{Xref: xref})
		whole := documenttest.Read(t, Open, file)
		if !strings.Contains(whole, "http://old.example/") || strings.Contains(whole, "note:") {
			t.Errorf("%s: the file without an update: %s", xref, whole)
		}
		for _, rest := range []string{"", "xref\n4 1\n00000"} {
			got := documenttest.Read(t, Open, append(file[:len(file):len(file)], "\n"+update+rest...))
			for _, want := range []string{"http://new.example/", "http://other.example/", "note: a damaged document"} {
				if !strings.Contains(got, want) {
					t.Errorf("%s: an update that ends in %q: %q is missing in\n%s", xref, rest, want, got)
				}
			}
			if strings.Contains(got, "http://old.example/") {
				t.Errorf("%s: the older object is read as well:\n%s", xref, got)
			}
		}
	}
}
