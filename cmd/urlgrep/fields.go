package main

import "github.com/urlgrep/urlgrep/extract"

// Bounds of what is printed of the fields of messages, which come with each URL: those
// of a long header would make thousands of times as many bytes as the short URLs below
// it have.
const (
	fieldsRoom     = 64 << 10 // bytes printed with the URLs of any message
	fieldsPerInput = 32       // and for each byte from the first of them to the last
	shortField     = 64       // bytes of a field beyond that, as JSON has them
)

// A repetition counts what is printed of the fields of a message, and of those within it.
type repetition struct {
	index   int              // of the message
	first   int64            // the offset of its first URL
	printed int64            // bytes, as JSON has them
	message *extract.Message // the last one that bound was called for
	length  int64            // of its fields
	short   extract.Message  // with its fields cut
	isLong  bool             // short differs from it
	cut     int64            // URLs that came with such ones
}

// bound gives m a message with its fields cut if they have been printed too often.
func (r *repetition) bound(m *extract.Match) {
	if m.Message == nil {
		return
	}
	if r.index != m.Message.Index {
		r.index, r.first, r.printed = m.Message.Index, m.Offset, 0
	}
	if r.message != m.Message {
		r.take(m.Message)
	}
	if r.printed+r.length > fieldsRoom+fieldsPerInput*(m.Offset-r.first) && r.isLong {
		m.Message = &r.short
		r.cut++
		return
	}
	r.printed += r.length
}

// take takes over another message.
func (r *repetition) take(m *extract.Message) {
	r.message, r.length, r.short, r.isLong = m, 0, *m, false
	var b []byte
	for _, field := range []*string{&r.short.ID, &r.short.DateRaw, &r.short.From, &r.short.Subject, &r.short.Newsgroups} {
		b = appendQuoted(b[:0], *field)
		r.length += int64(len(b))
		short := shortened(*field)
		r.isLong = r.isLong || short != *field
		*field = short
	}
}

// shortened returns a field that is not longer than shortField, as JSON has it, but for
// the sign that it has been cut.
func shortened(text string) string {
	var b []byte
	length := 0
	for i, r := range text {
		b = appendQuoted(b[:0], string(r))
		if length += len(b) - len(`""`); length > shortField {
			return text[:i] + "…"
		}
	}
	return text
}
