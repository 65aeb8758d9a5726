package object

import (
	"bufio"
	"errors"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/urlgrep/urlgrep/internal/ascii"
)

var errDamaged = errors.New("damaged data")

// A pool has decoders and buffers that are not in use, as many as a stream may have.
type pool struct {
	inflaters []io.ReadCloser
	lzws      []*lzw
	buffers   []*bufio.Reader
}

// buffer returns a buffered reader of r.
func (p *pool) buffer(r io.Reader) *bufio.Reader {
	n := len(p.buffers)
	if n == 0 {
		return bufio.NewReader(r)
	}
	b := p.buffers[n-1]
	p.buffers = p.buffers[:n-1]
	b.Reset(r)
	return b
}

// release returns buffers to the pool.
func (p *pool) release(list []*bufio.Reader) {
	for _, b := range list {
		if len(p.buffers) < maxFilters {
			b.Reset(eof{})
			p.buffers = append(p.buffers, b)
		}
	}
}

// newFlate decodes FlateDecode (7.4.4).
func newFlate(p *pool, r *bufio.Reader, _ int) io.Reader {
	if _, err := r.Peek(1); err == io.EOF {
		return eof{} // some producers write no data for an empty stream
	}
	// RFC 1950, 2.2. The checksum at the end is not read. Without a header the data are
	// those of RFC 1951.
	if b, err := r.Peek(2); err == nil && b[0]&0x0F == 8 && (b[0]>>4 <= 7 && (int(b[0])<<8|int(b[1]))%31 == 0 || b[0] == 0x78) {
		r.Discard(2)
	}
	n := len(p.inflaters)
	if n == 0 {
		return &inflater{flate.NewReader(r), p}
	}
	d := p.inflaters[n-1]
	p.inflaters = p.inflaters[:n-1]
	d.(flate.Resetter).Reset(r, nil)
	return &inflater{d, p}
}

// An inflater returns its decoder to the pool at the end.
type inflater struct {
	d io.ReadCloser
	p *pool
}

// Read implements [io.Reader].
func (r *inflater) Read(p []byte) (int, error) {
	if r.d == nil {
		return 0, io.EOF
	}
	n, err := r.d.Read(p)
	if err != nil {
		if len(r.p.inflaters) < maxFilters {
			r.p.inflaters = append(r.p.inflaters, r.d)
		}
		r.d = nil
	}
	return n, err
}

// bytewise makes a Reader of a function that returns the next bytes.
type bytewise struct {
	next func() ([]byte, error)
	have []byte
	err  error
}

// Read implements [io.Reader].
func (r *bytewise) Read(p []byte) (n int, err error) {
	for n < len(p) {
		if len(r.have) == 0 {
			if r.err != nil {
				break
			}
			r.have, r.err = r.next()
			continue
		}
		k := copy(p[n:], r.have)
		n, r.have = n+k, r.have[k:]
	}
	if n == 0 && len(p) > 0 {
		return 0, r.err
	}
	return n, nil
}

// newASCIIHex decodes ASCIIHexDecode (7.4.2).
func newASCIIHex(_ *pool, r *bufio.Reader, _ int) io.Reader {
	var out [512]byte
	next := func() ([]byte, error) {
		n, high, odd := 0, uint8(0), false
		for n < len(out) {
			c, err := r.ReadByte()
			v := ascii.HexDigit(c)
			switch {
			case err != nil || c == '>':
				if odd {
					out[n] = high
					n++
				}
				if err == nil {
					err = io.EOF
				}
				return out[:n], err
			case v < 0:
			case odd:
				out[n] = high | byte(v)
				n, odd = n+1, false
			default:
				high, odd = byte(v)<<4, true
			}
		}
		return out[:n], nil
	}
	return &bytewise{next: next}
}

