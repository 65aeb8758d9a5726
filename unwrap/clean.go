package unwrap

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/parse"
)

// Clean returns url without tracking parameters, by the table of this package. It returns
// url itself if url is rewritten by a service or signed, and if it is not a valid http or
// https URL. The other parameters stay as they are, with their escapes and in their order.
// A "?" that no parameter follows is removed with the parameters.
func Clean(url string) string { return new(Rules).Clean(url) }

// Rules are tracking parameters in addition to those in the table of this package.
// [ParseRules] reads them. The zero value has none, and neither has a nil *Rules.
type Rules struct {
	params    []trackingParameter
	providers []provider
}

// Add adds the tracking parameters of other to r, which must not be nil. A nil other adds none.
func (r *Rules) Add(other *Rules) {
	switch {
	case r == nil:
		panic("unwrap: Add to nil Rules")
	case other == nil:
		return
	}
	r.params = append(r.params, other.params...)
	r.providers = append(r.providers, other.providers...)
}

// Clean is the function Clean with r. It may be called by several goroutines at the same
// time.
func (r *Rules) Clean(url string) string {
	if r == nil {
		r = new(Rules)
	}
	if !strings.ContainsRune(url, '?') && len(r.providers) == 0 {
		return url
	}
	l, ok := parseLink(url)
	if !ok || isSigned(l.query) {
		return url
	}
	if s, _ := lookup(&l, nil); s != nil {
		return url
	}
	query := filter(l.query, func(p param) bool { return !r.tracks(&l, p.plainName()) })
	used := r.used(url)
	for _, p := range used {
		query = filter(query, func(q param) bool { return !p.tracks(q.plainName()) })
	}
	url = withQuery(&l, query)
	for _, p := range used {
		url = p.removeRaw(url)
	}
	return url
}

// used returns the providers for url.
func (r *Rules) used(url string) (list []*provider) {
	lower := ""
	if len(r.providers) > 0 && ascii.All(url) {
		lower = strings.ToLower(url)
	}
	for i := range r.providers {
		if p := &r.providers[i]; p.applies(url, lower) {
			list = append(list, p)
		}
	}
	return list
}

// tracks reports whether a parameter of l with the given name is a tracking parameter.
func (r *Rules) tracks(l *link, name string) bool {
	for i := range tracking {
		if tracking[i].matches(l.host, name) {
			return true
		}
	}
	for i := range r.params {
		if r.params[i].matches(l.host, name) {
			return true
		}
	}
	return false
}

// withQuery returns the URL of l with another query.
func withQuery(l *link, query string) string {
	if query == l.query {
		return l.text
	}
	at := l.at + len(l.path)
	rest := l.text[at+len("?")+len(l.query):]
	if query == "" {
		return l.text[:at] + rest
	}
	return l.text[:at+len("?")] + query + rest
}

// A trackingParameter is a line of the table of tracking parameters.
type trackingParameter struct {
	name   string // "*" is any text; letter case does not matter
	hosts  string // as in line.hosts; "" is any host
	source string // who describes the parameter
}

// matches reports whether name is the name of t in a URL with the given host.
func (t *trackingParameter) matches(host, name string) bool {
	if !matchesName(name, t.name) {
		return false
	}
	if t.hosts == "" {
		return true
	}
	for pattern := range strings.FieldsSeq(t.hosts) {
		if matchesHost(host, pattern) {
			return true
		}
	}
	return false
}

// matchesName reports whether name matches pattern, in which "*" is any text. Letter case of
// ASCII letters does not matter.
func matchesName(name, pattern string) bool {
	// star is the place after the last "*", from which the search continues if what follows
	// does not match; retry is the place in name to continue at.
	star, retry := -1, 0
	p := 0
	for i := 0; i < len(name); {
		switch {
		case p < len(pattern) && pattern[p] == '*':
			p++
			star, retry = p, i
		case p < len(pattern) && ascii.Lower(pattern[p]) == ascii.Lower(name[i]):
			p++
			i++
		case star >= 0:
			retry++
			p, i = star, retry
		default:
			return false
		}
	}
	return strings.Trim(pattern[p:], "*") == ""
}

// isSigned reports whether query has a signature, which is wrong after any change. Some servers
// separate parameters by ";", too.
func isSigned(query string) bool {
	for p := range parameters(strings.ReplaceAll(query, ";", "&")) {
		for _, name := range signatures {
			if matchesName(p.plainName(), name) {
				return true
			}
		}
	}
	return false
}

// isValid reports whether url is valid at parse.Lenient, and has a host.
func isValid(url string) bool {
	u, err := parse.Parse(url, parse.Lenient)
	return err == nil && u.Host.Value != ""
}
