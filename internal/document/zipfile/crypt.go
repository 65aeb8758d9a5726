package zipfile

import (
	"bufio"
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/subtle"
	"encoding/binary"
	"errors"
	"hash"
	"hash/crc32"
	"io"
	"slices"

	"golang.org/x/text/encoding/charmap"

	"github.com/urlgrep/urlgrep/internal/document"
)

// The errors of members that are encrypted.
var (
	ErrEncrypted     = errors.New("encrypted by a method that is not known")
	ErrLocked        = errors.New("encrypted, and no given password opens it")
	ErrUntried       = errors.New("encrypted, and too many members to try all passwords")
	ErrAuthenticator = errors.New("authentication error")                        // after all data
	ErrDoubtful      = errors.New("damaged, or encrypted with another password") // the data may not be those of the member
)

// A scheme is how the data of a member are encrypted.
type scheme uint8

const (
	plain   scheme = iota
	classic        // section 6.1: "traditional PKWARE encryption", ZipCrypto
	aes128         // WinZip's AE-1 and AE-2
	aes192
	aes256
	otherScheme
)

// methodAES is the method in the records of a member that is encrypted with AES (section 4.4.5).
const methodAES Method = 99

// A seal says how to decrypt the data of a member.
type seal struct {
	scheme scheme
	check  byte // classic: the last byte of the header of the data
	noCRC  bool // AE-2: the checksum is not that of the data
}

const (
	flagStrong    = 1 << 6 // section 7: strong encryption
	flagDirectory = 1 << 13
)

// sealOf returns the seal and the method of compression for the records of a member: see Seal.
func sealOf(flags uint16, m Method, time uint16, crc uint32, extra []byte) (seal, Method) {
	switch {
	case flags&flagEncrypted == 0:
		return seal{}, m
	case flags&(flagStrong|flagDirectory) != 0:
		return seal{scheme: otherScheme}, m
	case m != methodAES:
		check := byte(crc >> 24)
		if flags&flagDescribed != 0 {
			check = byte(time >> 8)
		}
		return seal{scheme: classic, check: check}, m
	}
	const id = 0x9901 // https://www.winzip.com/en/support/aes-encryption/, "AES extra data field"
	field := extraField(extra, id)
	if len(field) < 7 || field[4] < 1 || field[4] > 3 {
		return seal{scheme: otherScheme}, m
	}
	return seal{scheme: classic + scheme(field[4]), noCRC: le16(field) == 2}, Method(le16(field[5:]))
}

// extraField returns the data of the extra field with an id (section 4.5), or nil.
func extraField(extra []byte, id int64) []byte {
	for len(extra) >= 4 {
		size := int(le16(extra[2:]))
		if size > len(extra)-4 {
			return nil
		}
		if le16(extra) == id {
			return extra[4:][:size]
		}
		extra = extra[4+size:]
	}
	return nil
}

// A Sealed says how the data of a member are compressed and encrypted.
type Sealed struct {
	method Method
	size   int64 // bytes of decompressed data; -1: it and the checksum are not known
	crc    uint32
	seal   seal
}

// Seal returns the Sealed for the records of a member: the general purpose flags, the method, the time, the
// checksum, the size and the extra field.
func Seal(flags uint16, m Method, time uint16, crc uint32, size int64, extra []byte) Sealed {
	s := Sealed{size: size, crc: crc}
	s.seal, s.method = sealOf(flags, m, time, crc, extra)
	return s
}

// IsEncrypted reports whether the data are encrypted.
func (s *Sealed) IsEncrypted() bool { return s.seal.scheme != plain }

// Open returns a reader of the decompressed data of a member, whose stored data raw has, with the passwords of
// env. buf is used while they are read. Its error is other than io.EOF if the data are damaged: see [ErrChecksum], ErrAuthenticator and
// ErrDoubtful.
func (s *Sealed) Open(raw *io.SectionReader, env *document.Env, buf *bufio.Reader) (io.Reader, error) {
	if !s.IsEncrypted() {
		return s.decode(raw, nil, buf)
	}
	k, err := s.unlock(raw, env)
	if err != nil {
		return nil, err
	}
	return s.decode(k.decrypt(raw), k, buf)
}

