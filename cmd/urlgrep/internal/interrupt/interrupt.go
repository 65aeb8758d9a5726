// Package interrupt ends the program's work at a signal, after what was found so far is
// printed, as grep does not.
//
// # Terms
//
// A stop signal asks for the end: SIGINT, SIGTERM or SIGHUP. The second one ends the
// program at once, as if the program did not handle the first. An info signal asks how far
// the work is.
//
// # Flow
//
// [Interruption.Watch] handles the signals. Those who work ask [Interruption.Occurred]
// after each piece of work, and stop: matches that are not printed yet are not wanted any
// more, and nothing more is read. So the program ends by itself, except for where it waits
// for input, which may never come. It waits between [Interruption.Wait] and
// [Interruption.Resume], with all printed that it has found, and there Watch ends it.
package interrupt

import (
	"errors"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
)

// ExitStatus plus the number of a signal is the exit status after that signal, as in a
// shell.
const ExitStatus = 128

// hangUp is SIGHUP, which package syscall lacks for GOOS=js. It is 1 everywhere.
const hangUp = syscall.Signal(1)

var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, hangUp}

// ErrInterrupted is the error of reading on after a stop signal.
var ErrInterrupted = errors.New("interrupted")

// An Interruption is what a stop signal does to the work.
type Interruption struct {
	signal  atomic.Int32  // its number; 0: there was none
	done    chan struct{} // closed when there was one
	busy    sync.Mutex    // held, except by a goroutine that waits for input
	account func()        // of that goroutine
}

// New returns an Interruption that has not occurred.
func New() *Interruption { return &Interruption{done: make(chan struct{})} }

// Occurred reports whether there was a stop signal.
func (i *Interruption) Occurred() bool { return i.signal.Load() != 0 }

// Signal returns the stop signal that there was, or 0.
func (i *Interruption) Signal() syscall.Signal { return syscall.Signal(i.signal.Load()) }

// Name says what a stop signal does to the program.
func Name(s syscall.Signal) string {
	switch s {
	case syscall.SIGTERM:
		return "terminated"
	case hangUp:
		return "hung up"
	}
	return "interrupted"
}

// Wait says that the caller waits for input from now on, until it calls Resume, and that
// all that it has found is printed. If the program ends meanwhile, account is called
// first. Only one goroutine may wait at a time.
func (i *Interruption) Wait(account func()) {
	i.account = account
	i.busy.Unlock()
}

// Resume says that the input has come.
func (i *Interruption) Resume() { i.busy.Lock() }

// Watch handles the signals until stop is called. If there is a stop signal while the work
// waits for input, or before it does so, finish is called, and the program ends with the
// exit status that finish returns. inform is called for each info signal.
func (i *Interruption) Watch(finish func() int, inform func()) (stop func()) {
	signals := make(chan os.Signal, 2)
	for _, sig := range slices.Concat(stopSignals, InfoSignals) {
		// Some are ignored, as by nohup, and of a shell's background jobs. WebAssembly has
		// no signals, and package signal panics when asked about one.
		if runtime.GOARCH != "wasm" && !signal.Ignored(sig) {
			signal.Notify(signals, sig)
		}
	}
	i.busy.Lock()
	go func() {
		for sig := range signals {
			if !slices.Contains(stopSignals, sig) {
				inform()
			} else if i.interrupt(sig) {
				os.Exit(finish())
			}
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// interrupt notes a stop signal, and returns true when the work waits for input. If there
// was a stop signal before, it returns false.
func (i *Interruption) interrupt(sig os.Signal) bool {
	number, ok := sig.(syscall.Signal)
	if !ok || i.Occurred() {
		return false
	}
	signal.Reset(stopSignals...)
	i.signal.Store(int32(number))
	close(i.done)
	i.busy.Lock()
	i.account()
	return true
}

// Await does what may have to wait, but returns at a stop signal. What it does goes on
// then, and its result is discarded.
func Await[T any](i *Interruption, do func() (T, error)) (result T, err error) {
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
		return result, ErrInterrupted
	}
}
