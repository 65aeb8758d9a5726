package sink

import (
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// around collects the lines of an input before, with and after URLs, for the items that have
// the URLs.
type around[T any] struct {
	size int                                         // number of lines before and after a URL
	add  func(item T, text string, place parse.Span) // adds a line to an item; place is that of its URL, or empty
	done func(item T)                                // all lines of an item have been added

	before    [][]byte // a ring of the last lines of the text
	lines     int      // number of lines of the text
	marked    map[int]*begun[T]
	marks     int // number of marks of the input
	following []following[T]
	last      bool // no more URLs of the input are selected
}

// A begun is an item whose lines with the URL are not complete.
type begun[T any] struct {
	item T
	any  bool // it has lines
}

// A following is an item that needs that many more lines after its URL.
type following[T any] struct {
	item  T
	lines int
}

// reset prepares for another input.
func (a *around[T]) reset() {
	*a = around[T]{size: a.size, add: a.add, done: a.done, before: a.before, marked: make(map[int]*begun[T])}
}

// mark adds an item, whose URL has been marked.
func (a *around[T]) mark(item T) {
	a.marked[a.marks] = &begun[T]{item: item}
	a.marks++
}

// finish collects the lines after the last URL.
func (a *around[T]) finish(scan func() bool) {
	a.last = true
	for a.needsMore() && scan() {
	}
	a.endText()
}

// needsMore reports whether more lines are needed.
func (a *around[T]) needsMore() bool { return !a.last || len(a.marked)+len(a.following) > 0 }

// endText ends a text: no lines follow its URLs.
func (a *around[T]) endText() {
	for _, f := range a.following {
		a.done(f.item)
	}
	a.following, a.lines = a.following[:0], 0
}

// line adds a line of a text to the items that need it, and reports whether more lines are
// needed.
func (a *around[T]) line(l *extract.Line) (more bool) {
	if l.First {
		a.endText()
	}
	if len(a.following)+len(l.Marks) > 0 {
		a.addLine(l, string(appendLine(nil, l)))
	}
	if len(a.before) < a.size {
		a.before = append(a.before, nil)
	}
	to := &a.before[a.lines%a.size]
	*to = appendLine((*to)[:0], l)
	a.lines++
	return a.needsMore()
}

// appendLine appends the text of a line, with an ellipsis where it is divided.
func appendLine(b []byte, l *extract.Line) []byte {
	if l.CutBefore {
		b = append(b, ellipsis...)
	}
	b = append(b, l.Text...)
	if l.CutAfter {
		b = append(b, ellipsis...)
	}
	return b
}

const ellipsis = "…"

// addLine adds a line to the items with URLs before it and in it.
func (a *around[T]) addLine(l *extract.Line, text string) {
	rest := a.following[:0]
	for _, f := range a.following {
		a.add(f.item, text, parse.Span{})
		if f.lines--; f.lines > 0 {
			rest = append(rest, f)
		} else {
			a.done(f.item)
		}
	}
	a.following = rest
	for i, mark := range l.Marks {
		b := a.marked[mark]
		if b == nil {
			continue
		}
		for n := max(0, a.lines-a.size); n < a.lines && !b.any; n++ {
			a.add(b.item, string(a.before[n%a.size]), parse.Span{})
		}
		b.any = true
		place := l.URLs[i]
		if l.CutBefore {
			place.From, place.To = place.From+len(ellipsis), place.To+len(ellipsis)
		}
		a.add(b.item, text, place)
		if i < len(l.URLs)-1 || !l.Joined { // the URL does not continue in the next line
			delete(a.marked, mark)
			a.following = append(a.following, following[T]{b.item, a.size})
		}
	}
}
