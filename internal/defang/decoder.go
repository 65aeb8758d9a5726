package defang

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// A Decoder restores defanged text.
//
// A notation with blanks around it is decoded only if a name results that Host accepts.
// In brackets, the name must be an address ("user (at) host.com", "user [at] host [dot]
// com") or, in square or curly brackets, a host ("host [dot] com"). Without brackets, it
// must be an address that does not follow a word: "is available at host.com" is not
// decoded. Neither is an address at "www", nor "hosted at host[.]com". In brackets after
// "://", any name is decoded: "http://host (dot) example".
type Decoder struct {
	Host      func(name []byte) bool // reports whether name may be a host; not nil
	Addresses bool                   // decode addresses in notations with blanks around them

	held   []byte // end of the input so far, which may begin a notation
	before []byte // end of the decoded text so far
	slant  bool   // the text is in a URL that has backslashes after its scheme
	joined []byte // scratch: before, and the text decoded by this call
	name   []byte // scratch: the name that notations with blanks result in
}

const (
	// maxBefore is how many bytes of the decoded text before a notation are kept: an
	// address and the bytes before it that matter.
	maxBefore = maxLocal + len("@") + maxDomain + len("://")
	maxLocal  = 64  // octets of a local part (RFC 5321, section 4.5.3.1.1)
	maxDomain = 255 // octets of a domain (RFC 5321, section 4.5.3.1.2)

	// maxSpelled is the maximum length in bytes of a name with blanks, from its first
	// notation on. Names in real text have up to 40.
	maxSpelled = 128

	// MaxHeld is the maximum number of bytes that a Decoder holds back: a name with
	// blanks, and the notation before its next word.
	MaxHeld = maxSpelled + len(" [ dot ] ")
)

// Reset begins a new text.
func (d *Decoder) Reset() {
	d.held, d.before, d.slant = d.held[:0], d.before[:0], false
}

// A verdict is the answer to a question about text that may be cut off.
type verdict uint8

const (
	no verdict = iota
	yes
	more // the text ends too early to decide
)

// first has a bit for each kind of notation that begins with a byte, and second one for each
// kind of which a byte may be the second.
var first, second = func() (first, second [256]uint8) {
	for i, kind := range [...]struct{ first, second string }{
		{"[({", " \t.@:/aAdD"}, // a separator
		{" \t", "[({aAdD"},     // a separator with blanks around it
		{"hHfF", "tTxX*["},     // a scheme
		{"[", "[({hHfF"},       // a literal
	} {
		for _, c := range []byte(kind.first) {
			first[c] |= 1 << i
		}
		for _, c := range []byte(kind.second) {
			second[c] |= 1 << i
		}
	}
	return first, second
}()

// Append decodes src, appends the result to dst, and adds the origin of each byte to m.
// src continues the input of the last call, and begins at offset at of it. The result is
// no longer than its origin. Bytes that may begin a notation are held back for the next
// call, unless last is true: then the text ends with src.
func (d *Decoder) Append(dst, src []byte, at int64, m *offset.Map, last bool) []byte {
	if len(d.held) > 0 {
		at -= int64(len(d.held))
		d.held = append(d.held, src...)
		src = d.held
	}
	given := len(dst)
	done, i := 0, 0 // src[:done] is in dst
	slant := d.slant
	for {
		for !slant && i < len(src) && (first[src[i]] == 0 || i+1 < len(src) && first[src[i]]&second[src[i+1]] == 0) {
			i++
		}
		if i == len(src) {
			break
		}
		slant = slant && !endsURL(src[i])
		s, v := read(src[i:], last)
		if v == yes && s.isSeparator() {
			dst, done = appendCopy(dst, src[done:i], at+int64(done), m), i
			v = d.applies(d.textBefore(dst[given:]), src[i:], s, last)
		}
		if v == more {
			break
		}
		if v == no {
			i++
			continue
		}
		dst, done = appendCopy(dst, src[done:i], at+int64(done), m), i+s.n
		dst = append(dst, s.text...)
		m.Add(len(s.text), at+int64(i), len(s.text), s.n)
		i = done
		slant = slant || s.slant
	}
	dst = appendCopy(dst, src[done:i], at+int64(done), m)
	d.slant = slant
	d.before = append(d.before[:0], d.textBefore(dst[given:])...)
	d.held = append(d.held[:0], src[i:]...)
	return dst
}

// appendCopy appends text, which is at offset at, without a change.
func appendCopy(dst, text []byte, at int64, m *offset.Map) []byte {
	m.Copy(len(text), at)
	return append(dst, text...)
}

// textBefore returns the last maxBefore bytes of the decoded text, whose end, given, was
// decoded by this call.
func (d *Decoder) textBefore(given []byte) []byte {
	if len(given) < maxBefore {
		d.joined = append(append(d.joined[:0], d.before...), given...)
		given = d.joined
	}
	return given[max(0, len(given)-maxBefore):]
}

