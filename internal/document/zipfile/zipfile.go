// Package zipfile reads zip files (APPNOTE.TXT 6.3.10) that may be damaged.
//
// # Terms
//
// A member is a file in the archive: a local header and data. The directory, at the end of
// the archive, lists the members. A gap is a range of bytes that belongs neither to a
// member nor to the directory, such as the data before a self-extracting archive.
//
// # Flow
//
// [Open] reads the directory. It searches the bytes that the directory does not account for,
// which are all bytes if there is no directory, for another archive with its directory, and then for
// local headers. So it finds the members of archives that follow each other, and of one that is cut
// off or has a wrong directory. [Archive.Open] decompresses a member. [Archive.Reader] also charges the
// data to the Budget of a document.
package zipfile

import (
	"bufio"
	"cmp"
	"encoding/binary"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/urlgrep/urlgrep/internal/document"
)

// A Source has the bytes of a zip file.
type Source interface {
	io.ReaderAt
	Size() int64
}

// An Archive is a zip file.
type Archive struct {
	// Members are the members in the order of the directory. Members that are not in the
	// directory are after them.
	Members []Member

	// Gaps are the ranges of bytes that are neither members nor records of the archive.
	// Comments are gaps. Ranges of NULs are not.
	Gaps []Gap

	s       Source
	env     *document.Env
	records []document.Range // the members, the directory and the records after it
	found   bool             // there is a directory
	isCut   bool             // the comment at the end is cut off
	missed  bool             // it lacks a member
	noted   uint64           // the defects of the records that were noted, as bits
	left    int64            // bytes that may be data of members of directories: members that overlap have more
	in      *bufio.Reader    // of the member that is read; nil before the first
}

// A Member is a file in an Archive.
type Member struct {
	Name   string         // in UTF-8, with "/" between its parts
	Range  document.Range // the data, which may be compressed
	Sealed                // how the data is compressed and encrypted
	IsFile bool           // not a directory, and not a symbolic link

	base64 bool // see Add
}

// IsStored reports whether the data is neither compressed nor encrypted.
func (m *Member) IsStored() bool { return m.method == Stored && !m.IsEncrypted() && !m.base64 }

// IsWhole reports whether the bytes in Range are those of the file.
func (m *Member) IsWhole() bool { return m.IsStored() && m.size == m.Range.To-m.Range.From }

// A Gap is a range of bytes that belongs to no member: see [Archive].
type Gap struct {
	document.Range
	Of int // the index of the member whose comment it is; -1 for other gaps
}

// The signatures and the lengths in bytes of the fixed parts of records (section 4.3).
const (
	local      = "PK\x03\x04"
	entry      = "PK\x01\x02"
	end        = "PK\x05\x06"
	end64      = "PK\x06\x06"
	locator64  = "PK\x06\x07"
	descriptor = "PK\x07\x08"

	localLength     = 30
	entryLength     = 46
	endLength       = 22
	end64Length     = 56
	locator64Length = 20
)

// maxMembers is the maximum number of members that an Archive holds.
const maxMembers = 1 << 20

// heldMember is the number of bytes that a member with a short name takes.
const heldMember = 256

// maxName is the maximum length of a name in bytes.
const maxName = 512

// Open reads the directory of a zip file. It returns nil if there is neither a member nor
// the record that ends a directory.
func Open(s Source, env *document.Env) *Archive {
	a := &Archive{s: s, env: env, left: s.Size()}
	for rest := []document.Range{{From: 0, To: s.Size()}}; len(rest) > 0; {
		last := len(rest) - 1
		rest = a.one(rest[last], rest[:last])
	}
	if len(a.Members) == 0 && !a.found {
		return nil
	}
	if a.isCut {
		a.damaged("its comment is cut off", s.Size())
	}
	switch {
	case !a.found:
		env.Note(document.Damaged, "zip: no central directory; members are found by their headers")
	case a.missed:
		env.Note(document.Damaged, "zip: its central directory lacks members, which are found by their headers")
	}
	return a
}

// one reads the archive that ends in a range, and appends the ranges that it does not account for to others,
// the first one last. If no archive ends there, it searches the range.
func (a *Archive) one(r document.Range, others []document.Range) []document.Range {
	a.records = a.records[:0]
	t, ok := a.findTable(r)
	if !ok || !a.readDirectory(t) {
		a.search(r)
		return others
	}
	a.found, a.isCut = true, a.isCut || t.isCut
	slices.SortFunc(a.records, func(x, y document.Range) int {
		return cmp.Or(cmp.Compare(x.From, y.From), cmp.Compare(x.To, y.To))
	})
	at, n := r.From, len(others)
	for _, k := range append(a.records, document.Range{From: r.To, To: r.To}) {
		if to := min(k.From, r.To); to > at {
			others = append(others, document.Range{From: at, To: to})
		}
		at = max(at, k.To)
	}
	slices.Reverse(others[n:])
	return others
}

