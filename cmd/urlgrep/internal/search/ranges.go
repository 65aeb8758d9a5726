package search

import (
	"cmp"
	"io"
	"io/fs"
	"math"
	"os"
	"sync"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/longpath"
)

// DefaultRangeLength is the length of a range, in bytes. The results of a range are held
// back until the range before it is finished. With half this length two workers take 5 %
// more time for plain text.
const DefaultRangeLength = 1 << 20

func (o *Options) rangeLength() int64 { return cmp.Or(o.RangeLength, DefaultRangeLength) }

// A division is a large file that several workers search in ranges. A worker surveys its
// range, and scans it from a guessed Checkpoint. When its task has its turn, the range
// before it is settled, and the Checkpoint at the end of that range shows whether the guess
// was right.
type division struct {
	name     string
	in       *input.Source
	surveyor *engine.Surveyor
	close    func() // called when all ranges are settled
	begin    int64  // offset of the first range
	end      int64  // of the last range; -1: the end of the file
	surveys  surveys
	settled  settled // used only by the task that has its turn
}

// surveys holds the sum of the surveys of the first ranges. Each range is added after those
// before it.
type surveys struct {
	mu         sync.Mutex
	more       sync.Cond      // signals that ranges has changed
	ranges     int64          // number of ranges added
	total      extract.Survey // of those ranges
	correction extract.Survey // of the surveys of the settled ranges
}

// settled is the result of the ranges that are settled.
type settled struct {
	first    *extract.Checkpoint // at their beginning
	at       *extract.Checkpoint // at their end; nil: not known
	messages int                 // number of messages
	n        int                 // number of matches
	left     stats.LeftOut
	failed   bool // the last range could not be read completely
	ended    bool // further ranges are not searched
}

// A part is one range of a division, with its result.
type part struct {
	*division
	number     int64
	begin, end int64
	last       bool // the range is the last one

	total    extract.Survey // of all text before the end of the range
	scanning *engine.Engine // nil if the range is not being scanned
	rangeResult
}

// rangeResult is the result of scanning a range.
type rangeResult struct {
	from, to *extract.Checkpoint // at its ends; nil if the scan has not reached them
	messages int                 // number of messages
	n        int                 // number of matches
	left     stats.LeftOut
	err      error
}

// isDivisible reports whether the options allow a file to be searched in ranges. They must
// not end the search early, select by earlier matches, print lines or files, rewrite the text, or
// need the file to be decoded or read as one message.
func (s *Search) isDivisible() bool {
	n := &s.Format.Needs
	return s.needsAll() && !s.Evidence && !s.Unique && !n.Lines && !n.Files && !n.Text && !s.Find.Refang &&
		s.Find.Input != extract.InputMail && s.Find.Input != extract.InputHTML && !engine.IsDecoded(&s.Find)
}

// needsAll reports whether the search does not end before the last match.
func (o *Options) needsAll() bool { return !o.Any && !o.First && o.Max == math.MaxInt }

// isLarge reports whether the only input is a file that n workers may divide.
func (s *Search) isLarge(n int) bool {
	if n < 2 || !s.isDivisible() {
		return false
	}
	if len(s.Files.Operands) == 1 && s.Files.Operands[0] != "-" {
		info, err := longpath.Stat(s.Files.Operands[0])
		return err == nil && s.isWorthwhile(info, n)
	}
	f, ok := s.Files.Stdin.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && s.isWorthwhile(info, n)
}

func (o *Options) isWorthwhile(info fs.FileInfo, workers int) bool {
	_, ok := newPlan(info.Size(), o.rangeLength(), workers)
	return ok && info.Mode().IsRegular()
}

// divide adds the ranges of a file to the pool, if it is a large text or mbox. It reports
// whether it did.
func (d *dispatcher) divide(name string, info fs.FileInfo) bool {
	if !d.search.isDivisible() || !d.search.isWorthwhile(info, d.pool.Size()) {
		return false
	}
	d.Reserve()
	f, err := longpath.Open(name)
	if err != nil {
		d.Release()
		return false // the search of the whole file reports the error
	}
	closed := func() {
		f.Close()
		d.Release()
	}
	if !d.addRanges(name, f, closed) {
		closed()
		return false
	}
	return true
}

// divideInput is divide for standard input. It moves the file offset to the end, as if
// the input had been read.
func (d *dispatcher) divideInput() bool {
	f, ok := d.search.Files.Stdin.(*os.File)
	if !ok || !d.search.isDivisible() || !d.addRanges(input.StdinName, f, func() {}) {
		return false
	}
	f.Seek(0, io.SeekEnd)
	return true
}

// addRanges adds the ranges of a file to the pool, if the file can be divided. closed is
// called when all ranges are settled.
func (d *dispatcher) addRanges(name string, f *os.File, closed func()) bool {
	s := d.search
	src := input.NewSource(f, &input.Monitor{Out: s.out, Interruption: s.interruption, OnRead: s.OnRead})
	if _, ok := newPlan(src.Size(), s.rangeLength(), d.pool.Size()); !ok || !src.IsRegular() {
		return false
	}
	if _, v := s.judge(name, src.Info(), true); v != output.Searched {
		return false // the search of the whole file reports it
	}
	surveyor, err := s.surveyor(src)
	if err != nil {
		return false // the search of the whole file reports an error
	}
	surveyor.SkipSignatures() // settle corrects the sums
	d.addDivision(&division{
		name: name, in: src, surveyor: surveyor, close: closed, end: -1,
		settled: settled{at: new(extract.Checkpoint)},
	})
	return true
}

