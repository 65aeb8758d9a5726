// Package begin decides where a URL begins in text: which word before a colon is a scheme, and
// whether the text after the colon is that of a URL.
//
// [Schemes] is the table of schemes, with the changes that the user makes. [Schemes.Before] finds
// the scheme before a colon, [Schemes.Begins] looks at the text after it.
package begin

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
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// Schemes says which words before a colon begin a URL in text, and what must follow the
// colon. A nil *Schemes is the built-in table. A Schemes never changes, so it may be
// shared.
type Schemes struct {
	only    map[string]bool // if not nil, the schemes that begin a URL
	added   map[string]bool
	removed map[string]bool
}

// MaxScheme bounds the length of a scheme in bytes. The longest registered one,
// "ms-secondary-screen-controller", has 30.
const MaxScheme = 64

// maxNeed bounds how many bytes after the colon are searched for a required "@", second
// colon or fifth digit. Without this limit, "mailto:mailto:…" would take quadratic time.
const maxNeed = 256

// ParseSchemes parses a list of schemes that are separated by commas. Names without a
// sign replace the built-in table: only these begin a URL. "+x" adds x to the table, "-x"
// removes it. A sign also applies to the names after it, up to the next sign: "+x,y" adds
// y too. A scheme that is named and is not in the table requires only a character after
// its colon. The error names the first item that is not a scheme (RFC 3986, section 3.1).
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

// String returns a list that ParseSchemes parses into t, with the names of each sign
// sorted. It returns "" for the built-in table.
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

// Wanted reports whether URLs of a scheme, in any letter case, are searched at all,
// however the text delimits them.
func (t *Schemes) Wanted(name []byte) bool {
	if t == nil {
		return !scheme.IsDefanged(name)
	}
	lower := string(bytes.ToLower(name))
	return !t.removed[lower] && (t.only == nil || t.only[lower]) && !scheme.IsDefanged(name)
}

// Known reports whether a scheme, in any letter case, is in the table or was named in the
// list.
func (t *Schemes) Known(name []byte) bool {
	_, known := t.need(name)
	return known
}

// MayBegin reports whether the name of a known scheme, in any letter case, begins with prefix.
func (t *Schemes) MayBegin(prefix []byte) bool {
	begins := func(name string) bool {
		return len(name) >= len(prefix) && ascii.EqualFold(prefix, name[:len(prefix)]) && t.Known([]byte(name))
	}
	for _, s := range scheme.All() {
		if begins(s.Name) {
			return true
		}
	}
	if t != nil {
		for name := range t.added {
			if begins(name) {
				return true
			}
		}
		for name := range t.only {
			if begins(name) {
				return true
			}
		}
	}
	return false
}

// AcceptsUnknown reports whether a scheme that is not known may begin a URL.
func (t *Schemes) AcceptsUnknown() bool { return t == nil || t.only == nil }

// Ends is a set of the last two bytes of words. Each element, one for each last byte, has
// a bit for the byte before it.
type Ends [256]uint64

// May reports whether a word of the set may end in these two bytes. It may report true
// for other words too, as only the six low bits of lastButOne count.
func (e *Ends) May(lastButOne, last byte) bool { return e[last]>>(lastButOne&63)&1 != 0 }

// OpaqueEnds returns the ends of the schemes, in any letter case, that do not require
// "//" after the colon. Except for "file", these are the schemes that RFC 2396, section
// 3, calls opaque. The set also holds the end of "URL", and the ends of all overstruck
// words.
func (t *Schemes) OpaqueEnds() *Ends {
	return t.ends(func(n scheme.Need) bool { return n != scheme.Slashes && n != scheme.Naming })
}

// KnownEnds returns the ends of the known schemes and of "URL". Between angle brackets,
// white space may follow the colon only after one of these. The set also holds the ends
// of schemes that "-x" removed, and of all overstruck words.
func (t *Schemes) KnownEnds() *Ends {
	return t.ends(func(n scheme.Need) bool { return n != scheme.Naming })
}

// SpacedEnds returns the ends of the common schemes, in any letter case, with up to two blanks after them.
func SpacedEnds() *Ends {
	e := new(Ends)
	for _, name := range commonSchemes {
		e.add(name)
		e.add(name + " ")
	}
	e.add("  ")
	return e
}

// Or returns the union of e and other.
func (e *Ends) Or(other *Ends) *Ends {
	union := *e
	for i, before := range other {
		union[i] |= before
	}
	return &union
}

// DoubledEnds returns the ends of the schemes, in any letter case, after whose colon another one may follow, as in
// the local part of an address. The set also holds those that OpaqueEnds adds.
func (t *Schemes) DoubledEnds() *Ends {
	return t.ends(func(n scheme.Need) bool { return n == scheme.Address || n == scheme.Anything })
}

