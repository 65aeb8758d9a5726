package search

import (
	"io"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/engine"
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
