package engine

import (
	"cmp"
	"io"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// A Part is a range of a text or an mbox, and the result of its scan.
type Part struct {
	Begin, End int64 // offsets; a negative End is the end of the input

	Text
	First, Last *extract.Checkpoint // of the scan at both ends; nil: the scan has not got there
}

// ScanPart scans the part of an input from a Checkpoint on, and sets its results. It calls found with
// each match: see [Engine.Scan]. Of the Events it calls only Rest.
func (e *Engine) ScanPart(p *Part, in io.ReaderAt, from extract.Checkpoint, found func(*Found) error) {
	name := p.Name
	p.Text, p.First, p.Last = Text{Name: name}, nil, nil
	if e.part == nil {
		if e.part, p.Err = extract.NewRange(&e.options.Find); p.Err != nil {
			e.part = nil
			return
		}
	}
	r := e.part                                           // a panic sets e.part to nil
	reset := func() { r.Reset(in, from, p.Begin, p.End) } // the scan returns its error
	if p.Err = e.call(reset, func() int64 { return p.Begin }); p.Err != nil {
		return
	}
	e.matches(&p.Text, r.Scanner(), found)
	p.First, p.Last = checkpoint(r.First()), checkpoint(r.Last())
}

// First returns the Checkpoint at the beginning of the part that ScanPart is scanning, or nil if the
// scan has not got there.
func (e *Engine) First() *extract.Checkpoint {
	if e.part == nil {
		return nil
	}
	return checkpoint(e.part.First())
}

func checkpoint(c extract.Checkpoint, ok bool) *extract.Checkpoint {
	if !ok {
		return nil
	}
	return &c
}

// A Surveyor surveys parts of an input. Several goroutines may use it.
type Surveyor struct{ surveyor *extract.Surveyor }

// NewSurveyor returns a Surveyor for scans with the options o. The error is extract.ErrIndivisible
// if the input cannot be divided, and otherwise that of the reader or of a panic.
func NewSurveyor(in io.ReaderAt, o extract.Options) (s *Surveyor, err error) {
	s = new(Surveyor)
	panicked := recovered.Call(func() { s.surveyor, err = extract.NewSurveyor(in, &o) })
	return s, cmp.Or(err, panicked)
}

// SkipSignatures leaves out the signatures of a text: see [extract.Surveyor].
func (s *Surveyor) SkipSignatures() { s.surveyor.SkipSignatures = true }

// Survey surveys the range from offset begin to end; a negative end is the end of the input. The
// error is that of the reader or of a panic.
func (s *Surveyor) Survey(begin, end int64) (v extract.Survey, err error) {
	panicked := recovered.Call(func() { v, err = s.surveyor.Survey(begin, end) })
	return v, cmp.Or(err, panicked)
}
