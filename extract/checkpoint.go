package extract

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// A Checkpoint is the state of a scan at a place of a text or an mbox. The matches after the
// place depend only on the Checkpoint and on the input from a few KiB before the place on. A
// Checkpoint is exact: if the Checkpoint at the end of one range equals that at the beginning
// of the next, both ranges have the matches of one scan. If not, the next range must be
// scanned again, from the Checkpoint at the end of the first.
//
// The zero Checkpoint is the beginning of an input. Compare Checkpoints with ==. As text
// and in JSON a Checkpoint is one word of ASCII, which may be sent to another machine with
// the same version of this package.
//
// It will move to another package before v1.0.0.
type Checkpoint struct {
	text textState    // zero in an mbox
	mbox mailbox.Seam // of the next message; zero in a text
}

// A textState is the state of a scan of a text at an offset. What the scan finds depends only
// on it and on the text from rangeLead bytes before the offset on. The zero textState is that
// at the beginning.
type textState struct {
	at     int64  // the offset
	done   int64  // a URL begins here or after it: see find.Place
	within bool   // at is in a URL that is too long, likewise
	lines  int64  // LFs before at
	head   string // of the line that is rangeLead bytes before at

	// The state of the annotator's signatureTracker.
	endings
	rule    int
	lineAt  int64 // offset at which the line of at begins
	midLine bool  // that is not known, as the line is too long
}

// rangeLead is the number of bytes before a place that what is found after the place may
// depend on.
const rangeLead = find.LookBehind

// The texts of Checkpoints. That of a text is followed by the head in base64; its first
// number is the version of this format.
const (
	beginningWord = "0"
	textWord      = "t1.%d.%d.%d.%d.%d.%d.%t.%t.%t."
	mboxWord      = "m%d.%d.%d.%t.%d"

	maxWord = 256 + 2*find.MaxHead // bytes of the text of a Checkpoint or a Survey
)

// IsBeginning reports whether c is the beginning of an input.
func (c Checkpoint) IsBeginning() bool { return c == Checkpoint{} }

// Passes reports whether c is in an mbox at the offset or after it, so that a scan from c finds
// nothing before the offset.
func (c Checkpoint) Passes(offset int64) bool { return c.isMbox() && c.mbox.At >= offset }

// isMbox reports whether c is a place in an mbox after its beginning.
func (c Checkpoint) isMbox() bool { return c.mbox != mailbox.Seam{} }

// isValid reports whether a scan may have had the Checkpoint, as far as its numbers show.
func (c Checkpoint) isValid() bool {
	if s := &c.mbox; c.isMbox() {
		return min(s.At, s.Lines, int64(s.Messages)) >= 0 && (s.EOL == '\n' || s.EOL == '\r')
	}
	t := &c.text
	return min(t.done, t.lines, t.lineAt, int64(t.rule)) >= 0 && max(t.done, t.lineAt) <= t.at && len(t.head) <= find.MaxHead
}

// String returns the Checkpoint as one word.
func (c Checkpoint) String() string {
	word, _ := c.MarshalText()
	return string(word)
}

// MarshalText returns the Checkpoint as one word.
func (c Checkpoint) MarshalText() ([]byte, error) {
	s, t := &c.mbox, &c.text
	switch {
	case c.IsBeginning():
		return []byte(beginningWord), nil
	case c.isMbox():
		return fmt.Appendf(nil, mboxWord, s.At, s.Messages, s.Lines, s.Dateless, s.EOL), nil
	}
	word := fmt.Appendf(nil, textWord, t.at, t.done, t.lines, t.rule, t.lineAt, t.depths, t.within, t.original, t.midLine)
	return base64.RawURLEncoding.AppendEncode(word, []byte(t.head)), nil
}

// UnmarshalText parses the text of MarshalText. Any other text is an error.
func (c *Checkpoint) UnmarshalText(text []byte) error {
	if len(text) > maxWord {
		return errors.New("invalid Checkpoint: it is too long")
	}
	// What is not parsed is not in the text of v.
	var v Checkpoint
	s, t := &v.mbox, &v.text
	switch word := string(text); {
	case strings.HasPrefix(word, mboxWord[:1]):
		fmt.Sscanf(word, mboxWord, &s.At, &s.Messages, &s.Lines, &s.Dateless, &s.EOL)
	case strings.HasPrefix(word, textWord[:1]):
		fmt.Sscanf(word, textWord, &t.at, &t.done, &t.lines, &t.rule, &t.lineAt, &t.depths, &t.within, &t.original, &t.midLine)
		head, _ := base64.RawURLEncoding.DecodeString(word[strings.LastIndexByte(word, '.')+1:])
		t.head = string(head)
	}
	if again, _ := v.MarshalText(); !bytes.Equal(again, text) || !v.isValid() {
		return fmt.Errorf("invalid Checkpoint %q", text)
	}
	*c = v
	return nil
}
