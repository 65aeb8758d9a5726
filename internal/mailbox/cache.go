package mailbox

import (
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/header"
)

// cache holds parsed declarations, since mail repeats them. The zero value is empty.
type cache struct {
	mediaTypes memo[header.MediaType] // keyed by the body of Content-Type
	charsets   memo[charset.Charset]  // keyed by the name
}

// mediaType returns the media type that the body of a Content-Type declares. It does
// not cache one with a boundary or a file name, which seldom occur again.
func (c *cache) mediaType(body []byte) header.MediaType {
	if t, ok := c.mediaTypes[string(body)]; ok {
		return t
	}
	t := header.ParseMediaType(body)
	if t.Param("boundary") == "" && t.Param("name") == "" {
		c.mediaTypes.add(string(body), t)
	}
	return t
}

// charset returns the character set with the given name.
func (c *cache) charset(label string) (set charset.Charset, ok bool) {
	if set, ok := c.charsets[label]; ok {
		return set, true
	}
	if set, ok = charset.ForMail(label); ok {
		c.charsets.add(label, set)
	}
	return set, ok
}

// A memo has at most maxEntries values. A key has at most maxKey bytes.
type memo[T any] map[string]T

const (
	maxKey     = 256
	maxEntries = 32
)

// add adds a value, unless its key is too long. A full memo is emptied first.
func (m *memo[T]) add(text string, t T) {
	if len(text) > maxKey {
		return
	}
	if *m == nil || len(*m) == maxEntries {
		*m = make(memo[T], maxEntries)
	}
	(*m)[text] = t
}
