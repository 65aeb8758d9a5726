package zipfile

import (
	"bufio"
	"bytes"
	"io"
	"math"

	"github.com/urlgrep/urlgrep/internal/document"
)

// The bits of the general purpose flags (section 4.4.4).
const (
	flagEncrypted = 1 << 0
	flagDescribed = 1 << 3 // sizes and CRC are after the data
)

// A table is the location of the directory.
type table struct {
	archive    document.Range // ends with the record that ends the directory, and has all of its members
	base       int64          // the offset that offsets in the directory are relative to
	from, size int64          // of the directory
	isCut      bool           // the comment of the archive is cut off
}

// findTable finds the directory of the archive that ends in a range (sections 4.3.14 to 4.3.16). In
// archives with bytes before the first member, some programs count these in the offsets and others do not.
func (a *Archive) findTable(r document.Range) (t table, ok bool) {
	tail, i := a.findEnd(r)
	if i < 0 || len(tail)-i < endLength {
		return t, false
	}
	at := r.To - int64(len(tail)-i)
	a.record(at, endLength)
	isCut := r.To == a.s.Size() && at+endLength+le16(tail[i+20:]) > r.To
	size, offset := le32(tail[i+12:]), le32(tail[i+16:])
	if i >= locator64Length && string(tail[i-locator64Length:][:4]) == locator64 {
		from := r.From + le64(tail[i-locator64Length+8:])
		if before := at - locator64Length - end64Length; from != before && a.hasSignature(before, end64) {
			from = before // the bytes before the archive are not counted
		}
		if b := a.read(from, end64Length); b != nil && string(b[:4]) == end64 {
			a.record(at-locator64Length, locator64Length)
			a.record(from, 12+max(0, min(le64(b[4:]), a.s.Size())))
			size, offset, at = le64(b[40:]), le64(b[48:]), from
		}
	}
	t = table{archive: r, isCut: isCut, base: at - size - offset, from: at - size, size: size}
	if size < 0 || offset < 0 || size > at || offset > at || at > r.To || t.base < r.From {
		return t, false
	}
	if t.base > r.From && !a.hasSignature(t.from, entry) && a.hasSignature(r.From+offset, entry) {
		t.from, t.base = r.From+offset, r.From // bytes between the directory and its end are counted
	}
	return t, true
}

// findEnd returns the last bytes of a range, and the index in them of the record that ends a directory, or -1.
func (a *Archive) findEnd(r document.Range) (tail []byte, i int) {
	for _, most := range [...]int64{1 << 10, locator64Length + endLength + math.MaxUint16} { // most comments are short
		n := min(r.To-r.From, most)
		tail = a.read(r.To-n, int(n))
		if i = bytes.LastIndex(tail, []byte(end)); i >= locator64Length || n < most {
			break
		}
	}
	return tail, i
}

func (a *Archive) record(from, size int64) {
	a.records = append(a.records, document.Range{From: from, To: min(from+size, a.s.Size())})
}

// readDirectory reads the directory. It returns false if its first entry is invalid.
func (a *Archive) readDirectory(t table) bool {
	a.record(t.from, t.size)
	in := bufio.NewReader(io.NewSectionReader(a.s, t.from, t.size))
	for at := t.from; at < t.from+t.size; {
		b, err := in.Peek(entryLength)
		if err != nil || string(b[:4]) != entry {
			if at == t.from {
				return false
			}
			a.damaged("its central directory is damaged", at)
			break
		}
		size := entryLength + le16(b[28:]) + le16(b[30:]) + le16(b[32:])
		e, comment := parseEntry(in, int(size))
		if m, from, ok := a.member(t, e); !ok {
			a.damaged("no header of "+e.Name, from)
		} else if a.left -= m.Range.To - m.Range.From; a.left < 0 {
			a.note(document.Damaged, "zip: members overlap; the rest of the central directory is skipped")
			break
		} else if !a.add(m) {
			break
		} else {
			a.record(from, m.Range.To-from)
			if comment.To > comment.From {
				a.gap(document.Range{From: at + comment.From, To: at + comment.To}, len(a.Members)-1)
			}
		}
		at += size
	}
	return true
}

