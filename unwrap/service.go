package unwrap

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// A service is a line of the table: the URLs that one pattern describes.
type service struct {
	line
	hostPatterns []string
	matches      pattern
}

// table returns the services in the order of lines. They are compiled at the first call.
var table = sync.OnceValue(func() []service {
	services := make([]service, 0, len(lines))
	for _, l := range lines {
		p, err := compile(l.pattern)
		if err != nil {
			panic(fmt.Sprintf("unwrap: %s: %v", l.pattern, err)) // a bug in lines
		}
		services = append(services, service{l, strings.Fields(l.hosts), p})
	}
	return services
})

// ServiceNames returns the names of the services, in the order of the table in docs/unwrap.md.
func ServiceNames() (names []string) {
	for i := range lines {
		if name := lines[i].name; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// nameFor returns the name of s in Result.Via for a URL with the given host.
func (s *service) nameFor(host string) string {
	if s.name == shortLink {
		return host
	}
	return s.name
}

// hasHost reports whether host is one of the hosts of s. See line.hosts.
func (s *service) hasHost(host string) bool {
	for _, pattern := range s.hostPatterns {
		if pattern == "*" || matchesHost(host, pattern) {
			return true
		}
	}
	return false
}

// matchesHost reports whether host matches one pattern of line.hosts, which is not "*".
func matchesHost(host, pattern string) bool {
	name, below := strings.CutPrefix(pattern, "*.")
	if of, ok := strings.CutSuffix(name, ".*"); ok {
		name = of
		if !strings.Contains(host, name) {
			return false
		}
		top := suffix.ICANN(host)
		if top == "" || top == host || !isNational(top) {
			return false
		}
		host = host[:len(host)-len(top)-len(".")]
	}
	rest, ok := strings.CutSuffix(host, name)
	return ok && (rest == "" || below && strings.HasSuffix(rest, "."))
}

// isNational reports whether a public suffix is com, the top-level domain of a country, or com
// or co below one. Below others, such as priv.no, anyone may have the name of a service.
func isNational(top string) bool {
	second, country, ok := strings.Cut(top, ".")
	if !ok {
		return top == "com" || len(top) == 2
	}
	return (second == "com" || second == "co") && len(country) == 2
}

// A pattern is a compiled line.pattern.
type pattern struct {
	path     []segment
	names    []string // of the parameter
	fragment bool     // the target is in the fragment
	whole    bool     // the decoder is called with the link
	decode   decoder  // nil if the service is opaque
}

// A segment is a part of a pattern between two slashes.
type segment struct {
	kind   kind
	names  []string // for literal
	prefix string   // for value and rest: what is before the brace
}

type kind uint8

const (
	literal  kind = iota // one of the names
	one                  // "*", a segment that is not empty
	anything             // "**", any number of segments
	value                // "{…}", the target is in the segment
	rest                 // "{…...}", the target is the rest of the URL
)

// compile parses a pattern. See line.pattern.
func compile(text string) (p pattern, err error) {
	if _, braced, ok := strings.Cut(text, "{"); ok {
		name, _, _ := strings.Cut(braced, "}")
		p.decode = decoders[strings.TrimSuffix(name, "...")]
		if p.decode == nil {
			return p, fmt.Errorf("no decoder %q", name)
		}
	}
	path, query, hasQuery := strings.Cut(text, "?")
	if hasQuery {
		query, _, _ = strings.Cut(query, "=")
		p.names = strings.Split(query, "|")
	}
	path, _, p.fragment = strings.Cut(path, "#")
	if p.whole = path == "{host}"; p.whole {
		return p, nil
	}
	path, ok := strings.CutPrefix(path, "/")
	if !ok {
		return p, fmt.Errorf("no slash")
	}
	if path == "" {
		return p, nil
	}
	for text := range strings.SplitSeq(path, "/") {
		prefix, braced, hasBrace := strings.Cut(text, "{")
		switch {
		case text == "*":
			p.path = append(p.path, segment{kind: one})
		case text == "**":
			p.path = append(p.path, segment{kind: anything})
		case !hasBrace:
			p.path = append(p.path, segment{kind: literal, names: strings.Split(text, "|")})
		case strings.HasSuffix(braced, "...}"):
			p.path = append(p.path, segment{kind: rest, prefix: prefix})
		default:
			p.path = append(p.path, segment{kind: value, prefix: prefix})
		}
	}
	return p, nil
}

// target returns the target of l, "" if the service is opaque. It returns false if l does
// not match p or has no valid target.
func (p *pattern) target(l *link) (target string, ok bool) {
	if p.whole {
		if target, ok = p.decode("", l); !ok {
			return "", false
		}
		return validTarget(target)
	}
	path, more := strings.CutPrefix(l.path, "/")
	inPath, ok := p.match(p.path, path, more, l)
	if !ok {
		return "", false
	}
	encoded := inPath.text
	switch {
	case p.names != nil:
		encoded, ok = parameter(l.query, p.names)
		if !ok {
			return "", false
		}
	case p.fragment:
		encoded, inPath.raw = l.fragment, true
	}
	if p.decode == nil {
		return "", true
	}
	if !inPath.raw {
		if encoded, ok = percent.Decode(encoded); !ok {
			return "", false
		}
	}
	if target, ok = p.decode(encoded, l); !ok {
		return "", false
	}
	return validTarget(target)
}

// A located text is the part of the path that a pattern names. If raw is set, it is not
// percent-decoded.
type located struct {
	text string
	raw  bool
}

// match matches segments with path, which is a suffix of the path of l after a slash. If
// more is false, no segment is left: the path ends without a slash. One slash at the end is
// ignored.
func (p *pattern) match(segments []segment, path string, more bool, l *link) (at located, ok bool) {
	if len(segments) == 0 {
		return located{}, path == ""
	}
	s := &segments[0]
	if s.kind == anything {
		if len(segments) == 1 {
			return located{}, true
		}
		for more {
			if at, ok := p.match(segments[1:], path, more, l); ok {
				return at, true
			}
			_, path, more = strings.Cut(path, "/")
		}
		return located{}, false
	}
	if s.kind == rest {
		// The rest of the URL follows the path without a gap.
		tail := l.text[l.at+len(l.path)-len(path):]
		text, ok := strings.CutPrefix(tail, s.prefix)
		return located{text, true}, ok && more
	}
	if !more {
		return located{}, false
	}
	first, path, more := strings.Cut(path, "/")
	switch s.kind {
	case literal:
		ok = containsFold(s.names, first)
	case one:
		ok = first != ""
	case value:
		var text string
		if text, ok = strings.CutPrefix(first, s.prefix); ok {
			_, ok = p.match(segments[1:], path, more, l)
			return located{text: text}, ok
		}
	}
	if !ok {
		return located{}, false
	}
	return p.match(segments[1:], path, more, l)
}

// containsFold reports whether text is one of names, ignoring the case of ASCII letters.
func containsFold(names []string, text string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return equalFold(name, text) })
}

