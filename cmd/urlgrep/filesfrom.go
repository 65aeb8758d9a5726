package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
)

// maxName is how long a name in a list of files may be. No system has longer ones.
const maxName = 32 << 10

// listed searches what the lists name, one list after another.
func (s *search) listed() {
	for _, list := range s.lists {
		s.eachName(list, s.operand)
	}
}

// readLists takes the names in the lists for operands. What is read twice must not
// change between.
func (s *search) readLists() {
	for _, list := range s.lists {
		s.eachName(list, func(name string) { s.operands = append(s.operands, name) })
	}
	s.lists = s.lists[:0]
}

// eachName goes through the names in a list.
func (s *search) eachName(list string, do func(name string)) {
	in, shown := s.stdin, stdinName
	if list != "-" {
		f, err := os.Open(list)
		if err != nil {
			s.fail(list, err)
			return
		}
		defer f.Close()
		in, shown = f, list
	}
	r := bufio.NewReaderSize(nameReader{in, s}, maxName)
	end := nameEnd(r)
	for !s.over() {
		text, err := r.ReadSlice(end)
		switch {
		case err == bufio.ErrBufferFull:
			s.fail(shown, fmt.Errorf("no list of files: a name is longer than %d bytes", maxName))
			return
		case err != nil && err != io.EOF:
			s.fail(shown, err)
			return
		}
		switch name := trimEnd(text, end); {
		case name == "-" && list == "-":
			s.fail(name, errors.New("standard input is the list of files"))
		case name != "":
			do(name)
		}
		if err != nil {
			return
		}
	}
}

// nameEnd returns what ends the names in a list: a NUL, if there is one in what is
// read first, else a newline. "find -print0" writes some names at once; to wait for
// more would keep what a slow command finds from being searched.
func nameEnd(r *bufio.Reader) byte {
	r.Peek(1) // an error comes again
	if head, _ := r.Peek(r.Buffered()); bytes.IndexByte(head, 0) >= 0 {
		return 0
	}
	return '\n'
}

// trimEnd returns a name without what ends it, which on Windows is CR LF.
func trimEnd(text []byte, end byte) string {
	text = bytes.TrimSuffix(text, []byte{end})
	if end == '\n' {
		text = bytes.TrimSuffix(text, []byte("\r"))
	}
	return string(text)
}

// A nameReader reads a list. Before it waits for more, what was found goes out.
type nameReader struct {
	r io.Reader
	s *search
}

func (n nameReader) Read(p []byte) (int, error) {
	n.s.share(func(w *search) {
		w.turn.Await()
		w.out.Flush()
	})
	return await(n.s.interruption, func() (int, error) { return n.r.Read(p) })
}
