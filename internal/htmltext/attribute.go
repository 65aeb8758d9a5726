package htmltext

import (
	"bytes"
	"html"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/prefilter"
	"github.com/urlgrep/urlgrep/parse"
)

// A place says how the value of an attribute contains URLs.
type place uint8

const (
	elsewhere    place = iota // it is text
	reference                 // it is a reference
	datum                     // it is a reference if it is one absolute URL
	references                // it is a list of references, separated by white space
	candidates                // it is a list of references with descriptors: srcset
	declarations              // it is CSS
	refresh                   // it is a time and a reference: content of meta
	vocabulary                // it looks like a URL, but names a vocabulary
)

// place returns the place of an attribute's value. It is reference for attributes of
// type %URI in HTML 4, "Index of Attributes", or URL in HTML 5, "List of attributes",
// and for those that browsers have had in addition. The element does not matter, except
// for <meta>: no other attribute has two meanings.
//
// Attributes whose meaning is defined by authors or other standards have the place
// datum.
//
// Two attributes are left out: classid, which always has "clsid:", and usemap, which is
// always the name of a map in the same document.
func (t *tag) place(name []byte) place {
	var buf [maxName]byte
	switch string(lower(&buf, name)) {
	case "href", "src", "action", "background", "cite", "codebase", "data",
		"dynsrc", "formaction", "icon", "itemid", "longdesc", "lowsrc",
		"manifest", "o:href", "poster", "profile", "xlink:href":
		return reference
	case "archive", "ping":
		return references
	case "srcset", "imagesrcset":
		return candidates
	case "style":
		return declarations
	case "content":
		if t.refreshes {
			return refresh
		}
		return datum
	case "value":
		return datum
	case "xmlns", "itemtype", "prefix", "vocab", "epub:prefix":
		return vocabulary
	case "class", "id", "align", "valign", "width", "height", "border", "target":
		return elsewhere // like all others; these need no further comparisons
	}
	switch {
	case hasPrefixFold(name, "data-"):
		return datum
	case hasPrefixFold(name, "xmlns:"):
		return vocabulary
	}
	return elsewhere
}

// attribute outputs an attribute of the tag b if it may contain a URL. It includes
// attributes of end tags and repeated attributes.
func (s *Scanner) attribute(r role, a *attribute, b []byte, at int64) {
	name, value := b[a.name:a.nameEnd], b[a.value:a.valueEnd]
	if a.badName {
		if prefilter.Text(name) { // not an attribute: <see http://a/?b=c >
			s.apart(b[a.name:max(a.nameEnd, a.valueEnd)], at+int64(a.name))
			return
		}
		name = name[bytes.LastIndexByte(name, '/')+1:]
	}
	if len(value) == 0 {
		return
	}
	p := s.tag.place(name)
	if !p.wants(value) {
		return
	}
	broken := isBroken(value)
	if broken && p == declarations {
		p = elsewhere
	}
	s.divide(Text)
	if s.Elements {
		s.setElement(b, name)
	}
	from, had := s.m.Len(), len(s.dst)
	s.css = css{}
	s.value(value, at+int64(a.value), p)
	if !broken {
		s.places(p, s.dst[had:], from)
		if r&bases != 0 && ascii.EqualFold(name, "href") {
			s.setBase(trim(s.dst[had:]))
		}
	}
	s.elem = nil
	s.divide(Text)
}

// isBroken reports whether a quote is missing, so that a value contains HTML: it has ">"
// at its end, or ">" and "<" or white space.
func isBroken(value []byte) bool {
	end := bytes.LastIndexByte(value, '>')
	return end >= 0 && (end == len(value)-1 || bytes.ContainsAny(value, "< \t\n\f\r"))
}

// isRefresh reports whether the tag b, if it is a <meta>, is <meta http-equiv=refresh>.
func (t *tag) isRefresh(b []byte) bool {
	for _, a := range t.attributes {
		if ascii.EqualFold(b[a.name:a.nameEnd], "http-equiv") {
			return ascii.EqualFold(b[a.value:a.valueEnd], "refresh")
		}
	}
	return false
}

// wants reports whether to output a value in that place.
func (p place) wants(value []byte) bool {
	switch p {
	case reference, references, candidates, refresh:
		return true
	case vocabulary:
		if isOnlyNames(value) {
			return false
		}
	}
	if bytes.IndexByte(value, '&') >= 0 {
		value = []byte(html.UnescapeString(string(value)))
	}
	if p == declarations && bytes.IndexByte(value, '(') >= 0 && indexFold(value, urlFunction) >= 0 {
		return true
	}
	return prefilter.Text(value)
}

