package urlkey

import (
	"cmp"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/reference"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// archive returns the key by which web archives sort and look up captures: the SURT
// (sort-friendly URI reordering transform) of the canonicalized URL. It is the urlkey of a
// CDX index, as the Python package surt 0.3.1 makes it with its default options:
//
//	http://www.Example.com:80/Dir/?b=2&a=1#top    com,example)/dir?a=1&b=2
//
// The key of a URL with a host has no scheme, so that http, https and ftp URLs have the
// same. The steps are, in this order:
//
//   - Tabs and line breaks are removed. Of repeated "http://" and "https://" the last is
//     used, and a host may follow more than two slashes.
//   - The fragment, the user information, and the default port of http and https are
//     removed.
//   - The host, the path and the query are unescaped until nothing is left to unescape, and
//     are then escaped again: controls, the blank, "#", "%" and octets beyond ASCII.
//   - A host of numbers is the IPv4 address that it means. In another host, dots at the ends
//     are removed and "www", with or without a number, at its beginning.
//   - The segments "." and ".." and empty segments are removed from the path, and then the
//     slash at its end.
//   - Session identifiers are removed from the path and the query.
//   - Everything is in lower case, the parameters of the query are in order, and an empty
//     query is removed.
//   - The labels of the host are in reverse order.
//
// It differs from the Python package in four cases. A host beyond ASCII is converted by
// UTS 46, as in browsers, and not by IDNA 2003: they disagree on four characters, of which
// "ß" is one. A scheme is in lower case. The names of records in archive files, such as
// "filedesc:", are URLs like others. archive returns "" for a URL whose port is not a number
// up to 65535, for which the package has no key.
func archive(url string) string {
	url = removeAll(strings.TrimFunc(url, isSpace), "\t\n\r")
	r := reference.Split(lastWeb(url))
	if r.Scheme == "" {
		return ""
	}
	r.Scheme = strings.ToLower(r.Scheme)
	host, port, ok := archiveHost(r.Authority)
	if !ok {
		return ""
	}
	if host == "" && strings.HasPrefix(r.Scheme, "http") && r.Path != "" {
		host, r.Path, _ = strings.Cut(strings.TrimLeft(r.Path, "/"), "/")
		r.Path = "/" + r.Path
	}
	host = canonicalHost(host, r.Scheme)
	path := unescapeAll(r.Path)
	if host != "" {
		path = collapse(path)
	}
	path = strings.ToLower(escape(path))
	path = stripPathSession(path)
	if len(path) > 1 {
		path = strings.TrimSuffix(path, "/")
	}
	query := strings.ToLower(escape(unescapeAll(r.Query)))
	query = sortQuery(stripQuerySession(query))

	var b strings.Builder
	if host == "" {
		b.WriteString(r.Scheme + ":")
	} else {
		labels := strings.Split(host, ".")
		slices.Reverse(labels)
		b.WriteString(strings.Join(labels, ","))
		if port != "" && port != archivePort(r.Scheme) {
			b.WriteString(":" + port)
		}
		b.WriteByte(')')
	}
	if path == "" && query != "" {
		path = "/"
	}
	b.WriteString(path)
	if query != "" {
		b.WriteString("?" + query)
	}
	return b.String()
}

// archivePort returns the default port of a scheme that archives know, or "".
func archivePort(name string) string {
	if s := scheme.Lookup(name); s != nil && s.Is(scheme.Web) {
		return portOf(s)
	}
	return ""
}

func isSpace(r rune) bool { return ascii.IsRune(r, ascii.Space) }

// lastWeb returns url from the last of the "http://" and "https://" that it begins with.
func lastWeb(url string) string {
	for {
		rest := scheme.Trim(url, scheme.Web)
		if len(scheme.Trim(rest, scheme.Web)) == len(rest) {
			return url
		}
		url = rest
	}
}

// archiveHost returns the host of an authority, without brackets, and its port. ok is false
// if the port is not a number up to 65535.
func archiveHost(authority string) (host, port string, ok bool) {
	host = authority[strings.LastIndexByte(authority, '@')+1:]
	host = strings.TrimRight(host, ":")
	if _, in, found := strings.Cut(host, "["); found {
		host, port, _ = strings.Cut(in, "]")
		port = strings.TrimPrefix(port, ":")
	} else {
		host, port, _ = strings.Cut(host, ":")
	}
	if port == "" {
		return host, "", true
	}
	n, err := strconv.ParseUint(port, 10, 16)
	if err != nil {
		return "", "", false
	}
	if n == 0 {
		return host, "", true
	}
	return host, strconv.FormatUint(n, 10), true
}

// canonicalHost returns a host in lower case, without "www".
func canonicalHost(host, scheme string) string {
	host = unescapeAll(host)
	if !ascii.All(host) {
		host = cmp.Or(hosts.ToASCII(host), host)
	}
	host = strings.Trim(strings.ReplaceAll(host, "..", "."), ".")
	if addr, ok := numericHost(host); ok {
		return addr.String()
	}
	host = strings.ToLower(escape(host))
	if rest, ok := strings.CutPrefix(host, "www"); ok && scheme != "dns" {
		if rest, ok = strings.CutPrefix(strings.TrimLeft(rest, "0123456789"), "."); ok {
			return rest
		}
	}
	return host
}

// numericHost returns the IPv4 address that a host of decimal or octal numbers means. Of a
// single number the low 32 bits count.
func numericHost(host string) (addr netip.Addr, ok bool) {
	if host == "" || strings.Trim(host, "0123456789.") != "" {
		return addr, false
	}
	if !strings.Contains(host, ".") {
		var n uint32
		for _, c := range []byte(host) {
			n = n*10 + uint32(c-'0')
		}
		return netip.AddrFrom4([4]byte{byte(n >> 24), byte(n >> 16), byte(n >> 8), byte(n)}), true
	}
	return hosts.IPv4(host)
}

// unescapeAll returns s with its escapes decoded, also those that decoding makes.
func unescapeAll(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	// No escape overlaps another, so that the order of decoding does not matter. Each that
	// is complete at the end of out is decoded at once, which takes linear time.
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		out = append(out, s[i])
		for n := len(out); n >= percent.Len; n = len(out) {
			c, ok := percent.Octet(out[n-percent.Len:])
			if !ok {
				break
			}
			out = append(out[:n-percent.Len], c)
		}
	}
	return string(out)
}

