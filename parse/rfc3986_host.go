package parse

import (
	"strings"
	"unicode/utf8"
)

// The kinds of host: see Generic.
const (
	hostNone      = ""
	hostEmpty     = "empty"
	hostRegName   = "reg-name"
	hostIPv4      = "ipv4"
	hostIPv6      = "ipv6"
	hostIPvFuture = "ipvfuture"
)

// parseHost parses s from i on as host. It returns the offset after the host, at which s
// should end or have a ":".
func (u *URL) parseHost(s string, i int) (end int, f fault) {
	if i < len(s) && s[i] == '[' {
		end, u.HostKind = scanIPLiteral(s, i)
		if u.HostKind == hostNone {
			return end, fault{end, BadIPLiteral}
		}
		u.Host = present(s[i:end])
		return end, fault{}
	}
	end, syntax := scanHost(s, i)
	plain := end == len(s) || s[end] == ':'
	if !plain || syntax != hostname {
		var inside bool
		if end, inside = u.spanAuthority(s, i, regNameChar); inside {
			return end, fault{end, BadEscape}
		}
	}
	u.setHost(s[i:end], plain && syntax == hostname)
	return end, fault{}
}

// setHost sets the host and its kind, and adds the warnings for it. host is not an IP
// literal. dns reports that it is known to be a domain name.
//
// Section 3.2.2: "If host matches the rule for IPv4address, then it should be
// considered an IPv4 address literal and not a reg-name."
func (u *URL) setHost(host string, dns bool) {
	u.Host, u.HostKind = present(host), hostRegName
	if host == "" {
		u.HostKind = hostEmpty
		return
	}
	if !dns {
		if end, ok := scanIPv4(host, 0); ok && end == len(host) {
			u.HostKind = hostIPv4
			return
		}
		if !isDNS(host) {
			u.Warnings |= warnHostNotDNS
		}
	}
	if nameTooLong(host) {
		u.Warnings |= warnHostLength
	}
}

// isDNS reports whether host, with or without a final dot, is a domain name:
// RFC 3986, section 3.2.2, "The rightmost domain label of a fully qualified
// domain name in DNS may be followed by a single "."".
func isDNS(host string) bool {
	host = strings.TrimSuffix(host, ".")
	end, syntax := scanHost(host, 0)
	return syntax == hostname && end == len(host)
}

// nameTooLong reports whether a host name exceeds the limits of RFC 1034, section 3.1: 63
// characters for a label, and 255 octets for a name as sent, which are 253 characters as
// written without a final dot.
func nameTooLong(host string) bool {
	const label, name = 63, 253
	if len(host) <= label {
		return false
	}
	host = strings.TrimSuffix(host, ".")
	if utf8.RuneCountInString(host) > name {
		return true
	}
	for more := true; more; {
		var l string
		l, host, more = strings.Cut(host, ".")
		if utf8.RuneCountInString(l) > label {
			return true
		}
	}
	return false
}
