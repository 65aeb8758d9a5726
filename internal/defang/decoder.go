package defang

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// A Decoder puts what notations stand for in their place.
//
// Those with blanks around them it takes for prose unless they make a name that
// Host knows. In brackets they must make an address ("user (at) host.com",
// "user [at] host [dot] com") or, in square or curly ones, a host ("host [dot]
// com"). Without brackets they must make an address that does not follow a word:
// in "is available at host.com" there is none, nor is there one of "www" or in
// "hosted at host[.]com".
type Decoder struct {
	Host      func(name []byte) bool // whether name may be that of a host; not nil
	Addresses bool                   // undo what makes addresses of prose

	held   []byte // what may be the beginning of a notation
	before []byte // the end of the text so far, decoded
	joined []byte // scratch: that and more
	name   []byte // scratch: what a name with blanks in it stands for
}

const (
	// maxBefore is how much text is known before a notation: an address and
	// what stands before that.
	maxBefore = maxLocal + len("@") + maxDomain + 2
	maxLocal  = 64  // octets of a local part (RFC 5321, section 4.5.3.1.1)
	maxDomain = 255 // octets of a domain (RFC 5321, section 4.5.3.1.2)

	// maxSpelled is how many bytes a name with blanks in it may have behind the
	// first of them. Real ones have up to 40.
	maxSpelled = 128

	// MaxHeld is the most that a Decoder holds back: a name that is being
	// spelled, and the notation before its next word.
	MaxHeld = maxSpelled + len(" [ dot ] ")
)

// Reset makes d decode another text.
func (d *Decoder) Reset() {
	d.held, d.before = d.held[:0], d.before[:0]
}

// A verdict says whether something was found.
type verdict uint8

const (
	no verdict = iota
	yes
	more // the text has to go on first
)

// A notation begins with one of first, and goes on with one of second.
var (
	first  = setOf("[({ \thHfF")
	second = setOf("[({ \t.@:/aAdDtTxX*")
)

func setOf(bytes string) (set [256]bool) {
	for _, c := range []byte(bytes) {
		set[c] = true
	}
	return set
}

// Append decodes src, which goes on at offset at of the input where the last
// call ended, appends it to dst, and tells m where each byte came from. The text
// is no longer than what it came from. What may be the beginning of a notation
// is held back for the next call; with last there is none.
func (d *Decoder) Append(dst, src []byte, at int64, m *offset.Map, last bool) []byte {
	if len(d.held) > 0 {
		at -= int64(len(d.held))
		d.held = append(d.held, src...)
		src = d.held
	}
	given := len(dst)
	done, i := 0, 0 // src[:done] is in dst
	for i < len(src) {
		if !first[src[i]] || i+1 < len(src) && !second[src[i+1]] {
			i++
			continue
		}
		s, v := read(src[i:], last)
		if v == yes && s.divider() {
			dst, done = put(dst, src[done:i], at+int64(done), m), i
			v = d.stands(d.textBefore(dst[given:]), src[i:], s, last)
		}
		if v == more {
			break
		}
		if v == no {
			i++
			continue
		}
		dst, done = put(dst, src[done:i], at+int64(done), m), i+s.n
		dst = append(dst, s.text...)
		m.Add(len(s.text), at+int64(i), len(s.text), s.n)
		i = done
	}
	dst = put(dst, src[done:i], at+int64(done), m)
	d.before = append(d.before[:0], d.textBefore(dst[given:])...)
	d.held = append(d.held[:0], src[i:]...)
	return dst
}

// put appends text as it stands.
func put(dst, text []byte, at int64, m *offset.Map) []byte {
	m.Copy(len(text), at)
	return append(dst, text...)
}

// textBefore returns the last maxBefore bytes of the text, of which given is
// what this call has given.
func (d *Decoder) textBefore(given []byte) []byte {
	if len(given) < maxBefore {
		d.joined = append(append(d.joined[:0], d.before...), given...)
		given = d.joined
	}
	return given[max(0, len(given)-maxBefore):]
}

// A notation stands for a part of a URL or an address.
type notation struct {
	n       int    // its length, with blanks
	text    string // what it stands for
	bracket byte   // that it opens with; 0 of a scheme, and of a word by itself
	spaced  bool   // there are blanks on both sides, which are of it
}

// divider reports whether s stands for what divides parts, and not for a scheme.
func (s notation) divider() bool { return s.bracket != 0 || s.spaced }

