package search

import (
	"bytes"
	"cmp"
	"fmt"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/pool"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/sink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/stats"
	"github.com/urlgrep/urlgrep/internal/engine"
	"github.com/urlgrep/urlgrep/internal/find"
)

// A printer is what a worker prints to, and its result. It reports what is wrong with an input. The
// sink prints to out.
type printer struct {
	*Options
	search *Search
	turn   *pool.Worker // nil if there is no pool

	out     *output.Output
	log     *output.Messages
	sink    sink.Sink
	endFile func() // ends the file that the sink has begun; nil: none

	at     place
	result outcome // of the current task
}

// A place is the input that a worker is searching.
type place struct {
	input   string        // its name
	listed  bool          // the input was listed by a directory
	operand int           // number of operands so far
	failed  string        // the text, or the input, that had the last error
	binary  bool          // the input, or its rest, was skipped as binary
	source  *input.Source // the input; nil between inputs, and in a division until its end
}

// isFull reports whether the sink needs no more matches.
func (p *printer) isFull() bool { return p.sink.IsFull != nil && p.sink.IsFull() }

// skipBinary counts an input that is skipped as binary, or whose rest is skipped, and
// reports it. If quiet is set, it reports only with --verbose: a directory may have
// thousands of files in which no reader expects a URL.
func (p *printer) skipBinary(name, text string, quiet bool) {
	p.at.binary = true
	p.result.sums.Binaries++
	if !p.IgnoreBinary && (p.Verbose || !quiet) {
		p.log.Print(name, text)
	}
}

// note reports how much of an input was skipped.
func (p *printer) note(name string, l stats.LeftOut) {
	if !p.Verbose {
		return
	}
	maxURL := cmp.Or(p.Find.MaxURL, find.DefaultMaxURL)
	if l.TooLong > 0 {
		p.log.Print(name, fmt.Sprintf("%s longer than %d bytes skipped", output.Plural(l.TooLong, "URL"), maxURL))
	}
	if l.Broken > 0 {
		maxLines := cmp.Or(p.Find.MaxLines, find.DefaultMaxLines)
		p.log.Print(name, fmt.Sprintf("%s split across more than %d lines or %d bytes not rejoined", output.Plural(l.Broken, "URL"), maxLines, maxURL))
	}
	if l.Attachments > 0 {
		p.log.Print(name, output.Plural(l.Attachments, "attachment")+" without text skipped (use --all-parts to search them)")
	}
	if l.Unresolved > 0 {
		p.log.Print(name, output.Plural(l.Unresolved, "relative reference")+" not resolved: the base URL is too long")
	}
	if l.WithoutBase > 0 {
		p.log.Print(name, output.Plural(l.WithoutBase, "relative reference")+" not resolved: no base URL (use --base)")
	}
	if l.Undated > 0 {
		p.log.Print(name, output.Plural(l.Undated, "message")+" without a valid date not selected")
	}
	if l.Cut > 0 {
		p.log.Print(name, output.Plural(l.Cut, "URL")+" with fields of the message cut: they are too long")
	}
}

// flushSink passes on what the sink has gathered.
func (p *printer) flushSink() {
	if g := p.sink.Held; g != nil {
		g.Flush()
	}
}

// IsOver reports whether any further input would have no effect.
func (p *printer) IsOver() bool {
	return p.turn.IsOver() || p.out.Err() != nil || p.search.Interrupted() ||
		p.result.isFound() && p.Any || p.isFull() || p.search.Refused()
}

// Fail reports an input that could not be read completely.
func (p *printer) Fail(name string, err error) {
	if p.search.Interrupted() {
		return
	}
	p.result.failed = true
	p.result.sums.Errors++
	if p.KeepErrors {
		p.result.faults.Add(share.Fault{Text: name + ": " + output.Cause(err).Error(), Unread: p.isUnread(err)})
	}
	if to := p.sink.Faults; to != nil {
		to.Fail(name, output.Cause(err))
	}
	if !p.Silent {
		p.log.Print(name, output.Cause(err).Error())
		if p.Verbose {
			for line := range bytes.Lines(engine.Stack(err)) {
				p.log.Print(name, string(bytes.TrimRight(line, "\n")))
			}
		}
	}
}

// Warn reports a warning.
func (p *printer) Warn(name, text string) {
	if !p.Silent {
		p.log.Print(name, text)
	}
}
