// Package ahead reads ahead: while what has been read is looked at, a goroutine
// reads what follows.
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

// A Reader reads ahead, at most 256 KiB. It may be used for one input after another,
// and keeps its memory. The zero Reader has no input.
//
// The first block of an input is read when it is asked for, without a goroutine: for
// what is no longer, one would be of no use.
type Reader struct {
	in     io.Reader
	whole  bool // blocks are filled
	wait   func() (resume func())
	direct int    // bytes that were read without a goroutine
	text   []byte // what is left of the current block
	err    error  // after text
	ring   ring
}

// A ring has the blocks that go round between a Reader, which empties them, and its goroutine,
// which fills them. Each is in one of the channels, or current, or in the goroutine.
type ring struct {
	memory  [blocks]block
	current *block      // the one that the Reader empties; nil before the first
	full    chan *block // nil as long as there is no goroutine
	empty   chan *block
	over    atomic.Bool // nothing is wanted any more
}

// A block is what is read at once, and the error after it.
type block struct {
	buf []byte
	n   int
	err error
}

// Reset makes r read from in. With whole a block is filled before it is given,
// without it what comes is given at once. Where wait is not nil, Read calls it
// each time before it asks in or the goroutine for more, and what it returns after
// that.
//
// If r has had an input before, [Reader.Stop] has to be called first.
func (r *Reader) Reset(in io.Reader, whole bool, wait func() (resume func())) {
	r.in, r.whole, r.wait = in, whole, wait
	r.direct, r.text, r.err = 0, nil, nil
	r.ring.current, r.ring.full, r.ring.empty = nil, nil, nil
}

// Read gives what the input gives. An error comes again.
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

// next takes the next block.
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

// begin has a goroutine fill blocks from in.
func (r *ring) begin(in io.Reader, whole bool) {
	r.full, r.empty = make(chan *block, blocks), make(chan *block, blocks)
	r.over.Store(false)
	for i := range r.memory {
		b := &r.memory[i]
		if b.buf == nil {
			b.buf = make([]byte, blockSize)
		}
		r.empty <- b
	}
	go r.run(in, whole)
}

// run fills blocks. Each channel has room for all of them, so it waits for none but
// an empty one.
func (r *ring) run(in io.Reader, whole bool) {
	defer close(r.full)
	for b := range r.empty {
		if r.over.Load() {
			return
		}
		err := b.fill(in, whole)
		r.full <- b
		if err != nil {
			return
		}
	}
}

// fill returns the error as well: once b is handed on it is not to be looked at. A
// panic of in is a [recovered.Error] after what was read before it.
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

// Stop ends the reading, and reports whether the input is used no more. It can wait
// for that. If it does not, the input may be used until it has given what it was asked
// for last, which may be never, and r is good for nothing else.
func (r *Reader) Stop(wait bool) bool {
	g := &r.ring
	if g.full == nil {
		return true
	}
	g.over.Store(true)
	close(g.empty)
	if !wait && r.err == nil {
		return false
	}
	for range g.full {
	}
	g.full = nil
	return true
}
