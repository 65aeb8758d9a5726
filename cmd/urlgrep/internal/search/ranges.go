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
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// DefaultRangeLength is the length of a range, in bytes. The results of a range are held
// back until the range before it is finished. With half this length two workers take 5 %
// more time for plain text.
const DefaultRangeLength = 1 << 20

func (o *Options) rangeLength() int64 { return cmp.Or(o.RangeLength, DefaultRangeLength) }

// blockSize is the number of bytes read at a time to count lines.
const blockSize = 64 << 10

// A division is a large file that several workers search in ranges. A worker scans its
// range from a guessed state. When its task has its turn, the range before it is settled,
// and the state at the end of that range shows whether the guess was right. The state is
// an extract.State for a text, and an extract.Seam for an mbox.
type division struct {
	name   string
	in     *input.Source
	mbox   *mailbox.Seam // a message start in an mbox, nil for a text
	close  func()        // called when all ranges are settled
	counts counts

	mu      sync.Mutex
	settled settled
}

// counts holds the line and message counts of the first ranges. Each range is added after
// those before it.
type counts struct {
	mu     sync.Mutex
	more   sync.Cond  // signals that ranges has changed
	ranges int64      // number of ranges counted
	total  rangeStats // counts of those ranges
	missed int        // messages in settled ranges that the count missed
}

// settled is the result of the ranges that are settled.
type settled struct {
	state any // state at their end
	n     int // number of matches
	left  stats.LeftOut
	ended bool // further ranges are not searched
}

// A rangeStats counts the lines and messages of a range.
type rangeStats struct {
	lines    int64 // number of line feeds
	messages int   // number of messages that begin in the range
}

// A part is one range of a division, with its result.
type part struct {
	*division
	number     int64
	begin, end int64

	survey
	text *extract.TextRange // the range being scanned, nil if none is
	rangeResult
}

// A survey is what is known of a range before it is scanned.
type survey struct {
	lead     lead
	first    mailbox.Seam // the first message that begins in the range
	own      rangeStats   // counts of the range
	counted  int64        // offset up to which own counts lines
	numbered bool         // the messages are counted
	after    int          // messages counted before the end of the range
}

// A lead is the text before a range, from the last line that begins far enough before it.
type lead struct {
	at    int64 // offset at which the line begins
	lines int64 // number of line feeds
	ok    bool  // a line begins nearby
}

// rangeResult is the result of scanning a range.
type rangeResult struct {
	from, to any // states at its ends; nil if the scan has not reached them
	n        int // number of matches
	left     stats.LeftOut
	err      error
}

// A rangeCounter holds the buffers that a worker counts lines and messages with.
type rangeCounter struct {
	block    []byte
	surveyor *mailbox.Reader
}

// isDivisible reports whether the options allow a file to be searched in ranges. They must
// not end the search early, select by earlier matches, print lines or files, rewrite the text, or
// need the file to be decoded or read as one message.
func (s *Search) isDivisible() bool {
	_, printsFiles := s.sink.(sink.Filer)
	_, rewrites := s.sink.(sink.Rewriter)
	return s.needsAll() && !s.Evidence && !s.Unique && !s.Lines && !printsFiles && !rewrites && !s.Find.Refang &&
		s.Find.Input != extract.Mail && s.Find.Input != extract.HTML && !s.isDecoded()
}

// needsAll reports whether the search does not end before the last match.
func (o *Options) needsAll() bool { return !o.Any && !o.First && o.Max == math.MaxInt }

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

