package pick

import (
	"fmt"
	"time"
	"unicode/utf8"
)

// A model is the state of the screen: the list, one URL, or the help. It has more than ten
// fields because a key may depend on any of them.
type model struct {
	list
	actions Actions
	width   int // width of the screen in columns, at least 1
	height  int // height of the screen in lines, at least 1
	mode    mode
	scroll  int      // if mode is viewing or helping: index of the first line on the screen
	number  int      // the row whose number is being typed; 0: none
	clicked clicked  // the last click on a row
	search  progress // of the search for items
	notice  string   // result of the last key, or the last message
}

// A mode determines what keys do.
type mode int

const (
	moving    mode = iota // keys move in the list
	filtering             // keys edit the filter
	viewing               // keys scroll the view of one URL, which fills the screen
	helping               // keys scroll the help, which fills the screen
)

// A progress is what is known about the search for items.
type progress struct {
	ended    bool
	full     bool // there are more URLs than items
	messages int
}

// A clicked is a click on a row of the list.
type clicked struct {
	item int
	at   time.Time
}

// doubleClick is the maximum time between two clicks that are one double click.
const doubleClick = 500 * time.Millisecond

func newModel(actions Actions, o Order) *model {
	return &model{list: list{marked: make(map[int]bool), order: o, first: true}, actions: actions, width: 80, height: 24}
}

// update applies what has changed.
func (m *model) update(u update) {
	if len(u.items) > 0 {
		m.put(u.items, m.listHeight())
		m.move(0, m.listHeight()) // the list may be higher now
	}
	m.search.ended = m.search.ended || u.ended
	m.search.full = m.search.full || u.full
	m.search.messages += u.messages
	if u.messages > 0 {
		m.notice = u.message
	}
}

// resize sets the size of the screen.
func (m *model) resize(width, height int) {
	m.width, m.height = max(width, 1), max(height, 1)
	m.move(0, m.listHeight())
}

// press handles a key and returns the action that it requests.
func (m *model) press(k key) action {
	m.notice, m.clicked, m.first = "", clicked{}, false
	if k == "ctrl-c" {
		return actInterrupt
	}
	switch m.mode {
	case filtering:
		m.pressFiltering(k)
		return actNone
	case helping:
		m.pressScrolling(k)
		return actNone
	case viewing:
		if m.pressScrolling(k) {
			return actNone
		}
	default:
		if m.pressNumber(k) || m.pressMoving(k) {
			return actNone
		}
	}
	a := m.actionOf(k)
	if a.needsItem() && len(m.chosen()) == 0 {
		return actNone
	}
	return a
}

// actionOf returns the action that a key requests.
func (m *model) actionOf(k key) action {
	switch k {
	case "q", keyEscape:
		return actLeave
	case keyEnter:
		return actOpen
	case "y":
		return actCopy
	case "p":
		return actPrint
	}
	if i := m.actions.find(k); i >= 0 {
		return actOwn + action(i)
	}
	m.notice = "this key does nothing; ? shows the keys"
	return actNone
}

// pressNumber handles a key of a number. It returns false for other keys.
func (m *model) pressNumber(k key) bool {
	before := m.number
	m.number = 0
	switch {
	case len(k) == 1 && '0' <= k[0] && k[0] <= '9':
		digit := int(k[0] - '0')
		if m.number = 10*before + digit; m.number > len(m.shown) {
			m.number = digit // a new number
		}
		if m.number == 0 || m.number > len(m.shown) {
			m.notice, m.number = fmt.Sprintf("there is no row %d", m.number), 0
			return true
		}
	case before == 0:
		return false
	case k == keyBackspace:
		m.number = before / 10
	case k != keyEscape:
		return false
	}
	if m.number > 0 {
		m.move(m.number-1-m.cursor, m.listHeight())
	}
	return true
}

// pressMoving handles a key that moves in the list or changes it. It returns false for
// other keys.
func (m *model) pressMoving(k key) bool {
	page := m.listHeight()
	switch k {
	case "/":
		m.mode = filtering
	case "?":
		m.mode, m.scroll = helping, 0
	case "v":
		if len(m.shown) > 0 {
			m.mode, m.scroll = viewing, 0
		}
	case "s":
		m.setOrder((m.order+1)%orders, page)
	case " ", keyTab:
		m.mark(page)
	case "a":
		m.markShown(func(bool) bool { return true })
	case "A":
		m.markShown(func(bool) bool { return false })
	case "i":
		m.markShown(func(marked bool) bool { return !marked })
	default:
		by, ok := m.step(letterKey(k), page)
		m.move(by, page)
		return ok
	}
	return true
}

// wheelLines is the number of lines by which the wheel scrolls.
const wheelLines = 3

// point handles an event of the mouse at a time, and returns the action that it requests.
func (m *model) point(e event, now time.Time) action {
	m.notice, m.number, m.first = "", 0, false
	before := m.clicked
	m.clicked = clicked{}
	switch e.mouse {
	case wheelUp, wheelDown:
		by := wheelLines
		if e.mouse == wheelUp {
			by = -by
		}
		if m.fillsScreen() {
			m.scrollView(by)
		} else {
			m.list.scroll(by, m.listHeight())
		}
		return actNone
	}
	row := m.top + e.row - 1
	if m.fillsScreen() || e.row < 1 || e.row > m.listHeight() || row >= len(m.shown) {
		return actNone
	}
	m.move(row-m.cursor, m.listHeight())
	item := m.shown[row]
	switch {
	case e.mouse == rightClick:
		m.setMark(item, !m.marked[item])
	case !before.at.IsZero() && before.item == item && now.Sub(before.at) <= doubleClick:
		return actOpen
	default:
		m.clicked = clicked{item, now}
	}
	return actNone
}

// fillsScreen reports whether a view or the help is shown instead of the list.
func (m *model) fillsScreen() bool { return m.mode == viewing || m.mode == helping }

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

// pressScrolling handles a key that scrolls or leaves what fills the screen. It returns
// false for other keys.
func (m *model) pressScrolling(k key) bool {
	if k == "q" || k == keyEscape || k == "v" && m.mode == viewing || k == "?" && m.mode == helping {
		m.mode = moving
		return true
	}
	by, ok := m.step(letterKey(k), m.viewHeight())
	m.scrollView(by)
	return ok
}

// scrollView scrolls what fills the screen by that many lines.
func (m *model) scrollView(by int) {
	m.scroll = max(0, min(m.scroll+by, len(m.full())-m.viewHeight()))
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
// in the order of the list if none is viewed, or the item under the cursor if none is marked.
func (m *model) chosen() (list []int) {
	for i := range m.items {
		if m.marked[i] && m.mode != viewing {
			list = append(list, i)
		}
	}
	m.sort(list)
	if i, ok := m.current(); list == nil && ok {
		list = []int{i}
	}
	return list
}
