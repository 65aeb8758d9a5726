// Package lzfu decompresses the RTF of messages of Outlook ([MS-OXRTFCP]).
//
// A header of 16 bytes has the sizes, the method and a checksum. The data is a sequence of
// runs. A run is a byte of flags, and an item for each flag: a byte of the text, or a
// reference of two bytes to the last 4096 bytes of the text. Before its beginning, the text
// has a dictionary of frequent words, after zeros.
package lzfu

import (
	"bufio"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
)

// ErrDamaged is the error of a Reader after the text of damaged data.
var ErrDamaged = errors.New("damaged compressed RTF")

// The methods.
const (
	compressed   = 0x75465A4C // "LZFu"
	uncompressed = 0x414C454D // "MELA"
)

const (
	headerSize = 16
	window     = 4096
	maxRun     = 1 + 8*2        // bytes of a run
	maxText    = 8 * (0xF + 2)  // bytes of the text of a run
	bufSize    = window + 8<<10 // the last bytes of the text, and those that have not been returned
)

// dictionary is the text before the beginning.
const dictionary = `{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern ` +
	`\fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier{\colortbl\red0\green0\blue0` +
	"\r\n" + `\par \pard\plain\f0\fs20\b\i\u\tab\tx`

// A Reader decompresses. It reads no more than the size in the header says.
type Reader struct {
	r      *bufio.Reader
	left   int64  // bytes of data, as the header says
	crc    uint32 // of the data so far, inverted
	want   uint32
	plain  bool // not compressed
	err    error
	at     int64 // the length of the text, with the dictionary
	text   []byte
	from   int // index in text of the first byte that Read has not returned
	opened bool
}

// NewReader returns a Reader of the RTF that r has in compressed form.
func NewReader(r io.Reader) *Reader { return &Reader{r: bufio.NewReader(r)} }

// Read implements [io.Reader].
func (z *Reader) Read(p []byte) (int, error) {
	if !z.opened {
		z.open()
	}
	if z.plain && z.err == nil {
		n, err := z.r.Read(p[:min(int64(len(p)), z.left)])
		z.sum(p[:n])
		switch {
		case err == io.EOF:
			z.err = ErrDamaged
		case err != nil:
			z.err = err
		case z.left == 0:
			z.err = io.EOF
		}
		return n, z.err
	}
	for z.from == len(z.text) {
		if z.err != nil {
			return 0, z.err
		}
		z.fill()
	}
	n := copy(p, z.text[z.from:])
	z.from += n
	return n, nil
}

// sum adds data to the checksum. The checksum begins with 0, and is not inverted.
func (z *Reader) sum(data []byte) {
	z.crc = crc32.Update(z.crc, crc32.IEEETable, data)
	z.left -= int64(len(data))
}

// open reads the header.
func (z *Reader) open() {
	z.opened = true
	var h [headerSize]byte
	if _, err := io.ReadFull(z.r, h[:]); err != nil {
		z.err = ErrDamaged
		return
	}
	z.left = max(0, int64(binary.LittleEndian.Uint32(h[:]))-(headerSize-4))
	z.want = binary.LittleEndian.Uint32(h[12:])
	z.crc = ^uint32(0)
	switch binary.LittleEndian.Uint32(h[8:]) {
	case compressed:
		z.text = append(make([]byte, window-len(dictionary), bufSize), dictionary...)
		z.from, z.at = len(z.text), int64(len(dictionary))
	case uncompressed:
		if z.plain = true; z.left == 0 {
			z.err = io.EOF
		}
	default:
		z.err = ErrDamaged
	}
}

// fill decodes runs up to the end of the buffer.
func (z *Reader) fill() {
	if len(z.text) > bufSize-maxText {
		z.text = z.text[:copy(z.text, z.text[len(z.text)-window:])]
		z.from = len(z.text)
	}
	for len(z.text) <= bufSize-maxText && z.err == nil {
		z.run()
	}
}

// run decodes a run.
func (z *Reader) run() {
	in, err := z.r.Peek(int(min(maxRun, z.left)))
	if err != nil && err != io.EOF {
		z.err = err
		return
	}
	if len(in) == 0 {
		z.err = ErrDamaged // there is no end
		return
	}
	used := 1
	for flags, n := in[0], 0; n < 8; flags, n = flags>>1, n+1 {
		if flags&1 == 0 {
			if used == len(in) {
				break
			}
			z.text = append(z.text, in[used])
			z.at++
			used++
			continue
		}
		if used+2 > len(in) {
			used = len(in)
			break
		}
		offset := int64(in[used])<<4 | int64(in[used+1])>>4
		size := int(in[used+1]&0xF) + 2
		used += 2
		back := (z.at - offset) & (window - 1)
		if back == 0 {
			z.end(in[:used])
			return
		}
		from := len(z.text) - int(back)
		for i := range size {
			z.text = append(z.text, z.text[from+i])
		}
		z.at += int64(size)
	}
	z.sum(in[:used])
	z.r.Discard(used)
}

// end reads the rest of the data after the end of the text, and checks the checksum.
func (z *Reader) end(last []byte) {
	n := len(last)
	z.sum(last)
	z.r.Discard(n)
	for z.left > 0 {
		rest, _ := z.r.Peek(int(min(int64(z.r.Size()), z.left)))
		if len(rest) == 0 {
			break
		}
		z.sum(rest)
		z.r.Discard(len(rest))
	}
	if z.err = io.EOF; ^z.crc != z.want {
		z.err = ErrDamaged
	}
}
