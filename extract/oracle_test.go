package extract

import (
	"html"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/urlgrep/urlgrep/parse"
)

// This file is the reference: it finds the matches of the scanner in the whole text in
// memory, slowly and without buffers. The comment of each function begins with the rule
// that it implements, in the words of the specification. "Reading:" marks an
// interpretation where the rule is not explicit.
//
// It shares only the parser of URLs with the scanner. The parser has another reference.
// The effects of the options are in optionsoracle_test.go.

// A refFind is a rejoined candidate: characters of the text from off to end.
type refFind struct {
	kind     Kind
	off, end int
	url      []rune
	hyphens  []int // indexes in url of hyphens before joined line breaks
	rejoined bool
}

// A refOctet is an octet of text, and the bytes of the input that encode it.
type refOctet struct {
	c        byte
	from, to int
	folded   bool // a line break before it was removed, with format=flowed or in a header field
}

// A refText is a whole text: its characters, and the octets that each begins with
// and ends before.
type refText struct {
	*refOptions
	octets   []refOctet
	text     []byte // of the octets
	tails    bool   // there is a line in it that others may have written below: see below
	r        []rune
	from, to []int

	depths []int // quote depth of each octet, if the text does not show all of it
	outer  int   // quote depth of the whole text, added to that

	exact   int   // if positive, the index of the exact delimiter of the URL that is read
	exactAt int   // the same, known before the text was decoded
	struck  bool  // no escape sequences are decoded
	raw     []int // if not nil, the index in the original text of each character: see unescaped
	strict  bool  // then all of its text is in one notation

	csv         bool  // the text is CSV
	xml         bool  // the text is XML
	refs        []int // if not nil, the index in the original text of each character: see dereferenced
	decodedFrom int   // the references from there on are decoded, if refs is not nil
}

// alone is a text of these characters and no others.
func (t *refText) alone(r []rune) *refText { return &refText{refOptions: t.refOptions, r: r} }

const refEnd = rune(-1)

// "text: UTF-8; bytes that are not UTF-8 are read in --charset (default
// windows-1252), each for itself."
func refDecode(octets []refOctet, o *refOptions) *refText {
	b := bytesOf(octets)
	t := &refText{refOptions: o, octets: octets, text: b, tails: refTail.Match(b)}
	for i := 0; i < len(b); {
		r, n := refRune(b[i:])
		t.r, t.from, t.to = append(t.r, r), append(t.from, i), append(t.to, i+n)
		i += n
	}
	return t.unstruck()
}

func bytesOf(octets []refOctet) []byte {
	b := make([]byte, len(octets))
	for i, o := range octets {
		b[i] = o.c
	}
	return b
}

// refRune reads the character that b begins with.
func refRune(b []byte) (r rune, size int) {
	r, size = utf8.DecodeRune(b)
	if r == utf8.RuneError && size == 1 {
		r = charmap.Windows1252.DecodeByte(b[0])
		if r == utf8.RuneError {
			r = rune(b[0]) // one of five that it leaves open: a C1 control, as browsers read it
		}
	}
	return r, size
}

// "overstrikes (_^H) inside a wrapper, and in bare URLs from the scheme on".
//
// Reading: a character is overstruck if a backspace directly follows it, whatever comes
// next, except for white space, controls and angle brackets. The character that replaces
// it counts as beginning at the same place.
func (t *refText) unstruck() *refText {
	whole := *t
	u := &whole
	u.r, u.from, u.to = nil, nil, nil
	for i := 0; i < len(t.r); i++ {
		from := t.from[i]
		for strikes(t.rune(i)) && t.rune(i+1) == '\b' {
			i += 2
		}
		if i >= len(t.r) {
			break
		}
		if !strikes(t.r[i]) {
			from = t.from[i]
		}
		u.r, u.from, u.to = append(u.r, t.r[i]), append(u.from, from), append(u.to, t.to[i])
	}
	return u
}

func strikes(c rune) bool {
	return c != refEnd && !refSpace(c) && !unicode.IsControl(c) && c != '<' && c != '>'
}

func (t *refText) rune(i int) rune {
	if i < 0 || i >= len(t.r) {
		return refEnd
	}
	return t.r[i]
}

// has reports whether the text at i begins with s, in any letter case.
func (t *refText) has(i int, s string) bool {
	for _, c := range s {
		if unicode.ToLower(t.rune(i)) != c || t.rune(i) > 0x7f {
			return false
		}
		i++
	}
	return true
}

// "Matches do not overlap and come in order of offset": the leftmost first, and then the
// next one after it.
func (t *refText) finds() (found []refFind) {
	floor := 0 // where the last candidate ended
	var strings []refString
	if !t.xml {
		strings = t.jsonStrings()
	}
	for i := 0; i < len(t.r); {
		for len(strings) > 0 && strings[0].from < i {
			strings = strings[1:]
		}
		if len(strings) > 0 && strings[0].from == i {
			found = append(found, strings[0].finds(t)...)
			i = strings[0].to
			floor, strings = i, strings[1:]
			continue
		}
		f, ok, next := t.candidate(i, floor)
		if ok && f.kind == Bare && t.isCut(&f) {
			ok = false
		}
		if ok && !(t.xml && t.isName(&f)) {
			found = append(found, f)
		}
		if next > i {
			i, floor = next, next
		} else {
			i++
		}
	}
	return found
}

var (
	refEllipsis = regexp.MustCompile(`^ ?(?:\.\.\.|…)`)
	refHref     = regexp.MustCompile(`<[aA][\s\v](?:[^<]*?[\s\v])??(?i:href)=["'\\]*([^<]*)>$`)
	refServer   = regexp.MustCompile(`^(?:http://)?(?:https://)?(?:www\.)?`)
)

// isCut reports whether f is in the text of a link that leads to a longer URL, of which f is the beginning, and an
// ellipsis follows it, with one word after it or none. Reading: it begins the text. The tag is in the KiB before it, and the text after it and f
// have up to 256 bytes.
func (t *refText) isCut(f *refFind) bool {
	start, end := t.from[f.off], t.to[f.end-1]
	before, url, after := string(t.text[:start]), string(t.text[start:end]), string(t.text[end:])
	ellipsis := refEllipsis.FindString(after)
	if ellipsis == "" || len(url) > 256 {
		return false
	}
	target := ""
	if strings.HasSuffix(before, ">") {
		if m := refHref.FindStringSubmatch(before[max(0, len(before)-1025):]); m != nil {
			target = m[1]
		}
	} else if after = after[len(ellipsis):]; strings.HasSuffix(before, "[") {
		i := strings.IndexAny(after[:min(len(after), 256)], "[]<>\r\n")
		if i >= 0 && strings.HasPrefix(after[i:], "](") && !strings.Contains(strings.Trim(after[:i], " "), " ") {
			target = after[i+len("]("):]
		}
	}
	rest, ok := strings.CutPrefix(target[len(refServer.FindString(target)):], url[len(refServer.FindString(url)):])
	return ok && rest != "" && !strings.ContainsAny(rest[:1], " \t\n\v\f\r\"'<>)\\")
}

// candidate returns the candidate that begins at i, and where the search continues after
// it, or next <= i if none does. A candidate may fail (ok is false) and still be skipped.
func (t *refText) candidate(i, floor int) (f refFind, ok bool, next int) {
	if t.rune(i) == '<' {
		return t.wrapper(i)
	}
	if at, is := t.label(i, floor); is {
		// "Prefixed URL: (blanks may follow): the bare rules after the prefix."
		f, ok, next = t.bare(at, i, floor, t.Rejoin == RejoinHyphen || t.Rejoin == RejoinWide)
		f.kind, f.off = Prefixed, i
		return f, ok, next
	}
	if f, ok, next, is := t.escapedURL(i, floor); is {
		return f, ok, next
	}
	if t.isColouredScheme(i, floor) {
		if f, ok, next := t.bare(i, i, floor, t.Rejoin == RejoinHyphen || t.Rejoin == RejoinWide); ok {
			return f, ok, next
		}
	}
	if _, is := t.begins(i, floor); is {
		return t.bare(i, i, floor, t.Rejoin == RejoinHyphen || t.Rejoin == RejoinWide)
	}
	return f, false, i
}

var (
	refSGR            = regexp.MustCompile(`\x1b\[[0-9;:]*[mK]`)
	refColouredScheme = func() *regexp.Regexp {
		all := "(?i)^(?:"
		for _, scheme := range []string{"https://", "http://", "ftp://"} {
			all += strings.Join(strings.Split(scheme, ""), `(?:\x1b\[[0-9;:]*[mK])*`) + `(?:\x1b\[[0-9;:]*[mK])*|`
		}
		return regexp.MustCompile(strings.TrimSuffix(all, "|") + ")")
	}()
)

// isColouredScheme reports whether http, https or ftp and "://" begin at i with colours within.
func (t *refText) isColouredScheme(i, floor int) bool {
	if !strings.ContainsRune("hHfF", t.rune(i)) || !strings.ContainsRune(t.plain(i, min(len(t.r), i+64)), 0x1b) {
		return false
	}
	m := refColouredScheme.FindString(t.string(i))
	if !strings.Contains(m, "\x1b") {
		return false
	}
	word := i // where the word begins, also before colours
	for word > floor && (isSchemeChar(t.rune(word-1)) || t.coloured(word-1)) {
		word--
	}
	if word > floor && t.rune(word-1) == '^' {
		return false
	}
	before := refSGR.ReplaceAllString(t.plain(word, i), "")
	rest := refSGR.ReplaceAllString(t.string(i), "")
	v := t.alone([]rune(before + rest))
	n := len([]rune(before))
	colon, ok := v.begins(n, 0)
	return ok && t.known(strings.ToLower(v.plain(n, colon)))
}

// label reports whether "URL:" is at i before the beginning of a bare URL, and where that
// is.
//
// Reading: like a scheme, the label is not inside a word. After a letter or digit of
// ASCII, "_" or "-" ("X-URL:") it is not a label, and the URL after it is bare.
func (t *refText) label(i, floor int) (at int, ok bool) {
	if c := t.rune(i - 1); i > floor && (isAlnum(c) || c == '_' || c == '-') {
		return 0, false
	}
	if !t.has(i, "url:") {
		return 0, false
	}
	for at = i + 4; t.rune(at) == ' ' || t.rune(at) == '\t'; at++ {
	}
	_, ok = t.begins(at, at)
	return at, ok
}

func isAlpha(c rune) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c rune) bool { return '0' <= c && c <= '9' }
func isAlnum(c rune) bool { return isAlpha(c) || isDigit(c) }

func isSchemeChar(c rune) bool { return isAlnum(c) || c == '+' || c == '-' || c == '.' }

