package extract

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/trigger"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// colon decides about the colon at buf[i]: whether a URL or a wrapper begins
// with the word before it.
func (s *Scanner) colon(i int) wrapper.Verdict {
	if i == s.done {
		return wrapper.No
	}
	if v, ok := s.ordinary(i); ok {
		return v
	}
	prev := s.buf[i-1]
	if prev != '\b' && !ascii.Is(prev, ascii.Scheme) {
		return wrapper.No
	}
	if i+1 == len(s.buf) && !s.eof {
		return wrapper.More
	}
	if prev == '\b' || i+1 < len(s.buf) && s.buf[i+1] == '\b' {
		return s.struck(i)
	}
	if prev|0x20 == 'l' && i-3 >= s.done && s.buf[i-3]|0x20 == 'u' && s.buf[i-2]|0x20 == 'r' {
		if v := s.label(i - 3); v != wrapper.No || s.pos > i {
			return v
		}
	}
	if i+1 < len(s.buf) && ascii.Is(s.buf[i+1], ascii.Space) && !s.inAngle(i) {
		return wrapper.No // as nearly every colon in mail: "Subject: …"
	}
	start, ok := s.rules.Schemes.Before(s.buf[s.done:], i-s.done)
	if word := s.wordBefore(i); word > s.done && s.buf[word-1] == '\b' {
		return s.struck(i)
	}
	if !ok {
		return wrapper.No
	}
	start += s.done
	if open := s.angleBefore(start); open >= 0 {
		if v := s.wrapper(open, Angle, start); v != wrapper.No || s.pos > i {
			return v
		}
	}
	if v := s.rules.Schemes.Begins(s.buf, start, i, s.eof); v != wrapper.Yes {
		return v
	}
	return s.undelimited(Bare, start, start, i, s.opts.Rejoin != RejoinNone && s.opts.Rejoin != RejoinWrapped)
}

// label decides about "URL:" at buf[at]: it opens a wrapper behind "<", and is
// the prefix of a URL elsewhere.
func (s *Scanner) label(at int) wrapper.Verdict {
	if at > s.done && s.buf[at-1] == '<' {
		if v, ok := s.ordinaryLabel(at - 1); ok {
			return v
		}
		return s.wrapper(at-1, Wrapped, -1)
	}
	if at > s.done && (s.buf[at-1] == '_' || s.buf[at-1] == '-' || ascii.Is(s.buf[at-1], ascii.AlphaDigit)) {
		return wrapper.No // as in "X-URL:"
	}
	start := at + len("URL:")
	for start < len(s.buf) && (s.buf[start] == ' ' || s.buf[start] == '\t') {
		if start++; start-at > maxHead {
			return wrapper.No
		}
	}
	end := start
	for end < len(s.buf) && end-start < lookBehind/2 && ascii.Is(s.buf[end], ascii.Scheme) {
		end++
	}
	if end == len(s.buf) && !s.eof {
		return wrapper.More
	}
	if end == len(s.buf) || s.buf[end] != ':' {
		return wrapper.No
	}
	if first, ok := s.rules.Schemes.Before(s.buf[start:], end-start); !ok || first != 0 {
		return wrapper.No
	}
	if v := s.rules.Schemes.Begins(s.buf, start, end, s.eof); v != wrapper.Yes {
		return v
	}
	return s.undelimited(Prefixed, at, start, end, false)
}

// inAngle reports whether a "<" that may open a wrapper stands near before
// buf[colon]. Mostly the word before the colon begins its line, and the line before
// has text at its end: "Subject:" in a header.
func (s *Scanner) inAngle(colon int) bool {
	first := max(s.done, colon-trigger.Reach)
	near := s.buf[first:colon]
	for len(near) > 0 && ascii.Is(near[len(near)-1], ascii.Scheme) {
		near = near[:len(near)-1]
	}
	if n := len(near); n >= 2 && near[n-1] == '\n' && near[n-2] != '<' && ascii.Is(near[n-2], ascii.AlphaDigit|ascii.Punct) {
		return false
	}
	return s.angleIn(first, colon) >= 0
}

// wordBefore returns where the word that ends at buf[colon] begins: characters
// that a scheme may have.
func (s *Scanner) wordBefore(colon int) int {
	start := colon
	for start > s.done && colon-start <= maxHead/2 && ascii.Is(s.buf[start-1], ascii.Scheme) {
		start--
	}
	return start
}

