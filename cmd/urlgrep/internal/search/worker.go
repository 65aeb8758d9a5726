package search

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/seen"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/longpath"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/unpack"
	"github.com/urlgrep/urlgrep/parse"
)

// A worker searches inputs, one after another, and prints the matches. It is the
// [input.Visitor] of a search without a pool, and the [pool.State] of a worker of a pool.
type worker struct {
	*Options
	search *Search
	turn   *pool.Worker // nil if there is no pool
	source
	finder
	printer
	result outcome // of the current task
}

// A source holds the reader of a worker and its position.
type source struct {
	monitor  *input.Monitor
	contents contents
	at       place
}

// A finder holds the scanners and the selection of a worker.
type finder struct {
	find extract.Options
	scanners
	filter     selection.Filter
	unnumbered *part // the range whose messages are numbered from 1; nil: none
	undated    int64 // messages of the input, or the range, that only their Date excludes, as it is not valid
}

// scanners are reused for one input or range after another. A nil scanner is made when it
// is needed. All have the same options.
type scanners struct {
	sc     *extract.Scanner // for whole inputs
	ranges *extract.Range
}

// A printer holds the outputs of a worker. The sink prints to out.
type printer struct {
	out     *output.Output
	log     *output.Messages
	sink    sink.Sink
	endFile func()            // ends the file that the sink has begun; nil: none
	repeats record.Repetition // message fields printed for the input
	broken  error             // error that ended the search of the input, apart from those of the scanner
}

// A place describes the input that a worker is searching.
type place struct {
	name    string        // of the input
	listed  bool          // the input was listed by a directory
	operand int           // number of operands so far
	binary  bool          // the input, or its rest, was skipped as binary
	failed  string        // the member of the input, or the input itself, that had the last error
	source  *input.Source // the input; nil between inputs, and in a division until its end
}

// contents reads the texts in an input, one after another.
type contents struct {
	unpack  *unpack.Unpacker
	in      *bufio.Reader
	rest    trailer // the reader that in reads from
	decoded bool    // the character set uses NULs, so that NULs do not indicate a binary file
}

func newContents(o *Options) contents {
	t := contents{unpack: unpack.New(o.Limits), in: bufio.NewReaderSize(nil, detect.HeadSize)}
	if o.Find.Input != extract.InputAuto {
		t.unpack.ByMagic()
	}
	if o.Find.Input == extract.InputAuto && formats.Has(o.Find.Documents, detect.Package) {
		t.unpack.Documents()
	}
	t.decoded = o.isDecoded()
	return t
}

// isDecoded reports whether the character set of the input is decoded as a whole.
func (o *Options) isDecoded() bool {
	set, err := charset.Lookup(o.Find.Charset)
	return err == nil && set.Whole()
}

// newWorker returns a worker that prints to out and log.
func (s *Search) newWorker(turn *pool.Worker, out *output.Output, log *output.Messages) *worker {
	w := &worker{Options: s.Options, search: s, turn: turn}
	w.contents, w.find = newContents(s.Options), s.Find
	if s.Find.Signs != nil {
		signs := *s.Find.Signs // each worker remembers the hosts of another message
		w.find.Signs = &signs
	}
	w.out, w.log = out, log
	w.monitor = &input.Monitor{
		Out: out, Interruption: s.interruption, Progress: s.progress, OnRead: s.OnRead,
		BeforeExit: func() {
			s.result.add(&w.result)
			if w.endFile != nil {
				w.endFile()
			}
			w.flushSink()
			w.filter.Close()
		},
	}
	w.filter = s.newFilter(w)
	if !s.Messages.IsEmpty() {
		w.find.SelectMessage = w.selects
	}
	w.sink = s.sinkOf(turn, out, log)
	if l, ok := w.sink.(sink.Liner); ok {
		w.find.Line = l.Line
	}
	if s.Stats {
		w.find.Reject = func(_ *extract.Match, e *parse.Error) { w.result.sums.Invalid(e.Class, 1) }
	}
	w.find.Note = w.printNote
	return w
}

