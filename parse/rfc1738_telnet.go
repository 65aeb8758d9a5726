package parse

// Telnet is a telnet URL (RFC 1738, section 3.8). URLPath is empty or absent.
type Telnet struct {
	Login
}

// parseTelnet parses a telnet URL (section 3.8).
//
//	telneturl = "telnet://" login [ "/" ]
func (u *URL) parseTelnet(s string, i int) fault {
	slash := authorityEnd(s, i, '/')
	login, f := parseLogin(s[:slash], i)
	switch {
	case f.class != 0:
		return f
	case slash+1 < len(s):
		return fault{slash + 1, PathNotAllowed}
	case slash < len(s):
		login.URLPath = present("")
	}
	u.checkServer(login.HostPort)
	u.checkPassword(login.Password)
	u.Parts = Telnet{login}
	return fault{}
}

func (v Telnet) walk(w *walk, yield yielder) {
	w.skip(len("//"))
	v.Login.walk(w, yield)
}
