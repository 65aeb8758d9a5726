package find

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// withScheme is the set of the kinds with a scheme.
const withScheme = Kinds(1<<Wrapped | 1<<Angle | 1<<Prefixed | 1<<Bare | 1<<Attribute)

// newFinder returns a Finder with the rules r, whose zero fields have their defaults.
func newFinder(r *Rules) *Finder {
	rules := *r
	if rules.Kinds == 0 {
		rules.Kinds = withScheme
	}
	if rules.MaxURL == 0 {
		rules.MaxURL = wrapper.DefaultMaxURL
	}
	if rules.MaxLines == 0 {
		rules.MaxLines = wrapper.DefaultMaxLines
	}
	f := new(Finder)
	f.Init(&rules)
	f.Reset(rules.Kinds, true)
	return f
}

// search returns a list of all candidates that f finds in text. It calls seen, if not
// nil, for each.
func search(f *Finder, text string, seen func(*Candidate)) string {
	var found strings.Builder
	t, p := &Text{Data: []byte(text), EOF: true}, Place{}
	for {
		next, r := f.Step(t, p, len(t.Data))
		switch r.Verdict {
		case wrapper.More:
			return found.String()
		case wrapper.Yes:
			c := f.Found
			if seen != nil {
				seen(&c)
			}
			fmt.Fprintf(&found, "%d %d %d %q %v %v %v %v\n", c.Kind, c.From, c.To, c.URL, c.Hyphens, c.Rejoined, c.Ordinary, c.LeftBroken)
		}
		if r.TooLong {
			fmt.Fprintf(&found, "%d too long\n", p.Pos)
		}
		p = next
	}
}

// TestSpecial checks that ASCII letters and digits need no decision in the authority of a
// URL and after it.
func TestSpecial(t *testing.T) {
	for part := inAuthority; int(part) < len(special); part++ {
		for c := range 0x80 {
			if special[part][c] && ascii.Is(byte(c), ascii.AlphaDigit) {
				t.Errorf("%q is special in part %d of a URL", c, part)
			}
		}
	}
}
