package extract

import (
	"encoding/base64"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// knownLabels returns the labels that package charset has in its tables: the cases of
// its switch and the keys of its maps.
func knownLabels(t *testing.T) (labels []string) {
	t.Helper()
	for _, name := range []string{"labels.go", "aliases.go"} {
		file, err := parser.ParseFile(token.NewFileSet(), "../internal/charset/"+name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		add := func(e ast.Expr) {
			if literal, ok := e.(*ast.BasicLit); ok && literal.Kind == token.STRING {
				label, err := strconv.Unquote(literal.Value)
				if err != nil {
					t.Fatal(err)
				}
				labels = append(labels, label)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CaseClause:
				for _, e := range n.List {
					add(e)
				}
			case *ast.KeyValueExpr:
				add(n.Key)
			}
			return true
		})
	}
	slices.Sort(labels)
	if labels = slices.Compact(labels); len(labels) < 400 {
		t.Fatalf("there are %d labels only", len(labels))
	}
	return labels
}

const labelled = "http://planted.example/p?a=b#c"

// A realSet is the character set of a text, whatever its label says.
type realSet struct {
	name  string
	e     encoding.Encoding // nil: the text is given in octets
	prose string            // that comes before the URL and after it
}

func (s *realSet) encode(t *testing.T, text string) string {
	if s.e == nil {
		return text
	}
	octets, err := s.e.NewEncoder().String(text)
	if err != nil {
		t.Fatal(s.name, err)
	}
	return octets
}

func (s *realSet) isWide() bool {
	return strings.HasPrefix(s.name, "UTF-16") || strings.HasPrefix(s.name, "UTF-32")
}
func (s *realSet) isMarked() bool { return strings.HasSuffix(s.name, "mark") }
func (s *realSet) isEBCDIC() bool { return strings.HasPrefix(s.name, "IBM") }

var realSets = []realSet{
	{"ASCII", nil, "see "},
	{"UTF-8", nil, "Größe, 日本語, Привет: "},
	{"UTF-8, nothing between", nil, "日本語"},
	{"ISO 8859-1", charmap.ISO8859_1, "Größe: "},
	{"ISO 8859-1, nothing between", charmap.ISO8859_1, "Größeé"},
	{"KOI8-R", charmap.KOI8R, "Привет, мир и труд: "},
	{"Shift_JIS", japanese.ShiftJIS, "日本語のテキスト ｱｲｳ "},
	{"EUC-JP", japanese.EUCJP, "日本語のテキスト "},
	{"EUC-KR", korean.EUCKR, "한국어 텍스트 "},
	{"GB 18030", simplifiedchinese.GB18030, "中文文本 "},
	{"Big5", traditionalchinese.Big5, "中文文本 "},
	{"ISO-2022-JP", japanese.ISO2022JP, "日本語のテキスト "},
	{"ISO-2022-KR", nil, "\x1b$)C\x0eGQ19>n\x0f "},
	{"ISO-2022-CN", nil, "\x1b$)A\x0eVP\x0f "},
	{"HZ", nil, "~{VPND~} "},
	{"UTF-7", nil, "+ZeVnLIqe- a+-b "},
	{"UTF-16LE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "see 日本語 "},
	{"UTF-16BE", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "see 日本語 "},
	{"UTF-16LE with a mark", unicode.UTF16(unicode.LittleEndian, unicode.UseBOM), "日本語 "},
	{"UTF-16BE with a mark", unicode.UTF16(unicode.BigEndian, unicode.UseBOM), "日本語 "},
	{"UTF-32LE", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "see 日本語 "},
	{"UTF-32BE", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "see 日本語 "},
	{"UTF-32LE with a mark", utf32.UTF32(utf32.LittleEndian, utf32.UseBOM), "日本語 "},
	{"IBM037", charmap.CodePage037, "see the page "},
	{"IBM1047", charmap.CodePage1047, ""},
}

// labelledPlaces are where a text may be labelled.
var labelledPlaces = []struct {
	name  string
	input func(label, octets string) string
	opts  func(label string) *Options
}{
	{"8bit", inBody("plain", "8bit"), asMail},
	{"quoted-printable", inBody("plain", "quoted-printable"), asMail},
	{"base64", inBody("plain", "base64"), asMail},
	{"HTML", inBody("html", "base64"), asMail},
	{"encoded word, B", func(label, octets string) string {
		return "From: a@a.example\nSubject: =?" + label + "?B?" + base64.StdEncoding.EncodeToString([]byte(octets)) + "?=\n\nx\n"
	}, asMail},
	{"encoded word, Q", func(label, octets string) string {
		return "From: a@a.example\nSubject: =?" + label + "?Q?" + escaped(octets, "=") + "?=\n\nx\n"
	}, asMail},
	{"parameter", func(label, octets string) string {
		return "From: a@a.example\nContent-Type: text/plain; name*=" + label + "''" + escaped(octets, "%") + "\n\nx\n"
	}, asMail},
	{"page", func(_, octets string) string { return octets }, func(string) *Options { return &Options{Input: InputHTML} }},
	{"--charset", func(_, octets string) string { return octets }, func(label string) *Options {
		return &Options{Input: InputText, Charset: label}
	}},
}

func asMail(string) *Options { return &Options{Input: InputMail} }

// inBody returns a function that writes a message with a body of that type.
func inBody(subtype, encoding string) func(label, octets string) string {
	w := &mailWriter{Rand: nil, neat: true}
	return func(label, octets string) string {
		switch encoding {
		case "quoted-printable":
			octets = escaped(octets, "=")
		case "base64":
			octets = w.inBase64(octets)
		}
		return fmt.Sprintf("From: a@a.example\nSubject: x\nContent-Type: text/%s; charset=%q\nContent-Transfer-Encoding: %s\n\n%s\n", subtype, label, encoding, octets)
	}
}

// escaped escapes all but letters and digits.
func escaped(octets, escape string) string {
	var b strings.Builder
	for _, c := range []byte(octets) {
		if c >= '0' && c <= '9' || c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, "%s%02X", escape, c)
		}
	}
	return b.String()
}

