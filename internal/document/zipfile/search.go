package zipfile

import (
	"bytes"
	"math"

	"github.com/urlgrep/urlgrep/internal/document"
)

// A mark is a signature of a record in bytes that the directory does not account for.
type mark struct {
	at   int64
	kind byte // the third byte of the signature
}

// search adds the members and the gaps in a range of bytes.
func (a *Archive) search(r document.Range) {
	at := r.From // of the bytes that are not yet accounted for
	marks := a.marks(r)
	for i, k := range marks {
		if k.at < at || k.kind != local[2] && k.at+4 > r.To {
			continue
		}
		next := r.To
		if i+1 < len(marks) {
			next = marks[i+1].at
		}
		to := next
		if k.kind == end[2] {
			to = min(k.at+endLength, next)
		}
		if k.kind == local[2] {
			m, ok := a.localMember(k.at, marks[i+1:], r.To)
			if !ok {
				continue
			}
			a.missed = true
			if !a.add(m) {
				return
			}
			to = m.Range.To
		}
		if k.at > at {
			a.gap(document.Range{From: at, To: k.at}, -1)
		}
		at = to
	}
	if at < r.To {
		a.gap(document.Range{From: at, To: r.To}, -1)
	}
}

// marks returns the signatures in a range.
func (a *Archive) marks(r document.Range) (marks []mark) {
	const window = 64 << 10
	buf := make([]byte, min(window+3, r.To-r.From))
	for from := r.From; from < r.To; from += window {
		n, _ := a.s.ReadAt(buf[:min(int64(len(buf)), r.To-from)], from)
		b := buf[:n]
		for i := 0; i < window; {
			k := bytes.Index(b[i:], []byte("PK"))
			if k < 0 || i+k >= window || i+k+4 > len(b) {
				break
			}
			i += k
			if isSignature(b[i:]) {
				if len(marks) == maxMembers || !a.env.Budget.Object() {
					a.note(document.TooMany, "zip: members")
					return marks
				}
				marks = append(marks, mark{from + int64(i), b[i+2]})
			}
			i += 2
		}
	}
	return marks
}

func isSignature(b []byte) bool {
	switch string(b[:4]) {
	case local, entry, end, end64, locator64, descriptor:
		return true
	}
	return false
}

// maxVersion is the maximum of the version in a local header, 6.3, times ten (section 4.4.3), with room for
// later ones.
const maxVersion = 99

// localMember returns the member with the local header at an offset (section 4.3.7), which
// is followed by marks. Its data ends at limit at the latest.
func (a *Archive) localMember(at int64, marks []mark, limit int64) (m Member, ok bool) {
	h := a.read(at, localLength)
	if h == nil {
		return m, false
	}
	length, extra := le16(h[26:]), le16(h[28:])
	from := at + localLength + length + extra
	if version := h[4]; length == 0 || from > limit || version > maxVersion {
		return m, false
	}
	flags, compressed := le16(h[6:]), le32(h[18:])
	var b [1 << 10]byte
	n, _ := a.s.ReadAt(b[:min(extra, int64(len(b)))], at+localLength+length)
	m.Name = a.readName(at+localLength, length)
	m.Sealed = Seal(uint16(flags), Method(le16(h[8:])), uint16(le16(h[10:])), uint32(le32(h[14:])), le32(h[22:]), b[:n])
	zip64(b[:n], &m.size, &compressed)
	sized := flags&flagDescribed == 0 && compressed >= 0
	m.Range = document.Range{From: from, To: from + compressed}
	if !sized || compressed > limit-from {
		m.Range.To = dataEnd(a, from, marks, limit)
		sized = sized && m.Range.To == a.s.Size() // the archive is cut off
	}
	if !sized {
		m.size = -1
		if m.IsStored() && m.Range.To == a.s.Size() {
			m.size = math.MaxInt64 // the data are cut off, as a data descriptor should follow
		}
	}
	m.IsFile = isFile(m.Name, m.Range.To-from, 0, 0)
	return m, true
}

// dataEnd returns the offset of the end of data of unknown size: at a data descriptor with
// that size, or at the next other record.
func dataEnd(a *Archive, from int64, marks []mark, limit int64) int64 {
	for i, k := range marks {
		if k.at < from {
			continue
		}
		if k.kind != descriptor[2] || i == maxDescriptors {
			return k.at
		}
		if h := a.read(k.at, 12); h != nil && le32(h[8:]) == k.at-from {
			return k.at
		}
	}
	return limit
}

// maxDescriptors is the number of signatures of data descriptors that dataEnd looks at.
const maxDescriptors = 16
