package search

import (
	"errors"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/record"
)

// rewrite passes the text of one input to a sink that rewrites it.
func (w *worker) rewrite(to sink.Rewriter, name string, stdin bool, src *input.Source) {
	original := &sink.Original{Name: name, Stdin: stdin, Info: src.Info()}
	if section := src.Section(); section != nil {
		original.File = section
	}
	if err := to.BeginText(original); err != nil {
		w.Fail(name, err)
		return
	}
	complete := false
	defer func() {
		if complete {
			complete = w.out.Err() == nil && !w.search.Interrupted()
		}
		if !stdin {
			src.Close() // some systems rename no file over one that is open
		}
		if err := to.EndText(complete); err != nil {
			w.Fail(name, err)
		}
	}()
	w.guard(name, src.At, func() { complete = w.rewriteText(to, name, src) })
}

// rewriteText passes the text of one input to a sink, with the matches in it. It reports
// whether all of the text was passed.
func (w *worker) rewriteText(to sink.Rewriter, name string, src *input.Source) (complete bool) {
	in := w.contents.in
	in.Reset(src)
	head := headOf(in, src.IsRegular())
	switch refusal := w.refusal(head); {
	case refusal == "":
	case refusal == binaryFile && (w.at.listed || w.IgnoreBinary):
		w.skipBinary(name, binaryFile, w.at.listed)
		return false
	default:
		w.Fail(name, errors.New(refusal))
		return false
	}
	to.Begin(name, false)
	sc := w.scanner(name)
	n := w.passPieces(to, sc)
	err := w.err(sc)
	if err == nil && !w.search.Interrupted() {
		to.End(n)
	}
	w.finish(name, sc, w.leftOut(sc), err)
	return err == nil
}

// passPieces passes the pieces of a text to a sink, and returns the number of matches in it.
func (w *worker) passPieces(to sink.Rewriter, sc *extract.Scanner) (n int) {
	w.broken, w.repeats, w.undated = nil, record.Repetition{}, 0
	w.filter.Begin()
	filters, hit := w.filter.CanReject(), w.hit(sc)
	for piece, err := range sc.Pieces() {
		if err != nil {
			w.broken = err
			break
		}
		if piece.IsURL && n < w.Max && (!filters || w.filter.Selects(sc)) {
			n++
			w.result.found = true
			w.result.sums.Found++
			if w.Stats {
				m := sc.Match()
				w.result.sums.Match(&m)
			}
			err = to.Match(hit)
		}
		if err == nil {
			err = to.Text(piece.Text)
		}
		if err != nil {
			w.broken = err
			break
		}
		if w.out.Err() != nil || w.search.Interrupted() {
			break
		}
	}
	return n
}

// binaryFile is the reason why a binary file is not rewritten.
const binaryFile = "binary file, not edited"

// refusal returns the reason why the text of an input that begins with head cannot be
// rewritten, or "".
func (w *worker) refusal(head []byte) string {
	const asText = " (use --input=text to edit it as it is)"
	t := detect.Of(head)
	switch {
	case t.Packing != detect.None:
		return t.Packing.String() + " file, not edited: unpack it first"
	case w.find.Input != extract.InputAuto && !t.Charset.Whole():
		return ""
	case t.Foreign != detect.Foreign{}:
		return t.Foreign.Name + ", not edited: unpack it first"
	case t.Charset.Whole():
		return "text in UTF-16 or UTF-32, not edited: convert it to UTF-8 first"
	case t.Format.IsDocument():
		return "document, not edited: URLs can be replaced only in text"
	case t.Format == detect.HTML:
		return "HTML, not edited: text in it may be encoded" + asText
	case t.Format.HasMessages():
		return "mail, not edited: text in it may be encoded" + asText
	case !t.Format.IsText():
		return t.Format.MediaType() + ", not edited: text in it may be encoded" + asText
	case t.Binary:
		return binaryFile
	}
	return ""
}
