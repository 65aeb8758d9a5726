package extract

import (
	"bytes"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/wrapper"
)

// mail is an input that is made of texts: the header fields and the parts of
// messages. Each is scanned for itself.
type mail struct {
	r       *mailbox.Reader
	seg     *mailbox.Segment
	message *Message // of seg, once it was asked for
	serial  int64    // of message
}

// mailOptions returns how mail is read, by the options of a Scanner that looks for kinds.
func mailOptions(o *Options, kinds KindSet) *mailbox.Options {
	names := kinds.hasAny(nameKinds)
	filter := fieldFilter{schemes: o.Schemes, names: names, refang: o.Refang}
	mo := &mailbox.Options{
		AllParts: o.AllParts, Limits: mailbox.Limits(o.Limits), NoPlace: o.NoPlace,
		Want: filter.mayHold, Hinted: !o.Refang && !names,
	}
	if o.Note != nil {
		mo.Note = func(n mailbox.Note) { o.Note(Note(n)) }
	}
	return mo
}

// open makes ready to read the mailbox in r.
func (m *mail) open(r io.Reader, f mailbox.Format) {
	m.r.Reset(r, f)
	m.seg, m.message = nil, nil
}

func (m *mail) read(p []byte) (int, error) {
	if m.seg == nil {
		return 0, io.EOF // before the first text
	}
	return m.r.Read(p)
}

// nextText goes on with the next text of the input, if there is one.
func (s *Scanner) nextText() bool {
	m := s.src.mail
	if m == nil {
		return false
	}
	seg, err := m.r.Next()
	m.seg = seg
	if err != nil {
		if err != io.EOF && s.err == nil {
			s.err = err
		}
		return false
	}
	s.beginText(seg)
	return true
}

// beginText empties the window.
func (s *Scanner) beginText(seg *mailbox.Segment) {
	kinds := s.wanted
	if seg.Kind == mailbox.Field && kinds.hasAny(nameKinds) && !holdsAddresses(seg.Name) {
		kinds = kinds.without(nameKinds)
	}
	s.reference = seg.Kind == mailbox.Reference
	s.begin(kinds, !s.reference && seg.Kind != mailbox.Code, seg.Line-1)
	if s.opts.Refang {
		s.src.openRefang()
	}
}

// A fieldFilter tells which header fields may hold a match.
type fieldFilter struct {
	schemes *wrapper.Schemes
	names   bool // hosts and addresses are looked for
	refang  bool // and all that is defanged
}

// mayHold reports whether there may be a match in a header field. Most fields
// have no colon but that behind their name; of what is defanged nothing is known.
func (f *fieldFilter) mayHold(name, field []byte) bool {
	if f.refang {
		return true
	}
	body := field[len(name):]
	if len(name) > 0 {
		body = header.Body(body)
	}
	if i := bytes.IndexByte(body, ':'); i >= 0 && f.hasScheme(body, i) {
		return true
	}
	addresses := f.names && holdsAddresses(name)
	if i := bytes.IndexByte(body, '='); i >= 0 && mayHide(body[max(0, i-1):], addresses) {
		return true
	}
	return addresses && bytes.IndexByte(body, '.') >= 0
}

// mayHide reports whether a colon, or anything, may stand encoded in a field:
// in RFC 2231's way, or in that of RFC 2047, of which base64 hides everything
// and the other encoding what is written "=3A", or in UTF-7 and UTF-16.
func mayHide(body []byte, anything bool) bool {
	if bytes.Contains(body, []byte("*=")) {
		return true
	}
	i := bytes.Index(body, []byte("=?"))
	if i < 0 || anything {
		return i >= 0
	}
	for _, sign := range [...]string{"?b?", "?B?", "=3a", "=3A", "=00", "+"} {
		if bytes.Contains(body[i:], []byte(sign)) {
			return true
		}
	}
	return hidesScheme(body[i:]) || inEBCDIC(body[i:])
}

