// Package sink prints the matches of a search.
//
// # Terms
//
// A [Format] is an output format. It says in one value what it needs of a search, and starts a [Run],
// which prints what comes before the first match and after the last one, and makes a [Sink] for each
// worker. A Sink prints the matches that the worker finds. Most are only a [Printer].
//
// # Flow
//
// For each text a search calls Begin, then Match for each selected match, and End. A format has its
// own few settings and does not know the options of the command line. The command chooses the format
// in one place. What all formats must honour is done before: a [Found] has the URL that it leads to,
// and message fields that are not repeated too often, if the Needs say so. A format that prints
// fields is a function of a record: see [RecordFormat].
package sink

import (
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
)

// A Format is an output format.
type Format struct {
	Needs Needs

	// Start returns how a search prints to out, and reports to log.
	Start func(out *output.Output, log *output.Messages) Run
}

// A Run is a search that prints in a Format.
type Run struct {
	// Open prints text before the first input; nil: nothing.
	Open func()

	// Close prints text after the last input; nil: nothing. It returns an error that names the
	// file that could not be written.
	Close func(e *Ending) error

	// Sink returns the Sink of a worker.
	Sink func(w *Worker) Sink
}

// Needs are what a Format needs of a search. The zero Needs are those of a format that prints a
// line for each match, with its URL.
type Needs struct {
	Fields  record.Needs // of the matches
	Records bool         // fields of a match are printed: its URL and the one that it leads to, and those of its message, of which repeated ones are cut
	InText  bool         // a match is printed with the URL in the text, and not with the one that it leads to
	Total   bool         // only the number of matches in a text is printed
	AtEnd   bool         // nothing is printed before the end
	InOrder bool         // one Sink gets all matches, in order

	Lines bool // Sink.Lines is set
	Files bool // Sink.Files is set
	Text  bool // Sink.Text is set
}

// A Worker is what a Sink is made for.
type Worker struct {
	Out       *output.Output
	Log       *output.Messages
	Turn      Turn
	IsStopped func() bool // the search is ending; the next line may be incomplete
}

// A Sink is what one worker prints to. Each field but the Printer is nil, unless the Format needs
// what it gets.
type Sink struct {
	Printer
	Lines  Liner
	Files  Filer
	Text   Rewriter
	Faults Failer
	Held   Gatherer
	IsFull func() bool // reports whether no more matches are needed
}

// Only returns a Format of Sinks that are only a Printer.
func Only(needs Needs, printer func(w *Worker) Printer) Format {
	return Each(needs, func(w *Worker) Sink { return Sink{Printer: printer(w)} })
}

// Each returns a Format that prints nothing before or after the matches.
func Each(needs Needs, sink func(w *Worker) Sink) Format {
	return Format{needs, func(*output.Output, *output.Messages) Run { return Run{Sink: sink} }}
}

// everything are the Needs of a Format that prints all fields of a match.
var everything = Needs{Fields: record.Everything, Records: true}

// A NewLine returns a line of text for people, which is printed to out.
type NewLine func(out *output.Output) *output.Line

// A Printer prints the matches in one text after another.
type Printer interface {
	// Begin begins a text. Its name is printed if shown is set.
	Begin(name string, shown bool)

	// Match prints a match in the text. An error ends the search of the text.
	Match(f Found) error

	// End ends the text, in which n matches were printed.
	End(n int)
}

// A Found is a match. Its results are valid until the next match is found. A Printer calls
// Match, or URL and Position, each at most once; URL and Position take less time.
type Found interface {
	URL() []byte
	Position() extract.Position
	Match() *extract.Match
	Mark() // marks the URL in the lines passed to Liner.Line
}

// A Liner gets the lines of a text.
type Liner interface {
	// Line is called for each line of the text. It reports whether more lines are needed.
	Line(l *extract.Line) (more bool)

	// Finish is called after the last selected match. It calls scan while it needs lines
	// and scan returns true.
	Finish(scan func() bool)
}

// A File is a file that is searched, or another source of text such as standard input. The
// texts in it are the file, or the members of an archive.
type File struct {
	Name    string
	Size    int64     // in bytes; -1 if it is known only at the end
	ModTime time.Time // zero if it is not known
	Sum     string    // SHA-256 in hexadecimal digits; "" if it is not known
}

