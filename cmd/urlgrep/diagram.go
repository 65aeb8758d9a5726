package main

import (
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/terminal"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

// draw prints the names of the components of a URL below it, unless it is wider than
// what it is printed to:
//
//	ftp://a.example/b
//	├─┘   ├───────┘ │
//	│     │         └ name
//	│     └ host
//	└ scheme
func (x *explainer) draw(text string, list []parse.NamedComponent) {
	column := func(at int) int { return visible.Columns(x.print.shown(text[:at])) }
	if len(list) == 0 || column(len(text)) > terminal.Columns(x.out.File()) {
		return
	}
	starts := make([]int, len(list))
	at := 0
	to := func(column int) {
		x.print.add("", strings.Repeat(" ", max(0, column-at)))
		at = column
	}
	for i, p := range list {
		starts[i] = column(p.Span.From)
		to(starts[i])
		mark := "│"
		if n := column(p.Span.To) - at; n > 1 {
			mark = "├" + strings.Repeat("─", n-2) + "┘"
			at += n
		} else {
			at++
		}
		x.print.add(componentColour(i), mark)
	}
	x.print.end()
	for last := len(list) - 1; last >= 0; last-- {
		at = 0
		for i := range last {
			to(starts[i])
			x.print.add(componentColour(i), "│")
			at++
		}
		to(starts[last])
		x.print.add(componentColour(last), "└ "+list[last].Name.String())
		x.print.end()
	}
}

// componentColour returns the colour of a component, which differs from that of those
// beside it.
func componentColour(i int) string {
	return [...]string{"36", "33", "32", "35", "34"}[i%5]
}
