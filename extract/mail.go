package extract

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// mail is an input with many texts: the header fields and the parts of messages. Each is
// scanned separately.
type mail struct {
	r       *mailbox.Reader
	seg     *mailbox.Segment
	message *Message // of seg, made for its first match
	serial  int64    // of message

	isRendered bool // the last seg is part of an HTML document whose lines are reported
}

// mailOptions returns the options for reading mail, from those of a Scanner that searches
// for kinds.
func mailOptions(o *Options, kinds kindSet) *mailbox.Options {
	mo := &mailbox.Options{
		AllParts: o.AllParts, Documents: o.Documents, KeepBreaks: o.Rejoin < RejoinHyphen, Base: o.Base, Limits: mailbox.Limits(o.Limits), SkipPlaces: o.SkipPlaces, Lines: o.Line != nil,
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

// open starts to read the mailbox in r.
func (m *mail) open(r io.Reader, f detect.Format) {
	m.r.Reset(r, f)
	m.seg, m.message, m.isRendered = nil, nil, false
}

func (m *mail) read(p []byte) (int, error) {
	if m.seg == nil {
		return 0, io.EOF // before the first text
	}
	return m.r.Read(p)
}

// nextText begins the next text of the input. It returns false if there is none.
func (s *Scanner) nextText() bool {
	m := s.src.mail
	if m == nil {
		return false
	}
	seg, err := m.r.Next()
	m.seg = seg
	if s.lines != nil {
		if err == nil {
			m.isRendered = m.r.IsRendered()
		}
		if !s.lines.passedDocument() {
			return false
		}
	}
	if err != nil {
		if err != io.EOF && s.err == nil {
			s.err = err
		}
		return false
	}
	s.beginText(seg)
	return true
}

// beginText prepares for the text of seg.
func (s *Scanner) beginText(seg *mailbox.Segment) {
	kinds := s.wanted
	if seg.Kind == mailbox.Field && kinds.hasAny(nameKinds) && !prefilter.HoldsAddresses(seg.Name) {
		kinds = kinds.without(nameKinds)
	}
	s.reference = seg.Kind == mailbox.Reference
	if seg.Document != nil || s.wide {
		s.rejoinWide(seg.Document != nil && seg.Document.Wide && s.opts.Rejoin == RejoinHyphen)
	}
	s.begin(kinds, !s.reference && seg.Kind != mailbox.Code, seg.Line-1)
	if s.lines != nil {
		s.lines.line.Document = newDocument(seg.Document)
	}
	if s.opts.Refang {
		s.src.openRefang()
	} else if s.lines == nil {
		if text, ok := s.src.mail.r.Whole(); ok {
			s.win.hold(text)
		}
	}
}

// rejoinWide sets whether the URLs in the next text are rejoined as with RejoinWide, and not
// as Options.Rejoin says.
func (s *Scanner) rejoinWide(wide bool) {
	if wide == s.wide {
		return
	}
	s.wide = wide
	if wide {
		s.finder.SetRejoin(join.Wide)
	} else {
		s.finder.SetRejoin(join.Rejoin(s.opts.Rejoin - RejoinNone))
	}
}

// maxFieldName is the maximum length of Match.Header, in bytes.
const maxFieldName = 128

// place sets the message of the match, and the place in the message.
func (m *mail) place(match *Match) {
	match.Document = newDocument(m.seg.Document)
	if m.seg.Info == nil {
		return // an HTML document
	}
	match.Part = m.seg.Part
	match.Header = string(m.seg.Name[:min(len(m.seg.Name), maxFieldName)])
	if m.message == nil || m.serial != m.seg.Info.Serial {
		m.message, m.serial = newMessage(m.seg.Info), m.seg.Info.Serial
	}
	match.Message = m.message
}

func newMessage(i *mailbox.Info) *Message {
	raw, date, _ := i.Date()
	return &Message{
		Index: i.Index, ID: i.ID(), Date: date, DateRaw: raw,
		From: i.From(), Subject: i.Subject(), Newsgroups: i.Newsgroups(), List: i.List(),
	}
}
