package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/urlgrep/urlgrep/internal/charset"
)

// binaryHead is how much of an input is looked at for a NUL, which makes it
// binary.
const binaryHead = 32 << 10

// A source is an input that is read. It writes out what was found so far before
// each read that may wait for somebody; counts what was read; and gives errors
// that say where they happened.
type source struct {
	r    io.Reader
	out  *output
	file *os.File    // r, if it is one
	info fs.FileInfo // of file, at the beginning
	size int64       // how much is to come, -1 when not known
	at   int64       // how much has come
	err  error       // that ended it
}

func newSource(r io.Reader, out *output) *source {
	s := &source{r: r, out: out, size: -1}
	f, ok := r.(*os.File)
	if !ok {
		return s
	}
	info, err := f.Stat()
	if err != nil {
		return s
	}
	s.file, s.info = f, info
	if info.Mode().IsRegular() {
		s.size = info.Size()
		if at, err := f.Seek(0, io.SeekCurrent); err == nil {
			s.size -= at // standard input need not be at its beginning
		}
	}
	return s
}

// regular reports whether no read has to wait.
func (s *source) regular() bool { return s.size >= 0 }

func (s *source) Read(p []byte) (n int, err error) {
	if s.err != nil {
		return 0, s.err // a terminal could go on after its end
	}
	if !s.regular() || s.out.terminal {
		s.out.Flush()
	}
	n, err = s.r.Read(p)
	s.at += int64(n)
	switch {
	case err == io.EOF:
		s.err = s.end()
	case err != nil:
		s.err = fmt.Errorf("read error at byte %d: %w", s.at, cause(err))
	}
	return n, s.err
}

// end returns the error at the end of the input: not io.EOF, if that is a file
// that somebody has cut short meanwhile. Less than its size alone is no sign
// of that: the files of /sys claim to be a page long.
func (s *source) end() error {
	if s.at >= s.size {
		return io.EOF
	}
	now, err := s.file.Stat()
	if err != nil || now.Size() >= s.info.Size() {
		return io.EOF
	}
	return fmt.Errorf("read error at byte %d: file shrank by %d bytes while it was read", s.at, s.size-s.at)
}

// binary reports whether what in gives first has a NUL in it and so is no
// text. Of a regular file that is its first 32 KiB; of anything else no more
// than comes at once, so that what is in that is not held up. Nothing is taken
// from in.
func binary(in *bufio.Reader, regular bool) bool {
	n := binaryHead
	if !regular {
		in.Peek(1)
		n = in.Buffered()
	}
	head, _ := in.Peek(n) // an error comes again
	if bytes.IndexByte(head, 0) < 0 {
		return false
	}
	_, marked := charset.Sniff(head)
	return !marked
}

// cause returns the error within err that says what happened, without what was
// done and the name of the file.
func cause(err error) error {
	if p := (*fs.PathError)(nil); errors.As(err, &p) {
		return p.Err
	}
	return err
}
