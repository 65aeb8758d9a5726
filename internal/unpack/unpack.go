// Package unpack reads the files within compressed files and archives.
//
// # Terms
//
// A format is a [detect.Packing]: gzip, bzip2, zstd, xz, zip or tar. It is recognized by
// the first bytes of the input, never by the name. A layer is one level of formats: a
// compressed tar file has two. A member is a file in a zip or tar file. It is named
// ARCHIVE/MEMBER, where MEMBER is its name in the archive. The name is only a label: no
// file is opened or created by it.
//
// A fault is an [Error]: the input is incomplete or corrupt, or exceeds a limit.
// [Garbage] is data in another format after compressed data.
//
// # Flow
//
// [Unpacker.Walk] calls package detect with the first bytes of the input. An input
// without a format is passed to the visitor as it is. Compressed data goes through a
// decoder (decode.go) and is a new input. So is each member of an archive (archive.go).
// After maxLayers layers, data is passed on as it is, compressed or not.
//
// All formats are read as streams, and data from a pipe is passed on as it arrives,
// except for zip, which has its central directory at the end. A zip file that cannot be read
// at any offset is copied first. It can be if it is the input and that can, or is stored without
// compression in such an archive.
//
// With [Unpacker.ReadAhead], a goroutine (package ahead) decompresses the outermost
// layer. It does nothing that depends on the output of other layers: the reader of its
// output checks limits and reports faults.
//
// Text before a fault is passed to the visitor first. Then the fault is the error of its
// reader, instead of [io.EOF]. For a fault in an archive but outside its members, the
// visitor is called with the name of the archive and a reader that returns only the
// fault. So each fault is reported in one way, with the name of the file it concerns, and
// ends no more than that file. A panic of a decoder is such a fault. A panic of the
// visitor is not recovered.
//
// # Memory
//
// A decoder needs 64 KiB for gzip, 4 MB for bzip2, and for zstd and xz the window that
// its input declares (headers.go), which is at most Limits.MaxWindow. A [Memory] limits
// the total of the windows of all decoders, and of the lists of members of zip files. The
// first maxHeld bytes of a zip file that is copied are in memory.
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
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/reading"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// Limits that cannot be set.
const (
	maxLayers  = 2        // nested formats
	maxSpool   = 1 << 30  // bytes of a zip file that is copied
	maxHeld    = 1 << 20  // bytes of the copy in memory; the others are in a temporary file
	bufferSize = 32 << 10 // bytes read at once
)

// DefaultMaxWindow is the default of Limits.MaxWindow. It is the limit of the command
// zstd, and twice what "xz -9" needs.
const DefaultMaxWindow = 128 << 20

// MinWindow is the minimum of Limits.MaxWindow. It is the smallest window of zstd.
const MinWindow = 1 << 10

// DefaultMaxRatio is the default of Limits.MaxRatio. Deflate expands data by a factor of
// 1032 at most, in one layer. In other formats, text that repeats one line comes near to
// this default.
const DefaultMaxRatio = 10_000

// freeBytes is the number of decompressed bytes to which MaxRatio does not apply.
const freeBytes = 1 << 30

// Limits are the limits for one input.
type Limits struct {
	// MaxBytes is the maximum number of decompressed bytes of one input, the sum over all
	// layers and members; 0 for no limit.
	MaxBytes int64

	// MaxRatio is the maximum ratio of decompressed bytes to bytes of the input, once
	// more than 1 GiB are decompressed; 0 for DefaultMaxRatio. In an input without random
	// access, the bytes of the input are those that have been read so far. So time is
	// linear in the size of the input, however often it is compressed.
	MaxRatio int64

	// MaxWindow is the maximum size in bytes of a dictionary of xz and a window of zstd,
	// which are in memory; 0 for DefaultMaxWindow.
	MaxWindow int64
}

// A Visitor is called for each file. The reader is valid until the Visitor returns. If the bytes of
// the file are in the input unchanged, [reading.Section] returns a reader of them at any offset. The
// Visitor returns false if it wants no more files.
type Visitor func(name string, r io.Reader) bool

// An Unpacker walks inputs, one after another.
type Unpacker struct {
	limits Limits
	free   int64 // freeBytes, except in tests
	spool  int64 // maxSpool, except in tests
	layers *[maxLayers]layer

	byMagic   bool // see ByMagic
	documents bool // see Documents
	passwords []string
	memory    *Memory
	await     func()                               // see Share
	begin     func() (wait func() (resume func())) // see ReadAhead
	ahead     *ahead.Reader                        // nil until it is needed
}

