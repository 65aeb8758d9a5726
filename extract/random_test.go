package extract

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/texts"
)

// A writer makes up text.
type writer struct {
	*rand.Rand
	strings.Builder
	prefix string // of each line
	eol    string
}

func (w *writer) pick(words ...string) string { return words[w.IntN(len(words))] }

func (w *writer) chance(percent int) bool { return w.IntN(100) < percent }

// line ends a line and begins the next one, now and then with another prefix.
func (w *writer) line() {
	w.WriteString(w.eol)
	switch {
	case w.chance(4):
		return
	case w.chance(4):
		w.WriteString(w.pick(">", "> ", ">> ", "| ", "# ", " * ", "JD> ", "12. ", "\x1b[0m", "\t", " "))
	}
	w.WriteString(w.prefix)
}

// text writes a whole text of a few lines.
func (w *writer) text() string {
	w.Reset()
	w.eol = w.pick("\n", "\n", "\n", "\r\n", "\r")
	w.prefix = w.pick("", "", "", "> ", ">", ">> ", "> > ", "| ", ": ", "# ", "// ", " * ", ";; ", "dnl ", "JD> ", "> JD> ", "   ", "\t", "> # ")
	w.WriteString(w.prefix)
	for n := 1 + w.IntN(6); n > 0; n-- {
		if w.chance(6) {
			w.tail()
		}
		w.word()
		switch w.IntN(8) {
		case 0, 1:
			w.line()
		case 2:
			w.line()
			w.line()
		case 3:
		default:
			w.WriteString(w.pick(" ", " ", " ", "  ", "\t", "\u00a0"))
		}
	}
	return w.String()
}

// tail writes lines after which the text is by other authors.
func (w *writer) tail() {
	w.line()
	w.WriteString(w.pick("-- ", "--", "-- x", "-----Original Message-----", "- Original message -", "--forwarded by --", "-",
		strings.Repeat(w.pick("_", "-", "=", "*"), 17+w.IntN(6))+w.pick("", " ", "x")))
	w.line()
	w.WriteString(w.pick("", "", w.eol, "a mailing list", "Mailing-List x", "to Unsubscribe, ", "unsub"))
}

func (w *writer) word() {
	if w.chance(2) {
		w.WriteString(w.pick(specialOctets...))
	}
	switch w.IntN(12) {
	case 0:
		w.WriteString(w.pick("see", "C:\\x", "std::string", "note:", "12:30", "HTTP::Tiny", "<URL:...>", "<URL: see: x>", "user@a.com",
			"<user@a.com>", "a.b", "<b>", "&lt;", "---", "[1]", "(1)", "1)", "2.", "1.", "中文", "。", "\"x\"", "http:", "://", "<", ">", "mailto:", "www.a.com",
			"\f", "-", "é", "\xe9", "\xa0", "\x93", "hxxp://a/", "foo://", "<foo:bar>", "javascript:x", "tel:", "<URL:", "URL:", "URL: "))
	case 1, 2, 3:
		w.wrapped(w.pick("<URL:", "<URL:", "<url:", "<URL: ", "<", "<"))
	case 4:
		w.WriteString(w.pick("URL:", "URL: ", "url:\t", "xURL:", "(URL:"))
		w.url()
	default:
		open := w.pick("", "", "", "", "(", "[", "{", "'", "`", "\"", "*", "_", "~", "**", "__", "``", "“", "「", "x_", "](", "1.", "-", "=", "see", "&lt;", "\\href{", "é")
		w.WriteString(open)
		switch w.IntN(14) {
		case 0, 1:
			w.joined()
		case 2:
			w.wide()
		default:
			w.url()
		}
		w.WriteString(w.pick("", "", "", "", ")", "]", "}", "'", "`", "\"", "*", "_", "~", "**", "__", "''", "”", "」", ".", ",", ";", ":", "!", "?", "...", "…", ").", ")]",
			"'s", "'s.", "|", "@", "-", "–", "—", "&gt;", "&gt", ">", "<br>", "](x)", ",http://b/", ";mailto:a@b", ")(http://c/)", "\\", "。", "，", "、x"))
	}
}

