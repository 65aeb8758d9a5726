package officecrypt

import (
	"bytes"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"hash"
)

// An RC4 is the encryption of a document in an older format: RC4 CryptoAPI or the RC4 of Office 97.
type RC4 struct {
	header
	old bool
}

// ParseRC4 returns the RC4 that parameters describe, or nil if their method is not known.
func ParseRC4(info []byte) *RC4 {
	if len(info) < 4 {
		return nil
	}
	le := binary.LittleEndian
	switch major, minor := le.Uint16(info), le.Uint16(info[2:]); {
	case major == 1 && minor == 1 && len(info) >= 52: // 2.3.6.1
		return &RC4{header{salt: info[4:20], verifier: info[20:36], verifierHash: info[36:52]}, true}
	case major >= 2 && major <= 4 && minor == 2:
		if h, ok := parseHeader(info); ok && h.algorithm == algorithmRC4 && h.size >= 5 && h.size <= 16 {
			return &RC4{header: h}
		}
	}
	return nil
}

// Rounds is the number of hashes that Stream takes, about.
const RC4Rounds = 10

// Stream returns the cipher for a password in UTF-8, or nil if the password is another one.
func (l *RC4) Stream(password string) *Stream {
	s := l.stream(password)
	sum := func(p []byte) []byte {
		h := s.hash()
		h.Write(p)
		return h.Sum(nil)
	}
	size := s.hash().Size()
	if len(l.verifierHash) < size {
		return nil
	}
	text := append(bytes.Clone(l.verifier), l.verifierHash[:size]...)
	s.Decrypt(text, 0, 0)
	if !bytes.Equal(sum(text[:len(l.verifier)]), text[len(l.verifier):]) {
		return nil
	}
	return s
}

// stream is Stream for a password that may be another one.
func (l *RC4) stream(password string) *Stream {
	if !l.old { // 2.3.5.2
		return &Stream{hash: sha1.New, base: spun(sha1.New(), l.salt, password, 0), size: l.size}
	}
	sum := md5.Sum(encoded(password)) // 2.3.6.2
	h := md5.New()
	for range 16 {
		h.Write(sum[:5])
		h.Write(l.salt)
	}
	return &Stream{hash: md5.New, base: h.Sum(nil)[:5], size: md5.Size}
}

// A Stream decrypts the blocks of a stream. Each has its own key.
type Stream struct {
	hash func() hash.Hash
	base []byte // what the keys are made from
	size int    // bytes of a key

	cipher *rc4.Cipher // of a block; nil: of none
	block  uint32
	at     int64 // the offset in the block of the next byte
}

// Decrypt decrypts p in place, which begins at an offset in a block. It takes least time for bytes that follow those
// of the last call.
func (s *Stream) Decrypt(p []byte, block uint32, at int64) {
	if s.cipher == nil || block != s.block || at < s.at {
		key := numbered(s.hash(), s.base, block, nil)
		if s.size == 5 && s.hash().Size() == sha1.Size { // 2.3.5.2: 40 bits are followed by zeros
			key = append(key[:5:5], make([]byte, 11)...)
		} else {
			key = key[:s.size]
		}
		s.cipher, _ = rc4.NewCipher(key)
		s.block, s.at = block, 0
	}
	var skipped [512]byte
	for s.at < at {
		n := min(at-s.at, int64(len(skipped)))
		s.cipher.XORKeyStream(skipped[:n], skipped[:n])
		s.at += n
	}
	s.cipher.XORKeyStream(p, p)
	s.at += int64(len(p))
}

// DecryptBlocks decrypts p in place, which begins at an offset in a stream with blocks of a size.
func (s *Stream) DecryptBlocks(p []byte, at, size int64) {
	for len(p) > 0 {
		from := at % size
		n := min(int64(len(p)), size-from)
		s.Decrypt(p[:n], uint32(at/size), from)
		p, at = p[n:], at+n
	}
}
