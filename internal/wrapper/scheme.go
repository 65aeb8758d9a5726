package wrapper

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// Schemes says which words before a colon begin a URL in text, and what must
// follow the colon. A nil *Schemes is the built-in table. A Schemes is not
// changed after [ParseSchemes] has made it and may be shared.
type Schemes struct {
	only    map[string]bool // when not nil, the schemes that begin a URL
	added   map[string]bool
	removed map[string]bool
}

// maxScheme bounds the length in bytes of a scheme that is looked for. The
// longest one registered ("ms-secondary-screen-controller") has 30.
const maxScheme = 64

// maxNeed bounds in bytes how far after the colon it is looked for what a
// scheme needs there: an "@", a second colon, five digits. Without it a run of
// "mailto:mailto:…" would take quadratic time.
const maxNeed = 256

// ParseSchemes reads a list of schemes, divided by commas. Names without a
// sign replace the built-in table: only these begin a URL. "+x" adds x to the
// table, "-x" removes it. A sign also counts for the names after it, up to
// the next sign: "+x,y" adds y as well. A scheme that the table does not hold
// needs only a character after its colon once it is named. The error says
// which name is not a scheme (RFC 3986, section 3.1).
func ParseSchemes(list string) (*Schemes, error) {
	t := &Schemes{added: map[string]bool{}, removed: map[string]bool{}}
	var sign byte // of the names up to the next sign, or 0
	for _, item := range strings.Split(list, ",") {
		item = strings.ToLower(strings.TrimSpace(item))
		name := item
		if item != "" && (item[0] == '+' || item[0] == '-') {
			sign, name = item[0], item[1:]
		}
		name = strings.TrimSuffix(name, ":")
		if !wellFormed([]byte(name)) {
			return nil, fmt.Errorf("%q is not a scheme", item)
		}
		switch sign {
		case '+':
			t.added[name] = true
		case '-':
			t.removed[name] = true
		default:
			if t.only == nil {
				t.only = map[string]bool{}
			}
			t.only[name] = true
		}
	}
	if t.only != nil {
		maps.Copy(t.only, t.added)
	}
	return t, nil
}

// String returns a list that ParseSchemes reads as t, with the names in each part sorted; ""
// for the built-in table.
func (t *Schemes) String() string {
	if t == nil {
		return ""
	}
	first := maps.Clone(t.only)
	maps.DeleteFunc(first, func(name string, _ bool) bool { return t.added[name] })
	if len(first) == 0 {
		first = t.only
	}
	var parts []string
	for _, part := range []struct {
		sign  string
		names map[string]bool
	}{{"", first}, {"+", t.added}, {"-", t.removed}} {
		if len(part.names) > 0 {
			parts = append(parts, part.sign+strings.Join(slices.Sorted(maps.Keys(part.names)), ","))
		}
	}
	return strings.Join(parts, ",")
}

// Wanted reports whether URLs of a scheme, in any case, are looked for at all,
// however they are in the text.
func (t *Schemes) Wanted(name []byte) bool {
	if t == nil {
		return !scheme.IsDefanged(name)
	}
	lower := string(bytes.ToLower(name))
	return !t.removed[lower] && (t.only == nil || t.only[lower]) && !scheme.IsDefanged(name)
}

// Known reports whether a scheme, in any case, is in the table, or was named.
func (t *Schemes) Known(name []byte) bool {
	_, known := t.need(name)
	return known
}

// Ends is a set of the last two bytes of words: the element of the last has a bit for the
// last but one.
type Ends [256]uint64

// May reports whether a word of the set may end in these two bytes. It may report true for
// other bytes too: of the last but one it uses only the six low bits.
func (e *Ends) May(lastButOne, last byte) bool { return e[last]>>(lastButOne&63)&1 != 0 }

// OpaqueEnds returns the ends of the schemes, in any letter case, whose colon need not be
// followed by "//". RFC 2396, section 3, calls them opaque, but for "file". The end of
// "URL" is among them, and so is everything that has been struck over.
func (t *Schemes) OpaqueEnds() *Ends {
	return t.ends(func(n scheme.Need) bool { return n != scheme.Slashes && n != scheme.Naming })
}

