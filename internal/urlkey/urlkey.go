// Package urlkey computes the keys by which URLs are compared.
//
// # Terms
//
// A key is a text that two URLs have in common if and only if they count as one. A [Kind]
// is a rule that makes keys:
//
//	exact    the URL itself
//	rfc3986  RFC 3986, sections 6.2.2 and 6.2.3 (rfc3986.go)
//	whatwg   the URL that browsers display: the parser and serializer of the WHATWG URL
//	         standard (whatwg.go)
//	archive  the SURT that web archives sort and look up captures by (archive.go)
//
// A key of rfc3986 or whatwg is a URL, and is its own key. A key of archive is not a URL.
//
// # Flow
//
// [Key] looks the kind up in a table and calls its function, which divides the URL,
// rewrites each component and joins them. A URL that the rule does not apply to, because a
// browser refuses it or it has no valid port, is its own key: it equals only itself.
//
// A function takes time that is linear in the length of the URL, apart from the sorting of
// the parameters of a query by archive. It takes any text.
package urlkey

// A Kind is a rule by which URLs count as one. The zero Kind is no rule.
type Kind uint8

// The kinds.
const (
	Exact Kind = 1 + iota
	RFC3986
	WHATWG
	Archive
)

// kinds are the rules. The function returns "" for a URL that the rule does not apply to.
var kinds = [...]struct {
	name string
	key  func(url string) string
}{
	Exact:   {"exact", func(url string) string { return url }},
	RFC3986: {"rfc3986", rfc3986},
	WHATWG:  {"whatwg", whatwg},
	Archive: {"archive", archive},
}

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Exact, RFC3986, WHATWG, Archive} }

// String returns the name of the kind, or "" for the zero Kind.
func (k Kind) String() string { return kinds[k].name }

// IsURL reports whether the keys of the kind are URLs.
func (k Kind) IsURL() bool { return k != Archive }

// Key returns the key of a URL with a scheme. It returns "" for the zero Kind.
func Key(k Kind, url string) string {
	if kinds[k].key == nil {
		return ""
	}
	if key := kinds[k].key(url); key != "" {
		return key
	}
	return url
}
