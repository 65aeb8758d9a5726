package unpack

import (
	"bufio"
	"bytes"
	"strconv"

	"github.com/urlgrep/urlgrep/internal/mailbox"
)

// A format is how an input is packed.
type format int

const (
	none format = iota
	gzipped
	bzipped
	zstandard
	xzipped
	zipped
	tarred
)

func (f format) String() string {
	return [...]string{"text", "gzip", "bzip2", "zstd", "xz", "zip", "tar"}[f]
}

const gzipMagic = "\x1F\x8B"

// A magic is what a format begins with. The octet that loose counts to, from 1,
// may have any lower half.
type magic struct {
	text   string
	loose  int
	format format
}

var magics = [...]magic{
	{gzipMagic, 0, gzipped},
	{"BZh01AY&SY", 4, bzipped},       // its first block
	{"BZh0\x17rE8P\x90", 4, bzipped}, // its end, when it is empty
	{"\x28\xB5\x2F\xFD", 0, zstandard},
	{"P*M\x18", 1, zstandard}, // a skippable frame: 50 to 5F
	{"\xFD7zXZ\x00", 0, xzipped},
	{"PK\x03\x04", 0, zipped}, // its first member
	{"PK\x05\x06", 0, zipped}, // its end, when it is empty
}

// IsPacked reports whether an input that begins with head is compressed or an
// archive: head has 512 bytes at least.
func IsPacked(head []byte) bool {
	f, more := match(head)
	return f != none || more
}

// foreign are the magics of formats that are not unpacked, and the programs that do.
var foreign = [...]struct{ magic, name, program string }{
	{"7z\xBC\xAF\x27\x1C", "7z archive", "7z x"},
	{"Rar!\x1A\x07", "rar archive", "unrar x"},
	{"\x04\x22\x4D\x18", "lz4 file", "lz4 -dc"},
	{"\x02\x21\x4C\x18", "lz4 file", "lz4 -dc"}, // older frames
	{"\x1F\x9D", "compress (.Z) file", "gzip -dc"},
}

// Foreign returns the name of the format that head is of, and the program that unpacks it,
// if that is no format which this package unpacks; else "".
func Foreign(head []byte) (name, program string) {
	for _, f := range foreign {
		if bytes.HasPrefix(head, []byte(f.magic)) {
			return f.name, f.program
		}
	}
	return "", ""
}

// sniff returns the format of what in gives first. Nothing is taken from in.
// With byMagic, a tar has one.
//
// It decides by what is there as soon as that is certain: text that begins like
// no magic is never held up. The header of a tar has its magic far behind, and
// old ones have none. So if whole is set, which means that no read waits, the
// whole header is looked at. Through a pipe it is waited for only if the first
// that comes looks like the name of a member with the NULs behind it: tar writes
// many headers' worth at once, and who types text types no NULs. The road not
// taken is to wait while the input could be such a name: any URL could.
func sniff(in *bufio.Reader, whole, byMagic bool) format {
	head, _ := in.Peek(1) // errors come again
	for {
		head, _ = in.Peek(max(len(head), min(in.Buffered(), blockSize)))
		f, more := match(head)
		switch {
		case f == tarred && byMagic && !hasTarMagic(head):
			return none
		case f != none || !more && !mayBeTar(head, whole):
			return f
		}
		n := len(head) + 1
		if head, _ = in.Peek(n); len(head) < n {
			return none
		}
	}
}

// match returns the format that head is of, and whether more of it could make
// it one. Text is of none, whatever it begins with.
func match(head []byte) (f format, more bool) {
	for i := range magics {
		m := &magics[i]
		if n := min(len(head), len(m.text)); m.agrees(head[:n]) {
			switch {
			case n < len(m.text):
			case isText(head):
				return none, len(head) < blockSize
			default:
				return m.format, false
			}
			more = true
		}
	}
	if !more && isTar(head) {
		return tarred, false
	}
	return none, more
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

// isText reports whether the first block of head has no control characters but those
// of text: white space, the backspace of overstrikes, the escape of colours. Every
// format has others there: gzip, xz, zip and skippable frames of zstd in their magic;
// bzip2 in the 15th octet, which is less than 8; zstd in the size of its first block,
// if not in its own; tar in the NULs after its fields.
func isText(head []byte) bool {
	for _, c := range head[:min(len(head), blockSize)] {
		if c == 0x7F || c < ' ' && !(c >= '\b' && c <= '\r' || c == '\x1B') {
			return false
		}
	}
	return true
}

// The fields of a tar's header that are looked at.
const (
	blockSize   = 512
	nameSize    = 100
	checksumAt  = 148
	checksumEnd = 156
	magicAt     = 257
	tarMagic    = "ustar"
)

// isTar reports whether head begins with the header of a tar: one that has the right
// checksum and, if it has no magic, a NUL after the name, as all archives older than
// the magic have. What looks like mail is mail.
func isTar(head []byte) bool {
	if len(head) < blockSize || head[0] == 0 || !isSummed(head[:blockSize]) || isText(head) {
		return false
	}
	return (hasTarMagic(head) || bytes.IndexByte(head[:nameSize], 0) > 0) && !isMail(head[:blockSize])
}

// hasTarMagic reports whether the header of a tar, POSIX's or GNU's, has its magic.
func hasTarMagic(header []byte) bool {
	return string(header[magicAt:magicAt+len(tarMagic)]) == tarMagic
}

// isMail reports whether head is the beginning of mail or news.
func isMail(head []byte) bool {
	switch f, _ := mailbox.Detect(head, true); f {
	case mailbox.Message, mailbox.Mbox, mailbox.MMDF, mailbox.Batch:
		return true
	}
	return false
}

// isSummed reports whether header has the checksum of a tar: "the
// simple sum of all octets in the header logical record", where "the chksum field
// is treated as if it were all <space> characters" (POSIX, pax, ustar Interchange
// Format). There, "each octet in the header shall be treated as an unsigned
// value", which old tars did not know.
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

// mayBeTar reports whether head, which is not all there is, may turn out to be
// the header of a tar.
func mayBeTar(head []byte, whole bool) bool {
	if whole || len(head) >= blockSize {
		return len(head) < blockSize
	}
	name := head[:min(len(head), nameSize)]
	end := bytes.IndexByte(name, 0)
	return end > 0 && len(bytes.Trim(name[end:], "\x00")) == 0
}
