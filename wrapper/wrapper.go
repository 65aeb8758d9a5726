package wrapper

import (
	"iter"
	"slices"

	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/join"
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
		f := finder(data)
		for w, ok := next(f, 0); ok; w, ok = next(f, w.End) {
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
	w, ok := next(finder([]byte(text)), 0)
	return w.URL, ok
}

// finder returns a finder of the wrappers in text.
func finder(text []byte) *find.WrapperFinder {
	f := new(find.WrapperFinder)
	f.Reset(&find.Rules{MaxURL: find.DefaultMaxURL, MaxLines: find.DefaultMaxLines, Rejoin: join.Hyphen}, text, true)
	return f
}

// next returns the first wrapper that opens at index at of the text of f or after it, or false. It reads
// the text before at only for the beginning of its line.
func next(f *find.WrapperFinder, at int) (w Wrapper, ok bool) {
	for c := (find.Wrapper{}); ; {
		switch f.Next(&c, at) {
		case find.Closed:
			return Wrapper{c.Start, c.End, c.Labelled, string(c.URL), slices.Clone(c.Hyphens)}, true
		case find.Unclosed:
			at = c.Start + 1
		default:
			return Wrapper{}, false
		}
	}
}
