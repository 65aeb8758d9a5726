package sink

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/report/collect"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/parse"
)

// Report collects the matches for a report. Each worker has its own. It holds what it has found, and
// adds that to the Collector when its task has its turn, so that the page is the same for any number
// of workers.
type Report struct {
	collector *collect.Collector
	turn      Turn // of the worker

	describer *collect.Describer
	input     *collect.Input
	around    around[*heldMatch]
	held      heldWork
}

// heldWork is the list of steps that a worker has not performed yet.
type heldWork struct {
	list  []heldStep
	bytes int
}

// A heldStep adds something to the Collector.
type heldStep struct {
	add   func(*collect.Collector)
	match *heldMatch // nil: add does not add a match
}

// A heldMatch is a match with the lines around it.
type heldMatch struct {
	*collect.Occurrence
	waits bool // some of its lines are still to come
}

// aroundRow is the number of lines shown before and after a URL in a report.
const aroundRow = 2

// ReportFormat returns the format that collects for a report with the settings. write writes the
// page to an output or elsewhere, at the end.
func ReportFormat(s collect.Settings, write func(*output.Output, *report.Data) error) Format {
	needs := Needs{Fields: record.Everything, InText: true, AtEnd: true, Lines: true, Files: true}
	return Format{needs, func(out *output.Output, _ *output.Messages) Run {
		c := collect.NewCollector(s)
		return Run{
			Close: func(e *Ending) error {
				if e.Refused {
					return nil
				}
				return write(out, c.Data(&collect.Outcome{
					Took: e.Took, Bytes: e.Sums.Bytes, Errors: e.Sums.Errors, Skipped: e.Sums.Skipped(), Interrupted: e.Interrupted,
				}))
			},
			Sink: func(w *Worker) Sink {
				r := newReport(c, w.Turn)
				return Sink{Printer: r, Lines: r, Files: r, Faults: r, Held: r}
			},
		}
	}}
}

func newReport(c *collect.Collector, turn Turn) *Report {
	r := &Report{collector: c, turn: turn, describer: c.Describer()}
	r.around = around[*heldMatch]{
		size: aroundRow,
		add:  r.addLine,
		done: func(m *heldMatch) { m.waits = false },
	}
	return r
}

// BeginFile begins a file.
func (r *Report) BeginFile(f *File) {
	file := reportFile(f, false)
	r.step(func(c *collect.Collector) { c.BeginFile(file) })
}

// EndFile ends the file.
func (r *Report) EndFile(f *File, c Completeness) {
	file := reportFile(f, c == Complete)
	r.step(func(c *collect.Collector) { c.EndFile(file) })
}

func reportFile(f *File, complete bool) report.File {
	return report.File{Name: f.Name, Size: f.Size, Sum: f.Sum, Complete: complete}
}

// Fail adds an error of an input.
func (r *Report) Fail(name string, err error) {
	reason := err.Error()
	r.step(func(c *collect.Collector) { c.Fail(name, reason) })
}

func (r *Report) Begin(name string, _ bool) {
	r.input = collect.NewInput(name)
	r.around.reset()
	r.step((*collect.Collector).Begin)
}

func (r *Report) Match(f Found) error {
	m := f.Match()
	place := placeIn(m.Document)
	h := &heldMatch{Occurrence: r.describer.Describe(r.input, m, hasLine(m.Document, place))}
	if h.NeedsLines() {
		h.waits = true
		f.Mark()
		r.around.mark(h)
	}
	r.held.list = append(r.held.list, heldStep{func(c *collect.Collector) { c.Add(h.Occurrence) }, h})
	r.held.bytes += h.Size()
	if r.held.bytes > maxHeld {
		r.turn.Await()
		r.flush(r.held.complete())
	}
	return nil
}

// Line adds a line of a text to the matches that need it.
func (r *Report) Line(l *extract.Line) (more bool) { return r.around.line(l) }

// Finish collects the lines after the last match.
func (r *Report) Finish(scan func() bool) { r.around.finish(scan) }

func (r *Report) addLine(m *heldMatch, text string, place parse.Span) {
	before := m.Size()
	m.AddLine(text, place)
	r.held.bytes += m.Size() - before
}

func (r *Report) End(n int) {
	r.step(func(c *collect.Collector) { c.End(n) })
}

// step adds a step that adds no match.
func (r *Report) step(add func(*collect.Collector)) {
	const size = 100
	r.held.list = append(r.held.list, heldStep{add: add})
	r.held.bytes += size
}

// complete returns the number of steps before the first match whose lines are still to come. If
// too much is held, it is the number of all steps: in hostile input the end of the lines may be
// far away.
func (w *heldWork) complete() int {
	if w.bytes > 8*maxHeld {
		return len(w.list)
	}
	for i, s := range w.list {
		if s.match != nil && s.match.waits {
			return i
		}
	}
	return len(w.list)
}

// Flush adds all that the worker holds to the Collector.
func (r *Report) Flush() { r.flush(len(r.held.list)) }

// flush adds the first n steps to the Collector.
func (r *Report) flush(n int) {
	if n == 0 {
		return
	}
	steps := r.held.list[:n:n]
	r.held.list = append([]heldStep(nil), r.held.list[n:]...)
	r.held.bytes = 0
	for _, s := range r.held.list {
		if s.match != nil {
			r.held.bytes += s.match.Size()
		}
	}
	r.turn.Then(func() {
		for _, s := range steps {
			s.add(r.collector)
		}
	})
}

// Restart drops the steps that have not been flushed.
func (r *Report) Restart() { r.held = heldWork{} }