// ends returns the ends of the schemes in the registry for whose need has returns true,
// and of the schemes that were named.
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

// add adds the end of name, in any letter case, also with its last letter overstruck.
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

// need returns what must follow the colon of a scheme, and whether the scheme is known:
// in the table, or named in the list.
func (t *Schemes) need(name []byte) (n scheme.Need, known bool) {
	s := scheme.Lookup(name)
	if s != nil {
		n, known = s.Need, s.Need != scheme.Naming
	}
	if t == nil || len(name) > MaxScheme {
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

// Before finds the scheme that ends at data[colon]. It returns the index where the scheme
// begins, and false if there is none.
//
// The scheme may directly follow other text, as in "1.http:" and "seehttp:". A known
// scheme may begin after ".", "-", a digit or a character that no scheme has. An unknown
// word that ends in https, http or ftp is read as that scheme. Any other word is a scheme
// as a whole. The letters of an escape sequence ("\nfoo:", groff's "\fBfoo:") are not
// part of the scheme. Directly after "^" a regular expression begins, and no scheme.
func (t *Schemes) Before(data []byte, colon int) (start int, ok bool) {
	start, ok = t.before(data, colon)
	return start, ok && (start == 0 || data[start-1] != '^')
}

// before is Before for text that is no regular expression.
func (t *Schemes) before(data []byte, colon int) (start int, ok bool) {
	lo := colon
	for lo > 0 && colon-lo <= MaxScheme && ascii.Is(data[lo-1], ascii.Scheme) {
		lo--
	}
	whole := colon-lo <= MaxScheme
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
		if n := escape.SchemeTail(data[:lo], word); n > 0 {
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
	if n := CommonEnd(word); n > 0 && bytes.IndexByte(word, '+') < 0 {
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

// afterColour returns how many bytes at the beginning of data[lo:colon] end an ANSI
// colour sequence: three in "ESC[32mhttp:", where the word is "32mhttp".
func afterColour(data []byte, lo, colon int) int {
	i := lo
	for i < colon && ascii.Is(data[i], ascii.Digit) {
		i++
	}
	if i == colon || data[i] != 'm' && data[i] != 'K' {
		return 0
	}
	for j := lo; j > 0 && lo-j < MaxScheme; j-- {
		switch c := data[j-1]; {
		case c == '[' && j > 1 && data[j-2] == 0x1B:
			return i + 1 - lo
		case c != ';' && c != ':' && !ascii.Is(c, ascii.Digit):
			return 0
		}
	}
	return 0
}

// CommonEnd returns the length of the longest common scheme that word ends in, in any letter case, or 0.
// Such a scheme may directly follow other letters.
func CommonEnd(word []byte) (length int) {
	for _, name := range commonSchemes {
		if n := len(name); n > length && len(word) >= n && ascii.EqualFold(word[len(word)-n:], name) {
			length = n
		}
	}
	return length
}

var commonSchemes = scheme.Names(scheme.Common)

// inWord reports whether a word after before is a part of a longer one: whether before
// ends in "_", or in a letter or digit of any script.
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

// wellFormed reports whether name has the form of a scheme (RFC 3986, section 3.1).
func wellFormed(name []byte) bool {
	for _, c := range name {
		if !ascii.Is(c, ascii.Scheme) {
			return false
		}
	}
	return len(name) > 0 && len(name) <= MaxScheme && ascii.Is(name[0], ascii.Alpha)
}

// Begins decides whether the scheme data[start:colon] begins a URL in running text, by
// the text after the colon. If atEOF is true, the text ends with data, and the verdict is
// never More.
//
// Schemes with an authority require "//", as every unknown scheme does; "file:" requires
// "/"; mailto, sip, sips and xmpp an address or a "?"; news and snews a dot, an "@" or
// "*"; tel and sms, in lower case, a "+" or a digit, and five digits in all; urn a second
// colon; magnet a "?". So "C:\x", "std::string", "12:30" and "note: x" begin no URL.
func (t *Schemes) Begins(data []byte, start, colon int, atEOF bool) verdict.Verdict {
	name := data[start:colon]
	n, known := t.need(name)
	if !known {
		if !t.acceptsUnknown(name, n) {
			return verdict.No
		}
		n = scheme.Slashes
	}
	if n == scheme.Digits && !bytes.Equal(name, bytes.ToLower(name)) {
		return verdict.No
	}
	rest := data[colon+1:]
	cut := verdict.More
	if len(rest) > maxNeed {
		rest, cut = rest[:maxNeed], verdict.No
	} else if atEOF {
		cut = verdict.No
	}
	return meetsNeed(n, rest, cut)
}

// acceptsUnknown reports whether name, which is not a known scheme, may begin a URL. Its
// need in the built-in table is n.
func (t *Schemes) acceptsUnknown(name []byte, n scheme.Need) bool {
	if n == scheme.Naming || !t.AcceptsUnknown() || t != nil && t.removed[string(bytes.ToLower(name))] {
		return false
	}
	return len(name) >= 2 && wellFormed(name) && !scheme.IsDefanged(name)
}

// meetsNeed decides whether rest, the text after the colon, meets the need n. It returns
// cut if rest ends before that is decided.
func meetsNeed(n scheme.Need, rest []byte, cut verdict.Verdict) verdict.Verdict {
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
		return verdict.Of(!ends.Delimits(rest[0]))
	case scheme.Colon:
		return meetsURN(rest, cut)
	case scheme.Digits:
		return meetsDigits(rest, cut)
	case scheme.Group:
		return meetsGroup(rest, cut)
	case scheme.Address:
		return meetsAddress(rest, cut)
	}
	return verdict.No
}

// literal decides whether rest begins with want, and the URL continues after it.
func literal(rest []byte, want string, cut verdict.Verdict) verdict.Verdict {
	for i := range len(want) {
		if i == len(rest) {
			return cut
		}
		if rest[i] != want[i] {
			return verdict.No
		}
	}
	if len(rest) == len(want) {
		return cut
	}
	return verdict.Of(!ends.Delimits(rest[len(want)]))
}

// meetsURN decides whether rest has a second colon.
func meetsURN(rest []byte, cut verdict.Verdict) verdict.Verdict {
	for i, c := range rest {
		switch {
		case c == ':':
			if i+1 == len(rest) {
				return cut
			}
			return verdict.Of(i > 0 && !ends.Delimits(rest[i+1]))
		case c != '-' && !ascii.Is(c, ascii.AlphaDigit):
			return verdict.No
		}
	}
	return cut
}

// meetsDigits decides whether rest has five digits.
func meetsDigits(rest []byte, cut verdict.Verdict) verdict.Verdict {
	digits := 0
	for i, c := range rest {
		switch {
		case ascii.Is(c, ascii.Digit):
			if digits++; digits == 5 {
				return verdict.Yes
			}
		case i == 0 && c != '+', !bytes.ContainsRune([]byte("+-.();="), rune(c)):
			return verdict.No
		}
	}
	return cut
}

// meetsGroup decides whether rest has "@", a "*" at its beginning, or a dot within a
// group, before a colon. In "news:http://a.com/", "news" is only a word.
func meetsGroup(rest []byte, cut verdict.Verdict) verdict.Verdict {
	for i, c := range rest {
		switch {
		case i == 0 && c == '*':
			return verdict.Yes
		case i > 0 && c == '@':
			return verdict.Yes
		case i > 0 && c == '.':
			if i+1 == len(rest) {
				return cut
			}
			if ascii.Is(rest[i+1], ascii.AlphaDigit) {
				return groupEnd(rest[i+1:], cut)
			}
		case c == ':' || ends.Delimits(c) || c >= 0x80:
			return verdict.No
		}
	}
	return cut
}

// groupEnd decides about the rest of a group: it may be any text but a colon before "/".
func groupEnd(rest []byte, cut verdict.Verdict) verdict.Verdict {
	for i, c := range rest {
		switch {
		case c == ':' && i+1 < len(rest):
			return verdict.Of(rest[i+1] != '/')
		case c == ':':
			return cutOrYes(cut)
		case !ascii.Is(c, ascii.Unreserved|ascii.Scheme):
			return verdict.Yes
		}
	}
	return cutOrYes(cut)
}

// cutOrYes returns the verdict at the end of rest if no byte rules the URL out: Yes if
// the text ends there, and cut otherwise.
func cutOrYes(cut verdict.Verdict) verdict.Verdict {
	if cut == verdict.No {
		return verdict.Yes
	}
	return cut
}

// meetsAddress decides whether rest has the "@" of an address, or a "?".
func meetsAddress(rest []byte, cut verdict.Verdict) verdict.Verdict {
	for i, c := range rest {
		switch {
		case c == '@' || c == '?':
			if i+1 == len(rest) {
				return cut
			}
			next := rest[i+1]
			if next >= 0x80 || ascii.Is(next, ascii.AlphaDigit) || c == '@' && next == '[' {
				return verdict.Of(i > 0 || c == '?')
			}
		case ends.Delimits(c):
			return verdict.No
		}
	}
	return cut
}
