package parse

import "github.com/urlgrep/urlgrep/internal/ascii"

// WAIS is a wais URL (RFC 1738, section 3.9): a database alone, a database with Search,
// or a database with Type and Path.
type WAIS struct {
	HostPort
	Database string    `json:"database"`
	Search   Component `json:"search"`
	Type     Component `json:"wtype"`
	Path     Component `json:"wpath"`
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

func (v WAIS) walk(w *walk, yield yielder) {
	w.skip(len("//"))
	v.HostPort.walk(w, yield)
	w.component(yield, "", nameDatabase, present(v.Database))
	w.component(yield, "?", nameSearch, v.Search)
	w.component(yield, "/", nameWAISType, v.Type)
	w.component(yield, "/", nameWAISPath, v.Path)
}
