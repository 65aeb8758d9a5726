package extract

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// A signatureTracker tracks the parts of a text that its author did not write for it: the
// text below the delimiter of a signature, in the footer of a mailing list, and below the
// line that mailers put before a message that they quote without quote marks.
//
// It reads the lines of the text once, up to the place that it is asked about.
type signatureTracker struct {
	seen    int  // index of the window up to which whole lines have been read
	scanned int  // no line ends between seen and this
	midLine bool // no line begins at seen
	rule    int  // depth+1 of a line of "____", if only blank lines have followed it
	endings
}

// endings are the places of a text after which its author did not write it: those that have
// been read so far.
type endings struct {
	depths   uint64 // bit d is set after a signature's delimiter or a footer of quote depth d, at most 63
	original bool   // after the mark of an original message
}

// with returns the endings of two texts.
func (m endings) with(n endings) endings {
	return endings{m.depths | n.depths, m.original || n.original}
}

// The line that separates the signature is two hyphens and a space: RFC 3676, section
// 4.3.
const signatureLine = "-- "

// minRule is the minimum length of the line that separates a list's footer.
const minRule = 20

// below reports whether the text at index i of data, the window, is below a signature's
// delimiter or in a footer of the same quote depth, or below the mark of an original
// message. depth is the quote depth of the line.
func (t *signatureTracker) below(data []byte, i, depth int) (signature, original bool) {
	t.advance(data, i)
	if t.rule > 0 && !t.midLine && t.seen <= i {
		if d, text := unquote(data[t.seen:i]); t.rule == d+1 && namesList(withoutBreak(text)) {
			t.set(d)
		}
	}
	return t.depths>>min(depth, 63)&1 != 0, t.original
}

// advance reads all lines that end before index to, apart from those that no rule is about.
func (t *signatureTracker) advance(data []byte, to int) {
	for scanned := t.scanned; scanned < to; scanned = t.seen {
		i := bytes.IndexByte(data[scanned:to], '\n')
		if i < 0 {
			break
		}
		if !t.midLine {
			t.line(data[t.seen : scanned+i+1])
		}
		t.midLine = false
		t.seen = scanned + i + 1
		if t.rule == 0 {
			t.seen += prefilter.RuleLine(data[t.seen:to])
		}
	}
	t.scanned = max(t.scanned, to)
}

// slide is called before the window drops its first drop bytes. It reads no text after
// index known.
func (t *signatureTracker) slide(data []byte, known, drop int) {
	t.advance(data, drop)
	if t.seen < drop {
		t.advance(data, drop+1+bytes.IndexByte(data[drop:known], '\n'))
	}
	if t.seen < drop {
		t.seen, t.midLine = drop, true // the line is too long for a delimiter
	}
	t.seen -= drop
	t.scanned -= drop
}

// line reads a line.
func (t *signatureTracker) line(line []byte) {
	depth, text := unquote(line)
	if t.rule == 0 && (len(text) == 0 || !prefilter.IsRule(text[0])) {
		return
	}
	if text = withoutBreak(text); len(text) == 0 {
		return
	}
	if t.rule == depth+1 && namesList(text) {
		t.set(depth)
	}
	t.rule = 0
	switch {
	case !prefilter.IsRule(text[0]):
	case string(text) == signatureLine:
		t.set(depth)
	case isRule(text):
		t.rule = depth + 1
	case depth == 0 && text[0] == '-' && isOriginal(text):
		t.original = true
	}
}

// unquote returns the quote depth of a line, and its text after the quote marks.
func unquote(line []byte) (depth int, text []byte) {
	for len(line) > 0 && line[0] == '>' {
		depth++
		if line = line[1:]; len(line) > 0 && line[0] == ' ' {
			line = line[1:]
		}
	}
	return depth, line
}

// withoutBreak returns a line without its line ending. bytes.TrimRight would make a set of
// the two bytes for each line.
func withoutBreak(line []byte) []byte {
	for len(line) > 0 && ascii.Is(line[len(line)-1], ascii.LineBreak) {
		line = line[:len(line)-1]
	}
	return line
}

func (m *endings) set(depth int) { m.depths |= 1 << min(depth, 63) }

// isRule reports whether text is a horizontal rule.
func isRule(text []byte) bool {
	if len(text) < minRule || text[minRule-1] != text[0] {
		return false // as for most lines, such as those of a list
	}
	text = bytes.TrimRight(text, " \t")
	return len(bytes.TrimLeft(text, string(text[:1]))) == 0
}

// namesList reports whether a line is the first of a mailing list's footer: it names the
// list, or says how to leave it.
func namesList(line []byte) bool {
	text := strings.ToLower(string(line[:min(len(line), find.MaxHead)]))
	return strings.Contains(text, "mailing list") || strings.Contains(text, "mailing-list") ||
		strings.Contains(text, "unsubscribe")
}

// isOriginal reports whether a line is the mark that mailers put before a message that
// they quote or forward unchanged: "-----Original Message-----".
func isOriginal(text []byte) bool {
	if text[len(text)-1] != '-' {
		return false
	}
	words := bytes.Trim(text, "- ")
	marks := len(text) - len(words)
	if marks < 4 || len(words) > find.MaxHead/8 || len(words) == 0 || !ascii.Is(words[0], ascii.Alpha) {
		return false
	}
	switch strings.ToLower(string(words)) {
	case "original message", "forwarded message", "begin forwarded message", "forwarded by",
		"ursprüngliche nachricht", "message d'origine", "mensaje original", "messaggio originale":
		return true
	}
	return false
}
