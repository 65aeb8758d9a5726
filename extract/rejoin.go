package extract

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/wrapper"
)

// wideLine is the length from which on a line counts as full, in bytes.
const wideLine = 70

// rejoin decides about white space at b.at: whether it ends the URL or is a
// line break that the URL goes on behind. It does where the URL ends its line
// in a hyphen and the next one, behind its prefix, goes on with a character
// that a word or a part of a URL begins with, but with no URL and no footnote
// mark. Of 211 such breaks in real mail 210 were within a URL.
func (s *Scanner) rejoin(b *bare) wrapper.Verdict {
	hyphen := b.last() == '-'
	if !hyphen && s.opts.Rejoin != RejoinWide {
		return wrapper.No
	}
	i := b.at
	for i < len(b.data) {
		n := chars.ColourAt(b.data[i:])
		if n == 0 && !ascii.Is(b.data[i], ascii.LineBreak) {
			n = chars.SpaceAt(b.data[i:], b.fallback)
		}
		if n == 0 {
			break
		}
		i += n
	}
	if i-b.at > maxHead {
		return wrapper.No
	}
	if !b.eof && (i == len(b.data) || chars.ColourCut(b.data[i:]) || !utf8.FullRune(b.data[i:])) {
		return wrapper.More
	}
	size, cut := chars.LineBreak(b.data, i, b.eof)
	if cut {
		return wrapper.More
	}
	if size == 0 {
		return wrapper.No
	}
	head := s.lines.head(s, b.segs[0].in+1)
	wide := len(head)-1+b.at-b.segs[0].in >= wideLine
	prefix := s.rules.Prefix(head)
	next, n, v := prefix.Continue(b.data, i+size, b.read, b.eof)
	if v != wrapper.Yes {
		return v
	}
	if v := s.goesOn(b, next); v != wrapper.Yes {
		return v
	}
	if !hyphen {
		if v := b.continuation(next, wide); v != wrapper.Yes {
			return v
		}
	}
	if b.tooMany = b.read+n > s.rules.MaxLines; b.tooMany {
		return wrapper.No
	}
	b.flush()
	if hyphen {
		b.hyphens = append(b.hyphens, len(b.out)-1)
	}
	b.breaks = append(b.breaks, len(b.out))
	b.read += n
	b.at = next
	b.resume()
	return wrapper.Yes
}

// goesOn decides whether a URL that was broken goes on at index i: with at least
// one character, so that no two breaks are at the same place in the URL.
func (s *Scanner) goesOn(b *bare, i int) wrapper.Verdict {
	if i == len(b.data) {
		return wrapper.No
	}
	if !b.eof && !utf8.FullRune(b.data[i:]) {
		return wrapper.More
	}
	r, size := chars.Decode(b.data[i:], b.fallback)
	if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_~%/?&=#", r) || r >= utf8.RuneSelf && !continues(r) {
		return wrapper.No
	}
	end := i + size
	for end < len(b.data) && end-i <= lookBehind/8 && ascii.Is(b.data[end], ascii.Scheme) {
		end++
	}
	if end < len(b.data) && b.data[end] == '\b' {
		return s.goesOnStruck(b, i)
	}
	switch b.struckAt(end) {
	case wrapper.More:
		return wrapper.More
	case wrapper.Yes:
		return s.goesOnStruck(b, i)
	}
	if v := s.beginsAnew(b, i); v != wrapper.No {
		return not(v)
	}
	return not(b.footnote(i))
}

// goesOnStruck is goesOn where the first word is struck over: what is left of it
// decides.
func (s *Scanner) goesOnStruck(b *bare, i int) wrapper.Verdict {
	word := b.data[i:min(len(b.data), i+eager)]
	if len(word) < eager && !b.eof {
		return wrapper.More
	}
	word, _, _ = bytes.Cut(unstrike(word, b.fallback), []byte{'\b'}) // a backspace that strikes nothing ends a URL
	return s.goesOn(&bare{data: word, eof: true, fallback: b.fallback}, 0)
}

func not(v wrapper.Verdict) wrapper.Verdict {
	switch v {
	case wrapper.Yes:
		return wrapper.No
	case wrapper.No:
		return wrapper.Yes
	}
	return v
}

// beginsAnew decides whether a URL begins at index i, or the initials of
// somebody else who is quoted, as in "JD> ".
func (s *Scanner) beginsAnew(b *bare, i int) wrapper.Verdict {
	end := i
	for end < len(b.data) && end-i <= lookBehind/8 && ascii.Is(b.data[end], ascii.Scheme) {
		end++
	}
	if end == len(b.data) && !b.eof {
		return wrapper.More
	}
	if end-i == 3 && end < len(b.data) && strings.EqualFold(string(b.data[i:end+1]), "url:") {
		return wrapper.Yes
	}
	if end-i > 4 && strings.EqualFold(string(b.data[i:i+4]), "www.") {
		return wrapper.Yes
	}
	if v := b.initials(i, end); v != wrapper.No {
		return v
	}
	if end == len(b.data) || b.data[end] != ':' {
		return wrapper.No
	}
	if first, ok := s.rules.Schemes.Before(b.data[i:], end-i); !ok || first != 0 {
		return wrapper.No
	}
	return s.rules.Schemes.Begins(b.data, i, end, b.eof)
}