// read reads the notation that b begins with, if it does.
func read(b []byte, last bool) (notation, verdict) {
	if ascii.Is(b[0], ascii.Alpha) {
		return readScheme(b, last)
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
		if !c.next(s.bracket+closes(s.bracket)) && !c.cut {
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

// closes returns how far in ASCII a bracket is from its partner.
func closes(open byte) byte {
	if open == '(' {
		return ')' - '('
	}
	return ']' - '['
}

// meaning returns what a symbol stands for, "" if nothing: in brackets or, as a
// word, by itself.
func meaning(symbol []byte, bracket byte) string {
	switch strings.ToLower(string(symbol)) {
	case "dot":
		return "."
	case "at":
		return "@"
	case ".", "@", ":", "/", "//", "://":
		if bracket != 0 {
			return string(symbol)
		}
	}
	return ""
}

// A cursor goes through bytes that may be cut off: cut is set where they would
// have to go on.
type cursor struct {
	b    []byte
	i    int
	last bool
	cut  bool
}

// peek returns the byte at the cursor, 0 when there is none.
func (c *cursor) peek() byte {
	if c.i < len(c.b) {
		return c.b[c.i]
	}
	c.cut = c.cut || !c.last
	return 0
}

// next goes behind want, if that comes next.
func (c *cursor) next(want byte) bool {
	if c.peek() != want {
		return false
	}
	c.i++
	return true
}

// blank goes behind a blank.
func (c *cursor) blank() bool { return c.next(' ') || c.next('\t') }

// opening goes behind an opening bracket, and returns it.
func (c *cursor) opening() byte {
	b := c.peek()
	if !opens(b) {
		return 0
	}
	c.i++
	return b
}

func opens(c byte) bool { return c == '[' || c == '(' || c == '{' }

// symbol goes behind up to three characters that symbols have.
func (c *cursor) symbol() []byte {
	from := c.i
	for c.i-from < len("dot") && strings.IndexByte(".@:/dotaDOTA", c.peek()) >= 0 {
		c.i++
	}
	return c.b[from:c.i]
}

// readScheme reads the name of a scheme, up to its "p", of which a "t" is "x" or
// "*". A "t" has the case of the "p": "hXXp" is "http".
func readScheme(b []byte, last bool) (s notation, v verdict) {
	name := []byte("http")
	if b[0]|0x20 == 'f' {
		name = []byte("ftp")
	}
	c := cursor{b: b, last: last}
	changed := false
	for i, want := range name {
		got := c.peek()
		if want == 't' && (got|0x20 == 'x' || got == '*') {
			changed = true
		} else if name[i] = got; got|0x20 != want {
			return s, c.failed()
		}
		c.i++
	}
	s.n = c.i
	if !c.next('s') {
		c.next('S')
	}
	if !changed {
		return s, no
	}
	if !c.colon() {
		return s, c.failed()
	}
	if name[len(name)-1] == 'P' {
		name = append(name[:1], bytes.ToUpper(name[1:])...)
	}
	s.text = string(name)
	return s, yes
}

// failed returns why what was wanted is not there.
func (c *cursor) failed() verdict {
	if c.cut {
		return more
	}
	return no
}

// colon reports whether the colon behind a scheme comes next, and slashes, as
// they are or in brackets.
func (c *cursor) colon() bool {
	if c.next(':') {
		return c.peek() == '/' || c.opening() != 0
	}
	if !opens(c.peek()) {
		return false
	}
	s, v := read(c.b[c.i:], c.last)
	c.cut = c.cut || v == more
	return v == yes && s.text[0] == ':'
}

// stands decides whether s, which b begins with, stands where it has a meaning.
func (d *Decoder) stands(before, b []byte, s notation, last bool) verdict {
	if s.spaced {
		return d.spelled(before, b, s, last)
	}
	if len(b) == s.n {
		if last {
			return no
		}
		return more
	}
	if len(before) > 0 && s.divides(before, b[s.n]) {
		return yes
	}
	return no
}

// divides reports whether s divides what it stands between.
func (s notation) divides(before []byte, behind byte) bool {
	c := before[len(before)-1]
	slash := behind == '/' || opens(behind)
	switch s.text {
	case ".", "@":
		return divides(s.text[0], c, behind)
	case ":":
		return slash && endsInScheme(before) || isHost(c) && ascii.Is(behind, ascii.Digit)
	case "://":
		return isHost(c) && (isHost(behind) || behind == '[')
	}
	return (isHost(c) || c == ':' || c == '/') && (isHost(behind) || slash)
}

func endsInScheme(text []byte) bool {
	i := len(text)
	for i > 0 && ascii.Is(text[i-1], ascii.Alpha) {
		i--
	}
	return isWebScheme(string(text[i:]))
}

// A spelling is a name with blanks in it: words with notations between.
type spelling struct {
	name  []byte // what it stands for
	at    byte   // what the at sign begins with: a bracket, itself, or 0 if it is a word
	dots  bool   // behind that there is a dot between blanks
	tight bool   // there is one in brackets between none
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
		if s.bracket == '[' || s.bracket == '{' {
			return found(d.Host(name))
		}
		return no
	}
	if !d.Addresses || len(rest) > 0 && strings.IndexByte("([/\\@=_$%+#&", rest[0]) >= 0 {
		return no
	}
	if p.at == 0 && (isService(host) || p.tight || behindWord(before[:user]) || s.text == "." && !p.dots) {
		return no
	}
	return found(bytes.IndexByte(host, '.') > 0 && d.Host(host))
}

func found(ok bool) verdict {
	if ok {
		return yes
	}
	return no
}

// spell adds to p what b begins with: s and a word, and so on, up to a second
// at sign. It returns what stands behind.
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
			return rest, found(len(rest) < len(b))
		}
		p.add(s, word[:n])
		rest = word[n:]
		if len(rest) == 0 || !first[rest[0]] {
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

// add adds a notation and the word behind it.
func (p *spelling) add(s notation, word []byte) {
	switch {
	case s.text == "@":
		p.at = s.bracket
	case !s.spaced:
		p.tight = true
	case bytes.IndexByte(p.name, '@') >= 0:
		p.dots = true
	}
	p.name = append(append(p.name, s.text...), word...)
}

// isService reports whether a host is named after a service: nobody has an
// address there.
func isService(host []byte) bool {
	first, _, _ := bytes.Cut(host, []byte{'.'})
	return bytes.EqualFold(first, []byte("www")) || bytes.EqualFold(first, []byte("ftp"))
}

// behindWord reports whether text ends in a word and one blank, as prose does.
func behindWord(text []byte) bool {
	n := len(text)
	return n > 1 && ascii.Is(text[n-1], ascii.Blank) && (text[n-2] >= 0x80 || ascii.Is(text[n-2], ascii.Alpha))
}
