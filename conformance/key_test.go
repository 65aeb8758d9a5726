package conformance

import (
	"fmt"
	"go/ast"
	"math/rand/v2"
	"strings"
	"testing"

	_ "github.com/PuerkitoBio/purell" // keeps it in go.mod: only its test data is read
	whatwg "github.com/nlnwa/whatwg-url/url"

	"github.com/urlgrep/urlgrep/internal/urlkey"
)

// normalModule ships a table of normalized URLs.
const normalModule = "github.com/PuerkitoBio/purell"

// compareWHATWG compares the keys of URLs by the WHATWG URL standard with the URLs that a
// browser displays. What a browser refuses is its own key.
func compareWHATWG() (all []outcome, err error) {
	cases, err := urlCases[urlCase]("urltestdata.json")
	if err != nil {
		return nil, err
	}
	for n, c := range cases {
		if c.Base != nil {
			continue // the key of a reference is that of the URL that it means
		}
		input := c.Input
		if c.Failure {
			input = " " + input // a parser that does not fail removes the blank
		}
		want := c.Href
		if c.Failure {
			want = input
		}
		got := urlkey.Key(urlkey.WHATWG, input)
		o := outcome{id: fmt.Sprintf("urltestdata.json/%d", n+1), why: fmt.Sprintf("%q\n\t got %q\n\twant %q", c.Input, got, want)}
		switch {
		case got == want:
		case c.Failure:
			o.kind = "invented"
		case got == input:
			o.kind = "missed"
		default:
			o.kind = "other"
		}
		all = append(all, o)
	}
	return all, nil
}

// rfc3986Flags are the normalizations of that module that RFC 3986 permits, sections 6.2.2
// and 6.2.3.
var rfc3986Flags = map[string]bool{
	"FlagLowercaseScheme": true, "FlagLowercaseHost": true, "FlagUppercaseEscapes": true,
	"FlagDecodeUnnecessaryEscapes": true, "FlagRemoveDefaultPort": true, "FlagRemoveDotSegments": true,
	"FlagsSafe": true, // all of these but the dot segments, and two more
}

// compareNormal compares the keys of URLs by RFC 3986 with those of the same URLs after
// normalizations that the RFC permits.
func compareNormal() (all []outcome, err error) {
	s, err := openSource(normalModule, "purell_test.go")
	if err != nil {
		return nil, err
	}
	ast.Inspect(s.file, func(n ast.Node) bool {
		row, ok := n.(*ast.CompositeLit)
		if !ok || len(row.Elts) != 5 || !permitted(row.Elts[2]) {
			return true
		}
		name, _ := s.eval(row.Elts[0]).(string)
		from, _ := s.eval(row.Elts[1]).(string)
		to, _ := s.eval(row.Elts[3]).(string)
		all = append(all, sameKey(urlkey.RFC3986, "purell_test.go/"+name, from, to))
		return false
	})
	return all, nil
}

// permitted reports whether all flags in an expression are in rfc3986Flags.
func permitted(flags ast.Expr) bool {
	switch e := flags.(type) {
	case *ast.Ident:
		return rfc3986Flags[e.Name]
	case *ast.BinaryExpr:
		return permitted(e.X) && permitted(e.Y)
	}
	return false
}

// compareCanonical compares the keys of URLs by SURT with those of the same URLs in the
// canonical form of Google's Safe Browsing, which the first steps of archives make.
func compareCanonical() (all []outcome, err error) {
	s, err := openSource(urlModule, "canonicalizer", "profiles_test.go")
	if err != nil {
		return nil, err
	}
	rows, err := s.rows("TestGoogleSafeBrowsing", "tests")
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		name, _ := row["name"].(string)
		from, _ := row["args"].(string)
		to, _ := row["want"].(string)
		if !strings.Contains(from, "://") {
			from = "http://" + from // as the command does for URLs without a scheme
		}
		all = append(all, sameKey(urlkey.Archive, "profiles_test.go/"+name, from, to))
	}
	return all, nil
}

// sameKey returns the outcome for two URLs that are the same.
func sameKey(k urlkey.Kind, id, from, to string) outcome {
	got, want := urlkey.Key(k, from), urlkey.Key(k, to)
	o := outcome{id: id, why: fmt.Sprintf("%q\n\t got %q\n\twant %q, of %q", from, got, want, to)}
	if got != want {
		o.kind = "other"
	}
	return o
}

// keyPieces are the parts of random URLs. One element of each list is used. Neither "^" nor
// a blank before "?" is in them: the standard has changed since the version of the other
// parser.
var keyPieces = [][]string{
	{"http:", "HTTPS:", "ftp:", "file:", "x:", "mailto:", "ws:", "gopher:", "9:", ""},
	{"//", "//", "//", "/", "", `\\`, "////", `/\`, "///"},
	{"", "", "", "u@", "u:p@", "@", ":@", "a@b@", "u:@", ":p@", "%@"},
	{"a.example", "A.Example", "", "bücher.example", "xn--bcher-kva.example", "faß", "日本", "a%41", "a%2f", "%zz", "a b", "a<b", "a,b", "a_b", "a.", "1..2", "..",
		"[::1]", "[1:2::3.4.5.6]", "[::ffff:1.2.3.4]", "[::", "0x7f.1", "1.2.3", "256", "0300.1", "4294967296", "c:", "c|", "localhost", "LOCALHOST"},
	{"", "", "", ":80", ":443", ":21", ":", ":0080", ":65536", ":x"},
	{"", "/", "/a/b", "/a/../b", "/./", "/..", "/%2e%2E/x", `\a\b`, "//", "//..//", "/c:/", "/c|", "/c|/../..", "a", "/a b", "/%", "/ü", "/{}`\"<>", "/.%2e", "/a/..", "?", "/'"},
	{"", "", "?", "?a", "?a b'\"", "?ü<>", "??", "? "},
	{"", "", "#", "#f", "#a b`", "##", "#ü", " ", "\t"},
}

// TestKeysRandom compares the keys of random URLs by the WHATWG URL standard with another
// parser.
func TestKeysRandom(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 38))
	opened := 0
	for range 100_000 {
		var b strings.Builder
		for _, list := range keyPieces {
			b.WriteString(list[r.IntN(len(list))])
		}
		input := " " + b.String()
		want := input
		if u, err := whatwg.Parse(input); err == nil {
			want = u.Href(false)
			opened++
		}
		if got := urlkey.Key(urlkey.WHATWG, input); got != want {
			t.Fatalf("%q\n\t got %q\n\twant %q", input, got, want)
		}
	}
	if opened < 20_000 {
		t.Errorf("only %d were URLs", opened)
	}
}
