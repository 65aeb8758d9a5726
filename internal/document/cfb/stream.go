package cfb

import (
	"encoding/binary"
	"io"
	"sort"

	"github.com/urlgrep/urlgrep/internal/document"
)

// A Stream is a stream of a compound file. It implements io.ReaderAt, and io.Reader for its
// bytes in order. The error of both is document.ErrTooMuch when the Budget is used up. The
// caller notes TooMuch.
type Stream struct {
	file *File
	runs []run
	size int64
	at   int64 // of Read

	// Decrypt decrypts bytes in place that ReadAt has read at an offset, if it is not nil.
	Decrypt func(p []byte, at int64)
}

// A run is a part of a stream that is in one piece in the file.
type run struct {
	at   int64 // the offset in the stream
	from int64 // the offset in the file
}

// Whole returns the bytes of the file. It is for a file without a directory.
func (f *File) Whole() *Stream {
	return &Stream{file: f, runs: []run{{}}, size: f.s.Size()}
}

// add appends n bytes of the file.
func (st *Stream) add(from, n int64) {
	if k := len(st.runs); k == 0 || st.runs[k-1].from+st.size-st.runs[k-1].at != from {
		st.runs = append(st.runs, run{st.size, from})
	}
	st.size += n
}

// miniChain follows the chain of a stream in the mini stream.
func (f *File) miniChain(start uint32, size int64) *Stream {
	st := &Stream{file: f}
	if f.mini == nil {
		return st
	}
	var p [4]byte
	var c cycle
	for n := start; n <= lastSector && st.size < size && !c.has(n); {
		from := int64(n) * miniSize
		if from >= f.mini.size || !f.env.Budget.Take(4) {
			break
		}
		// A mini sector is within one sector, so it is in one piece.
		st.add(f.mini.Range(from).From, min(miniSize, f.mini.size-from, size-st.size))
		if k, _ := f.minis.readAt(p[:], int64(n)*4); k < len(p) {
			break
		}
		n = binary.LittleEndian.Uint32(p[:])
	}
	return st
}

// Size returns the number of bytes of the stream.
func (st *Stream) Size() int64 { return st.size }

// Range returns the bytes of the file from the one at an offset in the stream to the last
// one of the same piece.
func (st *Stream) Range(at int64) document.Range {
	if at < 0 || at >= st.size {
		return document.Range{}
	}
	i := sort.Search(len(st.runs), func(i int) bool { return st.runs[i].at > at }) - 1
	end := st.size
	if i+1 < len(st.runs) {
		end = st.runs[i+1].at
	}
	r := st.runs[i]
	return document.Range{From: r.from + at - r.at, To: r.from + end - r.at}
}

// IsWhole reports whether the stream is in one piece in the file: then Range(0) has all its
// bytes.
func (st *Stream) IsWhole() bool { return len(st.runs) == 1 }

// ReadAt implements [io.ReaderAt].
func (st *Stream) ReadAt(p []byte, at int64) (int, error) {
	if n := min(int64(len(p)), st.size-at); n > 0 && !st.file.env.Budget.Take(n) {
		return 0, document.ErrTooMuch
	}
	n, err := st.readAt(p, at)
	if st.Decrypt != nil {
		st.Decrypt(p[:n], at)
	}
	return n, err
}

// readAt is ReadAt without the Budget.
func (st *Stream) readAt(p []byte, at int64) (n int, err error) {
	for n < len(p) {
		r := st.Range(at + int64(n))
		if r.From == r.To {
			return n, io.EOF
		}
		q := p[n:min(int64(len(p)), int64(n)+r.To-r.From)]
		k, err := st.file.s.ReadAt(q, r.From)
		if n += k; k < len(q) {
			return n, err
		}
	}
	return n, nil
}

// Read implements [io.Reader].
func (st *Stream) Read(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	n, err := st.ReadAt(p, st.at)
	st.at += int64(n)
	if n > 0 && err == io.EOF {
		err = nil
	}
	return n, err
}

// Bytes returns the first bytes of the stream, at most limit. They are fewer if the Budget
// is used up.
func (st *Stream) Bytes(limit int) []byte {
	p := make([]byte, min(int64(limit), st.size))
	n, _ := st.ReadAt(p, 0)
	return p[:n]
}
