package parse

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// warnLenient adds the warnings for a URL that is valid at Lenient, except for those that
// parsing adds. Valid does not need them.
func (u *URL) warnLenient() {
	host := u.Host.Value
	if len(u.Authority.Value) > len(host) { // the authority has more than a host
		u.checkUnusedAuthority()
		u.checkUser(u.User.Value)
	}
	if u.Warnings.has(warnHostNotDNS) || strings.IndexByte(host, '-') >= 0 && strings.Contains(host, "--") {
		u.checkName(host)
	}
	// A character at the end does not reorder the URL.
	if u.Warnings.has(warnNonASCII) && strings.ContainsFunc(strings.TrimRightFunc(u.Text, isBidiControl), isBidiControl) {
		u.Warnings |= warnBidiControl
	}
}

// isBidiControl reports whether r is a bidirectional formatting character: RFC 3987,
// section 4.1, "IRIs MUST NOT contain bidirectional formatting characters (LRM, RLM, LRE,
// RLE, LRO, RLO, and PDF)". Unicode has added others since.
func isBidiControl(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) }

// checkName removes the warning of a host that is an internationalized domain name. It
// warns of labels that begin as A-labels and are not, and of a host that looks like
// another name or address. A host for which it is not called is empty, an IP address, or
// an ASCII domain name without "--", which all A-labels have.
func (u *URL) checkName(host string) {
	decoded := hosts.Decode(host)
	name := hosts.ToASCII(decoded)
	if decoded == host && !ascii.All(host) && isDNS(name) {
		u.Warnings &^= warnHostNotDNS
	}
	if hosts.HasBadALabel(host) {
		u.Warnings |= warnBadALabel
	}
	if _, ok := hosts.IPv4(name); ok && u.hasInternetHost() {
		u.Warnings |= warnNumericHost
	}
	if len(hosts.Mixed(name)) > 0 {
		u.Warnings |= warnMixedScript
	}
}

// hasInternetHost reports whether the hosts of the scheme of u are known to be Internet hosts.
func (u *URL) hasInternetHost() bool {
	_, known := canonicalScheme(u.Scheme)
	return known.Is(scheme.NeedsHost) || u.Scheme == "file"
}

// checkUser warns of a user name that begins as a host does: with a domain name below
// "www" or in a top-level domain of the DNS, or with an IPv4 address.
func (u *URL) checkUser(user string) {
	if !strings.ContainsAny(user, ".%") && ascii.All(user) {
		return
	}
	user = hosts.Decode(user)
	if i := strings.IndexAny(user, `/\?#@&`); i >= 0 {
		user = user[:i] // these characters look like the end of a host
	}
	name := strings.TrimSuffix(hosts.ToASCII(user), ".")
	top := suffix.ICANN(name)
	_, isAddress := hosts.IPv4(name)
	if isDNS(name) && (strings.HasPrefix(name, "www.") || top != "" && top != name) || isAddress && strings.Contains(name, ".") {
		u.Warnings |= warnHostInUserinfo
	}
}

// checkUnusedAuthority warns of userinfo and a port that have no use.
func (u *URL) checkUnusedAuthority() {
	if u.Host.Value == "" && !u.Warnings.has(warnNoHost) {
		u.Warnings |= warnEmptyHost
	}
	if u.Scheme == "file" && u.Port.Present {
		u.Warnings |= warnPortInFile
	}
	if u.Scheme == "file" && u.Userinfo.Present {
		u.Warnings |= warnUserinfoInFile
	}
}

// spanFragment is spanTail for the fragment.
func (u *URL) spanFragment(i int) (end int, inside bool) {
	end, inside = u.spanTail(i, fragmentChar, false)
	for u.Level == Lenient && end < len(u.Text) && u.Text[end] == '#' {
		u.Warnings |= warnExtraHash
		end, inside = u.spanTail(end+1, fragmentChar, false)
	}
	return end, inside
}

// ucscharLen returns the length of the ucschar (RFC 3987, section 2.2) at the beginning
// of s, or of the iprivate if private is set. It returns 0 if s begins with neither, or
// is not UTF-8.
func ucscharLen(s string, private bool) int {
	if s[0] < utf8.RuneSelf {
		return 0
	}
	if r, n := utf8.DecodeRuneInString(s); chars.InIRI(r, private) {
		return n
	}
	return 0
}

// startsWithSpace reports whether s begins with Unicode white space.
func startsWithSpace(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsSpace(r)
}
