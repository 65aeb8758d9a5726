package edit

import (
	"bytes"
	"slices"

	"github.com/urlgrep/urlgrep/extract"
)

// A checker searches edited text again.
type checker struct {
	scanner *extract.Scanner
	reader  bytes.Reader
}

// newChecker returns a checker that searches with the options.
func newChecker(o extract.Options) checker {
	o.Input, o.Validity, o.SkipPlaces = extract.InputText, extract.ValidAndInvalid, true
	o.SkipQuoted, o.SkipSignatures = false, false
	o.Note, o.SelectMessage, o.Line, o.Reject, o.Signs = nil, nil, nil, nil, nil
	return checker{scanner: extract.NewScanner(nil, &o)}
}

// finds reports whether a search finds the URL url exactly in its place, if url is a URL, text
// writes it, and the search found the one that old writes.
func (c *checker) finds(p place, old, text []byte, url string) bool {
	if c.findsAt(p.before, text, p.after, url) {
		return true
	}
	line := []byte("\n")
	return !c.findsAt(line, []byte(url), line, url) || !c.findsAt(p.before, old, p.after, "")
}

// findsAt reports whether a search of three texts finds a URL that is the second text and, unless
// that is empty, is url.
func (c *checker) findsAt(before, text, after []byte, url string) bool {
	c.reader.Reset(slices.Concat(before, text, after))
	c.scanner.Reset(&c.reader)
	from, to := int64(len(before)), int64(len(before)+len(text))
	for c.scanner.Scan() {
		if m := c.scanner.Match(); m.URLOffset >= from {
			return m.URLOffset == from && m.URLEnd == to && (url == "" || m.URL == url)
		}
	}
	return false
}
