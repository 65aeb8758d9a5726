package deception

import (
	"cmp"
	"fmt"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/suffix"
	"github.com/urlgrep/urlgrep/parse"
)

// signs are all signs. find returns the evidence, "" if the link does not have the sign, and
// the offset of the byte in the URL that the sign is about.
var signs = [...]struct {
	name string
	rule string // the standard, its section, and the rule
	note bool   // the sign is a note, and not a warning
	find func(l *Link) (evidence string, at int)
}{
	{"shown-host-differs", "RFC 3986, section 7.6: the text of the link shows another host", false, shownHost},
	{"shown-host-unclear", "RFC 3986, section 7.6: the text of the link shows another host, which the link may lead to or be about", true, unclearHost},
	{"userinfo-host", `RFC 3986, section 7.6: the host follows the last "@"`, false, userinfoHost},
	{"mixed-script", "UTS 39, section 5.2: mixed scripts in one label", false, mixedScript},
	{"confusable-host", "UTS 39, section 4: the host looks like another", false, confusableHost},
	{"numeric-host", "RFC 3986, section 7.4: a rare form of an IP address", false, numericHost},
	{"mapped-host", "UTS 46, section 4: the host is another one in ASCII", false, mappedHost},
	{"fake-delimiter", "UTS 39, section 4: a character that looks like a delimiter", false, fakeDelimiter},
	{"punycode-mismatch", "RFC 5890, section 2.3.2.1: not the A-label of any name", false, punycodeMismatch},
	{"bidi-control", "RFC 3987, section 4.1: a character that reorders others", false, bidiControl},
	{"zero-width", "Unicode, section 23.2: a character that is not visible", false, zeroWidth},
	{"backslash", `WHATWG URL standard, "URL parsing": browsers read "\" as "/"`, false, backslash},
	{"encoded-control", "RFC 1738, section 6: an encoded protocol delimiter", false, encodedControl},
	{"script-url", `RFC 2397 and HTML, "javascript:": the URL has a document or a program in it`, false, scriptURL},
	{"unusual-port", "RFC 3986, section 7.2: a port that servers of the scheme rarely use", true, unusualPort},
	{"tracking-pixel", "HTML, section 4.8.3: an image that is too small to be seen", true, trackingPixel},
	{"hidden", "HTML, section 15.3.1: an element that is not shown", false, hidden},
}

// shownHost returns the host shown for a link that leads to another one.
func shownHost(l *Link) (string, int) {
	if l.Named || isCounted(l) {
		return "", 0
	}
	return otherHost(l)
}

// unclearHost returns the host shown for a link to another one, if the link may be honest: the
// text has the name of the site that it leads to, or it leads to a counter of clicks.
func unclearHost(l *Link) (string, int) {
	if l.Named || isCounted(l) {
		return otherHost(l)
	}
	return "", 0
}

// isCounted reports whether the link leads to a counter of clicks, and from there to an unknown
// host.
func isCounted(l *Link) bool {
	return len(l.Targets) == 0 && l.Shown != "" && counters()[suffix.Registrable(canonical(l.URL.Host.Value))] != ""
}

// otherHost returns the host shown for a link to another owner. A text may show the URL of one
// gateway, which another one has rewritten, so it may name any host on the way.
func otherHost(l *Link) (string, int) {
	host := l.URL.Host.Value
	if l.Shown == "" || host == "" || !isSpecial(&l.URL) {
		return "", 0
	}
	shown := canonical(l.Shown)
	if isOf(canonical(host), shown) || slices.ContainsFunc(l.Targets, func(target string) bool { return isOf(canonical(target), shown) }) {
		return "", 0
	}
	return strings.ToLower(l.Shown), hostAt(l)
}

// isOf reports whether host has the owner of shown, or is below shown. Both are results of
// canonical.
func isOf(host, shown string) bool {
	return host == shown || strings.HasSuffix(host, "."+shown) || ownerOf(host) == ownerOf(shown)
}

// ownerOf returns the registrable domain of host, or the one that is better known of its owner.
func ownerOf(host string) string {
	domain := suffix.Registrable(host)
	return cmp.Or(owners()[domain], domain)
}

// userinfoHost returns the host after userinfo. In http, https, ws and wss URLs programs use
// no userinfo (RFC 1738, section 3.3; RFC 9110, section 4.2.4). In other URLs it is common,
// and counts if it looks like a host.
func userinfoHost(l *Link) (string, int) {
	u := &l.URL
	if u.Userinfo.Value == "" || u.Host.Value == "" || !isWeb(u) && !u.Warnings.Has("host-in-userinfo") {
		return "", 0
	}
	return u.Host.Value, u.Find("authority").Span.From
}

