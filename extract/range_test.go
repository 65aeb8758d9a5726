package extract

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// inRanges scans text in ranges, of which length says how long each is, each from a
// guess and again if that was wrong. It returns the matches, and how many ranges had
// to be scanned again, of how many.
func inRanges(t *testing.T, text string, o *Options, length func() int) (found []Match, again, ranges int) {
	t.Helper()
	r := strings.NewReader(text)
	s := NewScanner(nil, o)
	scan := func(from State, begin, end int) (found []Match) {
		s.ResetRange(r, from, int64(begin), int64(end))
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
		var guess State // nothing is known of what is before
		if begin > 0 && o.NoPlace {
			guess = guess.Guess(int64(from), 0)
		} else if begin > 0 {
			guess = guess.Guess(int64(from), int64(strings.Count(text[:from], "\n")))
		}
		list := scan(guess, begin, end)
		if first, _ := s.Seams(); first == nil || *first != state {
			again++
			list = scan(state, begin, end)
			if first, _ := s.Seams(); *first != state {
				t.Fatalf("[%d:%d] a scan from\n%+v begins in\n%+v", begin, end, state, *first)
			}
		}
		found = append(found, list...)
		if _, last := s.Seams(); last != nil {
			state = *last
		}
	}
	return found, again, ranges
}

// rangeOptions are those that ranges are scanned with in tests.
var rangeOptions = []Options{
	{NoPlace: true},
	{},
	{NoPlace: true, Kinds: DefaultKinds.With(Email).With(Schemeless)},
	{Rejoin: RejoinWide, Validity: InvalidOnly, Kinds: DefaultKinds.With(Email).With(Schemeless)},
	{NoSignature: true, Unquoted: true},
	{MaxURL: 300, MaxLines: 4},
}

// reaching are pieces of text that reach far, or leave something open.
var reaching = []string{
	"http://a.example/", "<URL:http://a.example/b", ">", "<", " ", "\n", "\r\n", "\n> ", "-- \n", "\n> -- \n", "-\n",
	"http://user:pw@b.example:80/c(d", ")", "joe@c.example", "www.d.example/e.", "mailto:joe@e.example", "see http:", "//f.example/",
	"____________________\n", "mailing list\n", "To unsubscribe", "-----Original Message-----\n", "\n\n", "\x00", "\xE9", "é", "ü",
	"http://g.example/" + strings.Repeat("x", 400), strings.Repeat("word ", 40), "\n" + strings.Repeat("> text\n", 20), "URL: ", "h\bht\bt",
	"<http://h.example/\n  i\n  j\n", "<URL:http://i.example/" + strings.Repeat("\n  mailto:k", 500), "\"", "'", "[", "]", strings.Repeat("a", 5000), strings.Repeat("\n", 30), "\t", "From: x@y.example\n",
	strings.Join(specialOctets, ""),
}

// What is found in ranges of any length is what is found in the whole text.
func TestRanges(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	ranges, wrong := 0, 0
	for k := range effort.Rounds(60) {
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

// FuzzRanges does so with any piece of text, over and over between lines of words, and
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

// TestIndivisible: a range is refused if the scan of the whole input finds something else
// than ranges of it would, or finds it at other places.
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
		s := NewScanner(nil, &c.o)
		var got []Match
		scan := func() {
			t.Helper()
			n := len(got)
			for s.Scan() {
				got = append(got, s.Match())
			}
			if errors.Is(s.Err(), ErrIndivisible) != c.refused || s.Err() != nil && !c.refused || c.refused && len(got) > n {
				t.Errorf("%s: %d matches, error %v", c.name, len(got)-n, s.Err())
			}
		}
		if c.messages {
			var seam Seam
			s.ResetMessages(r, seam, half)
			scan()
			if left := s.Left(); left != nil {
				seam = *left
			}
			s.ResetMessages(r, seam, -1)
		} else {
			var state State
			s.ResetRange(r, state, 0, half)
			scan()
			if _, last := s.Seams(); last != nil {
				state = *last
			}
			s.ResetRange(r, state, half, -1)
		}
		scan()
		if c.refused {
			if first, last := s.Seams(); first != nil || last != nil || s.Left() != nil {
				t.Errorf("%s: a refused range has been left", c.name)
			}
			s.Reset(strings.NewReader(plain))
			if s.Scan(); c.o.Input == Auto && s.Err() != nil {
				t.Errorf("%s: then %v", c.name, s.Err())
			}
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

// TestNoRange: without a range there are no States and no Seams.
func TestNoRange(t *testing.T) {
	const mbox = "From a Thu Jan  1 00:00:00 2004\nFrom: joe@a.example\nSubject: x\n\nhttp://a.example/\n\n"
	r := strings.NewReader(mbox + mbox)
	s := new(Scanner)
	check := func(how string) {
		t.Helper()
		for more := true; more; more = s.Scan() {
			if first, last := s.Seams(); first != nil || last != nil || s.Left() != nil {
				t.Errorf("%s: %v, %v, %v", how, first, last, s.Left())
			}
		}
	}
	if first, last := s.Seams(); first != nil || last != nil || s.Left() != nil {
		t.Error("a zero Scanner has left a range")
	}
	check("zero")
	for range 2 {
		s.Reset(strings.NewReader("see http://a.example/"))
		check("text")
		s.Reset(strings.NewReader(mbox + mbox))
		check("mbox")
		s.ResetMessages(r, Seam{}, 10)
		for s.Scan() {
		}
		if first, last := s.Seams(); first != nil || last != nil || s.Left() == nil {
			t.Errorf("messages: %v, %v, %v", first, last, s.Left())
		}
		s.Reset(strings.NewReader(mbox))
		check("mbox after a range")
		s.ResetRange(r, State{}, 0, 10)
		for s.Scan() {
		}
		if first, last := s.Seams(); first == nil || last == nil || s.Left() != nil {
			t.Errorf("text: %v, %v, %v", first, last, s.Left())
		}
	}
}

// TestZero: a zero Scanner is one with the default options, a zero Evidence an empty one.
func TestZero(t *testing.T) {
	const text = "see <URL:http://a.example/b-\nc> or http://a.example/bc now"
	want, _ := all(strings.NewReader(text), nil)
	for how, reset := range map[string]func(*Scanner){
		"Reset":      func(s *Scanner) { s.Reset(strings.NewReader(text)) },
		"ResetRange": func(s *Scanner) { s.ResetRange(strings.NewReader(text), State{}, 0, -1) },
		"ResetMessages": func(s *Scanner) {
			s.ResetMessages(strings.NewReader("From a Thu Jan  1 00:00:00 2004\nSubject: x\n\n"+text), Seam{}, -1)
		},
	} {
		var s Scanner
		reset(&s)
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
