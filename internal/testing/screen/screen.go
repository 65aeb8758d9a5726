// Package screen draws what a program has written to a terminal as a picture in SVG.
//
// A Screen is a grid of cells. Write interprets the control sequences that urlgrep sends
// (ECMA-48): CR and LF, CUP to the upper left corner, ED, EL, DECAWM, the alternate screen of
// xterm (1049), and SGR with the attributes and the eight colours of text, 30 to 37. It also
// interprets hyperlinks, OSC 8. It ignores other sequences.
package screen

import (
	"bytes"
	"fmt"
	"html"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"
)

// A Screen is what a terminal shows.
type Screen struct {
	cells    [][]cell // rows of the same length
	row, col int      // of the next character; col is the number of columns after the last one
	noWrap   bool     // what is right of the last column is lost, instead of wrapped
	style    style
	link     target
	main     *Screen // the main screen while the alternate one is shown; otherwise nil
}

type cell struct {
	char  string // with its combining characters; "" for the right half of a wide one
	style style
	link  target
}

// A target is where a hyperlink leads. Cells with the same target are one link, if it has an
// id or if no other cell is between them. The zero target is that of a cell without a link.
type target struct{ uri, id string }

// A style is how a character is drawn.
type style struct {
	colour       int // 0 is the default, else 30 to 37
	bold, dim    bool
	underline    bool
	reverseVideo bool
}

// New returns an empty Screen.
func New(rows, cols int) *Screen {
	s := &Screen{cells: make([][]cell, rows)}
	for i := range s.cells {
		s.cells[i] = blank(cols)
	}
	return s
}

func blank(cols int) []cell {
	row := make([]cell, cols)
	for i := range row {
		row[i].char = " "
	}
	return row
}

// Write shows b. It scrolls if there is no row left.
func (s *Screen) Write(b []byte) (int, error) {
	n := len(b)
	for len(b) > 0 {
		switch {
		case b[0] == '\r':
			s.col, b = 0, b[1:]
		case b[0] == '\n':
			s.lineFeed()
			b = b[1:]
		case bytes.HasPrefix(b, []byte("\x1b[")):
			b = s.control(b[2:])
		case bytes.HasPrefix(b, []byte("\x1b]")):
			b = s.command(b[2:])
		case b[0] == 0x1B:
			b = b[1:]
		default:
			r, size := utf8.DecodeRune(b)
			s.put(r)
			b = b[size:]
		}
	}
	return n, nil
}

func (s *Screen) lineFeed() {
	s.col = 0
	if s.row++; s.row == len(s.cells) {
		s.row--
		s.cells = append(s.cells[1:], blank(len(s.cells[0])))
	}
}

// put shows r in the next cell, or in the last one if r is a combining character.
func (s *Screen) put(r rune) {
	row := s.cells[s.row]
	if unicode.In(r, unicode.Mn, unicode.Me) && 0 < s.col && s.col <= len(row) {
		row[s.col-1].char += string(r)
		return
	}
	if s.col >= len(row) && !s.noWrap {
		s.lineFeed()
		row = s.cells[s.row]
	}
	if s.col < len(row) {
		row[s.col] = cell{string(r), s.style, s.link}
	}
	s.col++
	if kind := width.LookupRune(r).Kind(); kind == width.EastAsianWide || kind == width.EastAsianFullwidth {
		if s.col < len(row) {
			row[s.col] = cell{"", s.style, s.link}
		}
		s.col++
	}
}

// control interprets the control sequence that b begins with, after CSI. It returns what
// follows.
func (s *Screen) control(b []byte) []byte {
	n := bytes.IndexFunc(b, func(r rune) bool { return '@' <= r && r <= '~' })
	if n < 0 {
		return nil
	}
	params := strings.Split(string(b[:n]), ";")
	switch b[n] {
	case 'h', 'l':
		switch string(b[:n]) {
		case "?7":
			s.noWrap = b[n] == 'l'
		case "?1049":
			s.alternate(b[n] == 'h')
		}
	case 'H':
		s.row, s.col = 0, 0
	case 'J':
		for i := s.row; i < len(s.cells); i++ {
			from := 0
			if i == s.row {
				from = min(s.col, len(s.cells[i]))
			}
			copy(s.cells[i][from:], blank(len(s.cells[i])-from))
		}
	case 'K':
		row := s.cells[s.row]
		from := min(s.col, len(row))
		copy(row[from:], blank(len(row)-from))
	case 'm':
		for _, p := range params {
			s.style.set(p)
		}
	}
	return b[n+1:]
}

// command interprets the operating system command that b begins with, after OSC: up to BEL or
// ST, or a control character that ends it. It returns what follows.
func (s *Screen) command(b []byte) []byte {
	n := bytes.IndexFunc(b, func(r rune) bool { return r < ' ' || 0x7F <= r && r <= 0x9F })
	if n < 0 {
		return nil
	}
	text, rest := string(b[:n]), bytes.TrimPrefix(b[n:], []byte("\a"))
	if bytes.HasPrefix(rest, []byte("\x1b\\")) {
		rest = rest[2:]
	}
	if text, ok := strings.CutPrefix(text, "8;"); ok {
		params, uri, _ := strings.Cut(text, ";")
		s.link = target{uri: uri}
		for param := range strings.SplitSeq(params, ":") {
			if id, ok := strings.CutPrefix(param, "id="); ok && uri != "" {
				s.link.id = id
			}
		}
	}
	return rest
}

