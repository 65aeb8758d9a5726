// Package hyperlink makes text on a terminal a link to a URL.
//
// # Terms
//
// A hyperlink is text between two control sequences OSC 8. The first one has the URI that
// the terminal opens, and an optional id; the second one has neither. Terminals treat
// pieces with the same URI and the same id as one link.
// (https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda)
//
// # Flow
//
// [Works] reports whether to use hyperlinks on the terminal of the environment. [URI]
// decides whether a URL, which is untrusted input, becomes a link, and makes it safe.
// [Link.AppendStart] and [Link.AppendEnd] write the sequences.
package hyperlink

import (
	"strconv"

	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// A Link is the destination of a piece of text. The zero Link has no destination.
type Link struct {
	URI string // a result of the function URI
	ID  int    // if not 0, pieces with the same URI and ID are one link
}

// maxURI is the maximum length of a URI in bytes. It is the limit of VTE, the lowest of the
// terminals with a published limit.
const maxURI = 2083

// URI returns a URL, which has a scheme, as the URI of a Link. It returns "" if the scheme
// does not have the trait scheme.Linked, or if the URI is too long for terminals. All
// bytes of the URI are printable ASCII: other bytes are percent-encoded.
func URI(url string) string {
	if s, _ := scheme.Cut(url); !s.Is(scheme.Linked) {
		return ""
	}
	n := len(url)
	for i := range len(url) {
		if !isPlain(url[i]) {
			n += 2
		}
	}
	switch {
	case n > maxURI:
		return ""
	case n == len(url):
		return url
	}
	b := make([]byte, 0, n)
	for i := range len(url) {
		if c := url[i]; isPlain(c) {
			b = append(b, c)
		} else {
			b = percent.Append(b, c)
		}
	}
	return string(b)
}

// isPlain reports whether c is printable ASCII other than a blank.
func isPlain(c byte) bool { return '!' <= c && c <= '~' }

// AppendStart appends the sequence that begins the text of a link. It appends nothing for
// the zero Link.
func (l Link) AppendStart(b []byte) []byte {
	if l.URI == "" {
		return b
	}
	b = append(b, "\x1b]8;"...)
	if l.ID != 0 {
		b = strconv.AppendInt(append(b, "id="...), int64(l.ID), 10)
	}
	return append(append(append(b, ';'), l.URI...), stringEnd...)
}

// AppendEnd appends the sequence that ends the text of l. It appends nothing for the zero
// Link.
func (l Link) AppendEnd(b []byte) []byte {
	if l.URI == "" {
		return b
	}
	return append(append(b, "\x1b]8;;"...), stringEnd...)
}

// stringEnd is the string terminator of ECMA-48. Some terminals that know no hyperlinks
// would not take BEL for the end.
const stringEnd = "\x1b\\"
