package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// Other is a URL of any other scheme, RFC 1738's genericurl.
type Other struct {
	SchemePart string `json:"schemepart"` // the text after the colon

	// IP reports whether SchemePart is also an ip-schemepart, which has the form
	// "//user:password@host:port/url-path". If not, the fields below are absent.
	IP       bool      `json:"ip"`
	User     Component `json:"user"`
	Password Component `json:"password"`
	Host     Component `json:"host"`
	Port     Component `json:"port"`
	URLPath  Component `json:"urlpath"`
}

// parseOther parses a URL of any other scheme (section 5). i is the offset after its
// colon.
//
//	otherurl      = genericurl
//	genericurl    = scheme ":" schemepart
//	schemepart    = *xchar | ip-schemepart
//	ip-schemepart = "//" login [ "/" urlpath ]
//
// Every ip-schemepart is *xchar, so a bad one does not make the URL invalid (R07).
func (u *URL) parseOther(s string, i int) fault {
	if end, inside := span(s, i, ascii.XChar); inside || end < len(s) {
		return charFault(s, end, inside)
	}
	v := Other{SchemePart: s[i:]}
	if strings.HasPrefix(v.SchemePart, "//") {
		i += len("//")
		slash := authorityEnd(s, i, '/')
		if login, f := parseLogin(s[:slash], i); f.class == 0 {
			v.IP = true
			v.User, v.Password = login.User, login.Password
			v.Host, v.Port = present(login.Host), login.Port
			if slash < len(s) {
				v.URLPath = present(s[slash+1:])
			}
			u.checkServer(login.HostPort)
			u.checkPassword(login.Password)
		}
	}
	u.Parts = v
	return fault{}
}

func (v Other) walk(w *walk, yield yielder) {
	w.container(yield, "", nameSchemePart, present(v.SchemePart))
	if v.IP {
		w.skip(len("//"))
	}
	w.component(yield, "", nameUser, v.User)
	w.component(yield, ":", namePassword, v.Password)
	if v.User.Present {
		w.skip(len("@"))
	}
	w.component(yield, "", nameHost, v.Host)
	w.component(yield, ":", namePort, v.Port)
	w.component(yield, "/", nameURLPath, v.URLPath)
	if !v.IP {
		w.skip(len(v.SchemePart))
	}
}
