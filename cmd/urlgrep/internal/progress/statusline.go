package progress

import (
	"io"
	"sync"
)

// A StatusLine is the last line on a terminal. It is cleared before other output to the
// terminal, and shown again at the next interval.
type StatusLine struct {
	mu      sync.Mutex
	w       io.Writer // the terminal
	shown   bool
	midLine bool // the last output did not end a line
	closed  bool
}

// wipe moves to the beginning of the line and erases the line (ECMA-48, section 8.3.41).
const wipe = "\r\x1b[K"

// show replaces the status line, unless the cursor is in the middle of another line.
func (b *StatusLine) show(line string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.closed && !b.midLine {
		io.WriteString(b.w, wipe+line)
		b.shown = true
	}
}

// clear clears the status line.
func (b *StatusLine) clear() {
	if b.shown {
		io.WriteString(b.w, wipe)
		b.shown = false
	}
}

// close clears the status line. show has no effect from then on.
func (b *StatusLine) close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.clear()
	b.closed = true
}

// A lineWriter is a writer to the same terminal. It clears the status line before each
// write.
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
