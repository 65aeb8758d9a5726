// Package reading reads from readers that may return nothing and no error, and says to which
// addresses files are read fast.
package reading

import "io"

// MaxEmpty is the number of reads in a row that may return no bytes and no error. Package
// bufio has the same limit.
const MaxEmpty = 100

// PageSize is the size of a page of memory, in bytes. A buffer of a file should hold each byte
// at the same place in a page as the file does: on an AMD Zen 3, a read of a file whose pages
// are in memory takes four times as long to an address that is up to 31 bytes further into a
// page than the bytes are in the file.
const PageSize = 4 << 10

// Some reads from r into p until a read returns bytes or an error. After MaxEmpty reads
// that return neither, the error is [io.ErrNoProgress]. If p is empty, Some reads once.
func Some(r io.Reader, p []byte) (n int, err error) {
	for range MaxEmpty {
		n, err = r.Read(p)
		if n > 0 || err != nil || len(p) == 0 {
			return n, err
		}
	}
	return 0, io.ErrNoProgress
}

// Section returns a reader of the bytes that r will return, at any offset. It returns nil if they can
// only be read once. A reader can say what to return in a method Section.
func Section(r io.Reader) *io.SectionReader {
	switch r := r.(type) {
	case interface{ Section() *io.SectionReader }:
		return r.Section()
	case interface {
		io.ReaderAt
		io.Seeker
		Size() int64
	}:
		if from, err := r.Seek(0, io.SeekCurrent); err == nil && from <= r.Size() {
			return io.NewSectionReader(r, from, r.Size()-from)
		}
	}
	return nil
}

// A Reader reads from R with Some.
type Reader struct{ R io.Reader }

func (r Reader) Read(p []byte) (int, error) { return Some(r.R, p) }