// equalFold reports whether a and b are equal, ignoring the case of ASCII letters.
func equalFold(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range len(a) {
		if ascii.Lower(a[i]) != ascii.Lower(b[i]) {
			return false
		}
	}
	return true
}

// A param is one parameter of a query, as written.
type param struct{ name, value string }

// plainName returns the name with its escapes decoded, and without "amp;", which text has before
// it if it was taken from the source of an HTML page.
func (p param) plainName() string {
	name := strings.TrimPrefix(p.name, "amp;")
	if decoded, ok := percent.Decode(name); ok {
		return decoded
	}
	return name
}

// parameters iterates over the parameters of a query, which "&" separates.
func parameters(query string) iter.Seq[param] {
	return func(yield func(param) bool) {
		for text := range strings.SplitSeq(query, "&") {
			name, value, _ := strings.Cut(text, "=")
			if text != "" && !yield(param{name, value}) {
				return
			}
		}
	}
}

// parameter returns the value of the first of names that has a value in query. It returns false
// if none has, or if that one has several values: some services take the first, others the last.
func parameter(query string, names []string) (value string, ok bool) {
	for _, name := range names {
		for p := range parameters(query) {
			if p.value == "" || p.value == value || !equalFold(p.plainName(), name) {
				continue
			}
			if value != "" {
				return "", false
			}
			value = p.value
		}
		if value != "" {
			return value, true
		}
	}
	return "", false
}
