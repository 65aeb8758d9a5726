package defang

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

const firstAt = 1000 // offset where the texts of the tests begin

// isKnownHost is the Decoder.Host of the tests.
func isKnownHost(name []byte) bool {
	return regexp.MustCompile(`(?i)^[^.]+(\.[^.]+)*\.(example|com|org)$`).Match(name)
}

// An octet is a byte of decoded text, with the range of its origin.
type octet struct {
	c          byte
	start, end int64
}

func textOf(octets []octet) string {
	var s []byte
	for _, o := range octets {
		s = append(s, o.c)
	}
	return string(s)
}

// decode decodes src in pieces of the lengths that size returns.
func decode(src []byte, addresses bool, size func() int) []octet {
	d := Decoder{Host: isKnownHost, Addresses: addresses}
	var m offset.Map
	var text []byte
	for at, more := 0, true; more; {
		n := min(size(), len(src)-at)
		piece := bytes.Clone(src[at : at+n])
		at += n
		more = at < len(src)
		text = d.Append(text, piece, firstAt+int64(at-n), &m, !more)
		clear(piece) // must not be kept
		if len(d.held) > MaxHeld {
			panic(fmt.Sprintf("%d bytes are held", len(d.held)))
		}
	}
	if m.Len() != int64(len(text)) {
		panic(fmt.Sprintf("the map is of %d bytes and the text of %d", m.Len(), len(text)))
	}
	octets := []octet{}
	for i, c := range text {
		octets = append(octets, octet{c, m.Start(int64(i)), m.End(int64(i) + 1)})
	}
	return octets
}

// The reference, which uses regular expressions. They treat each octet as a character.
const (
	blank  = `[ \t]`
	symbol = blank + `?(?:dot|at|://|:/|//|[.@:/])` + blank + `?`
	inside = `(?:\[` + symbol + `\]|\(` + symbol + `\)|\{` + symbol + `\})`
	alnum  = `[A-Za-z0-9\x{80}-\x{FF}]`
	local  = `[A-Za-z0-9._+\-='&%~!$]`
	aT     = `\[?[tTxX*]\]?`
	aP     = `\[?[pP]\]?`
	aS     = `(?:\[?[sS]\]?)?`
	signs  = blank + `?[:/\\]+` + blank + `?`
)

var (
	tight   = regexp.MustCompile(`(?i)^` + inside)
	spaced  = regexp.MustCompile(`(?i)^` + blank + `(?:` + inside + `|dot|at)` + blank)
	name    = regexp.MustCompile(`^(?:[hH]` + aT + aT + aP + aS + `|[fF]` + aT + aP + aS + `)`)
	pairs   = regexp.MustCompile(`^(?:\[\])*$`)
	empties = regexp.MustCompile(`^(?:\[\]|\(\)|\{\})`)
	element = regexp.MustCompile(`^(?:[:/\\]|\[` + signs + `\]|\(` + signs + `\)|\{` + signs + `\})`)
	slashes = regexp.MustCompile(`^:[/\\]{0,4}$`)
	dotted  = regexp.MustCompile(`^[A-Za-z0-9\x{80}-\x{FF}_-]{1,63}`)
	slant   = regexp.MustCompile(`^\\{1,2}` + alnum)
	word    = regexp.MustCompile(`^[A-Za-z0-9\x{80}-\x{FF}._-]+`)
	user    = regexp.MustCompile(`[A-Za-z0-9\x{80}-\x{FF}._+\-='&%~!$@]*$`)
	prose   = regexp.MustCompile(`[A-Za-z\x{80}-\x{FF}]` + blank + `$`)
	service = regexp.MustCompile(`(?i)^(?:www|ftp)(?:\.|$)`)
	slash   = regexp.MustCompile(`^[/\[({]`)
	named   = regexp.MustCompile(`[A-Za-z][A-Za-z0-9+.-]*$`)
	literal = regexp.MustCompile(`^\[([\[({hHfF])\]`)
)

