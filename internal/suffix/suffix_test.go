package suffix

import (
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/publicsuffix"
)

// TestPublic checks Public against golang.org/x/net/publicsuffix, for names equal to a
// rule, above it and below it.
func TestPublic(t *testing.T) {
	for name := range names(icannRules + privateRules) {
		checkPublic(t, name)
	}
}

func checkPublic(t *testing.T, name string) {
	t.Helper()
	want, icann := publicsuffix.PublicSuffix(name)
	got := Public(name)
	if got == "" && !icann {
		got = name[strings.LastIndexByte(name, '.')+1:]
	}
	if got != want {
		t.Errorf("%q: %q, want %q", name, got, want)
	}
}

// TestICANN checks ICANN in the same way, for the rules that are not private.
func TestICANN(t *testing.T) {
	for name := range names(icannRules) {
		checkICANN(t, name)
	}
	for name, want := range map[string]string{
		"github.io": "io", "a.github.io": "io", "a.b.compute.amazonaws.com": "com", "a.blogspot.co.uk": "co.uk",
	} {
		if got := ICANN(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

func checkICANN(t *testing.T, name string) {
	t.Helper()
	want, icann := publicsuffix.PublicSuffix(name)
	if !icann {
		want = ""
	}
	if got := ICANN(name); got != want {
		t.Errorf("%q: %q, want %q", name, got, want)
	}
	if got, want := IsBelow(name), want != "" && want != name; got != want {
		t.Errorf("%q: below its suffix is %v, want %v", name, got, want)
	}
}

// FuzzSuffix does the same as both tests for any name.
func FuzzSuffix(f *testing.F) {
	for _, name := range []string{"www.a.example", "a.b.ck", "www.ck", "x.city.kawasaki.jp", "a.compute.amazonaws.com", "", ".", "..com", "com.", "*.ck", "!www.ck"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		checkPublic(t, name)
		if public := Public(name); public == ICANN(name) {
			checkICANN(t, name)
		}
	})
}

// names returns names to look up for each rule, and unusual ones.
func names(rules string) map[string]bool {
	all := map[string]bool{
		"": true, ".": true, "localhost": true, "a.localhost": true, ".com": true, "com.": true, "a..com": true,
		strings.Repeat("a.", 9) + "com": true,
	}
	for rule := range strings.Lines(rules) {
		name := strings.TrimLeft(strings.TrimSuffix(rule, "\n"), "!*.")
		_, parent, _ := strings.Cut(name, ".")
		for _, below := range []string{"", "a.", "a.b.", "www.a.b."} {
			all[below+name] = true
			all[below+parent] = true
		}
	}
	return all
}

// TestVersion checks that the rules are those of the version of golang.org/x/net in
// go.mod. If not, go generate writes them.
func TestVersion(t *testing.T) {
	version, err := os.ReadFile("version.txt")
	if err != nil {
		t.Fatal(err)
	}
	if want := publicsuffix.List.String() + "\n"; string(version) != want {
		t.Errorf("the list is that of %swant %s", version, want)
	}
}

// TestRules checks that the files are sorted, that has finds each rule, and that
// mostLabels and longestTop are right.
func TestRules(t *testing.T) {
	most, longest := 0, 0
	for _, rules := range []string{icannRules, privateRules} {
		lines := strings.Split(strings.TrimSuffix(rules, "\n"), "\n")
		if !slices.IsSorted(lines) {
			t.Error("not in order")
		}
		for _, rule := range lines {
			if !has(rules, "", rule) {
				t.Errorf("%s is not found", rule)
			}
			most = max(most, strings.Count(rule, ".")+1)
			longest = max(longest, len(rule[strings.LastIndexByte(rule, '.')+1:]))
		}
	}
	if longest != longestTop {
		t.Errorf("a top-level domain has %d bytes, longestTop is %d", longest, longestTop)
	}
	if most != mostLabels {
		t.Errorf("a rule has %d labels, mostLabels is %d", most, mostLabels)
	}
}

// TestRegistrable checks domains with one label more than their public suffix, and hosts without.
func TestRegistrable(t *testing.T) {
	for host, want := range map[string]string{
		"":                        "",
		"localhost":               "localhost",
		"com":                     "com",
		"example.com":             "example.com",
		"a.b.example.com":         "example.com",
		"www.example.co.uk":       "example.co.uk",
		"co.uk":                   "co.uk",
		"a.user.github.io":        "user.github.io",
		"github.io":               "github.io",
		"a.b.c.unruled":           "c.unruled",
		"city.kawasaki.jp":        "city.kawasaki.jp", // an exception rule
		"a.b.c.kawasaki.jp":       "b.c.kawasaki.jp",
		"192.0.2.1":               "192.0.2.1",
		"[2001:db8::1]":           "[2001:db8::1]",
		"xn--bcher-kva.example":   "xn--bcher-kva.example",
		"a.xn--bcher-kva.example": "xn--bcher-kva.example",
		".example.com":            "example.com",
		"example..com":            "example..com",
		"a.example..co.uk":        "a.example..co.uk",
	} {
		if got := Registrable(host); got != want {
			t.Errorf("%q: got %q, want %q", host, got, want)
		}
	}
}
