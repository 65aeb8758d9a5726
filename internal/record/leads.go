package record

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/unwrap"
)

// Leads determines where URLs lead. A nil *Leads does not follow any URL.
type Leads struct {
	Unwrap *unwrap.Options // nil: services are not removed
	Clean  *unwrap.Rules   // nil: tracking parameters stay
}

// Of returns where a URL of the given kind leads. Target is "" if that is the URL itself. A
// URL without a scheme counts as an http URL.
func (l *Leads) Of(kind extract.Kind, url string) (r unwrap.Result) {
	if l == nil || kind == extract.Email {
		return r
	}
	full := url
	if kind == extract.Schemeless {
		full = scheme.Assumed + url
	}
	if l.Unwrap != nil {
		r = l.Unwrap.URL(full)
	}
	target := cmp.Or(r.Target, full)
	if l.Clean != nil {
		target = l.Clean.Clean(target)
	}
	if kind == extract.Schemeless && len(r.Via) == 0 {
		target = strings.TrimPrefix(target, scheme.Assumed)
	}
	if r.Target = target; target == url || target == full {
		r.Target = ""
	}
	return r
}

// Unwrapped returns the URL that a match leads to, without tracking parameters if l removes them,
// if services have rewritten the match. Otherwise it returns "".
func (l *Leads) Unwrapped(m *extract.Match) string {
	if l == nil || l.Unwrap == nil {
		return ""
	}
	return unwrapped(l.Of(m.Kind, m.URL))
}

// unwrapped returns the target of r if services have rewritten the URL.
func unwrapped(r unwrap.Result) string {
	if len(r.Via) == 0 {
		return ""
	}
	return r.Target
}

// Follow replaces the URL of m, and its alternatives, by those that they lead to.
func (l *Leads) Follow(m *extract.Match) {
	if l == nil {
		return
	}
	m.Alternatives = slices.Clone(m.Alternatives)
	for i, url := range m.Alternatives {
		m.Alternatives[i] = cmp.Or(l.Of(m.Kind, url).Target, url)
	}
	if kind, url := l.followed(m.Kind, m.URL); url != m.URL {
		m.Kind, m.URL, m.Repaired, m.Level = kind, url, false, parse.Lenient
	}
}

// followed returns the URL that a URL of the given kind leads to, which may be the URL itself,
// and its kind.
func (l *Leads) followed(kind extract.Kind, url string) (extract.Kind, string) {
	if l == nil {
		return kind, url
	}
	r := l.Of(kind, url)
	if r.Target == "" {
		return kind, url
	}
	if len(r.Via) > 0 && kind == extract.Schemeless {
		kind = extract.Bare // the target has a scheme
	}
	return kind, r.Target
}
