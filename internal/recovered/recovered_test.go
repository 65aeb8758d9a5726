package recovered

import (
	"bytes"
	"errors"
	"io"
	"testing"
)

func TestCall(t *testing.T) {
	if err := Call(func() {}); err != nil {
		t.Errorf("no panic: %v", err)
	}
	err := Call(func() { panic("lost") })
	var e *Error
	if !errors.As(err, &e) || err.Error() != "internal error: lost" || !bytes.Contains(e.Stack, []byte("TestCall")) {
		t.Errorf("%v, with the stack\n%s", err, e.Stack)
	}
	if err := Call(func() { panic(io.EOF) }); errors.Is(err, io.EOF) {
		t.Error("the panic is taken for the end of an input")
	}
}

// TestTo checks that the other results of a function that panics are kept.
func TestTo(t *testing.T) {
	read := func() (n int, err error) {
		defer To(&err)
		n = 7
		panic("lost")
	}
	if n, err := read(); n != 7 || err == nil {
		t.Errorf("%d, %v", n, err)
	}
}
