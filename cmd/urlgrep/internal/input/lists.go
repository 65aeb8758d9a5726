package input

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
)

// maxName is the maximum length of a name in a list of files, in bytes. No system has
// longer names.
const maxName = 32 << 10

// eachListed calls do for each name in the lists, one list after another.
func (w *Walker) eachListed(do func(name string)) {
	for _, list := range w.Lists {
		w.eachName(list, do)
	}
}

// ReadLists appends the names in the lists to the operands. An input that is read twice
// needs this, as the names must not change in between.
func (w *Walker) ReadLists() {
	w.eachListed(func(name string) { w.Operands = append(w.Operands, name) })
	w.Lists = w.Lists[:0]
}

// eachName calls do for each name in a list.
func (w *Walker) eachName(list string, do func(name string)) {
	in, shown := w.Stdin, StdinName
	if list != "-" {
		f, err := os.Open(list)
		if err != nil {
			w.visitor.Fail(list, err)
			return
		}
		defer f.Close()
		in, shown = f, list
	}
	r := bufio.NewReaderSize(nameReader{in, w}, maxName)
	end := nameEnd(r)
	for !w.visitor.IsOver() {
		text, err := r.ReadSlice(end)
		switch {
		case err == bufio.ErrBufferFull:
			w.visitor.Fail(shown, fmt.Errorf("not a list of files: a name is longer than %d bytes", maxName))
			return
		case err != nil && err != io.EOF:
			w.visitor.Fail(shown, err)
			return
		}
		switch name := trimEnd(text, end); {
		case name == "-" && list == "-":
			w.visitor.Fail(name, errors.New("standard input is already read as the list of files"))
		case name != "":
			do(name)
		}
		if err != nil {
			return
		}
	}
}

// nameEnd returns the byte that ends each name in a list: a NUL if the first read has
// one, and a newline otherwise. It does not wait for a second read: "find -print0" writes
// several names at once, and the files that a slow command finds should be searched as
// they come.
func nameEnd(r *bufio.Reader) byte {
	r.Peek(1) // the next read returns the error again
	if head, _ := r.Peek(r.Buffered()); bytes.IndexByte(head, 0) >= 0 {
		return 0
	}
	return '\n'
}

// trimEnd returns a name without its end, which is CR LF on Windows.
func trimEnd(text []byte, end byte) string {
	text = bytes.TrimSuffix(text, []byte{end})
	if end == '\n' {
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	return string(text)
}

// A nameReader reads a list. Before each read it has the matches found so far printed.
type nameReader struct {
	r io.Reader
	w *Walker
}

func (n nameReader) Read(p []byte) (int, error) {
	n.w.visitor.Idle()
	return interrupt.Await(n.w.interruption, func() (int, error) { return n.r.Read(p) })
}
