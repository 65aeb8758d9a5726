package mailbox

import (
	"bytes"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/header"
)

// Info describes a message by the fields of its header. Fields are stored as in the
// input and decoded on demand.
type Info struct {
	Index  int   // number of the message in the mailbox, from 1; a nested message has the Index of the outer one
	Serial int64 // unique for each message, also for nested messages

	unselected bool // Options.Select has not selected the message

	raw                                 []byte // a byte, so that no field ends at 0, and the fields below
	id, date, from, subject, newsgroups span
	listID, listPost                    span

	all     string          // raw, once a field is asked for: most fields are a part of it
	isPlain bool            // no field in all needs decoding
	words   *header.Decoder // nil until a field needs decoding; kept for the next message
}

// maxValue is the number of bytes of a field that are kept. A message may have a
// million URLs, and the fields are printed with each of them.
const maxValue = 2 << 10

// A span is a range of bytes of Info.raw.
type span struct{ from, to int }

func (i *Info) reset(index int, serial int64) {
	*i = Info{Index: index, Serial: serial, raw: append(i.raw[:0], ' '), words: i.words}
}

// mayInform reports whether the name of a field that is stored may begin with c.
func mayInform(c byte) bool {
	switch c | 0x20 {
	case 'd', 'f', 'l', 'm', 'n', 's':
		return true
	}
	return false
}

// field stores a field. The first of several with one name counts.
func (i *Info) field(name, field []byte) {
	var to *span
	switch {
	case isNamed(name, "From"):
		to = &i.from
	case isNamed(name, "Date"):
		to = &i.date
	case isNamed(name, "Subject"):
		to = &i.subject
	case isNamed(name, "Message-ID"):
		to = &i.id
	case isNamed(name, "Newsgroups"):
		to = &i.newsgroups
	case isNamed(name, "List-Id"):
		to = &i.listID
	case isNamed(name, "List-Post"):
		to = &i.listPost
	}
	if to == nil || to.to > 0 {
		return
	}
	body := bytes.TrimSpace(cut(header.Body(field)))
	to.from = len(i.raw)
	i.raw = append(i.raw, body...)
	to.to, i.all = len(i.raw), ""
}

// cut returns the part of a field's body to keep: up to the last white space near the
// limit, so that no encoded word is cut.
func cut(body []byte) []byte {
	if len(body) <= maxValue {
		return body
	}
	if i := bytes.LastIndexAny(body[:maxValue], " \t\r\n"); i > maxValue/2 {
		return body[:i]
	}
	return body[:maxValue]
}

// isNamed reports whether name equals want, ignoring case. Most names are spelled
// exactly as want.
func isNamed(name []byte, want string) bool {
	return len(name) == len(want) && name[0]|0x20 == want[0]|0x20 && (string(name) == want || strings.EqualFold(string(name), want))
}

// text returns a field for a human reader.
func (i *Info) text(s span) string {
	if i.all == "" {
		i.all, i.isPlain = string(i.raw), isPlain(i.raw)
	}
	raw := i.raw[s.from:s.to]
	if i.isPlain || isPlain(raw) {
		return i.all[s.from:s.to]
	}
	if i.words == nil {
		i.words = new(header.Decoder)
	}
	return i.words.Text(raw)
}

// isPlain reports whether the body of a field needs no decoding.
func isPlain(body []byte) bool {
	for _, c := range body {
		if c-' ' > '~'-' ' && c != '\t' {
			return false
		}
	}
	return !bytes.Contains(body, []byte("=?"))
}

// ID returns the Message-ID without its angle brackets.
func (i *Info) ID() string {
	id := i.text(i.id)
	if _, rest, ok := strings.Cut(id, "<"); ok {
		id, _, _ = strings.Cut(rest, ">")
	}
	return strings.TrimSpace(id)
}

// Date returns the Date field as written and, if ok, as a time.
func (i *Info) Date() (raw string, t time.Time, ok bool) {
	t, ok = header.Date(i.raw[i.date.from:i.date.to])
	return i.text(i.date), t, ok
}

// From returns the From field, decoded.
func (i *Info) From() string { return i.text(i.from) }

// Subject returns the Subject field, decoded.
func (i *Info) Subject() string { return i.text(i.subject) }

// Newsgroups returns the Newsgroups field.
func (i *Info) Newsgroups() string { return i.text(i.newsgroups) }

// List returns the name of the mailing list. It is the name in List-Id (RFC 2919), with
// or without angle brackets, or otherwise the address in List-Post (RFC 2369).
func (i *Info) List() string {
	id := i.text(i.listID)
	id, _, _ = strings.Cut(id[strings.LastIndexByte(id, '<')+1:], ">")
	if id = strings.TrimSpace(id); id != "" {
		return id
	}
	const scheme = "mailto:"
	_, post, _ := strings.Cut(i.text(i.listPost), "<")
	if len(post) < len(scheme) || !strings.EqualFold(post[:len(scheme)], scheme) {
		return "" // "NO" if the list accepts no posts
	}
	return post[len(scheme) : len(scheme)+strings.IndexAny(post[len(scheme):]+">", ">?")]
}