// refNeeds are the rows of the table of schemes in docs/rules.md: for the name of a
// scheme the text that must follow its colon.
var refNeeds = func() map[string]string {
	doc, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		panic(err)
	}
	_, table, _ := strings.Cut(string(doc), "<!-- schemes -->")
	table, _, _ = strings.Cut(table, "<!-- end -->")
	needs := map[string]string{}
	for _, row := range regexp.MustCompile(`(?m)^\| (.*) \| (`+"`.*`"+`) \|$`).FindAllStringSubmatch(table, -1) {
		for _, name := range strings.Fields(strings.ReplaceAll(row[2], "`", "")) {
			needs[name] = row[1]
		}
	}
	return needs
}()

// The names in the table that are schemes only if the user names them.
const (
	ifNamed = "anything, if `--scheme` names them"
	defused = "these are defanged, and never found without `--refang`"
)

// isBuiltIn reports whether a scheme is known without the user's help.
func isBuiltIn(name string) bool {
	need, ok := refNeeds[name]
	return ok && need != ifNamed && need != defused
}

// begins reports whether a bare URL begins at i, and where its colon is.
//
// "Any other well-formed scheme of two or more characters needs ://. Not
// inside a word: an unknown word that ends in http, https or ftp gives that;
// after ., -, a digit or a non-ASCII character a known scheme begins anew."
//
// Reading: a word is a run of characters that a scheme may have, without the punctuation
// before its first letter. A word that begins with a digit, or follows "_" or a letter,
// digit or mark of any script, is not an unknown scheme. An unknown word ends in http if
// a letter is before that: "git+http" is a different scheme. The end of the word need not
// be a scheme by default: "xhxxp" is like "hxxp".
func (t *refText) begins(i, floor int) (colon int, ok bool) {
	if !isAlpha(t.rune(i)) {
		return 0, false
	}
	for colon = i; isSchemeChar(t.rune(colon)); colon++ {
	}
	if t.rune(colon) != ':' {
		return 0, false
	}
	word := i // where the word begins
	for word > floor && isSchemeChar(t.rune(word-1)) && !t.coloured(word-1) {
		word--
	}
	if t.coloured(i) || i > floor && t.rune(i-1) == '^' {
		return 0, false
	}
	first := t.schemeIn(word, colon, floor)
	return colon, first == i && t.follows(t.plain(i, colon), colon+1)
}

// schemeIn returns the index at which the scheme begins in the word from word to colon,
// or -1.
func (t *refText) schemeIn(word, colon, floor int) int {
	name := func(i int) string { return strings.ToLower(t.plain(i, colon)) }
	if t.known(name(word)) {
		return word
	}
	// Reading: the letters of an escape sequence, "\n" or groff's "\fB", "\f(CW",
	// are not of the word.
	escaped := 0
	if back := t.plain(max(floor, word-3), word); strings.HasSuffix(back, `\f(`) && colon-word > 2 {
		escaped = 2
	} else if strings.HasSuffix(back, `\`) && colon-word > 1 {
		escaped = 1
		if n := refNumberLen(t.plain(word, colon)); n > 0 {
			escaped = n
		} else if c := t.rune(word + 1); t.rune(word) == 'f' && colon-word > 2 && (isDigit(c) || 'A' <= c && c <= 'Z') {
			escaped = 2
		}
	}
	if escaped > 0 {
		word += escaped
		if t.known(name(word)) {
			return word
		}
	}
	for i := word + 1; i < colon; i++ {
		if c := t.rune(i - 1); (c == '.' || c == '-' || isDigit(c)) && t.known(name(i)) {
			return i
		}
	}
	if !strings.Contains(name(word), "+") {
		for _, s := range []string{"https", "http", "ftp"} {
			if n := name(word); strings.HasSuffix(n, s) {
				return t.glued(s, colon)
			}
		}
	}
	if c := t.rune(word - 1); escaped == 0 && word > floor && !t.coloured(word-1) && (c == '_' || unicode.In(c, unicode.L, unicode.N, unicode.M)) {
		return -1
	}
	for word < colon && strings.ContainsRune("+-.", t.rune(word)) {
		word++
	}
	// Reading: after "+" a single letter is not a scheme, even if it was named.
	if n := name(word); t.known(n) && len(n) > 1 || t.takesUnknown(n) {
		return word
	}
	return -1
}

// glued returns the index at which the scheme s that ends at colon begins, or -1 if only
// others are searched.
func (t *refText) glued(s string, colon int) int {
	if !t.known(s) {
		return -1
	}
	return colon - len(s)
}

// follows reports whether the text at i can follow the colon of the scheme. It examines
// the run of characters that a URL may have.
func (t *refText) follows(scheme string, i int) bool {
	rest := t.ahead(i)
	name := strings.ToLower(scheme)
	if t.named(name) && !isBuiltIn(name) {
		return rest != ""
	}
	switch need := refNeeds[name]; need {
	case "", "`//`", ifNamed, defused:
		return strings.HasPrefix(rest, "//") && len(rest) > 2
	case "`/`", "`?`":
		return strings.HasPrefix(rest, strings.Trim(need, "`")) && len(rest) > 1
	case "an address, or `?`":
		// "need x@y or ?". Reading: y begins with a letter, digit or "[", and the text
		// after "?" with a letter or digit; in "@y" there is no x.
		return followsAddress.MatchString(rest) && !followsNobody.MatchString(rest)
	case "a name with a dot in it, an `@`, or `*`":
		// Reading: the dot is within the name of a group, of ASCII, no ":" precedes it
		// and no ":/" follows that name; "@" and what precedes it are of ASCII
		// too; "*" comes first.
		return followsGroup.MatchString(rest) && !followsWord.MatchString(rest)
	case "five digits":
		// "(in lower case) a + or digit behind the colon and five digits in all".
		// Reading: with nothing but + - . ( ) ; = between.
		return scheme == name && followsDigits.MatchString(rest)
	case "a name and a second colon":
		// Reading: after letters, digits and hyphens.
		return followsColon.MatchString(rest)
	default:
		panic("the reference does not know what this means: " + need)
	}
}

var (
	followsAddress = regexp.MustCompile(`^(?:.+@|.*\?)[[:alnum:][:^ascii:]]|^.+@\[`)
	followsNobody  = regexp.MustCompile(`^@[[:alnum:]\[[:^ascii:]]`)
	followsGroup   = regexp.MustCompile(`^(?:\*|[^:[:^ascii:]]+@|[^:[:^ascii:]]+\.[[:alnum:]])`)
	followsWord    = regexp.MustCompile(`^[^*:[:^ascii:]](?:[^@:.[:^ascii:]]|\.+[^@:.[:alnum:][:^ascii:]])*\.+[[:alnum:]][[:alnum:]._~+-]*:/`)
	followsDigits  = regexp.MustCompile(`^[0-9](?:[-+.();=]*[0-9]){4}|^\+(?:[-+.();=]*[0-9]){5}`)
	followsColon   = regexp.MustCompile(`^[[:alnum:]-]+:.`)
)

// ahead returns the run of characters that may be a URL's, from i. Reading: of the
// characters that end a URL, this checks white space, controls, quotes and angle
// brackets.
func (t *refText) ahead(i int) string {
	k := i
	for c := t.rune(k); c != refEnd && !(c < 0x80 && endsRun(c)); c = t.rune(k) {
		k++
	}
	return t.plain(i, k)
}

// plain returns the text from i to end.
func (t *refText) plain(i, end int) string { return string(t.r[i:end]) }

// "space, tab, CR, LF, VT, FF, U+00A0 and the other Unicode spaces, zero-width
// space".
func refSpace(c rune) bool {
	return unicode.IsSpace(c) || c == 0x200b || c == 0xfeff
}

// "Non-ASCII letters, digits, marks, symbols, emoji, ZWJ and ZWNJ continue it;
// white space, controls, NUL, " < >, Unicode and CJK punctuation, quotes and
// brackets, full-width forms, U+2014 and U+2015 end it; U+2010–2013 only at its
// end."
func endsRun(c rune) bool {
	switch {
	case c == refEnd, refSpace(c), unicode.IsControl(c), c == '"', c == '<', c == '>':
		return true
	case c <= 0x7f:
		return false
	case 0x2010 <= c && c <= 0x2013, c == 0x200c, c == 0x200d:
		return false
	case 0xff00 <= c && c <= 0xff60, 0xffe0 <= c && c <= 0xffe6:
		return true
	case 0x2500 <= c && c <= 0x259f: // Reading: frames
		return true
	case c == 0xb4, 0x275b <= c && c <= 0x2760: // Reading: quotation marks
		return true
	case c == utf8.RuneError: // Reading: it replaces octets that are not a character
		return true
	}
	return !unicode.In(c, unicode.L, unicode.N, unicode.M, unicode.S)
}

// A refRun is a bare URL in the making: its characters, and where in the text
// each of them ended.
type refRun struct {
	r       []rune
	from    []int  // where each begins in the text
	to      []int  // where each ends
	escaped []bool // a backslash was before it
	hyphen  []int  // indexes in r of hyphens before a joined line break
	broken  []int  // indexes in r after a joined line break
	stop    int    // where the run ended
	hard    bool   // it was cut before that
	encoded bool   // it was stopped at an escape sequence, which must be decoded

	template bool // its port is a placeholder
}

func (u *refRun) add(c rune, from, to int, escaped bool) {
	u.r, u.from, u.to, u.escaped = append(u.r, c), append(u.from, from), append(u.to, to), append(u.escaped, escaped)
}

func (u *refRun) cut(n int) {
	if n < len(u.r) {
		u.r, u.from, u.to = u.r[:n], u.from[:n], u.to[:n]
		u.hard = true
	}
}

// bare returns the bare URL that begins at i. The mark that encloses it is before encl.
func (t *refText) bare(i, encl, floor int, join bool) (f refFind, ok bool, next int) {
	if t.xml {
		d := t.dereferenced(i)
		end := t.exactAt
		if t.raw == nil {
			end = t.exactEnd(i, encl, false)
		}
		d.exactAt = slices.Index(d.refs, end)
		return d.inXML(d.bare(i, encl, floor, join))
	}
	u, isExact := t.exactly(i, encl, floor)
	if !isExact {
		u = t.run(i, encl, floor, join)
	}
	if t.farTooLong(u.r) {
		return f, false, t.skipped(u.stop)
	}
	if u.encoded {
		if d, decoded := t.unescaped(i, t.inLiteral(i), false); decoded {
			f, ok, next = d.bare(i, encl, floor, false)
			return d.back(f, ok, next)
		}
		struck := *t
		struck.struck = true
		u = struck.run(i, encl, floor, join)
	}
	if t.farTooLong(u.r) {
		return f, false, t.skipped(u.stop)
	}
	if !isExact {
		t.trim(&u)
	}
	f = refFind{kind: Bare, off: i}
	if t.tooLong(u.r) {
		return f, false, u.to[len(u.r)-1]
	}
	url := string(u.r)
	colon := strings.IndexByte(url, ':')
	if colon < 0 || !strings.ContainsFunc(url[colon+1:], isSubstance) && url[colon+1:] != "*" || !t.whole(u.r) {
		// "Nothing but a scheme is nothing: http://, mailto:, news:; templates
		// http://<host>/ neither." Reading: a letter or a digit must follow, or
		// for all groups of news a "*".
		next = t.colonAt(i) + 1
		if n := len(u.r); n > 0 {
			next = max(next, u.to[n-1])
		}
		return f, false, next
	}
	if i := colon + len("://"); strings.HasPrefix(url[colon:], "://") {
		if t.known(strings.ToLower(url[i:])) && t.hasExactly(u.stop, "://") {
			// Reading: "http://http://a/" is the second URL, pasted after a scheme that
			// was there already.
			return f, false, t.colonAt(f.off) + 1
		}
		if u.template || strings.IndexByte("$*,;!&+=-.:", url[i]) >= 0 {
			// Reading: "http://$HOST/", "http://*.a/" are templates too.
			return f, false, u.to[len(u.r)-1]
		}
	}
	f.end, f.url = u.to[len(u.r)-1], u.r
	f.hyphens = slices.DeleteFunc(u.hyphen, func(k int) bool { return k+1 >= len(u.r) })
	f.rejoined = slices.ContainsFunc(u.broken, func(k int) bool { return k < len(u.r) })
	return f, true, f.end
}

