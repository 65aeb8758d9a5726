package extract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/parse"
)

// all returns the matches of a scan, and its error. It panics if Position returns another
// position than Match.
func all(r io.Reader, o *Options) (found []Match, err error) {
	s := NewScanner(r, o)
	for s.Scan() {
		at, m := s.Position(), s.Match()
		if want := (Position{m.Offset, m.Line, m.Document}); !reflect.DeepEqual(at, want) {
			panic(fmt.Sprintf("%.200q: the position is %+v, want %+v", m.URL, at, want))
		}
		found = append(found, m)
	}
	return found, s.Err()
}

// everything asks for all there is to find.
var everything = &Options{Input: InputText, Documents: documents.All(), Kinds: append(DefaultKinds(), Schemeless, Email)}

// readers are ways in which a text may come.
func readers(rnd *rand.Rand, text string) map[string]io.Reader {
	r := func() io.Reader { return strings.NewReader(text) }
	return map[string]io.Reader{
		"bytes":    iotest.OneByteReader(r()),
		"halves":   iotest.HalfReader(r()),
		"data+EOF": iotest.DataErrReader(r()),
		"random":   &randomReader{r(), rnd},
	}
}

// A randomReader returns a few bytes at a time, or none.
type randomReader struct {
	r   io.Reader
	rnd *rand.Rand
}

func (r *randomReader) Read(p []byte) (int, error) {
	return r.r.Read(p[:min(len(p), r.rnd.IntN(12))])
}

func matchesText(ms []Match) string {
	var b strings.Builder
	for _, m := range ms {
		fmt.Fprintf(&b, "%v %d-%d line %d depth %d %q %q %q\n", m.Kind, m.Offset, m.End, m.Line, m.QuoteDepth, m.URL, m.Text, m.Alternatives)
	}
	return b.String()
}

// TestChunks checks that any split of the input into reads gives the same matches.
func TestChunks(t *testing.T) {
	t.Parallel()
	w := &writer{Rand: effort.Rand(t)}
	for range effort.Rounds(10000) {
		text := w.text()
		want, _ := all(strings.NewReader(text), everything)
		for name, r := range readers(w.Rand, text) {
			got, err := all(r, everything)
			if err != nil || matchesText(got) != matchesText(want) {
				t.Fatalf("%q\n%s gives, with error %v,\n%swant\n%s", text, name, err, matchesText(got), matchesText(want))
			}
		}
	}
}

// TestChunksLong is TestChunks for text longer than the window, so that the window slides
// within a candidate.
func TestChunksLong(t *testing.T) {
	w := &writer{Rand: effort.Rand(t)}
	for range effort.Rounds(30) {
		var b strings.Builder
		for b.Len() < 3*chunk {
			switch w.IntN(8) {
			case 0:
				b.WriteString(strings.Repeat(w.pick("x", " ", "ab ", "\n", "> "), w.IntN(chunk)))
			case 1:
				b.WriteString("<URL:http://a/" + strings.Repeat("b\n", w.IntN(3000)))
			case 2:
				b.WriteString("http://a/" + strings.Repeat("b(", w.IntN(chunk)))
			default:
				b.WriteString(w.text())
			}
		}
		text := b.String()
		want, _ := all(strings.NewReader(text), everything)
		for name, r := range map[string]io.Reader{
			"halves": iotest.HalfReader(strings.NewReader(text)),
			"random": &sizedReader{strings.NewReader(text), w.Rand, 5000},
		} {
			got, _ := all(r, everything)
			if matchesText(got) != matchesText(want) {
				t.Fatalf("%s: %d matches, want %d", name, len(got), len(want))
			}
		}
	}
}

// A sizedReader returns up to max bytes at a time.
type sizedReader struct {
	r   io.Reader
	rnd *rand.Rand
	max int
}

func (r *sizedReader) Read(p []byte) (int, error) {
	return r.r.Read(p[:min(len(p), 1+r.rnd.IntN(r.max))])
}

