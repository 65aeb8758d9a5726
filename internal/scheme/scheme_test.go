package scheme_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/scheme"
)

var update = flag.Bool("update", false, "rewrite the table in docs/rules.md")

// TestRegistry checks the fields of every line.
func TestRegistry(t *testing.T) {
	wellFormed := regexp.MustCompile(`^[a-z][a-z0-9+.-]+$`) // RFC 3986, section 3.1
	seen := map[string]bool{scheme.Label: true}
	for _, s := range scheme.All() {
		for _, name := range []string{s.Name, s.Defanged} {
			if name == "" && s.Name != "" {
				continue
			}
			if !wellFormed.MatchString(name) || seen[name] {
				t.Errorf("%q is not well-formed, or there twice", name)
			}
			seen[name] = true
		}
		if s.Need > scheme.Naming {
			t.Errorf("%s: need %d is for schemes without a line", s.Name, s.Need)
		}
		if s.Is(scheme.Internet) && s.Section == "" {
			t.Errorf("%s has the syntax of RFC 1738, section 3.1, and no section there", s.Name)
		}
		if s.Is(scheme.NeedsHost) && s.Need != scheme.Slashes {
			t.Errorf("%s needs a host, but no \"//\"", s.Name)
		}
	}
}

// TestLookup checks each name in several letter cases, and names that differ from it in
// one character.
func TestLookup(t *testing.T) {
	names := map[string]bool{}
	for _, s := range scheme.All() {
		names[s.Name] = true
	}
	check := func(name string) {
		t.Helper()
		got, want := scheme.Lookup(name), names[strings.ToLower(name)]
		if (got != nil) != want || got != nil && !ascii.EqualFold(name, got.Name) {
			t.Errorf("%q: %+v, want one: %v", name, got, want)
		}
		if got != scheme.Lookup([]byte(name)) {
			t.Errorf("%q: not the same for bytes", name)
		}
	}
	check("")
	check(strings.Repeat("a", 100))
	for name := range names {
		check(name)
		check(strings.ToUpper(name))
		check(strings.ToUpper(name[:1]) + name[1:])
		for i := range name {
			check(name[:i] + name[i+1:])
			for c := range 256 {
				check(name[:i] + string(byte(c)) + name[i+1:])
				check(name[:i] + string([]byte{byte(c)}) + name[i:])
			}
		}
	}
}

// TestBeginnings checks the functions for the beginning of a URL.
func TestBeginnings(t *testing.T) {
	for _, c := range []struct {
		url, cut, rest string // the results of Cut
		web, ordinary  string // the results of Trim
	}{
		{"", "", "", "", ""},
		{"http", "", "http", "http", "http"},
		{"http:", "http", "", "http:", "http:"},
		{"http:/", "http", "/", "http:/", "http:/"},
		{"http:/a//", "http", "/a//", "http:/a//", "http:/a//"},
		{"http://", "http", "//", "", ""},
		{"HTTPS://A.Example/", "https", "//A.Example/", "A.Example/", "A.Example/"},
		{"http://http://a", "http", "//http://a", "http://a", "http://a"},
		{"ftp://a", "ftp", "//a", "ftp://a", "a"},
		{"Mailto:a@b", "mailto", "a@b", "Mailto:a@b", "a@b"},
		{"mailto://a", "mailto", "//a", "mailto://a", "//a"},
		{"javascript:a", "javascript", "a", "javascript:a", "javascript:a"},
		{"x-y://a", "", "x-y://a", "x-y://a", "x-y://a"},
		{"ahttp://a", "", "ahttp://a", "ahttp://a", "ahttp://a"},
		{":http://a", "", ":http://a", ":http://a", ":http://a"},
		{"a.example/?http://b", "", "a.example/?http://b", "a.example/?http://b", "a.example/?http://b"},
		{strings.Repeat("a", scheme.MaxName+1) + ":", "", strings.Repeat("a", scheme.MaxName+1) + ":", strings.Repeat("a", scheme.MaxName+1) + ":", strings.Repeat("a", scheme.MaxName+1) + ":"},
	} {
		if s, rest := scheme.Cut(c.url); s.Name != c.cut || rest != c.rest {
			t.Errorf("Cut(%q) = %q, %q; want %q, %q", c.url, s.Name, rest, c.cut, c.rest)
		}
		if s, rest := scheme.Cut([]byte(c.url)); s.Name != c.cut || string(rest) != c.rest {
			t.Errorf("Cut of the bytes of %q is %q, %q; want %q, %q", c.url, s.Name, rest, c.cut, c.rest)
		}
		if got := scheme.Trim(c.url, scheme.Web); got != c.web {
			t.Errorf("Trim(%q, Web) = %q, want %q", c.url, got, c.web)
		}
		if got := scheme.Trim(c.url, scheme.Ordinary); got != c.ordinary {
			t.Errorf("Trim(%q, Ordinary) = %q, want %q", c.url, got, c.ordinary)
		}
	}
}

