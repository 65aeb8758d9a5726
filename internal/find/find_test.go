package find

import (
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// withScheme are the kinds that have a scheme.
const withScheme = Kinds(1<<Wrapped | 1<<Angle | 1<<Prefixed | 1<<Bare | 1<<Attribute)

// newFinder returns a Finder with rules, or their defaults.
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

// search lists all that f finds in a text. It calls seen for each candidate, if that is not
// nil.
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

// TestSpecial: a URL goes on over letters and digits of ASCII without a decision, in its
// authority and what follows that.
func TestSpecial(t *testing.T) {
	for part := inAuthority; int(part) < len(special); part++ {
		for c := range 0x80 {
			if special[part][c] && ascii.Is(byte(c), ascii.AlphaDigit) {
				t.Errorf("%q is special in part %d of a URL", c, part)
			}
		}
	}
}
