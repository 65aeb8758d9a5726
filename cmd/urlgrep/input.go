package main

import (
	"bufio"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/internal/detect"
)

// A source is an input that is read. It writes out what was found so far before
// each read that may wait for somebody; counts what was read; and gives errors
// that say where they happened.
type source struct {
	r      io.Reader
	out    *output.Output
	search *search      // that reads it, nil: none does
	file   *os.File     // r, if it is one
	info   fs.FileInfo  // of file, at the beginning
	size   int64        // how much is to come, -1 when not known
	at     int64        // how much has come
	read   atomic.Int64 // how much was read, from any place
	err    error        // that ended it
	ahead  bool         // of the search, by another goroutine
}

func newSource(r io.Reader, out *output.Output) *source {
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

// ReadAt reads a regular input at any place, as seen from where it begins, as often
// as wanted. Read knows nothing of it.
func (s *source) ReadAt(p []byte, at int64) (n int, err error) {
	if s.isInterrupted() {
		return 0, errInterrupted
	}
	n, err = s.file.ReadAt(p, s.info.Size()-s.size+at)
	if onRead != nil {
		onRead(p[:n])
	}
	switch {
	case err == io.EOF:
		err = s.end(at + int64(n))
	case err != nil:
		err = fmt.Errorf("read error at byte %d: %w", at+int64(n), output.Cause(err))
	}
	return n, err
}

// section returns the input to be read at any place, nil where it cannot.
func (s *source) section() *io.SectionReader {
	if !s.regular() {
		return nil
	}
	return io.NewSectionReader(anywhere{s}, 0, s.size)
}

// anywhere reads a source at any place, and counts what it reads.
type anywhere struct{ *source }

func (a anywhere) ReadAt(p []byte, at int64) (n int, err error) {
	n, err = a.file.ReadAt(p, a.info.Size()-a.size+at)
	a.count(n)
	return n, err
}

// count counts what was read.
func (s *source) count(n int) {
	s.read.Add(int64(n))
	if s.search != nil {
		s.search.progress.read.Add(int64(n))
	}
}

// left returns how much of the input was not read, less what was read twice.
func (s *source) left() int64 {
	if !s.regular() {
		return 0
	}
	return s.size - s.read.Load()
}

// given returns how much of the input was read, which may be read several times.
func (s *source) given() int64 {
	n := s.read.Load()
	if s.regular() {
		n = min(n, s.size)
	}
	return n
}

func (s *source) Read(p []byte) (n int, err error) {
	if s.err != nil {
		return 0, s.err // a terminal could go on after its end
	}
	if s.isInterrupted() {
		return 0, errInterrupted
	}
	if s.ahead {
		n, err = s.r.Read(p)
	} else {
		n, err = s.readWaiting(p)
	}
	if onRead != nil {
		onRead(p[:n])
	}
	s.at += int64(n)
	s.count(n)
	switch {
	case err == io.EOF:
		s.err = s.end(s.at)
	case err != nil:
		s.err = fmt.Errorf("read error at byte %d: %w", s.at, output.Cause(err))
	}
	return n, s.err
}

// readWaiting reads what may have to be waited for.
func (s *source) readWaiting(p []byte) (n int, err error) {
	defer s.wait()()
	return s.r.Read(p)
}

// wait writes out what was found, before a read that may wait. Behind that resume has
// to be called.
func (s *source) wait() (resume func()) {
	if !s.regular() || s.out.Terminal {
		s.out.Flush()
	}
	if s.regular() || s.search == nil {
		return func() {}
	}
	s.search.wait()
	return s.search.interruption.busy.Lock
}

func (s *source) isInterrupted() bool { return s.search != nil && s.search.interrupted() }

// goAhead leaves the reading to another goroutine, and returns what the search calls
// from now on before it waits for that.
func (s *source) goAhead() (wait func() (resume func())) {
	s.ahead = true
	return s.wait
}

// end returns the error at the end of the input, which is at that byte: not io.EOF, if that is a file
// that somebody has cut short meanwhile. Less than its size alone is no sign
// of that: the files of /sys claim to be a page long.
func (s *source) end(at int64) error {
	if at >= s.size {
		return io.EOF
	}
	now, err := s.file.Stat()
	if err != nil || now.Size() >= s.info.Size() {
		return io.EOF
	}
	return fmt.Errorf("read error at byte %d: file shrank by %d bytes while it was read", at, s.size-at)
}

// headOf returns what in gives first: of a regular file all that is to be looked at; of
// anything else no more than comes at once, so that what is in that is not held up.
// Nothing is taken from in.
func headOf(in *bufio.Reader, regular bool) []byte {
	n := detect.HeadSize
	if !regular {
		in.Peek(1)
		n = in.Buffered()
	}
	head, _ := in.Peek(n) // an error comes again
	return head
}