// New returns an Unpacker with the given limits.
func New(limits Limits) *Unpacker {
	limits.MaxBytes = cmp.Or(limits.MaxBytes, math.MaxInt64-1)
	limits.MaxRatio = cmp.Or(limits.MaxRatio, DefaultMaxRatio)
	limits.MaxWindow = cmp.Or(limits.MaxWindow, DefaultMaxWindow)
	return &Unpacker{limits: limits, free: freeBytes, spool: maxSpool, layers: new([maxLayers]layer), memory: NewMemory(1)}
}

// ByMagic makes u recognize a tar file only by its magic. Older tar files, which have no
// magic, are then visited as they are.
func (u *Unpacker) ByMagic() { u.byMagic = true }

// Documents makes u visit a zip file that is a document, such as an office file, as it is. The
// members of other zip files are always visited.
func (u *Unpacker) Documents() { u.documents = true }

// Passwords makes u try passwords with each encrypted member of a zip file. The error of a member that none opens
// is [zipfile.ErrLocked] or [zipfile.ErrUntried].
func (u *Unpacker) Passwords(words []string) { u.passwords = words }

// Share makes the decoders of u acquire their windows from m, which other Unpackers
// share. The function await waits until u is the first in turn. The others may wait for u
// then, but u waits for none of them.
func (u *Unpacker) Share(m *Memory, await func()) { u.memory, u.await = m, await }

// Hold adds n bytes, which the visitor holds, to the memory that u shares, or subtracts them if n is
// negative. It may wait as a decoder does.
func (u *Unpacker) Hold(n int64) {
	if n < 0 {
		u.memory.release(-n)
		return
	}
	u.memory.acquire(n, u.await)
}

// ReadAhead makes a goroutine read and decompress compressed inputs while the visitor
// reads earlier text. It is at most 256 KiB ahead. Each time an input turns out to be
// compressed, u calls begin. The result, wait, may be nil; otherwise u calls wait before
// the visitor may have to wait, and calls the result of wait, resume, when the visitor
// continues. If begin is nil, nothing is read ahead from then on.
//
// An input that is not compressed is not read ahead.
//
// If Walk has no [io.SectionReader] and the visitor has not read everything, the
// goroutine may still wait for input when Walk returns.
func (u *Unpacker) ReadAhead(begin func() (wait func() (resume func()))) { u.begin = begin }

// Walk calls visit for each file in r. If r has no format, that is r itself, under the
// given name. If reads of r never block, at gives random access to the same input;
// otherwise at is nil. An error of r must be returned again by later reads. If visit
// panics, so does Walk, and u can be used for the next input.
func (u *Unpacker) Walk(name string, r io.Reader, at *io.SectionReader, visit Visitor) {
	w := walk{Unpacker: u, at: at, visitor: visit}
	panics := true
	defer func() {
		if panics {
			u.layers, u.ahead = new([maxLayers]layer), nil
		}
	}()
	w.input(0, name, countingReader{r, &w.in}, at)
	panics = false
}

// A walk is the state of walking one input.
type walk struct {
	*Unpacker
	at        *io.SectionReader
	visitor   Visitor
	in        atomic.Int64 // bytes read of the input
	out       int64        // bytes decompressed
	exhausted bool         // a limit was exceeded
	lastFault error        // last fault that the visitor has read
	stopped   bool         // the visitor wants no more files
	lent      bool         // the visitor has read the file at any offset
	zips      document.Env // of the zip files; see env
}

// input walks the input r in layer depth, and the layers within it. at reads the same bytes at any
// offset; it is nil if they can only be read once.
func (w *walk) input(depth int, name string, r io.Reader, at *io.SectionReader) {
	if depth == maxLayers {
		w.visit(name, r, at)
		return
	}
	l := &w.layers[depth]
	in := l.reset(r)
	switch f := w.packing(in); f {
	case detect.None:
		w.visit(name, in, at)
	case detect.Zip:
		w.zip(depth, name, in, at)
	case detect.Tar:
		w.tar(depth, name, in)
	default:
		r, d, err := w.decoder(l, f)
		t := &layerReader{w: w, format: f, r: w.readAhead(depth, r), err: wrapFault(f, 0, err)}
		stopped, panics := false, true
		defer func() {
			switch {
			case panics || isPanic(t.err):
				w.discard(d)
			case stopped:
				w.close(d)
			}
		}()
		w.input(depth+1, name, t, nil)
		t.r = nil // The visitor may still hold t, and with it a window that should be freed.
		stopped, panics = w.stop(depth, w.at != nil), false
	}
}

