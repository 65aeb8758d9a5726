package parse

import (
	"github.com/urlgrep/urlgrep/internal/ascii"
)

// hostSyntax is the production of RFC 1738 that a host matches.
type hostSyntax uint8

const (
	notHost hostSyntax = iota
	hostname
	hostnumber
)

// scanHost reads s from i on as host of RFC 1738. s[i:end] is the longest text that is
// the beginning of some host, and syntax is the production that it matches. syntax is
// notHost if the text is incomplete, such as "a." and "1.2.3".
//
//	host        = hostname | hostnumber
//	hostname    = *[ domainlabel "." ] toplabel
//	domainlabel = alphadigit | alphadigit *[ alphadigit | "-" ] alphadigit
//	toplabel    = alpha | alpha *[ alphadigit | "-" ] alphadigit
//	hostnumber  = digits "." digits "." digits "." digits
//
// One pass is enough: a top label may follow any sequence of labels, so only the last
// label decides between the two. "The rightmost domain label will never start with a
// digit, though, which syntactically distinguishes all domain names from the IP
// addresses" (section 3.1).
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

// isNumeric reports whether s has only digits and dots.
func isNumeric(s string) bool {
	for i := range len(s) {
		if s[i] != '.' && !ascii.Is(s[i], ascii.Digit) {
			return false
		}
	}
	return true
}

// checkHost adds the warnings for a host of RFC 1738.
func (u *URL) checkHost(host string) {
	if nameTooLong(host) {
		u.Warnings |= warnHostLength
	}
	if host == "" || !ascii.Is(host[len(host)-1], ascii.Digit) {
		return // not a hostnumber, as most hosts
	}
	if _, syntax := scanHost(host, 0); syntax == hostnumber && hostnumberTooBig(host) {
		u.Warnings |= warnHostnumberRange
	}
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
