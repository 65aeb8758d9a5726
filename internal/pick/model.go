package pick

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// A model is the state of the list.
type model struct {
	items   []Item
	heading string // what is said of all of them
	width   int    // of the screen, in columns
	height  int    // in lines

	shown  []int        // the items that pass the filter
	marked map[int]bool // by number of item
	cursor int          // in shown
	top    int          // the first of shown that is on the screen
	mode   mode
	filter string
	scroll int    // the first line of the view that is on the screen
	notice string // what came of the last key
}

// A mode is what keys go to.
type mode int

const (
	moving    mode = iota // the list
	filtering             // the filter, which is typed
	viewing               // one URL, over the whole screen
)

func newModel(items []Item, heading string) *model {
	m := &model{items: items, heading: heading, marked: make(map[int]bool), width: 80, height: 24}
	m.applyFilter()
	return m
}

// resize says how large the screen is.
func (m *model) resize(width, height int) {
	m.width, m.height = max(width, 1), max(height, 1)
	m.move(0)
}

// press takes in a key, and returns what else is to be done.
func (m *model) press(k key) action {
	m.notice = ""
	if k == "ctrl-c" {
		return actInterrupt
	}
	switch m.mode {
	case filtering:
		m.pressFiltering(k)
		return actNone
	case viewing:
		if m.pressViewing(k) {
			return actNone
		}
	default:
		if m.pressMoving(k) {
			return actNone
		}
	}
	switch {
	case k == "q" || k == keyEscape:
		return actLeave
	case len(m.shown) == 0 && len(m.marked) == 0:
		return actNone
	}
	return map[key]action{keyEnter: actOpen, "y": actCopy, "p": actPrint}[k]
}

// pressMoving reports whether k moves in the list or changes it.
func (m *model) pressMoving(k key) bool {
	switch k {
	case "/":
		m.mode = filtering
	case "v":
		if len(m.shown) > 0 {
			m.mode, m.scroll = viewing, 0
		}
	case " ", keyTab:
		m.mark()
	default:
		by, ok := m.step(letterKey(k), m.listHeight())
		m.move(by)
		return ok
	}
	return true
}

// pressFiltering takes in a key while the filter is typed.
func (m *model) pressFiltering(k key) {
	switch k {
	case keyEnter:
		m.mode = moving
	case keyEscape:
		m.mode = moving
		m.setFilter("")
	case keyBackspace:
		if m.filter == "" {
			m.mode = moving
		}
		_, n := utf8.DecodeLastRuneInString(m.filter)
		m.setFilter(m.filter[:len(m.filter)-n])
	case "ctrl-u":
		m.setFilter("")
	case keyTab:
		m.mark()
	default:
		if utf8.RuneCountInString(string(k)) == 1 {
			m.setFilter(m.filter + string(k))
			return
		}
		by, _ := m.step(k, m.listHeight())
		m.move(by)
	}
}

// pressViewing reports whether k moves in the view of one URL or leaves it.
func (m *model) pressViewing(k key) bool {
	if k == "q" || k == "v" || k == keyEscape {
		m.mode = moving
		return true
	}
	page := m.viewHeight()
	by, ok := m.step(letterKey(k), page)
	m.scroll = max(0, min(m.scroll+by, len(m.view())-page))
	return ok
}

// letterKey returns the key that a letter stands for where no text is typed.
func letterKey(k key) key {
	switch k {
	case "k":
		return keyUp
	case "j":
		return keyDown
	case "g":
		return keyHome
	case "G":
		return keyEnd
	}
	return k
}

// step returns how far a key moves, if it does, with pages of so many lines.
func (m *model) step(k key, page int) (by int, ok bool) {
	const far = 1 << 30
	switch k {
	case keyUp:
		by = -1
	case keyDown:
		by = 1
	case keyPageUp:
		by = -page
	case keyPageDown:
		by = page
	case keyHome:
		by = -far
	case keyEnd:
		by = far
	default:
		return 0, false
	}
	return by, true
}

// move moves the cursor, and what is on the screen with it.
func (m *model) move(by int) {
	m.cursor = max(0, min(m.cursor+by, len(m.shown)-1))
	page := m.listHeight()
	m.top = max(m.top, m.cursor-page+1)
	m.top = min(m.top, m.cursor, max(0, len(m.shown)-page))
}

// mark marks the item under the cursor, or takes the mark away, and goes on to the
// next.
func (m *model) mark() {
	if len(m.shown) == 0 {
		return
	}
	i := m.shown[m.cursor]
	if m.marked[i] {
		delete(m.marked, i)
	} else {
		m.marked[i] = true
	}
	m.move(1)
}

func (m *model) setFilter(filter string) {
	m.filter = filter
	m.applyFilter()
}

// applyFilter shows the items whose URLs have every word of the filter in them, in
// any letter case. A fuzzy search, for letters that may stand apart, would find
// nearly every URL that is long. The cursor stays on its item, if that is still
// there.
func (m *model) applyFilter() {
	at := -1
	if len(m.shown) > 0 {
		at = m.shown[m.cursor]
	}
	words := strings.Fields(strings.ToLower(m.filter))
	m.shown = m.shown[:0]
	m.cursor = 0
	for i := range m.items {
		url := strings.ToLower(m.items[i].URL)
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(url, w) }) {
			continue
		}
		if i == at {
			m.cursor = len(m.shown)
		}
		m.shown = append(m.shown, i)
	}
	m.move(0)
}

// chosen returns the items that an action is for: the one that is viewed; else those
// marked, in their order; else the one under the cursor.
func (m *model) chosen() (list []int) {
	for i := range m.items {
		if m.marked[i] && m.mode != viewing {
			list = append(list, i)
		}
	}
	if list == nil && len(m.shown) > 0 {
		list = []int{m.shown[m.cursor]}
	}
	return list
}
