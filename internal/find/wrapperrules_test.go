package find_test

import (
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/join"
)

// wrapperRules are the settings of a search for wrappers. 0 is the default of a limit.
type wrapperRules struct {
	Schemes          *begin.Schemes
	MaxURL, MaxLines int
	Wide             bool
	Fallback         *[128]rune
}

// finder returns a finder of the wrappers in data.
func (r *wrapperRules) finder(data []byte, atEOF bool) *find.WrapperFinder {
	rules := find.Rules{
		Schemes: r.Schemes, MaxURL: r.MaxURL, MaxLines: r.MaxLines, Rejoin: join.Hyphen,
		Fallback: (*chars.Fallback)(r.Fallback),
	}
	if r.MaxURL == 0 {
		rules.MaxURL = find.DefaultMaxURL
	}
	if r.MaxLines == 0 {
		rules.MaxLines = find.DefaultMaxLines
	}
	if r.Wide {
		rules.Rejoin = join.Wide
	}
	f := new(find.WrapperFinder)
	f.Reset(&rules, data, atEOF)
	return f
}

// Next finds the first wrapper that opens in data[at:].
func (r *wrapperRules) Next(c *find.Wrapper, data []byte, at int, atEOF bool) find.State {
	return r.finder(data, atEOF).Next(c, at)
}

// Scan decides about the "<" at data[at].
func (r *wrapperRules) Scan(c *find.Wrapper, data []byte, at int, atEOF bool) find.State {
	return r.finder(data, atEOF).At(c, at)
}
