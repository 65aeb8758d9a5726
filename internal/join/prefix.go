package join

import (
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// A Prefix is the beginning of a line that does not belong to its text: the name of a file and a
// line number, as grep prints them, the sign of a line in a diff, quote marks, the line of a margin, the
// author's initials, a comment leader, a line number. It is parsed from the line that a
// URL begins in. It limits the prefixes that are removed from the lines in which the URL
// continues.
type Prefix struct {
	Depth    int    // number of ">" in the quote marks
	bars     int    // number of "|" in the quote marks
	colons   int    // number of ":" in the quote marks
	frames   int    // number of vertical lines (IsFrame) in the quote marks
	sign     byte   // "+" or "-", as in a diff, or 0
	initials []byte // initials and ">", as in "JD> ", or empty
	rest     []byte // the line after these
	leaders  uint16 // set of the comment leaders in rest, or 0 before leaderSet
	number   int    // line number; -1 without one
	file     []byte // the name of a file and ":", or empty
	fileLine int    // the line number and ":" directly after that or first in the line; -1 without one

	parsed   bool            // not the zero Prefix
	fallback *chars.Fallback // character set of octets that are not UTF-8
}

// A leader is the mark that begins each line of a comment, however often its character is
// repeated.
type leader uint8

const (
	noLeader leader = iota
	semicolons
	hashes
	slashes
	stars // also "/*", in the first line
	percents
	hyphens
	bangs
	quotes // ''' of BASIC
	dnl    // m4
	troff  // .\"
	rem    // REM of BASIC and batch files
)

const (
	maxPrefix = 512 // bytes of a line that are searched for its prefix
	pageLines = 8   // lines of a page break before a form feed, and after it
	pageWidth = 512 // bytes of a line that may be a page's header or footer
	maxLabel  = 10  // letters of initials
	maxDigit  = 9   // digits of a line number
)

// ParsePrefix parses the prefix of the line that begins with head. head must hold the
// prefix and one character after it. A comment that begins later in the line is found
// only if it is in head. The Prefix keeps head, which must not be changed while the
// Prefix is used.
func ParsePrefix(head []byte, fallback *chars.Fallback) Prefix {
	p := Prefix{number: -1, parsed: true, fallback: fallback}
	c := cursor{data: head, atEOF: true, fallback: fallback}
	p.file, p.fileLine = c.fileName()
	p.sign = c.diffSign()
	p.number = c.lineNumber()
	c.quoteMarks(&p, unlimited)
	if p.number < 0 {
		p.number = c.lineNumber() // a quoted listing
	}
	c.blanks()
	if n := initials(head[c.at:]); n > 0 {
		p.initials = head[c.at : c.at+n]
		c.at += n
		c.quoteMarks(&p, unlimited)
	}
	p.rest = head[c.at:]
	return p
}

// Initialled reports whether the line begins with the initials of a quoted author, as in
// "JD> ".
func (p *Prefix) Initialled() bool { return len(p.initials) > 0 }

// leaderSet returns the set of the comment leaders in the line. They need not begin the
// line, as a comment may follow code.
func (p *Prefix) leaderSet() uint16 {
	if p.leaders == 0 {
		p.leaders = 1<<noLeader | leaders(p.rest)
	}
	return p.leaders &^ (1 << noLeader)
}

// leaders returns the set of the comment leaders in text.
func leaders(text []byte) (set uint16) {
	c := cursor{data: text, atEOF: true}
	for c.at < len(text) {
		if l := c.leader(true); l != noLeader {
			set |= 1 << l
			continue
		}
		c.blanks()
		for c.at < len(text) && c.blank() == 0 {
			c.at++
		}
	}
	return set
}

// unlimited is a Prefix that allows any number of quote marks.
var unlimited = Prefix{Depth: 1 << 30, bars: 1 << 30, colons: 1 << 30, frames: 1 << 30}

// strip returns the index after the prefix of the continuation line that begins at
// data[at], which is lines lines after the line that p was parsed from. White space after
// the prefix is part of it only between its elements. The verdict is Yes, or More if the
// data ends too early to decide.
func (p *Prefix) strip(data []byte, at, lines int, atEOF bool) (end int, v verdict.Verdict) {
	c := cursor{data: data, at: at, atEOF: atEOF, fallback: p.fallback}
	c.skipFile(p, lines)
	if p.sign != 0 && c.peek(0) == p.sign && !c.isItem() {
		c.at++
	}
	numbered := p.number < 0 || c.skipNumber(p.number+lines)
	var used Prefix
	c.quoteMarks(&used, *p)
	if !numbered {
		c.skipNumber(p.number + lines)
	}
	if len(p.initials) > 0 {
		mark := c.at
		c.blanks()
		if c.literal(p.initials) {
			c.quoteMarks(&used, *p)
		} else {
			c.at = mark
		}
	}
	if set := p.leaderSet(); set != 0 && !c.cut {
		mark := c.at
		if set&(1<<c.leader(false)) == 0 {
			c.at = mark
		}
	}
	if c.cut {
		return c.at, verdict.More
	}
	return c.at, verdict.Yes
}

// A cursor reads the prefix of a line. It sets cut if it needs bytes after the end of
// data and atEOF is false.
type cursor struct {
	data  []byte
	at    int
	atEOF bool
	cut   bool

	fallback *chars.Fallback
}

// peek returns the byte i bytes ahead, or 0 at the end of data.
func (c *cursor) peek(i int) byte {
	if c.at+i < len(c.data) {
		return c.data[c.at+i]
	}
	c.cut = c.cut || !c.atEOF
	return 0
}

// blank returns the length of the white space character at the cursor, if it can occur
// within a line: a blank or a Unicode space, as in pages saved from the web. A colour
// sequence counts as white space.
func (c *cursor) blank() int {
	switch b := c.peek(0); {
	case b == ' ' || b == '\t':
		return 1
	case b == 0x1B:
		if !c.atEOF && chars.ColourCut(c.data[c.at:]) {
			c.cut = true
		}
		return chars.ColourAt(c.data[c.at:])
	case b < utf8.RuneSelf:
		return 0
	case !c.atEOF && !utf8.FullRune(c.data[c.at:]):
		c.cut = true
		return 0
	}
	r, size := chars.Decode(c.data[c.at:], c.fallback)
	if chars.IsSpace(r) && r != 0x2028 && r != 0x2029 {
		return size
	}
	return 0
}

// blanks skips white space.
func (c *cursor) blanks() {
	for n := c.blank(); n > 0; n = c.blank() {
		c.at += n
	}
}

// lineNumber reads blanks, a line number, an optional ".", ":" or ")", and white space or
// the end of the line. If there is no line number, it reads nothing and returns -1.
func (c *cursor) lineNumber() int {
	mark, n := c.at, 0
	c.blanks()
	start := c.at
	for ; ascii.Is(c.peek(0), ascii.Digit) && c.at-start < maxDigit; c.at++ {
		n = n*10 + int(c.peek(0)-'0')
	}
	found := c.at > start
	if b := c.peek(0); found && (b == '.' || b == ':' || b == ')') {
		c.at++
	}
	if !found || c.blank() == 0 && !c.lineEnds() {
		c.at = mark
		return -1
	}
	c.blanks()
	return n
}

// fileName reads the name of a file and ":", as grep prints before a line, with the number of the line
// and ":" after it or not, or the number alone. White space may follow only a name with a number. A name
// without a number must have an extension. The number is -1 without one.
func (c *cursor) fileName() (name []byte, number int) {
	mark := c.at
	n := nameLen(c.data[mark:])
	if n > 0 && ascii.Len(c.data[mark:mark+n], ascii.Digit) < n && mark+n < len(c.data) && c.data[mark+n] == ':' {
		c.at += n + 1
		name = c.data[mark:c.at]
	}
	if number = c.fileNumber(":"); number >= 0 && (name != nil || !ascii.Is(c.peek(0), ascii.Space)) {
		return name, number
	}
	c.at = mark + len(name)
	if b := c.peek(0); name != nil && hasExtension(c.data[mark:mark+n]) && b != '/' && !ascii.Is(b, ascii.Space) {
		return name, -1
	}
	c.at = mark
	return nil, -1
}

// fileNumber reads a line number and one of separators. It returns -1 without one.
func (c *cursor) fileNumber(separators string) int {
	mark, n := c.at, 0
	for ; ascii.Is(c.peek(0), ascii.Digit) && c.at-mark < maxDigit; c.at++ {
		n = n*10 + int(c.peek(0)-'0')
	}
	if c.at == mark || !c.oneOf(separators) {
		c.at = mark
		return -1
	}
	return n
}

// skipFile reads the name of the file of p, and the number of the line that is lines lines after that
// of p. It reads nothing if the two are not there.
func (c *cursor) skipFile(p *Prefix, lines int) {
	if len(p.file) == 0 && p.fileLine < 0 {
		return
	}
	mark := c.at
	if n := max(0, len(p.file)-1); n > 0 {
		if !c.literal(p.file[:n]) || !c.oneOf(inContext) {
			c.at = mark
			return
		}
	}
	if p.fileLine >= 0 && c.fileNumber(inContext) != p.fileLine+lines {
		c.at = mark
	}
}

// inContext are the separators after the name of a file and the number of a line: grep writes "-" in the
// context of a match.
const inContext = ":-"

// oneOf reads one of the characters of set, and reports whether it is at the cursor.
func (c *cursor) oneOf(set string) bool {
	b := c.peek(0)
	if b == 0 || strings.IndexByte(set, b) < 0 {
		return false
	}
	c.at++
	return true
}

// skipNumber reads a line number if it is n, and reports whether it is.
func (c *cursor) skipNumber(n int) bool {
	mark := c.at
	if c.lineNumber() == n {
		return true
	}
	c.at = mark
	return false
}

// lineEnds reports whether the line ends at the cursor.
func (c *cursor) lineEnds() bool {
	b := c.peek(0)
	return b == '\n' || b == '\r' || c.at >= len(c.data)
}

// quoteMarks reads a run of quote marks with blanks between them, and adds their numbers
// to p, up to those of allowed. Blanks before the first mark are part of the run, those
// after the last one are not.
func (c *cursor) quoteMarks(p *Prefix, allowed Prefix) {
	for {
		mark := c.at
		c.blanks()
		n := 1
		switch b := c.peek(0); {
		case b == '>' && p.Depth < allowed.Depth:
			p.Depth++
		case b == '|' && p.bars < allowed.bars:
			p.bars++
		case b == ':' && p.colons < allowed.colons:
			p.colons++
		case b >= utf8.RuneSelf && p.frames < allowed.frames && c.frame() > 0:
			n = c.frame()
			p.frames++
		default:
			c.at = mark
			return
		}
		c.at += n
	}
}

// frame returns the length of the vertical line at the cursor, or 0.
func (c *cursor) frame() int {
	rest := c.data[c.at:]
	c.cut = c.cut || !c.atEOF && !utf8.FullRune(rest)
	if r, n := chars.Decode(rest, c.fallback); IsFrame(r) {
		return n
	}
	return 0
}

// diffSign reads the sign of a line that a diff adds or removes. It is the first character of the line. A "-"
// before a blank is rather that of a list, as is one that isItem. It returns 0 without a sign.
func (c *cursor) diffSign() byte {
	sign, next := c.peek(0), c.peek(1)
	if sign != '+' && sign != '-' || next == sign || next == '>' || sign == '-' && ascii.Is(next, ascii.Space) || c.isItem() {
		return 0
	}
	c.at++
	return sign
}

// maxCountry is the number of digits of the code of a country in a telephone number.
const maxCountry = 3

// isItem reports whether the sign at the cursor begins an item of a list: an option of one letter, as in "-x, --long", or
// a telephone number, as in "+1 201 555 0123".
func (c *cursor) isItem() bool {
	n := 1
	if c.peek(0) == '-' {
		return ascii.Is(c.peek(1), ascii.Alpha) && strings.IndexByte(" \t\r\n,=", c.peek(2)) >= 0
	}
	for n <= maxCountry && ascii.Is(c.peek(n), ascii.Digit) {
		n++
	}
	return n > 1 && c.peek(n) == ' ' && (ascii.Is(c.peek(n+1), ascii.Digit) || c.peek(n+1) == '(')
}

// literal reads s if it is at the cursor, and reports whether it is.
func (c *cursor) literal(s []byte) bool {
	for i, b := range s {
		if c.peek(i) != b {
			return false
		}
	}
	c.at += len(s)
	return true
}

// initials returns the length of the initials and the ">" that rest begins with, as in
// "JD> ", or 0.
func initials(rest []byte) int {
	i := 0
	for i < len(rest) && ascii.Is(rest[i], ascii.Alpha) {
		i++
	}
	if i == 0 || i > maxLabel || i == len(rest) || rest[i] != '>' {
		return 0
	}
	return i + 1
}

// leader reads a comment leader that white space or the end of the line follows. If first
// is true, the line is the first one of the comment, and "/*" counts as "*".
func (c *cursor) leader(first bool) leader {
	mark := c.at
	c.blanks()
	l := c.leaderMark(first)
	if l == noLeader || c.blank() == 0 && !c.lineEnds() {
		c.at = mark
		return noLeader
	}
	return l
}

// leaderMark reads a comment leader, whatever follows it.
func (c *cursor) leaderMark(first bool) leader {
	switch b := c.peek(0); b {
	case ';':
		return c.run(b, 1, semicolons)
	case '#':
		return c.run(b, 1, hashes)
	case '%':
		return c.run(b, 1, percents)
	case '!':
		return c.run(b, 1, bangs)
	case '*':
		return c.run(b, 1, stars)
	case '-':
		return c.run(b, 2, hyphens)
	case '\'':
		return c.run(b, 3, quotes)
	case '/':
		if first && c.peek(1) == '*' {
			c.at++
			return c.run('*', 1, stars)
		}
		return c.run(b, 2, slashes)
	case '.', 'd', 'R', 'r':
		return c.word()
	}
	return noLeader
}

// run reads a run of b. It returns l if the run has n bytes or more.
func (c *cursor) run(b byte, n int, l leader) leader {
	start := c.at
	for c.peek(0) == b {
		c.at++
	}
	if c.at-start < n {
		return noLeader
	}
	return l
}

// word reads a comment leader that is a word.
func (c *cursor) word() leader {
	for _, w := range leaderWords {
		if c.literal([]byte(w.text)) {
			return w.leader
		}
	}
	return noLeader
}

var leaderWords = [...]struct {
	text string
	leader
}{{`.\"`, troff}, {"dnl", dnl}, {"REM", rem}, {"rem", rem}}

// isLeaderWord reports whether word is a comment leader.
func isLeaderWord(word []byte) bool {
	for _, w := range leaderWords {
		if string(word) == w.text {
			return true
		}
	}
	return false
}