// KnownEnds returns the ends of the schemes that are known, and of "URL". Only after one
// of them may white space follow the colon, between angle brackets. The ends of schemes
// that "-x" removed are still among them, and so is everything that has been struck over.
func (t *Schemes) KnownEnds() *Ends {
	return t.ends(func(n scheme.Need) bool { return n != scheme.Naming })
}

// endsURL returns how the schemes of the registry end whose needs has wants, and those that
// were named.
func (t *Schemes) ends(has func(scheme.Need) bool) *Ends {
	e := new(Ends)
	e['\b'] = ^uint64(0)
	e.add(scheme.Label)
	for _, s := range scheme.All() {
		if has(s.Need) {
			e.add(s.Name)
		}
	}
	if t != nil {
		for name := range t.added {
			e.add(name)
		}
		for name := range t.only {
			e.add(name)
		}
	}
	return e
}

// add adds how name ends, in any letter case, and with its last letter overstruck.
func (e *Ends) add(name string) {
	c, before := name[len(name)-1], ^uint64(0)
	if len(name) > 1 {
		lower := name[len(name)-2]
		before = 1<<(lower&63) | 1<<(lower&^0x20&63) | 1<<'\b'
	}
	e[c] |= before
	if ascii.Is(c, ascii.Alpha) {
		e[c&^0x20] |= before
	}
}

// need returns what must follow the colon of the scheme, and whether the
// scheme is known: in the table, or named by the user.
func (t *Schemes) need(name []byte) (n scheme.Need, known bool) {
	s := scheme.Lookup(name)
	if s != nil {
		n, known = s.Need, s.Need != scheme.Naming
	}
	if t == nil || len(name) > maxScheme {
		return n, known
	}
	lower := string(bytes.ToLower(name))
	named := t.only[lower] || t.added[lower]
	switch {
	case t.removed[lower], t.only != nil && !named:
		return n, false
	case named && !known:
		return scheme.Anything, true
	}
	return n, known
}

// Before finds the scheme that ends at data[colon]. It returns where that
// begins, and false when none does. The scheme may be glued to what is before
// it ("1.http:", "seehttp:"): a known scheme begins anew behind ".", "-", a
// digit or a character that no scheme has, and an unknown word that ends in
// https, http or ftp is read as that; any other word is a scheme as a whole. The
// letters of an escape sequence ("\nfoo:", groff's "\fBfoo:") are not of it.
func (t *Schemes) Before(data []byte, colon int) (start int, ok bool) {
	lo := colon
	for lo > 0 && colon-lo <= maxScheme && ascii.Is(data[lo-1], ascii.Scheme) {
		lo--
	}
	whole := colon-lo <= maxScheme
	attached := whole && inWord(data[:lo])
	if !whole {
		lo++
	} else if n := afterColour(data, lo, colon); n > 0 {
		lo += n
		attached = false
	}
	word := data[lo:colon]
	if len(word) == 0 {
		return 0, false
	}
	if whole {
		if _, known := t.need(word); known {
			return lo, true
		}
	}
	if whole && lo > 0 && (data[lo-1] == '\\' || data[lo-1] == '(') {
		if n := escape(data[:lo], word); n > 0 {
			word, lo, attached = word[n:], lo+n, false
			if _, known := t.need(word); known {
				return lo, true
			}
		}
	}
	for i := 1; i < len(word); i++ {
		if c := word[i-1]; c == '.' || c == '-' || ascii.Is(c, ascii.Digit) {
			if _, known := t.need(word[i:]); known {
				return lo + i, true
			}
		}
	}
	if n := attachedScheme(word); n > 0 && bytes.IndexByte(word, '+') < 0 {
		at := colon - n
		_, known := t.need(data[at:colon])
		return at, known && !scheme.IsDefanged(word)
	}
	if !whole || len(word) < 2 || attached {
		return 0, false
	}
	for len(word) > 0 && !ascii.Is(word[0], ascii.AlphaDigit) {
		word, lo = word[1:], lo+1
	}
	return lo, len(word) >= 2 && ascii.Is(word[0], ascii.Alpha) && !scheme.IsDefanged(word)
}