// damaged notes damage of the records at an offset.
func (a *Archive) damaged(what string, at int64) {
	a.note(document.Damaged, document.At("zip: "+what, at))
}

// note notes a defect of the records, if it is the first one of its kind.
func (a *Archive) note(d document.Defect, detail string) {
	if a.noted&(1<<d) == 0 {
		a.noted |= 1 << d
		a.env.Note(d, detail)
	}
}

// A directoryEntry is an entry of the directory (section 4.3.12).
type directoryEntry struct {
	Member
	offset     int64 // of the local header
	compressed int64
	flags      int64
}

// parseEntry reads an entry of the given size, and the range of its comment in it.
func parseEntry(in *bufio.Reader, size int) (e directoryEntry, comment document.Range) {
	var fixed [entryLength]byte
	io.ReadFull(in, fixed[:])
	b := fixed[:]
	rest := make([]byte, size-entryLength)
	n, _ := io.ReadFull(in, rest)
	rest = rest[:n]
	nameEnd := min(int(le16(b[28:])), n)
	extraEnd := min(nameEnd+int(le16(b[30:])), n)
	e = directoryEntry{offset: le32(b[42:]), compressed: le32(b[20:]), flags: le16(b[8:])}
	extra := rest[nameEnd:extraEnd]
	e.Name, e.Sealed = name(rest[:nameEnd]), Seal(uint16(e.flags), Method(le16(b[10:])), uint16(le16(b[12:])), uint32(le32(b[16:])), le32(b[24:]), extra)
	zip64(extra, &e.size, &e.compressed, &e.offset)
	e.IsFile = isFile(e.Name, e.size, uint16(le16(b[4:])), uint32(le32(b[38:])))
	return e, document.Range{From: int64(entryLength + extraEnd), To: int64(entryLength + n)}
}

// zip64 replaces values that are too large for a record by those of the extra field
// (section 4.5.3).
func zip64(extra []byte, values ...*int64) {
	const id = 1
	field := extraField(extra, id)
	for _, v := range values {
		if *v == math.MaxUint32 && len(field) >= 8 {
			*v, field = le64(field), field[8:]
		}
	}
}

// member returns the member of an entry, and the offset of its local header.
func (a *Archive) member(t table, e directoryEntry) (m Member, from int64, ok bool) {
	from = t.base + e.offset
	if from < t.archive.From || from > t.archive.To-localLength || e.compressed < 0 || e.size < 0 {
		return m, from, false
	}
	h := a.read(from, localLength)
	if h == nil || string(h[:4]) != local {
		return m, from, false
	}
	m = e.Member
	m.Range.From = min(from+localLength+le16(h[26:])+le16(h[28:]), t.archive.To)
	m.Range.To = m.Range.From + min(e.compressed, t.archive.To-m.Range.From)
	if e.flags&flagDescribed != 0 || le16(h[6:])&flagDescribed != 0 {
		a.records = append(a.records, a.descriptor(m.Range.To, m.crc))
	}
	return m, from, true
}

// descriptor returns the range of the data descriptor at an offset (section 4.3.9). Its
// sizes have 4 or 8 bytes, and its signature may be missing.
func (a *Archive) descriptor(at int64, crc uint32) document.Range {
	r := document.Range{From: at, To: at}
	var buf [28]byte
	n, _ := a.s.ReadAt(buf[:], at)
	b := bytes.TrimPrefix(buf[:n], []byte(descriptor))
	if len(b) < 12 || uint32(le32(b)) != crc && len(b) == n {
		return r
	}
	r.To += int64(n - len(b) + 12)
	if len(b) >= 20 && le32(b[8:]) == 0 && le32(b[16:]) == 0 && le32(b[12:]) > 0 { // the upper halves
		r.To += 8
	}
	return r
}
