package record

import (
	"cmp"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/deception"
	"github.com/urlgrep/urlgrep/parse"
)

// A Danger is a reason why following a URL, or passing it on, may do harm: a sign of the
// match, or a warning of package parse.
type Danger struct {
	Name   string
	Rule   string // the standard, its section, and the rule
	Detail string // about this URL, printed after the rule; may be empty
	Offset int    // offset of the byte in the URL that the danger is about; 0 for one of the target
	Note   bool   // the danger is a note: common in honest links
}

// A Grade is a set of dangers, by how rare they are in honest links.
type Grade uint8

// The grades. The zero Grade has no dangers.
const (
	Warnings Grade = 1 + iota // dangers that are rare in honest links
	Notes                     // also those that are common in them
)

// has reports whether g has the danger d.
func (g Grade) has(d *Danger) bool { return g == Notes || g == Warnings && !d.Note }

// dangers are the dangers of RFC 1738, section 6, and RFC 3986, section 7, of which package
// parse warns and that are no signs. The other warnings are signs too, or are not about
// security. If the match has the sign covered, that says the same and more.
var dangers = [...]struct {
	warning string
	rule    string
	detail  func(*parse.URL) string // may be nil
	at      func(*parse.URL) int
	covered string // name of a sign; may be empty
	note    bool
}{
	{"userinfo-in-http", "RFC 1738, section 3.3: a user name or password is not allowed", realHost, begin("authority"), "userinfo-host", false},
	{"host-in-userinfo", "RFC 3986, section 7.6: a user name that looks like a host", realHost, begin("authority"), "", false},
	{"multiple-at", `RFC 3986, section 7.6: the host follows the last "@"`, realHost, firstAt, "", false},
	{"password-in-url", "RFC 1738, section 6: a password that should be secret", nil, begin("password"), "", false},
	{"reserved-port", "RFC 1738, section 6: the port of another protocol", nil, begin("port"), "unusual-port", true},
}

// IsDangerous reports whether a match, or the URL that it leads to, has a danger of a grade.
func IsDangerous(m *extract.Match, l *Leads, g Grade) bool { return len(Dangers(m, l, g)) > 0 }

// Dangers returns the dangers of a grade of a match, in the order of their offsets: those of its
// warnings at its level, its signs, and those of the URL that it leads to. The latter have
// "target-" before their names.
func Dangers(m *extract.Match, l *Leads, g Grade) (list []Danger) {
	parsed, _ := m.Parse()
	list = parserDangers(m, &parsed, disguised(m), "")
	for _, s := range m.Signs {
		d := Danger{Name: s.Name, Rule: s.Rule, Detail: ": " + s.Evidence, Note: s.Note}
		if s.Target != "" {
			d.Detail += inTarget(s.Target)
		} else {
			// The URL is shorter if a hyphen was dropped after the signs were found.
			d.Offset = min(s.Offset, max(0, len(m.URL)-1))
		}
		list = append(list, d)
	}
	list = append(list, targetDangers(m, l.Unwrapped(m))...)
	list = slices.DeleteFunc(list, func(d Danger) bool { return !g.has(&d) })
	slices.SortStableFunc(list, func(a, b Danger) int { return cmp.Compare(a.Offset, b.Offset) })
	return list
}

// targetDangers returns the dangers of target, the URL that a match leads to, without its signs. It
// returns nil if target is "".
func targetDangers(m *extract.Match, target string) []Danger {
	if target == "" {
		return nil
	}
	u, _ := parse.Parse(target, parse.Lenient)
	list := parserDangers(m, &u, u, deception.TargetPrefix)
	for i := range list {
		list[i].Offset = 0
		list[i].Detail += inTarget(target)
	}
	return list
}

// inTarget returns a note that a danger is one of the URL that a match leads to, of which it has the
// beginning.
func inTarget(target string) string {
	const most = 256 // bytes
	if len(target) > most {
		target = strings.ToValidUTF8(target[:most], "") + "…"
	}
	return ", in the target " + target
}

// parserDangers returns the dangers of which package parse warns: in parsed, and of a disguised
// host in lenient. prefix is before their names, and before those of the signs that cover them.
func parserDangers(m *extract.Match, parsed *parse.URL, lenient parse.URL, prefix string) (list []Danger) {
	for i := range dangers {
		d := &dangers[i]
		u := parsed
		if d.warning == "host-in-userinfo" {
			u = &lenient
		}
		if !u.Warnings.Has(d.warning) || hasSign(m, prefix+d.covered) {
			continue
		}
		found := Danger{Name: prefix + d.warning, Rule: d.rule, Offset: d.at(u), Note: d.note}
		if d.detail != nil {
			found.Detail = d.detail(u)
		}
		list = append(list, found)
	}
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
func hostOfURL(u *parse.URL) string { return u.Find("host").Value }

// begin returns a function that returns the offset of a component.
func begin(name string) func(*parse.URL) int {
	return func(u *parse.URL) int { return u.Find(name).Span.From }
}

// firstAt returns the offset of the first "@" of the authority.
func firstAt(u *parse.URL) int {
	start := u.Find("authority").Span.From
	return start + strings.IndexByte(u.Text[start:], '@')
}
