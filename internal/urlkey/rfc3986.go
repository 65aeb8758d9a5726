package urlkey

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/reference"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// rfc3986 returns url after syntax-based and scheme-based normalization (RFC 3986,
// sections 6.2.2 and 6.2.3):
//
//   - The scheme and the host are in lower case, the digits of escapes in upper case.
//   - Escapes of unreserved characters are decoded, except where that would make another
//     escape, after a "%" that begins none.
//   - The segments "." and ".." are removed from a path that begins with "/".
//   - An empty port and the default port of the scheme are removed.
//   - An empty path after an authority is "/".
//   - For file, the host "localhost", an empty host and no host are the same (RFC 8089).
//   - For mailto, the domains are in lower case: the example of section 6.2.3.
//
// Characters beyond ASCII stay as they are, as the RFC is about ASCII: neither are they
// escaped nor is a host converted to A-labels. An empty query or fragment stays. Sections
// 6.2.4 and following, for which the resources must be known, do not apply.
func rfc3986(url string) string {
	r := reference.Split(url)
	if r.Scheme == "" {
		return ""
	}
	s := scheme.Lookup(r.Scheme)
	if s == nil {
		s = &scheme.Unknown
	}
	r.Scheme = lower(r.Scheme)
	for _, part := range []*string{&r.Authority, &r.Path, &r.Query, &r.Fragment} {
		*part = unescape(*part)
	}
	if strings.HasPrefix(r.Path, "/") {
		r.Path = reference.RemoveDotSegments(r.Path)
	}
	switch r.Scheme {
	case "file":
		if ascii.EqualFold(r.Authority, "localhost") {
			r.Authority = ""
		}
		r.HasAuthority = r.HasAuthority || strings.HasPrefix(r.Path, "/")
		r.Authority = lowerHost(r.Authority)
	case "mailto":
		r.Path = mailboxes(r.Path)
	default:
		r.Authority = lowerHost(withoutPort(r.Authority, portOf(s)))
	}
	if r.HasAuthority && r.Path == "" {
		r.Path = "/"
	}
	return r.String()
}

// withoutPort returns an authority without its port, if that is empty or the given one.
func withoutPort(authority, port string) string {
	host := strings.LastIndexByte(authority, '@') + 1
	colon := strings.LastIndexByte(authority, ':')
	if colon < host || !isOneHost(authority[host:colon]) {
		return authority
	}
	if p := authority[colon+1:]; p != "" && p != port {
		return authority
	}
	return authority[:colon]
}

// lowerHost returns an authority with its host in lower case.
func lowerHost(authority string) string {
	host := strings.LastIndexByte(authority, '@') + 1
	return authority[:host] + lower(authority[host:])
}

// isOneHost reports whether colons are in s only between brackets, as in an IPv6 address.
func isOneHost(s string) bool {
	return !strings.Contains(s, ":") || strings.HasPrefix(s, "[") && strings.IndexByte(s, ']') == len(s)-1
}

// mailboxes returns the path of a mailto URL with its domains in lower case.
func mailboxes(path string) string {
	list := strings.Split(path, ",")
	for i, address := range list {
		domain := strings.LastIndexByte(address, '@') + 1
		if domain > 0 {
			list[i] = address[:domain] + lower(address[domain:])
		}
	}
	return strings.Join(list, ",")
}

// lower returns s with the letters of ASCII in lower case, except in escapes.
func lower(s string) string {
	out := []byte(s)
	for i := 0; i < len(out); i++ {
		if percent.Begins(s[i:]) {
			i += percent.Len - 1
			continue
		}
		out[i] = ascii.Lower(out[i])
	}
	return string(out)
}

// unescape returns s with the escapes of unreserved characters decoded, and the digits of
// the others in upper case.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	out := make([]byte, 0, len(s))
	lone := -3 // offset in out of the last "%" that begins no escape
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			out = append(out, s[i])
			continue
		}
		c, ok := percent.Octet(s[i:])
		switch {
		case !ok:
			lone = len(out)
			out = append(out, '%')
			continue
		case ascii.Is(c, ascii.Unreserved) && len(out)-lone > 2:
			out = append(out, c)
		default:
			out = percent.Append(out, c)
		}
		i += percent.Len - 1
	}
	return string(out)
}