// decode returns a reader of the decompressed data of in, which is decrypted with a key, or stored.
func (s *Sealed) decode(in io.Reader, k key, buf *bufio.Reader) (_ io.Reader, err error) {
	if s.method != Stored || k != nil {
		buf.Reset(in)
		if in, err = Decode(s.method, buf); err != nil {
			return nil, err
		}
	}
	if s.size < 0 && k == nil {
		return in, nil
	}
	return &checked{in: in, size: s.size, sum: s.crc, noSum: s.size < 0 || s.seal.noCRC, key: k}, nil
}

// A key decrypts the data of a member.
type key interface {
	// decrypt returns a reader of the decrypted data.
	decrypt(raw *io.SectionReader) io.Reader

	// end returns the error at the end of the data, or of what err has ended them with.
	end(err error) error
}

// unlock returns the key of the stored data with one of the passwords of env.
func (s *Sealed) unlock(raw *io.SectionReader, env *document.Env) (k key, err error) {
	var try func(form string) bool
	rounds, doubtful := int64(0), false
	switch s.seal.scheme {
	case classic:
		var head [classicHead]byte
		if n, _ := raw.ReadAt(head[:], 0); n < len(head) {
			return nil, io.ErrUnexpectedEOF
		}
		try = func(form string) bool {
			c := newClassicKey(form)
			if !c.opens(head, s.seal.check) {
				return false
			}
			if !s.verifies(raw, c) {
				if k == nil {
					k, doubtful = &doubtfulKey{c}, true
				}
				return false
			}
			k = c
			return true
		}
	case aes128, aes192, aes256:
		of := aesParameters(s.seal.scheme)
		head := make([]byte, of.salt+aesVerifier)
		if n, _ := raw.ReadAt(head, 0); n < len(head) || raw.Size() < int64(len(head)+aesCode) {
			return nil, io.ErrUnexpectedEOF
		}
		rounds = of.rounds()
		try = func(form string) bool {
			a := of.newKey(form, head[:of.salt])
			if a == nil || !bytes.Equal(a.verifier, head[of.salt:]) {
				return false
			}
			k = a
			return true
		}
	default:
		return nil, ErrEncrypted
	}
	untried := false
	quiet := *env
	quiet.Note = func(d document.Defect, _ string) { untried = d == document.Untried }
	switch {
	case quiet.Unlock("", rounds, func(word string) bool { return slices.ContainsFunc(forms(word), try) }), doubtful:
		return k, nil
	case untried:
		return nil, ErrUntried
	}
	return nil, ErrLocked
}

// forms returns the bytes that a password may be for the program that wrote a zip file: in UTF-8, or in the
// character set of Windows or of its console, in Western Europe and America.
func forms(word string) []string {
	all := []string{word}
	for _, set := range []*charmap.Charmap{charmap.Windows1252, charmap.CodePage850} {
		if form, err := set.NewEncoder().String(word); err == nil && !slices.Contains(all, form) {
			all = append(all, form)
		}
	}
	return all
}

// verified is the number of bytes that verifies decompresses. Those of another key end after a few.
const verified = 64 << 10

// verifies reports whether a key of classic encryption decrypts the data: their checksum is right, or much of
// them can be decompressed. Its verifier has one byte, which one in 256 wrong passwords has.
func (s *Sealed) verifies(raw *io.SectionReader, c *classicKey) bool {
	in, err := s.decode(c.decrypt(raw), c, bufio.NewReader(nil))
	if err != nil {
		return true // the method is not known, which Open reports
	}
	most := int64(verified)
	if s.method == Stored {
		most = raw.Size()
	}
	_, err = io.CopyN(io.Discard, in, most+1)
	return err == nil || err == io.EOF
}

// classicHead is the size in bytes of the header before the data (section 6.1.6).
const classicHead = 12

// A classicKey is the state of the generator of section 6.1.5.
type classicKey [3]uint32

func newClassicKey(password string) *classicKey {
	k := &classicKey{0x12345678, 0x23456789, 0x34567890}
	for i := range len(password) {
		k.update(password[i])
	}
	return k
}

// update adds a byte of the password or of the plain data.
func (k *classicKey) update(c byte) {
	k[0] = crc32.IEEETable[byte(k[0])^c] ^ k[0]>>8
	k[1] = (k[1]+k[0]&0xFF)*134775813 + 1
	k[2] = crc32.IEEETable[byte(k[2])^byte(k[1]>>24)] ^ k[2]>>8
}

// decryptAll decrypts p in place.
func (k *classicKey) decryptAll(p []byte) {
	for i, c := range p {
		t := k[2] | 2
		p[i] = c ^ byte(uint16(t)*uint16(t^1)>>8)
		k.update(p[i])
	}
}

