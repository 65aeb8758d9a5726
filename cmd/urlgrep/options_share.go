package main

import (
	"errors"
	"slices"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
)

// defaultRangeSize is the length of the ranges of an index, in bytes. A worker that is lost
// costs a tenth of a second of work.
const defaultRangeSize = 64 << 20

// wholeNames are the options whose results are about all files together, and those that do
// not print results.
var wholeNames = []string{"quiet", "unique", "same", "count-by", "sort", "report", "sql", "pick", "replace",
	"after-context", "before-context", "context"}

// checkDirectory returns an error if the name of a directory is empty.
func checkDirectory(name string) error {
	if name == "" {
		return errors.New("the name of the directory is empty")
	}
	return nil
}

func (o *shareOptions) section() option.Section {
	return option.Section{Title: "Many machines", Options: []option.Option{
		{
			Name: "part", Arg: "I/N", Rare: true, Affects: option.Shares,
			Value:    option.Parsed(&o.part, share.ParsePart),
			Excludes: wholeNames,
			Usage:    "search only share I of N of the files",
			Text: `
Divide all files by their bytes into N shares, and search share I, from 1. A large text or
mbox is cut between shares; any other file belongs to the share that its first byte is in. All
shares in order print what one run prints: see --output-dir and --verify. The files must be
the same, in the same order, for each share.

	urlgrep -r --part=1/2 --output-dir=links mail/ &
	urlgrep -r --part=2/2 --output-dir=links mail/; wait
	urlgrep --verify=links && urlgrep --merge=links
`,
		},
		{
			Name: "output-dir", Arg: "DIR", Rare: true, Affects: option.Shares,
			Value:    option.Checked(&o.outputDir, checkDirectory),
			Requires: []string{"part"},
			Usage:    "with --part, write the share to DIR",
			Text: `
Write the results of the share to a file in the directory DIR, which is created if it does not
exist, and when they are complete a manifest, part-I-of-N.json. A share that is searched again
replaces its results. DIR is not searched: -r passes over it, and it is an error to name it, or a
file in it, as FILE. If the share before it is already in DIR, the search starts in the state
in which that share ended.

	urlgrep -r --part=2/7 --output-dir=links mail/
`,
		},
		{
			Name: "verify", Arg: "DIR", Rare: true, Affects: option.Shares,
			Value:          option.Checked(&o.verify, checkDirectory),
			ExcludesAllBut: []string{},
			Usage:          "check shares in DIR, print those to search again",
			Text: `
Check that all shares are in the directory DIR, that they are not damaged, that the state at the
end of each share is the state that the search of the next one began in, and that all inputs could
be read. Print the shares that must be searched again, one per line, and the reasons to standard
error. A share that begins in the middle of a file begins in a guessed state, which is rarely
wrong. If the shares are not all of the same version and files, with the same options that affect
results, all must be searched again.

The exit status is 0 if the shares are complete, 1 if some must be searched again, and 2 for other
errors. Errors in the contents of inputs, such as a damaged archive, do not count. They are printed
to standard error if the shares are complete.

	urlgrep --verify=links
`,
		},
		{
			Name: "merge", Arg: "DIR", Rare: true, Affects: option.Shares,
			Value:          option.Checked(&o.merge, checkDirectory),
			ExcludesAllBut: []string{},
			Usage:          "print the results of the shares in DIR",
			Text: `
Check the shares in the directory DIR as --verify does, and print their results, in order, and
their errors. The exit status is that of one run: 0 if URLs were found, 1 if not, 2 if an
input had an error. If the only shares that must be searched again are those with an input that
could not be read, the other results are printed, as one run does. Otherwise nothing is printed,
and the exit status is 2.

	urlgrep --merge=links >links.json
`,
		},
		{
			Name: "survey", Arg: "INDEX", Rare: true, Affects: option.Shares,
			Value:    option.Checked(&o.survey, checkFileName),
			Excludes: append([]string{"worker"}, wholeNames...),
			Usage:    "write an index of the files; with --part, use it",
			Text: `
Do not search, but write to the file INDEX a line of JSON for each range of each file, with
what a search needs to know of the text before the range, such as its number of lines. "-" is
standard output. The lines are requests for --worker. INDEX is replaced when it is complete. If a
FILE is INDEX, that is an error; -r passes over an INDEX that is empty or from an earlier run, and
any other file with that name is an error. The exit status is 0, or 2 if an input could not be
read. The index has such an input as one range, and their number in its last line.

With --part, read INDEX instead of the text before the share. That saves each share of a huge
file the reading of all text before it. A damaged index is an error of each share, and a file that
has changed its size one of the share that begins in it.

	urlgrep --survey=index huge.mbox
	urlgrep --part=3/64 --survey=index --output-dir=links huge.mbox
`,
		},
		{
			Name: "worker", Rare: true, Affects: option.Shares,
			Value:    option.True(&o.worker),
			Excludes: slices.Concat(wholeNames, totalNames, []string{"show-lines", "csv", "tsv", "columns", "format", "print0", "part", "max-count", "no-filename"}),
			Usage:    "search the ranges that standard input lists",
			Text: `
Read ranges from standard input, one per line, in JSON, as --survey writes them. Print for each
the objects of --json, one per line, and then an end record, an object with the key "range".
docs/scale.md describes both. Errors of inputs are in the end records; the exit status is 0, or
2 if a line is not a range.

	urlgrep --survey=- -r mail/ | urlgrep --worker
`,
		},
	}}
}
