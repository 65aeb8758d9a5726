package record

import (
	"cmp"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// ALabels returns host in A-labels (RFC 5890, section 2.3.2.1), as it is in the DNS. It
// returns "" if host is ASCII, escapes decoded, or has no such form: if it is no domain name,
// or a longer one than the DNS has.
func ALabels(host string) string {
	if host = hosts.Decode(host); ascii.All(host) {
		return ""
	}
	return hosts.ToASCII(host)
}

// NormalHost returns a host without letter case, and without the dot of the root.
func NormalHost(host string) string {
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// nameOf returns the host as it is in the DNS, so that each has one name only: in
// A-labels and lower case.
func nameOf(m *extract.Match) string {
	host := m.Host()
	return NormalHost(cmp.Or(ALabels(host), host))
}

// registrable returns the domain of a host that someone has registered: one label
// more than its public suffix, which is the last label where there is no rule
// (https://publicsuffix.org/list/, "Algorithm"). What has no such label, and an IP
// address, is all of the host.
func registrable(host string) string {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if strings.HasPrefix(host, "[") || strings.Trim(last, "0123456789") == "" {
		return host
	}
	public := cmp.Or(suffix.Public(host), last)
	name := strings.TrimSuffix(strings.TrimSuffix(host, public), ".")
	return host[strings.LastIndexByte(name, '.')+1:]
}
