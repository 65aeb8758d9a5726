package pdf

import (
	"regexp"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
)

// openAll is Open with Env.AllParts.
func openAll(s *document.Store, env *document.Env) document.Reader {
	env.AllParts = true
	return Open(s, env)
}

var revisionSyntax = regexp.MustCompile(` revision 1\b`)

// TestRevisions checks that an earlier revision of all objects is read with its number, in each form of
// cross-reference sections, and only with AllParts.
func TestRevisions(t *testing.T) {
	for _, name := range []string{"old", "old, packed"} {
		file := pdftest.Make(source, forms[name])
		var latest, earlier []string
		for line := range strings.Lines(rangeSyntax.ReplaceAllString(documenttest.Read(t, openAll, file), "$1")) {
			if revisionSyntax.MatchString(line) {
				earlier = append(earlier, strings.ReplaceAll(revisionSyntax.ReplaceAllString(line, ""), "old", "new"))
			} else {
				latest = append(latest, line)
			}
		}
		for which, lines := range map[string][]string{"latest": latest, "earlier": earlier} {
			if got := sorted(strings.Join(lines, "")); got != sorted(want) {
				t.Errorf("%s: the %s revision:\n%s\nwant:\n%s", name, which, got, sorted(want))
			}
		}
		if got := documenttest.Read(t, Open, file); strings.Contains(got, "revision") {
			t.Errorf("%s: an earlier revision without AllParts:\n%s", name, got)
		}
	}
}

// TestRevisionsOfObjects checks that of three revisions each object is read once, in the last one that
// has it, also if the next one has freed it.
func TestRevisionsOfObjects(t *testing.T) {
	const objects = `
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/Annots[4 0 R 5 0 R]>> endobj
4 0 obj <</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(http://a.example/1)>>>> endobj
5 0 obj <</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(http://b.example/1)>>>> endobj
trailer <</Root 1 0 R>>
`
	file := pdftest.Make(objects, pdftest.Form{})
	file = pdftest.Update(file, map[int]string{4: "<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(http://a.example/2)>>>>"})
	file = pdftest.Update(file, map[int]string{5: "", 6: "<</S/URI/URI(http://c.example/3)>>"})
	got := rangeSyntax.ReplaceAllString(documenttest.Read(t, openAll, file), "$1")
	want := `target page 1 object 4 (URI): "http://a.example/2"
target object 6 (URI): "http://c.example/3"
target page 1 object 5 revision 2 (URI): "http://b.example/1"
target page 1 object 4 revision 1 (URI): "http://a.example/1"
`
	if got != want {
		t.Errorf("%s\nwant:\n%s", got, want)
	}
	documenttest.Damage(t, openAll, file)
}
