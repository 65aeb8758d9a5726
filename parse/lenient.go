package parse

import (
	"strings"
	"unicode"

	"github.com/urlgrep/urlgrep/internal/hosts"
)

// warnLenient collects what a URL that is valid at Lenient gives reason to warn of, beyond
// what RFC 3986 and the additions of Lenient do. Valid has no use for it.
func (u *URL) warnLenient() {
	if u.Authority.Present {
		u.checkName(u.Host.Value)
		u.checkServerOf()
	}
	// A character at the end reorders nothing of the URL.
	if u.Warnings.Has(WarnNonASCII) && strings.ContainsFunc(strings.TrimRightFunc(u.Text, isBidiControl), isBidiControl) {
		u.Warnings |= WarnBidiControl
	}
}

// isBidiControl reports whether r is a bidirectional formatting character: RFC 3987,
// section 4.1, "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE,
// RLE, LRO, RLO, and PDF)". Unicode has got others since.
func isBidiControl(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }

// checkName takes back the warning of host if that is an internationalized domain name,
// and warns of one that has the form of such a name in the DNS and is none.
func (u *URL) checkName(host string) {
	if u.Warnings.Has(WarnHostNotDNS|WarnNonASCII) && !isASCII(host) && isDNS(hosts.ToASCII(host)) {
		u.Warnings &^= WarnHostNotDNS
	}
	if strings.Contains(host, "--") && hosts.HasBadALabel(host) {
		u.Warnings |= WarnBadALabel
	}
}

// checkServerOf warns of userinfo and a port where they have no use.
func (u *URL) checkServerOf() {
	if !u.Userinfo.Present && !u.Port.Present {
		return
	}
	if u.Host.Value == "" && !u.Warnings.Has(WarnNoHost) {
		u.Warnings |= WarnEmptyHost
	}
	if u.Scheme == schemes[file].name && u.Port.Present {
		u.Warnings |= WarnPortInFile
	}
	if u.Scheme == schemes[file].name && u.Userinfo.Present {
		u.Warnings |= WarnUserinfoInFile
	}
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
