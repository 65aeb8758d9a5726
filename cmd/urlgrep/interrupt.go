package main

import (
	"errors"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// exitSignal and the number of a signal are the exit status behind that, as a shell
// has it.
const exitSignal = 128

// stopSignals end a search before its time. The second one ends the program at once,
// as if nobody had waited for the first.
var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, hangUp}

// hangUp is SIGHUP, which package syscall lacks for GOOS=js. It is 1 everywhere.
const hangUp = syscall.Signal(1)

// errInterrupted is the error of reading on behind a signal.
var errInterrupted = errors.New("interrupted")

// An interruption is what a signal does to a search: matches that are not printed yet
// are not wanted any more, and nothing more is read. So the search ends by itself, but
// for where it waits for input, which may never come. There it has printed all that it
// has found; and whoever got the signal ends the program.
type interruption struct {
	signal  atomic.Int32  // its number; 0: there was none
	done    chan struct{} // closed when there was one
	busy    sync.Mutex    // held but by who waits for input
	waiting *search       // who does
}

func newInterruption() *interruption { return &interruption{done: make(chan struct{})} }

// interrupted reports whether a signal has ended the search.
func (s *search) interrupted() bool { return s.interruption.signal.Load() != 0 }

// wait says that s has written what it has found, and waits for input until the lock
// is locked again.
func (s *search) wait() {
	s.interruption.waiting = s
	s.interruption.busy.Unlock()
}

// watch takes over the signals, until stop is called.
func (s *search) watch() (stop func()) {
	signals := make(chan os.Signal, 2)
	for _, sig := range slices.Concat(stopSignals, infoSignals) {
		// Some are ignored, as by nohup, and of a shell's background jobs. WebAssembly has
		// no signals, and package signal panics when asked about one.
		if runtime.GOARCH != "wasm" && !signal.Ignored(sig) {
			signal.Notify(signals, sig)
		}
	}
	s.interruption.busy.Lock()
	go func() {
		for sig := range signals {
			if slices.Contains(stopSignals, sig) {
				s.interrupt(sig)
			} else {
				s.tell()
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// interrupt ends the search, and the program if the search waits for input.
func (s *search) interrupt(sig os.Signal) {
	number, ok := sig.(syscall.Signal)
	if !ok || s.interrupted() {
		return
	}
	signal.Reset(stopSignals...)
	s.interruption.signal.Store(int32(number))
	close(s.interruption.done)
	s.interruption.busy.Lock()
	if w := s.interruption.waiting; s.pool != nil {
		s.sums.add(&w.sums)
	}
	os.Exit(s.conclude())
}

// conclude says what is to be said in the end, and returns the exit status.
func (s *search) conclude() int {
	if s.board != nil {
		s.board.close()
	}
	if s.counts() {
		s.endCounting()
	}
	s.undecided()
	s.log.Results().Flush()
	number := int(s.interruption.signal.Load())
	if number != 0 {
		what := "interrupted"
		switch syscall.Signal(number) {
		case syscall.SIGTERM:
			what = "terminated"
		case hangUp:
			what = "hung up"
		}
		s.log.Print(what, plural(s.sums.found, "URL")+" in what was read")
	}
	if s.stats {
		s.sums.write(s.log.Writer(), s.opts.Level, time.Since(s.progress.began))
	}
	if number != 0 {
		return exitSignal + number
	}
	return s.status()
}

// await does what may have to wait for somebody, but for no longer than up to a
// signal. What it does goes on then, and nobody cares for it.
func await[T any](i *interruption, do func() (T, error)) (result T, err error) {
	type outcome struct {
		result T
		err    error
	}
	done := make(chan outcome, 1)
	go func() {
		result, err := do()
		done <- outcome{result, err}
	}()
	select {
	case o := <-done:
		return o.result, o.err
	case <-i.done:
		return result, errInterrupted
	}
}