// isOnlyNames reports whether a value consists of names of vocabularies: each word has
// a colon, as in "http://a/" and "b: http://c/". Any other value is misplaced text.
func isOnlyNames(value []byte) bool {
	for word := range bytes.FieldsSeq(value) {
		if bytes.IndexByte(word, ':') < 0 {
			return false
		}
	}
	return true
}

// apart outputs b with a Cut before and after it.
func (s *Scanner) apart(b []byte, at int64) {
	s.divide(Text)
	s.copy(b, at)
	s.divide(Text)
}

// value outputs a value with its character references decoded.
func (s *Scanner) value(v []byte, at int64, p place) {
	for len(v) > 0 {
		n := bytes.IndexByte(v, '&')
		if n < 0 {
			n = len(v)
		}
		s.plain(v[:n], at, p)
		v, at = v[n:], at+int64(n)
		if len(v) == 0 {
			return
		}
		n = s.valueReference(v, at, p)
		v, at = v[n:], at+int64(n)
	}
}

// plain outputs a piece of a value that has no character references.
func (s *Scanner) plain(v []byte, at int64, p place) {
	if p == declarations {
		s.sheet(v, at, true)
	} else {
		s.copy(v, at)
	}
}

// valueReference outputs the character reference at the beginning of v and returns its
// length.
func (s *Scanner) valueReference(v []byte, at int64, p place) int {
	size := referenceLen(v)
	if endsBadly(v, size) {
		s.plain(v[:size], at, p)
		return size
	}
	had := len(s.dst)
	dst, used := appendReference(s.dst, v[:size])
	switch {
	case used == 0 || endsBadly(v, used):
		s.plain(v[:size], at, p)
		return size
	case p == declarations:
		s.turn(s.css.read(dst[had:]))
	}
	s.begin()
	s.dst = dst
	s.unit(len(dst)-had, at, used)
	return used
}

// endsBadly reports whether v[:n] is not a character reference because of the byte
// after it. "If the character reference was consumed as part of an attribute, and the
// last character matched is not a U+003B SEMICOLON character (;), and the next input
// character is either a U+003D EQUALS SIGN character (=) or an ASCII alphanumeric,
// then, for historical reasons," it is not decoded, as in "?a&copy=1". Numeric
// references are always decoded.
func endsBadly(v []byte, n int) bool {
	return n > 1 && n < len(v) && v[1] != '#' && v[n-1] != ';' &&
		(v[n] == '=' || ascii.Is(v[n], ascii.AlphaDigit))
}

// places puts Cuts around the references in v, the last output, which begins at the
// offset from of the output.
func (s *Scanner) places(p place, v []byte, from int64) {
	switch p {
	case reference:
		s.place(v, 0, len(v), from)
	case references, candidates:
		s.list(v, from, p == candidates)
	case refresh:
		if i, j := refreshed(v); i < j {
			s.place(v, i, j, from)
		}
	case datum:
		if isOnlyURL(trim(v)) {
			s.place(v, 0, len(v), from)
		}
	}
}

// isOnlyURL reports whether a value is one absolute URL and nothing more, as in <param
// value>, <meta property="og:url" content> and data-src, whose names differ from author
// to author. A relative URL cannot be distinguished from another word, and prose has
// punctuation.
func isOnlyURL(v []byte) bool {
	return isAbsolute(v) && bytes.Count(v, []byte("://")) == 1 &&
		!bytes.ContainsAny(v, " \t\n\r\f\"'<>") && strings.IndexByte(".,:;!?)", v[len(v)-1]) < 0
}

// place puts Cuts around the reference v[i:j], without the bytes that the WHATWG URL
// standard removes: "Remove any leading and trailing C0 control or space from input." A
// reference that is a program, such as a javascript: URL, is left as text unless Programs is set.
func (s *Scanner) place(v []byte, i, j int, from int64) {
	r := trim(v[i:j])
	if len(r) == 0 || !s.Programs && prefilter.IsProgram(r) {
		return
	}
	for i < j && v[i] <= ' ' {
		i++
	}
	s.recut(from+int64(i), Attribute)
	if end := i + len(r); end < len(v) {
		s.recut(from+int64(end), Text)
	}
}