// mixedScript returns the scripts in the first label of the host that mixes scripts.
func mixedScript(l *Link) (string, int) {
	if !l.URL.Warnings.Has("mixed-script") {
		return "", 0
	}
	return strings.Join(hosts.Mixed(hosts.ToASCII(hosts.Decode(l.URL.Host.Value))), ", "), hostAt(l)
}

// confusableHost returns the host that that of the link looks like.
func confusableHost(l *Link) (string, int) { return l.Alike, hostAt(l) }

// numericHost returns the IPv4 address that browsers read the host as, or that an IPv6 address
// embeds.
func numericHost(l *Link) (string, int) {
	host := l.URL.Host.Value
	if addr, ok := hosts.EmbeddedIPv4(host); ok {
		return addr.String(), hostAt(l)
	}
	if !l.URL.Warnings.Has("numeric-host") {
		return "", 0
	}
	return canonical(host), hostAt(l)
}

// mappedHost returns the host as IDNA maps it to ASCII.
func mappedHost(l *Link) (string, int) {
	return hosts.Mapped(hosts.Decode(l.URL.Host.Value)), hostAt(l)
}

// fakeDelimiter returns the first character in the authority that looks like a delimiter, and the
// delimiter.
func fakeDelimiter(l *Link) (string, int) {
	authority := l.URL.Find("authority")
	if ascii.All(authority.Value) && strings.IndexByte(authority.Value, '%') < 0 {
		return "", 0
	}
	before, letter, looks, letterAt := utf8.RuneError, rune(0), "", 0 // no character precedes the first
	for i, r := range characters(authority.Value) {
		if letter != 0 && r < utf8.RuneSelf {
			return fmt.Sprintf("%U for %s", letter, looks), authority.Span.From + letterAt
		}
		letter = 0
		if d := hosts.Delimiter(r); d != "" {
			if !unicode.In(r, unicode.L, unicode.N, unicode.M) {
				return fmt.Sprintf("%U for %s", r, d), authority.Span.From + i
			}
			if before < utf8.RuneSelf { // in a word of another script it is a letter
				letter, looks, letterAt = r, d, i
			}
		}
		before = r
	}
	return "", 0
}

// punycodeMismatch returns the text in the first label that begins with "xn--" and is not
// the A-label of that text, or the label if no text is encoded in it.
func punycodeMismatch(l *Link) (string, int) {
	host := l.URL.Host.Value
	at := 0
	for label := range strings.SplitSeq(host, ".") {
		if text, ok := encodedIn(label); ok {
			return text, hostAt(l) + at
		}
		at += len(label) + 1
	}
	return "", 0
}

// encodedIn returns the text that is encoded in a label. ok reports that the label begins
// with "xn--" and is not the A-label of that text; text is the label if none is encoded.
func encodedIn(label string) (text string, ok bool) {
	const prefix = "xn--"
	if len(label) < len(prefix) || !strings.EqualFold(label[:len(prefix)], prefix) {
		return "", false
	}
	lower := strings.ToLower(label)
	if lower == prefix || hosts.ToASCII(lower) == "" || hosts.ToASCII(hosts.ToUnicode(lower)) != lower {
		if decoded, err := idna.Punycode.ToUnicode(lower); err == nil && decoded != "" && decoded != lower && strings.IndexFunc(decoded, isUnprintable) < 0 {
			return decoded, true
		}
		return label, true
	}
	return "", false
}

func isUnprintable(r rune) bool { return !unicode.IsPrint(r) }

// bidiControl returns the first bidirectional control before a visible character.
func bidiControl(l *Link) (evidence string, at int) {
	pending, begin := "", 0
	for i, r := range characters(l.URL.Text) {
		if !unicode.Is(unicode.Bidi_Control, r) {
			if pending != "" {
				return pending, begin
			}
		} else if pending == "" {
			pending, begin = codePoint(r), i
		}
	}
	return "", 0
}

// zeroWidth returns the first character that has no width and no use. U+200C and U+200D have
// a use between characters outside ASCII: they are part of the spelling of Persian and
// Indic words and of emoji. In a host such characters have a use if IDNA allows them.
func zeroWidth(l *Link) (evidence string, at int) {
	host := l.URL.Find("host").Span
	isName := host.From < host.To && hosts.ToASCII(hosts.Decode(l.URL.Host.Value)) != ""
	before, joiner, joinerAt := ' ', rune(0), 0
	for i, r := range characters(l.URL.Text) {
		inHost := i >= host.From && i < host.To
		if joiner != 0 && (r < utf8.RuneSelf || before < utf8.RuneSelf) {
			return codePoint(joiner), joinerAt
		}
		joiner = 0
		switch {
		case inHost && isName && isJoiner(r): // ToASCII has checked it
		case isJoiner(r):
			joiner, joinerAt = r, i
			continue
		case r == '\u200b', r == '\u2060', r == '\ufeff', inHost && hosts.IsIgnorable(r) && !unicode.Is(unicode.Bidi_Control, r):
			return codePoint(r), i
		}
		before = r
	}
	if joiner != 0 {
		return codePoint(joiner), joinerAt
	}
	return "", 0
}

