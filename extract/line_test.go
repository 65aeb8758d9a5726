package extract

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// markedLines scans with every URL marked, and returns the lines that were reported: the parts
// of URLs between ⟦ and ⟧.
func markedLines(r io.Reader, o Options) string {
	var b strings.Builder
	o.Line = func(l *Line) bool {
		fmt.Fprintf(&b, "%d %d ", l.Number, l.Offset)
		if l.First {
			b.WriteString("first ")
		}
		if l.CutBefore {
			b.WriteString("…")
		}
		from := 0
		for _, u := range l.URLs {
			fmt.Fprintf(&b, "%s⟦%s⟧", l.Text[from:u.From], l.Text[u.From:u.To])
			from = u.To
		}
		b.Write(l.Text[from:])
		if l.CutAfter {
			b.WriteString("…")
		}
		if l.Joined {
			b.WriteString(" joined")
		}
		b.WriteByte('\n')
		return true
	}
	s := NewScanner(r, &o)
	for s.Scan() {
		s.Mark()
	}
	return b.String()
}

func TestLines(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"nothing", "a\n\nb", "1 0 first a\n2 2 \n3 3 b\n"},
		{"empty", "", ""},
		{"two in a line", "see http://a/ and\r\n<URL:http://b/>, <http://c/>\r\nx\r\n",
			"1 0 first see ⟦http://a/⟧ and\n2 19 <URL:⟦http://b/⟧>, <⟦http://c/⟧>\n3 49 x\n"},
		{"in a wrapper", "> see <URL: http://a/\n>  b\n> c> d\n",
			"1 0 first > see <URL: ⟦http://a/⟧ joined\n2 22 >  ⟦b⟧ joined\n3 27 > ⟦c⟧> d\n"},
		{"none of it in the first line", "<URL:\n  http://a/>\n", "1 0 first <URL:\n2 6   ⟦http://a/⟧>\n"},
		{"an angle at the end of a line", "x <\n> y <\nhttp://a/>\n", "1 0 first x <\n2 4 > y <\n3 10 ⟦http://a/⟧>\n"},
		{"behind a hyphen", "> http://a/b-\n> c d\n", "1 0 first > ⟦http://a/b-⟧ joined\n2 14 > ⟦c⟧ d\n"},
		{"over a page", "URL <http://a/b\n\nFooter [1]\n\f\nHeader\n\nc>\n",
			"1 0 first URL <⟦http://a/b⟧ joined\n2 16  joined\n3 17 Footer [1] joined\n4 28 \f joined\n5 30 Header joined\n6 37  joined\n7 38 ⟦c⟧>\n"},
		{"two over lines", "<http://a/\nb> <http://c/\nd> <http://e/>\n",
			"1 0 first <⟦http://a/⟧ joined\n2 11 ⟦b⟧> <⟦http://c/⟧ joined\n3 25 ⟦d⟧> <⟦http://e/⟧>\n"},
		{"octets that are not UTF-8", "\xe4\xf6 http://a/\xe9 \xfc\n", "1 0 first äö ⟦http://a/é⟧ ü\n"},
		{"UTF-16", "\xfe\xff\x00x\x00\n\x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00/", "1 0 first \ufeffx\n2 6 ⟦http://a/⟧\n"},
	} {
		for name, r := range readers(rand.New(rand.NewPCG(1, 2)), c.text) {
			if got := markedLines(r, Options{}); got != c.want {
				t.Errorf("%s, %s: got\n%swant\n%s", c.name, name, got, c.want)
			}
		}
	}
}