// A Filer prints something about files.
type Filer interface {
	// BeginFile begins a file, before Begin for its texts.
	BeginFile(f *File)

	// EndFile ends the file. The Size and the Sum of f are those of the bytes that were
	// read, if all were.
	EndFile(f *File, c Completeness)
}

// A Completeness is how much of a file was searched.
type Completeness int

const (
	Complete    Completeness = iota // all of it
	Failed                          // all but what could not be read, because of an error
	Interrupted                     // the text before a signal
)

// An Ending is how the search ended.
type Ending struct {
	Sums        *stats.Summary
	Took        time.Duration
	Interrupted string // the effect of a signal, such as "interrupted"; "" without one
	Refused     bool   // no input was searched, as one of them is also the output of an option
}

// A Failer prints something about errors.
type Failer interface {
	// Fail is called for each error in an input.
	Fail(name string, err error)
}

// A Gatherer holds what a worker has found, for what all workers have found together: it adds that
// when the task of the worker has its turn.
type Gatherer interface {
	Flush()   // adds what has been found
	Restart() // drops what has been found and not been flushed
}

// A Turn orders the results of several workers, which may run ahead. A [pool.Worker] is
// one.
type Turn interface {
	Await()           // waits for the turn of the worker's task
	Then(call func()) // calls call in that turn, unless the result of the task is dropped
}

// An Original is the input of a Rewriter, as it is stored: neither unpacked nor decoded.
type Original struct {
	Name  string
	Stdin bool        // it is standard input
	Info  fs.FileInfo // from before it was read; nil if the input is not a file
	File  io.ReaderAt // reads a regular file at any offset; nil for another input
}

// A Rewriter gets the whole text of each input, and not only the matches in it.
// The search calls BeginText, Begin, then Text for each piece of the text, End, and EndText.
// For a selected match it calls Match before it calls Text with the piece that is the URL.
// No text is passed of an input that is packed or encoded: the search reports it instead.
type Rewriter interface {
	// BeginText begins an input. If it returns an error, the input is not read.
	BeginText(o *Original) error

	// Text is called with the next piece of the text, which is valid until it returns. An
	// error ends the input.
	Text(piece []byte) error

	// EndText ends an input that BeginText has begun. complete reports whether all of its
	// text was passed, and the file is closed.
	EndText(complete bool) error
}

// A Kept is a Found for a stored match.
type Kept struct{ Of extract.Match }

func (k *Kept) URL() []byte           { return []byte(k.Of.URL) }
func (k *Kept) Match() *extract.Match { return &k.Of }
func (k *Kept) Mark()                 {}

func (k *Kept) Position() extract.Position {
	return extract.Position{Offset: k.Of.Offset, Line: k.Of.Line, Document: k.Of.Document}
}

// A briefMatch is a match with only the URL, the line and the offset, for brief fields.
type briefMatch struct{ match extract.Match }

// matchOf returns the match of f, in brief if brief is not nil.
func matchOf(f Found, brief *briefMatch) *extract.Match {
	if brief == nil {
		return f.Match()
	}
	m, at := &brief.match, f.Position()
	m.URL, m.Line, m.Offset = string(f.URL()), at.Line, at.Offset
	return m
}

// Bounded is a Found that truncates the message fields of its match if they have been
// printed too often.
type Bounded struct {
	Found
	Repeated *record.Repetition
}

func (b Bounded) Match() *extract.Match {
	m := b.Found.Match()
	b.Repeated.Bound(m)
	return m
}

// Followed is a Found whose match has the URL that its URL leads to.
type Followed struct {
	Found
	Leads *record.Leads
}

func (f Followed) URL() []byte { return []byte(f.Match().URL) }

func (f Followed) Match() *extract.Match {
	m := f.Found.Match()
	f.Leads.Follow(m)
	return m
}

// Printed returns a match as a format with the needs n prints it. repeats counts the message fields
// that are printed for the text.
func (n *Needs) Printed(f Found, leads *record.Leads, repeats *record.Repetition) Found {
	switch {
	case n.Records:
		return Bounded{f, repeats}
	case leads != nil && !n.InText:
		return Followed{f, leads}
	}
	return f
}

// replaceNUL returns text with U+FFFD for each NUL, which would end a record.
func replaceNUL(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }
