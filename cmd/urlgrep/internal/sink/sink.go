// Package sink prints the matches of a search. Each output format is a [Sink].
//
// For each input a search calls Begin, then Match for each selected match, Finish if the
// sink is a [Liner], and End. A sink has its own few settings and does not know the
// options of the command line. The command chooses the sink in one place.
package sink

import (
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
)

// A Sink prints the matches in one input after another.
type Sink interface {
	// Begin begins an input. Its name is printed if shown is set.
	Begin(name string, shown bool)

	// Match prints a match in the input. An error ends the search of the input.
	Match(f Found) error

	// End ends the input, in which n matches were printed.
	End(n int)
}

// A Found is a match. Its results are valid until the next match is found. A Sink calls
// Match, or URL and Position, each at most once; URL and Position take less time.
type Found interface {
	URL() []byte
	Position() extract.Position
	Match() *extract.Match
	Mark() // marks the URL in the lines passed to Liner.Line
}

// A Liner is a Sink that also prints lines of the input.
type Liner interface {
	Sink

	// Line is called for each line of the input. It reports whether the Sink needs more
	// lines.
	Line(l *extract.Line) (more bool)

	// Finish is called after the last selected match. It calls scan while it needs lines
	// and scan returns true.
	Finish(scan func() bool)
}

// A File is a file that is searched, or another source of text such as standard input. The
// inputs of a Sink are the file, or the members of an archive.
type File struct {
	Name    string
	Size    int64     // in bytes; -1 if it is known only at the end
	ModTime time.Time // zero if it is not known
	Sum     string    // SHA-256 in hexadecimal digits; "" if it is not known
}

// A Filer is a Sink that prints something about files.
type Filer interface {
	Sink

	// BeginFile begins a file, before Begin for its inputs.
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

// An Opener is a Sink that prints text before the first input.
type Opener interface {
	Sink
	Open()
}

// A Closer is a Sink that prints text after the last input.
type Closer interface {
	Sink
	Close()
}

// A Concluder is a Sink that prints something about the whole search after the last input.
type Concluder interface {
	Sink

	// Conclude returns an error that names the file that could not be written.
	Conclude(e *Ending) error
}

// An Ending is how the search ended.
type Ending struct {
	Sums        *stats.Summary
	Took        time.Duration
	Interrupted string // the effect of a signal, such as "interrupted"; "" without one
}

// A Failer is a Sink that prints something about errors.
type Failer interface {
	Sink

	// Fail is called for each error in an input.
	Fail(name string, err error)
}

// A Gatherer is a Sink that prints what all workers have found together. Each worker has its
// own Sink, which Worker returns and which is a Gatherer too: it adds what it has found when the
// task of the worker has its turn.
type Gatherer interface {
	Sink
	Worker(turn Turn) Gatherer
	Flush()   // adds what has been found
	Restart() // drops what has been found and not been flushed
}

// A Turn orders the results of several workers, which may run ahead. A [pool.Worker] is
// one.
type Turn interface {
	Await()           // waits for the turn of the worker's task
	Then(call func()) // calls call in that turn, unless the result of the task is dropped
}

// A Filler is a Sink that can become full.
type Filler interface {
	Sink
	IsFull() bool
}

// An Original is the input of a Rewriter, as it is stored: neither unpacked nor decoded.
type Original struct {
	Name  string
	Stdin bool        // it is standard input
	Info  fs.FileInfo // from before it was read; nil if the input is not a file
	File  io.ReaderAt // reads a regular file at any offset; nil for another input
}

// A Rewriter is a Sink that gets the whole text of each input, and not only the matches in it.
// The search calls BeginText, Begin, then Text for each piece of the text, End, and EndText.
// For a selected match it calls Match before it calls Text with the piece that is the URL.
// No text is passed of an input that is packed or encoded: the search reports it instead.
type Rewriter interface {
	Sink

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

// replaceNUL returns text with U+FFFD for each NUL, which would end a record.
func replaceNUL(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }
