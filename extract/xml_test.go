package extract

import (
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/unicode"

	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// everyXML is like everything, for an input whose format is detected.
var everyXML = &Options{Documents: documents.All(), Kinds: append(DefaultKinds(), Schemeless, Email)}

// xmlPieces are pieces of XML.
var xmlPieces = []string{
	"http://a.example/", "https://b.example/?c=d", "&amp;", "&amp;amp;", "&#38;", "&#x26;", "&", "&am", "p;", "&quot;", "&lt;", "&gt;", "&apos;", "&#10;", "&nbsp;",
	"&#47;", "&#x2F;", "&#63;", "&#58;", "&#40;", ")", "&#173;", "&eacute;", "&ns;", ";", "e=f", "<![CDATA[", "]]>", "|", "[", "]", "'", `"`, " ", "\n", "=", "\n\t", ">", "<", "<a ", "/>", "--", "-->", "<!--",
	`xmlns="`, "xmlns:b = '", `xsi:schemaLocation="`, `schemaLocation="`, `targetNamespace='`, `namespace="`, `prefix="`, `href="`, `xlink:href="`, `prefix="b: `,
	`<!DOCTYPE a PUBLIC "-//A//B" "`, `<!DOCTYPE a SYSTEM '`, `<!ENTITY ns_a "`, `<!ENTITY a "`, `<!ENTITY a SYSTEM "`, "#", "c.example", "d@e.example", "http://f.example/g-\nh", `\u0026`, `\&`, `"http:\/\/i.example\/`,
	"see ", strings.Repeat("http://j.example/k ", 30), strings.Repeat(" ", 700), strings.Repeat("x", 3000), "URL:", "<URL:http://k.example/&amp;l", "http://m.example&#58;80/", "http://m.example:80/", "&#8203;",
}

const xmlHead = "<?xml version=\"1.0\"?>\n"

// xmlSoup returns pieces of XML, of at least size bytes.
func xmlSoup(rnd *rand.Rand, size int) string {
	var b strings.Builder
	b.WriteString(xmlHead)
	for b.Len() < size {
		b.WriteString(xmlPieces[rnd.IntN(len(xmlPieces))])
	}
	return b.String()
}

// TestXMLChunks checks that any split of XML into reads gives the same matches, and the same text if
// they are replaced.
func TestXMLChunks(t *testing.T) {
	t.Parallel()
	checkReads(t, xmlSoup)
}

// TestXMLLong is TestXMLChunks for text that is longer than the window, and checks that ranges of it
// have the same matches.
func TestXMLLong(t *testing.T) {
	t.Parallel()
	checkLong(t, xmlSoup)
}

// TestXMLReference checks that a URL in an attribute of XML is the one that a decoder of XML has, and
// is left out if the attribute has names.
func TestXMLReference(t *testing.T) {
	rnd := effort.Rand(t)
	references := []string{"&amp;", "&#38;", "&#x26;", "&#x00026;", "&#47;", "&#x2f;", "&#61;", "&eacute;", "&#x4E2D;", "&amp;amp;", "&amp;#47;"}
	decoded := []string{"&", "&", "&", "&", "/", "/", "=", "é", "中", "&", "/"}
	for range effort.Rounds(2000) {
		written, want := "http://a.example/b", "http://a.example/b"
		for range 1 + rnd.IntN(6) {
			k := rnd.IntN(len(references))
			next := []string{"c", "d=", "?e", "1%20", "/f"}[rnd.IntN(5)] + "g"
			written, want = written+references[k]+next, want+decoded[k]+next
		}
		attribute := []string{"href", "xlink:href", "url", "xmlns", "xmlns:a", "xsi:schemaLocation", "schemaLocation"}[rnd.IntN(7)]
		quote := []string{`"`, `'`, ` = "`}[rnd.IntN(3)]
		sep, _ := strings.CutSuffix(quote, quote[len(quote)-1:])
		if sep == "" {
			sep = "="
		}
		text := xmlHead + "<a " + attribute + sep + quote[len(quote)-1:] + written + quote[len(quote)-1:] + "/>"
		if strings.HasPrefix(attribute, "xmlns") || strings.HasPrefix(attribute, "xsi:") {
			want = ""
		}
		got := ""
		for m := range Bytes([]byte(text), nil) {
			got += m.URL
			if m.Text != written {
				t.Errorf("%q: the text is %q", text, m.Text)
			}
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// xmlCases have an input and the URLs in it.
var xmlCases = []struct{ name, text, want string }{
	{"a picture", `<svg xmlns="http://b/"><a href="http://c/?d&amp;e&#47;f"/></svg>`, "http://c/?d&e/f"},
	{"a declaration", "<?xml version='1.0'?><x>http://c/d&amp;e</x>", "http://c/d&e"},
	{"a byte order mark and blanks", "\xEF\xBB\xBF\n <?xml version='1.0'?><x>http://c/d&amp;e</x>", "http://c/d&e"},
	{"a comment", "<!-- <a> -->\n<rss>http://c/d&amp;e</rss>", "http://c/d&e"},
	{"a document type", `<!DOCTYPE plist PUBLIC "-//A//B//EN" "http://b/">` + "\n<x>http://c/d&amp;e", "http://c/d&e"},
	{"a namespace", `<project xmlns="http://b/" a='b'>http://c/d&amp;e`, "http://c/d&e"},
	{"no namespace", `<project a="xmlns" b>http://c/d&amp;e`, "http://c/d&amp;e"},
	{"text", "see <svg xmlns=\"http://b/\"> http://c/d&amp;e", "http://b/ http://c/d&amp;e"},
	{"HTML", `<?xml version="1.0"?><!DOCTYPE html><p title="http://c/d&eacute;e">`, "http://c/dée"},
	{"a section", `<rss><![CDATA[http://c/d|e?f&g]]>http://h/`, "http://c/d http://h/"},
	{"HTML in a feed", `<rss>&lt;a href=&quot;http://c/d?e&amp;amp;f&amp;#47;g&quot;&gt;http://h/&lt;/a&gt;`, "http://c/d?e&f/g http://h/"},
}

// TestXML checks the cases as an input, in UTF-16, in ranges, and as the parts of mail. With
// InputText nothing is XML.
func TestXML(t *testing.T) {
	urls := func(text string, o *Options) string {
		var found []string
		for m, err := range Bytes([]byte(text), o) {
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, m.URL)
		}
		return strings.Join(found, " ")
	}
	for _, c := range xmlCases {
		if got := urls(c.text, nil); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		utf16, _ := unicode.UTF16(unicode.LittleEndian, unicode.UseBOM).NewEncoder().String(strings.TrimPrefix(c.text, detect.UTF8BOM))
		if got := urls(utf16, nil); got != c.want {
			t.Errorf("%s, in UTF-16: %s, want %s", c.name, got, c.want)
		}
		if c.name != "HTML" {
			got, _, _ := inRanges(t, c.text+strings.Repeat(" ", 9000)+"http://z/d&#47;e", &Options{}, func() int { return 4000 })
			last := "http://z/d/e"
			if c.want == "http://c/d&amp;e" || c.name == "text" {
				last = "http://z/d&#47;e"
			}
			var found []string
			for _, m := range got {
				found = append(found, m.URL)
			}
			if got := strings.Join(found, " "); got != c.want+" "+last {
				t.Errorf("%s, in ranges: %s, want %s", c.name, got, c.want)
			}
		}
		if urls(c.text, &Options{Input: InputText}) == c.want && strings.Contains(c.text, "xmlns=\"http") && c.name != "text" {
			t.Errorf("%s: the same as text", c.name)
		}
	}
	const part = `<svg xmlns="http://b/" xmlns:c="http://c/"><a href="http://d/?e&amp;f&#47;g"/></svg>` + "\n"
	for _, c := range []struct{ media, encoding, want string }{
		{"image/svg+xml", "base64", "http://d/?e&f/g"},
		{"image/svg+xml", "7bit", "http://d/?e&f/g"},
		{"text/xml", "quoted-printable", "http://d/?e&f/g"},
		{"application/atom+xml; charset=utf-8", "8bit", "http://d/?e&f/g"},
		{"text/plain", "7bit", "http://d/?e&f/g"},
		{"text/plain", "base64", "http://d/?e&f/g"},
		{"application/octet-stream", "base64", "http://d/?e&f/g"},
		{"text/plain; format=flowed", "7bit", "http://b/ http://c/ http://d/?e&f&#47;g"},
	} {
		body := part
		switch c.encoding {
		case "base64":
			body = base64.StdEncoding.EncodeToString([]byte(part)) + "\n"
		case "quoted-printable":
			body = strings.ReplaceAll(part, "=", "=3D")
		}
		mail := fmt.Sprintf("From: a@b\nSubject: x\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=x\n\n--x\nContent-Type: %s\nContent-Transfer-Encoding: %s\n\n%s\n--x\nContent-Type: text/plain\n\nhttp://h/&#47;i\n--x--\n", c.media, c.encoding, body)
		if got := urls(mail, nil); got != c.want+" http://h/&#47;i" {
			t.Errorf("%+v: %s", c, got)
		}
	}
}

// TestXMLReset checks that a Scanner forgets that an input was XML.
func TestXMLReset(t *testing.T) {
	s := NewScanner(nil, nil)
	for _, c := range []struct{ text, want string }{
		{"<svg>http://a/b&#47;c", "http://a/b/c"},
		{"see http://a/b&#47;c", "http://a/b&#47;c"},
		{"<svg>http://a/b&#47;c", "http://a/b/c"},
		{"From: a\nSubject: b\n\nhttp://a/b&#47;c", "http://a/b&#47;c"},
	} {
		s.Reset(io.Reader(strings.NewReader(c.text)))
		if !s.Scan() || string(s.URL()) != c.want {
			t.Errorf("%q: %q, want %q", c.text, s.URL(), c.want)
		}
	}
}

// TestXMLLimits checks how far before the colon of a URL, and before its quote, names are recognized.
func TestXMLLimits(t *testing.T) {
	const value, declaration = 3 << 10, 512
	for _, c := range []struct {
		before, blanks, after string
		limit                 int // from the blanks to the colon
	}{
		{`<a xsi:schemaLocation="`, " ", "http", value - len(`"`) - len("http")},
		{`<a b:schemaLocation="`, "http://b/ ", "http", value - len(`"`) - len("http")},
		{`<!DOCTYPE a PUBLIC`, " ", `"http`, declaration - len(`<!DOCTYPE a PUBLIC`)},
		{`<!DOCTYPE a PUBLIC "`, "-", `" "http`, declaration - len(`<!DOCTYPE a PUBLIC "" `)},
	} {
		for size := c.limit - 40; size < c.limit+40; size++ {
			text := xmlHead + c.before + strings.Repeat(c.blanks, size/len(c.blanks)) + strings.Repeat(" ", size%len(c.blanks)) + c.after + "://last.example/\"/>"
			found, _ := all(strings.NewReader(text), nil)
			isFound := len(found) > 0 && found[len(found)-1].URL == "http://last.example/"
			if isFound != (size > c.limit) {
				t.Errorf("%s and %d bytes: found is %v", c.before, size, isFound)
			}
			bytewise, _ := all(iotest.OneByteReader(strings.NewReader(text)), nil)
			if matchesText(found) != matchesText(bytewise) {
				t.Errorf("%s and %d bytes, byte by byte: %v", c.before, size, bytewise)
			}
		}
	}
}
