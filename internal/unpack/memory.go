package unpack

import (
	"runtime/debug"
	"slices"
	"sync"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// The windows of all decoders, in bytes: enough for eight files of "xz -6" or one of
// "xz -9". With more workers than eight each has ownWindow.
const (
	sharedWindows = 64 << 20
	ownWindow     = 8 << 20
)

// A Memory bounds the windows that the decoders of several Unpackers hold together.
//
// A decoder gets the window that its input declares at once if all windows together are
// within the bound then. If they are not, the windows of idle decoders are freed. If that
// is not enough, the decoder waits until its Unpacker is the first in turn. The first
// never waits, and may exceed the bound by its own windows, also by that of a decoder in
// another one. So there is no deadlock: the first goes on, whatever the waiting decoders hold.
type Memory struct {
	most int64

	mu   sync.Mutex
	held int64
	idle []*decoder
}

// NewMemory returns a Memory for a number of workers.
func NewMemory(workers int) *Memory {
	return &Memory{most: max(sharedWindows, int64(workers)*ownWindow)}
}

// get returns an idle decoder of a format, or nil. It prefers the smallest window of at
// least some size, and else the largest. While the windows exceed the bound, a caller that
// has to await its turn gets none: it would not wait.
func (m *Memory) get(f detect.Packing, window int64, await func()) *decoder {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held > m.most && await != nil {
		return nil
	}
	best := -1
	for i, d := range m.idle {
		if d.format != f {
			continue
		}
		if best < 0 || fits(d.window, m.idle[best].window, window) {
			best = i
		}
	}
	if best < 0 {
		return nil
	}
	d := m.idle[best]
	m.idle = slices.Delete(m.idle, best, best+1)
	return d
}

// fits reports whether a window of size a is fitter than one of size b where one of
// size want is needed.
func fits(a, b, want int64) bool {
	if b < want {
		return a > b
	}
	return a >= want && a < b
}

// put makes a decoder idle.
func (m *Memory) put(d *decoder) {
	m.mu.Lock()
	m.idle = append(m.idle, d)
	m.mu.Unlock()
}

// take takes n bytes. If they exceed the bound, it calls await, which returns when the
// caller is the first in turn. A nil await says that the caller always is.
func (m *Memory) take(n int64, await func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held+n > m.most+m.unused() && await != nil {
		m.mu.Unlock()
		await()
		m.mu.Lock()
	}
	if m.held+n > m.most {
		m.free()
	}
	m.held += n
}

// unused returns how many bytes idle decoders hold. The caller holds the lock.
func (m *Memory) unused() (n int64) {
	for _, d := range m.idle {
		n += d.window
	}
	return n
}

// free frees the windows of idle decoders, at once: the next one would be allocated
// before the next collection. The caller holds the lock.
func (m *Memory) free() {
	if len(m.idle) == 0 {
		return
	}
	m.held -= m.unused()
	clear(m.idle)
	m.idle = m.idle[:0]
	debug.FreeOSMemory()
}

// give returns n bytes.
func (m *Memory) give(n int64) {
	m.mu.Lock()
	m.held -= n
	m.mu.Unlock()
}
