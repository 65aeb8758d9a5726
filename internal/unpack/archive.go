package unpack

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"io"
	"slices"
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
	errMembers = errors.New("too many members; the rest is skipped")
	errSpool   = errors.New("larger than " + size(maxSpool) + ", and not in a seekable file")
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

// zipAt walks the members of a zip file in the order of its central directory, and then the bytes that belong
// to no member. A document is visited as it is.
func (w *walk) zipAt(depth int, name string, at *io.SectionReader) {
	var faults []error
	env := w.env()
	env.Note = func(d document.Defect, detail string) {
		err := errors.New(detail)
		if d == document.TooMany {
			err = errMembers
		}
		faults = append(faults, wrapFault(detect.Zip, 0, err))
	}
	env.Budget.Grant(at.Size())
	defer env.Release(env.Held())
	a, err := openZip(at, env)
	var contents zipfile.Contents
	if err == nil {
		contents, _ = a.Contents()
	}
	isWhole := err != nil || w.documents && contents != zipfile.Files
	if err != nil {
		faults = append(faults[:0], wrapFault(detect.Zip, 0, err))
	} else if isWhole {
		faults = nil // the reader of the document notes them
	}
	for _, err := range faults {
		w.fail(name, err)
	}
	if isWhole {
		if !w.stopped {
			w.visit(name, io.NewSectionReader(at, 0, at.Size()), at)
		}
		return
	}
	gaps := a.Gaps
	for i := range a.Members {
		if m := &a.Members[i]; m.IsFile {
			w.zipMember(depth, memberName(name, m.Name), at, a, m, contents.IsOffice() && isXML(m.Name))
		}
		if len(gaps) > 0 && gaps[0].Of == i {
			w.zipGap(depth, name, at, a, gaps[0])
			gaps = gaps[1:]
		}
	}
	for _, g := range gaps {
		w.zipGap(depth, name, at, a, g)
	}
}

// env returns the Env of the zip files of the input.
func (w *walk) env() *document.Env {
	if w.zips.Budget == nil {
		w.zips = document.Env{Budget: document.NewBudget(), Memory: w.Hold, Passwords: slices.Clone(w.passwords)}
	}
	return &w.zips
}

// openZip is zipfile.Open, with a panic as an error.
func openZip(at *io.SectionReader, env *document.Env) (a *zipfile.Archive, err error) {
	defer recovered.To(&err)
	if a = zipfile.Open(at, env); a == nil {
		return nil, errors.New("not a valid zip file")
	}
	return a, nil
}

// zipGap visits bytes of the zip file at that belong to no member.
func (w *walk) zipGap(depth int, name string, at *io.SectionReader, a *zipfile.Archive, g zipfile.Gap) {
	if w.stopped || w.exhausted {
		return
	}
	r := a.OpenGap(g)
	gap, _ := r.(*io.SectionReader)
	if gap != nil {
		gap = sectionOf(at, g.From, g.To-g.From)
	}
	w.input(depth+1, memberName(name, a.GapName(g)), &layerReader{w: w, format: detect.Zip, r: r, free: true}, gap)
}

// zipMember visits a member of the zip file at. In XML of an office document, it replaces identifiers
// by blanks.
func (w *walk) zipMember(depth int, name string, at *io.SectionReader, a *zipfile.Archive, m *zipfile.Member, isOffice bool) {
	if w.stopped || w.exhausted {
		return
	}
	r, err := a.Open(m)
	member := &layerReader{w: w, format: detect.Zip, r: w.readAhead(depth, r), err: wrapFault(detect.Zip, 0, err)}
	var whole *io.SectionReader
	if err == nil && m.IsWhole() {
		whole = sectionOf(at, m.Range.From, m.Range.To-m.Range.From)
	}
	if isOffice {
		w.input(depth+1, name, &xmlReader{Reader: member}, nil)
	} else {
		w.input(depth+1, name, member, whole)
	}
	if w.lent && !w.stopped {
		w.check(name, member)
	}
	w.stop(depth, true)
}

// check reads the rest of a member that was read at any offset, up to its checksum.
func (w *walk) check(name string, member *layerReader) {
	if _, err := io.Copy(io.Discard, member); err != nil && err != w.lastFault {
		w.fail(name, err)
	}
}
