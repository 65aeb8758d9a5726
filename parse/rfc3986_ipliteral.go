package parse

import "github.com/urlgrep/urlgrep/internal/ascii"

// scanIPLiteral reads s from i on, where a "[" is, as IP-literal. If it is one,
// end is the offset after its "]"; else kind is HostNone and end the offset of
// the first octet with which it is no beginning of any.
//
//	IP-literal = "[" ( IPv6address / IPvFuture ) "]"
//
// There is no zone identifier: RFC 6874, which had one, was withdrawn.
func scanIPLiteral(s string, i int) (end int, kind HostKind) {
	i++
	var ok bool
	if i < len(s) && s[i]|0x20 == 'v' {
		kind = HostIPvFuture
		i, ok = scanIPvFuture(s, i)
	} else {
		kind = HostIPv6
		i, ok = scanIPv6(s, i)
	}
	if !ok || i == len(s) || s[i] != ']' {
		return i, HostNone
	}
	return i + 1, kind
}

// scanIPvFuture reads s from i on, where a "v" is:
//
//	IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
func scanIPvFuture(s string, i int) (end int, ok bool) {
	i++
	start := i
	for i < len(s) && ascii.Is(s[i], ascii.Hex) {
		i++
	}
	if i == start || i == len(s) || s[i] != '.' {
		return i, false
	}
	i++
	start = i
	for i < len(s) && ascii.Is(s[i], ascii.Unreserved|ascii.SubDelim|ascii.Colon) {
		i++
	}
	return i, i > start
}

// scanIPv6 reads s from i on as IPv6address as far as it goes; ok says whether
// what it read is one.
//
// The nine alternatives of RFC 3986, section 3.2.2, say no more than this:
// there are eight groups of up to four hexadecimal digits with ":" between, or
// at most seven of them and one "::", which may be anywhere; an IPv4address
// may be for the last two.
func scanIPv6(s string, i int) (end int, ok bool) {
	groups, most := 0, 8
	if i < len(s) && s[i] == ':' {
		if i+1 == len(s) || s[i+1] != ':' {
			return i + 1, false
		}
		i += 2
		most = 7
	}
	for first := most == 7; ; {
		compressed := most == 7
		start := i
		for groups < most && i < len(s) && i < start+4 && ascii.Is(s[i], ascii.Hex) {
			i++
		}
		if i == start { // nothing may follow "::", but not ":"
			return i, first
		}
		if i < len(s) && s[i] == '.' && groups+2 <= most && (compressed || groups == 6) {
			return scanIPv4Tail(s, start, i)
		}
		groups++
		if i == len(s) || s[i] != ':' || groups == most {
			return i, groups == 8 || compressed
		}
		i++
		if first = !compressed && i < len(s) && s[i] == ':'; first {
			i++
			most = 7
		}
	}
}

// scanIPv4Tail reads s from start on as IPv4address, where a group of an IPv6
// address with a "." at dot could have been.
func scanIPv4Tail(s string, start, dot int) (end int, ok bool) {
	end, ok = scanIPv4(s, start)
	if end <= dot { // "256" is fine as a group, so it is the "." that is not
		return dot, false
	}
	return end, ok
}

// scanIPv4 reads s from i on as IPv4address as far as it goes; ok says whether
// what it read is one.
//
//	IPv4address = dec-octet "." dec-octet "." dec-octet "." dec-octet
//
// where dec-octet is a number up to 255 without leading zeros.
func scanIPv4(s string, i int) (end int, ok bool) {
	for octets := 1; ; octets++ {
		start, n := i, 0
		for i < len(s) && ascii.Is(s[i], ascii.Digit) {
			if n = n*10 + int(s[i]-'0'); n > 255 || i > start && s[start] == '0' {
				break
			}
			i++
		}
		switch {
		case i == start:
			return i, false
		case octets == 4:
			return i, true
		case i == len(s) || s[i] != '.':
			return i, false
		}
		i++
	}
}
