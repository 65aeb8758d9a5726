// Package ziptest makes zip files for tests, and tests the readers of the documents in them.
package ziptest

import (
	"archive/zip"
	"bytes"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
)

// Make returns a zip file with names and texts. A name that begins with "=" is of a stored
// member; "#" before it makes a symbolic link.
func Make(t testing.TB, members ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		h := &zip.FileHeader{Name: members[i], Method: zip.Deflate}
		if s, ok := strings.CutPrefix(h.Name, "="); ok {
			h.Name, h.Method = s, zip.Store
		}
		if s, ok := strings.CutPrefix(h.Name, "#"); ok {
			h.Name = s
			h.SetMode(fs.ModeSymlink | 0o777)
		}
		w, err := z.CreateHeader(h)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(w, members[i+1])
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// Opener returns an Opener that opens all zip files with a function.
func Opener(open func(a *zipfile.Archive, env *document.Env) document.Reader) document.Opener {
	return func(s *document.Store, env *document.Env) document.Reader {
		a := zipfile.Open(s, env)
		if a == nil {
			return nil
		}
		return open(a, env)
	}
}

// Read is [documenttest.ReadContents] for a document with members.
func Read(t testing.TB, open document.Opener, members ...string) string {
	t.Helper()
	return documenttest.ReadContents(t, open, Make(t, members...))
}

// A Document is a file of testdata: the members of a document, and the member "want", which has
// what Read returns.
type Document struct {
	Name    string
	Members []string // names and texts
	Want    string
}

// Documents returns the Documents in the files that match pattern.
func Documents(t testing.TB, pattern string) (documents []Document) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	for _, name := range files {
		a, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d := Document{Name: name}
		for _, f := range a.Files {
			if f.Name == "want" {
				d.Want = string(f.Data)
			} else {
				d.Members = append(d.Members, f.Name, string(f.Data))
			}
		}
		documents = append(documents, d)
	}
	return documents
}

// Test reads the documents in testdata: as they are, with each member cut off, and cut off and
// changed themselves.
func Test(t *testing.T, open document.Opener) {
	for i, d := range Documents(t, "testdata/*.txtar") {
		if got := Read(t, open, d.Members...); got != d.Want {
			t.Errorf("%s:\n%s\nwant\n%s", d.Name, got, d.Want)
		}
		for k := 1; k < len(d.Members); k += 2 {
			text := d.Members[k]
			d.Members[k] = text[:len(text)*2/3]
			documenttest.Read(t, open, Make(t, d.Members...))
			d.Members[k] = text
		}
		if !testing.Short() || i%3 == 0 {
			documenttest.Damage(t, open, Make(t, d.Members...))
		}
	}
}
