// Package recovered turns panics into errors, so that a failure on one input does not end
// the work on the others.
package recovered

import (
	"fmt"
	"runtime/debug"
)

// An Error is a recovered panic.
type Error struct {
	Value any    // argument of panic
	Stack []byte // stack of the goroutine, as from [debug.Stack]
}

func (e *Error) Error() string { return fmt.Sprintf("internal error: %v", e.Value) }

// To sets *err to an [Error] if the function that defers To panics.
func To(err *error) {
	if v := recover(); v != nil {
		*err = &Error{v, debug.Stack()}
	}
}

// Call calls do. It returns an [Error] if do panics.
func Call(do func()) (err error) {
	defer To(&err)
	do()
	return nil
}
