package parse_test

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// RFC 1738, section 5, rule by rule, with the repairs R01 to R05. The grammars of the
// schemes begin after the colon; the scheme is checked before.
var (
	alpha    = one("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
	digit    = one("0123456789")
	safe     = one("$-_.+")
	extra    = one("!*'(),")
	reserved = one(";/?:@&=")
	hexdigit = one("0123456789ABCDEFabcdef")
	escape   = cat(lit("%"), hexdigit, hexdigit)

	unreserved = alt(alpha, digit, safe, extra)
	uchar      = alt(unreserved, escape)
	xchar      = alt(unreserved, reserved, escape)
	digits     = plus(digit)

	urlpath     = star(xchar)
	user        = star(alt(uchar, one(";?&=")))
	password    = user
	port        = digits
	hostnumber  = cat(digits, lit("."), digits, lit("."), digits, lit("."), digits)
	alphadigit  = alt(alpha, digit)
	toplabel    = alt(alpha, cat(alpha, star(alt(alphadigit, lit("-"))), alphadigit))
	domainlabel = alt(alphadigit, cat(alphadigit, star(alt(alphadigit, lit("-"))), alphadigit))
	hostname    = cat(star(cat(domainlabel, lit("."))), toplabel)
	host        = alt(hostname, hostnumber)
	hostport    = cat(host, opt(cat(lit(":"), port)))
	login       = cat(opt(cat(user, opt(cat(lit(":"), password)), lit("@"))), hostport)
	ipPart      = cat(lit("//"), login, opt(cat(lit("/"), urlpath)))
	schemepart  = alt(star(xchar), ipPart)

	fsegment = star(alt(uchar, one("?:@&=")))
	fpath    = cat(fsegment, star(cat(lit("/"), fsegment)))
	ftptype  = one("AIDaid")
	ftpurl   = cat(lit("//"), login, opt(cat(lit("/"), fpath, opt(cat(lit(";type="), ftptype)))))

	fileurl = cat(lit("//"), opt(alt(host, lit("localhost"))), lit("/"), fpath)

	search   = star(alt(uchar, one(";:@&=")))
	hsegment = star(alt(uchar, one(";:@&=")))
	hpath    = cat(hsegment, star(cat(lit("/"), hsegment)))
	httpurl  = cat(lit("//"), hostport, opt(cat(lit("/"), hpath, opt(cat(lit("?"), search)))))

	gopherPlus = star(xchar)
	selector   = star(xchar)
	gtype      = xchar
	gopherurl  = cat(lit("//"), hostport, opt(cat(lit("/"), opt(cat(gtype, opt(cat(selector,
		opt(cat(lit("%09"), search, opt(cat(lit("%09"), gopherPlus))))))))))) // selector takes all

	mailtourl = plus(xchar)

	group   = cat(alpha, star(alt(alpha, digit, one("-.+_"))))
	article = cat(plus(alt(uchar, one(";/?:&="))), lit("@"), host)
	newsurl = alt(lit("*"), group, article)

	nntpurl = cat(lit("//"), hostport, lit("/"), group, opt(cat(lit("/"), digits)))

	telneturl = cat(lit("//"), login, opt(lit("/")))

	database     = star(uchar)
	wtype        = star(uchar)
	wpath        = star(uchar)
	waisdatabase = cat(lit("//"), hostport, lit("/"), database)
	waisindex    = cat(lit("//"), hostport, lit("/"), database, lit("?"), search)
	waisdoc      = cat(lit("//"), hostport, lit("/"), database, lit("/"), wtype, lit("/"), wpath)
	waisurl      = alt(waisdatabase, waisindex, waisdoc)

	fieldvalue  = star(alt(uchar, one("?:@&")))
	fieldname   = star(alt(uchar, one("?:@&")))
	fieldspec   = cat(lit(";"), fieldname, lit("="), fieldvalue)
	psegment    = star(alt(uchar, one("?:@&=")))
	ppath       = cat(psegment, star(cat(lit("/"), psegment)))
	prosperourl = cat(lit("//"), hostport, lit("/"), ppath, star(fieldspec))

	scheme1738 = plus(alt(alpha, digit, one("+-."))) // hialpha by "case-ignore"
)

// RFC 3986, appendix A, and the changes of Lenient to it.
func generic(lenient bool) rule {
	var (
		subDelims     = one("!$&'()*+,;=")
		unreserved    = alt(alpha, digit, one("-._~"))
		iunres        = unreserved
		authorityChar = unreserved
		pct           = escape
		pcharPlus     = one("")
		queryPlus     = one("")
		fragPlus      = one("")
		userPlus      = one("")
	)
	if lenient {
		ucs := set(isUcschar)
		iunres = alt(unreserved, ucs)
		authorityChar = alt(unreserved, set(func(r rune) bool { return isUcschar(r) && !isUnicodeSpace(r) }))
		pcharPlus = one("{}|\\^[]`%") // "%" also where two digits follow: that is an escape all the same
		queryPlus = set(isIprivate)
		fragPlus = one("#")
		userPlus = one("@")
	}
	pchar := alt(iunres, pct, subDelims, one(":@"), pcharPlus)
	fragment := star(alt(pchar, one("/?"), fragPlus))
	query := star(alt(pchar, one("/?"), queryPlus))

	segment := star(pchar)
	segmentNZ := plus(pchar)
	pathAbempty := star(cat(lit("/"), segment))
	pathAbsolute := cat(lit("/"), opt(cat(segmentNZ, star(cat(lit("/"), segment)))))
	pathRootless := cat(segmentNZ, star(cat(lit("/"), segment)))
	pathEmpty := cat()

	regName := star(alt(authorityChar, pct, subDelims))
	host := alt(ipLiteral(unreserved, subDelims), ipv4address(), regName)
	userinfo := star(alt(authorityChar, pct, subDelims, lit(":"), userPlus))
	authority := cat(opt(cat(userinfo, lit("@"))), host, opt(cat(lit(":"), star(digit))))

	hierPart := alt(cat(lit("//"), authority, pathAbempty), pathAbsolute, pathRootless, pathEmpty)
	return cat(hierPart, opt(cat(lit("?"), query)), opt(cat(lit("#"), fragment)))
}

func ipv4address() rule {
	decOctet := alt(
		digit,
		cat(one("123456789"), digit),
		cat(lit("1"), digit, digit),
		cat(lit("2"), one("01234"), digit),
		cat(lit("25"), one("012345")),
	)
	dot := lit(".")
	return cat(decOctet, dot, decOctet, dot, decOctet, dot, decOctet)
}

func ipLiteral(unreserved, subDelims rule) rule {
	h16 := rep(1, 4, hexdigit)
	ls32 := alt(cat(h16, lit(":"), h16), ipv4address())
	group := cat(h16, lit(":"))
	left := func(most int) rule { return opt(cat(rep(0, most, group), h16)) }
	ipv6 := alt(
		cat(rep(6, 6, group), ls32),
		cat(lit("::"), rep(5, 5, group), ls32),
		cat(left(0), lit("::"), rep(4, 4, group), ls32),
		cat(left(1), lit("::"), rep(3, 3, group), ls32),
		cat(left(2), lit("::"), rep(2, 2, group), ls32),
		cat(left(3), lit("::"), group, ls32),
		cat(left(4), lit("::"), ls32),
		cat(left(5), lit("::"), h16),
		cat(left(6), lit("::")),
	)
	future := cat(one("vV"), plus(hexdigit), lit("."), plus(alt(unreserved, subDelims, lit(":"))))
	return cat(lit("["), alt(ipv6, future), lit("]"))
}

// isUcschar and isIprivate are RFC 3987, section 2.2, range by range.
func isUcschar(r rune) bool {
	ranges := [][2]rune{
		{0xA0, 0xD7FF}, {0xF900, 0xFDCF}, {0xFDF0, 0xFFEF},
		{0x10000, 0x1FFFD}, {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD},
		{0x40000, 0x4FFFD}, {0x50000, 0x5FFFD}, {0x60000, 0x6FFFD},
		{0x70000, 0x7FFFD}, {0x80000, 0x8FFFD}, {0x90000, 0x9FFFD},
		{0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD},
		{0xD0000, 0xDFFFD}, {0xE1000, 0xEFFFD},
	}
	return inRanges(r, ranges)
}

func isIprivate(r rune) bool {
	return inRanges(r, [][2]rune{{0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}})
}

// isUnicodeSpace is Unicode's property White_Space beyond ASCII, character by character.
func isUnicodeSpace(r rune) bool {
	return inRanges(r, [][2]rune{{0x85, 0x85}, {0xA0, 0xA0}, {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}})
}

func inRanges(r rune, ranges [][2]rune) bool {
	for _, b := range ranges {
		if b[0] <= r && r <= b[1] {
			return true
		}
	}
	return false
}

var (
	strictGrammar = map[string]*nfa{
		"ftp": compile(ftpurl), "http": compile(httpurl), "gopher": compile(gopherurl),
		"mailto": compile(mailtourl), "news": compile(newsurl), "nntp": compile(nntpurl),
		"telnet": compile(telneturl), "wais": compile(waisurl), "file": compile(fileurl),
		"prospero": compile(prosperourl),
	}
	otherGrammar   = compile(schemepart)
	ipGrammar      = compile(ipPart)
	genericGrammar = map[parse.Level]*nfa{
		parse.RFC3986: compile(generic(false)),
		parse.Lenient: compile(generic(true)),
	}
	strictScheme  = compile(cat(scheme1738, lit(":")))
	genericScheme = compile(cat(alpha, star(alt(alpha, digit, one("+-."))), lit(":")))

	fragment1738    = compile(star(xchar))
	hostGrammar     = compile(host)
	hostportGrammar = compile(hostport)
)

// A verdict is the result of the grammar for a text.
type verdict struct {
	ok     bool
	offset int    // of the error
	scheme string // in lower case, "" if bad
}

// judge is the oracle: it returns the grammar's verdict on a text.
func judge(text string, level parse.Level) verdict {
	schemes := genericScheme
	if level == parse.RFC1738 {
		text, _, _ = strings.Cut(text, "#") // R04
		schemes = strictScheme
	}
	name, rest, found := strings.Cut(text, ":")
	if off, ok := schemes.match(name + ":"); !ok || !found {
		return verdict{offset: min(off, len(name))}
	}
	v := verdict{scheme: strings.ToLower(name)}
	grammar := genericGrammar[level]
	if level == parse.RFC1738 {
		if grammar = strictGrammar[v.scheme]; grammar == nil {
			grammar = otherGrammar // R01
		}
	}
	v.offset, v.ok = grammar.match(rest)
	v.offset += len(name) + 1
	return v
}

// TestCharacters checks characters outside US-ASCII in each component: those of the first
// plane, and those near the ends of ranges in the others.
func TestCharacters(t *testing.T) {
	for r := rune(0x80); r <= 0x10ffff; r++ {
		if low := r & 0xffff; r > 0xffff && 3 < low && low < 0xffe0 && low&0xfff != 0 && low&0xfff != 0xfff {
			continue
		}
		c := string(r) // U+FFFD for a surrogate
		ucs := isUcschar([]rune(c)[0])
		authority := ucs && !isUnicodeSpace([]rune(c)[0])
		query := ucs || isIprivate([]rune(c)[0])
		for text, want := range map[string]bool{
			"x:" + c: ucs, "x:#" + c: ucs, "x://" + c: authority, "x://" + c + "@": authority, "x:?" + c: query, c + ":": false,
		} {
			u, err := parse.Parse(text, parse.Lenient)
			if (err == nil) != want || want && !u.Warnings.Has("non-ascii") {
				t.Fatalf("Parse(%q, lenient): %v, %v; want valid %v", text, u.Warnings, err, want)
			}
			if _, err := parse.Parse(text, parse.RFC3986); err == nil {
				t.Fatalf("Parse(%q, rfc3986) is valid", text)
			}
		}
	}
}
