package main

import (
	"io"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/glob"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// A config is what the command line says, in groups by what needs them. It has more than ten
// fields as each group is one.
type config struct {
	operands []string

	findOptions
	selectOptions
	totalOptions
	formatOptions
	recordOptions
	placeOptions
	contextOptions
	outputOptions
	fileOptions
	runOptions
	answerOptions
}

// findOptions say what the scanner finds.
type findOptions struct {
	opts       extract.Options
	byEvidence bool // --hyphen=evidence

	text, schemeless, email bool // what settle changes opts by
}

// selectOptions say which of the matches are wanted.
type selectOptions struct {
	patterns, patternFiles option.Strings
	hosts                  option.Strings
	ignoreCase, invert     bool
	selection              *selection.Selection // what these mean
	unique                 bool
}

// totalOptions say what is printed about a file, or about all of them, instead of matches,
// and when the search of a file ends.
type totalOptions struct {
	count, quiet      bool
	list, listWithout bool
	stats             bool
	by                *record.Property // of --count-by; nil: it is not given
	max               int              // matches per file
}

// formatOptions say in which format matches are printed; none of them means a line each.
type formatOptions struct {
	json     bool
	csv, tsv bool
	csvSafe  bool
	format   *sink.Template // of --format
	print0   bool
}

// recordOptions say what is printed of a match.
type recordOptions struct {
	defang        bool
	both          bool // --hyphen=both: its alternatives as well
	invalid, warn bool // with the reason below; no other matches are wanted
	pick          bool // offered on the terminal first
}

// placeOptions say what is printed before a match.
type placeOptions struct {
	lineNumber, byteOffset bool
	withName, noName, null bool
}

// contextOptions say which lines are printed instead of matches.
type contextOptions struct {
	showLines                            bool
	linesBefore, linesAfter, linesAround int
}

// outputOptions say how standard output is written.
type outputOptions struct {
	lineBuffered bool
	colouring    output.Colouring
}

// fileOptions say which files are read.
type fileOptions struct {
	recurse, dereference bool
	filter               glob.Filter
	lists                option.Strings // of files; nil: there are none
	ignoreBinary         bool
	limits               unpack.Limits
}

// runOptions say how the search runs, and what it reports.
type runOptions struct {
	threads         int     // 0: as many as there are processors
	showing         showing // of progress
	silent, verbose bool
}

// answerOptions say what is done instead of a search.
type answerOptions struct {
	explain         bool
	help, shortHelp bool
	man, version    bool
	helpFor         *option.Option
	completion      option.Shell
}

// printsMatches reports whether matches themselves are asked for.
func (o *totalOptions) printsMatches() bool {
	return !o.quiet && !o.list && !o.listWithout && !o.count
}

// endsEarly reports whether the first match is all that is wanted.
func (o *totalOptions) endsEarly() bool { return o.quiet && !o.stats }

// printsPlaces reports whether it is printed where matches stand, except for offsets, or
// in which message.
func (c *config) printsPlaces() bool {
	switch {
	case !c.printsMatches():
		return false
	case c.by != nil:
		return c.by.OfMessage
	}
	return c.lineNumber || c.isStructured() || c.pick
}

// setSelection makes ready what the options select. Files of patterns are read for
// that, and stdin for "-".
func (c *config) setSelection(stdin io.Reader) (err error) {
	o := selection.Options{
		Patterns: c.patterns, Files: c.patternFiles, Hosts: c.hosts,
		IgnoreCase: c.ignoreCase, Invert: c.invert, Stdin: stdin,
	}
	if c.warn {
		o.Match = record.IsDangerous
	}
	c.selection, err = selection.New(o)
	return err
}

// isPicky reports whether not all that is found is wanted.
func (c *config) isPicky() bool { return !c.selection.IsEmpty() || c.remembers() }

// remembers reports whether URLs have to be remembered: those that are printed, or
// counted.
func (c *config) remembers() bool {
	return c.unique && !c.endsEarly() && !c.list && !c.listWithout
}
