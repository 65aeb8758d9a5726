package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/internal/unpack"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

const stdinName = "(standard input)"

// A search goes through the operands, and keeps account of what came of them.
type search struct {
	*config
	stdin   io.Reader
	out     *output.Output
	log     *output.Messages
	print   printer
	display *display // nil: no lines are printed
	offer   *offer   // where what is found goes; nil: it is printed

	unpack   *unpack.Unpacker
	in       *bufio.Reader
	rest     trailer          // that in reads
	sc       *extract.Scanner // made for the first input
	name     string           // of the input
	walking  bool             // the input was met in a directory
	names    bool             // of all files are printed, not only those of members
	within   []fs.FileInfo    // the directories that are gone through, with links followed
	decoded  bool             // the character set is one in which NULs are no sign of anything
	found    bool
	failed   bool
	picky    bool                // not all that is found is wanted
	memory   *memory             // of the URLs that there were, for --unique
	block    []byte              // for counting lines
	surveyor *mailbox.Reader     // for counting messages
	pool     *pool.Pool[*search] // that does what is found on the way through the operands; nil: this search does
	files    chan struct{}       // taken by those that are open when they are added to pool; nil without one
	turn     *pool.Worker        // this one; nil: it is no worker of a pool
	total    *summary            // of the whole pool, which takes over sums

	sums     summary // of what was found, and not taken over elsewhere
	progress *progress
	board    *board   // that shows progress, nil: none does
	terminal *os.File // of board

	interruption *interruption

	// For --count-by.
	tally   *tally
	counted *output.Output // where the counts go

	// For --hyphen=evidence, which reads everything twice.
	gathering     bool // the first time
	evidence      *extract.Evidence
	at            int             // the number of the operand
	copies        map[int]*copied // of operands that can be read only once
	binary        bool            // the input was passed over, or its rest
	hyphens, open int             // hyphens before line breaks, and those not decided
}

func newSearch(c *config, stdin io.Reader, out *output.Output, log *output.Messages) *search {
	s := &search{config: c, stdin: stdin, out: out, log: log, interruption: newInterruption(), progress: &progress{began: time.Now()}}
	s.names = c.showsNames()
	s.print = printer{config: c, out: out, names: s.names, colours: c.palette(out)}
	if c.printsLines() {
		s.display = &display{print: &s.print, interrupted: s.interrupted}
		s.opts.Line = s.display.line
	}
	s.unpack = unpack.New(c.limits)
	if c.opts.Input != extract.Auto {
		s.unpack.ByMagic()
	}
	s.in = bufio.NewReaderSize(nil, detect.HeadSize)
	set, err := charset.Lookup(c.opts.Charset)
	s.decoded = err == nil && set.Whole()
	s.picky = c.isPicky()
	if c.remembers() {
		s.memory = newMemory(maxUnique)
	}
	if s.stats {
		s.opts.Reject = func(e *parse.Error) { s.sums.invalidate(e.Class, 1) }
	}
	if s.verbose {
		s.opts.Note = func(n extract.Note) {
			text := n.Text
			if n.Index > 0 {
				text = fmt.Sprintf("message %d at byte %d: %s", n.Index, n.Offset, text)
			}
			s.log.Print(s.name, text)
		}
	}
	return s
}

// showsNames reports whether the names of files are printed: when more than
// one file may be searched, as grep has it.
func (c *config) showsNames() bool {
	switch {
	case c.withName || c.noName:
		return c.withName
	case c.recurse && len(c.operands) == 1 && c.lists == nil:
		info, err := os.Stat(c.operands[0])
		return err == nil && info.IsDir()
	}
	return c.recurse || len(c.operands) > 1 || c.lists != nil
}

func (s *search) run() int {
	defer s.watch()()
	defer s.showProgress()()
	if s.wantsEvidence() {
		s.readLists()
		s.gather()
		defer s.forget()
	}
	if s.table != nil && s.printsMatches() && !s.counts() {
		s.print.heading()
	}
	if s.counts() {
		s.beginCounting()
	}
	if n := s.workers(); n > 1 {
		s.together(n)
	} else {
		s.all()
	}
	return s.conclude()
}

// all goes through the operands and the lists.
func (s *search) all() {
	switch {
	case len(s.operands) > 0:
		for s.at = range s.operands {
			s.operand(s.operands[s.at])
		}
	case s.lists != nil:
	case s.recurse:
		s.dir("")
	default:
		s.operand("-")
	}
	s.listed()
}

func (s *search) status() int {
	switch {
	case s.quiet && s.found:
		return exitFound
	case s.failed:
		return exitError
	case s.found:
		return exitFound
	}
	return exitNothing
}

