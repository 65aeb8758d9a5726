package mailbox

import (
	"bytes"
	"io"

	"github.com/urlgrep/urlgrep/internal/reading"
)

const (
	maxLine = 64 << 10 // bytes of a line that can be looked at

	// Bytes read at once: of a file, which are still in the cache when they are
	// decoded, and of what another Reader decodes.
	fileRead   = 128 << 10
	nestedRead = 64 << 10
)

// An input is a window that slides over the raw bytes. It knows lines: where
// they end, and the number of the one at its beginning.
//
//	0 ≤ pos ≤ len(buf)
type input struct {
	r    io.Reader
	size int // how much is read at once
	buf  []byte
	pos  int   // buf[:pos] has been dealt with
	base int64 // offset of buf[0]
	line int64 // number of the line that buf[pos] is in, from 1: one more than the LFs before; 0 if lines are not counted
	eol  byte  // what lines end in: LF, or CR in a file without LF
	err  error // of r; io.EOF at its end
}

// reset makes ready to read r, which begins in that line.
func (in *input) reset(r io.Reader, line int64) {
	*in = input{r: r, size: in.size, buf: in.buf[:0], line: line}
	if cap(in.buf) == 0 {
		in.buf = make([]byte, 0, maxLine+in.size)
	}
}

// offset returns the offset of what comes next.
func (in *input) offset() int64 { return in.base + int64(in.pos) }

// rest returns what is in the window, from n bytes after the place on.
func (in *input) rest(n int) []byte { return in.buf[in.pos+n:] }

// fill reads some more. It returns false when there is no more, or no room.
func (in *input) fill() bool {
	if in.err != nil {
		return false
	}
	if in.pos > 0 && cap(in.buf)-len(in.buf) < in.size {
		in.base += int64(in.pos)
		in.buf = in.buf[:copy(in.buf, in.buf[in.pos:])]
		in.pos = 0
	}
	free := in.buf[len(in.buf):min(cap(in.buf), len(in.buf)+in.size)]
	if len(free) == 0 {
		return false
	}
	n, err := reading.Some(in.r, free)
	in.buf = in.buf[:len(in.buf)+n]
	in.err = err
	return n > 0
}

// failed reports whether the input has failed.
func (in *input) failed() bool { return in.err != nil && in.err != io.EOF }

// skip goes on by n bytes.
func (in *input) skip(n int) {
	in.line += in.count(in.buf[in.pos : in.pos+n])
	in.pos += n
}

// count returns how many lines end in b; 0 if lines are not counted.
func (in *input) count(b []byte) int64 {
	if in.line == 0 {
		return 0
	}
	return int64(bytes.Count(b, []byte{'\n'}))
}

// lineAt returns the line that begins n bytes after the place, with its end.
// It is nil at the end of the input, and without its end where the input has
// none, or not within maxLine bytes.
func (in *input) lineAt(n int) []byte {
	end := in.end() // first, as it may read
	for seen := 0; ; {
		rest := in.rest(n)
		rest = rest[:min(len(rest), maxLine)]
		if i := bytes.IndexByte(rest[seen:], end); i >= 0 {
			return rest[:seen+i+1]
		}
		if seen = len(rest); seen == maxLine || !in.fill() {
			return in.rest(n)[:seen]
		}
	}
}

// end returns the byte that lines end in.
func (in *input) end() byte {
	if in.eol == 0 {
		in.findEnd()
	}
	return in.eol
}

// findEnd finds out what lines end in. A file has no LF if its first maxLine
// bytes have CRs and no LF: so did the Macintosh.
func (in *input) findEnd() {
	in.eol = '\n'
	head := in.head()
	for seen := 0; bytes.IndexByte(head[seen:], '\n') < 0; head = in.head() {
		if seen = len(head); seen < maxLine && in.fill() {
			continue
		}
		if bytes.IndexByte(head, '\r') >= 0 {
			in.eol = '\r'
		}
		return
	}
}

// head returns what is looked at of what has been read, when no more has been
// than fits into the window.
func (in *input) head() []byte { return in.buf[:min(len(in.buf), maxLine)] }
