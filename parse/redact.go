package parse

import (
	"encoding/json"
	"fmt"
	"log/slog"
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

// Logs must hold no passwords, so the methods that packages call to print or to encode a value
// redact it: those of package fmt, log/slog, encoding and encoding/json.

// Format implements fmt.Formatter. It prints u.Redacted() for all verbs and flags that
// print a string. u.Text and u.String include the password.
func (u URL) Format(f fmt.State, verb rune) { format(f, verb, u.Redacted()) }

// LogValue implements slog.LogValuer. It returns u.Redacted().
func (u URL) LogValue() slog.Value { return slog.StringValue(u.Redacted()) }

// MarshalText returns u.Redacted(). There is no UnmarshalText, since the text has neither the
// password nor the level: store u.Text and u.Level, and parse them.
func (u URL) MarshalText() ([]byte, error) { return []byte(u.Redacted()), nil }

// MarshalJSON returns an object with the fields of the URL that are not absent, under the names
// that the command prints with --json. The "url" is u.Redacted(), and the components are those
// of that text. A URL without a password is read back by UnmarshalJSON. To store one with a
// password, encode u.Text and u.Level, or u.Generic.
func (u URL) MarshalJSON() ([]byte, error) {
	type fields URL // without methods
	v := URL{Text: u.Redacted(), Level: u.Level, Scheme: u.Scheme}
	switch {
	case !u.valid:
	case v.Text == u.Text:
		v = u
	default:
		v, _ = Parse(v.Text, u.Level)
		v.Warnings = u.Warnings
	}
	return json.Marshal(fields(v))
}

// Format implements fmt.Formatter. It prints e.Error() for all verbs and flags that print
// a string.
func (e Error) Format(f fmt.State, verb rune) { format(f, verb, e.Error()) }

// LogValue implements slog.LogValuer. It returns e.Error().
func (e Error) LogValue() slog.Value { return slog.StringValue(e.Error()) }

// MarshalText returns e.Error().
func (e Error) MarshalText() ([]byte, error) { return []byte(e.Error()), nil }

// MarshalJSON returns an object with the fields of e, in which the URL has "xxxxx" instead of
// a likely password, and the offset is one in that text.
func (e Error) MarshalJSON() ([]byte, error) {
	type fields Error // without methods
	e.URL, e.Offset = e.redacted()
	return json.Marshal(fields(e))
}

// redacted returns e.URL without a likely password, and the offset of the error in that. An
// offset in the password becomes that of its beginning.
func (e *Error) redacted() (text string, offset int) {
	from, to := guessPassword(e.URL)
	text, offset = redact(e.URL, from, to), min(max(0, e.Offset), len(e.URL))
	switch {
	case offset >= to:
		offset += len(text) - len(e.URL)
	case offset > from:
		offset = from
	}
	return text, offset
}

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
	password := u.Find(namePassword)
	switch {
	case password.Present && password.Span.To <= len(u.Text):
		return password.Span.From, password.Span.To
	case !u.valid, known.Is(scheme.NeedsHost), u.Level == RFC1738:
		// "http:/u:p@h" has an authority only in browsers. At RFC1738 any text may follow
		// the "//" of a scheme that it does not have.
		return guessPassword(u.Text)
	}
	return 0, 0
}

// guessPassword returns where a password was probably meant to be in s, which has none by
// the grammar: from the first ":" of the authority to its last "@". If the authority has
// no "@" after a ":", and more than a port after that, a character of the password has ended the
// authority, and the last "@" of s counts. The offsets are equal if there is no such
// place.
func guessPassword(s string) (from, to int) {
	from = guessAuthority(s)
	end := from
	for !endsAuthority(s, end) {
		end++
	}
	host := from + strings.LastIndexByte(s[from:end], '@') + 1
	if colon := strings.IndexByte(s[from:host], ':'); colon >= 0 {
		return from + colon + 1, host - len("@")
	}
	if host < end && s[host] == '[' {
		host += strings.IndexByte(s[host:end], ']') + 1
	}
	colon := strings.IndexByte(s[host:end], ':')
	if colon < 0 {
		return 0, 0
	}
	from = host + colon + 1
	at := strings.LastIndexByte(s[from:], '@')
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
		name = name[strings.LastIndexFunc(name, func(r rune) bool { return !ascii.IsRune(r, ascii.Scheme) })+1:]
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
