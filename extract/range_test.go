package extract

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// inRanges scans text in ranges of the lengths that length returns, each from a guess,
// and again if the guess was wrong. It returns the matches, the number of ranges that
// were scanned again, and the number of all ranges.
func inRanges(t *testing.T, text string, o *Options, length func() int) (found []Match, again, ranges int) {
	t.Helper()
	r := strings.NewReader(text)
	s, err := NewTextRange(o)
	if err != nil {
		t.Fatal(err)
	}
	scan := func(from State, begin, end int) (found []Match) {
		if err := s.Reset(r, from, int64(begin), int64(end)); err != nil {
			t.Fatal(err)
		}
		for s.Scan() {
			found = append(found, s.Match())
		}
		if s.Err() != nil {
			t.Fatal(s.Err())
		}
		return found
	}
	var state State
	for begin, end := 0, 0; end >= 0 && begin < len(text); begin = end {
		ranges++
		if end = begin + length(); end >= len(text) {
			end = -1
		}
		from := max(0, begin-RangeLead)
		from = strings.LastIndexByte(text[:from], '\n') + 1
		var guess State // nothing is known of the text before
		if begin > 0 && o.SkipPlaces {
			guess = guess.Guess(int64(from), 0)
		} else if begin > 0 {
			guess = guess.Guess(int64(from), int64(strings.Count(text[:from], "\n")))
		}
		list := scan(guess, begin, end)
		if first, ok := s.First(); !ok || first != state {
			again++
			list = scan(state, begin, end)
			if first, ok := s.First(); !ok || first != state {
				t.Fatalf("[%d:%d] a scan from\n%+v begins in\n%+v", begin, end, state, first)
			}
		}
		found = append(found, list...)
		if last, ok := s.Last(); ok {
			state = sent(t, last)
		}
	}
	return found, again, ranges
}

// rangeOptions are the options with which tests scan ranges.
var rangeOptions = []Options{
	{SkipPlaces: true},
	{},
	{SkipPlaces: true, Kinds: DefaultKinds.With(Email).With(Schemeless)},
	{Rejoin: RejoinWide, Validity: InvalidOnly, Kinds: DefaultKinds.With(Email).With(Schemeless)},
	{SkipSignatures: true, SkipQuoted: true},
	{MaxURL: 300, MaxLines: 4},
}

// reaching are pieces of text that reach far, or leave something open.
var reaching = []string{
	"http://a.example/", "<URL:http://a.example/b", ">", "<", " ", "\n", "\r\n", "\n> ", "-- \n", "\n> -- \n", "-\n",
	"http://user:pw@b.example:80/c(d", ")", "joe@c.example", "www.d.example/e.", "mailto:joe@e.example", "see http:", "//f.example/",
	"____________________\n", "mailing list\n", "To unsubscribe", "-----Original Message-----\n", "\n\n", "\x00", "\xE9", "é", "ü",
	"http://g.example/" + strings.Repeat("x", 400), strings.Repeat("word ", 40), "\n" + strings.Repeat("> text\n", 20), "URL: ", "h\bht\bt",
	"<http://h.example/\n  i\n  j\n", "<URL:http://i.example/" + strings.Repeat("\n  mailto:k", 500), "\"", "'", "[", "]", strings.Repeat("a", 5000), strings.Repeat("\n", 30), "\t", "From: x@y.example\n",
	strings.Join(specialOctets, ""), `"http:\/\/j.example\/`, `http:\/\/k.example\/`, `\u0026`, `\n`, `http\://l.example/\=`, `\u003c`, strings.Repeat(`\/m`, 300),
}

// TestRanges checks that ranges of any length have the matches of the whole text.
func TestRanges(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	ranges, wrong := 0, 0
	for k := range effort.Rounds(30) {
		var b strings.Builder
		for b.Len() < 30_000 {
			b.WriteString(reaching[random.IntN(len(reaching))])
			if k%3 > 0 && random.IntN(3) > 0 {
				b.WriteString(" some words\nin lines ")
			}
		}
		text := b.String()
		for _, o := range rangeOptions {
			o.Input = Text
			var want []Match
			for m, err := range Bytes([]byte(text), &o) {
				if err == nil {
					want = append(want, m)
				}
			}
			for _, length := range []int{1 + random.IntN(500), 1000 + random.IntN(9000)} {
				got, again, n := inRanges(t, text, &o, func() int { return length })
				ranges += n
				wrong += again
				if diff := differing(got, want); diff != "" {
					t.Fatalf("text %d, %+v, ranges of %d: %s", k, o, length, diff)
				}
			}
		}
	}
	if wrong == 0 || wrong == ranges {
		t.Errorf("of %d guesses %d were wrong", ranges, wrong)
	}
	t.Logf("of %d guesses %d were wrong", ranges, wrong)
}

