package zipdoc

import (
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

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
	for _, d := range ziptest.Documents(f, "../*/testdata/*.txtar") {
		for k, pair := range names {
			for i := 0; i < len(d.Members); i += 2 {
				switch text := []byte(d.Members[i+1]); d.Members[i] {
				case pair[0]:
					f.Add(byte(k), text, []byte(nil))
				case pair[1]:
					f.Add(byte(k), []byte(nil), text)
				}
			}
		}
	}
	f.Fuzz(func(t *testing.T, kind byte, first, second []byte) {
		k := int(kind) % len(names)
		documenttest.Read(t, Open, ziptest.Make(t, append(fixed[k], "="+names[k][0], string(first), "="+names[k][1], string(second))...))
	})
}