// TestFault checks that the URLs before an error of the reader are returned, except for
// one that the error cuts off, and then the error.
func TestFault(t *testing.T) {
	fault := errors.New("fault")
	r := io.MultiReader(strings.NewReader("see http://a.example/b and http://c.exam"), iotest.ErrReader(fault))
	found, err := all(r, nil)
	if !errors.Is(err, fault) || len(found) != 1 || found[0].URL != "http://a.example/b" {
		t.Errorf("got %v, %v", found, err)
	}
}

// A breaker breaks URLs as mailers do.
type breaker struct {
	*rand.Rand
	eol string
}

// somewhere returns white space that is not a line break.
func (b *breaker) blank() string {
	return []string{" ", "  ", "\t", " \t ", "\u00a0", "\u3000", "\u200b"}[b.IntN(7)]
}

// prefixes are pairs of prefixes of lines: of the first line, and of the next, which gets
// the number of lines between.
var prefixes = []struct {
	first string
	next  func(lines int) string
}{
	{"", func(int) string { return "" }},
	{"see ", func(int) string { return "      " }},
	{"> ", func(int) string { return "> " }},
	{">> > ", func(int) string { return ">> > " }},
	{">> ", func(n int) string { return []string{">> ", "> ", ">>", ""}[n%4] }},
	{"| > : ", func(int) string { return "| > : " }},
	{";; ", func(int) string { return ";; " }},
	{"# ", func(int) string { return "# " }},
	{"\t// ", func(int) string { return "\t// " }},
	{"/* ", func(int) string { return " * " }},
	{"> % ", func(int) string { return "> % " }},
	{"-- ", func(int) string { return "-- " }},
	{"!! ", func(int) string { return "!! " }},
	{"''' ", func(int) string { return "''' " }},
	{"dnl ", func(int) string { return "dnl " }},
	{`.\" `, func(int) string { return `.\" ` }},
	{"REM ", func(int) string { return "REM " }},
	{"int x; // ", func(int) string { return "       // " }},
	{"JD> ", func(int) string { return "JD> " }},
	{"> JD> ", func(int) string { return "> JD> " }},
	{"  7. ", func(n int) string { return fmt.Sprintf("  %d. ", 7+n) }},
	{"\u00a098.\u00a0", func(n int) string { return fmt.Sprintf("\u00a0%d.\u00a0", 98+n) }},
}

// wrap puts a URL between "<URL:" and ">", broken.
func (b *breaker) wrap(url string) string {
	var w strings.Builder
	prefix := prefixes[b.IntN(len(prefixes))]
	lines, runs := 0, 3
	brk := func() {
		if b.IntN(3) == 0 {
			w.WriteString(b.blank())
		}
		lines++
		w.WriteString(b.eol + prefix.next(lines))
		if b.IntN(3) == 0 {
			w.WriteString("  ")
		}
	}
	w.WriteString(prefix.first)
	w.WriteString([]string{"<URL:", "<url:", "<Url: "}[b.IntN(3)])
	if b.IntN(4) == 0 {
		brk()
	}
	percent := []int{0, 3, 10, 40}[b.IntN(4)]
	colon := strings.IndexByte(url, ':')
	for i, r := range url {
		w.WriteRune(r)
		switch {
		case b.IntN(100) >= percent:
		case i == colon && strings.HasPrefix(url, "foo"):
			// No wrapper opens where white space follows the colon of a scheme
			// that is not known.
		case i+utf8.RuneLen(r) == len(url) && prefix.first == ">> ":
			// A ">" alone on a line of less depth is a quote mark.
		case i > colon && runs > 0 && b.IntN(3) == 0:
			runs--
			w.WriteString(b.blank())
		default:
			brk()
		}
	}
	w.WriteString(">")
	return w.String()
}