// meaningOf returns the text that the notation of a separator represents.
func meaningOf(s string) string {
	s = strings.ToLower(strings.Trim(s, " \t[](){}"))
	return strings.NewReplacer("dot", ".", "at", "@").Replace(s)
}

// decodeSlowly is the reference. It decodes one place after another.
func decodeSlowly(src []byte, addresses bool) []octet {
	in := latin1(src)
	text := []octet{}
	inSlant := false
	for i := 0; i < len(in); {
		inSlant = inSlant && !in[i:].is(`[\x00- "<>]`)
		before := latin1([]byte(textOf(text)))
		s, replacement, slants := notationAt(before, in[i:], addresses)
		if n := in[i:].find(slant); inSlant && n > 0 {
			s, replacement = n-1, "/"
		}
		inSlant = inSlant || slants
		at := int64(firstAt + i)
		if s == 0 {
			text = append(text, octet{src[i], at, at + 1})
			i++
			continue
		}
		for _, c := range []byte(replacement) {
			text = append(text, octet{c, at, at + int64(s)})
		}
		i += s
	}
	return text
}

// runes is text in which each octet is a character.
type runes []rune

func latin1(b []byte) (r runes) {
	for _, c := range b {
		r = append(r, rune(c))
	}
	return r
}

// find returns how many characters of r an expression matches.
func (r runes) find(x *regexp.Regexp) int { return len([]rune(x.FindString(string(r)))) }

func (r runes) is(class string) bool {
	return regexp.MustCompile(`^` + class).MatchString(string(r))
}

func (r runes) endsIn(class string) bool {
	return regexp.MustCompile(class + `$`).MatchString(string(r))
}

