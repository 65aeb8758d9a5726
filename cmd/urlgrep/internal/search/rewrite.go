package search

import (
	"errors"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/detect"
)

// rewrite passes the text of one input to the sink.
func (w *worker) rewrite(name string, stdin bool, src *input.Source) {
	original := &sink.Original{Name: name, Stdin: stdin, Info: src.Info()}
	if section := src.Section(); section != nil {
		original.File = section
	}
	if err := w.sink.Text.BeginText(original); err != nil {
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
		if err := w.sink.Text.EndText(complete); err != nil {
			w.Fail(name, err)
		}
	}()
	complete = w.rewriteText(name, src)
}

// rewriteText passes the text of one input to a sink, with the matches in it. It reports
// whether all of the text was passed.
func (w *worker) rewriteText(name string, src *input.Source) (complete bool) {
	begin := func(t detect.Type) bool {
		switch refusal := w.refusal(t); {
		case refusal == "":
			w.sink.Begin(name, false)
			w.beginMatches(name)
			return true
		case refusal == binaryFile && (w.at.listed || w.IgnoreBinary):
			w.skipBinary(name, binaryFile, w.at.listed)
		default:
			w.Fail(name, errors.New(refusal))
		}
		return false
	}
	t := w.engine.Edit(inputOf(name, src), begin, w.piece)
	if t == nil {
		return false
	}
	if t.Err == nil && !w.search.Interrupted() {
		w.sink.End(w.text.n)
	}
	w.finish(t)
	return t.Err == nil
}

// binaryFile is the reason why a binary file is not rewritten.
const binaryFile = "binary file, not edited"

// refusal returns the reason why an input of that type cannot be rewritten, or "".
func (w *worker) refusal(t detect.Type) string {
	const asText = " (use --input=text to edit it as it is)"
	switch {
	case t.Packing != detect.None:
		return t.Packing.String() + " file, not edited: unpack it first"
	case w.Find.Input != extract.InputAuto && !t.Charset.Whole():
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
