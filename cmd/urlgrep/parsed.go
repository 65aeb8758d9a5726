package main

import (
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
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/unwrap"
)

// A parsed is a command line: each option has set its field, and no other. A group has the fields
// of a section of --help. It has more than ten fields because it has one per group.
type parsed struct {
	line     *option.Line
	args     []string // the command line
	operands []string

	findOptions
	selectOptions
	messageOptions
	formatOptions
	editOptions
	placeOptions
	insteadOptions
	outputOptions
	fileOptions
	readOptions
	limitOptions
	runOptions
	shareOptions
	answerOptions
}

type findOptions struct {
	kinds                      []extract.Kind // nil: extract.DefaultKinds
	schemeless, email          bool           // also these kinds
	schemes                    *extract.Schemes
	schemeList                 string // schemes as they are given
	refang                     bool
	base                       string
	rejoin                     extract.Rejoin
	hyphen                     hyphenation
	skipQuoted, skipSignatures bool
}

type selectOptions struct {
	patterns, patternFiles option.Strings
	syntax                 selection.Syntax // of the patterns
	hosts                  option.Strings
	invert                 bool
	level                  parse.Level
	invalid                bool           // only these matches, with the reason below
	warn                   record.Grade   // only matches with dangers of the grade, and these below; 0: all matches
	knownHosts             option.Strings // files of hosts that others may imitate
	unique                 bool
	same                   urlkey.Kind // rule by which URLs are one URL; 0: --same is not given
}

type messageOptions struct{ messages selection.Messages }

// If no format is set, each match is one line.
type formatOptions struct {
	json       bool
	csv, tsv   tableForm
	sql        bool
	report     string           // file of --report; "" if it is not given
	columns    []*record.Column // of a table; nil: all
	format     *sink.Template   // of --format
	print0     bool
	defang     bool
	unwrap     *unwrap.Options // nil: services are not removed
	clean      bool
	cleanRules option.Strings // files of tracking parameters
}

type editOptions struct {
	replace *sink.Replacement // nil: the text is not edited
	inPlace bool
	backup  edit.Suffix // of --in-place
	diff    bool
}

// placeOptions determine what is printed before a match.
type placeOptions struct {
	lineNumber, byteOffset bool
	withName, noName, null bool
}

// insteadOptions print something else instead of matches.
type insteadOptions struct {
	count, quiet                         bool
	list, listWithout                    bool
	stats                                bool
	by                                   *record.Property // of --count-by; nil if it is not given
	showLines                            bool
	linesBefore, linesAfter, linesAround int
	pick                                 bool         // list the matches on the terminal first
	actions                              pick.Actions // of --action
	explain                              bool
}

// outputOptions determine how standard output is written.
type outputOptions struct {
	max          int // maximum number of matches per file
	order        sorting
	colouring    output.When
	linking      output.When // of hyperlinks
	lineBuffered bool
}

type fileOptions struct {
	recurse, dereference bool
	rules                input.Rules
	lists                option.Strings // lists of files; may be nil
	sqlSkip              string         // file that lists the files to skip
}

type readOptions struct {
	input        extract.Input
	text         bool
	ignoreBinary bool
	allParts     bool
	skip         skipping
	charset      string

	passwords, passwordFiles option.Strings
}

type limitOptions struct {
	maxURL, maxLines int // 0: the defaults
	mail             extract.Limits
	unpack           unpack.Limits
	rangeSize        int64
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
	worker        bool
	verify, merge string // directories of parts
}

// answerOptions ask for something else than a search.
type answerOptions struct {
	shortHelp    bool
	help         string // all, an option or a word; "" if it is not given
	man, version bool
	completion   option.Shell
}

// program returns the table of options, whose values set the fields of p. The sections are in the
// order of --help.
func (p *parsed) program() *option.Program {
	return &option.Program{Name: "urlgrep", Former: former, Synonyms: synonyms, Sections: []option.Section{
		p.findOptions.section(),
		p.selectOptions.section(),
		p.messageOptions.section(),
		p.formatOptions.section(),
		p.editOptions.section(),
		p.placeOptions.section(),
		p.insteadOptions.section(),
		p.outputOptions.section(),
		p.fileOptions.section(),
		p.readOptions.section(),
		p.limitOptions.section(),
		p.runOptions.section(),
		p.shareOptions.section(),
		p.answerOptions.section(),
	}}
}

// parseArgs parses a command line, without the name of the program.
func parseArgs(args []string) (*parsed, error) {
	p := &parsed{args: args}
	table := p.program()
	switch {
	case len(args) == 1 && args[0] == "-h": // with more arguments -h is --no-filename
		p.shortHelp, p.line = true, new(option.Line)
		return p, nil
	case len(args) == 2 && args[0] == "--help" && strings.HasPrefix(args[1], "-"): // --help --OPTION
		if _, err := table.Find(args[1]); err == nil {
			args = []string{"--help=" + args[1]}
		}
	}
	line, err := table.Parse(args)
	if err != nil {
		return nil, err
	}
	if err := line.Set(); err != nil {
		return nil, err
	}
	p.line, p.operands = line, line.Operands
	if p.help == allOptions && len(p.operands) == 1 && table.Resembles(p.operands[0]) { // --help OPTION
		p.help = p.operands[0]
	}
	return p, p.rules.Filter.Compile()
}
