package search

import (
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// A Background is a search that runs in its own goroutine. It shows no progress, and the only
// signals that it handles are those that ask for the progress.
type Background struct {
	search *Search
	deaf   func() // ends the handling of signals
	ended  chan struct{}
	err    error // a panic; set before ended is closed
}

// Start starts the search in the background. It calls done, in the goroutine of the search,
// when all files are searched or an input cannot be searched any further.
func (s *Search) Start(done func()) *Background {
	b := &Background{search: s, deaf: interrupt.Inform(s.reporter.Tell), ended: make(chan struct{})}
	s.interruption.Begin()
	go func() {
		defer close(b.ended)
		b.err = recovered.Call(s.searchAll)
		done()
	}()
	return b
}

// Stop ends the search if it has not ended, prints the final output, and returns the exit
// status. After Stop, the search prints nothing and changes nothing. If the search has
// panicked, so does Stop.
func (b *Background) Stop() int {
	b.search.interruption.Stop(b.ended)
	b.deaf()
	select {
	case <-b.ended:
		if b.err != nil {
			panic(b.err)
		}
	default: // it waits for input
	}
	return b.search.conclude()
}