var refExact = regexp.MustCompile(`(?:^|[^\\])\](\()$|(?i:(?:^|[^0-9a-z])(?:href|src))[ \t]*=[ \t]*(\\?["'])$`)

// refAdds matches what follows a string to which a program adds text.
var refAdds = regexp.MustCompile(`^[ \t]{0,31}\+`)

// exactEnd returns the index of the exact delimiter of the URL at i, or -1.
//
// "Directly after ]( up to the partner of the bracket, and after href= or src= and a quote up to that quote, the
// end of the URL is the delimiter." Reading: it is in the next KiB, and no backslash, no white space, no control and
// nothing that delimits URLs is before it. With slashes, a slash may have a backslash.
func (t *refText) exactEnd(i, encl int, slashes bool) int {
	before := t.plain(0, encl)
	if t.text != nil && encl < len(t.from) {
		before = string(t.text[:t.from[encl]]) // Reading: with what is struck over
	}
	m := refExact.FindStringSubmatch(before[max(0, len(before)-32):])
	if m == nil {
		return -1
	}
	want := m[2]
	if m[1] != "" {
		want = ")"
	}
	depth := 0
	for start := i; len(t.plain(start, i)) < 1<<10; i++ {
		c := t.rune(i)
		switch {
		case t.hasExactly(i, want) && (depth == 0 || want != ")"):
			if t.anyStruck(start, i+1) || refAdds.MatchString(t.string(i+len(want))) {
				return -1
			}
			return i
		case c == '(':
			depth++
		case c == ')':
			depth--
		case slashes && t.hasExactly(i, `\/`):
			i++
		case c == '\\', c == '`', c < 0x80 && endsRun(c), refSpace(c), unicode.IsControl(c), refFrame(c):
			return -1
		}
	}
	return -1
}

// exactly returns the URL at i if it ends at an exact delimiter, and not with its host.
func (t *refText) exactly(i, encl, floor int) (u refRun, ok bool) {
	whole := *t
	if whole.exact = t.exactAt; t.refs == nil && t.raw == nil {
		whole.exact = t.exactEnd(i, encl, false)
	}
	if whole.exact <= 0 {
		return u, false
	}
	u = whole.run(i, encl, floor, false)
	return u, u.stop == whole.exact && !whole.farTooLong(u.r) && !t.inHost(u.r) && !t.inAddress(u.r)
}

func (t *refText) colonAt(i int) int {
	for t.rune(i) != ':' {
		i++
	}
	return i
}

// whole reports whether url has the text that its scheme requires. Reading: this must
// still hold when the end of the URL is found.
func (t *refText) whole(url []rune) bool {
	v := t.alone(url)
	colon := v.colonAt(0)
	return v.hasExactly(colon, "://") || v.follows(v.plain(0, colon), colon+1)
}

func isSubstance(c rune) bool { return isAlnum(c) || c > 0x7f }

// run collects the characters of the URL that begins at i.
func (t *refText) run(i, encl, floor int, join bool) refRun {
	var u refRun
	field := t.inField(i)
	join = join && !field
	first := t.lineStart(i)
	prefix := t.prefix(first, i)
	enclosing := t.encloses(encl, floor)
	if t.exact > 0 {
		enclosing = refEnd
	}
	lines := 0
	const (
		scheme = iota
		slashes
		authority
		path
		query
	)
	part := scheme
	literal := false
	var rows refRows
	coloured := false
	for ; ; i++ {
		u.stop = i
		c := t.rune(i)
		if t.farTooLong(u.r) || t.exact > 0 && i >= t.exact {
			return u
		}
		passes := t.exact > 0 && part >= path
		if c == refSoft {
			continue // "A soft hyphen is dropped."
		}
		if k, sets, erases := t.colours(i); k > i && (sets || erases || coloured) && !(part <= authority && strings.HasSuffix(string(u.r), "://") && !erases && !sets) && t.mayGoOn(k, part == authority, part == query) {
			i, coloured = k-1, sets // "colours within a URL are dropped"
			continue
		}
		if k := t.titleEnd(i); part == path && c == '【' && k > 0 && u.r[len(u.r)-1] == '/' {
			for ; i <= k; i++ {
				u.add(t.rune(i), i, i+1, false)
			}
			i--
			continue
		}
		elides := c == 0x2019 && part >= path && isAlpha(u.r[len(u.r)-1]) && t.elides(i)
		if endsRun(c) && !elides && !(passes && c > 0x7f && !refSpace(c) && !unicode.IsControl(c)) {
			if n := len(u.r); join && n > 0 && (refSpaceOrColour(t, i) || refFrame(c)) && strings.Contains(string(u.r), "://") {
				at, ok := t.row(&rows, u.r, u.from[0], i, lines)
				if ok && (part != authority || t.entersPort(u.r, at)) {
					if u.r[n-1] == '-' {
						u.hyphen = append(u.hyphen, n-1)
					}
					u.broken = append(u.broken, n)
					i, lines = at-1, lines+1
					literal = false
					continue
				}
			}
			if n := len(u.r); join && n > 0 && refSpaceOrColour(t, i) {
				at, more, ok := t.joins(i, &prefix, lines)
				hyphen := u.r[n-1] == '-' && (n < 2 || u.r[n-2] != '-') // Reading: two are a dash
				soft := t.rune(i-1) == refSoft || t.rune(i-1) == 0x2010
				if ok && (part != authority || t.entersPort(u.r, at)) && (hyphen || soft || t.Rejoin == RejoinWide && t.isRest(at, u.r, encl, i, part == query)) {
					if soft && u.r[n-1] == 0x2010 {
						n--
						u.r, u.from, u.to, u.escaped = u.r[:n], u.from[:n], u.to[:n], u.escaped[:n]
					}
					if n > 0 && u.r[n-1] == '-' {
						u.hyphen = append(u.hyphen, n-1)
					}
					u.broken = append(u.broken, n)
					i, lines = at-1, lines+more
					literal = false
					continue
				}
			}
			if at, ok := t.nextLiteral(i, u.from[:min(1, len(u.r))], !literal); join && ok && (part != authority || t.entersPort(u.r, at)) && (literal || len(u.broken) == 0) && lines+1 < t.maxLines() {
				u.broken = append(u.broken, len(u.r))
				i, lines = at-1, lines+1
				literal = true
				continue
			}
			return u
		}
		if c == '`' {
			return u
		}
		from, escaped := i, false
		if c == '\\' {
			// "A backslash before one of _ * . - ~ & # is markup and dropped, groff's \:,
			// and \& before a dot, are dropped whole; any other ends it." In markup also
			// \~{}, \% before two digits, \( and \) around a word, \? before a parameter,
			// and \= in a query.
			if part > slashes && t.raw == nil && !t.struck && t.isEncoded(i, refStart(&u)) {
				u.encoded = true
				return u
			}
			m := refEscapedMark.FindString(string(t.r[i:min(len(t.r), i+70)]))
			if part <= slashes || m == "" || m == `\=` && part != query {
				return u
			}
			c = t.rune(i + 1)
			paren := c == '(' || c == ')'
			if paren && part == authority {
				return u
			}
			i++
			if c == ':' || c == '&' && t.rune(i+1) == '.' {
				continue
			}
			escaped = !paren
			if m == `\~{}` {
				i += 2
			}
		}
		if part == path && t.exact <= 0 && c < 0x80 && !isAlnum(c) && !strings.ContainsRune("-._?#,%[", c) && refMailDomain.MatchString(string(u.r)) && !refMailSlashes.MatchString(string(u.r)) {
			return u
		}
		n := len(u.r)
		if c == ':' && part >= authority {
			if k := t.attached(string(u.r), i); part > authority || strings.Contains(strings.SplitN(string(u.r[:n-k]), "://", 2)[1], ".") {
				n -= k
			}
		}
		if n < len(u.r) {
			u.r, u.from, u.to, u.escaped = u.r[:n], u.from[:n], u.to[:n], u.escaped[:n]
			return u
		}
		switch part {
		case scheme:
			if c == ':' {
				part = path
				if t.rune(i+1) == '/' && t.rune(i+2) == '/' {
					part = slashes
				}
			}
		case slashes:
			if u.r[n-1] == '/' {
				part = authority
			}
		case authority:
			// "In the authority a quote, a bracket (but an IPv6 host), |, or a
			// : without digits behind it ends it." Reading: in a user name and
			// password, before an "@", the ":" may stand.
			switch {
			case c == ':' && t.raw == nil && !t.struck && t.rune(i+1) == '\\' && t.isEncoded(i+1, refStart(&u)) && t.decodedAt(i+1) == '/' && t.decodedAt(t.pastEscape(i+1)) != '/':
				u.encoded = true // a port may be empty before an escaped "/"
				return u
			case c == '/':
				part = path
			case c == '?' || c == '#':
				part = query
			case strings.ContainsRune("'`(){}|]", c):
				return u
			case c == '[':
				end, ok := t.ipv6(i)
				if !ok || u.r[n-1] != '/' && u.r[n-1] != '@' {
					return u
				}
				for ; i < end; i++ {
					u.add(t.rune(i), i, i+1, false)
				}
				c, from = ']', end
			case c == ':' && !isDigit(t.rune(t.pastSet(i+1))) && !t.userinfo(i):
				if t.placeholder(i + 1) {
					u.template = true
					return u
				}
				// Reading: a port may be empty.
				if (t.hasExactly(i, ":/") || refGroffPort.MatchString(t.string(i))) && !t.hasExactly(i, "://") && !(t.raw == nil && t.rune(i+2) == '\\' && t.isEncoded(i+2, refStart(&u)) && t.decodedAt(i+2) == '/') && !refHasPort.MatchString(strings.SplitN(string(u.r), "://", 2)[1]) {
					break
				}
				end := t.unbracketed(i, string(u.r))
				if end == i {
					return u
				}
				for ; i < end-1; i++ {
					u.add(t.rune(i), i, i+1, false)
				}
				c, from = t.rune(i), i
			}
		case path:
			if c == '|' && !refDrive.MatchString(string(u.r)) && !(passes && !t.divides(i+1)) { // "| ends it before the query"
				return u
			}
			if c == '?' || c == '#' {
				part = query
			}
		}
		switch {
		case escaped || part == authority || passes:
		case c == '[' && t.rune(i+1) == '/':
			return u // Reading: "[/" closes a tag of BBCode
		case c == '[' && part == query && refFragment.MatchString(string(u.r)) && !refEndsInPercent.MatchString(string(u.r)) && t.rune(u.from[0]-1) != '"' && t.rune(u.from[0]-1) != '\'' && t.isLabel(i):
			return u
		case c == '[' && part != query && !strings.ContainsRune("_-.=", u.r[n-1]) && !(part == path && (isAlnum(u.r[n-1]) || u.r[n-1] == '/') && t.inFileName(i)):
			// "[ ends it, but where […] is balanced without white space in a
			// query or fragment, or right behind one of _ - . =." Reading: it
			// must be balanced in both places; trim sees to that.
			return u
		case strings.ContainsRune(")]}", c) && closesNothing(u.r, c):
			return u
		}
		if (c == ',' || c == ';' || c == '|') && t.divides(i+1) {
			return u
		}
		if c == ',' && field && !escaped && (t.raw == nil || t.raw[i+1] == t.raw[i]+1) {
			return u
		}
		if r, size := t.reference(i); size > 0 { // also after a backslash
			// "&lt; &gt; &quot; and what follows" are taken from the end. Reading:
			// so is a reference to any other character that ends a URL.
			switch d := t.meant(i + size); {
			case r == '\'' && part == authority:
				return u
			case r == '\'' && enclosing == '\'' && !unicode.IsLetter(d) && !unicode.IsDigit(d):
				return u
			case r == '\'':
				u.add(r, i, i+size, false)
				i += size - 1
				continue
			case r == refSoft:
				i += size - 1
				continue
			case endsRun(r) || r == '`' || unicode.In(r, unicode.P) && r > 0x7f:
				return u
			case r == '&' && part == query && u.r[n-1] != '?' && t.continuesParameter(i+size):
				// "&amp; becomes & in plain text when it stands between parameters
				// of a query." Reading: a letter, digit, "_" or "%" begins a
				// parameter; a fragment may have parameters too.
				u.add('&', i, i+1, false)
				i += size - 1
				continue
			}
		}
		if part >= path && n > 0 && (isAlnum(u.r[n-1]) || u.r[n-1] == '/') && !passes && t.isParticle(i) {
			return u // Reading: so does a particle of Korean
		}
		if part >= path && n > 0 && isAlnum(u.r[n-1]) && !passes && refSolid(c) && t.solidBefore(encl) {
			// Reading: in text without blanks between words, its letters do not go
			// on with a word of ASCII.
			return u
		}
		if !escaped && part > slashes && t.closes(i, c, enclosing) {
			return u
		}
		if c == '\'' && part >= path && !passes && !strings.ContainsRune(string(u.r), '\'') && (isAlnum(u.r[n-1]) || u.r[n-1] == '/') {
			// An apostrophe closes a string before the next value.
			if t.rune(i+1) == ',' || t.rune(i+1) == ';' {
				if d := t.meant(i + 2); isAlnum(d) || strings.ContainsRune("'\"-([{", d) {
					return u
				}
			}
		}
		u.add(c, from, i+1, escaped)
	}
}

