package main

import (
	"encoding/hex"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// A danger is a warning that whoever follows a URL, or passes it on, may come to
// harm.
type danger struct {
	warning parse.Warnings
	rule    string
	at      func(*parse.URL) int // the byte that it is about
}

// dangers are those of RFC 1738, section 6, and of section 7.6 of RFC 3986: a user
// name that looks like a host hides the host. The other warnings are not about
// security.
var dangers = [...]danger{
	{parse.WarnUserinfoInHTTP, "RFC 1738, section 3.3: no user name or password is allowed", authority},
	{parse.WarnMultipleAt, `RFC 3986, section 7.6: what is before the last "@" is no host`, firstAt},
	{parse.WarnPasswordInURL, "RFC 1738, section 6: a password that should be secret", password},
	{parse.WarnReservedPort, "RFC 1738, section 6: the port of another protocol", port},
	{parse.WarnEncodedCRLF, "RFC 1738, section 6: an encoded delimiter of protocols", firstCRLF},
	{parse.WarnEncodedControl, "RFC 1738, section 6: an encoded delimiter of protocols", firstControl},
}

// isDangerous reports whether a match has one of the dangers.
func isDangerous(m *extract.Match) bool {
	for i := range dangers {
		if m.Parsed.Warnings.Has(dangers[i].warning) {
			return true
		}
	}
	return false
}

// dangers prints a URL and, as --invalid does, what is dangerous about it.
func (p *printer) dangers(file string, m *extract.Match) {
	p.url(file, m, m.URL)
	for i := range dangers {
		if d := &dangers[i]; m.Parsed.Warnings.Has(d.warning) {
			p.caret(p.before(file, m, d.at(&m.Parsed)), d.warning.String(), d.rule)
		}
	}
}

// authority returns the offset of the authority of a URL that has one.
func authority(u *parse.URL) int { return strings.Index(u.Text, "//") + len("//") }

// authorityEnd returns the offset of its end. RFC 1738 allows "?" in a password.
func authorityEnd(u *parse.URL) int {
	ends := "/?#"
	if u.Level == parse.RFC1738 {
		ends = "/#"
	}
	start := authority(u)
	if n := strings.IndexAny(u.Text[start:], ends); n >= 0 {
		return start + n
	}
	return len(u.Text)
}

func firstAt(u *parse.URL) int {
	start := authority(u)
	return start + strings.IndexByte(u.Text[start:], '@')
}

// password returns the offset of the password, which is behind the first ":".
func password(u *parse.URL) int {
	start := authority(u)
	return start + strings.IndexByte(u.Text[start:], ':') + 1
}

// port returns the offset of the port, behind the last ":".
func port(u *parse.URL) int {
	return strings.LastIndexByte(u.Text[:authorityEnd(u)], ':') + 1
}

func firstCRLF(u *parse.URL) int {
	return firstEscape(u.Text, func(c byte, _ int) bool { return c == '\r' || c == '\n' })
}

// firstControl returns the offset of the first escape for another control character.
// In gopher URLs the first two tabs behind the type are separators (RFC 1738,
// section 3.4.1).
func firstControl(u *parse.URL) int {
	separators := 0
	kind := authorityEnd(u) + len("/")
	return firstEscape(u.Text, func(c byte, at int) bool {
		if c == '\t' && u.Scheme == "gopher" && at > kind && separators < 2 {
			separators++
			return false
		}
		return c < ' ' && c != '\r' && c != '\n' || c == 0x7F
	})
}

// firstEscape returns the offset of the first escape for a character for which is
// reports true.
func firstEscape(url string, is func(c byte, at int) bool) int {
	for i := 0; i+2 < len(url); i++ {
		if url[i] == '%' {
			c, err := hex.DecodeString(url[i+1 : i+3])
			if err == nil && is(c[0], i) {
				return i
			}
		}
	}
	return 0
}