// initials decides whether the word from index i to end is the initials of
// somebody who is quoted: a few letters, the first a capital, ">" and a blank.
func (b *bare) initials(i, end int) wrapper.Verdict {
	if end-i > 4 || end == len(b.data) || b.data[end] != '>' || b.data[i] < 'A' || b.data[i] > 'Z' {
		return wrapper.No
	}
	for _, c := range b.data[i:end] {
		if !ascii.Is(c, ascii.Alpha) {
			return wrapper.No
		}
	}
	if end+1 == len(b.data) {
		return b.atEdge()
	}
	if ascii.Is(b.data[end+1], ascii.Blank) {
		return wrapper.Yes
	}
	return wrapper.No
}

// footnote decides whether "1) " or "1. " stands at index i. Other footnote
// marks begin with a bracket, and with that no URL goes on.
func (b *bare) footnote(i int) wrapper.Verdict {
	end := i
	for end < len(b.data) && end-i < 4 && ascii.Is(b.data[end], ascii.Digit) {
		end++
	}
	switch {
	case end == i:
		return wrapper.No
	case end == len(b.data):
		return b.atEdge()
	case b.data[end] == ')':
		return wrapper.Yes
	case b.data[end] != '.':
		return wrapper.No
	}
	rest := b.data[end+1:]
	if len(rest) == 0 && b.eof || chars.SpaceAt(rest, b.fallback) > 0 {
		return wrapper.Yes
	}
	if !utf8.FullRune(rest) {
		return b.atEdge()
	}
	return wrapper.No
}

// atEdge is the verdict where the window has ended, and what is looked for has
// not been found.
func (b *bare) atEdge() wrapper.Verdict {
	if b.eof {
		return wrapper.No
	}
	return wrapper.More
}

// continuation decides, for RejoinWide, whether the word at index i is the rest of
// a URL: it stands alone on its line, but for punctuation behind it, or ends in
// the partner of a bracket before the URL; and holds what words of prose do not. Where the URL's line is not full, wide is false, the
// URL must end in a slash, or the word begin as a part of a query. It is no rule,
// no field, no comment and no code, and the URL ends no sentence. Of 43 such breaks in 5,186 at the ends
// of lines, read one by one, 41 were within a URL, and these were 41 of 46; what
// follows the word counts for most of that.
func (b *bare) continuation(i int, wide bool) wrapper.Verdict {
	end := i
	for end < len(b.data) && !ascii.Is(b.data[end], ascii.Space) {
		end++
	}
	stop := end
	for stop < len(b.data) && ascii.Is(b.data[stop], ascii.Blank) {
		stop++
	}
	switch {
	case stop-i > maxHead:
		return wrapper.No
	case stop == len(b.data) && !b.eof:
		return wrapper.More
	case stop < len(b.data) && !ascii.Is(b.data[stop], ascii.LineBreak) && !b.enclosedBy(b.data[i:end]):
		return wrapper.No
	}
	word := bytes.TrimRight(b.data[i:end], ".,;:!?)]}>\"'`")
	tail := b.data[i+len(word) : end]
	part := looksLikePart(word) && !bytes.ContainsAny(word, "<>\"(") && !bytes.ContainsAny(tail, ",:") &&
		(b.part == inQuery || !isSetting(word)) && strings.IndexByte(".,;:!?", b.last()) < 0
	query := len(word) > 2 && (word[0] == '?' || word[0] == '&') && bytes.IndexByte(word, '=') > 1
	if part && (wide || query || b.last() == '/') {
		return wrapper.Yes
	}
	return wrapper.No
}

// enclosedBy reports whether a word ends in the partner of the bracket that stands
// directly before the URL.
func (b *bare) enclosedBy(word []byte) bool {
	start := b.segs[0].in
	if start == 0 {
		return false
	}
	word = bytes.TrimRight(word, ".,;:!?")
	return len(word) > 0 && strings.IndexByte(")]}", word[len(word)-1]) >= 0 &&
		b.data[start-1] == partner(word[len(word)-1])
}

// isSetting reports whether a word gives a name a value, "name=value".
func isSetting(word []byte) bool {
	name, _, ok := bytes.Cut(word, []byte{'='})
	return ok && len(name) > 0 && !bytes.ContainsAny(name, "/?&#%")
}

// looksLikePart reports whether a word holds a character that words of prose do
// not, or a dot or a hyphen inside, and is none of what else has these.
func looksLikePart(word []byte) bool {
	for _, rule := range [...]string{"====", "----", "____", "~~~~", "####", "****"} {
		if bytes.Contains(word, []byte(rule)) {
			return false
		}
	}
	if len(word) == 0 || bytes.Contains(word, []byte("://")) {
		return false // another URL, as in "name=http://a/"
	}
	if word[0] == '#' || word[0] == '%' || bytes.HasPrefix(word, []byte("//")) || bytes.HasPrefix(word, []byte("/*")) {
		return false // a comment
	}
	if name, _, ok := bytes.Cut(word, []byte{':'}); ok && !bytes.ContainsAny(name, "/?=&%#_~.") {
		return false // a field, "Name:"
	}
	if bytes.ContainsAny(word, "/?=&%#_~") {
		return true
	}
	for n, c := range word[1:] {
		if ascii.Is(c, ascii.AlphaDigit) && (word[n] == '.' || word[n] == '-') {
			return true
		}
	}
	return false
}
