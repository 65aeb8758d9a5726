package extract

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/testing/corpusgen"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

func newRange(t *testing.T, o *Options) *Range {
	t.Helper()
	r, err := NewRange(o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// A surveying surveys ranges of a text, and ends the test at an error.
type surveying struct {
	*testing.T
	*Surveyor
}

func surveyorOf(t *testing.T, text string, o *Options) surveying {
	t.Helper()
	s, err := NewSurveyor(strings.NewReader(text), o)
	if err != nil {
		t.Fatal(err)
	}
	return surveying{t, s}
}

func (s surveying) of(begin, end int) Survey {
	s.Helper()
	v, err := s.Survey(int64(begin), int64(end))
	if err != nil {
		s.Fatal(err)
	}
	return v
}

// list returns the Seams of a range.
func (s surveying) list(begin, end int64) (list []mailbox.Seam) {
	s.Helper()
	for seam, err := range s.seams(begin, end, s.take()) {
		if err != nil {
			s.Fatal(err)
		}
		list = append(list, seam)
	}
	return list
}

// TestSeams checks that the messages of an mbox can be found from any offset: those after it
// are those of the whole mbox, each once, and each can be scanned alone.
func TestSeams(t *testing.T) {
	w := &mailWriter{Rand: rand.New(rand.NewPCG(1, 2))}
	for range effort.Rounds(200) {
		w.eol = w.pick("\n", "\n", "\r\n", "\r")
		var messages []string
		for range 1 + w.IntN(6) {
			messages = append(messages, "Subject: "+w.url()+w.eol+w.message(2))
		}
		mbox := w.mailbox(messages...)
		s := surveyorOf(t, mbox, nil)
		every := s.list(0, math.MaxInt64)
		if len(every) != len(messages) {
			t.Fatalf("%q\n%d Seams of %d messages", mbox, len(every), len(messages))
		}
		want, err := all(strings.NewReader(mbox), everyKind(InputMbox))
		if err != nil {
			t.Fatal(err)
		}
		begin := w.IntN(len(mbox) + 1)
		end := begin + w.IntN(len(mbox)+1-begin)
		found := s.list(int64(begin), int64(end))
		before := 0
		var within []mailbox.Seam
		for _, seam := range every {
			if seam.At < int64(begin) {
				before++
			} else if seam.At < int64(end) {
				within = append(within, seam)
			}
		}
		for i := range found {
			found[i].Messages += before
			found[i].Lines += int64(strings.Count(mbox[:begin], "\n"))
		}
		if fmt.Sprint(found) != fmt.Sprint(within) {
			t.Fatalf("%q\nfrom %d to %d: %+v, want %+v of %+v", mbox, begin, end, found, within, every)
		}
		m := newRange(t, everyKind(InputAuto))
		var got []Match
		for i, seam := range every {
			next := int64(-1)
			if i+1 < len(every) {
				next = every[i+1].At
			}
			if err := m.Reset(strings.NewReader(mbox), Checkpoint{mbox: seam}, seam.At, next); err != nil {
				t.Fatal(err)
			}
			for m.Scanner().Scan() {
				got = append(got, m.Scanner().Match())
			}
			if err := m.Scanner().Err(); err != nil {
				t.Fatal(err)
			}
			want := mailbox.Seam{At: math.MaxInt64, Messages: len(every), Lines: int64(strings.Count(mbox, "\n")), EOL: seam.EOL}
			if i+1 < len(every) {
				want = every[i+1]
			}
			if last, ok := m.Last(); !ok || sent(t, last) != (Checkpoint{mbox: want}) {
				t.Fatalf("%q\nmessage %d leaves %+v, %v; want that of %+v", mbox, i+1, last, ok, every)
			}
		}
		if mailText(got) != mailText(want) {
			t.Fatalf("%q\none by one\n%swant\n%s", mbox, mailText(got), mailText(want))
		}
	}
}

// TestSeamsOfNothing checks that an input without messages has no Seams, and that a read
// error comes last.
func TestSeamsOfNothing(t *testing.T) {
	file := mailbox.Seam{EOL: '\n'}
	for text, want := range map[string]int{"": 0, "some text\n": 1} {
		s := surveying{t, &Surveyor{r: strings.NewReader(text), format: InputMbox, mbox: file}}
		if list := s.list(0, math.MaxInt64); len(list) != want || want == 1 && list[0] != file {
			t.Errorf("%q: %+v", text, list)
		}
	}
	for begin := range int64(2) {
		s := &Surveyor{r: brokenAt{"", 0}, format: InputMbox, mbox: file}
		n := 0
		for seam, err := range s.seams(begin, math.MaxInt64, s.take()) {
			if n++; err != errBroken {
				t.Errorf("%+v, %v", seam, err)
			}
		}
		if n != 1 {
			t.Errorf("%d values", n)
		}
	}
}

// TestLead checks that a lead begins with the last line that begins far enough before an
// offset.
func TestLead(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	lines := strings.Repeat(line, 1000)
	for _, c := range []struct {
		text  string
		begin int64
		want  lead
	}{
		{lines, 0, lead{0, 0, false}},
		{lines, 4000, lead{0, 40, false}},
		{lines, 50_000, lead{45_900, 41, false}},
		{lines, rangeLead + 100, lead{100, 40, false}},
		{lines, rangeLead + 99, lead{0, 41, false}},
		{lines, int64(len(lines)) + 1, lead{95_900, 41, true}},
		{lines, 1 << 50, lead{1<<50 - maxLead, 0, true}},
		{strings.Repeat("x", 100_000) + lines, 99_000, lead{99_000 - maxLead, 0, true}},
		{strings.Repeat("x", 100_000) + lines, 102_000, lead{102_000 - maxLead, 20, true}},
		{strings.Repeat("x", 9000) + lines, 9000, lead{0, 0, false}},
		{"", 5, lead{0, 0, true}},
	} {
		if got := leadOf(strings.NewReader(c.text), c.begin, '\n', new(tools)); got != c.want {
			t.Errorf("before %d of %d: %+v; want %+v", c.begin, len(c.text), got, c.want)
		}
	}
	mac := strings.ReplaceAll(lines, "\n", "\r")
	if got := leadOf(strings.NewReader(mac), 50_000, '\r', new(tools)); got != (lead{45_900, 0, false}) {
		t.Errorf("with CR: %+v", got)
	}
}

// markedText returns a text with the marks of signatures, footers and original messages.
func markedText(r *rand.Rand, size int) string {
	pieces := []string{
		"-- \n", "> -- \n", ">> -- \n", "____________________\n", "> ____________________\r\n", "\n", "\n\n\n\n", "-----Original Message-----\n",
		"the mailing list\n", "> To unsubscribe\r\n", "see http://a.example/", "\n", "\r\n", "--\n", strings.Repeat("-", 70) + "\n", strings.Repeat("words ", 300),
		strings.Repeat("a line of words\n", 300), strings.Repeat("\n", 200),
	}
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// addOptions are options with which a Survey has all, some or none of its counts.
var addOptions = []Options{{}, {SkipPlaces: true}, {SkipPlaces: true, SkipSignatures: true}, {SkipQuoted: true}}

// TestAdd checks that the Survey of a range is the sum of those of its parts, cut anywhere,
// however they are added. It holds exactly for an mbox, and for a text without lines of more
// than 12 KiB and without a horizontal rule that more than 4 KiB of blank lines follow: those
// are not seen from the next range.
func TestAdd(t *testing.T) {
	t.Parallel()
	w := &mailWriter{Rand: rand.New(rand.NewPCG(3, 4))}
	check := func(text string, o *Options) {
		t.Helper()
		s := surveyorOf(t, text, o)
		place := func(from int) int { return from + w.IntN(len(text)+1-from) }
		for range 10 {
			a := place(0)
			if w.chance(30) {
				a = 0
			}
			b := place(a)
			c := place(b)
			d := place(c)
			x, y, z := s.of(a, b), s.of(b, c), s.of(c, d)
			if got, want := x.Add(y), s.of(a, c); got != want {
				t.Fatalf("%d, %d, %d, without places %v: %+v, want %+v\n%q", a, b, c, o.SkipPlaces, got, want, text[a:c])
			}
			if got, want := x.Add(y).Add(z), x.Add(y.Add(z)); got != want {
				t.Fatalf("%d, %d, %d, %d: %+v and %+v", a, b, c, d, got, want)
			}
			if left, right := (Survey{}).Add(x), x.Add(Survey{}); left != x || right != x {
				t.Fatalf("with zero: %+v and %+v, want %+v", left, right, x)
			}
		}
		lines, whole := int64(strings.Count(text, "\n")), s.of(0, -1)
		if o.SkipPlaces {
			lines = 0
		}
		s.SkipSignatures = true
		unsigned := s.of(0, -1)
		if whole.endings = (endings{}); whole.lines != lines || unsigned != whole {
			t.Fatalf("%d lines, want %d; %+v without signatures, want %+v", whole.lines, lines, unsigned, whole)
		}
	}
	for i := range effort.Rounds(200) {
		o := addOptions[i%len(addOptions)]
		w.eol = w.pick("\n", "\n", "\r\n", "\r")
		var messages []string
		for range 1 + w.IntN(9) {
			messages = append(messages, "Subject: "+w.url()+w.eol+w.message(2))
		}
		check(strings.Repeat("\n", w.IntN(3))+w.mailbox(messages...), &o)
		o.Input = InputText
		check(markedText(w.Rand, 1000+w.IntN(100_000)), &o)
	}
}

// TestAddLimits checks what the comment of TestAdd excepts: only the endings differ.
func TestAddLimits(t *testing.T) {
	rule := strings.Repeat("_", minRule)
	for name, text := range map[string][2]string{
		"a rule before many blank lines": {rule + "\n" + strings.Repeat("\n", 2*rangeLead), "the mailing list\n"},
		"a long rule":                    {strings.Repeat("_", 2*maxLead), "__\nthe mailing list\n"},
	} {
		s := surveyorOf(t, text[0]+text[1]+"\n", &Options{Input: InputText})
		cut, end := len(text[0]), len(text[0])+len(text[1])
		sum, whole := s.of(0, cut).Add(s.of(cut, end)), s.of(0, end)
		if whole.depths != 1 || sum.depths != 0 {
			t.Errorf("%s: %+v and %+v", name, sum, whole)
		}
		if sum.endings = whole.endings; sum != whole {
			t.Errorf("%s: %+v, want %+v", name, sum, whole)
		}
	}
}

// TestGuesses checks that surveys of all ranges, made at the same time and added, give the
// Checkpoints of one scan, for made-up mail and text. TestRanges counts the wrong guesses for
// texts of pieces that reach far.
func TestGuesses(t *testing.T) {
	w := &mailWriter{Rand: rand.New(rand.NewPCG(5, 6)), eol: "\n"}
	var messages []string
	for range 300 {
		messages = append(messages, "Subject: "+w.url()+w.eol+w.message(2))
	}
	texts := map[string]string{"mbox": w.mailbox(messages...), "marks": markedText(w.Rand, 1<<20)}
	for kind, name := range map[corpusgen.Kind]string{corpusgen.Plain: "plain", corpusgen.Quoted: "quoted", corpusgen.Mbox: "archive"} {
		var b bytes.Buffer
		if _, err := corpusgen.Write(&b, kind, 1<<20); err != nil {
			t.Fatal(err)
		}
		texts[name] = b.String()
	}
	for name, text := range texts {
		for _, o := range addOptions {
			if name == "quoted" || name == "marks" {
				o.Input = InputText
			}
			s := surveyorOf(t, text, &o)
			const length = 5000
			n := (len(text) + length - 1) / length
			surveys := make([]Survey, n)
			var group sync.WaitGroup
			for first := range 2 {
				group.Go(func() {
					for i := first; i < n; i += 2 {
						surveys[i] = s.of(i*length, min((i+1)*length, len(text)))
					}
				})
			}
			group.Wait()
			r := newRange(t, &o)
			var before Survey
			var at Checkpoint
			wrong, guesses := 0, 0
			for i, survey := range surveys {
				if guess, ok := survey.Guess(before); ok {
					guesses++
					if err := r.Reset(strings.NewReader(text), guess, int64(i*length), int64((i+1)*length)); err != nil {
						t.Fatal(err)
					}
					for r.Scanner().Scan() {
					}
					if first, _ := r.First(); first != at {
						wrong++
					}
				} else if at.mbox.At < int64((i+1)*length) {
					t.Errorf("%s: no message in range %d, but %v", name, i, at)
				}
				if err := r.Reset(strings.NewReader(text), at, int64(i*length), int64((i+1)*length)); err != nil {
					t.Fatal(err)
				}
				for r.Scanner().Scan() {
				}
				at, _ = r.Last()
				before = before.Add(survey)
			}
			if wrong > 0 || guesses == 0 {
				t.Errorf("%s, without places %v: %d of %d guesses were wrong", name, o.SkipPlaces, wrong, guesses)
			}
		}
	}
}

// TestCorrection checks that a correction added to a sum gives it the marks and the messages
// of a Checkpoint.
func TestCorrection(t *testing.T) {
	sum := Survey{format: InputMbox, begin: 0, messages: 7, lines: 100}
	next := Survey{format: InputMbox, begin: 900, first: Checkpoint{mbox: mailbox.Seam{At: 1000, Lines: 3, EOL: '\n'}}}
	at := Checkpoint{mbox: mailbox.Seam{At: 950, Messages: 5, Lines: 90, EOL: '\n'}}
	fix := at.Correction(sum)
	if got := sent(t, sum.Add(sent(t, fix))); got.messages != 5 || got.lines != 100 {
		t.Errorf("%+v", got)
	}
	if got, ok := next.Guess(sum.Add(fix)); !ok || got != (Checkpoint{mbox: mailbox.Seam{At: 1000, Messages: 5, Lines: 103, EOL: '\n'}}) {
		t.Errorf("%+v, %v", got, ok)
	}
	text := Survey{format: InputText, endings: endings{depths: 1}}
	at = Checkpoint{text: textState{at: 5, endings: endings{depths: 2, original: true}}}
	if got := text.Add(at.Correction(text)); got.endings != (endings{3, true}) {
		t.Errorf("%+v", got)
	}
	if got := (Checkpoint{}).Correction(Survey{}); got != (Survey{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

// TestSurveyorShared checks that goroutines share a Surveyor, also after a panic of the reader.
func TestSurveyorShared(t *testing.T) {
	text := markedText(rand.New(rand.NewPCG(7, 8)), 500_000)
	s := surveyorOf(t, text, &Options{Input: InputText})
	want := s.of(1000, -1)
	s.r = &panicsOnce{r: strings.NewReader(text)}
	var group sync.WaitGroup
	var panics, failures int
	var mu sync.Mutex
	for range 4 {
		group.Go(func() {
			defer func() {
				if recover() != nil {
					mu.Lock()
					panics++
					mu.Unlock()
				}
			}()
			for range 5 {
				if v, err := s.Survey(1000, -1); err != nil || v != want {
					mu.Lock()
					failures++
					mu.Unlock()
				}
			}
		})
	}
	group.Wait()
	if panics != 1 || failures > 0 {
		t.Errorf("%d panics, %d wrong", panics, failures)
	}
}

type panicsOnce struct {
	r  *strings.Reader
	mu sync.Mutex
	n  int
}

func (p *panicsOnce) ReadAt(b []byte, at int64) (int, error) {
	p.mu.Lock()
	p.n++
	n := p.n
	p.mu.Unlock()
	if n == 10 {
		panic(errors.New("read"))
	}
	return p.r.ReadAt(b, at)
}
