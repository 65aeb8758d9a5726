package extsort

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"iter"
	"os"

	"github.com/urlgrep/urlgrep/internal/tempfile"
)

// bufferSize is the size of the buffer of a run that is written or read, in bytes.
const bufferSize = 64 << 10

// A level is a temporary file with the runs of one level.
type level struct {
	file *tempfile.File
	runs []int64 // the end of each run in the file
}

func newLevel() (*level, error) {
	f, err := tempfile.New()
	if err != nil {
		return nil, err
	}
	return &level{file: f}, nil
}

// end returns the end of the last run.
func (l *level) end() int64 {
	if len(l.runs) == 0 {
		return 0
	}
	return l.runs[len(l.runs)-1]
}

// add writes records as a run. After an error, the level has only the runs before it.
func (l *level) add(records iter.Seq[[]byte]) error {
	at := l.end()
	if _, err := l.file.Seek(at, io.SeekStart); err != nil {
		return err
	}
	w := bufio.NewWriterSize(l.file, bufferSize)
	for record := range records {
		n, err := w.Write(record)
		if err != nil {
			return err
		}
		at += int64(n)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	l.runs = append(l.runs, at)
	return nil
}

// empty removes the runs.
func (l *level) empty() error {
	l.runs = l.runs[:0]
	return l.file.Truncate(0)
}

func (l *level) close() { l.file.Close() }

// sources returns a source for each run.
func (l *level) sources() (list []source) {
	at := int64(0)
	for _, end := range l.runs {
		section := io.NewSectionReader(l.file, at, end-at)
		list = append(list, &runSource{in: bufio.NewReaderSize(section, bufferSize), name: l.file.Name()})
		at = end
	}
	return list
}

// A runSource reads a run. It holds one key, and the text of the record that was taken last.
type runSource struct {
	in     *bufio.Reader
	name   string // of the file
	head   []byte // the next record up to the end of its key; empty if it was not read
	text   int    // length of its text
	record []byte
}

func (s *runSource) next() (key []byte, ok bool, err error) {
	k, err := binary.ReadUvarint(s.in)
	if err == io.EOF {
		return nil, false, nil
	}
	t, err2 := binary.ReadUvarint(s.in)
	if err := errors.Join(err, err2); err != nil {
		return nil, false, s.readError(err)
	}
	s.text = int(t)
	s.head = binary.AppendUvarint(binary.AppendUvarint(s.head[:0], k), t)
	n := len(s.head)
	s.head = append(s.head, make([]byte, k)...)
	if _, err := io.ReadFull(s.in, s.head[n:]); err != nil {
		return nil, false, s.readError(err)
	}
	return s.head[n:], true, nil
}

func (s *runSource) take() ([]byte, error) {
	s.record = append(s.record[:0], s.head...)
	n := len(s.record)
	if cap(s.record) < n+s.text {
		s.record = append(make([]byte, 0, n+s.text), s.record...)
	}
	s.record = s.record[:n+s.text]
	if _, err := io.ReadFull(s.in, s.record[n:]); err != nil {
		return nil, s.readError(err)
	}
	return s.record, nil
}

// readError returns an error that names the file.
func (s *runSource) readError(err error) error {
	if p := (*os.PathError)(nil); errors.As(err, &p) {
		return err
	}
	return &os.PathError{Op: "read", Path: s.name, Err: io.ErrUnexpectedEOF}
}
