// Package deception finds signs that a link is not what it seems.
//
// # Terms
//
// A link is a URL with its label and other facts from the text around it ([Link]). A sign is
// a fact about a link that deceives many readers: it has a name, the standard and the rule
// that it is about, and evidence, such as the host that a link really leads to. A sign is not
// a verdict, and has no score. It has one of two grades: a warning is rare in honest links, a
// note is common in them. The report of a web server has links with odd ports, and newsletters
// have images of one pixel.
//
// Two hosts look alike if their registrable domains differ and these have the same skeleton
// (UTS 39, section 4).
//
// # Flow
//
// [Of] returns the signs of a link that the link itself shows, by the table in signs.go. Most
// links can have none, which [Plain] decides from their characters. [Seen] remembers the
// hosts of a message and finds those that look alike.
package deception

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/parse"
)

// A Sign is a fact about a link that deceives.
type Sign struct {
	Name     string
	Rule     string // the standard, its section, and the rule
	Evidence string
	Offset   int  // of the byte in the URL that the sign is about
	Note     bool // the sign is common in honest links: of the lower grade
}

// A Link is a URL with facts from the text around it.
type Link struct {
	URL     parse.URL // at the level lenient; only Text is set if the URL is not valid
	Source  string    // the text that URL was repaired from, if browsers read it as URL
	Targets []string  // hosts of the targets of URL, the outermost first: see package unwrap

	Shown  string // host that the text shown for the link begins with
	Named  bool   // the rest of that text has the name of the site of URL
	Hidden string // what hides the element
	Pixel  string // size of the image, if it has at most one pixel in width and in height
	Alike  string // host that that of URL looks like
}

// New returns the link with the given URL.
func New(url string) Link {
	u, err := parse.Parse(url, parse.Lenient)
	if err != nil {
		u = parse.URL{Text: url}
	}
	return Link{URL: u}
}

// Of returns the signs of l, in the order of the table.
func Of(l *Link) (list []Sign) {
	for i := range signs {
		s := &signs[i]
		if evidence, at := s.find(l); evidence != "" {
			list = append(list, Sign{s.name, s.rule, evidence, at, s.note})
		}
	}
	return list
}

// TargetPrefix is before the names of signs of the URL that a match leads to.
const TargetPrefix = "target-"

// Names returns the names of all signs, in the order of the table.
func Names() (names []string) {
	for i := range signs {
		names = append(names, signs[i].name)
	}
	return names
}

// Plain returns the host of url, "" if it has none. plain reports that url has no sign, except
// for one that the text around it or other hosts give it: it is in ASCII, without userinfo,
// a port, a rare escape or a rare scheme. That is so for most URLs, and takes a tenth of the
// time of Of.
func Plain(url string) (host string, plain bool) {
	colon := 0
	for colon < len(url) && ascii.Is(url[colon], ascii.Scheme) {
		colon++
	}
	if colon == len(url) || url[colon] != ':' {
		return "", false
	}
	rest := url[colon+1:]
	if strings.HasPrefix(rest, "//") {
		if host, plain = plainHost(rest[len("//"):]); !plain {
			return "", false
		}
		rest = rest[len("//")+len(host):]
	} else if isScript(url[:colon]) {
		return "", false
	}
	for i := 0; i < len(rest); i++ {
		switch c := rest[i]; {
		case c >= 0x80, c == '\\', c == '%' && isRareEscape(rest[i:]):
			return "", false
		}
	}
	return host, true
}

// plainHost returns the host that s, the text after "//", begins with. plain is false if s
// also has userinfo or a port, or if the host is not a name in ASCII.
func plainHost(s string) (host string, plain bool) {
	end, dot := 0, 0
	for ; end < len(s) && ascii.Is(s[end], ascii.AlphaDigit|ascii.Unreserved); end++ {
		switch s[end] {
		case '.':
			dot = end + 1
		case '-':
			if end > 0 && s[end-1] == '-' {
				return "", false
			}
		}
	}
	if dot == end || !ascii.Is(s[dot], ascii.Alpha) || end < len(s) && s[end] != '/' && s[end] != '?' && s[end] != '#' {
		return "", false
	}
	return s[:end], true
}

// isRareEscape reports whether s begins with an escape for a control character, or with one
// that begins an invisible character in UTF-8: U+061C, or one from U+2000 or U+F000.
func isRareEscape(s string) bool {
	if len(s) < 3 {
		return false
	}
	switch s[1] {
	case '0', '1':
		return true
	case '7':
		return s[2]|0x20 == 'f'
	case 'D', 'd':
		return s[2] == '8'
	case 'E', 'e':
		return s[2] == '2' || s[2]|0x20 == 'f'
	}
	return false
}

// canonical returns a host so that each has one form: in A-labels and lower case, without
// the dot of the root, and an IPv4 address in four numbers. A host that has no such form is
// in lower case.
func canonical(host string) string {
	name := hosts.ToASCII(hosts.Decode(host))
	if name == "" {
		name = strings.ToLower(host)
	}
	name = strings.TrimSuffix(name, ".")
	if addr, ok := hosts.IPv4(name); ok {
		return addr.String()
	}
	return name
}
