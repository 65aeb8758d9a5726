// Package ahead reads ahead: a goroutine reads the next blocks of an input while the
// caller works on the last one.
package ahead

import (
	"io"
	"sync/atomic"

	"github.com/urlgrep/urlgrep/internal/reading"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

const (
	blockSize = 64 << 10
	blocks    = 4
)

// A Reader reads at most 256 KiB ahead. It can be used for one input after another, and
// reuses its memory. The zero Reader has no input.
//
// The Reader reads the first block of an input only when the caller asks for it, without
// a goroutine: an input of one block would gain nothing from it.
type Reader struct {
	in     io.Reader
	whole  bool // each block is filled before it is read
	wait   func() (resume func())
	direct int    // bytes that were read without a goroutine
	text   []byte // rest of the current block
	err    error  // error after text
	ring   ring
}

// A ring holds the blocks that go around between a Reader, which empties them, and its
// goroutine, which fills them. Each block is in one of the channels, current, or in use
// by the goroutine.
type ring struct {
	memory  [blocks]block
	current *block      // the block that the Reader empties; nil before the first
	full    chan *block // nil as long as there is no goroutine
	empty   chan *block
	stopped atomic.Bool // Stop was called
}

// A block is the result of one read ahead: n bytes in buf, and the error after them.
type block struct {
	buf []byte
	n   int
	err error
}

// Reset makes r read from in. If whole is set, r fills each block before it returns bytes
// of it; otherwise it returns bytes as soon as in does. If wait is not nil, Read calls it
// each time before it has to wait for in or for the goroutine, and calls resume, the
// function that wait returns, afterwards.
//
// If r had an input before, the caller must call [Reader.Stop] first.
func (r *Reader) Reset(in io.Reader, whole bool, wait func() (resume func())) {
	r.in, r.whole, r.wait = in, whole, wait
	r.direct, r.text, r.err = 0, nil, nil
	r.ring.current, r.ring.full, r.ring.empty = nil, nil, nil
}

// Read returns the bytes and the error of the input. It returns the error again on later
// calls.
func (r *Reader) Read(p []byte) (n int, err error) {
	if len(r.text) == 0 {
		if r.err != nil {
			return 0, r.err
		}
		if r.wait != nil {
			defer r.wait()()
		}
		if r.direct < blockSize {
			n, r.err = r.in.Read(p)
			r.direct += n
			return n, r.err
		}
		r.next()
	}
	n = copy(p, r.text)
	r.text = r.text[n:]
	if n == 0 && len(p) > 0 {
		err = r.err
	}
	return n, err
}

// next waits for the next block and makes it current.
func (r *Reader) next() {
	if r.ring.full == nil {
		r.ring.begin(r.in, r.whole)
	} else {
		r.ring.empty <- r.ring.current
	}
	b := <-r.ring.full
	r.ring.current = b
	r.text, r.err = b.buf[:b.n], b.err
}

// begin starts a goroutine that fills blocks from in.
func (r *ring) begin(in io.Reader, whole bool) {
	r.full, r.empty = make(chan *block, blocks), make(chan *block, blocks)
	r.stopped.Store(false)
	for i := range r.memory {
		b := &r.memory[i]
		if b.buf == nil {
			b.buf = make([]byte, blockSize)
		}
		r.empty <- b
	}
	go r.run(in, whole)
}

// run fills blocks. Both channels have room for all blocks, so run waits only for an
// empty block.
func (r *ring) run(in io.Reader, whole bool) {
	defer close(r.full)
	for b := range r.empty {
		if r.stopped.Load() {
			return
		}
		err := b.fill(in, whole)
		r.full <- b
		if err != nil {
			return
		}
	}
}

// fill fills b from in. It returns the error of in as well, since the caller must not
// look at b once it is in the channel. A panic of in becomes a [recovered.Error], after
// the bytes that were read before it.
func (b *block) fill(in io.Reader, whole bool) (err error) {
	b.n, b.err = 0, nil
	b.err = recovered.Call(func() {
		for err == nil && (b.n == 0 || whole && b.n < len(b.buf)) {
			var n int
			n, err = reading.Some(in, b.buf[b.n:])
			b.n += n
		}
	})
	if b.err == nil {
		b.err = err
	}
	return b.err
}

// Stop ends the reading, and reports whether r no longer uses its input. With wait set,
// it waits for that. Otherwise r may use the input until its last read returns, which may
// be never; then r cannot be used again.
func (r *Reader) Stop(wait bool) bool {
	g := &r.ring
	if g.full == nil {
		return true
	}
	g.stopped.Store(true)
	close(g.empty)
	if !wait && r.err == nil {
		return false
	}
	for range g.full {
	}
	g.full = nil
	return true
}
