package mailbox

import (
	"bytes"
	"io"

	"github.com/urlgrep/urlgrep/internal/reading"
)

const (
	maxLine = 64 << 10 // bytes of a line that can be examined

	// Bytes read at once: from a file, so that they are still in the cache when they are
	// decoded, and from the text that another Reader decodes.
	fileRead   = 128 << 10
	nestedRead = 64 << 10
)

// An input is a window that slides over the raw bytes. It knows where lines end, and
// the number of the line at the position.
//
//	0 ≤ pos ≤ len(buf)
type input struct {
	r    io.Reader
	size int // bytes read at once
	buf  []byte
	pos  int   // buf[:pos] has been consumed
	base int64 // offset of buf[0], a multiple of reading.PageSize
	line int64 // number of the line that contains buf[pos], from 1: the number of LFs before it plus 1; 0 if lines are not counted
	eol  byte  // last byte of a line: LF, or CR in a file without LF; 0 if not known yet
	err  error // of r; io.EOF at its end
}

// reset prepares in to read r, which begins in the given line.
func (in *input) reset(r io.Reader, line int64) {
	*in = input{r: r, size: in.size, buf: in.buf[:0], line: line}
	if cap(in.buf) == 0 {
		in.buf = make([]byte, 0, maxLine+reading.PageSize+in.size)
	}
}

// startAt makes at the offset of the first byte that is read.
func (in *input) startAt(at int64) {
	in.pos = int(at % reading.PageSize)
	in.buf = in.buf[:in.pos]
	in.base = at - int64(in.pos)
}

// offset returns the position.
func (in *input) offset() int64 { return in.base + int64(in.pos) }

// rest returns the bytes in the window from n bytes after the position on.
func (in *input) rest(n int) []byte { return in.buf[in.pos+n:] }

// fill reads more bytes, to the place in a page that they have in the input. It returns
// false at the end of the input and if the window is full.
func (in *input) fill() bool {
	if in.err != nil {
		return false
	}
	if in.pos > 0 && cap(in.buf)-len(in.buf) < in.size {
		rest := in.rest(0)
		at := in.pos % reading.PageSize
		in.base += int64(in.pos - at)
		in.buf = in.buf[:at+copy(in.buf[at:cap(in.buf)], rest)]
		in.pos = at
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

// failed reports whether reading has failed.
func (in *input) failed() bool { return in.err != nil && in.err != io.EOF }

// skip advances by n bytes.
func (in *input) skip(n int) {
	in.line += in.count(in.buf[in.pos : in.pos+n])
	in.pos += n
}

// passOver moves the position to the end of the input, which has size bytes. They are not read.
func (in *input) passOver(size int64) {
	in.buf, in.pos, in.base, in.err = in.buf[:0], 0, size, io.EOF
}

// count returns the number of LFs in b, or 0 if lines are not counted.
func (in *input) count(b []byte) int64 {
	if in.line == 0 {
		return 0
	}
	return int64(bytes.Count(b, []byte{'\n'}))
}

// lineAt returns the line that begins n bytes after the position, with its end. It
// returns nil at the end of the input, and a line without its end if the input has none
// within maxLine bytes.
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

// findEnd sets eol. Lines end in CR if the first maxLine bytes have CRs and no LF, as
// in files of the classic Mac OS.
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

// head returns the bytes that findEnd examines. No more may have been read than fits
// into the window.
func (in *input) head() []byte { return in.buf[:min(len(in.buf), maxLine)] }
