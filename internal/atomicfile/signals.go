package atomicfile

import (
	"os"
	"os/signal"
	"sync"
)

// A watch handles signals while there are temporary files: those that end a Go program, see
// fatalSignals. It calls RemoveAll, and then ends the process as the signal does by itself.
type watch struct {
	mu       sync.Mutex
	on       bool
	channels map[os.Signal]chan os.Signal // by fatal signal
	spared   map[os.Signal]int            // number of calls of Spare
}

// begin begins to handle the signals, if the watch does not yet.
func (w *watch) begin() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.on {
		return
	}
	w.on = true
	for _, s := range fatalSignals {
		w.set(s)
	}
}

// end ends the handling of the signals.
func (w *watch) end() {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.on {
		return
	}
	w.on = false
	for _, s := range fatalSignals {
		w.set(s)
	}
}

// set handles a signal, or leaves it. Each signal has its own channel, so that no other one is
// lost when it is left.
func (w *watch) set(s os.Signal) {
	c := w.channels[s]
	if !w.on || w.spared[s] > 0 {
		if c != nil {
			signal.Stop(c)
		}
		return
	}
	if signal.Ignored(s) { // nohup
		return
	}
	if c == nil {
		if w.channels == nil {
			w.channels = make(map[os.Signal]chan os.Signal)
		}
		c = make(chan os.Signal, 1)
		w.channels[s] = c
		go func() {
			for <-c; !isFatal(s); <-c {
			}
			RemoveAll()
			dieFrom(s)
		}()
	}
	signal.Notify(c, s)
}

// Spare leaves signals to the program, which handles them itself, until undo is called. The program
// calls [RemoveAll] if it ends before Commit or Discard of all Files.
func Spare(signals ...os.Signal) (undo func()) {
	w := &files.watch
	w.spare(signals, 1)
	return sync.OnceFunc(func() { w.spare(signals, -1) })
}

func (w *watch) spare(signals []os.Signal, n int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.spared == nil {
		w.spared = make(map[os.Signal]int)
	}
	for _, s := range fatalSignals {
		for _, t := range signals {
			if s == t {
				w.spared[s] += n
				w.set(s)
			}
		}
	}
}