// surveyor returns a Surveyor for a file. The error is extract.ErrIndivisible if the file cannot
// be divided.
func (s *Search) surveyor(r io.ReaderAt) (*engine.Surveyor, error) {
	o := s.Find
	if !s.Messages.IsEmpty() {
		o.SelectMessage = func(*extract.Message) bool { return true } // a worker has its own function
	}
	return engine.NewSurveyor(r, o)
}

// addDivision adds the ranges of a division to the pool.
func (d *dispatcher) addDivision(file *division) {
	file.surveys.more.L = &file.surveys.mu
	plan, _ := newPlan(file.length(), d.search.rangeLength(), d.pool.Size())
	for i := range plan.ranges() {
		p := &part{division: file, number: i}
		p.begin, p.end = plan.at(i)
		p.begin += file.begin
		if p.last = p.end < 0; p.last {
			p.end = file.end
		} else {
			p.end += file.begin
		}
		t := &pool.Task[*worker]{Run: p.search, Settle: p.settle}
		if p.begin > 0 {
			t.Check = p.isRight
		}
		d.pool.Add(t)
	}
}

// length returns the number of bytes of the ranges.
func (d *division) length() int64 {
	if d.end >= 0 {
		return d.end - d.begin
	}
	return d.in.Size() - d.begin
}

// search scans the range from a guessed Checkpoint. If it cannot guess one, settle scans the
// range.
func (p *part) search(w *worker) {
	w.search.progress.Begin(p.name)
	defer func() { w.search.progress.Read(p.length()) }()
	own, _ := p.surveyor.Survey(p.begin, p.end) // the scan reports an error
	before := p.count(w, own)
	if w.IsOver() {
		return
	}
	if p.number == 0 && p.settled.at != nil {
		p.scan(w, *p.settled.at)
	} else if from, ok := own.Guess(before); ok {
		p.scan(w, from)
	}
}

// length returns the length of the range, in bytes.
func (p *part) length() int64 {
	if p.end < 0 {
		return p.in.Size() - p.begin
	}
	return p.end - p.begin
}

// count adds the survey of the range to those of the ranges before it, and returns the sum
// before. If the options need nothing of that, it does not wait for the other surveys.
func (p *part) count(w *worker, own extract.Survey) (before extract.Survey) {
	if w.Find.SkipPlaces && !w.Find.SkipQuoted && !w.Find.SkipSignatures {
		return before
	}
	s := &p.surveys
	s.mu.Lock()
	defer s.mu.Unlock()
	for s.ranges != p.number { // a worker is surveying each of them
		s.more.Wait()
	}
	before = s.total.Add(s.correction)
	s.total = s.total.Add(own)
	p.total = s.total
	s.ranges++
	s.more.Broadcast()
	return before
}

// scan scans the range from a Checkpoint, and prints the matches.
func (p *part) scan(w *worker, from extract.Checkpoint) {
	w.sink.Begin(p.name, w.Names)
	found := w.match
	if !w.beginMatches(p.name) {
		found = nil
	}
	if w.Find.SkipPlaces {
		w.text.unnumbered = p
		defer func() { w.text.unnumbered = nil }()
	}
	scan := engine.Part{Begin: p.begin, End: p.end, Text: engine.Text{Name: p.name}}
	p.scanning = w.engine
	w.engine.ScanPart(&scan, p.in, from, found)
	p.scanning = nil
	left := w.leftOut(scan.Counts)
	w.result.sums.Scanned(scan.Counts, left)
	p.rangeResult = rangeResult{from: scan.First, to: scan.Last, messages: int(scan.Counts.Messages), n: w.text.n, left: left, err: scan.Err}
}

// isRight reports whether the guess was right. The ranges before this one must be
// settled.
func (p *part) isRight() bool {
	from := p.from
	if p.scanning != nil {
		from = p.scanning.First()
	}
	s := &p.settled
	return from != nil && !s.ended && (s.at == nil || *from == *s.at)
}

// settle adopts the result of the range if the guess was right, and scans the range again
// otherwise.
func (p *part) settle(w *worker, right bool) {
	s := &p.settled
	if s.ended {
		return
	}
	if !right {
		if p.rangeResult = (rangeResult{}); s.at != nil {
			p.scan(w, *s.at)
		}
	}
	if s.first == nil {
		s.first = p.from
	}
	s.n += p.n
	s.messages += p.messages
	s.left.Add(p.left)
	scanned := p.from != nil || p.err != nil || s.at != nil
	s.at = p.to
	if scanned && p.to == nil || p.err != nil || p.last {
		p.finish(w)
		return
	}
	if s.at != nil {
		p.surveys.mu.Lock()
		p.surveys.correction = s.at.Correction(p.total)
		p.surveys.mu.Unlock()
	}
}

// finish reports the end of the file as a whole.
func (p *part) finish(w *worker) {
	s := &p.settled
	s.ended = true
	interrupted := w.search.Interrupted()
	if (s.n > 0 || engine.IsComplete(p.err)) && !interrupted {
		w.sink.Begin(p.name, w.Names)
		w.sink.End(s.n)
	}
	if p.err != nil {
		s.failed = true
		w.at.source = p.in
		w.Fail(p.name, p.err)
		w.at.source = nil
	}
	w.note(p.name, s.left)
	if interrupted {
		w.result.sums.Bytes += p.begin - p.division.begin
	} else {
		w.result.sums.Bytes += p.division.length()
		if p.division.begin == 0 {
			w.result.sums.Files++
		}
	}
	p.close()
}
