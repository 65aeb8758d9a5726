package htmltext

import (
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// An oracle builds the expected output from the tokens of x/net/html's Tokenizer.
type oracle struct {
	all   []string
	fresh bool // a stretch begins
	depth int
	pre   int
	raw   string // the element that encloses raw text
}

func (o *oracle) put(text string) {
	if text == "" {
		return
	}
	if o.fresh || len(o.all) == 0 {
		o.all = append(o.all, strings.Repeat(">", o.depth))
		o.fresh = false
	}
	o.all[len(o.all)-1] += text
}

func (o *oracle) apart(text string) {
	o.fresh = true
	o.put(text)
	o.fresh = true
}

// text outputs text as a browser shows it.
func (o *oracle) text(s string) {
	if o.pre == 0 && (o.raw == "" || o.raw == "title") {
		s = strings.ReplaceAll(s, "\n", " ")
	}
	o.put(invisible.Replace(s))
}

// invisible removes the characters that come only from references in these tests.
var invisible = strings.NewReplacer("\u00AD", "", "\u200B", "")

var isDatum = regexp.MustCompile("^(value|data-.*)$")

// isHTML matches a value with ">" in which a quote is missing.
var isHTML = regexp.MustCompile(`(?s)>$|>.*[< \t\n\f\r]|[< \t\n\f\r].*>`)

// onlyURL matches a datum that is a reference, if it contains one "://".
var onlyURL = regexp.MustCompile(`^[\x00- ]*[A-Za-z][A-Za-z0-9+.-]*:[^ \t\n\r\f"'<>]*[^ \t\n\r\f"'<>.,:;!?)][\x00- ]*$`)

// The elements and attributes of random documents.
var (
	oracleBlocks  = []string{"p", "div", "br", "td", "h1", "li", "blockquote", "pre", "title", "textarea", "hr", "option", "center"}
	oracleInlines = []string{"b", "i", "span", "font", "a", "o:p", "blink", "custom-x", "img"}
	oracleRaw     = []string{"script", "style", "xmp"}
	oracleBound   = []string{"iframe", "noembed", "noframes"} // raw text, which is read as HTML
	oracleRefs    = []string{"href", "src", "cite", "background", "poster", "longdesc"}
	oracleLists   = []string{"ping", "archive"}
	oracleOthers  = []string{"title", "alt", "class", "width", "value", "name", "data-src", "data-b"}
	oracleWords   = []string{"a", "http://u.example/p?a=1", "&amp;", "&lt;", "&gt", "&nbsp;", "&eacute;", "&#8212;", "&#x41;", "&foo;", "&", "\n", "\r\n", "\t", " ", "é", "&NotEqualTilde;", "z-", "&copy=1", "=", "'", "!",
		"&shy;", "&#8203;", "&amp", "&ampamp;", "&lt=", "&LT;", "&notit;", "&not", "&notin;", "&notin", "&para1", "&sect", "&times", "&timesbar;", "&fjlig;", "&semi;",
		"&CounterClockwiseContourIntegral;", "&#x80;", "&#128", "&#0;", "&#xD800;", "&#x110000;", "&#65", "&#X41g", "&#", "&#x", "&;", "日本", "-", "/", "?", "\f"}
	oracleAttributes = slices.Concat(oracleRefs, oracleLists, oracleOthers)
)

func pick(r *rand.Rand, from []string) string { return from[r.IntN(len(from))] }

func words(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(6) {
		b.WriteString(pick(r, oracleWords))
	}
	return b.String()
}

func recase(r *rand.Rand, s string) string {
	if r.IntN(4) == 0 {
		return strings.ToUpper(s)
	}
	return s
}

func startTag(r *rand.Rand, name string) string {
	t := "<" + recase(r, name)
	for _, k := range r.Perm(len(oracleAttributes))[:r.IntN(4)] { // a Tokenizer drops doubles
		t += pick(r, []string{" ", "\n", " \t "}) + recase(r, oracleAttributes[k])
		// A Tokenizer does not distinguish ">" from "&gt".
		switch v := strings.NewReplacer("&lt;", "", "&LT;", "", "&gt", "").Replace(words(r)); r.IntN(5) {
		case 0:
			t += `="` + strings.ReplaceAll(v, "&nbsp;", ">") + `"`
		case 1:
			t += "='" + strings.ReplaceAll(v, "'", `"`) + "'"
		case 2:
			t += "= x" + strings.Map(func(c rune) rune {
				if isWhite(c) {
					return -1
				}
				return c
			}, v)
		case 3:
			t += " = \"" + v + "\""
		}
	}
	return t + pick(r, []string{">", " >", "\n>", " />"})
}

func oracleDocument(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(20) {
		switch r.IntN(8) {
		case 0:
			b.WriteString(startTag(r, pick(r, oracleBlocks[:8])))
		case 1, 2:
			b.WriteString(startTag(r, pick(r, oracleInlines)))
		case 3:
			b.WriteString("</" + recase(r, pick(r, slices.Concat(oracleBlocks, oracleInlines))) + pick(r, []string{">", " >"}))
		case 4:
			b.WriteString("<!-- ." + words(r) + pick(r, []string{"-->", "--!>"}))
		case 5:
			name := pick(r, []string{"script", "style", "xmp", "title", "textarea", "iframe", "noembed", "noframes"})
			b.WriteString(startTag(r, name) + "x" + words(r) + "<b>" + words(r) + "</" + recase(r, name) + ">")
		default:
			b.WriteString(words(r))
		}
	}
	return b.String()
}

// ask returns the expected parts of the document.
func ask(t *testing.T, doc string) []string {
	var o oracle
	o.tokens(t, doc)
	return o.all
}

// tokens adds what is expected for the tokens of a document.
func (o *oracle) tokens(t *testing.T, doc string) {
	z := html.NewTokenizer(strings.NewReader(doc))
	for {
		kind := z.Next()
		token := z.Token()
		switch kind {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				t.Fatal(z.Err())
			}
			return
		case html.TextToken:
			if slices.Contains(oracleBound, o.raw) {
				inner := oracle{fresh: true, all: o.all, depth: o.depth, pre: o.pre}
				inner.tokens(t, token.Data)
				o.all, o.fresh = inner.all, true
				continue
			}
			o.text(token.Data)
		case html.CommentToken:
			o.fresh = true
			o.text(token.Data)
			o.fresh = true
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			o.tag(token, kind == html.EndTagToken)
		}
	}
}

