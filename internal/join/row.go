package join

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

const (
	maxRow  = 1024 // bytes of a row that are looked at
	maxBars = 8    // bars before a URL in its row
	tabStop = 8    // columns
)

// A pen goes over a line as a terminal writes it.
type pen struct {
	line     []byte
	at       int
	column   int // of the character at index at
	fallback *chars.Fallback
}

// peek skips colour sequences, which have no width, and returns the character after them: a blank for any
// white space, 0 at the end of the line.
func (p *pen) peek() (c rune, size int) {
	if p.at < len(p.line) && ' ' <= p.line[p.at] && p.line[p.at] < 0x7F {
		return rune(p.line[p.at]), 1
	}
	for n := chars.ColourAt(p.line[p.at:]); n > 0; n = chars.ColourAt(p.line[p.at:]) {
		p.at += n
	}
	if p.at == len(p.line) {
		return 0, 0
	}
	c, size = chars.Decode(p.line[p.at:], p.fallback)
	if chars.IsSpace(c) {
		c = ' '
	}
	return c, size
}

// next goes over the next character, which it returns as peek does.
func (p *pen) next() rune {
	c, size := p.peek()
	switch {
	case size == 0:
	case p.line[p.at] == '\t':
		p.column += tabStop - p.column%tabStop
	default:
		p.column += chars.Columns(c)
	}
	p.at += size
	return c
}

// to goes over the characters up to index at, most of which are printable ones of ASCII.
func (p *pen) to(at int) {
	for p.at < at {
		n := printable.Outer(p.line[p.at:at])
		p.at += n
		p.column += n
		if p.at < at {
			p.next()
		}
	}
}

// blanks goes over white space, and returns the character after it.
func (p *pen) blanks() rune {
	for {
		c, _ := p.peek()
		if c != ' ' {
			return c
		}
		p.next()
	}
}

// isBlank goes to the end of the line, and reports whether only white space and bars are before it.
func (p *pen) isBlank() bool {
	for c := p.next(); c != 0; c = p.next() {
		if c != ' ' && c != '|' && !IsFrame(c) {
			return false
		}
	}
	return true
}

// IsFrame reports whether c is a vertical line of a box or a margin.
func IsFrame(c rune) bool {
	switch c {
	case '│', '┃', '║', '┆', '┇', '┊', '┋', '╎', '╏', '╽', '╿', '╷', '╵', '╻', '╹', '█', '▉', '▊', '▋', '▌', '▍', '▎', '▏', '▐', '▕':
		return true
	}
	return false
}

// A bar divides a row: a frame, "|" between blanks, a quote mark, the sign of a line in a diff, or the blank
// after the number of the line. The text before it, from the bar before that on, is its cell.
type bar struct {
	char   rune
	column int
	filled bool // the cell is not blank
	number int  // the number that is all of the cell; -1 without one
}

// bars returns the bars of a row up to a URL in it, and whether only blanks are between them and the URL. It
// returns false if they are too many.
func bars(line []byte, fallback *chars.Fallback) (found []bar, leads, ok bool) {
	if hasNoBars(line) {
		return nil, len(bytes.TrimLeft(line, " ")) == 0, true
	}
	cell := bar{number: -1}
	quoted := true // nothing but blanks and quote marks is before
	p, last := pen{line: line, fallback: fallback}, ' '
	for p.at < len(line) {
		cell.column = p.column
		c := p.next()
		after, _ := p.peek()
		isSign := (c == '+' || c == '-') && cell.column == 0 && after != c && after != ' '
		isNumbered := c == ' ' && cell.number >= 0 && len(found) == 0
		switch {
		case isSign, isNumbered, c == '>' && quoted, IsFrame(c), c == '|' && last == ' ' && (after == ' ' || after == 0):
			if len(found) == maxBars {
				return nil, false, false
			}
			cell.char = c
			found = append(found, cell)
			cell = bar{number: -1}
			quoted = quoted && c == '>'
		case c != ' ':
			cell.addTo(c)
			quoted = false
		}
		last = c
	}
	return found, !cell.filled, true
}

// barless are the characters of ASCII that take one column and are no bars, but for signs and after numbers.
var barless = printableBut("|>")

// hasNoBars reports whether the characters of a row certainly have no bars among them.
func hasNoBars(line []byte) bool {
	text := bytes.TrimLeft(line, " ")
	mayBeFirst := len(text) > 0 && (ascii.Is(text[0], ascii.Digit) || text[0] == '+' || text[0] == '-')
	return !mayBeFirst && barless.Outer(text) == len(text)
}

