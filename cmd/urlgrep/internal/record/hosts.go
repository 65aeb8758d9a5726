package record

import (
	"cmp"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// ALabels returns a host in A-labels (RFC 5890, section 2.3.2.1), as the DNS uses them.
// It returns "" if the host is ASCII after decoding its escapes, or has no such form
// because it is not a domain name or is too long for the DNS.
func ALabels(host string) string {
	if host = hosts.Decode(host); ascii.All(host) {
		return ""
	}
	return hosts.ToASCII(host)
}

// NormalHost returns a host in lower case, without the final dot of the DNS root.
func NormalHost(host string) string {
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// nameOf returns the host of a match as the DNS uses it, in A-labels and lower case, so
// that each host has one name.
func nameOf(m *extract.Match) string {
	host := m.Host()
	return NormalHost(cmp.Or(ALabels(host), host))
}

// registrable returns the registrable domain of a host: its public suffix and one more
// label. If no rule matches, the public suffix is the last label
// (https://publicsuffix.org/list/, "Algorithm"). For a host without such a label, and for
// an IP address, it returns the host.
func registrable(host string) string {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if strings.HasPrefix(host, "[") || strings.Trim(last, "0123456789") == "" {
		return host
	}
	public := cmp.Or(suffix.Public(host), last)
	name := strings.TrimSuffix(strings.TrimSuffix(host, public), ".")
	if strings.HasSuffix(name, ".") {
		return host // the label is empty, as in "a..com"
	}
	return host[strings.LastIndexByte(name, '.')+1:]
}