// alternate shows the alternate screen, which is empty, or the main screen again.
func (s *Screen) alternate(on bool) {
	switch {
	case on && s.main == nil:
		main := *s
		*s = *New(len(s.cells), len(s.cells[0]))
		s.main = &main
	case !on && s.main != nil:
		*s = *s.main
	}
}

// set applies a parameter of SGR.
func (st *style) set(param string) {
	switch n, _ := strconv.Atoi(param); {
	case n == 0:
		*st = style{}
	case n == 1:
		st.bold = true
	case n == 2:
		st.dim = true
	case n == 4:
		st.underline = true
	case n == 7:
		st.reverseVideo = true
	case 30 <= n && n <= 37:
		st.colour = n
	}
}

// The size of a cell, in pixels, and the margin around the text.
const (
	cellWidth  = 8
	cellHeight = 18
	margin     = 14
)

// The colours: a dark theme with a contrast of 4.5 and more for each.
const (
	background = "#1d2027"
	foreground = "#d5d8de"
)

var palette = map[int]string{
	30: "#7f848e", 31: "#ff7b85", 32: "#98d07c", 33: "#e8c07a",
	34: "#7cb8ff", 35: "#d79bf0", 36: "#66cbd8", 37: "#ffffff",
}

// SVG returns a picture of s, without the empty rows at the end. The title is for those who
// do not see the picture.
func (s *Screen) SVG(title string) []byte {
	rows := s.cells
	for len(rows) > 0 && strings.TrimSpace(text(rows[len(rows)-1])) == "" {
		rows = rows[:len(rows)-1]
	}
	w, h := len(s.cells[0])*cellWidth+2*margin, len(rows)*cellHeight+2*margin
	var b bytes.Buffer
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img">`+"\n", w, h)
	fmt.Fprintf(&b, "<title>%s</title>\n", html.EscapeString(title))
	fmt.Fprintf(&b, `<rect width="%d" height="%d" rx="6" fill="%s"/>`+"\n", w, h, background)
	fmt.Fprintf(&b, `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="13.3" fill="%s">`+"\n", foreground)
	for i, row := range rows {
		for from := 0; from < len(row); {
			to := from + 1
			for to < len(row) && row[to].style == row[from].style {
				to++
			}
			b.WriteString(run(row[from:to], from, i))
			from = to
		}
	}
	b.WriteString("</g>\n</svg>\n")
	return b.Bytes()
}

// run returns the element for cells of one style, from a column of a row on.
func run(cells []cell, col, row int) string {
	str, st := text(cells), cells[0].style
	x, y, w := margin+col*cellWidth, margin+row*cellHeight, len(cells)*cellWidth
	var b strings.Builder
	fill := palette[st.colour]
	if st.reverseVideo {
		if fill == "" {
			fill = foreground
		}
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%d" height="%d" fill="%s"/>`+"\n", x, y, w, cellHeight, fill)
		fill = background
	}
	if strings.TrimSpace(str) == "" {
		return b.String()
	}
	trimmed := strings.TrimRight(str, " ")
	w -= (len(str) - len(trimmed)) * cellWidth
	fmt.Fprintf(&b, `<text x="%d" y="%d" textLength="%d" xml:space="preserve"`, x, y+13, w)
	if fill != "" {
		fmt.Fprintf(&b, ` fill="%s"`, fill)
	}
	if st.bold {
		b.WriteString(` font-weight="bold"`)
	}
	if st.dim {
		b.WriteString(` opacity="0.7"`)
	}
	if st.underline {
		b.WriteString(` text-decoration="underline"`)
	}
	fmt.Fprintf(&b, ">%s</text>\n", html.EscapeString(trimmed))
	return b.String()
}

func text(cells []cell) string {
	var b strings.Builder
	for _, c := range cells {
		b.WriteString(c.char)
	}
	return b.String()
}

// Text returns the rows of s without trailing blanks.
func (s *Screen) Text() string {
	var b strings.Builder
	for _, row := range s.cells {
		b.WriteString(strings.TrimRight(text(row), " ") + "\n")
	}
	return strings.TrimRight(b.String(), "\n") + "\n"
}

// A Link is a piece of a hyperlink in a row.
type Link struct{ Text, URI, ID string }

// Links returns the pieces of hyperlinks, from top to bottom.
func (s *Screen) Links() (list []Link) {
	for _, row := range s.cells {
		for from := 0; from < len(row); {
			to := from + 1
			for to < len(row) && row[to].link == row[from].link {
				to++
			}
			if at := row[from].link; at.uri != "" {
				list = append(list, Link{text(row[from:to]), at.uri, at.id})
			}
			from = to
		}
	}
	return list
}
