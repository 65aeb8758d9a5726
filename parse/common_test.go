package parse

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// checkCommon compares parseCommon with parse, and at RFC1738 parseAsStrict. It reports whether
// text is a common URL.
func checkCommon(t *testing.T, text string, level Level) bool {
	generic := level
	if level == RFC1738 {
		generic = Lenient
	}
	var got, want URL
	if !got.parseCommon(text, generic) {
		if !reflect.ValueOf(got).IsZero() {
			t.Errorf("parseCommon(%q, %v) is false, and sets %+v", text, level, got)
		}
		return false
	}
	wantErr := want.complete(want.parse(text, level))
	want.common = level != RFC1738
	var gotErr error
	if level == RFC1738 {
		g := got
		got = URL{}
		gotErr = got.complete(got.parseAsStrict(&g))
	}
	if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(gotErr, wantErr) {
		t.Errorf("%q at %v: %+v, %v, want %+v, %v", text, level, got, gotErr, want, wantErr)
	}
	return true
}

// TestCommon checks parseCommon with random texts from the pieces of common and other URLs.
func TestCommon(t *testing.T) {
	pieces := [][]string{
		{"http://", "https://", "http://", "https://", "HTTP://", "ftp://", "http:/", "http:", ""},
		{"a.example", "www.A-b.example", "a.example.", "a--b.example", "xn--bcher-kva.example", "192.0.2.1", "1.a", "a.1", "a_b.example", "", "[::1]",
			strings.Repeat("a", 63) + ".example", strings.Repeat("a", 64) + ".example", strings.Repeat("a.", 126) + "a", strings.Repeat("a.", 127) + "a"},
		{"", "", "", ":80", ":", "@b", "!"},
		{"", "/", "/a/b.html", "/~a", "/a;b=c:d@e&f", "/%41", "/%", "/%4", "/%0a", "/%01%41", "/{", "/ü", "//", "/a b"},
		{"", "", "?", "?a=b", "?a/b", "?a?b", "?%2f", "?%", "?~", "?@b"},
		{"", "", "#", "#a", "#a/b?c", "#a#b", "#~", "#%0a%41", "#%4"},
	}
	r := rand.New(rand.NewPCG(7, 8))
	var common [len(levelNames)]int
	for range effort.Rounds(50_000) {
		var b strings.Builder
		for _, list := range pieces {
			b.WriteString(list[r.IntN(len(list))])
		}
		for _, level := range Levels() {
			if checkCommon(t, b.String(), level) {
				common[level]++
			}
		}
	}
	for level, n := range common {
		if n == 0 {
			t.Errorf("no URL at %v was common", Level(level))
		}
	}
}

// FuzzCommon checks parseCommon with any text.
func FuzzCommon(f *testing.F) {
	for _, s := range []string{"http://a.example", "https://a.example/b?c#d", "http://a.example?b", "http://a.example/~b", "http://a.example/b?c/d", "https://a.example?@b", "http://a.example/%41?%42#%43", "http://a.example/%?a%4#%"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, level := range Levels() {
			checkCommon(t, text, level)
		}
	})
}
