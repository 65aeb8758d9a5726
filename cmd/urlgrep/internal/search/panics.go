package search

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// An internalError is a panic in the search of an input. It ends the search of that
// input, as an error of reading does.
type internalError struct {
	panicked *recovered.Error
	offset   int64 // in the input, up to which the search has come
}

func (e *internalError) Error() string {
	return fmt.Sprintf("internal error at byte %d: %v", e.offset, e.panicked.Value)
}

func (e *internalError) Unwrap() error { return e.panicked }

// guard calls do, which searches an input or a part of it. If do panics, guard reports
// that as an error of the input, and the search goes on with a new scanner. offset returns
// how far the search has come.
func (w *worker) guard(name string, offset func() int64, do func()) {
	if err := recovered.Call(do); err != nil {
		w.Fail(name, w.internal(err, offset))
	}
}

// internal returns the error of an input for a panic in its search, which leaves the
// scanner in any state.
func (w *worker) internal(err error, offset func() int64) error {
	w.scanners = scanners{}
	e := new(internalError)
	errors.As(err, &e.panicked)
	recovered.Call(func() { e.offset = offset() })
	return e
}

// matches prints the matches of one input, and returns how many there were. A panic is
// the error of the input, after what was found before it.
func (w *worker) matches(sc *extract.Scanner) (n int) {
	w.broken, w.repeats = nil, record.Repetition{}
	if err := recovered.Call(func() { w.printMatches(sc, &n) }); err != nil {
		w.broken = w.internal(err, sc.InputOffset)
	}
	return n
}

// trace prints where in the program a panic occurred, if err is one.
func (w *worker) trace(name string, err error) {
	var panicked *recovered.Error
	if !w.Verbose || !errors.As(err, &panicked) {
		return
	}
	for line := range bytes.Lines(panicked.Stack) {
		w.log.Print(name, string(bytes.TrimRight(line, "\n")))
	}
}
