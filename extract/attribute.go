package extract

import (
	"bytes"

	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// attribute decides about a text that is one URL reference: the value of an
// attribute, or of url() in CSS. One that is no URL, nor relative to a base that
// is known, is scanned as other text is; so is one that is longer than the limit.
func (s *Scanner) attribute() wrapper.Verdict {
	if !s.eof && len(s.buf) <= max(s.rules.MaxURL, maxHead) {
		s.want = 2 * len(s.buf)
		return wrapper.More
	}
	s.reference = false
	from, to := 0, len(s.buf)
	for from < to && s.buf[from] <= ' ' {
		from++
	}
	for from < to && s.buf[to-1] <= ' ' {
		to--
	}
	value := s.inUTF8(s.buf[from:to])
	colon := bytes.IndexByte(value, ':')
	absolute := false
	if colon >= 0 {
		first, ok := s.rules.Schemes.Before(value, colon)
		absolute = ok && first == 0
	}
	tooLong := len(s.buf) > s.rules.MaxURL
	switch base := s.src.mail.seg.Base; {
	case absolute && !tooLong:
		return s.absolute(value, colon, from, to)
	case absolute, base == "", len(value) == 0, !s.kinds.Has(Attribute):
		return wrapper.No
	case tooLong:
		s.skipped++
		return wrapper.No
	}
	return s.relative(value, from, to)
}

// relative decides about a reference that has no scheme.
func (s *Scanner) relative(value []byte, from, to int) wrapper.Verdict {
	if !s.src.mail.r.Resolves(s.src.startOf(s, from)) {
		return wrapper.No
	}
	resolved, ok := parse.Resolve(s.src.mail.seg.Base, string(encodeBlanks(value, 0)))
	url := []byte(resolved)
	colon := bytes.IndexByte(url, ':')
	switch {
	case !ok, !s.opts.Schemes.Wanted(url[:colon]):
		return wrapper.No
	case s.rules.Schemes.Begins(url, 0, colon, true) != wrapper.Yes, !substantial(url[colon+1:]):
		return wrapper.No
	}
	return s.foundAttribute(from, to, url)
}

// absolute decides about a reference that has a scheme.
func (s *Scanner) absolute(value []byte, colon, from, to int) wrapper.Verdict {
	// An address has its "@" encoded here at times, as no mail program minds.
	needed := value
	if bytes.Contains(value, []byte("%40")) {
		needed = bytes.Replace(value, []byte("%40"), []byte("@"), 1)
	}
	if s.rules.Schemes.Begins(needed, 0, colon, true) != wrapper.Yes || !substantial(value[colon+1:]) {
		return wrapper.No
	}
	if !s.kinds.Has(Attribute) {
		s.done = len(s.buf)
		return s.drop()
	}
	return s.foundAttribute(from, to, encodeBlanks(value, colon+1))
}

// encodeBlanks encodes the blanks in a reference as browsers do (URL Standard, "path
// state" and those behind it): href="mailto:a@b.example?subject=an example" is all one
// URL. One in an authority stays and makes the URL invalid, here as there. What is
// behind the scheme begins at from.
func encodeBlanks(ref []byte, from int) []byte {
	blank := bytes.IndexByte(ref, ' ')
	if blank < 0 {
		return ref
	}
	if rest, ok := bytes.CutPrefix(ref[from:], []byte("//")); ok {
		end := bytes.IndexAny(rest, "/?#")
		if end < 0 || blank < len(ref)-len(rest)+end {
			return ref
		}
	}
	return bytes.ReplaceAll(ref, []byte(" "), []byte("%20"))
}

// foundAttribute goes behind the text if a match was found in it, or would have
// been at another level; if what was found is no URL at all, the text is scanned
// yet.
func (s *Scanner) foundAttribute(from, to int, url []byte) wrapper.Verdict {
	if len(url) > s.rules.MaxURL { // with its base, or its blanks encoded
		s.skipped++
		s.done = len(s.buf)
		return s.drop()
	}
	v := s.found(Attribute, from, to, url, nil, false)
	if v != wrapper.Yes {
		if _, err := parse.Parse(string(url), parse.Lenient); err != nil {
			return v
		}
	}
	s.done = len(s.buf)
	s.pos = s.done
	return v
}
