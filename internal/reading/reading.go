// Package reading reads from readers that may return nothing and no error.
package reading

import "io"

// MaxEmpty is the number of reads in a row that may return no bytes and no error. Package
// bufio has the same limit.
const MaxEmpty = 100

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

// A Reader reads from R with Some.
type Reader struct{ R io.Reader }

func (r Reader) Read(p []byte) (int, error) { return Some(r.R, p) }
