package input

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync/atomic"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/interrupt"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/progress"
)

// A Monitor is what a Source tells about its reads. Only Out must be set.
type Monitor struct {
	Out          *output.Output          // flushed before each read that may wait
	Interruption *interrupt.Interruption // ends the reading
	Account      func()                  // for Interruption.Wait
	Progress     *progress.Progress      // of what is read
	OnRead       func(text []byte)       // called with all that is read
}

func (m *Monitor) isInterrupted() bool {
	return m.Interruption != nil && m.Interruption.Occurred()
}

// count counts what was read.
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

// A Source is an input that is read. It writes out what was found so far before
// each read that may wait for someone; counts what was read; and gives errors
// that say where they happened.
type Source struct {
	r       io.Reader
	monitor *Monitor
	file    *os.File     // r, if it is one
	info    fs.FileInfo  // of file, at the beginning
	size    int64        // how much is to come, -1 when not known
	at      int64        // how much has come
	read    atomic.Int64 // how much was read, from any place
	err     error        // that ended it
	ahead   bool         // of the search, by another goroutine
}

// NewSource returns a Source that reads r, from where it is, and tells m.
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
			s.size -= at // standard input need not be at its beginning
		}
	}
	return s
}

// IsRegular reports whether no read has to wait.
func (s *Source) IsRegular() bool { return s.size >= 0 }

// ReadAt reads a regular input at any place, as seen from where it begins, as often
// as wanted. Read knows nothing of it.
func (s *Source) ReadAt(p []byte, at int64) (n int, err error) {
	if s.monitor.isInterrupted() {
		return 0, interrupt.ErrInterrupted
	}
	n, err = s.file.ReadAt(p, s.info.Size()-s.size+at)
	s.monitor.onRead(p[:n])
	switch {
	case err == io.EOF:
		err = s.end(at + int64(n))
	case err != nil:
		err = fmt.Errorf("read error at byte %d: %w", at+int64(n), output.Cause(err))
	}
	return n, err
}

// Section returns the input to be read at any place, nil where it cannot.
func (s *Source) Section() *io.SectionReader {
	if !s.IsRegular() {
		return nil
	}
	return io.NewSectionReader(anywhere{s}, 0, s.size)
}

// anywhere reads a source at any place, and counts what it reads.
type anywhere struct{ *Source }

func (a anywhere) ReadAt(p []byte, at int64) (n int, err error) {
	n, err = a.file.ReadAt(p, a.info.Size()-a.size+at)
	a.count(n)
	return n, err
}

// count counts what was read.
func (s *Source) count(n int) {
	s.read.Add(int64(n))
	s.monitor.count(n)
}

// Left returns how much of the input was not read, less what was read twice.
func (s *Source) Left() int64 {
	if !s.IsRegular() {
		return 0
	}
	return s.size - s.read.Load()
}

// Given returns how much of the input was read, which may be read several times.
func (s *Source) Given() int64 {
	n := s.read.Load()
	if s.IsRegular() {
		n = min(n, s.size)
	}
	return n
}

func (s *Source) Read(p []byte) (n int, err error) {
	if s.err != nil {
		return 0, s.err // a terminal could go on after its end
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
	switch {
	case err == io.EOF:
		s.err = s.end(s.at)
	case err != nil:
		s.err = fmt.Errorf("read error at byte %d: %w", s.at, output.Cause(err))
	}
	return n, s.err
}

// readWaiting reads what may have to be waited for.
func (s *Source) readWaiting(p []byte) (n int, err error) {
	defer s.wait()()
	return s.r.Read(p)
}

// wait writes out what was found, before a read that may wait. After the read, resume has
// to be called.
func (s *Source) wait() (resume func()) {
	m := s.monitor
	if !s.IsRegular() || m.Out.Terminal {
		m.Out.Flush()
	}
	if s.IsRegular() || m.Interruption == nil {
		return func() {}
	}
	m.Interruption.Wait(m.Account)
	return m.Interruption.Resume
}

// GoAhead leaves the reading to another goroutine, and returns what the search calls
// from now on before it waits for that.
func (s *Source) GoAhead() (wait func() (resume func())) {
	s.ahead = true
	return s.wait
}

// end returns the error at the end of the input, which is at that byte: not io.EOF, if that is a file
// that someone has cut short meanwhile. Less than its size alone is no sign
// of that: the files of /sys claim to be a page long.
func (s *Source) end(at int64) error {
	if at >= s.size {
		return io.EOF
	}
	now, err := s.file.Stat()
	if err != nil || now.Size() >= s.info.Size() {
		return io.EOF
	}
	return fmt.Errorf("read error at byte %d: file shrank by %d bytes while it was read", at, s.size-at)
}

// At returns how many bytes have come through Read.
func (s *Source) At() int64 { return s.at }

// Size returns how many bytes the input had left at the beginning, -1 if that is not
// known.
func (s *Source) Size() int64 { return s.size }

// Info returns what is known of the input if it is a file, else nil.
func (s *Source) Info() fs.FileInfo { return s.info }

// Repeat has s read from r what the input gives. ReadAt is not affected.
func (s *Source) Repeat(r io.Reader) { s.r = r }

// Rewind sets a regular file back to where the input begins.
func (s *Source) Rewind() { s.file.Seek(s.info.Size()-s.size, io.SeekStart) }

// Close closes the file.
func (s *Source) Close() { s.file.Close() }