// share has some of the work done, by this search or by a worker.
func (s *search) share(run func(*search)) {
	if s.pool == nil {
		run(s)
	} else {
		s.pool.Add(&pool.Task[*search]{Run: run})
	}
}

// over reports whether nothing that is still to come can matter.
func (s *search) over() bool {
	switch {
	case s.pool != nil:
		return s.pool.IsOver() || s.interrupted()
	case s.turn.IsOver():
		return true
	}
	return s.out.Err() != nil || s.interrupted() || s.found && s.endsEarly() || s.offer.full()
}

// fail reports an input that could not be read, or not to its end.
func (s *search) fail(name string, err error) {
	if s.pool != nil {
		s.share(func(w *search) { w.fail(name, err) })
		return
	}
	if s.interrupted() {
		return
	}
	s.failed = true
	s.sums.errors++
	if !s.silent {
		s.log.Print(name, output.Cause(err).Error())
		s.trace(name, err)
	}
}

// warn says what is no error.
func (s *search) warn(name, text string) {
	if !s.silent {
		s.log.Print(name, text)
	}
}

// operand searches what is named on the command line.
func (s *search) operand(name string) {
	if s.over() || s.passesOverOperand(name) || s.pool != nil && s.divided(name) {
		return
	}
	s.share(func(w *search) { w.named(name) })
}

// passesOverOperand reports whether --include and the like leave out what is named
// on the command line. What cannot be looked at is opened, and so reported.
func (s *search) passesOverOperand(name string) bool {
	if name == "-" || s.filter.IsEmpty() {
		return false
	}
	info, err := os.Stat(name)
	return err == nil && s.filter.Excludes(name, info.IsDir())
}

// divided hands out the parts of an operand, if it has any: those of a directory, or
// of a large file.
func (s *search) divided(name string) bool {
	if name == "-" {
		return s.divideInput()
	}
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return false
	case info.IsDir() && s.recurse:
		s.dir(name)
		return true
	case info.Mode().IsRegular() && isSmall(info):
		s.addSmall(func(w *search) { w.file(name) })
		return true
	}
	return s.divide(name, info)
}

// named searches what is named on the command line, and is no directory that a
// pool goes through. To open a named pipe may take until somebody writes to it;
// and since it may be named twice, or be standard input as well, a worker does so
// in its turn only.
func (s *search) named(name string) {
	if s.turn != nil && (name == "-" || !isRegular(name)) {
		s.turn.Await()
	}
	s.out.Flush()
	if s.over() {
		return
	}
	stdin := name == "-"
	if stdin {
		name = stdinName
	}
	switch again := s.again(); {
	case again != nil:
		s.scan(name, again)
	case stdin:
		s.scan(name, s.stdin)
	default:
		s.file(name)
	}
}

