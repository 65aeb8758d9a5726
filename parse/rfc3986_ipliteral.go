package parse

import "github.com/urlgrep/urlgrep/internal/ascii"

// scanIPLiteral reads s as IP-literal from its "[" at i on. If it is one, end is the
// offset after its "]". Otherwise kind is hostNone and end the offset of the first octet
// at which s is not the beginning of any IP-literal.
//
//	IP-literal = "[" ( IPv6address / IPvFuture ) "]"
//
// RFC 3986 has no zone identifiers: RFC 6874, which added them, was withdrawn.
func scanIPLiteral(s string, i int) (end int, kind string) {
	i++
	var ok bool
	if i < len(s) && s[i]|0x20 == 'v' {
		kind = hostIPvFuture
		i, ok = scanIPvFuture(s, i)
	} else {
		kind = hostIPv6
		i, ok = scanIPv6(s, i)
	}
	if !ok || i == len(s) || s[i] != ']' {
		return i, hostNone
	}
	return i + 1, kind
}

// scanIPvFuture reads s as IPvFuture from its "v" at i on:
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

// scanIPv6 reads s from i on as IPv6address; ok reports whether s[i:end] is one.
//
// The nine alternatives of RFC 3986, section 3.2.2, mean: eight groups of up to four
// hexadecimal digits with ":" between them, or at most seven groups and one "::" at any
// place. An IPv4address may replace the last two groups.
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
		if i == start { // the address may end after "::", but not after ":"
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

// scanIPv4Tail reads s from start on as IPv4address, in the place of a group of an IPv6
// address; its first "." is at dot.
func scanIPv4Tail(s string, start, dot int) (end int, ok bool) {
	end, ok = scanIPv4(s, start)
	if end <= dot { // "256" is valid as a group, so the fault is the "."
		return dot, false
	}
	return end, ok
}

// scanIPv4 reads s from i on as IPv4address; ok reports whether s[i:end] is one.
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
