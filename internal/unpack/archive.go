package unpack

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"bytes"
	"errors"
	"io"
	"io/fs"
	"math"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/recovered"
)

// tar goes through a tar, and through others after it. What is after the end
// of a tar is read as well, so that the layer below comes to its end and to its
// checksum.
func (w *walk) tar(depth int, name string, in *bufio.Reader) {
	for !w.over {
		err := w.members(depth, name, &blocks{Reader: in})
		if err == nil && !w.over {
			err = nextTar(in)
		}
		if err != nil {
			if err != io.EOF && err != w.told {
				w.fail(name, err)
			}
			return
		}
	}
}

// maxHead is how many bytes of a tar are held until its first member is found.
const maxHead = 64 << 10

// blocks are those of a tar.
type blocks struct {
	*bufio.Reader
	n     int64  // bytes that were read
	head  []byte // all of them, if no member has been found and they are no more than maxHead
	found bool   // a member
}

func (b *blocks) Read(p []byte) (n int, err error) {
	n, err = b.Reader.Read(p)
	b.n += int64(n)
	if !b.found && b.n <= maxHead {
		b.head = append(b.head, p[:n]...)
	}
	return n, err
}

// isWhole reports whether no member has been found, and all that was read is held.
func (b *blocks) isWhole() bool { return !b.found && b.n == int64(len(b.head)) }

// asItIs visits the input of b, from its beginning, and returns the fault at its end, or
// io.EOF.
func (w *walk) asItIs(name string, b *blocks, fault error) error {
	w.visit(name, &ended{io.MultiReader(bytes.NewReader(b.head), b.Reader), fault})
	return fault
}

// An ended reader has an error in the place of io.EOF.
type ended struct {
	io.Reader
	err error
}

func (e *ended) Read(p []byte) (n int, err error) {
	n, err = e.Reader.Read(p)
	if err == io.EOF {
		err = e.err
	}
	return n, err
}

// members goes through the members of one tar. Its error may be one that the
// visitor has come to in a member: then there is no way on. What has no member is not a
// tar, or is cut off: it is visited as it is, to its end, and the error is io.EOF or the
// fault there.
func (w *walk) members(depth int, name string, in *blocks) error {
	t := tar.NewReader(in)
	last := new(text)
	for !w.over {
		h, err := nextHeader(t)
		in.found = in.found || err == nil && h.Typeflag != tar.TypeXGlobalHeader
		if err == io.EOF && in.n%detect.TarBlock != 0 { // in what fills the last block up
			err = io.ErrUnexpectedEOF
		}
		switch {
		case (err == io.EOF || errors.Is(err, tar.ErrHeader)) && in.isWhole():
			return w.asItIs(name, in, io.EOF)
		case err != nil && in.isWhole():
			return w.asItIs(name, in, because(detect.Tar, 0, err))
		case err == io.EOF:
			return nil
		case err != nil && last.err != nil && last.err != io.EOF:
			return last.err
		case errors.Is(err, tar.ErrHeader):
			w.stray(name, in, because(detect.Tar, 0, err))
			t, last = tar.NewReader(in), new(text)
		case err != nil:
			return because(detect.Tar, 0, err)
		case isFile(h):
			last = &text{w: w, format: detect.Tar, r: t, free: !isSparse(h)}
			w.input(depth+1, memberName(name, h.Name), last)
		}
	}
	return nil
}

// nextHeader is that of t, with a panic as its error.
func nextHeader(t *tar.Reader) (h *tar.Header, err error) {
	defer recovered.To(&err)
	return t.Next()
}

// stray visits what is after a header that is none, up to the next one, and
// then what is wrong. The command tar passes over it.
func (w *walk) stray(name string, in *blocks, fault error) {
	in.Discard(int((detect.TarBlock - in.n%detect.TarBlock) % detect.TarBlock))
	in.n, in.found = 0, true
	r := &stray{in: in.Reader, err: fault}
	w.visit(name, r)
	if !w.over && w.told != fault {
		io.Copy(io.Discard, r)
		w.fail(name, fault)
	}
}

