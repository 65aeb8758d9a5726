package extract

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// mail is an input with many texts: the header fields and the parts of messages. Each is
// scanned separately.
type mail struct {
	r       *mailbox.Reader
	decoder *decoder // of its input; may be nil
	isBegun bool     // next has been called
}

// mailOptions returns the options for reading mail, from those of a Scanner that searches
// for kinds.
func mailOptions(o *Options, kinds kindSet) *mailbox.Options {
	mo := &mailbox.Options{
		AllParts: o.AllParts, Documents: o.Documents, Passwords: o.Passwords, KeepBreaks: !o.Rejoin.ways().Has(join.Hyphen), Schemeless: kinds.hasAny(kindsOf(Schemeless)), Base: o.Base, Limits: mailbox.Limits(o.Limits), SkipPlaces: o.SkipPlaces, Lines: o.Line != nil,
		Programs: o.Schemes != nil && o.Schemes.internal().Wanted([]byte("javascript")),
		Fields:   &prefilter.Fields{Schemes: o.Schemes.internal(), Names: kinds.hasAny(nameKinds), Refang: o.Refang},
	}
	if o.SelectMessage != nil {
		mo.Select = func(i *mailbox.Info) bool { return o.SelectMessage(newMessage(i)) }
	}
	if o.Note != nil {
		mo.Note = func(n mailbox.Note) { o.Note(Note(n)) }
	}
	return mo
}

func (m *mail) next() (*mailbox.Segment, error) {
	m.isBegun = true
	return m.r.Next()
}

func (m *mail) read(p []byte) (int, error) {
	if !m.isBegun {
		return 0, io.EOF
	}
	return m.r.Read(p)
}

func (m *mail) folded(from, to int64) bool { return m.r.Folded(from, to) }

func (m *mail) quoteDepth(at int64) (depth int, ok bool) { return m.r.QuoteDepth(at) }

func (m *mail) isCut() bool { return m.r.Cut() }

func (m *mail) consumed(int64) int64 { return m.r.InputOffset() }

func (m *mail) count(c *Counts) {
	c.Messages, c.Selected = int64(m.r.Messages()), int64(m.r.Selected())
	c.PassedOver, c.Unresolved = m.r.PassedOver(), m.r.Unresolved()
}

func (m *mail) start(at int64) int64 { return m.r.Start(at) }

func (m *mail) end(at int64) int64 { return m.r.End(at) }

// discard keeps the places of the line of HTML that is reported next.
func (m *mail) discard(before int64) int64 {
	m.r.Discard(before)
	if m.decoder == nil {
		return 0
	}
	from := m.r.Start(before)
	if line := m.r.NextLine(); line != nil {
		from = min(from, line.Offset)
	}
	return from
}

// nextText begins the next text of the input. It returns false if there is none.
func (s *Scanner) nextText() bool {
	err := s.src.next()
	if s.lines != nil && !s.lines.passedDocument(err == nil) {
		return false
	}
	if err != nil {
		if err != io.EOF && s.err == nil {
			s.err = err
		}
		return false
	}
	s.beginText(s.src.seg)
	return true
}

// beginText prepares for the text of seg.
func (s *Scanner) beginText(seg *mailbox.Segment) {
	kinds := s.wanted
	if seg.Kind == mailbox.Field && kinds.hasAny(nameKinds) && !prefilter.HoldsAddresses(seg.Name) {
		kinds = kinds.without(nameKinds)
	}
	s.reference = seg.Kind == mailbox.Reference
	s.begin(kinds, !s.reference && seg.Kind != mailbox.Code, seg.Line-1)
	if s.lines != nil {
		s.lines.line.Document = newDocument(seg.Document, 0)
	}
	if s.opts.Refang {
		s.src.openRefang()
	} else if s.lines == nil {
		if text, ok := s.src.mail.r.Whole(); ok {
			s.win.hold(text)
			s.win.setNotation(seg)
		}
	}
}

// maxFieldName is the maximum length of Match.Header, in bytes.
const maxFieldName = 128

// place sets the message of the match, which is at an offset of the text, and the place in the message.
func (src *source) place(match *Match, offset int64) {
	seg := src.seg
	match.Document = newDocument(seg.Document, src.startOf(offset))
	if seg.Info == nil {
		return // not mail
	}
	match.Part = seg.Part
	match.Header = string(seg.Name[:min(len(seg.Name), maxFieldName)])
	if src.message == nil || src.serial != seg.Info.Serial {
		src.message, src.serial = newMessage(seg.Info), seg.Info.Serial
	}
	match.Message = src.message
}

func newMessage(i *mailbox.Info) *Message {
	raw, date, _ := i.Date()
	return &Message{
		Index: i.Index, ID: i.ID(), Date: date, DateRaw: raw,
		From: i.From(), Subject: i.Subject(), Newsgroups: i.Newsgroups(), List: i.List(),
	}
}
