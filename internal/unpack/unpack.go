// Package unpack reads what is compressed or in an archive as the files that it
// holds.
//
// # Terms
//
// A format is a [detect.Packing]: one of gzip, bzip2, zstd, xz, zip and tar. It is
// known by what the input begins with, never by its name. A layer is one format taken
// off: a compressed tar has two. A member is a file in a zip or a tar, and is named
// ARCHIVE/MEMBER, where MEMBER is what the archive calls it: a label, which no
// file is ever opened or made by.
//
// A fault is where an input is cut off or corrupt, or goes over a limit: an
// [Error]. [Garbage] is what is after the last of what was compressed.
//
// # Flow
//
// [Unpacker.Walk] has package detect look at the first bytes of the input. What has no
// format is given to the visitor as it is. What is compressed goes through
// a decoder (decode.go) and is a new input; so is each member of an archive
// (archive.go). At maxLayers it ends: what is in there goes as it is,
// compressed or not.
//
// All is a stream, and what comes through a pipe goes on as it comes, except for
// zip: its table of contents is at its end. A zip that cannot be read at any
// place is first written to a temporary file.
//
// With [Unpacker.ReadAhead] a goroutine (package ahead) takes the outermost layer off,
// if that is compressed. It does nothing that depends on what came out of others:
// limits are watched, and faults named, by who reads from it.
//
// What comes before a fault is given first, then the fault is the error of the
// reader, in the place of [io.EOF]. A fault that is in none of the members of
// an archive is visited as well: with the name of the archive, by a reader that
// has nothing else to give. So there is one way for errors, each has the name
// of what it is about, and none ends more than it must. A panic of a decoder is such
// a fault; one of the visitor is not touched.
//
// # Memory
//
// A decoder has 64 KiB for gzip, 4 MB for bzip2, and for zstd and xz the window that
// its input declares (headers.go), which is at most Limits.MaxWindow. The windows of
// all decoders are bounded by a [Memory] together. A zip has its table of contents in
// memory, of at most maxDirectory bytes.
package unpack

