package main

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
)

// maxThreads limits the memory of all workers, some megabytes each, to that of a small
// machine.
const maxThreads = 256

// allOptions is the argument of --help if it is omitted.
const allOptions = "all"

var showings = []option.Choice[showing]{
	{Name: "auto", Value: showAuto},
	{Name: "always", Value: showAlways},
	{Name: "never", Value: showNever},
}

func (o *runOptions) section() option.Section {
	return option.Section{Title: "Threads and messages", Options: []option.Option{
		{
			Name: "threads", Letter: "j", Arg: "NUM", Rare: true, Affects: option.Nothing,
			Value: option.Number(&o.threads, 0, maxThreads),
			Usage: "use NUM threads (default: one per processor)",
			Text: `
Search with NUM threads: that many files, or ranges of a large file, at the same time. The
default, also for 0, is one thread per processor. The output and its order do not depend on
NUM.

	urlgrep -j1 huge.mbox
`,
		},
		{
			Name: "no-messages", Letter: "s", Rare: true, Affects: option.Nothing,
			Value: option.True(&o.silent),
			Usage: "suppress messages about files that cannot be read",
			Text: `
Suppress messages about files that do not exist or cannot be read. The exit status is still
2.

	urlgrep -s INBOX sent
`,
		},
		{
			Name: "progress", Arg: "WHEN", Implied: "always", Rare: true, Affects: option.Nothing,
			Value: option.OneOf(showings, &o.showing),
			Usage: "show progress: WHEN is auto, always or never",
			Text: `
Show the progress of the search on standard error: the bytes read, the total if it is known,
the rate, the time left, and the file. For compressed files, the compressed bytes are
counted. WHEN is one of

	auto     show it after a second (the default)
	always   show it from the beginning (also if WHEN is omitted)
	never    do not show it

With auto, progress is shown only if standard error is a terminal, and results do not go to
the terminal or to a pipe, or are printed only at the end, as with --count-by. With always,
if standard error is not a terminal, a line is printed every five seconds. The signal
SIGUSR1 (on BSD and macOS SIGINFO, Ctrl-T) prints the progress once.

	urlgrep -r --progress mail/ | sort -u >urls
`,
		},
		{
			Name: "verbose", Rare: true, Affects: option.Nothing,
			Value: option.True(&o.verbose),
			Usage: "report skipped input and malformed messages",
			Text: `
Print to standard error what is skipped, and what is malformed in each message. For an
internal error, also print where in the program it occurred, for a bug report.

	urlgrep --verbose INBOX
`,
		},
	}}
}

func (o *answerOptions) section() option.Section {
	return option.Section{Title: "Help", Options: []option.Option{
		{
			Name: "help", Arg: "OPTION", Implied: allOptions, Affects: option.Answers,
			Value: option.String(&o.help),
			Usage: "print all options, one, or those about a word",
			Text: `
Print one line for each option, or explain OPTION in detail. OPTION is its long name or its
letter, with or without hyphens; it may also be the only FILE: --help hyphen. If OPTION is another
word, print one line for each option whose text has a word that begins with it. If -h is the only
argument, urlgrep prints a short help with the common options.

	urlgrep --help=hyphen
	urlgrep --help=attachment
`,
		},
		{
			Name: "completion", Arg: "SHELL", Rare: true, Affects: option.Answers,
			Value: option.OneOf(option.Shells, &o.completion),
			Usage: "print a completion script for bash, zsh or fish",
			Text: `
Print the script that completes urlgrep command lines in a shell: bash, zsh or fish. It
completes options, values that have names, and file names. It requires no other package. To
install it, add one line to the startup file of the shell:

	eval "$(urlgrep --completion=bash)"       # in ~/.bashrc
	source <(urlgrep --completion=zsh)        # in ~/.zshrc
	urlgrep --completion=fish | source        # in config.fish
`,
		},
		{
			Name: "man", Affects: option.Answers,
			Value: option.True(&o.man),
			Usage: "print the manual page: urlgrep --man | man -l -",
			Text: `
Print the manual page, to show it with man or to install it in a directory of manual pages.

	urlgrep --man | man -l -
	urlgrep --man | nroff -man | less
	urlgrep --man >/usr/local/share/man/man1/urlgrep.1
`,
		},
		{
			Name: "version", Letter: "V", Affects: option.Answers,
			Value: option.True(&o.version),
			Usage: "print the version",
			Text: `
Print the version.
`,
		},
	}}
}
