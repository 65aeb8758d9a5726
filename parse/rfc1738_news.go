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

// groupChar reports whether c may follow the first octet of
//
//	group = alpha *[ alpha | digit | "-" | "." | "+" | "_" ]
//
// "$" is the only member of safe that is not in group.
func groupChar(c byte) bool {
	return ascii.Is(c, ascii.AlphaDigit|ascii.Safe) && c != '$'
}

// scanGroup returns the end of the longest group in s that begins at i, or i if none
// does.
func scanGroup(s string, i int) (end int) {
	if i == len(s) || !ascii.Is(s[i], ascii.Alpha) {
		return i
	}
	for i < len(s) && groupChar(s[i]) {
		i++
	}
	return i
}

// articleChar is the set of octets of an article before its "@":
//
//	article = 1*[ uchar | ";" | "/" | "?" | ":" | "&" | "=" ] "@" host
const articleChar = ascii.XChar&^ascii.Reserved | ascii.Semicolon | ascii.Slash |
	ascii.Question | ascii.Colon | ascii.Ampersand | ascii.Equals

// parseNews parses a news URL (section 3.6). i is the offset after its colon.
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
	// Up to the first octet that is not in articleChar, an "@" could follow.
	end, inside := span(s, i, articleChar)
	if inside {
		return fault{end, BadEscape}
	}
	return fault{end, BadGroup}
}

// parseArticle parses s[i:] as article. Its first "@" is at offset at.
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
	w.component(yield, "", nameGroup, v.Group)
	w.component(yield, "", nameArticle, v.Article)
}
