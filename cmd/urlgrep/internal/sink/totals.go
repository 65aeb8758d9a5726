package sink

import "github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"

// TotalSettings determine what is printed about each input.
type TotalSettings struct {
	List, ListWithout bool // print the names of inputs with matches, or without
	Count             bool // otherwise, print the number of matches
	Null              bool // a NUL follows the name
}

// Totals prints a line about each input, or nothing, instead of matches.
type Totals struct {
	settings TotalSettings
	prefix
}

// TotalsFormat returns the format that prints totals.
func TotalsFormat(line NewLine, s TotalSettings) Format {
	return Only(Needs{Total: true}, func(w *Worker) Printer { return newTotals(line(w.Out), s) })
}

// newTotals returns a Printer that prints totals to line.
func newTotals(line *output.Line, s TotalSettings) *Totals {
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
