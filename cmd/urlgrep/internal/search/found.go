package search

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
)

// A decided is a match whose hyphens have been decided by evidence.
type decided struct {
	*engine.Found
	evidence *evidence
}

func (d *decided) URL() []byte { return []byte(d.Match().URL) }

func (d *decided) Match() *extract.Match {
	m := d.Found.Match()
	d.evidence.decide(m)
	return m
}

// hitOf returns the current match of the engine, whichever it is, for the sink.
func (w *worker) hitOf() sink.Found {
	var f sink.Found = w.engine.Found()
	if e := w.search.evidence; e != nil {
		f = &decided{w.engine.Found(), e}
	}
	return w.Format.Needs.Printed(f, w.Leads, &w.text.repeats)
}