// A stray is a reader of blocks up to the next header of a tar, without the NULs that
// fill the last one of a member up: they would make it binary.
type stray struct {
	in   *bufio.Reader
	buf  [detect.TarBlock]byte
	text []byte // of buf, not taken yet
	err  error  // behind it
}

func (s *stray) Read(p []byte) (int, error) {
	for len(s.text) == 0 {
		head, _ := s.in.Peek(detect.TarBlock) // an error comes again
		if len(head) == 0 || detect.IsTar(head) {
			return 0, s.err
		}
		n := copy(s.buf[:], head)
		s.in.Discard(n)
		s.text = bytes.TrimRight(s.buf[:n], "\x00")
	}
	n := copy(p, s.text)
	s.text = s.text[n:]
	return n, nil
}

// maxMember bounds the name of a member, in bytes: each of a million URLs comes with
// it, and that of a tar may have a megabyte.
const maxMember = 512

// memberName returns the name of a member of an archive, with "…" at its end if it is
// cut.
func memberName(archive, member string) string {
	if len(member) > maxMember {
		n := maxMember
		for n > maxMember-utf8.UTFMax && !utf8.RuneStart(member[n]) {
			n--
		}
		member = member[:n] + "…"
	}
	return archive + "/" + member
}

// nextTar goes to where another tar begins, over the NULs that end one and fill
// its last record up. Without -i, the command tar does not look there.
func nextTar(in *bufio.Reader) error {
	if err := skipNULs(in); err != nil {
		return because(detect.Tar, 0, err)
	}
	if head, _ := in.Peek(detect.TarBlock); !detect.IsTar(head) {
		return &Garbage{detect.Tar.String()}
	}
	return nil
}

// isFile reports whether a member has text. One of a type that is not known
// has: "Unknown file type …, extracted as normal file", as GNU tar says.
func isFile(h *tar.Header) bool {
	switch h.Typeflag {
	case tar.TypeLink, tar.TypeSymlink, tar.TypeChar, tar.TypeBlock, tar.TypeDir, tar.TypeFifo, tar.TypeXGlobalHeader:
		return false
	}
	return true
}

// isSparse reports whether a member has holes, out of which come more NULs than
// there are bytes in the tar.
func isSparse(h *tar.Header) bool {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return h.Typeflag == tar.TypeGNUSparse
}

var (
	errDirectory = errors.New("its central directory is larger than " + size(maxDirectory))
	errEncrypted = errors.New("encrypted")
	errOverlap   = errors.New("members overlap; the rest is skipped")
	errSpool     = errors.New("larger than " + size(maxSpool) + ", and not in a seekable file")
)

// zip goes through a zip. It is read where it is if that is a file, else written
// to one that is gone when it has been read.
func (w *walk) zip(depth int, name string, in *bufio.Reader) {
	if depth == 0 && w.at != nil {
		w.zipAt(depth, name, w.at)
		return
	}
	f, err := os.CreateTemp("", "urlgrep-*.zip")
	if err != nil {
		w.fail(name, because(detect.Zip, 0, err))
		return
	}
	defer os.Remove(f.Name())
	defer f.Close()
	os.Remove(f.Name()) // already, where an open file may lose its name: no signal leaves it behind

	n, err := io.Copy(f, io.LimitReader(in, w.spool+1))
	if n > w.spool {
		err = errSpool
	}
	if isFault(err) {
		w.fail(name, because(detect.Zip, 0, err))
		return
	}
	w.zipAt(depth, name, io.NewSectionReader(f, 0, n))
	if err != nil {
		w.fail(name, err)
	}
}

// A directory is a zip of which no more may be read than left.
type directory struct {
	*io.SectionReader
	left int64
}

func (d *directory) ReadAt(p []byte, off int64) (int, error) {
	if d.left -= int64(len(p)); d.left < 0 {
		return 0, errDirectory
	}
	return d.SectionReader.ReadAt(p, off)
}

