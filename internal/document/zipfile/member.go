package zipfile

import (
	"bufio"
	"compress/bzip2"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"

	"github.com/urlgrep/urlgrep/internal/document"
)

// The methods of compression (section 4.4.5).
const (
	stored   = 0
	deflated = 8
	bzipped  = 12
	zstded   = 93
)

// decoders are what the readers of an Archive share: one member is read at a time.
type decoders struct {
	in    *bufio.Reader
	flate io.ReadCloser
	zstd  *zstd.Decoder
}

// maxWindow is the maximum size of a window of zstd in bytes.
const maxWindow = 8 << 20

// Gap returns a gap as a File, whose name is its range.
func (a *Archive) Gap(i int) document.Part {
	g := a.Gaps[i]
	name := fmt.Sprintf("(bytes %d-%d)", g.From, g.To)
	return document.Part{
		Kind:    document.File,
		Place:   document.Place{Member: name},
		Range:   g,
		Exact:   true,
		Content: a.s.Section(g),
		Name:    name,
	}
}

// Reader returns a reader of the decompressed data of a member. The reader of another
// member is invalid then. Damaged data, or more than the Budget allows, is noted, and ends
// the data: its only error is io.EOF. It returns nil if the data cannot be read; then the
// reason is noted.
func (a *Archive) Reader(m *Member) io.Reader {
	if m.Encrypted {
		a.env.Note(document.Encrypted, m.Name)
		return nil
	}
	if a.open.in == nil {
		a.open.in = bufio.NewReaderSize(nil, 32<<10)
	}
	var in io.Reader
	a.open.in.Reset(a.s.Section(m.Range))
	switch m.method {
	case stored:
		in = a.s.Section(m.Range)
	case deflated:
		if a.open.flate == nil {
			a.open.flate = flate.NewReader(a.open.in)
		} else {
			a.open.flate.(flate.Resetter).Reset(a.open.in, nil)
		}
		in = a.open.flate
	case bzipped:
		in = bzip2.NewReader(a.open.in)
	case zstded:
		d, err := zstd.NewReader(a.open.in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			a.env.Note(document.Damaged, m.Name)
			return nil
		}
		if a.open.zstd != nil {
			a.open.zstd.Close()
		}
		a.open.zstd, in = d, d
	default:
		a.env.Note(document.Unsupported, fmt.Sprintf("%s: compression method %d", m.Name, m.method))
		return nil
	}
	return &reader{in: a.env.Budget.Reader(in), m: m, note: a.env.Note}
}

// A reader reads a member.
type reader struct {
	in   io.Reader
	m    *Member
	note func(document.Defect, string)
	n    int64
	crc  uint32
	err  error // ended in
}

// Read notes what is wrong with the member. The error is other than io.EOF if the data is cut off.
func (r *reader) Read(p []byte) (int, error) {
	if r.err != nil {
		return 0, r.err
	}
	n, err := r.in.Read(p)
	r.n += int64(n)
	r.crc = crc32.Update(r.crc, crc32.IEEETable, p[:n])
	if err == nil {
		return n, nil
	}
	isShort := r.m.sized && r.n < r.m.size
	switch {
	case err == document.ErrTooMuch:
		r.note(document.TooMuch, r.m.Name)
	case err != io.EOF, isShort, r.m.sized && (r.n > r.m.size || r.crc != r.m.crc):
		r.note(document.Damaged, r.m.Name)
	}
	if r.err = err; err == io.EOF && isShort {
		r.err = io.ErrUnexpectedEOF
	}
	return n, r.err
}
