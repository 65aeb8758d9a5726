package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// News is a news URL (RFC 1738, section 3.6): either a group, which may be "*",
// or an article.
type News struct {
	Group   Component `json:"group"`
	Article Component `json:"article"` // a Message-ID without its angle brackets
}

// groupChar is an octet of
//
//	group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
//
// but the first; "$" is the one member of safe that is missing in it.
func groupChar(c byte) bool {
	return ascii.Is(c, ascii.AlphaDigit|ascii.Safe) && c != '$'
}

// scanGroup reads s from i on as group as far as it goes.
func scanGroup(s string, i int) (end int) {
	if i == len(s) || !ascii.Is(s[i], ascii.Alpha) {
		return i
	}
	for i < len(s) && groupChar(s[i]) {
		i++
	}
	return i
}

// articleChar is an octet of an article left of its "@":
//
//	article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
const articleChar = ascii.XChar&^ascii.Reserved | ascii.Semicolon | ascii.Slash |
	ascii.Question | ascii.Colon | ascii.Ampersand | ascii.Equals

// parseNews parses a news URL from after its colon (section 3.6).
//
//	newsurl   = "news:" grouppart
//	grouppart = "*" | group | article
func (u *URL) parseNews(s string, i int) fault {
	// "A message identifier may be distinguished from a news group name by the
	// presence of the commercial at "@" character."
	if at := strings.IndexByte(s[i:], '@'); at >= 0 {
		return u.parseArticle(s, i, i+at)
	}
	rest := s[i:]
	if rest == "*" || rest != "" && scanGroup(s, i) == len(s) {
		u.Parts = News{Group: present(rest)}
		return fault{}
	}
	if rest == "" {
		return fault{i, MissingGroup}
	}
	// Whatever it is, an "@" could still make it an article.
	end, inside := span(s, i, articleChar)
	if inside {
		return fault{end, BadEscape}
	}
	return fault{end, BadGroup}
}

// parseArticle parses s[i:] as article, with its first "@" at the given offset.
func (u *URL) parseArticle(s string, i, at int) fault {
	switch end, inside := span(s[:at], i, articleChar); {
	case inside:
		return fault{end, BadEscape}
	case end < at:
		return fault{end, UnsafeChar}
	case i == at:
		return fault{at, BadArticle}
	}
	// "it takes the form <unique>@<full_domain_name>": no port, no IPv6.
	host := at + 1
	end, syntax := scanHost(s, host)
	switch {
	case host == len(s):
		return fault{end, EmptyHost}
	case syntax == notHost || end < len(s):
		return fault{end, BadHost}
	}
	u.checkHost(s[host:])
	u.Parts = News{Article: present(s[i:])}
	return fault{}
}

func (v News) walk(w *walk, yield yielder) {
	w.component(yield, "", NameGroup, v.Group)
	w.component(yield, "", NameArticle, v.Article)
}
