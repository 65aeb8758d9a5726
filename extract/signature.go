package extract

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/find"
)

// A tail knows what of a text its author did not write for it: what is below
// a signature's delimiter, below the footer of a mailing list, or below the mark
// that mailers put before a message that they quote without quote marks.
//
// It walks over the lines of the text once, as far as it is asked about.
type tail struct {
	seen     int  // index of the window up to which lines have been looked at
	looked   int  // no line ends between seen and this
	midLine  bool // what is at seen does not begin a line
	rule     int  // depth+1 of a line of "____", if nothing but blank lines is behind it yet
	depths   uint64
	original bool
}

// A mailer separates the signature by a line of two hyphens and a space: RFC
// 3676, section 4.3.
const signatureLine = "-- "

// minRule is how many characters a line has that separates a list's footer.
const minRule = 20

// below reports whether the text in a line quoted to that depth, at index i of data, the
// window,
// is below a signature or a footer quoted as deep, or below an original
// message.
func (t *tail) below(data []byte, i, depth int) (signature, original bool) {
	t.walk(data, i)
	if t.rule > 0 && !t.midLine && t.seen <= i {
		if d, text := unquote(data[t.seen:i]); t.rule == d+1 && namesList(text) {
			t.set(d)
		}
	}
	return t.depths>>min(depth, 63)&1 != 0, t.original
}

// walk looks at all lines that end before index to.
func (t *tail) walk(data []byte, to int) {
	for t.looked < to {
		i := bytes.IndexByte(data[t.looked:to], '\n')
		if i < 0 {
			t.looked = to
			return
		}
		end := t.looked + i + 1
		if !t.midLine {
			t.line(data[t.seen:end])
		}
		t.midLine = false
		t.seen, t.looked = end, end
	}
}

// slide is called before the window loses its first drop bytes. What is before index known
// is not to be read any more.
func (t *tail) slide(data []byte, known, drop int) {
	t.walk(data, drop)
	if t.seen < drop {
		t.walk(data, drop+1+bytes.IndexByte(data[drop:known], '\n'))
	}
	if t.seen < drop {
		t.seen, t.midLine = drop, true // a line too long to be any of these
	}
	t.seen -= drop
	t.looked -= drop
}

// line looks at a line.
func (t *tail) line(line []byte) {
	depth, text := unquote(line)
	if len(text) == 0 {
		return
	}
	if t.rule == depth+1 && namesList(text) {
		t.set(depth)
	}
	t.rule = 0
	switch text[0] {
	case '-', '_', '=', '*':
		if string(text) == signatureLine {
			t.set(depth)
		} else if isRule(text) {
			t.rule = depth + 1
		} else if depth == 0 && text[0] == '-' && isOriginal(text) {
			t.original = true
		}
	}
}

// unquote returns how often a line is quoted, and what of it is after the quote
// marks, without its end.
func unquote(line []byte) (depth int, text []byte) {
	for len(line) > 0 && line[0] == '>' {
		depth++
		line = bytes.TrimPrefix(line[1:], []byte{' '})
	}
	return depth, bytes.TrimRight(line, "\r\n")
}

func (t *tail) set(depth int) { t.depths |= 1 << min(depth, 63) }

// isRule reports whether text is a line drawn across the page.
func isRule(text []byte) bool {
	text = bytes.TrimRight(text, " \t")
	return len(text) >= minRule && len(bytes.TrimLeft(text, string(text[:1]))) == 0
}

// namesList reports whether a line is the first of a mailing list's footer: it
// says what list that is, or how to leave it.
func namesList(line []byte) bool {
	text := strings.ToLower(string(line[:min(len(line), find.MaxHead)]))
	return strings.Contains(text, "mailing list") || strings.Contains(text, "mailing-list") ||
		strings.Contains(text, "unsubscribe")
}

// isOriginal reports whether a line is that which mailers put before a message
// that they quote or forward as it stands: "-----Original Message-----".
func isOriginal(text []byte) bool {
	words := bytes.Trim(text, "- ")
	marks := len(text) - len(words)
	if marks < 4 || len(words) > find.MaxHead/8 || text[len(text)-1] != '-' || len(words) == 0 || !ascii.Is(words[0], ascii.Alpha) {
		return false
	}
	switch strings.ToLower(string(words)) {
	case "original message", "forwarded message", "begin forwarded message", "forwarded by",
		"ursprüngliche nachricht", "message d'origine", "mensaje original", "messaggio originale":
		return true
	}
	return false
}
