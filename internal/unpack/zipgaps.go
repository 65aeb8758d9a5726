package unpack

import (
	"archive/zip"
	"bufio"
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// The lengths in bytes of the fixed parts of a zip file's records (APPNOTE.TXT, 4.3).
const (
	zipLocalLength     = 30
	zipEntryLength     = 46
	zipEndLength       = 22
	zip64EndLength     = 56
	zip64LocatorLength = 20
)

const (
	zipLocal      = detect.ZipLocal
	zipEntry      = "PK\x01\x02"
	zipEnd        = detect.ZipEnd
	zip64End      = "PK\x06\x06"
	zip64Locator  = "PK\x06\x07"
	zipDescriptor = "PK\x07\x08"
)

// A byteRange is the range of a zip file's bytes from an offset to another.
type byteRange struct{ From, To int64 }

var errTable = errors.New("the central directory is damaged; bytes outside of members are skipped")

// zipGaps returns the ranges of a zip file that belong neither to a member nor to the
// central directory, in order: those before, between and after them, and the comment of
// the archive. It leaves out ranges of NULs.
func zipGaps(at *io.SectionReader, z *zip.Reader) (gaps []byteRange, err error) {
	used, err := zipRecords(at, z)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(used, func(a, b byteRange) int { return cmp.Compare(a.From, b.From) })
	end := int64(0)
	for _, s := range append(used, byteRange{at.Size(), at.Size()}) {
		if s.From > end && !isZero(io.NewSectionReader(at, end, s.From-end)) {
			gaps = append(gaps, byteRange{end, s.From})
		}
		end = max(end, s.To)
	}
	return gaps, nil
}

// A zipTable is the location of the central directory of a zip file.
type zipTable struct {
	base       int64       // offset to which the offsets in the table are relative
	from, size int64       // of the table
	ends       []byteRange // records after the table
}

// findTable finds the central directory of a zip file. It follows package zip, which does
// not report the location. In files with bytes before the zip, some programs count these
// in the offsets and others do not.
func findTable(at *io.SectionReader) (t zipTable, err error) {
	tail, i := []byte(nil), -1
	for _, most := range [...]int64{1 << 10, zip64LocatorLength + zipEndLength + math.MaxUint16} { // most comments are short
		tail = make([]byte, min(at.Size(), most))
		if _, err := at.ReadAt(tail, at.Size()-int64(len(tail))); err != nil && err != io.EOF {
			return t, err
		}
		if i = bytes.LastIndex(tail, []byte(zipEnd)); i >= zip64LocatorLength || int64(len(tail)) == at.Size() {
			break
		}
	}
	if i < 0 || len(tail)-i < zipEndLength {
		return t, errTable
	}
	end := at.Size() - int64(len(tail)-i)
	t.ends = append(t.ends, byteRange{end, end + zipEndLength})
	size, offset := int64(binary.LittleEndian.Uint32(tail[i+12:])), int64(binary.LittleEndian.Uint32(tail[i+16:]))
	if i >= zip64LocatorLength && string(tail[i-zip64LocatorLength:][:4]) == zip64Locator {
		var b [zip64EndLength]byte
		from := int64(binary.LittleEndian.Uint64(tail[i-zip64LocatorLength+8:]))
		if _, err := at.ReadAt(b[:], from); err == nil && string(b[:4]) == zip64End {
			t.ends = append(t.ends, byteRange{end - zip64LocatorLength, end}, byteRange{from, from + 12 + int64(binary.LittleEndian.Uint64(b[4:]))})
			size, offset, end = int64(binary.LittleEndian.Uint64(b[40:])), int64(binary.LittleEndian.Uint64(b[48:])), from
		}
	}
	t.from, t.size, t.base = end-size, size, end-size-offset
	if t.base < 0 || size < 0 || offset < 0 {
		return t, errTable
	}
	if t.base > 0 && !hasSignature(at, t.from, zipEntry) && hasSignature(at, offset, zipEntry) {
		t.from, t.base = offset, 0 // bytes between the table and its end are counted
	}
	return t, nil
}

// zipRecords returns the ranges of members, of the central directory, and of the records
// after it.
func zipRecords(at *io.SectionReader, z *zip.Reader) (used []byteRange, err error) {
	t, err := findTable(at)
	if err != nil {
		return nil, err
	}
	used = append(t.ends, byteRange{t.from, t.from + t.size})
	table := bufio.NewReader(io.NewSectionReader(at, t.from, t.size))
	for _, f := range z.File {
		from, err := zipLocalOffset(table)
		if err != nil {
			return nil, errTable
		}
		to, err := zipMemberEnd(at, t.base+from, f)
		if err != nil {
			return nil, errTable
		}
		used = append(used, byteRange{t.base + from, to})
	}
	return used, nil
}

func hasSignature(at io.ReaderAt, offset int64, signature string) bool {
	var b [4]byte
	_, err := at.ReadAt(b[:], offset)
	return err == nil && string(b[:]) == signature
}

// zipLocalOffset reads an entry of a central directory, and returns the offset of its
// member.
func zipLocalOffset(table *bufio.Reader) (int64, error) {
	const unknown = math.MaxUint32 // the extra field has the offset
	var b [zipEntryLength]byte
	if _, err := io.ReadFull(table, b[:]); err != nil || string(b[:4]) != zipEntry {
		return 0, errTable
	}
	length := func(at int) int { return int(binary.LittleEndian.Uint16(b[at:])) }
	rest := make([]byte, length(28)+length(30)+length(32))
	if _, err := io.ReadFull(table, rest); err != nil {
		return 0, err
	}
	offset := binary.LittleEndian.Uint32(b[42:])
	if offset != unknown {
		return int64(offset), nil
	}
	extra := rest[length(28):][:length(30)]
	for len(extra) >= 4 {
		id, size := binary.LittleEndian.Uint16(extra), int(binary.LittleEndian.Uint16(extra[2:]))
		if extra = extra[4:]; size > len(extra) {
			break
		}
		field := extra[:size]
		extra = extra[size:]
		if id != 1 { // Zip64: in order, the values that are too large for the entry
			continue
		}
		for _, at := range [...]int{24, 20} {
			if binary.LittleEndian.Uint32(b[at:]) == unknown {
				field = field[min(8, len(field)):]
			}
		}
		if len(field) >= 8 {
			return int64(binary.LittleEndian.Uint64(field)), nil
		}
	}
	return int64(offset), nil
}

// zipMemberEnd returns the offset of the end of the member at offset from: after its data
// and its data descriptor, if it has one.
func zipMemberEnd(at *io.SectionReader, from int64, f *zip.File) (int64, error) {
	var local [zipLocalLength]byte
	if _, err := at.ReadAt(local[:], from); err != nil {
		return 0, err
	}
	if string(local[:4]) != zipLocal {
		return from, nil // reading the member reports the fault
	}
	to := from + zipLocalLength + int64(binary.LittleEndian.Uint16(local[26:])) + int64(binary.LittleEndian.Uint16(local[28:]))
	if f.CompressedSize64 > uint64(at.Size()) {
		return 0, errTable
	}
	to += int64(f.CompressedSize64)
	var buf [24]byte
	n, _ := at.ReadAt(buf[:], to)
	b := bytes.TrimPrefix(buf[:n], []byte(zipDescriptor))
	signature := int64(n - len(b))
	const described = 8 // bit of the general purpose flags
	if len(b) < 12 || signature == 0 && local[6]&described == 0 {
		return to, nil
	}
	if len(b) >= 20 && binary.LittleEndian.Uint64(b[4:]) == f.CompressedSize64 && binary.LittleEndian.Uint64(b[12:]) == f.UncompressedSize64 {
		return to + signature + 20, nil
	}
	if uint64(binary.LittleEndian.Uint32(b[4:])) == f.CompressedSize64 && uint64(binary.LittleEndian.Uint32(b[8:])) == f.UncompressedSize64 {
		return to + signature + 12, nil
	}
	return to, nil
}

// isZero reports whether r has only NULs.
func isZero(r io.Reader) bool {
	in := bufio.NewReader(r)
	return skipNULs(in) == io.EOF
}

// name returns a name for a range of an archive that belongs to no member.
func (s byteRange) name(archive string) string {
	return memberName(archive, fmt.Sprintf("(bytes %d-%d)", s.From, s.To))
}
