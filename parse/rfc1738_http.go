package parse

import "github.com/urlgrep/urlgrep/internal/ascii"

// HTTP is an http URL (RFC 1738, section 3.3).
type HTTP struct {
	HostPort
	Path   Component `json:"path"`
	Search Component `json:"search"`
}

// hsegment = search = *[ uchar | ";" | ":" | "@" | "&" | "=" ]
const hsegmentChar = ascii.UChar | ascii.Semicolon | ascii.Colon | ascii.At | ascii.Ampersand | ascii.Equals

// searchChar is the set of octets of search, hpathChar that of hpath:
//
//	hpath = hsegment *[ "/" hsegment ]
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
	if f := u.parseHTTPPath(s, slash, server); f.class != 0 {
		return f
	}
	u.checkServer(server)
	return fault{}
}

// parseHTTPPath parses the part of the http URL s that follows its server, which ends at offset
// slash.
func (u *URL) parseHTTPPath(s string, slash int, server HostPort) fault {
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
	u.Parts = v
	return fault{}
}

func (v HTTP) walk(w *walk, yield yielder) {
	w.skip(len("//"))
	v.HostPort.walk(w, yield)
	w.component(yield, "", namePath, v.Path)
	w.component(yield, "?", nameSearch, v.Search)
}
