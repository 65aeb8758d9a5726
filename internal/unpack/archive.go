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
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
	"github.com/urlgrep/urlgrep/internal/recovered"
	"github.com/urlgrep/urlgrep/internal/tempfile"
)

// tar reads a tar file, and other tar files after it. It reads the rest of the input as
// well, so that the layer below reaches its end and its checksum.
func (w *walk) tar(depth int, name string, in *bufio.Reader) {
	for !w.stopped {
		err := w.members(depth, name, &blocks{Reader: in})
		if err == nil && !w.stopped {
			err = nextTar(in)
		}
		if err != nil {
			if err != io.EOF && err != w.lastFault {
				w.fail(name, err)
			}
			return
		}
	}
}

// maxHead is the number of bytes of a tar file that are kept until its first member is
// found.
const maxHead = 64 << 10

// A blocks reads the blocks of a tar file.
type blocks struct {
	*bufio.Reader
	n     int64  // bytes read
	head  []byte // all bytes read, if found is false and there are at most maxHead
	found bool   // a member was found
}

func (b *blocks) Read(p []byte) (n int, err error) {
	n, err = b.Reader.Read(p)
	b.n += int64(n)
	if !b.found && b.n <= maxHead {
		b.head = append(b.head, p[:n]...)
	}
	return n, err
}

// isWhole reports whether no member was found and head has all bytes that were read.
func (b *blocks) isWhole() bool { return !b.found && b.n == int64(len(b.head)) }

// visitRaw visits the input of b from its beginning, and returns the error at its end,
// which is fault instead of io.EOF.
func (w *walk) visitRaw(name string, b *blocks, fault error) error {
	w.visit(name, &endReader{io.MultiReader(bytes.NewReader(b.head), b.Reader), fault}, nil)
	return fault
}

// An endReader returns err instead of io.EOF.
type endReader struct {
	io.Reader
	err error
}

func (e *endReader) Read(p []byte) (n int, err error) {
	n, err = e.Reader.Read(p)
	if err == io.EOF {
		err = e.err
	}
	return n, err
}

// members walks the members of one tar file. It returns an error that the visitor has met
// in a member, since there is no way past it. An input without a member is not a tar
// file, or is cut off: members visits it as it is, and returns io.EOF or the fault at its
// end.
func (w *walk) members(depth int, name string, in *blocks) error {
	t := tar.NewReader(in)
	last := new(layerReader)
	for !w.stopped {
		h, err := nextHeader(t)
		in.found = in.found || err == nil && h.Typeflag != tar.TypeXGlobalHeader
		if err == io.EOF && in.n%detect.TarBlock != 0 { // within the padding of the last block
			err = io.ErrUnexpectedEOF
		}
		switch {
		case (err == io.EOF || errors.Is(err, tar.ErrHeader)) && in.isWhole():
			return w.visitRaw(name, in, io.EOF)
		case err != nil && in.isWhole():
			return w.visitRaw(name, in, wrapFault(detect.Tar, 0, err))
		case err == io.EOF:
			return nil
		case err != nil && last.err != nil && last.err != io.EOF:
			return last.err
		case errors.Is(err, tar.ErrHeader):
			w.visitDamaged(name, in, wrapFault(detect.Tar, 0, err))
			t, last = tar.NewReader(in), new(layerReader)
		case err != nil:
			return wrapFault(detect.Tar, 0, err)
		case IsFile(h):
			last = &layerReader{w: w, format: detect.Tar, r: t, free: !IsSparse(h)}
			w.input(depth+1, memberName(name, h.Name), last, w.tarMember(depth, in.Reader, h))
		}
	}
	return nil
}

// tarMember returns a reader, at any offset, of the member that follows in the tar file in. It returns
// nil if the bytes of the member are not in the input unchanged.
func (w *walk) tarMember(depth int, in *bufio.Reader, h *tar.Header) *io.SectionReader {
	if depth > 0 || w.at == nil || IsSparse(h) {
		return nil
	}
	return sectionOf(w.at, w.in.Load()-int64(in.Buffered()), h.Size)
}