// maxAngle is how many bytes before a scheme "<" is looked for.
const maxAngle = 64

// angleBefore returns the index of the last "<" near before buf[start], -1 when
// there is none. White space may be between, one line break, and the prefix of
// the line behind that: whether nothing else is, package wrapper says.
func (s *Scanner) angleBefore(start int) int {
	return s.angleIn(max(s.done, start-maxAngle), start)
}

// angleIn returns the index of the last "<" in buf[from:to], -1 if there is none
// or, as in "<a@b.com>" and "</a>", what follows it is graphic and belongs neither
// to a scheme nor to markup in one.
func (s *Scanner) angleIn(from, to int) int {
	near := s.buf[from:to]
	open := -1
	for { // from the front: there mostly is none, and what looks for it is a vector wide
		i := bytes.IndexByte(near[open+1:], '<')
		if i < 0 {
			break
		}
		open += 1 + i
	}
	if open < 0 {
		return -1
	}
	for _, c := range near[open+1:] {
		if ascii.Is(c, ascii.Scheme) {
			continue
		}
		if ascii.Is(c, ascii.Punct) && c != ':' && c != '_' && c != '\\' {
			return -1
		}
		break
	}
	return from + open
}

// wrapper decides about the "<" at buf[open]. The scheme must begin at
// buf[start], unless start is -1.
func (s *Scanner) wrapper(open int, kind Kind, start int) wrapper.Verdict {
	c := &s.cand
	state := s.rules.Scan(c, s.buf, open, s.lines.head(s, open+1), s.eof)
	switch {
	case state == wrapper.NoWrapper, start >= 0 && c.SchemeAt != start:
		return wrapper.No
	case state == wrapper.Cut:
		return wrapper.More
	case state == wrapper.Unclosed:
		return s.unclosed(c.SchemeAt)
	}
	if kind == Angle && isProse(c.URL, c.Scheme) {
		return wrapper.No
	}
	scheme := c.URL[:c.Scheme]
	rest := c.URL[c.Scheme+1:]
	empty := len(rest) == 0 || string(rest) == "//" || !c.Labelled && !substantial(rest)
	if !empty && !s.opts.Invalid && !isValid(c.URL) {
		return s.unclosed(c.SchemeAt) // a control character is in it, say
	}
	s.done = c.End
	if empty || !s.kinds.Has(kind) || !s.opts.Schemes.Wanted(scheme) {
		return s.drop()
	}
	return s.found(kind, c.Start, c.End, c.URL, c.Hyphens, c.Lines > 1)
}

// isValid reports whether a URL is valid at some level: what is valid at RFC3986 is at
// Lenient.
func isValid(url []byte) bool {
	return parse.Valid(url, parse.Lenient) || parse.Valid(url, parse.RFC1738)
}

// isProse reports whether what stands between angle brackets is no URL, so that
// the brackets are none of its: because it has a double quote in it, or is a
// template.
func isProse(url []byte, colon int) bool {
	rest, slashes := bytes.CutPrefix(url[colon+1:], []byte("//"))
	return bytes.IndexByte(rest, '"') >= 0 || slashes && isTemplate(rest)
}

// unclosed takes the URL of a wrapper that was not closed, or that holds what is
// valid at no level, for a bare one, to the end of its line.
func (s *Scanner) unclosed(start int) wrapper.Verdict {
	colon := start
	for colon < len(s.buf) && colon-start < lookBehind/2 && ascii.Is(s.buf[colon], ascii.Scheme) {
		colon++
	}
	if colon == len(s.buf) || s.buf[colon] != ':' || s.rules.Schemes.Begins(s.buf, start, colon, s.eof) != wrapper.Yes {
		s.pos = colon
		return wrapper.No
	}
	v := s.undelimited(Bare, start, start, colon, false)
	if v == wrapper.Yes && s.cand.Beyond && s.opts.Rejoin != RejoinNone {
		s.broken++
	}
	return v
}