func (w *writer) scheme() string {
	return w.pick("http://", "http://", "https://", "ftp://", "HTTP://", "gopher://", "foo://", "x-y://", "git+ssh://", "file:/", "file:///", "mailto:", "news:", "urn:x:", "tel:+", "magnet:?", "nntp://")
}

func (w *writer) rest() string {
	var b strings.Builder
	for n := w.IntN(8); n > 0; n-- {
		b.WriteString(w.pick("a", "b", "Z", "0", "7", "/", "/", "/x", ".", ".html", "-", "--", "_", "~", "%20", "%", "?", "?q=1", "&", "&amp;", "=", "#", "#f",
			w.pick(specialOctets...), "_\b", "+", ",", ";", ":", "@", "!", "$", "'", "(", ")", "(b)", "[", "]", "[b]", "{", "}", "*", "|", "^", "\\", "\\_", "\\:", "é", "中", "😀", "を", "&#39;", "&#x3E;", "&raquo;", "‐", "–", "\u200d", "。", "\u00ad", "http://c/", "&lt;", "'s", "\xe9"))
	}
	return b.String()
}

func (w *writer) url() {
	w.WriteString(w.scheme())
	w.WriteString(w.pick("a", "a.b", "a-b.c", "a.b:80", "u@a.b", "u:p@a.b", "[::1]", "a_b.c", "10.0.0.1", "é.org", "a-", "", "a:", "a:x", "a:8x", "a.b中", "12345", "a.b.c@d.e"))
	if w.chance(80) {
		w.WriteString(w.pick("/", "/", "/x", "?", "#", ""))
		w.WriteString(w.rest())
	}
}

// joined writes a bare URL broken after a hyphen.
func (w *writer) joined() {
	w.url()
	if w.chance(10) {
		for range 2 + w.IntN(1+w.IntN(36)) { // some more than all readings are given of
			w.WriteString("-")
			w.WriteString(w.eol + w.prefix + "a")
		}
	}
	for n := 1 + w.IntN(2); n > 0; n-- {
		w.WriteString(w.pick("-", "-", "-", "", "\\-", "(-", "‐"))
		w.WriteString(w.pick("", "", " ", "\t", "\x1b[0m"))
		if w.chance(5) {
			w.page()
		} else {
			w.line()
		}
		w.WriteString(w.pick("", "", "", "  ", "> "))
		w.WriteString(w.pick("a", "7", "/", "x.html", "1. x", "1)", "(1)", "[1]", ".", "-", "http://d/", "www.", "URL:http://d/", "_", "é", "?", "&amp;x", ""))
		w.WriteString(w.rest())
	}
}

// wide writes a bare URL that fills its line, or nearly so, and goes on in the next
// one.
func (w *writer) wide() {
	w.url()
	for range 1 + w.IntN(3) {
		if w.chance(60) {
			w.WriteString(strings.Repeat(w.pick("a", "a", "ab/", "é"), 10+w.IntN(70)))
		}
		w.WriteString(w.pick("", "", "", "/", ".", ",", "?a=b", "-"))
		w.WriteString(w.pick("", "", " "))
		w.line()
		w.WriteString(w.pick("a/b", "a", "a.b", "a-b", "a=b", "&a=b", "?a=b", "?a", "a:b", "a/b:", "#a/b", "%a", "//a", "/*a/", "a/----", "a/"+strings.Repeat(w.pick("=", "_", "~", "#", "*"), 4), "http://b/", "<a/b>", "a/\"b", "a_b(c"))
		w.WriteString(w.pick("", "", "", ".", ",", ")", ">", ").", " ", " c", ") c", "]", "'"))
	}
}

