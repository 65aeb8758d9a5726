package find_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/testing/notation"
)

// opening is the beginning of a wrapper: "<URL:" in any letter case; optional white space
// with at most one line break; a scheme and a colon. White space in the scheme is dropped
// as in the rest of the URL.
var opening = regexp.MustCompile(`^(?i:<URL:)[ \t\v]*(?:\n[ \t\v]*)?([A-Za-z0-9+.-][A-Za-z0-9+. \t\n\v-]*):`)

var space = regexp.MustCompile(`[ \t\n\v]+`)

// runsIn returns the number of runs of white space that are not at a line break.
func runsIn(s string) (n int) {
	for _, run := range space.FindAllString(s, -1) {
		if !strings.Contains(run, "\n") {
			n++
		}
	}
	return n
}

// anew matches text up to the scheme of another URL, which is in a line after the first
// one and follows white space that is not at the beginning of the line.
var anew = regexp.MustCompile("(?i)\\n[ \\t\\v]*[^ \\t\\v\\n][^\\n]*?[ \\t\\v][(\\[{\"'`]?(?:http|ftp|tftp|mailto):")

var (
	needSlashes = regexp.MustCompile(`^//[^ \t\n\v"<>]`)
	needAddress = regexp.MustCompile(`^(?:[^ \t\n\v"<>]+@|[^ \t\n\v"<>]*\?)[A-Za-z0-9]|^[^ \t\n\v"<>]+@\[`)
	needNobody  = regexp.MustCompile(`^@[A-Za-z0-9[]`)
)

// beginsAnew reports whether another URL begins in a line of text after the first one.
func beginsAnew(text string) bool {
	for i := strings.IndexByte(text, '\n'); i >= 0; {
		m := anew.FindStringIndex(text[i:])
		if m == nil {
			break
		}
		rest := text[i+m[1]:]
		if strings.HasSuffix(strings.ToLower(text[:i+m[1]]), "mailto:") {
			if needAddress.MatchString(rest) && !needNobody.MatchString(rest) {
				return true
			}
		} else if needSlashes.MatchString(rest) {
			return true
		}
		// The next match may be in the same line.
		text = text[:i+m[1]-1] + "-" + rest
	}
	return false
}

// oracle implements the rules for a wrapper at the beginning of text in the simplest way.
// The text has no prefixes, backslashes, damage, or characters outside ASCII, and is
// within the limits.
func oracle(text string) answer {
	m := opening.FindStringSubmatch(text)
	if m == nil || hasBlankLine(m[0]) {
		return answer{}
	}
	scheme := space.ReplaceAllString(m[1], "")
	rest := text[len(m[0]):]
	known := strings.Contains(" http ftp tftp mailto ", " "+strings.ToLower(scheme)+" ")
	if !known && (space.MatchString(rest[:min(1, len(rest))]) || runsIn(m[1]) > 0) || len(scheme) > 64 {
		return answer{}
	}
	stop := strings.IndexAny(rest, "<>")
	inside := rest
	if stop >= 0 {
		inside = rest[:stop]
	}
	closed := stop >= 0 && rest[stop] == '>' && runsIn(m[1]+":"+inside) <= 3 && !hasBlankLine(inside) && !beginsAnew(m[1]+":"+inside)
	if !closed {
		return answer{state: find.Unclosed}
	}
	a := answer{state: find.Closed, end: len(m[0]) + stop + 1}
	whole := m[1] + ":" + inside
	var url strings.Builder
	for i, c := range whole {
		if strings.ContainsRune(" \t\n\v", c) {
			continue
		}
		url.WriteRune(c)
		behind := whole[i+1:]
		gap := behind[:len(behind)-len(strings.TrimLeft(behind, " \t\n\v"))]
		if c == '-' && strings.Contains(gap, "\n") {
			a.hyphens = append(a.hyphens, url.Len()-1)
		}
	}
	a.url = url.String()
	return a
}

// hasBlankLine reports whether only white space is between two line breaks.
func hasBlankLine(s string) bool {
	lines := strings.Split(s, "\n")
	for i := 1; i < len(lines)-1; i++ {
		if strings.Trim(lines[i], " \t\v") == "" {
			return true
		}
	}
	return false
}

