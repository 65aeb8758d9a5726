package zipdoc

import (
	"path/filepath"
	"regexp"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// read returns a document with the members in a file of testdata, and its parts as they
// are in the member "want".
func read(t testing.TB, file string) (data []byte, want string) {
	t.Helper()
	a, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var members []string
	for _, f := range a.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		members = append(members, f.Name, string(f.Data))
	}
	return makeZip(t, members...), want
}

func files(t testing.TB) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no files: %v", err)
	}
	return files
}

var ranges = regexp.MustCompile(`(?m)^(\w+) =?\[\d+:\d+\]`)

// TestDocuments reads the documents in testdata. Their parts are compared without ranges.
func TestDocuments(t *testing.T) {
	for _, file := range files(t) {
		data, want := read(t, file)
		got := ranges.ReplaceAllString(documenttest.Read(t, Open, data), "$1")
		if got != want {
			t.Errorf("%s:\n%s\nwant\n%s", file, got, want)
		}
	}
}

// TestDamagedDocuments reads the documents in testdata cut off and changed.
func TestDamagedDocuments(t *testing.T) {
	for i, file := range files(t) {
		if data, _ := read(t, file); !testing.Short() || i%3 == 0 {
			documenttest.Damage(t, Open, data)
		}
	}
}

// TestDamagedXML reads the documents in testdata, in which each member is cut off.
func TestDamagedXML(t *testing.T) {
	for _, file := range files(t) {
		a, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for i := range a.Files {
			var members []string
			for k, f := range a.Files {
				if text := f.Data; f.Name != "want" {
					if k == i {
						text = text[:len(text)*2/3]
					}
					members = append(members, f.Name, string(text))
				}
			}
			documenttest.Read(t, Open, makeZip(t, members...))
		}
	}
}

// FuzzDocument reads packages with two members, whose names are those of a format.
func FuzzDocument(f *testing.F) {
	names := [][]string{
		{"word/document.xml", "word/_rels/document.xml.rels"},
		{"xl/worksheets/sheet1.xml", "xl/sharedStrings.xml"},
		{"xl/worksheets/sheet1.bin", "xl/sharedStrings.bin"},
		{"ppt/slides/slide1.xml", "ppt/slides/_rels/slide1.xml.rels"},
		{"content.xml", "META-INF/manifest.xml"},
		{"a.opf", "META-INF/container.xml"},
	}
	// fixed makes the members of a format be read as such.
	fixed := [][]string{
		nil,
		{"xl/workbook.xml", `<sheets><sheet name="S" r:id="1"/></sheets>`, "xl/_rels/workbook.xml.rels", `<Relationship Id="1" Target="worksheets/sheet1.xml"/>`,
			"xl/worksheets/_rels/sheet1.xml.rels", `<Relationship Id="h" Type="/hyperlink" Target="http://a.example/" TargetMode="External"/>`},
		{"xl/workbook.bin", "\x9c\x01\x14\x00\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x31\x00\x01\x00\x00\x00\x53\x00", "xl/_rels/workbook.bin.rels", `<Relationship Id="1" Target="worksheets/sheet1.bin"/>`, "_rels/.rels", ""},
		{"_rels/.rels", ""},
		{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"},
		{"mimetype", "application/epub+zip"},
	}
	for _, file := range files(f) {
		a, err := txtar.ParseFile(file)
		if err != nil {
			f.Fatal(err)
		}
		for k, pair := range names {
			for _, m := range a.Files {
				switch m.Name {
				case pair[0]:
					f.Add(byte(k), m.Data, []byte(nil))
				case pair[1]:
					f.Add(byte(k), []byte(nil), m.Data)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, kind byte, first, second []byte) {
		k := int(kind) % len(names)
		documenttest.Read(t, Open, makeZip(t, append(fixed[k], "="+names[k][0], string(first), "="+names[k][1], string(second))...))
	})
}
