package join_test

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/text/encoding/charmap"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/testing/notation"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// TestDepth checks how often a line is quoted.
func TestDepth(t *testing.T) {
	for _, c := range []struct {
		head string
		want int
	}{
		{"", 0}, {"text", 0}, {" text > text", 0}, {">", 1}, {"> text", 1}, {" > text", 1}, {">text", 1},
		{">> text", 2}, {"> > text", 2}, {">\t>  > text", 3}, {"\u00a0>\u00a0> text", 2}, {"\xa0> text", 1},
		{">|> text", 2}, {"| > text", 1}, {": text", 0}, {"JD> text", 0}, {"> JD> text", 1}, {"JD>> text", 1},
		{"> JD> > text", 2}, {"1. > text", 1}, {"# > text", 0}, {"> # > text", 1}, {"<URL:", 0}, {"> <URL:", 1},
		{"\f> text", 0}, {"-> text", 0}, {"ABCDEFGHIJK> text", 0},
		{strings.Repeat(">", 1000), 1000},
	} {
		if p := join.ParsePrefix([]byte(c.head), nil); p.Depth != c.want {
			t.Errorf("%s: depth %d, want %d", notation.Short([]byte(c.head)), p.Depth, c.want)
		}
		// The prefix and one character are enough.
		if p := join.ParsePrefix([]byte(c.head+"<x> > > y"), nil); c.head != ">" && p.Depth != c.want {
			t.Errorf("%s: with more behind it depth %d, want %d", notation.Short([]byte(c.head)), p.Depth, c.want)
		}
	}
}

// TestContinue checks where the text of a continuation line begins, for the prefix of the
// line before it. A bar marks the place. Without a bar the URL does not continue in that
// line. The cases in testdata check each rule of prefixes.
func TestContinue(t *testing.T) {
	for _, c := range []struct {
		first, next string
		at, lines   int // the number of lines up to the text
	}{
		{"x", "‖y", 1, 1},
		{"x", "  ‖y", 1, 1},
		{"x", "‖> y", 1, 1},
		{"x", "", 1, 1},
		{"x", "  ", 1, 1},
		{"x", "\n", 1, 1},
		{"x", "\r\ny", 1, 1},
		{"a.go:9:x", "a.go:10:‖y", 1, 1},
		{"a.go:9:x", "a.go-10-‖y", 1, 1},
		{"a.go:9:x", "‖a.go:12:y", 1, 1},
		{"a.go:9:x", "a.go:12:‖y", 3, 1},
		{"a.go:9: > x", "a.go:10: > ‖y", 1, 1},
		{"a.go:x", "a.go:‖y", 1, 1},
		{"a.go:x", "‖b.go:y", 1, 1},
		{"a/b-c:9:x", "a/b-c:10:‖y", 1, 1},
		{"ago:x", "‖ago:y", 1, 1},
		{"9:x", "10:‖y", 1, 1},
		{"9:x", "‖12:y", 1, 1},
		{"> x", "> ‖y", 1, 1},
		{"> x", ">‖y", 1, 1},
		{"> x", "> ‖> y", 1, 1},
		{"> x", "‖y", 1, 1},
		{"> x", ">", 1, 1},
		{"> x", ">\n> y", 1, 1},
		{">> x", "> > ‖y", 1, 1},
		{"| x", "| ‖y", 1, 1},
		{"x", "‖| y", 1, 1},
		{": x", ": ‖y", 1, 1},
		{"# x", "## ‖y", 1, 1},
		{"# x", "‖#y", 1, 1},
		{"/* x", " * ‖y", 1, 1},
		{"/* x", " ‖*/", 1, 1},
		{"JD> x", "JD> ‖y", 1, 1},
		{"JD> x", "‖jd> y", 1, 1},
		{"7. x", "8. ‖y", 1, 1},
		{"7. x", "‖8. y", 2, 1},
		{"7. x", "9. ‖y", 2, 1},
		{"7. x", "‖9. y", 1, 1},
		{"x", "\x1b[1m‖y", 1, 1},
		{"x", "\u00a0\u3000‖y", 1, 1},
		{"x", "\xa0‖\xe9", 1, 1},
		{"x", "\f‖y\nz", 1, 1},
		{"x", "\n\f\n‖y\nz", 1, 3},
		{"x", "\nPage 1\n\f\nHeader\n\n‖y", 1, 6},
		{"> x", ">\n> Page 1\n\f> Header\n>\n> ‖y", 1, 5},
		{"x", "\n\ny", 1, 1},
		{"x", "\nPage 1\n\f", 1, 1},
		{"x", "\nPage 1\nPage 2\n\f\ny", 1, 1},
	} {
		first := []byte(c.first)
		next := []byte(strings.Replace(c.next, "‖", "", 1))
		want := strings.Index(c.next, "‖")
		p := join.ParsePrefix(first, nil)
		data := append([]byte("before\n"), next...)
		end, lines, v := p.Continue(data, 7, c.at, true)
		if v == verdict.No && want >= 0 || v == verdict.Yes && (want != end-7 || lines != c.lines) || v == verdict.More {
			t.Errorf("%q, %q: got %d, %d, %v", c.first, c.next, end-7, lines, v)
		}
		checkContinue(t, &p, data, 7, c.at)
	}
}

