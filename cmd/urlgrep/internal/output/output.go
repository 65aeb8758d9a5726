// Package output writes what the program prints: an [Output] writes results, and
// [Messages] writes lines about them to standard error.
package output

import (
	"bytes"
	"io"
	"io/fs"
	"os"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// An Output buffers results and remembers the first error of writing them.
//
// The buffer always ends with the end of a line, and is written as a whole. So each
// write ends with a line, whatever ends the program in between, and whoever else
// appends to the same file.
//
// An Output has more than a handful of fields as it describes where it writes to, too.
type Output struct {
	Terminal     bool // results are shown on a terminal: control characters in them become visible
	LineBuffered bool // each line is written at once

	to     io.Writer
	buffer []byte      // its capacity is the most that waits
	err    error       // the first error; nothing is written after it
	file   *os.File    // to, nil if to is not a file
	info   fs.FileInfo // of file
}

// A Flusher is a writer with a buffer of its own.
type Flusher interface{ Flush() }

// size is how many bytes of results wait to be written, at most.
const size = 64 << 10

// New returns an Output that writes to w.
func New(w io.Writer) *Output {
	o := &Output{to: w, buffer: make([]byte, 0, size), Terminal: IsTerminal(w)}
	if f, ok := w.(*os.File); ok {
		o.file = f
		o.info, _ = f.Stat()
	}
	return o
}

// Through returns an Output whose results reach o by way of w, with a buffer of size
// bytes. It treats results as o does. If w is a [Flusher], w is flushed with it.
func (o *Output) Through(w io.Writer, size int) *Output {
	return &Output{
		Terminal: o.Terminal, LineBuffered: o.LineBuffered,
		to: w, buffer: make([]byte, 0, size), info: o.info,
	}
}

// Wrap has o write to the writer that wrap returns for the present one.
func (o *Output) Wrap(wrap func(io.Writer) io.Writer) { o.to = wrap(o.to) }

// Err returns the first error of writing.
func (o *Output) Err() error { return o.err }

// File returns the file that o writes to, nil if o does not write to a file.
func (o *Output) File() *os.File { return o.file }

// IsPipe reports whether o writes to a pipe or a socket.
func (o *Output) IsPipe() bool {
	return o.info != nil && o.info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

// IsFile reports whether in is the regular file that o writes to, which would grow for
// as long as it is read.
func (o *Output) IsFile(in fs.FileInfo) bool {
	return in != nil && o.info != nil && in.Mode().IsRegular() && os.SameFile(in, o.info)
}

// Write buffers p, which is one line. On a terminal control characters in p become
// visible, except the line feed at its end.
func (o *Output) Write(p []byte) (int, error) {
	n := len(p)
	if o.Terminal {
		line := bytes.TrimSuffix(p, []byte("\n"))
		p = append(visible.Append(nil, line), p[len(line):]...)
	}
	if err := o.WriteShown(p); err != nil {
		return 0, err
	}
	return n, nil
}

// WriteShown buffers p as it is. p is one line or a text of the program; all in p that
// comes from the input is visible already, where that matters.
func (o *Output) WriteShown(p []byte) error {
	o.Add(p)
	if o.LineBuffered {
		o.Flush()
	}
	return o.err
}

// Add buffers p, which ends with the end of a line, even if lines are to be written at
// once.
func (o *Output) Add(p []byte) {
	o.makeRoom(len(p))
	if len(p) > cap(o.buffer) {
		o.write(p)
		return
	}
	o.buffer = append(o.buffer, p...)
}

// Extend returns the buffer with room for n bytes more. The caller appends a line of so
// many bytes, and passes the result to [Output.Extended].
func (o *Output) Extend(n int) []byte {
	o.makeRoom(n)
	return o.buffer
}

// Extended replaces the buffer by what the caller has made of the result of
// [Output.Extend].
func (o *Output) Extended(buffer []byte) {
	o.buffer = buffer
	if o.LineBuffered {
		o.Flush()
	}
}

// makeRoom writes what is buffered if n more bytes do not fit.
func (o *Output) makeRoom(n int) {
	if len(o.buffer)+n > cap(o.buffer) {
		o.Drain()
	}
}

// Drain writes what is buffered, and does not flush the writer below.
func (o *Output) Drain() {
	if len(o.buffer) > 0 {
		o.write(o.buffer)
		o.buffer = o.buffer[:0]
	}
}

func (o *Output) write(p []byte) {
	if o.err != nil {
		return
	}
	n, err := o.to.Write(p)
	if n < len(p) && err == nil {
		err = io.ErrShortWrite
	}
	o.err = err
}

// Flush writes what is buffered, and flushes the writer below if that is a [Flusher].
func (o *Output) Flush() {
	o.Drain()
	if f, ok := o.to.(Flusher); ok {
		f.Flush()
	}
}

// Restart drops what is buffered, and forgets the error if it is ignored.
func (o *Output) Restart(ignored error) {
	if o.err == ignored {
		o.err = nil
	}
	o.buffer = o.buffer[:0]
}

// IsTerminal reports whether w is a terminal, or another device that shows characters
// one by one, unlike the null device.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}
