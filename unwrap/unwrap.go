package unwrap

import (
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/parse"
)

// MaxDepth is the maximum number of services that URL removes from a URL.
const MaxDepth = 8

// A Result describes where a URL leads.
type Result struct {
	// Target is the URL that is left when the services are removed, "" if none was. If
	// Opaque is set, Target is a URL of the last service of Via.
	Target string `json:"target,omitempty"`

	// Via holds the names of the services, the outermost first. The name of a service that
	// makes short links is its host. Via is empty if the URL is not rewritten.
	Via []string `json:"via,omitempty"`

	// Opaque reports whether the last service of Via is opaque: where its URL leads is not
	// known.
	Opaque bool `json:"opaque,omitempty"`
}

// Options selects how URLs are unwrapped. The zero value knows the services of the table.
type Options struct {
	// Services are the names of the services to remove, of those that ServiceNames returns.
	// If it is empty, all are removed. A URL of another service ends a chain. Other names
	// have no effect.
	Services []string

	// Generic also unwraps URLs of unknown services: those with exactly one parameter whose
	// value is an absolute http or https URL. Many such URLs, such as that of a page to log
	// in, are not rewritten ones. The name of the service is "generic".
	Generic bool
}

// generic is the name in Result.Via for a URL that Options.Generic unwraps.
const generic = "generic"

// URL returns where url leads, by the table of services. The Result is zero if url is not
// rewritten, not valid at parse.Lenient, or damaged so that it has no valid target.
func URL(url string) Result { return Options{}.URL(url) }

// URL is the function URL with options.
func (o Options) URL(url string) Result {
	var r Result
	for len(r.Via) < MaxDepth {
		name, target := o.Step(url)
		if name == "" {
			break
		}
		r.Via = append(r.Via, name)
		if target == "" {
			r.Opaque = true
			break
		}
		r.Target, url = target, target
	}
	return r
}

// Step removes one service from url; URL removes all. It returns the name of the service, as in
// Result.Via, "" if url is not rewritten, and the target, "" if the service is opaque.
func (o Options) Step(url string) (name, target string) {
	l, ok := parseLink(url)
	if !ok {
		return "", ""
	}
	if s, target := lookup(&l, o.Services); s != nil {
		return s.nameFor(l.host), target
	}
	if o.Generic {
		if target := onlyURL(&l); target != "" {
			return generic, target
		}
	}
	return "", ""
}

// A link is an http or https URL in the parts that patterns match.
type link struct {
	text     string // the URL
	host     string // as in the DNS, in lower case
	at       int    // the offset of the path in text
	path     string
	query    string // without "?"
	fragment string // without "#"
}

// parseLink parses url. It returns false if url is not a valid http or https URL with a host
// that browsers accept.
func parseLink(url string) (l link, ok bool) {
	if !isWeb(url) {
		return link{}, false
	}
	u, err := parse.Parse(url, parse.Lenient)
	if err != nil || u.Host.Value == "" || u.HostKind != "ipv6" && !hosts.IsFollowed(u.Host.Value) {
		return link{}, false
	}
	at := len(u.Scheme) + len("://") + len(u.Authority.Value)
	host := strings.TrimSuffix(hosts.ASCII(u.Host.Value), ".")
	return link{url, host, at, u.Path, u.Query.Value, u.Fragment.Value}, host != ""
}

// isWeb reports whether url begins with a scheme of HTTP and a colon.
func isWeb(url string) bool {
	s, _ := scheme.Cut(url)
	return s.Is(scheme.Web)
}

// lookup returns the service that l is a URL of, nil if none, and the target, "" if the
// service is opaque. If there are names, only services with these names count.
func lookup(l *link, names []string) (*service, string) {
	for i := range table() {
		s := &table()[i]
		if !s.hasHost(l.host) || len(names) > 0 && !slices.Contains(names, s.name) {
			continue
		}
		if target, ok := s.matches.target(l); ok {
			return s, target
		}
	}
	return nil, ""
}

// onlyURL returns the value of the only parameter of l that is an http or https URL, "" if l
// does not have exactly one.
func onlyURL(l *link) string {
	only := ""
	for p := range parameters(l.query) {
		value, ok := percent.Decode(p.value)
		if !ok || !isWeb(value) {
			continue
		}
		target, ok := validTarget(value)
		if !ok {
			continue
		}
		if only != "" {
			return ""
		}
		only = target
	}
	return only
}
