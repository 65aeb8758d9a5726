package markup

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"
)

// tokens returns the tokens of XML, one in a line.
func tokens(r io.Reader) string {
	var b strings.Builder
	s := New(r)
	for {
		switch s.Next() {
		case EOF:
			if s.Damaged {
				b.WriteString("damaged")
			}
			return strings.TrimSuffix(b.String(), "\n")
		case Start:
			fmt.Fprintf(&b, "%d<%s", s.Depth, s.Name)
			for _, a := range s.Attrs {
				fmt.Fprintf(&b, " %s:%s=%s", a.Prefix, a.Name, Value(a.Value))
			}
			b.WriteByte('\n')
		case End:
			fmt.Fprintf(&b, "%d>%s\n", s.Depth, s.Name)
		case Text:
			fmt.Fprintf(&b, "%q\n", s.Text)
		case Comment:
			fmt.Fprintf(&b, "!%q\n", s.Text)
		}
	}
}

func wide(s string, order ...int) string {
	var b strings.Builder
	for _, u := range utf16.Encode([]rune(s)) {
		pair := [2]byte{byte(u), byte(u >> 8)}
		b.WriteByte(pair[order[0]])
		b.WriteByte(pair[order[1]])
	}
	return b.String()
}

func TestScanner(t *testing.T) {
	for _, test := range []struct{ xml, want string }{
		{"", ""},
		{`<?xml version="1.0" encoding="UTF-8"?><a:b c:d = "e" f='"'/>`, "1<b c:d=e :f=\"\n1>b"},
		{"<a>x<b/>y</a>", "1<a\n\"x\"\n2<b\n2>b\n\"y\"\n1>a"},
		{"<a>&lt;&#65;&#x1F600;&amp;amp;&foo;&;&</a>", "1<a\n\"<A😀&amp;&foo;&;&\"\n1>a"},
		{"<a b='&#10;&quot;'/>", "1<a :b=\n\"\n1>a"},
		{"<a><![CDATA[<b>&amp;]]]></a>", "1<a\n\"<b>&amp;]\"\n1>a"},
		{"<!DOCTYPE a [<!ENTITY b 'http://a/>'><!ENTITY c \"&b;&b;\">]><a>&c;</a>", "1<a\n\"&c;\"\n1>a"},
		{"<!DOCTYPE a PUBLIC \"http://a/\"><a/>", "1<a\n1>a"},
		{"<a><!-- http://a/ -- > --></a>", "1<a\n!\" http://a/ -- > \"\n1>a"},
		{"<a b='>'>", "1<a :b=>\ndamaged"},
		{"<a b='x <c d='e'/>", "1<a\n2<c :d=e\n2>c\ndamaged"},
		{"<a b='x' c='y", "1<a :b=x\ndamaged"},
		{"<a><b", "1<a\n2<b\ndamaged"},
		{"</a><b/>", "1<b\n1>b\ndamaged"},
		{"<a b c=d e='f'/>", "1<a :e=f\n1>a"},
		{"<a>text", "1<a\n\"text\"\ndamaged"},
		{"<", "damaged"},
		{"<a><![CDATA[x", "1<a\n\"x\"\ndamaged"},
		{"\uFEFF<a/>", "1<a\n1>a"},
		{"\xFF\xFE" + wide("<a>ä</a>", 0, 1), "1<a\n\"ä\"\n1>a"},
		{"\xFE\xFF" + wide("<a>ä</a>", 1, 0), "1<a\n\"ä\"\n1>a"},
		{wide(`<?xml version="1.0"?><a>ä</a>`, 0, 1), "1<a\n\"ä\"\n1>a"},
		{wide(`<a>ä</a>`, 1, 0), "1<a\n\"ä\"\n1>a"},
		{`<?xml version="1.0" encoding="iso-8859-1"?>` + "<a>\xE4</a>", "1<a\n\"ä\"\n1>a"},
		{`<?xml version="1.0" encoding="utf-16"?><a>ä</a>`, "1<a\n\"ä\"\n1>a"},
	} {
		if got := tokens(strings.NewReader(test.xml)); got != test.want {
			t.Errorf("%.80q: %s\nwant %s", test.xml, got, test.want)
		}
		if got := tokens(iotest.OneByteReader(strings.NewReader(test.xml))); got != test.want {
			t.Errorf("%.80q by bytes: %s\nwant %s", test.xml, got, test.want)
		}
	}
}

// TestLong checks that tokens longer than the buffer are read.
func TestLong(t *testing.T) {
	long := strings.Repeat("aä&lt;", 100_000)
	decoded := strings.ReplaceAll(long, "&lt;", "<")
	for _, xml := range []string{
		"<a>" + long + "</a>",
		"<a><![CDATA[" + decoded + "]]></a>",
		"<a b='" + long + "'/>",
		"<a><!--" + long + "--></a>" + "<a b='" + long + "'/>",
		"<a b='" + strings.Repeat(long, 20) + "'>text</a><a b='" + long + "'/>",
		"<!DOCTYPE '" + long + "'><a b='" + long + "'/>",
	} {
		var got bytes.Buffer
		s := New(strings.NewReader(xml))
		for k := s.Next(); k != EOF; k = s.Next() {
			switch k {
			case Text:
				got.Write(s.Text)
			case Start:
				got.Write(s.Attr("b"))
			}
		}
		if got.String() != decoded {
			t.Errorf("%.20q: %d bytes, want %d", xml, got.Len(), len(decoded))
		}
		if s.Damaged {
			t.Errorf("%.20q: damaged", xml)
		}
	}
}

func FuzzScanner(f *testing.F) {
	f.Add([]byte("<a b='c'>&lt;<![CDATA[x]]><!-- y --></a>"))
	f.Add([]byte("<!DOCTYPE a [<!ENTITY b 'c'>]><a b='<c>"))
	f.Fuzz(func(t *testing.T, xml []byte) {
		whole := tokens(bytes.NewReader(xml))
		if got := tokens(iotest.OneByteReader(bytes.NewReader(xml))); got != whole {
			t.Errorf("%q: %s\nby bytes: %s", xml, whole, got)
		}
	})
}

func BenchmarkScanner(b *testing.B) {
	row := `<row r="7" spans="1:3"><c r="A7" s="1" t="s"><v>12345</v></c><c r="B7"><v>3.25</v></c></row>`
	xml := "<sheetData>" + strings.Repeat(row, 10_000) + "</sheetData>"
	b.SetBytes(int64(len(xml)))
	for b.Loop() {
		s := New(strings.NewReader(xml))
		for s.Next() != EOF {
		}
	}
}
