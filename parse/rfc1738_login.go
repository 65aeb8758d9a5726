package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A HostPort is RFC 1738's hostport, with the url-path after it.
type HostPort struct {
	Host    string    `json:"host"`
	Port    Component `json:"port"`    // digits, as written
	URLPath Component `json:"urlpath"` // section 3.1: without the "/" before it
}

// A Login is RFC 1738's login, with the url-path after it.
type Login struct {
	User     Component `json:"user"`
	Password Component `json:"password"` // never present without User
	HostPort
}

// walk walks over hostport and up to the components of the url-path.
func (hp HostPort) walk(w *walk, yield yielder) {
	w.component(yield, "", nameHost, present(hp.Host))
	w.component(yield, ":", namePort, hp.Port)
	w.container(yield, "/", nameURLPath, hp.URLPath)
}

// walk walks over the user name and the password, and then as HostPort.walk does.
func (l Login) walk(w *walk, yield yielder) {
	w.component(yield, "", nameUser, l.User)
	w.component(yield, ":", namePassword, l.Password)
	if l.User.Present {
		w.skip(len("@"))
	}
	l.HostPort.walk(w, yield)
}

// user = password = *[ uchar | ";" | "?" | "&" | "=" ]
//
// RFC 1738, section 3.1: "Within the user and password field, any ":", "@", or
// "/" must be encoded."
const userChar = ascii.UChar | ascii.Semicolon | ascii.Question | ascii.Ampersand | ascii.Equals

// authorityEnd returns the offset of the octet that ends the authority: the first of s,
// from i on, that is "/" or stop. It returns len(s) if there is no such octet.
func authorityEnd(s string, i int, stop byte) int {
	for i < len(s) && s[i] != '/' && s[i] != stop {
		i++
	}
	return i
}

// parseHostport parses all of s[i:] as hostport.
//
//	hostport = host [ ":" port ]
//	port     = digits
func parseHostport(s string, i int) (hp HostPort, f fault) {
	end, syntax := scanHost(s, i)
	switch {
	case end == i && (end == len(s) || s[end] == ':'):
		return hp, fault{end, EmptyHost}
	case syntax == notHost:
		return hp, fault{end, BadHost}
	case end == len(s):
		return HostPort{Host: s[i:]}, fault{}
	case s[end] != ':':
		return hp, fault{end, BadHost}
	}
	// Section 3.1: "If the port is omitted, the colon is as well."
	stop := digits(s, end+1)
	if stop == end+1 || stop < len(s) {
		return hp, fault{stop, BadPort}
	}
	return HostPort{Host: s[i:end], Port: present(s[end+1:])}, fault{}
}

// parseServer is parseHostport for schemes without login.
func parseServer(s string, i int) (hp HostPort, f fault) {
	hp, f = parseHostport(s, i)
	if f.class != 0 && strings.IndexByte(s[i:], '@') >= 0 {
		// Section 3.3: "No user name or password is allowed."
		f.class = UserinfoNotAllowed
	}
	return hp, f
}

// parseLogin parses all of s[i:] as login.
//
//	login = [ user [ ":" password ] "@" ] hostport
func parseLogin(s string, i int) (l Login, f fault) {
	at := strings.IndexByte(s[i:], '@')
	if at < 0 {
		l.HostPort, f = parseHostport(s, i)
		if f.class != 0 {
			f = couldBeUser(f, s, i)
		}
		return l, f
	}
	at += i
	colon, end, inside := scanUser(s[:at], i)
	switch {
	case inside:
		return l, fault{end, BadEscape}
	case end < at && strings.Count(s[i:at], ":") > 1:
		return l, fault{end, ReservedChar}
	case end < at:
		return l, fault{end, UnsafeChar}
	}
	hp, f := parseHostport(s, at+1)
	if f.class != 0 {
		return l, f
	}
	l.HostPort = hp
	// Section 3.1: "Note that an empty user name or password is different than
	// no user name or password".
	if colon < 0 {
		l.User = present(s[i:at])
	} else {
		l.User, l.Password = present(s[i:colon]), present(s[colon+1:at])
	}
	return l, fault{}
}

// scanUser reads s from i on as user [ ":" password ]. colon is negative if there is no
// password. For end and inside see span.
func scanUser(s string, i int) (colon, end int, inside bool) {
	end, inside = span(s, i, userChar)
	if inside || end == len(s) || s[end] != ':' {
		return -1, end, inside
	}
	colon = end
	end, inside = span(s, end+1, userChar)
	return colon, end, inside
}

// couldBeUser moves the fault f of the hostport s[i:] to the offset at which s cannot be
// user and password either, since an "@" could follow up to there. It never moves f
// backwards: every octet of hostport is allowed in user and password too.
func couldBeUser(f fault, s string, i int) fault {
	_, end, inside := scanUser(s, i)
	f.off = end
	if inside {
		f.class = BadEscape
	}
	return f
}

// checkServer adds the warnings for a host and a port, and sets the effective port.
func (u *URL) checkServer(hp HostPort) {
	u.checkHost(hp.Host)
	_, known := canonicalScheme(u.Scheme)
	u.setPort(hp.Port, known)
}

// checkPassword warns of a password: RFC 1738, section 6, "The use of URLs
// containing passwords that should be secret is clearly unwise."
func (u *URL) checkPassword(password Component) {
	if password.Value != "" {
		u.Warnings |= warnPasswordInURL
	}
}
