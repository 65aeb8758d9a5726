package richtext

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// parts returns the parts that are ready, one in a line.
func parts(t testing.TB, w *Writer) string {
	t.Helper()
	var b strings.Builder
	for p := w.Next(); p != nil; p = w.Next() {
		text, err := io.ReadAll(p.Content)
		if err != nil {
			t.Fatal(err)
		}
		if p.Kind == document.Target {
			fmt.Fprintf(&b, "%s %q ", p.Place.Relation, p.Label)
		}
		fmt.Fprintf(&b, "%q\n", text)
	}
	return b.String()
}

func newWriter() *Writer {
	return New(&document.Env{Budget: documenttest.NewBudget(), Note: func(document.Defect, string) {}})
}

func TestFormula(t *testing.T) {
	for _, test := range []struct{ formula, want string }{
		{`SUM(A1:B2)`, ""},
		{`HYPERLINK("http://a.example/")`, "HYPERLINK \"cell\" \"http://a.example/\"\n"},
		{`hyperlink("http://a.example/", "b""c")`, "HYPERLINK \"b\\\"c\" \"http://a.example/\"\n\"b\\\"c\\n\"\n"},
		{`HYPERLINK("http://"&"a"&".example/";A1)`, "HYPERLINK \"cell\" \"http://a.example/\"\n"},
		{`HYPERLINK(CONCATENATE("http://a",".example/","b"),"c")`, "HYPERLINK \"c\" \"http://a.example/b\"\n"},
		{`HYPERLINK("http://"&_xlfn.CONCAT("a.example/";"b")&"c")`, "HYPERLINK \"cell\" \"http://a.example/bc\"\n"},
		{`HYPERLINK(CONCATENATE("http://a.example/",A1),"b")`, "\"http://a.example/\\n\"\n"},
		{`HYPERLINK(CONCATENATE(A1,"http://a.example/"),"b")`, "\"http://a.example/\\n\"\n"},
		{`CONCATENATE("http://a.example/",IF(A1,"b.example/","c"),"d.example/")`, "\"http://a.example/\\nb.example/\\nd.example/\\n\"\n"},
		{`HYPERLINK("http://a.example/"&A1,"b")`, "\"http://a.example/\\n\"\n"},
		{`HYPERLINK(A1&"http://a.example/","b")`, "\"http://a.example/\\n\"\n"},
		{`HYPERLINK(IF(A1,"http://a.example/","http://b.example/"),"c")`, "\"http://a.example/\\nhttp://b.example/\\n\"\n"},
		{`HYPERLINK("#Sheet1!A1","b")`, ""},
		{`of:=HYPERLINK("http://a.example/")`, "HYPERLINK \"cell\" \"http://a.example/\"\n"},
		{`_xlfn.WEBSERVICE(CHAR(104)&"ttp://a.example/")`, "WEBSERVICE \"cell\" \"http://a.example/\"\n"},
		{`IMPORTXML("http://a.example/","//b")`, "IMPORTXML \"//b\" \"http://a.example/\"\n\"//b\\n\"\n"},
		{`'http://a.example/b''c'#$Sheet.A1`, "\"http://a.example/b'c\\n\"\n"},
		{`CALL("urlmon","URLDownloadToFileA","JJCCJJ",0,"http://a.example/","b.exe")`, "\"http://a.example/\\nb.exe\\n\"\n"},
		{`"unfinished http://a.example/`, "\"unfinished http://a.example/\\n\"\n"},
		{`)))"http://a.example/"(((`, "\"http://a.example/\\n\"\n"},
	} {
		w := newWriter()
		w.Formula([]byte(test.formula), "cell")
		w.End()
		if got := parts(t, w); got != test.want {
			t.Errorf("%s:\n%swant\n%s", test.formula, got, test.want)
		}
	}
}