import (
	"bufio"
	"cmp"
	"errors"
	"io"
	"math"
	"sync/atomic"

	"github.com/urlgrep/urlgrep/internal/ahead"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/reading"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// The limits that are not for anybody to choose.
const (
	maxLayers    = 2        // formats within one another
	maxDirectory = 32 << 20 // bytes of a zip's table of contents
	maxSpool     = 1 << 30  // bytes of a zip that must be in a temporary file
	bufferSize   = 32 << 10 // read at once
)

// DefaultMaxWindow is what Limits.MaxWindow is when it is 0. It is that of the
// command zstd, and twice what "xz -9" needs.
const DefaultMaxWindow = 128 << 20

// MinWindow is the least that Limits.MaxWindow may be: zstd has no smaller ones.
const MinWindow = 1 << 10

// DefaultMaxRatio is what Limits.MaxRatio is when it is 0. Deflate makes 1032 bytes of
// one at most, once; text that is no more than one line again and again comes near
// this with others.
const DefaultMaxRatio = 10_000

// freeBytes may come out of the decoders whatever has gone in.
const freeBytes = 1 << 30

// Limits say how much an input may take.
type Limits struct {
	// MaxBytes is how many bytes may come out of the decoders for one input,
	// all layers and members taken together; 0 for any number.
	MaxBytes int64

	// MaxRatio is how many times as many bytes may come out as there are in the
	// input, once it is more than 1 GiB; 0 for DefaultMaxRatio. Of what cannot be
	// read at any place, they are those that have been read so far. So time is
	// linear in what is given, however often that is compressed.
	MaxRatio int64

	// MaxWindow is the largest dictionary of xz and window of zstd, which is
	// memory; 0 for DefaultMaxWindow.
	MaxWindow int64
}

// A Visitor is called for each file. The reader is good until it returns. It
// returns false when it wants no more of them.
type Visitor func(name string, r io.Reader) bool

// An Unpacker walks through inputs, one after another.
type Unpacker struct {
	limits Limits
	free   int64 // freeBytes, and
	spool  int64 // maxSpool, but in tests
	layers *[maxLayers]layer

	byMagic bool // see ByMagic
	memory  *Memory
	await   func()                               // see Share
	begin   func() (wait func() (resume func())) // see ReadAhead
	ahead   *ahead.Reader                        // nil until it is needed
}

// New returns an Unpacker with these limits.
func New(limits Limits) *Unpacker {
	limits.MaxBytes = cmp.Or(limits.MaxBytes, math.MaxInt64-1)
	limits.MaxRatio = cmp.Or(limits.MaxRatio, DefaultMaxRatio)
	limits.MaxWindow = cmp.Or(limits.MaxWindow, DefaultMaxWindow)
	return &Unpacker{limits: limits, free: freeBytes, spool: maxSpool, layers: new([maxLayers]layer), memory: NewMemory(1)}
}

// ByMagic has a tar known by its magic only. One without, which is older than that, is
// then visited as it is.
func (u *Unpacker) ByMagic() { u.byMagic = true }

// Share has the decoders take their windows out of a Memory that other Unpackers share.
// await waits until u is the first in turn; all others may wait for that, it for none.
func (u *Unpacker) Share(m *Memory, await func()) { u.memory, u.await = m, await }

// ReadAhead has a goroutine read and decompress what is compressed while the visitor
// looks at what came before: no more than 256 KiB ahead. begin is called when an input
// turns out to be so, and returns what is called from then on each time before the
// visitor may have to wait, or nil; and what that returns, when it goes on. If begin is nil, nothing is read ahead any more.
//
// What is not compressed is not read ahead. A pipe has room for 64 KiB itself; and to
// take over what another thread has read costs no less than to read it. Measured with
// plain text that was a fifth more cpu time: for a fifth less wall time with a processor
// to spare, and more of it without. With mail nothing was won.
//
// Where Walk has no [io.SectionReader], and the visitor has not read all, the goroutine
// may still wait for something to come in when Walk returns.
func (u *Unpacker) ReadAhead(begin func() (wait func() (resume func()))) { u.begin = begin }

// Walk calls visit for each file in r: for r itself, with the name as it is, if
// that has no format. Where no read has to wait for someone, at is the same
// input to be read at any place, else nil. An error of r must come again when r
// is read again. If visit panics, so does Walk, and u can be used for the next input.
func (u *Unpacker) Walk(name string, r io.Reader, at *io.SectionReader, visit Visitor) {
	w := walk{Unpacker: u, at: at, visitor: visit}
	panics := true
	defer func() {
		if panics {
			u.layers, u.ahead = new([maxLayers]layer), nil
		}
	}()
	w.input(0, name, counted{r, &w.in})
	panics = false
}

// A walk goes through one input.
type walk struct {
	*Unpacker
	at      *io.SectionReader
	visitor Visitor
	in      atomic.Int64 // bytes that were read of it
	out     int64        // bytes that came out of the decoders
	spent   bool         // no more may
	told    error        // the last fault that the visitor has read
	over    bool         // the visitor has seen enough
}

// input goes through one layer, and what is in it.
func (w *walk) input(depth int, name string, r io.Reader) {
	if depth == maxLayers {
		w.visit(name, r)
		return
	}
	l := &w.layers[depth]
	in := l.reset(r)
	switch f := w.packing(in); f {
	case detect.None:
		w.visit(name, in)
	case detect.Zip:
		w.zip(depth, name, in)
	case detect.Tar:
		w.tar(depth, name, in)
	default:
		r, d, err := w.decoder(l, f)
		t := &text{w: w, format: f, r: w.readAhead(depth, r), err: because(f, 0, err)}
		stopped, panics := false, true
		defer func() {
			switch {
			case panics || isPanic(t.err):
				w.discard(d)
			case stopped:
				w.close(d)
			}
		}()
		w.input(depth+1, name, t)
		t.r = nil // the visitor may still have t, and so a window that is to be freed
		stopped, panics = w.stop(depth, w.at != nil), false
	}
}

// packing returns the packing of what in gives first. Nothing is taken from in.
func (w *walk) packing(in *bufio.Reader) detect.Packing {
	after := detect.Stream
	if w.at != nil {
		after = detect.File
	}
	head, _ := in.Peek(1) // errors come again
	for {
		head, _ = in.Peek(max(len(head), min(in.Buffered(), detect.TarBlock)))
		p, more := detect.PackingOf(head, after)
		if p == detect.Tar && w.byMagic && !detect.HasTarMagic(head) {
			return detect.None
		}
		if !more {
			return p
		}
		n := len(head) + 1
		if head, _ = in.Peek(n); len(head) < n {
			return detect.None
		}
	}
}

// decoder is open, with new layers after a panic.
func (w *walk) decoder(l *layer, f detect.Packing) (r io.Reader, d *decoder, err error) {
	defer w.renewAfter(&err)
	return w.open(l, f)
}

// renewAfter has new layers made if err is a panic, which leaves the old ones in any
// state.
func (w *walk) renewAfter(err *error) {
	if isPanic(*err) {
		w.layers = new([maxLayers]layer)
	}
}

func isPanic(err error) bool {
	var panicked *recovered.Error
	return err != nil && errors.As(err, &panicked)
}

// readAhead returns a reader that is ahead of those who read from it, if that is
// wanted. Since there is one goroutine only, this is so in the outermost layer: the
// others read from that.
func (w *walk) readAhead(depth int, r io.Reader) io.Reader {
	if w.begin == nil || depth > 0 {
		return r
	}
	if w.ahead == nil {
		w.ahead = new(ahead.Reader)
	}
	w.ahead.Reset(r, w.at != nil, w.begin())
	return w.ahead
}

// stop ends what readAhead has begun, and reports whether it has ended. If it cannot wait
// for that, what the goroutine uses is left to it.
func (w *walk) stop(depth int, wait bool) bool {
	if depth == 0 && w.ahead != nil && !w.ahead.Stop(wait) {
		w.ahead, w.layers = nil, new([maxLayers]layer)
		return false
	}
	return true
}

// reset makes l read from r.
func (l *layer) reset(r io.Reader) *bufio.Reader {
	if l.in == nil {
		l.in = bufio.NewReaderSize(nil, bufferSize)
	}
	l.in.Reset(r)
	return l.in
}

func (w *walk) visit(name string, r io.Reader) {
	w.told = nil
	w.over = !w.visitor(name, watched{r, w})
}

// fail visits a fault that is in no file.
func (w *walk) fail(name string, err error) {
	if !w.over {
		w.visit(name, &text{err: err})
	}
}

// A watched is what the visitor reads. Faults that it has not come to, since it
// had seen enough of a file, are still to be told.
type watched struct {
	io.Reader
	w *walk
}

func (r watched) Read(p []byte) (n int, err error) {
	n, err = r.Reader.Read(p)
	if err != nil && err != io.EOF {
		r.w.told = err
	}
	return n, err
}

// A text is what comes out of one layer. It holds an error back until all is
// read that came with it: not every decoder takes both at once.
type text struct {
	w      *walk
	format detect.Packing
	r      io.Reader
	n      int64 // bytes that have come
	free   bool  // nothing is larger than it was in the layer
	err    error
}

func (t *text) Read(p []byte) (n int, err error) {
	if t.err != nil {
		return 0, t.err
	}
	if t.free {
		n, err = t.w.take(t.r, p)
	} else {
		n, err = t.w.charge(t.r, p)
	}
	t.n += int64(n)
	t.err = because(t.format, t.n, err)
	if n > 0 {
		return n, nil
	}
	return 0, t.err
}

// take reads from r, with a panic as an error.
func (w *walk) take(r io.Reader, p []byte) (n int, err error) {
	defer w.renewAfter(&err)
	defer recovered.To(&err)
	return r.Read(p)
}

// charge reads no more than may still come. It tries to read one byte more than
// that, to know whether there is one.
func (w *walk) charge(r io.Reader, p []byte) (n int, err error) {
	most := w.most()
	if left := most - w.out; left < int64(len(p)) {
		p = p[:left+1]
	}
	n, err = w.take(r, p)
	if most = w.most(); w.out+int64(n) > most { // of a pipe more may have been read
		n, w.spent = int(most-w.out), true
		if err = tooMuch(most); most < w.limits.MaxBytes {
			err = tooDense(w.limits.MaxRatio)
		}
	}
	w.out += int64(n)
	return n, err
}

// most returns how many bytes may come out of the decoders.
func (w *walk) most() int64 {
	in := w.in.Load()
	if w.at != nil {
		in = w.at.Size()
	}
	if in > w.limits.MaxBytes/w.limits.MaxRatio {
		return w.limits.MaxBytes
	}
	return min(w.limits.MaxBytes, max(w.free, in*w.limits.MaxRatio))
}

// A counted counts what is read. It returns no empty read without an error: decoders
// would read again and again.
type counted struct {
	io.Reader
	n *atomic.Int64
}

func (c counted) Read(p []byte) (n int, err error) {
	n, err = reading.Some(c.Reader, p)
	c.n.Add(int64(n))
	return n, err
}
