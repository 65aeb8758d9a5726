package job

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"os"
	"path/filepath"

	"github.com/urlgrep/urlgrep/internal/atomicfile"
)

// A partFile is a part that is being written. It has no file before the first Write.
type partFile struct {
	dir   string
	f     *atomicfile.File
	sum   hash.Hash
	bytes int64
	err   error
}

// Write appends a line. The error is that of the file, and is also returned by commit.
func (w *partFile) Write(line []byte) (int, error) {
	if w.err == nil && w.f == nil {
		w.open()
	}
	if w.err != nil {
		return 0, w.err
	}
	w.bytes += int64(len(line))
	w.sum.Write(line)
	_, w.err = w.f.Write(line)
	return len(line), w.err
}

func (w *partFile) open() {
	if w.err = os.MkdirAll(w.dir, 0o777); w.err == nil {
		w.sum = sha256.New()
		w.f, w.err = atomicfile.CreateIn(w.dir)
	}
}

// commit writes the rest, and gives the file its name, which it adds to p.
func (w *partFile) commit(p *Part) error {
	defer w.discard()
	if w.err != nil || w.f == nil {
		return w.err
	}
	p.SHA256, p.Bytes = hex.EncodeToString(w.sum.Sum(nil)), w.bytes
	name := fmt.Sprintf("%08d-%014d-%.12s.jsonl", p.Range.Number, p.Range.Begin, p.SHA256)
	p.Path = filepath.Base(w.dir) + "/" + name
	w.err = w.f.CommitAs(name)
	return w.err
}

// discard removes the file, unless it is complete.
func (w *partFile) discard() { w.f.Discard() }