// A notation represents a part of a URL or an address.
type notation struct {
	n       int    // its length, with blanks
	text    string // the text that replaces it
	bracket byte   // its opening bracket; 0 for a scheme, a literal and a word without brackets
	spaced  bool   // it has a blank on each side, which it includes
	slant   bool   // it is a scheme with backslashes after its colon
}

// isSeparator reports whether s represents text that separates parts, and not a scheme.
func (s notation) isSeparator() bool { return s.bracket != 0 || s.spaced }

// read reads the notation that b begins with. The verdict is no if there is none.
func read(b []byte, last bool) (notation, verdict) {
	switch {
	case ascii.Is(b[0], ascii.Alpha):
		return readScheme(b, last)
	case b[0] == '\\':
		return readBackslash(b, last)
	case b[0] == '[' && len(b) > 1 && isLiteral(b[1]):
		return readLiteral(b, last)
	}
	c := cursor{b: b, last: last}
	s := notation{spaced: c.blank()}
	if s.bracket = c.opening(); s.bracket != 0 {
		c.blank()
	} else if !s.spaced {
		return s, no
	}
	if s.text = meaning(c.symbol(), s.bracket); s.text == "" && !c.cut {
		return s, no
	}
	if s.bracket != 0 {
		c.blank()
		if !c.accept(s.bracket+closingOffset(s.bracket)) && !c.cut {
			return s, no
		}
	}
	if s.spaced && (!c.blank() && !c.cut || strings.ContainsAny(s.text, ":/")) {
		return s, no
	}
	if c.cut {
		return s, more
	}
	s.n = c.i
	return s, yes
}

// closingOffset returns the difference in ASCII between a bracket and its partner.
func closingOffset(open byte) byte {
	if open == '(' {
		return ')' - '('
	}
	return ']' - '['
}

// meaning returns the text that a symbol represents in brackets or, if bracket is 0, by
// itself. It returns "" if there is none.
func meaning(symbol []byte, bracket byte) string {
	switch strings.ToLower(string(symbol)) {
	case "dot":
		return "."
	case "at":
		return "@"
	case ".", "@", ":", "/", "//", ":/", "://":
		if bracket != 0 {
			return string(symbol)
		}
	}
	return ""
}

// A cursor reads bytes that may be cut off. It sets cut if it needs bytes after them.
type cursor struct {
	b    []byte
	i    int
	last bool
	cut  bool
}

// peek returns the byte at the cursor, or 0 at the end.
func (c *cursor) peek() byte {
	if c.i < len(c.b) {
		return c.b[c.i]
	}
	c.cut = c.cut || !c.last
	return 0
}

// accept skips want if it is at the cursor, and reports whether it is.
func (c *cursor) accept(want byte) bool {
	if c.peek() != want {
		return false
	}
	c.i++
	return true
}

// blank skips a blank, and reports whether one is at the cursor.
func (c *cursor) blank() bool { return c.accept(' ') || c.accept('\t') }

// opening skips an opening bracket and returns it, or returns 0.
func (c *cursor) opening() byte {
	b := c.peek()
	if !isOpening(b) {
		return 0
	}
	c.i++
	return b
}

// isOpening reports whether c is an opening bracket.
func isOpening(c byte) bool { return c == '[' || c == '(' || c == '{' }

// symbol skips and returns up to three characters of symbols.
func (c *cursor) symbol() []byte {
	from := c.i
	for c.i-from < len("dot") && strings.IndexByte(".@:/dotaDOTA", c.peek()) >= 0 {
		c.i++
	}
	return c.b[from:c.i]
}

// applies decides whether the text around s, which b begins with, permits to decode it.
func (d *Decoder) applies(before, b []byte, s notation, last bool) verdict {
	if s.spaced {
		return d.spelled(before, b, s, last)
	}
	after := byte(0)
	switch {
	case !last && len(b) < s.n+len("//0") && (len(b) == s.n || s.text == ":" && b[s.n] == '/'):
		return more
	case len(b) > s.n:
		after = b[s.n]
	}
	if s.text == ":" && isQuotient(nameAtEnd(before), b[s.n:]) {
		return no
	}
	return verdictOf(len(before) > 0 && s.separates(before, after))
}

// separates reports whether s separates the parts of a URL or an address before and after
// it. At the end of the text, after is 0.
func (s notation) separates(before []byte, after byte) bool {
	c := before[len(before)-1]
	slash := after == '/' || isOpening(after)
	switch s.text {
	case ".", "@":
		return separates(s.text[0], c, after)
	case ":":
		return len(nameAtEnd(before)) > 0 || isHost(c) && ascii.Is(after, ascii.Digit)
	case ":/":
		return slash && endsInScheme(before)
	case "://":
		return isHost(c) && (isHost(after) || after == '[')
	}
	return (isHost(c) || c == ':' || c == '/') && (isHost(after) || slash)
}

// endsInScheme reports whether text ends in a known scheme that slashes follow.
func endsInScheme(text []byte) bool {
	known := scheme.Lookup(nameAtEnd(text))
	return known != nil && (known.Need == scheme.Slashes || known.Need == scheme.Slash)
}

