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
// which are all bytes if there is no directory, for local headers. So it finds the members
// of an archive that is cut off, that follows another one, or that has a wrong directory.
// [Archive.Reader] decompresses a member. It charges the data to the Budget.
package zipfile

import (
	"bufio"
	"encoding/binary"
	"io"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
)

// An Archive is a zip file.
type Archive struct {
	// Members are the members in the order of the directory. Members that are not in the
	// directory are after them.
	Members []Member

	// Gaps are the ranges of bytes that are neither members nor records of the archive.
	// Comments are gaps. Ranges of NULs are not.
	Gaps []document.Range

	s       *document.Store
	env     *document.Env
	records []document.Range // the members, the directory and the records after it
	damaged bool
	in      *bufio.Reader // of the member that is read; nil before the first
}

// A Member is a file in an Archive.
type Member struct {
	Name      string         // in UTF-8, with "/" between its parts
	Range     document.Range // the data, which may be compressed
	Encrypted bool
	IsFile    bool // not a directory, and not a symbolic link

	method Method
	sized  bool  // size and crc are known
	size   int64 // bytes of decompressed data
	crc    uint32
}

// IsStored reports whether the data is not compressed.
func (m *Member) IsStored() bool { return m.method == Stored }

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
func Open(s *document.Store, env *document.Env) *Archive {
	a := &Archive{s: s, env: env}
	ok := a.readDirectory()
	a.account()
	if len(a.Members) == 0 && !ok {
		return nil
	}
	if a.damaged || !ok {
		env.Note(document.Damaged, "zip: its directory is damaged")
	}
	return a
}

// add appends a member, with the range of bytes from its local header to the end of its
// data. It returns false if there are too many.
func (a *Archive) add(m Member, from int64) bool {
	if len(a.Members) == maxMembers || !a.env.Budget.Object() {
		a.env.Note(document.TooMany, "zip: members")
		return false
	}
	a.Members = append(a.Members, m)
	a.env.Grown(len(a.Members), heldMember)
	a.records = append(a.records, document.Range{From: from, To: m.Range.To})
	return true
}

// account sets the members that are not in the directory, and the gaps.
func (a *Archive) account() {
	slices.SortFunc(a.records, func(x, y document.Range) int {
		if x.From != y.From {
			return int(min(max(x.From-y.From, -1), 1))
		}
		return int(min(max(x.To-y.To, -1), 1))
	})
	known, at := a.records, int64(0)
	for _, r := range append(slices.Clone(known), document.Range{From: a.s.Size(), To: a.s.Size()}) {
		if r.From > at {
			a.search(document.Range{From: at, To: r.From})
		}
		at = max(at, r.To)
	}
}

// gap adds a gap, unless it has only NULs.
func (a *Archive) gap(r document.Range) {
	var buf [4 << 10]byte
	for at := r.From; at < r.To; {
		n, err := a.s.ReadAt(buf[:min(int64(len(buf)), r.To-at)], at)
		for _, c := range buf[:n] {
			if c != 0 {
				a.Gaps = append(a.Gaps, r)
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

// name returns the name of a member as it is in the directory or in its local header.
func name(b []byte) string {
	s := strings.ToValidUTF8(string(b[:min(len(b), maxName)]), "\uFFFD")
	s = strings.ReplaceAll(s, "\x00", "\uFFFD")
	if !strings.Contains(s, "/") {
		s = strings.ReplaceAll(s, `\`, "/")
	}
	return s
}

// isFile reports whether a member is a file by its name, and by the attributes in the
// directory (section 4.4.15). A directory or a symbolic link that has more data than a path
// is a file.
func isFile(name string, size int64, madeBy uint16, attributes uint32) bool {
	const (
		unix, darwin = 3, 19
		modeType     = 0xF000
		modeLink     = 0xA000
		maxPath      = 4 << 10
	)
	if system := madeBy >> 8; (system == unix || system == darwin) && attributes>>16&modeType == modeLink {
		return size > maxPath
	}
	return size > 0 || !strings.HasSuffix(name, "/")
}

// le16, le32 and le64 return numbers of 2, 4 and 8 bytes.
func le16(b []byte) int64 { return int64(binary.LittleEndian.Uint16(b)) }
func le32(b []byte) int64 { return int64(binary.LittleEndian.Uint32(b)) }
func le64(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) }

// read returns n bytes at an offset, or nil if there are fewer.
func (a *Archive) read(at int64, n int) []byte {
	b := a.s.Bytes(document.Range{From: at, To: at + int64(n)}, n)
	if at < 0 || len(b) < n {
		return nil
	}
	return b
}

// readName reads the name of a local header at an offset.
func (a *Archive) readName(at int64, length int64) string {
	var b [maxName]byte
	n, err := a.s.ReadAt(b[:min(length, maxName)], at)
	if err != nil && err != io.EOF {
		return ""
	}
	return name(b[:n])
}
