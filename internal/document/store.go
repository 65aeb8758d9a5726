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
	memory []byte         // the first bytes
	file   *tempfile.File // the bytes after maxMemory; nil if there are none
	input  io.ReaderAt    // has them instead of file; nil if file has them
	size   int64
	lines  []int64 // the number of LFs before each block of lineBlock bytes
	lfs    int64
}

const lineBlock = 64 << 10

// NewStore returns a Store of text, which is not copied.
func NewStore(text []byte) *Store {
	s := new(Store)
	s.count(text)
	s.memory, s.size = text, int64(len(text))
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
	if s.input == nil || s.size > int64(len(s.memory)) {
		return s.input != nil
	}
	var buf [4 << 10]byte
	held := s.memory[max(0, len(s.memory)-len(buf)):]
	n, _ := s.input.ReadAt(buf[:len(held)], s.size-int64(len(held)))
	if !bytes.Equal(buf[:n], held) {
		s.input = nil
	}
	return s.input != nil
}

// Write appends p. It returns the error of the temporary file; then the Store has only the
// bytes before p, or some of them.
func (s *Store) Write(p []byte) (n int, err error) {
	if s.file == nil {
		n = min(len(p), maxMemory-len(s.memory))
		s.append(p[:n])
		p = p[n:]
	}
	if len(p) == 0 {
		return n, nil
	}
	if s.file == nil && s.hasInput() {
		s.count(p)
		s.size += int64(len(p))
		return n + len(p), nil
	}
	if s.file == nil {
		if s.file, err = tempfile.New(); err != nil {
			return n, err
		}
	}
	k, err := s.file.Write(p)
	s.count(p[:k])
	s.size += int64(k)
	return n + k, err
}

func (s *Store) append(p []byte) {
	s.count(p)
	s.memory = append(s.memory, p...)
	s.size += int64(len(p))
}

// count counts the LFs of p, which is appended.
func (s *Store) count(p []byte) {
	at := s.size
	for len(p) > 0 {
		if at%lineBlock == 0 {
			s.lines = append(s.lines, s.lfs)
		}
		n := min(len(p), int(lineBlock-at%lineBlock))
		s.lfs += int64(bytes.Count(p[:n], []byte{'\n'}))
		p, at = p[n:], at+int64(n)
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
	if off < int64(len(s.memory)) {
		n = copy(p, s.memory[off:])
	}
	if n < len(p) && s.file != nil {
		k, err := s.file.ReadAt(p[n:], off+int64(n)-int64(len(s.memory)))
		return n + k, err
	}
	if rest := min(int64(len(p)-n), s.size-off-int64(n)); rest > 0 {
		k, err := s.input.ReadAt(p[n:n+int(rest)], off+int64(n))
		if n += k; n < len(p) && err == nil {
			err = io.EOF
		}
		return n, err
	}
	if n < len(p) {
		err = io.EOF
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
	if from+n <= int64(len(s.memory)) {
		return s.memory[from : from+n : from+n]
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
		var text []byte
		if int64(len(s.memory)) == s.size {
			text = s.memory[from:]
		} else {
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
	if s.file != nil {
		s.file.Close()
	}
	*s = Store{memory: s.memory[:0], lines: s.lines[:0]}
}
