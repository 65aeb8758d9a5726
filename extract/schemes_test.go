package extract

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// needMet is a text that may follow the colon of a scheme, for each requirement of
// schemes.
var needMet = map[string]string{
	"`//`": "//a.example/b", "`/`": "/a/b", "`?`": "?xt=a", "an address, or `?`": "a@b.example", "five digits": "+123456",
	"a name with a dot in it, an `@`, or `*`": "comp.lang.c", "a name and a second colon": "a:b",
	ifNamed: "", defused: "",
}

// TestSchemes plants a URL of each known scheme of docs/rules.md at places where only a
// known scheme is found: with white space within angle brackets, glued to a digit, and
// without "//". With another letter in its name it is not found there, so a scheme that
// is missing in the registry fails here. A scheme that is found only if it is named is
// not found with "//", though another word is.
func TestSchemes(t *testing.T) {
	for name, need := range refNeeds {
		rest, ok := needMet[need]
		if !ok {
			t.Errorf("what must follow the colon of %s? %q", name, need)
		}
		unknown := name[:1] + "q" + name[1:]
		if rest == "" {
			for scheme, want := range map[string]string{name: "", unknown: "bare " + unknown + "://a.example/b"} {
				if got := kindsAndURLs("see " + scheme + "://a.example/b there"); got != want {
					t.Errorf("%s: got %q, want %q", scheme, got, want)
				}
			}
			continue
		}
		texts := map[string]string{
			"<%s: " + rest + ">": "angle ",
			"1%s:" + rest:        "bare ",
		}
		if !strings.HasPrefix(rest, "//") {
			texts["see %s:"+rest+" there"] = "bare "
		}
		for text, kind := range texts {
			for _, spelled := range []string{name, strings.ToUpper(name)} {
				if need == "five digits" && spelled != name {
					continue // "TEL: +123456" is a label
				}
				want := kind + spelled + ":" + rest
				if got := kindsAndURLs(fmt.Sprintf(text, spelled)); got != want {
					t.Errorf("%q: got %q, want %q", fmt.Sprintf(text, spelled), got, want)
				}
			}
			if got := kindsAndURLs(fmt.Sprintf(text, unknown)); strings.HasPrefix(got, kind+unknown) {
				t.Errorf("%q: got %q of a scheme that is not known", fmt.Sprintf(text, unknown), got)
			}
		}
	}
}

func kindsAndURLs(text string) string {
	var found []string
	for m := range Bytes([]byte(text), &Options{Input: InputText}) {
		found = append(found, m.Kind.String()+" "+m.URL)
	}
	return strings.Join(found, " ")
}

// TestSchemesSmall compares scanner and reference on each scheme with every short text
// after its colon: the code that rules out colons quickly must not rule out the beginning
// of a URL. With more effort more texts come before and after.
func TestSchemesSmall(t *testing.T) {
	t.Parallel()
	first := []string{"/", "//", " ", "\n", "a", "1", ".", "@", ":", "?", "*", "-", "\\", "<", ">", "é"}
	tails := []string{"", "a.b@c:d ", "12345", "//a/"}
	before := []string{"", "<", "<URL:", "URL:", "1", "x", "+", "_\b", "<b>"}
	switch effort.Get() {
	case effort.Long:
	case effort.Thorough:
		before, tails = before[:3], tails[:2]
	case effort.Normal:
		before, tails = before[:2], tails[:1]
	default:
		before, tails = before[:1], tails[:1]
	}
	names := []string{"url", "x", "foo"}
	for name := range refNeeds {
		names = append(names, name)
	}
	c := comparison{T: t}
	n := 0
	for _, name := range names {
		for _, b := range before {
			for _, one := range first {
				for _, two := range append(first, "") {
					for _, tail := range tails {
						n++
						if !c.check(b+name+":"+one+two+tail, defaults) {
							return
						}
					}
				}
			}
		}
	}
	t.Logf("%d texts", n)
}
