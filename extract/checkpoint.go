package extract

import (
	"errors"
	"fmt"
	"strings"
)

// A Checkpoint is the state of a scan at a place of a text or an mbox: a [State] or a
// [Seam]. The matches after it depend only on the Checkpoint and on the input. If the
// Checkpoint at the end of one range equals that at the beginning of the next, both ranges
// have the matches of one scan; if not, the next range must be scanned again from the
// Checkpoint at the end of the first.
//
// The zero Checkpoint is the beginning of an input. Compare Checkpoints with ==. As text
// and in JSON a Checkpoint is one word of ASCII, which may be sent to another machine with
// the same version of this package.
type Checkpoint struct {
	text State // zero for an mbox
	mbox Seam  // zero for a text
}

// The text of a Checkpoint is a letter and the text of its State or Seam.
const (
	beginningText    = "0"
	textLetter       = 't'
	mboxLetter       = 'm'
	checkpointFields = "%d.%d.%d.%t.%d"
)

// IsBeginning reports whether c is the beginning of an input.
func (c Checkpoint) IsBeginning() bool { return c == Checkpoint{} }

// Passes reports whether c is in an mbox at the offset or after it, so that a scan from c finds
// nothing before the offset.
func (c Checkpoint) Passes(offset int64) bool { return c.isMbox() && c.mbox.At >= offset }

// isMbox reports whether c is a place in an mbox after its beginning.
func (c Checkpoint) isMbox() bool { return c.mbox != Seam{} }

// MarshalText returns the Checkpoint as one word.
func (c Checkpoint) MarshalText() ([]byte, error) {
	switch s := &c.mbox; {
	case c.IsBeginning():
		return []byte(beginningText), nil
	case c.isMbox():
		return fmt.Appendf([]byte{mboxLetter}, checkpointFields, s.At, s.Messages, s.Lines, s.Dateless, s.EOL), nil
	}
	word, err := c.text.MarshalText()
	return append([]byte{textLetter}, word...), err
}

// UnmarshalText parses the text of MarshalText.
func (c *Checkpoint) UnmarshalText(text []byte) error {
	invalid := errors.New("invalid Checkpoint")
	if string(text) == beginningText {
		*c = Checkpoint{}
		return nil
	}
	if len(text) == 0 {
		return invalid
	}
	v := Checkpoint{}
	switch word := text[1:]; text[0] {
	case textLetter:
		if err := v.text.UnmarshalText(word); err != nil {
			return err
		}
	case mboxLetter:
		s := &v.mbox
		if _, err := fmt.Sscanf(string(word), checkpointFields, &s.At, &s.Messages, &s.Lines, &s.Dateless, &s.EOL); err != nil {
			return invalid
		}
		if again, _ := v.MarshalText(); string(again) != string(text) || s.check() != nil {
			return invalid
		}
	}
	if v.IsBeginning() {
		return invalid
	}
	*c = v
	return nil
}

// Correction returns a Survey that is to be added to s, the sum of the surveys of the text
// before c. The sum then has the messages and the signatures that the scan has found, which
// may be others than the surveys have.
func (c Checkpoint) Correction(s Survey) Survey {
	fix := Survey{format: s.format, begin: s.begin, end: s.end, depths: c.text.depths, original: c.text.original}
	if c.isMbox() {
		fix.messages = c.mbox.Messages - s.messages
	}
	return fix
}

// String returns the Checkpoint as one word.
func (c Checkpoint) String() string {
	var b strings.Builder
	word, _ := c.MarshalText()
	b.Write(word)
	return b.String()
}
