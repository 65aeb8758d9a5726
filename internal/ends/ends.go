// Package ends is the table of the characters that end a URL in text. It is the one place that
// knows them: the readers, the fast paths and the bounds of look-ahead use sets that are derived
// from the table, or are tested against it.
//
// # Terms
//
// A [Part] is a part of a URL with characters of its own that end it. An [Action] is what a
// reader of a URL does at a character: the URL goes on, it ends, it ends unless it continues
// after a break, or a rule of the reader decides.
package ends

import (
	"unicode"
	"unicode/utf8"
)

// A Part is a part of a URL.
type Part uint8

// The parts.
const (
	Scheme    Part = iota // and the colon after it
	Slashes               // after the colon, up to the second slash
	Authority             // from the second slash on
	Path
	Query    // or the fragment
	Brackets // all of a URL between angle brackets, after its colon

	NumParts
)

// An Action is what to do at a character.
type Action uint8

// The actions.
const (
	GoesOn Action = iota // the character is part of the URL
	Asks                 // a rule decides
	Breaks               // it ends the URL, unless the URL continues after it: white space, the quote of a string literal, a backspace
	Ends                 // it ends the URL
)

// rows is the table for ASCII. A row has characters, the action at them in each part of a URL, and what
// else is known of them. A character in no row goes on in all parts.
//
// In the scheme and the slashes, a rule decides about each character.
var rows = []struct {
	chars                            string
	authority, path, query, brackets Action
	trimmed                          bool // it is not the last character of a URL, unless a rule keeps it
	closes                           bool // a URL may be enclosed by it and its partner
	delimits                         bool // it is in no URL at all: RFC 3986, Appendix C
}{
	{chars: "/", authority: Asks},
	{chars: "?", authority: Asks, path: Asks, trimmed: true},
	{chars: "#", authority: Asks, path: Asks},
	{chars: ":", authority: Asks, path: Asks, query: Asks, trimmed: true}, // another URL may begin: "http://a/bhttp://c/"
	{chars: ".!@", trimmed: true},

	// Brackets: a URL ends at one whose partner is not in it.
	{chars: "({", authority: Asks, path: Asks, query: Asks},
	{chars: "[", authority: Asks, path: Asks, query: Asks, brackets: Asks},
	{chars: ")]}", authority: Asks, path: Asks, query: Asks, closes: true},

	// These may separate two URLs, or a URL and its label.
	{chars: ",;", authority: Asks, path: Asks, query: Asks, trimmed: true},
	{chars: "|", authority: Ends, path: Ends, query: Asks, brackets: Asks, trimmed: true},

	// Quotes and markup, which end a URL that they enclose: see enclosures.
	{chars: "'", authority: Ends, path: Asks, query: Asks, closes: true, trimmed: true},
	{chars: "`", authority: Ends, path: Ends, query: Ends, closes: true},
	{chars: "*_~", trimmed: true},
	{chars: `"`, authority: Breaks, path: Breaks, query: Breaks, delimits: true},
	{chars: "<>", authority: Ends, path: Ends, query: Ends, brackets: Ends, delimits: true},

	// Characters that are written otherwise.
	{chars: `\`, authority: Asks, path: Asks, query: Asks, brackets: Asks},
	{chars: "&", authority: Asks, path: Asks, query: Asks},
	{chars: "\b\x1B", authority: Breaks, path: Breaks, query: Breaks, brackets: Asks, delimits: true},

	{chars: " \t\n\v\f\r", authority: Breaks, path: Breaks, query: Breaks, brackets: Breaks, delimits: true},
	{chars: "\x00\x01\x02\x03\x04\x05\x06\x07\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1C\x1D\x1E\x1F\x7F",
		authority: Ends, path: Ends, query: Ends, delimits: true},
}

// An Enclosure is a pair of characters that enclose a URL: after the one directly before the URL, the other
// one ends the URL. Brackets with a partner are not in the table, as a URL ends at a bracket without
// partner in any case; neither are quotes that no URL can contain.
type Enclosure struct {
	By   byte // the character that ends the URL; 0: none
	Run  int  // how many of the opening characters there are at least, before a word; if 0, one anywhere
	Word bool // By does not end the URL before a letter or a digit, as in 'http://a/it's'
}

// enclosures are the enclosures by their opening character.
var enclosures = map[byte]Enclosure{
	'\'': {By: '\'', Word: true},
	'`':  {By: '`'},
	'*':  {By: '*'},
	'_':  {By: '_', Run: 1, Word: true},
	'~':  {By: '~', Run: 1, Word: true},
	'+':  {By: '+', Run: 2}, // AsciiDoc: ++http://a/++
	',':  {By: ','},         // it separates fields
	';':  {By: ';'},
	'<':  {By: '|'}, // Slack: <http://a/|label>
	'[':  {By: '|'}, // Jira and wikis: [http://a/|label], [[http://a/|label]]
	'|':  {By: '|'}, // a row of a table: |http://a/|b|
}

// EnclosureOf returns the enclosure that the character c opens.
func EnclosureOf(c byte) Enclosure { return enclosures[c] }

// table holds the actions of all octets; a character outside ASCII asks for [Rune].
var table = func() (t [NumParts][256]Action) {
	for c := range 256 {
		t[Scheme][c], t[Slashes][c] = Asks, Asks
		if c >= utf8.RuneSelf {
			t[Authority][c], t[Path][c], t[Query][c], t[Brackets][c] = Asks, Asks, Asks, Asks
		}
	}
	for _, r := range rows {
		for _, c := range []byte(r.chars) {
			t[Authority][c], t[Path][c], t[Query][c], t[Brackets][c] = r.authority, r.path, r.query, r.brackets
		}
	}
	for _, e := range enclosures {
		for p := Authority; p <= Query; p++ {
			t[p][e.By] = max(t[p][e.By], Asks)
		}
	}
	return t
}()

// sets holds the derived sets of each octet.
var sets = func() (t [256]set) {
	for c := range t {
		if table[Query][c] != GoesOn {
			t[c] |= perhaps
		}
	}
	for _, r := range rows {
		for _, c := range []byte(r.chars) {
			if r.trimmed {
				t[c] |= trimmed
			}
			if r.closes {
				t[c] |= closes
			}
			if r.delimits {
				t[c] |= delimits
			}
		}
	}
	return t
}()

type set uint8

const (
	perhaps set = 1 << iota // may end a URL after its authority
	trimmed
	delimits
	closes
)

// At returns the action at the octet c in the part p.
func At(p Part, c byte) Action { return table[p][c] }

// Row returns the actions at all octets in the part p. The caller must not change them.
func Row(p Part) *[256]Action { return &table[p] }

// Delimits reports whether c is white space, a control, a double quote or an angle bracket: RFC 3986,
// Appendix C. Without brackets it ends a URL in all its parts, unless the URL continues after it.
func Delimits(c byte) bool { return sets[c]&delimits != 0 }

// Perhaps reports whether c may end a URL, by itself or as the beginning of a character that does. The
// slashes, "?" and "#" only end a part of it.
func Perhaps(c byte) bool { return sets[c]&perhaps != 0 }

// Closes reports whether c ends a URL that its partner precedes, or that has no such partner: a bracket or
// a quote.
func Closes(c byte) bool { return sets[c]&closes != 0 }

// Trimmed reports whether c is removed from the end of a URL, unless a rule keeps it.
func Trimmed(c byte) bool { return sets[c]&trimmed != 0 }

// Rune returns the action at a character outside ASCII in a URL without brackets. A URL goes on over
// letters, digits, marks and symbols, and over characters that join emoji. Punctuation, quotes,
// brackets, full-width forms and the frames of boxes end it. A hyphen or dash up to U+2013 does not, but is trimmed at
// the end: see [Joiner]. White space is the caller's matter.
func Rune(r rune) Action {
	switch {
	case 0xFF00 <= r && r <= 0xFF60, 0xFFE0 <= r && r <= 0xFFE6, r == utf8.RuneError:
		return Ends
	case 0x2500 <= r && r <= 0x259F: // box drawing and blocks, the frames of terminals
		return Ends
	case r == 0xB4, 0x275B <= r && r <= 0x2760: // used as quotation marks, but in category S
		return Ends
	case Joiner(r), unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.S):
		return GoesOn
	}
	return Ends
}

// Joiner reports whether r is a hyphen or dash outside ASCII, or the zero-width joiner or
// non-joiner: a URL goes on over it, and does not end in it.
func Joiner(r rune) bool { return 0x2010 <= r && r <= 0x2013 || r == 0x200C || r == 0x200D }

// Always reports whether the character r ends a URL without brackets in all its parts, unless the URL
// continues after it.
func Always(r rune) bool {
	if r < utf8.RuneSelf {
		return table[Authority][r] >= Breaks && table[Path][r] >= Breaks && table[Query][r] >= Breaks
	}
	return Rune(r) != GoesOn || unicode.IsPunct(r)
}
