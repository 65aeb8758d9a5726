package main

import (
	"bytes"
	"io"
	"io/fs"
	"math"
	"os"
	"sync"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/ranges"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// rangeLength is how long a range is. What is found in one has to be held back as
// long as the one before is not done. Tests set it to less.
var rangeLength int64 = 1 << 20

// blockSize is how much is read at once to count lines.
const blockSize = 64 << 10

// lead is what is read before a range to find the beginning of a line.
const lead = extract.RangeLead + 12<<10

// A split is a large file of text that is searched in ranges, by several workers.
// A worker scans its range from a guess. When its turn has come, and the one before
// is settled, the state in which that has left the text shows whether the guess was
// right: see extract.State.
type split struct {
	name string
	in   *source
	plan ranges.Plan

	mu      sync.Mutex
	counts  sync.Cond     // counted is another
	counted int64         // ranges of which the lines have been counted
	lines   int64         // LFs in them
	state   extract.State // in which what is settled leaves the text

	// Of what is settled.
	n       int // matches
	skipped int64
	ended   bool // nothing is behind it
}

// A part is one of a split's ranges, and what came of it.
type part struct {
	*split
	section    *section
	number     int64
	begin, end int64

	sc          *extract.Scanner // that is at it
	first, last *extract.State
	n           int
	skipped     int64
	err         error
}

// isDivisible reports whether the options let a file be searched in ranges: if all
// of it is wanted, as it stands.
func (c *config) isDivisible() bool {
	return !c.quiet && !c.list && !c.listWithout && c.max == math.MaxInt && !c.byEvidence && !c.opts.Refang &&
		(c.opts.Input == extract.Auto || c.opts.Input == extract.Text)
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

// divide hands out the ranges of a file, if that is a large one of plain text.
func (s *search) divide(name string, info fs.FileInfo) bool {
	if !s.isDivisible() || s.decoded || !isWorthwhile(info, s.crew.size) {
		return false
	}
	f, err := os.Open(name)
	if err != nil {
		return false // it comes again
	}
	if !s.handRanges(name, f) {
		f.Close()
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
	plan, ok := ranges.New(src.size, rangeLength, s.crew.size)
	if !ok || !src.regular() || s.printsMatches() && s.out.isFile(src.info) || !s.isText(src) {
		return false
	}
	d := &split{name: name, in: src, plan: plan}
	d.counts.L = &d.mu
	for i := range plan.Len() {
		p := &part{split: d, number: i}
		p.begin, p.end = plan.At(i)
		p.section = &section{run: p.search, settle: p.settle}
		if i > 0 {
			p.section.isRight = p.isRight
		}
		s.crew.hand(p.section)
	}
	return true
}

// isText reports whether a file is text as it stands, by its beginning.
func (s *search) isText(src *source) bool {
	head := make([]byte, binaryHead)
	n, _ := src.ReadAt(head, 0)
	head = head[:n]
	if _, marked := charset.Sniff(head); marked || unpack.IsPacked(head) {
		return false
	}
	if s.opts.Input == extract.Text {
		return true
	}
	format, _ := mailbox.Detect(head, true)
	return format == mailbox.Text && bytes.IndexByte(head, 0) < 0
}

// search scans the range from a guess. If there is none, it is left to settle.
func (p *part) search(w *search) {
	if w.block == nil {
		w.block = make([]byte, blockSize)
	}
	lines := p.countLines(w)
	if w.over() {
		return
	}
	if state, ok := p.guess(w, lines); ok {
		p.scan(w, state)
	}
}

// countLines counts the lines of the range, if they are wanted, and returns how many
// the ranges before it have.
func (p *part) countLines(w *search) int64 {
	if w.opts.NoPlace {
		return 0
	}
	n := p.count(w)
	p.mu.Lock()
	defer p.mu.Unlock()
	for p.counted != p.number { // each of those is being counted
		p.counts.Wait()
	}
	before := p.lines
	p.lines += n
	p.counted++
	p.counts.Broadcast()
	return before
}

// count returns how many LFs the range has. An error comes again.
func (p *part) count(w *search) (n int64) {
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

// guess returns the state in which a scan comes to the last line that begins far
// enough before the range, if one does, of which that has so many before it.
func (p *part) guess(w *search, lines int64) (state extract.State, ok bool) {
	if p.begin == 0 {
		return state, true
	}
	from := max(0, p.begin-lead)
	text := w.block[:p.begin-from]
	if n, _ := p.in.ReadAt(text, from); n < len(text) {
		return state, false
	}
	i := bytes.LastIndexByte(text[:max(0, len(text)-extract.RangeLead)], '\n') + 1
	if i == 0 && from > 0 {
		return state, false
	}
	if !w.opts.NoPlace {
		lines -= int64(bytes.Count(text[i:], []byte{'\n'}))
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.state.Guess(from+int64(i), lines), true
}

// scan scans the range from a state, and prints what it finds.
func (p *part) scan(w *search, from extract.State) {
	if w.sc == nil {
		w.sc = extract.NewScanner(w.in, &w.opts)
	}
	w.sc.ResetRange(p.in, from, p.begin, p.end)
	p.sc = w.sc
	found := w.found
	w.print.names = w.names
	p.n = w.matches(p.name, w.sc)
	w.found = found // it may be wrong
	p.sc = nil
	p.first, p.last = w.sc.Seams()
	p.err, p.skipped = w.sc.Err(), w.sc.Skipped()
}

// isRight reports whether the guess was right, when what is before is settled.
func (p *part) isRight() bool {
	first := p.first
	if p.sc != nil {
		first, _ = p.sc.Seams()
	}
	return first != nil && !p.ended && *first == p.state
}

// settle takes over what came of the range, if that is right, and else scans it
// again.
func (p *part) settle(w *search) {
	right := p.section.sure()
	if p.ended {
		return
	}
	w.out.begin(p.section)
	if !right {
		p.section.dropped = false
		p.scan(w, p.state)
	}
	p.split.n += p.n
	p.split.skipped += p.skipped
	w.found = w.found || p.n > 0
	if p.last != nil && p.err == nil {
		p.mu.Lock()
		p.state = *p.last
		p.mu.Unlock()
	} else {
		p.finish(w)
	}
	w.out.w.Flush()
}

// finish says what is to be said about the file as a whole.
func (p *part) finish(w *search) {
	p.ended = true
	if p.split.n > 0 || isWhole(p.err) {
		w.print.total(p.name, p.split.n)
	}
	if p.err != nil {
		w.fail(p.name, p.err)
	}
	w.note(p.name, p.split.skipped, 0)
	if io.Reader(p.in.file) != w.stdin {
		p.in.file.Close()
	}
}