// divide adds the ranges of a file to the pool, if it is a large text or mbox. It reports
// whether it did.
func (d *dispatcher) divide(name string, info fs.FileInfo) bool {
	if !d.search.isDivisible() || !d.search.isWorthwhile(info, d.pool.Size()) {
		return false
	}
	d.Reserve()
	f, err := os.Open(name)
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
	plan, ok := newPlan(src.Size(), s.rangeLength(), d.pool.Size())
	if !ok || !src.IsRegular() || s.Matches && !s.AtEnd && s.out.IsFile(src.Info()) {
		return false
	}
	file := &division{name: name, in: src, close: closed, settled: settled{state: extract.State{}}}
	file.counts.more.L = &file.counts.mu
	divisible := false
	recovered.Call(func() { divisible = file.begin(s.Find.Input) }) // the search of the whole file reports a panic
	if !divisible || file.mbox == nil && !s.Messages.IsEmpty() {
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

// begin determines the properties of the whole file, and reports whether the file can be
// divided if it is read as the given format.
func (d *division) begin(as extract.Input) bool {
	head := make([]byte, detect.HeadSize)
	n, _ := d.in.ReadAt(head, 0)
	format, divisible := divisibleAs(detect.Of(head[:n]), as)
	if divisible && format == mailbox.Mbox {
		d.beginMbox()
	}
	return divisible
}

// divisibleAs returns the format, Text or Mbox, in which a file of type t is divided if
// it is read as input. ok reports whether it can be divided.
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

// beginMbox determines the properties of an mbox.
func (d *division) beginMbox() {
	r := mailbox.NewReader(nil)
	r.Reset(io.NewSectionReader(d.in, 0, math.MaxInt64), mailbox.Mbox)
	seam := r.Seam()
	d.mbox, d.settled.state = &seam, extract.Seam{}
}

// search scans the range from a guessed state. If it cannot guess a state, settle scans
// the range.
func (p *part) search(w *worker) {
	if w.counter.block == nil {
		w.counter.block = make([]byte, blockSize)
	}
	w.search.progress.Begin(p.name)
	defer func() { w.search.progress.Read(p.length()) }()
	p.counted = p.begin
	recovered.Call(p.findLead) // the scan reports a panic, here and below
	guess := p.guess
	if p.mbox != nil {
		p.numbered = w.needsNumbers()
		if recovered.Call(func() { p.findMessages(w) }) != nil {
			w.counter.surveyor = nil
		}
		guess = p.guessMessage
	}
	before := p.count(w)
	if w.IsOver() {
		return
	}
	if state := guess(w, before); state != nil {
		if p.mbox != nil && !p.numbered {
			w.unnumbered = p
			defer func() { w.unnumbered = nil }()
		}
		p.scan(w, state)
	}
}

// length returns the length of the range, in bytes.
func (p *part) length() int64 {
	if p.end < 0 {
		return p.in.Size() - p.begin
	}
	return p.end - p.begin
}

// count counts the lines and messages of the range, if they are needed, and returns the
// counts of the ranges before it.
func (p *part) count(w *worker) rangeStats {
	switch {
	case !w.find.SkipPlaces:
		recovered.Call(func() { p.countLines(w) })
	case !p.numbered:
		return rangeStats{}
	}
	c := &p.counts
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.ranges != p.number { // a worker is counting each of them
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

// needsNumbers reports whether the numbers of messages are needed before the messages are
// scanned. Without places only notes have them, which are rare without --verbose.
func (o *Options) needsNumbers() bool { return !o.Find.SkipPlaces || o.Verbose }

// countLines adds the line feeds in the range that the survey has not counted. The scan
// reports errors.
func (p *part) countLines(w *worker) {
	for at := p.counted; at < p.end; {
		text := w.counter.block[:min(int64(len(w.counter.block)), p.end-at)]
		k, err := p.in.ReadAt(text, at)
		p.own.lines += int64(bytes.Count(text[:k], []byte{'\n'}))
		if at += int64(k); err != nil {
			break
		}
	}
}

// findLead finds the lead of the range.
func (p *part) findLead() {
	eol := byte('\n')
	if p.mbox != nil {
		eol = p.mbox.EOL
	}
	p.lead.at, p.lead.lines, p.lead.ok = extract.LineBefore(p.in, p.begin, eol)
}

// guess returns the guessed state at the last line that begins far enough before the
// range, or nil if no line does.
func (p *part) guess(w *worker, before rangeStats) any {
	switch {
	case p.begin == 0:
		return extract.State{}
	case !p.lead.ok:
		return nil
	case !w.find.SkipPlaces:
		before.lines -= p.lead.lines
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.settled.state.(extract.State).Guess(p.lead.at, before.lines)
}

// guessMessage returns the seam of the first message that begins in the range, or nil if
// no message does.
func (p *part) guessMessage(w *worker, before rangeStats) any {
	if p.begin == 0 {
		return extract.Seam{}
	}
	if p.own.messages == 0 {
		return nil
	}
	seam := extract.Seam(p.first)
	seam.Messages, seam.Lines = before.messages, 0
	if !w.find.SkipPlaces {
		seam.Lines = before.lines + p.first.Lines - p.lead.lines
	}
	return seam
}

// findMessages finds the first message that begins in the range. If messages are counted,
// it finds all.
func (p *part) findMessages(w *worker) {
	from, begin, end := p.lead.at, p.begin, p.end
	switch {
	case begin == 0:
		begin = p.mbox.At + 1 // the first message begins there, whatever its first line
		p.own.messages++
		if !p.numbered {
			return
		}
	case !p.lead.ok:
		return
	}
	if end < 0 {
		end = math.MaxInt64
	}
	if w.counter.surveyor == nil {
		w.counter.surveyor = mailbox.NewReader(nil)
	}
	in := io.NewSectionReader(p.in, from, math.MaxInt64-from)
	for seam := range w.counter.surveyor.Seams(in, *p.mbox, from, begin, end) {
		if p.own.messages++; p.own.messages == 1 {
			p.first = seam
		}
		p.own.lines, p.counted = seam.Lines-p.lead.lines, seam.At
		if !p.numbered {
			break
		}
	}
}

// scan scans the range from a state, and prints the matches.
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

// scanText scans a range of a text.
func (p *part) scanText(w *worker, from extract.State) {
	if w.texts == nil {
		var err error
		if w.texts, err = extract.NewTextRange(&w.find); err != nil {
			p.err = err
			return
		}
	}
	t := w.texts                        // a panic sets w.texts to nil
	t.Reset(p.in, from, p.begin, p.end) // the scan returns the error
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
	m := w.messages            // a panic sets w.messages to nil
	m.Reset(p.in, from, p.end) // the scan returns the error
	p.from = from
	p.found(w, &m.Scanner)
	if next, ok := m.Next(); ok {
		p.to = next
	}
}

// found prints the matches of a scanner in the range.
func (p *part) found(w *worker, sc *extract.Scanner) {
	p.n = w.matches(sc)
	p.err, p.left = w.err(sc), w.leftOut(sc)
	w.result.sums.Scanned(sc, p.left)
}

// isRight reports whether the guess was right. The ranges before this one must be
// settled.
func (p *part) isRight() bool {
	from := p.from
	if p.text != nil {
		if first, ok := p.text.First(); ok {
			from = first
		}
	}
	if seam, ok := from.(extract.Seam); ok && !p.numbered {
		seam.Messages = p.messagesBefore()
		from = seam
	}
	return from != nil && !p.settled.ended && from == p.settled.state
}

// messagesBefore returns the number of messages before the range, which must have its turn.
func (p *part) messagesBefore() int { return p.settled.state.(extract.Seam).Messages }

// settle adopts the result of the range if the guess was right, and scans the range again
// otherwise.
func (p *part) settle(w *worker, right bool) {
	s := &p.settled
	if s.ended {
		return
	}
	if seam, ok := s.state.(extract.Seam); ok && !right && p.end >= 0 && seam.At >= p.end {
		p.rangeResult = rangeResult{to: seam} // no message begins in the range
	} else if !right {
		p.scan(w, s.state)
	} else if to, ok := p.to.(extract.Seam); ok && !p.numbered {
		to.Messages += p.messagesBefore()
		p.to = to
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

// finish reports the end of the file as a whole.
func (p *part) finish(w *worker) {
	s := &p.settled
	s.ended = true
	interrupted := w.search.Interrupted()
	if (s.n > 0 || isComplete(p.err)) && !interrupted {
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