// sectionOf returns a reader of n bytes of at from an offset, or nil if there are fewer.
func sectionOf(at *io.SectionReader, from, n int64) *io.SectionReader {
	if n < 0 || n > at.Size()-from {
		return nil
	}
	return io.NewSectionReader(at, from, n)
}

// nextHeader is t.Next, with a panic as an error.
func nextHeader(t *tar.Reader) (h *tar.Header, err error) {
	defer recovered.To(&err)
	return t.Next()
}

// visitDamaged visits the blocks after an invalid header up to the next valid one, and
// then the fault. The command tar skips them.
func (w *walk) visitDamaged(name string, in *blocks, fault error) {
	in.Discard(int((detect.TarBlock - in.n%detect.TarBlock) % detect.TarBlock))
	in.n, in.found = 0, true
	r := &damagedReader{in: in.Reader, err: fault}
	w.visit(name, r, nil)
	if !w.stopped && w.lastFault != fault {
		io.Copy(io.Discard, r)
		w.fail(name, fault)
	}
}

// A damagedReader reads blocks up to the next header of a tar file. It leaves out the
// NULs that pad the last block of a member: they would make the text binary.
type damagedReader struct {
	in   *bufio.Reader
	buf  [detect.TarBlock]byte
	text []byte // unread part of buf
	err  error  // error after text
}

