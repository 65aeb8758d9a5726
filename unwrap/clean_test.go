package unwrap

import (
	"os"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/parse"
)

// cleaned returns the pairs of testdata/clean.txt.
func cleaned(t testing.TB) (pairs [][2]string) {
	t.Helper()
	text, err := os.ReadFile("testdata/clean.txt")
	if err != nil {
		t.Fatal(err)
	}
	for block := range strings.SplitSeq(string(text), "\n\n") {
		var pair []string
		for line := range strings.SplitSeq(strings.TrimSpace(block), "\n") {
			if !strings.HasPrefix(line, "#") {
				pair = append(pair, line)
			}
		}
		switch {
		case len(pair) == 0:
		case len(pair) != 2:
			t.Fatalf("%q", block)
		case pair[1] == "=":
			pairs = append(pairs, [2]string{pair[0], pair[0]})
		default:
			pairs = append(pairs, [2]string(pair))
		}
	}
	return pairs
}

func TestClean(t *testing.T) {
	for _, pair := range cleaned(t) {
		if got := Clean(pair[0]); got != pair[1] {
			t.Errorf("%s\n got %s\nwant %s", pair[0], got, pair[1])
		}
	}
}

// TestTracking checks the table of tracking parameters.
func TestTracking(t *testing.T) {
	seen := map[trackingParameter]bool{}
	for _, p := range tracking {
		if p.source == "" || p.name != strings.ToLower(p.name) || checkParameter(p.name, p.hosts) != nil {
			t.Errorf("%+v", p)
		}
		p.source = ""
		if seen[p] {
			t.Errorf("%+v is there twice", p)
		}
		seen[p] = true
	}
}

func TestMatchesName(t *testing.T) {
	for _, tt := range []struct {
		name, pattern string
		want          bool
	}{
		{"", "", true}, {"a", "", false}, {"", "*", true}, {"utm_", "utm_*", true}, {"utm", "utm_*", false},
		{"UTM_a", "utm_*", true}, {"aXbXb", "a*b", true}, {"aXbXc", "a*b", false}, {"abcbd", "a*b*d", true},
		{"abab", "*ab", true}, {"aba", "*ab", false}, {"xay", "*a*", true}, {"a", "a**", true},
	} {
		if got := matchesName(tt.name, tt.pattern); got != tt.want {
			t.Errorf("matchesName(%q, %q) = %v", tt.name, tt.pattern, got)
		}
	}
}

// clearTable is a table in the format of ClearURLs. It is not a part of theirs.
const clearTable = `{"providers": {
	"shop": {
		"urlPattern": "^https?:\\/\\/(?:[a-z0-9-]+\\.)*?shop\\.example",
		"completeProvider": false,
		"rules": ["ref_?", "track[0-9]", "(?!x)y"],
		"rawRules": ["\\/ref=[^/?]*", "https:"],
		"referralMarketing": ["tag"],
		"exceptions": ["\\/checkout"],
		"redirections": ["\\/out\\?u=([^&]*)"],
		"forceRedirection": true,
		"newKey": [{}]
	},
	"guarded": {
		"urlPattern": ".*",
		"rules": ["a"],
		"exceptions": ["(?<=x)y"]
	},
	"global": {"urlPattern": ".*", "rules": ["spm"]}
}}`

func TestClearURLs(t *testing.T) {
	rules, skipped, err := ParseRules([]byte(clearTable))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ url, want string }{
		{"https://www.shop.example/a/ref=b?Ref=1&tag=x&track7=2&track77=3&spm=4&utm_source=5#c", "https://www.shop.example/a?tag=x&track77=3#c"},
		{"https://www.shop.example/checkout?ref=1&spm", "https://www.shop.example/checkout?ref=1"},
		{"https://a.example/?ref=1&a=2&spm=3", "https://a.example/?ref=1&a=2"},
		{"https://www.shop.example/?ref=1&sig=2", "https://www.shop.example/?ref=1&sig=2"},
	} {
		if got := rules.Clean(tt.url); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.url, got, tt.want)
		}
	}
	want := []string{
		`line 5: provider "shop": rules: expression "(?!x)y" is not used: invalid or unsupported Perl syntax: "(?!"`,
		`line 11: provider "shop": unknown key "newKey" is not used`,
		`line 16: provider "guarded": exceptions: expression "(?<=x)y" is not used: `,
		`line 17: provider "guarded": the provider is not used`,
	}
	if len(skipped) != len(want) {
		t.Fatalf("%v", skipped)
	}
	for i, e := range skipped {
		if !strings.HasPrefix(e.Error(), want[i]) {
			t.Errorf("%v, want %s", e, want[i])
		}
	}
}

