package record

import (
	"cmp"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
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

// Host returns the host of a match as the DNS uses it, in A-labels and lower case, so
// that each host has one name.
func Host(m *extract.Match) string {
	host := m.Host()
	return NormalHost(cmp.Or(ALabels(host), host))
}
