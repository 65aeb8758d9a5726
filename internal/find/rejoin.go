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

// wideLine is the length in bytes from which on a line counts as full.
const wideLine = 70

// rejoin decides about white space at b.at: whether it ends the URL, or is a line break
// after which the URL continues. The URL continues if it ends its line in a hyphen, and
// the next line, after its prefix, begins with a character that a word or a part of a URL
// begins with, but not with a URL or a footnote mark. Of 211 such breaks in real mail,
// 210 were within a URL. A hyphen that only the line break caused, a soft one or U+2010,
// is dropped. For RejoinWide see continuesWide.
func (b *bare) rejoin() wrapper.Verdict {
	hyphen := b.last() == '-'
	soft := b.soft == b.at && b.at > b.start()
	if !hyphen && !soft && b.rules.Rejoin != RejoinWide {
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
	if !hyphen && !soft {
		if v := b.continuesWide(next, wide); v != wrapper.Yes {
			return v
		}
	}
	if b.tooMany = b.read+n > b.rules.MaxLines; b.tooMany {
		return wrapper.No
	}
	b.flush()
	if soft {
		b.unread(string(chars.Hyphen))
	}
	if hyphen {
		b.hyphens = append(b.hyphens, len(b.out)-1)
	}
	b.breaks = append(b.breaks, len(b.out))
	b.quoted = false
	b.read += n
	b.at = next
	b.resume()
	return wrapper.Yes
}

// continues decides whether a broken URL continues at index i. If so, it does with one
// character at least, so that no two breaks are at the same offset of the URL.
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

// continuesOverstruck is continues for a first word that has overstruck characters. It
// decides about the word without them.
func (b *bare) continuesOverstruck(i int) wrapper.Verdict {
	word := b.Data[i:min(len(b.Data), i+Eager)]
	if len(word) < Eager && !b.EOF {
		return wrapper.More
	}
	word, _, _ = bytes.Cut(stripOverstrikes(word, b.fallback), []byte{'\b'}) // a backspace that overstrikes nothing ends a URL
	return b.reader(word).continues(0)
}

// beginsAnew decides whether another URL begins at index i, or the initials of a quoted
// author, as in "JD> ".
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

// initials decides whether Data[i:end] is the initials of a quoted author: one to four
// letters, the first a capital, before ">" and a blank.
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

// footnote decides whether "1) " or "1. " is at index i. Other footnote marks begin with
// a bracket, which continues no URL.
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

// continuesWide decides, for RejoinWide, whether the word at index i continues the URL.
// All of these must hold:
//
//   - The word is alone on its line, except for punctuation after it, or ends in the
//     partner of a bracket before the URL.
//   - The word has a form that words of prose do not have, and is no horizontal rule,
//     header field, comment or code: see looksLikeURLPart.
//   - The URL does not end in punctuation of a sentence.
//   - The URL's line is full (wide), the URL ends in a slash, or the word begins as a
//     parameter of a query does.
func (b *bare) continuesWide(i int, wide bool) wrapper.Verdict {
	// Of 5,186 URLs at the ends of lines, 43 meet these conditions. Read one by one, 41 of
	// the 43 were broken there, and 46 of all. The condition on the text after the word
	// accounts for most of that.
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

// enclosedBy reports whether word ends in the partner of the bracket that is directly
// before the URL.
func (b *bare) enclosedBy(word []byte) bool {
	start := b.start()
	if start == 0 {
		return false
	}
	word = bytes.TrimRight(word, ".,;:!?")
	return len(word) > 0 && strings.IndexByte(")]}", word[len(word)-1]) >= 0 &&
		b.Data[start-1] == partner(word[len(word)-1])
}

// isSetting reports whether word assigns a value to a name, "name=value".
func isSetting(word []byte) bool {
	name, _, ok := bytes.Cut(word, []byte{'='})
	return ok && len(name) > 0 && !bytes.ContainsAny(name, "/?&#%")
}

// looksLikeURLPart reports whether word has a character that words of prose do not have,
// or a dot or a hyphen inside, and is not a horizontal rule, another URL, a comment or a
// header field.
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
