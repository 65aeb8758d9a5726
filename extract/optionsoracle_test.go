package extract

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/parse"
)

// This file is the reference for the effects of options, and for the fields of a match
// other than its URL.

// refOptions are options, with the list of schemes as text.
type refOptions struct {
	Options
	schemes string // as ParseSchemes reads them
	formats bool   // a text that begins with "<?xml " is XML, and one that begins with csvHead is CSV
}

// scanner returns the options as a Scanner takes them.
func (o *refOptions) scanner() *Options {
	s := o.Options
	if s.Input = InputText; o.formats {
		s.Input = InputAuto
	}
	if o.schemes != "" {
		var err error
		if s.Schemes, err = ParseSchemes(o.schemes); err != nil {
			panic(err)
		}
	}
	return &s
}

func (o *refOptions) String() string {
	return fmt.Sprintf("kinds %v schemes %q level %v validity %v rejoin %v drop hyphens %v unquoted %v no signature %v no place %v at most %d bytes in %d lines",
		o.Kinds, o.schemes, o.Level, o.Validity, o.Rejoin, o.DropHyphens, o.SkipQuoted, o.SkipSignatures, o.SkipPlaces, o.MaxURL, o.MaxLines)
}

// randomOptions changes some of the defaults.
func randomOptions(rnd *rand.Rand) *refOptions {
	o := new(refOptions)
	chance := func() bool { return rnd.IntN(6) == 0 }
	if chance() {
		for set, k := 1+rnd.IntN(1<<4-1), Wrapped; k <= Bare; k++ {
			if set>>k&1 == 1 {
				o.Kinds = append(o.Kinds, k)
			}
		}
	}
	if chance() {
		lists := []string{"http", "ftp,foo", "-http", "-foo,-ftp", "+x", "+data,+cid", "news,+http", "+c,-mailto", "x-y,git+ssh,tel"}
		o.schemes = lists[rnd.IntN(len(lists))]
	}
	if chance() {
		o.Level = []parse.Level{parse.RFC1738, parse.RFC3986}[rnd.IntN(2)]
	}
	if chance() {
		o.Validity = []Validity{InvalidOnly, ValidAndInvalid}[rnd.IntN(2)]
	}
	if rnd.IntN(3) == 0 {
		o.Rejoin = []Rejoin{RejoinNone, RejoinWrapped, RejoinWide, RejoinWide}[rnd.IntN(4)]
	}
	if chance() {
		o.DropHyphens = true
	}
	if chance() {
		o.MaxURL = 8 + rnd.IntN(30)
	}
	if chance() {
		o.MaxLines = 1 + rnd.IntN(4)
	}
	switch rnd.IntN(6) {
	case 0:
		o.SkipPlaces = true
	case 1:
		o.SkipQuoted = true
	case 2:
		o.SkipSignatures = true
	}
	return o
}

// named reports whether a scheme was named: "--scheme LIST replaces the table, +x
// adds, -x takes away."
func (o *refOptions) named(name string) bool {
	return slices.ContainsFunc(strings.Split(o.schemes, ","), func(s string) bool {
		return !strings.HasPrefix(s, "-") && strings.TrimPrefix(s, "+") == name && name != ""
	})
}

func (o *refOptions) taken(name string) bool {
	return slices.Contains(strings.Split(o.schemes, ","), "-"+name)
}

// replaced reports whether the table does not hold.
func (o *refOptions) replaced() bool {
	return slices.ContainsFunc(strings.Split(o.schemes, ","), func(s string) bool { return s != "" && s[0] != '+' && s[0] != '-' })
}

func (o *refOptions) known(name string) bool {
	return !o.taken(name) && (o.named(name) || isBuiltIn(name) && !o.replaced())
}

// wanted reports whether URLs of a scheme are looked for at all.
func (o *refOptions) wanted(name string) bool {
	return !o.taken(name) && (o.named(name) || !o.replaced()) && refNeeds[name] != defused
}

// takesUnknown: "any other well-formed scheme of two or more characters needs
// `://`." "`cid: mid: data: javascript: about: blob:` only when named by
// `--scheme`." "`hxxp`, `hxxps`, `fxp` are none without `--refang`."
func (o *refOptions) takesUnknown(name string) bool {
	return len(name) > 1 && isAlpha(rune(name[0])) && refNeeds[name] != ifNamed && refNeeds[name] != defused && !o.taken(name) && !o.replaced()
}

// "a limit (--max-url 128 KiB, --max-lines 2048)". "A bare URL longer than
// --max-url is no match: skipped to its end, counted."
//
// Reading: where it is longer by 16 bytes, that is before anything is taken from its
// end, and it is skipped to white space, a control, a quote, a closing bracket or an angle bracket
// of ASCII, or to a separator before another URL.
func (o *refOptions) tooLong(url []rune) bool { return len(string(url)) > o.maxURL() }

