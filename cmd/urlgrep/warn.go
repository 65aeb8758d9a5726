package main

import (
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/parse"
)

// A danger is a warning that whoever follows a URL, or passes it on, may come to
// harm.
type danger struct {
	warning parse.Warnings
	rule    string
	detail  func(*parse.URL) string // of this URL, after the rule; may be nil
	at      func(*parse.URL) int    // the byte that it is about
}

// dangers are those of RFC 1738, section 6, and of sections 7.4 and 7.6 of RFC 3986, and
// what hides the host in another way. The other warnings are not about security.
var dangers = [...]danger{
	{parse.WarnUserinfoInHTTP, "RFC 1738, section 3.3: no user name or password is allowed", realHost, authority},
	{parse.WarnHostInUserinfo, "RFC 3986, section 7.6: a user name that looks like a host", realHost, authority},
	{parse.WarnMultipleAt, `RFC 3986, section 7.6: what is before the last "@" is no host`, realHost, firstAt},
	{parse.WarnPasswordInURL, "RFC 1738, section 6: a password that should be secret", nil, password},
	{parse.WarnMixedScript, "UTS 39, section 5.2: mixed scripts in one label", scripts, host},
	{parse.WarnNumericHost, "RFC 3986, section 7.4: a rare form of an IP address", address, host},
	{parse.WarnReservedPort, "RFC 1738, section 6: the port of another protocol", nil, port},
	{parse.WarnEncodedCRLF, "RFC 1738, section 6: an encoded delimiter of protocols", nil, firstCRLF},
	{parse.WarnEncodedControl, "RFC 1738, section 6: an encoded delimiter of protocols", nil, firstControl},
	{parse.WarnBidiControl, "RFC 3987, section 4.1: a character that reorders others", nil, firstBidiControl},
}

// disguises are the dangers that parse knows at the level lenient only.
const disguises = parse.WarnHostInUserinfo | parse.WarnMixedScript | parse.WarnNumericHost | parse.WarnBidiControl

// warningsOf returns the warnings of a match: those of its level, and disguises.
func warningsOf(m *extract.Match) parse.Warnings {
	w := m.Parsed.Warnings
	if m.Parsed.Level == parse.Lenient {
		return w
	}
	if u, err := m.Parsed.At(parse.Lenient); err == nil {
		w |= u.Warnings & disguises
	}
	return w
}

// isDangerous reports whether a match has one of the dangers.
func isDangerous(m *extract.Match) bool {
	warnings := warningsOf(m)
	for i := range dangers {
		if warnings.Has(dangers[i].warning) {
			return true
		}
	}
	return false
}

// dangers prints a URL and, as --invalid does, what is dangerous about it.
func (p *printer) dangers(file string, m *extract.Match) {
	p.url(file, m, m.URL)
	warnings := warningsOf(m)
	for i := range dangers {
		d := &dangers[i]
		if !warnings.Has(d.warning) {
			continue
		}
		rule := d.rule
		if d.detail != nil {
			rule += p.asPrinted(d.detail(&m.Parsed))
		}
		p.caret(p.before(file, m, d.at(&m.Parsed)), d.warning.String(), rule)
	}
}

// realHost names the host of a URL, "" if that is empty.
func realHost(u *parse.URL) string {
	if host := hostOfURL(u); host != "" {
		return "; the host is " + host
	}
	return ""
}

// scripts names the scripts of the first label of a URL's host that mixes some.
func scripts(u *parse.URL) string {
	return ": " + strings.Join(hosts.Mixed(hosts.ToASCII(hosts.Decode(hostOfURL(u)))), ", ")
}

// address names the IP address that the host of a URL is read as.
func address(u *parse.URL) string {
	addr, _ := hosts.IPv4(hosts.ToASCII(hosts.Decode(hostOfURL(u))))
	return ": " + addr.String()
}

// authority returns the offset of the authority of a URL that has one.
func authority(u *parse.URL) int { return strings.Index(u.Text, "//") + len("//") }

// authorityEnd returns the offset of its end. RFC 1738 allows "?" in a password.
func authorityEnd(u *parse.URL) int {
	ends := "/?#"
	if u.Level == parse.RFC1738 {
		ends = "/#"
	}
	start := authority(u)
	if n := strings.IndexAny(u.Text[start:], ends); n >= 0 {
		return start + n
	}
	return len(u.Text)
}

// host returns the offset of the host, after the last "@".
func host(u *parse.URL) int {
	start := authority(u)
	return start + strings.LastIndexByte(u.Text[start:authorityEnd(u)], '@') + 1
}

func firstBidiControl(u *parse.URL) int {
	return strings.IndexFunc(u.Text, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) })
}

func firstAt(u *parse.URL) int {
	start := authority(u)
	return start + strings.IndexByte(u.Text[start:], '@')
}

// password returns the offset of the password, which is behind the first ":".
func password(u *parse.URL) int {
	start := authority(u)
	return start + strings.IndexByte(u.Text[start:], ':') + 1
}

// port returns the offset of the port, behind the last ":".
func port(u *parse.URL) int {
	return strings.LastIndexByte(u.Text[:authorityEnd(u)], ':') + 1
}

func firstCRLF(u *parse.URL) int {
	return firstEscape(u.Text, func(c byte, _ int) bool { return c == '\r' || c == '\n' })
}

// firstControl returns the offset of the first escape for another control character.
// In gopher URLs the first two tabs behind the type are separators (RFC 1738,
// section 3.4.1).
func firstControl(u *parse.URL) int {
	separators := 0
	kind := authorityEnd(u) + len("/")
	return firstEscape(u.Text, func(c byte, at int) bool {
		if c == '\t' && u.Scheme == "gopher" && at > kind && separators < 2 {
			separators++
			return false
		}
		return c < ' ' && c != '\r' && c != '\n' || c == 0x7F
	})
}

// firstEscape returns the offset of the first escape for a character for which is
// reports true.
func firstEscape(url string, is func(c byte, at int) bool) int {
	for i := 0; i+2 < len(url); i++ {
		if url[i] == '%' {
			c, err := hex.DecodeString(url[i+1 : i+3])
			if err == nil && is(c[0], i) {
				return i
			}
		}
	}
	return 0
}
