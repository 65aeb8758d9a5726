// Package hosts converts the hosts of URLs as browsers do, by UTS 46 and the URL standard
// of the WHATWG. It also decides which names in a text may be hosts ([IsKnown]), and which
// mix scripts or look like others ([Mixed], [HostSkeleton]), by UTS 39 and tables of
// Unicode.
package hosts

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/percent"
	"golang.org/x/net/idna"
)

// profile converts domain names as browsers do: by UTS 46 with the parameters of the
// WHATWG URL standard. Names are mapped and normalized, so that "BÜCHER.de" and a
// decomposed "ü" give the same name. Processing is nontransitional, so that "ß" is a
// letter. Underscores and hyphens may be anywhere, as they may in the DNS.
var profile = sync.OnceValue(func() *idna.Profile {
	return idna.New(
		idna.MapForLookup(),
		idna.Transitional(false),
		idna.BidiRule(),
		idna.CheckHyphens(false),
		idna.StrictDomainName(false),
		idna.VerifyDNSLength(true),
	)
})

// Decode returns host with its percent-encoded octets decoded (RFC 3986, section 3.2.2).
// It returns "" if a "%" begins no valid escape.
func Decode(host string) string {
	decoded, ok := percent.Decode(host)
	if !ok {
		return ""
	}
	return decoded
}

// ToASCII returns host, a result of Decode, as it is in the DNS: with A-labels (RFC 5890,
// section 2.3.2.1), in lower case, and with the final dot of host, if any. It returns ""
// if host is not UTF-8 or has no such form.
func ToASCII(host string) string {
	name, root := strings.CutSuffix(host, ".")
	if isTooLong(name) || !utf8.ValidString(name) {
		return ""
	}
	a, err := profile().ToASCII(name)
	if err != nil || strings.ContainsAny(a, forbidden) {
		return ""
	}
	switch {
	case !root:
		return a
	case strings.HasSuffix(a, "."): // an empty label
		return ""
	}
	return a + "."
}

// ASCII returns host, which may have escapes, as it is in the DNS: in lower case if it is
// ASCII, and otherwise the result of ToASCII.
func ASCII(host string) string {
	host = Decode(host)
	if ascii.All(host) {
		return strings.ToLower(host)
	}
	return ToASCII(host)
}

// ToUnicode returns host, a result of ToASCII, with U-labels for its A-labels (RFC 5890,
// section 2.3.2.1). A label that begins with "xn--" and is not an A-label is unchanged.
func ToUnicode(host string) string {
	if !strings.Contains(host, "xn--") {
		return host
	}
	labels := strings.Split(host, ".")
	for i, label := range labels {
		if u, err := profile().ToUnicode(label); err == nil {
			labels[i] = u
		}
	}
	return strings.Join(labels, ".")
}

// Mapped returns ToASCII(host) if host, a result of Decode, or a label of it, is not in ASCII and
// IDNA maps it to ASCII, as a name in fullwidth or circled letters (UTS 46, section 4), apart from
// characters that are not visible. It returns "" for any other host.
func Mapped(host string) string {
	if ascii.All(host) {
		return ""
	}
	host = strings.Map(func(r rune) rune {
		if IsIgnorable(r) {
			return -1
		}
		return r
	}, host)
	name := ToASCII(host)
	if name == "" || ascii.All(host) {
		return ""
	}
	if !strings.Contains(name, "xn--") {
		return name
	}
	labels := strings.FieldsFunc(host, isLabelSeparator)
	mapped := strings.Split(strings.TrimSuffix(name, "."), ".")
	for i, label := range labels {
		if i < len(mapped) && !ascii.All(label) && !strings.HasPrefix(mapped[i], "xn--") {
			return name
		}
	}
	return ""
}

// forbidden are the printable characters that may not be in the host of a URL (WHATWG URL
// standard, "forbidden domain code point").
const forbidden = " #%/:<>?@[\\]^|"

// The limits of RFC 1034, section 3.1, in octets of the name in A-labels.
const maxLabel, maxName = 63, 253

// maxDecomposed is the maximum number of characters that normalization composes into one.
const maxDecomposed = 4

// isTooLong reports whether a label of name, or all of name, has so many characters that
// its A-labels exceed the limits: Punycode encodes a character in one octet or more (RFC
// 3492).
func isTooLong(name string) bool {
	// This is checked before the conversion, because Punycode takes time that grows with
	// the square of a label's length.
	label, all := 0, 0
	for _, r := range name {
		if label++; isLabelSeparator(r) {
			label = 0
		}
		if all++; label > maxDecomposed*maxLabel || all > maxDecomposed*maxName {
			return true
		}
	}
	return false
}

// isLabelSeparator reports whether r separates labels (UTS 46, section 2.3).
func isLabelSeparator(r rune) bool {
	switch r {
	case '.', '\u3002', '\uFF0E', '\uFF61':
		return true
	}
	return false
}

// HasBadALabel reports whether host has a label that begins with "xn--", in any letter
// case, and is not an A-label.
func HasBadALabel(host string) bool {
	const prefix = "xn--"
	for label := range strings.SplitSeq(host, ".") {
		if len(label) >= len(prefix) && strings.EqualFold(label[:len(prefix)], prefix) && ToASCII(label) == "" {
			return true
		}
	}
	return false
}

// IsFollowed reports whether browsers accept host, which may have escapes, in a URL with
// a special scheme.
func IsFollowed(host string) bool { return Browser(host) != "" }

// Browser returns host, which may have escapes and is not in brackets, as browsers display
// it in a URL with a special scheme (WHATWG URL standard, "host parser"): in A-labels and
// lower case, and as an IPv4 address if it ends in a number. It returns "" if browsers
// refuse it, because it has a forbidden character or is no such address.
func Browser(host string) string {
	name := Decode(host)
	lower := strings.ToLower(name)
	if ascii.All(name) && !strings.Contains(lower, "xn--") {
		name = lower
	} else {
		name = ToASCII(name)
	}
	if name == "" || strings.ContainsAny(name, forbidden) || strings.ContainsFunc(name, unicode.IsControl) {
		return ""
	}
	last := strings.TrimSuffix(name, ".")
	last = last[strings.LastIndexByte(last, '.')+1:]
	if !isNumeric(last) {
		return name
	}
	addr, ok := IPv4(name)
	if !ok {
		return ""
	}
	return addr.String()
}