// list puts Cuts around the references in a list separated by white space. In a srcset
// each reference is followed by descriptors, up to a comma: see "parse a srcset
// attribute" in the standard.
func (s *Scanner) list(v []byte, from int64, descriptors bool) {
	for i := 0; i < len(v); i++ {
		if isSpace(v[i]) || v[i] == ',' {
			continue
		}
		end := i
		for end < len(v) && !isSpace(v[end]) {
			end++
		}
		// "If url ends with U+002C (,), then: Remove all trailing U+002C COMMA
		// characters from url."
		bare := len(bytes.TrimRight(v[i:end], ","))
		s.place(v, i, i+bare, from)
		if descriptors && i+bare == end {
			end = skipDescriptors(v, end)
		}
		i = end
	}
}

// skipDescriptors returns the index of the comma, outside of parentheses, after the
// descriptors at i, or len(v).
func skipDescriptors(v []byte, i int) int {
	depth := 0
	for ; i < len(v); i++ {
		switch v[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth <= 0 {
				return i
			}
		}
	}
	return i
}

// refreshed returns the bounds of the reference in a value such as "5;
// url='http://a/'": see "shared declarative refresh steps" in the standard. It may be
// empty.
func refreshed(v []byte) (i, j int) {
	time := skip(v, skip(v, 0, isSpace), func(c byte) bool { return ascii.Is(c, ascii.Digit) || c == '.' })
	i = skip(v, time, isSpace)
	if i < len(v) && (v[i] == ';' || v[i] == ',') {
		i = skip(v, i+1, isSpace)
	}
	if i == time {
		return 0, 0
	}
	quoted := true
	if i < len(v) && ascii.Lower(v[i]) == 'u' {
		quoted = false
		if hasPrefixFold(v[i:], "url") {
			if k := skip(v, i+len("url"), isSpace); k < len(v) && v[k] == '=' {
				i, quoted = skip(v, k+1, isSpace), true
			}
		}
	}
	if quoted && i < len(v) && (v[i] == '"' || v[i] == '\'') {
		i++
		if k := bytes.IndexByte(v[i:], v[i-1]); k >= 0 {
			return i, i + k
		}
	}
	return i, len(v)
}

func skip(v []byte, i int, what func(byte) bool) int {
	for i < len(v) && what(v[i]) {
		i++
	}
	return i
}

// setBase uses the first <base href> that is absolute, or is relative to a known base.
// The standard: "There must be no more than one base element per document." There it
// also applies to references before it; here these have already been output.
func (s *Scanner) setBase(href []byte) {
	if s.base != "" || s.region != document || s.rawElement() != "" || !s.foreign.admits([]byte("base")) {
		return
	}
	// WHATWG URL standard: "Remove all ASCII tab or newline from input."
	base := strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(string(href))
	if isAbsolute([]byte(base)) {
		s.base = base
	} else if s.Base != "" {
		s.base, _ = parse.Resolve(s.Base, base)
	}
}

// trim returns v without leading and trailing C0 controls and spaces.
func trim(v []byte) []byte {
	for len(v) > 0 && v[0] <= ' ' {
		v = v[1:]
	}
	for len(v) > 0 && v[len(v)-1] <= ' ' {
		v = v[:len(v)-1]
	}
	return v
}

// isAbsolute reports whether v begins with a scheme: RFC 3986, 3.1, "scheme =
// ALPHA *( ALPHA / DIGIT / "+" / "-" / "." )".
func isAbsolute(v []byte) bool {
	colon := bytes.IndexByte(v, ':')
	return colon > 0 && ascii.Is(v[0], ascii.Alpha) &&
		skip(v, 0, func(c byte) bool { return ascii.Is(c, ascii.Scheme) }) == colon
}

// hasPrefixFold reports whether b begins with s, ignoring case. s is in lower case.
func hasPrefixFold(b []byte, s string) bool {
	return len(b) >= len(s) && ascii.EqualFold(b[:len(s)], s)
}

// indexFold returns the index of the first s in b, ignoring case, or -1. s is in lower
// case.
func indexFold(b []byte, s string) int {
	for i := 0; i+len(s) <= len(b); i++ {
		if ascii.Lower(b[i]) == s[0] && ascii.EqualFold(b[i:i+len(s)], s) {
			return i
		}
	}
	return -1
}
