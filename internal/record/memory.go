package record

import (
	"hash/maphash"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// A Scope is what the value of a field depends on, apart from the View.
type Scope uint8

const (
	OfMatch   Scope = iota // the match
	OfURL                  // the URL, if the match has no signs
	OfMessage              // the message that the match is in
)

// A Memory remembers the texts printed for the fields of one Scope: that of the last message, or
// those of recent URLs. In mail most URLs are repeated, in signatures, footers and replies. The
// zero Memory is empty. All texts must be of the same fields, with the same View.
type Memory struct {
	message *extract.Message
	text    []byte       // for message
	urls    []remembered // by the hash of the URL; nil until needed
}

// A remembered is the text printed for a URL.
type remembered struct {
	id   urlID
	url  []byte // empty if there is none
	text []byte
}

// A urlID is what a text depends on besides the URL.
type urlID struct {
	kind     extract.Kind
	level    parse.Level
	repaired bool
}

func idOf(m *extract.Match) urlID { return urlID{m.Kind, m.Level, m.Repaired} }

// The number of URLs that are remembered, and the maximum number of bytes of each with its
// text.
const maxURLs, maxRemembered = 256, 1 << 10

var seed = maphash.MakeSeed()

// slot returns where the text for the URL of a match is remembered, or nil if it is not.
func (m *Memory) slot(of *extract.Match) *remembered {
	if n := len(of.URL); n == 0 || n > maxRemembered || len(of.Signs) > 0 {
		return nil
	}
	if m.urls == nil {
		m.urls = make([]remembered, maxURLs)
	}
	return &m.urls[maphash.String(seed, of.URL)%maxURLs]
}

// Append appends the text that print appends for r, or that print has appended for a record with
// the same URL, or in the same message.
func (m *Memory) Append(b []byte, s Scope, r *Record, print func([]byte) []byte) []byte {
	start, of := len(b), r.match
	switch s {
	case OfMessage:
		if of.Message != nil && m.message == of.Message {
			return append(b, m.text...)
		}
		b = print(b)
		m.message, m.text = of.Message, append(m.text[:0], b[start:]...)
		return b
	case OfURL:
		known := m.slot(of)
		if known == nil {
			break
		}
		if known.id == idOf(of) && string(known.url) == of.URL {
			return append(b, known.text...)
		}
		b = print(b)
		if text := b[start:]; len(of.URL)+len(text) <= maxRemembered {
			known.id, known.url, known.text = idOf(of), append(known.url[:0], of.URL...), append(known.text[:0], text...)
		}
		return b
	}
	return print(b)
}