func (s *damagedReader) Read(p []byte) (int, error) {
	for len(s.text) == 0 {
		head, _ := s.in.Peek(detect.TarBlock) // the next Peek returns the error again
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

// maxMember is the maximum length in bytes of a member's name. The name is part of each
// match, and a tar file may have a name of a megabyte.
const maxMember = 512

// memberName returns the name of a member of an archive, with "…" at its end if it is
// shortened.
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

// nextTar skips the NULs that end a tar file and pad its last record, and checks that
// another tar file follows. The command tar does not look there without -i.
func nextTar(in *bufio.Reader) error {
	if err := skipNULs(in); err != nil {
		return wrapFault(detect.Tar, 0, err)
	}
	if head, _ := in.Peek(detect.TarBlock); !detect.IsTar(head) {
		return &Garbage{detect.Tar.String()}
	}
	return nil
}

// IsFile reports whether a member has text. A member of unknown type has: "Unknown file
// type …, extracted as normal file", as GNU tar says.
func IsFile(h *tar.Header) bool {
	switch h.Typeflag {
	case tar.TypeLink, tar.TypeSymlink, tar.TypeChar, tar.TypeBlock, tar.TypeDir, tar.TypeFifo, tar.TypeXGlobalHeader:
		return false
	}
	return true
}

// IsSparse reports whether a member has holes. The NULs of holes can be more than there
// are bytes in the tar file.
func IsSparse(h *tar.Header) bool {
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return h.Typeflag == tar.TypeGNUSparse
}

var (
	errDirectory = errors.New("its central directory is larger than " + size(maxDirectory))
	errOverlap   = errors.New("members overlap; the rest is skipped")
	errSpool     = errors.New("larger than " + size(maxSpool) + ", and not in a seekable file")
)

// zip reads a zip file. If at, which is as for input, is nil, zip copies it first.
func (w *walk) zip(depth int, name string, in *bufio.Reader, at *io.SectionReader) {
	if at != nil {
		w.zipAt(depth, name, at)
		w.lent = true
		return
	}
	spool := tempfile.Buffer{Limit: maxHeld}
	defer spool.Reset()
	n, err := io.Copy(&spool, io.LimitReader(in, w.spool+1))
	if n > w.spool {
		err = errSpool
	}
	if isFault(err) {
		w.fail(name, wrapFault(detect.Zip, 0, err))
		return
	}
	w.zipAt(depth, name, io.NewSectionReader(&spool, 0, n))
	if err != nil {
		w.fail(name, err)
	}
}

// A limitedReaderAt reads a zip file. After left bytes, it returns errDirectory.
type limitedReaderAt struct {
	*io.SectionReader
	left int64
}

func (d *limitedReaderAt) ReadAt(p []byte, off int64) (int, error) {
	if d.left -= int64(len(p)); d.left < 0 {
		return 0, errDirectory
	}
	return d.SectionReader.ReadAt(p, off)
}

// zipAt walks the members of a zip file in the order of its central directory, and then
// the bytes that belong to no member: other zip files in the same way, anything else as a
// member. Of several zip files, the last one is first, since its central directory is at
// the end of the file.
func (w *walk) zipAt(depth int, name string, at *io.SectionReader) {
	zips := []byteRange{{0, at.Size()}}
	for first := true; len(zips) > 0 && !w.stopped && !w.exhausted; first = false {
		s := zips[0]
		zips = zips[1:]
		if !first && !hasSignature(at, s.From, zipLocal) && !hasSignature(at, s.From, zipEnd) {
			gap := io.NewSectionReader(at, s.From, s.To-s.From)
			w.input(depth+1, s.name(name), gap, gap)
			continue
		}
		part := io.NewSectionReader(at, s.From, s.To-s.From)
		// Package zip may read the table of an earlier zip file, at the same offset from
		// the beginning, instead of this one's.
		if t, err := findTable(part); err == nil && t.base > 0 && hasSignature(part, t.from, zipEntry) {
			zips = append(zips, byteRange{s.From, s.From + t.base})
			s.From += t.base
			part = io.NewSectionReader(at, s.From, s.To-s.From)
		}
		label := name
		if part.Size() < at.Size() {
			label = s.name(name)
		}
		for _, gap := range w.oneZip(depth, name, label, part) {
			zips = append(zips, byteRange{s.From + gap.From, s.From + gap.To})
		}
	}
}

// oneZip walks one zip file, and returns the ranges that belong to no member.
func (w *walk) oneZip(depth int, name, label string, at *io.SectionReader) []byteRange {
	d := &limitedReaderAt{at, maxDirectory}
	z, err := zipContents(d, at.Size())
	if err = unexpectedEOF(err); err != nil {
		w.fail(label, wrapFault(detect.Zip, 0, err))
		if errors.Is(err, errDirectory) {
			w.visitWhole(label, at)
		} else {
			w.damagedZip(depth, name, label, at)
		}
		return nil
	}
	d.left = math.MaxInt64

	// Members that share their bytes can make a zip of 10 MB expand to 281 TB. If none
	// do, the sum of their sizes is at most the size of the file.
	names := namesIn(z)
	left, office := uint64(at.Size()), isOffice(names)
	members := z.File
	if w.documents && isDocument(names) {
		members = nil
		w.visitWhole(label, at)
	}
	for _, f := range members {
		if w.stopped || w.exhausted {
			return nil
		}
		if f.CompressedSize64 > left {
			w.fail(name, wrapFault(detect.Zip, 0, errOverlap))
			return nil
		}
		left -= f.CompressedSize64
		// Programs that read names up to a NUL would see another name, which the author
		// of the zip file can choose.
		member := memberName(name, strings.ReplaceAll(f.Name, "\x00", "\uFFFD"))
		if hasText(f) {
			w.zipMember(depth, member, at, f, office && isXML(f.Name))
		}
		if f.Comment != "" && !w.stopped {
			w.input(depth+1, member+"/(comment)", strings.NewReader(f.Comment), nil)
		}
	}
	gaps, err := zipGaps(at, z)
	if err != nil {
		w.fail(label, wrapFault(detect.Zip, 0, err))
	}
	return gaps
}

// damagedZip walks the members of a zip file without a central directory, and the bytes between them. It
// visits a document, and a file without members, as a whole.
func (w *walk) damagedZip(depth int, name, label string, at *io.SectionReader) {
	s := new(document.Store)
	s.Use(at)
	env := &document.Env{Budget: document.NewBudget(), Note: func(document.Defect, string) {}}
	env.Budget.Grant(at.Size())
	a := zipfile.Open(s, env)
	if a == nil || w.documents && isDocument(namesOf(a)) {
		w.visitWhole(label, at)
		return
	}
	for i := range a.Members {
		m := &a.Members[i]
		if w.stopped || w.exhausted {
			return
		}
		if m.IsFile {
			in, err := a.Open(m)
			w.input(depth+1, memberName(name, m.Name), &layerReader{w: w, format: detect.Zip, r: in, err: wrapFault(detect.Zip, 0, err)}, nil)
		}
	}
	for _, g := range a.Gaps {
		if !w.stopped {
			gap := s.Section(g)
			w.input(depth+1, byteRange{g.From, g.To}.name(name), gap, gap)
		}
	}
}

// namesOf returns the names of the members of an archive.
func namesOf(a *zipfile.Archive) (all []string) {
	for i := range a.Members {
		all = append(all, a.Members[i].Name)
	}
	return all
}

// namesIn is namesOf for package zip.
func namesIn(z *zip.Reader) (all []string) {
	for _, f := range z.File {
		all = append(all, f.Name)
	}
	return all
}

// visitWhole visits all that at reads, unless the visitor wants no more files.
func (w *walk) visitWhole(name string, at *io.SectionReader) {
	if w.stopped {
		return
	}
	w.visit(name, io.NewSectionReader(at, 0, at.Size()), at)
}

// zipContents is zip.NewReader, with a panic as an error.
func zipContents(r io.ReaderAt, size int64) (z *zip.Reader, err error) {
	defer recovered.To(&err)
	return zip.NewReader(r, size)
}

// openMember returns a reader of the decompressed data of a member.
func openMember(f *zip.File) (io.Reader, error) {
	raw, err := f.OpenRaw()
	if err != nil {
		return nil, err
	}
	in, err := zipfile.Decode(zipfile.Method(f.Method), bufio.NewReader(raw))
	if err != nil {
		return nil, err
	}
	return zipfile.Check(in, int64(min(f.UncompressedSize64, math.MaxInt64)), f.CRC32), nil
}

const maxPath = 4096 // PATH_MAX on Linux

// hasText reports whether a member must be read. A member that is a directory or a device
// by its attributes must be, if it has text. The text of a symbolic link is a path.
func hasText(f *zip.File) bool {
	return f.Mode().IsRegular() || f.UncompressedSize64 > 0 && (f.Mode()&fs.ModeSymlink == 0 || f.UncompressedSize64 > maxPath)
}

// unexpectedEOF replaces [io.EOF], which package zip returns if an offset is after the
// end.
func unexpectedEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// zipMember visits a member of the zip file at. In XML of an office document, it replaces identifiers
// by blanks.
func (w *walk) zipMember(depth int, name string, at *io.SectionReader, f *zip.File, isOffice bool) {
	const encrypted = 1 // bit of the general purpose flags
	r, err := openMember(f)
	err = unexpectedEOF(err)
	if f.Flags&encrypted != 0 {
		err = zipfile.ErrEncrypted
	}
	member := &layerReader{w: w, format: detect.Zip, r: w.readAhead(depth, r), err: wrapFault(detect.Zip, 0, err)}
	if isOffice {
		w.input(depth+1, name, &xmlReader{Reader: member}, nil)
	} else {
		w.input(depth+1, name, member, storedMember(at, f, member.err))
	}
	if w.lent && !w.stopped {
		w.check(name, member)
	}
	w.stop(depth, true)
}

// storedMember returns a reader, at any offset, of a member of the zip file at that is stored without
// compression. It returns nil for another one, and for one that cannot be read because of err.
func storedMember(at *io.SectionReader, f *zip.File, err error) *io.SectionReader {
	if err != nil || f.Method != zip.Store || f.CompressedSize64 != f.UncompressedSize64 {
		return nil
	}
	from, err := f.DataOffset()
	if err != nil {
		return nil
	}
	return sectionOf(at, from, int64(min(f.UncompressedSize64, math.MaxInt64)))
}

// check reads the rest of a member that was read at any offset, up to its checksum.
func (w *walk) check(name string, member *layerReader) {
	if _, err := io.Copy(io.Discard, member); err != nil && err != w.lastFault {
		w.fail(name, err)
	}
}
