// Package engine scans one input after another for URLs: it unpacks an input, recognizes what is in
// it, and finds the URLs in each text. It prints nothing.
//
// # Terms
//
// An input is a file, or another source of bytes. A text is what a scan reads: the input, or, if
// that is compressed or an archive, one of the files in it. A fault is a reason why an input is not
// read completely. A text whose bytes are not text is binary, and is not scanned. A part is a range
// of a text or an mbox.
//
// # Flow
//
// [Engine.Scan] passes an input to package unpack, which opens the texts in it. For each of them,
// detect recognizes what it is, unless the options say. A Scanner of package extract finds the
// matches, each of which is passed to a function of the caller: see scan.go. [Engine.ScanPart] scans
// a part from a Checkpoint, and a [Surveyor] finds out where parts begin: see part.go. [Engine.Edit]
// passes all pieces of a text, not only its URLs: see edit.go.
//
// A panic, also one of a function of the caller, is a fault of the text that it occurs in. The
// scanners are then made again, as their state is not known. See guard.go.
package engine

import (
	"bufio"
	"io"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// Options are what an Engine finds, and what it reports.
type Options struct {
	Find   extract.Options
	Limits unpack.Limits // of unpacking
	Events Events
}

// Events are functions that an Engine calls during a scan, in the order of the input. Each may be
// nil.
type Events struct {
	// Begin is called before a text. If it returns false, no matches are looked for in the text.
	Begin func(name string) bool

	// Rest is called after the last match of a text that is passed on. It may call scan, which
	// scans on to the next match and returns false at the end of the text.
	Rest func(scan func() bool)

	// End is called after a text. If it returns false, further texts of the input are not scanned.
	End func(t *Text) bool

	// Fail is called for a fault outside of a text. The others are in a Text.
	Fail func(f *Fault)
}

// An Input is what is scanned.
type Input struct {
	Name   string
	Reader io.Reader

	// ReaderAt reads the same bytes at any offset, without waiting; Size is their number. A nil
	// ReaderAt says that the bytes can be read only once, and that a read may wait: it is not
	// called before the matches in earlier bytes are passed on.
	ReaderAt io.ReaderAt
	Size     int64
}

// A Text is the result of the scan of a text.
type Text struct {
	Name   string
	Type   detect.Type // of a text that is skipped
	Skip   Skip        // why it was not scanned, or not completely
	Passed int64       // number of matches that were passed on
	Counts extract.Counts
	Err    error // the fault that ended the scan, or that follows the text; nil: none
	Offset int64 // in the text, that the scan has reached
}

// IsComplete reports whether all of the text has been read: see [IsComplete].
func (t *Text) IsComplete() bool { return IsComplete(t.Err) }

// A Skip says that a text is skipped because it is binary.
type Skip int

const (
	NotSkipped Skip = iota
	Binary          // all of the text is skipped
	RestBinary      // the text from a NUL on is skipped
)

// A Fault is a reason why an input is not read completely.
type Fault struct {
	Name   string // of the input, or of the text in it
	Offset int64  // in the input, in bytes
	Err    error
}

// An Outcome counts what a scan of an input has done.
type Outcome struct {
	Texts  int64 // texts that were scanned
	Binary int64 // texts that were skipped
	Faults int64
}

// An Engine scans one input after another with the same options. It keeps its buffers and scanners.
// Only one goroutine may use it.
type Engine struct {
	options   Options
	isDecoded bool // the character set uses NULs, so that NULs do not indicate a binary text
	unpack    *unpack.Unpacker
	in        *bufio.Reader
	rest      trailer    // the reader that in reads from
	text      textReader // in, as the scanner reads it
	scanners
	held    int64 // bytes that documents hold
	found   Found
	outcome Outcome // of the current input
}

// scanners are reused for one text or part after another. A nil scanner is made when it is needed.
type scanners struct {
	whole *extract.Scanner
	part  *extract.Range
}

// New returns an Engine.
func New(o Options) *Engine {
	in := bufio.NewReaderSize(nil, detect.HeadSize)
	e := &Engine{
		options: o, isDecoded: IsDecoded(&o.Find),
		unpack: unpack.New(o.Limits), in: in, text: textReader{Reader: in},
	}
	if o.Find.Input != extract.InputAuto {
		e.unpack.ByMagic()
	} else if formats.Has(o.Find.Documents, detect.Package) {
		e.unpack.Documents()
	}
	e.unpack.Passwords(o.Find.Passwords)
	if d := e.options.Find.Documents; d != nil {
		e.options.Find.Documents = formats.WithMemory(d, e.hold)
	}
	return e
}

// hold adds n bytes to what documents hold.
func (e *Engine) hold(n int64) {
	if n != 0 {
		e.held += n
		e.unpack.Hold(n)
	}
}

// IsDecoded reports whether the character set of the options decodes an input as a whole, so that it
// has no lines or places before that.
func IsDecoded(o *extract.Options) bool {
	set, err := charset.Lookup(o.Charset)
	return err == nil && set.Whole()
}

// Scan scans an input with a new Engine: see [Engine.Scan].
func Scan(in Input, o Options, found func(*Found) error) Outcome { return New(o).Scan(in, found) }

// Unpacker returns the Unpacker of the engine, to share its memory or to read ahead.
func (e *Engine) Unpacker() *unpack.Unpacker { return e.unpack }

// A Found is the current match of a scan. Its results are valid until the next one. Match may be
// called once; URL and Position take less time.
type Found struct {
	*extract.Scanner
	match extract.Match
}

// Match returns the match.
func (f *Found) Match() *extract.Match {
	f.match = f.Scanner.Match()
	return &f.match
}

// Found returns the value that a scan passes on: the same for all matches of all texts.
func (e *Engine) Found() *Found { return &e.found }

// section returns a reader of the input at any offset, or nil.
func (in *Input) section() *io.SectionReader {
	if in.ReaderAt == nil {
		return nil
	}
	if s, ok := in.ReaderAt.(*io.SectionReader); ok && s.Size() == in.Size {
		return s
	}
	return io.NewSectionReader(in.ReaderAt, 0, in.Size)
}
