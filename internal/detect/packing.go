package detect

import (
	"bytes"
	"strconv"
)

// A Packing is how an input is compressed or archived.
type Packing uint8

// The packings.
const (
	None Packing = iota
	Gzip
	Bzip2
	Zstd
	XZ
	Zip
	Tar
)

// String returns the name of the program that packs an input this way, or "text" for
// None.
func (p Packing) String() string {
	return [...]string{"text", "gzip", "bzip2", "zstd", "xz", "zip", "tar"}[p]
}

// The first bytes of a member of a gzip file, and of a zip file.
const (
	GzipMagic = "\x1F\x8B"
	ZipLocal  = "PK\x03\x04" // header of the first member
	ZipEnd    = "PK\x05\x06" // end of an empty archive
)

// A magic is the first bytes of a packing. If loose is not 0, the octet at loose-1 may
// have any lower half.
type magic struct {
	text    string
	loose   int
	packing Packing
}

var magics = [...]magic{
	{GzipMagic, 0, Gzip},
	{"BZh01AY&SY", 4, Bzip2},       // its first block
	{"BZh0\x17rE8P\x90", 4, Bzip2}, // end of an empty file
	{"\x28\xB5\x2F\xFD", 0, Zstd},
	{"P*M\x18", 1, Zstd}, // a skippable frame: 50 to 5F
	{"\xFD7zXZ\x00", 0, XZ},
	{ZipLocal, 0, Zip},
	{ZipEnd, 0, Zip},
}

// packedMagics has the first bytes of compressed data: those of a magic before its loose octet, and the octets
// that this may be if it is the first.
var packedMagics = func() (all []string) {
	for _, m := range magics {
		switch {
		case m.packing == Zip:
		case m.loose == 1:
			for low := range byte(16) {
				all = append(all, string([]byte{m.text[0] | low})+m.text[1:])
			}
		case m.loose > 0:
			all = append(all, m.text[:m.loose-1])
		default:
			all = append(all, m.text)
		}
	}
	return all
}()

// isPacked reports whether compressed data begins with head.
func isPacked(head []byte) (is, more bool) {
	p, more := matchMagic(head)
	return p != None && p != Zip, more
}

// PackingOf returns the packing of an input that begins with head. Text has no packing,
// whatever its first bytes. PackingOf sets more if a longer head could change the answer.
//
// PackingOf decides as soon as the answer is certain: text that does not begin like a
// magic is never delayed. The magic of a tar header is at byte 257, and old headers have
// none. So of a [File] the whole header is needed. Of a [Stream] it is needed only if
// head looks like the name of a member with NULs after it: tar writes many headers at
// once, and a user who types text types no NULs. Waiting as long as the input could be
// such a name would delay every URL.
func PackingOf(head []byte, after Extent) (p Packing, more bool) {
	p, more = match(head)
	more = after != All && p == None && (more || mayBeTar(head, after == File))
	return p, more
}

// A Foreign is a format that this program does not unpack. The zero Foreign means that an
// input has no such format.
type Foreign struct {
	Name    string // such as "rar archive"
	Program string // program that unpacks it
}

var foreignFormats = [...]struct {
	magic string
	Foreign
}{
	{"7z\xBC\xAF\x27\x1C", Foreign{"7z archive", "7z x"}},
	{"Rar!\x1A\x07", Foreign{"rar archive", "unrar x"}},
	{"\x04\x22\x4D\x18", Foreign{"lz4 file", "lz4 -dc"}},
	{"\x02\x21\x4C\x18", Foreign{"lz4 file", "lz4 -dc"}}, // older frames
	{"!BDN", Foreign{"Outlook data file", "readpst"}},
	{"\x1F\x9D", Foreign{"compress (.Z) file", "gzip -dc"}},
}

// foreignOf returns the Foreign that head begins.
func foreignOf(head []byte) Foreign {
	for i := range foreignFormats {
		if f := &foreignFormats[i]; bytes.HasPrefix(head, []byte(f.magic)) {
			return f.Foreign
		}
	}
	return Foreign{}
}

