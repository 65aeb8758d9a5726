// Package sqlite asks the program sqlite3 about a database.
//
// The program is run without a shell, and reads neither standard input nor ~/.sqliterc. Its time
// and its output are bounded, and its memory is its own: this package keeps one line of what it
// prints.
package sqlite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A Program is the program sqlite3, and the limits of one call of it.
type Program struct {
	Name   string        // of the executable; looked for in PATH if it has no slash
	Time   time.Duration // after which the program is killed
	Output int64         // maximum number of bytes that it prints
	Line   int           // maximum length of a line of that, in bytes
}

// Default is the program that is installed. Its time is twice that for which it waits for other
// programs, and its output the rows of 20 million files.
func Default() *Program {
	return &Program{Name: "sqlite3", Time: 2 * busy, Output: 4 << 30, Line: 16 << 20}
}

// busy is for how long the program waits for others that have locked the database: as long as an
// import does.
const busy = 10 * time.Minute

// killed is the time that the output may stay open after the program was killed.
const killed = 5 * time.Second

// Query runs a query and calls row with each line of the result that is not empty: the columns of a
// row, with "|" between them. A database that does not exist is an empty one. The program may write to the
// database: it must roll back the transaction of an import that was killed.
//
// Query returns the error of row, the cause of a ctx that is done, or an error that says what
// went wrong, with the first line that the program prints about that. The program has then ended.
func (p *Program) Query(ctx context.Context, database, query string, row func(line string) error) error {
	ctx, kill := context.WithCancelCause(ctx)
	defer kill(nil)
	timer := time.AfterFunc(p.Time, func() { kill(fmt.Errorf("no answer within %v", p.Time)) })
	defer timer.Stop()
	stdout := &lines{program: p, row: row, kill: kill}
	var stderr head
	cmd := exec.CommandContext(ctx, p.Name, arguments(database, query)...)
	cmd.Stdout, cmd.Stderr, cmd.WaitDelay = stdout, &stderr, killed
	err := cmd.Run()
	switch text := stderr.line(); {
	case ctx.Err() != nil: // the program was killed
		return context.Cause(ctx)
	case err == nil:
		return stdout.end()
	case text != "":
		return errors.New(text)
	}
	return err
}

// arguments returns the arguments of the program. None that is from outside is an option, a URI or
// a command that begins with a dot.
func arguments(database, query string) []string {
	if !filepath.IsAbs(database) {
		database = "." + string(filepath.Separator) + database
	}
	wait := fmt.Sprintf(".timeout %d", busy.Milliseconds())
	return []string{"-batch", "-init", os.DevNull, "-list", "-cmd", wait, database, " " + query}
}

// lines is a writer that calls row with each line. After an error it calls kill.
type lines struct {
	program *Program
	row     func(line string) error
	kill    context.CancelCauseFunc
	partial []byte // line whose end is not written yet
	n       int64  // number of bytes written
}

func (l *lines) Write(p []byte) (int, error) {
	if err := l.write(p); err != nil {
		l.kill(err)
		return 0, err
	}
	return len(p), nil
}

func (l *lines) write(p []byte) error {
	if l.n += int64(len(p)); l.n > l.program.Output {
		return fmt.Errorf("more output than %d bytes", l.program.Output)
	}
	for len(p) > 0 {
		line, rest, whole := bytes.Cut(p, []byte{'\n'})
		if len(l.partial)+len(line) > l.program.Line {
			return fmt.Errorf("a line of more than %d bytes", l.program.Line)
		}
		l.partial = append(l.partial, line...)
		p = rest
		if !whole {
			break
		}
		if err := l.end(); err != nil {
			return err
		}
	}
	return nil
}

// end ends the partial line, if there is one that is not empty.
func (l *lines) end() error {
	line := strings.TrimSuffix(string(l.partial), "\r")
	l.partial = l.partial[:0]
	if line == "" {
		return nil
	}
	return l.row(line)
}

// maxHead is the number of bytes that a head keeps.
const maxHead = 4 << 10

// A head is a writer that keeps the beginning of the text.
type head struct{ text []byte }

func (h *head) Write(p []byte) (int, error) {
	h.text = append(h.text, p[:min(len(p), maxHead-len(h.text))]...)
	return len(p), nil
}

// line returns the first line that is not empty, without blanks around it.
func (h *head) line() string {
	text, _, _ := strings.Cut(strings.TrimSpace(string(h.text)), "\n")
	return strings.TrimSpace(text)
}
