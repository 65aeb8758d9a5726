package find

import (
	"bytes"
	"unicode/utf8"
)

// An output is the text of a URL that is being read: url, followed by the window from index from up to
// the cursor. Text is copied only where the window has other text within the URL, such as a line
// break.
type output struct {
	url  []byte
	from int
	segs []seg // where in the window the parts of url are: in order, and without a gap
}

// A seg says that the bytes from url[at] to the next seg are those of the window from
// index in on or, if size is not 0, are one character that is written as size bytes there.
type seg struct {
	at, in, size int
}

// reset begins a URL at an index of the window.
func (o *output) reset(start int) {
	o.url, o.from = o.url[:0], start
	o.segs = append(o.segs[:0], seg{0, start, 0})
}

// len returns the length of the URL, with the cursor at index at.
func (o *output) len(at int) int { return len(o.url) + at - o.from }

// start returns the index of the window where the URL begins.
func (o *output) start() int { return o.segs[0].in }

// end returns the index of the window after the last byte of url.
func (o *output) end() int {
	n := len(o.url)
	for i := len(o.segs) - 1; i >= 0; i-- {
		if g := o.segs[i]; g.at < n {
			if g.size > 0 {
				return g.in + g.size
			}
			return g.in + n - g.at
		}
	}
	return o.start()
}

// flush copies the text up to the cursor.
func (o *output) flush(data []byte, at int) {
	o.url = append(o.url, data[o.from:at]...)
	o.from = at
}

// add appends a character that is written as size bytes at index at, up to which the text has been
// copied.
func (o *output) add(r rune, at, size int) {
	o.segs = append(o.segs, seg{len(o.url), at, size})
	o.url = utf8.AppendRune(o.url, r)
}

// resume continues copying at an index of the window.
func (o *output) resume(at int) {
	o.from = at
	last := len(o.segs) - 1
	if g := &o.segs[last]; last > 0 && g.at == len(o.url) {
		*g = seg{g.at, at, 0} // the last seg is empty
		return
	}
	o.segs = append(o.segs, seg{len(o.url), at, 0})
}

// unread removes suffix from the end of the URL, all of which has been copied.
func (o *output) unread(suffix string) {
	url, ok := bytes.CutSuffix(o.url, []byte(suffix))
	if !ok {
		return
	}
	o.url = url
	for n := len(o.segs); n > 1 && o.segs[n-1].at >= len(url); n-- {
		o.segs = o.segs[:n-1]
	}
	o.resume(o.from)
}