func (w *writer) page() {
	w.WriteString(w.eol)
	for n := w.IntN(3); n > 0; n-- {
		w.line()
	}
	if w.chance(50) {
		w.WriteString(w.pick("Page 7", "[Page 7]", "footer http://f/"))
		w.line()
	}
	w.WriteString("\f")
	if w.chance(70) {
		w.line()
	}
	if w.chance(50) {
		w.WriteString(w.pick("RFC 1738", "header"))
		w.line()
		w.line()
	}
	for n := w.IntN(3); n > 0; n-- {
		w.line()
	}
	w.WriteString(w.prefix)
}

// wrapped writes a URL in brackets, broken and damaged in several ways.
func (w *writer) wrapped(open string) {
	w.WriteString(open)
	if w.chance(10) {
		w.WriteString(w.pick(" ", "  "))
		if w.chance(50) {
			w.line()
		}
	}
	whole := w.scheme() + w.pick("a.b", "a", "u:p@a.b", "x-y.z") + "/" + w.rest() + w.rest()
	gaps := w.IntN(6)
	for i, r := range whole {
		if r == utf8.RuneError {
			w.WriteByte(whole[i])
		} else {
			w.WriteRune(r)
		}
		if gaps > 0 && w.chance(12) {
			gaps--
			switch w.IntN(10) {
			case 0:
				w.WriteString(w.pick(" ", "  ", "\t", "\u00a0", "\u3000", "\u200b", "\v"))
			case 1:
				w.WriteString(w.pick("-", "-", "\u00ad", "", " "))
				w.line()
			case 2:
				w.WriteString(w.pick("\x1b[0m", "\x1b[01;31m\x1b[K", "\\", "\\_", "\\>", "<"))
			case 3:
				if w.chance(30) {
					w.page()
				} else {
					w.line()
					w.line()
				}
			default:
				w.line()
				w.WriteString(w.pick("", "", "", "  ", "\t"))
			}
		}
	}
	w.WriteString(w.pick(">", ">", ">", ">", ">", " >", "\n>", "", "\\>", ">>", ">.", "<"))
}

// TestRandom compares scanner and reference on text that is made up by the
// grammar of mail.
func TestRandom(t *testing.T) {
	t.Parallel()
	w, c := &writer{Rand: effort.Rand(t)}, comparison{T: t}
	matches := 0
	n := effort.Rounds(24000)
	for range n {
		in, o := w.text(), defaults
		if w.chance(60) {
			o = randomOptions(w.Rand)
		}
		matches += len(reference([]byte(in), defaults))
		if !c.check(in, o) {
			break
		}
	}
	if n > 1000 && matches < n/2 {
		t.Errorf("%d matches in %d texts: the grammar makes too few", matches, n)
	}
	t.Logf("%d texts, %d matches", n, matches)
}

// soupPieces are the pieces of a soup.
var soupPieces = slices.Concat(specialOctets, strings.Split("http:// http:// https:// ftp:// foo:// mailto: news: file:/ a b x a.b c@d.e / / . - - : ; , ? # & = ( ) [ ] { } ' ` * _ ~ \" < > <URL: <URL: <url: URL: "+
	"\\ \\_ \\/ \\/ http:\\/\\/a \"http:\\/\\/a \"http:\\/\\/a http\\://a \\= \\: \\n \\\" \\u0026 \\u0027 \\u003c \\u003e \\x26 \\xc3\\xa4 \\ud83d \\ude00 \\\\ \\~{} \\%20 \\?b= \\(b\\) | % @ ! &amp; &lt; &gt; &#62; &#39; &apos; &nbsp; &foo; \\f fB \\n ,http://a;b,c ;foo://d **b __ &#39;http://a ´ .b→ [/ 1. 1) > > | # ;; // é 中 中 ： .中 :80 。 」 … \u00ad \u2010 \u200b :$p :{ ::1 :a1 |http://c &shy; #~ \x1b[0m \xe9 \xa0 \x00 'm", " "),
	[]string{"_\b", "h\bh", " ", " ", "\n", "\n", "\r\n", "\n> ", "\n> ", "\n\n", "\n\f\n", "\u00a0", "\"\n\"", "\n\"", "\"\n", "\u2010\n"})

