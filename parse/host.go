package parse

import (
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// hostSyntax is which production of RFC 1738 a host has.
type hostSyntax uint8

const (
	notHost hostSyntax = iota
	hostname
	hostnumber
)

// scanHost reads s from i on as RFC 1738's host as far as it goes: s[i:end] is
// the longest text there that begins some host, and syntax is what it is by
// itself. It is notHost where it ends too early, as "a." and "1.2.3" do.
//
//	host        = hostname | hostnumber
//	hostname    = *[ domainlabel "." ] toplabel
//	domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
//	toplabel    = alpha | alpha *[ alphadigit | "-" ] alphadigit
//	hostnumber  = digits "." digits "." digits "." digits
//
// One pass is enough, since whatever labels have been read, a top label may
// still follow; what they are matters only at the end. There "The rightmost
// domain label will never start with a digit, though, which syntactically
// distinguishes all domain names from the IP addresses" (section 3.1).
func scanHost(s string, i int) (end int, syntax hostSyntax) {
	start := i
	for labels := 1; ; labels++ {
		label := i
		i = run(s, i, ascii.AlphaDigit)
		for i > label && i < len(s) && s[i] == '-' {
			i = run(s, i+1, ascii.AlphaDigit)
		}
		if i == label || s[i-1] == '-' {
			return i, notHost
		}
		if i < len(s) && s[i] == '.' {
			i++
			continue
		}
		switch {
		case ascii.Is(s[label], ascii.Alpha):
			return i, hostname
		case labels == 4 && isNumeric(s[start:i]):
			return i, hostnumber
		}
		return i, notHost
	}
}

// isNumeric reports whether s has no other octets than digits and dots.
func isNumeric(s string) bool {
	for i := range len(s) {
		if s[i] != '.' && !ascii.Is(s[i], ascii.Digit) {
			return false
		}
	}
	return true
}

// A HostKind is what the host of a generic URL is (RFC 3986, section 3.2.2).
type HostKind uint8

// The kinds of host.
const (
	HostNone      HostKind = iota // there is no authority, so no host
	HostEmpty                     // reg-name with nothing in it
	HostRegName                   // reg-name, such as a domain name
	HostIPv4                      // IPv4address, four numbers up to 255
	HostIPv6                      // IP-literal with an IPv6address
	HostIPvFuture                 // IP-literal with an IPvFuture
)

var hostKindNames = [...]string{
	HostNone: "", HostEmpty: "empty", HostRegName: "reg-name",
	HostIPv4: "ipv4", HostIPv6: "ipv6", HostIPvFuture: "ipvfuture",
}

// String returns the name of k: "empty", "reg-name", "ipv4", "ipv6" or
// "ipvfuture", and "" for HostNone.
func (k HostKind) String() string {
	if int(k) < len(hostKindNames) {
		return hostKindNames[k]
	}
	return "unknown"
}

// MarshalJSON returns the name of k as a string, null for HostNone.
func (k HostKind) MarshalJSON() ([]byte, error) {
	if k == HostNone {
		return []byte("null"), nil
	}
	return appendQuoted(nil, k.String()), nil
}

// isDNS reports whether host, with or without a final dot, is a domain name:
// RFC 3986, section 3.2.2, "The rightmost domain label of a fully qualified
// domain name in DNS may be followed by a single "."".
func isDNS(host string) bool {
	host = strings.TrimSuffix(host, ".")
	end, syntax := scanHost(host, 0)
	return syntax == hostname && end == len(host)
}

// nameTooLong reports whether a host name exceeds the limits of RFC 1034,
// section 3.1: 63 for a label, 255 octets for a name as sent, which are 253
// characters as written without a final dot.
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

// hostnumberTooBig reports whether one of the numbers of a hostnumber is over
// 255. The grammar has no such limit (R15).
func hostnumberTooBig(host string) bool {
	n := 0
	for i := range len(host) {
		if host[i] == '.' {
			n = 0
			continue
		}
		if n = n*10 + int(host[i]-'0'); n > 255 {
			return true
		}
	}
	return false
}