func (o *refOptions) farTooLong(url []rune) bool { return len(string(url)) > o.maxURL()+16 }

func (o *refOptions) maxURL() int {
	if o.MaxURL > 0 {
		return o.MaxURL
	}
	return 128 << 10
}

func (t *refText) skipped(i int) int {
	for c := t.rune(i); c != refEnd && (c > 0x7f || !endsRun(c)) && !strings.ContainsRune(")]}'`", c); c = t.rune(i) {
		if strings.ContainsRune(",;|", c) && t.divides(i+1) {
			break
		}
		i++
	}
	return i
}

func (o *refOptions) maxLines() int {
	switch {
	case o.Rejoin == RejoinNone:
		return 1
	case o.MaxLines > 0:
		return o.MaxLines
	}
	return 2048
}

// maxBytes returns the greatest offset at which a wrapper that begins at i can end.
// Reading: in the text the wrapper is at most twice as long as the URL, with 512 bytes
// for the prefix of each line.
func (t *refText) maxBytes(i int) int {
	end := i
	for end < len(t.r) && t.from[end]-t.from[i] < 2*t.maxURL()+512*t.maxLines() {
		end++
	}
	return end
}

// isRest reports whether the word at i is the rest of the URL whose line ends at end. The
// URL begins after encl.
//
// "With --rejoin=wide, also if they fill their line, and one word stands alone on
// the next that holds what prose does not: but no rule, field, comment or code. Or
// if the URL ends in /, or the word begins a part of a query; or the bracket before
// the URL is closed behind the word."
//
// Reading: a full line has 70 bytes. If a URL was broken before, all its lines count,
// since quoting breaks it again. Punctuation, a bracket or a quote may follow the word;
// but "," and ":" make it a part of a list or a program.
func (t *refText) isRest(i int, url []rune, encl, end int, inQuery bool) bool {
	k := i
	for c := t.rune(k); c != refEnd && (c > 0x7f || !refSpace(c)); c = t.rune(k) {
		k++
	}
	behind := k
	for t.rune(behind) == ' ' || t.rune(behind) == '\t' {
		behind++
	}
	whole := t.plain(i, k)
	word := strings.TrimRight(whole, ".,;:!?)]}>\"'`")
	inner := []rune(strings.TrimRight(whole, ".,;:!?"))
	closed := len(inner) > 0 && refPairs[t.rune(encl-1)] == inner[len(inner)-1] && encl > 0
	if t.rune(behind) != refEnd && t.lineBreak(behind) == 0 && !closed {
		return false
	}
	last := url[len(url)-1]
	switch {
	case strings.ContainsAny(word, `<>"(`), strings.ContainsAny(whole[len(word):], ",:"):
		return false
	case !inQuery && refSetting.MatchString(word), strings.ContainsRune(".,;:!?", last):
		return false
	case last == '/' && strings.HasPrefix(word, "/"):
		return false
	case refNoRest.MatchString(word), !refPart.MatchString(word):
		return false
	}
	full := t.from[end]-t.from[t.lineStart(encl)] >= 70
	return full || last == '/' || refParameter.MatchString(word)
}

var (
	refSetting   = regexp.MustCompile(`^[^=/?&#%]+=`)
	refParameter = regexp.MustCompile(`^[?&][^=]+=`)
	refPart      = regexp.MustCompile(`[/?=&%#_~]|[.-][A-Za-z0-9]`)
	refNoRest    = regexp.MustCompile(`====|----|____|~~~~|####|\*\*\*\*|://|^#|^%|^//|^/\*|^[^/?=&%#_~.:]*:|^[^@/?=&%#][^/?=&%#]*@[^/?=&%#]*$`)
)

// reference returns the matches in b.
func reference(b []byte, o *refOptions) []Match {
	octets := make([]refOctet, len(b))
	for i, c := range b {
		octets[i] = refOctet{c: c, from: i, to: i + 1}
	}
	t := refDecode(octets, o)
	t.xml = o.formats && bytes.HasPrefix(b, []byte("<?xml "))
	t.csv = o.formats && bytes.HasPrefix(b, []byte(csvHead))
	return t.matches(b)
}

// matches returns the matches in a text of the input.
func (t *refText) matches(input []byte) (matches []Match) {
	for _, f := range t.finds() {
		if m, ok := t.match(input, &f); ok {
			matches = append(matches, m)
		}
	}
	return matches
}

