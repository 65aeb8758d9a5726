package charset

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// A scheme is the way in which octets encode characters. Schemes are comparable and have
// no state; the Decoder has it.
type scheme interface {
	// asciiPrefix returns the number of bytes at the beginning of src that are ASCII
	// characters.
	asciiPrefix(s *state, src []byte) int

	// char decodes the first character of src, appends it to dst, and returns its length
	// in src. An escape sequence has a length but appends nothing. An incomplete
	// character appends nothing and has length 0, unless last says that the text ends
	// there.
	char(s *state, dst, src []byte, last bool) (out []byte, took int)
}

const (
	// maxHeld is the maximum length of an incomplete character. It is greatest for UTF-16
	// without a declared byte order.
	maxHeld = sampleSize

	// maxGrowth is the maximum number of bytes of text that one byte of input gives: a
	// character of half-width katakana, or an octet that is U+FFFD.
	maxGrowth = 3

	// maxEscape is the maximum length of the escape sequences before a character that the
	// map includes in its range. There may be gigabytes of them.
	maxEscape = 1 << 20
)

// A Decoder decodes text to UTF-8. The zero value copies UTF-8 unchanged.
type Decoder struct {
	scheme scheme
	state  state
	held   [2 * maxHeld]byte // incomplete end of the last piece, held[:nheld]
	nheld  int
	run    run
}

// A state is the state of a scheme after the text so far.
type state struct {
	escape int // bytes of escape sequences since the last character

	wide        wide // detected encoding of text labelled as wide; its unit is 0 before detection
	ebcdic      line // detected encoding of the current line of text labelled as EBCDIC
	mislabelled bool // some of the text is not in the scheme
	designation
	shift
}

// A designation says what octets of seven bits encode.
type designation struct {
	set        set  // in seven-bit schemes: the designated set
	g1         set  // in ISO 2022: the set that SO invokes
	shiftedOut bool // in ISO 2022: after SO
}

// A shift is the state of UTF-7, which has base64 between "+" and "-" (RFC 2152). Outside
// base64 there are neither bits nor a surrogate.
type shift struct {
	base64 bool   // within base64
	bits   uint32 // the last nbits of base64 that are not decoded yet
	nbits  int
	high   rune // high surrogate before, or 0
	word   word // part of "://" before
}

// A run collects characters of the same length in the input, as offset.Map.Add does, but
// without divisions.
type run struct {
	n, per, took int
	raw          int64
}

// Reset makes d decode another text, in the character set c.
func (d *Decoder) Reset(c Charset) {
	d.scheme = c.scheme
	if c.Fallback != nil {
		d.scheme = (*upper)(c.Fallback)
	}
	d.state, d.nheld = state{}, 0
}

// Append decodes src, appends the result to dst, and adds it to m. The offset of src in
// the input is at, where the src of the last call ended. An escape sequence belongs to
// the character after it, except for one that returns to the initial state, which belongs
// to no character. Append holds back an incomplete character at the end of src for the
// next call. With last set, there is no next call, and nothing is held back.
func (d *Decoder) Append(dst, src []byte, at int64, m *offset.Map, last bool) []byte {
	if d.scheme == nil {
		m.Copy(len(src), at)
		return append(dst, src...)
	}
	if held := d.nheld; held > 0 {
		n := held + copy(d.held[held:], src)
		all := n-held == len(src)
		var took int
		dst, took = d.decode(dst, d.held[:n], at-int64(held), m, last && all)
		if all {
			d.nheld = copy(d.held[:], d.held[took:n])
			return dst
		}
		// At most maxHeld bytes are incomplete, so the held bytes are decoded.
		src, at = src[took-held:], at+int64(took-held)
	}
	dst, took := d.decode(dst, src, at, m, last)
	d.nheld = copy(d.held[:], src[took:])
	return dst
}

// Mislabelled reports whether some of the text so far was not in the character set and
// was decoded in another one.
func (d *Decoder) Mislabelled() bool { return d.state.mislabelled }

// Passes reports whether the caller may use src instead of calling Append: src is ASCII,
// in an 8-bit character set that extends ASCII, and nothing is held back.
func (d *Decoder) Passes(src []byte) bool {
	_, ok := d.scheme.(*upper)
	return ok && ascii.All(src)
}

