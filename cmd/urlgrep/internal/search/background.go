package search

import "github.com/urlgrep/urlgrep/internal/recovered"

// A Background is a search that runs in its own goroutine. It handles no signals and shows
// no progress.
type Background struct {
	search *Search
	ended  chan struct{}
	err    error // a panic; set before ended is closed
}

// Start starts the search in the background. It calls done, in the goroutine of the search,
// when all files are searched or an input cannot be searched any further.
func (s *Search) Start(done func()) *Background {
	b := &Background{search: s, ended: make(chan struct{})}
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
	select {
	case <-b.ended:
		if b.err != nil {
			panic(b.err)
		}
	default: // it waits for input
	}
	return b.search.conclude()
}
