package zipdoc

import (
	"io"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

// TestOpen checks which format the parts of a zip file have, and that the members of an archive
// are files.
func TestOpen(t *testing.T) {
	const page = "<p>http://a.example/</p>"
	for _, c := range []struct {
		format  string
		members []string
	}{
		{"ooxml", []string{"[Content_Types].xml", "<Types/>", "a.xml", page}},
		{"docx", []string{"word/document.xml", page}},
		{"ooxml", []string{"mimetype", "application/epub+zip", "_rels/.rels", "", "a.xml", page}},
		{"odt", []string{"=mimetype", "application/vnd.oasis.opendocument.text", "content.xml", page}},
		{"ods", []string{"mimetype", " application/vnd.oasis.opendocument.spreadsheet-template\n", "content.xml", page}},
		{"odf", []string{"mimetype", "application/vnd.oasis.opendocument.unknown", "content.xml", page}},
		{"epub", []string{"mimetype", "application/epub+zip", "a.xhtml", page}},
		{"ods", []string{"META-INF/manifest.xml", `<m><file-entry full-path="/" media-type="application/vnd.oasis.opendocument.spreadsheet"/></m>`, "content.xml", page}},
		{"odf", []string{"content.xml", page, "META-INF/manifest.xml", ""}},
		{"epub", []string{"META-INF/container.xml", "<container/>", "a.xhtml", page}},
		{"epub", []string{"META-INF/container.xml", "<container/>", "META-INF/manifest.xml", "", "content.xml", page}},
		{"zip", []string{"container.xml", page, "meta-inf/container.xml", "", "META-INF/manifest.xml", ""}},
		{"zip", []string{"content.xml", page}},
		{"zip", []string{"mimetype", "text/plain", "content.xml", page}},
		{"zip", []string{"a/mimetype", "application/epub+zip", "a.xhtml", page}},
	} {
		budget := documenttest.NewBudget()
		note := func(d document.Defect, s string) { t.Errorf("%q: %v %s", c.members, d, s) }
		r := Open(document.NewStore(ziptest.Make(t, c.members...)), &document.Env{Budget: budget, Note: note})
		n := 0
		for ; ; n++ {
			p, err := r.Next()
			if err == io.EOF {
				break
			}
			if err != nil || p.Place.Format != c.format {
				t.Fatalf("%q: %v, format %q, want %q", c.members, err, p.Place.Format, c.format)
			}
		}
		if n == 0 {
			t.Errorf("%q: no parts", c.members)
		}
	}
}

// TestArchive checks the parts of an archive of files. Package zipfile tests damaged ones.
func TestArchive(t *testing.T) {
	const want = `file a.txt "a.txt": "http://a.example/"
file d/b "d/b": "http://b.example/"
`
	if got := ziptest.Read(t, Open, "a.txt", "http://a.example/", "d/", "", "=d/b", "http://b.example/", "#link", "/etc/passwd"); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if got := documenttest.Read(t, Open, []byte("PK\x03\x04")); got != "not a document\n" {
		t.Error(got)
	}
}