// FuzzRanges checks the same for any piece of text, repeated between lines of words, and
// ranges of any lengths.
func FuzzRanges(f *testing.F) {
	for i, piece := range reaching {
		f.Add("see <URL:http://a.example/b\n"+piece, uint16(200*i), []byte{0, uint8(i), 3, 200}, uint8(i))
	}
	f.Fuzz(func(t *testing.T, piece string, between uint16, lengths []byte, option uint8) {
		if len(piece) > RangeLead/4 || len(lengths) == 0 {
			t.Skip()
		}
		const size = 5 * RangeLead / 2
		piece += strings.Repeat("some more words\n", 1+int(between)%RangeLead/16) + "\n"
		text := strings.Repeat(piece, size/len(piece)+1)
		if _, decoded := charset.Sniff([]byte(text)); decoded {
			t.Skip("not searched in ranges")
		}
		o := rangeOptions[int(option)%len(rangeOptions)]
		o.Input = Text
		want, err := all(strings.NewReader(text), &o)
		if err != nil {
			t.Fatal(err)
		}
		i := 0
		got, _, _ := inRanges(t, text, &o, func() int {
			i++
			return size/8 + int(lengths[i%len(lengths)])*size/1000
		})
		if diff := differing(got, want); diff != "" {
			t.Fatalf("%q: %s", piece, diff)
		}
	})
}

func differing(got, want []Match) string {
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || fmt.Sprintf("%+v", got[i]) != fmt.Sprintf("%+v", want[i]) {
			return fmt.Sprintf("match %d:\n%+v\nwant\n%+v", i, slices.Concat(got[min(i, len(got)):], []Match{{}})[0],
				slices.Concat(want[min(i, len(want)):], []Match{{}})[0])
		}
	}
	return ""
}

// TestIndivisible checks that a range is refused if the scan of the whole input has other
// matches, or other places, than scans of ranges would have.
func TestIndivisible(t *testing.T) {
	const plain = "see http://a.example/ and hxxp://b[.]example/\n"
	const message = "From a Thu Jan  1 00:00:00 2004\nFrom: joe@a.example\nSubject: x\n\n"
	inText, inMail := strings.Repeat(plain, 500), strings.Repeat(message+plain+"\n", 200)
	line := func(*Line) bool { return true }
	for _, c := range []struct {
		name     string
		text     string
		o        Options
		messages bool // divided between messages
		refused  bool
	}{
		{"text", inText, Options{}, false, false},
		{"text as such", inText, Options{Input: Text}, false, false},
		{"as mail", inText, Options{Input: Mail}, false, true},
		{"as mbox", inText, Options{Input: Mbox}, false, true},
		{"as HTML", inText, Options{Input: HTML}, false, true},
		{"refanged", inText, Options{Refang: true}, false, true},
		{"lines", inText, Options{Line: line}, false, true},
		{"UTF-16 by option", inUTF16(inText, unicode.BigEndian), Options{Charset: "utf-16"}, false, true},
		{"UTF-16", inUTF16(inText, unicode.LittleEndian), Options{}, false, true},
		{"UTF-16 as text", inUTF16(inText, unicode.LittleEndian), Options{Input: Text}, false, true},
		{"UTF-32", "\xFF\xFE\x00\x00h\x00\x00\x00", Options{}, false, true},
		{"Shift_JIS", inText, Options{Charset: "shift_jis"}, false, true},
		{"koi8-r", inText, Options{Charset: "koi8-r"}, false, false},
		{"mbox", inMail, Options{}, true, false},
		{"mbox as such", inMail, Options{Input: Mbox}, true, false},
		{"mbox as text", inMail, Options{Input: Text}, true, true},
		{"mbox as mail", inMail, Options{Input: Mail}, true, true},
		{"mbox as HTML", inMail, Options{Input: HTML}, true, true},
		{"mbox refanged", inMail, Options{Refang: true}, true, false},
		{"mbox with lines", inMail, Options{Line: line}, true, false},
		{"mbox in Shift_JIS", inMail, Options{Charset: "shift_jis"}, true, true},
		{"mbox as such in Shift_JIS", inMail, Options{Input: Mbox, Charset: "shift_jis"}, true, false},
		{"mbox in UTF-16", inUTF16(inMail, unicode.BigEndian), Options{}, true, true},
	} {
		r := strings.NewReader(c.text)
		half := int64(len(c.text) / 2)
		got, err := inHalves(r, half, &c.o, c.messages)
		if errors.Is(err, ErrIndivisible) != c.refused || err != nil && !c.refused || c.refused && len(got) > 0 {
			t.Errorf("%s: %d matches, error %v", c.name, len(got), err)
		}
		if c.refused {
			continue
		}
		want, err := all(strings.NewReader(c.text), &c.o)
		for i := range want {
			if i < len(got) && got[i].Message != nil && want[i].Message != nil && *got[i].Message == *want[i].Message {
				got[i].Message = want[i].Message
			}
		}
		if diff := differing(got, want); diff != "" || err != nil || len(want) == 0 {
			t.Errorf("%s: %v, %v", c.name, diff, err)
		}
	}
}

