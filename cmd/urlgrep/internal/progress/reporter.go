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

// This package shows a status line itself, because that takes little more than a few
// numbers, which the search keeps anyway, and one lock. Of the libraries for it,
// progressbar imports net/http and takes 2 ms to load, pb needs Go 1.26, and mpb compiles
// regular expressions when it is loaded. None of them clears its line when other code
// writes to the same terminal.

const (
	delay          = time.Second            // before progress is shown by default
	lineInterval   = 200 * time.Millisecond // between updates on a terminal
	reportInterval = 5 * time.Second        // between lines elsewhere
	reportColumns  = 200                    // maximum width of such a line
)

// When selects when to show the progress.
type When uint8

// The values of When.
const (
	Auto When = iota // on a terminal, unless it would mix with the results
	Always
	Never
)

// A Reporter shows a Progress on the output for messages.
type Reporter struct {
	progress *Progress
	log      *output.Messages
	measure  func()      // starts to measure the input
	measured sync.Once   // measure was called
	line     *StatusLine // nil if progress is not shown in a status line
	terminal *os.File    // the terminal of line
}

// NewReporter returns a Reporter for p. If the Reporter shows p, it calls measure once,
// which should start to find out how much there is to read.
func NewReporter(p *Progress, log *output.Messages, measure func()) *Reporter {
	return &Reporter{progress: p, log: log, measure: measure}
}

// ShowsByDefault reports whether to show progress by default: on a terminal that the
// results do not go to, neither directly nor through a pager. If printsAtEnd is set,
// results may go to the terminal.
func (r *Reporter) ShowsByDefault(printsAtEnd bool) bool {
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

// Tell writes the progress as one line.
func (r *Reporter) Tell() {
	r.measured.Do(r.measure)
	fmt.Fprintln(r.log.Writer(), "urlgrep: "+r.progress.Line(time.Now(), reportColumns))
}

// Show shows the progress repeatedly until stop is called. It starts immediately if
// atOnce is set, and after a delay otherwise.
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

// beginLine creates the status line, and makes other writers to the terminal clear it
// first.
func (r *Reporter) beginLine() {
	r.line = &StatusLine{w: r.log.Writer()}
	r.terminal = r.log.File()
	wrap := func(w io.Writer) io.Writer { return lineWriter{r.line, w} }
	if out := r.log.Results(); out.Terminal {
		out.Wrap(wrap)
	}
	r.log.Wrap(wrap)
}

// draw updates the status line. It leaves the last column free, as some terminals wrap
// there.
func (r *Reporter) draw() {
	r.measured.Do(r.measure)
	r.line.show(r.progress.Line(time.Now(), terminal.Columns(r.terminal)-1))
}

// Close clears the status line. It is not shown again.
func (r *Reporter) Close() {
	if r.line != nil {
		r.line.close()
	}
}
