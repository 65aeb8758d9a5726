package header

import (
	"bytes"
	"encoding/base64"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// A coding is how the octets of a piece are written.
type coding byte

const (
	asIs         coding = iota // a token
	quotedString               // RFC 5322, section 3.2.4, without its quotes
	quotedURL                  // the same, RFC 2017: a URL with white space in it
	percent                    // RFC 2231, section 4
	wordQ                      // RFC 2047, section 4.2
	wordB                      // RFC 2047, section 4.1
)

// A piece is a part of the input that encodes octets of a text.
type piece struct {
	raw    []byte
	at     int64 // offset of raw in the input
	line   int64 // number of the line that raw begins in
	coding coding
}

// A sink collects text and the map of its offsets.
type sink struct {
	dst     []byte
	m       *offset.Map
	mapLine int64 // line number that was last passed to m
}

// reset begins a text in the given line.
func (s *sink) reset(dst []byte, line int64, m *offset.Map) {
	*s = sink{dst, m, line}
	m.Line(line)
}

// inLine says that the next text is in the line with the given number.
func (s *sink) inLine(number int64) {
	if number != s.mapLine {
		s.mapLine = number
		s.m.Line(number)
	}
}

// put appends a byte that was decoded from took bytes of the input at offset at.
func (s *sink) put(c byte, at int64, took int) {
	s.dst = append(s.dst, c)
	if took == 1 {
		s.m.Copy(1, at) // same to the map as Add, and faster
		return
	}
	s.m.Add(1, at, 1, took)
}

// copy appends text that is at offset at of the input.
func (s *sink) copy(text []byte, at int64) {
	s.dst = append(s.dst, text...)
	s.m.Copy(len(text), at)
}

// octets appends the octets of p to s. Line breaks in p are folds: the white space after
// them remains, except in a coding that ignores white space.
func (p *piece) octets(s *sink) {
	line := p.line
	s.inLine(line)
	if p.coding == wordB {
		p.base64(s)
		return
	}
	for i := 0; i < len(p.raw); {
		if n := ascii.Len(p.raw[i:], ascii.AlphaDigit); n > 0 { // no coding has a meaning for these
			s.copy(p.raw[i:i+n], p.at+int64(i))
			i += n
			continue
		}
		c := p.raw[i]
		if isBreak(c) {
			if c == '\n' {
				line++
				s.inLine(line)
			}
			i++
			continue
		}
		c, took := p.octet(i)
		if took > 0 {
			s.put(c, p.at+int64(i), took)
		}
		i += max(took, 1)
	}
}

// mayBeWide reports whether p may begin with a NUL, with an octet and a NUL, or with a
// byte order mark.
func (p *piece) mayBeWide() bool {
	b := p.raw
	switch {
	case len(b) < 3:
		return false
	case p.coding == wordB:
		first, second, third := sextet(b[0]), sextet(b[1]), sextet(b[2])
		return first == 0 && second>>4 == 0 || second&0xF == 0 && third>>2 == 0 || first == 0x3F
	case p.coding == wordQ:
		return b[0] == '=' && (b[1] == '0' || b[1]|0x20 == 'f') || b[1] == '=' && b[2] == '0'
	}
	return p.coding == percent && (b[0] == '%' || b[1] == '%')
}

// octet returns the octet that is encoded at index i, and the number of bytes of its
// encoding: 0 if the byte at i is ignored. An invalid escape is itself.
func (p *piece) octet(i int) (c byte, took int) {
	c = p.raw[i]
	switch {
	case c == '_' && p.coding == wordQ:
		// RFC 2047, section 4.2: "Note that the "_" always represents
		// hexadecimal 20, even if the SPACE character occupies a different code
		// position in the character set in use."
		return ' ', 1
	case c == '=' && p.coding == wordQ, c == '%' && p.coding == percent:
		if i+2 < len(p.raw) {
			if n := ascii.HexOctet(p.raw[i+1], p.raw[i+2]); n >= 0 {
				return byte(n), 3
			}
		}
	case isBlank(c) && p.coding == quotedURL:
		// RFC 2017, section 3.1: "The enclosing quotes and any linear whitespace are
		// removed and the remaining material is the URL string."
		return 0, 0
	case c == '\\' && (p.coding == quotedString || p.coding == quotedURL):
		// A quoted-pair. A backslash before any other character was most likely not
		// quoted: "C:\temp\x.txt".
		if i+1 < len(p.raw) && (p.raw[i+1] == '"' || p.raw[i+1] == '\\') {
			return p.raw[i+1], 2
		}
	}
	return c, 1
}

// base64 appends the octets that p encodes in base64. It ignores characters outside the
// alphabet and missing padding, and decodes data after padding, since software joins
// words without decoding them. A single last character gives no octet.
//
// Four contiguous characters are one unit of the map, so that a whole word is one run of
// it.
func (p *piece) base64(s *sink) {
	if out, ok := appendBase64(s.dst, p.raw); ok {
		s.m.Base64(len(out)-len(s.dst), p.at)
		s.dst = out
		return
	}
	p.quads(s)
}

// quads is base64 for any text.
func (p *piece) quads(s *sink) {
	var q quad
	line := p.line
	for i, c := range p.raw {
		v := sextet(c)
		switch {
		case v >= 0:
			q.add(v, p.at+int64(i), line)
			if q.n == 4 {
				q.flush(s)
			}
		case c == '=':
			q.flush(s)
		case c == '\n':
			line++
		}
	}
	q.flush(s)
}

// appendBase64 appends the octets that text encodes in base64. It reports false, and appends
// nothing, if text has other characters or not all padding.
func appendBase64(dst, text []byte) (out []byte, ok bool) {
	if bytes.IndexByte(text, '\n') >= 0 || bytes.IndexByte(text, '\r') >= 0 {
		return dst, false // package base64 ignores them
	}
	out, err := base64.StdEncoding.AppendDecode(dst, text)
	return out, err == nil
}

// A quad is up to four characters of base64, with their offsets and lines.
type quad struct {
	n    int
	bits uint32
	at   [4]int64
	line [4]int64
}

func (q *quad) add(sextet int, at, line int64) {
	q.bits |= uint32(sextet) << (18 - 6*q.n)
	q.at[q.n], q.line[q.n] = at, line
	q.n++
}

// flush appends the octets of the quad: one less than it has characters.
func (q *quad) flush(s *sink) {
	n := max(0, q.n-1)
	contiguous := q.at[n]-q.at[0] == int64(n)
	for k := range n {
		s.dst = append(s.dst, byte(q.bits>>(16-8*k)))
		if !contiguous {
			s.inLine(q.line[k])
			s.m.Add(1, q.at[k], 1, int(q.at[k+1]-q.at[k])+1)
		}
	}
	if contiguous && n > 0 {
		s.inLine(q.line[0])
		s.m.Base64(n, q.at[0])
	}
	*q = quad{}
}

// sextet returns the value of a character of base64. It is negative for other characters.
// The characters of RFC 4648, section 5, are accepted too, as they have no other meaning.
func sextet(c byte) int {
	switch c {
	case '-':
		c = '+'
	case '_':
		c = '/'
	}
	return ascii.Base64Digit(c)
}

// isBase64 reports whether b may be base64 and encodes at least one octet. Text with a
// colon, perhaps a URL, was only labelled as base64.
func isBase64(b []byte) bool {
	if bytes.IndexByte(b, ':') >= 0 {
		return false
	}
	n := 0
	for _, c := range b {
		if sextet(c) >= 0 {
			if n++; n == 2 {
				return true
			}
		}
	}
	return len(b) == 0
}