func isRegular(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// file searches a file or a directory.
func (s *search) file(name string) {
	// A named pipe waits for somebody who writes to it.
	f, err := await(s.interruption, func() (*os.File, error) { return os.Open(name) })
	if errors.Is(err, fs.ErrNotExist) && isURL(name) {
		err = fmt.Errorf("%w (-e RE chooses among URLs, --explain URL takes one apart)", output.Cause(err))
	}
	s.opened(name, f, err)
}

// isURL reports whether the name of a file looks like a URL, a pattern for one, or a
// host.
func isURL(name string) bool {
	if strings.Contains(name, "://") {
		return true
	}
	o := extract.Options{Input: extract.Text, Kinds: extract.DefaultKinds.With(extract.Schemeless).With(extract.Email)}
	for m, err := range extract.Bytes([]byte(name), &o) {
		return err == nil && m.Offset == 0
	}
	return false
}

// walked searches a file that was met in a directory.
func (s *search) walked(name string) {
	f, err := openListed(name, s.dereference)
	if f != nil || err != nil {
		s.met(name, f, err)
	}
}

// met is opened for a file that was met in a directory.
func (s *search) met(name string, f *os.File, err error) {
	s.walking = true
	s.opened(name, f, err)
	s.walking = false
}

// opened searches what has been opened, if it could be, and closes it.
func (s *search) opened(name string, f *os.File, err error) {
	if err != nil {
		s.fail(name, err)
		return
	}
	defer f.Close()
	info, err := f.Stat()
	switch {
	case s.over():
	case err != nil || !info.IsDir():
		s.scan(name, f)
	case s.recurse:
		s.dir(name)
	default:
		s.fail(name, errors.New("is a directory (-r searches it)"))
	}
}

// dir searches the regular files under a directory: those of mail in the order
// of a mail reader, others in that of their names. The directory "" is the
// working directory, which files are not named after.
func (s *search) dir(name string) {
	path := name
	if name == "" {
		path = "."
	} else if !os.IsPathSeparator(name[len(name)-1]) {
		name += string(os.PathSeparator)
	}
	if s.dereference {
		if !s.enter(path) {
			return
		}
		defer s.leave()
	}
	entries, err := os.ReadDir(path)
	if err != nil {
		s.fail(path, err)
	}
	s.follow(name, entries)
	if isMaildir(entries) {
		s.maildir(name, s.chosen(name, entries))
		return
	}
	if isMH(entries) {
		entries = mhOrder(entries)
	}
	for _, e := range s.chosen(name, entries) {
		s.entry(name, e)
	}
}

// chosen returns the entries of a directory that --include and the like leave.
func (s *search) chosen(dir string, entries []fs.DirEntry) []fs.DirEntry {
	if s.filter.IsEmpty() {
		return entries
	}
	return slices.DeleteFunc(entries, func(e fs.DirEntry) bool {
		return s.filter.ExcludesIn(dir, e.Name(), e.IsDir())
	})
}

// entry searches what stands in a directory.
func (s *search) entry(dir string, e fs.DirEntry) {
	switch {
	case s.over():
	case e.IsDir():
		s.dir(dir + e.Name())
	case e.Type().IsRegular(), s.dereference && isLink(e):
		name := dir + e.Name()
		if s.pool != nil {
			info, err := e.Info()
			switch {
			case err != nil:
			case isSmall(info):
				s.addSmall(func(w *search) { w.walked(name) })
				return
			case s.divide(name, info):
				return
			}
		}
		s.share(func(w *search) { w.walked(name) })
	}
}

// scan searches one input, and all that is packed in it.
func (s *search) scan(name string, r io.Reader) {
	src := newSource(r, s.out)
	src.search = s
	s.progress.begin(name)
	if s.gathering {
		s.binary = false
		defer s.keep(src)()
	}
	if s.printsMatches() && s.out.IsFile(src.info) {
		s.fail(name, errors.New("input file is also the output"))
		return
	}
	s.unpack.ReadAhead(nil)
	if s.readsAhead(src) {
		s.unpack.ReadAhead(src.goAhead)
	}
	come := func() int64 { return src.at }
	s.guard(name, come, func() {
		s.unpack.Walk(name, src, src.section(), func(member string, r io.Reader) bool {
			s.print.names = s.names || member != name && !s.noName
			s.guard(member, come, func() { s.read(member, r, src.regular()) })
			return !s.over()
		})
	})
	s.sums.bytes += src.given()
	s.progress.read.Add(src.left())
}

// readsAhead reports whether an input is unpacked ahead of the search: if there is a
// thread to do so, as there is nothing else to do; and, where reading takes away what
// is read, if all of it is wanted.
func (s *search) readsAhead(src *source) bool {
	return s.jobs() > 1 && len(s.operands) < 2 && !s.recurse && s.lists == nil && !s.byEvidence && (src.regular() || s.wantsAll())
}

// read searches one text. A regular one never has to be waited for.
func (s *search) read(name string, r io.Reader, regular bool) {
	s.rest = trailer{Reader: r}
	s.in.Reset(&s.rest)
	if s.opts.Input == extract.Auto && !s.decoded {
		if head := headOf(s.in, regular); detect.IsBinary(head) {
			what, isPacked := whatIsPassedOver(detect.Of(head))
			s.passedOver(name, what, s.walking && !isPacked)
			return
		}
	}
	sc := s.scanner(name)
	n := s.matches(name, sc)
	err, left := s.err(sc), s.leftOut(sc)
	if err == nil {
		err = s.rest.garbage
	}
	if errors.Is(err, extract.ErrBinary) {
		s.passedOver(name, "binary file, its rest passed over (-a scans it)", s.walking && n == 0)
		err = nil
	}
	if (n > 0 || isWhole(err)) && !s.interrupted() {
		s.print.total(name, n)
	}
	if err != nil {
		s.fail(name, err)
	}
	s.note(name, left)
	s.sums.scanned(sc, left)
	if !s.interrupted() {
		s.sums.files++
	}
}

// whatIsPassedOver says what a binary input is, and whether that is packed.
func whatIsPassedOver(t detect.Type) (what string, isPacked bool) {
	switch {
	case t.Foreign != detect.Foreign{}:
		return t.Foreign.Name + ", passed over (" + t.Foreign.Program + " unpacks it)", true
	case t.Packing != detect.None:
		return "packed, and not unpacked: passed over (-a scans it as it is)", true
	}
	return "binary file, passed over (-a scans it)", false
}

// err returns what ended the search of an input before its end.
func (s *search) err(sc *extract.Scanner) error {
	if s.print.err != nil {
		return s.print.err
	}
	err := sc.Err()
	if n := sc.CutOff(); n > 0 && err != nil {
		err = fmt.Errorf("%w; a URL that is cut off there is left out", err)
	}
	return err
}

// A trailer is the reader of a text. What follows it and is not of its format is no
// fault in it.
type trailer struct {
	io.Reader
	garbage error
}

func (t *trailer) Read(p []byte) (n int, err error) {
	n, err = t.Reader.Read(p)
	if err != nil && err != io.EOF && isWhole(err) {
		t.garbage, err = err, io.EOF
	}
	return n, err
}

// passedOver counts an input that is binary, or its rest, and says so; if quiet, only
// with --verbose. A directory may have thousands in which no reader expects a URL.
func (s *search) passedOver(name, text string, quiet bool) {
	s.binary = true
	s.sums.binaries++
	if !s.ignoreBinary && (s.verbose || !quiet) {
		s.log.Print(name, text)
	}
}

// scanner returns the scanner, of what s.in has.
func (s *search) scanner(name string) *extract.Scanner {
	s.name = name
	if s.sc == nil {
		s.sc = extract.NewScanner(s.in, &s.opts)
	} else {
		s.sc.Reset(s.in)
	}
	return s.sc
}

// isWhole reports whether an error leaves nothing of a text out. It is one all
// the same: gzip too exits with 2.
func isWhole(err error) bool {
	var garbage *unpack.Garbage
	return err == nil || errors.As(err, &garbage)
}

// printMatches prints the matches of one input, and counts them in n.
func (s *search) printMatches(name string, sc *extract.Scanner, n *int) {
	if s.gathering {
		s.collect(sc)
		return
	}
	if s.memory != nil && s.count {
		s.memory.forget() // each input counts for itself
	}
	plain := s.evidence == nil && s.offer == nil && s.print.isPlain()
	if s.display != nil {
		s.display.begin(name)
	}
	if s.offer != nil {
		s.offer.begin()
	}
	for *n < s.max && s.out.Err() == nil && s.print.err == nil && !s.offer.full() && sc.Scan() && !s.interrupted() {
		if s.picky && !s.wants(sc) {
			continue
		}
		*n++
		s.found = true
		s.sums.found++
		if s.stats {
			m := sc.Match()
			s.sums.match(&m)
		}
		if s.list || s.listWithout || s.endsEarly() {
			break
		}
		switch {
		case s.count, s.quiet:
		case plain:
			s.print.plain(name, sc.URL())
		case s.display != nil:
			s.display.mark(sc)
		default:
			m := sc.Match()
			if s.evidence != nil {
				s.decide(&m)
			}
			if s.offer != nil {
				s.offer.add(name, &m, sc)
			} else {
				s.print.match(name, &m)
			}
		}
	}
	if s.display != nil {
		s.display.finish(sc)
	}
	if s.offer != nil {
		s.offer.finish(sc)
	}
}

// A leftOut is how much of an input a scanner has left out.
type leftOut struct {
	tooLong     int64 // URLs
	broken      int64 // URLs, not put together
	attachments int64
	unresolved  int64 // references
	cut         int64 // URLs, of the fields that come with them
}

// leftOut returns what sc has left out of the input, and the printer.
func (s *search) leftOut(sc *extract.Scanner) leftOut {
	return leftOut{sc.Skipped(), sc.LeftBroken(), sc.PassedOver(), sc.Unresolved(), s.print.repeated.Cut}
}

func (l *leftOut) add(o leftOut) {
	l.tooLong += o.tooLong
	l.broken += o.broken
	l.attachments += o.attachments
	l.unresolved += o.unresolved
	l.cut += o.cut
}

// note says how much of an input was left out.
func (s *search) note(name string, l leftOut) {
	if !s.verbose {
		return
	}
	maxURL := cmp.Or(s.opts.MaxURL, wrapper.DefaultMaxURL)
	if l.tooLong > 0 {
		s.log.Print(name, fmt.Sprintf("%s longer than %d bytes passed over", plural(l.tooLong, "URL"), maxURL))
	}
	if l.broken > 0 {
		maxLines := cmp.Or(s.opts.MaxLines, wrapper.DefaultMaxLines)
		s.log.Print(name, fmt.Sprintf("%s over more than %d lines or %d bytes not put together", plural(l.broken, "URL"), maxLines, maxURL))
	}
	if l.attachments > 0 {
		s.log.Print(name, plural(l.attachments, "attachment")+" without text passed over (--all-parts reads them)")
	}
	if l.unresolved > 0 {
		s.log.Print(name, plural(l.unresolved, "relative reference")+" not resolved, as the base is too long")
	}
	if l.cut > 0 {
		s.log.Print(name, plural(l.cut, "URL")+" with the fields of the message cut, as they are too long")
	}
}

func plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
