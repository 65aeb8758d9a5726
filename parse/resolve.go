package parse

import (
	"bytes"
	"strings"
)

// Resolve returns the URL that the reference ref means in a document whose URL is base,
// or that declares base as its base, by the strict algorithm of RFC 3986, section 5.2.2.
// If ref has a scheme, only its segments "." and ".." are removed. If neither ref nor
// base has a scheme, ok is false. Resolve validates neither.
//
// Resolve differs from the RFC in one case: if the path of the result begins with "//"
// and no authority is before it, the path gets the prefix "/.", as in the WHATWG URL
// standard. Without the prefix it would be read as an authority.
func Resolve(base, ref string) (url string, ok bool) {
	r := split(ref)
	if r.scheme != "" {
		r.path = removeDotSegments(r.path)
		return r.String(), true
	}
	b := split(base)
	if b.scheme == "" {
		return "", false
	}
	r.scheme = b.scheme
	switch {
	case r.hasAuthority:
		r.path = removeDotSegments(r.path)
	case r.path != "":
		r.path = removeDotSegments(merge(&b, r.path))
		r.authority, r.hasAuthority = b.authority, b.hasAuthority
	default:
		r.path = b.path
		if !r.hasQuery {
			r.query, r.hasQuery = b.query, b.hasQuery
		}
		r.authority, r.hasAuthority = b.authority, b.hasAuthority
	}
	return r.String(), true
}

// A reference is a URI reference, divided into its five components (RFC 3986, appendix
// B).
type reference struct {
	scheme, authority, path, query, fragment string
	hasAuthority, hasQuery, hasFragment      bool
}

func split(s string) (r reference) {
	s, r.fragment, r.hasFragment = strings.Cut(s, "#")
	s, r.query, r.hasQuery = strings.Cut(s, "?")
	if i, f := scanScheme(s, RFC3986); f == (fault{}) {
		r.scheme, s = s[:i], s[i+1:]
	}
	if rest, ok := strings.CutPrefix(s, "//"); ok {
		r.hasAuthority = true
		i := strings.IndexByte(rest, '/')
		if i < 0 {
			i = len(rest)
		}
		r.authority, s = rest[:i], rest[i:]
	}
	r.path = s
	return r
}

// String recomposes the reference: RFC 3986, section 5.3.
func (r *reference) String() string {
	var b strings.Builder
	b.WriteString(r.scheme + ":")
	if r.hasAuthority {
		b.WriteString("//" + r.authority)
	} else if strings.HasPrefix(r.path, "//") {
		b.WriteString("/.") // WHATWG URL standard, "URL serializing"
	}
	b.WriteString(r.path)
	if r.hasQuery {
		b.WriteString("?" + r.query)
	}
	if r.hasFragment {
		b.WriteString("#" + r.fragment)
	}
	return b.String()
}

// merge is RFC 3986, section 5.2.3. A path from the root needs no merging.
func merge(b *reference, path string) string {
	switch {
	case path[0] == '/':
		return path
	case b.hasAuthority && b.path == "":
		return "/" + path
	}
	return b.path[:strings.LastIndexByte(b.path, '/')+1] + path
}

// removeDotSegments is RFC 3986, section 5.2.4, step by step: it removes "." and "..",
// and with each ".." the segment before it. A path without root gets a root if ".."
// removes its first segment: "a/../b" becomes "/b".
func removeDotSegments(path string) string {
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
