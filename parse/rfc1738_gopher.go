package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/percent"
)

// Gopher is a gopher URL (RFC 1738, section 3.4).
type Gopher struct {
	HostPort
	Type     string    `json:"gtype"` // a character or an escape; "1" when URLPath is absent or empty
	Selector string    `json:"selector"`
	Search   Component `json:"search"`
	Plus     Component `json:"plus"` // the Gopher+ string
}

// parseGopher parses a gopher URL (section 3.4).
//
//	gopherurl = "gopher://" hostport [ "/" [ gtype [ selector
//	            [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
//
// where selector and gopher+_string are *xchar: "Within the <gopher-path>, no characters
// are reserved." So any xchar is allowed, and %09 divides the path (R30).
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

// cutTab cuts s around its first "%09". Every "%" in s begins an escape, so "%09" never
// occurs within one: "%2509" has no tab.
func cutTab(s string) (before string, after Component) {
	b, a, found := strings.Cut(s, "%09")
	return b, Component{Value: a, Present: found}
}

// gopherTabs returns the offset in s from which on %09 separates selector, search and
// Gopher+ string. s is a gopher URL whose "/" after the host is at slash, or has none if
// slash is len(s). The offset is that after the gopher type, which may be an escape itself (R30).
func gopherTabs(s string, slash int) int {
	if percent.Begins(s[min(slash+1, len(s)):]) {
		return slash + 1 + percent.Len
	}
	return slash + 2
}

func (v Gopher) walk(w *walk, yield yielder) {
	w.skip(len("//"))
	v.HostPort.walk(w, yield)
	kind := Component{} // the default is not in the text
	if v.URLPath.Value != "" {
		kind = present(v.Type)
	}
	w.component(yield, "", nameGopherType, kind)
	w.component(yield, "", nameSelector, present(v.Selector))
	w.component(yield, "%09", nameSearch, v.Search)
	w.component(yield, "%09", namePlus, v.Plus)
}
