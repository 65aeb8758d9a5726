package hosts

import (
	"net/netip"
	"strconv"
	"strings"
)

// IPv4 returns the IPv4 address that browsers parse host as, which is a result of
// ToASCII. ok is false if host is not such an address.
//
// It has one to four numbers, each decimal, octal after "0" or hexadecimal after "0x".
// The last number fills the rest of the four octets (WHATWG URL standard, "IPv4 parser").
func IPv4(host string) (addr netip.Addr, ok bool) {
	parts := strings.Split(strings.TrimSuffix(host, "."), ".")
	last := len(parts) - 1
	if last > 3 {
		return addr, false
	}
	var octets [4]byte
	for i, part := range parts {
		n, ok := number(part)
		if !ok {
			return addr, false
		}
		if i < last {
			if n > 0xff {
				return addr, false
			}
			octets[i] = byte(n)
			continue
		}
		if n>>(8*(4-last)) != 0 {
			return addr, false
		}
		for j := 3; j >= last; j-- {
			octets[j] = byte(n)
			n >>= 8
		}
	}
	return netip.AddrFrom4(octets), true
}

// EmbeddedIPv4 returns the IPv4 address that host, an IPv6 address in brackets, embeds:
// IPv4-mapped and IPv4-compatible addresses (RFC 4291, section 2.5.5), and those of translation
// (RFC 6052, section 2.1). ok is false for any other host.
func EmbeddedIPv4(host string) (addr netip.Addr, ok bool) {
	if !strings.HasPrefix(host, "[") {
		return addr, false
	}
	v6, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if err != nil || !v6.Is6() {
		return addr, false
	}
	octets := v6.As16()
	for _, prefix := range [...][12]byte{
		{10: 0xff, 11: 0xff},
		{1: 0x64, 2: 0xff, 3: 0x9b},
		{},
	} {
		if [12]byte(octets[:12]) == prefix {
			v4 := netip.AddrFrom4([4]byte(octets[12:]))
			return v4, prefix != [12]byte{} || octets[12] != 0 // not "::1"
		}
	}
	return addr, false
}

// number returns the value of s (WHATWG URL standard, "IPv4 number parser"). ok is false
// if s is not a number or has more than 32 bits.
func number(s string) (n uint64, ok bool) {
	base := 10
	switch hex, isHex := strings.CutPrefix(strings.ToLower(s), "0x"); {
	case isHex && hex == "":
		return 0, true
	case isHex:
		s, base = hex, 16
	case len(s) > 1 && s[0] == '0':
		s, base = s[1:], 8
	}
	n, err := strconv.ParseUint(s, base, 32)
	return n, err == nil
}

// isNumeric reports whether a label consists of digits, or of hexadecimal digits after
// "0x" (WHATWG URL standard, "ends in a number checker").
func isNumeric(label string) bool {
	if hex, ok := strings.CutPrefix(strings.ToLower(label), "0x"); ok {
		return strings.Trim(hex, "0123456789abcdef") == ""
	}
	return label != "" && strings.Trim(label, "0123456789") == ""
}
