package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// This file has the productions of RFC 1738, sections 3.8 to 3.11, telnet, wais,
// file and prospero, each from behind "//", and of section 5, otherurl.

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

// parseWAIS parses a wais URL (section 3.9).
//
//	waisurl      = waisdatabase | waisindex | waisdoc
//	waisdatabase = "wais://" hostport "/" database
//	waisindex    = "wais://" hostport "/" database "?" search
//	waisdoc      = "wais://" hostport "/" database "/" wtype "/" wpath
//
// where database, wtype and wpath are *uchar.
func (u *URL) parseWAIS(s string, i int) fault {
	slash := authorityEnd(s, i, '/')
	server, f := parseServer(s[:slash], i)
	switch {
	case f.class != 0:
		return f
	case slash == len(s):
		return fault{slash, MissingPath}
	}
	v := WAIS{HostPort: server}
	v.URLPath = present(s[slash+1:])
	end, inside := span(s, slash+1, ascii.UChar)
	v.Database = s[slash+1 : end]
	switch {
	case inside || end == len(s):
	case s[end] == '?':
		v.Search = present(s[end+1:])
		end, inside = span(s, end+1, searchChar)
	case s[end] == '/':
		wtype := end + 1
		end, inside = span(s, wtype, ascii.UChar)
		switch {
		case inside:
		case end == len(s):
			return fault{end, BadWAISPath}
		case s[end] == '/':
			v.Type, v.Path = present(s[wtype:end]), present(s[end+1:])
			end, inside = span(s, end+1, ascii.UChar)
		}
	}
	if inside || end < len(s) {
		return charFault(s, end, inside)
	}
	u.checkServer(v.HostPort)
	u.Parts = v
	return fault{}
}

// parseFile parses a file URL (section 3.10).
//
//	fileurl = "file://" [ host | "localhost" ] "/" fpath
func (u *URL) parseFile(s string, i int) fault {
	slash := authorityEnd(s, i, '/')
	host := s[i:slash]
	if f := checkFileHost(s[:slash], i); f.class != 0 {
		return f
	}
	if slash == len(s) {
		return fault{slash, MissingPath}
	}
	if end, inside := span(s, slash+1, fpathChar); inside || end < len(s) {
		return charFault(s, end, inside)
	}
	u.checkHost(host)
	u.Parts = File{Host: host, Path: s[slash+1:]}
	return fault{}
}

// checkFileHost finds what keeps s[i:] from being a host or empty.
func checkFileHost(s string, i int) fault {
	if i == len(s) {
		return fault{}
	}
	end, syntax := scanHost(s, i)
	switch {
	case strings.IndexByte(s[i:], '@') >= 0:
		return fault{end, UserinfoNotAllowed}
	case s[i] == ':' || syntax != notHost && end < len(s) && s[end] == ':':
		// There is no port: the scheme "does not specify an Internet protocol
		// or access method for such files".
		return fault{end, PortNotAllowed}
	case syntax == notHost || end < len(s):
		return fault{end, BadHost}
	}
	return fault{}
}

// fieldChar is an octet of a fieldname or fieldvalue, psegmentChar one of
// psegment, ppathChar one of ppath:
//
//	ppath      = psegment *[ "/" psegment ]
//	psegment   = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
//	fieldname  = *[ uchar | "?" | ":" | "@" | "&" ]
//	fieldvalue = *[ uchar | "?" | ":" | "@" | "&" ]
const (
	fieldChar    = ascii.UChar | ascii.Question | ascii.Colon | ascii.At | ascii.Ampersand
	psegmentChar = fieldChar | ascii.Equals
	ppathChar    = psegmentChar | ascii.Slash
)

// parseProspero parses a prospero URL (section 3.11).
//
//	prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
func (u *URL) parseProspero(s string, i int) fault {
	slash := authorityEnd(s, i, '/')
	server, f := parseServer(s[:slash], i)
	switch {
	case f.class != 0:
		return f
	case slash == len(s):
		return fault{slash, MissingPath}
	}
	// "The semicolon ";" is reserved and may not appear without quoting in the
	// <hsoname>."
	end, inside := span(s, slash+1, ppathChar)
	if inside || end < len(s) && s[end] != ';' {
		return charFault(s, end, inside)
	}
	v := Prospero{HostPort: server, HSOName: s[slash+1 : end]}
	v.URLPath = present(s[slash+1:])
	if v.Fields, f = parseFields(s, end); f.class != 0 {
		return f
	}
	u.checkServer(v.HostPort)
	u.Parts = v
	return fault{}
}

// parseFields parses s from i on, where it ends or has a ";".
//
//	fieldspec = ";" fieldname "=" fieldvalue
func parseFields(s string, i int) ([]Field, fault) {
	fields := make([]Field, 0, strings.Count(s[i:], ";"))
	for i < len(s) {
		name := i + 1
		equals, inside := span(s, name, fieldChar)
		if inside || equals == len(s) || s[equals] != '=' {
			return nil, fieldFault(s, equals, inside)
		}
		value := equals + 1
		i, inside = span(s, value, fieldChar)
		if inside || i < len(s) && s[i] != ';' {
			return nil, fieldFault(s, i, inside)
		}
		fields = append(fields, Field{s[name:equals], s[value:i]})
	}
	return fields, fault{}
}

// fieldFault returns the fault at off in a field.
func fieldFault(s string, off int, inside bool) fault {
	f := charFault(s, off, inside)
	if f.class == ReservedChar || off == len(s) && !inside {
		f.class = BadField
	}
	return f
}

// parseOther parses a URL of any other scheme from behind its colon (section 5).
//
//	otherurl      = genericurl
//	genericurl    = scheme ":" schemepart
//	schemepart    = *xchar | ip-schemepart
//	ip-schemepart = "//" login [ "/" urlpath ]
//
// All that is ip-schemepart is *xchar, so it never makes a URL bad (R07).
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
