package pool

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
)

// A state is the State of a worker that writes lines.
type state struct {
	*Worker
	out   *output.Output
	notes io.Writer
	total *int
	lines int
}

func (s *state) Begin() { s.out.Restart(ErrDropped) }

func (s *state) End() {
	s.out.Drain()
	n := s.lines
	s.lines = 0
	s.Then(func() { *s.total += n })
}

func (s *state) print(line string) {
	s.lines++
	s.out.Write([]byte(line + "\n"))
}

func (s *state) tell(line string) {
	s.out.Drain()
	io.WriteString(s.notes, line+"\n")
}

// start returns a Pool whose states write to w, and a pointer to the number of lines that
// were written and not dropped.
func start(workers int, w io.Writer) (*Pool[*state], *int) {
	out, total := output.New(w), new(int)
	p := New[*state](workers, out, w)
	for range workers {
		worker := p.NewWorker()
		s := &state{Worker: worker, out: out.Through(worker.Results(), 64), notes: worker.Messages(), total: total}
		p.Start(worker, s)
	}
	return p, total
}

// finish closes the Pool.
func finish(p *Pool[*state]) {
	p.Close()
	p.queue.out.Flush()
}

// TestOrder checks that results, messages and counts come in the order of the tasks,
// whatever the tasks write and however long they take.
func TestOrder(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		rnd := rand.New(rand.NewPCG(1738, uint64(workers)))
		var got, want bytes.Buffer
		p, total := start(workers, &got)
		lines := 0
		for i := range 300 {
			n, slow, messages := rnd.IntN(40), rnd.IntN(20) == 0, rnd.IntN(3) == 0
			run := func(s *state) {
				for j := range n {
					if s.print(fmt.Sprint(i, j)); messages && j%5 == 0 {
						s.tell("message")
					}
				}
				if slow {
					time.Sleep(time.Millisecond)
				}
			}
			for j := range n {
				if fmt.Fprintln(&want, i, j); messages && j%5 == 0 {
					fmt.Fprintln(&want, "message")
				}
			}
			lines += n
			switch i % 3 {
			case 0:
				p.AddSmall(run)
			case 1:
				p.Add(&Task[*state]{Run: run})
			case 2:
				p.Add(&Task[*state]{Run: run, Check: func() bool { return true }, Settle: func(_ *state, right bool) {
					if !right {
						t.Error("a task that is right is not")
					}
				}})
			}
		}
		finish(p)
		if got.String() != want.String() || *total != lines {
			t.Errorf("%d workers wrote %d bytes and counted %d lines, want %d and %d", workers, got.Len(), *total, want.Len(), lines)
		}
	}
}

// TestWriteDue checks that results that a reader waits for are written when they are due:
// after a task without results, and while such a task runs.
func TestWriteDue(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	lines := make(chan string, 10)
	go func() {
		for in := bufio.NewScanner(r); in.Scan(); {
			lines <- in.Text()
		}
	}()
	p, _ := start(1, w)
	wait := func(want string) {
		select {
		case got := <-lines:
			if got != want {
				t.Errorf("%q is written, want %q", got, want)
			}
		case <-time.After(10 * time.Second):
			t.Errorf("%q is not written", want)
		}
	}
	const long = 50 * time.Millisecond // until the next results are due
	for _, run := range []func(*state){
		func(s *state) { s.print("a") },
		func(s *state) { wait("a"); s.print("b") },
		func(*state) { time.Sleep(long) },
		func(s *state) { wait("b"); s.print("c") },
		func(s *state) { time.Sleep(long); s.out.WriteDue(); wait("c") },
	} {
		p.Add(&Task[*state]{Run: run})
	}
	finish(p)
}

// TestSettle checks that the output of a task with a wrong guess is dropped, and that
// tasks are settled in order: each task finds the state as the task before it left it.
// The output of Settle follows the output of Run, which may have been held back.
func TestSettle(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var got, want strings.Builder
		p, total := start(workers, &got)
		settled, lines := 0, 0
		for i := range 200 {
			isRight := i%3 > 0
			check := func() bool { return settled == i && isRight }
			if i%7 == 1 {
				check, isRight = nil, true
			}
			p.Add(&Task[*state]{
				Check: check,
				Run: func(s *state) {
					for range i % 50 { // more than the buffer holds, so that Check may be called in between
						s.print(fmt.Sprint(i, isRight))
					}
				},
				Settle: func(s *state, right bool) {
					if settled != i || right != isRight {
						t.Errorf("task %d is settled behind %d, right: %v", i, settled, right)
					}
					settled++
					if !right {
						s.print("again")
					}
					s.print("settled")
				},
			})
			if isRight {
				want.WriteString(strings.Repeat(fmt.Sprintln(i, true), i%50))
				lines += i % 50
			} else {
				fmt.Fprintln(&want, "again")
				lines++
			}
			fmt.Fprintln(&want, "settled")
			lines++
		}
		finish(p)
		if got.String() != want.String() || *total != lines {
			t.Errorf("%d workers wrote %d bytes and counted %d lines, want %d and %d", workers, got.Len(), *total, want.Len(), lines)
		}
	}
}

