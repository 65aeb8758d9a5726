package parse

import (
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

// checkHost collects what a host of RFC 1738 gives reason to warn of.
func (u *URL) checkHost(host string) {
	if nameTooLong(host) {
		u.Warnings |= WarnHostLength
	}
	if host == "" || !ascii.Is(host[len(host)-1], ascii.Digit) {
		return // no hostnumber, as most are none
	}
	if _, syntax := scanHost(host, 0); syntax == hostnumber && hostnumberTooBig(host) {
		u.Warnings |= WarnHostnumberRange
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