// TestLinesOfMail checks that header fields and bodies are separate texts, and decoded.
func TestLinesOfMail(t *testing.T) {
	const mail = "From: ann@a.example\nSubject: =?utf-8?q?caf=C3=A9?=\n http://a/\nMIME-Version: 1.0\n" +
		"Content-Type: multipart/mixed; boundary=x\n\n--x\nContent-Transfer-Encoding: quoted-printable\n\n" +
		"one=20two\nsee http://b/=\nc now\n--x\nContent-Type: text/html\n\n<p>see <a href='http://c/'>this</a> here<br>http://d/\n--x--\n"
	const want = `2 20 first Subject: café ⟦http://a/⟧
10 172 first one two
11 182 see ⟦http://b/c⟧ now
16 235 first see ⟦this⟧ here
16 276 ⟦http://d/⟧
`
	if got := markedLines(strings.NewReader(mail), Options{Input: InputMail}); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// linePieces are pieces of lines.
var linePieces = slices.Concat(specialOctets, strings.Split("http:// a b.example / - < > <URL: URL: www. @ &lt; \" ( ) [ ] \x1b[0m _\b > # // é \xe9 :/ : .", " "),
	[]string{" ", "\n", "\n", "\n> ", "\n\n", "\n\f\n", "\r\n"})

// TestLineChunks checks that any split of the input into reads gives the same lines, with
// every URL marked.
func TestLineChunks(t *testing.T) {
	t.Parallel()
	rnd := effort.Rand(t)
	text, mail := &writer{Rand: rnd}, &mailWriter{Rand: rnd}
	for range effort.Rounds(1000) {
		checkLineChunks(t, rnd, text.text(), everyKind(InputText))
		mail.eol = mail.pick("\n", "\n", "\r\n", "\r")
		checkLineChunks(t, rnd, mail.message(2), everyKind([]Input{InputAuto, InputMail, InputMbox, InputHTML}[rnd.IntN(4)]))
		checkLineChunks(t, rnd, soup(rnd, linePieces)+soup(rnd, linePieces), everyKind(InputText))
	}
}

func checkLineChunks(t *testing.T, rnd *rand.Rand, text string, o *Options) {
	t.Helper()
	o.Refang = rnd.IntN(4) == 0
	if rnd.IntN(4) == 0 {
		o.Rejoin = RejoinWide
	}
	want := markedLines(strings.NewReader(text), *o)
	for name, r := range readers(rnd, text) {
		if got := markedLines(r, *o); got != want {
			t.Fatalf("%q, %s: got\n%swant\n%s", text, name, got, want)
		}
	}
	marked := map[int]bool{}
	lined := *o
	lined.Line = func(l *Line) bool {
		for _, m := range l.Marks {
			marked[m] = true
		}
		return true
	}
	n := 0
	for s := NewScanner(strings.NewReader(text), &lined); s.Scan(); n++ {
		s.Mark()
	}
	if n != len(marked) {
		t.Fatalf("%q: %d URLs are marked, want %d, in\n%s", text, len(marked), n, want)
	}
}

// TestLinesWhole checks that all lines together are the text, in any split of the input
// into reads, and that the marked spans are the URLs.
func TestLinesWhole(t *testing.T) {
	rnd := effort.Rand(t)
	b := &breaker{Rand: rnd}
	for range effort.Rounds(1000) {
		b.eol = []string{"\n", "\r\n"}[rnd.IntN(2)]
		var text, urls strings.Builder
		for range 1 + rnd.IntN(4) {
			url := b.url()
			text.WriteString(b.wrap(url) + " and more" + b.eol)
			urls.WriteString(url + "\n")
			if rnd.IntN(10) == 0 {
				text.WriteString(strings.Repeat("x ö", rnd.IntN(2*maxLine)) + b.eol)
			}
		}
		first := markedLines(strings.NewReader(text.String()), Options{})
		checkLines(t, text.String(), urls.String())
		for name, r := range readers(rnd, text.String()) {
			if name == "bytes" && text.Len() > 2*maxLine {
				continue // too slow for so many
			}
			if got := markedLines(r, Options{}); got != first {
				t.Fatalf("%q, %s: got\n%swant\n%s", text.String(), name, got, first)
			}
		}
	}
}

// checkLines scans text, and compares its lines and the spans marked in them.
func checkLines(t *testing.T, text, urls string) {
	t.Helper()
	var whole, marked []byte
	s := NewScanner(strings.NewReader(text), &Options{Line: func(l *Line) bool {
		if len(l.Text) > maxLine {
			t.Fatalf("%q: a line of %d bytes", text, len(l.Text))
		}
		whole = append(whole, l.Text...)
		if !l.CutAfter {
			whole = append(whole, '\n')
		}
		for i, u := range l.URLs {
			marked = append(marked, l.Text[u.From:u.To]...)
			if i < len(l.URLs)-1 || !l.Joined {
				marked = append(marked, '\n')
			}
		}
		return true
	}})
	for s.Scan() {
		s.Mark()
	}
	want := strings.ReplaceAll(text, "\r\n", "\n")
	if !strings.HasSuffix(want, "\n") {
		want += "\n"
	}
	if string(whole) != want {
		t.Fatalf("got the lines\n%q\nof\n%q", whole, want)
	}
	// White space within a line is no part of a URL, but marked with it.
	if got := withoutBlanks(marked); got != urls {
		t.Fatalf("%q: marked is\n%swant\n%s", text, got, urls)
	}
}

func withoutBlanks(b []byte) string {
	return strings.NewReplacer(" ", "", "\t", "", "\u00a0", "", "\u3000", "", "\u200b", "").Replace(string(b))
}

// TestLongLine checks that a line that is too long is divided into pieces. They divide
// neither characters nor URLs, except for URLs that are too long themselves.
func TestLongLine(t *testing.T) {
	rnd := effort.Rand(t)
	for range effort.Rounds(200) {
		var text strings.Builder
		for text.Len() < 200<<10 {
			text.WriteString(strings.Repeat("ö ", rnd.IntN(maxLine)) + "http://a.example/" + strings.Repeat("y", rnd.IntN(100)))
		}
		n := 0
		s := NewScanner(strings.NewReader(text.String()), &Options{Line: func(l *Line) bool {
			for _, u := range l.URLs {
				if !bytes.HasPrefix(l.Text[u.From:], []byte("http://a.example/")) {
					t.Fatalf("%q is no whole URL", l.Text[u.From:u.To])
				}
				n++
			}
			if !utf8.Valid(l.Text) || l.First == l.CutBefore || l.Joined {
				t.Fatalf("%+v", l)
			}
			return true
		}})
		found := 0
		for s.Scan() {
			s.Mark()
			found++
		}
		if n != found {
			t.Fatalf("%d URLs are marked, want %d", n, found)
		}
	}
	long := "http://a/" + strings.Repeat("z", 2*maxLine)
	got := markedLines(strings.NewReader("x "+long+" y"), Options{})
	want := fmt.Sprintf("1 0 first x …\n1 2 …⟦%s⟧… joined\n1 %d …⟦%s⟧… joined\n1 %d …⟦%s⟧ y\n",
		long[:maxLine], maxLine+2, long[maxLine:2*maxLine], 2*maxLine+2, long[2*maxLine:])
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestLineAtOnce checks that a line is reported as soon as it has ended, without a
// further read, and that nothing is read after the caller wants no more lines.
func TestLineAtOnce(t *testing.T) {
	for _, text := range []string{"see http://a/ now\n", "see <URL:http://a/> now\n", "<b>see</b> http://a/ <b>\n", "see http://a/\n"} {
		s := NewScanner(&waiting{strings.NewReader(text)}, &Options{Line: func(l *Line) bool { return len(l.URLs) == 0 }})
		for s.Scan() {
			s.Mark()
		}
		if s.Err() != nil || s.Scan() || s.URL() != nil {
			t.Errorf("%q: the scan goes on", text)
		}
	}
}

// TestPassIsLinear checks that the marks of a URL on many lines are moved no more often,
// all in all, than there are marks.
func TestPassIsLinear(t *testing.T) {
	const lines = 5000
	var l lineReporter
	for i := range int64(lines) {
		l.marks = append(l.marks, mark{from: 10 * i, to: 10*i + 9})
	}
	moved := 0
	for i := range int64(lines) {
		before := len(l.marks)
		l.at = 10 * (i + 1)
		if l.dropMarks(); len(l.marks) < before {
			moved += len(l.marks)
		}
	}
	if len(l.marks) > 0 || moved > lines {
		t.Errorf("%d marks are left, and marks were moved %d times", len(l.marks), moved)
	}
}
