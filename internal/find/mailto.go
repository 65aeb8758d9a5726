package find

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/ends"
)

// This file is about where a URL with the scheme mailto ends without brackets. RFC 6068, section 2: an address is
// a local part, "@" and a domain; after it, "," begins another one, and "?" the header fields.

// A mailPart is a part of a mailto URL before its header fields.
type mailPart uint8

const (
	noMail mailPart = iota // it has another scheme
	localPart
	mailDomain
)

// beginPath begins the path directly after the colon of the scheme.
func (b *reader) beginPath() {
	b.part = ends.Path
	b.flush(b.data, b.at)
	const scheme = "mailto:"
	if len(b.url) >= len(scheme) && ascii.EqualFold(b.url[:len(scheme)], scheme) {
		b.mail = localPart
	}
}

// row returns the actions at the octets of the part that is read.
func (b *reader) row() *[256]ends.Action {
	if b.mail != noMail && b.part == ends.Path {
		return &mailRow
	}
	return ends.Row(b.part)
}

// mailRow has a decision about each octet that is not part of a domain.
var mailRow = func() (t [256]ends.Action) {
	for c, action := range ends.Row(ends.Path) {
		if t[c] = max(action, ends.Asks); isInMailDomain(byte(c)) {
			t[c] = action
		}
	}
	return t
}()

// isInMailDomain reports whether c is in the domains of addresses, or in names like them.
func isInMailDomain(c byte) bool {
	return ascii.Is(c, ascii.AlphaDigit) || c == '-' || c == '.' || c == '_'
}

// endsMail reports whether c ends a mailto URL, because it cannot be in the domain of an address nor after it.
func (b *reader) endsMail(c byte) bool {
	switch {
	case b.part != ends.Path || b.exact > 0 || ends.At(b.part, c) == ends.Breaks:
		return false
	case b.mail == mailDomain && !isInMailDomain(c) && strings.IndexByte("?#,%[", c) < 0:
		return true
	case b.mail == mailDomain && c == '%':
		b.mail = noMail // an escaped comma or "?" may follow
	case c == '@':
		b.mail = mailDomain
	case c == ',':
		b.mail = localPart
	}
	return false
}
