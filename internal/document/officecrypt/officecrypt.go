// Package officecrypt decrypts the documents of Microsoft Office that need a password ([MS-OFFCRYPTO]).
//
// # Terms
//
// The agile and the standard encryption are those of a package of Office Open XML, which is the stream
// EncryptedPackage of a compound file, next to a stream with the parameters, EncryptionInfo (2.3.4). RC4 is that
// of the older formats, whose streams are encrypted in blocks: RC4 CryptoAPI (2.3.5), and the RC4 of Office 97
// (2.3.6).
//
// # Alternatives
//
// The package github.com/xuri/excelize/v2 decrypts a package as well. It needs all of it in memory, does not limit
// how often a password is hashed, and does not read the older formats.
package officecrypt

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"encoding/binary"
	"hash"
	"io"
	"unicode/utf16"
)

// The passwords of documents for which a person has chosen none: those that are protected against changes. Excel and
// PowerPoint try them without asking (2.4.2.2, 2.4.2.3).
const (
	UsualExcel      = "VelvetSweatshop"
	UsualPowerPoint = "/01Hannes Ruescher/01"
)

// A Lock is how a package is encrypted.
type Lock interface {
	// Rounds returns the number of hashes that Key takes.
	Rounds() int64

	// Key returns the key for a password in UTF-8, or nil if the password is another one.
	Key(password string) Key
}

// A Key decrypts a package.
type Key interface {
	// Decrypt decrypts a block in place. Its length is a multiple of 16.
	Decrypt(block uint32, p []byte)
}

// The limits of what is parsed.
const (
	maxInfo  = 64 << 10   // bytes of EncryptionInfo
	MaxSpins = 10_000_000 // hashes of a password (2.3.4.10: ST_SpinCount)
)

// Parse returns the Lock that a stream EncryptionInfo describes, or nil if its method is not known.
func Parse(info []byte) Lock {
	if len(info) < 8 || len(info) > maxInfo {
		return nil
	}
	le := binary.LittleEndian
	switch major, minor := le.Uint16(info), le.Uint16(info[2:]); {
	case major == 4 && minor == 4:
		if l := parseAgile(info[8:]); l != nil {
			return l
		}
	case minor == 2 && major >= 2 && major <= 4:
		if h, ok := parseHeader(info); ok && h.isAES() {
			return &standard{h}
		}
	}
	return nil
}

// A header has the parameters of the standard encryption and of RC4 CryptoAPI (2.3.2, 2.3.3).
type header struct {
	algorithm    uint32
	size         int // bytes of the key
	salt         []byte
	verifier     []byte // encrypted
	verifierHash []byte // encrypted
}

const (
	algorithmRC4 = 0x6801
	algorithmAES = 0x660E // with a key of 128 bits; 192 and 256 follow
)

func (h *header) isAES() bool {
	return h.algorithm >= algorithmAES && h.algorithm <= algorithmAES+2 && (h.size == 16 || h.size == 24 || h.size == 32) && len(h.verifierHash) >= 32
}

// parseHeader parses the parameters in a stream with a version, flags, a header and a verifier.
func parseHeader(info []byte) (h header, ok bool) {
	le := binary.LittleEndian
	if len(info) < 12 {
		return h, false
	}
	n := le.Uint32(info[8:])
	rest := info[12:]
	if n < 32 || int64(n) > int64(len(rest)) {
		return h, false
	}
	h.algorithm, h.size = le.Uint32(rest[8:]), int(le.Uint32(rest[16:])/8)
	if h.size == 0 { // 2.3.5.1
		h.size = 5
	}
	const fixed = 4 + 16 + 16 + 4
	if rest = rest[n:]; len(rest) < fixed+sha1.Size || le.Uint32(rest) != 16 {
		return h, false
	}
	h.salt, h.verifier, h.verifierHash = rest[4:20], rest[20:36], rest[fixed:]
	return h, true
}