// "file:///c|/x": the letter of a drive.
var refDrive = regexp.MustCompile(`^(?i:file):///[A-Za-z]$`)

// refGroffPort matches a port with nothing but a place to break the line.
var refGroffPort = regexp.MustCompile(`^:(?:\\:)+/(?:[^/]|$)`)

var refParticle = regexp.MustCompile(`^(?:가|과|까지|는|도|로|를|만|부터|에|에게|에서|와|으로|은|을|의|이|입니다|처럼)$`)

// titleEnd returns the index of the partner of the bracket at i, or 0 if white space or another delimiter is before it.
func (t *refText) titleEnd(i int) int {
	for k := i; k < i+64; k++ {
		switch c := t.rune(k); {
		case c == '】':
			return k
		case c == refEnd, c == refSoft, refSpace(c), unicode.IsControl(c), refFrame(c), strings.ContainsRune("\"<>\\&`()[]{}", c):
			return 0
		}
	}
	return 0
}

// isLabel reports whether a label is in the brackets that open at i: it begins as a word does, and a word ends after it.
func (t *refText) isLabel(i int) bool {
	if t.meant(i+1) != '@' && !unicode.IsLetter(t.meant(i+1)) {
		return false
	}
	for k := i + 1; k < i+128; k++ {
		switch t.rune(k) {
		case refEnd, '\n', '\r':
			return false
		case ']':
			d := t.meant(k + 1)
			return !strings.ContainsRune("/=[-_%&", d) && !unicode.IsLetter(d) && !unicode.IsDigit(d)
		}
	}
	return false
}

var refEndsInPercent = regexp.MustCompile(`%(25)*[0-9A-Fa-f]{2}$`)

// refFragment matches a URL up to a letter or digit of a fragment without "=".
var refFragment = regexp.MustCompile(`^[^#]*#[^=]*[A-Za-z0-9]$`)

var (
	refAttached = regexp.MustCompile(`(?i)[A-Za-z0-9](https|http|ftp)$`)
	refSlash2   = regexp.MustCompile(`^://(?:\\:)*[A-Za-z0-9]`) // "\:" is dropped
	refPercent  = regexp.MustCompile(`%(25)*[0-9A-Fa-f]{2}(?i:https|http|ftp)$`)
)

var refFileName = regexp.MustCompile(`^\[[A-Za-z0-9._-]{1,64}\]\.(?:[a-z][a-z0-9]{1,4}|[A-Z][A-Z0-9]{1,4})`)

// inFileName reports whether the "[" at i is in the name of a file.
func (t *refText) inFileName(i int) bool {
	m := refFileName.FindString(t.string(i))
	c := t.meant(i + len(m))
	return m != "" && !t.anyStruck(i, i+len(m)) && (c == refEnd || refSpace(c) || strings.ContainsRune("\"'<>)],;.:!?#&|*`\\", c) || c > 0x7f && !unicode.IsLetter(c))
}

var refElided = regexp.MustCompile(`^’[A-Za-z]{1,63}(?:\\?[-_]|/)[A-Za-z0-9]`)

// elides reports whether the curly apostrophe at i is within words with hyphens.
func (t *refText) elides(i int) bool {
	m := refElided.FindString(t.string(i))
	return m != "" && !t.anyStruck(i, i+len([]rune(m)))
}

var refMailSlashes = regexp.MustCompile(`^(?i:mailto)://`)

// refMailDomain matches a mailto URL up to a domain. "After the domain only ?, #, ',' or % continues it."
var refMailDomain = regexp.MustCompile(`^(?i:mailto):(?:.*,)?[^,@]*@[^,@%]*$`)

// attached returns the length of the scheme at the end of url if another URL begins with it at the colon at i.
func (t *refText) attached(url string, i int) int {
	m := refAttached.FindStringSubmatch(url)
	if m == nil || refPercent.MatchString(url) || !refSlash2.MatchString(t.string(i)) || t.raw != nil && !t.strict && t.raw[i+3]-t.raw[i] > 3 {
		return 0
	}
	if colon, ok := t.alone([]rune(m[1]+"://a")).begins(0, 0); !ok || colon != len(m[1]) {
		return 0
	}
	return len(m[1])
}

// isParticle reports whether a particle of Korean is at i, and no word after it.
func (t *refText) isParticle(i int) bool {
	k := i
	for unicode.Is(unicode.Hangul, t.rune(k)) && k-i < 4 {
		k++
	}
	c := t.rune(k)
	return refParticle.MatchString(string(t.r[i:k])) && (c == refEnd || refSpace(c) || c < 0x80 && (unicode.IsControl(c) || strings.ContainsRune(".,;:!?)]}\"'<>", c)))
}

var refHasPort = regexp.MustCompile(`:[^@\]]*$`)

var refColours = regexp.MustCompile(`^(?:\x1b\[[0-9;:]{0,61}[mK])+`)

// colours finds the end of the colour sequences at i, and whether they set a colour, or are by grep.
func (t *refText) colours(i int) (end int, sets, erases bool) {
	if t.rune(i) != 0x1b {
		return i, false, false
	}
	all := refColours.FindString(t.string(i))
	for _, one := range strings.Split(all, "\x1b[")[min(1, len(all)):] {
		parameters, grep := strings.CutSuffix(one, "K")
		erases = erases || grep
		for _, p := range strings.FieldsFunc(strings.TrimSuffix(parameters, "m"), func(r rune) bool { return r == ';' || r == ':' }) {
			n, err := strconv.Atoi(p)
			resets := err == nil && (n == 0 || 22 <= n && n <= 29 && n != 26 || n == 39 || n == 49 || n == 54 || n == 55 || n == 59)
			sets = sets || !grep && !resets
		}
	}
	return i + len(all), sets, erases
}

// pastSet skips colour sequences that set a colour.
func (t *refText) pastSet(i int) int {
	if k, sets, _ := t.colours(i); sets {
		return k
	}
	start := i
	for {
		r, size := refNumeric(t.upTo(i))
		m := refColourRest.FindString(t.string(i + size))
		if r != 0x1b || m == "" {
			return start
		}
		i += size + len(m)
		if _, sets, _ := t.alone([]rune("\x1b" + m)).colours(0); sets {
			start = i
		}
	}
}

// mayGoOn reports whether the character at i is no end of a URL by itself.
func (t *refText) mayGoOn(i int, authority, query bool) bool {
	c := t.rune(i)
	return !endsRun(c) && c != '`' && (c != '|' || query) && (c != '\'' || !authority)
}

const refSoft = rune(0xad)

// "A port that is a placeholder makes the URL a template."
var refPlaceholder = regexp.MustCompile(`^(?:\$?\{|\$\(|[$%][A-Za-z]|[%#]\{)`)

func (t *refText) placeholder(i int) bool {
	return refPlaceholder.MatchString(t.plain(i, min(len(t.r), i+2)))
}

// "An IPv6 address without brackets is read whole."
var refUnbracketed = regexp.MustCompile(`^[0-9A-Fa-f:.]*[0-9A-Fa-f]`)

