package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
)

const (
	// keep is how many bytes before the last byte that was read a Range remembers. A survey
	// of an mbox reads to its margin, and then the last lines of the range again.
	keep = 192 << 10

	// chunk is how many bytes a Range reads from a body at a time, at most.
	chunk = 64 << 10

	// margin is how many bytes after its end the GET of a Range asks for. A scan reads on to
	// the end of a line or message, in steps of 64 KiB.
	margin = 128 << 10

	// firstAhead is how long a GET at another offset is. Each GET that continues the last
	// one asks for twice as much.
	firstAhead = 256 << 10

	// headSize is how many bytes at the beginning of an Object are read once for all Ranges.
	// A survey of an mbox reads two blocks of 64 KiB there to find the first message.
	headSize = 128 << 10
)

// A Range is an Object for a reader that reads one range of it, from the beginning to the
// end, with little before and after it. It makes one request for that:
//
//   - The GET ends 128 KiB after the range. A GET without an end would save the requests for
//     reads after that, but must be aborted. That costs a new connection for the next range,
//     and the bytes that the service has sent by then. A read after the 128 KiB makes another
//     request, for 256 KiB, and then for twice as much each time.
//   - It begins with the first read from up to 192 KiB before the range.
//   - The 192 KiB before the last byte that was read are in memory, for reads that step
//     back. A read may also skip up to 192 KiB, which are read and discarded.
//   - The first 128 KiB of the Object are read once, and then are in memory for all its
//     Ranges. That is another request, if the range begins after 192 KiB.
//
// Any other read makes another request. The order of the reads changes only the number of
// requests and the time, not the bytes that are read.
//
// A Range has 256 KiB of memory, and one connection at most, until [Range.Close]. Its
// methods may be called by several goroutines, and wait for one another.
type Range struct {
	o          *Object
	ctx        context.Context
	begin, end int64
	limit      int64 // where the GET for the range ends

	mu     sync.Mutex
	next   int64  // offset of the next Read
	window []byte // the bytes before stream.at; nil after Close
	stream stream
	ahead  int64 // length of the last GET that was not for the range
}

// Range returns a Range from offset begin to end. A negative end, or one after the end of
// the Object, is the end of the Object. All requests of the Range end when ctx does.
func (o *Object) Range(ctx context.Context, begin, end int64) *Range {
	size := o.Size()
	if end < 0 || end > size {
		end = size
	}
	begin = min(max(0, begin), end)
	return o.newRange(ctx, begin, end, min(size, end+margin))
}

func (o *Object) newRange(ctx context.Context, begin, end, limit int64) *Range {
	return &Range{
		o: o, ctx: ctx, begin: begin, end: end, limit: limit,
		next: begin, window: make([]byte, 0, keep+chunk),
	}
}

// ReadAt reads from an offset of the Object, which may be outside the range: see
// [io.ReaderAt]. It returns [io.EOF] at the end of the Object. Other errors are of type
// [*fs.PathError], with the offset in their text, and are returned again by a read that
// needs the same bytes.
func (r *Range) ReadAt(p []byte, off int64) (n int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for n < len(p) && err == nil {
		var k int
		k, err = r.read(p[n:], off+int64(n))
		n += k
	}
	return n, err
}

// Read reads the next bytes of the range: see [io.Reader]. It returns [io.EOF] at the end of
// the range. It is independent of ReadAt, except that both use one connection. Errors are
// those of ReadAt.
func (r *Range) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.next >= r.end {
		return 0, io.EOF
	}
	if len(p) == 0 {
		return 0, nil
	}
	n, err := r.read(p[:min(int64(len(p)), r.end-r.next)], r.next)
	r.next += int64(n)
	return n, err
}

// Close ends the request of the Range. Reads then return [os.ErrClosed]. Close waits for a
// read: end the context of the Range to interrupt it. Close returns no error.
func (r *Range) Close() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.stream.close()
	r.window = nil
	return nil
}

// read reads some bytes from an offset, at least one. p is not empty.
func (r *Range) read(p []byte, off int64) (n int, err error) {
	switch {
	case r.window == nil:
		err = os.ErrClosed
	case off < 0:
		err = errors.New("the offset is negative")
	case off >= r.o.Size():
		return 0, io.EOF
	default:
		n, err = r.find(p, off)
	}
	if err != nil {
		err = fmt.Errorf("at offset %d: %w", off, err)
		err = &fs.PathError{Op: "read", Path: r.o.Name(), Err: err}
	}
	return n, err
}

// find copies bytes from the window or from the head, and first reads until one of them has
// these bytes.
func (r *Range) find(p []byte, off int64) (int, error) {
	for {
		at := r.stream.at
		if i := off - (at - int64(len(r.window))); i >= 0 && off < at {
			return copy(p, r.window[i:]), nil
		}
		if off < headSize && r.begin > keep {
			head, err := r.o.head.load(r.ctx, r.o)
			if err != nil {
				return 0, err
			}
			return copy(p, head[off:]), nil
		}
		if off < at || off >= r.stream.end || off > at+keep {
			r.seek(off, int64(len(p)))
		}
		if err := r.fill(); err != nil {
			return 0, err
		}
	}
}

// seek prepares a GET from an offset, at which n bytes are wanted.
func (r *Range) seek(off, n int64) {
	onward := off == r.stream.at
	if !onward {
		r.window = r.window[:0]
	}
	end := r.limit
	if off < r.begin-keep || off >= r.end {
		if onward {
			r.ahead *= 2
		} else {
			r.ahead = 0
		}
		r.ahead = max(r.ahead, firstAhead, n)
		end = min(off+r.ahead, r.o.Size())
	}
	r.stream.close()
	r.stream = stream{at: off, end: end}
}

// fill reads more bytes into the window.
func (r *Range) fill() error {
	if cap(r.window)-len(r.window) < chunk/2 {
		r.window = r.window[:copy(r.window, r.window[len(r.window)-keep:])]
	}
	n, err := r.stream.read(r.ctx, r.o, r.window[len(r.window):cap(r.window)])
	r.window = r.window[:len(r.window)+n]
	if r.stream.at == int64(len(r.window)) {
		r.o.head.store(r.window, r.o.Size())
	}
	return err
}

// A head is the first bytes of an Object: headSize, or all if the Object is smaller.
type head struct {
	mu    sync.Mutex // held while the bytes are read
	bytes atomic.Pointer[[]byte]
}

// load returns the bytes, and reads them when it is called for the first time.
func (h *head) load(ctx context.Context, o *Object) ([]byte, error) {
	if b := h.bytes.Load(); b != nil {
		return *b, nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if b := h.bytes.Load(); b != nil {
		return *b, nil
	}
	s := stream{end: min(headSize, o.Size())}
	defer s.close()
	b := make([]byte, s.end)
	for s.at < s.end {
		if _, err := s.read(ctx, o, b[s.at:]); err != nil {
			return nil, err
		}
	}
	h.bytes.Store(&b)
	return b, nil
}

// store keeps the head of text, the beginning of an Object of a size, if text is long
// enough.
func (h *head) store(text []byte, size int64) {
	n := min(headSize, size)
	if int64(len(text)) >= n && h.bytes.Load() == nil {
		b := bytes.Clone(text[:n])
		h.bytes.Store(&b)
	}
}