// TestLabels plants a URL in texts in all character sets, with each known label and with
// wrong labels, at every place for a label. It checks that the URL is found, unless
// nothing shows the character set. Labels with the same meaning are tried in one place
// only.
func TestLabels(t *testing.T) {
	t.Parallel()
	all := append(knownLabels(t), "x-unknown", "utf-9", "ibm", "")
	type meaning struct{ mail, option charset.Charset }
	meanings := map[meaning]bool{}
	var few []string
	for _, label := range all {
		var m meaning
		m.mail, _ = charset.ForMail(label)
		m.option, _ = charset.Lookup(label)
		if !meanings[m] {
			meanings[m] = true
			few = append(few, label)
		}
	}
	planted := 0
	for k, real := range realSets {
		octets := real.encode(t, real.prose+labelled+" "+real.prose)
		for i, place := range labelledPlaces {
			labels := few
			if i == 0 && (k == 0 || effort.Get() > effort.Short) {
				labels = all
			}
			var lost []string
			for _, label := range labels {
				if place.name == "page" {
					octets = real.encode(t, "<html><meta charset='"+label+"'><p>"+real.prose+labelled+" "+real.prose)
				}
				if cannotTell(&real, place.name, label) {
					continue
				}
				planted++
				if !finds(place.input(label, octets), place.opts(label)) {
					lost = append(lost, label)
				}
			}
			if lost != nil {
				t.Errorf("%s in %s: lost with %d of %d labels: %.300q", real.name, place.name, len(lost), len(labels), lost)
			}
		}
	}
	t.Logf("%d planted", planted)
}

// finds reports whether a scan finds the planted URL.
func finds(text string, o *Options) bool {
	for m, err := range Bytes([]byte(text), o) {
		if err == nil && m.URL == labelled {
			return true
		}
	}
	return false
}

// cannotTell reports whether nothing shows the character set of a text.
func cannotTell(real *realSet, place, label string) bool {
	set, _ := charset.ForMail(label)
	_, err := charset.Lookup(label)
	switch {
	case place == "--charset" && err != nil:
		return true // no option
	case real.isEBCDIC():
		// Nothing but the label says that octets are EBCDIC; and a page cannot.
		return !set.IsEBCDIC() || place == "page"
	case place == "--charset" && real.isWide() && !real.isMarked():
		// Without a mark, the user's word counts. Otherwise text with NULs is binary.
		return !set.IsWide()
	}
	return false
}
