package pick

import (
	"slices"
	"strings"
)

// A list is the list of items, some of which are shown, a page at a time.
//
//	0 ≤ top ≤ cursor < len(shown), or 0 if no item is shown
type list struct {
	items  []Item
	marked map[int]bool // keyed by the index in items
	filter string
	shown  []int // indices of the items that match the filter, in order
	cursor int   // index in shown
	top    int   // index in shown of the first item on the screen
}

// current returns the index of the item under the cursor. It returns false if no item
// is shown.
func (l *list) current() (i int, ok bool) {
	if len(l.shown) == 0 {
		return 0, false
	}
	return l.shown[l.cursor], true
}

// move moves the cursor by that many items and scrolls so that it stays on the page,
// which has page lines.
func (l *list) move(by, page int) {
	l.cursor = max(0, min(l.cursor+by, len(l.shown)-1))
	l.top = max(l.top, l.cursor-page+1)
	l.top = min(l.top, l.cursor, max(0, len(l.shown)-page))
}

// mark marks the item under the cursor, or removes its mark, and moves to the next
// item.
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

// setFilter shows the items whose URLs or labels contain each word of the filter, ignoring
// case. It does not search fuzzily: letters with gaps between them match nearly every long
// URL. The cursor stays on its item if that still matches.
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
		text := strings.ToLower(l.items[i].URL + "\n" + l.items[i].Label)
		if slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) }) {
			continue
		}
		if i == at {
			l.cursor = len(l.shown)
		}
		l.shown = append(l.shown, i)
	}
	l.move(0, page)
}
