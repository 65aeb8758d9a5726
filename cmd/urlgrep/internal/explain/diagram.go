package explain

import (
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/terminal"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

// draw prints the names of the components of a URL below it, unless the diagram is wider
// than the output:
//
//	ftp://a.example/b
//	├─┘   ├───────┘ │
//	│     │         └ name
//	│     └ host
//	└ scheme
func (x *Explainer) draw(text string, list []parse.NamedComponent) {
	column := func(at int) int { return visible.Columns(x.line.Shown([]byte(text[:at]))) }
	if len(list) == 0 || column(len(text)) > terminal.Columns(x.line.Output().File()) {
		return
	}
	starts := make([]int, len(list))
	at := 0
	to := func(column int) {
		x.line.AddLine("", strings.Repeat(" ", max(0, column-at)))
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
		x.line.AddLine(componentColour(i), mark)
	}
	x.line.End()
	for last := len(list) - 1; last >= 0; last-- {
		at = 0
		for i := range last {
			to(starts[i])
			x.line.AddLine(componentColour(i), "│")
			at++
		}
		to(starts[last])
		x.line.AddLine(componentColour(last), "└ "+list[last].Name)
		x.line.End()
	}
}

// componentColour returns the colour of a component. Adjacent components have different
// colours.
func componentColour(i int) string {
	return [...]string{"36", "33", "32", "35", "34"}[i%5]
}
