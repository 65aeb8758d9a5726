// Urlgrep prints the URLs in mail, news and text.
//
// Usage:
//
//	urlgrep [OPTION]... [FILE]...
//
// It finds URLs by RFC 1738: in the wrapper <URL:…> of its APPENDIX, in angle
// brackets, behind "URL:" and bare in the text; and puts those together again
// that a line break has broken. Without FILE, and where FILE is "-", it reads
// standard input; with -r and without FILE, the files in the working directory.
//
// # Output
//
// One URL a line, in the order of the input, with the name of the file before
// it when there are several. With --json one object a URL, which says all there
// is to say about it:
//
//	$ urlgrep --json box.txt | jq -r 'select(.kind == "wrapped").url'
//
// On a terminal, control characters out of the input come as \u001b and the
// like. Elsewhere names of files come as they are.
//
// # Exit status
//
// As grep's: 0 when something was found, 1 when nothing was, 2 after an error,
// even if something was found; but 0 with -q and something found. Each error
// is one line on standard error:
//
//	urlgrep: FILE: message
//
// and the search goes on with the next file. A file that is binary (one with a
// NUL in its first 32 KiB) is passed over with a note, which is no error.
//
// Urlgrep ends without a word when what it writes to is closed: on Unix by the
// signal SIGPIPE, as grep does.
//
// # Options
//
// Options may stand before and after files; "--" ends them. Of two that
// contradict each other (-H and -h, -l and -L) the last one counts. "urlgrep
// --help" lists all of them.
package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"syscall"
)

// The exit statuses.
const (
	exitFound = iota
	exitNothing
	exitError
)

func main() { os.Exit(run(os.Args, os.Stdin, os.Stdout, os.Stderr)) }

// run is the program: args[0] is its name, the exit status its result.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	out := newOutput(stdout)
	log := &messages{out: out, w: stderr, terminal: isTerminal(stderr)}
	status := exitError
	app := newApp(func(c *config) error {
		status = c.run(stdin, out, log)
		return nil
	})
	app.Writer, app.ErrWriter = out, stderr
	if len(args) == 2 && args[1] == "-h" {
		args = []string{args[0], "--help"}
	}
	ordered, err := permute(args[1:], app.Flags)
	if err == nil {
		err = app.Run(append([]string{app.Name}, ordered...))
	}
	if err != nil {
		log.usage(err)
		return exitError
	}
	out.Flush()
	if out.err != nil {
		log.writeError(out.err)
		return exitError
	}
	return status
}

// run does what the options say.
func (c *config) run(stdin io.Reader, out *output, log *messages) int {
	switch {
	case c.help:
		fmt.Fprint(out, helpText())
		return exitFound
	case c.version:
		fmt.Fprintln(out, "urlgrep", version())
		return exitFound
	case c.explain:
		return explain(c, stdin, out, log)
	}
	return newSearch(c, stdin, out, log).run()
}

// messages writes what is no result: each one line that begins with the name
// of the program.
type messages struct {
	out      *output
	w        io.Writer
	terminal bool
}

// print writes one line. Results found so far go before it, so that on a
// terminal a message stands where it belongs.
func (l *messages) print(parts ...string) {
	l.out.Flush()
	line := "urlgrep"
	for _, p := range parts {
		line += ": " + p
	}
	if l.terminal {
		line = string(appendVisible(nil, []byte(line)))
	}
	fmt.Fprintln(l.w, line)
}

// usage reports a command line that makes no sense.
func (l *messages) usage(err error) {
	l.print(err.Error())
	fmt.Fprintln(l.w, "Try 'urlgrep --help'")
}

// writeError reports that results could not be written. A reader that has gone
// away has seen what it wanted.
func (l *messages) writeError(err error) {
	if !errors.Is(err, syscall.EPIPE) {
		l.print("write error", cause(err).Error())
	}
}
