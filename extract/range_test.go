package extract

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"golang.org/x/text/encoding/unicode"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// inRanges scans an input in ranges of the lengths that length returns, each from a guess,
// and again if the guess was wrong. It returns the matches, the number of wrong guesses, and
// the number of ranges.
func inRanges(t *testing.T, text string, o *Options, length func() int) (found []Match, wrong, ranges int) {
	t.Helper()
	r := strings.NewReader(text)
	surveyor, err := NewSurveyor(r, o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := NewRange(o)
	if err != nil {
		t.Fatal(err)
	}
	scan := func(from Checkpoint, begin, end int) (found []Match, first Checkpoint) {
		if err := s.Reset(r, sent(t, from), int64(begin), int64(end)); err != nil {
			t.Fatalf("[%d:%d] from %+v: %v", begin, end, from, err)
		}
		for s.Scanner().Scan() {
			found = append(found, s.Scanner().Match())
		}
		if s.Scanner().Err() != nil {
			t.Fatal(s.Scanner().Err())
		}
		first, ok := s.First()
		if !ok {
			t.Fatalf("[%d:%d] a scan from %v has no beginning", begin, end, from)
		}
		return found, first
	}
	var at Checkpoint
	var before Survey
	for begin, end := 0, 0; end >= 0 && begin < len(text); begin = end {
		ranges++
		if end = begin + length(); end >= len(text) {
			end = -1
		}
		survey, err := surveyor.Survey(int64(begin), int64(end))
		if err != nil {
			t.Fatal(err)
		}
		guess, guessed := sent(t, survey).Guess(sent(t, before))
		before = before.Add(survey)
		var list []Match
		var first Checkpoint
		if guessed {
			list, first = scan(guess, begin, end)
		}
		if !guessed || first != at {
			if list, first = scan(at, begin, end); first != at {
				t.Fatalf("[%d:%d] a scan from\n%+v begins in\n%+v", begin, end, at, first)
			}
			if guessed || len(list) > 0 {
				wrong++
			}
		}
		found = append(found, list...)
		last, ok := s.Last()
		if !ok {
			return found, wrong, ranges
		}
		at = last
		before = before.Add(at.Correction(before))
	}
	return found, wrong, ranges
}

// rangeOptions are the options with which tests scan ranges.
var rangeOptions = []Options{
	{SkipPlaces: true},
	{},
	{SkipPlaces: true, Kinds: append(DefaultKinds(), Email, Schemeless)},
	{Rejoin: RejoinWide, Validity: InvalidOnly, Kinds: append(DefaultKinds(), Email, Schemeless)},
	{SkipSignatures: true, SkipQuoted: true},
	{MaxURL: 300, MaxLines: 4},
	{SkipPlaces: true, Rejoin: RejoinTerminal},
	{Rejoin: RejoinBlanks},
	{Rejoin: RejoinWide | RejoinBlanks, MaxURL: 300, MaxLines: 4, SkipPlaces: true},
}

// reaching are pieces of text that reach far, or leave something open.
var reaching = []string{
	"http://a.example/", "<URL:http://a.example/b", ">", "<", " ", "\n", "\r\n", "\n> ", "-- \n", "\n> -- \n", "-\n",
	"http://user:pw@b.example:80/c(d", ")", "joe@c.example", "www.d.example/e.", "mailto:joe@e.example", "see http:", "//f.example/", "https: //doi. org/ 10. 1007/ ", "http://www.", "/ ",
	"____________________\n", "mailing list\n", "To unsubscribe", "-----Original Message-----\n", "\n\n", "\x00", "\xE9", "é", "ü",
	"http://g.example/" + strings.Repeat("x", 400), strings.Repeat("word ", 40), "\n" + strings.Repeat("> text\n", 20), "URL: ", "h\bht\bt",
	"<http://h.example/\n  i\n  j\n", "<URL:http://i.example/" + strings.Repeat("\n  mailto:k", 500), "\"", "'", "[", "]", strings.Repeat("a", 5000), strings.Repeat("\n", 30), "\t", "From: x@y.example\n",
	strings.Join(specialOctets, ""), `"http:\/\/j.example\/`, `http:\/\/k.example\/`, `\u0026`, `\n`, `http\://l.example/\=`, `\u003c`, strings.Repeat(`\/m`, 300),
	"│ http://m.example/" + strings.Repeat("n", 40) + " │\n│ " + strings.Repeat("o", 57) + " │\n", "\n" + strings.Repeat("a row that is as long as the URL's\n", 9) + "see there: http://p.example/qrstuv\n",
	strings.Repeat(strings.Repeat("q", 34)+"\n", 20), "see there: https://\n",
}

// TestLayoutRanges is TestRanges for layouts of terminals.
func TestLayoutRanges(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(5, 6))
	for range effort.Rounds(40) {
		var b strings.Builder
		for b.Len() < 20_000 {
			random := shownBroken
			if rnd.IntN(3) == 0 {
				random = shownWhole
			}
			b.WriteString(random(rnd).text)
		}
		text := b.String()
		o := &Options{Input: InputText, Rejoin: []Rejoin{RejoinHyphen, RejoinTerminal}[rnd.IntN(2)]}
		want, err := all(strings.NewReader(text), o)
		if err != nil {
			t.Fatal(err)
		}
		length := 1 + rnd.IntN(3000)
		got, _, _ := inRanges(t, text, o, func() int { return length })
		if diff := differing(got, want); diff != "" {
			t.Fatalf("%v, ranges of %d: %s", o.Rejoin, length, diff)
		}
	}
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
			o.Input = InputText
			var want []Match
			for m, err := range Bytes([]byte(text), &o) {
				if err == nil {
					want = append(want, m)
				}
			}
			for _, length := range []int{1 + random.IntN(500), 1000 + random.IntN(9000)} {
				got, bad, n := inRanges(t, text, &o, func() int { return length })
				ranges += n
				wrong += bad
				if diff := differing(got, want); diff != "" {
					t.Fatalf("text %d, %+v, ranges of %d: %s", k, o, length, diff)
				}
			}
		}
	}
	if wrong == 0 || wrong > ranges/10 { // many pieces reach over several ranges
		t.Errorf("of %d guesses %d were wrong", ranges, wrong)
	}
	t.Logf("of %d guesses %d were wrong", ranges, wrong)
}