// addTo adds a character to the cell.
func (b *bar) addTo(c rune) {
	isNumber := c < 0x7F && ascii.Is(byte(c), ascii.Digit) && (!b.filled || b.number >= 0) && b.number < 1<<20
	b.filled = true
	if !isNumber {
		b.number = -1
		return
	}
	b.number = max(0, b.number)*10 + int(c-'0')
}

// A row is a line with bars. Its text is what is after the bars that are before the URL, up to the bar
// after it.
type row struct {
	at     int  // index of the text
	column int  // column of the text
	word   int  // index after its first word
	first  int  // column after its first word
	text   int  // index after the text
	end    int  // column after the text
	double bool // two blanks are next to each other in the text
	blank  bool // the row continues another one: a cell before the text is blank that is not so in the URL's row
}

// isWord reports whether the text of the row is one word.
func (w *row) isWord() bool { return w.word == w.text }

// row reads the row at index i of Data, which is lines lines after the URL's. It has the bars of that row in
// the same columns. Its other cells are blank, but before the first bar a number may be, which is lines more
// than that in the URL's row. The verdict is No if it is not so, or if the text is blank. A number that begins
// the URL's row is text if it is not so.
func (b *Break) row(i, lines int, fallback *chars.Fallback) (w row, v verdict.Verdict) {
	line, v := b.rowAt(i)
	if v != verdict.Yes {
		return w, v
	}
	p := pen{line: line, fallback: fallback}
	for k, x := range b.Layout.left {
		cell := bar{number: -1}
		for p.column < x.column {
			if c := p.next(); c == 0 {
				return w, verdict.No
			} else if c != ' ' {
				cell.addTo(c)
			}
		}
		isNext := k == 0 && x.number >= 0 && cell.number == x.number+lines
		if k == 0 && x.char == ' ' && cell.filled && !isNext {
			p = pen{line: line, fallback: fallback}
			continue
		}
		if p.column != x.column || p.next() != x.char || cell.filled && !isNext {
			return w, verdict.No
		}
		w.blank = w.blank || x.filled && !cell.filled
	}
	p.blanks()
	w.at, w.column = p.at, p.column
	ok := w.read(&p, b.Layout.right) && (b.Layout.right < 0 || p.isBlank())
	w.at, w.word, w.text = w.at+i, w.word+i, w.text+i
	return w, verdict.Of(ok)
}

// read reads the text at the pen, up to the bar in the column right, or to the end of the line if right is
// negative.
func (w *row) read(p *pen, right int) bool {
	if text := bytes.TrimRight(p.line[p.at:], " "); right < 0 && printable.Outer(text) == len(text) {
		word := bytes.IndexByte(text, ' ')
		if word < 0 {
			word = len(text)
		}
		w.word, w.first = p.at+word, p.column+word
		w.text, w.end = p.at+len(text), p.column+len(text)
		w.double = bytes.Contains(text, []byte("  "))
		return len(text) > 0
	}
	for {
		column := p.column
		c := p.next()
		switch {
		case c == 0 || column == right && (IsFrame(c) || c == '|'):
			return (right < 0 || c != 0) && w.text > 0
		case right >= 0 && column >= right:
			return false
		case c == ' ':
			continue
		case w.text == 0 || column == w.end && w.word == w.text:
			w.word, w.first = p.at, p.column
		}
		w.double = w.double || w.text > 0 && column > w.end+1
		w.text, w.end = p.at, p.column
	}
}

// lineLen returns the length of the text before the first line break.
func lineLen(text []byte) int {
	n := bytes.IndexByte(text, '\n')
	if n < 0 {
		n = len(text)
	}
	if r := bytes.IndexByte(text[:n], '\r'); r >= 0 {
		n = r
	}
	return n
}

// rowAt returns the line at index i of Data, without its line break. The verdict is No if it is too long
// for a row.
func (b *Break) rowAt(i int) (line []byte, v verdict.Verdict) {
	line = b.Data[i:min(len(b.Data), i+maxRow)]
	if n := lineLen(line); n < len(line) {
		return line[:n], verdict.Yes
	}
	switch {
	case len(line) == maxRow:
		return nil, verdict.No
	case !b.EOF:
		return nil, verdict.More
	}
	return line, verdict.Yes
}