// unbracketed returns the end of the IPv6 address without brackets that the colon at i is
// in, or i. The URL up to i is url.
//
// Reading: the address has two colons or more and up to 64 bytes from the first colon
// without digits after it, and no letter or digit follows.
func (t *refText) unbracketed(i int, url string) int {
	_, before, _ := strings.Cut(url, "://")
	if strings.Trim(before, "0123456789ABCDEFabcdef:.") != "" {
		return i
	}
	all := i
	for all < len(t.r) && strings.ContainsRune("0123456789ABCDEFabcdef:.", t.r[all]) {
		all++
	}
	run := t.plain(i, all)
	c := t.rune(all)
	if len(run) >= 64 || strings.Count(before+run, ":") < 2 || isAlnum(c) || c > 0x7f {
		return i
	}
	return i + len(refUnbracketed.FindString(run))
}

var (
	refLiteralHead = regexp.MustCompile(`^[ \t]*(#[~|])?[ \t]*(?:msg[^ ]* )?"((?:[^"\\]|\\.)*\\?)$`)
	refLiteralEnd  = regexp.MustCompile(`^"(?: ?\\)?(?:\r\n|\r|\n)`)
	refLiteralNext = regexp.MustCompile(`^([ \t]*)(#[~|])?([ \t]*)"(?:[^"\\]|\\.)*"[ \t;,)\]}\\]*$`)
)

// nextLiteral returns where the text in the next line continues a URL that the double
// quote at i ends. from has the URL's first index, if it has one.
//
// "It also continues if a double quote ends it and its line, the line has a single string
// literal, the next line has another one alone, and the literal there begins as a line
// that a URL continues in." Reading: a backslash may end the first line, and ", ; ) ] }"
// the other. The text continues with ASCII. The first line has fewer than 511 bytes
// before the URL, the other fewer than 1024.
func (t *refText) nextLiteral(i int, from []int, first bool) (at int, ok bool) {
	end := refLiteralEnd.FindString(t.plain(i, min(len(t.r), i+5)))
	if end == "" || len(from) == 0 {
		return 0, false
	}
	line := t.plain(t.lineStart(from[0]), from[0])
	head := refLiteralHead.FindStringSubmatch(line)
	start := i + len(end)
	k := start
	for k < len(t.r) && t.r[k] != '\n' && t.r[k] != '\r' {
		k++
	}
	next := t.plain(start, k)
	m := refLiteralNext.FindStringSubmatch(next)
	if head == nil || len(line) >= 511 || m == nil || len(next) >= 1024 || head[1] != m[2] {
		return 0, false
	}
	at = start + len(m[1]+m[2]+m[3]) + 1
	return at, t.rune(at) <= 0x7f && t.resumes(at, partStarts) && (!first || !t.isItem(line, from[0], i, at))
}

// isItem reports whether the literals before i and from at on are items of a list. Reading: the line has
// nothing before the first, both would have fitted into 80 bytes, and the second begins as prose.
func (t *refText) isItem(line string, from, i, at int) bool {
	left := 80 - len(line) - 1 - (t.from[i] - t.from[from])
	rest := string(t.text[t.from[at]:])
	if strings.TrimLeft(line, " \t") != `"` || left <= 0 {
		return false
	}
	text, _, ends := strings.Cut(rest[:min(len(rest), left)], `"`)
	word, _, _ := strings.Cut(text, " ")
	return ends && (refNoRest.MatchString(word) || !refPart.MatchString(word))
}

var refEntityEnd = regexp.MustCompile(`&(amp;)*[#0-9A-Za-z]+;$`)

var refAmpEnd = regexp.MustCompile(`&(amp;)+$`)

var refReference = regexp.MustCompile(`^#?[0-9A-Za-z]+;`)

// reference returns the character of the HTML character reference at i, and the length of
// the reference, or 0. A reference to "&" and the rest of a reference
// are one: the text was escaped again.
func (t *refText) reference(i int) (r rune, size int) {
	if t.rune(i) != '&' || t.refs != nil && i >= t.decodedFrom {
		return 0, 0
	}
	for level := 0; level < 16 && (level == 0 || r == '&'); level++ {
		k := i + max(size, 1)
		ref := refReference.FindString(string(t.r[k:min(len(t.r), k+32)]))
		char := []rune(html.UnescapeString("&" + ref))
		if ref == "" || char[len(char)-1] == ';' {
			break
		}
		r, size = char[0], max(size, 1)+len([]rune(ref))
	}
	return r, size
}

// meant returns the character at i, without the backslash of markup.
func (t *refText) meant(i int) rune {
	if refEscapedMark.MatchString(string(t.r[i:min(len(t.r), i+70)])) && t.rune(i) == '\\' {
		return t.rune(i + 1)
	}
	return t.rune(i)
}

// continuesParameter reports whether a parameter of a query begins at i.
func (t *refText) continuesParameter(i int) bool {
	for t.rune(i) == refSoft {
		i++ // it is dropped
	}
	d := t.meant(i)
	return isAlnum(d) || d == '_' || d == '%'
}

