package unwrap

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/parse"
)

// validTarget returns text as the target of a service: without white space at its ends, with
// "//" after a scheme that only "/" follows, and with escapes for the characters that a URL
// cannot contain. It returns false if text is not an http, https or ftp URL with the host of a
// target.
func validTarget(text string) (target string, ok bool) {
	text = strings.TrimFunc(text, unicode.IsSpace)
	s, after := scheme.Cut(text)
	if !s.Is(scheme.Common) {
		return "", false
	}
	// Web servers merge the slashes of a path, in which a target may be.
	if strings.HasPrefix(after, "/") && !strings.HasPrefix(after, "//") {
		text = strings.TrimSuffix(text, after) + "/" + after
	}
	text = escape(text)
	u, err := parse.Parse(text, parse.Lenient)
	return text, err == nil && isTargetHost(&u)
}

// isTargetHost reports whether browsers accept the host of u, and it is an IP address or has a
// dot. A name without a dot is probably the beginning of one that is cut off, as "www" is.
func isTargetHost(u *parse.URL) bool {
	if u.HostKind == "ipv6" {
		return true
	}
	if u.Host.Value == "" || !hosts.IsFollowed(u.Host.Value) {
		return false
	}
	name := hosts.ASCII(u.Host.Value)
	_, isAddress := hosts.IPv4(name)
	return isAddress || strings.Contains(strings.TrimSuffix(name, "."), ".")
}

// escape returns text with an escape for each octet of a character that may not be in a
// URL: space, quote and angle brackets, control and invisible characters, and octets that are
// not UTF-8.
func escape(text string) string {
	var b []byte
	last := 0
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRuneInString(text[i:])
		if isWritten(r, n) {
			i += n
			continue
		}
		b = append(b, text[last:i]...)
		for _, c := range []byte(text[i : i+n]) {
			b = percent.Append(b, c)
		}
		i += n
		last = i
	}
	if b == nil {
		return text
	}
	return string(append(b, text[last:]...))
}

// isWritten reports whether r, which has n octets, is written in a URL as it is.
func isWritten(r rune, n int) bool {
	switch r {
	case ' ', '"', '<', '>':
		return false
	case utf8.RuneError:
		return n > 1
	}
	return unicode.IsPrint(r)
}
