package parse

import (
	"math"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// Generic holds the components of RFC 3986, section 3, between the scheme and the
// fragment. Its JSON is an object with a key for each component that is not absent.
type Generic struct {
	Authority Component `json:"authority,omitzero"` // section 3.2, without "//"
	Userinfo  Component `json:"userinfo,omitzero"`  // section 3.2.1, without "@"
	User      Component `json:"user,omitzero"`      // Userinfo up to its first ":"
	Password  Component `json:"password,omitzero"`  // Userinfo after its first ":"
	Host      Component `json:"host,omitzero"`      // section 3.2.2, with the brackets of an IP literal

	// HostKind is the kind of Host: "reg-name", such as a domain name, "ipv4", "ipv6",
	// "ipvfuture", or "empty"; "" without Authority.
	HostKind string `json:"host_kind,omitempty"`

	Port  Component `json:"port,omitzero"`  // section 3.2.3, without ":"; it may be empty
	Path  string    `json:"path,omitempty"` // section 3.3, with its leading "/"
	Query Component `json:"query,omitzero"` // section 3.4, without "?"
}

// walk walks over the components.
func (g *Generic) walk(w *walk, yield yielder) {
	if g.Authority.Present {
		w.skip(len("//"))
	}
	w.container(yield, "", nameAuthority, g.Authority)
	w.container(yield, "", nameUserinfo, g.Userinfo)
	w.component(yield, "", nameUser, g.User)
	w.component(yield, ":", namePassword, g.Password)
	if g.Userinfo.Present {
		w.skip(len("@"))
	}
	w.component(yield, "", nameHost, g.Host)
	w.component(yield, ":", namePort, g.Port)
	w.component(yield, "", namePath, present(g.Path))
	w.component(yield, "?", nameQuery, g.Query)
}

// The sets of octets of the components of RFC 3986, without escapes:
//
//	path     = *( pchar / "/" ), if not empty after an authority, with a "/" first
//	query    = *( pchar / "/" / "?" )
//	fragment = *( pchar / "/" / "?" )
const (
	pathChar     = ascii.PChar | ascii.Slash
	queryChar    = ascii.PChar | ascii.Slash | ascii.Question
	fragmentChar = ascii.PChar | ascii.Slash | ascii.Question
)

// parseGeneric parses u.Text by RFC 3986, appendix A, with the additions of Lenient at
// that level. i is the offset after the colon.
//
//	URI       = scheme ":" hier-part [ "?" query ] [ "#" fragment ]
//	hier-part = "//" authority path-abempty
//	          / path-absolute / path-rootless / path-empty
//
// Without authority, a path may begin with anything except "//", since "//" begins an
// authority.
func (u *URL) parseGeneric(i int, known *scheme.Scheme) fault {
	s := u.Text
	tabs := math.MaxInt
	if strings.HasPrefix(s[i:], "//") {
		i += len("//")
		end, f := u.parseAuthority(i)
		if f.class != 0 {
			return f
		}
		u.setPort(u.Port, known)
		i = end
		if u.Scheme == "gopher" && i < len(s) && s[i] == '/' {
			tabs = gopherTabs(s, i)
		}
	}
	end, f := u.parseTail(i)
	if f.class != 0 {
		return f
	}
	u.Warnings |= escapeWarnings(s[:end], tabs)
	u.checkGeneric(known)
	return fault{}
}

// checkGeneric adds the warnings for a valid generic URL.
func (u *URL) checkGeneric(known *scheme.Scheme) {
	if known.Is(scheme.NeedsHost) && u.Host.Value == "" {
		u.Warnings |= warnNoHost
	}
	if u.Userinfo.Present && known.Is(scheme.Web) {
		u.Warnings |= warnUserinfoInHTTP
	}
	u.checkPassword(u.Password)
}

// parseTail parses u.Text from i on as path, query and fragment. It returns the offset of
// the "#" before the fragment, or the length of the text.
func (u *URL) parseTail(i int) (hash int, f fault) {
	s := u.Text
	end, inside := u.spanTail(i, pathChar, false)
	u.Path = s[i:end]
	if end < len(s) && !inside && s[end] == '?' {
		i = end + 1
		end, inside = u.spanTail(i, queryChar, true)
		u.Query = present(s[i:end])
	}
	hash = end
	if end < len(s) && !inside && s[end] == '#' {
		i = end + 1
		end, inside = u.spanFragment(i)
		u.Fragment, u.FragmentValid = present(s[i:end]), true
	}
	switch {
	case end == len(s) && !inside:
		return hash, fault{}
	case inside:
		return hash, fault{end, BadEscape}
	case u.Level == RFC3986 && (s[end] == '[' || s[end] == ']' || s[end] == '#'):
		return hash, fault{end, ReservedChar}
	}
	return hash, fault{end, UnsafeChar}
}

// spanTail is span for path, query and fragment, whose octets are set. At Lenient it also
// passes over the additions of that level, which include private characters if private is
// set: RFC 3987, section 2.2, has iprivate in the query only.
func (u *URL) spanTail(i int, set ascii.Class, private bool) (end int, inside bool) {
	if u.Level == RFC3986 {
		return span(u.Text, i, set)
	}
	s := u.Text
	for {
		i = run(s, i, set)
		if i == len(s) {
			return i, false
		}
		switch c := s[i]; {
		case c == '%' && percent.Begins(s[i:]):
			i += percent.Len
		case c == '%':
			u.Warnings |= warnStrayPercent
			i++
		case ascii.Is(c, ascii.National):
			u.Warnings |= warnNationalChar
			i++
		default:
			n := ucscharLen(s[i:], private)
			if n == 0 {
				return i, false
			}
			u.Warnings |= warnNonASCII
			i += n
		}
	}
}