// TestTraits checks the lists of schemes that are asked for by their traits.
func TestTraits(t *testing.T) {
	var withHost []string
	for _, s := range scheme.All() {
		if scheme.IsSpecialWithHost(strings.ToUpper(s.Name)) {
			withHost = append(withHost, s.Name)
		}
		if s.Is(scheme.Linked) != scheme.Has(strings.ToUpper(s.Name), scheme.Linked) || s.Is(scheme.Linked) && scheme.IsProgram(s.Name) {
			t.Errorf("%s: the trait Linked is %v", s.Name, s.Is(scheme.Linked))
		}
	}
	if scheme.Has("x-y", ^scheme.Trait(0)) || scheme.Has("", ^scheme.Trait(0)) || scheme.IsSpecialWithHost("x-y") {
		t.Error("an unknown scheme has a trait")
	}
	for _, c := range []struct {
		what string
		got  []string
		want string
	}{
		{"special schemes with a host", withHost, "ftp http https ws wss"},
		{"Special", scheme.Names(scheme.Special), "ftp http file https ws wss"}, // WHATWG URL standard, 4.2
		{"Web", scheme.Names(scheme.Web), "http https"},
		{"Common", scheme.Names(scheme.Common), "ftp http https"},
		{"Linked", scheme.Names(scheme.Linked), "ftp http gopher mailto news nntp https ftps gophers snews"},
		{"opaque prefixes", scheme.OpaquePrefixes(scheme.Ordinary), "mailto:"},
	} {
		if got := strings.Join(c.got, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.what, got, c.want)
		}
	}
}

// TestIsDefanged checks the names in the registry and their defanged forms.
func TestIsDefanged(t *testing.T) {
	for _, s := range scheme.All() {
		if scheme.IsDefanged(s.Name) {
			t.Errorf("%s is defanged", s.Name)
		}
		if d := s.Defanged; d != "" && (!scheme.IsDefanged(d) || !scheme.IsDefanged([]byte(strings.ToUpper(d)))) {
			t.Errorf("%s is not defanged", d)
		}
	}
}

// TestDocumentation checks that the table in docs/rules.md is the one made from the
// registry.
func TestDocumentation(t *testing.T) {
	const file = "../../docs/rules.md"
	doc, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	place := regexp.MustCompile(`(?s)(<!-- schemes -->\n)(.*?)(<!-- end -->\n)`)
	at := place.FindSubmatchIndex(doc)
	if at == nil {
		t.Fatal(file, "has no table of schemes")
	}
	if want := documentation(); string(doc[at[4]:at[5]]) != want {
		if !*update {
			t.Fatalf("%s: the table is\n%swant (go test ./internal/scheme -update)\n%s", file, doc[at[4]:at[5]], want)
		}
		doc = slices.Concat(doc[:at[4]], []byte(want), doc[at[5]:])
		if err := os.WriteFile(file, doc, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// documentation returns the table of schemes in Markdown.
func documentation() string {
	var b strings.Builder
	b.WriteString("| after the colon | schemes |\n|---|---|\n")
	row := func(what string, names []string) {
		slices.Sort(names)
		fmt.Fprintf(&b, "| %s | `%s` |\n", what, strings.Join(names, "` `"))
	}
	for _, n := range []struct {
		scheme.Need
		what string
	}{
		{scheme.Slashes, "`//`"},
		{scheme.Slash, "`/`"},
		{scheme.Address, "an address, or `?`"},
		{scheme.Group, "a name with a dot in it, an `@`, or `*`"},
		{scheme.Digits, "five digits"},
		{scheme.Colon, "a name and a second colon"},
		{scheme.Query, "`?`"},
		{scheme.Naming, "anything, if `--scheme` names them"},
	} {
		var names []string
		for _, s := range scheme.All() {
			if s.Need == n.Need {
				names = append(names, s.Name)
			}
		}
		row(n.what, names)
	}
	var names []string
	for _, s := range scheme.All() {
		if s.Defanged != "" {
			names = append(names, s.Defanged)
		}
	}
	row("these are defanged, and never found without `--refang`", names)
	return b.String()
}
