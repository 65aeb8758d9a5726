package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// This file has the productions of RFC 1738, sections 3.2 to 3.4: ftp, http and
// gopher. Each parses s from behind "//".

// fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
const fsegmentChar = ascii.UChar | ascii.Question | ascii.Colon | ascii.At | ascii.Ampersand | ascii.Equals

// fpathChar is an octet of fpath = fsegment *[ "/" fsegment ]
const fpathChar = fsegmentChar | ascii.Slash

// parseFTP parses an ftp URL (section 3.2).
//
//	ftpurl = "ftp://" login [ "/" fpath [ ";type=" ftptype ]]
func (u *URL) parseFTP(s string, i int) fault {
	slash := authorityEnd(s, i, '/')
	login, f := parseLogin(s[:slash], i)
	if f.class != 0 {
		return f
	}
	v := FTP{Login: login, Cwd: []string{}}
	if slash < len(s) {
		v.URLPath = present(s[slash+1:])
		end, inside := span(s, slash+1, fpathChar)
		switch {
		case inside || end < len(s) && s[end] != ';':
			return charFault(s, end, inside)
		case end < len(s):
			if f := v.setTypecode(s, end); f.class != 0 {
				return f
			}
		}
		v.setPath(s[slash+1 : end])
	}
	u.checkServer(v.HostPort)
	u.checkPassword(v.Password)
	u.Parts = v
	return fault{}
}

// setTypecode parses s from the ";" at i on.
func (v *FTP) setTypecode(s string, i int) fault {
	const typeIs = ";type="
	for _, c := range []byte(typeIs) {
		if i == len(s) || s[i] != c {
			return fault{i, BadTypecode}
		}
		i++
	}
	// ftptype = "A" | "I" | "D" | "a" | "i" | "d"
	if i == len(s) || strings.IndexByte("AIDaid", s[i]) < 0 {
		return fault{i, BadTypecode}
	}
	if i+1 < len(s) {
		return fault{i + 1, BadTypecode}
	}
	v.Typecode = present(s[i:])
	return fault{}
}

// setPath divides an fpath.
//
// Section 3.2.2: "<cwd1>/<cwd2>/.../<cwdN>/<name>;type=<typecode>"; "The <cwdx>
// and <name> parts may be empty."
func (v *FTP) setPath(path string) {
	if n := strings.Count(path, "/"); n > 0 {
		v.Cwd = make([]string, 0, n)
	}
	for {
		cwd, rest, found := strings.Cut(path, "/")
		if !found {
			v.Name = present(path)
			return
		}
		v.Cwd = append(v.Cwd, cwd)
		path = rest
	}
}

// hsegment = search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
const hsegmentChar = ascii.UChar | ascii.Semicolon | ascii.Colon | ascii.At | ascii.Ampersand | ascii.Equals

// searchChar is an octet of search, hpathChar one of
// hpath = hsegment *[ "/" hsegment ]
const (
	searchChar = hsegmentChar
	hpathChar  = hsegmentChar | ascii.Slash
)

// parseHTTP parses an http URL (section 3.3).
//
//	httpurl = "http://" hostport [ "/" hpath [ "?" search ]]
func (u *URL) parseHTTP(s string, i int) fault {
	slash := authorityEnd(s, i, '?')
	server, f := parseServer(s[:slash], i)
	if f.class != 0 {
		return f
	}
	v := HTTP{HostPort: server}
	switch {
	case slash == len(s):
	case s[slash] == '?':
		// "If neither <path> nor <searchpart> is present, the "/" may also be
		// omitted", and only then (R29).
		return fault{slash, MissingPath}
	default:
		v.URLPath = present(s[slash+1:])
		end, inside := span(s, slash+1, hpathChar)
		v.Path = present(s[slash+1 : end])
		if end < len(s) && !inside && s[end] == '?' {
			v.Search = present(s[end+1:])
			end, inside = span(s, end+1, searchChar)
		}
		if end < len(s) || inside {
			return charFault(s, end, inside)
		}
	}
	u.checkServer(v.HostPort)
	u.Parts = v
	return fault{}
}

// parseGopher parses a gopher URL (section 3.4).
//
//	gopherurl = "gopher://" hostport [ "/" [ gtype [ selector
//	            [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
//
// where selector and gopher+_string are *xchar: "Within the <gopher-path>, no
// characters are reserved." So anything of xchar will do, and %09 divides it
// (R30).
func (u *URL) parseGopher(s string, i int) fault {
	slash := authorityEnd(s, i, '/')
	server, f := parseServer(s[:slash], i)
	if f.class != 0 {
		return f
	}
	// Section 3.4.1: "The entire <gopher-path> may also be empty, in which case
	// the delimiting "/" is also optional and the <gophertype> defaults to "1"."
	v := Gopher{HostPort: server, Type: "1"}
	if slash < len(s) {
		v.URLPath = present(s[slash+1:])
		if end, inside := span(s, slash+1, ascii.XChar); end < len(s) || inside {
			return charFault(s, end, inside)
		}
	}
	if v.URLPath.Value != "" {
		selector := gopherTabs(s, slash)
		v.Type = s[slash+1 : selector]
		v.Selector, v.Search = cutTab(s[selector:])
		if v.Search.Present {
			v.Search.Value, v.Plus = cutTab(v.Search.Value)
		}
	}
	u.checkServer(v.HostPort)
	u.Parts = v
	return fault{}
}

// cutTab cuts s around its first "%09". No "%" in s stands for itself, so
// "%2509" is no tab: what is found never begins within an escape.
func cutTab(s string) (before string, after Component) {
	b, a, found := strings.Cut(s, "%09")
	return b, Component{Value: a, Present: found}
}
