package input

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/reading"
	"github.com/urlgrep/urlgrep/internal/tempfile"
)

// Copies are the operands of a search that reads all inputs twice, as far as they can be read only
// once. They are copied to temporary files as they are read.
type Copies struct {
	stdin io.Reader
	of    map[int]*copied // by the number of the operand
}

// NewCopies returns no Copies. stdin is standard input.
func NewCopies(stdin io.Reader) *Copies { return &Copies{stdin: stdin, of: make(map[int]*copied)} }

// Keep prepares for the second reading of an operand, which is r and is read through src. It copies
// an operand that can be read only once. The caller calls done after the first reading, which has
// read all that it needs if rest is not set. done rewinds standard input if it is a regular file.
func (c *Copies) Keep(operand int, r io.Reader, src *Source) (done func(rest bool)) {
	if src.IsRegular() {
		return func(bool) {
			if r == c.stdin {
				src.Rewind()
			}
		}
	}
	own := &copied{from: r}
	c.of[operand] = own
	if own.file, own.err = tempfile.New(); own.err != nil {
		own.err = copyError{own.err}
		src.Repeat(failing{own.err})
		return func(bool) {}
	}
	src.Repeat(own)
	return own.end
}

// Again returns the copy of an operand for the second reading, or nil if the operand has
// no copy. The copy ends with the error that ended the first reading.
func (c *Copies) Again(operand int) io.Reader {
	if c == nil || c.of[operand] == nil {
		return nil
	}
	switch own := c.of[operand]; {
	case own.file == nil:
		return failing{own.err}
	case own.err == nil || own.err == io.EOF:
		return io.MultiReader(own.file) // not a file, so that it is searched like the original
	default:
		return io.MultiReader(own.file, failing{own.err})
	}
}

// Remove removes the copies.
func (c *Copies) Remove() {
	for _, own := range c.of {
		if own.file != nil {
			own.file.Close()
		}
	}
}

// A copied is an input that is copied to a temporary file as it is read.
type copied struct {
	from io.Reader
	file *tempfile.File
	err  error // error of the last read
}

func (c *copied) Read(p []byte) (n int, err error) {
	n, err = reading.Some(c.from, p)
	if _, failed := c.file.Write(p[:n]); failed != nil {
		err = copyError{failed}
	}
	c.err = err
	return n, err
}

// end ends the first reading. It reads the rest if rest is set.
func (c *copied) end(rest bool) {
	if c.err == nil && rest {
		io.Copy(io.Discard, c)
	}
	if _, err := c.file.Seek(0, io.SeekStart); err != nil {
		c.err = copyError{err}
	}
}

// A copyError is an error of a copy, not of the input. It does not unwrap its cause, whose file is
// named: see [output.Cause].
type copyError struct{ cause error }

func (e copyError) Error() string {
	return "it cannot be copied for the second reading: " + e.cause.Error()
}

// failing is a reader that returns an error.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) { return 0, f.err }
