package sink

import (
	"bytes"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/extsort"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
)

// A Sort is an order in which the results of all inputs are printed.
type Sort struct {
	By      *record.Order
	Reverse bool
}

// Compare compares the keys of two results.
func (s *Sort) Compare(a, b []byte) int {
	if s.Reverse {
		return record.CompareReversed(a, b)
	}
	return record.CompareKeys(a, b)
}

// Of returns a Run whose Sinks write what those of r print for each match as a record of package
// extsort, with the key of the match.
func (s *Sort) Of(r Run) Run {
	make := r.Sink
	r.Sink = func(w *Worker) Sink { return newSorted(w, s.By, make) }
	return r
}

// Sorted passes the matches on to another Printer, and writes what that prints for each match as
// a record.
type Sorted struct {
	Printer
	order   *record.Order
	to      *output.Output // for the records
	printed *output.Output // of the other Printer; writes to text
	text    bytes.Buffer
	name    string // name of the input

	match       Kept
	key, record []byte
}

// newSorted returns a Sink that writes records to the output of w. The Sink that make returns prints
// what is in them.
func newSorted(w *Worker, order *record.Order, make func(*Worker) Sink) Sink {
	s := &Sorted{order: order, to: w.Out}
	const size = 4 << 10
	s.printed = w.Out.Through(&s.text, size)
	inner := *w
	inner.Out = s.printed
	to := make(&inner)
	s.Printer = to.Printer
	if to.Lines == nil {
		return Sink{Printer: s}
	}
	lines := &sortedLines{Sorted: s, lines: to}
	return Sink{Printer: lines, Lines: lines}
}

func (s *Sorted) Begin(name string, shown bool) {
	s.name = name
	s.Printer.Begin(name, shown)
}

func (s *Sorted) Match(f Found) error {
	m := f.Match()
	s.key = s.order.AppendKey(s.key[:0], s.name, m)
	s.match.Of = *m
	if err := s.Printer.Match(&s.match); err != nil {
		return err
	}
	s.printed.Drain()
	s.write()
	return nil
}

// write writes a record of what was printed, if anything was.
func (s *Sorted) write() {
	if s.text.Len() > 0 {
		s.record = extsort.AppendRecord(s.record[:0], s.key, s.text.Bytes())
		s.to.Add(s.record)
		s.text.Reset()
	}
}

// sortedLines is Sorted for a Sink that gets lines. A line has the key of the first URL in it. Lines that a
// URL continues in are one record.
type sortedLines struct {
	*Sorted
	lines Sink
	keys  ofMarks[string]
	joins bool // a URL continues in the next line
}

func (s *sortedLines) Begin(name string, shown bool) {
	s.Sorted.Begin(name, shown)
	s.keys.reset()
	s.joins = false
	s.text.Reset()
}

// Match marks a match, so that Line prints its lines.
func (s *sortedLines) Match(f Found) error {
	m := f.Match()
	s.key = s.order.AppendKey(s.key[:0], s.name, m)
	s.keys.add(string(s.key))
	s.match.Of = *m
	return s.lines.Match(&keptMark{s.match, f})
}

// A keptMark is a stored match whose Mark marks another one.
type keptMark struct {
	Kept
	of Found
}

func (k *keptMark) Mark() { k.of.Mark() }

func (s *sortedLines) Line(l *extract.Line) (more bool) {
	if !s.joins && len(l.Marks) > 0 {
		s.key = append(s.key[:0], s.keys.of(l.Marks[0])...)
	}
	more = s.lines.Lines.Line(l)
	s.printed.Drain()
	if s.joins = l.Joined; !s.joins {
		s.write()
	}
	return more
}

func (s *sortedLines) Finish(scan func() bool) {
	s.lines.Lines.Finish(scan)
	s.write() // the rest of the lines of a URL was not read
}
