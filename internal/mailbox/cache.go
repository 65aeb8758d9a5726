package mailbox

import (
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/header"
)

// cache holds parsed declarations, since mail repeats them. The zero value is empty.
type cache struct {
	fields   memo[contentField]    // keyed by the field
	charsets memo[charset.Charset] // keyed by the name
}

// A contentField is the value of a Content-Type field, or of a Content-Transfer-Encoding
// field.
type contentField struct {
	isType bool
	declaration
}

// add returns the value of a field with the given body. It caches the value, unless that is
// a media type with a boundary or a file name, which seldom occur again.
func (c *cache) add(field, body []byte, isType bool) contentField {
	f := contentField{isType: isType}
	if isType {
		f.media = header.ParseMediaType(body)
	} else {
		f.encoding = header.ContentTransferEncoding(body)
	}
	if f.media.Param("boundary") == "" && f.media.Param("name") == "" {
		c.fields.add(string(field), f)
	}
	return f
}

// charset returns the character set with the given name.
func (c *cache) charset(label string) (set charset.Charset, ok bool) {
	if set := c.charsets.find([]byte(label)); set != nil {
		return *set, true
	}
	if set, ok = charset.ForMail(label); ok {
		c.charsets.add(label, set)
	}
	return set, ok
}

// A memo has at most maxEntries values. A key has at most maxKey bytes. In mail nearly all
// lookups find one of the first few entries, before a map would have hashed the key.
type memo[T any] []entry[T]

type entry[T any] struct {
	key   string
	value T
}

const (
	maxKey     = 256
	maxEntries = 32
)

// find returns the value of a key, nil if there is none.
func (m memo[T]) find(key []byte) *T {
	for i := range m {
		if m[i].key == string(key) {
			return &m[i].value
		}
	}
	return nil
}

// add adds a value, unless its key is too long. A full memo is emptied first.
func (m *memo[T]) add(key string, value T) {
	if len(key) > maxKey {
		return
	}
	if len(*m) == maxEntries {
		*m = nil
	}
	*m = append(*m, entry[T]{key, value})
}
