package mailbox

import (
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/header"
)

// known remembers what declarations mean, as mail repeats them. The zero value knows none.
type known struct {
	mediaTypes memo[header.MediaType] // by the bodies of Content-Type
	charsets   memo[charset.Charset]  // by their names
}

// mediaType returns what the body of a Content-Type declares. Those with a boundary or the
// name of a file, which are seldom met again, are not remembered.
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

// charset returns the character set with that name.
func (k *known) charset(label string) (set charset.Charset, ok bool) {
	if set, ok := k.charsets[label]; ok {
		return set, true
	}
	if set, ok = charset.ForMail(label); ok {
		k.charsets.add(label, set)
	}
	return set, ok
}

// A memo has at most manyKnown values, by texts of at most maxKnown bytes.
type memo[T any] map[string]T

const (
	maxKnown  = 256
	manyKnown = 32
)

// add adds a value, unless its text is too long. A full memo forgets all others.
func (m *memo[T]) add(text string, t T) {
	if len(text) > maxKnown {
		return
	}
	if *m == nil || len(*m) == manyKnown {
		*m = make(memo[T], manyKnown)
	}
	(*m)[text] = t
}
