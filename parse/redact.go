package parse

import (
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// hidden replaces a password, as in net/url.
const hidden = "xxxxx"

// Redacted returns u.Text with "xxxxx" instead of the password, if any. If the text is
// not valid, or lacks a "/" after the scheme, the text that was probably meant as a
// password is replaced.
func (u URL) Redacted() string {
	from, to := u.passwordPlace()
	return redact(u.Text, from, to)
}

// Format implements fmt.Formatter. It prints u.Redacted() for all verbs and flags that
// print a string, so that logs hold no passwords. u.Text and u.String include the
// password.
func (u URL) Format(f fmt.State, verb rune) { format(f, verb, u.Redacted()) }

// Format implements fmt.Formatter. It prints e.Error() for all verbs and flags that print
// a string.
func (e Error) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

func format(f fmt.State, verb rune, text string) {
	fmt.Fprintf(f, fmt.FormatString(f, verb), text)
}

func redact(s string, from, to int) string {
	if from == to {
		return s
	}
	return s[:from] + hidden + s[to:]
}

// passwordPlace returns where the password is in u.Text. The offsets are equal if u has
// no password or an empty one.
func (u *URL) passwordPlace() (from, to int) {
	_, known := canonicalScheme(u.Scheme)
	password := u.Find(NamePassword)
	switch {
	case password.Present:
		return password.Span.From, password.Span.To
	case !u.valid || known.Is(scheme.NeedsHost): // "http:/u:p@h" has an authority only in browsers
		return guessPassword(u.Text)
	}
	return 0, 0
}

// guessPassword returns where a password was probably meant to be in s, which has none by
// the grammar: from the first ":" of the authority to its last "@". If the authority has
// no "@", and more than a port after the ":", a character of the password has ended the
// authority, and the last "@" of s counts. The offsets are equal if there is no such
// place.
func guessPassword(s string) (from, to int) {
	from = guessAuthority(s)
	end := from
	for !endsAuthority(s, end) {
		end++
	}
	at := strings.LastIndexByte(s[from:end], '@')
	if at >= 0 {
		end = from + at
	} else if from < end && s[from] == '[' {
		from += strings.IndexByte(s[from:end], ']') + 1
	}
	colon := strings.IndexByte(s[from:end], ':')
	if colon < 0 {
		return 0, 0
	}
	from += colon + 1
	if at >= 0 {
		return from, end
	}
	at = strings.LastIndexByte(s[from:], '@')
	if at < 0 || digits(s, from) == end {
		return 0, 0
	}
	return from, from + at
}

// guessAuthority returns the offset in s at which an authority was probably meant to
// begin: after the first "//", or after the colon of a scheme that needs a host, and
// any slashes. It returns len(s) if there is no such place.
func guessAuthority(s string) int {
	start := strings.Index(s, "//")
	if colon := strings.IndexByte(s, ':'); colon >= 0 && (start < 0 || colon < start) {
		name := s[:colon]
		name = name[strings.LastIndexFunc(name, func(r rune) bool { return r >= 0x80 || !ascii.Is(byte(r), ascii.Scheme) })+1:]
		if _, known := canonicalScheme(name); known.Is(scheme.NeedsHost) {
			start = colon + 1
		}
	}
	if start < 0 {
		return len(s)
	}
	for start < len(s) && (s[start] == '/' || s[start] == '\\') {
		start++
	}
	return start
}
