package charset

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
)

// The kinds of character sets that Lookup returns.
const (
	utf8Set = iota // UTF-8, without a fallback
	eightBit
	whole
	unknown
)

func TestLookup(t *testing.T) {
	for _, c := range []struct {
		names string
		want  int
	}{
		{"utf-8 UTF-8 utf8 UTF8 unicode-1-1-utf-8", utf8Set},
		{"windows-1252 latin1 ISO-8859-1 iso8859-1 us-ascii ascii cp1252 l1 ISO_8859-1:1987", eightBit},
		{"iso-8859-2 iso-8859-5 ISO-8859-15 latin2 koi8-r KOI8-U cp1251 windows-1250 macintosh ibm866 tis-620", eightBit},
		{"IBM437 cp437 IBM850 cp850 IBM00858", eightBit},
		{"utf-16 utf-16le UTF-16BE", whole},
		{"shift_jis Shift-JIS sjis windows-31j euc-jp iso-2022-jp ISO-2022-JP csiso2022jp", whole},
		{"gb2312 GBK gb18030 big5 Big5-HKSCS euc-kr ks_c_5601-1987", whole},
		{"IBM037 IBM1047", whole}, // not ASCII below 80
		{"utf-32 UTF-32LE UTF-32BE", whole},
		// The WHATWG replaces these by one U+FFFD for the whole text.
		{"iso-2022-kr csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext", whole},
		{"utf-7", whole},
		{"x-unknown utf-9 unknown-8bit 8bit none ? replacement \xff", unknown},
	} {
		for _, name := range strings.Fields(c.names) {
			set, err := Lookup(name)
			got := utf8Set
			switch {
			case err != nil:
				got = unknown
				if !strings.Contains(err.Error(), fmt.Sprintf("%q", name)) || set != (Charset{}) {
					t.Errorf("Lookup(%q): %+v, %v", name, set, err)
				}
			case set.Whole():
				got = whole
			case set.Fallback != nil:
				got = eightBit
			}
			if got != c.want {
				t.Errorf("Lookup(%q): kind %d, want %d", name, got, c.want)
			}
		}
	}
	if set, err := Lookup(""); err != nil || set.Whole() || set.Fallback != nil {
		t.Errorf(`Lookup(""): %+v, %v`, set, err)
	}
	for _, name := range []string{" utf-8 ", "\tlatin1\n"} {
		if _, err := Lookup(name); err != nil {
			t.Error(err)
		}
	}
}

// TestLookupAll checks the Fallback of every 8-bit character set in x/text.
func TestLookupAll(t *testing.T) {
	for _, e := range charmap.All {
		name, err := ianaindex.MIME.Name(e)
		if err != nil {
			if name, err = htmlindex.Name(e); err != nil {
				continue
			}
		}
		set, err := Lookup(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		m, ok := e.(*charmap.Charmap)
		if !ok || set.Fallback == nil {
			continue
		}
		for i, r := range set.Fallback {
			// Labels of ISO 8859-1 and -9 mean windows-1252 and -1254.
			if want := m.DecodeByte(byte(0x80 + i)); r != want && i >= 0x20 {
				t.Errorf("%s: octet %X is %U, want %U", name, 0x80+i, r, want)
			}
		}
	}
}

// TestLabels checks that a label in labels.go has the encoding of the WHATWG, if that has
// it and does not replace the text, or otherwise that of IANA.
func TestLabels(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "labels.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	ast.Inspect(file, func(node ast.Node) bool {
		clause, ok := node.(*ast.CaseClause)
		if !ok {
			return true
		}
		for _, e := range clause.List {
			label, err := strconv.Unquote(e.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
			want, err := htmlindex.Get(label)
			if err != nil || want == encoding.Replacement {
				want, err = ianaindex.IANA.Encoding(label)
			}
			if got := labelled(label); got == nil || got != want || err != nil {
				t.Errorf("%s: %v, want %v, %v", label, got, want, err)
			}
			n++
		}
		return true
	})
	if n < 300 {
		t.Errorf("there are %d labels only", n)
	}
}

func TestSniff(t *testing.T) {
	for _, c := range []struct{ head, text string }{
		{"\xFF\xFEa\x00b\x00", "\uFEFFab"},
		{"\xFE\xFF\x00a\x00b", "\uFEFFab"},
		{"\xFF\xFE\x00\x00a\x00\x00\x00", "\uFEFFa"},
		{"\x00\x00\xFE\xFF\x00\x00\x00a", "\uFEFFa"},
		{"\xFF\xFE", "\uFEFF"},
		{"\xFF\xFEa", "\uFEFF\uFFFD"},
	} {
		set, ok := Sniff([]byte(c.head))
		if !ok || !set.Whole() {
			t.Errorf("Sniff(%q): %v", c.head, ok)
			continue
		}
		if got, _ := read(t, set, strings.NewReader(c.head), 1000); string(got) != c.text {
			t.Errorf("%q: got %q, want %q", c.head, got, c.text)
		}
	}
	for _, head := range []string{"", "a", "\xFF", "\xFE", "\xEF\xBB\xBFa", "\x00\x00\xFE", "\xFF\x00\xFE", "\x00a", " \xFF\xFE"} {
		if _, ok := Sniff([]byte(head)); ok {
			t.Errorf("Sniff(%q) found something", head)
		}
	}
	if MaxBOM != 4 {
		t.Errorf("MaxBOM is %d", MaxBOM)
	}
}

func TestIsText(t *testing.T) {
	for octets, want := range map[string]bool{
		"": true, "text\r\n\t": true, "caf\u00E9": true, "caf\xC3": true, "\x1B[1m": true,
		"\xC3": false, "caf\xE9 au lait": false, "\x00": false, "a\x07": false, "\xFF\xD8\xFF\xE0": false,
	} {
		if IsText([]byte(octets)) != want {
			t.Errorf("%q: %t", octets, !want)
		}
	}
}