// decode decodes the complete characters of src, and returns their length.
func (d *Decoder) decode(dst, src []byte, at int64, m *offset.Map, last bool) ([]byte, int) {
	s := &d.state
	i := 0
	for i < len(src) {
		if src[i] < utf8.RuneSelf && s.escape == 0 {
			if n := d.scheme.asciiPrefix(s, src[i:]); n > 0 {
				d.run.flush(m)
				m.Copy(n, at+int64(i))
				dst = append(dst, src[i:i+n]...)
				i += n
				continue
			}
		}
		was := len(dst)
		var took int
		dst, took = d.scheme.char(s, dst, src[i:], last)
		if gave := len(dst) - was; gave > 0 {
			from := min(s.escape, maxEscape)
			d.run.add(m, gave, at+int64(i-from), from+took)
			s.escape = 0
		} else if took > 0 {
			s.escape += took
			if s.isInitial() {
				s.escape = 0 // the following text does not depend on the sequence
			}
		} else {
			break
		}
		i += took
	}
	if last && s.half() {
		dst = utf8.AppendRune(dst, utf8.RuneError)
		d.run.add(m, len("\uFFFD"), at+int64(i-s.escape), s.escape)
		s.escape = 0
	}
	d.run.flush(m)
	return dst, i
}

// isInitial reports whether s is equivalent to the state at the beginning of a text.
func (s *state) isInitial() bool {
	g := *s
	g.escape, g.word, g.mislabelled = 0, 0, false // irrelevant here
	return g == state{}
}

// add adds a character of per bytes that was decoded from took bytes at offset raw.
func (r *run) add(m *offset.Map, per int, raw int64, took int) {
	if per != r.per || took != r.took || r.n == 0 || raw != r.raw+int64(r.n/per*took) {
		r.flush(m)
		r.per, r.took, r.raw = per, took, raw
	}
	r.n += per
}

// flush adds the run to m.
func (r *run) flush(m *offset.Map) {
	m.Add(r.n, r.raw, r.per, r.took)
	r.n = 0
}

// An upper is the upper half of an 8-bit character set that extends ASCII, as a scheme.
type upper chars.Fallback

func (*upper) asciiPrefix(_ *state, src []byte) int { return asciiLen(src, 0x80, 0x80) }

func (u *upper) char(_ *state, dst, src []byte, _ bool) ([]byte, int) {
	return utf8.AppendRune(dst, u[src[0]&0x7F]), 1
}

// asciiLen returns the number of bytes at the beginning of b that are ASCII and neither
// stop nor stop2.
func asciiLen(b []byte, stop, stop2 byte) int {
	for n, c := range b {
		if c >= utf8.RuneSelf || c == stop || c == stop2 {
			return n
		}
	}
	return len(b)
}

// A Reader decodes text that it reads.
type Reader struct {
	r     io.Reader
	d     Decoder
	buf   []byte
	at    int64 // number of bytes read
	err   error // of r
	begun bool
}

const readSize = 16 << 10

// NewReader returns a Reader that decodes the text of r from the character set c. A byte
// order mark of UTF-16 or UTF-32 at the beginning of the text overrides c.
func NewReader(r io.Reader, c Charset) *Reader {
	d := &Reader{r: r, buf: make([]byte, readSize)}
	d.d.Reset(c)
	return d
}

// read reads up to n bytes. Its first call reads at least MaxBOM bytes, to see a byte
// order mark.
func (d *Reader) read(n int) (int, error) {
	if d.begun {
		return d.r.Read(d.buf[:n])
	}
	d.begun = true
	n, err := io.ReadAtLeast(d.r, d.buf[:max(n, MaxBOM)], MaxBOM) // n may be less than MaxBOM
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	_, isWide := d.d.scheme.(wide)
	if c, ok := Sniff(d.buf[:n]); ok && !isWide {
		d.d.Reset(c)
		d.d.state.mislabelled = true
	}
	return n, err
}

// Mislabelled reports whether some of the text so far was not in the character set.
func (d *Reader) Mislabelled() bool { return d.d.Mislabelled() }

// MinRead is the minimum length of the buffer for Reader.Read.
const MinRead = maxGrowth * (maxHeld + 1)

// Read decodes the result of one read into p, and adds it to m. The length of p must be
// at least MinRead. If an error other than io.EOF follows an incomplete character, that
// character is left out.
func (d *Reader) Read(p []byte, m *offset.Map) (n int, err error) {
	room := min(len(d.buf), len(p)/maxGrowth-maxHeld)
	for d.err == nil {
		n, d.err = d.read(room)
		text := d.d.Append(p[:0], d.buf[:n], d.at, m, d.err != nil)
		if d.err != nil && d.err != io.EOF {
			text = bytes.TrimSuffix(text, []byte("\uFFFD"))
		}
		d.at += int64(n)
		if len(text) > 0 || n == 0 && d.err == nil {
			return len(text), nil
		}
	}
	return 0, d.err
}
