package parse

import (
	"iter"
	"math/bits"
	"strings"
)

// Warnings is a set of dubious properties of a valid URL. They are dubious by RFC 1738,
// section 6 (security), by the prose of a standard that is narrower than its grammar, or,
// at the level Lenient, by RFC 3986 and other standards that do not allow them. The zero
// value is the empty set.
type Warnings uint32

// The warnings, in the order of their names. Combine them with "|".
const (
	// WarnBadALabel: a label that begins with "xn--" and is not an A-label (RFC 5890,
	// section 2.3.2.1), since no name is encoded in it (Lenient).
	WarnBadALabel Warnings = 1 << iota
	// WarnBidiControl: a bidirectional formatting character, which IRIs must not have
	// (RFC 3987, section 4.1), before other characters: it reorders these on display
	// (Lenient).
	WarnBidiControl
	// WarnEmptyHost: userinfo or a port without a host, if the scheme requires no host
	// (Lenient).
	WarnEmptyHost
	// WarnEncodedControl: an escape for 00-1F hexadecimal except CR and LF, or for 7F. In
	// gopher URLs the first two %09 after the type do not count: they are the separators
	// of the grammar (RFC 1738, section 3.4.1).
	WarnEncodedControl
	// WarnEncodedCRLF: an escape for CR or LF (RFC 1738, section 6).
	WarnEncodedCRLF
	// WarnExtraHash: "#" in the fragment (Lenient).
	WarnExtraHash
	// WarnHostInUserinfo: a user name that looks like a host, which it hides (Lenient;
	// RFC 3986, section 7.6): a domain name that begins with "www." or ends in a
	// top-level domain of the DNS, or an IPv4 address.
	WarnHostInUserinfo
	// WarnHostLength: a label of more than 63 or a name of more than 253
	// characters (RFC 1034, section 3.1).
	WarnHostLength
	// WarnHostNotDNS: a host that is not a domain name (Lenient and RFC3986), nor at
	// Lenient an internationalized one as written (UTS 46).
	WarnHostNotDNS
	// WarnHostnumberRange: a number over 255 in an IP address (RFC1738).
	WarnHostnumberRange
	// WarnMixedScript: a label of the host that is not Highly Restrictive (UTS 39, section
	// 5.2): with characters of several scripts, other than of Latin with those of one of
	// Japanese, Chinese and Korean (Lenient).
	WarnMixedScript
	// WarnMultipleAt: "@" in the userinfo (Lenient).
	WarnMultipleAt
	// WarnNationalChar: one of { } | \ ^ [ ] and backquote (Lenient).
	WarnNationalChar
	// WarnNoHost: no host, if the scheme requires one (Lenient and RFC3986).
	WarnNoHost
	// WarnNonASCII: a character outside US-ASCII (Lenient).
	WarnNonASCII
	// WarnNotAddrSpec: a mailto address without "@", or without text on one side of it
	// (RFC1738; section 3.5).
	WarnNotAddrSpec
	// WarnNumericHost: a host that is not an IPv4 address by RFC 3986 and that browsers
	// read as one (RFC 3986, section 7.4; WHATWG URL standard, "IPv4 parser"), in a file
	// URL or one of a scheme that requires a host (Lenient).
	WarnNumericHost
	// WarnPasswordInURL: a password that is not empty: "clearly unwise"
	// (RFC 1738, section 6).
	WarnPasswordInURL
	// WarnPortInFile: a port in a file URL (Lenient); RFC 8089, section 2, has none.
	WarnPortInFile
	// WarnPortRange: a port over 65535.
	WarnPortRange
	// WarnRepaired: the URL is written in a way that is not valid, or that browsers read
	// as other text, and is repaired as browsers do (WHATWG URL standard). No URL that is
	// parsed has it, as it is about the text that the URL comes from: package extract
	// adds it to URLs in attributes of HTML.
	WarnRepaired
	// WarnReservedPort: a port under 1024 that is not the default of the scheme, if the
	// scheme has one (RFC 1738, section 6).
	WarnReservedPort
	// WarnStrayPercent: "%" without two hexadecimal digits after it (Lenient).
	WarnStrayPercent
	// WarnURLPrefix: the scheme is "URL", the prefix of RFC 1738's APPENDIX.
	WarnURLPrefix
	// WarnUserinfoInFile: userinfo in a file URL (Lenient); RFC 8089, section 2, has
	// none.
	WarnUserinfoInFile
	// WarnUserinfoInHTTP: userinfo in an http or https URL (Lenient and
	// RFC3986); RFC 1738, section 3.3, does not allow it.
	WarnUserinfoInHTTP
)

// lenientOnly are the warnings that RFC3986 does not give: those of the additions of
// Lenient, and those of warnLenient.
const lenientOnly = WarnExtraHash | WarnMultipleAt | WarnNationalChar | WarnNonASCII | WarnStrayPercent |
	WarnBadALabel | WarnBidiControl | WarnEmptyHost | WarnHostInUserinfo | WarnMixedScript | WarnNumericHost |
	WarnPortInFile | WarnUserinfoInFile

var warningNames = [...]string{
	"bad-a-label", "bidi-control", "empty-host", "encoded-control", "encoded-crlf",
	"extra-hash", "host-in-userinfo", "host-length", "host-not-dns", "hostnumber-range",
	"mixed-script", "multiple-at", "national-char", "no-host", "non-ascii",
	"not-addr-spec", "numeric-host", "password-in-url", "port-in-file", "port-range",
	"repaired", "reserved-port", "stray-percent", "url-prefix", "userinfo-in-file", "userinfo-in-http",
}

// Has reports whether all warnings of set are in w.
func (w Warnings) Has(set Warnings) bool { return w&set == set }

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
