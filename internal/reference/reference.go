// Package reference divides URI references into the five components of RFC 3986, and
// recomposes them. It validates nothing.
package reference

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A Reference is a URI reference, divided into its five components (RFC 3986, appendix
// B). The components are substrings, without their delimiters.
type Reference struct {
	Scheme, Authority, Path, Query, Fragment string
	HasAuthority, HasQuery, HasFragment      bool
}

// Split returns the components of s. The scheme is empty if s has none.
func Split(s string) (r Reference) {
	s, r.Fragment, r.HasFragment = strings.Cut(s, "#")
	s, r.Query, r.HasQuery = strings.Cut(s, "?")
	if colon := schemeEnd(s); colon > 0 {
		r.Scheme, s = s[:colon], s[colon+1:]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		r.HasAuthority = true
		i := strings.IndexByte(rest, '/')
		if i < 0 {
			i = len(rest)
		}
		r.Authority, s = rest[:i], rest[i:]
	}
	r.Path = s
	return r
}

// schemeEnd returns the offset of the colon after the scheme of s, or 0 if s has no scheme
// (RFC 3986, section 3.1).
func schemeEnd(s string) int {
	if s == "" || !ascii.Is(s[0], ascii.Alpha) {
		return 0
	}
	i := 1
	for i < len(s) && ascii.Is(s[i], ascii.Scheme) {
		i++
	}
	if i == len(s) || s[i] != ':' {
		return 0
	}
	return i
}

// String recomposes r, which has a scheme: RFC 3986, section 5.3. A path that begins with
// "//" and follows no authority gets the prefix "/.", without which it would be read as
// an authority (WHATWG URL standard, "URL serializing").
func (r *Reference) String() string {
	var b strings.Builder
	b.WriteString(r.Scheme + ":")
	if r.HasAuthority {
		b.WriteString("//" + r.Authority)
	} else if strings.HasPrefix(r.Path, "//") {
		b.WriteString("/.")
	}
	b.WriteString(r.Path)
	if r.HasQuery {
		b.WriteString("?" + r.Query)
	}
	if r.HasFragment {
		b.WriteString("#" + r.Fragment)
	}
	return b.String()
}

// RemoveDotSegments is RFC 3986, section 5.2.4, step by step: it removes "." and "..",
// and with each ".." the segment before it. A path without root gets a root if ".."
// removes its first segment: "a/../b" becomes "/b".
func RemoveDotSegments(path string) string {
	out := make([]byte, 0, len(path))
	for in := path; in != ""; {
		switch {
		case strings.HasPrefix(in, "../"), strings.HasPrefix(in, "./"): // step A
			in = in[strings.IndexByte(in, '/')+1:]
		case strings.HasPrefix(in, "/./"): // step B
			in = in[len("/."):]
		case in == "/.":
			in = "/"
		case strings.HasPrefix(in, "/../"), in == "/..": // step C
			in = in[len("/.."):]
			if in == "" {
				in = "/"
			}
			out = out[:max(0, bytes.LastIndexByte(out, '/'))]
		case in == ".", in == "..": // step D
			in = ""
		default: // step E
			end := len(in)
			if i := strings.IndexByte(in[1:], '/'); i >= 0 {
				end = 1 + i
			}
			out = append(out, in[:end]...)
			in = in[end:]
		}
	}
	return string(out)
}