func isJoiner(r rune) bool { return r == '\u200c' || r == '\u200d' }

// backslash returns the URL as browsers read it, if it is written with backslashes that they
// read as slashes: before the query of a URL with a special scheme.
func backslash(l *Link) (string, int) {
	if !isSpecial(&l.URL) {
		return "", 0
	}
	if l.Source != "" {
		if strings.IndexByte(beforeQuery(l.Source), '\\') < 0 {
			return "", 0
		}
		return cut(l.URL.Text, maxEvidence), 0
	}
	head := beforeQuery(l.URL.Text)
	at := strings.IndexByte(head, '\\')
	if at < 0 {
		return "", 0
	}
	return cut(strings.ReplaceAll(head, `\`, "/")+l.URL.Text[len(head):], maxEvidence), at
}

// beforeQuery returns the beginning of a URL, up to its query or fragment.
func beforeQuery(url string) string {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		return url[:i]
	}
	return url
}

// encodedControl returns the first escapes for control characters, except for line breaks and
// tabs in text. Text is the contents of a data URL, and the text after "?" in the URLs of
// messages (RFC 6068, section 5) and of the web, in which forms and links to editors have texts
// of several lines. A line break there counts in URLs of the web if the name of a header field
// and a colon follow it: some servers send these as a field of their header. In gopher URLs the
// first two tabs after the type are separators (RFC 1738, section 3.4.1).
func encodedControl(l *Link) (evidence string, at int) {
	text := l.URL.Text
	if l.URL.Scheme == "data" || strings.IndexByte(text, '%') < 0 {
		return "", 0
	}
	body, web := len(text), isWeb(&l.URL)
	if web || slices.Contains(messageSchemes, l.URL.Scheme) {
		body = len(beforeQuery(text))
	}
	kind, separators := gopherKind(&l.URL), 0
	for i := 0; i+2 < len(text); i++ {
		c, ok := percent.Octet(text[i:])
		switch {
		case !ok || !isControl(c):
		case c == '\t' && i > kind && separators < 2:
			separators++
		case i > body && (c == '\t' || (c == '\r' || c == '\n') && !(web && beginsField(text[i:]))):
		default:
			return controls(text[i:]), i
		}
	}
	return "", 0
}

func isControl(c byte) bool { return c < ' ' || c == 0x7f }

// controls returns the escapes for control characters that s begins with, at most four.
func controls(s string) string {
	n := 0
	for n < 4*percent.Len {
		if c, ok := percent.Octet(s[n:]); !ok || !isControl(c) {
			break
		}
		n += percent.Len
	}
	return s[:n]
}

// beginsField reports whether s, after the escape for a line break that it begins with, has the
// name of a header field and one colon; programs have names with two colons. After CR LF, which
// ends a header field, any name counts. After another line break, which texts have too, a name
// counts with which servers are attacked: one with a hyphen, such as Set-Cookie, or one of
// fieldNames.
func beginsField(s string) bool {
	isLine := len(s) >= len("%0d%0a") && strings.EqualFold(s[:len("%0d%0a")], "%0d%0a")
	if isLine {
		s = s[len("%0d"):]
	}
	s = s[len("%0a"):]
	n := 0
	for n < min(len(s), maxFieldName) && (ascii.Is(s[n], ascii.AlphaDigit) || s[n] == '-') {
		n++
	}
	name := strings.ToLower(s[:n])
	rest, ok := cutColon(s[n:])
	_, again := cutColon(rest)
	return ok && !again && name != "" && (isLine || strings.Contains(name, "-") || slices.Contains(fieldNames, name))
}

// fieldNames are the names of fields without a hyphen that change where an answer leads or whom
// a message reaches.
var fieldNames = []string{"location", "host", "refresh", "status", "link", "bcc"}

// maxFieldName is the length of the longest name of a field.
const maxFieldName = 64

// cutColon returns s without the colon, or the escape for it, that s begins with.
func cutColon(s string) (rest string, ok bool) {
	if rest, ok = strings.CutPrefix(s, ":"); ok {
		return rest, true
	}
	if c, ok := percent.Octet(s); ok && c == ':' {
		return s[percent.Len:], true
	}
	return s, false
}

// messageSchemes are the schemes of URLs that are messages, with the text in the query.
var messageSchemes = []string{"mailto", "sms", "mms", "smsto", "mmsto", "xmpp", "sip", "sips", "im", "whatsapp"}

// gopherKind returns the offset of the type of a gopher URL, and the length of any other
// URL.
func gopherKind(u *parse.URL) int {
	if u.Scheme != "gopher" || !u.Find("host").Present {
		return len(u.Text)
	}
	return u.Find("path").Span.From + len("/")
}

// scriptURL returns the media type of a data URL (RFC 2397, section 3), or the beginning of
// the program in a URL that is one.
func scriptURL(l *Link) (string, int) {
	name, rest, _ := strings.Cut(l.URL.Text, ":")
	switch {
	case !isScript(name):
		return "", 0
	case strings.EqualFold(name, "data"):
		kind, _, ok := strings.Cut(rest, ",")
		if !ok {
			return "", 0 // no data URL
		}
		kind, _, _ = strings.Cut(kind, ";")
		if kind = strings.ToLower(strings.TrimSpace(kind)); kind == "" {
			kind = "text/plain" // the default
		}
		if top, sub, _ := strings.Cut(kind, "/"); slices.Contains(inertTypes, top) && !strings.HasPrefix(sub, "svg") {
			return "", 0
		}
		return cut(kind, maxScript), 0
	}
	if decoded, ok := percent.Decode(cut(rest, percent.Len*maxScript)); ok {
		rest = decoded
	}
	if rest = cut(strings.TrimSpace(strings.ToValidUTF8(rest, "\ufffd")), maxScript); rest == "" {
		rest = name + ":"
	}
	return rest, 0
}

// isScript reports whether the contents of a URL with the scheme name are in the URL.
func isScript(name string) bool { return strings.EqualFold(name, "data") || scheme.IsProgram(name) }

// inertTypes are the top-level media types that hold no program. SVG, a picture, may hold one.
var inertTypes = []string{"image", "audio", "video", "font"}

// The maximum lengths of evidence in bytes: of a program or media type, and of a URL.
const maxScript, maxEvidence = 64, 256

// cut returns the beginning of s, of at most n bytes, without a part of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n]
}

// unusualPort returns a port that is not usual for the scheme.
func unusualPort(l *Link) (string, int) {
	u := &l.URL
	port := u.Port.Value
	if port == "" || !isSpecial(u) {
		return "", 0
	}
	known := scheme.Lookup(u.Scheme)
	n, err := strconv.ParseUint(port, 10, 16)
	if known == nil || known.Port == 0 || err == nil && (uint16(n) == known.Port || slices.Contains(alternatives, uint16(n))) ||
		isLocal(canonical(u.Host.Value)) {
		return "", 0
	}
	return port, u.Find("port").Span.From
}

// alternatives are the ports that web servers use when port 80 or 443 is taken: those that
// IANA registers as alternatives, and the defaults of widely used servers.
var alternatives = []uint16{8000, 8008, 8080, 8081, 8443, 8888}

// isLocal reports whether host is the machine of the reader, or an address in a private network
// (RFC 1918, RFC 4193). Any port is usual there.
func isLocal(host string) bool {
	addr, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return host == "localhost" || strings.HasSuffix(host, ".localhost") || err == nil && (addr.IsLoopback() || addr.IsPrivate())
}

func trackingPixel(l *Link) (string, int) { return l.Pixel, 0 }

func hidden(l *Link) (string, int) { return l.Hidden, 0 }

// isSpecial reports whether the scheme of u is special (WHATWG URL standard), except for file.
func isSpecial(u *parse.URL) bool { return scheme.IsSpecialWithHost(u.Scheme) }

// isWeb reports whether u is a URL of the web, also of its sockets.
func isWeb(u *parse.URL) bool { return u.Scheme != "ftp" && isSpecial(u) }

// hostAt returns the offset of the host.
func hostAt(l *Link) int { return l.URL.Find("host").Span.From }

// codePoint returns the name of r.
func codePoint(r rune) string { return fmt.Sprintf("%U", r) }

// characters iterates over the characters of s, with their offsets. Escapes of a character
// outside ASCII are that character.
func characters(s string) func(yield func(int, rune) bool) {
	return func(yield func(int, rune) bool) {
		for i := 0; i < len(s); {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r == '%' {
				if e, m := escaped(s[i:]); m > 0 {
					r, n = e, m
				}
			}
			if !yield(i, r) {
				return
			}
			i += n
		}
	}
}

// escaped returns the character outside ASCII whose escapes s begins with, and their length. The
// length is 0 if s begins with no such character.
func escaped(s string) (r rune, n int) {
	var octets [utf8.UTFMax]byte
	k := 0
	for ; k < len(octets); k++ {
		c, ok := percent.Octet(s[min(percent.Len*k, len(s)):])
		if !ok || c < utf8.RuneSelf {
			break
		}
		octets[k] = c
	}
	r, size := utf8.DecodeRune(octets[:k])
	if r == utf8.RuneError || size < 2 {
		return 0, 0
	}
	return r, percent.Len * size
}
