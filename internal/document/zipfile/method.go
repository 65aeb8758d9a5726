package zipfile

import (
	"bufio"
	"compress/bzip2"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"sync"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"
	"github.com/mikelolasagasti/xz"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// A Method is a method of compression (section 4.4.5).
type Method uint16

// The methods that need no table.
const (
	Stored   Method = 0
	deflated Method = 8
)

// methods has the decoders by the method, and the names of all methods in use.
var methods = map[Method]struct {
	name string
	open func(r *bufio.Reader) (io.Reader, error) // nil: 7z unpacks it, but not this program
}{
	Stored:   {"stored", func(r *bufio.Reader) (io.Reader, error) { return r, nil }},
	deflated: {"deflate", func(r *bufio.Reader) (io.Reader, error) { return newFlate(r), nil }},
	9:        {name: "Deflate64"},
	12:       {"bzip2", func(r *bufio.Reader) (io.Reader, error) { return bzip2.NewReader(r), nil }},
	14:       {name: "LZMA"},
	20:       {"zstd", newZstd}, // its number before version 6.3.8
	93:       {"zstd", newZstd},
	95:       {"xz", newXZ},
	98:       {name: "PPMd"},
}

// String returns the name of the method, or its number.
func (m Method) String() string {
	if of, ok := methods[m]; ok {
		return of.name
	}
	return fmt.Sprint(uint16(m))
}

// ErrMethod is the error of a method that cannot be undone. [Method.Unsupported] has more.
var ErrMethod = errors.New("unsupported compression method")

// Unsupported returns a description of the method, which [Decode] does not undo. It wraps ErrMethod.
func (m Method) Unsupported() error {
	if _, ok := methods[m]; ok {
		return fmt.Errorf("%w %s (use 7z x to unpack it)", ErrMethod, m)
	}
	return fmt.Errorf("%w %s", ErrMethod, m)
}

// Decode returns a reader of the data that r has in compressed form. A panic of a decoder is an error.
func Decode(m Method, r *bufio.Reader) (in io.Reader, err error) {
	of := methods[m]
	if of.open == nil {
		return nil, m.Unsupported()
	}
	defer recovered.To(&err)
	return of.open(r)
}

// The decoders that are not in use: a new one takes more time than decoding a small member.
var inflaters, zstds, xzs sync.Pool

// A pooled reads from a decoder. At the end of the data it puts the decoder into the pool.
type pooled struct {
	d    io.Reader // nil after the end
	pool *sync.Pool
}

func (r *pooled) Read(p []byte) (int, error) {
	if r.d == nil {
		return 0, io.EOF
	}
	n, err := r.d.Read(p)
	if err != nil {
		r.pool.Put(r.d)
		r.d = nil
	}
	return n, err
}

func newFlate(r *bufio.Reader) io.Reader {
	d, ok := inflaters.Get().(io.Reader)
	if !ok {
		d = flate.NewReader(r)
	} else {
		d.(flate.Resetter).Reset(r, nil)
	}
	return &pooled{d, &inflaters}
}

func newZstd(r *bufio.Reader) (_ io.Reader, err error) {
	d, ok := zstds.Get().(*zstd.Decoder)
	if !ok {
		d, err = zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(document.MaxWindow))
	} else {
		err = d.Reset(r)
	}
	return &pooled{d, &zstds}, err
}

func newXZ(r *bufio.Reader) (_ io.Reader, err error) {
	d, ok := xzs.Get().(*xz.Reader)
	if !ok {
		d, err = xz.NewReader(r, document.MaxWindow)
	} else {
		err = d.Reset(r)
	}
	return &pooled{d, &xzs}, err
}

// ErrChecksum is the error after data whose size or checksum is another one than the directory describes: after all
// data, which may be longer or shorter than the size.
var ErrChecksum = errors.New("checksum error")

// A checked reads the data of a member.
type checked struct {
	in    io.Reader
	size  int64  // that the data should have; -1: it is not known
	sum   uint32 // likewise
	noSum bool   // the checksum is not known
	key   key    // that decrypts the data; nil: they are not encrypted
	n     int64
	crc   uint32
	err   error
}

func (c *checked) Read(p []byte) (n int, err error) {
	if c.err != nil {
		return 0, c.err
	}
	n, c.err = c.read(p)
	c.n += int64(n)
	c.crc = crc32.Update(c.crc, crc32.IEEETable, p[:n])
	switch {
	case c.err != io.EOF:
	case c.n < c.size:
		c.err = io.ErrUnexpectedEOF
	case c.size >= 0 && c.n > c.size, !c.noSum && c.crc != c.sum:
		c.err = ErrChecksum
	}
	if c.key != nil && c.err != nil {
		c.err = c.key.end(c.err)
	}
	return n, c.err
}

// read reads from in, with a panic as an error.
func (c *checked) read(p []byte) (n int, err error) {
	defer recovered.To(&err)
	return c.in.Read(p)
}
