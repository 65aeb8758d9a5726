package input

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
)

// A Monitor observes the reads of a Source. Only Out must be set.
type Monitor struct {
	Out          *output.Output          // flushed before each read that may wait
	Interruption *interrupt.Interruption // ends the reading
	BeforeExit   func()                  // argument of Interruption.Wait
	Progress     *progress.Progress      // counts the bytes read
	OnRead       func(text []byte)       // called with all text that is read
}

func (m *Monitor) isInterrupted() bool {
	return m.Interruption != nil && m.Interruption.Occurred()
}

// count counts n bytes as read.
func (m *Monitor) count(n int) {
	if m.Progress != nil {
		m.Progress.Read(int64(n))
	}
}

func (m *Monitor) onRead(text []byte) {
	if m.OnRead != nil {
		m.OnRead(text)
	}
}

// A Source reads an input. Before each read that may wait, it flushes the results found
// so far, and before any other read those that are due. It counts the bytes read, and
// returns errors that include the offset at which they occurred.
type Source struct {
	r       io.Reader
	monitor *Monitor
	file    *os.File     // r, if r is a file
	info    fs.FileInfo  // of file, when the Source was made
	size    int64        // bytes left in the input when the Source was made, -1 if not known
	at      int64        // bytes returned by Read
	read    atomic.Int64 // bytes read by Read and by a Section
	err     error        // ended the input
	failed  atomic.Bool  // a read has failed
	ahead   bool         // another goroutine reads, ahead of the search
	sum     hash.Hash    // of what Read returns; nil: not computed
}

// NewSource returns a Source that reads r from its current offset and reports to m.
func NewSource(r io.Reader, m *Monitor) *Source {
	s := &Source{r: r, monitor: m, size: -1}
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
			s.size -= at // standard input may be past its beginning
		}
	}
	return s
}

// IsRegular reports whether the input is a regular file, for which no read has to wait.
func (s *Source) IsRegular() bool { return s.size >= 0 }

// ReadAt reads a regular file at an offset, relative to where the Source began. It does
// not affect Read or the counts.
func (s *Source) ReadAt(p []byte, at int64) (n int, err error) {
	n, err = s.readAt(p, at)
	s.monitor.onRead(p[:n])
	return n, err
}

// readAt reads a regular file at an offset.
func (s *Source) readAt(p []byte, at int64) (n int, err error) {
	if s.monitor.isInterrupted() {
		return 0, interrupt.ErrInterrupted
	}
	n, err = s.file.ReadAt(p, s.info.Size()-s.size+at)
	switch {
	case err == io.EOF:
		err = s.end(at + int64(n))
	case err != nil:
		s.failed.Store(true)
		err = readError(at+int64(n), err)
	}
	return n, err
}

// readError returns the error for a failed read of an input at an offset, or of its copy.
func readError(at int64, err error) error {
	if copied := (copyError{}); errors.As(err, &copied) {
		return copied
	}
	return fmt.Errorf("read error at byte %d: %w", at, output.Cause(err))
}

// Failed reports whether a read of the input has failed, apart from an interruption. A decoder
// may have returned another error for that.
func (s *Source) Failed() bool { return s.failed.Load() }

// Section returns a reader of the input at any offset, or nil if the input is not a
// regular file.
func (s *Source) Section() *io.SectionReader {
	if !s.IsRegular() {
		return nil
	}
	return io.NewSectionReader(anywhere{s}, 0, s.size)
}

// anywhere reads a Source at any offset, and counts the bytes it reads.
type anywhere struct{ *Source }

func (a anywhere) ReadAt(p []byte, at int64) (n int, err error) {
	n, err = a.readAt(p, at)
	a.count(n)
	return n, err
}

// count counts n bytes as read.
func (s *Source) count(n int) {
	s.read.Add(int64(n))
	s.monitor.count(n)
}

