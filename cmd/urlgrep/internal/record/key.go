package record

import (
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/urlkey"
)

// Key returns the key of a URL of the given kind by a rule: two URLs with the same key
// count as one. A URL without a scheme counts as an http URL, and an e-mail address, with
// its domain in lower case, as the mailto URL of RFC 6068, section 2. With the rule Exact
// the key is the URL itself.
func Key(same urlkey.Kind, kind extract.Kind, url string) string {
	switch {
	case same == urlkey.Exact:
	case kind == extract.Schemeless:
		url = "http://" + url
	case kind == extract.Email:
		domain := strings.LastIndexByte(url, '@') + 1
		url = "mailto:" + inMailto.Replace(url[:domain]) + strings.ToLower(url[domain:])
	}
	return urlkey.Key(same, url)
}

// inMailto escapes the characters of an address that would end the address in a mailto URL,
// or begin an escape.
var inMailto = strings.NewReplacer("%", "%25", "?", "%3F", "#", "%23")
