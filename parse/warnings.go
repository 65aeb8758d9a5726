package parse

import (
	"iter"
	"math/bits"
	"slices"
	"strings"
)

// Warnings is a set of dubious properties of a valid URL, each of which has a name. They are
// dubious by RFC 1738, section 6 (security), by the prose of a standard that is narrower than
// its grammar, or, at the level Lenient, by RFC 3986 and other standards that do not allow
// them. The zero value is the empty set. The warnings are:
//
//   - "bad-a-label": a label that begins with "xn--" and is not an A-label (RFC 5890, section
//     2.3.2.1), since no name is encoded in it (Lenient).
//   - "bidi-control": a bidirectional formatting character, which IRIs must not have (RFC
//     3987, section 4.1), before other characters: it reorders these on display (Lenient).
//   - "empty-host": userinfo or a port without a host, if the scheme requires no host
//     (Lenient).
//   - "encoded-control": an escape for 00-1F hexadecimal except CR and LF, or for 7F. In
//     gopher URLs the first two %09 after the type do not count: they are the separators of
//     the grammar (RFC 1738, section 3.4.1).
//   - "encoded-crlf": an escape for CR or LF (RFC 1738, section 6).
//   - "extra-hash": "#" in the fragment (Lenient).
//   - "host-in-userinfo": a user name that looks like a host, which it hides (Lenient; RFC
//     3986, section 7.6): a domain name that begins with "www." or ends in a top-level domain
//     of the DNS, or an IPv4 address.
//   - "host-length": a label of more than 63 or a name of more than 253 characters (RFC 1034,
//     section 3.1).
//   - "host-not-dns": a host that is not a domain name (Lenient and RFC3986), nor at Lenient
//     an internationalized one as written (UTS 46).
//   - "hostnumber-range": a number over 255 in an IP address (RFC1738).
//   - "mixed-script": a label of the host that is not Highly Restrictive (UTS 39, section
//     5.2): with characters of several scripts, other than of Latin with those of one of
//     Japanese, Chinese and Korean (Lenient).
//   - "multiple-at": "@" in the userinfo (Lenient).
//   - "national-char": one of { } | \ ^ [ ] and backquote (Lenient).
//   - "no-host": no host, if the scheme requires one (Lenient and RFC3986).
//   - "non-ascii": a character outside US-ASCII (Lenient).
//   - "not-addr-spec": a mailto address without "@", or without text on one side of it
//     (RFC1738; section 3.5).
//   - "numeric-host": a host that is not an IPv4 address by RFC 3986 and that browsers read as
//     one (RFC 3986, section 7.4; WHATWG URL standard, "IPv4 parser"), in a file URL or one of
//     a scheme that requires a host (Lenient).
//   - "password-in-url": a password that is not empty: "clearly unwise" (RFC 1738, section 6).
//   - "port-in-file": a port in a file URL (Lenient); RFC 8089, section 2, has none.
//   - "port-range": a port over 65535.
//   - "reserved-port": a port under 1024 that is not the default of the scheme, if the scheme
//     has one (RFC 1738, section 6).
//   - "stray-percent": "%" without two hexadecimal digits after it (Lenient).
//   - "url-prefix": the scheme is "URL", the prefix of RFC 1738's APPENDIX.
//   - "userinfo-in-file": userinfo in a file URL (Lenient); RFC 8089, section 2, has none.
//   - "userinfo-in-http": userinfo in an http or https URL (Lenient and RFC3986); RFC 1738,
//     section 3.3, does not allow it.
type Warnings uint32

// The warnings, in the order of their names.
const (
	warnBadALabel Warnings = 1 << iota
	warnBidiControl
	warnEmptyHost
	warnEncodedControl
	warnEncodedCRLF
	warnExtraHash
	warnHostInUserinfo
	warnHostLength
	warnHostNotDNS
	warnHostnumberRange
	warnMixedScript
	warnMultipleAt
	warnNationalChar
	warnNoHost
	warnNonASCII
	warnNotAddrSpec
	warnNumericHost
	warnPasswordInURL
	warnPortInFile
	warnPortRange
	warnReservedPort
	warnStrayPercent
	warnURLPrefix
	warnUserinfoInFile
	warnUserinfoInHTTP
)

// lenientOnly are the warnings that RFC3986 does not give: those of the additions of
// Lenient, and those of warnLenient.
const lenientOnly = warnExtraHash | warnMultipleAt | warnNationalChar | warnNonASCII | warnStrayPercent |
	warnBadALabel | warnBidiControl | warnEmptyHost | warnHostInUserinfo | warnMixedScript | warnNumericHost |
	warnPortInFile | warnUserinfoInFile

var warningNames = [...]string{
	"bad-a-label", "bidi-control", "empty-host", "encoded-control", "encoded-crlf",
	"extra-hash", "host-in-userinfo", "host-length", "host-not-dns", "hostnumber-range",
	"mixed-script", "multiple-at", "national-char", "no-host", "non-ascii",
	"not-addr-spec", "numeric-host", "password-in-url", "port-in-file", "port-range",
	"reserved-port", "stray-percent", "url-prefix", "userinfo-in-file", "userinfo-in-http",
}

// Has reports whether the warning with the given name is in w.
func (w Warnings) Has(name string) bool {
	if w == 0 {
		return false // as for most URLs
	}
	i, ok := slices.BinarySearch(warningNames[:], name)
	return ok && w.has(1<<i)
}

// has reports whether all warnings of set are in w.
func (w Warnings) has(set Warnings) bool { return w&set == set }

// Names returns the names of the warnings in w, sorted.
func (w Warnings) Names() iter.Seq[string] {
	return func(yield func(string) bool) {
		for ; w != 0; w &= w - 1 {
			i := bits.TrailingZeros32(uint32(w))
			if i >= len(warningNames) || !yield(warningNames[i]) {
				return
			}
		}
	}
}

// String returns the sorted names, separated by commas.
func (w Warnings) String() string {
	var b strings.Builder
	for name := range w.Names() {
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(name)
	}
	return b.String()
}

// MarshalJSON returns a sorted array of names, [] for the empty set.
func (w Warnings) MarshalJSON() ([]byte, error) {
	b := []byte{'['}
	for name := range w.Names() {
		if len(b) > 1 {
			b = append(b, ',')
		}
		b = appendQuoted(b, name)
	}
	return append(b, ']'), nil
}
