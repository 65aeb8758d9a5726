package search

import (
	"fmt"
	"io"
	"math"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
)

// maxEvidence is the number of parts of URLs that are remembered, in at most 48 MB.
const maxEvidence = 2 << 20

// evidence decides about hyphens at line breaks. It is collected by a search of all inputs, which
// are then read a second time for the results.
type evidence struct {
	urls          *extract.Evidence
	copies        *input.Copies
	hyphens, open int // number of hyphens before line breaks, and of those not decided
}

// collectEvidence reads all inputs for the first time, for --hyphen=evidence, and collects
// the URLs that are not broken across lines. It reports no errors, because the second
// reading reports them.
func (s *Search) collectEvidence(files input.Options) *evidence {
	e := &evidence{&extract.Evidence{Max: maxEvidence}, input.NewCopies(s.Files.Stdin), 0, 0}
	o := *s.Options
	// All URLs are evidence, including those that are not printed and those in quoted
	// text and other messages.
	o.Select, o.Until = Select{Evidence: true}, Until{Max: math.MaxInt}
	o.Print = Print{Format: sink.Only(sink.Needs{InText: true, InOrder: true}, func(*sink.Worker) sink.Printer { return collector{e.urls} })}
	o.Verbose, o.Silent, o.Stats, o.Skip = false, true, false, nil
	o.Find.SkipPlaces, o.Find.Note, o.Find.Signs = true, nil, nil
	o.Find.SkipQuoted, o.Find.SkipSignatures, o.Find.Validity = false, false, extract.ValidOnly
	if len(o.Find.Kinds) > 0 {
		o.Find.Kinds = append(extract.DefaultKinds(), o.Find.Kinds...)
	}
	nowhere := output.New(io.Discard)
	first := New(&o, nowhere, output.NewMessages(nowhere, io.Discard))
	first.interruption, first.progress, first.inventory = s.interruption, s.progress, s.inventory
	first.copies = e.copies
	first.alone(files)
	return e
}

// A collector collects matches as evidence.
type collector struct{ evidence *extract.Evidence }

func (c collector) Begin(string, bool) {}
func (c collector) End(int)            {}

func (c collector) Match(f sink.Found) error {
	c.evidence.Add(f.Match())
	return nil
}

// report prints the number of hyphens that were not decided.
func (e *evidence) report(log *output.Messages) {
	if e.open == 0 {
		return
	}
	text := fmt.Sprintf("%d of %s at line breaks kept for lack of evidence", e.open, output.Plural(int64(e.hyphens), "hyphen"))
	if e.urls.Full() {
		text += fmt.Sprintf("; only %d parts of URLs were remembered", maxEvidence)
	}
	log.Print(text)
}

// A decided is a match whose hyphens have been decided by evidence.
type decided struct {
	*engine.Found
	evidence *evidence
}

func (d *decided) URL() []byte { return []byte(d.Match().URL) }

// Match decides the hyphens of the match, and counts them.
func (d *decided) Match() *extract.Match {
	m := d.Found.Match()
	hyphens, open := d.evidence.urls.Decide(m)
	d.evidence.hyphens += hyphens
	d.evidence.open += open
	return m
}
