package extract

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/charset"
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
	{Rejoin: RejoinWide, Invalid: true, Kinds: DefaultKinds.With(Email).With(Schemeless)},
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
}

// What is found in ranges of any length is what is found in the whole text.
func TestRanges(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	texts := 60
	if testing.Short() {
		texts = 10
	}
	ranges, wrong := 0, 0
	for k := range texts {
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
