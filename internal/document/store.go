package document

import (
	"bytes"
	"io"

	"github.com/urlgrep/urlgrep/internal/tempfile"
)

// MaxSize is the maximum size of a document in bytes.
const MaxSize = 1 << 30

// maxMemory is the number of bytes of a document that are held in memory. The rest is in a
// temporary file.
const maxMemory = 8 << 20

// A Store holds the bytes of a document. The zero Store is empty. It is an io.Writer, which
// appends, and an io.ReaderAt.
type Store struct {
	held  tempfile.Buffer // all bytes, or those before the ones of input
	input io.ReaderAt     // has the bytes after maxMemory; nil if held has them
	size  int64
	lines []int64 // the number of LFs before each block of lineBlock bytes
	lfs   int64
}

const lineBlock = 64 << 10

// NewStore returns a Store of text, which is not copied.
func NewStore(text []byte) *Store {
	s := &Store{held: *tempfile.NewBuffer(text)}
	s.count(text)
	return s
}

// Size returns the number of bytes.
func (s *Store) Size() int64 { return s.size }

// Use makes r the place of the bytes that are not held in memory, instead of a temporary file. r
// must have the bytes that Write will append. Use must be called before the first Write. If the
// bytes that are held are not the first of r, the rest is in a temporary file nevertheless.
func (s *Store) Use(r io.ReaderAt) { s.input = r }

// hasInput reports whether the input has the bytes after those in memory, as far as the last
// bytes in memory show. It forgets an input that has others.
func (s *Store) hasInput() bool {
	if s.input == nil || s.size > s.held.Size() {
		return s.input != nil
	}
	var buf [4 << 10]byte
	text, _ := s.held.Held(max(0, s.size-int64(len(buf))), s.size)
	n, _ := s.input.ReadAt(buf[:len(text)], s.size-int64(len(text)))
	if !bytes.Equal(buf[:n], text) {
		s.input = nil
	}
	return s.input != nil
}

// Write appends p. It returns the error of the temporary file; then the Store has only the
// bytes before p, or some of them.
func (s *Store) Write(p []byte) (n int, err error) {
	s.held.Limit = maxMemory
	n = min(len(p), s.held.Free())
	s.held.Write(p[:n]) // to memory
	s.count(p[:n])
	rest := p[n:]
	if len(rest) == 0 {
		return n, nil
	}
	k := len(rest)
	if !s.hasInput() {
		k, err = s.held.Write(rest)
	}
	s.count(rest[:k])
	return n + k, err
}

// count counts p, which is appended, and its LFs.
func (s *Store) count(p []byte) {
	for len(p) > 0 {
		if s.size%lineBlock == 0 {
			s.lines = append(s.lines, s.lfs)
		}
		n := min(len(p), int(lineBlock-s.size%lineBlock))
		s.lfs += int64(bytes.Count(p[:n], []byte{'\n'}))
		p, s.size = p[n:], s.size+int64(n)
	}
}

// LinesBefore returns the number of LFs before an offset.
func (s *Store) LinesBefore(at int64) int64 {
	at = min(at, s.size)
	k := int(at / lineBlock)
	if k >= len(s.lines) {
		return s.lfs
	}
	var buf [4 << 10]byte
	n := s.lines[k]
	for from := int64(k) * lineBlock; from < at; {
		p := buf[:min(int64(len(buf)), at-from)]
		got, err := s.ReadAt(p, from)
		n += int64(bytes.Count(p[:got], []byte{'\n'}))
		if err != nil {
			break
		}
		from += int64(got)
	}
	return n
}

// ReadAt implements [io.ReaderAt].
func (s *Store) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 || off >= s.size {
		return 0, io.EOF
	}
	if off < s.held.Size() {
		n, err = s.held.ReadAt(p, off)
	}
	if rest := min(int64(len(p)-n), s.size-off-int64(n)); rest > 0 && s.input != nil {
		k, err := s.input.ReadAt(p[n:n+int(rest)], off+int64(n))
		if n += k; n < len(p) && err == nil {
			err = io.EOF
		}
		return n, err
	}
	return n, err
}

// Section returns a reader of the bytes in r, as far as there are any.
func (s *Store) Section(r Range) *io.SectionReader {
	from := min(max(r.From, 0), s.size)
	return io.NewSectionReader(s, from, min(max(r.To-from, 0), s.size-from))
}

// Bytes returns the bytes in r, as far as there are any and at most limit. They must not be
// changed, and are valid until Reset.
func (s *Store) Bytes(r Range, limit int) []byte {
	from := min(max(r.From, 0), s.size)
	n := min(max(r.To-from, 0), s.size-from, int64(limit))
	if text, ok := s.held.Held(from, from+n); ok {
		return text
	}
	p := make([]byte, n)
	k, _ := s.ReadAt(p, from)
	return p[:k]
}

// Index returns the offset of the first sep at or after an offset, or -1.
func (s *Store) Index(sep []byte, from int64) int64 {
	const window = 64 << 10
	buf := make([]byte, 0)
	for ; from < s.size; from += window {
		text, ok := s.held.Held(from, s.size)
		if !ok {
			if cap(buf) == 0 {
				buf = make([]byte, window+len(sep)-1)
			}
			n, _ := s.ReadAt(buf, from)
			text = buf[:n]
		}
		if i := bytes.Index(text, sep); i >= 0 {
			return from + int64(i)
		}
		if int64(len(text)) >= s.size-from {
			return -1
		}
	}
	return -1
}

// Reset empties the Store and removes the temporary file. It keeps its memory.
func (s *Store) Reset() {
	s.held.Reset()
	*s = Store{held: s.held, lines: s.lines[:0]}
}
