package record

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// A Danger is a reason why following a URL, or passing it on, may do harm: a sign of the
// match, or a warning of package parse.
type Danger struct {
	Name   string
	Rule   string // the standard, its section, and the rule
	Detail string // about this URL, printed after the rule; may be empty
	Offset int    // offset of the byte in the URL that the danger is about
}

// dangers are the dangers of RFC 1738, section 6, and RFC 3986, section 7, of which package
// parse warns and that are no signs. The other warnings are signs too, or are not about
// security. If the match has the sign covered, that says the same and more.
var dangers = [...]struct {
	warning parse.Warnings
	rule    string
	detail  func(*parse.URL) string // may be nil
	at      func(*parse.URL) int
	covered string // name of a sign; may be empty
}{
	{parse.WarnUserinfoInHTTP, "RFC 1738, section 3.3: a user name or password is not allowed", realHost, begin(parse.NameAuthority), "userinfo-host"},
	{parse.WarnHostInUserinfo, "RFC 3986, section 7.6: a user name that looks like a host", realHost, begin(parse.NameAuthority), ""},
	{parse.WarnMultipleAt, `RFC 3986, section 7.6: the host follows the last "@"`, realHost, firstAt, ""},
	{parse.WarnPasswordInURL, "RFC 1738, section 6: a password that should be secret", nil, begin(parse.NamePassword), ""},
	{parse.WarnReservedPort, "RFC 1738, section 6: the port of another protocol", nil, begin(parse.NamePort), "unusual-port"},
}

// IsDangerous reports whether a match has a danger.
func IsDangerous(m *extract.Match) bool { return len(m.Signs) > 0 || len(Dangers(m)) > 0 }

// Dangers returns the dangers of a match, in the order of their offsets: those of its
// warnings at its level, and its signs.
func Dangers(m *extract.Match) (list []Danger) {
	parsed, _ := m.Parse()
	lenient := disguised(m)
	for i := range dangers {
		d := &dangers[i]
		u := &parsed
		if d.warning == parse.WarnHostInUserinfo {
			u = &lenient
		}
		if !u.Warnings.Has(d.warning) || hasSign(m, d.covered) {
			continue
		}
		found := Danger{Name: d.warning.String(), Rule: d.rule, Offset: d.at(u)}
		if d.detail != nil {
			found.Detail = d.detail(u)
		}
		list = append(list, found)
	}
	for _, s := range m.Signs {
		// The URL is shorter if a hyphen was dropped after the signs were found.
		at := min(s.Offset, max(0, len(m.URL)-1))
		list = append(list, Danger{Name: s.Name, Rule: s.Rule, Detail: ": " + s.Evidence, Offset: at})
	}
	slices.SortStableFunc(list, func(a, b Danger) int { return cmp.Compare(a.Offset, b.Offset) })
	return list
}

// disguised returns the URL of a match at the level lenient, the only one at which package
// parse warns of a user name that looks like a host.
func disguised(m *extract.Match) parse.URL {
	if m.Kind == extract.Schemeless || m.Kind == extract.Email {
		return parse.URL{}
	}
	u, _ := parse.Parse(m.URL, parse.Lenient)
	return u
}

// hasSign reports whether a match has the sign with the given name.
func hasSign(m *extract.Match, name string) bool {
	return slices.ContainsFunc(m.Signs, func(s extract.Sign) bool { return s.Name == name })
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

// begin returns a function that returns the offset of a component.
func begin(name parse.ComponentName) func(*parse.URL) int {
	return func(u *parse.URL) int { return u.Find(name).Span.From }
}

// firstAt returns the offset of the first "@" of the authority.
func firstAt(u *parse.URL) int {
	start := u.Find(parse.NameAuthority).Span.From
	return start + strings.IndexByte(u.Text[start:], '@')
}
