package find_test

import (
	"fmt"

	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// The example of the package comment: the last ")" and the line break are not part of the
// URL.
func ExampleFinder_Step() {
	rules := find.Rules{
		MaxURL: find.DefaultMaxURL, MaxLines: find.DefaultMaxLines,
		Kinds: 1<<find.Wrapped | 1<<find.Angle | 1<<find.Prefixed | 1<<find.Bare, Rejoin: join.Hyphen,
	}
	var f find.Finder
	f.Init(&rules)
	f.Reset(rules.Kinds, true)

	text := find.Window{Data: []byte("> docs (http://www.pulse-\n> eight.com/a(b)), and more\n"), EOF: true}
	for p := (find.Point{}); ; {
		next, r := f.Step(&text, p, len(text.Data))
		if r.Verdict == verdict.More {
			break // the end of the text
		}
		if c := &f.Found; r.Verdict == verdict.Yes {
			fmt.Println(c.Kind == find.Bare, c.From, c.To, string(c.URL), c.Hyphens)
		}
		p = next
	}
	// Output: true 8 42 http://www.pulse-eight.com/a(b) [16]
}
