// Package interrupt ends the program at a signal, after the results found so far are
// printed. (grep does not print them.)
//
// # Terms
//
// A stop signal asks the program to end: SIGINT, SIGTERM or SIGHUP. The second one ends
// the program immediately, as if the program did not handle the first. An info signal
// asks for the progress of the work.
//
// Temporary files of package atomicfile are removed when the program ends by a signal.
//
// # Flow
//
// [Interruption.Watch] handles the signals. Each worker checks [Interruption.Occurred]
// after each piece of work, and stops: it discards the matches that it has not printed,
// and reads no more. So the program ends by itself, unless it waits for input, which may
// never come. It waits between [Interruption.Wait] and [Interruption.Resume], when all
// results found are printed; there Watch ends the program.
//
// A program that handles signals itself calls [Interruption.Begin] instead of Watch, and
// [Interruption.Stop] to end the work.
package interrupt

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/urlgrep/urlgrep/internal/atomicfile"
)

// ExitStatus plus the number of a signal is the exit status after that signal, as in a
// shell.
const ExitStatus = 128

// hangUp is SIGHUP, which package syscall lacks for GOOS=js. It is 1 everywhere.
const hangUp = syscall.Signal(1)

var stopSignals = []os.Signal{os.Interrupt, syscall.SIGTERM, hangUp}

// ErrInterrupted is the error of a read after a stop signal.
var ErrInterrupted = errors.New("interrupted")

// An Interruption records a stop signal.
type Interruption struct {
	signal     atomic.Int32  // number of the signal, 0 before it; or stopped
	done       chan struct{} // closed at the signal
	busy       sync.Mutex    // locked, except while a goroutine waits for input
	beforeExit func()        // argument of that goroutine's Wait
	release    func()        // ends the handling of stop signals; nil without Watch
}

// stopped is recorded by Stop instead of the number of a signal.
const stopped = -1

// New returns an Interruption that has not occurred.
func New() *Interruption { return &Interruption{done: make(chan struct{})} }

// Occurred reports whether a stop signal has occurred, or Stop was called.
func (i *Interruption) Occurred() bool { return i.signal.Load() != 0 }

// Signal returns the stop signal that has occurred, or 0.
func (i *Interruption) Signal() syscall.Signal { return syscall.Signal(max(0, i.signal.Load())) }

// Name returns the effect of a stop signal on the program as a word for messages.
func Name(s syscall.Signal) string {
	switch s {
	case syscall.SIGTERM:
		return "terminated"
	case hangUp:
		return "hung up"
	}
	return "interrupted"
}

// Wait marks the start of waiting for input, which ends when the caller calls Resume. The
// caller must have printed all its results. If the program ends in between, beforeExit is
// called first. Only one goroutine may wait at a time.
func (i *Interruption) Wait(beforeExit func()) {
	i.beforeExit = beforeExit
	i.busy.Unlock()
}

// Resume marks the end of waiting for input.
func (i *Interruption) Resume() { i.busy.Lock() }

// Begin marks the start of the work, if Watch is not used.
func (i *Interruption) Begin() { i.busy.Lock() }

// Stop ends the work as a stop signal does. It returns when ended is closed, or when the
// work waits for input, after a call of its beforeExit. The work then never resumes. Stop
// has no effect after a stop signal or another call.
func (i *Interruption) Stop(ended <-chan struct{}) {
	if !i.signal.CompareAndSwap(0, stopped) {
		return
	}
	close(i.done)
	waits := make(chan struct{})
	go func() {
		i.busy.Lock()
		close(waits)
	}()
	select {
	case <-ended:
	case <-waits:
		i.beforeExit()
	}
}

// Watch handles the signals until stop is called. If a stop signal occurs, and the
// program then waits for input or already does, Watch calls finish and ends the program
// with the exit status that finish returns. It calls inform for each info signal.
func (i *Interruption) Watch(finish func() int, inform func()) (stop func()) {
	stops, infos := make(chan os.Signal, 2), make(chan os.Signal, 2)
	notify(stops, stopSignals)
	notify(infos, InfoSignals)
	undo := atomicfile.Spare(stopSignals...)
	i.release = func() {
		undo() // first, so that the next stop signal removes temporary files
		signal.Stop(stops)
	}
	i.Begin()
	go func() {
		for sig := range stops {
			if i.interrupt(sig) {
				status := finish()
				atomicfile.RemoveAll()
				os.Exit(status)
			}
		}
	}()
	go func() {
		for range infos {
			inform()
		}
	}()
	return func() {
		i.release()
		signal.Stop(infos)
		close(stops)
		close(infos)
	}
}

// notify passes signals to a channel, except for those that are ignored, for example by nohup or
// in a background job of a shell.
func notify(c chan<- os.Signal, signals []os.Signal) {
	for _, sig := range signals {
		// WebAssembly has no signals, and signal.Ignored panics there.
		if runtime.GOARCH != "wasm" && !signal.Ignored(sig) {
			signal.Notify(c, sig)
		}
	}
}

// Inform calls inform for each info signal until stop is called. It is for a program that
// handles the other signals itself.
func Inform(inform func()) (stop func()) {
	signals := make(chan os.Signal, 1)
	if len(InfoSignals) > 0 { // for none, Notify would pass all signals on
		signal.Notify(signals, InfoSignals...)
	}
	go func() {
		for range signals {
			inform()
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
	}
}

// interrupt records a stop signal, and returns true when the program waits for input. It
// returns false if a stop signal was recorded before.
func (i *Interruption) interrupt(sig os.Signal) bool {
	number, ok := sig.(syscall.Signal)
	if !ok || i.Occurred() {
		return false
	}
	if i.release != nil {
		i.release()
	}
	i.signal.Store(int32(number))
	close(i.done)
	i.busy.Lock()
	i.beforeExit()
	return true
}

// During calls do with a context that is done after a stop signal, for work before that of an
// Interruption. At a stop signal the program ends when do has returned, with the exit status of the
// signal and without a message, as it would end without During.
func During(do func(ctx context.Context) error) error {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	stops, ended := make(chan os.Signal, 2), make(chan struct{})
	undo := atomicfile.Spare(stopSignals...)
	notify(stops, stopSignals)
	go func() {
		defer close(ended)
		for sig := range stops {
			cancel(signalError{sig})
		}
	}()
	err := do(ctx)
	signal.Stop(stops)
	close(stops)
	<-ended
	undo()
	var stop signalError
	if errors.As(context.Cause(ctx), &stop) {
		atomicfile.RemoveAll()
		os.Exit(stop.exitStatus())
	}
	return err
}

// A signalError is the cause of a context that is done because of a stop signal.
type signalError struct{ os.Signal }

func (s signalError) Error() string { return ErrInterrupted.Error() }

func (s signalError) exitStatus() int {
	number, _ := s.Signal.(syscall.Signal)
	return ExitStatus + int(number)
}

// Await calls do in a goroutine and returns its results. At a stop signal it returns
// ErrInterrupted; do continues, and its results are discarded.
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
