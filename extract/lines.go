package extract

import "bytes"

// lines knows in which line a place is, and how that line begins. It looks at
// the text only when asked, or when text is about to leave the window; each
// byte once.
type lines struct {
	counted int   // the LFs before this index of the window are counted
	count   int64 // how many there are, from the beginning of the input

	start int    // index at which the line that seen is in begins, -1: before the window
	seen  int    // index up to which line breaks have been looked for
	saved []byte // what of the line that the window begins in is before it, at most maxHead
	whole []byte // scratch
}

// number returns the number of the line that index i is in, from 1.
func (l *lines) number(s *Scanner, i int) int64 {
	if i < l.counted {
		return l.count - int64(bytes.Count(s.buf[i:l.counted], []byte{'\n'})) + 1
	}
	l.count += int64(bytes.Count(s.buf[l.counted:i], []byte{'\n'}))
	l.counted = i
	return l.count + 1
}

// head returns the line that index end-1 is in, up to end, or its first
// maxHead bytes. It is valid until the next call.
func (l *lines) head(s *Scanner, end int) []byte {
	start := l.start
	if at := end - 1; at >= l.seen {
		if i := lastBreak(s.buf[l.seen:at]); i >= 0 {
			l.start = l.seen + i + 1
		}
		l.seen = at
		start = l.start
	} else if start > at {
		start = lastBreak(s.buf[:at]) + 1
		if start == 0 {
			start = -1
		}
	}
	if start >= 0 {
		return s.buf[start:min(end, start+maxHead)]
	}
	l.whole = append(append(l.whole[:0], l.saved...), s.buf[:min(end, maxHead-len(l.saved))]...)
	return l.whole
}

// slide forgets the first drop bytes of the window.
func (l *lines) slide(s *Scanner, drop int) {
	if drop == 0 {
		return
	}
	if !s.opts.NoPlace && l.counted < drop {
		l.number(s, drop)
	}
	l.counted = max(0, l.counted-drop)
	gone := s.buf[:drop]
	last := lastBreak(gone)
	if last >= 0 {
		l.saved = l.saved[:0]
	}
	rest := gone[last+1:]
	l.saved = append(l.saved, rest[:min(len(rest), maxHead-len(l.saved))]...)
	l.seen = max(0, l.seen-drop)
	l.start = max(-1, l.start-drop)
}

// lastBreak returns the index of the last CR or LF in b, -1 if there is none.
//
// Mostly it is not far from the end. Where it is, there may be none at all, as in a
// file of one line: that is seen from the front, a vector at a time.
func lastBreak(b []byte) int {
	const near = 256
	i := len(b) - 1
	for ; i >= 0 && b[i] != '\n' && b[i] != '\r'; i-- {
		if rest := b[:i]; len(b)-i == near && bytes.IndexByte(rest, '\n') < 0 && bytes.IndexByte(rest, '\r') < 0 {
			return -1
		}
	}
	return i
}
