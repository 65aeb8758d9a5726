package search

import (
	"cmp"
	"io"
	"io/fs"
	"math"
	"os"

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

// A division is a large file that several workers search in ranges, each of which is a task. A task is
// settled when it has its turn.
type division struct {
	*engine.Division
	name       string
	in         *input.Source
	surveyor   *engine.Surveyor
	close      func() // called when all ranges are settled
	begin, end int64  // offsets of all ranges; a negative end is the end of the file
	settled    settled
}

// settled is the result of the ranges that are settled. Only the task that has its turn uses it.
type settled struct {
	messages int // number of messages
	n        int // number of matches
	left     stats.LeftOut
	failed   bool // the last range could not be read completely
}

// A part is one range of a division, with its result.
type part struct {
	*engine.DividedPart
	division *division
	n        int // number of matches
	left     stats.LeftOut
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

// isWorthwhile reports whether to divide a file: there must be at least two ranges for each worker,
// so that no worker is idle for long while another searches the last range.
func (o *Options) isWorthwhile(info fs.FileInfo, workers int) bool {
	return info.Mode().IsRegular() && info.Size()/o.rangeLength() >= 2*int64(workers)
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
	if !src.IsRegular() || !s.isWorthwhile(src.Info(), d.pool.Size()) {
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
		Division: engine.NewDivision(src, surveyor, &s.Find, new(extract.Checkpoint), extract.Survey{}),
		name:     name, in: src, surveyor: surveyor, close: closed, end: -1,
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
	plan := engine.Plan{Size: file.length(), Length: d.search.rangeLength()}
	for i := range plan.Parts() {
		begin, end := plan.At(i)
		isLast := end < 0
		if isLast {
			end = file.end
		} else {
			end += file.begin
		}
		p := &part{DividedPart: file.Add(file.name, file.begin+begin, end, isLast), division: file}
		t := &pool.Task[*worker]{Run: p.search, Settle: p.settle}
		if p.Begin > 0 {
			t.Check = p.IsRight
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
	w.search.progress.Begin(p.Name)
	defer func() { w.search.progress.Read(p.length()) }()
	if from, _ := p.Guess(); from != nil && !w.IsOver() { // the scan reports an error
		p.scan(w, *from)
	}
}

// length returns the length of the range, in bytes.
func (p *part) length() int64 {
	if p.End < 0 {
		return p.division.in.Size() - p.Begin
	}
	return p.End - p.Begin
}

// scan scans the range from a Checkpoint, and prints the matches.
func (p *part) scan(w *worker, from extract.Checkpoint) {
	w.sink.Begin(p.Name, w.Names)
	found := w.match
	if !w.beginMatches(p.Name) {
		found = nil
	}
	if w.Find.SkipPlaces {
		w.text.unnumbered = p
		defer func() { w.text.unnumbered = nil }()
	}
	p.Scan(w.engine, from, found)
	p.n, p.left = w.text.n, w.leftOut(p.Counts)
	w.result.sums.Scanned(p.Counts, p.left)
}

// settle adopts the result of the range if the guess was right, and scans the range again
// otherwise.
func (p *part) settle(w *worker, right bool) {
	if p.division.Ended() {
		return
	}
	if !right {
		p.n, p.left = 0, stats.LeftOut{}
	}
	ended := p.Settle(right, func(from extract.Checkpoint) { p.scan(w, from) })
	s := &p.division.settled
	s.n += p.n
	s.messages += int(p.Counts.Messages)
	s.left.Add(p.left)
	if ended {
		p.finish(w)
	}
}

// finish reports the end of the file as a whole.
func (p *part) finish(w *worker) {
	file := p.division
	s := &file.settled
	interrupted := w.search.Interrupted()
	if (s.n > 0 || p.IsComplete()) && !interrupted {
		w.sink.Begin(p.Name, w.Names)
		w.sink.End(s.n)
	}
	if p.Err != nil {
		s.failed = true
		w.at.source = file.in
		w.Fail(p.Name, p.Err)
		w.at.source = nil
	}
	w.note(p.Name, s.left)
	if interrupted {
		w.result.sums.Bytes += p.Begin - file.begin
	} else {
		w.result.sums.Bytes += file.length()
		if file.begin == 0 {
			w.result.sums.Files++
		}
	}
	file.close()
}
