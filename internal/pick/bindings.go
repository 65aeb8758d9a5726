package pick

import (
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// A binding is a function of the list and its keys. The help and the check of the user's
// own keys use it.
type binding struct {
	shown string // the keys, for the user
	keys  []key  // those of them that are characters
	does  string
}

var bindings = []binding{
	{"Up, Down, k, j, Ctrl-P/N", []key{"k", "j"}, "move the cursor"},
	{"PgUp, PgDn, Ctrl-B/F", nil, "move by a page"},
	{"Home, End, g, G", []key{"g", "G"}, "go to the first, to the last URL"},
	{"0-9", []key{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, "go to the row with that number"},
	{"/", []key{"/"}, "filter by words of the URL or its label"},
	{"Enter, Esc", nil, "while typing a filter: keep it, clear it"},
	{"s", []key{"s"}, "sort: newest, oldest first, as found"},
	{"Space, Tab", []key{" "}, "mark the URL, to choose several"},
	{"a, A, i", []key{"a", "A", "i"}, "mark all, none, or those not marked"},
	{"v", []key{"v"}, "view the whole URL and all details"},
	{"Enter", nil, "open"},
	{"y", []key{"y"}, "copy"},
	{"p", []key{"p"}, "print, and quit"},
	{"?", []key{"?"}, "show the keys"},
	{"q, Esc", []key{"q"}, "quit"},
	{"Ctrl-C", nil, "quit, with exit status 130"},
	{"click, right click", nil, "go to a row, mark it"},
	{"double click", nil, "open"},
	{"wheel", nil, "scroll"},
}

// function returns what a character does in the list, or "" if it has no function.
func function(k key) string {
	for _, b := range bindings {
		if slices.Contains(b.keys, k) {
			return b.does
		}
	}
	return ""
}

// Keys returns the keys of the list and their functions, a line for each that begins with
// indent.
func Keys(indent string) string {
	var b strings.Builder
	b.Grow(len(bindings) * 80)
	for _, x := range bindings {
		b.WriteString(indent + x.shown + strings.Repeat(" ", keysColumn-len(x.shown)) + x.does + "\n")
	}
	return b.String()
}

// keysColumn is the column of the functions in the help, if the screen is at least
// minHelpWidth columns wide. Otherwise the functions are in their own lines, indented.
const (
	keysColumn   = 26
	minHelpWidth = 68
)

// help returns the lines of the help.
func (m *model) help() (lines []line) {
	say := func(look style, texts ...string) { lines = append(lines, styled(texts, look)...) }
	add := func(keys, does string) {
		if m.width < minHelpWidth {
			say(plain, cut(keys, m.width))
			say(plain, wrapWords(does, m.width, "    ")...)
			return
		}
		texts := wrapWords(does, m.width, strings.Repeat(" ", keysColumn))
		texts[0] = keys + texts[0][len(keys):]
		say(plain, texts...)
	}
	say(strong, wrapWords("Keys", m.width, "")...)
	for _, b := range bindings {
		add(b.shown, b.does)
	}
	if len(m.actions) > 0 {
		say(strong, "", cut("Your own keys", m.width))
	}
	for _, a := range m.actions {
		add(string(a.key), a.text)
	}
	say(plain, "")
	for _, text := range []string{
		"Enter, y, p and your own keys act on the marked URLs, if there are any.",
		"To select text with the mouse, hold Shift.",
	} {
		say(faint, wrapWords(text, m.width, "")...)
	}
	return lines
}

// wrapWords returns text in lines that begin with indent and are at most width columns wide.
// It breaks lines at blanks, and cuts a word that is too long. It returns at least one line.
func wrapWords(text string, width int, indent string) (lines []string) {
	room := width - len(indent)
	if room < 1 {
		return []string{cut(text, width)}
	}
	at := ""
	for _, word := range strings.Fields(text) {
		word = cut(word, room)
		joined := strings.TrimLeft(at+" "+word, " ")
		if at != "" && visible.Columns([]byte(joined)) > room {
			lines, joined = append(lines, indent+at), word
		}
		at = joined
	}
	return append(lines, indent+at)
}
