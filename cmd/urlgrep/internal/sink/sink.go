// Package sink prints what is found in the inputs: each output format is a [Sink].
//
// A search calls Begin for an input, Match for each wanted match in it, Finish if the sink
// is a [Liner], and End. A sink has a few settings of its own and does not know the
// options of the command line. The command chooses the sink in one place.
package sink

import (
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/extract"
)

// A Sink prints what is found in one input after another.
type Sink interface {
	// Begin begins an input. Its name is printed if it is shown.
	Begin(name string, shown bool)

	// Match prints a match in the input. An error ends the input.
	Match(f Found) error

	// End ends the input, in which n matches were printed.
	End(n int)
}

// A Found is a match that was found. What it returns is valid until the next one is found.
// A Sink calls URL or Match, once at most; URL takes less time.
type Found interface {
	URL() []byte
	Match() *extract.Match
	Mark() // has the match among the URLs of the lines that are passed to Liner.Line
}

// A Liner is a Sink that prints lines of the input, too.
type Liner interface {
	Sink

	// Line takes the next line of the input, and reports whether more are wanted.
	Line(l *extract.Line) (more bool)

	// Finish is called after the last match that is wanted. It calls scan for as long as
	// lines are wanted and scan returns true.
	Finish(scan func() bool)
}

// An Opener is a Sink that prints something before the first input.
type Opener interface {
	Sink
	Open()
}

// A Closer is a Sink that prints something after the last input.
type Closer interface {
	Sink
	Close()
}

// A Filler is a Sink that has enough at some time.
type Filler interface {
	Sink
	IsFull() bool
}

// A Kept is a match that was found before.
type Kept struct{ Of extract.Match }

func (k *Kept) URL() []byte           { return []byte(k.Of.URL) }
func (k *Kept) Match() *extract.Match { return &k.Of }
func (k *Kept) Mark()                 {}

// Bounded is a Found whose match has fields of the message that are cut if they are
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

// replaceNUL returns text with U+FFFD for each NUL, which would end a record.
func replaceNUL(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }
