package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// wideLine is the length from which on a line counts as full, in bytes.
const wideLine = 70

// rejoin decides about white space at b.at: whether it ends the URL or is a
// line break that the URL goes on after. It does where the URL ends its line
// in a hyphen and the next one, after its prefix, goes on with a character
// that a word or a part of a URL begins with, but with no URL and no footnote
// mark. Of 211 such breaks in real mail 210 were within a URL.
func (b *bare) rejoin() wrapper.Verdict {
	hyphen := b.last() == '-'
	if !hyphen && b.rules.Rejoin != RejoinWide {
		return wrapper.No
	}
	i := b.at
	for i < len(b.Data) {
		n := chars.ColourAt(b.Data[i:])
		if n == 0 && !ascii.Is(b.Data[i], ascii.LineBreak) {
			n = chars.SpaceAt(b.Data[i:], b.fallback)
		}
		if n == 0 {
			break
		}
		i += n
	}
	if i-b.at > MaxHead {
		return wrapper.No
	}
	if !b.EOF && (i == len(b.Data) || chars.ColourCut(b.Data[i:]) || !utf8.FullRune(b.Data[i:])) {
		return wrapper.More
	}
	size, cut := chars.LineBreak(b.Data, i, b.EOF)
	if cut {
		return wrapper.More
	}
	if size == 0 {
		return wrapper.No
	}
	head := b.head()
	wide := len(head)-1+b.at-b.start() >= wideLine
	prefix := b.rules.Prefix(head)
	next, n, v := prefix.Continue(b.Data, i+size, b.read, b.EOF)
	if v != wrapper.Yes {
		return v
	}
	if v := b.continues(next); v != wrapper.Yes {
		return v
	}
	if !hyphen {
		if v := b.continuesWide(next, wide); v != wrapper.Yes {
			return v
		}
	}
	if b.tooMany = b.read+n > b.rules.MaxLines; b.tooMany {
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

// continues decides whether a URL that was broken goes on at index i: with at least
// one character, so that no two breaks are at the same place in the URL.
func (b *bare) continues(i int) wrapper.Verdict {
	if i == len(b.Data) {
		return wrapper.No
	}
	if !b.EOF && !utf8.FullRune(b.Data[i:]) {
		return wrapper.More
	}
	r, size := chars.Decode(b.Data[i:], b.fallback)
	if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_~%/?&=#", r) || r >= utf8.RuneSelf && !isURLRune(r) {
		return wrapper.No
	}
	end := i + size
	for end < len(b.Data) && end-i <= LookBehind/8 && ascii.Is(b.Data[end], ascii.Scheme) {
		end++
	}
	if end < len(b.Data) && b.Data[end] == '\b' {
		return b.continuesOverstruck(i)
	}
	switch b.isOverstruck(end) {
	case wrapper.More:
		return wrapper.More
	case wrapper.Yes:
		return b.continuesOverstruck(i)
	}
	if v := b.beginsAnew(i); v != wrapper.No {
		return not(v)
	}
	return not(b.footnote(i))
}

// continuesOverstruck is goesOn where the first word is struck over: what is left of it
// decides.
func (b *bare) continuesOverstruck(i int) wrapper.Verdict {
	word := b.Data[i:min(len(b.Data), i+Eager)]
	if len(word) < Eager && !b.EOF {
		return wrapper.More
	}
	word, _, _ = bytes.Cut(stripOverstrikes(word, b.fallback), []byte{'\b'}) // a backspace that strikes nothing ends a URL
	return (&bare{text: text{Text: &Text{Data: word, EOF: true}, fallback: b.fallback}, rules: b.rules}).continues(0)
}

// beginsAnew decides whether a URL begins at index i, or the initials of
// somebody else who is quoted, as in "JD> ".
func (b *bare) beginsAnew(i int) wrapper.Verdict {
	end := i
	for end < len(b.Data) && end-i <= LookBehind/8 && ascii.Is(b.Data[end], ascii.Scheme) {
		end++
	}
	if end == len(b.Data) && !b.EOF {
		return wrapper.More
	}
	if end-i == 3 && end < len(b.Data) && strings.EqualFold(string(b.Data[i:end+1]), "url:") {
		return wrapper.Yes
	}
	if end-i > 4 && strings.EqualFold(string(b.Data[i:i+4]), "www.") {
		return wrapper.Yes
	}
	if v := b.initials(i, end); v != wrapper.No {
		return v
	}
	if end == len(b.Data) || b.Data[end] != ':' {
		return wrapper.No
	}
	if first, ok := b.rules.Schemes.Before(b.Data[i:], end-i); !ok || first != 0 {
		return wrapper.No
	}
	return b.rules.Schemes.Begins(b.Data, i, end, b.EOF)
}

// initials decides whether the word from index i to end is the initials of
// somebody who is quoted: a few letters, the first a capital, ">" and a blank.
func (b *bare) initials(i, end int) wrapper.Verdict {
	if end-i > 4 || end == len(b.Data) || b.Data[end] != '>' || b.Data[i] < 'A' || b.Data[i] > 'Z' {
		return wrapper.No
	}
	for _, c := range b.Data[i:end] {
		if !ascii.Is(c, ascii.Alpha) {
			return wrapper.No
		}
	}
	if end+1 == len(b.Data) {
		return b.atEdge()
	}
	if ascii.Is(b.Data[end+1], ascii.Blank) {
		return wrapper.Yes
	}
	return wrapper.No
}

// footnote decides whether "1) " or "1. " stands at index i. Other footnote
// marks begin with a bracket, and with that no URL goes on.
func (b *bare) footnote(i int) wrapper.Verdict {
	end := i
	for end < len(b.Data) && end-i < 4 && ascii.Is(b.Data[end], ascii.Digit) {
		end++
	}
	switch {
	case end == i:
		return wrapper.No
	case end == len(b.Data):
		return b.atEdge()
	case b.Data[end] == ')':
		return wrapper.Yes
	case b.Data[end] != '.':
		return wrapper.No
	}
	rest := b.Data[end+1:]
	if len(rest) == 0 && b.EOF || chars.SpaceAt(rest, b.fallback) > 0 {
		return wrapper.Yes
	}
	if !utf8.FullRune(rest) {
		return b.atEdge()
	}
	return wrapper.No
}

// continuesWide decides, for RejoinWide, whether the word at index i is the rest of
// a URL: it is alone on its line, except for punctuation after it, or ends in
// the partner of a bracket before the URL; and holds what words of prose do not. Where the URL's line is not full, wide is false, the
// URL must end in a slash, or the word begin as a part of a query. It is no rule,
// no field, no comment and no code, and the URL ends no sentence. Of 43 such breaks in 5,186 at the ends
// of lines, read one by one, 41 were within a URL, and these were 41 of 46; what
// follows the word counts for most of that.
func (b *bare) continuesWide(i int, wide bool) wrapper.Verdict {
	end := i
	for end < len(b.Data) && !ascii.Is(b.Data[end], ascii.Space) {
		end++
	}
	stop := end
	for stop < len(b.Data) && ascii.Is(b.Data[stop], ascii.Blank) {
		stop++
	}
	switch {
	case stop-i > MaxHead:
		return wrapper.No
	case stop == len(b.Data) && !b.EOF:
		return wrapper.More
	case stop < len(b.Data) && !ascii.Is(b.Data[stop], ascii.LineBreak) && !b.enclosedBy(b.Data[i:end]):
		return wrapper.No
	}
	word := bytes.TrimRight(b.Data[i:end], ".,;:!?)]}>\"'`")
	punct := b.Data[i+len(word) : end]
	part := looksLikeURLPart(word) && !bytes.ContainsAny(word, "<>\"(") && !bytes.ContainsAny(punct, ",:") &&
		(b.part == inQuery || !isSetting(word)) && strings.IndexByte(".,;:!?", b.last()) < 0
	query := len(word) > 2 && (word[0] == '?' || word[0] == '&') && bytes.IndexByte(word, '=') > 1
	if part && (wide || query || b.last() == '/') {
		return wrapper.Yes
	}
	return wrapper.No
}

// enclosedBy reports whether a word ends in the partner of the bracket that is
// directly before the URL.
func (b *bare) enclosedBy(word []byte) bool {
	start := b.start()
	if start == 0 {
		return false
	}
	word = bytes.TrimRight(word, ".,;:!?")
	return len(word) > 0 && strings.IndexByte(")]}", word[len(word)-1]) >= 0 &&
		b.Data[start-1] == partner(word[len(word)-1])
}

// isSetting reports whether a word gives a name a value, "name=value".
func isSetting(word []byte) bool {
	name, _, ok := bytes.Cut(word, []byte{'='})
	return ok && len(name) > 0 && !bytes.ContainsAny(name, "/?&#%")
}

// looksLikeURLPart reports whether a word holds a character that words of prose do
// not, or a dot or a hyphen inside, and is none of what else has these.
func looksLikeURLPart(word []byte) bool {
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
