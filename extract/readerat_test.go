package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract/documents"
)

// TestReaderAt checks that a large document in an input that can be read at any offset needs no
// temporary file, and has the URLs and places that it has in a stream.
func TestReaderAt(t *testing.T) {
	doc := pdfPage("/Annots[7 0 R]", stream("", strings.Repeat("0 0 m\n", 1<<20*3/2)),
		"<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(http://far.example/)>>>>")
	scanned := func(r io.Reader) string {
		var b strings.Builder
		s := NewScanner(r, &Options{Documents: documents.All(), Note: func(n Note) { fmt.Fprintf(&b, "%+v\n", n) }})
		for m, err := range s.All() {
			if err != nil {
				t.Fatal(err)
			}
			b.WriteString(describe(&m) + m.Document.Place() + "\n")
		}
		return b.String()
	}
	want := scanned(io.MultiReader(bytes.NewReader(doc)))
	if strings.Count(want, "http://") < 2 || len(doc) < 9<<20 {
		t.Fatal(want)
	}
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	if got := scanned(io.MultiReader(bytes.NewReader(doc))); !strings.Contains(got, "NotStored:true") {
		t.Errorf("a stream is stored: %s", got)
	}
	moved := bytes.NewReader(append([]byte("abc"), doc...))
	moved.Seek(3, io.SeekStart)
	for name, r := range map[string]io.Reader{
		"bytes": bytes.NewReader(doc), "string": strings.NewReader(string(doc)), "moved": moved,
		"section": io.NewSectionReader(bytes.NewReader(append([]byte("abc"), doc...)), 3, int64(len(doc))),
	} {
		if got := scanned(r); got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}

// A failingFrom is an input whose ReadAt fails from an offset on.
type failingFrom struct {
	*bytes.Reader
	from int64
	err  error
}

func (b *failingFrom) ReadAt(p []byte, off int64) (n int, err error) {
	if off+int64(len(p)) > b.from {
		return 0, b.err
	}
	return b.Reader.ReadAt(p, off)
}

// TestReaderAtError checks that an error of reading a document is that of the scan, and that the URLs
// before it are found.
func TestReaderAtError(t *testing.T) {
	doc := []byte(`{\rtf1 http://a.example/ ` + strings.Repeat("text ", 100_000) + `http://b.example/}`)
	lost := errors.New("lost")
	for _, from := range []int64{0, 100_000, int64(len(doc))} {
		s := NewScanner(&failingFrom{bytes.NewReader(doc), from, lost}, &Options{Documents: documents.All()})
		found := 0
		for s.Scan() {
			found++
		}
		want, wantErr := 1, lost
		switch from {
		case 0:
			want = 0
		case int64(len(doc)):
			want, wantErr = 2, nil
		}
		if found != want || s.Err() != wantErr {
			t.Errorf("an error at byte %d: found %d URLs, %v; want %d, %v", from, found, s.Err(), want, wantErr)
		}
	}
}
