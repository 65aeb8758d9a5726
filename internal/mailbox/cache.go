package mailbox

import (
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/header"
)

// known caches parsed declarations, since mail repeats them. The zero value is empty.
type known struct {
	mediaTypes memo[header.MediaType] // keyed by the body of Content-Type
	charsets   memo[charset.Charset]  // keyed by the name
}

// mediaType returns the media type that the body of a Content-Type declares. It does
// not cache one with a boundary or a file name, which seldom occur again.
func (k *known) mediaType(body []byte) header.MediaType {
	if t, ok := k.mediaTypes[string(body)]; ok {
		return t
	}
	t := header.ParseMediaType(body)
	if t.Param("boundary") == "" && t.Param("name") == "" {
		k.mediaTypes.add(string(body), t)
	}
	return t
}

// charset returns the character set with the given name.
func (k *known) charset(label string) (set charset.Charset, ok bool) {
	if set, ok := k.charsets[label]; ok {
		return set, true
	}
	if set, ok = charset.ForMail(label); ok {
		k.charsets.add(label, set)
	}
	return set, ok
}

// A memo has at most manyKnown values. A key has at most maxKnown bytes.
type memo[T any] map[string]T

const (
	maxKnown  = 256
	manyKnown = 32
)

// add adds a value, unless its key is too long. A full memo is emptied first.
func (m *memo[T]) add(text string, t T) {
	if len(text) > maxKnown {
		return
	}
	if *m == nil || len(*m) == manyKnown {
		*m = make(memo[T], manyKnown)
	}
	(*m)[text] = t
}
