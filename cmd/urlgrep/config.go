package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/edit"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/pick"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/unpack"
	"github.com/urlgrep/urlgrep/internal/urlkey"
	"github.com/urlgrep/urlgrep/unwrap"
)

// A config is the parsed command line. Its groups are for the parts of the program that
// use them; it has more than ten fields because it has one per group.
type config struct {
	operands []string
	args     []string     // the command line
	known    knownFiles   // files that are not searched again
	page     *output.File // of --report; nil without it and for standard output
	tuning   tuning

	findOptions
	selectOptions
	messageOptions
	totalOptions
	formatOptions
	editOptions
	recordOptions
	leadOptions
	placeOptions
	contextOptions
	outputOptions
	fileOptions
	runOptions
	shareOptions
	answerOptions
}

// findOptions determine the matches that the scanner finds.
type findOptions struct {
	opts       extract.Options
	byEvidence bool   // --hyphen=evidence
	schemes    string // the list of --scheme

	text, schemeless, email, noDocuments bool // settle changes opts according to these
}

// selectOptions determine which matches are selected.
type selectOptions struct {
	patterns, patternFiles option.Strings
	syntax                 selection.Syntax // of the patterns
	hosts                  option.Strings
	invert                 bool
	selection              *selection.Selection // built from the other options
	unique                 bool
	same                   urlkey.Kind // rule by which URLs are one URL; 0: --same is not given
}

// messageOptions determine which messages are searched.
type messageOptions struct{ messages selection.Messages }

// totalOptions are for output about a file or all files instead of matches, and for
// ending the search of a file early.
type totalOptions struct {
	count, quiet      bool
	list, listWithout bool
	stats             bool
	by                *record.Property // of --count-by; nil if it is not given
	max               int              // maximum number of matches per file
}

// formatOptions select the format of matches. If none is set, each match is one line.
type formatOptions struct {
	json       bool
	sql        bool
	sqlSkip    string // file that lists the files to skip
	report     string // file of --report; "" if it is not given
	rowOptions string // the options that affect the rows of a file, as for a shell
	csv, tsv   tableForm
	columns    []*record.Column // of a table; nil: all
	format     *sink.Template   // of --format
	print0     bool
}

// editOptions select editing the text instead of printing URLs.
type editOptions struct {
	replace *sink.Replacement // nil: the text is not edited
	inPlace bool
	backup  edit.Suffix // of --in-place
	diff    bool
	editor  *edit.Editor // built from the other options; nil without replace
}

// recordOptions determine which matches are printed, and how.
type recordOptions struct {
	defang     bool
	both       bool           // --hyphen=both: also print the alternatives
	invalid    bool           // print only these matches, with the reason below
	warn       record.Grade   // print only matches with dangers of the grade, and these below; 0: all matches
	knownHosts option.Strings // files of hosts that others may imitate
	pick       bool           // list the matches on the terminal first
	actions    pick.Actions   // of --action
}

// leadOptions determine whether URLs are printed as they are or where they lead.
type leadOptions struct {
	unwrap     *unwrap.Options // nil: services are not removed
	clean      bool
	cleanRules option.Strings // files of tracking parameters
	leads      *record.Leads  // built from the other options; nil: URLs are printed as they are
}

// placeOptions determine what is printed before a match.
type placeOptions struct {
	lineNumber, byteOffset bool
	withName, noName, null bool
}

// contextOptions select lines to print instead of matches.
type contextOptions struct {
	showLines                            bool
	linesBefore, linesAfter, linesAround int
}

// outputOptions determine how standard output is written.
type outputOptions struct {
	lineBuffered bool
	colouring    output.When
	linking      output.When // of hyperlinks
	order        sorting
}

// fileOptions select the files to read.
type fileOptions struct {
	recurse, dereference bool
	rules                input.Rules
	lists                option.Strings // lists of files; may be nil
	ignoreBinary         bool
	limits               unpack.Limits
}

// runOptions determine how the search runs and what it reports.
type runOptions struct {
	threads         int     // 0: number of processors
	showing         showing // when to show the progress
	silent, verbose bool
}

