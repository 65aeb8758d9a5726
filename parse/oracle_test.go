package parse_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/parse"
)

// compare fails if the parser and the oracle differ on text.
func compare(t *testing.T, text string) {
	t.Helper()
	for _, level := range parse.Levels() {
		compareAt(t, text, level)
	}
	checkInclusion(t, text)
	checkAt(t, text)
}

func compareAt(t *testing.T, text string, level parse.Level) {
	t.Helper()
	want := judge(text, level)
	u, err := parse.Parse(text, level)
	var e *parse.Error
	if err != nil && !errors.As(err, &e) {
		t.Fatalf("Parse(%q, %v): error of type %T", text, level, err)
	}
	if parse.Valid([]byte(text), level) != want.ok {
		t.Errorf("Valid(%q, %v) is %v", text, level, !want.ok)
	}
	switch {
	case u.Scheme != want.scheme:
		t.Errorf("Parse(%q, %v): scheme %q, want %q", text, level, u.Scheme, want.scheme)
	case (err == nil) != want.ok:
		t.Errorf("Parse(%q, %v): error %v, want valid %v (offset %d)", text, level, err, want.ok, want.offset)
	case err != nil && e.Offset != want.offset:
		t.Errorf("Parse(%q, %v): %v, want offset %d", text, level, err, want.offset)
	case err != nil:
		if c := classify(text, level, want); e.Class != c {
			t.Errorf("Parse(%q, %v): %v, want class %v", text, level, err, c)
		}
	case level == parse.RFC1738:
		compareParts(t, u)
	}
	if err == nil {
		checkWhole(t, u)
		checkWarnings(t, u)
		if valid := full(fragment1738, u.Fragment.Value); level == parse.RFC1738 && u.FragmentValid != (u.Fragment.Present && valid) {
			t.Errorf("Parse(%q, %v): FragmentValid is %v", text, level, u.FragmentValid)
		}
	}
}

// compareParts compares the parts that the grammar names.
func compareParts(t *testing.T, u parse.URL) {
	t.Helper()
	v, ok := u.Parts.(parse.Other)
	if ok && v.IP != full(ipGrammar, v.SchemePart) {
		t.Errorf("Parse(%q, %v): IP is %v", u.Text, u.Level, v.IP)
	}
}

// prefixes of URLs, each with the characters that matter after it.
var exhaustive = []struct{ prefix, chars string }{
	{"", "a1:/#.%"},
	{"x:", "a1/:@?#%"},
	{"x://", "a1-.:@/%["},
	{"x://[", "1:.]@f0"},
	{"x://[::", "12:.]@/5"},
	{"x://[1:2:3:4:", "1:.]/9"},
	{"x://[1:2:3:4:5:6", "17:.]f"},
	{"x://[::1.2", "25.]0:"},
	{"x://u@[", "v1.]:@"},
	{"x://h/", "a%4é\\#\"?"},
	{"x://\xc3", "\xa9@:\x85/["},
	{"ftp://", "a1-:@/%|"},
	{"ftp://1.2", "a1-.:@/%;"},
	{"ftp://h/", "a;/?%4~"},
	{"ftp://h/a;ty", "pe=aAx%"},
	{"http:", "/a1:@?#"},
	{"http://", "a1-.:/?@_"},
	{"http://h/", "a/?;%4 #"},
	{"gopher://h", "/0%9:@?"},
	{"mailto:", "a@%40#<"},
	{"news:", "a1*@%4.-<"},
	{"news:a@", "a1.-:/@"},
	{"nntp://h", "/a1:@%?*"},
	{"telnet://", "a1-:@/%;"},
	{"wais://h", "/a?%4;:"},
	{"file:", "/a1:@%;?"},
	{"prospero://h/", "a;=/?%4~"},
}

// TestOracleExhaustive checks all short strings over a few characters.
func TestOracleExhaustive(t *testing.T) {
	for _, e := range exhaustive {
		t.Run(e.prefix, func(t *testing.T) {
			longest := 4
			if effort.Get() >= effort.Thorough {
				longest = 5
			}
			chars := strings.Split(e.chars, "")
			for n := 0; n <= longest; n++ {
				everyString(e.prefix, chars, n, func(s string) { compare(t, s) })
				if t.Failed() {
					return
				}
			}
		})
	}
}

func everyString(prefix string, chars []string, n int, f func(string)) {
	if n == 0 {
		f(prefix)
		return
	}
	for _, c := range chars {
		everyString(prefix+c, chars, n-1, f)
	}
}