// newASCII85 decodes ASCII85Decode (7.4.3).
func newASCII85(_ *pool, r *bufio.Reader, _ int) io.Reader {
	var out [512]byte
	begin := true
	next := func() ([]byte, error) {
		n, v, digits := 0, uint32(0), 0
		for n+4 <= len(out) {
			c, err := r.ReadByte()
			if begin && err == nil && c == '<' { // "<~", which some producers write
				if b, _ := r.Peek(1); len(b) > 0 && b[0] == '~' {
					r.Discard(1)
					begin = false
					continue
				}
			}
			begin = begin && class[c] == space
			switch {
			case err != nil || c == '~':
				if err == nil {
					err = io.EOF
				}
				for i := digits; i < 5; i++ {
					v = v*85 + 84
				}
				for i := 0; i < digits-1; i++ {
					out[n] = byte(v >> (24 - 8*i))
					n++
				}
				return out[:n], err
			case c == 'z' && digits == 0:
				n += copy(out[n:], "\x00\x00\x00\x00")
			case c < '!' || c > 'u':
				if class[c] != space {
					return out[:n], errDamaged
				}
			default:
				v = v*85 + uint32(c-'!')
				if digits++; digits == 5 {
					out[n], out[n+1], out[n+2], out[n+3] = byte(v>>24), byte(v>>16), byte(v>>8), byte(v)
					n, v, digits = n+4, 0, 0
				}
			}
		}
		return out[:n], nil
	}
	return &bytewise{next: next}
}

// newRunLength decodes RunLengthDecode (7.4.5).
func newRunLength(_ *pool, r *bufio.Reader, _ int) io.Reader {
	var out [128]byte
	next := func() ([]byte, error) {
		c, err := r.ReadByte()
		switch {
		case err != nil:
			return nil, err
		case c == 128:
			return nil, io.EOF
		case c < 128:
			n, err := io.ReadFull(r, out[:int(c)+1])
			return out[:n], err
		}
		b, err := r.ReadByte()
		if err != nil {
			return nil, err
		}
		run := out[:257-int(c)]
		for i := range run {
			run[i] = b
		}
		return run, nil
	}
	return &bytewise{next: next}
}

// An lzw is the table of LZWDecode. A string is that of its prefix and the byte after it.
type lzw struct {
	prefix [4096]uint16
	suffix [4096]byte
	out    [4097]byte
}

// newLZW decodes LZWDecode (7.4.4): codes of 9 to 12 bits, the most significant bit first.
// The length of codes increases early codes before it must.
func newLZW(p *pool, r *bufio.Reader, early int) io.Reader {
	const clearTable, end = 256, 257
	var d *lzw
	if n := len(p.lzws); n > 0 {
		d, p.lzws = p.lzws[n-1], p.lzws[:n-1]
	} else {
		d = new(lzw)
	}
	bits, have := uint32(0), 0
	width, free, last := 9, 258, -1
	next := func() ([]byte, error) {
		for have < width {
			c, err := r.ReadByte()
			if err != nil {
				return nil, err
			}
			bits, have = bits<<8|uint32(c), have+8
		}
		have -= width
		code := int(bits>>have) & (1<<width - 1)
		switch {
		case code == clearTable:
			width, free, last = 9, 258, -1
			return nil, nil
		case code == end:
			return nil, io.EOF
		case code > free || code == free && last < 0:
			return nil, errDamaged
		}
		at := len(d.out)
		c := code
		if code == free { // the string of last, and its first byte
			at--
			c = last
		}
		for ; c > end; c = int(d.prefix[c]) {
			at--
			d.out[at] = d.suffix[c]
		}
		at--
		d.out[at] = byte(c)
		if code == free {
			d.out[len(d.out)-1] = d.out[at]
		}
		if last >= 0 && free < 4096 {
			d.prefix[free], d.suffix[free] = uint16(last), d.out[at]
			free++
		}
		last = code
		for width < 12 && free+early >= 1<<width {
			width++
		}
		return d.out[at:], nil
	}
	return &bytewise{next: func() ([]byte, error) {
		text, err := next()
		if err != nil && len(p.lzws) < maxFilters {
			p.lzws = append(p.lzws, d)
		}
		return text, err
	}}
}
