package collect

import (
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/parse"
)

// Limits of the texts of a row and of an example, in bytes. A longer text is cut, and has an
// ellipsis there.
const (
	maxURL     = 2 << 10 // a URL or its target
	maxName    = 512     // a name of a file, or a place in a document
	maxText    = 256     // a field of a message, a host or a label
	maxLine    = 240     // a line of the context
	maxContext = 2 << 10 // all lines of the context but the last
	maxExample = 320     // a URL in an example
)

const ellipsis = "…"

// clean returns s with U+FFFD in place of octets that are not UTF-8, and at most that many bytes of
// it.
func clean(s string, most int) string {
	return toUTF8(s[:boundary(s, most)]) + cutMark(len(s) > most)
}

// cleanEnd is like clean, but cuts the beginning of s: the end of a path says most.
func cleanEnd(s string, most int) string {
	if len(s) <= most {
		return toUTF8(s)
	}
	from := len(s) - most
	for from < len(s) && !utf8.RuneStart(s[from]) {
		from++
	}
	return ellipsis + toUTF8(s[from:])
}

func toUTF8(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

func cutMark(isCut bool) string {
	if isCut {
		return ellipsis
	}
	return ""
}

// boundary returns the length of the longest beginning of s of at most that many bytes that does not
// end within a character.
func boundary(s string, most int) int {
	if len(s) <= most {
		return len(s)
	}
	n := most
	for n > 0 && most-n < utf8.UTFMax-1 && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// Excerpt returns at most that many bytes of text, in UTF-8, with the beginning of a span in it, and
// if they fit the bytes around the span. A byte of the span is at its offset plus shift in the
// part.
func Excerpt(text string, at parse.Span, most int) (part string, shift int) {
	from := 0
	if len(text) > most {
		room := most - min(at.To-at.From, most)
		from = max(0, min(at.From-room/2, len(text)-most))
		for from < at.From && !utf8.RuneStart(text[from]) {
			from++
		}
	}
	if from == 0 {
		return clean(text, most), 0
	}
	return ellipsis + clean(text[from:], most), len(ellipsis) - from
}
