package extract

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/parse"
)

// A hit is what Scan has found: all that a Match is made of, while the window still
// holds it. Who wants to print URLs needs no Match, which takes longer to make than
// most URLs take to find, and is garbage then.
//
// If is is true, the hit is the candidate that the finder has found last.
type hit struct {
	is      bool
	dropped []byte // its URL without the hyphens before line breaks, if those are to be dropped

	match Match // what Match has made of it, if made
	made  bool
}

// forget makes it that nothing is found.
func (h *hit) forget() {
	if h.dropped != nil {
		h.dropped = nil
	}
	if h.is = false; h.made {
		h.match, h.made = Match{}, false
	}
}

// accept reports whether what the finder has found is wanted: c.
func (s *Scanner) accept(c *find.Candidate) bool {
	url := c.URL
	if len(c.Hyphens) > 0 && s.opts.Hyphen == HyphenDrop {
		dropped, _ := readings(c.URL, c.Hyphens)
		url = []byte(dropped)
	}
	valid := c.Kind == find.Schemeless || c.Kind == find.Email || parse.Valid(url, s.opts.Level)
	if !s.opts.Validity.takes(valid) || !s.annotator.byWanted(&s.win, c.From) {
		if !valid && s.opts.Reject != nil {
			s.reject(c)
		}
		return false
	}
	if len(url) != len(c.URL) {
		s.hit.dropped = url
	}
	if c.LeftBroken {
		s.broken++
	}
	return true
}

// reject tells why the URL c is left out, if all that is against it is that it is not valid.
func (s *Scanner) reject(c *find.Candidate) {
	if s.opts.Validity != ValidOnly || s.stretch != nil && s.stretch.first == nil || !s.annotator.byWanted(&s.win, c.From) {
		return
	}
	var m Match
	s.make(&m, c)
	var why *parse.Error
	if _, err := m.Parse(); errors.As(err, &why) {
		s.opts.Reject(&m, why)
	}
}

// URL returns the URL that Scan found, as Match.URL has it. The bytes are the
// Scanner's, and valid until its next Scan; nothing is allocated for them.
func (s *Scanner) URL() []byte {
	switch {
	case !s.hit.is:
		return nil
	case s.hit.dropped != nil:
		return s.hit.dropped
	}
	return s.finder.Found.URL
}

// Match returns the match that Scan found, a zero one if it found none.
func (s *Scanner) Match() Match {
	if h := &s.hit; h.is && !h.made {
		h.made = true
		s.make(&h.match, &s.finder.Found)
	}
	return s.hit.match
}

// Place returns the offsets in the input of a span of the URL that Scan found: usually the
// Span of a component, from [parse.URL.All] or [parse.URL.Find]. If the text was decoded, the
// offsets enclose the encoded bytes, as [Match.URLOffset] and URLEnd do.
//
// Place returns false if the text does not contain the URL as it is: if the URL was rejoined
// or resolved, if bytes in it were dropped or read in Options.Charset, or if span is outside
// the URL. In these cases only Match.URLOffset and Match.URLEnd are known.
func (s *Scanner) Place(span parse.Span) (from, to int64, ok bool) {
	if !s.hit.is || s.hit.dropped != nil || span.From < 0 || span.From > span.To || span.To > len(s.finder.Found.URL) {
		return 0, 0, false
	}
	i, _, isWhole := s.urlAt(&s.finder.Found)
	if !isWhole {
		return 0, 0, false
	}
	if span.Len() == 0 && span.From > 0 {
		to = s.src.end(s.win.offset(i + span.To))
		return to, to, true
	}
	from = s.src.start(s.win.offset(i + span.From))
	if span.Len() == 0 {
		return from, from, true
	}
	return from, s.src.end(s.win.offset(i + span.To)), true
}

// make makes a match of what was found.
func (s *Scanner) make(m *Match, c *find.Candidate) {
	m.Kind, m.Rejoined = Kind(c.Kind), c.Rejoined
	raw := s.win.Data[c.From:c.To]
	if utf8.Valid(raw) {
		m.Text = string(raw)
	} else {
		m.Raw = string(raw)
		m.Text = string(chars.AppendUTF8(nil, raw, (*chars.Fallback)(s.rules.Fallback)))
	}
	from, to, isWhole := s.urlAt(c)
	switch {
	case len(c.Hyphens) > 0:
		m.setReadings(c.URL, c.Hyphens, s.opts.Hyphen)
	case isWhole && m.Raw == "":
		m.URL = m.Text[from-c.From : to-c.From]
	default:
		m.URL = string(c.URL)
	}
	m.Level = s.opts.Level
	m.URLOffset, m.URLEnd = s.src.start(s.win.offset(from)), s.src.end(s.win.offset(to))
	s.annotator.place(m, &s.win, c.From, c.To)
}

// urlAt returns where the URL c is in the window, without its delimiters, and whether it is
// there as it is.
func (s *Scanner) urlAt(c *find.Candidate) (from, to int, isWhole bool) {
	text := s.win.Data[c.From:c.To]
	if i := bytes.Index(text, c.URL); i >= 0 {
		return c.From + i, c.From + i + len(c.URL), true
	}
	// Something has been dropped from it.
	from, to = c.Start, c.End
	if (c.Kind == find.Wrapped || c.Kind == find.Angle) && bytes.ContainsAny(s.win.Data[to:c.To], "\r\n") {
		to = c.To - len(">") // a line number there would be out of step with fewer lines before it
	}
	return from, to, false
}

// The kinds have the same values in package find, and the values of Rejoin the same order.
const (
	_ = -(Wrapped ^ Kind(find.Wrapped))
	_ = -(Angle ^ Kind(find.Angle))
	_ = -(Prefixed ^ Kind(find.Prefixed))
	_ = -(Bare ^ Kind(find.Bare))
	_ = -(Attribute ^ Kind(find.Attribute))
	_ = -(Schemeless ^ Kind(find.Schemeless))
	_ = -(Email ^ Kind(find.Email))

	_ = -uint8((RejoinWrapped - RejoinNone) ^ Rejoin(find.RejoinWrapped))
	_ = -uint8((RejoinHyphen - RejoinNone) ^ Rejoin(find.RejoinHyphen))
	_ = -uint8((RejoinWide - RejoinNone) ^ Rejoin(find.RejoinWide))
)