// TestStop checks that the output and counts of tasks after the end are dropped, and that
// tasks can detect the end.
func TestStop(t *testing.T) {
	var got strings.Builder
	p, total := start(3, &got)
	done := 0
	for i := range 5000 {
		if p.IsOver() {
			break
		}
		done++
		p.Add(&Task[*state]{Run: func(s *state) {
			if s.IsOver() {
				return
			}
			if s.print(fmt.Sprint(i)); i == 20 {
				s.Stop()
			}
		}})
	}
	finish(p)
	if n := strings.Count(got.String(), "\n"); n != 21 || *total != n || done == 5000 {
		t.Errorf("%d tasks wrote %d lines and counted %d", done, n, *total)
	}
}

// TestLimits checks the limits of the bytes held back and of the tasks that wait.
func TestLimits(t *testing.T) {
	const workers = 3
	p, _ := start(workers, io.Discard)
	block := make(chan bool)
	var begun atomic.Int64
	line := strings.Repeat("x", 1000)
	go func() {
		for i := range 1000 {
			p.Add(&Task[*state]{Run: func(s *state) {
				begun.Add(1)
				if i == 0 {
					<-block
				}
				for range 200 {
					s.print(line)
				}
			}})
		}
		finish(p)
		close(block)
	}()
	// The work stops when another line would exceed the limit of bytes, and no slot is free.
	for end := time.Now().Add(2 * time.Minute); ; time.Sleep(time.Millisecond) {
		p.queue.mu.Lock()
		held := p.queue.held
		p.queue.mu.Unlock()
		if held > workers*maxHeld {
			t.Fatalf("%d bytes are held", held)
		}
		if held+len(line)+1 > workers*maxHeld && len(p.slots) == workers*maxTasks {
			break
		}
		if time.Now().After(end) {
			t.Fatalf("only %d bytes are held, and %d tasks wait", held, len(p.slots))
		}
	}
	if p.Capacity() != workers*maxTasks {
		t.Errorf("%d tasks may wait", p.Capacity())
	}
	block <- true
	<-block
	if n := begun.Load(); n != 1000 {
		t.Errorf("%d tasks were done", n)
	}
	if n := len(p.queue.spare); n > workers*maxHeld/BufferSize {
		t.Errorf("%d buffers are kept", n)
	}
}

// A full is a writer whose writes fail.
type full struct{}

var errFull = errors.New("no space")

func (full) Write([]byte) (int, error) { return 0, errFull }

// TestWriteError checks that a write error ends the work.
func TestWriteError(t *testing.T) {
	out := output.New(full{})
	p := New[*state](2, out, io.Discard)
	for range 2 {
		w := p.NewWorker()
		p.Start(w, &state{Worker: w, out: out.Through(w.Results(), 64), notes: io.Discard, total: new(int)})
	}
	n := 0
	for !p.IsOver() && n < 100_000 {
		n++
		p.Add(&Task[*state]{Run: func(s *state) {
			s.print(strings.Repeat("x", 1000))
		}})
	}
	finish(p)
	if out.Err() != errFull || n == 100_000 {
		t.Errorf("%v behind %d tasks", out.Err(), n)
	}
}

// TestAlone checks that a nil Worker has its turn.
func TestAlone(t *testing.T) {
	var w *Worker
	w.Await()
	w.Stop()
	called := false
	if w.Then(func() { called = true }); !called || w.IsOver() {
		t.Error("it has not")
	}
}

// TestAwait checks that tasks that wait for their turn get it in order.
func TestAwait(t *testing.T) {
	var got strings.Builder
	p, _ := start(5, &got)
	var order []int // without a lock: only one task has its turn at a time
	for i := range 100 {
		p.Add(&Task[*state]{Run: func(s *state) {
			s.Await()
			order = append(order, i)
			s.print("x")
		}})
	}
	finish(p)
	for i, n := range order {
		if i != n {
			t.Fatalf("%v", order)
		}
	}
}
