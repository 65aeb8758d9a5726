package pick

import "unicode/utf8"

// A model is the state of the screen: the list, or one URL.
type model struct {
	list
	heading string // heading of the list
	width   int    // width of the screen in columns, at least 1
	height  int    // height of the screen in lines, at least 1
	mode    mode
	scroll  int    // if mode is viewing: index of the first line of the view on the screen
	notice  string // result of the last key
}

// A mode determines what keys do.
type mode int

const (
	moving    mode = iota // keys move in the list
	filtering             // keys edit the filter
	viewing               // keys scroll the view of one URL, which fills the screen
)

func newModel(items []Item, heading string) *model {
	m := &model{list: list{items: items, marked: make(map[int]bool)}, heading: heading, width: 80, height: 24}
	m.setFilter("", m.listHeight())
	return m
}

// resize sets the size of the screen.
func (m *model) resize(width, height int) {
	m.width, m.height = max(width, 1), max(height, 1)
	m.move(0, m.listHeight())
}

// press handles a key and returns the action that it requests.
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

// pressMoving handles a key that moves in the list or changes it. It returns false for
// other keys.
func (m *model) pressMoving(k key) bool {
	switch k {
	case "/":
		m.mode = filtering
	case "v":
		if len(m.shown) > 0 {
			m.mode, m.scroll = viewing, 0
		}
	case " ", keyTab:
		m.mark(m.listHeight())
	default:
		by, ok := m.step(letterKey(k), m.listHeight())
		m.move(by, m.listHeight())
		return ok
	}
	return true
}

// pressFiltering handles a key while the filter is edited.
func (m *model) pressFiltering(k key) {
	switch k {
	case keyEnter:
		m.mode = moving
	case keyEscape:
		m.mode = moving
		m.setFilter("", m.listHeight())
	case keyBackspace:
		if m.filter == "" {
			m.mode = moving
		}
		_, n := utf8.DecodeLastRuneInString(m.filter)
		m.setFilter(m.filter[:len(m.filter)-n], m.listHeight())
	case "ctrl-u":
		m.setFilter("", m.listHeight())
	case keyTab:
		m.mark(m.listHeight())
	default:
		if utf8.RuneCountInString(string(k)) == 1 {
			m.setFilter(m.filter+string(k), m.listHeight())
			return
		}
		by, _ := m.step(k, m.listHeight())
		m.move(by, m.listHeight())
	}
}

// pressViewing handles a key that scrolls or leaves the view of one URL. It returns
// false for other keys.
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

// letterKey returns the key that a letter is equivalent to while no text is typed.
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

// step returns by how many lines a key moves, on pages of the given length. It returns
// false for a key that does not move.
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

// chosen returns the items that an action applies to: the viewed item, the marked items
// in order if none is viewed, or the item under the cursor if none is marked.
func (m *model) chosen() (list []int) {
	for i := range m.items {
		if m.marked[i] && m.mode != viewing {
			list = append(list, i)
		}
	}
	if i, ok := m.current(); list == nil && ok {
		list = []int{i}
	}
	return list
}
