package charset

import (
	"bytes"
	"io"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// A scheme is how the octets of a character set make characters. Schemes are
// comparable and hold no state: a Decoder does.
type scheme interface {
	// plain returns how many bytes at the beginning of src are characters of
	// ASCII and nothing else.
	plain(s *state, src []byte) int

	// char appends to dst the character that src begins with, and returns how
	// many bytes it took. An escape sequence takes bytes and gives nothing. A
	// character that is cut off gives and takes nothing, unless the text is over.
	char(s *state, dst, src []byte, last bool) (out []byte, took int)
}

const (
	// maxHeld bounds what a scheme may call cut off: utf-16 without a declared
	// byte order is what needs most.
	maxHeld = lookAt

	// maxGrowth is how many bytes of text one byte of input becomes at most:
	// one of half-width katakana, or an octet that is U+FFFD.
	maxGrowth = 3

	// maxEscape bounds what a character is said to take of the escape sequences
	// before it; they may be gigabytes.
	maxEscape = 1 << 20
)

// A Decoder decodes text to UTF-8. The zero value decodes UTF-8, that is, it
// copies.
type Decoder struct {
	scheme scheme
	state  state
	held   [2 * maxHeld]byte // what was cut off at the end, held[:nheld]
	nheld  int
	run    run
}

// A state is what a scheme knows of the text before.
type state struct {
	escape int // bytes of escape sequences that no character has come behind yet

	wide    wide // of text labelled as wide: its encoding, as found; its unit is 0 before
	ebcdic  line // of text labelled as EBCDIC: the encoding of the line
	doubted bool // the text, or some of it, is not in the scheme
	designation
	shift
}

// A designation is what octets of 7 bits stand for.
type designation struct {
	set   set  // of a scheme of 7 bits: what is designated
	right set  // in ISO 2022: what SO invokes
	out   bool // in ISO 2022: after SO
}

// A shift is where in UTF-7 the text is: RFC 2152 has base64 between "+" and "-". Outside of
// it there are neither bits nor a surrogate.
type shift struct {
	base64 bool   // within base64
	bits   uint32 // of its last characters that are no character yet: the last nbits
	nbits  int
	high   rune // a high surrogate that was the last character
	word   word // how much of "://" the word has had
}

// A run collects characters that took the same number of bytes each, as
// offset.Map.Add would, but without its divisions.
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

// Append decodes src, which goes on at offset at of the input where the last
// call ended, and tells m which bytes of it each character was made of: an
// escape sequence is of the character after it, but one that leads back to the
// beginning's state is of none. What is cut off at the end of
// src is held back for the next call. With last there is none.
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
		// No more than maxHeld bytes are ever cut off, and so the held are done.
		src, at = src[took-held:], at+int64(took-held)
	}
	dst, took := d.decode(dst, src, at, m, last)
	d.nheld = copy(d.held[:], src[took:])
	return dst
}

// Doubted reports whether the text so far, or some of it, was not in the character set
// and has been read in another.
func (d *Decoder) Doubted() bool { return d.state.doubted }

// Passes reports whether Append would give src as it is, with nothing before or
// after it, and is not needed: src is ASCII, in a character set of octets that
// extends it.
func (d *Decoder) Passes(src []byte) bool {
	_, ok := d.scheme.(*upper)
	return ok && ascii.All(src)
}

// decode decodes the characters of src that are not cut off at its end, and
// returns how many bytes they took.
func (d *Decoder) decode(dst, src []byte, at int64, m *offset.Map, last bool) ([]byte, int) {
	s := &d.state
	i := 0
	for i < len(src) {
		if src[i] < utf8.RuneSelf && s.escape == 0 {
			if n := d.scheme.plain(s, src[i:]); n > 0 {
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
			if s.ground() {
				s.escape = 0 // what comes is read the same without it
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

// ground reports whether s is as it was at the beginning of the text.
func (s *state) ground() bool {
	g := *s
	g.escape, g.word, g.doubted = 0, 0, false // change nothing of that
	return g == state{}
}

// add adds a character of per bytes that came from took bytes at raw.
func (r *run) add(m *offset.Map, per int, raw int64, took int) {
	if per != r.per || took != r.took || r.n == 0 || raw != r.raw+int64(r.n/per*took) {
		r.flush(m)
		r.per, r.took, r.raw = per, took, raw
	}
	r.n += per
}

// flush tells m of the run.
func (r *run) flush(m *offset.Map) {
	m.Add(r.n, r.raw, r.per, r.took)
	r.n = 0
}

// An upper is the upper half of an 8-bit character set that extends ASCII.
type upper chars.Fallback

func (*upper) plain(_ *state, src []byte) int { return asciiLen(src, 0x80, 0x80) }

func (u *upper) char(_ *state, dst, src []byte, _ bool) ([]byte, int) {
	return utf8.AppendRune(dst, u[src[0]&0x7F]), 1
}

// asciiLen returns how many bytes at the beginning of b are ASCII and neither of
// the two that stop it.
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
	at    int64 // bytes read
	err   error // of r
	begun bool
}

const readSize = 16 << 10

// NewReader returns a Reader that decodes r from the character set c. A byte order mark of
// UTF-16 or UTF-32 at the beginning overrides c.
func NewReader(r io.Reader, c Charset) *Reader {
	d := &Reader{r: r, buf: make([]byte, readSize)}
	d.d.Reset(c)
	return d
}

// read reads up to n bytes, at first as many as a byte order mark has.
func (d *Reader) read(n int) (int, error) {
	if d.begun {
		return d.r.Read(d.buf[:n])
	}
	d.begun = true
	n, err := io.ReadAtLeast(d.r, d.buf[:max(n, MaxBOM)], MaxBOM) // nothing is held back yet
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	_, isWide := d.d.scheme.(wide)
	if c, ok := Sniff(d.buf[:n]); ok && !isWide {
		d.d.Reset(c)
		d.d.state.doubted = true
	}
	return n, err
}

// Doubted reports whether the text so far, or some of it, was not in the character set.
func (d *Reader) Doubted() bool { return d.d.Doubted() }

// MinRead is how long the buffer must be at least that Read is given.
const MinRead = maxGrowth * (maxHeld + 1)

// Read reads once, and decodes that into p, which may not be much shorter than
// what is read. A character that an error other than io.EOF cuts off is left out. It tells m what bytes of the input each character took.
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