// encoded returns a password as it is hashed.
func encoded(password string) (b []byte) {
	for _, u := range utf16.Encode([]rune(password)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return b
}

// numbered returns the hash of a text after or before a number.
func numbered(h hash.Hash, before []byte, n uint32, after []byte) []byte {
	h.Reset()
	h.Write(before)
	h.Write(binary.LittleEndian.AppendUint32(nil, n))
	h.Write(after)
	return h.Sum(nil)
}

// spun returns the hash of a salt and a password that is hashed n times more.
func spun(h hash.Hash, salt []byte, password string, n int) []byte {
	h.Reset()
	h.Write(salt)
	h.Write(encoded(password))
	sum := h.Sum(nil)
	buf := make([]byte, 4, 4+len(sum))
	for i := range n {
		binary.LittleEndian.PutUint32(buf, uint32(i))
		h.Reset()
		h.Write(append(buf[:4], sum...))
		sum = h.Sum(sum[:0])
	}
	return sum
}

// A standard is the standard encryption (2.3.4.5 to 2.3.4.9).
type standard struct{ header }

const standardSpins = 50_000

// Rounds implements [Lock].
func (*standard) Rounds() int64 { return standardSpins }

// Key implements [Lock].
func (s *standard) Key(password string) Key {
	h := sha1.New()
	sum := numbered(h, spun(h, s.salt, password, standardSpins), 0, nil)
	derived := append(s.half(0x36, sum), s.half(0x5C, sum)...)
	block, err := aes.NewCipher(derived[:s.size])
	if err != nil {
		return nil
	}
	k := ecb{block}
	verifier, verifierHash := append([]byte(nil), s.verifier...), append([]byte(nil), s.verifierHash[:32]...)
	k.Decrypt(0, verifier)
	k.Decrypt(0, verifierHash)
	if want := sha1.Sum(verifier); string(want[:]) != string(verifierHash[:sha1.Size]) {
		return nil
	}
	return k
}

// half returns a half of the key (2.3.4.7).
func (*standard) half(c byte, sum []byte) []byte {
	var buf [64]byte
	for i := range buf {
		buf[i] = c
		if i < len(sum) {
			buf[i] ^= sum[i]
		}
	}
	out := sha1.Sum(buf[:])
	return out[:]
}

// An ecb decrypts each block of AES alone.
type ecb struct{ cipher.Block }

// Decrypt implements [Key].
func (k ecb) Decrypt(_ uint32, p []byte) {
	for ; len(p) >= aes.BlockSize; p = p[aes.BlockSize:] {
		k.Block.Decrypt(p, p)
	}
}

// segment is the number of bytes of a block of a package (2.3.4.15).
const segment = 4096

// Package returns a reader of the package that a stream EncryptedPackage has, which is encrypted with a key. It is
// shorter than the stream says if the stream is cut off.
func Package(stream io.ReaderAt, size int64, k Key) *io.SectionReader {
	var head [8]byte
	if n, _ := stream.ReadAt(head[:], 0); n < len(head) {
		return io.NewSectionReader(stream, 0, 0)
	}
	length := min(binary.LittleEndian.Uint64(head[:]), uint64(size-int64(len(head))))
	return io.NewSectionReader(&packageReader{in: io.NewSectionReader(stream, 8, size-8), key: k, n: -1}, 0, int64(length))
}

// A packageReader reads a package at any offset.
type packageReader struct {
	in  *io.SectionReader
	key Key
	n   int64 // the number of the block in buf; -1: none
	buf []byte
	err error // after buf
}

// ReadAt implements [io.ReaderAt].
func (r *packageReader) ReadAt(p []byte, off int64) (n int, err error) {
	for n < len(p) {
		at := off + int64(n)
		if b := at / segment; b != r.n {
			r.read(b)
		}
		k := int64(0)
		if from := at % segment; from < int64(len(r.buf)) {
			k = int64(copy(p[n:], r.buf[from:]))
		}
		if n += int(k); k == 0 {
			return n, r.err
		}
	}
	return n, nil
}

// read reads a block.
func (r *packageReader) read(b int64) {
	if r.buf == nil {
		r.buf = make([]byte, segment)
	}
	k, err := r.in.ReadAt(r.buf[:segment], b*segment)
	if r.n, r.err = b, err; err == nil {
		r.err = io.EOF
	}
	r.buf = r.buf[:k&^(aes.BlockSize-1)]
	r.key.Decrypt(uint32(b), r.buf)
}
