package engine

import (
	"io"
	"sync"

	"github.com/urlgrep/urlgrep/extract"
)

// A Plan divides an input of Size bytes into parts of the same Length, except the last part, which
// is the rest of the input. A match belongs to the part that it begins in.
type Plan struct{ Size, Length int64 }

// Parts returns the number of parts.
func (p Plan) Parts() int64 { return max(1, p.Size/p.Length) }

// At returns the offsets at which the i-th part, from 0, begins and ends. The end of the
// last part is -1.
func (p Plan) At(i int64) (begin, end int64) {
	if i == p.Parts()-1 {
		return i * p.Length, -1
	}
	return i * p.Length, (i + 1) * p.Length
}

// A Division is a range of an input that several Engines scan in parts at the same time. Each of them
// surveys a part, and scans it from a guessed Checkpoint. The parts are settled in order: the
// Checkpoint at the end of the part before it shows whether the guess for a part was right.
type Division struct {
	in       io.ReaderAt
	surveyor *Surveyor
	sums     sums
	added    int64 // parts

	// These are used only by the goroutine that settles a part.
	first *extract.Checkpoint // at the beginning of the parts that are settled
	last  *extract.Checkpoint // at their end; nil: not known
	ended bool                // no further parts are scanned
}

// sums holds the sum of the surveys of the first parts. Each part is added after those before it.
type sums struct {
	needed     bool
	mu         sync.Mutex
	more       sync.Cond      // signals that parts has changed
	parts      int64          // number of parts added
	total      extract.Survey // of those parts
	correction extract.Survey // of the surveys of the settled parts
}

// NewDivision returns a Division that is scanned with the options o, without parts. from is the
// Checkpoint at its beginning, or nil if that is not known, and before the Survey of the text before
// it.
func NewDivision(in io.ReaderAt, s *Surveyor, o *extract.Options, from *extract.Checkpoint, before extract.Survey) *Division {
	d := &Division{in: in, surveyor: s, last: from}
	d.sums.needed, d.sums.total = NeedsBefore(o), before
	d.sums.more.L = &d.sums.mu
	return d
}

// NeedsBefore reports whether the scan of a part with the options o depends on how much text and
// how many messages are before it.
func NeedsBefore(o *extract.Options) bool {
	return !o.SkipPlaces || o.SkipQuoted || o.SkipSignatures
}

// First returns the Checkpoint at the beginning of the parts that are settled, or nil.
func (d *Division) First() *extract.Checkpoint { return d.first }

// Last returns the Checkpoint at the end of the parts that are settled, or nil.
func (d *Division) Last() *extract.Checkpoint { return d.last }

// Ended reports whether no further parts are scanned.
func (d *Division) Ended() bool { return d.ended }

// A DividedPart is a part of a Division.
type DividedPart struct {
	Part
	division *Division
	number   int64
	isLast   bool
	total    extract.Survey // of all text before the end of the part
	scanning *Engine        // nil if the part is not being scanned
}

// Add adds the part from begin to end, after those that have been added. A negative end is the end of
// the input. isLast says that it is the last one.
func (d *Division) Add(name string, begin, end int64, isLast bool) *DividedPart {
	p := &DividedPart{Part: Part{Begin: begin, End: end, Text: Text{Name: name}}, division: d, number: d.added, isLast: isLast}
	d.added++
	return p
}

// IsLast reports whether p is the last part.
func (p *DividedPart) IsLast() bool { return p.isLast }

// Guess surveys the part, and returns the Checkpoint from which to scan it, or nil if none can be
// guessed. It waits until the parts before it are surveyed, if the scan depends on them: so it must be
// called for each part. The error is that of the survey; a scan has it, too.
func (p *DividedPart) Guess() (*extract.Checkpoint, error) {
	d := p.division
	own, err := d.surveyor.Survey(p.Begin, p.End)
	before := p.add(own)
	if p.number == 0 && d.last != nil {
		return d.last, nil
	}
	if from, ok := own.Guess(before); ok && err == nil {
		return &from, nil
	}
	return nil, err
}

// add adds the survey of the part to those of the parts before it, and returns the sum before.
func (p *DividedPart) add(own extract.Survey) (before extract.Survey) {
	s := &p.division.sums
	if !s.needed {
		return before
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.parts != p.number { // another goroutine is surveying each of them
		s.more.Wait()
	}
	before = s.total.Add(s.correction)
	s.total = s.total.Add(own)
	p.total = s.total
	s.parts++
	s.more.Broadcast()
	return before
}

// Scan scans the part from a Checkpoint on: see [Engine.ScanPart].
func (p *DividedPart) Scan(e *Engine, from extract.Checkpoint, found func(*Found) error) {
	p.scanning = e
	e.ScanPart(&p.Part, p.division.in, from, found)
	p.scanning = nil
}

// IsRight reports whether the part was scanned, or is being scanned by the caller, from the right
// Checkpoint. The parts before it must be settled.
func (p *DividedPart) IsRight() bool {
	from := p.First
	if p.scanning != nil {
		from = p.scanning.First()
	}
	d := p.division
	return from != nil && !d.ended && (d.last == nil || *from == *d.last)
}

// Settle adopts the result of the part if it is right. Otherwise it drops the result, and calls scan,
// which scans the part from the right Checkpoint, if that is known. The parts before it must be
// settled, and the Division must not have ended. It reports whether the Division ends: after the last
// part, and after one that cannot be read.
func (p *DividedPart) Settle(right bool, scan func(from extract.Checkpoint)) (ended bool) {
	d := p.division
	if !right {
		p.Text, p.First, p.Last = Text{Name: p.Name}, nil, nil
		if d.last != nil {
			scan(*d.last)
		}
	}
	if d.first == nil {
		d.first = p.First
	}
	scanned := p.First != nil || p.Err != nil || d.last != nil
	d.last = p.Last
	if d.ended = scanned && p.Last == nil || p.Err != nil || p.isLast; d.ended {
		return true
	}
	if d.last != nil {
		s := &d.sums
		s.mu.Lock()
		s.correction = d.last.Correction(p.total)
		s.mu.Unlock()
	}
	return false
}
