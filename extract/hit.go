package extract

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/parse"
)

// A hit is the URL that Scan found: the data for a Match, while the window still holds
// it. A caller that only prints URLs needs no Match, which takes longer to make than most
// URLs take to find, and is garbage afterwards.
//
// If is is true, the hit is the last candidate of the finder.
type hit struct {
	found   bool
	dropped []byte // the URL without the hyphens before line breaks, if these are dropped

	match Match // the result of Match, if made
	made  bool
}

// clear clears the hit.
func (h *hit) clear() {
	if h.dropped != nil {
		h.dropped = nil
	}
	if h.found = false; h.made {
		h.match, h.made = Match{}, false
	}
}

// accepts is accept. It validates no URL again that the finder has validated.
func (s *Scanner) accepts(c *find.Candidate) bool {
	return c.Valid && s.acceptsValid && (len(c.Hyphens) == 0 || !s.opts.DropHyphens) || s.accept(c)
}

// accept reports whether the options accept the candidate c of the finder. It calls
// Options.Reject for a candidate that is left out because it is not valid.
func (s *Scanner) accept(c *find.Candidate) bool {
	url := c.URL
	if len(c.Hyphens) > 0 && s.opts.DropHyphens {
		dropped, _ := readings(c.URL, c.Hyphens)
		url = []byte(dropped)
	}
	valid := c.Kind == find.Schemeless || c.Kind == find.Email || parse.Valid(url, s.opts.Level)
	if !s.opts.Validity.includes(valid) || !s.annotator.authorWanted(&s.win, c.From) {
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

// reject calls Options.Reject for the URL c, if the only reason to leave it out is that
// it is not valid.
func (s *Scanner) reject(c *find.Candidate) {
	if s.opts.Validity != ValidOnly || s.bounds != nil && s.bounds.first == nil || !s.annotator.authorWanted(&s.win, c.From) {
		return
	}
	var m Match
	s.make(&m, c)
	var why *parse.Error
	if _, err := m.Parse(); errors.As(err, &why) {
		s.opts.Reject(&m, why)
	}
}

// URL returns the URL that Scan found, which is Match.URL as bytes. They belong to the
// Scanner and are valid until its next Scan. URL allocates nothing.
func (s *Scanner) URL() []byte {
	switch {
	case !s.hit.found:
		return nil
	case s.hit.dropped != nil:
		return s.hit.dropped
	}
	return s.finder.Found.URL
}

// Match returns the match that Scan found, or a zero Match if Scan returned false.
func (s *Scanner) Match() Match {
	if h := &s.hit; h.found && !h.made {
		h.made = true
		s.make(&h.match, &s.finder.Found)
		if s.opts.Signs != nil {
			h.match.Signs = s.opts.Signs.of(&h.match)
		}
	}
	return s.hit.match
}

// A Position is where a match begins in the input. Its fields are those of a [Match].
type Position struct {
	Offset   int64     // in bytes from 0
	Line     int64     // from 1; 0 with Options.SkipPlaces
	Document *Document // nil outside of documents, and with Options.SkipPlaces
}

// Position returns the position of the URL that Scan found, or a zero Position if Scan
// returned false. It takes less time than Match, which also finds the message and the author.
func (s *Scanner) Position() (p Position) {
	if !s.hit.found {
		return p
	}
	from := s.finder.Found.From
	p.Offset = s.src.start(s.win.offset(from))
	if !s.opts.SkipPlaces {
		p.Line = s.annotator.line(&s.win, from)
		p.Document = newDocument(s.src.seg.Document, s.src.startOf(s.win.offset(from)))
	}
	return p
}

// Place returns the offsets in the input of a span of the URL that Scan found: usually the
// Span of a component, from [parse.URL.All] or [parse.URL.Find]. If the text was decoded, the
// offsets enclose the encoded bytes, as [Match.URLOffset] and URLEnd do.
//
// Place returns false if the text does not contain the URL as it is: if the URL was rejoined
// or resolved, if bytes in it were dropped or read in Options.Charset, or if span is outside
// the URL. In these cases only Match.URLOffset and Match.URLEnd are known.
func (s *Scanner) Place(span parse.Span) (from, to int64, ok bool) {
	if !s.hit.found || s.hit.dropped != nil || span.From < 0 || span.From > span.To || span.To > len(s.finder.Found.URL) {
		return 0, 0, false
	}
	i, _, isWhole := s.urlAt(&s.finder.Found)
	if !isWhole {
		return 0, 0, false
	}
	if span.From == span.To && span.From > 0 {
		to = s.src.end(s.win.offset(i + span.To))
		return to, to, true
	}
	from = s.src.start(s.win.offset(i + span.From))
	if span.From == span.To {
		return from, from, true
	}
	return from, s.src.end(s.win.offset(i + span.To)), true
}

// make sets m to the match of the candidate c.
func (s *Scanner) make(m *Match, c *find.Candidate) {
	m.Kind, m.Rejoined, m.Repaired = Kind(c.Kind), c.Rejoined, c.Repaired
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
		m.setReadings(c.URL, c.Hyphens, s.opts.DropHyphens)
	case isWhole && m.Raw == "":
		m.URL = m.Text[from-c.From : to-c.From]
	default:
		m.URL = string(c.URL)
	}
	m.Level = s.opts.Level
	m.URLOffset, m.URLEnd = s.src.start(s.win.offset(from)), s.src.end(s.win.offset(to))
	s.annotator.place(m, &s.win, c.From, c.To)
}

// urlAt returns the place of the URL c in the window, without its delimiters, and whether
// the text there is the URL unchanged.
func (s *Scanner) urlAt(c *find.Candidate) (from, to int, isWhole bool) {
	from, to = c.Start, c.End
	switch text := s.win.Data[from:to]; {
	case bytes.HasPrefix(text, c.URL): // a soft hyphen may follow, for example
		return from, from + len(c.URL), true
	case bytes.HasSuffix(text, c.URL): // overstruck characters may precede it
		return to - len(c.URL), to, true
	}
	// Some bytes were dropped from the URL.
	if (c.Kind == find.Wrapped || c.Kind == find.Angle) && bytes.ContainsAny(s.win.Data[to:c.To], "\r\n") {
		to = c.To - len(">") // with fewer lines before it, a line number there would not be the next one
	}
	return from, to, false
}

// The kinds have the same values as in package find. Otherwise these constants would overflow.
const (
	_ = -(Wrapped ^ Kind(find.Wrapped))
	_ = -(Angle ^ Kind(find.Angle))
	_ = -(Prefixed ^ Kind(find.Prefixed))
	_ = -(Bare ^ Kind(find.Bare))
	_ = -(Attribute ^ Kind(find.Attribute))
	_ = -(Schemeless ^ Kind(find.Schemeless))
	_ = -(Email ^ Kind(find.Email))
)