// struck decides about a colon in overstruck text, as man and nroff write it:
// "_^Hh_^Ht…" for underlined, "h^Hht^Ht…" for bold.
func (s *Scanner) struck(i int) wrapper.Verdict {
	if i+1 < len(s.buf) && s.buf[i+1] == '\b' {
		return wrapper.No // the colon that stays comes behind it
	}
	start := s.unstruck(i)
	var scheme [maxHead / 8]byte
	var at [len(scheme)]int // where its characters begin
	n := len(scheme)
	for n > 0 && start > s.done && ascii.Is(s.buf[start-1], ascii.Scheme) {
		n--
		scheme[n] = s.buf[start-1]
		start = s.unstruck(start - 1)
		at[n] = start
	}
	if len(s.buf)-i < eager && !s.eof {
		return wrapper.More
	}
	// What stands before the word says whether that is a whole one.
	before := s.buf[max(s.done, start-utf8.UTFMax):start]
	text := slices.Concat(before, scheme[n:], unstrike(s.buf[i:min(len(s.buf), i+eager)], (*chars.Fallback)(s.rules.Fallback)))
	colon := len(before) + len(scheme) - n
	first, ok := s.rules.Schemes.Before(text, colon)
	if !ok || first < len(before) {
		return wrapper.No
	}
	start = at[n+first-len(before)]
	if open := s.angleBefore(start); open >= 0 {
		if v := s.wrapper(open, Angle, start); v != wrapper.No || s.pos > i {
			return v
		}
	}
	if s.rules.Schemes.Begins(text, first, colon, true) != wrapper.Yes {
		return wrapper.No
	}
	s.bare.struck = true
	return s.undelimited(Bare, start, start, i, true)
}

// undelimited decides about a URL without brackets around it. Its delimiters,
// if any, begin at buf[from], its scheme at buf[start].
func (s *Scanner) undelimited(kind Kind, from, start, colon int, join bool) wrapper.Verdict {
	b := &s.bare
	switch s.run(from, start, colon, join) {
	case wrapper.More:
		return wrapper.More
	case wrapper.No:
		return s.passOver()
	}
	if s.isTooLong() {
		return s.drop()
	}
	if b.doubled && s.rules.Schemes.Known(b.out[b.host:]) {
		return wrapper.No // "http://http://a/": the URL begins with the second
	}
	s.done = max(s.done, b.end())
	scheme := bytes.IndexByte(b.out, ':')
	template := b.host >= 0 && b.host < len(b.out) && isTemplate(b.out[b.host:])
	if scheme < 0 || !substantial(b.out[scheme+1:]) || template || !s.begins(b.out, scheme) || !s.kinds.Has(kind) {
		s.done = max(s.done, colon+1)
		return s.drop()
	}
	return s.foundBare(kind, from)
}

// foundBare is found for the URL that run has found.
func (s *Scanner) foundBare(kind Kind, from int) wrapper.Verdict {
	b := &s.bare
	v := s.found(kind, from, b.end(), b.out, b.hyphens, b.lines > 1)
	if v == wrapper.Yes && b.tooMany {
		s.broken++
	}
	return v
}

// passOver goes behind as much of a URL as has been read, which is longer than the
// limit, and then on to its end.
func (s *Scanner) passOver() wrapper.Verdict {
	s.skipped++
	s.skip = true
	s.pos, s.done = s.bare.at, s.bare.at
	return wrapper.No
}

// isTooLong reports whether the URL that was found is longer than the limit, and
// counts it then, and goes behind it.
func (s *Scanner) isTooLong() bool {
	if len(s.bare.out) <= s.rules.MaxURL {
		return false
	}
	s.skipped++
	s.done = max(s.done, s.bare.end())
	return true
}

// substantial reports whether there is more behind a URL's colon than what
// divides its parts: "http://" and "mailto:" alone are no URLs, "news:*" is.
func substantial(rest []byte) bool {
	for _, c := range rest {
		if c >= utf8.RuneSelf || ascii.Is(c, ascii.AlphaDigit) {
			return true
		}
	}
	return len(rest) == 1 && rest[0] == '*'
}

// begins reports whether a URL without "//" still has what its scheme needs, now
// that it is known where it ends: "news:a(b.c)" has not.
func (s *Scanner) begins(url []byte, colon int) bool {
	return bytes.HasPrefix(url[colon+1:], []byte("//")) ||
		s.rules.Schemes.Begins(url, 0, colon, true) == wrapper.Yes
}

// isTemplate reports whether an authority begins with punctuation that no host
// does, and no user: as in "http://$HOST/", "http://*.a.com/" and "http://...".
func isTemplate(authority []byte) bool {
	return len(authority) > 0 && strings.IndexByte("$*,;!&+=-.:", authority[0]) >= 0
}
