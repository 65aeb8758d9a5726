package parse_test

import (
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/parse"
)

// This file defines the classes of errors: a list of questions about an invalid text. The
// first one with the answer "yes" gives the class. It is simple and slow.

var (
	userinfo1738 = compile(cat(user, opt(cat(lit(":"), password))))
	regNameOf    = map[parse.Level]*nfa{
		parse.RFC3986: compile(star(alt(alpha, digit, one("-._~!$&'()*+,;="), escape))),
		parse.Lenient: compile(star(alt(alpha, digit, one("-._~!$&'()*+,;="), escape, set(isUcschar)))),
	}
	userinfoOf = map[parse.Level]*nfa{
		parse.RFC3986: compile(star(alt(alpha, digit, one("-._~!$&'()*+,;=:"), escape))),
		parse.Lenient: compile(star(alt(alpha, digit, one("-._~!$&'()*+,;=:@"), escape, set(isUcschar)))),
	}
	ipLiteralGrammar = compile(ipLiteral(alt(alpha, digit, one("-._~")), one("!$&'()*+,;=")))
	digitsGrammar    = compile(star(digit))
	groupGrammar     = compile(group)
)

func full(a *nfa, s string) bool {
	_, ok := a.match(s)
	return ok
}

// classify returns the class of the error in text, which is at v.offset.
func classify(text string, level parse.Level, v verdict) parse.Class {
	if level == parse.RFC1738 {
		text, _, _ = strings.Cut(text, "#")
		return classify1738(text, v)
	}
	if v.scheme == "" {
		if v.offset == len(text) {
			return parse.NoScheme
		}
		return parse.BadScheme
	}
	_, rest, _ := strings.Cut(text, ":")
	if strings.HasPrefix(rest, "//") {
		a := rest[2:]
		if i := strings.IndexAny(a, "/?#"); i >= 0 {
			a = a[:i]
		}
		if c := classifyAuthority(a, level, insideEscape(text, v.offset)); c != 0 {
			return c
		}
	}
	switch {
	case level == parse.Lenient:
		return parse.UnsafeChar
	case insideEscape(text, v.offset):
		return parse.BadEscape
	case strings.ContainsAny(text[v.offset:v.offset+1], "[]#"):
		return parse.ReservedChar
	}
	return parse.UnsafeChar
}

// classifyAuthority returns 0 for an authority that is valid.
func classifyAuthority(a string, level parse.Level, inside bool) parse.Class {
	if inside && !full(compileAuthority[level], a) {
		return parse.BadEscape
	}
	at := strings.Index(a, "@")
	if level == parse.Lenient {
		at = strings.LastIndex(a, "@")
	}
	if at >= 0 && !full(userinfoOf[level], a[:at]) {
		if strings.ContainsAny(a[:at], "[]") {
			return parse.ReservedChar
		}
		return parse.UnsafeChar
	}
	hp := a[at+1:]
	if strings.HasPrefix(hp, "[") {
		end := strings.Index(hp, "]") + 1
		if !full(ipLiteralGrammar, hp[:end]) {
			return parse.BadIPLiteral
		}
		switch rest := hp[end:]; {
		case rest == "":
			return 0
		case rest[0] != ':':
			return parse.BadHost
		case !full(digitsGrammar, rest[1:]):
			return parse.BadPort
		}
		return 0
	}
	h, p, _ := strings.Cut(hp, ":")
	switch {
	case !full(regNameOf[level], h):
		return parse.BadHost
	case !full(digitsGrammar, p):
		return parse.BadPort
	}
	return 0
}

var compileAuthority = map[parse.Level]*nfa{
	parse.RFC3986: compile(authorityOf(false)),
	parse.Lenient: compile(authorityOf(true)),
}

// authorityOf is the authority of generic as a separate URI: "//" and the authority.
func authorityOf(lenient bool) rule {
	chars := alt(alpha, digit, one("-._~!$&'()*+,;="), escape)
	at := ":"
	if lenient {
		chars = alt(chars, set(isUcschar))
		at = ":@"
	}
	host := alt(ipLiteral(alt(alpha, digit, one("-._~")), one("!$&'()*+,;=")), star(chars))
	return cat(opt(cat(star(alt(chars, one(at))), lit("@"))), host, opt(cat(lit(":"), star(digit))))
}

