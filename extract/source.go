package extract

import (
	"io"
	"slices"

	"github.com/urlgrep/urlgrep/internal/charset"
)

// A source gives the text of an input: its bytes as they are or, where a byte
// order mark or the options say so, decoded to UTF-8. In the latter case it
// knows for each character in the window how many bytes of the input it was.
type source struct {
	r       io.Reader
	sniffed bool
	decoder *charset.Reader
	widths  []uint32 // as long as the window

	// at is an index into the window, raw its offset in the input. It moves
	// forward with the matches, so that no width is added up twice.
	at  int
	raw int64
}

// newSource returns a source of the text in r.
func newSource(r io.Reader, set charset.Charset) source {
	if set.Whole() {
		return source{r: r, sniffed: true, decoder: charset.NewReader(r, set)}
	}
	return source{r: r}
}

// read appends some text to the window and returns how much.
func (src *source) read(s *Scanner) (int, error) {
	if !src.sniffed {
		return src.sniff(s)
	}
	free := s.buf[len(s.buf):min(cap(s.buf), len(s.buf)+chunk)]
	for range 100 {
		n, err := src.next(free)
		s.buf = s.buf[:len(s.buf)+n]
		if n > 0 {
			return n, nil
		}
		if err != nil {
			return 0, err
		}
	}
	return 0, io.ErrNoProgress
}

func (src *source) next(free []byte) (int, error) {
	if src.decoder == nil {
		return src.r.Read(free)
	}
	have := len(src.widths)
	src.widths = slices.Grow(src.widths, len(free))
	n, err := src.decoder.Read(free, src.widths[have:have+len(free)])
	src.widths = src.widths[:have+n]
	return n, err
}

// sniff reads the first bytes, until they are known to be no byte order mark
// of UTF-16 or UTF-32, or to be one.
func (src *source) sniff(s *Scanner) (int, error) {
	n, err := 0, error(nil)
	for err == nil && n < charset.MaxBOM && (n == 0 || mayBeBOM(s.buf[0])) {
		var k int
		k, err = src.r.Read(s.buf[n:charset.MaxBOM])
		n += k
		s.buf = s.buf[:n]
	}
	src.sniffed = true
	if set, ok := charset.Sniff(s.buf); ok {
		mark := slices.Clone(s.buf)
		s.buf = s.buf[:0]
		src.decoder = charset.NewReader(io.MultiReader(&head{mark, err}, src.r), set)
		return src.read(s)
	}
	if n > 0 && err != nil {
		src.r = &head{nil, err}
		err = nil
	}
	return n, err
}

func mayBeBOM(first byte) bool { return first == 0 || first == 0xFE || first == 0xFF }

// A head is a reader of some bytes and then an error, if that is not io.EOF.
type head struct {
	b   []byte
	err error
}

func (h *head) Read(p []byte) (int, error) {
	n := copy(p, h.b)
	h.b = h.b[n:]
	if n > 0 {
		return n, nil
	}
	if h.err != nil {
		return 0, h.err
	}
	return 0, io.EOF
}

// offset returns the offset in the input of the byte at index i of the window.
func (src *source) offset(s *Scanner, i int) int64 {
	if src.decoder == nil {
		return s.base + int64(i)
	}
	src.move(i)
	return src.raw
}

// move sets at to i.
func (src *source) move(i int) {
	for ; src.at < i; src.at++ {
		src.raw += int64(src.widths[src.at])
	}
	for ; src.at > i; src.at-- {
		src.raw -= int64(src.widths[src.at-1])
	}
}

// slide forgets the first drop bytes of the window.
func (src *source) slide(drop int) {
	if src.decoder == nil || drop == 0 {
		return
	}
	if src.at < drop {
		src.move(drop)
	}
	src.at -= drop
	src.widths = src.widths[:copy(src.widths, src.widths[drop:])]
}
