package progress

import (
	"io"
	"sync"
)

// A StatusLine is a line on a terminal, below all that is written to it: for that the line
// is wiped first, and comes back with the next interval.
type StatusLine struct {
	mu      sync.Mutex
	w       io.Writer // where the line goes
	shown   bool
	midLine bool // what was written last does not end a line
	closed  bool
}

// wipe moves to the beginning of the line, and erases that (ECMA-48, section 8.3.41).
const wipe = "\r\x1b[K"

// show shows a line in the place of the last one.
func (b *StatusLine) show(line string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed && !b.midLine {
		io.WriteString(b.w, wipe+line)
		b.shown = true
	}
}

// clear wipes the line.
func (b *StatusLine) clear() {
	if b.shown {
		io.WriteString(b.w, wipe)
		b.shown = false
	}
}

// close wipes the line, and lets no other come.
func (b *StatusLine) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	b.closed = true
}

// A lineWriter is what else is written to the terminal.
type lineWriter struct {
	*StatusLine
	to io.Writer
}

func (w lineWriter) Write(p []byte) (int, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.clear()
	if len(p) > 0 {
		w.midLine = p[len(p)-1] != '\n'
	}
	return w.to.Write(p)
}
