package search

import (
	"bytes"
	"errors"
	"fmt"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// An internalError is a panic during the search of an input. It ends the search of that
// input, like a read error.
type internalError struct {
	panicked *recovered.Error
	offset   int64 // offset in the input that the search has reached
}

func (e *internalError) Error() string {
	return fmt.Sprintf("internal error at byte %d: %v", e.offset, e.panicked.Value)
}

func (e *internalError) Unwrap() error { return e.panicked }

// guard calls do, which searches an input or a part of it. If do panics, guard reports
// the panic as an error of the input, and later inputs are searched with a new scanner.
// offset returns the offset that the search has reached.
func (w *worker) guard(name string, offset func() int64, do func()) {
	if err := recovered.Call(do); err != nil {
		w.Fail(name, w.internal(err, offset))
	}
}

// internal returns the error for a panic in the search of an input. It discards the
// scanners, whose state is unknown after a panic.
func (w *worker) internal(err error, offset func() int64) error {
	w.scanners = scanners{}
	e := new(internalError)
	errors.As(err, &e.panicked)
	recovered.Call(func() { e.offset = offset() })
	return e
}

// matches prints the matches of one input and returns their number. If the search panics,
// matches prints the matches found before, and sets the error of the input.
func (w *worker) matches(sc *extract.Scanner) (n int) {
	w.broken, w.repeats, w.undated = nil, record.Repetition{}, 0
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