// TestMessageRanges is TestRanges for an mbox.
func TestMessageRanges(t *testing.T) {
	t.Parallel()
	w := &mailWriter{Rand: rand.New(rand.NewPCG(1, 2))}
	ranges, wrong := 0, 0
	for k := range effort.Rounds(100) {
		w.eol = w.pick("\n", "\n", "\r\n")
		var messages []string
		for range 1 + w.IntN(20) {
			messages = append(messages, "Subject: "+w.url()+w.eol+w.message(2))
		}
		mbox := strings.Repeat(w.pick("", "", "\n", " \r\n\n"), w.IntN(3)) + w.mailbox(messages...)
		o := everyKind(InputAuto)
		o.SkipPlaces = w.chance(30)
		o.SkipSignatures = w.chance(30)
		want, err := all(strings.NewReader(mbox), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, length := range []int{1 + w.IntN(100), 100 + w.IntN(900), 1 + w.IntN(len(mbox))} {
			got, bad, n := inRanges(t, mbox, o, func() int { return length })
			ranges += n
			wrong += bad
			if diff := differing(got, want); diff != "" {
				t.Fatalf("mbox %d, ranges of %d: %s\n%q", k, length, diff, mbox)
			}
		}
	}
	if wrong > 0 {
		t.Errorf("of %d guesses %d were wrong", ranges, wrong)
	}
}

// FuzzRanges checks the same for any piece of text, repeated between lines of words, and
// ranges of any lengths.
func FuzzRanges(f *testing.F) {
	for i, piece := range reaching {
		f.Add("see <URL:http://a.example/b\n"+piece, uint16(200*i), []byte{0, uint8(i), 3, 200}, uint8(i))
	}
	f.Fuzz(func(t *testing.T, piece string, between uint16, lengths []byte, option uint8) {
		if len(piece) > rangeLead/4 || len(lengths) == 0 {
			t.Skip()
		}
		const size = 5 * rangeLead / 2
		piece += strings.Repeat("some more words\n", 1+int(between)%rangeLead/16) + "\n"
		text := strings.Repeat(piece, size/len(piece)+1)
		if _, decoded := charset.Sniff([]byte(text)); decoded {
			t.Skip("not searched in ranges")
		}
		o := rangeOptions[int(option)%len(rangeOptions)]
		o.Input = InputText
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

// differing describes the first difference of matches.
func differing(got, want []Match) string {
	text := func(list []Match, i int) string {
		if i >= len(list) {
			return "none"
		}
		m := list[i]
		message, element := m.Message, m.Element
		m.Message, m.Element = nil, nil
		return fmt.Sprintf("%+v %+v %+v", m, message, element)
	}
	for i := range max(len(got), len(want)) {
		if got, want := text(got, i), text(want, i); got != want {
			return fmt.Sprintf("match %d:\n%s\nwant\n%s", i, got, want)
		}
	}
	return ""
}

// TestIndivisible checks that a range is refused, with a reason, if the scan of the whole
// input has other matches, or other places, than scans of ranges would have.
func TestIndivisible(t *testing.T) {
	const plain = "see http://a.example/ and hxxp://b[.]example/\n"
	const message = "From a Thu Jan  1 00:00:00 2004\nFrom: joe@a.example\nSubject: x\n\n"
	inText, inMail := strings.Repeat(plain, 500), strings.Repeat(message+plain+"\n", 200)
	line := func(*Line) bool { return true }
	const other, whole, marked = "another format is given", "its character set is decoded as a whole", "it begins with a byte order mark of UTF-16 or UTF-32"
	const neither, binary = "it is neither text nor an mbox", "it is binary"
	for _, c := range []struct {
		name   string
		text   string
		o      Options
		reason string // it is refused
	}{
		{"text", inText, Options{}, ""},
		{"text as such", inText, Options{Input: InputText}, ""},
		{"as mail", inText, Options{Input: InputMail}, other},
		{"as mbox", inText, Options{Input: InputMbox}, other},
		{"as HTML", inText, Options{Input: InputHTML}, other},
		{"refanged", inText, Options{Refang: true}, "defanged text is refanged"},
		{"lines", inText, Options{Line: line}, "all its lines are asked for"},
		{"messages", inText, Options{SelectMessage: func(*Message) bool { return true }}, "it is not mail, of which messages are selected"},
		{"UTF-16 by option", inUTF16(inText, unicode.BigEndian), Options{Charset: "utf-16"}, whole},
		{"UTF-16 by option alone", inText, Options{Charset: "utf-16"}, whole},
		{"UTF-16", inUTF16(inText, unicode.LittleEndian), Options{}, marked},
		{"UTF-16 as text", inUTF16(inText, unicode.LittleEndian), Options{Input: InputText}, marked},
		{"UTF-32", "\xFF\xFE\x00\x00h\x00\x00\x00", Options{}, marked},
		{"Shift_JIS", inText, Options{Charset: "shift_jis"}, whole},
		{"koi8-r", inText, Options{Charset: "koi8-r"}, ""},
		{"mbox", inMail, Options{}, ""},
		{"mbox as such", inMail, Options{Input: InputMbox}, ""},
		{"mbox as text", inMail, Options{Input: InputText}, ""},
		{"mbox as mail", inMail, Options{Input: InputMail}, other},
		{"mbox as HTML", inMail, Options{Input: InputHTML}, other},
		{"mbox refanged", inMail, Options{Refang: true}, ""},
		{"mbox with lines", inMail, Options{Line: line}, ""},
		{"mbox with messages", inMail, Options{SelectMessage: func(*Message) bool { return true }}, ""},
		{"mbox in Shift_JIS", inMail, Options{Charset: "shift_jis"}, whole},
		{"mbox as such in Shift_JIS", inMail, Options{Input: InputMbox, Charset: "shift_jis"}, ""},
		{"mbox in UTF-16", inUTF16(inMail, unicode.BigEndian), Options{}, marked},
		{"mail", message[strings.Index(message, "\n")+1:] + inText, Options{}, neither},
		{"HTML", "<!doctype html>" + inText, Options{}, neither},
		{"binary", "\x00" + inText, Options{}, binary},
		{"PDF", "%PDF-1.7\n" + inText, Options{}, neither},
		{"gzip", "\x1f\x8b\x08\x00" + inText, Options{}, "it is compressed, or an archive"},
		{"gzip as text", "\x1f\x8b\x08\x00" + inText, Options{Input: InputText}, "it is compressed, or an archive"},
	} {
		r := strings.NewReader(c.text)
		want := "<nil>"
		if c.reason != "" {
			want = ErrIndivisible.Error() + ": " + c.reason
		}
		_, surveyed := NewSurveyor(r, &c.o)
		got, err := inHalves(r, int64(len(c.text)/2), &c.o)
		for _, err := range []error{surveyed, err} {
			if fmt.Sprint(err) != want || errors.Is(err, ErrIndivisible) != (err != nil) || err != nil && len(got) > 0 {
				t.Errorf("%s: %d matches, error %v, want %s", c.name, len(got), err, want)
			}
		}
		if c.reason != "" {
			continue
		}
		whole, err := all(strings.NewReader(c.text), &c.o)
		if diff := differing(got, whole); diff != "" || err != nil || len(whole) == 0 {
			t.Errorf("%s: %v, %v", c.name, diff, err)
		}
	}
}

// inHalves returns the matches in the halves of r.
func inHalves(r io.ReaderAt, half int64, o *Options) (found []Match, err error) {
	s, err := NewRange(o)
	if err != nil {
		return nil, err
	}
	var at Checkpoint
	for _, bounds := range [][2]int64{{0, half}, {half, -1}} {
		if err := s.Reset(r, at, bounds[0], bounds[1]); err != nil {
			return found, err
		}
		for s.Scanner().Scan() {
			found = append(found, s.Scanner().Match())
		}
		if s.Scanner().Err() != nil {
			return found, s.Scanner().Err()
		}
		at, _ = s.Last()
	}
	return found, nil
}

// sent returns a Checkpoint or a Survey that has been a text in between.
func sent[T comparable](t *testing.T, v T) (got T) {
	t.Helper()
	text, err := json.Marshal(v)
	if err == nil {
		err = json.Unmarshal(text, &got)
	}
	if err != nil || got != v {
		t.Fatalf("%s: %+v, %v; want %+v", text, got, err, v)
	}
	return got
}

// TestNoRange checks that there are no Checkpoints before a scan has come to the ends of its
// range, nor after Release.
func TestNoRange(t *testing.T) {
	const message = "From a Thu Jan  1 00:00:00 2004\nFrom: joe@a.example\nSubject: x\n\nhttp://a.example/\n\n"
	for _, input := range []Input{InputText, InputAuto} {
		r := strings.NewReader(message + message)
		s := new(Range)
		if input == InputText {
			s, _ = NewRange(&Options{Input: input})
		}
		check := func(how string, wantFirst, wantLast bool) {
			t.Helper()
			_, first := s.First()
			_, last := s.Last()
			if first != wantFirst || last != wantLast {
				t.Errorf("%s: %v, %v", how, first, last)
			}
		}
		check("zero", false, false)
		for range 2 {
			if err := s.Reset(r, Checkpoint{}, 0, 10); err != nil {
				t.Fatal(err)
			}
			check("before the scan", input != InputText, false)
			for s.Scanner().Scan() {
			}
			check("after the scan", true, true)
			s.Scanner().Release()
			check("after Release", false, false)
			if s.Reset(r, Checkpoint{}, 0, -1); !s.Scanner().Scan() {
				t.Error("nothing is found after Release")
			}
		}
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
		"Range of a text": func() *Scanner {
			var s Range
			s.Reset(strings.NewReader(text), Checkpoint{}, 0, -1)
			return &s.s
		},
		"Range of an mbox": func() *Scanner {
			var s Range
			s.Reset(strings.NewReader("From a Thu Jan  1 00:00:00 2004\nSubject: x\n\n"+text), Checkpoint{}, 0, -1)
			return &s.s
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

// TestRangeErrors checks that NewRange, NewSurveyor and their methods return errors.
func TestRangeErrors(t *testing.T) {
	for _, o := range []Options{{Level: 99}, {Charset: "none"}} {
		s, err := NewRange(&o)
		if err == nil || s.Reset(unread{t}, Checkpoint{}, 0, -1) != err || s.Scanner().Err() != err || s.Scanner().Scan() {
			t.Errorf("%+v: %v, %v", o, err, s.Scanner().Err())
		}
		if v, got := NewSurveyor(unread{t}, &o); v != nil || got == nil || got.Error() != err.Error() {
			t.Errorf("%+v: %v, %v", o, v, got)
		}
	}
	const mbox = "From a@b.example Thu Jan  1 00:00:00 2004\nSubject: x\n\nhttp://a.example/\n\n"
	inText := Checkpoint{text: textState{at: 10}}
	inMbox := Checkpoint{mbox: mailbox.Seam{At: 10, EOL: '\n'}}
	broken := brokenAt{"", 0}
	for _, c := range []struct {
		name string
		r    io.ReaderAt
		o    Options
		from Checkpoint
		want string // of Reset
	}{
		{"beginning cannot be read", broken, Options{}, Checkpoint{}, "broken"},
		{"text cannot be read", broken, Options{}, inText, "broken"},
		{"mbox cannot be read", broken, Options{}, inMbox, "broken"},
		{"text before the range cannot be read", brokenAt{mbox, 5}, Options{}, inText, "broken"},
		{"UTF-16", strings.NewReader("\xff\xfea\x00"), Options{}, inText, "the input cannot be divided into ranges: it begins with a byte order mark of UTF-16 or UTF-32"},
		{"text in mail", strings.NewReader(mbox), Options{Input: InputMbox}, inText, "the input cannot be divided into ranges: another format is given"},
		{"mbox in text", strings.NewReader(mbox), Options{Input: InputText}, inMbox, "the input cannot be divided into ranges: another format is given"},
		{"refanged text", strings.NewReader(mbox), Options{Refang: true}, inText, "the input cannot be divided into ranges: defanged text is refanged"},
		{"mbox before the range", strings.NewReader(mbox), Options{}, inMbox, "the Checkpoint is before the range of the mbox"},
		{"beginning before the range of an mbox", strings.NewReader(mbox), Options{}, Checkpoint{}, "the Checkpoint is before the range of the mbox"},
	} {
		s, err := NewRange(&c.o)
		if err != nil {
			t.Fatal(err)
		}
		err = s.Reset(c.r, c.from, 20, -1)
		if err == nil || err.Error() != c.want || s.Scanner().Err() != err || s.Scanner().Scan() || s.Scanner().Err() != err {
			t.Errorf("%s: %v, %v, want %s", c.name, err, s.Scanner().Err(), c.want)
		}
		_, first := s.First()
		_, last := s.Last()
		if first || last {
			t.Errorf("%s: it has been scanned", c.name)
		}
	}
	// Errors within a range are those of the scan.
	text := strings.Repeat("see http://a.example/ now\n", 16_000)
	for name, input := range map[string]string{"text": text, "mbox": mbox + text} {
		s, err := NewRange(nil)
		if err != nil {
			t.Fatal(err)
		}
		r := brokenAt{input, 300_000}
		if err := s.Reset(r, Checkpoint{}, 0, -1); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		n := 0
		for s.Scanner().Scan() {
			n++
		}
		if s.Scanner().Err() != errBroken || n < 10_000 {
			t.Errorf("%s: %d URLs, %v", name, n, s.Scanner().Err())
		}
		for _, o := range []Options{{}, {SkipPlaces: true}} {
			v, err := NewSurveyor(r, &o)
			if err != nil {
				t.Fatal(err)
			}
			if sum, err := v.Survey(1, -1); (err == errBroken) == (o.SkipPlaces && name == "text") || err != nil && sum != (Survey{}) {
				t.Errorf("%s, without places %v: %v, %v", name, o.SkipPlaces, sum, err)
			}
			if _, err := v.Survey(1, 1000); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if _, err := v.Survey(350_000, -1); err == nil && !(o.SkipPlaces && name == "text") {
				t.Errorf("%s: no error", name)
			}
		}
	}
	for _, r := range []io.ReaderAt{nil, strings.NewReader("")} {
		s, err := NewRange(nil)
		v, failed := NewSurveyor(r, nil)
		if err := errors.Join(err, failed, s.Reset(r, Checkpoint{}, 0, -1)); err != nil || s.Scanner().Scan() || s.Scanner().Err() != nil {
			t.Errorf("nothing: %v, %v", err, s.Scanner().Err())
		}
		for _, begin := range []int64{-1, 0, 5, 1 << 50} {
			survey, err := v.Survey(begin, -1)
			from, ok := survey.Guess(Survey{})
			if err := errors.Join(err, s.Reset(r, from, begin, -1)); err != nil || !ok || s.Scanner().Scan() {
				t.Errorf("nothing from %d: %v, %v, %v", begin, from, ok, err)
			}
		}
	}
	s := new(Range)
	if err := s.Reset(strings.NewReader("see http://a.example/ now"), Checkpoint{}, -5, -1); err != nil || !s.Scanner().Scan() || string(s.Scanner().URL()) != "http://a.example/" {
		t.Errorf("from a negative offset: %q, %v", s.Scanner().URL(), err)
	}
}

// A brokenAt fails after the first bytes of its text.
type brokenAt struct {
	text string
	at   int
}

var errBroken = errors.New("broken")

func (b brokenAt) ReadAt(p []byte, at int64) (int, error) {
	if at >= int64(b.at) {
		return 0, errBroken
	}
	n := copy(p, b.text[at:b.at])
	if n < len(p) {
		return n, errBroken
	}
	return n, nil
}

// TestEmptyRange checks that a range that ends at its Checkpoint, or before, has no matches,
// that it passes the Checkpoint on, and that an mbox is not read for that.
func TestEmptyRange(t *testing.T) {
	const message = "From a Thu Jan  1 00:00:00 2004\nSubject: x\n\nhttp://a.example/\n\n"
	mbox := strings.NewReader(message + message)
	text := strings.NewReader(strings.Repeat("see http://a.example/ now\n", 10))
	s := new(Range)
	last := func(r io.ReaderAt, end int64) Checkpoint {
		err := s.Reset(r, Checkpoint{}, 0, end)
		for s.Scanner().Scan() {
		}
		c, ok := s.Last()
		if err := cmp.Or(err, s.Scanner().Err()); !ok || err != nil {
			t.Fatal(c, ok, err)
		}
		return c
	}
	for _, c := range []struct {
		r    io.ReaderAt
		from Checkpoint
		at   int64
	}{
		{mbox, Checkpoint{}, 0}, {text, Checkpoint{}, 0}, {mbox, last(mbox, 10), int64(len(message))}, {text, last(text, 100), 100},
	} {
		for _, bounds := range [][2]int64{{0, 0}, {c.at, c.at}, {0, c.at}, {c.at / 2, c.at}, {c.at / 2, 0}} {
			if err := s.Reset(c.r, c.from, bounds[0], bounds[1]); err != nil {
				t.Fatalf("from %v in %v: %v", c.from, bounds, err)
			}
			for s.Scanner().Scan() {
				t.Errorf("from %v in %v: %s", c.from, bounds, s.Scanner().URL())
			}
			first, hasFirst := s.First()
			last, hasLast := s.Last()
			if s.Scanner().Err() != nil || !hasFirst || !hasLast || first != c.from || last != c.from {
				t.Errorf("from %v in %v: %v, %v to %v, %v, error %v", c.from, bounds, first, hasFirst, last, hasLast, s.Scanner().Err())
			}
		}
	}
}
