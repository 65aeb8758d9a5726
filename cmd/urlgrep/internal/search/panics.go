package search

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/engine"
)

// trace prints where in the program a panic occurred, if err is one.
func (w *worker) trace(name string, err error) {
	if !w.Verbose {
		return
	}
	for line := range bytes.Lines(engine.Stack(err)) {
		w.log.Print(name, string(bytes.TrimRight(line, "\n")))
	}
}
