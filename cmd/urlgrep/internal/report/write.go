package report

import (
	"errors"
	"io"
)

// Write writes the page of d to w.
func Write(w io.Writer, d *Data) error { return errors.New("not written yet") }
