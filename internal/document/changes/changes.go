// Package changes keeps the tracked changes of a text.
package changes

import (
	"bytes"
	"slices"
)

// A Text has the tracked changes of a text that has them accepted: insertions are part of the
// text, and deletions are not.
type Text struct {
	inserted []span
	deleted  []deletion
	removed  []byte // the texts of deleted
}

type span struct{ from, to int }

// A deletion is text that was deleted at an offset in the text: the bytes of removed in span.
type deletion struct {
	at int
	span
}

// Insert records that the text between two offsets was inserted.
func (c *Text) Insert(from, to int) {
	if n := len(c.inserted); n > 0 && c.inserted[n-1].to == from {
		c.inserted[n-1].to = to
		return
	}
	c.inserted = append(c.inserted, span{from, to})
}

// Delete records that text was deleted at an offset.
func (c *Text) Delete(at int, text []byte) {
	from := len(c.removed)
	c.removed = append(c.removed, text...)
	if n := len(c.deleted); n > 0 && c.deleted[n-1].at == at {
		c.deleted[n-1].to = len(c.removed)
		return
	}
	c.deleted = append(c.deleted, deletion{at, span{from, len(c.removed)}})
}

// Clip adapts the changes to a text that has been cut off after n bytes.
func (c *Text) Clip(n int) {
	c.inserted = slices.DeleteFunc(c.inserted, func(s span) bool { return s.from >= n })
	for i := range c.inserted {
		c.inserted[i].to = min(c.inserted[i].to, n)
	}
	for i := range c.deleted {
		c.deleted[i].at = min(c.deleted[i].at, n)
	}
}

// Size returns the number of bytes of all deletions.
func (c *Text) Size() int { return len(c.removed) }

// Reset forgets all changes.
func (c *Text) Reset() {
	c.inserted, c.deleted, c.removed = c.inserted[:0], c.deleted[:0], c.removed[:0]
}

// Original calls f for each word that has a deletion, in the text as it was before the changes.
// Words that a deletion joins, or that it has in it, are in one call. The first deletion in them is at
// index at of text.
func (c *Text) Original(text []byte, f func(words []byte, at int)) {
	if len(c.deleted) == 0 {
		return
	}
	was, marks := c.undo(text)
	const space = " \n\t"
	for end := 0; len(marks) > 0; marks = marks[1:] {
		m := marks[0]
		if m.to <= end {
			continue
		}
		at := c.deleted[len(c.deleted)-len(marks)].at
		from := max(end, bytes.LastIndexAny(was[:m.from], space)+1)
		end = m.to
		for len(marks) > 1 && (marks[1].from == end || !bytes.ContainsAny(was[end:marks[1].from], space)) {
			marks = marks[1:]
			end = marks[0].to
		}
		if i := bytes.IndexAny(was[end:], space); i >= 0 {
			end += i
		} else {
			end = len(was)
		}
		f(was[from:end], at)
	}
}

// undo returns the text as it was before the changes, and where it has the deletions.
func (c *Text) undo(text []byte) (was []byte, marks []span) {
	at, ins := 0, c.inserted
	copyTo := func(to int) {
		for len(ins) > 0 && ins[0].from < to {
			was = append(was, text[min(at, ins[0].from):ins[0].from]...)
			at = max(at, ins[0].to)
			ins = ins[1:]
		}
		if at < to {
			was = append(was, text[at:to]...)
			at = to
		}
	}
	for _, d := range c.deleted {
		copyTo(d.at)
		marks = append(marks, span{len(was), len(was) + d.to - d.from})
		was = append(was, c.removed[d.from:d.to]...)
	}
	copyTo(len(text))
	return was, marks
}