// newFilter returns the selection filter of a worker.
func (s *Search) newFilter(w *worker) selection.Filter {
	f := selection.Filter{Selection: s.Selection, PerInput: s.PerInput, Same: s.Same, Leads: s.Leads}
	if s.evidence != nil {
		f.Evidence = s.evidence.urls
	}
	if s.Unique {
		f.Seen = seen.New(cmp.Or(s.UniqueMemory, seen.DefaultMemory)/s.workers(), w.forgets)
	}
	return f
}

// forgets reports an error of a temporary file of --unique. The search continues, so that no URL
// is lost.
func (w *worker) forgets(err error) {
	w.result.failed = true
	w.log.Print("--unique", err.Error(), "further URLs may be printed more than once")
}

// selects reports whether to search a message.
func (w *worker) selects(m *extract.Message) bool {
	selected, undated := w.Messages.Selects(m)
	if undated {
		w.undated++
	}
	return selected
}

// printNote prints a note about a message with --verbose. An Incomplete Note is an error,
// unless it explains one: a damaged zip file is an error before it is read as a document.
func (w *worker) printNote(n extract.Note) {
	text := n.Text
	p := w.unnumbered
	if p != nil && n.Index > 0 && (n.Incomplete || w.Verbose) {
		w.turn.Await()
		n.Index += p.settled.messages
	}
	switch {
	case n.Index > 0 && p != nil && p.division.begin > 0:
		text = fmt.Sprintf("message at byte %d: %s", n.Offset, text)
	case n.Index > 0:
		text = fmt.Sprintf("message %d at byte %d: %s", n.Index, n.Offset, text)
	}
	switch {
	case n.Incomplete && w.at.failed != w.at.name:
		err := errors.New(text)
		if n.NotStored {
			err = &unread{err}
		}
		w.Fail(w.at.name, err)
	case w.Verbose:
		w.log.Print(w.at.name, text)
	}
}

// Begin prepares w for a task.
func (w *worker) Begin() {
	w.out.Restart(pool.ErrDropped)
	if g, ok := w.sink.(sink.Gatherer); ok {
		g.Restart()
	}
}

// End passes the result of a task on.
func (w *worker) End() {
	w.out.Drain()
	if w.result.found && w.Any || w.search.Interrupted() { // an interrupted task may be incomplete
		w.turn.Stop()
	}
	result := w.result
	w.result = outcome{}
	w.turn.Then(func() { w.search.result.add(&result) })
	w.flushSink()
	w.filter.Close() // if there are several tasks, URLs are remembered only for one input
}

// flushSink passes on what the sink has gathered.
func (w *worker) flushSink() {
	if g, ok := w.sink.(sink.Gatherer); ok {
		g.Flush()
	}
}

// IsOver reports whether any further input would have no effect.
func (w *worker) IsOver() bool {
	return w.turn.IsOver() || w.out.Err() != nil || w.search.Interrupted() ||
		w.result.found && w.Any || w.isFull() || w.search.Refused()
}

// Fail reports an input that could not be read completely.
func (w *worker) Fail(name string, err error) {
	if w.search.Interrupted() {
		return
	}
	w.result.failed = true
	w.result.sums.Errors++
	if w.KeepErrors {
		w.result.faults.Add(share.Fault{Text: name + ": " + output.Cause(err).Error(), Unread: w.isUnread(err)})
	}
	if to, ok := w.sink.(sink.Failer); ok && !w.isCollecting() {
		to.Fail(name, output.Cause(err))
	}
	if !w.Silent {
		w.log.Print(name, output.Cause(err).Error())
		w.trace(name, err)
	}
}

// Warn reports a warning.
func (w *worker) Warn(name, text string) {
	if !w.Silent {
		w.log.Print(name, text)
	}
}

// Idle prints the results found so far, after waiting for the turn of the task.
func (w *worker) Idle() {
	w.turn.Await()
	w.out.Flush()
}

// Reserve does nothing: without a pool no open file waits for a worker.
func (w *worker) Reserve() {}

// Release does nothing.
func (w *worker) Release() {}

