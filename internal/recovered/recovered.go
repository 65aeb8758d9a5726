// Package recovered turns panics into errors, so that what goes wrong with one input
// does not end the work on others.
package recovered

import (
	"fmt"
	"runtime/debug"
)

// An Error is a panic.
type Error struct {
	Value any    // what panic was called with
	Stack []byte // of the goroutine, as [debug.Stack] writes it
}

func (e *Error) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// To sets err to an [Error] if the function that defers it panics.
func To(err *error) {
	if v := recover(); v != nil {
		*err = &Error{v, debug.Stack()}
	}
}

// Call calls do, and returns an [Error] if do panics.
func Call(do func()) (err error) {
	defer To(&err)
	do()
	return nil
}
