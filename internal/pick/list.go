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
	hits   []bool // whether an item matches the filter
	order  Order
	shown  []int // indices of the items that match the filter, in order
	cursor int   // index in shown
	top    int   // index in shown of the first item on the screen
	first  bool  // the cursor stays on the first row, whichever item that is
}

// An Order is the order of the items that are shown. Those with the same date are in the
// order found, and those without a date are last.
type Order int

// The values of Order.
const (
	AsFound Order = iota
	NewestFirst
	OldestFirst
	orders // number of them
)

// String describes the order in the heading. It is empty for AsFound.
func (o Order) String() string { return [...]string{"", "newest first", "oldest first"}[o] }

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

// scroll moves the page by that many items. The cursor stays on the page.
func (l *list) scroll(by, page int) {
	l.top = max(0, min(l.top+by, len(l.shown)-page))
	l.cursor = max(l.top, min(l.cursor, l.top+page-1))
	l.move(0, page)
}

// mark marks the item under the cursor, or removes its mark, and moves to the next
// item.
func (l *list) mark(page int) {
	if i, ok := l.current(); ok {
		l.setMark(i, !l.marked[i])
		l.move(1, page)
	}
}

func (l *list) setMark(item int, marked bool) {
	if marked {
		l.marked[item] = true
	} else {
		delete(l.marked, item)
	}
}

// markShown sets the marks of all items that are shown, from their present marks.
func (l *list) markShown(mark func(marked bool) bool) {
	for _, i := range l.shown {
		l.setMark(i, mark(l.marked[i]))
	}
}

// setFilter shows the items whose URLs or labels contain each word of the filter, ignoring
// case. It does not search fuzzily: letters with gaps between them match nearly every long
// URL. The cursor stays on its item if that still matches.
func (l *list) setFilter(filter string, page int) {
	l.filter = filter
	words := l.words()
	for i := range l.items {
		l.hits[i] = matches(&l.items[i], words)
	}
	l.arrange(page)
}

// words returns the words of the filter.
func (l *list) words() []string { return strings.Fields(strings.ToLower(l.filter)) }

func matches(item *Item, words []string) bool {
	if len(words) == 0 {
		return true
	}
	text := strings.ToLower(item.URL + "\n" + item.Label)
	return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(text, w) })
}

// setOrder changes the order, and moves the cursor to the first row, where it stays.
func (l *list) setOrder(o Order, page int) {
	l.order, l.first = o, true
	l.arrange(page)
}

// put adds and replaces items.
func (l *list) put(items map[int]Item, page int) {
	words := l.words()
	for i := len(l.items); i < len(l.items)+len(items); i++ { // those from there on are new
		item, ok := items[i]
		if !ok {
			break
		}
		l.items, l.hits = append(l.items, item), append(l.hits, false)
	}
	for i, item := range items {
		l.items[i], l.hits[i] = item, matches(&item, words)
	}
	l.arrange(page)
}

// arrange sets which items are shown, and their order. The cursor stays on its item, in
// the same line of the page, if that is still shown, unless it stays on the first row.
func (l *list) arrange(page int) {
	at, ok := l.current()
	line := l.cursor - l.top
	l.shown = l.shown[:0]
	for i, hit := range l.hits {
		if hit {
			l.shown = append(l.shown, i)
		}
	}
	l.sort(l.shown)
	l.cursor, l.top = 0, 0
	if ok && !l.first {
		l.cursor = max(0, slices.Index(l.shown, at))
		l.top = max(0, l.cursor-line)
	}
	l.move(0, page)
}

// sort sorts indices of items, which are in the order found.
func (l *list) sort(indices []int) {
	if l.order != AsFound {
		slices.SortStableFunc(indices, l.compareDates)
	}
}

// compareDates compares items by their dates.
func (l *list) compareDates(a, b int) int {
	x, y := l.items[a].Date, l.items[b].Date
	if x.IsZero() || y.IsZero() {
		return boolOrder(x.IsZero()) - boolOrder(y.IsZero())
	}
	if l.order == NewestFirst {
		x, y = y, x
	}
	return x.Compare(y)
}

func boolOrder(last bool) int {
	if last {
		return 1
	}
	return 0
}
