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
// those of URLs that were repeated. In mail most URLs are repeated, in signatures, footers and
// replies. The zero Memory is empty. All texts must be of the same fields, with the same View.
type Memory struct {
	message *extract.Message
	text    []byte       // for message
	urls    []remembered // by the hash of the URL; nil until needed
}

// A remembered is the text printed for a URL.
type remembered struct {
	id   urlID
	url  []byte // empty if no URL is remembered
	text []byte

	last uint64 // hash of the last URL with this place for which there was no text
}

// A urlID is what a text depends on besides the URL.
type urlID struct {
	kind     extract.Kind
	level    parse.Level
	repaired bool
}

// The number of URLs that are remembered, and the maximum number of bytes of each with its
// text.
const maxURLs, maxRemembered = 256, 1 << 10

var seed = maphash.MakeSeed()

// Append appends the text that print appends for r, or that print has appended for a record with
// the same URL, or in the same message.
func (m *Memory) Append(b []byte, s Scope, r *Record, print func([]byte) []byte) []byte {
	switch {
	case s == OfMessage && r.match.Message != nil:
		return m.ofMessage(b, r.match.Message, print)
	case s == OfURL && len(r.match.URL) <= maxRemembered && len(r.match.Signs) == 0:
		return m.ofURL(b, r.match, print)
	}
	return print(b)
}

func (m *Memory) ofMessage(b []byte, of *extract.Message, print func([]byte) []byte) []byte {
	if m.message == of {
		return append(b, m.text...)
	}
	start := len(b)
	b = print(b)
	m.message, m.text = of, append(m.text[:0], b[start:]...)
	return b
}

func (m *Memory) ofURL(b []byte, of *extract.Match, print func([]byte) []byte) []byte {
	if m.urls == nil {
		m.urls = make([]remembered, maxURLs)
	}
	hash := maphash.String(seed, of.URL)
	known, id := &m.urls[hash%maxURLs], urlID{of.Kind, of.Level, of.Repaired}
	if string(known.url) == of.URL && known.id == id && of.URL != "" {
		return append(b, known.text...)
	}
	start := len(b)
	b = print(b)
	// A URL that is not repeated soon is not worth the copy.
	if text := b[start:]; known.last == hash && len(of.URL)+len(text) <= maxRemembered {
		known.id, known.url, known.text = id, append(known.url[:0], of.URL...), append(known.text[:0], text...)
	}
	known.last = hash
	return b
}
