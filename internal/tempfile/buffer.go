package tempfile

import "io"

// A Buffer holds any number of bytes in bounded memory: those after the first Limit bytes are in a
// File. It is an io.Writer, which appends, and an io.ReaderAt. The zero Buffer is empty, and has all
// its bytes in a File.
type Buffer struct {
	Limit int // maximum number of bytes in memory

	memory []byte // the first bytes
	file   *File  // the bytes after those; nil if there are none
	size   int64
}

// NewBuffer returns a Buffer of text, which is not copied. The Buffer must not be written to.
func NewBuffer(text []byte) *Buffer { return &Buffer{memory: text, size: int64(len(text))} }

// Size returns the number of bytes.
func (b *Buffer) Size() int64 { return b.size }

// Free returns the number of bytes that are still held in memory when they are written.
func (b *Buffer) Free() int {
	if b.file != nil {
		return 0
	}
	return max(0, b.Limit-len(b.memory))
}

// Write appends p. It returns the error of the temporary file; then the Buffer has only the bytes
// before p, or some of them.
func (b *Buffer) Write(p []byte) (n int, err error) {
	n = min(len(p), b.Free())
	b.memory = append(b.memory, p[:n]...)
	b.size += int64(n)
	if n == len(p) {
		return n, nil
	}
	if b.file == nil {
		if b.file, err = New(); err != nil {
			return n, err
		}
	}
	k, err := b.file.Write(p[n:])
	b.size += int64(k)
	return n + k, err
}

// ReadAt implements [io.ReaderAt].
func (b *Buffer) ReadAt(p []byte, off int64) (n int, err error) {
	if off < 0 || off >= b.size {
		return 0, io.EOF
	}
	if off < int64(len(b.memory)) {
		n = copy(p, b.memory[off:])
	}
	if n < len(p) && b.file != nil {
		k, err := b.file.ReadAt(p[n:], off+int64(n)-int64(len(b.memory)))
		return n + k, err
	}
	if n < len(p) {
		err = io.EOF
	}
	return n, err
}

// Held returns the bytes of a range if they are in memory. They must not be changed, and are valid
// until Reset. The range must be within the Buffer.
func (b *Buffer) Held(from, to int64) (text []byte, ok bool) {
	if to > int64(len(b.memory)) {
		return nil, false
	}
	return b.memory[from:to:to], true
}

// WriteTo implements [io.WriterTo]. It does not remove the bytes.
func (b *Buffer) WriteTo(w io.Writer) (n int64, err error) {
	k, err := w.Write(b.memory)
	if n = int64(k); err != nil || b.file == nil {
		return n, err
	}
	rest, err := io.Copy(w, io.NewSectionReader(b.file, 0, b.size-n))
	if n += rest; err == nil && n < b.size {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// Reset empties b, and removes its File. It keeps its memory.
func (b *Buffer) Reset() {
	if b.file != nil {
		b.file.Close()
	}
	*b = Buffer{Limit: b.Limit, memory: b.memory[:0]}
}
