package extract

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// checkpoints are some of each sort.
var checkpoints = []Checkpoint{
	{},
	{text: textState{at: 1 << 40, done: 1<<40 - rangeLead, lines: 17, lineAt: 1 << 40}},
	{text: textState{at: math.MaxInt64, done: 5, lines: math.MaxInt64, head: "> \xff\x00.", within: true, endings: endings{1<<63 | 1, true}, rule: 64, lineAt: 7, midLine: true}},
	{text: textState{at: 30, done: 30, head: "> ", within: true, endings: endings{depths: 3}, rule: 2, lineAt: 25, midLine: true}},
	{text: textState{at: 9, midLine: true}},
	{text: textState{endings: endings{original: true}}},
	{text: textState{head: strings.Repeat("x", find.MaxHead)}},
	{text: textState{at: 500, rule: 1}},
	{mbox: mailbox.Seam{EOL: '\n'}},
	{mbox: mailbox.Seam{At: 50, Messages: 1, Lines: 3, Dateless: true, EOL: '\r'}},
	{mbox: mailbox.Seam{At: math.MaxInt64, Messages: math.MaxInt, Lines: math.MaxInt64, EOL: '\n'}},
}

// TestCheckpointText checks that a Checkpoint is parsed from its text, and that other texts
// are errors.
func TestCheckpointText(t *testing.T) {
	for i, c := range checkpoints {
		sent(t, c)
		word := c.String()
		if strings.Trim(word, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" || len(word) > maxWord || c.IsBeginning() != (i == 0) {
			t.Errorf("%+v: %q", c, word)
		}
	}
	for _, word := range []string{
		"", "1", "00", "0 ", "t", "m", "t1", "x1.0.0.0.0.0.0.false.false.false.", "t2.9.0.0.0.0.0.false.false.false.",
		"t1.0.0.0.0.0.0.false.false.false.",       // the beginning
		"t1.9.0.0.0.0.0.false.false.false",        // too few
		"t1.9.0.0.0.0.0.false.false.false..",      // too many
		"t1.+9.0.0.0.0.0.false.false.false.",      // written in another way
		"t1.09.0.0.0.0.0.false.false.false.",      //
		"t1.0x9.0.0.0.0.0.false.false.false.",     //
		"t1. 9.0.0.0.0.0.false.false.false.",      //
		"t1.9.0.0.0.0.0.f.false.false.",           //
		"t1.9.0.0.0.0.0.false.false.false.AB",     // bits that are not used
		"t1.9.0.0.0.0.0.false.false.false.AA\n",   //
		"t1.9.0.0.0.0.0.false.false.false.!",      // no base64
		"t1.x.0.0.0.0.0.false.false.false.",       // no numbers
		"t1.-1.0.0.0.0.0.false.false.false.",      // negative
		"t1.9.-1.0.0.0.0.false.false.false.",      //
		"t1.9.0.-1.0.0.0.false.false.false.",      //
		"t1.9.0.0.-1.0.0.false.false.false.",      //
		"t1.9.0.0.0.-1.0.false.false.false.",      //
		"t1.9.0.0.0.0.-1.false.false.false.",      //
		"t1.5.6.0.0.0.0.false.false.false.",       // after the place
		"t1.5.0.0.0.6.0.false.false.false.",       //
		"t1.9223372036854775808.0.0.0.0.0.f.f.f.", // out of range
		"t1.9.0.0.0.0.0.false.false.false." + strings.Repeat("AAAA", 200), strings.Repeat("9", maxWord+1),
		"t1." + strings.Repeat("9", 1000) + ".0.0.0.0.0.false.false.false.",
		"m0.0.0.false.0", "m5.0.0.false.0", "m5.0.0.false.11", "m5.0.0.false.266", "m-5.0.0.false.10", "m5.-1.0.false.10", "m5.0.-1.false.10", "m5.0.0.x.10",
		"m5.0.0.false.10 ", "m5.0.0.false.10.", "m05.0.0.false.10", "m5.0.0.false", "m9223372036854775808.0.0.false.10",
	} {
		c := checkpoints[1]
		if err := c.UnmarshalText([]byte(word)); err == nil || c != checkpoints[1] {
			t.Errorf("%q: %+v, %v", word, c, err)
		}
	}
	var c Checkpoint
	if err := json.Unmarshal([]byte(`"m5.1.2.false.10"`), &c); err != nil || c != (Checkpoint{mbox: mailbox.Seam{At: 5, Messages: 1, Lines: 2, EOL: '\n'}}) {
		t.Errorf("%+v, %v", c, err)
	}
}

// surveys are some of each sort.
var surveys = []Survey{
	{},
	{format: InputText},
	{format: InputText, begin: 9000, lines: 3, endings: endings{depths: 5}, first: Checkpoint{text: textState{at: 4000, lines: 80, lineAt: 4000}}},
	{format: InputText, begin: math.MaxInt64, lines: math.MaxInt64, endings: endings{math.MaxUint64, true}, first: Checkpoint{text: textState{at: math.MaxInt64, midLine: true}}},
	{format: InputMbox, begin: 5},
	{format: InputMbox, begin: 100, lines: 70, messages: 2, first: Checkpoint{mbox: mailbox.Seam{At: 120, Lines: 4, EOL: '\n'}}},
	{format: InputMbox, begin: 100, messages: -3},
}

