package mailbox

import (
	"bytes"
	"io"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// lines are the lines of an input. The position is the first byte that has not been
// consumed.
//
// consume and consumeLine update midLine and blank. skip does not: it is for the lines
// between messages and for callers that set the two themselves.
type lines struct {
	input
	midLine bool       // the position is within a line, a part of which has been consumed
	data    dataFormat // of the body that is being read
	blank   bool       // the line before the position, or that part of it, is blank
}

// reset prepares l to read r, which begins in the given line.
func (l *lines) reset(r io.Reader, line int64) {
	l.input.reset(r, line)
	l.midLine, l.blank, l.data = false, true, dataFormat{}
}

// skipLine consumes the next line.
func (l *lines) skipLine() { l.consumeLine(l.lineAt(0)) }

// consume returns the next n bytes and advances past them.
func (l *lines) consume(n int) []byte {
	if n == 0 {
		return nil
	}
	blank := l.afterBlank(n)
	raw := l.rest(0)[:n]
	l.skip(n)
	l.midLine, l.blank = raw[n-1] != l.end(), blank
	return raw
}

// consumeLine advances past line, which is the next line, or the rest or a piece of
// one. A line that comes in pieces is too long to be blank.
func (l *lines) consumeLine(line []byte) {
	l.blank = ascii.IsBlankLine(line) && !l.midLine
	l.midLine = line[len(line)-1] != l.end()
	l.pos += len(line)
	if line[len(line)-1] == '\n' && l.line > 0 {
		l.line++
	}
}

// afterBlank reports whether the line that ends n bytes after the position is blank.
func (l *lines) afterBlank(n int) bool {
	if n == 0 {
		return l.blank
	}
	raw, end := l.rest(0)[:n], l.end()
	if n > 1 && raw[n-1] == end && raw[n-2] != '\r' {
		return raw[n-2] == end
	}
	line := raw[bytes.LastIndexByte(raw[:n-1], end)+1:]
	if len(line) == n && l.midLine {
		return l.blank && string(line) == "\n" // the CR came before
	}
	return ascii.IsBlankLine(line)
}

// lineAfter returns where the line after line begins, in bytes from the position. line
// is the next line. If it is white space, lineAfter skips the lines of white space that
// follow, which RFC 5322, section 4.2 treats as folding.
func (l *lines) lineAfter(line []byte) int {
	n := len(line)
	if !ascii.IsWhiteLine(line) {
		return n
	}
	for {
		size := l.whiteLine(n)
		if size == 0 || n+size > maxWhite {
			return n
		}
		n += size
	}
}

// whiteLine returns the length of the line that begins n bytes after the position if it
// consists of white space, and 0 otherwise.
func (l *lines) whiteLine(n int) int {
	rest := l.rest(n)
	i := 0
	for i < len(rest) && (rest[i] == ' ' || rest[i] == '\t') {
		i++
	}
	if i > 0 && i < len(rest) && rest[i] == l.end() {
		return i + 1
	}
	if line := l.lineAt(n); ascii.IsWhiteLine(line) && !ascii.IsBlankLine(line) {
		return len(line)
	}
	return 0
}

// maxWhite is the number of bytes of white space lines that lineAfter skips.
const maxWhite = 1 << 10

// atLeast returns the next bytes, at least n of them unless the input ends.
func (l *lines) atLeast(n int) []byte {
	for len(l.rest(0)) < n && l.fill() {
	}
	return l.rest(0)
}

// blankLines returns the length of the white space lines at the beginning of a base64
// body.
func (l *lines) blankLines() (n int) {
	for k := 0; k < maxBlank && ascii.IsWhiteLine(l.lineAt(n)); k++ {
		n += len(l.lineAt(n))
	}
	return n
}

// maxBlank is the number of lines that blankLines skips.
const maxBlank = 4

// trimWhite returns line without the white space and line breaks at its end.
func trimWhite(line []byte) []byte {
	n := len(line)
	for n > 0 && (line[n-1] == ' ' || line[n-1] == '\t' || line[n-1] == '\r' || line[n-1] == '\n') {
		n--
	}
	return line[:n]
}
