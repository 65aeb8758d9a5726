package extract

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// seams returns those of an mbox from begin on and before end.
func seams(t *testing.T, mbox string, begin, end int) (list []Seam) {
	t.Helper()
	for seam, err := range Seams(strings.NewReader(mbox), int64(begin), int64(end)) {
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, seam)
	}
	return list
}

// TestSeams checks that a Seam can be found from any offset of an mbox: the messages
// after it are those of the whole mbox, each once.
func TestSeams(t *testing.T) {
	w := &mailWriter{Rand: rand.New(rand.NewPCG(1, 2))}
	for range effort.Rounds(200) {
		w.eol = w.pick("\n", "\n", "\r\n")
		var messages []string
		for range 1 + w.IntN(6) {
			messages = append(messages, "Subject: "+w.url()+w.eol+w.message(2))
		}
		mbox := w.mailbox(messages...)
		all := seams(t, mbox, 0, -1)
		if len(all) != len(messages) {
			t.Fatalf("%q\n%d Seams of %d messages", mbox, len(all), len(messages))
		}
		var want []Match
		for m, err := range Bytes([]byte(mbox), everyKind(Mbox)) {
			if err != nil {
				t.Fatal(err)
			}
			want = append(want, m)
		}
		begin := w.IntN(len(mbox) + 1)
		end := begin + w.IntN(len(mbox)+1-begin)
		found := seams(t, mbox, begin, end)
		lines := int64(strings.Count(mbox[:begin], "\n"))
		before := 0
		for _, seam := range all {
			if seam.At < int64(begin) {
				before++
			}
		}
		for i := range found {
			found[i].Messages += before
			found[i].Lines += lines
		}
		var within []Seam
		for _, seam := range all {
			if int64(begin) <= seam.At && seam.At < int64(end) {
				within = append(within, seam)
			}
		}
		if begin > 0 && fmt.Sprint(found) != fmt.Sprint(within) {
			t.Fatalf("%q\nfrom %d to %d: %+v, want %+v of %+v", mbox, begin, end, found, within, all)
		}
		m, err := NewMessageRange(everyKind(Auto))
		if err != nil {
			t.Fatal(err)
		}
		var got []Match
		for i, seam := range all {
			next := int64(-1)
			if i+1 < len(all) {
				next = all[i+1].At
			}
			if err := m.Reset(strings.NewReader(mbox), seam, next); err != nil {
				t.Fatal(err)
			}
			for m.Scan() {
				got = append(got, m.Match())
			}
			if err := m.Err(); err != nil {
				t.Fatal(err)
			}
			if left, ok := m.Next(); ok != (i+1 < len(all)) || ok && left != all[i+1] {
				t.Fatalf("%q\nmessage %d leaves %+v, %v; want that of %+v", mbox, i+1, left, ok, all)
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
	for _, text := range []string{"", "\n\n"} {
		if list := seams(t, text, 0, -1); list != nil {
			t.Errorf("%q: %+v", text, list)
		}
	}
	if list := seams(t, "some text\n", 0, -1); len(list) != 1 || list[0].At != 0 {
		t.Errorf("text: %+v", list)
	}
	broken := errors.New("broken")
	n := 0
	for seam, err := range Seams(brokenAt{broken}, 100, -1) {
		if n++; err != broken {
			t.Errorf("%+v, %v", seam, err)
		}
	}
	if n != 1 {
		t.Errorf("%d values", n)
	}
}

type brokenAt struct{ err error }

func (b brokenAt) ReadAt([]byte, int64) (int, error) { return 0, b.err }

// TestStateText checks that a State is parsed from its text, and that other texts are
// errors.
func TestStateText(t *testing.T) {
	for _, st := range []State{
		{},
		State{}.Guess(1<<40, 17),
		{at: 1 << 62, done: 5, lines: 3, head: "> \xff\x00.", skip: true, depths: 1<<63 | 1, original: true, rule: 64, lineAt: 7, midLine: true},
		{at: 9, midLine: true}, {at: 9, original: true},
	} {
		data, err := json.Marshal([]State{st})
		var got []State
		if err == nil {
			err = json.Unmarshal(data, &got)
		}
		if err != nil || got[0] != st {
			t.Errorf("%s: %+v, %v; want %+v", data, got, err, st)
		}
	}
	for _, text := range []string{
		"", "1", "2.0.0.0.0.0.0..", "1.0.0.0.0.0.0.", "1.0.0.0.0.0.0...", "1.x.0.0.0.0.0..", "1.-1.0.0.0.0.0..", "1.0.0.0.0.0.-1..", "1.0.0.0.0.0.0..!",
		"1.5.6.0.0.0.0..", "1.5.0.0.0.6.0..", "1.0.0.0.0.0.0.." + strings.Repeat("AAAA", 200),
	} {
		var st State
		if err := st.UnmarshalText([]byte(text)); err == nil || st != (State{}) {
			t.Errorf("%q: %+v, %v", text, st, err)
		}
	}
}

// TestRangeErrors checks that the constructors of ranges and their resets return errors.
func TestRangeErrors(t *testing.T) {
	for _, c := range []struct {
		o              Options
		text, messages bool // are refused
	}{
		{o: Options{}},
		{o: Options{Input: Mail}, text: true, messages: true},
		{o: Options{Input: Mbox}, text: true},
		{o: Options{Input: Text}, messages: true},
		{o: Options{Refang: true}, text: true},
		{o: Options{Line: func(*Line) bool { return true }}, text: true},
		{o: Options{Charset: "utf-16le"}, text: true, messages: true},
	} {
		tr, err := NewTextRange(&c.o)
		if errors.Is(err, ErrIndivisible) != c.text || (err == nil) == c.text {
			t.Errorf("%+v: text: %v", c.o, err)
		}
		if err := tr.Reset(strings.NewReader("x"), State{}, 0, -1); errors.Is(err, ErrIndivisible) != c.text {
			t.Errorf("%+v: text, again: %v", c.o, err)
		}
		mr, err := NewMessageRange(&c.o)
		if errors.Is(err, ErrIndivisible) != c.messages || (err == nil) == c.messages {
			t.Errorf("%+v: messages: %v", c.o, err)
		}
		if err := mr.Reset(strings.NewReader("x"), Seam{}, -1); errors.Is(err, ErrIndivisible) != c.messages {
			t.Errorf("%+v: messages, again: %v", c.o, err)
		}
	}
	if _, err := NewTextRange(&Options{Level: 99}); err == nil {
		t.Error("text: a level that does not exist")
	}
	if _, err := NewMessageRange(&Options{Charset: "none"}); err == nil {
		t.Error("messages: a character set that does not exist")
	}
	tr, err := NewTextRange(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.Reset(strings.NewReader("\xff\xfea\x00"), State{}, 0, -1); !errors.Is(err, ErrIndivisible) {
		t.Errorf("UTF-16: %v", err)
	}
	if err := tr.Reset(brokenAt{io.ErrUnexpectedEOF}, State{}.Guess(10, 0), 20, -1); err != io.ErrUnexpectedEOF {
		t.Errorf("what cannot be read: %v", err)
	}
	if _, ok := tr.First(); ok || tr.Scan() {
		t.Error("what cannot be read has been scanned")
	}
	var zero TextRange
	if err := zero.Reset(strings.NewReader("see http://a.example/ now"), State{}, 0, -1); err != nil || !zero.Scan() {
		t.Errorf("zero: %v", err)
	}
}

// FuzzState checks that a scan from any State that has a text ends.
func FuzzState(f *testing.F) {
	for _, st := range []State{{}, State{}.Guess(10, 2), {at: 30, done: 30, head: "> ", skip: true, depths: 3, rule: 2, lineAt: 25, midLine: true}, {at: 500, rule: 1}} {
		text, err := st.MarshalText()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), "> see http://a.example/b or <URL:http://b.example/\n> c> and more\n-- \n", int64(5), int64(40))
	}
	f.Fuzz(func(t *testing.T, state, text string, begin, end int64) {
		var st State
		if st.UnmarshalText([]byte(state)) != nil {
			t.Skip()
		}
		r, err := NewTextRange(everyKind(Text))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Reset(strings.NewReader(text), st, begin, end); err != nil {
			t.Skip()
		}
		for r.Scan() {
			if m := r.Match(); m.Offset < 0 || m.End > int64(len(text)) {
				t.Errorf("%q from %q: %d-%d", text, state, m.Offset, m.End)
			}
		}
		if st, ok := r.Last(); ok {
			if _, err := st.MarshalText(); err != nil {
				t.Error(err)
			}
		}
	})
}

// TestEmptyRange checks that a range that ends where it begins, or before, has no
// messages, and that Next returns the Seam of its Reset.
func TestEmptyRange(t *testing.T) {
	w := &mailWriter{Rand: rand.New(rand.NewPCG(3, 4))}
	w.eol = "\n"
	mbox := w.mailbox("Subject: "+w.url()+"\n\nb\n", "Subject: "+w.url()+"\n\nc\n")
	all := seams(t, mbox, 0, -1)
	m, err := NewMessageRange(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from Seam
		end  int64
		next Seam
	}{
		{Seam{}, 0, all[0]}, {all[0], 0, all[0]}, {all[1], 0, all[1]}, {all[1], all[1].At, all[1]}, {all[1], 5, all[1]},
	} {
		if err := m.Reset(strings.NewReader(mbox), c.from, c.end); err != nil {
			t.Fatal(err)
		}
		for m.Scan() {
			t.Errorf("from %+v to %d: %s", c.from, c.end, m.URL())
		}
		if next, ok := m.Next(); m.Err() != nil || !ok || next != c.next {
			t.Errorf("from %+v to %d: %+v, %v, %v; want %+v", c.from, c.end, next, ok, m.Err(), c.next)
		}
	}
}

// TestBadRanges checks that a Seam at which no range can begin is an error, and does not
// panic.
func TestBadRanges(t *testing.T) {
	mbox := strings.NewReader("From a@b.example\n\nhttp://a.example/\n")
	m, err := NewMessageRange(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, from := range []Seam{
		{At: -5, EOL: '\n'}, {At: 5}, {Lines: 3}, {EOL: 'x'}, {Messages: -1, EOL: '\n'}, {Lines: -1, EOL: '\r'}, {Dateless: true},
	} {
		if err := m.Reset(mbox, from, -1); err == nil || m.Err() != err || m.Scan() {
			t.Errorf("%+v: %v", from, err)
		}
	}
	text, err := NewTextRange(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(m.Reset(nil, Seam{}, -1), text.Reset(nil, State{}, 0, -1)); err != nil || m.Scan() || text.Scan() {
		t.Errorf("nothing: %v", err)
	}
	for seam := range Seams(nil, 0, -1) {
		t.Errorf("nothing: %+v", seam)
	}
	st := State{}.Guess(-5, -6)
	data, _ := st.MarshalText()
	var got State
	if err := got.UnmarshalText(data); err != nil || got != st {
		t.Errorf("%s: %+v, %v", data, got, err)
	}
	if err := text.Reset(mbox, st, -5, -1); err != nil || !text.Scan() || string(text.URL()) != "http://a.example/" {
		t.Errorf("from a negative offset: %q, %v", text.URL(), err)
	}
}

// TestLineBefore checks that LineBefore returns the last line that begins far enough
// before an offset.
func TestLineBefore(t *testing.T) {
	line := strings.Repeat("x", 99) + "\n"
	lines := strings.Repeat(line, 1000)
	for _, c := range []struct {
		text      string
		begin     int64
		at, lines int64
		ok        bool
	}{
		{lines, 0, 0, 0, true},
		{lines, -3, 0, 0, true},
		{lines, 4000, 0, 40, true},
		{lines, 50_000, 45_900, 41, true},
		{lines, RangeLead + 100, 100, 40, true},
		{lines, RangeLead + 99, 0, 41, true},
		{lines, int64(len(lines)) + 1, int64(len(lines)) + 1 - maxLead, 0, false},
		{strings.Repeat("x", 100_000) + lines, 99_000, 99_000 - maxLead, 0, false},
		{strings.Repeat("x", 100_000) + lines, 102_000, 102_000 - maxLead, 20, false},
		{strings.Repeat("x", 9000) + lines, 9000, 0, 0, true},
		{"", 5, 0, 0, false},
	} {
		at, lines, ok := LineBefore(strings.NewReader(c.text), c.begin, '\n')
		if c.begin > int64(len(c.text)) {
			at, lines = c.at, c.lines // if r cannot be read, only these are known
		}
		if at != c.at || lines != c.lines || ok != c.ok {
			t.Errorf("before %d of %d: %d, %d lines, %v; want %d, %d, %v", c.begin, len(c.text), at, lines, ok, c.at, c.lines, c.ok)
		}
	}
	mac := strings.ReplaceAll(lines, "\n", "\r")
	if at, lines, ok := LineBefore(strings.NewReader(mac), 50_000, '\r'); at != 45_900 || lines != 0 || !ok {
		t.Errorf("with CR: %d, %d, %v", at, lines, ok)
	}
}