// isKnown reports whether name is a known scheme.
func isKnown[T []byte | string](name T) bool {
	return scheme.Lookup(name) != nil || scheme.IsProgram(name)
}

// isQuotient reports whether name, "[:]" and rest are a slice of an array that is divided by a
// number, as arr[:]//2 in Python is: name may be that of an array and is no known scheme, and
// "//" and a digit follow.
func isQuotient[T []byte | string](name, rest T) bool {
	return len(rest) > 2 && rest[0] == '/' && rest[1] == '/' && ascii.Is(rest[2], ascii.Digit) &&
		len(name) > 0 && isHost(name[len(name)-1]) && !isKnown(name)
}

// nameAtEnd returns the longest text at the end of text that may be the name of a scheme:
// a letter, and letters, digits, "+", "-" and "." (RFC 3986, section 3.1).
func nameAtEnd[T []byte | string](text T) T {
	i := len(text)
	for i > 0 && ascii.Is(text[i-1], ascii.Scheme) {
		i--
	}
	for i < len(text) && !ascii.Is(text[i], ascii.Alpha) {
		i++
	}
	return text[i:]
}

// A spelling is a name with blanks: words with notations between them.
type spelling struct {
	name     []byte // the decoded name
	at       byte   // first byte of the at sign: a bracket or "@"; 0 if it is a word
	dots     bool   // a notation of a dot with blanks around it is after the at sign
	unspaced bool   // a notation of a dot has no blanks around it
}

// spelled decides about a notation with blanks around it, which b begins with.
func (d *Decoder) spelled(before, b []byte, s notation, last bool) verdict {
	user := len(before)
	for user > 0 && (ascii.IsLocal(before[user-1]) || before[user-1] >= 0x80 || before[user-1] == '@') {
		user--
	}
	local, domain, hasAt := bytes.Cut(before[user:], []byte{'@'})
	if user == len(before) || len(local) > maxLocal || len(domain) > maxDomain {
		return no
	}
	p := spelling{name: append(d.name[:0], before[user:]...)}
	if hasAt {
		p.at = '@'
	}
	rest, v := p.spell(b, s, last)
	d.name = p.name
	if v != yes {
		return v
	}
	name, host, isAddress := bytes.Cut(bytes.TrimRight(p.name, ".-"), []byte{'@'})
	if !isAddress {
		inURL := bytes.HasSuffix(before[:user], []byte("://"))
		inBrackets := s.bracket != 0 && (inURL || s.bracket != '(')
		return verdictOf(inBrackets && (inURL || d.Host(name)))
	}
	if !d.Addresses || len(rest) > 0 && strings.IndexByte("([/\\@=_$%+#&", rest[0]) >= 0 {
		return no
	}
	if p.at == 0 && (isService(host) || p.unspaced || followsWord(before[:user]) || s.text == "." && !p.dots) {
		return no
	}
	return verdictOf(bytes.IndexByte(host, '.') > 0 && d.Host(host))
}

// verdictOf returns yes if ok is true, and no otherwise.
func verdictOf(ok bool) verdict {
	if ok {
		return yes
	}
	return no
}

// spell adds to p the notation s and a word, which b begins with, and those that follow,
// up to a second at sign. It returns the rest of b.
func (p *spelling) spell(b []byte, s notation, last bool) (rest []byte, v verdict) {
	rest = b
	for {
		word := rest[s.n:]
		n := 0
		for n < len(word) && (isHost(word[n]) || strings.IndexByte(".-_", word[n]) >= 0) {
			n++
		}
		switch {
		case s.n+n+len(b)-len(rest) > maxSpelled:
			return rest, no
		case n == len(word) && !last:
			return rest, more
		case n == 0:
			return rest, verdictOf(len(rest) < len(b))
		}
		p.add(s, word[:n])
		rest = word[n:]
		if len(rest) == 0 || first[rest[0]] == 0 {
			return rest, yes
		}
		if s, v = read(rest, last); v == more {
			return rest, more
		}
		if v == no || s.text != "." && (s.text != "@" || bytes.IndexByte(p.name, '@') >= 0) {
			return rest, yes
		}
	}
}

// add adds a notation and the word after it.
func (p *spelling) add(s notation, word []byte) {
	switch {
	case s.text == "@":
		p.at = s.bracket
	case !s.spaced:
		p.unspaced = true
	case bytes.IndexByte(p.name, '@') >= 0:
		p.dots = true
	}
	p.name = append(append(p.name, s.text...), word...)
}

// isService reports whether host is named after a service. Such hosts have no addresses.
func isService(host []byte) bool {
	first, _, _ := bytes.Cut(host, []byte{'.'})
	return bytes.EqualFold(first, []byte("www")) || bytes.EqualFold(first, []byte("ftp"))
}

// followsWord reports whether text ends in a word and one blank, as prose does.
func followsWord(text []byte) bool {
	n := len(text)
	return n > 1 && ascii.Is(text[n-1], ascii.Blank) && (text[n-2] >= 0x80 || ascii.Is(text[n-2], ascii.Alpha))
}
