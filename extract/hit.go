package extract

import (
	"bytes"
	"errors"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// A hit is what Scan has found: all that a Match is made of, while the window still
// holds it. Who wants to print URLs needs no Match, which takes longer to make than
// most URLs take to find, and is garbage then.
type hit struct {
	kind     Kind
	from, to int    // where it stands in the window
	url      []byte // in the window, or made; with all hyphens
	reading  []byte // url, but for HyphenDrop without the hyphens before line breaks
	hyphens  []int  // their offsets in url
	rejoined bool
}

// found validates what was found at buf[from:to], and makes it what URL and Match
// return.
func (s *Scanner) found(kind Kind, from, to int, url []byte, hyphens []int, rejoined bool) wrapper.Verdict {
	h := hit{kind: kind, from: from, to: to, url: url, reading: url, hyphens: hyphens, rejoined: rejoined}
	if len(hyphens) > 0 && s.opts.Hyphen == HyphenDrop {
		dropped, _ := readings(url, hyphens)
		h.reading = []byte(dropped)
	}
	valid := kind == Schemeless || kind == Email || parse.Valid(h.reading, s.opts.Level)
	if valid == s.opts.Invalid || !s.byWanted(from) {
		if !valid && s.opts.Reject != nil {
			s.reject(from, h.reading)
		}
		return s.drop()
	}
	s.hit = h
	return wrapper.Yes
}

// reject tells why the URL at buf[from] is left out, if all that is against it is that
// it is not valid.
func (s *Scanner) reject(from int, url []byte) {
	if s.opts.Invalid || s.stretch != nil && s.stretch.first == nil || !s.byWanted(from) {
		return
	}
	var why *parse.Error
	if _, err := parse.Parse(string(url), s.opts.Level); errors.As(err, &why) {
		s.opts.Reject(why)
	}
}

// foundOrdinary is found for a URL that is ordinary. Such a one is valid at the
// level Lenient, which parse.Valid would need a pass to see: a sixth of the time
// where URLs stand close to each other.
func (s *Scanner) foundOrdinary(kind Kind, from, to int, url []byte) wrapper.Verdict {
	if !s.wantsOrdinary {
		return s.found(kind, from, to, url, nil, false)
	}
	h := &s.hit
	h.kind, h.from, h.to, h.url, h.reading = kind, from, to, url, url
	h.hyphens, h.rejoined = nil, false
	return wrapper.Yes
}

// URL returns the URL that Scan found, as Match.URL has it. The bytes are the
// Scanner's, and valid until its next Scan; nothing is allocated for them.
func (s *Scanner) URL() []byte { return s.hit.reading }

// Match returns the match that Scan found, a zero one if it found none.
func (s *Scanner) Match() Match {
	if !s.made && s.hit.url != nil {
		s.made = true
		s.make(&s.match, &s.hit)
	}
	return s.match
}

// make makes a match of a hit.
func (s *Scanner) make(m *Match, h *hit) {
	m.Kind, m.Rejoined = h.kind, h.rejoined
	raw := s.buf[h.from:h.to]
	if utf8.Valid(raw) {
		m.Text = string(raw)
	} else {
		m.Raw = string(raw)
		m.Text = string(chars.AppendUTF8(nil, raw, (*chars.Fallback)(s.rules.Fallback)))
	}
	if len(h.hyphens) > 0 {
		m.setReadings(h.url, h.hyphens, s.opts.Hyphen)
	} else if i := bytes.Index(raw, h.url); i >= 0 && m.Raw == "" {
		m.URL = m.Text[i : i+len(h.url)]
	} else {
		m.URL = string(h.url)
	}
	if h.kind != Schemeless && h.kind != Email {
		m.Parsed, m.Err = parse.Parse(m.URL, s.opts.Level)
	}
	if !s.opts.NoPlace {
		m.Line = s.src.line(s, h.from)
	}
	if s.opts.placed() {
		m.QuoteDepth, m.Signature, _ = s.author(h.from)
	}
	m.Offset, m.End = s.src.start(s, h.from), s.src.end(s, h.to)
	m.Refanged = s.src.refanged(s, h.from, h.to)
	if s.src.mail != nil && !s.opts.NoPlace {
		s.src.mail.place(m)
	}
}

// byWanted reports whether those are wanted by whom the text at buf[from] was
// written.
func (s *Scanner) byWanted(from int) bool {
	if !s.opts.NoSignature && !s.opts.Unquoted {
		return true
	}
	_, signature, quoted := s.author(from)
	return !(s.opts.NoSignature && signature) && !(s.opts.Unquoted && quoted)
}

// author tells by whom the text at buf[from] was written: how deep it is quoted, if
// it is, and whether it stands in a signature or a list's footer.
func (s *Scanner) author(from int) (depth int, signature, quoted bool) {
	prefix := s.rules.Prefix(s.lines.head(s, from+1))
	depth = prefix.Depth
	signature, original := s.tail.below(s, from, depth)
	if mail := s.src.mail; mail != nil {
		if d, ok := mail.r.QuoteDepth(s.src.startOf(s, from)); ok {
			depth = d
		}
		depth += mail.seg.Depth
	}
	return depth, signature, depth > 0 || original || prefix.Initialled()
}