// inEBCDIC reports whether there may be an encoded word in EBCDIC in text that begins with
// one: all labels of that have the number of a code page in them, or its name.
func inEBCDIC(text []byte) bool {
	for {
		_, rest, ok := bytes.Cut(text, []byte("=?"))
		if !ok {
			return false
		}
		label, _, _ := bytes.Cut(rest[:min(len(rest), maxWordLabel)], []byte("?"))
		for _, sign := range [...]string{"37", "1047", "1140", "ebcdic", "EBCDIC"} {
			if bytes.Contains(label, []byte(sign)) {
				return true
			}
		}
		text = rest
	}
}

// maxWordLabel is how much of the label of an encoded word is looked at.
const maxWordLabel = 75

// hidesScheme reports whether a colon in text that has encoded words may be that behind
// a scheme which is encoded in part, or that before slashes which are: as in
// "=68ttp:=2F/a.example/", or where a word ends, "mail?= =?utf-8?Q?to:b@a.example".
func hidesScheme(text []byte) bool {
	for {
		i := bytes.IndexByte(text, ':')
		if i < 0 {
			return false
		}
		word, rest := i, text[i+1:]
		for word > 0 && ascii.Is(text[word-1], ascii.Scheme) {
			word--
		}
		rest = rest[min(len(rest), ascii.Len(rest, ascii.Space)):]
		begins := word > 0 && (text[word-1] == '=' || text[word-1] == '?' && (len(rest) == 0 || rest[0] != '_'))
		rest = bytes.TrimPrefix(rest, []byte{'/'})
		if begins || len(rest) > 0 && (rest[0] == '=' || rest[0] == '?') {
			return true
		}
		text = text[i+1:]
	}
}

// hasScheme reports whether a colon in text, the first of which is at i, may be
// that behind a scheme or "URL": it is no more than a first look, which colons in
// times, network addresses and lists of fields do not stand. A blank follows none but
// between angle brackets.
func (f *fieldFilter) hasScheme(text []byte, i int) bool {
	angle := -1 // the first "<", once it is looked for
	for {
		rest := text[i+1:]
		if i > 0 && text[i-1] == '\b' {
			return true
		}
		blank := len(rest) > 0 && ascii.Is(rest[0], ascii.Blank)
		if blank && angle < 0 {
			if angle = bytes.IndexByte(text, '<'); angle < 0 {
				angle = len(text)
			}
		}
		if len(rest) > 0 && (!blank || angle < i) && !(i > 0 && ascii.Is(rest[0], ascii.Digit) && ascii.Is(text[i-1], ascii.Digit)) &&
			(rest[0] == '\b' || bytes.HasPrefix(rest, []byte("//")) || f.isScheme(text[:i])) {
			return true
		}
		next := bytes.IndexByte(rest, ':')
		if next < 0 {
			return false
		}
		i += 1 + next
	}
}

// isScheme reports whether text ends in the name of a scheme, or in "URL".
func (f *fieldFilter) isScheme(text []byte) bool {
	word, letters := len(text), len(text)
	for word > 0 && ascii.Is(text[word-1], ascii.Scheme) {
		word--
		if letters == word+1 && ascii.Is(text[word], ascii.Alpha) {
			letters = word
		}
	}
	return f.schemes.Known(text[word:]) || f.schemes.Known(text[letters:]) ||
		bytes.EqualFold(text[letters:], []byte("URL"))
}

// holdsAddresses reports whether hosts and addresses are looked for in a header
// field: in what people write, not in the trace of the message's way, nor in
// what identifies messages.
func holdsAddresses(name []byte) bool {
	switch strings.ToLower(string(name)) {
	case "subject", "comments", "keywords", "summary",
		"from", "sender", "reply-to", "to", "cc", "bcc", "mail-followup-to", "mail-reply-to", "mail-copies-to",
		"resent-from", "resent-sender", "resent-reply-to", "resent-to", "resent-cc", "resent-bcc",
		"apparently-to", "original-recipient", "final-recipient", "disposition-notification-to", "errors-to", "followup-to", "approved":
		return true
	}
	return false
}

// maxFieldName bounds the name of a field that a match comes with, in bytes.
const maxFieldName = 128

// place says in which message the match stands, and where in that.
func (m *mail) place(match *Match) {
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
