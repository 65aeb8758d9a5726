package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// FTP is an ftp URL (RFC 1738, section 3.2).
type FTP struct {
	Login
	Cwd      []string  `json:"cwd"`  // the arguments of the CWD commands, not nil
	Name     Component `json:"name"` // absent when URLPath is
	Typecode Component `json:"typecode"`
}

// fsegment = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
const fsegmentChar = ascii.UChar | ascii.Question | ascii.Colon | ascii.At | ascii.Ampersand | ascii.Equals

// fpathChar is the set of octets of fpath = fsegment *[ "/" fsegment ].
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

// setTypecode parses the typecode of s, whose ";" is at i.
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

// setPath divides an fpath into Cwd and Name.
//
// Section 3.2.2: "<cwd1>/<cwd2>/.../<cwdN>/<name>;type=<typecode>"; "The <cwdx> and
// <name> parts may be empty."
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

func (v FTP) walk(w *walk, yield yielder) {
	w.skip(len("//"))
	v.Login.walk(w, yield)
	if len(v.Cwd) == 0 {
		w.component(yield, "", nameCwd, Component{})
	}
	for _, cwd := range v.Cwd {
		w.component(yield, "", nameCwd, present(cwd))
		w.skip(len("/"))
	}
	w.component(yield, "", nameName, v.Name)
	w.component(yield, ";type=", nameTypecode, v.Typecode)
}
