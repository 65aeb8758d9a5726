// Package charset finds character sets by name, and decodes text in them to
// UTF-8 while keeping account of where each character came from.
package charset

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	"github.com/urlgrep/urlgrep/internal/chars"
)

// A Charset is a character set that text may be in.
type Charset struct {
	// Fallback is that of an 8-bit character set that extends ASCII, where
	// octets are characters, each for itself. It is nil for UTF-8.
	Fallback *chars.Fallback

	// encoding is that of all others: the text must be decoded as a whole.
	encoding encoding.Encoding
}

// Whole reports whether text in c must be decoded as a whole.
func (c Charset) Whole() bool { return c.encoding != nil }

// Lookup returns the character set with the given name, which may be any label
// of the WHATWG's Encoding Standard or of IANA's registry. "" is windows-1252.
func Lookup(name string) (Charset, error) {
	if name == "" {
		return Charset{}, nil
	}
	e, err := htmlindex.Get(name)
	if err != nil {
		e, err = ianaindex.IANA.Encoding(name)
	}
	if err != nil || e == nil {
		e = byName(name)
	}
	if e == nil || e == encoding.Replacement {
		return Charset{}, fmt.Errorf("unknown character set %q", name)
	}
	switch m := e.(type) {
	case *charmap.Charmap:
		if f := fallback(m); f != nil {
			return Charset{Fallback: f}, nil
		}
	default:
		if e == unicode.UTF8 {
			return Charset{}, nil
		}
	}
	return Charset{encoding: e}, nil
}

// byName returns the encodings that x/text has and neither index does, nil for
// others.
func byName(name string) encoding.Encoding {
	switch strings.ToLower(name) {
	case "utf-32":
		return utf32.UTF32(utf32.BigEndian, utf32.UseBOM)
	case "utf-32be":
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)
	case "utf-32le":
		return utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)
	}
	return nil
}

// fallback returns the upper half of m, nil when its lower half is not ASCII.
func fallback(m *charmap.Charmap) *chars.Fallback {
	for c := range utf8.RuneSelf {
		if m.DecodeByte(byte(c)) != rune(c) {
			return nil
		}
	}
	f := new(chars.Fallback)
	for i := range f {
		f[i] = m.DecodeByte(byte(utf8.RuneSelf + i))
	}
	return f
}

// MaxBOM is the length in bytes of the longest byte order mark.
const MaxBOM = 4

// Sniff returns the character set that a byte order mark at the beginning of
// text declares. A mark of UTF-8 declares nothing that is not assumed anyway.
func Sniff(head []byte) (Charset, bool) {
	for _, b := range [...]struct {
		mark string
		e    encoding.Encoding
	}{
		{"\xFF\xFE\x00\x00", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM)},
		{"\x00\x00\xFE\xFF", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM)},
		{"\xFF\xFE", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)},
		{"\xFE\xFF", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)},
	} {
		if bytes.HasPrefix(head, []byte(b.mark)) {
			return Charset{encoding: b.e}, true
		}
	}
	return Charset{}, false
}

// A Reader decodes text to UTF-8.
type Reader struct {
	r       io.Reader
	decoder *encoding.Decoder
	raw     []byte // read and not decoded yet
	pending int    // bytes decoded that have given no character yet
	buf     []byte // backs raw
	err     error  // of r
}

// NewReader returns a Reader that decodes what r gives in the character set c,
// which must be one that is decoded as a whole.
func NewReader(r io.Reader, c Charset) *Reader {
	return &Reader{r: r, decoder: c.encoding.NewDecoder(), buf: make([]byte, 0, rawSize)}
}

const (
	rawSize = 16 << 10
	maxChar = 64 // bytes of input that may stand for one character, escapes included
)

// Read decodes some text into p, which must have room for 64 bytes at least,
// and notes in widths, which must be as long, how many bytes of the input each
// character took: at its first byte of UTF-8, 0 at the others.
//
// The decoder is given its input a byte more at a time, until it gives a
// character: that is the one way to know which bytes it made it from that
// works with every decoder. It runs at some tens of megabytes a second; text in
// UTF-8 and 8-bit character sets does not come this way.
func (d *Reader) Read(p []byte, widths []uint32) (n int, err error) {
	if len(d.raw) < maxChar && d.err == nil {
		d.fill()
	}
	for len(d.raw) > 0 && n+maxChar <= len(p) {
		took, gave := d.char(p[n:])
		if took == 0 {
			break
		}
		d.raw = d.raw[took:]
		d.pending += took
		clear(widths[n : n+gave])
		if gave > 0 {
			widths[n] = uint32(d.pending)
			d.pending = 0
		}
		n += gave
	}
	if n == 0 && (len(d.raw) == 0 || d.err != nil) {
		return 0, d.err
	}
	return n, nil
}

// char decodes one character, or skips an escape sequence that gives none. It
// returns 0, 0 when more input is needed.
func (d *Reader) char(p []byte) (took, gave int) {
	atEOF := d.err != nil
	for k := 1; k <= min(len(d.raw), maxChar); k++ {
		gave, took, err := d.decoder.Transform(p, d.raw[:k], false)
		if took == 0 && err == transform.ErrShortSrc && atEOF && k == len(d.raw) {
			gave, took, err = d.decoder.Transform(p, d.raw, true)
		}
		if took > 0 {
			return took, gave
		}
		if err != nil && err != transform.ErrShortSrc {
			break
		}
	}
	if !atEOF && len(d.raw) < maxChar {
		return 0, 0
	}
	return 1, utf8.EncodeRune(p, utf8.RuneError)
}

func (d *Reader) fill() {
	rest := copy(d.buf[:cap(d.buf)], d.raw)
	n, err := d.r.Read(d.buf[rest:cap(d.buf)])
	d.raw = d.buf[:rest+n]
	d.err = err
}