// schemeAt returns the length of the defanged scheme that in begins with, its
// replacement, and whether backslashes are after it.
func schemeAt(in runes) (n int, replacement string, slants bool) {
	n = in.find(name)
	written := string(in[:n])
	bare := strings.NewReplacer("[", "", "]", "").Replace(written)
	if n == 0 || !pairs.MatchString(strings.Trim(strings.Map(bracketsOnly, written), " ")) {
		return 0, "", false
	}
	to, delim, brackets := n+in[n:].find(empties), "", in[n:].find(empties) > 0
	for {
		e := in[to:].find(element)
		more := delim + strings.Trim(string(in[to:to+e]), "[](){} \t")
		if e == 0 || !slashes.MatchString(more) {
			break
		}
		to, delim, brackets = to+e, more, brackets || e > 1
	}
	if len(delim) < 2 || bare == written && !strings.ContainsAny(written, "xX*") && !brackets {
		return 0, "", false
	}
	after := in[to:]
	if label := after.find(dotted); strings.HasSuffix(strings.ToLower(written), "[s]") && (label == 0 ||
		!after[label:].is(`\.`+alnum) && (after[label:].find(tight) == 0 || meaningOf(string(after[label:][:after[label:].find(tight)])) != ".")) {
		return 0, "", false
	}
	replacement = restored(bare)
	if strings.HasPrefix(delim, "://") && !strings.Contains(delim, `\`) && !brackets {
		return n, replacement, false
	}
	if !after.is(`(?:` + alnum + `|\[)`) {
		return 0, "", false
	}
	return to, replacement + "://", strings.Contains(delim, `\`)
}

// bracketsOnly removes all characters but square brackets.
func bracketsOnly(r rune) rune {
	if r == '[' || r == ']' {
		return r
	}
	return -1
}

// restored returns the name of a scheme with the letters that were replaced.
func restored(name string) string {
	if strings.Contains(name, "P") {
		return strings.NewReplacer("x", "T", "*", "T", "X", "T").Replace(name)
	}
	return strings.NewReplacer("x", "t", "*", "t", "X", "t").Replace(name)
}

// notationAt returns the length of the notation that in begins with, its replacement, and
// whether it is a scheme with backslashes after it.
func notationAt(before, in runes, addresses bool) (n int, replacement string, slants bool) {
	if n, replacement, slants = schemeAt(in); n > 0 {
		return n, replacement, slants
	}
	if isLiteralAt(in, 1) {
		return 3, string(in[1]), false
	}
	n, replacement = separatorAt(before, in, addresses)
	return n, replacement, false
}

// isLiteralAt reports whether in begins with a literal, with at most maxLiterals-depth of them in
// it.
func isLiteralAt(in runes, depth int) bool {
	if in.find(literal) == 0 || depth > maxLiterals {
		return false
	}
	rest := append(runes{in[1]}, in[3:]...)
	n, _, _ := schemeAt(rest)
	return n > 0 || rest.find(tight) > 0 || isLiteralAt(rest, depth+1)
}

// separatorAt returns the length of the notation of a separator that in begins with, and
// its replacement.
func separatorAt(before, in runes, addresses bool) (n int, replacement string) {
	if n = in.find(spaced); n > 0 && strings.Contains(".@", meaningOf(string(in[:n]))) && spells(before, in, addresses) {
		return n, meaningOf(string(in[:n]))
	}
	n = in.find(tight)
	if n == 0 {
		return 0, ""
	}
	replacement = meaningOf(string(in[:n]))
	after := in[n:]
	var ok bool
	switch replacement {
	case ".":
		ok = before.endsIn(alnum) && after.is(alnum)
	case "@":
		ok = before.endsIn(local) && after.is(alnum)
	case ":":
		name := named.FindString(string(before))
		isNumber := after.is("//[0-9]") && before.endsIn(alnum) && scheme.Lookup(name) == nil && !scheme.IsProgram(name)
		ok = !isNumber && name != "" || before.endsIn(alnum) && after.is("[0-9]")
	case ":/":
		ok = after.find(slash) > 0 && endsInKnown(before)
	case "://":
		ok = before.endsIn(alnum) && after.is(`(?:`+alnum+`|\[)`)
	default:
		ok = before.endsIn(`(?:`+alnum+`|[:/])`) && (after.is(alnum) || after.find(slash) > 0)
	}
	if !ok {
		return 0, ""
	}
	return n, replacement
}

// endsInKnown reports whether text ends in a scheme of the registry that slashes follow.
func endsInKnown(text runes) bool {
	s := scheme.Lookup(named.FindString(string(text)))
	return s != nil && !s.Need.Opaque() && s.Need != scheme.Naming
}

// spells reports whether a notation with blanks around it results in a name.
func spells(before, in runes, addresses bool) bool {
	name := string(before[len(before)-before.find(user):])
	before = before[:len(before)-len([]rune(name))]
	localPart, domain, _ := strings.Cut(name, "@")
	if name == "" || len([]rune(localPart)) > maxLocal || len([]rune(domain)) > maxDomain {
		return false
	}
	first := in[:in.find(spaced)]
	inSquare := in[1] == '[' || in[1] == '{'
	inLocal := meaningOf(string(in[:in.find(spaced)])) == "."
	bareAt, dots, dotsInBrackets := !strings.Contains(name, "@"), false, false
	taken := 0
	for first := true; ; first = false {
		n := max(in.find(spaced), in.find(tight))
		stands := meaningOf(string(in[:n]))
		if n == 0 || stands != "." && stands != "@" || !first && stands == "@" && strings.Contains(name, "@") {
			break
		}
		w := in[n:].find(word)
		if taken += n + w; taken > maxSpelled {
			return false
		}
		if w == 0 {
			if first {
				return false
			}
			break
		}
		switch {
		case stands == "@":
			bareAt = !strings.ContainsAny(string(in[:n]), "[({")
		case in.find(spaced) == 0:
			dotsInBrackets = true
		case strings.Contains(name, "@"):
			dots = true
		}
		name += stands + string(in[n:n+w])
		in = in[n+w:]
	}
	_, host, isAddress := strings.Cut(strings.TrimRight(name, ".-"), "@")
	known := func(name string) bool {
		return strings.Contains(name, ".") && isKnownHost([]byte(name))
	}
	switch {
	case !isAddress && strings.HasSuffix(string(before), "://"):
		return strings.ContainsAny(string(first), "[({")
	case !isAddress:
		return inSquare && known(strings.TrimRight(name, ".-"))
	case !addresses || len(in) > 0 && strings.ContainsRune(`([/\@=_$%+#&`, in[0]):
		return false
	case !bareAt:
		return known(host)
	case inLocal && !dots, dotsInBrackets, prose.MatchString(string(before)):
		return false
	}
	return known(host) && !service.MatchString(host)
}

// check checks that src decodes as the reference says, in pieces of several lengths.
func check(t testing.TB, src []byte) {
	t.Helper()
	for _, addresses := range []bool{false, true} {
		want := decodeSlowly(src, addresses)
		r := rand.New(rand.NewPCG(1, uint64(len(src))))
		for name, size := range map[string]func() int{
			"whole": func() int { return len(src) }, "1": func() int { return 1 }, "2": func() int { return 2 },
			"random": func() int { return r.IntN(12) },
		} {
			got := decode(src, addresses, size)
			if textOf(got) != textOf(want) {
				t.Fatalf("%.300q, addresses %t, pieces %s:\n got %.300q\nwant %.300q", src, addresses, name, textOf(got), textOf(want))
			}
			for i := range want {
				if got[i] != want[i] {
					t.Fatalf("%.300q, addresses %t, pieces %s: octet %d is %v, want %v", src, addresses, name, i, got[i], want[i])
				}
			}
		}
	}
}

// randomText returns words, notations, and text that resembles notations.
func randomText(r *rand.Rand) []byte {
	pieces := strings.Split("a b ann web www.a ftp a.example b.org c.com available word é é.example _ - . ,"+
		" hxxp hXXps HXXP h**p hxtp fxp FXPS f*p http ftp https x://:8 :// : / // @ ( [ { ) ] }"+
		" http[s] hxxp[s] h[tt]p h[xX]PS f[t]p htt[ps] h[tt [s] wss ws[:]// :\\\\ \\ \\\\ [] [:/]/ [:]\\ :/// [:]/// [//] :/ \" < .b"+
		" [h] [F] [[] [(] x- data: mailto[:] [.] (.) {.} [.) [dot] (DOT) {dot} [ . ] [\tdot ] [at] (at) [@] {AT} [:] (:) [/] [//] [://] { :// } [: dot at Dot AT atdot", " ")
	pieces = append(pieces, " ", " ", " ", "\t", "\n", " at ", " dot ", " [at] ", " (dot) ", " [.] ")
	var b []byte
	for range 1 + r.IntN(14) {
		b = append(b, pieces[r.IntN(len(pieces))]...)
	}
	return b
}

// TestDecoder checks the Decoder for random texts.
func TestDecoder(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 38))
	for range effort.Rounds(20_000) {
		check(t, randomText(r))
	}
}

// TestLong checks names at the limits of length.
func TestLong(t *testing.T) {
	for n := range 20 {
		user := strings.Repeat("u", maxLocal-10+n)
		check(t, []byte("to "+user+" at a dot example"))
		check(t, []byte(" "+user+" [at] a [.] example"))
		host := strings.Repeat("h", maxSpelled-30+2*n)
		check(t, []byte("ann (at) "+host+" (dot) example."))
		check(t, []byte("ann at a"+strings.Repeat(" dot h", 12+n)+" dot example, bob"))
	}
}

// Fuzz checks the Decoder for any text.
func Fuzz(f *testing.F) {
	for _, s := range []string{
		"hxxp[://]a[.]example[:]80[/]x, hXXps:[//]b(.)example/",
		"ann [at] a [dot] example, <bob at b.example>, is at c.example",
		"ann dot bee at c dot example: d [dot] example",
		"(.) f(.) [.] arr[.]x {at} [:]// http[:]//a",
		`http[s]://a.b http[s]://a h[tt]p://a hxxp:\\a[.]b\c \d hxxps[]://a hxxp[:]///b http[:/]/c wss[:]//d`,
		`http://a [.] b hxxp://a (dot) b "hxxp:\\\\a\\b" h[ttps]:/a ht[tp:/b`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { check(t, src[:min(len(src), 600)]) })
}