// refSolid reports whether c is of a script without blanks between words.
func refSolid(c rune) bool {
	return unicode.In(c, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// solidBefore reports whether such a letter, or punctuation as wide as that, is
// right before i.
func (t *refText) solidBefore(i int) bool {
	c := t.rune(i - 1)
	wide := 0x3001 <= c && c <= 0x303f || 0xff01 <= c && c <= 0xffef
	return refSolid(c) || wide && unicode.In(c, unicode.Po)
}

// gluedTo returns where letters of such a script go on with a top-level domain of
// ASCII letters.
func gluedTo(r []rune) int {
	m := refGlued.FindStringSubmatchIndex(string(r))
	if m == nil {
		return len(r)
	}
	return len([]rune(string(r)[:m[3]]))
}

var refGlued = regexp.MustCompile(`^([^:]*://[^/?#]*\.[A-Za-z]+(?::[0-9]+)?)(?:[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}]|[^\x00-\x7f\P{S}]|[^\x00-\x7f\P{N}])[^./?#]*(?:[/?#]|$)`)

// closesNothing reports whether the closing bracket c, after r, has no partner
// in r. Reading: brackets of different shapes must nest.
func closesNothing(r []rune, c rune) bool {
	var open []rune
	for _, d := range r[strings.IndexRune(string(r), ':')+1:] {
		switch d {
		case '(', '[', '{':
			open = append(open, d)
		case ')', ']', '}':
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	return len(open) == 0 || refPairs[open[len(open)-1]] != c
}

func (t *refText) hasExactly(i int, s string) bool {
	return i+len(s) <= len(t.r) && string(t.r[i:i+len(s)]) == s
}

// userinfo reports whether the ":" at i is one of a user name and password: an
// "@" comes before the authority ends.
func (t *refText) userinfo(i int) bool {
	for {
		i++
		c := t.rune(i)
		if c == '\\' && t.meant(i) != '\\' { // Reading: a character after a backslash of markup may be in it
			continue
		}
		if c == '@' {
			return true
		}
		if endsRun(c) || strings.ContainsRune("/?#", c) || strings.ContainsRune("'`(){}|[]\\", c) {
			return false
		}
	}
}

// ipv6 reports whether an IPv6 host in brackets is at i, and where it ends.
func (t *refText) ipv6(i int) (end int, ok bool) {
	for end = i + 1; ; end++ {
		c := t.rune(end)
		if c == ']' {
			return end, true
		}
		if c == refEnd || !isAlnum(c) && !strings.ContainsRune(":.%-", c) {
			return 0, false
		}
	}
}

// "`,` or `;` before `scheme://` or `mailto:` divides two." Reading: any scheme.
func (t *refText) divides(i int) bool {
	for t.hasExactly(i, `\:`) {
		i += 2 // it is dropped
	}
	k := i
	for isAlpha(t.rune(i)) && (isSchemeChar(t.rune(k)) || t.hasExactly(k, `\:`)) {
		if k++; t.rune(k-1) == '\\' {
			k++
		}
	}
	return k > i && t.hasExactly(k, "://") || t.has(i, "mailto:")
}

var refPairs = map[rune]rune{'(': ')', '[': ']', '{': '}'}

// encloses returns the character directly before the URL, if that is a mark whose partner
// ends it. Brackets need no mention: one without its partner inside the URL ends it in
// any case.
//
// Reading: "_" and "~" are markup if no letter or digit, or character outside ASCII, is
// before the run of them.
func (t *refText) encloses(encl, floor int) rune {
	c := t.rune(encl - 1)
	if m := refNumberEnd.FindStringSubmatch(t.plain(max(0, encl-6), encl)); m != nil {
		// Reading: after an escaped "<", "|" ends it, as in a link of Slack.
		switch r := refHex(m[1]); r {
		case '\'':
			return r
		case '<':
			return '|'
		}
		return refEnd
	}
	switch c {
	case '\'', '`', '*', ',':
		return c
	case '<':
		return '|' // Reading: a label follows "|"
	case '[', '|': // Reading: so it does in Jira, wikis and tables, but not in a CDATA section
		if strings.HasSuffix(t.plain(max(0, encl-9), encl), "<![CDATA[") {
			return refEnd
		}
		return '|'
	case ';':
		// Reading: "," and ";" separate fields, where they do not end an entity.
		n := len([]rune(refEntityEnd.FindString(t.plain(max(0, encl-33), encl))))
		switch r, size := t.reference(encl - n); {
		case size == 0 || size != n:
			return c
		case r == '\'':
			return r
		}
	case '_', '~':
		k := encl - 1
		for t.rune(k) == c {
			k--
		}
		if d := t.rune(k); d == refEnd || d < 0x80 && !isAlnum(d) {
			return c
		}
	case '+':
		k := encl - 1
		for t.rune(k) == c {
			k--
		}
		if d := t.rune(k); encl-1-k > 1 && (d == refEnd || d < 0x80 && !isAlnum(d)) {
			return c
		}
	}
	return refEnd
}

// closes reports whether c at i is the partner of the character directly before the URL:
// "an opening bracket or quote: its partner ends it: a quote where no letter or digit
// follows. The same for * (always) and _ ~ that are directly before it as markup."
//
// Reading: the partner of ` is ` or '; a character after a backslash is not a partner.
func (t *refText) closes(i int, c, enclosing rune) bool {
	if c != enclosing && !(c == '\'' && enclosing == '`') {
		return false
	}
	d := t.rune(i + 1)
	if c == '+' {
		return d == '+'
	}
	return c == '*' || c == ',' || c == ';' || c == '|' || !unicode.IsLetter(d) && !unicode.IsDigit(d)
}

// trim removes from the end of the run the characters that belong to the text.
//
// "From the end are taken: . , ; : ! ? @ | and backquote runs, quotes, an
// ellipsis, 's before a blank (a final ' stays where another is inside the
// URL), &lt; &gt; &quot; and what follows. A bracket without its partner inside
// is cut with what follows it (after joining); balanced brackets stay."
//
// "U+2010–2013 only at its end", "hyphens at the host's end are taken off (after
// joining)". Reading: so are ZWJ and ZWNJ at the end, which join nothing there.
func (t *refText) trim(u *refRun) {
	u.cut(unpaired(u.r))
	if n := len(u.r); !u.hard && n > 1 && string(u.r[n-2:]) == "'s" && blankAt(t, u.stop) {
		u.cut(n - 2)
	}
	if n := len(u.r); !u.hard && n > 1 && t.rune(u.stop) == '>' && string(u.r[n-2:]) == "--" {
		u.cut(n - 2) // Reading: so is the end of a comment, "-->"
	}
	marks := 0
	for n := len(u.r); n > 0; n = len(u.r) {
		if amp := refAmpEnd.FindString(string(u.r)); amp != "" {
			u.cut(n - len(amp)) // Reading: half an entity is not part of it
			continue
		}
		switch c := u.r[n-1]; {
		case strings.ContainsRune(".,;:!?@|", c), 0x2010 <= c && c <= 0x2013, c == 0x200c, c == 0x200d:
		case c == '\'':
			if rest := strings.TrimRight(string(u.r), "'"); gluedTo(u.r) < n {
				u.cut(gluedTo(u.r))
				continue
			} else if strings.ContainsRune(rest, c) {
				return
			}
		case c == '-' && t.inHost(u.r):
		case c < 0x80 && !isAlnum(c) && c != ']' && c != '/' && t.inHost(u.r) && t.known(strings.ToLower(string(u.r[:slices.Index(u.r, ':')]))):
			// Reading: so is markup; a host ends in a letter or a digit.
		case strings.ContainsRune("*_~", c) && marks < 4 && t.marked(u):
			// Reading: so is markup that is open in the line before.
			marks++
			u.cut(len([]rune(strings.TrimRight(string(u.r), string(c)))))
			continue
		case gluedTo(u.r) < n:
			// Reading: no top-level domain is of ASCII letters and others after them.
			u.cut(gluedTo(u.r))
			continue
		default:
			return
		}
		u.cut(n - 1)
	}
}

var refMarkup = regexp.MustCompile(`\*+|_+|~+`)

// marked reports whether the run of one character that the URL ends in is
// before it, on its line, in front of a word, and not again after one. Reading:
// lines of 512 octets and more are no prose. This is about the text as it is, with what is
// struck over.
func (t *refText) marked(u *refRun) (open bool) {
	mark := refMarkup.FindString(reversed(u.r))
	line := t.plain(t.lineStart(u.from[0]), u.from[0])
	if t.text != nil {
		line = string(t.text[t.from[t.lineStart(u.from[0])]:t.from[u.from[0]]])
	}
	if len(line) >= 511 {
		return false
	}
	line += "h"
	for _, at := range refMarkup.FindAllStringIndex(line, -1) {
		if line[at[0]:at[1]] != mark {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(line[:at[0]])
		blank := strings.ContainsRune(" \t\v\f\r\n", before)
		if open {
			open = at[0] == 0 || blank
		} else {
			open = (at[0] == 0 || !isAlnum(before)) && isAlnum(rune(line[at[1]]))
		}
	}
	return open
}

func reversed(r []rune) string {
	r = slices.Clone(r)
	slices.Reverse(r)
	return string(r)
}

func blankAt(t *refText, i int) bool { c := t.rune(i); return c == refEnd || refSpace(c) }

// inHost reports whether the run ends in its authority.
func (t *refText) inHost(r []rune) bool {
	s := string(r)
	i := strings.IndexByte(s, ':')
	return i >= 0 && strings.HasPrefix(s[i:], "://") && !strings.ContainsAny(s[i+3:], "/?#")
}

// inAddress reports whether r has neither a host nor a query, as an address, a newsgroup or a number, and ends in
// punctuation.
func (t *refText) inAddress(r []rune) bool {
	s := string(r)
	_, rest, _ := strings.Cut(s, ":")
	return !strings.HasPrefix(rest, "//") && !strings.ContainsAny(s, "?#") && s != "" && strings.ContainsRune(".,:;!?@|'*_~", r[len(r)-1])
}

// unpaired returns where the first bracket without a partner is. Those of
// an IPv6 host have theirs.
func unpaired(r []rune) int {
	var open []int
	for i, c := range r {
		switch c {
		case '(', '[', '{':
			open = append(open, i)
		case ')', ']', '}':
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
		}
	}
	if len(open) > 0 {
		return open[0]
	}
	return len(r)
}

// A refPrefix is the text before the text proper of the line that a URL begins in.
type refPrefix struct {
	depth    int  // ">"
	bars     int  // "|"
	colons   int  // ":"
	frames   int  // "│" and the like
	sign     rune // of a diff, 0 without one
	initials string
	leaders  []string
	number   int // -1 if the line has none
	file     string
	fileLine int // -1 if none
}

// What grep and compilers print before a line: a file and a number, a number directly before the
// text, or a file with an extension directly before the text.
var refFiles = []*regexp.Regexp{
	regexp.MustCompile(`^([\w./+-]*[A-Za-z_./+-][\w./+-]*:)(\d{1,9}):`),
	regexp.MustCompile(`^()(\d{1,9}):(?:[^ \t\n\v\f\r]|$)`),
	regexp.MustCompile(`^([\w./+-]+\.[A-Za-z0-9]{1,5}:)()(?:[^/ \t\n\v\f\r]|$)`),
}

// inFile skips the file and the number that the first line has.
func (t *refText) inFile(i int, p *refPrefix) int {
	p.fileLine = -1
	for _, re := range refFiles {
		m := re.FindStringSubmatch(t.string(i))
		if m == nil {
			continue
		}
		i += len(m[1])
		if p.file = m[1]; m[2] != "" {
			p.fileLine, _ = strconv.Atoi(m[2])
			i += len(m[2]) + 1
		}
		break
	}
	return i
}

// pastFile skips the same file and the next number in a later line.
func (t *refText) pastFile(i int, p *refPrefix, lines int) int {
	if p.file == "" && p.fileLine < 0 {
		return i
	}
	re := `^`
	if p.file != "" {
		re += regexp.QuoteMeta(strings.TrimSuffix(p.file, ":")) + `[:-]`
	}
	if p.fileLine >= 0 {
		re += `0*` + strconv.Itoa(p.fileLine+lines) + `[:-]`
	}
	return i + len(regexp.MustCompile(re).FindString(t.string(i)))
}

// string returns some of the text from i on.
func (t *refText) string(i int) string {
	return string(t.r[min(i, len(t.r)):min(i+600, len(t.r))])
}

// What programs begin lines with: a date, a time, a level, a file, a number, a prompt, a drive.
var refProgram = regexp.MustCompile(`^(?:\d{4}-\d\d-\d\d(?:[ \t]|T\d\d:)|\d{4}/\d\d/\d\d[ \t]|\d\d/[A-Z][a-z]{2}/\d{4}:` +
	`|(?:[A-Z][a-z]{2}[ \t])?[A-Z][a-z]{2}[ \t]\d\d[ \t]\d\d:\d\d|[A-Z][a-z]{2}[ \t][ \t]\d[ \t]\d\d:\d\d` +
	`|[A-Za-z]:\\|In[ \t]\[\d|Out\[\d|(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR|CRITICAL|FATAL)[:\] \t]` +
	`|\d+:|[\w./+-]+:\d+:|[\w./+-]+\.[A-Za-z0-9]{1,5}:[^/\d \t\n\v\f\r]|[\w./+-]+@[^ \t\n\v\f\r]*[$#%][ \t\n\v\f\r])`)

// byProgram reports whether a program has begun the line with the text at i: by one of these, or by a
// word of one punctuation character.
func (t *refText) byProgram(i int) bool {
	s := t.string(i)
	s = s[:min(len(s), 256)]
	if refProgram.MatchString(s) {
		return true
	}
	word := s
	if k := strings.IndexAny(s, " \t\n\v\f\r"); k >= 0 {
		word = s[:k]
	}
	return word != "" && strings.ContainsRune("_~%/?&=#", rune(word[0])) && strings.Trim(word, word[:1]) == ""
}

func (t *refText) lineBreak(i int) int {
	switch {
	case t.rune(i) == '\r' && t.rune(i+1) == '\n':
		return 2
	case t.rune(i) == '\r', t.rune(i) == '\n':
		return 1
	}
	return 0
}

func (t *refText) lineStart(i int) int {
	for i > 0 && t.rune(i-1) != '\n' && t.rune(i-1) != '\r' {
		i--
	}
	return i
}

// blanks skips the white space at i that is within a line, and colours: "damage
// goes like white space".
func (t *refText) blanks(i int) int {
	for {
		c, n := t.rune(i), t.colour(i)
		if n == 0 && (!refSpace(c) || t.lineBreak(i) > 0 || strings.ContainsRune("\v\f\u2028\u2029", c)) {
			return i
		}
		i += max(n, 1)
	}
}

// refItem matches what begins an item of a list of options or telephone numbers.
var refItem = regexp.MustCompile(`^(?:-[A-Za-z][ \t\r\n,=]|\+[0-9]{1,3} [0-9(])`)

// prefix reads the prefix of the line that begins at i, before end. "Prefixes:
// first the run of > with blanks between; | and :. Then the comment leader. An
// initials prefix (JD> ). A line number (1224. )."
//
// Reading: the line number comes first of all, or after the quote marks; the
// initials, which mark a quotation, are after or among these. A comment may
// begin after code, so the leader may be anywhere in the first line.
func (t *refText) prefix(i, end int) (p refPrefix) {
	head := t.alone(t.r[:end+1]) // the text after a leader matters
	i = head.inFile(i, &p)
	if c := head.rune(i); (c == '+' || c == '-') && head.rune(i+1) != c && head.rune(i+1) != '>' && (c == '+' || !refSpace(head.rune(i+1))) && !refItem.MatchString(head.string(i)) {
		p.sign = c
		i++
	}
	i, p.number = head.lineNumber(head.blanks(i))
	all := refPrefix{depth: end, bars: end, colons: end, frames: end}
	i = head.marks(i, &p, &all)
	if p.number < 0 {
		i, p.number = head.lineNumber(head.blanks(i))
	}
	if k, s := head.initials(head.blanks(i)); s != "" {
		p.initials = s
		i = head.marks(k, &p, &all)
	}
	for i = head.blanks(i); i < end; i = head.blanks(i) {
		if k, s := head.leader(i, true); s != "" {
			p.leaders = append(p.leaders, s)
			i = k
			continue
		}
		for i < end && head.blanks(i) == i {
			i++
		}
	}
	return p
}

// marks skips quote marks, no more than are left, and counts them into p.
func (t *refText) marks(i int, p, left *refPrefix) int {
	for k := i; ; k++ {
		k = t.blanks(k)
		switch c := t.rune(k); {
		case c == '>' && p.depth < left.depth:
			p.depth++
		case c == '|' && p.bars < left.bars:
			p.bars++
		case c == ':' && p.colons < left.colons:
			p.colons++
		case refFrame(c) && p.frames < left.frames:
			p.frames++
		default:
			return i
		}
		i = k + 1
	}
}

// "An initials prefix (JD> )". Reading: up to ten letters of ASCII.
func (t *refText) initials(i int) (int, string) {
	k := i
	for isAlpha(t.rune(k)) {
		k++
	}
	if k > i && k-i <= 10 && t.rune(k) == '>' {
		return k + 1, string(t.r[i : k+1])
	}
	return i, ""
}

var leaders = []string{";", "#", "//", "/*", "*", "%", "--", "!", "'''", "dnl", ".\\\"", "REM", "rem"}

// ";+ #+ //+ *+ %+ --+ !+ ”' dnl .\" REM, each followed by white space on both
// lines; /* on the first line counts as *." Reading: a line may end with it.
func (t *refText) leader(i int, first bool) (int, string) {
	for _, l := range leaders {
		n := len(l)
		if !t.hasExactly(i, l) {
			continue
		}
		k := i + n
		for !isAlpha(rune(l[0])) && l[0] != '.' && t.rune(k) == rune(l[n-1]) {
			k++
		}
		if t.blanks(k) == k && t.lineBreak(k) == 0 && t.rune(k) != refEnd {
			continue
		}
		switch {
		case l == "/*" && !first:
			continue
		case l == "/*":
			l = "*"
		case l == "rem":
			l = "REM"
		}
		return k, l
	}
	return i, ""
}

// "A line number (1224. )". Reading: "1224) ", "1224: " and "1224 " too.
func (t *refText) lineNumber(i int) (int, int) {
	k, n := i, 0
	for isDigit(t.rune(k)) && k-i < 9 {
		n = 10*n + int(t.rune(k)-'0')
		k++
	}
	if k == i {
		return i, -1
	}
	if c := t.rune(k); c == '.' || c == ':' || c == ')' {
		k++
	}
	if t.blanks(k) > k || t.lineBreak(k) > 0 || t.rune(k) == refEnd {
		return t.blanks(k), n
	}
	return i, -1
}

// stripped skips from the line that begins at i, lines lines after the first,
// what p allows: "in continuation lines only: the run of > up to the depth of
// the line where the wrapper opened (it may be less; a further > closes the
// wrapper); | and : only if the first line has them. The comment leader, if the
// first line has the same one. An initials prefix only if the first line has
// the very same. A line number only if the first line has one that is less by
// the number of lines between."
//
// Reading: no more | and : than the first line has.
func (t *refText) stripped(i int, p *refPrefix, lines int) int {
	i = t.pastFile(i, p, lines)
	numbered := p.number < 0
	number := func() {
		if k, n := t.lineNumber(t.blanks(i)); !numbered && n == p.number+lines {
			i, numbered = k, true
		}
	}
	if p.sign != 0 && t.rune(i) == p.sign && !refItem.MatchString(t.string(i)) {
		i++
	}
	number()
	var used refPrefix
	i = t.marks(i, &used, p)
	number()
	if k, s := t.initials(t.blanks(i)); s != "" && s == p.initials {
		i = t.marks(k, &used, p)
	}
	if k, s := t.leader(t.blanks(i), false); slices.Contains(p.leaders, s) {
		i = k
	}
	return t.inline(i)
}

// inline skips white space and colours, but no line break and no form feed.
func (t *refText) inline(i int) int {
	for {
		if n := t.colour(i); n > 0 {
			i += n
			continue
		}
		if c := t.rune(i); !refSpace(c) || t.lineBreak(i) > 0 || c == '\f' {
			return i
		}
		i++
	}
}

// "ANSI colour sequences". Reading: ESC [ … m, and ESC [ K, which grep writes
// after each.
func (t *refText) colour(i int) int {
	if t.rune(i) != 0x1b || t.rune(i+1) != '[' {
		return 0
	}
	for k := i + 2; ; k++ {
		switch c := t.rune(k); {
		case isDigit(c) || c == ';' || c == ':':
		case c == 'm', c == 'K':
			return k + 1 - i
		default:
			return 0
		}
	}
}

// coloured reports whether the character at i is part of a colour sequence.
func (t *refText) coloured(i int) bool {
	for k := i; k >= 0 && i-k < 64; k-- {
		if t.rune(k) == 0x1b {
			return k+t.colour(k) > i
		}
	}
	return false
}

// goesOn finds the text of the line that begins at i, lines lines after the first one,
// after its prefix and white space. It is not ok if the line is blank, unless a page ends
// here: then the text is that of the next page. n counts the lines.
//
// "a form feed, with blank lines and at most one other line before and one
// behind it (page footer and header), none of them part of the URL"; "a line
// blank after prefix stripping (unless a form feed follows within eight lines)".
//
// Reading: the form feed begins its line; the footer is below a blank line, the header
// above one, and it ends no wrapper: it has no ">" before a "<". Neither holds a URL. Both
// counts are of eight
// lines: after the first blank line, and after the form feed.
func (t *refText) goesOn(i int, p *refPrefix, lines int) (at, n int, ok bool) {
	footer := false
	for n = 1; n <= 9; n++ {
		at = t.stripped(i, p, lines+n)
		switch c := t.rune(at); {
		case c == refEnd:
			return 0, 0, false
		case c == '\f':
			return t.newPage(at+1, p, lines, n)
		case t.lineBreak(at) > 0:
			i = at + t.lineBreak(at)
			continue
		case n == 1:
			return at, n, true
		case footer:
			return 0, 0, false
		}
		footer = true
		if i = t.nextLine(at); i < 0 || refMayHoldURL(t.r[at:i]) {
			return 0, 0, false
		}
	}
	return 0, 0, false
}

var refURL = regexp.MustCompile(`://|<[A-Za-z0-9+.-]+:`)

// refMayHoldURL reports whether a footer or header may hold a URL.
func refMayHoldURL(line []rune) bool { return refURL.MatchString(string(line)) }

// newPage finds the text of a page that begins at i: n counts lines from there.
func (t *refText) newPage(i int, p *refPrefix, lines, n int) (at, m int, ok bool) {
	header := false
	m = n
	for range 8 {
		at = t.stripped(i, p, lines+m)
		switch c := t.rune(at); {
		case c == refEnd:
			return 0, 0, false
		case c == '\f':
			i = at + 1
			continue
		case t.lineBreak(at) > 0:
			i = at + t.lineBreak(at)
			m++
			continue
		case header:
			return at, m, true
		}
		k := at
		for c := t.rune(k); c != refEnd && t.lineBreak(k) == 0 && !strings.ContainsRune("<>", c); c = t.rune(k) {
			k++
		}
		below := t.nextLine(at)
		if t.rune(k) == '>' || below < 0 || refMayHoldURL(t.r[at:below]) || t.lineBreak(t.stripped(below, p, lines+m+1)) == 0 {
			return at, m, true
		}
		header, i = true, below
		m++
	}
	return 0, 0, false
}

// nextLine returns where the line after the one of i begins, -1 at the end.
func (t *refText) nextLine(i int) int {
	for t.lineBreak(i) == 0 {
		if t.rune(i) == refEnd {
			return -1
		}
		i++
	}
	return i + t.lineBreak(i)
}

func refSpaceOrColour(t *refText, i int) bool { return refSpace(t.rune(i)) || t.colour(i) > 0 }

// gap skips a run of white space, with all line breaks and the prefixes after
// them. n is the number of line breaks; it is not ok where a blank line or the
// text's end comes.
func (t *refText) gap(i int, p *refPrefix, lines int) (at, n int, ok bool) {
	for refSpace(t.rune(i)) {
		b := t.lineBreak(i)
		if b == 0 {
			i++
			continue
		}
		at, k, ok := t.goesOn(i+b, p, lines+n)
		if n++; !ok {
			return i, n, false
		}
		n += k - 1
		i = at
	}
	return i, n, t.rune(i) != refEnd
}

// joins reports whether the bare URL that ends at i in a hyphen continues in the next
// line, and where.
//
// "joined when the URL ends its line in a hyphen (white space behind it counts
// as none) and the next line, after its prefix by rule 4, goes on with a letter,
// digit or one of _ ~ % / ? & = #, is no new URL and no footnote mark ([1],
// (1), 1), 1. )".
//
// Reading: letters and digits are those of any script that a URL may have; "www." with a
// character after it, and "URL:", begin a URL too; a footnote's number has up to four
// digits.
func (t *refText) joins(i int, p *refPrefix, lines int) (at, n int, ok bool) {
	for t.rune(t.inline(i)) == '\f' {
		i = t.inline(i) + 1
	}
	i = t.inline(i)
	if t.lineBreak(i) == 0 {
		return 0, 0, false
	}
	at, n, ok = t.goesOn(i+t.lineBreak(i), p, lines)
	return at, n, ok && lines+n < t.maxLines() && t.resumes(at, partStarts)
}

// refPort matches a port at the end of an authority.
var refPort = regexp.MustCompile(`:[0-9]+-*$`)

// entersPort reports whether the URL continues at index i, unless it is in its port, in which
// only digits and the next part continue it, and which no hyphen breaks.
func (t *refText) entersPort(url []rune, i int) bool {
	return !refPort.MatchString(string(url)) || url[len(url)-1] != '-' && (isDigit(t.rune(i)) || strings.ContainsRune("/?#", t.rune(i)))
}

// partStarts are the characters, beside letters and digits, that continue a URL in the next line.
const partStarts = "_~%/?&=#"

// resumes reports whether the text at a line's beginning, which begins with a letter, a digit or one of
// first, continues a URL: see joins.
func (t *refText) resumes(at int, first string) bool {
	c := t.rune(at)
	if endsRun(c) || !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(first, c) {
		return false
	}
	if _, is := t.begins(at, at); is || t.byProgram(at) || t.has(at, "url:") || t.has(at, "www.") && isSchemeChar(t.rune(at+4)) {
		return false
	}
	// Reading: nor the initials of another quoted author, "JD> ".
	word := at
	for isAlpha(t.rune(word)) {
		word++
	}
	if n := word - at; n > 0 && n <= 4 && unicode.IsUpper(t.r[at]) && t.rune(word) == '>' && strings.ContainsRune(" \t", t.rune(word+1)) {
		return false
	}
	k := at
	for isDigit(t.rune(k)) && k-at < 4 {
		k++
	}
	if k > at && (t.rune(k) == ')' || t.rune(k) == '.' && blankAt(t, k+1)) {
		return false
	}
	return true
}

// wrapper finds the wrapper that opens at i, if one does.
//
// "Start. <URL: in any letter case; optional white space, at most one line break in it;
// then a scheme (line breaks inside it count like any other) and a colon; an unknown
// scheme only with no white space after that colon." "End. The first >. It is unclosed
// if before that comes a <, a line blank after prefix stripping, more than three runs of
// white space that are not at a line break (prose), or a limit." "Angles without URL:
// follow the same rules when < is followed by a scheme as section 3.1 wants it, with two
// differences: white space is dropped only together with a line break (a blank within a
// line, or |, ends the URL), and a joined line must not contain another scheme after
// white space (then it is unclosed). RFC 3986 appendix C's wider reading comes with
// --rejoin=wide."
//
// Reading: where a blank or "|" ends the URL, the angle is unclosed. A blank after the
// colon, or the slashes after that, and one before ">" ends nothing. With a label too, no
// scheme may follow white space in a line after the first. The white space after "<URL:"
// does not count as one of the three runs. White space in the scheme is dropped too, but
// in an unknown scheme only at line breaks. A colour sequence alone does not count; among
// white space it is a part of the run. Without a label the scheme must be unbroken, and
// an unknown one must have its "//" directly after it. "Nothing but a scheme is nothing"
// in wrappers too, with a label in the strict sense, so that "any valid URL inside
// <URL:…> comes back whole".
func (t *refText) wrapper(i int) (f refFind, ok bool, next int) {
	f = refFind{kind: Angle, off: i}
	p := t.prefix(t.lineStart(i), i)
	k := i + 1
	if t.has(k, "url:") {
		f.kind, k = Wrapped, k+4
	}
	k, lines := t.lead(k, &p)
	if k < 0 {
		return f, false, i
	}
	start := k
	f.rejoined = lines > 0

	var url []rune
	var hyphens []int
	scheme := 0 // its length
	runs := 0   // of white space, away from line breaks
	spaced := false
	closed := false
	joined := false // over a line break
	limit := t.maxBytes(i)
content:
	for c := t.rune(k); c != refEnd && c != '<' && k < limit && !(scheme > 0 && t.tooLong(url)); c = t.rune(k) {
		switch {
		case t.colour(k) > 0:
			if scheme == 0 && f.kind == Angle {
				return f, false, i
			}
			k += t.colour(k)
			continue
		case refSpace(c):
			at, n, ok := t.gapAndColours(k, &p, lines)
			if n > 0 && !ok {
				break content // a blank line
			}
			if scheme == 0 && (f.kind == Angle || len(url) == 0) {
				return f, false, i
			}
			spaced = spaced || scheme == 0 && n == 0
			if n > 0 && lines+n >= t.maxLines() {
				break content
			}
			if scheme > 0 && len(url) == scheme+1 && !t.known(strings.ToLower(string(url[:scheme]))) {
				return f, false, i
			}
			if last := len(url) - 1; n == 0 {
				runs++
				strict := f.kind == Angle && t.Rejoin != RejoinWide
				ends := strict && strings.Trim(string(url[scheme+1:]), "/") != "" && t.rune(at) != '>'
				if !t.foldedIn(k, at) && (ends || joined && t.anew(at)) {
					break content
				}
			} else {
				f.rejoined, joined = true, true
				if url[last] == refSoft || url[last] == 0x2010 { // "a soft hyphen at a break"
					url = url[:last]
					last--
				}
				if last >= 0 && url[last] == '-' && !slices.Contains(hyphens, last) {
					hyphens = append(hyphens, last)
				}
				if last > scheme && url[last] == '\\' { // a shell continues the line so
					url = url[:last]
				}
			}
			if runs > 3 {
				break content
			}
			k, lines = at, lines+n
			continue
		case c == '>':
			closed = true
			break content
		case c == '|' && scheme > 0 && f.kind == Angle && t.Rejoin != RejoinWide:
			break content
		case c == '[' && scheme > 0 && f.kind == Angle && t.Rejoin != RejoinWide && refLabelled.MatchString(string(url)) && refLabel.MatchString(t.string(k)) && !t.anyStruck(k, k+len([]rune(refLabel.FindString(t.string(k))))):
			break content
		case c == '\\' && isPunct(t.rune(k+1)):
			// "A backslash before ASCII punctuation is dropped, and \> closes."
			if scheme == 0 && f.kind == Angle {
				return f, false, i
			}
			k++
			continue
		case scheme > 0 && c == refSoft: // "A soft hyphen is dropped."
			k++
			continue
		case scheme > 0:
		case c == ':' && len(url) > 0:
			scheme = len(url)
		case (c == refSoft || c == 0x2010) && len(url) > 0 && t.lineBreak(t.inline(k+1)) > 0:
		case !isSchemeChar(c):
			return f, false, i
		}
		if n := len(url); isPunct(c) && n > 0 && url[n-1] == '\\' {
			url = url[:n-1] // with the white space between gone, it is before punctuation
		}
		url = append(url, c)
		k++
	}
	if n := len(url); closed && n > 0 && url[n-1] == '\\' {
		url = url[:n-1] // "\>" closes
	}
	if closed && scheme > 0 {
		url, hyphens = t.unreferenced(url, hyphens)
	}
	name := strings.ToLower(string(url[:scheme]))
	switch {
	case scheme == 0, spaced && !t.known(name):
		return f, false, i
	case refNeeds[name] == defused && (!closed || f.kind == Angle):
		return f, false, i
	case f.kind == Angle && !t.known(name) && !t.hasExactly(t.colonAt(start), "://"):
		return f, false, i
	}
	rest := string(url[scheme+1:])
	empty := rest == "" || rest == "//" || f.kind == Angle && rest != "*" && !strings.ContainsFunc(rest, isSubstance)
	if f.kind == Angle && (isProse(url, scheme) || closed && !t.angleHolds(url, scheme)) {
		return f, false, i
	}
	// Reading: brackets around a URL that is not valid are read as if they were
	// not closed, unless such URLs are selected.
	if !closed || !empty && t.Validity == ValidOnly && !refValid(string(url)) {
		// "Then the URL is taken as a bare one to the end of the line that its
		// scheme begins on, by section 3, not joined, and scanning goes on
		// behind it."
		// Reading: the scheme is what the wrapper begins with, be it glued to a
		// word or not; but broken it is none.
		if colon := start + scheme; string(t.r[start:min(colon+1, len(t.r))]) != string(url[:scheme+1]) ||
			!t.known(name) && !t.takesUnknown(name) || !t.follows(string(url[:scheme]), colon+1) {
			return f, false, i
		}
		if _, is := t.begins(start, start); !is && f.kind == Angle {
			return f, false, i
		}
		return t.bare(start, start, start, false)
	}
	f.end = k + 1
	if empty {
		return f, false, f.end
	}
	f.url, f.hyphens = url, hyphens
	// Reading: a wrapper of a scheme that is not looked for is gone over.
	return f, t.wanted(name), f.end
}

var (
	refLabelled = regexp.MustCompile(`^[^:]+://[^/?#]*/(?:[^?#]*[A-Za-z0-9/])?$`)
	refLabel    = regexp.MustCompile(`^\[[A-Za-z@][A-Za-z0-9@._\x{80}-\x{10ffff}-]{0,61}\]>`)
)

// unreferenced returns url, from brackets, without character references. Reading: they are read as in a bare
// URL, but end nothing.
func (t *refText) unreferenced(url []rune, hyphens []int) (out []rune, shifted []int) {
	whole := t.alone(url)
	for i := 0; i < len(url); i++ {
		for _, h := range hyphens {
			if h == i {
				shifted = append(shifted, len(out))
			}
		}
		switch r, size := whole.reference(i); {
		case size > 0 && r == refSoft:
			i += size - 1
		case size > 0 && (r == '\'' || r == '&' && strings.ContainsAny(string(url[:i]), "?#") && out[len(out)-1] != '?' && whole.continuesParameter(i+size)):
			out = append(out, r)
			i += size - 1
		default:
			out = append(out, url[i])
		}
	}
	return out, shifted
}

// foldedIn reports whether a line break was removed before one of the characters from i
// to j. Reading: white space there counts as white space at a line break.
func (t *refText) foldedIn(i, j int) bool {
	for k := i; k <= j && k < len(t.r); k++ {
		if t.octets[t.from[k]].folded {
			return true
		}
	}
	return false
}

// anew reports whether a URL with a known scheme begins at i, or after an opening bracket
// or quote there. Reading: this is about the text as it is, with what is struck over.
func (t *refText) anew(i int) bool {
	if i >= len(t.r) {
		return false
	}
	var r []rune
	for b := t.text[t.from[i]:min(len(t.text), t.from[i]+400)]; len(b) > 0; {
		c, n := refRune(b)
		r, b = append(r, c), b[n:]
	}
	raw := t.alone(r)
	i = 0
	if strings.ContainsRune("([{\"'`", raw.rune(0)) {
		i = 1
	}
	colon := i
	for isSchemeChar(raw.rune(colon)) {
		colon++
	}
	name := raw.plain(i, colon)
	return raw.rune(colon) == ':' && t.known(strings.ToLower(name)) && raw.follows(name, colon+1)
}

// angleHolds reports whether angle brackets without a label hold url.
func (t *refText) angleHolds(url []rune, scheme int) bool {
	at, is := t.alone(url).begins(0, 0)
	return is && at == scheme
}

// isProse reports whether angle brackets without a label hold prose, of which url is
// read.
//
// Reading: with a double quote in it, it is not a URL, nor is a template.
func isProse(url []rune, scheme int) bool {
	rest, slashes := strings.CutPrefix(string(url[scheme:]), "://")
	return strings.Contains(string(url), `"`) || slashes && rest != "" && strings.Contains("$*,;!&+=-.:", rest[:1])
}

// refValid reports whether a URL is valid at the widest level, or by RFC 1738 if its scheme has a
// section there.
func refValid(url string) bool {
	_, wide := parse.Parse(url, parse.Lenient)
	_, err := parse.Parse(url, parse.RFC1738)
	name, _, _ := strings.Cut(url, ":")
	return wide == nil || err == nil && slices.Contains(strings.Fields("ftp http gopher mailto news nntp telnet wais file prospero"), strings.ToLower(name))
}

// lead skips the text before a wrapper's scheme: "optional white space, at most one line
// break in it". It returns -1 if there is more, or a blank line. Reading: a form feed is
// white space there, and ends no page.
func (t *refText) lead(i int, p *refPrefix) (at, lines int) {
	for {
		b, c := t.lineBreak(i), t.colour(i)
		switch {
		case b > 0 && (lines == 1 || t.maxLines() == 1):
			return -1, 0
		case b > 0:
			lines = 1
			i = t.stripped(i+b, p, 1)
			if t.rune(i) == refEnd || t.lineBreak(i) > 0 {
				return -1, 0
			}
		case c > 0:
			i += c
		case refSpace(t.rune(i)):
			i++
		default:
			return i, lines
		}
	}
}

// gapAndColours is gap, and skips colours: "damage goes like white space".
func (t *refText) gapAndColours(i int, p *refPrefix, lines int) (at, n int, ok bool) {
	for {
		at, k, ok := t.gap(i, p, lines+n)
		n += k
		if c := t.colour(at); c > 0 && ok {
			i = at + c
			continue
		}
		return at, n, ok
	}
}

func isPunct(c rune) bool { return c > ' ' && c < 0x7f && !isAlnum(c) }
