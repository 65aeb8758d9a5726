package opendocument

import (
	"bufio"
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/pbkdf2"
	"crypto/sha1"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"strconv"
	"strings"

	"golang.org/x/crypto/blowfish" //lint:ignore SA1019 OpenDocument 1.1 has no other method

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
)

// An encryption says how a member is encrypted (part 2, 4.8). Its data are compressed before that.
type encryption struct {
	cipher     string // the algorithms, by the ends of their names in lower case
	iv         []byte
	derivation string
	salt       []byte
	iterations int
	keySize    int
	start      string // the hash of the password
	sum        string // the hash of the first sumSize bytes of the compressed data
	checksum   []byte
}

// sumSize is the number of bytes that checksum is for.
const sumSize = 1 << 10

// read reads the element s that is the encryption or in it.
func (e *encryption) read(s *markup.Scanner) {
	algorithm := func(name string) string {
		v := strings.ToLower(string(s.Attr(name)))
		return v[strings.LastIndexByte(v, '#')+1:]
	}
	octets := func(name string) []byte {
		b, _ := base64.StdEncoding.DecodeString(string(s.Attr(name)))
		return b
	}
	number := func(name string, otherwise int) int {
		if n, err := strconv.Atoi(string(s.Attr(name))); err == nil {
			return n
		}
		return otherwise
	}
	switch string(s.Name) {
	case "encryption-data":
		e.sum, e.checksum, e.start, e.keySize = algorithm("checksum-type"), octets("checksum"), "sha1", 16
	case "algorithm":
		e.cipher, e.iv = algorithm("algorithm-name"), octets("initialisation-vector")
	case "start-key-generation":
		e.start = algorithm("start-key-generation-name")
	case "key-derivation":
		e.derivation, e.salt, e.iterations = algorithm("key-derivation-name"), octets("salt"), number("iteration-count", 0)
		e.keySize = number("key-size", e.keySize)
	}
}

// isKnown reports whether members that are encrypted so can be decrypted.
func (e *encryption) isKnown() bool {
	switch e.cipher {
	case "aes128-cbc", "aes192-cbc", "aes256-cbc":
		if e.keySize != 16 && e.keySize != 24 && e.keySize != 32 || len(e.iv) != aes.BlockSize {
			return false
		}
	case "blowfish cfb", "blowfish": // of version 1.1, and an alias of 1.2
		if e.keySize < 1 || e.keySize > 56 || len(e.iv) != blowfish.BlockSize {
			return false
		}
	default:
		return false
	}
	return e.derivation == "pbkdf2" && e.iterations > 0 && e.startKey("") != nil && e.digest(nil) != nil
}

// startKey returns the hash of a password, or nil.
func (e *encryption) startKey(password string) []byte {
	switch e.start {
	case "sha1":
		sum := sha1.Sum([]byte(password))
		return sum[:]
	case "sha256":
		sum := sha256.Sum256([]byte(password))
		return sum[:]
	}
	return nil
}

// digest returns the hash of the beginning of the compressed data, or nil.
func (e *encryption) digest(data []byte) []byte {
	data = data[:min(len(data), sumSize)]
	switch e.sum {
	case "sha1/1k", "sha1-1k":
		sum := sha1.Sum(data)
		return sum[:]
	case "sha256-1k":
		sum := sha256.Sum256(data)
		return sum[:]
	}
	return nil
}

// rounds returns the rounds of the key derivation.
func (e *encryption) rounds() int64 {
	return int64(e.iterations) * int64((e.keySize+sha1.Size-1)/sha1.Size)
}

// key returns the key for a password, or nil.
func (e *encryption) key(password string) cipher.Block {
	key, err := pbkdf2.Key(sha1.New, string(e.startKey(password)), e.salt, e.iterations, e.keySize)
	if err != nil {
		return nil
	}
	var b cipher.Block
	if e.isBlowfish() {
		b, err = blowfish.NewCipher(key)
	} else {
		b, err = aes.NewCipher(key)
	}
	if err != nil {
		return nil
	}
	return b
}

func (e *encryption) isBlowfish() bool { return strings.HasPrefix(e.cipher, "blowfish") }

// decrypt returns a reader of the compressed data that in has, with the padding after them.
func (e *encryption) decrypt(in io.Reader, key cipher.Block) io.Reader {
	if e.isBlowfish() {
		return cipher.StreamReader{S: &feedback{block: key, last: bytes.Clone(e.iv)}, R: in}
	}
	return &blockReader{in: in, mode: cipher.NewCBCDecrypter(key, e.iv)}
}

