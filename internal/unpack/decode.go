package unpack

import (
	"bufio"
	"compress/bzip2"
	"encoding/binary"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// A layer has the reader and the gzip decoder of one level of formats, which are reused.
type layer struct {
	in   *bufio.Reader
	gzip gzipMembers
}

// A decoder of xz or zstd has a window of the size that its input declares, and is kept
// for the next input. A decoder of bzip2 has blocks instead, and is used once.
type decoder struct {
	format detect.Packing
	zstd   *zstd.Decoder
	xz     *xz.Reader
	window int64 // bytes acquired for the window
}

// bzip2Window is the memory of a bzip2 decoder: 4 bytes for each byte of the largest
// block.
const bzip2Window = 4 * 900_000

// open returns a reader of the decompressed input of l in a compression format, and the
// decoder to close after reading, or nil.
//
// All formats allow several members in a row: "A gzip file consists of a series of
// "members" (compressed data sets)" (RFC 1952, 2.2), and the others in the same way.
//
// Some decoders read the input here. A panic of such a decoder is the error. The result d
// is valid then too, as its window must be released.
func (u *Unpacker) open(l *layer, f detect.Packing) (r io.Reader, d *decoder, err error) {
	defer recovered.To(&err)
	switch f {
	case detect.Gzip:
		return &l.gzip, nil, l.gzip.reset(l.in)
	case detect.Bzip2:
		d = &decoder{format: f}
		u.grow(d, bzip2Window)
		return bzip2Streams{bzip2.NewReader(l.in)}, d, nil
	case detect.Zstd:
		needs := zstdWindow(buffered(l.in))
		if d = u.memory.get(f, needs, u.await); d == nil {
			d = &decoder{format: f}
		}
		r, err = u.zstdFrames(d, l.in, needs)
		return r, d, err
	}
	needs := xzDictionary(buffered(l.in))
	if d = u.memory.get(f, needs, u.await); d == nil {
		d = &decoder{format: f}
	}
	r, err = u.xzStreams(d, l.in, needs)
	return r, d, err
}

// NewReader returns a reader of the decompressed data of r, which has a packing other than None, Zip and
// Tar. A window larger than maxWindow bytes is a [WindowError]. The caller limits how much is read.
func NewReader(r io.Reader, f detect.Packing, maxWindow int64) io.Reader {
	u, ok := unpackers.Get().(*Unpacker)
	if !ok || u.limits.MaxWindow != maxWindow {
		u = New(Limits{MaxWindow: maxWindow})
	}
	w := &walk{Unpacker: u}
	l := &w.layers[0]
	l.reset(countingReader{r, &w.in}).Peek(1) // for the size of the window
	in, d, err := w.decoder(l, f)
	return &pooledReader{&layerReader{w: w, format: f, r: in, err: wrapFault(f, 0, err)}, d}
}

// unpackers has those that NewReader has made and that are not in use, with their decoders.
var unpackers sync.Pool

// A pooledReader puts its Unpacker into the pool at the end of the data.
type pooledReader struct {
	*layerReader
	d *decoder // may be nil
}

func (r *pooledReader) Read(p []byte) (n int, err error) {
	n, err = r.layerReader.Read(p)
	if err != nil && r.w != nil && !isPanic(err) {
		r.w.close(r.d)
		r.w.layers[0].in.Reset(nil)
		unpackers.Put(r.w.Unpacker)
		r.w, r.r = nil, nil
	}
	return n, err
}

// close makes d available to the next input that needs a decoder.
func (u *Unpacker) close(d *decoder) {
	switch {
	case d == nil:
	case d.format == detect.Bzip2:
		u.memory.release(d.window)
	default:
		u.memory.put(d)
	}
}

// discard releases the window of a decoder that is in an undefined state after a panic.
func (u *Unpacker) discard(d *decoder) {
	if d != nil {
		u.memory.release(d.window)
	}
}

// grow acquires memory for a larger window of d. The decoder itself refuses a window that
// is larger than the limit.
func (u *Unpacker) grow(d *decoder, window int64) {
	if window > d.window && window <= max(u.limits.MaxWindow, bzip2Window) {
		u.memory.acquire(window-d.window, u.await)
		d.window = window
	}
}

// metered returns a reader of in for d that finds the headers of d's format.
func (u *Unpacker) metered(d *decoder, in io.Reader, first func(*headers) int64) io.Reader {
	m := &meteredReader{Reader: in, grow: func(window int64) { u.grow(d, window) }}
	m.expect(first, 4, 0)
	return m
}

// gzipMembers reads the members of a gzip file. Package gzip can do so itself, but does
// not distinguish an incomplete member from garbage.
type gzipMembers struct {
	in *bufio.Reader
	gzip.Reader
}

func (g *gzipMembers) reset(in *bufio.Reader) error {
	g.in = in
	err := g.Reader.Reset(in) // reads no more of in than the member
	g.Multistream(false)
	return err
}

func (g *gzipMembers) Read(p []byte) (n int, err error) {
	for {
		n, err = g.Reader.Read(p)
		if err == io.EOF {
			err = g.next()
		}
		if n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
}

// next begins the next member. NULs after the last member pad a block on a tape and are
// not garbage; the command gzip does the same.
func (g *gzipMembers) next() error {
	head, err := g.in.Peek(len(detect.GzipMagic))
	if string(head) == detect.GzipMagic {
		return g.reset(g.in)
	}
	if len(head) == 0 {
		return err
	}
	if err := skipNULs(g.in); err != nil {
		return err
	}
	return &Garbage{detect.Gzip.String()}
}

// skipNULs skips NULs. It returns the error of the read after them.
func skipNULs(in *bufio.Reader) error {
	for {
		c, err := in.ReadByte()
		if err != nil {
			return err
		}
		if c != 0 {
			return in.UnreadByte()
		}
	}
}

// bzip2Streams distinguishes garbage from faults. Garbage of a single octet is reported
// as an incomplete stream.
type bzip2Streams struct {
	r io.Reader
}

const errBzip2Garbage = bzip2.StructuralError("bad magic value in continuation file")

func (b bzip2Streams) Read(p []byte) (n int, err error) {
	n, err = b.r.Read(p)
	if err == errBzip2Garbage {
		err = &Garbage{detect.Bzip2.String()}
	}
	return n, err
}

// zstdFrames distinguishes garbage of 4 octets or more from faults, and reports the size
// of a window that is too large.
type zstdFrames struct {
	*zstd.Decoder
	needs, limit int64
}

// zstdFrames returns a reader of zstd frames. The decoder starts no goroutines: there is
// a decoder for each file that is searched at the same time.
func (u *Unpacker) zstdFrames(d *decoder, in *bufio.Reader, needs int64) (io.Reader, error) {
	if d.zstd == nil {
		z, err := zstd.NewReader(nil,
			zstd.WithDecoderMaxWindow(uint64(u.limits.MaxWindow)),
			zstd.WithDecoderConcurrency(1),
			zstd.WithDecoderLowmem(true))
		if err != nil {
			return nil, err
		}
		d.zstd = z
	}
	z := zstdFrames{d.zstd, needs, u.limits.MaxWindow}
	return z, z.Reset(u.metered(d, in, zstdFrame))
}

// Read reads again after an error: package zstd then returns the block that it has
// decoded but whose checksum is wrong.
func (z zstdFrames) Read(p []byte) (n int, err error) {
	n, err = z.Decoder.Read(p)
	if n == 0 && err != nil {
		n, err = z.Decoder.Read(p)
	}
	switch {
	case n > 0:
		return n, nil // the next Read returns the error again
	case err == zstd.ErrMagicMismatch:
		return 0, &Garbage{detect.Zstd.String()}
	}
	return 0, tooLarge(err, "window", z.needs, z.limit)
}

// zstdWindow returns the size of the window that a frame declares, or 0 if head does not
// contain it.
func zstdWindow(head []byte) int64 {
	var h zstd.Header
	if h.Decode(head) != nil {
		return 0
	}
	// "the decoder … must consider Window_Size to be equal to Frame_Content_Size" in a
	// single segment: RFC 8878, 3.1.1.1.1.2.
	if h.SingleSegment {
		return int64(h.FrameContentSize)
	}
	return int64(h.WindowSize)
}

// xzStreams distinguishes garbage from faults, and reports the size of a dictionary that
// is too large.
type xzStreams struct {
	*xz.Reader
	needs, limit int64
}

func (u *Unpacker) xzStreams(d *decoder, in *bufio.Reader, needs int64) (io.Reader, error) {
	if d.xz == nil {
		x, err := xz.NewReader(nil, uint32(min(u.limits.MaxWindow, 1<<32-1)))
		if err != nil && err != io.EOF {
			return nil, err
		}
		d.xz = x
	}
	x := xzStreams{d.xz, needs, u.limits.MaxWindow}
	err := x.Reset(u.metered(d, tailReader{in}, xzStream))
	x.Multistream(false)
	return &pieceReader{r: x}, x.refused(err)
}

// A tailReader reads in. It reads the last tailSize bytes at once: the result of decoding
// them in an incomplete xz file depends on how they are read.
type tailReader struct{ in *bufio.Reader }

// tailSize is more than the 21 bytes that xz needs before it decodes anything.
const tailSize = 64

func (t tailReader) Read(p []byte) (int, error) {
	head, err := t.in.Peek(tailSize + 1)
	switch {
	case len(head) == 0:
		return 0, err
	case len(head) > tailSize:
		p = p[:min(len(p), t.in.Buffered()-tailSize)]
	}
	return t.in.Read(p)
}

// A pieceReader reads r in pieces of one size, whatever sizes its caller reads. On a
// fault, xz loses the text that it has decoded for the current read: with small pieces of
// one size that is little, and always the same. Pieces of a quarter of this size take a
// third more time, and pieces of sixteen times this size 2 % less.
type pieceReader struct {
	r    io.Reader
	buf  [256]byte
	text []byte // unread part of buf
	err  error  // error after text
}

func (p *pieceReader) Read(b []byte) (n int, err error) {
	if len(p.text) == 0 && p.err == nil {
		n, p.err = p.r.Read(p.buf[:])
		p.text = p.buf[:n]
	}
	n = copy(b, p.text)
	p.text = p.text[n:]
	if len(p.text) == 0 {
		err = p.err
	}
	return n, err
}

func (x xzStreams) refused(err error) error { return tooLarge(err, "dictionary", x.needs, x.limit) }

func (x xzStreams) Read(p []byte) (n int, err error) {
	for {
		n, err = x.Reader.Read(p)
		if err == io.EOF {
			err = x.next()
		}
		if n > 0 || err != nil || len(p) == 0 {
			return n, x.refused(err)
		}
	}
}

// next begins the next stream.
func (x xzStreams) next() error {
	err := x.Reset(nil)
	x.Multistream(false)
	if err == xz.ErrFormat || err == xz.ErrBuf { // ErrBuf if it is too short for a header
		return &Garbage{detect.XZ.String()}
	}
	return err
}

// xzDictionary returns the size of the dictionary that the first block of an xz file
// declares, or 0 if head does not contain it.
func xzDictionary(head []byte) int64 {
	const streamHeader = 12
	if len(head) < streamHeader+2 {
		return 0
	}
	return blockDictionary(head[streamHeader:])
}

// blockDictionary returns the size of the dictionary that a block declares, or 0 if
// header does not contain it. A block header has its size, its flags, up to two sizes
// that the flags declare, and filters (The .xz File Format, 3.1 and 5.3.1).
func blockDictionary(header []byte) int64 {
	const (
		sizes   = 0xC0 // flags that declare sizes
		filters = 3    // flags with the number of filters, minus one
		lzma2   = 0x21 // ID of a filter, which is always the last one
	)
	flags, block := header[1], header[2:]
	number := func() (n uint64) {
		n, k := binary.Uvarint(block)
		block = block[max(k, 0):]
		return n
	}
	for have := flags & sizes; have != 0; have &= have - 1 {
		number()
	}
	for range flags&filters + 1 {
		id, length := number(), number()
		if length >= uint64(len(block)) {
			return 0
		}
		if id == lzma2 && length == 1 {
			return dictionarySize(block[0])
		}
		block = block[length:]
	}
	return 0
}

// dictionarySize decodes "a one-bit mantissa and five-bit exponent. The smallest
// dictionary size is 4 KiB and the biggest is 4 GiB" (5.3.1).
func dictionarySize(bits byte) int64 {
	return int64(2|bits&1) << (bits&0x3F/2 + 11)
}

// buffered returns the bytes of in that are in its buffer.
func buffered(in *bufio.Reader) []byte {
	head, _ := in.Peek(in.Buffered())
	return head
}
