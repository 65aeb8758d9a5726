package hosts

import (
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// TestSkeleton checks skeletons. The first texts are those of UTS 39, section 4, and of
// attacks; ICU 72 gives the same, except for U+04CF.
func TestSkeleton(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"paypal", "paypal"},
		{"pаypаl", "paypal"},
		{"ρ⍺у𝓅𝒂ן", "paypal"},
		{"𝔭𝒶ỿ𝕡𝕒ℓ", "paypal"},
		{"scope", "scope"},
		{"ѕсоре", "scope"},
		{"аррӏе", "apple"},
		{"bank", "bank"},
		{"rnicrosoft", "rnicrosoft"},
		{"microsoft", "rnicrosoft"},
		{"g00gle", "gOOgle"},
		{"1I|l", "llll"},
		{"bücher", "bu\u0308cher"},
		{"b\u00fccher", "bu\u0308cher"},
		{"a\u200bb\u2060c\u00add\ufeff", "abcd"}, // default ignorable
		{"ｐａｙ", "pay"},
		{"β", "ß"},
		{"œ", "oe"},
		{"", ""},
	} {
		if got := skeleton(c.text); got != norm.NFD.String(c.want) {
			t.Errorf("skeleton(%q) = %q, want %q", c.text, got, c.want)
		}
	}
	for _, c := range []struct{ a, b string }{
		{"g00gle.com", "google.com"}, {"paypa1.com", "paypal.com"}, {"rnicrosoft.com", "microsoft.com"},
		{"аррӏе.com", "apple.com"}, {"MICROSOFT.com", "microsoft.com"},
	} {
		if a, b := HostSkeleton(c.a), HostSkeleton(c.b); a != b {
			t.Errorf("HostSkeleton(%q) = %q, HostSkeleton(%q) = %q", c.a, a, c.b, b)
		}
	}
	if HostSkeleton("example.com") == HostSkeleton("examp1e.org") {
		t.Error("different top-level domains look alike")
	}
}

// TestPrototypes checks the table: it has a prototype for some thousand characters, and those
// of ASCII are the same in both tables.
func TestPrototypes(t *testing.T) {
	if n := len(prototypes()); n < 6000 {
		t.Errorf("%d characters", n)
	}
	for r := range asciiPrototypes {
		if got := prototypes()[rune(r)]; got != asciiPrototypes[r] {
			t.Errorf("%q has the prototype %q, in the table for ASCII %q", r, got, asciiPrototypes[r])
		}
	}
}

// TestIsIgnorable checks characters of each of the groups in DerivedCoreProperties.txt.
func TestIsIgnorable(t *testing.T) {
	n := 0
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if IsIgnorable(r) {
			n++
		}
	}
	if n != 4174 {
		t.Errorf("%d characters are ignorable, want 4174", n)
	}
	for _, r := range "\u00ad\u034f\u061c\u115f\u180b\u200b\u200d\u202e\u2060\u2064\u2069\u3164\ufe0f\ufeff\uffa0\U000e0001\U000e0100" {
		if !IsIgnorable(r) {
			t.Errorf("%U is visible", r)
		}
	}
	for _, r := range "a \u0600\u06dd\ufff9\U00013430é\ufffd" {
		if IsIgnorable(r) {
			t.Errorf("%U is ignorable", r)
		}
	}
}