// insideEscape reports whether text has begun an escape just before off.
func insideEscape(text string, off int) bool {
	isHex := func(c byte) bool { return strings.IndexByte("0123456789abcdefABCDEF", c) >= 0 }
	return off >= 1 && text[off-1] == '%' || off >= 2 && text[off-2] == '%' && isHex(text[off-1])
}

func classify1738(text string, v verdict) parse.Class {
	name, rest, found := strings.Cut(text, ":")
	switch {
	case v.scheme == "" && v.offset == len(name) && !found:
		return parse.NoScheme
	case v.scheme == "":
		return parse.BadScheme
	}
	slashes := []string{"ftp", "file", "http", "gopher", "nntp", "telnet", "wais", "prospero"}
	if slices.Contains(slashes, v.scheme) && !strings.HasPrefix(rest, "//") {
		return parse.MissingSlashes
	}
	if insideEscape(text, v.offset) {
		return parse.BadEscape
	}
	if !slices.Contains(slashes, v.scheme) {
		return classifyOpaque(text, rest, v)
	}
	a, end := rest[2:], "/"
	if v.scheme == "http" {
		end = "/?"
	}
	path := ""
	if i := strings.IndexAny(a, end); i >= 0 {
		a, path = a[:i], a[i:]
	}
	if c := classifyLogin(a, v.scheme); c != 0 {
		return c
	}
	if path == "" || path[0] == '?' {
		return parse.MissingPath
	}
	return classifyPath(text, path[1:], v)
}

// classifyLogin returns 0 for an authority that is valid.
func classifyLogin(a, scheme string) parse.Class {
	login := scheme == "ftp" || scheme == "telnet"
	ui, hp, at := strings.Cut(a, "@")
	switch {
	case !at:
		hp = a
	case !login:
		return parse.UserinfoNotAllowed
	case strings.Count(ui, ":") > 1:
		return parse.ReservedChar
	case !full(userinfo1738, ui):
		return parse.UnsafeChar
	}
	h, _, colon := strings.Cut(hp, ":")
	switch {
	case h == "" && scheme != "file":
		return parse.EmptyHost
	case h != "" && !full(hostGrammar, h):
		return parse.BadHost
	case colon && scheme == "file":
		return parse.PortNotAllowed
	case h != "" && !full(hostportGrammar, hp):
		return parse.BadPort
	}
	return 0
}

func classifyPath(text, path string, v verdict) parse.Class {
	before := text[:v.offset]
	path = before[min(len(before), len(text)-len(path)):] // up to the error
	atEnd := v.offset == len(text)
	isReserved := !atEnd && strings.IndexByte(";/?:@&=", text[v.offset]) >= 0
	switch {
	case v.scheme == "ftp" && (strings.Contains(path, ";") || !atEnd && text[v.offset] == ';'):
		return parse.BadTypecode
	case v.scheme == "telnet":
		return parse.PathNotAllowed
	case v.scheme == "nntp":
		g, _, slash := strings.Cut(text[len(before)-len(path):], "/")
		switch {
		case g == "":
			return parse.MissingGroup
		case !slash || !full(groupGrammar, g):
			return parse.BadGroup
		}
		return parse.BadArticle
	case v.scheme == "wais" && atEnd:
		return parse.BadWAISPath
	case v.scheme == "prospero" && (isReserved || atEnd):
		return parse.BadField
	case isReserved:
		return parse.ReservedChar
	}
	return parse.UnsafeChar
}

func classifyOpaque(text, rest string, v verdict) parse.Class {
	left, h, at := strings.Cut(rest, "@")
	switch {
	case v.scheme != "news" && v.offset == len(text):
		return parse.EmptyAddress
	case v.scheme != "news":
		return parse.UnsafeChar
	case rest == "":
		return parse.MissingGroup
	case !at:
		return parse.BadGroup
	case left == "":
		return parse.BadArticle
	case v.offset < len(text)-len(h)-1:
		return parse.UnsafeChar
	case h == "":
		return parse.EmptyHost
	}
	return parse.BadHost
}
