package search

import (
	"bytes"
	"cmp"
	"io"
	"io/fs"
	"math"
	"os"
	"sync"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// DefaultRangeLength is how long a range is. What is found in one has to be held back as
// long as the one before is not done. With half of it two workers take a twentieth more
// time for plain text.
const DefaultRangeLength = 1 << 20

func (o *Options) rangeLength() int64 { return cmp.Or(o.RangeLength, DefaultRangeLength) }

// blockSize is how much is read at once to count lines.
const blockSize = 64 << 10

// A division is a large file that is searched in ranges, by several workers. A worker
// scans its range from a guess. When its turn has come, and the one before is
// settled, the state in which that has left the file shows whether the guess was
// right. That is an extract.State of a text, and an extract.Seam of an mbox.
type division struct {
	name   string
	in     *input.Source
	mbox   *mailbox.Seam // one in it, nil of a text
	close  func()        // called when all is settled
	counts counts

	mu      sync.Mutex
	settled settled
}

// counts are of what is in the ranges from the first one on. Each is counted when those
// before it are.
type counts struct {
	mu     sync.Mutex
	more   sync.Cond // ranges is more
	ranges int64     // that are counted
	total  account   // of these
	missed int       // messages that the count has missed in what is settled
}

// settled is what has come of the ranges that are settled.
type settled struct {
	state any // in which they leave the file
	n     int // matches
	left  stats.LeftOut
	ended bool // nothing follows
}

// An account is of what is in a range.
type account struct {
	lines    int64 // LFs
	messages int   // that begin there
}

// A part is one of a division's ranges, and what came of it.
type part struct {
	*division
	number     int64
	begin, end int64

	text  *extract.TextRange // that is at it
	first mailbox.Seam       // of the messages that begin in it
	own   account            // what it has
	after int                // messages that were counted before the end of the range
	rangeResult
}

// rangeResult is what came of a scan of a range.
type rangeResult struct {
	from, to any // states at its ends; nil: the scan has not come there
	n        int // matches
	left     stats.LeftOut
	err      error
}

// A rangeCounter is what a worker counts lines and messages with.
type rangeCounter struct {
	block    []byte
	surveyor *mailbox.Reader
}

// isDivisible reports whether the options let a file be searched in ranges: if all
// of it is wanted, as it is.
func (o *Options) isDivisible() bool {
	return o.wantsAll() && !o.Evidence && !o.Unique && !o.Lines && !o.Find.Refang &&
		o.Find.Input != extract.Mail && o.Find.Input != extract.HTML && !o.isDecoded()
}

// wantsAll reports whether the options want all that is found.
func (o *Options) wantsAll() bool { return !o.Any && !o.First && o.Max == math.MaxInt }

// isLarge reports whether the only input is a file that n workers may divide.
func (s *Search) isLarge(n int) bool {
	if n < 2 || !s.isDivisible() {
		return false
	}
	if len(s.Files.Operands) == 1 && s.Files.Operands[0] != "-" {
		info, err := os.Stat(s.Files.Operands[0])
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

// divide has a file searched in ranges, if that is a large text or mbox.
func (d *dispatcher) divide(name string, info fs.FileInfo) bool {
	if !d.search.isDivisible() || !d.search.isWorthwhile(info, d.pool.Size()) {
		return false
	}
	d.Reserve()
	f, err := os.Open(name)
	if err != nil {
		d.Release()
		return false // it comes again
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

// divideInput does so with standard input, and goes after it, as if it had been
// read.
func (d *dispatcher) divideInput() bool {
	f, ok := d.search.Files.Stdin.(*os.File)
	if !ok || !d.search.isDivisible() || !d.addRanges(input.StdinName, f, func() {}) {
		return false
	}
	f.Seek(0, io.SeekEnd)
	return true
}

// addRanges adds the ranges of a file to the pool, if that can be divided. closed is
// called when all are settled.
func (d *dispatcher) addRanges(name string, f *os.File, closed func()) bool {
	s := d.search
	src := input.NewSource(f, &input.Monitor{Out: s.out, Interruption: s.interruption, OnRead: s.OnRead})
	plan, ok := newPlan(src.Size(), s.rangeLength(), d.pool.Size())
	if !ok || !src.IsRegular() || s.Matches && !s.AtEnd && s.out.IsFile(src.Info()) {
		return false
	}
	file := &division{name: name, in: src, close: closed, settled: settled{state: extract.State{}}}
	file.counts.more.L = &file.counts.mu
	divisible := false
	recovered.Call(func() { divisible = file.begin(s.Find.Input) }) // the search of the whole file reports a panic
	if !divisible {
		return false
	}
	for i := range plan.ranges() {
		p := &part{division: file, number: i}
		p.begin, p.end = plan.at(i)
		t := &pool.Task[*worker]{Run: p.search, Settle: p.settle}
		if i > 0 {
			t.Check = p.isRight
		}
		d.pool.Add(t)
	}
	return true
}

// begin finds out what is the same in all of the file, and reports whether that can be
// divided, if it is to be read as a format.
func (d *division) begin(as extract.Input) bool {
	head := make([]byte, detect.HeadSize)
	n, _ := d.in.ReadAt(head, 0)
	format, divisible := divisibleAs(detect.Of(head[:n]), as)
	if divisible && format == mailbox.Mbox {
		d.beginMbox()
	}
	return divisible
}

// divisibleAs returns the format in which a file of that type is divided, Text or Mbox,
// and whether it can be, if it is to be read as input.
func divisibleAs(t detect.Type, input extract.Input) (f mailbox.Format, ok bool) {
	switch {
	case t.Packing != detect.None || t.Charset.Whole():
		return mailbox.Text, false
	case input == extract.Text:
		return mailbox.Text, true
	case t.Binary || input == extract.Mbox && t.Format == mailbox.Text:
		return mailbox.Text, false
	}
	return t.Format, t.Format == mailbox.Text || t.Format == mailbox.Mbox
}

// beginMbox finds out what is the same in all of an mbox.
func (d *division) beginMbox() {
	r := mailbox.NewReader(nil)
	r.Reset(io.NewSectionReader(d.in, 0, math.MaxInt64), mailbox.Mbox)
	seam := r.Seam()
	d.mbox, d.settled.state = &seam, extract.Seam{}
}

// search scans the range from a guess. If there is none, it is left to settle.
func (p *part) search(w *worker) {
	if w.counter.block == nil {
		w.counter.block = make([]byte, blockSize)
	}
	w.search.progress.Begin(p.name)
	defer func() { w.search.progress.Read(p.length()) }()
	guess := p.guess
	if p.mbox != nil {
		if recovered.Call(func() { p.survey(w) }) != nil { // the scan reports it
			w.counter.surveyor = nil
		}
		guess = p.guessMessage
	}
	before := p.count(w)
	if w.IsOver() {
		return
	}
	var state any
	recovered.Call(func() { state = guess(w, before) })
	if state != nil {
		p.scan(w, state)
	}
}

// length returns how long the range is.
func (p *part) length() int64 {
	if p.end < 0 {
		return p.in.Size() - p.begin
	}
	return p.end - p.begin
}

// count counts what is in the range, if that is wanted, and returns what is
// before it.
func (p *part) count(w *worker) account {
	switch {
	case !w.find.SkipPlaces:
		recovered.Call(func() { p.own.lines = p.countLines(w) }) // the scan reports it
	case !p.countsMessages(w):
		return account{}
	}
	c := &p.counts
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.ranges != p.number { // each of those is being counted
		c.more.Wait()
	}
	before := c.total
	before.messages += c.missed
	c.total.lines += p.own.lines
	c.total.messages += p.own.messages
	p.after = c.total.messages
	c.ranges++
	c.more.Broadcast()
	return before
}

// countsMessages reports whether the numbers of messages are wanted.
func (p *part) countsMessages(w *worker) bool {
	return p.mbox != nil && (!w.find.SkipPlaces || w.find.Note != nil)
}

// countLines returns how many LFs the range has. An error comes again.
func (p *part) countLines(w *worker) (n int64) {
	for at := p.begin; at < p.end; {
		text := w.counter.block[:min(int64(len(w.counter.block)), p.end-at)]
		k, err := p.in.ReadAt(text, at)
		n += int64(bytes.Count(text[:k], []byte{'\n'}))
		if at += int64(k); err != nil {
			break
		}
	}
	return n
}

// leadIn returns where the last line begins that is far enough before the range, and how
// many LFs are between; false if none begins nearby.
func (p *part) leadIn() (at, lines int64, ok bool) {
	eol := byte('\n')
	if p.mbox != nil {
		eol = p.mbox.EOL
	}
	return extract.LineBefore(p.in, p.begin, eol)
}

// guess returns the state in which a scan comes to the last line that begins far
// enough before the range; nil if there is none.
func (p *part) guess(w *worker, before account) any {
	if p.begin == 0 {
		return extract.State{}
	}
	from, lines, ok := p.leadIn()
	if !ok {
		return nil
	}
	if !w.find.SkipPlaces {
		before.lines -= lines
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.settled.state.(extract.State).Guess(from, before.lines)
}

// guessMessage returns the seam of the first message that begins in the range; nil if
// there is none.
func (p *part) guessMessage(w *worker, before account) any {
	if p.begin == 0 {
		return extract.Seam{}
	}
	if p.own.messages == 0 {
		return nil
	}
	seam := extract.Seam(p.first)
	seam.Messages, seam.Lines = before.messages, 0
	if !w.find.SkipPlaces {
		_, lines, _ := p.leadIn()
		seam.Lines = before.lines + p.first.Lines - lines
	}
	return seam
}

// survey looks for the messages that begin in the range: for the first, and for all
// if they are counted.
func (p *part) survey(w *worker) {
	from, begin, end := int64(0), p.begin, p.end
	if begin == 0 {
		begin = p.mbox.At + 1 // the first one begins there, whatever its first line is
	} else {
		at, _, ok := p.leadIn()
		if !ok {
			return
		}
		from = at
	}
	if end < 0 {
		end = math.MaxInt64
	}
	all := p.countsMessages(w)
	if p.begin > 0 || all {
		if w.counter.surveyor == nil {
			w.counter.surveyor = mailbox.NewReader(nil)
		}
		in := io.NewSectionReader(p.in, from, math.MaxInt64-from)
		n := 0
		for seam := range w.counter.surveyor.Seams(in, *p.mbox, from, begin, end) {
			if n++; n == 1 {
				p.first = seam
			}
			if !all {
				break
			}
		}
		p.own.messages = n
	}
	if p.begin == 0 {
		p.own.messages++
	}
}

// scan scans the range from a state, and prints what it finds.
func (p *part) scan(w *worker, from any) {
	w.at.name = p.name
	w.sink.Begin(p.name, w.Names)
	p.from, p.to, p.n = nil, nil, 0
	switch from := from.(type) {
	case extract.State:
		p.scanText(w, from)
	case extract.Seam:
		p.scanMessages(w, from)
	}
}

// scanText scans the range of a text.
func (p *part) scanText(w *worker, from extract.State) {
	if w.texts == nil {
		var err error
		if w.texts, err = extract.NewTextRange(&w.find); err != nil {
			p.err = err
			return
		}
	}
	t := w.texts                        // a panic takes it from w
	t.Reset(p.in, from, p.begin, p.end) // an error comes again
	p.text = t
	p.found(w, &t.Scanner)
	p.text = nil
	if first, ok := t.First(); ok {
		p.from = first
	}
	if last, ok := t.Last(); ok {
		p.to = last
	}
}

// scanMessages scans the messages of an mbox that begin in the range.
func (p *part) scanMessages(w *worker, from extract.Seam) {
	if w.messages == nil {
		var err error
		if w.messages, err = extract.NewMessageRange(&w.find); err != nil {
			p.err = err
			return
		}
	}
	m := w.messages            // a panic takes it from w
	m.Reset(p.in, from, p.end) // an error comes again
	p.from = from
	p.found(w, &m.Scanner)
	if next, ok := m.Next(); ok {
		if !p.countsMessages(w) {
			next.Messages = 0
		}
		p.to = next
	}
}

// found prints what a scanner finds in the range.
func (p *part) found(w *worker, sc *extract.Scanner) {
	p.n = w.matches(sc)
	p.err, p.left = w.err(sc), w.leftOut(sc)
	w.result.sums.Scanned(sc, p.left)
}

// isRight reports whether the guess was right, when what is before is settled.
func (p *part) isRight() bool {
	from := p.from
	if p.text != nil {
		if first, ok := p.text.First(); ok {
			from = first
		}
	}
	return from != nil && !p.settled.ended && from == p.settled.state
}

// settle takes over what came of the range, if that is right, and else scans it
// again.
func (p *part) settle(w *worker, right bool) {
	s := &p.settled
	if s.ended {
		return
	}
	if seam, ok := s.state.(extract.Seam); ok && !right && p.end >= 0 && seam.At >= p.end {
		p.rangeResult = rangeResult{to: seam} // no message begins here
	} else if !right {
		p.scan(w, s.state)
	}
	s.n += p.n
	s.left.Add(p.left)
	if p.to == nil || p.err != nil {
		p.finish(w)
		return
	}
	p.mu.Lock()
	s.state = p.to
	p.mu.Unlock()
	if seam, ok := p.to.(extract.Seam); ok {
		p.counts.mu.Lock()
		p.counts.missed = seam.Messages - p.after
		p.counts.mu.Unlock()
	}
}

// finish says what is to be said about the file as a whole.
func (p *part) finish(w *worker) {
	s := &p.settled
	s.ended = true
	interrupted := w.search.Interrupted()
	if (s.n > 0 || isWhole(p.err)) && !interrupted {
		w.sink.Begin(p.name, w.Names)
		w.sink.End(s.n)
	}
	if p.err != nil {
		w.Fail(p.name, p.err)
	}
	w.note(p.name, s.left)
	if interrupted {
		w.result.sums.Bytes += p.begin
	} else {
		w.result.sums.Files++
		w.result.sums.Bytes += p.in.Size()
	}
	p.close()
}