// escape returns s with escapes for controls, the blank, "#", "%" and octets beyond ASCII.
func escape(s string) string {
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if c := s[i]; c <= ' ' || c >= 0x7F || c == '#' || c == '%' {
			out = percent.Append(out, c)
		} else {
			out = append(out, c)
		}
	}
	return string(out)
}

// collapse returns a path without the segments "." and "..", and without empty segments. A
// ".." removes the segment before it, also an empty one; without one before it, it stays.
func collapse(path string) string {
	var kept []string
	for i, segment := range strings.Split(path, "/") {
		switch {
		case i == 0, segment == ".": // nothing is before the first slash
		case segment == ".." && len(kept) > 0:
			kept = kept[:len(kept)-1]
		default:
			kept = append(kept, segment)
		}
	}
	var b strings.Builder
	b.WriteByte('/')
	for i, segment := range kept {
		b.WriteString(segment)
		if segment != "" && i < len(kept)-1 {
			b.WriteByte('/')
		}
	}
	return b.String()
}

// sortQuery returns a query with its parameters in the order of their names, and then of
// their values. A parameter without "=" is before one with an empty value.
func sortQuery(query string) string {
	if !strings.Contains(query, "&") {
		return query
	}
	list := strings.Split(query, "&")
	slices.SortFunc(list, func(a, b string) int {
		name, value, has := strings.Cut(a, "=")
		name2, value2, has2 := strings.Cut(b, "=")
		switch {
		case name != name2:
			return strings.Compare(name, name2)
		case has != has2 && has2:
			return -1
		case has != has2:
			return 1
		}
		return strings.Compare(value, value2)
	})
	return strings.Join(list, "&")
}

// A session is a session identifier, which differs for each visitor. Text between the
// first and the last group of the pattern is removed.
type session struct {
	mark    string // without it in the text, the pattern does not match
	pattern func() *regexp.Regexp
}

// newSession returns a session whose pattern is compiled when it is first used.
func newSession(mark, pattern string) session {
	return session{mark, sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })}
}

// The session identifiers in paths and queries in lower case, of ASP.NET, Java, PHP, ASP
// and ColdFusion, as in class URLRegexTransformer of webarchive-commons
// (https://github.com/iipc/webarchive-commons, Apache-2.0). Each is removed once, at its
// last occurrence.
var (
	pathSessions = []session{
		newSession(".aspx", `^(.*/)(?:\((?:[a-z]\([0-9a-z]{24}\))+\)/)([^?]+\.aspx.*)$`),
		newSession(".aspx", `^(.*/)(?:\([0-9a-z]{24}\)/)([^?]+\.aspx.*)$`),
	}
	querySessions = []session{
		newSession("jsessionid=", `^(.*)jsessionid=[0-9a-z]{32}(?:&(.*))?$`),
		newSession("phpsessid=", `^(.*)phpsessid=[0-9a-z]{32}(?:&(.*))?$`),
		newSession("sid=", `^(.*)sid=[0-9a-z]{32}(?:&(.*))?$`),
		newSession("aspsessionid", `^(.*)aspsessionid[a-z]{8}=[a-z]{24}(?:&(.*))?$`),
		newSession("cftoken=", `^(.*)cfid=[^&]+&cftoken=[^&]+(?:&(.*))?$`),
	}
)

func stripPathSession(path string) string   { return strip(path, pathSessions) }
func stripQuerySession(query string) string { return strip(query, querySessions) }

// strip removes each of the sessions from text.
func strip(text string, list []session) string {
	for _, s := range list {
		if strings.Contains(text, s.mark) {
			text = s.pattern().ReplaceAllString(text, "$1$2")
		}
	}
	return text
}