// soup returns up to 24 pieces thrown together.
func soup(rnd *rand.Rand, pieces []string) string {
	var b strings.Builder
	for n := 1 + rnd.IntN(24); n > 0; n-- {
		b.WriteString(pieces[rnd.IntN(len(pieces))])
	}
	return b.String()
}

// TestRandomSoup compares them on pieces thrown together.
func TestRandomSoup(t *testing.T) {
	t.Parallel()
	rnd := effort.Rand(t)
	c := comparison{T: t}
	for range effort.Rounds(30000) {
		text := soup(rnd, soupPieces)
		o := defaults
		if rnd.IntN(2) == 0 {
			o = randomOptions(rnd)
		}
		if !c.check(text, o) {
			break
		}
	}
}

// TestEveryRune compares scanner and reference on every character there is: in
// a wrapper, in a bare URL's host and path, at its end, before it and after a
// quote.
func TestEveryRune(t *testing.T) {
	t.Parallel()
	c := comparison{T: t}
	first := rune(0)
	every := map[effort.Level]int{effort.Short: 400, effort.Normal: 320, effort.Thorough: 40, effort.Long: 1}[effort.Get()]
	for i := 0; first <= utf8.MaxRune; first += 64 {
		i++
		surprising := first>>8 == 0xff || effort.Get() >= effort.Thorough && first <= 0x3100
		if i%every != 0 && !surprising {
			continue
		}
		var b strings.Builder
		for r := first; r < first+64 && r <= utf8.MaxRune; r++ {
			if !utf8.ValidRune(r) {
				continue
			}
			fmt.Fprintf(&b, "\n<URL:http://a/%cb>\nhttp://a%cb/\nhttp://a/b%cc\nhttp://a/b%c %chttp://a/ 'http://a/b'%c\n_%cfoo://x\nhttp://a/-\n%c\n", r, r, r, r, r, r, r, r)
		}
		if !c.check(b.String(), defaults) {
			break
		}
	}
}

// TestFiles compares them on the corpora, with many options, and on more texts if there
// are more.
func TestFiles(t *testing.T) {
	corpora, err := filepath.Glob("../testdata/corpora/*/input")
	rules, _ := filepath.Glob(rulesCorpus + "*.txt")
	if err != nil || len(corpora) == 0 || len(rules) == 0 {
		t.Fatal(err, corpora, rules)
	}
	rnd := effort.Rand(t)
	for _, f := range slices.Concat(corpora, rules) {
		text := readFile(t, f)
		compareParts(t, f, text, defaults)
		for range 2 + effort.Rounds(8) {
			compareParts(t, f, text, randomOptions(rnd))
		}
	}
	for _, text := range texts.More(t, moreText()) {
		compareParts(t, text.Name, text.Data, defaults)
	}
}

// moreText returns how many bytes of other texts are compared, as the reference is slow.
func moreText() int {
	switch effort.Get() {
	case effort.Long:
		return 1 << 30
	case effort.Thorough:
		return 2 << 20
	}
	return 64 << 10
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// compareParts compares on pieces of a text, as the reference is slow.
func compareParts(t *testing.T, name, text string, o *refOptions) {
	t.Helper()
	const size = 8 << 10
	for n := 0; len(text) > 0; n++ {
		end := min(len(text), size)
		if i := strings.LastIndexByte(text[:end], '\n'); i > 0 && end < len(text) {
			end = i + 1
		}
		in := text[:end]
		if _, encoded := charset.Sniff([]byte(in)); !encoded && disagrees(in, o) { // encoded text is for FuzzCharset
			lines := shrink(in, func(s string) bool { return disagrees(s, o) })
			t.Errorf("%s, part %d: %q\nwith %v:%s", name, n, lines, o, differs(lines, o))
		}
		text = text[end:]
	}
}
