package main

import (
	"bytes"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"
	"sync"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/ranges"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// rangeLength is how long a range is. What is found in one has to be held back as
// long as the one before is not done. With half of it two workers take a twentieth more
// time for plain text. Tests set it to less.
var rangeLength int64 = 1 << 20

// blockSize is how much is read at once to count lines.
const blockSize = 64 << 10

// lead is what is read before a range to find the beginning of a line.
const lead = extract.RangeLead + 12<<10

// A split is a large file that is searched in ranges, by several workers. A worker
// scans its range from a guess. When its turn has come, and the one before is
// settled, the state in which that has left the file shows whether the guess was
// right. That is an extract.State of a text, and an extract.Seam of an mbox.
type split struct {
	name string
	in   *source
	plan ranges.Plan

	release func() // called when the file is closed

	mbox *mailbox.Seam // one in it, nil of a text

	mu      sync.Mutex
	counts  sync.Cond // counted is another
	counted int64     // ranges of which is known what they have
	total   account   // what these have
	missed  int       // messages that the count has missed in what is settled
	state   any       // in which what is settled leaves the file

	// Of what is settled.
	n     int // matches
	left  leftOut
	ended bool // nothing is behind it
}

// An account is of what stands in a range.
type account struct {
	lines    int64 // LFs
	messages int   // that begin there
}

// A part is one of a split's ranges, and what came of it.
type part struct {
	*split
	number     int64
	begin, end int64

	sc          *extract.Scanner // that is at it
	message     mailbox.Seam     // the first that was counted
	messages    int
	after       int // messages that were counted before the end of the range
	first, last any // states; nil: the scan has not come there
	n           int
	left        leftOut
	err         error
}

// isDivisible reports whether the options let a file be searched in ranges: if all
// of it is wanted, as it stands.
func (c *config) isDivisible() bool {
	return c.wantsAll() && !c.byEvidence && !c.unique && !c.showLines && !c.opts.Refang &&
		c.opts.Input != extract.Mail && c.opts.Input != extract.HTML
}

// wantsAll reports whether the options want all that is found.
func (c *config) wantsAll() bool {
	return !c.endsEarly() && !c.list && !c.listWithout && c.max == math.MaxInt
}

// isLarge reports whether the only input is a file that n workers may divide.
func (s *search) isLarge(n int) bool {
	if n < 2 || !s.isDivisible() {
		return false
	}
	if len(s.operands) == 1 && s.operands[0] != "-" {
		info, err := os.Stat(s.operands[0])
		return err == nil && isWorthwhile(info, n)
	}
	f, ok := s.stdin.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && isWorthwhile(info, n)
}

func isWorthwhile(info fs.FileInfo, workers int) bool {
	_, ok := ranges.New(info.Size(), rangeLength, workers)
	return ok && info.Mode().IsRegular()
}

// divide hands out the ranges of a file, if that is a large text or mbox.
func (s *search) divide(name string, info fs.FileInfo) bool {
	if !s.isDivisible() || s.decoded || !isWorthwhile(info, s.pool.Size()) {
		return false
	}
	s.reserve()
	f, err := os.Open(name)
	if err != nil {
		s.release()
		return false // it comes again
	}
	if !s.handRanges(name, f) {
		f.Close()
		s.release()
		return false
	}
	return true
}

// divideInput does so with standard input, and goes behind it, as if it had been
// read.
func (s *search) divideInput() bool {
	f, ok := s.stdin.(*os.File)
	if !ok || !s.isDivisible() || s.decoded || !s.handRanges(stdinName, f) {
		return false
	}
	f.Seek(0, io.SeekEnd)
	return true
}

// handRanges hands out the ranges of a file, if that can be divided.
func (s *search) handRanges(name string, f *os.File) bool {
	src := newSource(f, s.out)
	src.search = s
	plan, ok := ranges.New(src.size, rangeLength, s.pool.Size())
	if !ok || !src.regular() || s.printsMatches() && s.out.IsFile(src.info) {
		return false
	}
	d := &split{name: name, in: src, plan: plan, release: s.release, state: extract.State{}}
	d.counts.L = &d.mu
	divisible := false
	recovered.Call(func() { divisible = d.begin(s) }) // the search of the whole file reports a panic
	if !divisible {
		return false
	}
	for i := range plan.Len() {
		p := &part{split: d, number: i}
		p.begin, p.end = plan.At(i)
		t := &pool.Task[*search]{Run: p.search, Settle: p.settle}
		if i > 0 {
			t.Check = p.isRight
		}
		s.pool.Add(t)
	}
	return true
}

// begin finds out what is the same in all of the file, and reports whether that can be
// divided.
func (s *split) begin(by *search) bool {
	head := make([]byte, detect.HeadSize)
	n, _ := s.in.ReadAt(head, 0)
	format, divisible := divisibleAs(detect.Of(head[:n]), by.opts.Input)
	if divisible && format == mailbox.Mbox {
		s.beginMbox()
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
func (s *split) beginMbox() {
	r := mailbox.NewReader(nil)
	r.Reset(io.NewSectionReader(s.in, 0, math.MaxInt64), mailbox.Mbox)
	seam := r.Seam()
	s.mbox, s.state = &seam, extract.Seam{}
}

// search scans the range from a guess. If there is none, it is left to settle.
func (p *part) search(w *search) {
	if w.block == nil {
		w.block = make([]byte, blockSize)
	}
	w.progress.begin(p.name)
	defer func() { w.progress.read.Add(p.length()) }()
	guess := p.guess
	if p.mbox != nil {
		if recovered.Call(func() { p.survey(w) }) != nil { // the scan reports it
			w.surveyor = nil
		}
		guess = p.guessMessage
	}
	before := p.count(w)
	if w.over() {
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
		return p.in.size - p.begin
	}
	return p.end - p.begin
}

// count counts what stands in the range, if that is wanted, and returns what stands
// before it.
func (p *part) count(w *search) account {
	own := account{messages: p.messages}
	switch {
	case !w.opts.NoPlace:
		recovered.Call(func() { own.lines = p.countLines(w) }) // the scan reports it
	case !p.countsMessages(w):
		return account{}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.counted != p.number { // each of those is being counted
		p.counts.Wait()
	}
	before := p.total
	before.messages += p.missed
	p.total.lines += own.lines
	p.total.messages += own.messages
	p.after = p.total.messages
	p.counted++
	p.counts.Broadcast()
	return before
}

// countsMessages reports whether the numbers of messages are wanted.
func (p *part) countsMessages(w *search) bool {
	return p.mbox != nil && (!w.opts.NoPlace || w.opts.Note != nil)
}

// countLines returns how many LFs the range has. An error comes again.
func (p *part) countLines(w *search) (n int64) {
	for at := p.begin; at < p.end; {
		text := w.block[:min(int64(len(w.block)), p.end-at)]
		k, err := p.in.ReadAt(text, at)
		n += int64(bytes.Count(text[:k], []byte{'\n'}))
		if at += int64(k); err != nil {
			break
		}
	}
	return n
}

// leadIn returns the text before the range from a line on, the last that begins
// extract.RangeLead before it; nil if none does near by.
func (p *part) leadIn(w *search) (at int64, text []byte) {
	from := max(0, p.begin-lead)
	text = w.block[:p.begin-from]
	if n, _ := p.in.ReadAt(text, from); n < len(text) {
		return 0, nil
	}
	eol := byte('\n')
	if p.mbox != nil {
		eol = p.mbox.EOL
	}
	i := bytes.LastIndexByte(text[:max(0, len(text)-extract.RangeLead)], eol) + 1
	if i == 0 && from > 0 {
		return 0, nil
	}
	return from + int64(i), text[i:]
}

// guess returns the state in which a scan comes to the last line that begins far
// enough before the range; nil if there is none.
func (p *part) guess(w *search, before account) any {
	if p.begin == 0 {
		return extract.State{}
	}
	from, text := p.leadIn(w)
	if text == nil {
		return nil
	}
	if !w.opts.NoPlace {
		before.lines -= int64(bytes.Count(text, []byte{'\n'}))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state.(extract.State).Guess(from, before.lines)
}

// guessMessage returns the seam of the first message that begins in the range; nil if
// there is none.
func (p *part) guessMessage(w *search, before account) any {
	if p.begin == 0 {
		return extract.Seam{}
	}
	if p.messages == 0 {
		return nil
	}
	seam := extract.Seam(p.message)
	seam.Messages, seam.Lines = before.messages, 0
	if !w.opts.NoPlace {
		_, text := p.leadIn(w)
		seam.Lines = before.lines + p.message.Lines - int64(bytes.Count(text, []byte{'\n'}))
	}
	return seam
}

// survey looks for the messages that begin in the range: for the first, and for all
// if they are counted.
func (p *part) survey(w *search) {
	from, begin, end := int64(0), p.begin, p.end
	if begin == 0 {
		begin = p.mbox.At + 1 // the first one begins there, whatever its first line is
	} else {
		at, text := p.leadIn(w)
		if text == nil {
			return
		}
		from = at
	}
	if end < 0 {
		end = math.MaxInt64
	}
	all := p.countsMessages(w)
	if p.begin > 0 || all {
		if w.surveyor == nil {
			w.surveyor = mailbox.NewReader(nil)
		}
		in := io.NewSectionReader(p.in, from, math.MaxInt64-from)
		p.message, p.messages = w.surveyor.Survey(in, *p.mbox, from, begin, end, all)
	}
	if p.begin == 0 {
		p.messages++
	}
}

// scan scans the range from a state, and prints what it finds.
func (p *part) scan(w *search, from any) {
	if w.sc == nil {
		w.sc = extract.NewScanner(strings.NewReader(""), &w.opts)
	}
	w.name, w.print.names = p.name, w.names
	found, sc := w.found, w.sc
	switch from := from.(type) {
	case extract.State:
		sc.ResetRange(p.in, from, p.begin, p.end)
		p.sc = sc
		p.n = w.matches(p.name, sc)
		p.sc = nil
		p.first, p.last = states(sc)
	case extract.Seam:
		sc.ResetMessages(p.in, from, p.end)
		p.first, p.last = from, nil
		p.n = w.matches(p.name, sc)
		if left := sc.Left(); left != nil {
			if !p.countsMessages(w) {
				left.Messages = 0
			}
			p.last = *left
		}
	}
	w.found = found // it may be wrong
	p.err, p.left = w.err(sc), w.leftOut(sc)
	w.sums.scanned(sc, p.left)
}

// states returns the states in which a scan came to the ends of its range, nil where
// it has not.
func states(sc *extract.Scanner) (first, last any) {
	f, l := sc.Seams()
	if f != nil {
		first = *f
	}
	if l != nil {
		last = *l
	}
	return first, last
}

// isRight reports whether the guess was right, when what is before is settled.
func (p *part) isRight() bool {
	first := p.first
	if p.sc != nil {
		first, _ = states(p.sc)
	}
	return first != nil && !p.ended && first == p.state
}

// settle takes over what came of the range, if that is right, and else scans it
// again.
func (p *part) settle(w *search, right bool) {
	if p.ended {
		return
	}
	if seam, ok := p.state.(extract.Seam); ok && !right && p.end >= 0 && seam.At >= p.end {
		p.n, p.left, p.err, p.last = 0, leftOut{}, nil, seam // no message begins here
	} else if !right {
		p.scan(w, p.state)
	}
	p.split.n += p.n
	p.split.left.add(p.left)
	w.found = w.found || p.n > 0
	if p.last != nil && p.err == nil {
		p.mu.Lock()
		p.state = p.last
		if seam, ok := p.last.(extract.Seam); ok {
			p.missed = seam.Messages - p.after
		}
		p.mu.Unlock()
	} else {
		p.finish(w)
	}
}

// finish says what is to be said about the file as a whole.
func (p *part) finish(w *search) {
	p.ended = true
	if (p.split.n > 0 || isWhole(p.err)) && !w.interrupted() {
		w.print.total(p.name, p.split.n)
	}
	if p.err != nil {
		w.fail(p.name, p.err)
	}
	w.note(p.name, p.split.left)
	if w.interrupted() {
		w.sums.bytes += p.begin
	} else {
		w.sums.files++
		w.sums.bytes += p.in.size
	}
	if io.Reader(p.in.file) != w.stdin {
		p.in.file.Close()
		p.release()
	}
}
