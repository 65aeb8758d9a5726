//go:build unix

package interrupt

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
)

// childName is the environment variable with the name of the child that the test binary runs.
const childName = "URLGREP_INTERRUPT_CHILD"

// children are programs that a signal ends. Each prints a line when it is ready.
var children = map[string]func(){
	"waits": func() {
		i := New()
		i.Watch(func() int { fmt.Println("finish"); return ExitStatus + int(i.Signal()) }, func() { fmt.Println("info") })
		i.Wait(func() { fmt.Println("before exit") })
		fmt.Println("ready")
		select {}
	},
	"works": func() {
		i := New()
		i.Watch(func() int { fmt.Println("finish"); return 0 }, func() {})
		fmt.Println("ready")
		_, err := Await(i, func() (int, error) { select {} })
		fmt.Println(err)
		select {}
	},
	"resumes": func() {
		i := New()
		stop := i.Watch(func() int { fmt.Println("finish"); return 0 }, func() {})
		i.Wait(func() { fmt.Println("before exit") })
		i.Resume()
		fmt.Println("ready")
		Await(i, func() (int, error) { select {} })
		stop()
		fmt.Println("end")
	},
	"before": func() {
		fmt.Println(During(func(ctx context.Context) error {
			fmt.Println("ready")
			<-ctx.Done()
			fmt.Println(context.Cause(ctx))
			return nil
		}))
	},
}

func TestMain(m *testing.M) {
	if child := children[os.Getenv(childName)]; child != nil {
		child()
		os.Exit(0)
	}
	// Signals that the tests were started with ignored, as by nohup, are received: a child inherits
	// ignored signals, but not those that its parent handles.
	received := make(chan os.Signal, 1)
	for _, sig := range stopSignals {
		if signal.Ignored(sig) {
			signal.Notify(received, sig)
		}
	}
	os.Exit(m.Run())
}

// TestSignals checks what signals do to a program: it sends each signal when the program has printed
// the line before it.
func TestSignals(t *testing.T) {
	type step struct {
		line string
		send syscall.Signal // 0: none
	}
	info := InfoSignals[0].(syscall.Signal)
	for _, test := range []struct {
		child  string
		steps  []step
		status string
	}{
		{"waits", []step{{"ready", info}, {"info", syscall.SIGINT}, {"before exit", 0}, {"finish", 0}}, "exit status 130"},
		{"waits", []step{{"ready", syscall.SIGTERM}, {"before exit", 0}, {"finish", 0}}, "exit status 143"},
		{"waits", []step{{"ready", syscall.SIGHUP}, {"before exit", 0}, {"finish", 0}}, "exit status 129"},
		{"works", []step{{"ready", syscall.SIGINT}, {"interrupted", syscall.SIGINT}}, "signal: interrupt"},
		{"works", []step{{"ready", syscall.SIGINT}, {"interrupted", syscall.SIGTERM}}, "signal: terminated"},
		{"resumes", []step{{"ready", syscall.SIGINT}, {"end", 0}}, "exit status 0"},
		{"before", []step{{"ready", syscall.SIGINT}, {"interrupted", 0}}, "exit status 130"},
	} {
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(os.Environ(), childName+"="+test.child, "GORACE=atexit_sleep_ms=0")
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewReader(out)
		for _, s := range test.steps {
			if line, err := lines.ReadString('\n'); line != s.line+"\n" {
				t.Fatalf("%s: got %q, %v, want %q", test.child, line, err, s.line)
			}
			if s.send != 0 {
				cmd.Process.Signal(s.send)
			}
		}
		rest, _ := io.ReadAll(lines)
		cmd.Wait()
		if len(rest) > 0 || cmd.ProcessState.String() != test.status {
			t.Errorf("%s %v: it prints %q, and ends with %v", test.child, test.steps, rest, cmd.ProcessState)
		}
	}
}

// TestWatch checks that Watch records a stop signal, and passes on info signals until it is stopped.
func TestWatch(t *testing.T) {
	i, infos := New(), make(chan bool)
	stop := i.Watch(func() int { t.Error("finish is called"); return 0 }, func() { infos <- true })
	syscall.Kill(os.Getpid(), InfoSignals[0].(syscall.Signal))
	<-infos
	syscall.Kill(os.Getpid(), syscall.SIGHUP)
	if _, err := Await(i, func() (int, error) { select {} }); !errors.Is(err, ErrInterrupted) || i.Signal() != syscall.SIGHUP {
		t.Errorf("got %v, signal %v", err, i.Signal())
	}
	stop()
}

// TestInform checks that Inform passes on info signals.
func TestInform(t *testing.T) {
	infos := make(chan bool)
	stop := Inform(func() { infos <- true })
	for range 2 {
		syscall.Kill(os.Getpid(), InfoSignals[0].(syscall.Signal))
		<-infos
	}
	stop()
}
