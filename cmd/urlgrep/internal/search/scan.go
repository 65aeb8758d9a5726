package search

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/find"
)

// scan searches one input, and all texts packed in it.
func (w *worker) scan(name string, r io.Reader) {
	src := input.NewSource(r, w.monitor)
	w.at.input, w.at.source = name, src
	defer func() { w.at.source = nil }()
	w.search.progress.Begin(name)
	if c := w.search.copies; c != nil {
		w.at.binary = false
		done := c.Keep(w.at.operand, r, src)
		defer func() { done(!w.at.binary && !w.search.Interrupted()) }()
	}
	if !w.isSearched(name, src.Info()) {
		return
	}
	w.at.failed = ""
	if w.sink.Text != nil {
		w.rewrite(name, r == w.Files.Stdin, src)
		w.countRead(src)
		return
	}
	if to := w.sink.Files; to != nil {
		f := describeFile(name, src)
		if w.Skip != nil && f.Sum != "" && w.Skip(name, f.Sum) {
			w.search.progress.Read(src.Left())
			return
		}
		defer w.beginFile(to, f, src)()
	}
	w.engine.Unpacker().ReadAhead(nil)
	if w.readsAhead(src) {
		w.engine.Unpacker().ReadAhead(src.GoAhead)
	}
	w.engine.Scan(inputOf(name, src), w.match)
	w.countRead(src)
}

// inputOf returns an input for the engine.
func inputOf(name string, src *input.Source) engine.Input {
	in := engine.Input{Name: name, Reader: src}
	if section := src.Section(); section != nil {
		in.ReaderAt, in.Size = section, section.Size()
	}
	return in
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

// beginText begins a text of the input. It reports whether matches are looked for.
func (w *worker) beginText(name string) bool {
	w.sink.Begin(name, w.Names || name != w.at.input && w.MemberNames)
	return w.beginMatches(name)
}

// beginMatches prepares for the matches of a text, or a range. It reports whether any are looked for.
func (w *worker) beginMatches(name string) bool {
	w.text = text{name: name, most: w.Max, prints: !w.Format.Needs.Total, filters: w.filter.CanReject()}
	if w.First || w.Any {
		w.text.most, w.text.prints = min(w.text.most, 1), false
	}
	w.filter.Begin()
	return !w.isDone() && !w.isFull()
}

// isDone reports whether no more matches of the text are printed.
func (w *worker) isDone() bool { return w.text.n >= w.text.most || w.out.Err() != nil }

// isFull reports whether the sink needs no more matches.
func (w *worker) isFull() bool { return w.sink.IsFull != nil && w.sink.IsFull() }

// match prints a match, if it is selected.
func (w *worker) match(f *engine.Found) error {
	switch {
	case w.search.Interrupted():
		return engine.ErrStop
	case w.text.filters && !w.filter.Selects(f):
		return nil
	}
	w.count(f)
	if w.text.prints {
		if err := w.sink.Match(w.hit); err != nil {
			return err
		}
	}
	if w.isDone() || w.isFull() {
		return engine.ErrStop
	}
	return nil
}

// count counts a match that is selected.
func (w *worker) count(f *engine.Found) {
	w.text.n++
	w.result.sums.Found++
	if w.Stats {
		w.addStats(f)
	}
}

func (w *worker) addStats(f *engine.Found) { w.result.sums.Match(f.Match()) }

// endText ends a text of the input. It reports whether to search further ones.
func (w *worker) endText(t *engine.Text) (more bool) {
	switch t.Skip {
	case engine.Binary:
		what, isPacked := describeBinary(t.Type)
		w.skipBinary(t.Name, what, w.at.listed && !isPacked)
		return !w.IsOver()
	case engine.RestBinary:
		w.skipBinary(t.Name, "binary file, the rest is skipped (use -a to search it)", w.at.listed && w.text.n == 0)
	}
	if (w.text.n > 0 || t.IsComplete()) && !w.search.Interrupted() {
		w.sink.End(w.text.n)
	}
	w.finish(t)
	return !w.IsOver()
}

// finish reports how the scan of a text ended, and counts it.
func (w *worker) finish(t *engine.Text) {
	if t.Err != nil {
		w.Fail(t.Name, t.Err)
		w.at.failed = t.Name
	}
	left := w.leftOut(t.Counts)
	w.note(t.Name, left)
	w.result.sums.Scanned(t.Counts, left)
	if !w.search.Interrupted() {
		w.result.sums.Files++
	}
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

// printNote prints a note about a message with --verbose. An Incomplete Note is an error,
// unless it explains one: a damaged zip file is an error before it is read as a document.
func (w *worker) printNote(n extract.Note) {
	text := n.Text
	p := w.text.unnumbered
	if p != nil && n.Index > 0 && (n.Incomplete || w.Verbose) {
		w.turn.Await()
		n.Index += p.division.settled.messages
	}
	switch {
	case n.Index > 0 && p != nil && p.division.begin > 0:
		text = fmt.Sprintf("message at byte %d: %s", n.Offset, text)
	case n.Index > 0:
		text = fmt.Sprintf("message %d at byte %d: %s", n.Index, n.Offset, text)
	}
	switch {
	case n.Incomplete && w.at.failed != w.text.name:
		err := errors.New(text)
		if n.NotStored {
			err = &unread{err}
		}
		w.Fail(w.text.name, err)
	case w.Verbose:
		w.log.Print(w.text.name, text)
	}
}

// leftOut returns the counts of what a scan and the printer have skipped.
func (w *worker) leftOut(c extract.Counts) stats.LeftOut {
	return stats.Of(c, w.text.repeats.Cut, w.text.undated)
}

// note reports how much of an input was skipped.
func (w *worker) note(name string, l stats.LeftOut) {
	if !w.Verbose {
		return
	}
	maxURL := cmp.Or(w.Find.MaxURL, find.DefaultMaxURL)
	if l.TooLong > 0 {
		w.log.Print(name, fmt.Sprintf("%s longer than %d bytes skipped", output.Plural(l.TooLong, "URL"), maxURL))
	}
	if l.Broken > 0 {
		maxLines := cmp.Or(w.Find.MaxLines, find.DefaultMaxLines)
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
