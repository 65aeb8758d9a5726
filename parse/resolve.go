package parse

import "strings"

// Resolve returns the URL that the reference ref stands for where base is the
// URL of the document, or what the document declares to be that: RFC 3986,
// section 5.2, which RFC 1738, section 2.3.3 calls relative, and section 5.2.2's
// strict way. ref comes back as it is when it has a scheme. ok is false when
// base has none, as nothing can be resolved by it then. Neither is validated.
func Resolve(base, ref string) (url string, ok bool) {
	r := split(ref)
	if r.scheme != "" {
		return ref, true
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

// A reference is a URI reference in its five components (RFC 3986, appendix B).
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

// String is the recomposition of RFC 3986, section 5.3.
func (r *reference) String() string {
	var b strings.Builder
	b.WriteString(r.scheme + ":")
	if r.hasAuthority {
		b.WriteString("//" + r.authority)
	} else if strings.HasPrefix(r.path, "//") {
		b.WriteString("/.") // else it begins with an authority; so the WHATWG's URL standard has it
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

// merge is RFC 3986, section 5.2.3; a path from the root needs none.
func merge(b *reference, path string) string {
	switch {
	case path[0] == '/':
		return path
	case b.hasAuthority && b.path == "":
		return "/" + path
	}
	return b.path[:strings.LastIndexByte(b.path, '/')+1] + path
}

// removeDotSegments is RFC 3986, section 5.2.4: "." and ".." go away, and each
// ".." takes the segment before it along.
func removeDotSegments(path string) string {
	var out []string
	rooted := strings.HasPrefix(path, "/")
	segments := strings.Split(strings.TrimPrefix(path, "/"), "/")
	for i, s := range segments {
		last := i == len(segments)-1
		switch s {
		case ".":
		case "..":
			if len(out) > 0 {
				out = out[:len(out)-1]
			}
		default:
			out = append(out, s)
			continue
		}
		if last {
			out = append(out, "")
		}
	}
	clean := strings.Join(out, "/")
	if rooted {
		return "/" + clean
	}
	return clean
}
