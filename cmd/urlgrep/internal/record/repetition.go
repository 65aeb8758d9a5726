package record

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/extract"
)

// Bounds of what is printed of the fields of messages, which come with each URL: those
// of a long header would make thousands of times as many bytes as the short URLs below
// it have.
const (
	fieldsRoom     = 64 << 10 // bytes printed with the URLs of any message
	fieldsPerInput = 32       // and for each byte from the first of them to the last
	shortField     = 64       // bytes of a field beyond that, as JSON has them
)

// A Repetition counts what is printed of the fields of a message, and of those within it.
type Repetition struct {
	Cut int64 // URLs that came with fields that were cut

	index   int              // of the message
	first   int64            // the offset of its first URL
	printed int64            // bytes, as JSON has them
	message *extract.Message // the last one that Bound was called for
	length  int64            // of its fields
	short   *extract.Message // with its fields cut; nil until it is needed
}

// Bound gives m a message with its fields cut if they have been printed too often.
func (r *Repetition) Bound(m *extract.Match) {
	if m.Message == nil {
		return
	}
	if r.index != m.Message.Index {
		r.index, r.first, r.printed = m.Message.Index, m.Offset, 0
	}
	if r.message != m.Message {
		r.message, r.length, r.short = m.Message, fieldsLength(m.Message), nil
	}
	if r.printed+r.length > fieldsRoom+fieldsPerInput*(m.Offset-r.first) {
		if r.short == nil {
			r.short = withShortFields(m.Message)
		}
		if *r.short != *m.Message {
			m.Message = r.short
			r.Cut++
			return
		}
	}
	r.printed += r.length
}

// fieldsLength returns the length of the fields of a message, as JSON has them.
func fieldsLength(m *extract.Message) (n int64) {
	for _, field := range [...]string{m.ID, m.DateRaw, m.From, m.Subject, m.Newsgroups} {
		n += int64(jsonenc.QuotedLength(field))
	}
	return n
}

// withShortFields returns a copy of m with its fields cut.
func withShortFields(m *extract.Message) *extract.Message {
	short := *m
	for _, field := range [...]*string{&short.ID, &short.DateRaw, &short.From, &short.Subject, &short.Newsgroups} {
		*field = shortened(*field)
	}
	return &short
}

// shortened returns text, cut to shortField bytes of JSON and with "…" at its end if it is
// longer.
func shortened(text string) string {
	const quotes = len(`""`)
	length := 0
	for i, r := range text {
		if length += jsonenc.QuotedLength(string(r)) - quotes; length > shortField {
			return text[:i] + "…"
		}
	}
	return text
}
