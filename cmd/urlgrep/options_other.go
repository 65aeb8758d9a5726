package main

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
)

// maxThreads keeps the memory of all workers within some megabytes a piece of that
// of a small machine.
const maxThreads = 256

// answerNames are the options that print something instead of a search. They exclude each
// other only: they are given whatever else is there, as those of grep.
var answerNames = []string{"help", "help-for", "completion", "man", "version"}

func (c *config) setHelpFor(name string) (err error) {
	c.helpFor, err = c.program().Find(name)
	return err
}

var showings = []option.Choice[showing]{
	{Name: "auto", Value: showAuto},
	{Name: "always", Value: showAlways},
	{Name: "never", Value: showNever},
}

func (c *config) otherSection() option.Section {
	return option.Section{Title: "Other", Options: []option.Option{
		{
			Name: "threads", Letter: "j", Arg: "NUM",
			Value: option.Number(&c.threads, 0, maxThreads),
			Usage: "search NUM files at a time (one a processor)",
			Text: `
Searches so many files, or parts of a large one, at a time; if this is not given or 0,
one for each processor. What is printed is the same, and in the same order.

	urlgrep -j1 huge.mbox
`,
		},
		{
			Name: "no-messages", Letter: "s", Rare: true,
			Value: option.True(&c.silent),
			Usage: "no word about files that cannot be read",
			Text: `
Says nothing about files that are not there or cannot be read. The exit status is
still 2.

	urlgrep -s INBOX sent
`,
		},
		{
			Name: "progress", Arg: "WHEN", Implied: "always", Rare: true,
			Value: option.OneOf(showings, &c.showing),
			Usage: "how far it is: WHEN is auto, always or never",
			Text: `
Shows how far the search is, on standard error: bytes read and, if that is known, of
how many, rate, time left, and the file. With always, which is meant where WHEN is left
out, it does from the beginning, and where standard error is no terminal as a line
every five seconds. With auto, the default, it does after a second, if standard error
is a terminal and results go neither there nor into a pipe; or nothing is printed
before the end, as with --count-by. With never it does not. Of compressed files it
counts the bytes as they are. SIGUSR1, and where there is one SIGINFO instead, which is
Ctrl-T there, has it told once.

	urlgrep -r --progress mail/ | sort -u >urls
`,
		},
		{
			Name:  "verbose",
			Value: option.True(&c.verbose),
			Usage: "say what was passed over, and what is odd",
			Text: `
Says on standard error what was passed over, and what is odd about each message; and,
of an internal error, where in the program it occurred, for a report.

	urlgrep --verbose INBOX
`,
		},
		{
			Name:     "help",
			Value:    option.True(&c.help),
			Excludes: answerNames,
			Usage:    "this; -h alone does too",
			Text: `
Prints the options on one screen: a line for each, and those that are seldom needed by
their names alone. As the only argument -h does too.
`,
		},
		{
			Name: "help-for", Arg: "OPTION",
			Value:    option.Func(c.setHelpFor),
			Excludes: answerNames,
			Usage:    "all about one OPTION",
			Text: `
Prints all there is to say about one option. It goes by its long name or its letter,
with or without hyphens.

	urlgrep --help-for=hyphen
`,
		},
		{
			Name: "completion", Arg: "SHELL", Rare: true,
			Value:    option.OneOf(option.Shells, &c.completion),
			Excludes: answerNames,
			Usage:    "the script for SHELL: bash, zsh or fish",
			Text: `
Prints the script that completes the command line of urlgrep in a shell, bash, zsh or
fish: its options, their values where they have names, and files. It needs no other
package. A line in the file that the shell begins with is enough:

	eval "$(urlgrep --completion=bash)"       # in ~/.bashrc
	source <(urlgrep --completion=zsh)        # in ~/.zshrc
	urlgrep --completion=fish | source        # in config.fish
`,
		},
		{
			Name:     "man",
			Value:    option.True(&c.man),
			Excludes: answerNames,
			Usage:    "the manual page: urlgrep --man | man -l -",
			Text: `
Prints the manual page, for man to show or for a file in the directory of such pages.

	urlgrep --man | man -l -
	urlgrep --man | nroff -man | less
	urlgrep --man >/usr/local/share/man/man1/urlgrep.1
`,
		},
		{
			Name: "version", Letter: "V",
			Value:    option.True(&c.version),
			Excludes: answerNames,
			Usage:    "the version",
			Text: `
Prints the version.
`,
		},
	}}
}