var newlines = strings.NewReplacer("\r\n", "\n", "\r", "\n")

func (o *oracle) tag(token html.Token, end bool) {
	name := token.Data
	if slices.Contains(oracleBlocks, name) || name == "xmp" || name == "iframe" || name == "noframes" {
		if end && o.raw == name {
			o.fresh = true
		}
		o.put("\n")
	}
	for _, a := range token.Attr {
		v := a.Val
		switch {
		case v == "":
		case slices.Contains(oracleRefs, a.Key):
			o.reference(v)
		case slices.Contains(oracleLists, a.Key):
			o.list(v)
		case isDatum.MatchString(a.Key) && onlyURL.MatchString(v) && strings.Count(v, "://") == 1:
			o.reference(v)
		case strings.Contains(v, "://"):
			o.apart(v)
		}
	}
	switch {
	case name == "a" && end:
		o.fresh = true
	case name == "pre" && end:
		o.pre = max(0, o.pre-1)
	case name == "pre":
		o.pre++
	case name == "blockquote" && end:
		o.depth, o.fresh = max(0, o.depth-1), true
	case name == "blockquote":
		o.depth, o.fresh = o.depth+1, true
	case slices.Contains(oracleRaw, name) || slices.Contains(oracleBound, name) || name == "title" || name == "textarea":
		o.fresh = true
		if o.raw = name; end {
			o.raw = ""
		}
	}
}

// list outputs references separated by white space, each in brackets.
func (o *oracle) list(v string) {
	if isHTML.MatchString(v) {
		o.apart(v)
		return
	}
	o.fresh = true
	for _, word := range strings.FieldsFunc(v, isWhite) {
		i := strings.Index(v, word)
		o.put(v[:i])
		o.fresh = true
		o.put("[" + word + "]")
		o.fresh = true
		v = v[i+len(word):]
	}
	o.put(v)
	o.fresh = true
}

func isWhite(c rune) bool { return strings.ContainsRune(" \t\n\r\f", c) }

// reference outputs a reference in brackets.
func (o *oracle) reference(v string) {
	trimmed := strings.TrimFunc(v, func(c rune) bool { return c <= ' ' })
	if trimmed == "" || isHTML.MatchString(v) {
		o.apart(v)
		return
	}
	i := strings.Index(v, trimmed)
	o.apart(v[:i])
	o.apart("[" + trimmed + "]")
	o.apart(v[i+len(trimmed):])
}

// TestTokenizer checks well-formed documents against the Tokenizer of x/net/html.
func TestTokenizer(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	s := new(Scanner)
	for range effort.Rounds(20_000) {
		doc := oracleDocument(r)
		want := ask(t, doc)
		got := scan(s, doc, 1+r.IntN(100))
		// A Tokenizer converts each line break to one LF.
		text := newlines.Replace(strings.Join(got.parts(), "|"))
		if want := strings.Join(want, "|"); text != want {
			t.Fatalf("%q:\n got %q\nwant %q", doc, text, want)
		}
		if f := got.fault(doc); f != "" {
			t.Fatalf("%q: %s", doc, f)
		}
	}
}