// afterColour returns how many bytes of the word data[lo:colon] end an ANSI
// colour sequence: in "ESC[32mhttp:" the word is "32mhttp".
func afterColour(data []byte, lo, colon int) int {
	i := lo
	for i < colon && ascii.Is(data[i], ascii.Digit) {
		i++
	}
	if i == colon || data[i] != 'm' && data[i] != 'K' {
		return 0
	}
	for j := lo; j > 0 && lo-j < maxScheme; j-- {
		switch c := data[j-1]; {
		case c == '[' && j > 1 && data[j-2] == 0x1B:
			return i + 1 - lo
		case c != ';' && c != ':' && !ascii.Is(c, ascii.Digit):
			return 0
		}
	}
	return 0
}

// escape returns how many bytes of a word, what is before it in mind, are of
// an escape sequence that begins with a backslash: in "\nhttp:" one, in groff's
// "\fBhttp:" and "\f(CWhttp:" two.
func escape(before, word []byte) int {
	switch {
	case len(word) > 2 && bytes.HasSuffix(before, []byte(`\f(`)):
		return 2
	case !bytes.HasSuffix(before, []byte(`\`)):
	case len(word) > 2 && word[0] == 'f' && (ascii.Is(word[1], ascii.Digit) || 'A' <= word[1] && word[1] <= 'Z'):
		return 2
	case len(word) > 1:
		return 1
	}
	return 0
}

// attachedScheme returns the length of the scheme that a word may be glued to, of the
// longest if there are several.
func attachedScheme(word []byte) (length int) {
	for _, name := range attachedSchemes {
		if n := len(name); n > length && len(word) >= n && ascii.EqualFold(word[len(word)-n:], name) {
			length = n
		}
	}
	return length
}

var attachedSchemes = scheme.Names(scheme.Common)

// inWord reports whether a word after before is a part of a longer one: a
// letter or digit of any script goes before it, or "_".
func inWord(before []byte) bool {
	if len(before) == 0 {
		return false
	}
	c := before[len(before)-1]
	if c < utf8.RuneSelf {
		return c == '_' || ascii.Is(c, ascii.AlphaDigit)
	}
	r, size := utf8.DecodeLastRune(before)
	if size == 1 {
		r, _ = chars.Decode([]byte{c}, nil)
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M)
}

// wellFormed reports whether name is a scheme of RFC 3986, section 3.1.
func wellFormed(name []byte) bool {
	for _, c := range name {
		if !ascii.Is(c, ascii.Scheme) {
			return false
		}
	}
	return len(name) > 0 && len(name) <= maxScheme && ascii.Is(name[0], ascii.Alpha)
}

// A Verdict is the answer to whether something is in text that may have
// been cut off.
type Verdict uint8

// The verdicts.
const (
	No   Verdict = iota // it does not
	Yes                 // it does
	More                // the text ends too early to tell: ask again with more of it
)

// Begins decides whether a URL in running text begins with the scheme
// data[start:colon], by what follows the colon. With atEOF data is all there
// is and the verdict is never More.
//
// Schemes with an authority need "//", as does every unknown scheme; "file:"
// needs "/"; mailto, sip, sips and xmpp an address or a "?"; news and snews a
// dot, an "@" or "*"; tel and sms, in lower case, a "+" or a digit and five
// digits in all; urn a second colon; magnet a "?". So "C:\x", "std::string",
// "12:30" and "note: x" begin none.
func (t *Schemes) Begins(data []byte, start, colon int, atEOF bool) Verdict {
	name := data[start:colon]
	n, known := t.need(name)
	if !known {
		if !t.acceptsUnknown(name, n) {
			return No
		}
		n = scheme.Slashes
	}
	if n == scheme.Digits && !bytes.Equal(name, bytes.ToLower(name)) {
		return No
	}
	rest := data[colon+1:]
	cut := More
	if len(rest) > maxNeed {
		rest, cut = rest[:maxNeed], No
	} else if atEOF {
		cut = No
	}
	return meetsNeed(n, rest, cut)
}

// acceptsUnknown reports whether a scheme that is not known, and of which the
// built-in table says n, may begin a URL.
func (t *Schemes) acceptsUnknown(name []byte, n scheme.Need) bool {
	if n == scheme.Naming || t != nil && (t.only != nil || t.removed[string(bytes.ToLower(name))]) {
		return false
	}
	return len(name) >= 2 && wellFormed(name) && !scheme.IsDefanged(name)
}

// meetsNeed decides whether rest, the text after the colon, is what is needed; cut
// is the verdict when it ends before that is known.
func meetsNeed(n scheme.Need, rest []byte, cut Verdict) Verdict {
	switch n {
	case scheme.Slashes:
		return literal(rest, "//", cut)
	case scheme.Slash:
		return literal(rest, "/", cut)
	case scheme.Query:
		return literal(rest, "?", cut)
	case scheme.Anything:
		if len(rest) == 0 {
			return cut
		}
		return verdict(!endsURL(rest[0]))
	case scheme.Colon:
		return meetsURN(rest, cut)
	case scheme.Digits:
		return meetsDigits(rest, cut)
	case scheme.Group:
		return meetsGroup(rest, cut)
	case scheme.Address:
		return meetsAddress(rest, cut)
	}
	return No
}

// literal decides whether rest begins with want and goes on as a URL does.
func literal(rest []byte, want string, cut Verdict) Verdict {
	for i := range len(want) {
		if i == len(rest) {
			return cut
		}
		if rest[i] != want[i] {
			return No
		}
	}
	if len(rest) == len(want) {
		return cut
	}
	return verdict(!endsURL(rest[len(want)]))
}

func meetsURN(rest []byte, cut Verdict) Verdict {
	for i, c := range rest {
		switch {
		case c == ':':
			if i+1 == len(rest) {
				return cut
			}
			return verdict(i > 0 && !endsURL(rest[i+1]))
		case c != '-' && !ascii.Is(c, ascii.AlphaDigit):
			return No
		}
	}
	return cut
}

func meetsDigits(rest []byte, cut Verdict) Verdict {
	digits := 0
	for i, c := range rest {
		switch {
		case ascii.Is(c, ascii.Digit):
			if digits++; digits == 5 {
				return Yes
			}
		case i == 0 && c != '+', !bytes.ContainsRune([]byte("+-.();="), rune(c)):
			return No
		}
	}
	return cut
}

// meetsGroup wants a dot within a group, "@", or "*", before a colon: in
// "news:http://a.com/" the word is only a word.
func meetsGroup(rest []byte, cut Verdict) Verdict {
	for i, c := range rest {
		switch {
		case i == 0 && c == '*':
			return Yes
		case i > 0 && c == '@':
			return Yes
		case i > 0 && c == '.':
			if i+1 == len(rest) {
				return cut
			}
			if ascii.Is(rest[i+1], ascii.AlphaDigit) {
				return groupEnd(rest[i+1:], cut)
			}
		case c == ':' || endsURL(c) || c >= 0x80:
			return No
		}
	}
	return cut
}

// groupEnd decides about the rest of a group: anything but a colon with "//".
func groupEnd(rest []byte, cut Verdict) Verdict {
	for i, c := range rest {
		switch {
		case c == ':' && i+1 < len(rest):
			return verdict(rest[i+1] != '/')
		case c == ':':
			return cutOrYes(cut)
		case !ascii.Is(c, ascii.Unreserved|ascii.Scheme):
			return Yes
		}
	}
	return cutOrYes(cut)
}

// cutOrYes returns the verdict at the end of what may have been cut off, where all
// is well so far.
func cutOrYes(cut Verdict) Verdict {
	if cut == No {
		return Yes
	}
	return cut
}

func meetsAddress(rest []byte, cut Verdict) Verdict {
	for i, c := range rest {
		switch {
		case c == '@' || c == '?':
			if i+1 == len(rest) {
				return cut
			}
			next := rest[i+1]
			if next >= 0x80 || ascii.Is(next, ascii.AlphaDigit) || c == '@' && next == '[' {
				return verdict(i > 0 || c == '?')
			}
		case endsURL(c):
			return No
		}
	}
	return cut
}

// endsURL reports whether c ends a URL wherever it is.
func endsURL(c byte) bool {
	return ascii.Is(c, ascii.Space|ascii.Control) || c == '"' || c == '<' || c == '>'
}

func verdict(yes bool) Verdict {
	if yes {
		return Yes
	}
	return No
}
