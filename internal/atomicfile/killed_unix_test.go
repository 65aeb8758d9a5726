//go:build unix

package atomicfile

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A fate is a way in which a process ends. The exit status is negative after a signal.
type fate struct {
	name   string
	signal syscall.Signal // to send; 0: none
	status int
}

var fates = []fate{
	{"SIGKILL", syscall.SIGKILL, -int(syscall.SIGKILL)},
	{"SIGTERM", syscall.SIGTERM, -int(syscall.SIGTERM)},
	{"SIGINT", syscall.SIGINT, -int(syscall.SIGINT)},
	{"SIGHUP", syscall.SIGHUP, -int(syscall.SIGHUP)},
	{"panic", 0, 2},
	{"pipe", 0, 128 + int(syscall.SIGPIPE)}, // a write to standard output, whose reader has ended
	{"SIGQUIT", syscall.SIGQUIT, 2},         // Go prints the stacks
	{"SIGABRT", syscall.SIGABRT, 2},
}

// The variable that makes the test binary a process that ends at a step has these fields,
// separated by spaces: the numbers of the scenario, the step and the fate, and the directory.
const processVariable = "ATOMICFILE_TEST_PROCESS"

func TestMain(m *testing.M) {
	v := os.Getenv(processVariable)
	if v == "" {
		os.Exit(m.Run())
	}
	fields := strings.SplitN(v, " ", 4)
	number := func(i int) int {
		n, err := strconv.Atoi(fields[i])
		if err != nil {
			panic(err)
		}
		return n
	}
	end, step := fates[number(2)], number(1)
	Hook = func(string, string) error {
		if step--; step < 0 {
			end.meet()
		}
		return nil
	}
	if err := scenarios[number(0)].run(fields[3]); err != nil {
		panic(err)
	}
}

// meet ends the process.
func (f *fate) meet() {
	switch {
	case f.name == "panic":
		panic(f.name)
	case f.name == "pipe":
		fmt.Println("text")
	default:
		syscall.Kill(os.Getpid(), f.signal)
	}
	for { // select is a deadlock if there is no other goroutine
		time.Sleep(time.Hour)
	}
}

// TestKilledAtEachStep checks that a process that ends at a step leaves the old text or the new
// one, and a temporary file only after SIGKILL.
func TestKilledAtEachStep(t *testing.T) {
	fates := fates
	if effort.Get() == effort.Short {
		fates = fates[:6]
	}
	for i, s := range scenarios {
		list := s.steps(t)
		for n, step := range list {
			if isMiddleWrite(list, n) {
				continue
			}
			for k, f := range fates {
				t.Run(fmt.Sprintf("%s/%d %s/%s", s.name, n, step, f.name), func(t *testing.T) {
					if f.signal != 0 && f.signal != syscall.SIGKILL && signal.Ignored(f.signal) {
						t.Skip("the tests run with the signal ignored, as by nohup, and so do the processes that they start")
					}
					dir := s.prepare(t)
					cmd := exec.Command(os.Args[0])
					cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d %d %d %s", processVariable, i, n, k, dir))
					r, w, err := os.Pipe()
					if err != nil {
						t.Fatal(err)
					}
					r.Close()
					cmd.Stdout = w
					err = cmd.Start()
					w.Close()
					if err != nil {
						t.Fatal(err)
					}
					cmd.Wait()
					status := cmd.ProcessState.ExitCode()
					if ws := cmd.ProcessState.Sys().(syscall.WaitStatus); ws.Signaled() {
						status = -int(ws.Signal())
					}
					if want := f.status; status != want && !(f.name == "pipe" && status == -int(syscall.SIGPIPE)) {
						t.Errorf("the exit status is %d, want %d", status, want)
					}
					s.check(t, dir, n > slices.Index(list, "rename"), f.name == "SIGKILL")
				})
			}
		}
	}
}

// TestOtherPipe checks that a write to a pipe that has no reader, as to a child process that has
// ended, does not end the process while there is a temporary file.
func TestOtherPipe(t *testing.T) {
	f, err := Create(target(t.TempDir()), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Discard()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	r.Close()
	defer w.Close()
	for range 10 {
		if _, err := w.WriteString("text"); !errors.Is(err, syscall.EPIPE) {
			t.Fatalf("the error is %v", err)
		}
		time.Sleep(2 * time.Millisecond) // a process that the signal ends does so within this time
	}
}