// A feedback decrypts in the mode CFB, with the size of a block. That of package cipher is deprecated.
type feedback struct {
	block cipher.Block
	last  []byte // the last encrypted bytes, of a block
	n     int    // of them that follow mask
	mask  []byte // of the block
}

// XORKeyStream implements [cipher.Stream].
func (f *feedback) XORKeyStream(dst, src []byte) {
	for i, c := range src {
		if f.n == len(f.mask) {
			f.mask = append(f.mask[:0], f.last...)
			f.block.Encrypt(f.mask, f.mask)
			f.n = 0
		}
		dst[i] = c ^ f.mask[f.n]
		f.last[f.n] = c
		f.n++
	}
}

// opens reports whether a key decrypts data, of which head is the beginning and has more than sumSize bytes, or all of
// them.
func (e *encryption) opens(head []byte, key cipher.Block) bool {
	text, _ := io.ReadAll(e.decrypt(bytes.NewReader(head), key))
	if n := len(text); n > 0 && n <= sumSize+aes.BlockSize { // they may be all
		if pad := int(text[n-1]); pad <= aes.BlockSize && pad <= n && bytes.Equal(e.digest(text[:n-pad]), e.checksum) {
			return true
		}
	}
	return bytes.Equal(e.digest(text), e.checksum)
}

// A blockReader decrypts whole blocks.
type blockReader struct {
	in   io.Reader
	mode cipher.BlockMode
	buf  [1 << 10]byte
	text []byte // the rest of what has been decrypted
	err  error  // after text
}

func (r *blockReader) Read(p []byte) (n int, err error) {
	if len(r.text) == 0 && r.err == nil {
		n, r.err = io.ReadFull(r.in, r.buf[:])
		if r.err == io.ErrUnexpectedEOF {
			r.err = io.EOF
		}
		r.text = r.buf[:n&^(r.mode.BlockSize()-1)]
		r.mode.CryptBlocks(r.text, r.text)
	}
	n = copy(p, r.text)
	r.text = r.text[n:]
	if len(r.text) == 0 {
		err = r.err
	}
	return n, err
}

// A lock is what is known of the password of the document.
type lock struct {
	tried    bool
	opened   bool
	password string // if opened
}

// content returns a reader of a member, and whether it is encrypted. It returns nil if it cannot be read.
func (r *reader) content(m *zipfile.Member) (in io.Reader, encrypted bool) {
	e := r.encrypted[m.Name]
	if e == nil {
		return r.a.Reader(m), false
	}
	key := r.unlock(m, e)
	if key == nil {
		return nil, true
	}
	in = r.a.Reader(m)
	if in == nil {
		return nil, true
	}
	const deflate zipfile.Method = 8
	data, err := zipfile.Decode(deflate, bufio.NewReader(e.decrypt(in, key)))
	if err != nil {
		r.env.Note(document.Damaged, m.Name)
		return nil, true
	}
	return &decryptedReader{in: r.env.Budget.Reader(data), note: func(d document.Defect) { r.env.Note(d, m.Name) }}, true
}

// unlock returns the key of an encrypted member. Its password is that of all members. unlock returns nil if the member
// cannot be decrypted, and has noted why: that no password is right once for the document.
func (r *reader) unlock(m *zipfile.Member, e *encryption) (key cipher.Block) {
	if r.lock.tried && !r.lock.opened {
		return nil
	}
	if !e.isKnown() {
		r.lock.tried = true
		r.env.Note(document.Encrypted, strings.Trim(e.cipher+", "+e.derivation, ", "))
		return nil
	}
	env := *r.env
	if r.lock.opened {
		env.Passwords = []string{r.lock.password}
	}
	in := r.a.Reader(m)
	if in == nil {
		return nil
	}
	head := make([]byte, sumSize+2*aes.BlockSize)
	n, _ := io.ReadFull(in, head)
	r.lock.tried = true
	r.lock.opened = env.Unlock("", e.rounds(), func(password string) bool {
		r.lock.password = password
		if key = e.key(password); key == nil || !e.opens(head[:n], key) {
			key = nil
		}
		return key != nil
	})
	return key
}

// A decryptedReader notes what is wrong with the data of a member.
type decryptedReader struct {
	in   io.Reader
	note func(document.Defect)
	err  error
}

func (r *decryptedReader) Read(p []byte) (n int, err error) {
	if r.err != nil {
		return 0, r.err
	}
	switch n, r.err = r.in.Read(p); r.err {
	case nil, io.EOF:
	case document.ErrTooMuch:
		r.note(document.TooMuch)
	default:
		r.note(document.Damaged)
	}
	return n, r.err
}
