package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// The sets of octets of the parts of an authority, without escapes:
//
//	userinfo = *( unreserved / pct-encoded / sub-delims / ":" )
//	reg-name = *( unreserved / pct-encoded / sub-delims )
const (
	regNameChar  = ascii.Unreserved | ascii.SubDelim
	userinfoChar = regNameChar | ascii.Colon
)

// userinfoChars returns the set of octets of userinfo at a level.
func userinfoChars(level Level) ascii.Class {
	if level == Lenient {
		return userinfoChar | ascii.At
	}
	return userinfoChar
}

// parseAuthority parses u.Text from i on as authority. It returns the offset after the
// authority.
//
// Section 3.2: "The authority component is preceded by a double slash ("//") and is
// terminated by the next slash ("/"), question mark ("?"), or number sign ("#")
// character, or by the end of the URI."
func (u *URL) parseAuthority(i int) (end int, f fault) {
	s := u.Text
	for end = i; !endsAuthority(s, end); {
		end++
	}
	return end, u.divideAuthority(i, end)
}

func endsAuthority(s string, i int) bool {
	return i == len(s) || s[i] == '/' || s[i] == '?' || s[i] == '#'
}

// divideAuthority parses u.Text[i:end] as authority.
//
//	authority = [ userinfo "@" ] host [ ":" port ]
func (u *URL) divideAuthority(i, end int) fault {
	s := u.Text[:end]
	at := u.userinfoEnd(s, i)
	host := i
	if at >= 0 {
		if f := u.checkUserinfo(s, i, at); f.class != 0 {
			return f
		}
		host = at + 1
	}
	if f := u.parseHostPort(s, host); f.class != 0 {
		if at < 0 || u.Level == Lenient {
			f = u.couldBeUserinfo(f, s, host)
		}
		return f
	}
	u.Authority = present(s[i:])
	if at >= 0 {
		u.setUserinfo(s[i:at])
	}
	return fault{}
}

// userinfoEnd returns the offset of the "@" that ends the userinfo of s[i:], or -1 if
// s[i:] has none. At Lenient it is the last "@", as in browsers, so that both see the
// same host in "http://a@b@c/".
func (u *URL) userinfoEnd(s string, i int) int {
	at := strings.IndexByte(s[i:], '@')
	if at >= 0 && u.Level == Lenient {
		at = strings.LastIndexByte(s[i:], '@')
	}
	if at < 0 {
		return -1
	}
	return i + at
}

// setUserinfo divides a userinfo at its first ":", if it has one. RFC 3986, section
// 3.2.1, deprecates "user:password"; the second part must not be displayed: "Applications
// should not render as clear text any data after the first colon".
func (u *URL) setUserinfo(userinfo string) {
	u.Userinfo = present(userinfo)
	user, password, found := strings.Cut(userinfo, ":")
	u.User = present(user)
	u.Password = Component{Value: password, Present: found}
	if strings.IndexByte(userinfo, '@') >= 0 {
		u.Warnings |= warnMultipleAt
	}
}

// checkUserinfo returns the fault of s[i:at] as userinfo.
func (u *URL) checkUserinfo(s string, i, at int) fault {
	end, inside := u.spanAuthority(s[:at], i, userinfoChars(u.Level))
	if end == at && !inside {
		return fault{}
	}
	f := fault{end, UnsafeChar}
	switch {
	case inside:
		f.class = BadEscape
	case strings.ContainsAny(s[i:at], "[]"):
		f.class = ReservedChar
	}
	// A "[" may open an IP literal, which may be longer than the userinfo. It begins after the
	// last "@" before end, as several may be in userinfo.
	host := i + strings.LastIndexByte(s[i:end], '@') + 1
	if g := u.parseHostPort(s, host); g.off > f.off {
		f.off = g.off
	}
	return f
}

// couldBeUserinfo moves the fault f of s[i:] to the offset at which s cannot be userinfo
// either, since an "@" could follow up to there. f stays if it is further, as in an IP
// literal.
func (u *URL) couldBeUserinfo(f fault, s string, i int) fault {
	end, inside := u.spanAuthority(s, i, userinfoChars(u.Level))
	if end > f.off {
		f.off = end
		if inside {
			f.class = BadEscape
		}
	}
	return f
}

// spanAuthority is span for the parts of an authority. At Lenient it also passes over
// ucschar, except for white space: UTS 46 maps U+3000 to a space, and no host has one.
func (u *URL) spanAuthority(s string, i int, set ascii.Class) (end int, inside bool) {
	end, inside = span(s, i, set)
	for u.Level == Lenient && !inside && end < len(s) {
		n := ucscharLen(s[end:], false)
		if n == 0 || startsWithSpace(s[end:]) {
			break
		}
		u.Warnings |= warnNonASCII
		end, inside = span(s, end+n, set)
	}
	return end, inside
}

// parseHostPort parses all of s[i:] as host [ ":" port ].
//
//	host = IP-literal / IPv4address / reg-name
//	port = *DIGIT
func (u *URL) parseHostPort(s string, i int) fault {
	end, f := u.parseHost(s, i)
	switch {
	case f.class != 0 || end == len(s):
		return f
	case s[end] != ':':
		return fault{end, BadHost}
	}
	stop := digits(s, end+1)
	if stop < len(s) {
		return fault{stop, BadPort}
	}
	u.Port = present(s[end+1:])
	return fault{}
}