// SumFile returns the SHA-256 of a regular file. It does not affect Read or the counts.
func (s *Source) SumFile() (string, error) {
	sum := sha256.New()
	buf := make([]byte, 64<<10)
	for at := int64(0); ; {
		n, err := s.ReadAt(buf, at)
		sum.Write(buf[:n])
		at += int64(n)
		switch {
		case err == io.EOF:
			return hex.EncodeToString(sum.Sum(nil)), nil
		case err != nil:
			return "", err
		}
	}
}

// SumReads makes s compute the SHA-256 of the bytes that Read returns. It must be called
// before the first Read.
func (s *Source) SumReads() { s.sum = sha256.New() }

// Sum returns the SHA-256 of the input if it was read to its end after SumReads, and ""
// otherwise.
func (s *Source) Sum() string {
	if s.sum == nil || s.err != io.EOF {
		return ""
	}
	return hex.EncodeToString(s.sum.Sum(nil))
}

// Left returns the number of bytes of a regular file that were not read, minus the number
// of bytes that were read twice. It returns 0 for other inputs.
func (s *Source) Left() int64 {
	if !s.IsRegular() {
		return 0
	}
	return s.size - s.read.Load()
}

// Given returns the number of bytes of the input that were read. Bytes of a regular file
// that were read twice do not make it exceed the file's size.
func (s *Source) Given() int64 {
	n := s.read.Load()
	if s.IsRegular() {
		n = min(n, s.size)
	}
	return n
}

func (s *Source) Read(p []byte) (n int, err error) {
	if s.err != nil {
		return 0, s.err // a terminal could return more after its end
	}
	if s.monitor.isInterrupted() {
		return 0, interrupt.ErrInterrupted
	}
	if s.ahead {
		n, err = s.r.Read(p)
	} else {
		n, err = s.readWaiting(p)
	}
	s.monitor.onRead(p[:n])
	s.at += int64(n)
	s.count(n)
	if s.sum != nil {
		s.sum.Write(p[:n])
	}
	switch {
	case err == io.EOF:
		s.err = s.end(s.at)
	case err != nil:
		s.failed.Store(true)
		s.err = readError(s.at, err)
	}
	return n, s.err
}

// readWaiting reads from an input that may have to wait.
func (s *Source) readWaiting(p []byte) (n int, err error) {
	defer s.wait()()
	return s.r.Read(p)
}

// wait flushes the results before a read that may wait, or those that are due. The caller
// must call resume after the read.
func (s *Source) wait() (resume func()) {
	m := s.monitor
	if !s.IsRegular() || m.Out.Terminal {
		m.Out.Flush()
	} else {
		m.Out.WriteDue()
	}
	if s.IsRegular() || m.Interruption == nil {
		return func() {}
	}
	m.Interruption.Wait(m.BeforeExit)
	return m.Interruption.Resume
}

// GoAhead marks s as read by another goroutine. It returns a function that the search
// must call before it waits for that goroutine.
func (s *Source) GoAhead() (wait func() (resume func())) {
	s.ahead = true
	return s.wait
}

// end returns the error for the end of the input at an offset: io.EOF, unless the file
// was truncated while it was read. An offset below the original size alone does not show
// that: the files of /sys claim the size of a page.
func (s *Source) end(at int64) error {
	if at >= s.size {
		return io.EOF
	}
	now, err := s.file.Stat()
	if err != nil || now.Size() >= s.info.Size() {
		return io.EOF
	}
	s.failed.Store(true)
	return fmt.Errorf("read error at byte %d: file shrank by %d bytes while it was read", at, s.size-at)
}

// At returns the number of bytes that Read has returned.
func (s *Source) At() int64 { return s.at }

// Size returns the number of bytes left in the input when s was made, or -1 if it is not
// known.
func (s *Source) Size() int64 { return s.size }

// Info returns the FileInfo of the input, or nil if it is not a file.
func (s *Source) Info() fs.FileInfo { return s.info }

// Repeat makes Read read from r from now on. ReadAt is not affected.
func (s *Source) Repeat(r io.Reader) { s.r = r }

// Rewind moves the offset of a regular file back to where the input begins.
func (s *Source) Rewind() { s.file.Seek(s.info.Size()-s.size, io.SeekStart) }

// Close closes the file.
func (s *Source) Close() { s.file.Close() }
