package selection

import (
	"errors"

	"github.com/urlgrep/urlgrep/extract"
)

// Messages are the conditions for messages of mail. All that are set must hold. A nil
// Messages is empty.
type Messages struct {
	Since, Until        Date // the Date of a message is not before and not after it
	From, Subject, List Texts
}

// IsEmpty reports whether m selects all messages, and input that is not mail.
func (m *Messages) IsEmpty() bool {
	return m == nil || !m.byDate() && len(m.From)+len(m.Subject)+len(m.List) == 0
}

// byDate reports whether m has a condition for the Date.
func (m *Messages) byDate() bool { return m.Since != Date{} || m.Until != Date{} }

// Check returns an error if no message can be selected, whatever its Date.
func (m *Messages) Check() error {
	if m.Until != (Date{}) && !m.Since.From.Before(m.Until.To) {
		return errors.New("--since is after --until")
	}
	return nil
}

// Selects reports whether the conditions hold for a message. If they do not hold only
// because the message has no valid Date, undated is true.
func (m *Messages) Selects(of *extract.Message) (selected, undated bool) {
	switch {
	case !m.From.Match(of.From) || !m.Subject.Match(of.Subject) || !m.List.Match(of.List):
		return false, false
	case !m.byDate():
		return true, false
	case of.Date.IsZero():
		return false, true
	}
	since := m.Since == Date{} || !of.Date.Before(m.Since.From)
	until := m.Until == Date{} || of.Date.Before(m.Until.To)
	return since && until, false
}