// match makes a match of a candidate, if the options select it: "`--invalid` (only what
// fails)", "`--unquoted` (only what the author wrote), `--no-signature`".
//
// "Where text was decoded, offset and end name the encoded bytes from which the
// candidate's first and last characters came."
func (t *refText) match(input []byte, f *refFind) (m Match, ok bool) {
	from, to := t.from[f.off], t.to[f.end-1]
	m.Kind, m.Rejoined = f.kind, f.rejoined
	m.Offset, m.End = int64(t.octets[from].from), int64(t.octets[to-1].to)
	m.URL, m.Alternatives = f.readings()
	if t.DropHyphens && len(f.hyphens) > 0 {
		m.URL, m.Alternatives[0] = m.Alternatives[0], m.URL
	}
	m.Level = t.Level
	_, err := parse.Parse(m.URL, t.Level)
	if t.Kinds != nil && !slices.Contains(t.Kinds, m.Kind) || t.Validity != ValidAndInvalid && (err != nil) != (t.Validity == InvalidOnly) {
		return m, false
	}
	raw := t.text[from:to]
	if !utf8.Valid(raw) {
		m.Raw = string(raw)
	}
	m.Text = refUTF8(raw)
	p := t.prefix(t.lineStart(f.off), f.off)
	signature, original := t.below(from, p.depth)
	depth := p.depth + t.outer
	if t.depths != nil {
		depth = t.depths[from]
	}
	quoted := depth > 0 || p.initials != "" || original
	if t.SkipQuoted && quoted || t.SkipSignatures && signature {
		return m, false
	}
	if !t.SkipPlaces {
		m.Line = 1 + int64(bytes.Count(input[:m.Offset], []byte("\n")))
		m.QuoteDepth, m.Signature = depth, signature
	}
	return m, true
}

// "the match is marked hyphen_ambiguous, the reading without it stands in
// alternatives." Reading: that without any comes first; of up to four hyphens all
// others follow, of up to 32 those without one of them.
func (f *refFind) readings() (url string, alternatives []string) {
	n := len(f.hyphens)
	without := func(dropped func(i int) bool) string {
		var s strings.Builder
		for k, c := range f.url {
			if i := slices.Index(f.hyphens, k); i < 0 || !dropped(i) {
				s.WriteRune(c)
			}
		}
		return s.String()
	}
	if n > 0 {
		alternatives = []string{without(func(int) bool { return true })}
	}
	switch {
	case n <= 4:
		for set := 1; set < 1<<n-1; set++ {
			alternatives = append(alternatives, without(func(i int) bool { return set&(1<<i) != 0 }))
		}
	case n <= 32:
		for one := range n {
			alternatives = append(alternatives, without(func(i int) bool { return i == one }))
		}
	}
	return string(f.url), alternatives
}

// refUTF8 returns text with the bytes that are not UTF-8 as characters.
func refUTF8(b []byte) string {
	var s strings.Builder
	for len(b) > 0 {
		r, n := refRune(b)
		s.WriteRune(r)
		b = b[n:]
	}
	return s.String()
}

// "nothing below `-- `, no list footers". Match.Signature: "below a line that is
// quoted as deep as its own, or in the footer of a mailing list: below a line of 20
// or more "_", "-", "=" or "*" and one that has "mailing list" or "unsubscribe" in
// it." SkipQuoted: "only what the author wrote". Reading: below a line that says so, a
// message is quoted without marks.
//
// Of the line that text ends in, which is not whole, only a footer's words count.
func (t *refText) below(at, depth int) (signature, original bool) {
	if !t.tails {
		return false, false
	}
	text := t.text[:at]
	lines := bytes.SplitAfter(text, []byte("\n"))
	rule := -1 // how deep a rule is quoted that nothing but blank lines is below
	for i, line := range lines {
		marks := refMarks.Find(line)
		line = bytes.TrimRight(line[len(marks):], "\r\n")
		deep := bytes.Count(marks, []byte(">"))
		switch {
		case len(line) == 0:
			continue
		case rule == deep && refFooter.Match(line):
			signature = signature || deep == depth
		}
		if i == len(lines)-1 {
			break
		}
		rule = -1
		switch {
		case string(line) == "-- ":
			signature = signature || deep == depth
		case refRule.Match(line):
			rule = deep
		case deep == 0 && refOriginal.Match(line) && bytes.Count(line, []byte("-"))+bytes.Count(line, []byte(" ")) > 4:
			original = true
		}
	}
	return signature, original
}

var (
	refTail     = regexp.MustCompile(`(?m)^(?:> ?)*(?:-|_{20}|={20}|\*{20})`)
	refMarks    = regexp.MustCompile(`^(?:> ?)*`)
	refRule     = regexp.MustCompile(`^(?:-{20,}|_{20,}|={20,}|\*{20,})[ \t]*$`)
	refFooter   = regexp.MustCompile(`(?i)mailing[ -]list|unsubscribe`)
	refOriginal = regexp.MustCompile(`(?i)^-[- ]*(?:original message|(?:begin )?forwarded message|forwarded by|ursprüngliche nachricht|message d'origine|mensaje original|messaggio originale)[- ]*-$`)
)
