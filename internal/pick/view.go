package pick

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// A line is a line of the screen. Its text is printable and not wider than the screen.
type line struct {
	text  string
	style style
}

// A style is the appearance of a line.
type style int

const (
	plain       style = iota
	strong            // the URL in the preview or view
	faint             // text of the program itself
	highlighted       // the line under the cursor
)

// minPreviewHeight is the minimum height of a screen with a preview. frame is the number of
// lines outside of the list and the preview: heading, rule and footer.
const (
	minPreviewHeight = 10
	frame            = 3
)

// listHeight returns the number of lines of the list: half of the screen, or the number
// of items if that is less.
func (m *model) listHeight() int {
	if m.height < minPreviewHeight {
		return max(1, m.height-2)
	}
	return max(1, min(len(m.items), (m.height-frame+1)/2))
}

// viewHeight returns the number of lines on the screen for the view of one URL.
func (m *model) viewHeight() int { return max(1, m.height-1) }

// screen returns the picture, with as many lines as the screen has.
func (m *model) screen() []line {
	var lines []line
	if m.mode == viewing {
		view := m.view()
		m.scroll = min(m.scroll, max(0, len(view)-m.viewHeight()))
		lines = view[m.scroll:]
		return append(m.fill(lines, m.viewHeight()), m.footer())[:m.height]
	}
	page := m.listHeight()
	lines = append(lines, m.head())
	for i := m.top; i < len(m.shown) && i < m.top+page; i++ {
		lines = append(lines, m.row(i))
	}
	lines = m.fill(lines, 1+page)
	if m.height >= minPreviewHeight {
		lines = append(lines, line{strings.Repeat("─", m.width), faint})
		lines = append(lines, m.preview(m.height-frame-page)...)
		lines = m.fill(lines, m.height-1)
	}
	return append(lines, m.footer())[:m.height]
}

// fill returns lines cut or extended to n lines.
func (m *model) fill(lines []line, n int) []line {
	for len(lines) < n {
		lines = append(lines, line{})
	}
	return lines[:n:n]
}

// head returns the first line: the heading or the filter, with the number of URLs.
func (m *model) head() line {
	text := m.heading
	if m.mode == filtering || m.filter != "" {
		text = "/" + m.filter
		if m.mode == filtering {
			text += "_"
		}
		text += fmt.Sprintf("  %d of %s", len(m.shown), m.heading)
	}
	if n := len(m.marked); n > 0 {
		text += fmt.Sprintf(", %d marked", n)
	}
	return line{cut(text, m.width), faint}
}

// row returns the line of item i of shown.
func (m *model) row(i int) line {
	item := &m.items[m.shown[i]]
	pointer, mark, times, look := " ", " ", "", plain
	if i == m.cursor {
		pointer, look = ">", highlighted
	}
	if m.marked[m.shown[i]] {
		mark = "*"
	}
	if item.Count > 1 {
		times = fmt.Sprintf("  ×%d", item.Count)
	}
	before := pointer + mark + " "
	room := m.width - len(before) - visible.Columns([]byte(times))
	title := item.URL
	if label := item.label(); label != "" {
		title = cut(label, room/2) + " → " + title
	}
	return line{cut(before+cut(title, room)+times, m.width), look}
}

// preview returns up to n lines below the list: the URL under the cursor and its
// details. A URL that is too long is cut, and so are the details.
func (m *model) preview(n int) []line {
	if len(m.shown) == 0 {
		return nil
	}
	item := &m.items[m.shown[m.cursor]]
	rest := m.details(item)
	room := max(1, n-len(rest), n/2)
	lines := append(styled(m.wrap(item.URL, room), strong), rest...)
	if len(lines) > n {
		lines = append(lines[:n-1], line{"…", faint})
	}
	return lines
}

// view returns the URL under the cursor and all its details.
func (m *model) view() []line {
	item := &m.items[m.shown[m.cursor]]
	return append(styled(m.wrap(item.URL, len(item.URL)), strong), m.details(item)...)
}

// details returns the details of an item.
func (m *model) details(item *Item) (lines []line) {
	for _, text := range append([]string{item.Place}, item.About...) {
		lines = append(lines, styled(m.wrap(text, len(text)), faint)...)
	}
	if slices.Equal(item.Text, []string{item.URL}) {
		return lines
	}
	if len(item.Text) > 0 {
		lines = append(lines, line{})
	}
	for _, text := range item.Text {
		lines = append(lines, styled(m.wrap(text, len(text)), plain)...)
	}
	return lines
}

// footer returns the last line: the result of the last key, or the keys.
func (m *model) footer() line {
	text := "Enter open  y copy  p print  Space mark  / filter  v view  q quit"
	switch {
	case m.notice != "":
		text = m.notice
	case m.mode == filtering:
		text = "type words  Enter keep filter  Esc clear filter"
	case m.mode == viewing:
		text = "Enter open  y copy  p print  ↑ ↓ scroll  q back"
	}
	return line{cut(text, m.width), faint}
}

// styled returns lines with the given texts and style.
func styled(texts []string, look style) []line {
	lines := make([]line, len(texts))
	for i, text := range texts {
		lines[i] = line{text, look}
	}
	return lines
}

// cut returns the beginning of text, made visible, that fits into the columns. It ends
// with an ellipsis if text continues.
func cut(text string, columns int) string {
	head, rest := split(text, columns)
	if rest == "" || columns < 1 {
		return head
	}
	head, _ = split(text, columns-1)
	return head + "…"
}

// wrap returns text, made visible, in lines not wider than the screen. It returns n
// lines at most and cuts the last.
func (m *model) wrap(text string, n int) (lines []string) {
	for len(lines) < n-1 && text != "" {
		head, rest := split(text, m.width)
		if head == "" { // the character is wider than the screen
			break
		}
		lines, text = append(lines, head), rest
	}
	if n > 0 && text != "" {
		lines = append(lines, cut(text, m.width))
	}
	return lines
}

// tabStop is the number of columns between tab stops.
const tabStop = 8

// split returns the beginning of text, made visible, that fits into the columns, and
// the rest of text. Tabs are replaced by blanks.
func split(text string, columns int) (head, rest string) {
	var b []byte
	used := 0
	for i := 0; i < len(text); {
		_, n := utf8.DecodeRuneInString(text[i:])
		before := len(b)
		if text[i] == '\t' && used < columns {
			b = append(b, strings.Repeat(" ", min(tabStop-used%tabStop, columns-used))...)
		} else {
			b = visible.Append(b, []byte(text[i:i+n]))
		}
		if used += visible.Columns(b[before:]); used > columns {
			return string(b[:before]), text[i:]
		}
		i += n
	}
	return string(b), ""
}
