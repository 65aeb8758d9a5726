package interrupt

import (
	"context"
	"os"
	"syscall"
	"testing"
	"time"
)

// TestInterrupt checks that a stop signal is recorded once, and ends the program when it
// waits for input.
func TestInterrupt(t *testing.T) {
	i := New()
	i.busy.Lock() // as Watch does
	if i.Occurred() || i.Signal() != 0 {
		t.Error("it has occurred before")
	}
	accounts := 0
	ended := make(chan bool)
	go func() { ended <- i.interrupt(os.Interrupt) }()
	for !i.Occurred() {
		time.Sleep(time.Millisecond)
	}
	if i.Signal() != syscall.SIGINT || i.interrupt(syscall.SIGTERM) || i.Signal() != syscall.SIGINT {
		t.Errorf("signal %d is noted", i.Signal())
	}
	select {
	case <-ended:
		t.Error("it ends the work while that goes on")
	case <-time.After(10 * time.Millisecond):
	}
	i.Wait(func() { accounts++ })
	if !<-ended || accounts != 1 {
		t.Errorf("it does not end the work, or %d accounts are given", accounts)
	}
}

// TestStop checks that Stop returns at the end of the work, or when it waits for input.
func TestStop(t *testing.T) {
	i := New()
	i.Begin()
	ended := make(chan struct{})
	go func() {
		Await(i, func() (int, error) { select {} })
		close(ended)
	}()
	i.Stop(ended)
	<-ended
	if !i.Occurred() || i.Signal() != 0 {
		t.Errorf("signal %d is noted", i.Signal())
	}
	i.Stop(nil)

	i = New()
	i.Begin()
	calls := 0
	i.Wait(func() { calls++ })
	i.Stop(nil)
	if !i.Occurred() || calls != 1 || i.busy.TryLock() {
		t.Errorf("%d calls, or the work resumes", calls)
	}
}

// TestDuring checks that During returns the error of its function, whose context is not done.
// TestKillSQLite in cmd/urlgrep interrupts one.
func TestDuring(t *testing.T) {
	var during context.Context
	err := During(func(ctx context.Context) error {
		during = ctx
		if ctx.Err() != nil {
			t.Error(ctx.Err())
		}
		return os.ErrClosed
	})
	if err != os.ErrClosed || during.Err() == nil {
		t.Errorf("got %v; the context is done: %v", err, during.Err())
	}
}

// TestAwait checks that Await returns the results, or ErrInterrupted at a signal.
func TestAwait(t *testing.T) {
	i := New()
	if n, err := Await(i, func() (int, error) { return 1, os.ErrClosed }); n != 1 || err != os.ErrClosed {
		t.Errorf("got %d, %v", n, err)
	}
	close(i.done)
	if n, err := Await(i, func() (int, error) { select {} }); n != 0 || err != ErrInterrupted {
		t.Errorf("got %d, %v", n, err)
	}
}

func TestName(t *testing.T) {
	for s, want := range map[syscall.Signal]string{syscall.SIGINT: "interrupted", syscall.SIGTERM: "terminated", hangUp: "hung up"} {
		if got := Name(s); got != want {
			t.Errorf("signal %d: %s, want %s", s, got, want)
		}
	}
}