// shareOptions divide a corpus among several runs.
type shareOptions struct {
	part          share.Part // the zero Part: all files are searched
	outputDir     string     // directory for the part; "" for standard output
	survey        string     // file of an index
	rangeSize     int64
	worker        bool
	verify, merge string   // directories of parts
	rest          []string // the options that affect the results of a part
}

// answerOptions select an action other than a search.
type answerOptions struct {
	explain         bool
	help, shortHelp bool
	man, version    bool
	helpFor         *option.Option
	helpAbout       string // lines of the help that --help=WORD prints
	completion      option.Shell
}

// printsMatches reports whether matches themselves are printed.
func (o *totalOptions) printsMatches() bool {
	return !o.quiet && !o.list && !o.listWithout && !o.count
}

// endsEarly reports whether the search ends at the first match.
func (o *totalOptions) endsEarly() bool { return o.quiet && !o.stats }

// needsPlaces reports whether the places of matches are needed, apart from their offsets: line
// numbers, messages, and signs that depend on them.
func (c *config) needsPlaces() bool {
	if n := c.chosen().Needs; n.Fields.Has(record.Places) {
		return true
	} else if n.Total || c.by != nil {
		return false
	}
	return c.pick || c.order.by != nil && c.order.by.OfMessage
}

// setLeads builds leads from the options. It reads the files of tracking parameters, and calls
// note for each rule that is not used.
func (c *config) setLeads(note func(text string)) error {
	if c.unwrap == nil && !c.clean && len(c.cleanRules) == 0 {
		return nil
	}
	c.leads = &record.Leads{Unwrap: c.unwrap}
	if c.clean || len(c.cleanRules) > 0 {
		c.leads.Clean = new(unwrap.Rules)
	}
	for _, name := range c.cleanRules {
		text, err := os.ReadFile(name)
		if err != nil {
			return fmt.Errorf("--clean: %s: %w", name, output.Cause(err))
		}
		rules, skipped, err := unwrap.ParseRules(text)
		if err != nil {
			return fmt.Errorf("--clean: %s: %w", name, err)
		}
		for _, s := range skipped {
			note(fmt.Sprintf("--clean: %s: %v", name, s))
		}
		c.leads.Clean.Add(rules)
	}
	return nil
}

// setSelection builds the selection from the options. It reads the files of patterns, and
// stdin for "-".
func (c *config) setSelection(stdin io.Reader) (err error) {
	o := selection.Options{
		Patterns: c.patterns, Files: c.patternFiles, Syntax: c.syntax,
		Hosts: c.hosts, Invert: c.invert, Stdin: stdin,
	}
	if c.warn != 0 {
		o.Match = func(m *extract.Match) bool { return record.IsDangerous(m, c.leads, c.warn) }
	}
	c.selection, err = selection.New(o)
	return err
}

// findsSigns reports whether the signs of matches are needed.
func (c *config) findsSigns() bool {
	return c.warn != 0 || c.pick || c.chosen().Needs.Fields.Has(record.Signs)
}

// setSigns sets the signs to find, for which it reads the files of known hosts.
func (c *config) setSigns() error {
	known := new(extract.KnownHosts)
	for _, name := range c.knownHosts {
		if err := addHosts(known, name); err != nil {
			return err
		}
	}
	if c.findsSigns() {
		c.opts.Signs = &extract.Signs{Known: known}
		if c.unwrap != nil {
			c.opts.Signs.Target = c.leads.Unwrapped
		}
	}
	return nil
}

// addHosts adds the hosts in a file, one per line. It ignores empty lines and those that
// begin with "#".
func addHosts(known *extract.KnownHosts, name string) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("--known-hosts: %s: %w", name, output.Cause(err))
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := known.Add(line); err != nil {
			return fmt.Errorf("--known-hosts: %s: line %d: %w", name, number, err)
		}
	}
	return nil
}

// hasSelection reports whether some matches may be rejected.
func (c *config) hasSelection() bool { return !c.selection.IsEmpty() || c.remembers() }

// remembers reports whether URLs must be remembered to print or count each once.
func (c *config) remembers() bool {
	return c.unique && !c.endsEarly() && !c.list && !c.listWithout
}