// TestSurveyText is TestCheckpointText for Surveys.
func TestSurveyText(t *testing.T) {
	for _, s := range surveys {
		sent(t, s)
	}
	for _, word := range []string{
		"", "0", "1", "1.0.0.0.0.0.false", "1.0.0.0.0.0.false.", "2.0.0.0.0.0.false.0", "1.0.0.0.0.0.false.0.", "1.0.0.0.0.0.false.0 ", " 1.0.0.0.0.0.false.0",
		"1.0.1.0.0.0.false.0", "1.0.0.1.0.0.false.0", "1.0.0.0.1.0.false.0", "1.0.0.0.0.1.false.0", "1.0.0.0.0.0.true.0", // Auto
		"1.2.5.0.0.0.false.0", "1.4.5.0.0.0.false.0", "1.257.5.0.0.0.false.0", "1.x.5.0.0.0.false.0", // of another format
		"1.1.-5.0.0.0.false.0", "1.1.5.-1.0.0.false.0", "1.1.5.0.0.-1.false.0", "1.1.05.0.0.0.false.0", "1.1.5.0.0.0.f.0",
		"1.1.5.0.0.0.false.t1.6.0.0.0.0.0.false.false.false.", "1.1.5.0.0.0.false.m5.0.0.false.10", "1.3.5.0.0.0.false.t1.4.0.0.0.0.0.false.false.false.",
		"1.1.5.0.0.0.false.x", "1.1.5.0.0.0.false.m5", "1.1." + strings.Repeat("9", 1000) + ".0.0.0.false.0", strings.Repeat("9", maxWord+1),
	} {
		s := surveys[2]
		if err := s.UnmarshalText([]byte(word)); err == nil || s != surveys[2] {
			t.Errorf("%q: %+v, %v", word, s, err)
		}
	}
}

// FuzzCheckpointText checks that a text that is parsed as a Checkpoint is its text.
func FuzzCheckpointText(f *testing.F) {
	for _, c := range checkpoints {
		f.Add(c.String())
	}
	f.Fuzz(func(t *testing.T, word string) {
		var c Checkpoint
		if c.UnmarshalText([]byte(word)) == nil && c.String() != word {
			t.Errorf("%q: %q", word, c)
		}
	})
}

// FuzzSurveyText checks that a text that is parsed as a Survey is its text, and that sums and
// guesses can be sent, as long as no count overflows.
func FuzzSurveyText(f *testing.F) {
	for i, s := range surveys {
		text, err := s.MarshalText()
		next, _ := surveys[(i+1)%len(surveys)].MarshalText()
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text), string(next))
	}
	f.Fuzz(func(t *testing.T, one, two string) {
		var s, next Survey
		errs := [...]error{s.UnmarshalText([]byte(one)), next.UnmarshalText([]byte(two))}
		for i, v := range []Survey{s, next} {
			if text, err := v.MarshalText(); errs[i] == nil && (err != nil || string(text) != []string{one, two}[i]) {
				t.Errorf("%q, %q: %q, %v", one, two, text, err)
			}
		}
		if s.format != next.format || max(s.lines, next.lines, s.first.mbox.Lines, next.first.mbox.Lines) > math.MaxInt64/4 || max(s.messages, next.messages, s.first.mbox.Messages, next.first.mbox.Messages) > math.MaxInt/4 || min(s.messages, next.messages) < 0 {
			return
		}
		sum := s.Add(next)
		sent(t, sum)
		if c, ok := next.Guess(s); ok {
			sent(t, c)
		}
		if c, ok := sum.Guess(next); ok {
			sent(t, c)
			sent(t, c.Correction(sum))
		}
	})
}

// FuzzCheckpoint checks that a scan from any Checkpoint that has a text ends, and that its
// Checkpoints have texts.
func FuzzCheckpoint(f *testing.F) {
	const text = "> see http://a.example/b or <URL:http://b.example/\n> c> and more\n-- \n"
	for _, c := range checkpoints {
		f.Add(c.String(), text, int64(5), int64(40))
		f.Add(c.String(), "From a@b.example Thu Jan  1 00:00:00 2004\nSubject: x\n\n"+text, int64(0), int64(50))
	}
	s, err := NewRange(everyKind(InputAuto))
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, word, text string, begin, end int64) {
		var from Checkpoint
		if from.UnmarshalText([]byte(word)) != nil || s.Reset(strings.NewReader(text), from, begin, end) != nil {
			t.Skip()
		}
		for s.Scanner().Scan() {
			if m := s.Scanner().Match(); m.Offset < 0 || m.End > int64(len(text)) {
				t.Errorf("%q from %q: %d-%d", text, word, m.Offset, m.End)
			}
		}
		if c, ok := s.First(); ok {
			sent(t, c)
		}
		if c, ok := s.Last(); ok && max(from.text.lines, from.mbox.Lines, int64(from.mbox.Messages)) < 1<<60 {
			sent(t, c)
		}
	})
}
