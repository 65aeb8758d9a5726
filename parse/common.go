package parse

import (
	"math"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// The schemes of common URLs.
var http, https = scheme.Lookup("http"), scheme.Lookup("https")

// mayBeCommon reports whether s begins as a common URL.
func mayBeCommon(s string) bool { return strings.HasPrefix(s, "http") }

// parseCommon sets u, which is zero, to the URL s at a generic level, if it is a common one:
//
//	( "http" / "https" ) "://" hostname [ "/" path ] [ "?" query ] [ "#" fragment ]
//
// without a warning, and without "--" in its hostname. That takes one pass, half of the time of
// parse. parseCommon returns false, and leaves u zero, for any other text, valid or not.
func (u *URL) parseCommon(s string, level Level) bool {
	known := http
	switch {
	case strings.HasPrefix(s, "http://"):
	case strings.HasPrefix(s, "https://"):
		known = https
	default:
		return false
	}
	start := len(known.Name) + len("://")
	end, syntax := scanHost(s, start)
	if syntax != hostname || !endsAuthority(s, end) || nameTooLong(s[start:end]) || strings.Contains(s[start:end], "--") {
		return false
	}
	host := present(s[start:end])
	path, inPath := span(s, end, pathChar)
	query, inQuery := spanAfter(s, path, '?', queryChar)
	stop, inFragment := spanAfter(s, query, '#', fragmentChar)
	if stop < len(s) || inPath || inQuery || inFragment || escapeWarnings(s[end:query], math.MaxInt) != 0 {
		return false
	}
	u.Generic = Generic{Authority: host, Host: host, HostKind: hostRegName, Path: s[end:path]}
	if path < query {
		u.Query = present(s[path+1 : query])
	}
	if query < len(s) {
		u.Fragment, u.FragmentValid = present(s[query+1:]), true
	}
	u.Text, u.Level, u.Scheme = s, level, known.Name
	u.port, u.hasPort = known.Port, true
	u.valid, u.common = true, true
	return true
}

// spanAfter is span for a query or a fragment, which begins with the octet start. It returns i
// if s has none at i.
func spanAfter(s string, i int, start byte, set ascii.Class) (end int, inside bool) {
	if i < len(s) && s[i] == start {
		return span(s, i+1, set)
	}
	return i, false
}

// parseAsStrict is parse at RFC1738 for the text of the common URL g, into u, which is zero. It
// examines only what follows the host.
func (u *URL) parseAsStrict(g *URL) fault {
	u.Text, u.Level, u.Scheme, u.Fragment = g.Text, RFC1738, g.Scheme, g.Fragment
	s := g.Text // without the fragment
	if g.Fragment.Present {
		s = s[:len(s)-len("#")-len(g.Fragment.Value)]
		end, _ := span(g.Fragment.Value, 0, ascii.XChar)
		u.FragmentValid = end == len(g.Fragment.Value)
	}
	host := len(g.Scheme) + len("://")
	path := host + len(g.Host.Value)
	if g.Scheme == http.Name {
		u.port, u.hasPort = g.port, true
		return u.parseHTTPPath(s, path, HostPort{Host: s[host:path]})
	}
	colon := len(g.Scheme)
	if g.Path == "" && g.Query.Present {
		return u.parseOther(s, colon+1) // "?" may be in a user name
	}
	if end, _ := span(s, path, ascii.XChar); end < len(s) {
		return charFault(s, end, false)
	}
	v := Other{SchemePart: s[colon+1:], IP: true, Host: g.Host}
	if g.Path != "" {
		v.URLPath = present(s[path+1:])
	}
	u.Parts = v
	return fault{}
}
