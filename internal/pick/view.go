package pick

import (
	"fmt"
	"slices"
	"strconv"
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
	strong            // the URL in the preview or view, and the lines that contain it
	faint             // text of the program itself
	highlighted       // the line under the cursor
	alarming          // a warning
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
	if m.fillsScreen() {
		view := m.full()
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

// head returns the first line: the number of URLs, the filter, and other facts about the
// list.
func (m *model) head() line {
	text := plural(len(m.items), "URL")
	if m.search.full {
		text = "the first " + text
	}
	reading := ""
	if !m.search.ended {
		reading = "reading …"
	}
	switch {
	case m.mode == filtering:
		text = fmt.Sprintf("/%s_  %d of %s", m.filter, len(m.shown), text)
	case m.filter != "":
		text = fmt.Sprintf("/%s  %d of %s", m.filter, len(m.shown), text)
	case reading != "":
		text, reading = reading+", "+text, ""
	}
	for _, fact := range []string{
		reading, countOf(len(m.marked), "%d marked"), m.order.String(), countOf(m.search.messages, "%d "+noun(m.search.messages, "message")),
	} {
		if fact != "" {
			text += ", " + fact
		}
	}
	return line{cut(text, m.width), faint}
}

// countOf returns a number in a format, or "" for 0.
func countOf(n int, format string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(format, n)
}

// plural returns a number and a noun: "1 URL", "2 URLs".
func plural(n int, what string) string { return fmt.Sprintf("%d %s", n, noun(n, what)) }

func noun(n int, what string) string {
	if n == 1 {
		return what
	}
	return what + "s"
}

// minNumbersWidth is the minimum width of a screen with row numbers.
const minNumbersWidth = 40

// rowNumber returns the number of row i of shown, if there is room for it.
func (m *model) rowNumber(i int) string {
	if m.width < minNumbersWidth {
		return ""
	}
	return fmt.Sprintf("%*d ", len(strconv.Itoa(len(m.shown))), i+1)
}

// row returns the line of item i of shown.
func (m *model) row(i int) line {
	item := &m.items[m.shown[i]]
	pointer, mark, sign, times, look := " ", " ", " ", "", plain
	if i == m.cursor {
		pointer, look = ">", highlighted
	}
	if m.marked[m.shown[i]] {
		mark = "*"
	}
	if len(item.Warnings) > 0 {
		sign = "!"
	}
	if item.Count > 1 {
		times = fmt.Sprintf("  ×%d", item.Count)
	}
	before := pointer + m.rowNumber(i) + mark + sign + " "
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

// full returns all lines of what fills the screen: the help, or the URL under the cursor
// with all its details.
func (m *model) full() []line {
	if m.mode == helping {
		return m.help()
	}
	item := &m.items[m.shown[m.cursor]]
	return append(styled(m.wrap(item.URL, len(item.URL)), strong), m.details(item)...)
}

// details returns the details of an item: those on which a decision to follow it depends
// first.
func (m *model) details(item *Item) (lines []line) {
	add := func(text string, look style) {
		lines = append(lines, styled(m.wrap(text, len(text)), look)...)
	}
	for _, warning := range item.Warnings {
		add("! "+warning, alarming)
	}
	if label := item.label(); label != "" {
		add("label: "+label, plain)
	}
	if item.Original != "" {
		add("in the text: "+item.Original, plain)
	}
	place := item.Place
	if !item.Date.IsZero() {
		place += "  " + item.Date.Format("2006-01-02 15:04 -0700")
	}
	for _, text := range append([]string{place}, item.About...) {
		add(text, faint)
	}
	if slices.Equal(item.Text, []string{item.URL}) {
		return lines
	}
	if len(item.Text) > 0 {
		lines = append(lines, line{})
	}
	for i, text := range item.Text {
		look := plain
		if _, ok := slices.BinarySearch(item.In, i); ok {
			look = strong
		}
		add(text, look)
	}
	return lines
}

// footer returns the last line: the result of the last key, or the keys.
func (m *model) footer() line {
	text := "? keys  Enter open  y copy  p print  Space mark  / filter  v view  q quit"
	switch {
	case m.notice != "":
		text = m.notice
	case m.number > 0:
		text = fmt.Sprintf("row %d_  type more digits, or another key", m.number)
	case m.mode == filtering:
		text = "type words  Enter keep filter  Esc clear filter"
	case m.mode == viewing:
		text = "Enter open  y copy  p print  ↑ ↓ scroll  q back"
	case m.mode == helping:
		text = "↑ ↓ scroll  q back"
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
