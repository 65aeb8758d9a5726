package job

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"
)

// A partFile is a part that is being written. It has no file before the first Write.
type partFile struct {
	dir   string
	f     *os.File
	buf   *bufio.Writer
	sum   hash.Hash
	bytes int64
	err   error
}

// temporary is the pattern for names of files that are not complete.
const temporary = ".part-*"

// Write appends a line. The error is that of the file, and is also returned by commit.
func (w *partFile) Write(line []byte) (int, error) {
	if w.err == nil && w.f == nil {
		w.open()
	}
	if w.err != nil {
		return 0, w.err
	}
	w.bytes += int64(len(line))
	_, w.err = w.buf.Write(line)
	return len(line), w.err
}

func (w *partFile) open() {
	if w.err = os.MkdirAll(w.dir, 0o777); w.err != nil {
		return
	}
	if w.f, w.err = os.CreateTemp(w.dir, temporary); w.err != nil {
		return
	}
	if w.err = w.f.Chmod(0o644); w.err != nil { // CreateTemp permits only the owner
		return
	}
	w.sum = sha256.New()
	w.buf = bufio.NewWriterSize(io.MultiWriter(w.f, w.sum), 64<<10)
}

// commit writes the rest, and gives the file its name, which it adds to p.
func (w *partFile) commit(p *Part) error {
	if w.err == nil && w.f != nil {
		w.err = w.finish(p)
	}
	w.discard()
	return w.err
}

func (w *partFile) finish(p *Part) error {
	if err := w.buf.Flush(); err != nil {
		return err
	}
	p.SHA256, p.Bytes = hex.EncodeToString(w.sum.Sum(nil)), w.bytes
	name := fmt.Sprintf("%08d-%014d-%.12s.jsonl", p.Range.Number, p.Range.Begin, p.SHA256)
	p.Path = filepath.Base(w.dir) + "/" + name
	temp := w.f.Name()
	err := w.f.Close()
	w.f = nil
	if err == nil {
		err = os.Rename(temp, filepath.Join(w.dir, name))
	}
	if err != nil {
		os.Remove(temp)
	}
	return err
}

// discard removes the file if it is not complete.
func (w *partFile) discard() {
	if w.f != nil {
		w.f.Close()
		os.Remove(w.f.Name())
		w.f = nil
	}
}

// replace writes a file under a temporary name, and renames it.
func replace(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), temporary)
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails after the rename
	b := bufio.NewWriter(f)
	err = write(b)
	if err == nil {
		err = b.Flush()
	}
	if err == nil {
		err = f.Chmod(0o644)
	}
	if err == nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	return err
}
