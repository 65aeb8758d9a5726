// Package output writes the output of the program: an [Output] writes results, and
// [Messages] writes messages to standard error.
package output

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"time"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// An Output buffers results and records the first error of writing them.
//
// The buffer always ends at the end of a line, and is written as a whole. So each write
// ends at the end of a line, even if the program ends in between or another program
// appends to the same file.
//
// If a program or a terminal reads the results, the first results are written soon: the
// number of bytes buffered begins with one line and doubles with each write, up to the
// capacity, and [Output.WriteDue] writes what has been in the buffer for long.
//
// An Output has more than a handful of fields because it also describes the destination.
type Output struct {
	Terminal     bool // results go to a terminal: control characters in them become visible
	LineBuffered bool // write each line immediately

	to     io.Writer
	buffer []byte
	most   int       // maximum number of bytes buffered now
	due    time.Time // from when on WriteDue writes
	now    func() time.Time
	err    error       // the first error; nothing is written after it
	file   *os.File    // to, if to is a file
	info   fs.FileInfo // of file
}

// A Flusher is a writer that has a buffer.
type Flusher interface {
	Flush()
	WriteDue() // flushes what [Output.WriteDue] would
}

const (
	size  = 64 << 10 // size of the buffer, in bytes
	small = 1 << 10  // maximum number of bytes buffered after the first write

	// delay is the time between two flushes of WriteDue. A user does not notice it.
	delay = 20 * time.Millisecond
)

// New returns an Output that writes to w.
func New(w io.Writer) *Output {
	o := &Output{to: w, buffer: make([]byte, 0, size), Terminal: IsTerminal(w), now: time.Now}
	if f, ok := w.(*os.File); ok {
		o.file = f
		o.info, _ = f.Stat()
	}
	if !o.hasReader() {
		o.most = size
	}
	return o
}

// hasReader reports whether a program or a terminal may wait for results.
func (o *Output) hasReader() bool { return o.info != nil && !o.info.Mode().IsRegular() }

// Through returns an Output with a buffer of size bytes that writes to w, for a w that
// passes the results on to o. The other settings are those of o. If w is a [Flusher],
// Flush also flushes w.
func (o *Output) Through(w io.Writer, size int) *Output {
	return &Output{
		Terminal: o.Terminal, LineBuffered: o.LineBuffered,
		to: w, buffer: make([]byte, 0, size), most: size, info: o.info, now: o.now,
	}
}

// Wrap replaces the writer of o by the writer that wrap returns for it.
func (o *Output) Wrap(wrap func(io.Writer) io.Writer) { o.to = wrap(o.to) }

// Err returns the first write error.
func (o *Output) Err() error { return o.err }

// File returns the file that o writes to, or nil if o does not write to a file.
func (o *Output) File() *os.File { return o.file }

// IsPipe reports whether o writes to a pipe or a socket.
func (o *Output) IsPipe() bool {
	return o.info != nil && o.info.Mode()&(fs.ModeNamedPipe|fs.ModeSocket) != 0
}

// Write buffers p, which is one line. On a terminal it makes control characters in p
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

// WriteShown buffers p unchanged. p is one line or a text of the program. If the output
// is a terminal, text in p that comes from the input must already be visible.
func (o *Output) WriteShown(p []byte) error {
	o.Add(p)
	if o.LineBuffered {
		o.Flush()
	}
	return o.err
}

// Add buffers p, which ends at the end of a line. It does not flush, even if LineBuffered
// is set.
func (o *Output) Add(p []byte) {
	o.makeRoom(len(p))
	if len(p) > cap(o.buffer) {
		o.write(p)
		return
	}
	o.buffer = append(o.buffer, p...)
}

// Extend returns the buffer with room for n more bytes. The caller appends a line of at
// most n bytes and passes the result to [Output.Extended].
func (o *Output) Extend(n int) []byte {
	o.makeRoom(n)
	return o.buffer
}

// Extended sets the buffer to the result of [Output.Extend] with the line that the caller
// appended.
func (o *Output) Extended(buffer []byte) {
	o.buffer = buffer
	if o.LineBuffered {
		o.Flush()
	}
}

// makeRoom writes the buffer if n more bytes would be too many.
func (o *Output) makeRoom(n int) {
	if len(o.buffer)+n > o.most && len(o.buffer) > 0 {
		o.Drain()
		o.most = min(max(small, 2*o.most), cap(o.buffer))
	}
}

// WriteDue flushes the buffer if a reader may wait for the results in it, unless it did so less
// than a delay ago. It is called from time to time, at least once for each part of the input.
func (o *Output) WriteDue() {
	switch f, passes := o.to.(Flusher); {
	case !o.hasReader():
	case len(o.buffer) > 0:
		if t := o.now(); !t.Before(o.due) {
			o.Flush()
			o.due = t.Add(delay)
		}
	case passes:
		f.WriteDue()
	}
}

// Drain writes the buffer. It does not flush the underlying writer.
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

// Flush writes the buffer, and flushes the underlying writer if that is a [Flusher].
func (o *Output) Flush() {
	o.Drain()
	if f, ok := o.to.(Flusher); ok {
		f.Flush()
	}
}

// Restart empties the buffer, and clears the error if it equals ignored.
func (o *Output) Restart(ignored error) {
	if o.err == ignored {
		o.err = nil
	}
	o.buffer = o.buffer[:0]
}

// IsTerminal reports whether w is a terminal, or another character device except the null
// device.
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

// Lines returns a writer that passes lines to Write. Text after the last line feed is not
// written.
func (o *Output) Lines() io.Writer { return &lines{to: o} }

type lines struct {
	to   *Output
	rest []byte
}

func (l *lines) Write(p []byte) (int, error) {
	n := len(p)
	for {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			l.rest = append(l.rest, p...)
			return n, l.to.Err()
		}
		l.rest = append(l.rest, p[:i+1]...)
		if _, err := l.to.Write(l.rest); err != nil {
			return 0, err
		}
		l.rest, p = l.rest[:0], p[i+1:]
	}
}
