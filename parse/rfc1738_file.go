package parse

import "strings"

// File is a file URL (RFC 1738, section 3.10).
type File struct {
	// Host may be empty or "localhost" in any letter case; both are "the
	// machine from which the URL is being interpreted".
	Host string `json:"host"`
	Path string `json:"path"` // without its leading "/"
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

// checkFileHost returns the fault of s[i:] as a host, which may be empty.
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

func (v File) walk(w *walk, yield yielder) {
	w.skip(len("//"))
	w.component(yield, "", nameHost, present(v.Host))
	w.component(yield, "/", namePath, present(v.Path))
}