// packing returns the packing of in, by its first bytes. It does not consume them.
func (w *walk) packing(in *bufio.Reader) detect.Packing {
	after := detect.Stream
	if w.at != nil {
		after = detect.File
	}
	head, _ := in.Peek(1) // errors are returned again later
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

// renewAfter replaces the layers if *err is a panic, which leaves them in an undefined
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

// readAhead returns a reader that reads r ahead, if ReadAhead is set and r is the
// outermost layer. There is only one goroutine, and the other layers read from its
// output.
//
// An input that is not compressed is not read ahead. A pipe has a buffer of 64 KiB
// itself, and receiving data from another thread costs no less than reading it. Measured
// with plain text, reading ahead took a fifth more CPU time. It took a fifth less wall
// time with an idle processor, and more without. With mail it gained nothing.
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

// stop stops reading ahead, and reports whether the goroutine has ended. If it cannot
// wait for that, it leaves the layers to the goroutine and makes new ones later.
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

// visit visits a file. at is as for input.
func (w *walk) visit(name string, r io.Reader, at *io.SectionReader) {
	w.lastFault, w.lent = nil, false
	w.stopped = !w.visitor(name, visitorReader{r, at, w})
}

// fail visits a fault that is in no file.
func (w *walk) fail(name string, err error) {
	if !w.stopped {
		w.visit(name, &layerReader{err: err}, nil)
	}
}

// A visitorReader is the reader that the visitor gets. It records faults, as those that
// the visitor did not read must still be reported.
type visitorReader struct {
	io.Reader
	at *io.SectionReader
	w  *walk
}

// Section returns a reader of the file at any offset, or nil: see [reading.Section].
func (r visitorReader) Section() *io.SectionReader {
	if r.at == nil {
		return nil
	}
	return io.NewSectionReader(lender{r.at, r.w}, 0, r.at.Size())
}

// A lender reads a file at any offset, and notes that in the walk.
type lender struct {
	*io.SectionReader
	w *walk
}

func (l lender) ReadAt(p []byte, off int64) (int, error) {
	l.w.lent = true
	return l.SectionReader.ReadAt(p, off)
}

func (r visitorReader) Read(p []byte) (n int, err error) {
	n, err = r.Reader.Read(p)
	if err != nil && err != io.EOF {
		r.w.lastFault = err
	}
	return n, err
}

// A layerReader reads the output of one layer. It returns the bytes and the error of a
// read separately, since not every decoder accepts both at once.
type layerReader struct {
	w      *walk
	format detect.Packing
	r      io.Reader
	n      int64 // bytes read
	free   bool  // the output is not larger than the layer's input
	err    error
}

func (t *layerReader) Read(p []byte) (n int, err error) {
	if t.err != nil {
		return 0, t.err
	}
	if t.free {
		n, err = t.w.read(t.r, p)
	} else {
		n, err = t.w.charge(t.r, p)
	}
	t.n += int64(n)
	t.err = wrapFault(t.format, t.n, err)
	if n > 0 {
		return n, nil
	}
	return 0, t.err
}

// read reads from r, with a panic as an error.
func (w *walk) read(r io.Reader, p []byte) (n int, err error) {
	defer w.renewAfter(&err)
	defer recovered.To(&err)
	return r.Read(p)
}

// charge reads from r, no more than the limits allow. It tries to read one byte more, to
// know whether the limits are exceeded.
func (w *walk) charge(r io.Reader, p []byte) (n int, err error) {
	most := w.maxOut()
	if left := most - w.out; left < int64(len(p)) {
		p = p[:left+1]
	}
	n, err = w.read(r, p)
	if most = w.maxOut(); w.out+int64(n) > most { // from a pipe more may have been read
		n, w.exhausted = int(most-w.out), true
		if err = tooMuch(most); most < w.limits.MaxBytes {
			err = tooDense(w.limits.MaxRatio)
		}
	}
	w.out += int64(n)
	return n, err
}

// maxOut returns the maximum number of decompressed bytes.
func (w *walk) maxOut() int64 {
	in := w.in.Load()
	if w.at != nil {
		in = w.at.Size()
	}
	if in > w.limits.MaxBytes/w.limits.MaxRatio {
		return w.limits.MaxBytes
	}
	return min(w.limits.MaxBytes, max(w.free, in*w.limits.MaxRatio))
}

// A countingReader counts the bytes that are read. It never returns no bytes and no
// error: decoders would read again and again.
type countingReader struct {
	io.Reader
	n *atomic.Int64
}

func (c countingReader) Read(p []byte) (n int, err error) {
	n, err = reading.Some(c.Reader, p)
	c.n.Add(int64(n))
	return n, err
}