// match returns the packing of an input that begins with head, and whether it could have
// one if more of it were known.
func match(head []byte) (p Packing, more bool) {
	p, more = matchMagic(head)
	if p == None && !more && IsTar(head) {
		return Tar, false
	}
	return p, more
}

// matchMagic is match for the packings that have a magic at the beginning.
func matchMagic(head []byte) (p Packing, more bool) {
	for i := range magics {
		m := &magics[i]
		if n := min(len(head), len(m.text)); m.agrees(head[:n]) {
			switch {
			case n < len(m.text):
			case isText(head):
				return None, len(head) < TarBlock
			default:
				return m.packing, false
			}
			more = true
		}
	}
	return None, more
}

// agrees reports whether m begins with head.
func (m *magic) agrees(head []byte) bool {
	for i, c := range head {
		if i+1 == m.loose {
			c &= 0xF0
		}
		if c != m.text[i] {
			return false
		}
	}
	return true
}

// isText reports whether the first block of head has no control characters other than
// those of text: white space, the backspace of overstrikes, the escape of colours. Every
// packing has others there: gzip, xz, zip and skippable frames of zstd in their magic;
// bzip2 in the 15th octet, which is less than 8; zstd in the size of its first block, if
// not in its magic; tar in the NULs after its fields.
func isText(head []byte) bool {
	for _, c := range head[:min(len(head), TarBlock)] {
		if c == 0x7F || c < ' ' && !(c >= '\b' && c <= '\r' || c == '\x1B') {
			return false
		}
	}
	return true
}

// TarBlock is the size in bytes of a tar header, and of each block of a tar file.
const TarBlock = 512

// The fields of a tar header that are looked at.
const (
	nameSize    = 100
	checksumAt  = 148
	checksumEnd = 156
	magicAt     = 257
	tarMagic    = "ustar"
)

// IsTar reports whether head begins with a tar header: one that has the right checksum
// and, if it has no magic, a NUL after the name, as all archives older than the magic
// have. Heads that look like mail are mail.
func IsTar(head []byte) bool {
	if len(head) < TarBlock || head[0] == 0 || !isSummed(head[:TarBlock]) || isText(head) {
		return false
	}
	return (HasTarMagic(head) || bytes.IndexByte(head[:nameSize], 0) > 0) && !isMail(head[:TarBlock])
}

// HasTarMagic reports whether a tar header has the magic of POSIX's or GNU's format.
// Older headers have no magic.
func HasTarMagic(header []byte) bool {
	return string(header[magicAt:magicAt+len(tarMagic)]) == tarMagic
}

// isMail reports whether head is the beginning of mail or news.
func isMail(head []byte) bool {
	f, _ := textOf(head, true)
	return f.IsMailbox()
}

// isSummed reports whether header has the checksum of a tar header: "the simple sum of
// all octets in the header logical record", where "the chksum field is treated as if it
// were all <space> characters" (POSIX, pax, ustar Interchange Format). There, "each octet
// in the header shall be treated as an unsigned value"; old programs added signed values.
func isSummed(header []byte) bool {
	field := bytes.Trim(header[checksumAt:checksumEnd], " \x00")
	want, err := strconv.ParseInt(string(field), 8, 32)
	if err != nil {
		return false
	}
	sum, signed := int64(0), int64(0)
	for i, c := range header {
		if i >= checksumAt && i < checksumEnd {
			c = ' '
		}
		sum += int64(c)
		signed += int64(int8(c))
	}
	return want == sum || want == signed
}

// mayBeTar reports whether head, which more may follow, may be the beginning of a tar
// header. With whole set, the whole header can be read without waiting.
func mayBeTar(head []byte, whole bool) bool {
	if whole || len(head) >= TarBlock {
		return len(head) < TarBlock
	}
	name := head[:min(len(head), nameSize)]
	end := bytes.IndexByte(name, 0)
	return end > 0 && len(bytes.Trim(name[end:], "\x00")) == 0
}
