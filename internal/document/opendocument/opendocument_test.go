package opendocument

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/members"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

var open = ziptest.Opener(func(a *zipfile.Archive, env *document.Env) document.Reader { return New(a, env, "odt") })

func TestDocuments(t *testing.T) { ziptest.Test(t, open) }

func TestFormat(t *testing.T) {
	for _, c := range []struct{ media, want string }{
		{"application/vnd.oasis.opendocument.text", "odt"},
		{"application/vnd.oasis.opendocument.text-master", "odt"},
		{"application/vnd.oasis.opendocument.spreadsheet", "ods"},
		{"application/vnd.oasis.opendocument.presentation-template", "odp"},
		{"application/vnd.oasis.opendocument.graphics", "odg"},
		{"application/vnd.oasis.opendocument.chart", "odc"},
		{"application/vnd.oasis.opendocument.formula", "odf"},
		{"application/vnd.oasis.opendocument.database", "odb"},
		{"application/vnd.oasis.opendocument.x", "odf"},
		{"application/vnd.sun.xml.writer.global", "sxw"},
		{"application/vnd.sun.xml.calc", "sxc"},
		{"application/vnd.sun.xml.impress", "sxi"},
		{"application/vnd.sun.xml.draw", "sxd"},
		{"application/vnd.oasis.opendocument", ""},
		{"application/epub+zip", ""},
		{"", ""},
	} {
		if got := formatOf(c.media); got != c.want {
			t.Errorf("%q: %q, want %q", c.media, got, c.want)
		}
	}
}

// TestManifestFormat checks that the manifest has the format of a package without "mimetype".
func TestManifestFormat(t *testing.T) {
	for _, c := range []struct{ given, manifest, want string }{
		{"", "application/vnd.oasis.opendocument.spreadsheet", "ods"},
		{"application/vnd.oasis.opendocument.text", "application/vnd.oasis.opendocument.spreadsheet", "odt"},
		{"application/vnd.oasis.opendocument.text", "", "odt"},
	} {
		format := ""
		open := ziptest.Opener(func(a *zipfile.Archive, env *document.Env) document.Reader {
			r := New(a, env, c.given)
			if p, err := r.Next(); err != nil {
				t.Error(err)
			} else {
				format = p.Place.Format
			}
			return r
		})
		ziptest.Read(t, open, zipfile.Manifest, `<file-entry full-path="/" media-type="`+c.manifest+`"/>`, "content.xml", "<p>http://a.example/</p>")
		if format != c.want {
			t.Errorf("%+v: %q", c, format)
		}
	}
}

func TestUse(t *testing.T) {
	for name, want := range map[string]members.Use{
		"mimetype": members.Skipped, zipfile.Manifest: members.Skipped, "Pictures/1.xml": members.Skipped, "Thumbnails/thumbnail.png": members.Skipped,
		"content.xml": members.XML, "Object 1/content.XML": members.XML, "manifest.rdf": members.XML, "Basic/script-lc.xml": members.XML,
		"a.PNG": members.Skipped, "Object 1": members.File, "Scripts/a.py": members.File, "pictures/1": members.File,
	} {
		if got := useOf(name); got != want {
			t.Errorf("%s: %d, want %d", name, got, want)
		}
	}
}
