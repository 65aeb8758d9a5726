package document

import (
	"bytes"
	"io"

	"github.com/urlgrep/urlgrep/internal/tempfile"
)

// MaxCopy is the maximum size in bytes of a document that is copied.
const MaxCopy = 1 << 30

// maxMemory is the number of bytes of a document that are held in memory. The rest is read where
// it is, or is in a temporary file.
const maxMemory = 8 << 20

// A Store gives access to the bytes of a document. It reads them where they are, after Use, or
// holds a copy: it is an io.Writer, which appends. The zero Store is empty.
type Store struct {
	held  tempfile.Buffer // the copy
	input input           // the bytes if they are not copied
	lines []int64         // the number of LFs before each of the first blocks of blockSize bytes
	count int64           // the number of LFs in these blocks
}

const blockSize = 64 << 10

// NewStore returns a Store of text, which is not copied.
func NewStore(text []byte) *Store { return &Store{held: *tempfile.NewBuffer(text)} }

// Use makes the bytes that r reads those of the document, which is not copied. The Store must be
// empty.
func (s *Store) Use(r *io.SectionReader) { s.input.use(r) }

// Size returns the number of bytes.
func (s *Store) Size() int64 { return max(s.input.size, s.held.Size()) }

// Err returns the first error of reading what Use was given, or nil.
func (s *Store) Err() error { return s.input.err }

// Write appends p. It returns the error of the temporary file; then the Store has only the
// bytes before p, or some of them.
func (s *Store) Write(p []byte) (n int, err error) {
	s.held.Limit = maxMemory
	return s.held.Write(p)
}

// LinesBefore returns the number of LFs before an offset.
func (s *Store) LinesBefore(at int64) int64 {
	at = min(at, s.Size())
	for int64(len(s.lines))*blockSize <= at {
		s.lines = append(s.lines, s.count)
		from := int64(len(s.lines)-1) * blockSize
		s.count += s.linesIn(Range{from, min(from+blockSize, s.Size())})
	}
	k := at / blockSize
	return s.lines[k] + s.linesIn(Range{k * blockSize, at})
}

// linesIn returns the number of LFs in r, which is within the Store.
func (s *Store) linesIn(r Range) (n int64) {
	if text, ok := s.inMemory(r.From, r.To); ok {
		return int64(bytes.Count(text, []byte{'\n'}))
	}
	var buf [4 << 10]byte
	for at := r.From; at < r.To; {
		k, err := s.ReadAt(buf[:min(int64(len(buf)), r.To-at)], at)
		n += int64(bytes.Count(buf[:k], []byte{'\n'}))
		if at += int64(k); err != nil {
			break
		}
	}
	return n
}

// ReadAt implements [io.ReaderAt].
func (s *Store) ReadAt(p []byte, off int64) (n int, err error) {
	if s.input.r != nil {
		return s.input.ReadAt(p, off)
	}
	return s.held.ReadAt(p, off)
}

// inMemory returns the bytes of a range, which is within the Store, if they can be in memory.
func (s *Store) inMemory(from, to int64) (text []byte, ok bool) {
	if s.input.r != nil {
		return s.input.inMemory(from, to)
	}
	return s.held.Held(from, to)
}

// Section returns a reader of the bytes in r, as far as there are any.
func (s *Store) Section(r Range) *io.SectionReader {
	from := min(max(r.From, 0), s.Size())
	return io.NewSectionReader(s, from, min(max(r.To-from, 0), s.Size()-from))
}

// Bytes returns the bytes in r, as far as there are any and at most limit. They must not be
// changed, and are valid until Reset. Bytes that cannot be read are NULs.
func (s *Store) Bytes(r Range, limit int) []byte {
	from := min(max(r.From, 0), s.Size())
	n := min(max(r.To-from, 0), s.Size()-from, int64(limit))
	if text, ok := s.inMemory(from, from+n); ok {
		return text
	}
	p := make([]byte, n)
	s.ReadAt(p, from)
	return p
}

// Index returns the offset of the first sep at or after an offset, or -1.
func (s *Store) Index(sep []byte, from int64) int64 {
	const window = 64 << 10
	var buf []byte
	for ; from < s.Size(); from += window {
		to := min(from+window+int64(len(sep))-1, s.Size())
		text, ok := s.inMemory(from, to)
		if !ok {
			if buf == nil {
				buf = make([]byte, window+len(sep)-1)
			}
			n, _ := s.ReadAt(buf[:to-from], from)
			text = buf[:n]
		}
		if i := bytes.Index(text, sep); i >= 0 {
			return from + int64(i)
		}
	}
	return -1
}

// Reset empties the Store and removes the temporary file. It keeps its memory.
func (s *Store) Reset() {
	s.held.Reset()
	s.input.reset()
	s.lines, s.count = s.lines[:0], 0
}

// An input reads the bytes of a document where they are. It keeps those of the first maxMemory
// bytes that it has read.
type input struct {
	r      *io.SectionReader // nil: not in use
	size   int64
	memory []byte // the first bytes of the document, where they are read
	read   []bool // whether each block of memory is read
	err    error  // the first error of r, apart from io.EOF
}

// use begins to read r.
func (in *input) use(r *io.SectionReader) {
	in.r, in.size, in.err = r, r.Size(), nil
	n := int(min(in.size, maxMemory))
	if cap(in.memory) < n {
		in.memory = make([]byte, n)
	}
	in.memory = in.memory[:n]
	in.read = append(in.read[:0], make([]bool, (n+blockSize-1)/blockSize)...)
}

// inMemory returns the bytes of a range if it is in memory. It reads those that are not there yet. If
// they cannot be read, it returns false.
func (in *input) inMemory(from, to int64) (text []byte, ok bool) {
	if to > int64(len(in.memory)) {
		return nil, false
	}
	for at := from / blockSize * blockSize; at < to; {
		next := min(at+blockSize, int64(len(in.memory)))
		if k := at / blockSize; !in.read[k] {
			if n, _ := in.readAt(in.memory[at:next], at); int64(n) < next-at {
				return nil, false
			}
			in.read[k] = true
		}
		at = next
	}
	return in.memory[from:to:to], true
}

// ReadAt implements [io.ReaderAt].
func (in *input) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 || off >= in.size {
		return 0, io.EOF
	}
	to := min(off+int64(len(p)), in.size)
	text, ok := in.inMemory(off, to)
	if !ok {
		return in.readAt(p, off)
	}
	if n = copy(p, text); n < len(p) {
		err = io.EOF
	}
	return n, err
}

// readAt is r.ReadAt. It records the error.
func (in *input) readAt(p []byte, off int64) (n int, err error) {
	n, err = in.r.ReadAt(p, off)
	if err != nil && err != io.EOF && in.err == nil {
		in.err = err
	}
	return n, err
}

// reset forgets r, and keeps the memory.
func (in *input) reset() { *in = input{memory: in.memory[:0], read: in.read[:0]} }
