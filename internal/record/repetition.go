package record

import (
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/jsonenc"
)

// Limits of the message fields that are printed with each URL. Without limits the fields
// of a long header, repeated for each short URL in the body, would make the output
// thousands of times as large as the input.
const (
	fieldsRoom     = 64 << 10 // bytes printed with the URLs of any message
	fieldsPerInput = 32       // more bytes for each byte from the first URL of the message to the last
	shortField     = 64       // bytes of a field beyond these limits, in JSON
)

// A Repetition counts the bytes printed of the fields of a message, and truncates the
// fields at the limits.
type Repetition struct {
	Cut int64 // URLs printed with truncated fields

	index   int              // of the message
	first   int64            // offset of the first URL of the message
	printed int64            // bytes printed of its fields, in JSON
	message *extract.Message // the message in the last call of Bound
	length  int64            // of its fields, in JSON
	short   *extract.Message // the message with truncated fields; nil until needed
}

// Bound replaces the message of m by one with truncated fields if the fields have been
// printed too often.
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

// fieldsLength returns the number of bytes of the fields of a message in JSON.
func fieldsLength(m *extract.Message) (n int64) {
	for _, field := range [...]string{m.ID, m.DateRaw, m.From, m.Subject, m.Newsgroups} {
		n += int64(jsonenc.QuotedLength(field))
	}
	return n
}

// withShortFields returns a copy of m with truncated fields.
func withShortFields(m *extract.Message) *extract.Message {
	short := *m
	for _, field := range [...]*string{&short.ID, &short.DateRaw, &short.From, &short.Subject, &short.Newsgroups} {
		*field = shortened(*field)
	}
	return &short
}

// shortened returns text, truncated to shortField bytes of JSON with "…" at its end if it
// is longer.
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
