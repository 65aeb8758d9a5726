package pick

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// A line is one of the screen. Its text shows as it is, in no more columns than
// there are.
type line struct {
	text  string
	style style
}

// A style is how a line looks.
type style int

const (
	plain  style = iota
	strong       // the URL that is looked at
	faint        // what the program says
	lit          // under the cursor
)

// The least lines for which there is a preview, and those that are neither of the
// list nor of the preview: heading, rule and footer.
const (
	leastForPreview = 10
	frame           = 3
)

// listHeight returns how many lines the list has: half of them, or as many as there
// are items, if that is less.
func (m *model) listHeight() int {
	if m.height < leastForPreview {
		return max(1, m.height-2)
	}
	return max(1, min(len(m.items), (m.height-frame+1)/2))
}

// viewHeight returns how many lines of the view of one URL are on the screen.
func (m *model) viewHeight() int { return max(1, m.height-1) }

// screen returns the picture, of as many lines as the screen has.
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
	if m.height >= leastForPreview {
		lines = append(lines, line{strings.Repeat("─", m.width), faint})
		lines = append(lines, m.preview(m.height-frame-page)...)
		lines = m.fill(lines, m.height-1)
	}
	return append(lines, m.footer())[:m.height]
}

// fill makes n lines of these: fewer or more.
func (m *model) fill(lines []line, n int) []line {
	for len(lines) < n {
		lines = append(lines, line{})
	}
	return lines[:n:n]
}

// head is the first line: how many URLs there are, or the filter.
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

// row is the line of an item in the list.
func (m *model) row(i int) line {
	item := &m.items[m.shown[i]]
	pointer, mark, times, look := " ", " ", "", plain
	if i == m.cursor {
		pointer, look = ">", lit
	}
	if m.marked[m.shown[i]] {
		mark = "*"
	}
	if item.Count > 1 {
		times = fmt.Sprintf("  ×%d", item.Count)
	}
	before := pointer + mark + " "
	url := cut(item.URL, m.width-len(before)-visible.Columns([]byte(times)))
	return line{cut(before+url+times, m.width), look}
}

// preview is what is below the list, in n lines: the URL under the cursor, and what
// is known of it. A URL that is too long for its part of them is cut, as the rest is.
func (m *model) preview(n int) []line {
	if len(m.shown) == 0 {
		return nil
	}
	item := &m.items[m.shown[m.cursor]]
	rest := m.around(item)
	room := max(1, n-len(rest), n/2)
	lines := append(styled(m.wrap(item.URL, room), strong), rest...)
	if len(lines) > n {
		lines = append(lines[:n-1], line{"…", faint})
	}
	return lines
}

// view is all that is known of the URL under the cursor.
func (m *model) view() []line {
	item := &m.items[m.shown[m.cursor]]
	return append(styled(m.wrap(item.URL, len(item.URL)), strong), m.around(item)...)
}

// around is what is known of an item beside its URL.
func (m *model) around(item *Item) (lines []line) {
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

// footer is the last line: what came of the last key, or the keys.
func (m *model) footer() line {
	text := "Enter open  y copy  p print  Space mark  / filter  v view  q quit"
	switch {
	case m.notice != "":
		text = m.notice
	case m.mode == filtering:
		text = "type words of the URL  Enter keep filter  Esc clear filter"
	case m.mode == viewing:
		text = "Enter open  y copy  p print  ↑ ↓ scroll  q back"
	}
	return line{cut(text, m.width), faint}
}

// styled gives all lines one style.
func styled(texts []string, look style) []line {
	lines := make([]line, len(texts))
	for i, text := range texts {
		lines[i] = line{text, look}
	}
	return lines
}

// cut returns the beginning of text, visible, that fits into so many columns. An
// ellipsis says that there is more.
func cut(text string, columns int) string {
	head, rest := split(text, columns)
	if rest == "" || columns < 1 {
		return head
	}
	head, _ = split(text, columns-1)
	return head + "…"
}

// wrap returns text, visible, in lines as wide as the screen: n at most, and then
// cut.
func (m *model) wrap(text string, n int) (lines []string) {
	for len(lines) < n-1 && text != "" {
		head, rest := split(text, m.width)
		if head == "" { // wider than the screen
			break
		}
		lines, text = append(lines, head), rest
	}
	if n > 0 && text != "" {
		lines = append(lines, cut(text, m.width))
	}
	return lines
}

// tabStop is how many columns there are from one tab stop to the next.
const tabStop = 8

// split divides text into what fits, visible, into so many columns, and the rest. Tabs
// are blanks.
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
