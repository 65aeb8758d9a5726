package record

import (
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/urlkey"
)

// Key returns the key of a URL of the given kind by a rule: two URLs with the same key
// count as one. A URL without a scheme counts as an http URL, and an e-mail address, with
// its domain in lower case, as the mailto URL of RFC 6068, section 2. With the rule Exact
// the key is the URL itself.
func Key(same urlkey.Kind, kind extract.Kind, url string) string {
	if same != urlkey.Exact {
		url = WithScheme(kind, url)
		if kind == extract.Email {
			domain := strings.LastIndexByte(url, '@') + 1
			url = url[:domain] + strings.ToLower(url[domain:])
		}
	}
	return urlkey.Key(same, url)
}

// WithScheme returns a URL of the given kind with its scheme: http for a URL without one, and
// mailto for an e-mail address.
func WithScheme(kind extract.Kind, url string) string {
	switch kind {
	case extract.Schemeless:
		return scheme.Assumed + url
	case extract.Email:
		domain := strings.LastIndexByte(url, '@') + 1
		return "mailto:" + inMailto.Replace(url[:domain]) + url[domain:]
	}
	return url
}

// inMailto escapes the characters of an address that would end the address in a mailto URL,
// or begin an escape.
var inMailto = strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23")
