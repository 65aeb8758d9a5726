package wrapper

import (
	"iter"

	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// A Wrapper is a wrapper found in a text.
type Wrapper struct {
	// Start and End are the place of the wrapper in the text with its brackets, in bytes
	// from 0. End is exclusive.
	Start, End int

	// Labelled reports whether the wrapper begins with "<URL:".
	Labelled bool

	// URL is the URL, rejoined, in UTF-8. Octets of the text that are not UTF-8 are read in
	// windows-1252.
	URL string

	// Hyphens are the offsets in URL of the hyphens before a line break. Each may be part of
	// the URL, or may have been inserted when the line was broken.
	Hyphens []int
}

// All returns an iterator over the wrappers in text, in order. They do not overlap.
func All(text string) iter.Seq[Wrapper] {
	return func(yield func(Wrapper) bool) {
		data := []byte(text)
		for w, ok := next(data, 0); ok; w, ok = next(data, w.End) {
			if !yield(w) {
				return
			}
		}
	}
}

// Rejoin returns the URL of the first wrapper in text. It returns false if text has none. Text
// should begin with a line, as the marks before the wrapper, such as "> ", are dropped from the
// lines in which the URL continues.
func Rejoin(text string) (url string, ok bool) {
	w, ok := next([]byte(text), 0)
	return w.URL, ok
}

// next returns the first wrapper that opens in text[at:], and false if there is none. It reads the
// text before at only for the beginning of its line.
func next(text []byte, at int) (w Wrapper, ok bool) {
	var rules wrapper.Rules
	for c := (wrapper.Candidate{}); ; {
		switch rules.Next(&c, text, at, true) {
		case wrapper.Closed:
			return Wrapper{c.Start, c.End, c.Labelled, string(c.URL), c.Hyphens}, true
		case wrapper.Unclosed:
			at = c.Start + 1
		default:
			return Wrapper{}, false
		}
	}
}
