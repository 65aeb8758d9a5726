package engine

import (
	"errors"
	"fmt"
	"io"

	"github.com/urlgrep/urlgrep/internal/recovered"
)

// A panicked is a panic during the scan of an input. It ends the scan of the text, like a read
// error.
type panicked struct {
	err    *recovered.Error
	offset int64 // that the scan has reached
}

func (p *panicked) Error() string {
	return fmt.Sprintf("internal error at byte %d: %v", p.offset, p.err.Value)
}

func (p *panicked) Unwrap() error { return p.err }

// Stack returns where in the program a panic occurred, or nil if err is not one.
func Stack(err error) []byte {
	var p *recovered.Error
	if !errors.As(err, &p) {
		return nil
	}
	return p.Stack
}

// call calls do. If do panics, it discards the scanners, and returns a panicked error. offset
// returns the offset that the scan has reached.
func (e *Engine) call(do func(), offset func() int64) error {
	err := recovered.Call(do)
	if err == nil {
		return nil
	}
	e.scanners = scanners{}
	p := new(panicked)
	errors.As(err, &p.err)
	p.offset = offsetOf(offset)
	return p
}

// offsetOf returns what offset returns, or 0 if it panics: a scanner that has panicked may do so
// again.
func offsetOf(offset func() int64) (at int64) {
	recovered.Call(func() { at = offset() })
	return at
}

// guard calls do, which scans an input or a text in it. If do panics, that is a fault.
func (e *Engine) guard(name string, read *counter, do func()) {
	err := e.call(do, read.at)
	if err == nil {
		return
	}
	e.outcome.Faults++
	if e.options.Events.Fail != nil {
		e.options.Events.Fail(&Fault{Name: name, Offset: read.n, Err: err})
	}
}

// A counter counts the bytes of an input that are read.
type counter struct {
	io.Reader
	n int64
}

func (c *counter) Read(p []byte) (n int, err error) {
	n, err = c.Reader.Read(p)
	c.n += int64(n)
	return n, err
}

func (c *counter) at() int64 { return c.n }
