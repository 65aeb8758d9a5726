package transfer

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// A YEnc decodes the lines of data of yEnc (yenc.org, yEnc 1.3). An octet is encoded as the
// one that is 42 more, modulo 256. If that is NUL, LF, CR or "=", it is encoded as "=" and the
// octet that is 64 more. Line ends are not part of the data.
//
// Lines that begin with "=y" are not data: they are copied.
//
// The zero value is ready to use.
type YEnc struct{ wholeLines }

// Reset resets y for another body.
func (y *YEnc) Reset() { y.reset() }

// Append decodes raw. See [Decoder].
func (y *YEnc) Append(dst, raw []byte, at int64, m *offset.Map) []byte {
	return y.append(dst, raw, at, m, y.line)
}

// Close decodes the text that was held back. See [Decoder].
func (y *YEnc) Close(dst []byte, m *offset.Map) []byte { return y.close(dst, m, y.line) }

// line decodes a line: it is a lineDecoder. An "=" at the end of a line remains unchanged.
func (y *YEnc) line(dst, line []byte, at int64, _ int, m *offset.Map) ([]byte, bool) {
	if len(line) > 1 && line[0] == '=' && line[1] == 'y' {
		return dst, false
	}
	for {
		n := bytes.IndexByte(line, '=')
		if n < 0 {
			n = len(line)
		}
		for _, c := range line[:n] {
			dst = append(dst, c-42)
		}
		m.Copy(n, at)
		switch len(line) - n {
		case 0:
			return dst, true
		case 1:
			y.malformed++
			m.Copy(1, at+int64(n))
			return append(dst, '='), true
		}
		dst = append(dst, line[n+1]-64-42)
		m.AddByte(at+int64(n), 2)
		line, at = line[n+2:], at+int64(n+2)
	}
}
