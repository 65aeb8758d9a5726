package find

import (
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/internal/verdict"
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
		rules.MaxURL = DefaultMaxURL
	}
	if rules.MaxLines == 0 {
		rules.MaxLines = DefaultMaxLines
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
	t, p := &Window{Data: []byte(text), EOF: true}, Point{}
	for {
		next, r := f.Step(t, p, len(t.Data))
		switch r.Verdict {
		case verdict.More:
			return found.String()
		case verdict.Yes:
			c := f.Found
			if seen != nil {
				seen(&c)
			}
			fmt.Fprintf(&found, "%d %d %d %q %v %v %v %v\n", c.Kind, c.From, c.To, c.URL, c.Hyphens, c.Rejoined, c.Valid, c.LeftBroken)
		}
		if r.TooLong {
			fmt.Fprintf(&found, "%d too long\n", p.Pos)
		}
		p = next
	}
}
