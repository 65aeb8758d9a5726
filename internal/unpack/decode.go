package unpack

import (
	"bufio"
	"compress/bzip2"
	"encoding/binary"
	"io"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// A layer has what is needed to take one format off: its decoder of gzip is used again.
type layer struct {
	in   *bufio.Reader
	gzip gzipMembers
}

// A decoder of xz or zstd has a window that its input declares, and keeps it for the
// next input. One of bzip2 has blocks instead, and is used once.
type decoder struct {
	format detect.Packing
	zstd   *zstd.Decoder
	xz     *xz.Reader
	window int64 // bytes that were taken for it
}

// bzip2Window is what a decoder of bzip2 has: 4 bytes for each of the largest block.
const bzip2Window = 4 * 900_000

// open returns a reader of what the input in l holds in a format that is no archive, and
// the decoder to close after that has been read, or nil.
//
// All read several members one behind another: "A gzip file consists of a series
// of "members" (compressed data sets)" (RFC 1952, 2.2), and so it is with the
// others.
//
// Some decoders read the input here. A panic of theirs is the error; d is returned with it,
// as it holds a window that is to be freed.
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

// close leaves a decoder to the next input that needs one.
func (u *Unpacker) close(d *decoder) {
	switch {
	case d == nil:
	case d.format == detect.Bzip2:
		u.memory.give(d.window)
	default:
		u.memory.put(d)
	}
}

// discard frees the window of a decoder that a panic has left in any state.
func (u *Unpacker) discard(d *decoder) {
	if d != nil {
		u.memory.give(d.window)
	}
}

// grow takes what a larger window needs. One that is larger than the limit is refused by
// the decoder.
func (u *Unpacker) grow(d *decoder, window int64) {
	if window > d.window && window <= max(u.limits.MaxWindow, bzip2Window) {
		u.memory.take(window-d.window, u.await)
		d.window = window
	}
}

// metered returns a reader of in for d, which looks for the headers of d's format.
func (u *Unpacker) metered(d *decoder, in io.Reader, first func(*headers) int64) io.Reader {
	m := &metered{Reader: in, grow: func(window int64) { u.grow(d, window) }}
	m.expect(first, 4, 0)
	return m
}

// gzipMembers reads the members of a gzip file. Package gzip can do so itself,
// but does not tell a cut off member from garbage.
type gzipMembers struct {
	in *bufio.Reader
	gzip.Reader
}

func (g *gzipMembers) reset(in *bufio.Reader) error {
	g.in = in
	err := g.Reader.Reset(in) // reads no more of in than the member has
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

// next goes on to the next member. NULs after the last one fill a block on a
// tape, and are no garbage: so the command gzip has it.
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

// skipNULs skips NULs. The error is that of reading after them.
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

// bzip2Streams tells garbage from faults. If that is a single octet it is
// taken for a stream that is cut off.
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

// zstdFrames tells garbage from faults, if that is 4 octets or more; and says
// how large a window would have to be.
type zstdFrames struct {
	*zstd.Decoder
	needs, limit int64
}

// zstdFrames makes a decoder that uses no other thread: there is one for each
// file that is searched at the same time.
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

// Read asks a second time where there is an error: package zstd then gives the block
// that it has decoded, but not found the right checksum after.
func (z zstdFrames) Read(p []byte) (n int, err error) {
	n, err = z.Decoder.Read(p)
	if n == 0 && err != nil {
		n, err = z.Decoder.Read(p)
	}
	switch {
	case n > 0:
		return n, nil // an error comes again
	case err == zstd.ErrMagicMismatch:
		return 0, &Garbage{detect.Zstd.String()}
	}
	return 0, tooLarge(err, "window", z.needs, z.limit)
}

// zstdWindow returns how large a window the frame declares that head begins
// with, 0 if head does not tell.
func zstdWindow(head []byte) int64 {
	var h zstd.Header
	if h.Decode(head) != nil {
		return 0
	}
	// "the decoder … must consider Window_Size to be equal to
	// Frame_Content_Size" in a single segment: RFC 8878, 3.1.1.1.1.2.
	if h.SingleSegment {
		return int64(h.FrameContentSize)
	}
	return int64(h.WindowSize)
}

// xzStreams tells garbage from faults, and says how large a dictionary would
// have to be.
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
	err := x.Reset(u.metered(d, tailed{in}, xzStream))
	x.Multistream(false)
	return &pieces{r: x}, x.refused(err)
}

// tailed reads in, the last tail bytes at once. Where an xz file is cut off, what comes
// out of these, which is not all, depends on how they are read.
type tailed struct{ in *bufio.Reader }

// tail is some more than xz wants to have before it decodes anything, which is 21.
const tail = 64

func (t tailed) Read(p []byte) (int, error) {
	head, err := t.in.Peek(tail + 1)
	switch {
	case len(head) == 0:
		return 0, err
	case len(head) > tail:
		p = p[:min(len(p), t.in.Buffered()-tail)]
	}
	return t.in.Read(p)
}

// pieces reads r in pieces of one size, whoever reads from it. With a fault xz loses
// what it has decoded for the Read that comes to it: so that is little, and always the
// same. Pieces of a quarter of the size cost a third more time, of sixteen times the
// size 2 % less.
type pieces struct {
	r    io.Reader
	buf  [256]byte
	text []byte // of buf, not taken yet
	err  error  // behind it
}

func (p *pieces) Read(b []byte) (n int, err error) {
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

// next goes on to the next stream.
func (x xzStreams) next() error {
	err := x.Reset(nil)
	x.Multistream(false)
	if err == xz.ErrFormat || err == xz.ErrBuf { // ErrBuf if it is too short for a header
		return &Garbage{detect.XZ.String()}
	}
	return err
}

// xzDictionary returns how large a dictionary the first block of the file
// declares that head begins with, 0 if head does not tell.
func xzDictionary(head []byte) int64 {
	const streamHeader = 12
	if len(head) < streamHeader+2 {
		return 0
	}
	return blockDictionary(head[streamHeader:])
}

// blockDictionary returns how large a dictionary the block declares that begins with
// header, 0 if that does not tell. (The .xz File Format, 3.1 and 5.3.1: it has its size,
// its flags, if these say so two sizes, and filters.)
func blockDictionary(header []byte) int64 {
	const (
		sizes   = 0xC0 // flags of the sizes
		filters = 3    // flags of how many filters there are, less one
		lzma2   = 0x21 // a filter, which is always the last one
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

// buffered returns what has been read already.
func buffered(in *bufio.Reader) []byte {
	head, _ := in.Peek(in.Buffered())
	return head
}