// urls are the pieces of random URLs, scheme by scheme.
var urls = []struct{ scheme, chars string }{
	{"http://h.example/", "abZ09$-_.+!*'(),/;:@&=%20"},
	{"https://h.example:8080/", "ab/?&=~-.#"},
	{"ftp://u:p@h.example/", "ab/?:@&=-.%2F"},
	{"gopher://h.example/1", "ab/?;%09-"},
	{"mailto:a", "b@c.-_%"},
	{"news:a.b", "c.-_+"},
	{"nntp://h.example/a.b", "c.-_"},
	{"telnet://u@h.exam", "ple-"},
	{"wais://h.example/a", "b-?"},
	{"file://localhost/", "ab/-."},
	{"prospero://h.example//", "ab/-;f=v"},
	{"foo+bar://h/", "ab-{}|^[]`é中"},
	{"urn:isbn:", "0-9a"},
}

// url returns one that is valid at the lenient level.
func (b *breaker) url() string {
	for {
		kind := urls[b.IntN(len(urls))]
		chars := []rune(kind.chars)
		u := kind.scheme
		for n := b.IntN(60); n > 0; n-- {
			u += string(chars[b.IntN(len(chars))])
		}
		if _, err := parse.Parse(u, parse.Lenient); err == nil && !strings.HasSuffix(u, ":") {
			return u
		}
	}
}

// TestWrappedComesBack checks that any valid URL that is broken inside a wrapper is
// rejoined. If a break follows a hyphen, it is the URL or one of its alternatives.
func TestWrappedComesBack(t *testing.T) {
	t.Parallel()
	b := &breaker{Rand: effort.Rand(t)}
	for range effort.Rounds(40000) {
		b.eol = []string{"\n", "\n", "\r\n", "\r"}[b.IntN(4)]
		url := b.url()
		text := b.wrap(url) + " and more"
		found, err := all(strings.NewReader(text), nil)
		if err != nil || len(found) != 1 || found[0].Kind != Wrapped || found[0].URL != url {
			t.Fatalf("%q\ngives, with error %v,\n%swant %q", text, err, matchesText(found), url)
		}
		// A typesetter may have put one of the hyphens there.
		if i := strings.IndexByte(url, '-'); i > 0 && found[0].Alternatives != nil && strings.Count(url, "-") == 1 {
			if dropped := url[:i] + url[i+1:]; found[0].Alternatives[0] != dropped {
				t.Fatalf("%q: alternatives %q, want %q", text, found[0].Alternatives, dropped)
			}
		}
	}
}

// TestOrder checks that matches do not overlap and are in the order of their offsets, and
// that their text is the input from offset to end.
func TestOrder(t *testing.T) {
	w := &writer{Rand: effort.Rand(t)}
	for range effort.Rounds(20000) {
		text := w.text()
		found, _ := all(strings.NewReader(text), everything)
		checkOrder(t, text, found)
	}
}

// checkOrder checks the order of the matches in a text that is not decoded.
func checkOrder(t *testing.T, text string, found []Match) {
	t.Helper()
	var at int64
	for _, m := range found {
		if m.Offset < at || m.End <= m.Offset || m.End > int64(len(text)) {
			t.Fatalf("%q: match at %d-%d behind %d", text, m.Offset, m.End, at)
		}
		raw := m.Raw
		if raw == "" {
			raw = m.Text
		}
		if raw != text[m.Offset:m.End] {
			t.Fatalf("%q: text at %d-%d is %q", text, m.Offset, m.End, raw)
		}
		if line := int64(strings.Count(text[:m.Offset], "\n")) + 1; m.Line != line {
			t.Fatalf("%q: match at %d is in line %d, got %d", text, m.Offset, line, m.Line)
		}
		at = m.End
	}
}

// TestRoundTrip checks that URLs that are printed between "<URL:" and ">" are found
// again.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	w := &writer{Rand: effort.Rand(t)}
	for range effort.Rounds(20000) {
		if text := w.text(); !colouredReference.MatchString(text) {
			checkRoundTrip(t, text, nil)
		}
	}
}

// colouredReference matches a character reference with a colour sequence in it. It is not read as a reference, but the
// URL, which has no colours, has one.
var colouredReference = regexp.MustCompile(`&[#0-9A-Za-z]*\x1b`)