// opens reports whether the last byte of the header is the one that the records of the member say.
func (k classicKey) opens(head [classicHead]byte, check byte) bool {
	k.decryptAll(head[:])
	return head[classicHead-1] == check
}

// decrypt implements key.
func (k *classicKey) decrypt(raw *io.SectionReader) io.Reader {
	var head [classicHead]byte
	raw.ReadAt(head[:], 0)
	r := &classicReader{io.NewSectionReader(raw, classicHead, raw.Size()-classicHead), *k}
	r.key.decryptAll(head[:])
	return r
}

// end implements key.
func (k *classicKey) end(err error) error { return err }

type classicReader struct {
	io.Reader
	key classicKey
}

func (r *classicReader) Read(p []byte) (n int, err error) {
	n, err = r.Reader.Read(p)
	r.key.decryptAll(p[:n])
	return n, err
}

// A doubtfulKey is a classicKey that does not verify the data: they are damaged, or the password is another one.
type doubtfulKey struct{ *classicKey }

func (k *doubtfulKey) end(err error) error {
	if err != io.EOF {
		err = ErrDoubtful
	}
	return err
}

// The sizes in bytes of the verifier before the data and of the authentication code after them, and the
// iterations of the key derivation.
const (
	aesVerifier   = 2
	aesCode       = 10
	aesIterations = 1000
)

// An aesScheme has the sizes in bytes of the key and of the salt before the data.
type aesScheme struct{ key, salt int }

func aesParameters(s scheme) aesScheme {
	size := 8 * (1 + int(s-classic))
	return aesScheme{size, size / 2}
}

// derived returns the number of bytes that are derived from a password: two keys and the verifier.
func (a aesScheme) derived() int { return 2*a.key + aesVerifier }

// rounds returns the rounds of the key derivation.
func (a aesScheme) rounds() int64 {
	return aesIterations * int64((a.derived()+sha1.Size-1)/sha1.Size)
}

// An aesKey decrypts and authenticates the data of a member, once.
type aesKey struct {
	block    cipher.Block
	mac      hash.Hash // of the data that have been read
	verifier []byte    // that the data have if the password is right
	head     int64     // the size in bytes of what is before the data

	data    io.Reader
	code    [aesCode]byte // that the MAC should begin with
	counter uint64        // of the last block of the key stream
	stream  []byte        // the rest of the key stream
	buf     [512]byte
}

// newKey derives the key from a password. It returns nil if that is not possible.
func (a aesScheme) newKey(password string, salt []byte) *aesKey {
	b, err := pbkdf2.Key(sha1.New, password, salt, aesIterations, a.derived())
	if err != nil {
		return nil
	}
	block, err := aes.NewCipher(b[:a.key])
	if err != nil {
		return nil
	}
	return &aesKey{block: block, mac: hmac.New(sha1.New, b[a.key:2*a.key]), verifier: b[2*a.key:], head: int64(a.salt + aesVerifier)}
}

// decrypt implements key.
func (k *aesKey) decrypt(raw *io.SectionReader) io.Reader {
	size := max(0, raw.Size()-k.head-aesCode)
	raw.ReadAt(k.code[:], k.head+size)
	k.data = io.NewSectionReader(raw, k.head, size)
	return k
}

// Read implements [io.Reader] for the decrypted data. The counter of the blocks is little-endian, which package
// cipher does not have.
func (k *aesKey) Read(p []byte) (n int, err error) {
	n, err = k.data.Read(p)
	k.mac.Write(p[:n])
	for rest := p[:n]; len(rest) > 0; {
		if len(k.stream) == 0 {
			k.stream = k.buf[:]
			for b := k.stream; len(b) > 0; b = b[aes.BlockSize:] {
				k.counter++
				binary.LittleEndian.PutUint64(b, k.counter)
				clear(b[8:aes.BlockSize])
				k.block.Encrypt(b, b)
			}
		}
		m := subtle.XORBytes(rest, rest, k.stream)
		rest, k.stream = rest[m:], k.stream[m:]
	}
	return n, err
}

// end implements key. It reads the rest of the data, up to their authentication code.
func (k *aesKey) end(err error) error {
	if err != io.EOF {
		return err
	}
	if _, err := io.Copy(io.Discard, k); err != nil {
		return err
	}
	if !hmac.Equal(k.mac.Sum(nil)[:aesCode], k.code[:]) {
		return ErrAuthenticator
	}
	return io.EOF
}