// zipAt goes through a zip in the order of its table of contents, and then through what
// no member has: through other zips as through this one, through all else as through a
// member. Of several zips the last one comes first, since the table of contents is at the
// end.
func (w *walk) zipAt(depth int, name string, at *io.SectionReader) {
	zips := []stretch{{0, at.Size()}}
	for first := true; len(zips) > 0 && !w.over && !w.spent; first = false {
		s := zips[0]
		zips = zips[1:]
		if !first && !hasSignature(at, s.from, zipLocal) && !hasSignature(at, s.from, zipEnd) {
			w.input(depth+1, s.name(name), io.NewSectionReader(at, s.from, s.to-s.from))
			continue
		}
		part := io.NewSectionReader(at, s.from, s.to-s.from)
		// Package zip may mistake the table of another zip, as far from the beginning,
		// for that of this one.
		if t, err := findTable(part); err == nil && t.base > 0 && hasSignature(part, t.from, zipEntry) {
			zips = append(zips, stretch{s.from, s.from + t.base})
			s.from += t.base
			part = io.NewSectionReader(at, s.from, s.to-s.from)
		}
		label := name
		if part.Size() < at.Size() {
			label = s.name(name)
		}
		for _, gap := range w.oneZip(depth, name, label, part) {
			zips = append(zips, stretch{s.from + gap.from, s.from + gap.to})
		}
	}
}

// oneZip goes through one zip, and returns what no member of it has. Without a table of
// contents all of it is visited as it is, by its label: some members may not be
// compressed.
func (w *walk) oneZip(depth int, name, label string, at *io.SectionReader) []stretch {
	d := &directory{at, maxDirectory}
	z, err := zipContents(d, at.Size())
	if err = noEnd(err); err != nil {
		w.fail(label, because(detect.Zip, 0, err))
		if !w.over {
			w.visit(label, io.NewSectionReader(at, 0, at.Size()))
		}
		return nil
	}
	d.left = math.MaxInt64

	// Members that share their bytes make a zip of 10 MB 281 TB large. If none
	// do, together they are no larger than it.
	left, office := uint64(at.Size()), isOffice(z)
	for _, f := range z.File {
		if w.over || w.spent {
			return nil
		}
		if f.CompressedSize64 > left {
			w.fail(name, because(detect.Zip, 0, errOverlap))
			return nil
		}
		left -= f.CompressedSize64
		// Programs that read names to a NUL would read two, one of which is
		// whatever the maker of the zip likes.
		member := memberName(name, strings.ReplaceAll(f.Name, "\x00", "\uFFFD"))
		if hasText(f) {
			w.zipMember(depth, member, f, office && isXML(f.Name))
		}
		if f.Comment != "" && !w.over {
			w.input(depth+1, member+"/(comment)", strings.NewReader(f.Comment))
		}
	}
	gaps, err := zipGaps(at, z)
	if err != nil {
		w.fail(label, because(detect.Zip, 0, err))
	}
	return gaps
}

// zipContents is zip.NewReader, with a panic as its error.
func zipContents(r io.ReaderAt, size int64) (z *zip.Reader, err error) {
	defer recovered.To(&err)
	return zip.NewReader(r, size)
}

// openMember is that of f, with a panic as its error.
func openMember(f *zip.File) (r io.ReadCloser, err error) {
	defer recovered.To(&err)
	return f.Open()
}

const maxPath = 4096 // PATH_MAX of Linux

// hasText reports whether a member is to be read: also one that is a directory or a
// device by its attributes, if it has some text. That of a link is a path.
func hasText(f *zip.File) bool {
	return f.Mode().IsRegular() || f.UncompressedSize64 > 0 && (f.Mode()&fs.ModeSymlink == 0 || f.UncompressedSize64 > maxPath)
}

// noEnd returns the error of package zip, which gives [io.EOF] where an offset leads
// after the end.
func noEnd(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// zipMember visits a member, without its identifiers if it is XML of an office document.
func (w *walk) zipMember(depth int, name string, f *zip.File, isOffice bool) {
	const encrypted = 1 // of the general purpose flags
	r, err := openMember(f)
	if err == nil {
		defer r.Close()
	}
	err = noEnd(err)
	if f.Flags&encrypted != 0 {
		err = errEncrypted
	}
	var in io.Reader = &text{w: w, format: detect.Zip, r: w.readAhead(depth, r), err: because(detect.Zip, 0, err)}
	if isOffice {
		in = &plain{Reader: in}
	}
	w.input(depth+1, name, in)
	w.stop(depth, true)
}