// checkContinue compares the answers for a text and for each prefix of it.
func checkContinue(t *testing.T, p *join.Prefix, data []byte, at, lines int) {
	t.Helper()
	end, n, v := p.Continue(data, at, lines, true)
	if v == verdict.More {
		t.Errorf("%s: More at the end", notation.Short(data))
	}
	if v == verdict.Yes && (end < at || end > len(data) || n < 1 || n > 1+bytes.Count(data[at:end], []byte("\n"))+bytes.Count(data[at:end], []byte("\r"))) {
		t.Errorf("%s: from %d to %d in %d lines", notation.Short(data), at, end, n)
	}
	for _, cut := range cuts(at, len(data)) {
		cutEnd, cutN, cutV := p.Continue(data[:cut:cut], at, lines, false)
		if cutV == verdict.More || cutV == v && (v == verdict.No || cutEnd == end && cutN == n) {
			continue
		}
		t.Errorf("%s: cut at %d: got %d, %d, %v, whole %d, %d, %v", notation.Short(data), cut, cutEnd, cutN, cutV, end, n, v)
	}
}

// TestContinueBounded checks that the amount of text that is read is bounded.
func TestContinueBounded(t *testing.T) {
	const bound = 32 << 10 // two times eight lines of a page, each with a prefix and a width
	for _, first := range []string{"x", "> x", ">> | : x", "# x", "7. x", "JD> x", strings.Repeat(">", 2000)} {
		p := join.ParsePrefix([]byte(first), nil)
		for _, fill := range []string{" ", ">", "> ", "#", "7", "8. ", "\n", "\n\n", "\f", "\f\n", "\nx\n", "\r", "\r\n", "x", "> x\n", "\x1b[m", "\u00a0", "\xa0", "\x1b", "\x1b[1"} {
			text := []byte(strings.Repeat(fill, 1+2*bound/len(fill)))
			end, n, v := p.Continue(text[:bound], 0, 1, false)
			if v == verdict.More {
				t.Errorf("%.10q, %q: not certain after %d bytes", first, fill, bound)
				continue
			}
			for _, atEOF := range []bool{true, false} {
				if end2, n2, v2 := p.Continue(text, 0, 1, atEOF); end2 != end || n2 != n || v2 != v {
					t.Errorf("%.10q, %q: %d, %d, %v with more behind it, %d, %d, %v without", first, fill, end2, n2, v2, end, n, v)
				}
			}
		}
	}
}

// TestPrefixCharset checks an octet that is a no-break space in windows-1252 and a letter
// in IBM866.
func TestPrefixCharset(t *testing.T) {
	ibm866 := new([128]rune)
	for i := range ibm866 {
		ibm866[i] = charmap.CodePage866.DecodeByte(byte(0x80 + i))
	}
	for _, c := range []struct {
		fallback   *[128]rune
		depth, end int
	}{{nil, 1, 3}, {ibm866, 0, 0}} {
		p := join.ParsePrefix([]byte("\xa0> x"), (*chars.Fallback)(c.fallback))
		end, _, v := p.Continue([]byte("\xa0> y"), 0, 1, true)
		if p.Depth != c.depth || end != c.end || v != verdict.Yes {
			t.Errorf("depth %d, text at %d, %v; want %d, %d", p.Depth, end, v, c.depth, c.end)
		}
	}
	if p := join.ParsePrefix([]byte("\xa0> x"), nil); p.Depth != 1 {
		t.Errorf("ParsePrefix: depth %d", p.Depth)
	}
}

// cuts returns the places between lo and hi at which a text is cut.
func cuts(lo, hi int) (places []int) {
	const all = 1500
	for i := lo; i <= hi; i++ {
		if hi-lo <= all || i < lo+30 || i > hi-30 {
			places = append(places, i)
		} else if step := (hi - lo) / 20; i+step < hi-30 {
			places = append(places, i)
			i += step - 1
		}
	}
	return places
}