func TestParseRules(t *testing.T) {
	rules, _, err := ParseRules([]byte("\uFEFF# ours\r\nref_* shop.example *.b.example # all\n\n  campaign\r\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ url, want string }{
		{"http://shop.example/?ref_a&campaign=1&b", "http://shop.example/?b"},
		{"http://x.b.example/?Ref_a", "http://x.b.example/"},
		{"http://x.shop.example/?ref_a&gclid=1", "http://x.shop.example/?ref_a"},
	} {
		if got := rules.Clean(tt.url); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.url, got, tt.want)
		}
	}
}

func TestParseRulesErrors(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"a\nb=c", `line 2: invalid parameter "b=c": a name has no '='`},
		{"||a.example^$removeparam", `line 1: invalid parameter "||a.example^$removeparam": a name has no '|'`},
		{"*", `line 1: invalid parameter "*": it matches every name`},
		{"a *.", `line 1: invalid host "*.": must be as a.com or *.a.com`},
		{"a x*.example", `line 1: invalid host "x*.example": must be as a.com or *.a.com`},
		{"a /x", `line 1: invalid host "/x": must be as a.com or *.a.com`},
		{"{", "line 1: the table ends too early"},
		{"{}", `line 1: no key "providers"`},
		{"{\n\"a\": 1}", `line 2: unknown key "a": want one key "providers"`},
		{`{"providers": []}`, `line 1: providers must be an object`},
		{"{\"providers\": {\"p\": {\n}}}", `line 2: provider "p": no key "urlPattern"`},
		{`{"providers": {"p": {"urlPattern": 1}}}`, `line 1: provider "p": urlPattern must be a string`},
		{`{"providers": {"p": {"rules": "a"}}}`, `line 1: provider "p": rules must be an array`},
		{`{"providers": {"p": {"rules": [["a"]]}}}`, `line 1: provider "p": an element of rules must be a string`},
		{`{"providers": {"p": {"completeProvider": 0}}}`, `line 1: provider "p": completeProvider must be true or false`},
		{"{\"providers\": {\"p\": {\n\"rules\": [\"a\",]}}}", `line 2: provider "p": invalid character`},
		{"{\"providers\": {\"p\": {\"urlPattern\": \"\"}}}\nx", `line 2: text after the table`},
	} {
		_, _, err := ParseRules([]byte(tt.text))
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %s", tt.text, err, tt.want)
		}
	}
}

// TestBigClean checks that ParseRules and Clean take linear time.
func TestBigClean(t *testing.T) {
	const n = 1 << 15
	rules, _, err := ParseRules([]byte(clearTable))
	if err != nil {
		t.Fatal(err)
	}
	for _, piece := range []string{"a", "&", "a&", "utm_a&", "utm_", "_sig", "signatur", "signature&", "%75tm_a&", "/ref=", "ref=&", "shop.example/", "é", "#"} {
		for _, before := range []string{"https://shop.example/?", "https://a.example/?", "https://shop.example/"} {
			rules.Clean(before + strings.Repeat(piece, n))
		}
	}
	for _, piece := range []string{`"(?!x)",` + "\n", `"a",`, `"(a*)*",`, `[`, `{"a":`} {
		ParseRules([]byte(`{"providers": {"p": {"urlPattern": "a", "rules": [` + strings.Repeat(piece, n/4)))
	}
	ParseRules([]byte(strings.Repeat("a* b.example\n", n)))
	if !matchesName(strings.Repeat("a", n)+"b", "*a*a*a*b") {
		t.Error("no match")
	}
}

func FuzzClean(f *testing.F) {
	rules, _, err := ParseRules([]byte(clearTable))
	if err != nil {
		f.Fatal(err)
	}
	for _, pair := range cleaned(f) {
		f.Add(pair[0])
	}
	f.Fuzz(func(t *testing.T, url string) {
		got := Clean(url)
		if Clean(got) != got {
			t.Errorf("%q: %q, and then %q", url, got, Clean(got))
		}
		withRules := rules.Clean(url)
		if got == url && withRules == url {
			return
		}
		for _, cleaned := range []string{got, withRules} {
			if _, err := parse.Parse(cleaned, parse.Lenient); err != nil || len(cleaned) > len(url) {
				t.Errorf("%q: %q: %v", url, cleaned, err)
			}
		}
		// What is left are parts of the URL in their order.
		before, _, _ := strings.Cut(url, "?")
		rest, ok := strings.CutPrefix(got, before)
		if !ok {
			t.Fatalf("%q: %q", url, got)
		}
		query := url[len(before):]
		for part := range strings.FieldsFuncSeq(rest, func(r rune) bool { return r == '&' || r == '?' || r == '#' }) {
			_, query, ok = strings.Cut(query, part)
			if !ok {
				t.Errorf("%q: %q has %q", url, got, part)
			}
		}
	})
}

func FuzzParseRules(f *testing.F) {
	f.Add([]byte(clearTable))
	f.Add([]byte("a\nb *.c.example # d"))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, _, err := ParseRules(text)
		if (r == nil) != (err != nil) {
			t.Fatalf("%v, %v", r, err)
		}
		if r != nil {
			r.Clean("https://a.example/b?c=d&utm_source=e#f")
		}
	})
}