// TestWriter runs commands, one in a word: "x" is text, "+x" an insertion, "-x" a deletion,
// "(" and ")" a paragraph, "<url" and ">" a link, "{" "|" "}" alternatives. "_" is a space.
func TestWriter(t *testing.T) {
	for _, test := range []struct{ commands, want string }{
		{"( a ) ( b )", "\"a\\nb\\n\"\n"},
		{"a", "\"a\\n\"\n"},
		{"( a <u b > c )", "hyperlink \"b\" \"u\"\n\"abc\\n\"\n"},
		{"( a_ <http://u/ u > _c )", "hyperlink \"u\" \"http://u/\"\n\"a   c\\n\"\n"},
		{"( a_ <http://u/ u > /c )", "hyperlink \"u\" \"http://u/\"\n\"a u/c\\n\"\n"},
		{"( www. <http://u/ u > )", "hyperlink \"u\" \"http://u/\"\n\"www.u\\n\"\n"},
		{"( a <http://u/ http://u > )", "hyperlink \"http://u\" \"http://u/\"\n\"a\\n\"\n"},
		{"( <u a ) ( b > c )", "\"a\\n\"\nhyperlink \"a b\" \"u\"\n\"bc\\n\"\n"},
		{"( <u u ) ( > c )", "\"u\\n\"\nhyperlink \"u\" \"u\"\n\"c\\n\"\n"},
		{"( <u a", "hyperlink \"a\" \"u\"\n\"a\\n\"\n"},
		{"( a ( b ) c )", "\"b\\nac\\n\"\n"},
		{"( a_b -c d_e )", "\"bcd\\na bd e\\n\"\n"},
		{"( a_b -c +d e_f )", "\"bce\\na bde f\\n\"\n"},
		{"( a -b c_d -e )", "\"abc\\nde\\nac d\\n\"\n"},
		{"( -a_b )", "\"a b\\n\"\n"},
		{"( +a -b +c )", "\"b\\nac\\n\"\n"},
		{"{ | ( a ) | ( a ) ( b ) } ( a )", "\"a\\nb\\na\\n\"\n"},
		{"{ | ( <u a > ) | ( <u a > ) ( <v a > ) }", "hyperlink \"a\" \"u\"\n\"a\\n\"\nhyperlink \"a\" \"v\"\n"},
		{") > }", ""},
	} {
		w := newWriter()
		var links []int
		for _, c := range strings.Fields(test.commands) {
			rest := []byte(strings.ReplaceAll(c[1:], "_", " "))
			switch c[0] {
			case '(':
				w.BeginParagraph()
			case ')':
				w.EndParagraph()
			case '<':
				links = append(links, w.OpenLink(Link{Target: c[1:], Relation: "hyperlink"}))
			case '>':
				if len(links) == 0 {
					links = []int{0}
				}
				w.CloseLink(links[len(links)-1])
			case '{':
				w.BeginAlternatives()
			case '|':
				w.BeginAlternative()
			case '}':
				w.EndAlternatives()
			case '+':
				w.Inserted(rest)
			case '-':
				w.Deleted(rest)
			default:
				w.Text([]byte(strings.ReplaceAll(c, "_", " ")))
			}
		}
		w.End()
		if got := parts(t, w); got != test.want {
			t.Errorf("%s:\n%swant\n%s", test.commands, got, test.want)
		}
	}
}

// TestCutOff checks that the last word of a stream that is cut off is dropped.
func TestCutOff(t *testing.T) {
	w := newWriter()
	w.CutOff() // nothing is open
	w.BeginParagraph()
	w.Text([]byte("see http://a.example/ and http://b."))
	w.Inserted([]byte("exam"))
	w.CutOff()
	w.End()
	if got, want := parts(t, w), "\"see http://a.example/ and\\n\"\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestLongParagraph checks that a paragraph that is not held as a whole keeps its words.
func TestLongParagraph(t *testing.T) {
	w := newWriter()
	w.BeginParagraph()
	const n = 100_000
	for i := range n {
		w.Text([]byte("word"))
		w.Text(fmt.Appendf(nil, "%d ", i))
		if w.Ready() && i < n/2 {
			w.CloseLink(w.OpenLink(Link{}))
		}
	}
	w.EndParagraph()
	w.End()
	var words []string
	for p := w.Next(); p != nil; p = w.Next() {
		text, _ := io.ReadAll(p.Content)
		words = append(words, strings.Fields(string(text))...)
		if len(text) > maxParagraph+100 {
			t.Errorf("a part of %d bytes", len(text))
		}
	}
	for i, word := range words {
		if word != fmt.Sprint("word", i) {
			t.Fatalf("word %d is %s", i, word)
		}
	}
	if len(words) != n {
		t.Errorf("%d words", len(words))
	}
}

func FuzzFormula(f *testing.F) {
	f.Add([]byte(`HYPERLINK("a"&CHAR(65)&'b',"c")`))
	f.Fuzz(func(t *testing.T, formula []byte) {
		w := newWriter()
		w.Formula(formula, "")
		w.End()
		parts(t, w)
	})
}
