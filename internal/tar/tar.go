// Package tar reads the members of a tar: of version 7, of POSIX (ustar and pax,
// with the extended headers of the latter) and of GNU, with long names and holes.
//
// It gives what archive/tar gives, which reads fields that nobody wants here, and
// gives up where one of them makes no sense. And that imports os/user for what it
// writes, so that each start of the program loads the C library: 1 ms and 1.7 MB,
// a fifth of each.
package tar

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"strconv"
	"strings"
)

// BlockSize is the size of a header in bytes. What a member has begins at a multiple
// of it.
const BlockSize = 512

// maxMeta is how many bytes of an extended header, a long name or a map of holes
// are held, as in archive/tar.
const maxMeta = 1 << 20

// The fields of a header, as POSIX (pax, ustar Interchange Format) and the manual
// of GNU tar (Basic Tar Format) have them. A number behind a name is where it ends.
const (
	nameEnd                 = 100
	sizeAt, sizeEnd         = 124, 136
	checksumAt, checksumEnd = 148, 156
	typeAt                  = 156
	magicAt                 = 257
	prefixAt, prefixEnd     = 345, 500
	holesAt, holesEnd       = 386, 482
	realSizeAt, realSizeEnd = 483, 495
	starPrefixEnd           = 476
	starAt                  = 508
	moreHolesEnd            = 504
)

// The types of members that have no text, and of what is said about the next one.
const (
	oldFile   = 0
	link      = '1'
	symlink   = '2'
	character = '3'
	device    = '4'
	directory = '5'
	fifo      = '6'
	longLink  = 'K'
	longName  = 'L'
	sparse    = 'S'
	global    = 'g'
	extended  = 'x'
)

var (
	errHeader  = errors.New("invalid tar header")
	errTooLong = errors.New("header field too long")
	errMissing = errors.New("sparse file references non-existent data")
	errUnused  = errors.New("sparse file contains unreferenced data")
)

// A Header says what a member is.
type Header struct {
	Name   string
	Sparse bool // it has holes, out of which come more NULs than there are bytes in the tar
	kind   byte
}

// IsFile reports whether a member has text. One of a type that is not known has:
// "Unknown file type …, extracted as normal file", as GNU tar says.
func (h *Header) IsFile() bool {
	switch h.kind {
	case link, symlink, character, device, directory, fifo:
		return false
	}
	return true
}

// A Reader goes through the members of a tar, one after another.
type Reader struct {
	in    *bufio.Reader
	block [BlockSize]byte
	left  int64   // bytes that the tar has of the member, and that were not read
	pad   int64   // bytes behind them, up to the end of a block
	at    int64   // how much of the member was read, holes too
	size  int64   // of the member
	data  []piece // of the member, which are not in a hole, and not behind at
}

// A piece is where a member has no hole.
type piece struct{ from, to int64 }

// NewReader returns a Reader of the tar that begins where in is. It takes no more
// out of in than the tar has, up to its end.
func NewReader(in *bufio.Reader) *Reader { return &Reader{in: in} }

// Next goes to the next member. At the end of the tar its error is io.EOF.
func (r *Reader) Next() (*Header, error) {
	name := ""
	var fields map[string]string
	for {
		if err := r.skip(); err != nil {
			return nil, err
		}
		h, size, err := r.header()
		if err == nil {
			err = r.begin(h, size)
		}
		if err != nil {
			return nil, err
		}
		switch h.kind {
		case global, longLink:
		case longName:
			var b []byte
			b, err = r.all()
			name = field(b)
		case extended:
			fields, err = r.extended()
		default:
			err = r.apply(h, size, name, fields)
			return h, err
		}
		if err != nil {
			return nil, err
		}
	}
}

// Read reads the text of the member. Its holes are NULs.
func (r *Reader) Read(p []byte) (n int, err error) {
	switch {
	case r.at == r.size && r.left > 0:
		return 0, errUnused
	case r.at == r.size:
		return 0, io.EOF
	}
	for len(r.data) > 0 && r.data[0].to <= r.at {
		r.data = r.data[1:]
	}
	hole := r.size
	if len(r.data) > 0 {
		hole = r.data[0].from
	}
	if r.at < hole {
		n = int(min(int64(len(p)), hole-r.at))
		clear(p[:n])
	} else {
		n, err = r.stored(p[:min(int64(len(p)), r.data[0].to-r.at)])
	}
	r.at += int64(n)
	return n, err
}

// stored reads what the tar has of the member.
func (r *Reader) stored(p []byte) (n int, err error) {
	if r.left == 0 {
		return 0, errMissing
	}
	n, err = r.in.Read(p[:min(int64(len(p)), r.left)])
	r.left -= int64(n)
	return n, noEOF(err)
}