// New returns an Archive without members, for a document that has its members in another form.
func New(s Source, env *document.Env) *Archive { return &Archive{s: s, env: env} }

// Add adds a member whose data are in a range of the Source, as they are or in base64 (RFC 4648, section 4)
// with line breaks. It returns false if there are too many.
func (a *Archive) Add(name string, data document.Range, base64 bool) bool {
	return a.add(Member{Name: name, Range: data, Sealed: Sealed{size: -1}, IsFile: true, base64: base64})
}

// add appends a member. It returns false if there are too many.
func (a *Archive) add(m Member) bool {
	if len(a.Members) == maxMembers || !a.env.Budget.Object() {
		a.note(document.TooMany, "zip: members")
		return false
	}
	a.Members = append(a.Members, m)
	a.env.Grown(len(a.Members), heldMember)
	return true
}

// gap adds a gap, unless it has only NULs: the comment of member of, or -1.
func (a *Archive) gap(r document.Range, of int) {
	var buf [4 << 10]byte
	for at := r.From; at < r.To; {
		n, err := a.s.ReadAt(buf[:min(int64(len(buf)), r.To-at)], at)
		for _, c := range buf[:n] {
			if c != 0 {
				a.Gaps = append(a.Gaps, Gap{r, of})
				return
			}
		}
		if at += int64(n); err != nil {
			return
		}
	}
}

// hasSignature reports whether the four bytes at an offset are a signature.
func (a *Archive) hasSignature(at int64, signature string) bool {
	var b [4]byte
	n, _ := a.s.ReadAt(b[:], at)
	return n == len(b) && string(b[:]) == signature
}

// name returns the name of a member. The bytes in its record are UTF-8 or code page 437 (appendix D).
func name(b []byte) string {
	cut := ""
	if len(b) > maxName {
		for b = b[:maxName]; len(b) > maxName-utf8.UTFMax && !utf8.Valid(b); {
			b = b[:len(b)-1]
		}
		cut = "…"
	}
	if !utf8.Valid(b) {
		b, _ = charmap.CodePage437.NewDecoder().Bytes(b) // which decodes every byte
	}
	s := strings.ReplaceAll(string(b), "\x00", "\uFFFD") // programs that read names up to a NUL would see another name
	if !strings.Contains(s, "/") {
		s = strings.ReplaceAll(s, `\`, "/")
	}
	return s + cut
}

// isFile reports whether a member is a file by its name, and by the attributes in the
// directory (section 4.4.15). A symbolic link that has more data than a path is a file, and so are a
// directory and a device that have data.
func isFile(name string, size int64, madeBy uint16, attributes uint32) bool {
	const (
		unix, darwin = 3, 19
		modeType     = 0xF000
		modeFile     = 0x8000
		modeLink     = 0xA000
		maxPath      = 4 << 10 // PATH_MAX on Linux
	)
	if system := madeBy >> 8; system == unix || system == darwin {
		switch attributes >> 16 & modeType {
		case 0, modeFile:
		case modeLink:
			return size > maxPath
		default: // a directory or a device
			return size > 0
		}
	}
	return size > 0 || !strings.HasSuffix(name, "/")
}

// le16, le32 and le64 return numbers of 2, 4 and 8 bytes.
func le16(b []byte) int64 { return int64(binary.LittleEndian.Uint16(b)) }
func le32(b []byte) int64 { return int64(binary.LittleEndian.Uint32(b)) }
func le64(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) }

// read returns n bytes at an offset, or nil if there are fewer.
func (a *Archive) read(at int64, n int) []byte {
	b := make([]byte, n)
	if k, _ := a.s.ReadAt(b, at); k < n { // an offset below 0 is an error
		return nil
	}
	return b
}

// readName reads the name of a local header at an offset.
func (a *Archive) readName(at int64, length int64) string {
	var b [maxName + 1]byte
	n, err := a.s.ReadAt(b[:min(length, int64(len(b)))], at)
	if err != nil && err != io.EOF {
		return ""
	}
	return name(b[:n])
}
