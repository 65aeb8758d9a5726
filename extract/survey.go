package extract

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// A Survey is a guess of what the scan of a range needs to know of the input before the
// range, and of where that scan starts. A [Surveyor] makes it without the text before the
// range, so that many ranges can be surveyed at the same time. Surveys of neighbouring ranges
// are added:
//
//	var before extract.Survey
//	for _, s := range surveys { // of all ranges of an input, in order
//		from, ok := s.Guess(before)
//		…
//		before = before.Add(s)
//	}
//
// The Checkpoints at the ends of the ranges show whether the guesses were right.
//
// The zero Survey is that of no range. As text and in JSON a Survey is one word of ASCII,
// which may be sent to another machine with the same version of this package.
//
// It will move to another package before v1.0.0.
type Survey struct {
	format   Input // Text or Mbox; Auto in the zero Survey
	begin    int64 // offset of the range
	lines    int64 // LFs in the range; 0 with SkipPlaces
	messages int   // messages that begin in the range; 0 with SkipPlaces; may be negative in a correction
	endings        // in lines that end in the range

	// first is where the scan of the range starts: in a text some way before the range, in
	// an mbox at the first message that begins in it; zero if none does. It has no marks,
	// and its lines are the LFs between it and begin.
	first Checkpoint
}

// Add returns the Survey of the range of s and of the next range, which begins where that
// of s ends. The ranges may be cut anywhere. In a text with lines longer than 12 KiB, or with
// a horizontal rule before more than 4 KiB of blank lines, the sum may lack signatures that
// the Survey of both ranges as one has.
func (s Survey) Add(next Survey) Survey {
	if s.format == InputAuto {
		return next
	}
	if s.format == InputMbox && !s.first.isMbox() && next.first.isMbox() {
		s.first = next.first
		s.first.mbox.Messages += s.messages
		s.first.mbox.Lines += s.lines
	}
	s.lines += next.lines
	s.messages += next.messages
	s.endings = s.endings.with(next.endings)
	return s
}

// Guess returns the Checkpoint from which a scan of the range should start, if before is
// the Survey of the input before the range. It returns false if no message of an mbox
// begins in the range: then no match is in the range, if the Checkpoint at the end of the
// range before is after this range.
func (s Survey) Guess(before Survey) (c Checkpoint, ok bool) {
	if s.begin == 0 {
		return c, true
	}
	c = s.first
	if s.format == InputMbox {
		if c.isMbox() {
			c.mbox.Messages = max(0, c.mbox.Messages+before.messages)
			c.mbox.Lines += before.lines
		}
		return c, c.isMbox()
	}
	c.text.lines = max(0, before.lines-c.text.lines)
	c.text.endings = before.endings
	return c, true
}

// Correction returns a Survey that is to be added to s, the sum of the surveys of the text
// before c. The sum then has the messages and the signatures that the scan has found, which
// may be others than the surveys have.
func (c Checkpoint) Correction(s Survey) Survey {
	fix := Survey{format: s.format, begin: s.begin, endings: c.text.endings}
	if c.isMbox() {
		fix.messages = c.mbox.Messages - s.messages
	}
	return fix
}

// The text of a Survey. The first number is the version of this format, and the text of first
// follows.
const surveyWord = "1.%d.%d.%d.%d.%d.%t."

// MarshalText returns the Survey as one word.
func (s Survey) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, surveyWord+"%v", s.format, s.begin, s.lines, s.messages, s.depths, s.original, s.first), nil
}

// UnmarshalText parses the text of MarshalText. Any other text is an error.
func (s *Survey) UnmarshalText(text []byte) error {
	if len(text) > maxWord {
		return errors.New("invalid Survey: it is too long")
	}
	// What is not parsed is not in the text of v.
	var v Survey
	word := string(text)
	fmt.Sscanf(word, surveyWord, &v.format, &v.begin, &v.lines, &v.messages, &v.depths, &v.original)
	if fields := strings.SplitN(word, ".", 8); len(fields) == 8 {
		v.first.UnmarshalText([]byte(fields[7]))
	}
	if again, _ := v.MarshalText(); !bytes.Equal(again, text) || !v.isValid() {
		return fmt.Errorf("invalid Survey %q", text)
	}
	*s = v
	return nil
}

// isValid reports whether a Surveyor may have made s, as far as its numbers show.
func (s Survey) isValid() bool {
	if min(s.begin, s.lines) < 0 {
		return false
	}
	switch s.format {
	case InputAuto:
		return s == Survey{}
	case InputText:
		return !s.first.isMbox() && s.first.text.at <= s.begin
	case InputMbox:
		return s.first.text == textState{}
	}
	return false
}
