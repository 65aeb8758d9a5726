package wrapper

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
)

// A Prefix is what is at the beginning of a line that is not of its text:
// quote marks, the author's initials, a comment leader, a line number. It is
// read off the line that a URL begins in, and says what may be taken from the
// lines that the URL goes on in.
type Prefix struct {
	Depth    int    // how often the line is quoted: the ">" in its quote marks
	bars     int    // the "|" in its quote marks
	colons   int    // the ":" in its quote marks
	initials []byte // as in "JD> ", up to the ">"
	rest     []byte // the line behind all that
	leaders  uint16 // those of comments in rest, a bit each, once they are looked for
	number   int    // the line's number, -1 when it has none

	fallback *chars.Fallback // character set of what is not UTF-8
}

// A leader is the mark that begins each line of a comment, without how often
// its character is repeated.
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
	maxLabel = 10 // letters of initials
	maxDigit = 9  // digits of a line number
)

// ParsePrefix reads the prefix of the line that begins with head. It needs no
// more of the line than its prefix and one character after that; a comment
// that begins later in the line is looked for as far as head goes. The Prefix
// keeps head, which must not be changed as long as it is used.
func ParsePrefix(head []byte) Prefix { return parsePrefix(head, nil) }

func parsePrefix(head []byte, fallback *chars.Fallback) Prefix {
	p := Prefix{number: -1, fallback: fallback}
	c := cursor{data: head, atEOF: true, fallback: fallback}
	p.number = c.lineNumber()
	c.quoteMarks(&p, unlimited)
	if p.number < 0 {
		p.number = c.lineNumber() // as in a quoted listing
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

// Initialled reports whether the line begins with the initials of someone who is
// quoted, as in "JD> ".
func (p *Prefix) Initialled() bool { return len(p.initials) > 0 }

// leaderSet returns the comment leaders that are in the line, before other
// text or after it: a comment may begin after code.
func (p *Prefix) leaderSet() uint16 {
	if p.leaders == 0 {
		p.leaders = 1<<noLeader | leaders(p.rest)
	}
	return p.leaders &^ (1 << noLeader)
}

// leaders returns the comment leaders that are in text.
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

// unlimited is the allowance of a line that no other line bounds.
var unlimited = Prefix{Depth: 1 << 30, bars: 1 << 30, colons: 1 << 30}

// strip returns how far the prefix of a continuation line that begins at
// data[at] reaches, lines lines after the line that p was read off. White
// space after the prefix counts to it only where it divides its parts. The
// verdict is More when the data ends too early to tell, else Yes.
func (p *Prefix) strip(data []byte, at, lines int, atEOF bool) (end int, v Verdict) {
	c := cursor{data: data, at: at, atEOF: atEOF, fallback: p.fallback}
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
		return c.at, More
	}
	return c.at, Yes
}

// A cursor reads a line's prefix. Once it has had to look past the end of data
// that is not all there is, cut is set.
type cursor struct {
	data  []byte
	at    int
	atEOF bool
	cut   bool

	fallback *chars.Fallback
}

// peek returns the byte i places ahead, 0 at the end.
func (c *cursor) peek(i int) byte {
	if c.at+i < len(c.data) {
		return c.data[c.at+i]
	}
	c.cut = c.cut || !c.atEOF
	return 0
}

// blank returns the length of the white space character here, if it is one
// within a line: a blank or a Unicode space, as in pages saved from the web. A
// colour sequence counts as one.
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

func (c *cursor) blanks() {
	for n := c.blank(); n > 0; n = c.blank() {
		c.at += n
	}
}

// lineNumber reads blanks, a line number, one of ".", ":" and ")" or nothing,
// and white space, or the line's end. It returns -1, having read nothing, where
// there is none.
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

// skipNumber reads a line number, if it is n.
func (c *cursor) skipNumber(n int) bool {
	mark := c.at
	if c.lineNumber() == n {
		return true
	}
	c.at = mark
	return false
}

func (c *cursor) lineEnds() bool {
	b := c.peek(0)
	return b == '\n' || b == '\r' || c.at >= len(c.data)
}

// quoteMarks reads a run of quote marks with blanks between, no more of each
// than allowed has, and counts them into p. Blanks before the first mark
// belong to the run, those after the last one do not.
func (c *cursor) quoteMarks(p *Prefix, allowed Prefix) {
	for {
		mark := c.at
		c.blanks()
		switch b := c.peek(0); {
		case b == '>' && p.Depth < allowed.Depth:
			p.Depth++
		case b == '|' && p.bars < allowed.bars:
			p.bars++
		case b == ':' && p.colons < allowed.colons:
			p.colons++
		default:
			c.at = mark
			return
		}
		c.at++
	}
}

// literal reads s, if it is here.
func (c *cursor) literal(s []byte) bool {
	for i, b := range s {
		if c.peek(i) != b {
			return false
		}
	}
	c.at += len(s)
	return true
}

// initials returns the length of the initials and the ">" that rest begins
// with, as in "JD> ".
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

// leader reads a comment leader and nothing after it. White space or the end
// of the line must follow. In the first line of a comment "/*" counts as "*".
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

// run reads a run of at least n times b.
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

// word reads a leader that is a word.
func (c *cursor) word() leader {
	for _, w := range [...]struct {
		text string
		leader
	}{{`.\"`, troff}, {"dnl", dnl}, {"REM", rem}, {"rem", rem}} {
		if c.literal([]byte(w.text)) {
			return w.leader
		}
	}
	return noLeader
}

// lastLine returns the text after the last line break of data.
func lastLine(data []byte) []byte {
	return data[bytes.LastIndexAny(data, "\r\n")+1:]
}
