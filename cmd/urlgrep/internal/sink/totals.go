package sink

import "github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"

// TotalSettings say what is printed about each input.
type TotalSettings struct {
	List, ListWithout bool // the names of those with matches, and of those without
	Count             bool // else how many there are
	Null              bool // a NUL follows the name
}

// Totals prints something about each input as a whole, or nothing, and no matches.
type Totals struct {
	settings TotalSettings
	prefix
}

// NewTotals returns a sink that prints totals to line.
func NewTotals(line *output.Line, s TotalSettings) *Totals {
	return &Totals{s, prefix{Places: Places{Null: s.Null}, line: line}}
}

func (t *Totals) Match(Found) error { return nil }

func (t *Totals) End(n int) {
	switch {
	case t.settings.List || t.settings.ListWithout:
		if t.settings.List == (n > 0) {
			t.line.AddString(t.line.Colours.Name, t.name)
			t.line.EndWith(t.afterName('\n'))
		}
	case t.settings.Count:
		t.addName(':')
		t.line.AddInt("", int64(n))
		t.line.End()
	}
}