// Operand searches an operand. Opening a named pipe may wait for a writer, and the pipe
// may be named twice or also be standard input. So a worker opens it only when its task
// has its turn.
func (w *worker) Operand(name string) {
	w.at.operand++
	if w.turn != nil && (name == "-" || !isRegular(name)) {
		w.turn.Await()
	}
	w.out.Flush()
	if w.IsOver() {
		return
	}
	stdin := name == "-"
	if stdin {
		name = input.StdinName
	}
	switch again := w.search.evidence.again(w.at.operand); {
	case again != nil:
		w.scan(name, again)
	case stdin:
		w.scan(name, w.Files.Stdin)
	default:
		w.file(name)
	}
}

func isRegular(name string) bool {
	info, err := longpath.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// file searches a file or a directory.
func (w *worker) file(name string) {
	// Opening a named pipe waits for a writer.
	f, err := interrupt.Await(w.search.interruption, func() (*os.File, error) { return longpath.Open(name) })
	if err != nil && !w.Silent {
		if hint := w.hint(name, err); hint != "" {
			err = fmt.Errorf("%w (%s)", output.Cause(err), hint)
		}
	}
	w.opened(name, f, err)
}

// File searches a file listed by a directory.
func (w *worker) File(path string, _ fs.DirEntry) {
	f, err := input.OpenListed(path, w.Files.Dereference)
	if f != nil || err != nil {
		w.Message(path, f, err)
	}
}

// Message searches an open file that was listed by a directory, or reports the error of
// opening it.
func (w *worker) Message(path string, f *os.File, err error) {
	w.at.listed = true
	w.opened(path, f, err)
	w.at.listed = false
}

// opened searches a file or directory after opening it, and closes it.
func (w *worker) opened(name string, f *os.File, err error) {
	if err != nil {
		w.Fail(name, err)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case w.IsOver():
	case err != nil || !info.IsDir():
		w.scan(name, f)
	case w.Files.Recurse:
		input.NewWalker(w.Files, w.search.interruption, w).Dir(name)
	default:
		w.Fail(name, errors.New("is a directory (use -r to search it)"))
	}
}

// scan searches one input, and all texts packed in it.
func (w *worker) scan(name string, r io.Reader) {
	src := input.NewSource(r, w.monitor)
	w.at.source = src
	defer func() { w.at.source = nil }()
	w.search.progress.Begin(name)
	if w.isCollecting() {
		w.at.binary = false
		defer w.search.evidence.keep(w, r, src)()
	}
	if !w.isSearched(name, src.Info()) {
		return
	}
	w.at.failed = ""
	if to, ok := w.sink.(sink.Rewriter); ok && !w.isCollecting() {
		w.rewrite(to, name, r == w.Files.Stdin, src)
		w.countRead(src)
		return
	}
	if to, ok := w.sink.(sink.Filer); ok {
		f := describeFile(name, src)
		if w.Skip != nil && f.Sum != "" && w.Skip(name, f.Sum) {
			w.search.progress.Read(src.Left())
			return
		}
		defer w.beginFile(to, f, src)()
	}
	w.contents.unpack.ReadAhead(nil)
	if w.readsAhead(src) {
		w.contents.unpack.ReadAhead(src.GoAhead)
	}
	w.guard(name, src.At, func() {
		w.contents.unpack.Walk(name, src, src.Section(), func(member string, r io.Reader) bool {
			w.sink.Begin(member, w.Names || member != name && w.MemberNames)
			w.guard(member, src.At, func() { w.read(member, r, src.IsRegular()) })
			return !w.IsOver()
		})
	})
	w.countRead(src)
}

// countRead counts the bytes that were read of an input, and passes over those that were not.
func (w *worker) countRead(src *input.Source) {
	w.result.sums.Bytes += src.Given()
	w.search.progress.Read(src.Left())
}

// describeFile returns the description of a file that is not yet read.
func describeFile(name string, src *input.Source) *sink.File {
	f := &sink.File{Name: name, Size: src.Size()}
	if src.IsRegular() {
		f.ModTime = src.Info().ModTime()
		f.Sum, _ = src.SumFile() // the search reports the error
	} else {
		src.SumReads()
	}
	return f
}

// beginFile passes a file to a sink. It returns a function that ends the file.
func (w *worker) beginFile(to sink.Filer, f *sink.File, src *input.Source) (end func()) {
	errors := w.result.sums.Errors
	to.BeginFile(f)
	w.endFile = func() {
		w.endFile = nil
		if !src.IsRegular() {
			f.Size, f.Sum = src.Given(), src.Sum()
		}
		switch {
		case w.search.Interrupted():
			to.EndFile(f, sink.Interrupted)
		case w.result.sums.Errors > errors:
			to.EndFile(f, sink.Failed)
		default:
			to.EndFile(f, sink.Complete)
		}
	}
	return w.endFile
}

// readsAhead reports whether to unpack an input ahead of the search. That needs a thread
// that is otherwise idle. An input whose bytes can be read only once must be read to its
// end anyway.
func (w *worker) readsAhead(src *input.Source) bool {
	return w.jobs() > 1 && w.isOneInput() && !w.Evidence && (src.IsRegular() || w.needsAll())
}

// read searches one text. regular reports that no read of it has to wait.
func (w *worker) read(name string, r io.Reader, regular bool) {
	t := &w.contents
	t.rest = trailer{Reader: r}
	t.in.Reset(&t.rest)
	if w.find.Input == extract.InputAuto && !t.decoded {
		if head := headOf(t.in, regular); detect.IsBinary(head, func(f detect.Format) bool { return formats.Has(w.find.Documents, f) }) {
			what, isPacked := describeBinary(detect.Of(head))
			w.skipBinary(name, what, w.at.listed && !isPacked)
			return
		}
	}
	sc := w.scanner(name)
	n := w.matches(sc)
	err, left := w.err(sc), w.leftOut(sc)
	if err == nil {
		err = t.rest.garbage
	}
	if errors.Is(err, extract.ErrBinary) {
		w.skipBinary(name, "binary file, the rest is skipped (use -a to search it)", w.at.listed && n == 0)
		err = nil
	}
	if (n > 0 || isComplete(err)) && !w.search.Interrupted() {
		w.sink.End(n)
	}
	w.finish(name, sc, left, err)
}

// finish reports how the scan of a text ended, and counts it.
func (w *worker) finish(name string, sc *extract.Scanner, left stats.LeftOut, err error) {
	if err != nil {
		w.Fail(name, err)
		w.at.failed = name
	}
	w.note(name, left)
	w.result.sums.Scanned(sc.Counts(), left)
	if !w.search.Interrupted() {
		w.result.sums.Files++
	}
}

// headOf returns the first bytes of in, without consuming them. For a regular file these
// are all bytes that the detection examines. For another input they are the bytes of the
// first read, so that matches in them are not delayed.
func headOf(in *bufio.Reader, regular bool) []byte {
	n := detect.HeadSize
	if !regular {
		in.Peek(1)
		n = in.Buffered()
	}
	head, _ := in.Peek(n) // the next read returns the error again
	return head
}

// describeBinary returns a description of a binary input, and reports whether the input
// is packed.
func describeBinary(t detect.Type) (what string, isPacked bool) {
	switch {
	case t.Foreign != detect.Foreign{}:
		return t.Foreign.Name + ", skipped (use " + t.Foreign.Program + " to unpack it)", true
	case t.Packing != detect.None:
		return "compressed or archived too deeply, skipped (use -a to search it as it is)", true
	}
	return "binary file, skipped (use -a to search it)", false
}

// err returns the error that ended the search of an input.
func (w *worker) err(sc *extract.Scanner) error {
	if w.broken != nil {
		return w.broken
	}
	err := sc.Err()
	if n := sc.Counts().CutOff; n > 0 && err != nil {
		err = fmt.Errorf("%w; a URL that is cut off there is omitted", err)
	}
	return err
}

// A trailer is the reader of a text. If data that is not of its format follows the text,
// it ends the text without an error and keeps the error in garbage.
type trailer struct {
	io.Reader
	garbage error
}

func (t *trailer) Read(p []byte) (n int, err error) {
	n, err = t.Reader.Read(p)
	if err != nil && err != io.EOF && isComplete(err) {
		t.garbage, err = err, io.EOF
	}
	return n, err
}

// skipBinary counts an input that is skipped as binary, or whose rest is skipped, and
// reports it. If quiet is set, it reports only with --verbose: a directory may have
// thousands of files in which no reader expects a URL.
func (w *worker) skipBinary(name, text string, quiet bool) {
	w.at.binary = true
	w.result.sums.Binaries++
	if !w.IgnoreBinary && (w.Verbose || !quiet) {
		w.log.Print(name, text)
	}
}

// scanner returns the scanner, reset to the current text of w.contents.
func (w *worker) scanner(name string) *extract.Scanner {
	w.at.name = name
	if w.sc == nil {
		w.sc = extract.NewScanner(w.contents.in, &w.find)
	} else {
		w.sc.Reset(w.contents.in)
	}
	return w.sc
}

// isComplete reports whether the text before err is complete. err is reported all the same:
// gzip also exits with status 2.
func isComplete(err error) bool {
	var garbage *unpack.Garbage
	return err == nil || errors.As(err, &garbage)
}

// printMatches prints the matches of one input, and counts them in n.
func (w *worker) printMatches(sc *extract.Scanner, n *int) {
	if w.isCollecting() {
		w.search.evidence.collect(sc)
		return
	}
	w.filter.Begin()
	filters := w.filter.CanReject()
	out, to, hit := w.out, w.sink, w.hit(sc)
	most, stats, prints := w.Max, w.Stats, w.Matches
	if w.First || w.Any {
		most, prints = min(most, 1), false
	}
	filler, _ := to.(sink.Filler)
	for *n < most && out.Err() == nil && (filler == nil || !filler.IsFull()) && sc.Scan() && !w.search.Interrupted() {
		if filters && !w.filter.Selects(sc) {
			continue
		}
		*n++
		w.result.found = true
		w.result.sums.Found++
		if stats {
			m := sc.Match()
			w.result.sums.Match(&m)
		}
		if !prints {
			continue
		}
		if err := to.Match(hit); err != nil {
			w.broken = err
			break
		}
	}
	if l, ok := to.(sink.Liner); ok {
		l.Finish(sc.Scan)
	}
}

// isFull reports whether the sink needs no more matches.
func (w *worker) isFull() bool {
	f, ok := w.sink.(sink.Filler)
	return ok && f.IsFull()
}

// leftOut returns the counts of what sc and the printer have skipped in the input.
func (w *worker) leftOut(sc *extract.Scanner) stats.LeftOut {
	return stats.Of(sc.Counts(), w.repeats.Cut, w.undated)
}

// note reports how much of an input was skipped.
func (w *worker) note(name string, l stats.LeftOut) {
	if !w.Verbose {
		return
	}
	maxURL := cmp.Or(w.find.MaxURL, find.DefaultMaxURL)
	if l.TooLong > 0 {
		w.log.Print(name, fmt.Sprintf("%s longer than %d bytes skipped", output.Plural(l.TooLong, "URL"), maxURL))
	}
	if l.Broken > 0 {
		maxLines := cmp.Or(w.find.MaxLines, find.DefaultMaxLines)
		w.log.Print(name, fmt.Sprintf("%s split across more than %d lines or %d bytes not rejoined", output.Plural(l.Broken, "URL"), maxLines, maxURL))
	}
	if l.Attachments > 0 {
		w.log.Print(name, output.Plural(l.Attachments, "attachment")+" without text skipped (use --all-parts to search them)")
	}
	if l.Unresolved > 0 {
		w.log.Print(name, output.Plural(l.Unresolved, "relative reference")+" not resolved: the base URL is too long")
	}
	if l.WithoutBase > 0 {
		w.log.Print(name, output.Plural(l.WithoutBase, "relative reference")+" not resolved: no base URL (use --base)")
	}
	if l.Undated > 0 {
		w.log.Print(name, output.Plural(l.Undated, "message")+" without a valid date not selected")
	}
	if l.Cut > 0 {
		w.log.Print(name, output.Plural(l.Cut, "URL")+" with fields of the message cut: they are too long")
	}
}