// compare compares Scan with the oracle at the beginning of a text.
func compare(t *testing.T, text string) {
	t.Helper()
	want := oracle(text)
	_, got := scan(new(wrapperRules), []byte(text), 0, true)
	if got.state == find.Unclosed {
		got = answer{state: find.Unclosed}
	}
	if !got.equal(want) {
		t.Fatalf("%q:\n got %v %d\nwant %v %d", text, got, got.end, want, want.end)
	}
}

// TestExhaustive checks Scan against the oracle for all short texts after an opening.
func TestExhaustive(t *testing.T) {
	const alphabet = "a:/<>- \n"
	for _, start := range []string{"<URL:", "<URL:http:", "<URL:x", "<URL: http://a/ b c d"} {
		n := 5
		if start == "<URL:http:" && !testing.Short() {
			n = 6
		}
		// The numbers with n digits or fewer, in base len(alphabet).
		index := make([]int, 0, n)
		for {
			text := []byte(start)
			for _, i := range index {
				text = append(text, alphabet[i])
			}
			compare(t, string(text))
			i := 0
			for i < len(index) && index[i] == len(alphabet)-1 {
				index[i] = 0
				i++
			}
			if i < len(index) {
				index[i]++
			} else if len(index) < n {
				index = append(index, 0)
			} else {
				break
			}
		}
	}
}

// TestRandom checks Scan against the oracle for long random texts.
func TestRandom(t *testing.T) {
	r := effort.Rand(t)
	const alphabet = "http://abc-+.:/?#&=%;,()_~|\"'  \t\n\n\v<>"
	words := []string{"http", "ftp", "mailto", "//", "www.a.com", "-\n", " -", "\n ", "/path/", "x@y", "URL:", "<URL:", ":", "- \n", "---"}
	for range effort.Rounds(100_000) {
		text := []byte("<URL:")
		if r.IntN(2) == 0 {
			text = append(text, words[r.IntN(3)]...)
			text = append(text, ':')
		}
		for range r.IntN(20) {
			if r.IntN(3) == 0 {
				text = append(text, words[r.IntN(len(words))]...)
			} else {
				text = append(text, alphabet[r.IntN(len(alphabet))])
			}
		}
		if r.IntN(2) == 0 {
			text = append(text, '>')
		}
		compare(t, string(text))
	}
}

func pick[T any](r *rand.Rand, of ...T) T { return of[r.IntN(len(of))] }

// TestBroken checks that any URL broken at line breaks in "<URL:…>", with any allowed
// prefix before each line and up to three other runs of white space, is rejoined.
func TestBroken(t *testing.T) {
	r := effort.Rand(t)
	for range effort.Rounds(30_000) {
		url := randomURL(r)
		p := randomPrefix(r)
		text, hyphens := breakUp(r, url, p)
		want := answer{state: find.Closed, start: strings.Index(text, "<"), end: strings.LastIndex(text, ">") + 1, url: url, hyphens: hyphens}
		if i := strings.Index(text, "<URL:"); i >= 0 {
			want.start = i
		}
		tail := pick(r, "", " ", "\n", "> x", ".\n\n<")
		_, got := scan(new(wrapperRules), []byte(text+tail), want.start, true)
		if !got.equal(want) {
			t.Fatalf("%s\n got %v %d\nwant %v %d", notation.Short([]byte(text+tail)), got, got.end, want, want.end)
		}
		if r.IntN(30) == 0 {
			if problem := checkScan(new(wrapperRules), []byte(text+tail), want.start, false); problem != "" {
				t.Fatal(problem)
			}
		}
	}
}

// randomURL returns a URL of a known scheme without white space, "<", ">" and
// backslashes.
func randomURL(r *rand.Rand) string {
	const chars = "abcXYZ019-._~:/?#[]@!$&'()*+,;=%{}|^`\"--//"
	var b strings.Builder
	b.WriteString(pick(r, "http://", "HTTP://", "ftp://", "gopher://", "mailto:x@", "news:a.", "file:///"))
	for range 1 + r.IntN(60) {
		switch r.IntN(20) {
		case 0:
			b.WriteString(pick(r, "é", "日本", "\U0001F600", "ß"))
		case 1:
			b.WriteString(pick(r, "REM", "dnl", "'''", "//", ";;", "12.", "JD", "#", "--", ".\""))
		default:
			b.WriteByte(chars[r.IntN(len(chars))])
		}
	}
	return b.String()
}