// inHalves returns the matches in the halves of r.
func inHalves(r io.ReaderAt, half int64, o *Options, messages bool) (found []Match, err error) {
	collect := func(s *Scanner) error {
		for s.Scan() {
			found = append(found, s.Match())
		}
		return s.Err()
	}
	if messages {
		s, err := NewMessageRange(o)
		if err != nil {
			return nil, err
		}
		if err := cmp.Or(s.Reset(r, Seam{}, half), collect(&s.Scanner)); err != nil {
			return found, err
		}
		if next, ok := s.Next(); ok {
			err = cmp.Or(s.Reset(r, next, -1), collect(&s.Scanner))
		}
		return found, err
	}
	s, err := NewTextRange(o)
	if err != nil {
		return nil, err
	}
	if err := cmp.Or(s.Reset(r, State{}, 0, half), collect(&s.Scanner)); err != nil {
		return found, err
	}
	last, _ := s.Last()
	return found, cmp.Or(s.Reset(r, last, half, -1), collect(&s.Scanner))
}

// sent returns a State that has been a text in between.
func sent(t *testing.T, st State) (got State) {
	t.Helper()
	text, err := st.MarshalText()
	if err == nil {
		err = got.UnmarshalText(text)
	}
	if err != nil || got != st {
		t.Fatalf("%s: %+v, %v; want %+v", text, got, err, st)
	}
	return got
}

// TestNoRange checks that there are no States and no Seam before a scan has come to the
// ends of its range, nor after a scan of the whole input.
func TestNoRange(t *testing.T) {
	const mbox = "From a Thu Jan  1 00:00:00 2004\nFrom: joe@a.example\nSubject: x\n\nhttp://a.example/\n\n"
	r := strings.NewReader(mbox + mbox)
	var text TextRange
	var messages MessageRange
	check := func(how string) {
		t.Helper()
		_, first := text.First()
		_, last := text.Last()
		_, next := messages.Next()
		if first || last || next {
			t.Errorf("%s: %v, %v, %v", how, first, last, next)
		}
	}
	check("zero")
	for range 2 {
		if err := cmp.Or(text.Reset(r, State{}, 0, 10), messages.Reset(r, Seam{}, 10)); err != nil {
			t.Fatal(err)
		}
		check("before the scan")
		for text.Scan() || messages.Scan() {
		}
		_, first := text.First()
		_, last := text.Last()
		_, next := messages.Next()
		if !first || !last || !next {
			t.Errorf("after the scan: %v, %v, %v", first, last, next)
		}
		text.Scanner.Reset(r)
		messages.Scanner.Reset(strings.NewReader(mbox + mbox))
		for text.Scan() || messages.Scan() {
		}
		check("after a scan of the whole")
	}
}

// TestZero checks that a zero Scanner has the default options, and that a zero Evidence
// is empty.
func TestZero(t *testing.T) {
	const text = "see <URL:http://a.example/b-\nc> or http://a.example/bc now"
	want, _ := all(strings.NewReader(text), nil)
	for how, reset := range map[string]func() *Scanner{
		"Scanner": func() *Scanner {
			var s Scanner
			s.Reset(strings.NewReader(text))
			return &s
		},
		"TextRange": func() *Scanner {
			var s TextRange
			s.Reset(strings.NewReader(text), State{}, 0, -1)
			return &s.Scanner
		},
		"MessageRange": func() *Scanner {
			var s MessageRange
			s.Reset(strings.NewReader("From a Thu Jan  1 00:00:00 2004\nSubject: x\n\n"+text), Seam{}, -1)
			return &s.Scanner
		},
	} {
		s := reset()
		n := 0
		for ; s.Scan(); n++ {
			if m := s.Match(); n < len(want) && m.URL != want[n].URL {
				t.Errorf("%s: %s", how, m.URL)
			}
		}
		if n != len(want) || s.Err() != nil {
			t.Errorf("%s: %d matches, want %d, error %v", how, n, len(want), s.Err())
		}
	}
	var e Evidence
	m := want[0]
	if hyphens, open := e.Decide(&m); hyphens != 1 || open != 1 || e.Full() {
		t.Errorf("an empty Evidence: %d of %d open, full %v", open, hyphens, e.Full())
	}
	for i := range want {
		e.Add(&want[i])
	}
	if hyphens, open := e.Decide(&m); hyphens != 1 || open != 0 || e.Full() || m.URL != "http://a.example/bc" {
		t.Errorf("%s: %d of %d open, full %v", m.URL, open, hyphens, e.Full())
	}
}
