package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/terminal"
)

// A line that says how far a search is needs little more than a few numbers that the
// search keeps, and one lock. Of the libraries for that, progressbar wants net/http and
// takes 2 ms to load, pb wants Go 1.26, and mpb compiles regular expressions when it is
// loaded; and none of them makes way for what others write to the same terminal.

const (
	delay          = time.Second            // before progress is shown without having been asked for
	lineInterval   = 200 * time.Millisecond // on a terminal
	reportInterval = 5 * time.Second        // elsewhere, where each is a line
	reportColumns  = 200                    // of that
)

// When says when progress is shown.
type When uint8

// The values.
const (
	Auto When = iota // on a terminal on which it disturbs nothing
	Always
	Never
)

// A Reporter shows a Progress, where messages are written.
type Reporter struct {
	progress *Progress
	log      *output.Messages
	measure  func()      // finds out what there is to read
	measured sync.Once   // it was called
	line     *StatusLine // nil: there is none
	terminal *os.File    // of line
}

// NewReporter returns a Reporter of p. measure is called once, if p is to be shown, and
// begins to find out what there is to read.
func NewReporter(p *Progress, log *output.Messages, measure func()) *Reporter {
	return &Reporter{progress: p, log: log, measure: measure}
}

// IsWelcome reports whether progress may be shown without having been asked for: on a
// terminal, and where no results go, not even through a pager. What prints nothing before
// its end may go there.
func (r *Reporter) IsWelcome(printsAtEnd bool) bool {
	out, to := r.log.Results(), r.log.File()
	switch {
	case to == nil || !r.log.Terminal || isDumb() || !terminal.InForeground(to):
		return false
	case out.Terminal && !printsAtEnd:
		return false
	}
	return !out.IsPipe()
}

// isDumb reports whether the terminal cannot erase a line.
func isDumb() bool { return os.Getenv("TERM") == "dumb" }

// Tell shows once how far the search is, on a line of its own.
func (r *Reporter) Tell() {
	r.measured.Do(r.measure)
	fmt.Fprintln(r.log.Writer(), "urlgrep: "+r.progress.Line(time.Now(), reportColumns))
}

// Show shows how far the search is, until stop is called: at once, or after a while.
func (r *Reporter) Show(atOnce bool) (stop func()) {
	show, interval := r.Tell, reportInterval
	if r.log.Terminal && !isDumb() {
		r.beginLine()
		show, interval = r.draw, lineInterval
	}
	wait := delay
	if atOnce {
		show()
		wait = interval
	}
	done := make(chan struct{})
	go func() {
		for ; ; wait = interval {
			select {
			case <-time.After(wait):
				show()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

// beginLine makes what is written to the terminal make way for the line.
func (r *Reporter) beginLine() {
	r.line = &StatusLine{w: r.log.Writer()}
	r.terminal = r.log.File()
	wrap := func(w io.Writer) io.Writer { return lineWriter{r.line, w} }
	if out := r.log.Results(); out.Terminal {
		out.Wrap(wrap)
	}
	r.log.Wrap(wrap)
}

// draw shows the line on the terminal. In its last column some would go on to the next.
func (r *Reporter) draw() {
	r.measured.Do(r.measure)
	r.line.show(r.progress.Line(time.Now(), terminal.Columns(r.terminal)-1))
}

// Close wipes the line, and lets no other come.
func (r *Reporter) Close() {
	if r.line != nil {
		r.line.close()
	}
}