// A prefixer returns the prefix of the nth line. If all is true, it has as many quote
// marks as the first line.
type prefixer func(n int, all bool) string

// randomPrefix returns a random prefixer that the rules allow.
func randomPrefix(r *rand.Rand) prefixer {
	indent := func() string { return pick(r, "", "", " ", "   ", "\t", "\u00a0") }
	blank := func() string { return pick(r, " ", "  ", "\t") }
	depth := r.IntN(4)
	marks := func(all bool) string {
		d := depth
		if !all {
			d = r.IntN(depth + 1) // it may be less
		}
		s := ""
		for range d {
			s += indent() + ">"
		}
		return s
	}
	bar := pick(r, "", "", "", "|", ":")
	initials := pick(r, "", "", "", "JD>", "abc>")
	number := -1
	if r.IntN(4) == 0 {
		number = r.IntN(1200)
	}
	quotedNumber := number >= 0 && r.IntN(2) == 0
	lead := pick(r, "", "", ";", "#", "//", "*", "%", "--", "!", "'''", "dnl", `.\"`, "REM", "/*")
	return func(n int, all bool) string {
		s := ""
		behind := quotedNumber && depth > 0
		quotes := marks(all)
		if bar != "" {
			quotes += indent() + bar
		}
		if behind {
			s = quotes
		}
		if number >= 0 {
			s += indent() + fmt.Sprint(number+n) + pick(r, "", ".", ":", ")") + blank()
		}
		if !behind {
			s += quotes
		}
		if initials != "" {
			s += indent() + initials
		}
		if lead != "" {
			l := lead
			switch {
			case l == "/*" && n > 0:
				l = "*"
			case l == "/*":
			case strings.Contains("; # // * % -- !", l):
				l += strings.Repeat(l[:1], r.IntN(3))
			}
			s += indent() + l + blank()
		} else if s != "" {
			s += pick(r, "", " ", "  ", "\t")
		}
		return s
	}
}

// asciidocLabel matches a label of AsciiDoc: see docs/rules.md, 2.7.
var asciidocLabel = regexp.MustCompile(`^[^?#]*[A-Za-z0-9/]\[[A-Za-z@][^]]*]$`)

// breakUp returns <URL:url>, or for some schemes <url>, with white space in it.
func breakUp(r *rand.Rand, url string, p prefixer) (text string, hyphens []int) {
	newline := pick(r, "\n", "\n", "\r\n", "\r")
	scheme := strings.IndexByte(url, ':')
	lines, runs := 0, 0
	var b strings.Builder
	lineBreak := func(all bool) string {
		lines++
		return pick(r, "", "", " ", "  \t", "\u00a0") + newline + p(lines, all) + pick(r, "", "", " ", "\t  ", "\u3000")
	}
	b.WriteString(p(0, true))
	b.WriteString(pick(r, "", "", "see ", "a, b (c) "))
	label := true
	if rest := url[scheme:]; strings.HasPrefix(rest, "://") && rest[3] != '"' && !asciidocLabel.MatchString(rest) && !strings.Contains(rest, "|") && r.IntN(4) == 0 {
		label = false
		b.WriteString("<")
	} else {
		b.WriteString(pick(r, "<URL:", "<url:"))
		b.WriteString(pick(r, "", "", "", " ", "\t "))
		if r.IntN(5) == 0 {
			b.WriteString(lineBreak(false))
		}
	}
	often := 3 + r.IntN(30)
	for i, c := range url {
		b.WriteRune(c)
		last := i+utf8.RuneLen(c) == len(url)
		switch {
		case !last && r.IntN(often) == 0 && lines < 100:
			if c == '-' {
				hyphens = append(hyphens, i)
			}
			b.WriteString(lineBreak(false))
		case label && i >= scheme && !last && runs < 3 && r.IntN(often) == 0:
			runs++
			b.WriteString(pick(r, " ", "  ", "\t", "\u200b", "\v", "\u2003 "))
		}
	}
	if r.IntN(6) == 0 {
		if url[len(url)-1] == '-' {
			hyphens = append(hyphens, len(url)-1)
		}
		// With fewer quote marks, the ">" would be read as one.
		b.WriteString(lineBreak(true))
	}
	b.WriteString(">")
	return b.String(), hyphens
}