func checkRoundTrip(t *testing.T, text string, o *Options) {
	t.Helper()
	found, _ := all(strings.NewReader(text), o)
	var printed, want strings.Builder
	for _, m := range found {
		fmt.Fprintf(&printed, "<URL:%s>\n", m.URL)
		fmt.Fprintln(&want, m.URL)
	}
	again, _ := all(strings.NewReader(printed.String()), o)
	var got strings.Builder
	for _, m := range again {
		fmt.Fprintln(&got, m.URL)
	}
	if got.String() != want.String() {
		t.Fatalf("%q\nprinted\n%sgives\n%s", text, printed.String(), got.String())
	}
}

// An endless reader returns a text over and over, up to n bytes.
type endless struct {
	head string
	text []byte
	at   int
	n    int
}

func (e *endless) Read(p []byte) (int, error) {
	if e.head != "" {
		n := copy(p, e.head)
		e.head = e.head[n:]
		return n, nil
	}
	if e.n <= 0 {
		return 0, io.EOF
	}
	k := 0
	for k < len(p) && k < e.n {
		n := copy(p[k:min(len(p), e.n)], e.text[e.at:])
		e.at = (e.at + n) % len(e.text)
		k += n
	}
	e.n -= k
	return k, nil
}

// TestResetMemory checks that the working memory of a Scanner is allocated once, also if
// the kind of input is known only after the first read. The window of a mailbox alone is
// 192 KiB, many times the size of most messages of a Maildir.
func TestResetMemory(t *testing.T) {
	const runs, most = 100, 4 << 10
	s := NewScanner(nil, nil)
	var before, after runtime.MemStats
	for i := range 1 + runs {
		if i == 1 {
			runtime.ReadMemStats(&before)
		}
		s.Reset(strings.NewReader("From: ann@a.example\nTo: bob@b.example\n\nsee http://u.example/p\n"))
		for s.Scan() {
		}
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / runs; n > most {
		t.Errorf("%d bytes are allocated for each message, want no more than %d", n, most)
	}
}

// TestCertain checks that a match is returned as soon as the byte is read that makes it
// certain, without a further read.
func TestCertain(t *testing.T) {
	for _, c := range []struct{ text, url string }{
		{"http://a/b ", "http://a/b"},
		{"http://a/b\n", "http://a/b"},
		{"(http://a/b)", "http://a/b"},
		{"see \"http://a/b\"", "http://a/b"},
		{"\"http://a/b\" c", "http://a/b"},
		{"\"http://a/b\"\nc", "http://a/b"},
		{"<http://a/b>", "http://a/b"},
		{"<URL:http://a/b>", "http://a/b"},
		{"<URL:http://a/\nb>", "http://a/b"},
		{"> <URL:http://a/\n> b>", "http://a/b"},
		{"http://a/b-\n(", "http://a/b-"},
		{"<URL:http://a/b c d e f", "http://a/b"},
		{"<URL:http://a/" + strings.Repeat("x", 5000) + ">", "http://a/" + strings.Repeat("x", 5000)},
		{"http://a/" + strings.Repeat("x", 5000) + " ", "http://a/" + strings.Repeat("x", 5000)},
	} {
		blocked := errors.New("read beyond what is certain")
		r := io.MultiReader(iotest.OneByteReader(strings.NewReader(c.text)), iotest.ErrReader(blocked))
		s := NewScanner(r, nil)
		if !s.Scan() || s.Match().URL != c.url || s.Err() != nil {
			t.Errorf("%.60q: got %.60q, %v", c.text, s.Match().URL, s.Err())
		}
	}
}

// TestCertainInMail checks the same for mail that may still continue, with the text that
// has arrived at once.
func TestCertainInMail(t *testing.T) {
	for _, mail := range []string{
		"From: ann@a.example\nTo: bob@b.example\n\nsee http://a/b\n",
		"From: ann@a.example\nSubject: http://a/b\n\nx\n",
		"From a@b Mon Jan  5 12:00:00 2015\nFrom: ann@a.example\n\nsee http://a/b\n",
		"From: ann@a.example\nContent-Transfer-Encoding: quoted-printable\n\nsee http://a=\n/b\n",
		"From: ann@a.example\nTo: bob@b.example\nContent-Type: text/html\n\n<img src='http://a/b'>x\n",
		"From: ann@a.example\nTo: bob@b.example\nContent-Type: text/html\n\n<a href='http://a/b'>x</a>\n",
	} {
		s := NewScanner(&waiting{strings.NewReader(mail)}, nil)
		if !s.Scan() || s.Match().URL != "http://a/b" {
			t.Errorf("%q: got %q", mail, s.Match().URL)
		}
	}
}

// A waiting reader panics where it would have to wait for more: an error would
// be kept until all before it has been given.
type waiting struct{ *strings.Reader }

func (w *waiting) Read(p []byte) (int, error) {
	if w.Len() == 0 {
		panic("read beyond what is certain")
	}
	return w.Reader.Read(p)
}

// TestInputOffset checks that the Scanner has come to the end of the match that it
// found, and at last to the end of the input.
func TestInputOffset(t *testing.T) {
	const found = "see <URL:http://a.example/b> and http://b.example/c.\n"
	for what, text := range map[string]string{
		"text":   found + found,
		"UTF-16": "\xfe\xff\x00" + strings.Join(strings.Split(found, ""), "\x00"),
		"mail":   "From: ann@a.example\nSubject: " + found + "\n" + found,
		"HTML":   "<html><a href='http://a.example/b'>" + found,
	} {
		s := NewScanner(strings.NewReader(text), nil)
		n := 0
		for ; s.Scan(); n++ {
			if m := s.Match(); s.InputOffset() < m.End || s.InputOffset() > m.End+1 {
				t.Errorf("%s: the match ends at %d, the Scanner is at %d", what, m.End, s.InputOffset())
			}
		}
		if n < 2 || s.InputOffset() != int64(len(text)) {
			t.Errorf("%s: %d matches; at the end the Scanner is at %d of %d", what, n, s.InputOffset(), len(text))
		}
	}
}

// FuzzScanner checks, for any text, that any split of it into reads gives the same
// matches; that they are in order and at their places, if the text is not decoded; and
// that they are found again in the output.
func FuzzScanner(f *testing.F) {
	for _, seed := range []string{
		"see <URL:ftp://info.cern.ch/pub/www/doc;\n      type=d> but",
		"> http://libcec.pulse-\n> eight.com/) for",
		"<URL:http://a/b\n\nFooter [1]\n\f\nHeader\n\nc>",
		"'http://a/it's' _http://b/_ *http://c/* (http://d/(e))",
		"mailto:a@b news:c.d tel:+12345 urn:x:y file:/z <a@b.example> www.c.example",
		"_\bh_\bt_\bt_\bp_\b:_\b/_\b/_\ba \x1b[4mhttp://a\x1b[m",
		"\xff\xfeh\x00t\x00t\x00p\x00:\x00/\x00/\x00a\x00",
		"http://a/b\xe9 \x93http://c/\x94",
	} {
		f.Add([]byte(seed), uint8(3))
	}
	f.Fuzz(func(t *testing.T, text []byte, n uint8) {
		want, err := all(bytes.NewReader(text), everything)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range want {
			if m.Offset < 0 || m.End > int64(len(text)) || m.Offset >= m.End || m.URL == "" {
				t.Fatalf("%+v", m)
			}
		}
		if _, decoded := charset.Sniff(text); !decoded {
			checkOrder(t, string(text), want)
		}
		got, err := all(&sizedReader{bytes.NewReader(text), rand.New(rand.NewPCG(uint64(n), 0)), int(n) + 1}, everything)
		if err != nil || matchesText(got) != matchesText(want) {
			t.Fatalf("in pieces, with error %v:\n%swhole:\n%s", err, matchesText(got), matchesText(want))
		}
		checkRoundTrip(t, string(text), &Options{Input: InputText})
	})
}
