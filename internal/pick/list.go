package pick

import (
	"slices"
	"strings"
)

// A list is what of the items is shown, a page of it at once.
//
//	0 ≤ top ≤ cursor < len(shown), or 0 if no item is shown
type list struct {
	items  []Item
	marked map[int]bool // by number of item
	filter string
	shown  []int // the items that pass the filter, in order
	cursor int   // in shown
	top    int   // the first of shown that is on the screen
}

// current returns the item under the cursor, if there is one.
func (l *list) current() (i int, ok bool) {
	if len(l.shown) == 0 {
		return 0, false
	}
	return l.shown[l.cursor], true
}

// move moves the cursor, and what is on the screen with it: a page of that many lines.
func (l *list) move(by, page int) {
	l.cursor = max(0, min(l.cursor+by, len(l.shown)-1))
	l.top = max(l.top, l.cursor-page+1)
	l.top = min(l.top, l.cursor, max(0, len(l.shown)-page))
}

// mark marks the item under the cursor, or removes the mark, and goes on to the
// next.
func (l *list) mark(page int) {
	i, ok := l.current()
	if !ok {
		return
	}
	if l.marked[i] {
		delete(l.marked, i)
	} else {
		l.marked[i] = true
	}
	l.move(1, page)
}

// setFilter shows the items whose URLs have every word of the filter in them, in
// any letter case. A fuzzy search, for letters that may be apart, would find
// nearly every URL that is long. The cursor stays on its item, if that is still
// there.
func (l *list) setFilter(filter string, page int) {
	at, ok := l.current()
	if !ok {
		at = -1
	}
	l.filter = filter
	words := strings.Fields(strings.ToLower(filter))
	l.shown = l.shown[:0]
	l.cursor = 0
	for i := range l.items {
		url := strings.ToLower(l.items[i].URL)
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(url, w) }) {
			continue
		}
		if i == at {
			l.cursor = len(l.shown)
		}
		l.shown = append(l.shown, i)
	}
	l.move(0, page)
}
