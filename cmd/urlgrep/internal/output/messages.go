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

// Messages writes what is not a result. Each message is one line that begins with the
// name of the program.
type Messages struct {
	Terminal bool // messages are shown on a terminal

	results *Output
	to      io.Writer
}

// NewMessages returns Messages that are written to w, each after the results found so
// far are written.
func NewMessages(results *Output, w io.Writer) *Messages {
	return &Messages{Terminal: IsTerminal(w), results: results, to: w}
}

// Through returns Messages that reach m by way of w, each after results are written.
func (m *Messages) Through(results *Output, w io.Writer) *Messages {
	return &Messages{Terminal: m.Terminal, results: results, to: w}
}

// Wrap has m write to the writer that wrap returns for the present one.
func (m *Messages) Wrap(wrap func(io.Writer) io.Writer) { m.to = wrap(m.to) }

// Results returns the Output that is flushed before each message.
func (m *Messages) Results() *Output { return m.results }

// Writer returns where messages are written.
func (m *Messages) Writer() io.Writer { return m.to }

// File returns the file that messages are written to, nil if it is not a file.
func (m *Messages) File() *os.File {
	f, _ := m.to.(*os.File)
	return f
}

// Print writes a message of parts, with ": " before each. It flushes the results first,
// so that on a terminal a message follows them.
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

// Usage reports a command line that makes no sense.
func (m *Messages) Usage(err error) {
	m.Print(err.Error())
	fmt.Fprintln(m.to, "Try 'urlgrep -h' for a short help, 'urlgrep --help' for all options.")
}

// WriteError reports that results could not be written. It does not report a pipe whose
// reader has gone, which has read all that it wanted.
func (m *Messages) WriteError(err error) {
	if !errors.Is(err, syscall.EPIPE) {
		m.Print("write error", Cause(err).Error())
	}
}

// Cause returns the error within err that says what happened, without the operation and
// the name of the file.
func Cause(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}

// Plural returns a number and what is counted: "1 URL", "2 URLs".
func Plural(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
