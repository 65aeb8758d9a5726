package parse

import (
	"math"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

// Parts are the components of a URL at the level RFC1738: one of the struct
// types FTP, HTTP, Gopher, Mailto, News, NNTP, Telnet, WAIS, File, Prospero and
// Other, by value. Encoded as JSON each is one flat object with all component
// names of its scheme, null for what is absent.
type Parts interface{ walk(*walk, yielder) }

// parseStrict parses s, a URL without its fragment, at the level RFC1738, by the
// production of its scheme. i is the offset after the colon.
func (u *URL) parseStrict(s string, i int, known *scheme.Scheme) fault {
	if known.Is(scheme.Internet) {
		// Section 3.1: "The scheme specific data start with a double slash
		// "//" to indicate that it complies with the common Internet scheme
		// syntax."
		for end := i + len("//"); i < end; i++ {
			if i == len(s) || s[i] != '/' {
				return fault{i, MissingSlashes}
			}
		}
	}
	if f := u.parseSchemepart(s, i); f.class != 0 {
		return f
	}
	if u.Fragment.Present {
		// A fragment is *xchar: RFC 1738 does not say, RFC 1808 section 2.2 does.
		end, inside := span(u.Fragment.Value, 0, ascii.XChar)
		u.FragmentValid = end == len(u.Fragment.Value) && !inside
	}
	tabs := math.MaxInt
	if u.Scheme == "gopher" {
		tabs = gopherTabs(s, authorityEnd(s, i, '/'))
	}
	u.Warnings |= escapeWarnings(s, tabs)
	return fault{}
}

// parseSchemepart parses s from i on, after the "//" if the scheme has one. It is not a
// table of functions, since calls through a table would move u to the heap.
func (u *URL) parseSchemepart(s string, i int) fault {
	switch u.Scheme {
	case "ftp":
		return u.parseFTP(s, i)
	case "http":
		return u.parseHTTP(s, i)
	case "gopher":
		return u.parseGopher(s, i)
	case "mailto":
		return u.parseMailto(s, i)
	case "news":
		return u.parseNews(s, i)
	case "nntp":
		return u.parseNNTP(s, i)
	case "telnet":
		return u.parseTelnet(s, i)
	case "wais":
		return u.parseWAIS(s, i)
	case "file":
		return u.parseFile(s, i)
	case "prospero":
		return u.parseProspero(s, i)
	}
	return u.parseOther(s, i)
}

// charFault returns the fault of an octet at off that is not allowed there. For inside
// see span.
func charFault(s string, off int, inside bool) fault {
	switch {
	case inside:
		return fault{off, BadEscape}
	case off < len(s) && ascii.Is(s[off], ascii.Reserved):
		// Section 2.2: "If the character corresponding to an octet is reserved
		// in a scheme, the octet must be encoded."
		return fault{off, ReservedChar}
	}
	// Section 2.2: "All unsafe characters must always be encoded within a URL."
	return fault{off, UnsafeChar}
}
