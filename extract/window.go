package extract

import (
	"bytes"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/reading"
)

const chunk = 64 << 10 // bytes read at once

// A window is the part of a text that is in memory. It slides forward over the text.
//
//	text = base bytes that were dropped + Data + bytes that were not read yet
//
// Head is the beginning of the line that Data begins in. Text that is still needed is not
// dropped: the code that reads decides. EOF reports that the text ends with Data.
//
// Data begins in buf at the same place in a page as in the text, except after hold: see
// [reading.PageSize].
type window struct {
	find.Window
	buf    []byte
	base   int64
	cut    bool // the reader failed, so the end of the text is missing
	credit int  // bytes that may be read again before the window has grown: see spend
	room   int  // free bytes required after Data before more is read
}

// sizeFor prepares the size of the window for r: small if r is a short text in memory.
func (w *window) sizeFor(r io.Reader) {
	w.room = chunk
	switch r.(type) {
	case *bytes.Reader, *strings.Reader:
		const few = 512
		n := r.(interface{ Len() int }).Len()
		w.room = max(few, min(2*(n+1), chunk)) // half of it is free at the end
	}
}

// reset begins another text.
func (w *window) reset() {
	w.Data, w.Head, w.base, w.EOF, w.cut = w.buf[:0], w.Head[:0], 0, false, false
}

// hold makes text, which is a whole text, the Data of the empty window, without copying it.
func (w *window) hold(text []byte) {
	w.Data, w.EOF = text[:len(text):len(text)], true
}

// offset returns the offset in the text of index i.
func (w *window) offset(i int) int64 { return w.base + int64(i) }

// index returns the index of an offset in the text. It may be outside the window.
func (w *window) index(offset int64) int { return int(offset - w.base) }

// hasRoom reports whether the window has room for more text.
func (w *window) hasRoom() bool { return cap(w.Data)-len(w.Data) >= w.room/2 }

// slide drops the first drop bytes. It makes room after the rest: if there is not enough,
// the window grows.
func (w *window) slide(drop int) {
	if drop > 0 {
		w.Head = find.HeadAfter(w.Head, w.Data[:drop])
	}
	kept := w.Data[drop:]
	w.base += int64(drop)
	at := int(w.base % reading.PageSize)
	if need := at + len(kept) + w.room; need > len(w.buf) {
		w.buf = make([]byte, max(need, 2*len(w.buf)))
	}
	w.Data = w.buf[at : at+copy(w.buf[at:], kept)]
}

// read appends text from r, up to a chunk, and returns its length.
func (w *window) read(r *source) (n int, err error) {
	had := len(w.Data)
	w.Data, err = r.appendTo(w.Data)
	w.setNotation(r.seg)
	n = len(w.Data) - had
	if err == nil {
		w.credit = min(w.credit+maxRereads*n, maxRereads<<20)
	}
	return n, err
}

// setNotation sets the notation of the text to that of seg.
func (w *window) setNotation(seg *mailbox.Segment) { w.XML, w.CSV = seg.XML, seg.CSV }

// cutBefore ends the text before index i.
func (w *window) cutBefore(i int) { w.Data, w.EOF = w.Data[:i], true }

// decisive reports whether the last n bytes of the window may end a candidate. Without
// such bytes, a candidate that needs more text is not examined again before the window
// has doubled. So a long candidate that arrives in small pieces takes linear time, and a
// match is still returned as soon as it is certain. But see spend.
func (w *window) decisive(n int) bool {
	from := len(w.Data) - n
	if from > 0 && ascii.Is(w.Data[from-1], ascii.Space) {
		return true
	}
	for i, c := range w.Data[from:] {
		if ends.Perhaps(c) {
			return true
		}
		if at := from + i; c == '/' && at > 0 && w.Data[at-1] == '/' {
			return true // of a second URL, after a comma
		}
	}
	return false
}

// maxRereads is how often a byte may be read again because a later one could have ended the
// candidate that both are in.
const maxRereads = 16

// spend reports whether n bytes may be read again, and subtracts them from the credit.
// If each byte of a long candidate could end it and none does, and the bytes arrive one
// by one, each would otherwise be read as often as the candidate has bytes. The credit
// comes from the bytes that have been read, also long before, since there is mostly
// nothing to pay for.
func (w *window) spend(n int) bool {
	if w.credit < n {
		return false
	}
	w.credit -= n
	return true
}

// fill reads until it makes sense to examine the candidate at the point of the search
// again. It first makes room: it drops the text that is not needed any more, and if that
// is not enough, the window grows. The limits on a candidate bound the window, since they
// bound the text that a candidate needs.
func (s *Scanner) fill() {
	w := &s.win
	s.isRead = true
	if s.src.r == nil { // of the zero Scanner
		s.Reset(nil)
	}
	for {
		if !w.hasRoom() {
			s.slide(s.consumed())
		}
		if i := s.consumed(); i > 0 || w.base > 0 {
			s.src.discard(w.offset(i))
		}
		n, err := w.read(&s.src)
		if s.opts.Input == InputAuto && !s.src.isDecoded() && w.base < binaryHead && s.endAtNUL(n) {
			return
		}
		if err != nil {
			s.end(err)
			return
		}
		if n > 0 && (len(w.Data)-s.point.Pos < find.Eager || len(w.Data) >= s.want ||
			w.decisive(n) && w.spend(len(w.Data)-s.point.Pos)) {
			return
		}
	}
}

// consumed returns the index before which no text of the window is needed any more.
func (s *Scanner) consumed() int {
	n := max(0, s.point.Pos-find.LookBehind)
	if s.lines != nil && !s.lines.rendered.current {
		n = min(n, s.win.index(s.lines.at))
	}
	return n
}

// slide makes room in the window, and drops its first drop bytes.
func (s *Scanner) slide(drop int) {
	s.annotator.slide(&s.win, s.point.Pos, drop)
	s.win.slide(drop)
	s.finder.Slide(drop)
	s.point.Slide(drop)
	s.want -= drop
}

const binaryHead = detect.HeadSize // bytes in which a NUL makes the input binary

// endAtNUL ends the text at a NUL, if one of the last n bytes is a NUL and is in the first 32
// KiB. It reports whether it did.
func (s *Scanner) endAtNUL(n int) bool {
	w := &s.win
	from := len(w.Data) - n
	to := min(len(w.Data), int(max(0, binaryHead-w.base)))
	if from >= to {
		return false
	}
	i := bytes.IndexByte(w.Data[from:to], 0)
	if i < 0 || s.src.start(w.offset(from+i)) >= binaryHead {
		return false
	}
	w.cutBefore(from + i)
	s.err = ErrBinary
	return true
}
