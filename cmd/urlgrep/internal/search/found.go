package search

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
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

// found returns the current match of the engine, whichever it is, for the sink.
func (w *worker) found() sink.Found {
	var f sink.Found = w.engine.Found()
	if e := w.search.evidence; e != nil {
		f = &decided{w.engine.Found(), e}
	}
	if w.Followed {
		f = sink.Followed{Found: f, Leads: w.Leads}
	}
	if w.Bounded {
		return sink.Bounded{Found: f, Repeated: &w.text.repeats}
	}
	return f
}

// sinkOf returns the sink for a worker that prints to out and log.
func (s *Search) sinkOf(turn *pool.Worker, out *output.Output, log *output.Messages) sink.Sink {
	switch to := s.sink.(type) {
	case sink.Gatherer:
		return to.Worker(turn)
	case *sink.Picker: // there is only one worker
		return to
	}
	if s.sorter != nil {
		return sink.NewSorted(out, s.Sort.By, func(out *output.Output) sink.Sink { return s.NewSink(out, log, s.Interrupted) })
	}
	return s.NewSink(out, log, s.Interrupted)
}