// seeds are valid at some level. They are the texts that mutation changes.
var seeds = []string{
	"ftp://joe:pw@ftp.example:2121/pub/a%20b/c.txt;type=i",
	"http://www.example.com:8080/a/b;c=d?x=1&y=%41#frag",
	"https://[2001:db8::1:192.0.2.33]:443/~joe/{x}?q=é#a#b",
	"x://[1:2:3:4:5:6:7:8]/", "x://[::ffff:1.2.3.255]", "ws://[v1f.a:b]:80/",
	"gopher://gopher.example:70/7sel/ect%09search%09+plus",
	"mailto:joe%25x@example.com?subject=hi", "news:comp.lang.c++", "news:1.a$b/c@host.example",
	"nntp://news.example:119/comp.lang.c/123", "telnet://u;x=1:p@10.0.0.1:23/",
	"wais://wais.example:210/db/TEXT/1%3D2", "wais://w.example/db?search",
	"file://localhost/etc/passwd", "file:///c:/x", "prospero://h.example//a/b;v=1;w=2?x",
	"x-y.z+1:opaque;/?:@&=part", "z39.50s://u:p@h.example:210/db?x", "URL:http://a/",
	"http://a@b:c@my_host..example./%zz|\\^`[]", "magnet:?xt=urn:1&y=\U0001f600\ue000",
}

// pieces are the texts that mutation inserts.
var pieces = strings.Split("a 1 0 9 f G - _ . : / ? # [ ] @ ! $ & ' ( ) * + , ; = % %4 %41 %09 %0a %40 ~ { } | \\ ^ ` \" < > :: // ://"+
	" 255 256 1.2.3.4 [::1] é \u009f \ue000 \ufffd \U000f0000 \U000dffff \xff \xc3 \x00 \x7f ;type=a u@ :80 \t \n", " ")

// TestOracleMutations compares the parser and the oracle on valid URLs with a few
// changes.
func TestOracleMutations(t *testing.T) {
	random(t, 60000, func(r *rand.Rand) string {
		b := []byte(seeds[r.IntN(len(seeds))])
		for range 1 + r.IntN(4) {
			i := r.IntN(len(b) + 1)
			j := min(len(b), i+r.IntN(3)*r.IntN(3))
			piece := ""
			if r.IntN(4) > 0 {
				piece = pieces[r.IntN(len(pieces))]
			}
			b = fmt.Appendf(nil, "%s%s%s", b[:i], piece, b[j:])
		}
		return string(b)
	})
}

// TestOracleRandom compares the parser and the oracle on schemes with dangerous pieces
// after them.
func TestOracleRandom(t *testing.T) {
	starts := strings.Split("ftp:// http:// gopher://h gopher://h/ mailto: news: news:a@ nntp://h/ telnet:// wais://h/ file:// prospero://h/ x: x:// http://[ x://a@[ HTTP:// http://h/", " ")
	random(t, 60000, func(r *rand.Rand) string {
		var b strings.Builder
		b.WriteString(starts[r.IntN(len(starts))])
		for range r.IntN(10) {
			b.WriteString(pieces[r.IntN(len(pieces))])
		}
		return b.String()
	})
}

// TestOracleIPv6 compares the parser and the oracle on texts that look like IPv6
// addresses.
func TestOracleIPv6(t *testing.T) {
	random(t, 30000, func(r *rand.Rand) string {
		var b strings.Builder
		b.WriteString("x://[")
		for range r.IntN(10) {
			b.WriteString([]string{"1:", "1:", "ab:", "0123:", "1:", "255:"}[r.IntN(6)])
			if r.IntN(6) == 0 {
				b.WriteString(":")
			}
		}
		b.WriteString([]string{"", "1", ":", "::", "1.2.3.4", "255.256.0.1", "1.2.3", "01.2.3.4", "12345", "g", "1.2.3.4.5", "99.100.199.200"}[r.IntN(12)])
		b.WriteString([]string{"]", "]", "]", "]:8", "", "/", "]@h", "]x"}[r.IntN(8)])
		return b.String()
	})
}

// random compares on n texts.
func random(t *testing.T, n int, text func(*rand.Rand) string) {
	r := effort.Rand(t)
	for range effort.Rounds(n) {
		compare(t, text(r))
		if t.Failed() {
			return
		}
	}
}
