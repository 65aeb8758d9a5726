package opendocument

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

const flatSheet = `<?xml version="1.0"?>
<!-- a comment --><office:document xmlns:office="http://namespace.example/" office:mimetype="application/vnd.oasis.opendocument.spreadsheet">
<office:meta><meta:generator>http://producer.example/</meta:generator><dc:title>http://title.example/</dc:title></office:meta>
<office:body><office:spreadsheet><table:table table:name="S"><table:table-row><table:table-cell/><table:table-cell><text:p>see <text:a xlink:href="http://link.example/">here</text:a><office:binary-data>http://picture.example/</office:binary-data></text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document>`

var flatSamples = []struct{ name, in, want string }{
	{"spreadsheet", flatSheet, `text: "http://title.example/\n"
target S!B1 (hyperlink) "here": "http://link.example/"
`},
	{"cut off", flatSheet[:strings.Index(flatSheet, "here</text:a>")+4], `text: "http://title.example/\n"
note: a damaged document, read as far as possible: its XML is cut off at byte 464
target S!B1 (hyperlink) "here": "http://link.example/"
`},
	{"superscript", `<office:document office:mimetype="application/vnd.oasis.opendocument.presentation"><style:style style:name="a"><style:text-properties style:text-position="30% 58%"/></style:style><style:style style:name="b"><style:text-properties style:text-position="0% 100%"/></style:style><style:style style:name="c"><style:text-properties style:text-position="-33% 58%"/></style:style><style:style style:name="d"><style:text-properties style:text-position="super"/></style:style><text:p>http://a.example/<text:span text:style-name="a">1</text:span><text:span text:style-name="b">2</text:span><text:span text:style-name="c">3</text:span><text:span text:style-name="d">4</text:span></text:p></office:document>`,
		`text: "http://a.example/ 123 4\n"
`},
	{"unknown type", `<office:document><text:p>http://a.example/</text:p></office:document>`, "text: \"http://a.example/\\n\"\n"},
	{"a member", `<?xml version="1.0"?><office:document-content xmlns:text="http://namespace.example/"><text:p>http://<text:span>a.example/</text:span></text:p></office:document-content>`, "text: \"http://a.example/\\n\"\n"},
	{"other root", `<?xml version="1.0"?><office:documents/>`, "not a document\n"},
	{"no root", `<?xml version="1.0"?> text <office:document/>`, "not a document\n"},
}

func TestOpenFlat(t *testing.T) {
	for _, c := range flatSamples {
		if got := documenttest.ReadContents(t, OpenFlat, []byte(c.in)); got != c.want {
			t.Errorf("%s: got\n%swant\n%s", c.name, got, c.want)
		}
	}
}

func TestDamage(t *testing.T) { documenttest.Damage(t, OpenFlat, []byte(flatSheet)) }

func FuzzOpenFlat(f *testing.F) {
	for _, c := range flatSamples {
		f.Add([]byte(c.in))
	}
	documenttest.Fuzz(f, document.Opener(OpenFlat))
}
