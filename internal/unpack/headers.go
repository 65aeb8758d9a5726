package unpack

import (
	"encoding/binary"
	"io"
)

// A meteredReader finds headers in what it reads. It calls grow with each window that a
// header declares, before the decoder gets the header and allocates the window.
type meteredReader struct {
	io.Reader
	headers
	grow func(window int64)
}

func (m *meteredReader) Read(p []byte) (n int, err error) {
	n, err = m.Reader.Read(p)
	for b := p[:n]; len(b) > 0 && m.next != nil; {
		if window := m.look(&b); window > 0 {
			m.grow(window)
		}
	}
	return n, err
}

// headers goes from header to header of compressed data. It ends at data that is not a
// header, as the decoder does.
type headers struct {
	next func(h *headers) (window int64) // reads held; nil at the end
	held []byte                          // part of a header
	want int                             // bytes of the header that next needs
	skip int64                           // bytes before the next header

	// The state of a zstd frame, or of an xz block or index.
	check   int64 // bytes of the checksum after it
	size    int64 // bytes so far
	numbers int64 // numbers in the index that are left; -1 if not known
	count   uint64
	shift   int
}

// look reads some of b and removes it from b. It returns the window that a header
// declares, or 0.
func (h *headers) look(b *[]byte) (window int64) {
	if n := min(h.skip, int64(len(*b))); n > 0 {
		h.skip -= n
		*b = (*b)[n:]
		return 0
	}
	n := min(h.want-len(h.held), len(*b))
	h.held = append(h.held, (*b)[:n]...)
	*b = (*b)[n:]
	if len(h.held) < h.want {
		return 0
	}
	return h.next(h)
}

// expect makes next read n bytes, after skip bytes.
func (h *headers) expect(next func(*headers) int64, n int, skip int64) {
	h.next, h.want, h.skip, h.held = next, n, skip, h.held[:0]
}

// end ends the search.
func (h *headers) end() int64 {
	h.next = nil
	return 0
}

// zstdFrame reads the header of a frame (RFC 8878, 3.1.1.1 and 3.1.2).
func zstdFrame(h *headers) (window int64) {
	const magic, skippable = 0xFD2FB528, 0x184D2A50
	switch m := binary.LittleEndian.Uint32(h.held); {
	case m&^0xF == skippable && len(h.held) == 4:
		h.want = 8
		return 0
	case m&^0xF == skippable:
		h.expect(zstdFrame, 4, int64(binary.LittleEndian.Uint32(h.held[4:])))
		return 0
	case m != magic:
		return h.end()
	case len(h.held) == 4:
		h.want = 5
		return 0
	}
	descriptor := h.held[4]
	isSingle := descriptor&0x20 != 0
	size := [...]int{0, 2, 4, 8}[descriptor>>6]
	if !isSingle {
		size++
	} else if size == 0 {
		size = 1
	}
	if h.want = 5 + size + [...]int{0, 1, 2, 4}[descriptor&3]; len(h.held) < h.want {
		return 0
	}
	window = zstdWindow(h.held)
	h.check = int64(descriptor & 4)
	h.expect(zstdBlock, 3, 0)
	return window
}

// zstdBlock reads the header of a block (3.1.1.2).
func zstdBlock(h *headers) int64 {
	const last, isRLE = 1, 1
	b := uint32(h.held[0]) | uint32(h.held[1])<<8 | uint32(h.held[2])<<16
	size := int64(b >> 3)
	if b>>1&3 == isRLE {
		size = 1
	}
	if b&last == 0 {
		h.expect(zstdBlock, 3, size)
	} else {
		h.expect(zstdFrame, 4, size+h.check)
	}
	return 0
}

// xzStream reads the header of a stream, or the padding between streams (The .xz File
// Format, 2.1.1 and 2.2).
func xzStream(h *headers) int64 {
	const header = 12
	switch {
	case len(h.held) == 4 && binary.LittleEndian.Uint32(h.held) == 0:
		h.expect(xzStream, 4, 0)
	case len(h.held) == 4:
		h.want = header
	case string(h.held[:6]) != "\xFD7zXZ\x00":
		return h.end()
	default:
		h.check = [...]int64{0, 4, 8, 16, 32, 64}[(h.held[7]&0xF+2)/3]
		h.expect(xzBlock, 1, 0)
	}
	return 0
}

// xzBlock reads the header of a block, or the first octet of the index (3.1).
func xzBlock(h *headers) int64 {
	size := h.held[0]
	if size == 0 {
		h.size, h.numbers, h.count, h.shift = 1, -1, 0, 0
		h.expect(xzIndex, 1, 0)
		return 0
	}
	if h.want = (int(size) + 1) * 4; len(h.held) < h.want {
		return 0
	}
	window := blockDictionary(h.held)
	h.size = 0
	h.expect(xzChunk, 1, 0)
	return window
}

// xzChunk reads the header of an LZMA2 chunk. Only its decoders document it: a control
// octet, which is 0 at the end; for uncompressed data the size minus one, in two octets;
// for other data two octets of the decoded size, two of the size minus one, and an octet
// of properties if they are new.
func xzChunk(h *headers) int64 {
	control := h.held[0]
	size, at := int64(0), 1
	switch {
	case control == 0:
		h.size++
		h.expect(xzBlock, 1, -h.size&3+h.check)
		return 0
	case control >= 0xC0:
		size, at = 1, 3
	case control >= 0x80:
		at = 3
	case control > 2:
		return h.end()
	}
	if h.want = at + 2; len(h.held) < h.want {
		return 0
	}
	size += int64(binary.BigEndian.Uint16(h.held[at:])) + 1
	h.size += int64(h.want) + size
	h.expect(xzChunk, 1, size)
	return 0
}

// xzIndex reads an octet of the index: of the number of pairs, or of a number in a pair
// (4). The checksum of the index and the footer of the stream follow the index.
func xzIndex(h *headers) int64 {
	c := h.held[0]
	h.size++
	if h.numbers < 0 && h.shift < 63 {
		h.count |= uint64(c&0x7F) << h.shift
		h.shift += 7
	}
	switch {
	case c&0x80 != 0:
	case h.numbers < 0:
		h.numbers = int64(min(h.count, 1<<60)) * 2
	default:
		h.numbers--
	}
	if h.numbers == 0 {
		h.expect(xzStream, 4, -h.size&3+4+12)
	} else {
		h.expect(xzIndex, 1, 0)
	}
	return 0
}
