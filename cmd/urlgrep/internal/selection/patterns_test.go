package selection

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"regexp/syntax"
	"strings"
	"testing"
)

func patternsOf(t *testing.T, texts ...string) *patterns {
	t.Helper()
	p := new(patterns)
	for _, text := range texts {
		re, err := syntax.Parse(text, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		p.add(text, re)
	}
	p.index()
	return p
}

// TestPatterns checks that a set of many patterns matches a URL if and only if one of
// them does.
func TestPatterns(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 0))
	pick := func(words ...string) string { return words[rnd.IntN(len(words))] }
	matched := 0
	for range 60 {
		var texts []string
		for range 2 * fewPatterns {
			text := pick("", "", "(?i)", "^")
			for range 1 + rnd.IntN(3) {
				text += pick("http://", "kiss", "KISS-ME-NOT", "ÄÖÜäöü", "example", "a.example/b", "\uFFFD", "b") + fmt.Sprint(rnd.IntN(20)) +
					pick("", "", "", ".", "x?", "(longer-one|other)", "(one-of-them)", "(three){2}", "(none){0,1}", "[ab]cdefghi", "+", `\.`, "$")
			}
			texts = append(texts, text)
		}
		p := patternsOf(t, texts...)
		if len(p.grams) == 0 {
			t.Fatal("no pattern has a gram")
		}
		var res []*regexp.Regexp
		for _, text := range texts {
			res = append(res, regexp.MustCompile(text))
		}
		for range 100 {
			url := ""
			for range 1 + rnd.IntN(5) {
				url += pick("http://", "HTTP://", "kiss", "\u212Ai\u017F\u017F", "KISS-ME-NOT", "ÄÖÜäöü", "äöüäöü", "example", "axexample/b", "\xff", "b",
					"longer-one", "one-of-them", "threethree", "acdefghi", "x") + pick("", fmt.Sprint(rnd.IntN(20)))
			}
			want := false
			for _, re := range res {
				want = want || re.MatchString(url)
			}
			if got := p.match([]byte(url)); got != want {
				t.Fatalf("%q: got %v, want %v by\n%s", url, got, want, strings.Join(texts, "\n"))
			}
			if want {
				matched++
			}
		}
	}
	if matched < 100 {
		t.Errorf("%d matched", matched)
	}
}

// TestPatternsKnown checks that a long list of URLs tries hardly any pattern on a URL
// that is not in the list, and no pattern twice.
func TestPatternsKnown(t *testing.T) {
	var known []string
	for i := range 20_000 {
		known = append(known, fmt.Sprintf("^http://host%d.example/path$", i))
	}
	p := patternsOf(t, known...)
	for i := range 100 {
		if p.match(fmt.Appendf(nil, "http://other%d.example/path", i)) {
			t.Errorf("%d matches", i)
		}
	}
	if !p.match([]byte("http://host12345.example/path")) {
		t.Error("what is known does not match")
	}
	if n := p.ready.Load(); n > 200 {
		t.Errorf("%d of %d were compiled", n, len(known))
	}
}

// TestPatternsReady checks that the number of compiled patterns is bounded.
func TestPatternsReady(t *testing.T) {
	var known []string
	for i := range maxReady + 100 {
		known = append(known, fmt.Sprintf("[%c]%d", 'a'+i%26, i%10))
	}
	p := patternsOf(t, known...)
	for range 2 {
		if p.match([]byte("http://-/")) {
			t.Error("it matches")
		}
	}
	kept := 0
	for _, q := range p.list {
		if q.re.Load() != nil {
			kept++
		}
	}
	if kept != maxReady {
		t.Errorf("%d are kept compiled, want %d", kept, maxReady)
	}
}
