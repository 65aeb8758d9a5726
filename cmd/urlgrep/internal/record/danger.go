package record

import (
	"encoding/hex"
	"strings"
	"unicode"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/parse"
)

// A Danger is a warning that following a URL, or passing it on, may do harm.
type Danger struct {
	Warning parse.Warnings
	Rule    string // the standard, its section, and the rule
	Detail  string // about this URL, printed after the rule; may be empty
	Offset  int    // offset of the byte in the URL that the warning is about
}

// dangers are the dangers of RFC 1738, section 6, those of RFC 3986, sections 7.4 and
// 7.6, and other means of hiding the host. The other warnings of package parse are not
// about security.
var dangers = [...]struct {
	warning parse.Warnings
	rule    string
	detail  func(*parse.URL) string // may be nil
	at      func(*parse.URL) int
}{
	{parse.WarnUserinfoInHTTP, "RFC 1738, section 3.3: a user name or password is not allowed", realHost, begin(parse.NameAuthority)},
	{parse.WarnHostInUserinfo, "RFC 3986, section 7.6: a user name that looks like a host", realHost, begin(parse.NameAuthority)},
	{parse.WarnMultipleAt, `RFC 3986, section 7.6: the host follows the last "@"`, realHost, firstAt},
	{parse.WarnPasswordInURL, "RFC 1738, section 6: a password that should be secret", nil, begin(parse.NamePassword)},
	{parse.WarnMixedScript, "UTS 39, section 5.2: mixed scripts in one label", scripts, begin(parse.NameHost)},
	{parse.WarnNumericHost, "RFC 3986, section 7.4: a rare form of an IP address", address, begin(parse.NameHost)},
	{parse.WarnReservedPort, "RFC 1738, section 6: the port of another protocol", nil, begin(parse.NamePort)},
	{parse.WarnEncodedCRLF, "RFC 1738, section 6: an encoded protocol delimiter", nil, firstCRLF},
	{parse.WarnEncodedControl, "RFC 1738, section 6: an encoded protocol delimiter", nil, firstControl},
	{parse.WarnBidiControl, "RFC 3987, section 4.1: a character that reorders others", nil, firstBidiControl},
}

// disguises are the dangers that package parse detects only at the level lenient.
const disguises = parse.WarnHostInUserinfo | parse.WarnMixedScript | parse.WarnNumericHost | parse.WarnBidiControl

// disguised returns the URL of a match at the level lenient, with its disguises as its
// warnings.
func disguised(m *extract.Match) parse.URL {
	u, err := parse.Parse(m.URL, parse.Lenient)
	if err != nil || m.Kind == extract.Schemeless || m.Kind == extract.Email {
		return parse.URL{}
	}
	u.Warnings &= disguises
	return u
}

// IsDangerous reports whether a match has a danger, at its level or a disguise.
func IsDangerous(m *extract.Match) bool {
	u, _ := m.Parse()
	warnings := u.Warnings
	if m.Level != parse.Lenient {
		lenient := disguised(m)
		warnings |= lenient.Warnings
	}
	for i := range dangers {
		if warnings.Has(dangers[i].warning) {
			return true
		}
	}
	return false
}

// Dangers returns the dangers of a match.
func Dangers(m *extract.Match) (list []Danger) {
	parsed, _ := m.Parse()
	lenient := disguised(m)
	for i := range dangers {
		d := &dangers[i]
		u := &parsed
		if disguises.Has(d.warning) {
			u = &lenient
		}
		if !u.Warnings.Has(d.warning) {
			continue
		}
		found := Danger{Warning: d.warning, Rule: d.rule, Offset: d.at(u)}
		if d.detail != nil {
			found.Detail = d.detail(u)
		}
		list = append(list, found)
	}
	return list
}

// realHost returns a note that names the host of a URL, or "" if the host is empty.
func realHost(u *parse.URL) string {
	if host := hostOfURL(u); host != "" {
		return "; the host is " + host
	}
	return ""
}

// hostOfURL returns the host of a URL, or "" if it has none.
func hostOfURL(u *parse.URL) string { return u.Find(parse.NameHost).Value }

// scripts returns a note that names the scripts in the first label of the host that mixes
// scripts.
func scripts(u *parse.URL) string {
	return ": " + strings.Join(hosts.Mixed(hosts.ToASCII(hosts.Decode(hostOfURL(u)))), ", ")
}

// address returns a note that names the IP address that programs read the host as.
func address(u *parse.URL) string {
	addr, _ := hosts.IPv4(hosts.ToASCII(hosts.Decode(hostOfURL(u))))
	return ": " + addr.String()
}

// begin returns a function that returns the offset of a component.
func begin(name parse.ComponentName) func(*parse.URL) int {
	return func(u *parse.URL) int { return u.Find(name).Span.From }
}

// firstAt returns the offset of the first "@" of the authority.
func firstAt(u *parse.URL) int {
	start := u.Find(parse.NameAuthority).Span.From
	return start + strings.IndexByte(u.Text[start:], '@')
}

func firstBidiControl(u *parse.URL) int {
	return strings.IndexFunc(u.Text, func(r rune) bool { return unicode.Is(unicode.Bidi_Control, r) })
}

func firstCRLF(u *parse.URL) int {
	return firstEscape(u.Text, func(c byte, _ int) bool { return c == '\r' || c == '\n' })
}

// firstControl returns the offset of the first escape for a control character other than
// CR and LF. In gopher URLs the first two tabs after the type are separators (RFC 1738,
// section 3.4.1).
func firstControl(u *parse.URL) int {
	separators := 0
	kind := gopherKind(u)
	return firstEscape(u.Text, func(c byte, at int) bool {
		if c == '\t' && at > kind && separators < 2 {
			separators++
			return false
		}
		return c < ' ' && c != '\r' && c != '\n' || c == 0x7F
	})
}

// gopherKind returns the offset of the type of a gopher URL, and the length of any other
// URL.
func gopherKind(u *parse.URL) int {
	host := u.Find(parse.NameHost)
	path := u.Find(parse.NamePath)
	switch {
	case u.Scheme != "gopher" || !host.Present:
		return len(u.Text)
	case u.Level == parse.RFC1738:
		return u.Find(parse.NameURLPath).Span.From
	}
	return path.Span.From + len("/")
}

// firstEscape returns the offset of the first escape for a character that satisfies is.
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
