package unpack

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// TestOffice checks that identifiers in the XML of office documents are replaced by
// blanks, and that nothing else changes.
func TestOffice(t *testing.T) {
	const declaration = `<?xml version="1.0"?>`
	for _, test := range []struct{ name, xml, want string }{
		{"word/document.xml", `<w:document xmlns:w="http://a/" xmlns='b'
xmlns:c = "http://
c/"><w:t>http://text/ xmlns="http://text/"</w:t>`, `<w:document xmlns:w="         " xmlns=' '
xmlns:c = "       
  "><w:t>http://text/ xmlns="http://text/"</w:t>`},
		{"word/_rels/document.xml.rels", `<Relationship Id="r" Type="http://a/" Target="http://link/" TargetMode='External'/>`,
			`<Relationship Id="r" Type="         " Target="http://link/" TargetMode='External'/>`},
		{"ppt/slide.xml", `<a:ext uri="http://a/"/><a:x u="uri='http://b/'"/>`, `<a:ext uri="         "/><a:x u="uri='http://b/'"/>`},
		{"settings.XML", `<w:attachedSchema w:val="http://a/"/><w:x w:val="http://b/"/>`, `<w:attachedSchema w:val="         "/><w:x w:val="http://b/"/>`},
		{"manifest.rdf", `<rdf:type rdf:resource="http://a/"/><pkg:x rdf:resource="http://b/"/>`, `<rdf:type rdf:resource="         "/><pkg:x rdf:resource="http://b/"/>`},
		{"content.xml", `<!DOCTYPE a SYSTEM "http://a/"><text:a xlink:href="http://link/?xmlns='a'">`, `<!DOCTYPE a SYSTEM "         "><text:a xlink:href="http://link/?xmlns='a'">`},
		{"broken.xml", `<a xmlns="http://a/ <b>http://b/</b> <c`, `<a xmlns="          <b>http://b/</b> <c`},
		{"media/text.txt", `<a xmlns="http://a/">`, `<a xmlns="http://a/">`},
		{"docProps/" + strings.Repeat("a", 100) + ".xml", `<a ` + strings.Repeat("xmlns", 100) + `="http://a/">`, `<a ` + strings.Repeat("xmlns", 100) + `="http://a/">`},
	} {
		data := declaration + test.xml
		want := file{"x/" + test.name, declaration + test.want, ""}
		u := New(Limits{})
		for format, members := range map[string][]string{
			"OOXML":                    {"[Content_Types].xml", ""},
			"ODF":                      {"mimetype", "application/vnd.oasis.opendocument.text"},
			"ODF without a media type": {"META-INF/manifest.xml", "", "content.xml", ""},
		} {
			got := walkFile(u, zipOf(append(members, test.name, data)...))
			check(t, format, got[len(got)-1:], want)
		}
		if strings.HasPrefix(test.name, "word/document") || test.name == "content.xml" {
			continue // such a member alone makes a document
		}
		check(t, "no document", walkFile(u, zipOf("mimetype", "", test.name, data)), file{"x/mimetype", "", ""}, file{"x/" + test.name, data, ""})
		if slow, _ := io.ReadAll(&xmlReader{Reader: iotest.OneByteReader(strings.NewReader(data))}); isXML(test.name) && string(slow) != want.text {
			t.Errorf("a byte at a time: %q", slow)
		}
	}
}
