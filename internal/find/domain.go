package find

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

const (
	maxDomain = 255 // octets of a domain (RFC 5321, section 4.5.3.1.2)
	maxLabel  = 63  // octets of a label (RFC 1035, section 2.3.4)
)

// domain returns the end of the domain that begins at Data[start]. The domain does not
// include:
//
//   - a final dot or hyphen;
//   - letters of other scripts after those of ASCII in the last label, as no top-level
//     domain has both;
//   - text in a script without spaces between words that follows a top-level domain.
//
// If the domain is longer than maxDomain octets, so is the range returned.
func (t *text) domain(start int) (end int, v verdict.Verdict) {
	end = start
	for {
		for end < len(t.Data) && end-start <= maxDomain && isHost(t.Data[end]) {
			end++
		}
		if end == len(t.Data) && !t.EOF {
			return end, verdict.More
		}
		if end == len(t.Data) || end-start > maxDomain || t.Data[end] < utf8.RuneSelf {
			break
		}
		if !t.EOF && !utf8.FullRune(t.Data[end:]) {
			return end, verdict.More
		}
		n := t.hostChar(t.Data[end:])
		if n == 0 || t.isTextAfter(start, end) {
			break
		}
		end += n
	}
	if end-start > maxDomain && !t.EOF && !utf8.FullRune(t.Data[end:]) {
		return end, verdict.More
	}
	if end-start <= maxDomain || !t.isHostAt(end) {
		for end > start && (t.Data[end-1] == '.' || t.Data[end-1] == '-') {
			end--
		}
	}
	top := start + bytes.LastIndexByte(t.Data[start:end], '.') + 1
	if n := ascii.Len(t.Data[top:end], ascii.Alpha); n > 0 && top+n < end && t.Data[top+n] >= utf8.RuneSelf {
		end = top + n
	}
	return end, verdict.Yes
}

// isTextAfter reports whether Data[start:end] is a domain that ends in a top-level
// domain, and text in a script without spaces between words begins at Data[end].
func (t *text) isTextAfter(start, end int) bool {
	r, _ := utf8.DecodeRune(t.Data[end:])
	if end == start || !ascii.Is(t.Data[end-1], ascii.Alpha) || !isUnspaced(r) {
		return false
	}
	name := t.Data[start:end]
	if first, rest, _ := bytes.Cut(name, []byte{'.'}); isServer(first) {
		name = rest
	}
	dot := bytes.LastIndexByte(name, '.')
	return dot >= 0 && isDelegated(name[dot+1:])
}

// isHostAt reports whether Data[i] begins a character of a host name.
func (t *text) isHostAt(i int) bool {
	return i < len(t.Data) && t.hostChar(t.Data[i:]) > 0
}

// isHost reports whether c is an ASCII character of a host name.
func isHost(c byte) bool { return ascii.Is(c, ascii.AlphaDigit) || c == '.' || c == '-' }

// hostChar returns the length of the character of a host name that b begins with, or 0: a
// letter of any script, as in internationalized names, a digit, "-" or ".".
func (t *text) hostChar(b []byte) int {
	if c := b[0]; c < utf8.RuneSelf {
		if isHost(c) {
			return 1
		}
		return 0
	}
	r, size := chars.Decode(b, t.fallback)
	if unicode.In(r, unicode.L, unicode.M, unicode.Nd) && ends.Rune(r) == ends.GoesOn {
		return size
	}
	return 0
}

// inUTF8 returns b in UTF-8, as a copy if b is not.
func (t *text) inUTF8(b []byte) []byte {
	if utf8.Valid(b) {
		return b
	}
	return chars.AppendUTF8(nil, b, t.fallback)
}

// isDomain reports whether name is within the limits of length, and none of its labels is
// empty, too long, or begins or ends in a hyphen.
func isDomain(name []byte) bool {
	if len(name) > maxDomain {
		return false
	}
	for label, rest, more := bytes.Cut(name, []byte{'.'}); ; label, rest, more = bytes.Cut(rest, []byte{'.'}) {
		if n := len(label); n == 0 || n > maxLabel || label[0] == '-' || label[n-1] == '-' {
			return false
		}
		if !more {
			return true
		}
	}
}

// hasTopLevel reports whether the last label of name has the form of a top-level domain:
// two letters or more, or an A-label.
func hasTopLevel(name []byte) bool {
	top := name[bytes.LastIndexByte(name, '.')+1:]
	if len(top) > 4 && bytes.EqualFold(top[:4], []byte("xn--")) {
		return true
	}
	for _, c := range top {
		if c < utf8.RuneSelf && !ascii.Is(c, ascii.Alpha) {
			return false
		}
	}
	return len(top) >= 2
}

// isMark reports whether r is a combining mark.
func isMark(r rune) bool { return unicode.Is(unicode.M, r) }

// isUncased reports whether r is a letter of a script without case.
func isUncased(r rune) bool { return unicode.Is(unicode.Lo, r) }
