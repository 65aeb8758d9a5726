package output

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"github.com/urlgrep/urlgrep/internal/visible"
)

// Messages writes messages, which are not results. Each message is one line that begins
// with the name of the program.
type Messages struct {
	Terminal bool // messages go to a terminal

	results *Output
	to      io.Writer
}

// NewMessages returns Messages that are written to w. The results are flushed before each
// message.
func NewMessages(results *Output, w io.Writer) *Messages {
	return &Messages{Terminal: IsTerminal(w), results: results, to: w}
}

// Through returns Messages that write to w, for a w that passes them on to m. It flushes
// results before each message.
func (m *Messages) Through(results *Output, w io.Writer) *Messages {
	return &Messages{Terminal: m.Terminal, results: results, to: w}
}

// Wrap replaces the writer of m by the writer that wrap returns for it.
func (m *Messages) Wrap(wrap func(io.Writer) io.Writer) { m.to = wrap(m.to) }

// Results returns the Output that is flushed before each message.
func (m *Messages) Results() *Output { return m.results }

// Writer returns the writer of the messages.
func (m *Messages) Writer() io.Writer { return m.to }

// File returns the file that messages are written to, or nil if they do not go to a file.
func (m *Messages) File() *os.File {
	f, _ := m.to.(*os.File)
	return f
}

// Print writes a message that consists of parts, with ": " before each part. It flushes
// the results first, so that the message follows them on a terminal.
func (m *Messages) Print(parts ...string) {
	m.results.Flush()
	line := "urlgrep"
	for _, p := range parts {
		line += ": " + p
	}
	if m.Terminal {
		line = string(visible.Append(nil, []byte(line)))
	} else {
		line = visible.Line(line)
	}
	fmt.Fprintln(m.to, line)
}

// Usage reports an error in the command line.
func (m *Messages) Usage(err error) {
	m.Print(err.Error())
	fmt.Fprintln(m.to, "Try 'urlgrep -h' for a short help, 'urlgrep --help' for all options.")
}

// WriteError reports an error of writing results. It does not report a pipe whose reader
// has exited: the reader needs no more results.
func (m *Messages) WriteError(err error) {
	if !errors.Is(err, syscall.EPIPE) {
		m.Print("write error", Cause(err).Error())
	}
}

// Cause returns the error within err without the operation and the name of the file.
func Cause(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	if l := (*os.LinkError)(nil); errors.As(err, &l) {
		return l.Err
	}
	return err
}

// Plural returns a number and a noun: "1 URL", "2 URLs".
func Plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
