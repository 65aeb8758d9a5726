// Package packed reads compressed data (gzip, bzip2, xz and zstd) and tar files, such as the
// attachments of mail. Package unpack reads them if they are the input.
//
// Compressed data is a document with one file, which has no name. A tar file has its members. So the
// members of a compressed tar file are two documents deep.
package packed

import (
	"archive/tar"
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/recovered"
	"github.com/urlgrep/urlgrep/internal/unpack"
)

// Open is the Opener of compressed data and tar files.
func Open(s *document.Store, env *document.Env) document.Reader {
	head := s.Bytes(document.Range{From: 0, To: detect.TarBlock}, detect.TarBlock)
	packing, _ := detect.PackingOf(head, detect.All)
	whole := document.Range{From: 0, To: s.Size()}
	f := file{env: env}
	f.part = document.Part{Kind: document.File, Place: document.Place{Format: packing.String()}, Range: whole}
	switch packing {
	case detect.None, detect.Zip:
		return nil
	case detect.Tar:
		in := s.Section(whole)
		r := &archive{file: f, in: in, tar: tar.NewReader(in)}
		if r.next, _ = r.header(); r.next == nil {
			return nil
		}
		return r
	case detect.XZ, detect.Zstd:
		env.Hold(document.MaxWindow)
	}
	return &compressed{file: f, in: unpack.NewReader(s.Section(whole), packing, document.MaxWindow)}
}

// A file is the current part of a document.
type file struct {
	env  *document.Env
	part document.Part
	in   io.Reader
	err  error // ended in
}

// Read reads the content. It notes the error that ends it.
func (f *file) Read(p []byte) (n int, err error) {
	if f.err != nil {
		return 0, f.err
	}
	n, f.err = f.in.Read(p)
	var garbage *unpack.Garbage
	var window *unpack.WindowError
	switch {
	case f.err == nil || f.err == io.EOF:
	case f.err == document.ErrTooMuch:
		f.env.Note(document.TooMuch, f.part.Place.Format)
	case errors.As(f.err, &garbage):
		f.env.Note(document.Damaged, f.err.Error())
		f.err = io.EOF
	case errors.As(f.err, &window):
		f.env.Note(document.TooMuch, f.err.Error())
	default:
		f.note(f.err)
	}
	return n, f.err
}

// note notes damage.
func (f *file) note(err error) {
	detail := strings.TrimPrefix(err.Error(), "archive/") // that of package tar
	if packing := f.part.Place.Format; !strings.HasPrefix(detail, packing) {
		detail = packing + ": " + detail
	}
	f.env.Note(document.Damaged, detail)
}

// open makes in the content of the part.
func (f *file) open(in io.Reader) *document.Part {
	f.in, f.err = in, nil
	f.part.Content = f
	return &f.part
}

// A compressed reads compressed data.
type compressed struct {
	file
	in   io.Reader
	read bool
}

// Next implements [document.Reader].
func (r *compressed) Next() (*document.Part, error) {
	if r.read {
		return nil, io.EOF
	}
	r.read = true
	return r.open(r.env.Budget.Reader(r.in)), nil
}

// An archive reads a tar file, and those after it. After a damaged header it goes on with the next valid one,
// and the bytes between them are a file without a name.
type archive struct {
	file
	in   *io.SectionReader
	tar  *tar.Reader
	next *tar.Header // nil: it has not been read
	rest int64       // offset after the last header that was read
}

// Next implements [document.Reader].
func (r *archive) Next() (*document.Part, error) {
	for {
		h, err := r.next, error(nil)
		if r.next = nil; h == nil {
			h, err = r.header()
		}
		switch {
		case err == io.EOF:
			if !r.another() {
				return nil, io.EOF
			}
		case err != nil:
			r.note(err)
			if !errors.Is(err, tar.ErrHeader) {
				return nil, io.EOF
			}
			if p := r.gap(); p != nil {
				return p, nil
			}
		case !r.env.Budget.Object():
			r.env.Note(document.TooMany, "tar")
			return nil, io.EOF
		case unpack.IsFile(h):
			return r.member(h), nil
		}
	}
}

// header returns the next header, with a panic as an error.
func (r *archive) header() (h *tar.Header, err error) {
	defer recovered.To(&err)
	h, err = r.tar.Next()
	r.rest, _ = r.in.Seek(0, io.SeekCurrent)
	return h, err
}

// find returns the offset of the first block at or after r.rest for which is returns true, or the size.
func (r *archive) find(is func(block []byte) bool) int64 {
	at := (r.rest + detect.TarBlock - 1) / detect.TarBlock * detect.TarBlock
	for ; at < r.in.Size(); at += detect.TarBlock {
		var block [detect.TarBlock]byte
		if n, _ := r.in.ReadAt(block[:], at); is(block[:n]) {
			return at
		}
	}
	return r.in.Size()
}

// begin reads on from the header at an offset.
func (r *archive) begin(at int64) {
	r.rest, _ = r.in.Seek(at, io.SeekStart)
	r.tar = tar.NewReader(r.in)
}

// another begins the tar file that follows, after NULs. It returns false if none does, and notes other data.
func (r *archive) another() bool {
	at := r.find(func(block []byte) bool { return len(bytes.Trim(block, "\x00")) > 0 })
	if at == r.in.Size() {
		return false
	}
	var block [detect.TarBlock]byte
	if n, _ := r.in.ReadAt(block[:], at); !detect.IsTar(block[:n]) {
		r.note(&unpack.Garbage{Format: detect.Tar.String()})
		return false
	}
	r.begin(at)
	return true
}

// gap makes the bytes up to the next valid header the current part, and begins there. It returns nil if there are
// no such bytes.
func (r *archive) gap() *document.Part {
	from, to := r.rest, r.find(detect.IsTar)
	r.begin(to)
	for to > from { // the last block is padded
		var block [detect.TarBlock]byte
		tail := block[:min(to-from, detect.TarBlock)]
		r.in.ReadAt(tail, to-int64(len(tail)))
		n := len(bytes.TrimRight(tail, "\x00"))
		if to -= int64(len(tail) - n); n > 0 {
			break
		}
	}
	if from >= to {
		return nil
	}
	r.part.Name, r.part.Place.Member = "", ""
	r.part.Range, r.part.Exact = document.Range{From: from, To: to}, true
	return r.open(io.NewSectionReader(r.in, from, to-from))
}

// member makes a member the current part. The holes of a sparse one count as decoded bytes.
func (r *archive) member(h *tar.Header) *document.Part {
	at, _ := r.in.Seek(0, io.SeekCurrent)
	r.part.Name, r.part.Place.Member = h.Name, h.Name
	if unpack.IsSparse(h) {
		r.part.Range, r.part.Exact = document.Range{From: at, To: at}, false
		return r.open(r.env.Budget.Reader(r.tar))
	}
	r.part.Range, r.part.Exact = document.Range{From: at, To: min(at+h.Size, r.in.Size())}, true
	return r.open(r.tar)
}
