package unpack

import (
	"runtime/debug"
	"slices"
	"sync"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// The size of the windows of all decoders, in bytes: enough for eight files of "xz -6" or
// one of "xz -9". With more than eight workers, each adds ownWindow.
const (
	sharedWindows = 64 << 20
	ownWindow     = 8 << 20
)

// A Memory limits the total size of the windows of the decoders of several Unpackers, and of what
// their visitors hold: see Unpacker.Hold.
//
// A decoder gets the window that its input declares at once if the total is then within
// the limit. If it is not, the windows of idle decoders are freed. If that is not enough,
// the decoder waits until its Unpacker is the first in turn. The first never waits, and
// may exceed the limit by its own windows, also by that of a decoder within another. So
// there is no deadlock: the first continues, whatever the waiting decoders hold.
type Memory struct {
	limit int64

	mu   sync.Mutex
	held int64
	idle []*decoder
}

// NewMemory returns a Memory for a number of workers.
func NewMemory(workers int) *Memory {
	return &Memory{limit: max(sharedWindows, int64(workers)*ownWindow)}
}

// get returns an idle decoder of a format, or nil. It prefers the smallest window of at
// least the given size, or the largest if all are smaller. While the windows exceed the
// limit, get returns nil to a caller that must await its turn, since with a decoder from
// get it would not wait.
func (m *Memory) get(f detect.Packing, window int64, await func()) *decoder {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held > m.limit && await != nil {
		return nil
	}
	best := -1
	for i, d := range m.idle {
		if d.format != f {
			continue
		}
		if best < 0 || isBetter(d.window, m.idle[best].window, window) {
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

// isBetter reports whether a window of size a is better than one of size b if size want
// is needed.
func isBetter(a, b, want int64) bool {
	if b < want {
		return a > b
	}
	return a >= want && a < b
}

// put makes d idle.
func (m *Memory) put(d *decoder) {
	m.mu.Lock()
	m.idle = append(m.idle, d)
	m.mu.Unlock()
}

// acquire adds n bytes to the total. If the total exceeds the limit, it calls await,
// which returns when the caller is the first in turn. A nil await means that the caller
// is always the first.
func (m *Memory) acquire(n int64, await func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.held+n > m.limit+m.unused() && await != nil {
		m.mu.Unlock()
		await()
		m.mu.Lock()
	}
	if m.held+n > m.limit {
		m.free()
	}
	m.held += n
}

// unused returns the number of bytes that idle decoders hold. The caller must hold the
// lock.
func (m *Memory) unused() (n int64) {
	for _, d := range m.idle {
		n += d.window
	}
	return n
}

// free frees the windows of idle decoders at once, as the next window would be allocated
// before the next garbage collection. The caller must hold the lock.
func (m *Memory) free() {
	if len(m.idle) == 0 {
		return
	}
	m.held -= m.unused()
	clear(m.idle)
	m.idle = m.idle[:0]
	debug.FreeOSMemory()
}

// release subtracts n bytes from the total.
func (m *Memory) release(n int64) {
	m.mu.Lock()
	m.held -= n
	m.mu.Unlock()
}
