package mailbox

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// Uuencode (POSIX, uuencode) is not decoded. Its data is between a line
// "begin 644 name" and the lines "`" and "end".

// beginsUuencoded reports whether the body begins with uuencoded data.
func (l *lines) beginsUuencoded() bool {
	const begin = "begin "
	for {
		head := l.rest(0)
		n := min(len(head), len(begin))
		if string(head[:n]) != begin[:n] {
			return false
		}
		if n == len(begin) {
			mode, name, _ := bytes.Cut(trimWhite(l.lineAt(0)[n:]), []byte(" "))
			return isMode(mode) && len(name) > 0
		}
		if !l.fill() {
			return false
		}
	}
}

// isMode reports whether text is a file mode: three or four octal digits.
func isMode(text []byte) bool {
	for _, c := range text {
		if !ascii.Is(c, ascii.Digit) || c > '7' {
			return false
		}
	}
	return len(text) == 3 || len(text) == 4
}

// lastBytes holds the last bytes of a body.
type lastBytes [16]byte

// append appends raw.
func (t *lastBytes) append(raw []byte) {
	if n := len(raw) - len(t); n >= 0 {
		*t = lastBytes(raw[n:])
		return
	}
	copy(t[:], t[len(raw):])
	copy(t[len(t)-len(raw):], raw)
}

// endsUuencoded reports whether the body ends in uuencoded data, followed by at most
// two line breaks. The last line of data has the length 0, written as a blank or a
// backquote.
func (t *lastBytes) endsUuencoded() bool {
	return (t[15] == 'd' || t[14] == 'd' || t[13] == 'd' || t[12] == 'd' || t[11] == 'd') && t.isUuencoded()
}

func (t *lastBytes) isUuencoded() bool {
	text, ok := bytes.CutSuffix(trimWhite(t[:]), []byte("\nend"))
	text = bytes.TrimSuffix(text, []byte("\r"))
	return ok && (bytes.HasSuffix(text, []byte("\n`")) || bytes.HasSuffix(text, []byte("\n ")))
}
