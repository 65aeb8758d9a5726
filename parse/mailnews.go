package parse

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// This file has the productions of RFC 1738, sections 3.5 to 3.7: mailto, news
// and nntp.

// parseMailto parses a mailto URL from behind its colon (section 3.5).
//
//	mailtourl      = "mailto:" encoded822addr
//	encoded822addr = 1*xchar               ; further defined in RFC822
func (u *URL) parseMailto(s string, i int) fault {
	switch end, inside := span(s, i, ascii.XChar); {
	case end < len(s) || inside:
		return charFault(s, end, inside)
	case end == i:
		return fault{end, EmptyAddress}
	}
	if !hasAddrSpec(s[i:]) {
		u.Warnings |= WarnNotAddrSpec
	}
	u.Parts = Mailto{Address: s[i:]}
	return fault{}
}

// hasAddrSpec reports whether address has an "@", encoded or not, with text on
// both sides: "<rfc822-addr-spec> is (the encoding of an) addr-spec".
func hasAddrSpec(address string) bool {
	for i := range len(address) {
		switch {
		case address[i] == '@' && 0 < i && i+1 < len(address):
			return true
		case strings.HasPrefix(address[i:], "%40") && 0 < i && i+escapeLen < len(address):
			return true
		}
	}
	return false
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

// parseNews parses a news URL from behind its colon (section 3.6).
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

// parseNNTP parses an nntp URL from behind "//" (section 3.7).
//
//	nntpurl = "nntp://" hostport "/" group [ "/" digits ]
func (u *URL) parseNNTP(s string, i int) fault {
	slash := authorityEnd(s, i, '/')
	server, f := parseServer(s[:slash], i)
	switch {
	case f.class != 0:
		return f
	case slash == len(s):
		return fault{slash, MissingPath}
	}
	group := slash + 1
	end := scanGroup(s, group)
	switch {
	case end == group && (end == len(s) || s[end] == '/'):
		return fault{end, MissingGroup}
	case end == group || end < len(s) && s[end] != '/':
		return fault{end, BadGroup}
	}
	v := NNTP{HostPort: server, Group: s[group:end]}
	v.URLPath = present(s[group:])
	if end < len(s) {
		number := end + 1
		end = digits(s, number)
		if end == number || end < len(s) {
			return fault{end, BadArticle}
		}
		v.ArticleNumber = present(s[number:])
	}
	u.checkServer(v.HostPort)
	u.Parts = v
	return fault{}
}