// noEOF returns err for where more should come.
func noEOF(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// skip goes to where the next header is. Behind the last member the rest of a block
// may be missing.
func (r *Reader) skip() error {
	if err := r.discard(&r.left); err != nil {
		return noEOF(err)
	}
	return r.discard(&r.pad)
}

func (r *Reader) discard(left *int64) error {
	for *left > 0 {
		n, err := r.in.Discard(int(min(*left, 1<<30)))
		if *left -= int64(n); err != nil {
			return err
		}
	}
	return nil
}

// header reads a header. Two blocks of NULs are the end, and so is one at the end of
// the input.
func (r *Reader) header() (h *Header, size int64, err error) {
	if _, err = io.ReadFull(r.in, r.block[:]); err != nil {
		return nil, 0, err
	}
	b := r.block[:]
	if isNUL(b) {
		if _, err = io.ReadFull(r.in, b); err == nil && isNUL(b) {
			err = io.EOF
		}
		if err != nil {
			return nil, 0, err
		}
		return nil, 0, errHeader
	}
	size, ok := number(b[sizeAt:sizeEnd])
	if !ok || !Sealed(b) {
		return nil, 0, errHeader
	}
	h = &Header{Name: field(b[:nameEnd]), kind: b[typeAt]}
	if prefix := prefix(b); prefix != "" {
		h.Name = prefix + "/" + h.Name
	}
	return h, size, nil
}

func isNUL(b []byte) bool { return len(bytes.TrimLeft(b, "\x00")) == 0 }

// prefix returns what stands before the name, in the formats that know that.
func prefix(b []byte) string {
	switch {
	case !bytes.HasPrefix(b[magicAt:], []byte("ustar\x00")):
		return ""
	case string(b[starAt:]) == "tar\x00":
		return field(b[prefixAt:starPrefixEnd])
	}
	return field(b[prefixAt:prefixEnd])
}

// field returns the text of a field, which NULs fill up.
func field(b []byte) string {
	b, _, _ = bytes.Cut(b, []byte{0})
	return string(b)
}

// number returns the value of a field, in octal digits, or in binary, where its first
// bit is set. That may be negative then, which no size is.
func number(b []byte) (n int64, ok bool) {
	if b[0]&0x80 == 0 {
		digits := field(bytes.Trim(b, " \x00"))
		if digits == "" {
			return 0, true
		}
		n, err := strconv.ParseInt(digits, 8, 64)
		return n, err == nil && n >= 0
	}
	if b[0]&0x40 != 0 {
		return 0, false
	}
	n = int64(b[0] & 0x3F)
	for _, c := range b[1:] {
		if n >= 1<<55 {
			return 0, false
		}
		n = n<<8 | int64(c)
	}
	return n, true
}

// Sealed reports whether a header has the right checksum: "the simple sum of all
// octets in the header logical record", where "the chksum field is treated as if it
// were all <space> characters" (POSIX, pax, ustar Interchange Format). There, "each
// octet in the header shall be treated as an unsigned value", which old tars did not
// know.
func Sealed(header []byte) bool {
	digits := field(bytes.Trim(header[checksumAt:checksumEnd], " \x00"))
	want, err := strconv.ParseInt(digits, 8, 32)
	if err != nil {
		return false
	}
	sum, signed := int64(0), int64(0)
	for i, c := range header[:BlockSize] {
		if i >= checksumAt && i < checksumEnd {
			c = ' '
		}
		sum += int64(c)
		signed += int64(int8(c))
	}
	return want == sum || want == signed
}

// begin goes to the text of a member without holes. One that is no file has none,
// whatever its size.
func (r *Reader) begin(h *Header, size int64) error {
	if !h.IsFile() {
		size = 0
	}
	if size < 0 {
		return errHeader
	}
	r.left, r.pad = size, -size&(BlockSize-1)
	r.at, r.size, r.data = 0, size, []piece{{0, size}}
	return nil
}

// apply does what has been said about the member before its own header.
func (r *Reader) apply(h *Header, size int64, name string, fields map[string]string) (err error) {
	if v := fields["size"]; v != "" {
		if size, err = strconv.ParseInt(v, 10, 64); err != nil {
			return errHeader
		}
	}
	if v := fields["path"]; v != "" {
		h.Name = v
	}
	if name != "" {
		h.Name = name
	}
	if h.kind == oldFile && strings.HasSuffix(h.Name, "/") {
		h.kind = directory
	}
	if err = r.begin(h, size); err != nil {
		return err
	}
	if h.kind == sparse {
		h.Sparse = true
		return r.oldHoles()
	}
	return r.holes(h, fields)
}

// all reads what is not the text of a file, and so not large.
func (r *Reader) all() ([]byte, error) {
	if r.size > maxMeta {
		return nil, errTooLong
	}
	return io.ReadAll(r)
}
