package search

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
)

// A hit is the current match of a scan as a sink.Found.
type hit struct {
	*extract.Scanner
	match extract.Match
}

func (h *hit) Match() *extract.Match {
	h.match = h.Scanner.Match()
	return &h.match
}

// A decided is a hit whose hyphens have been decided by evidence.
type decided struct {
	hit
	evidence *evidence
}

func (d *decided) URL() []byte { return []byte(d.Match().URL) }

func (d *decided) Match() *extract.Match {
	m := d.hit.Match()
	d.evidence.decide(m)
	return m
}

// hit returns the current match of sc, whichever it is, for the sink.
func (w *worker) hit(sc *extract.Scanner) sink.Found {
	var f sink.Found = &hit{Scanner: sc}
	if e := w.search.evidence; e != nil {
		f = &decided{hit{Scanner: sc}, e}
	}
	if w.Followed {
		f = sink.Followed{Found: f, Leads: w.Leads}
	}
	if w.Bounded {
		return sink.Bounded{Found: f, Repeated: &w.repeats}
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
