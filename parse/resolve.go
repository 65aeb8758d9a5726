package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/reference"
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
	r := reference.Split(ref)
	if r.Scheme != "" {
		r.Path = reference.RemoveDotSegments(r.Path)
		return r.String(), true
	}
	b := reference.Split(base)
	if b.Scheme == "" {
		return "", false
	}
	r.Scheme = b.Scheme
	switch {
	case r.HasAuthority:
		r.Path = reference.RemoveDotSegments(r.Path)
	case r.Path != "":
		r.Path = reference.RemoveDotSegments(merge(&b, r.Path))
		r.Authority, r.HasAuthority = b.Authority, b.HasAuthority
	default:
		r.Path = b.Path
		if !r.HasQuery {
			r.Query, r.HasQuery = b.Query, b.HasQuery
		}
		r.Authority, r.HasAuthority = b.Authority, b.HasAuthority
	}
	return r.String(), true
}

// merge is RFC 3986, section 5.2.3. A path from the root needs no merging.
func merge(b *reference.Reference, path string) string {
	switch {
	case path[0] == '/':
		return path
	case b.HasAuthority && b.Path == "":
		return "/" + path
	}
	return b.Path[:strings.LastIndexByte(b.Path, '/')+1] + path
}
