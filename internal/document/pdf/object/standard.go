package object

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/binary"
	"slices"
)

// padding is the end of short passwords (7.6.4.3.2).
const padding = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"

// firstAES256 is the first revision of the handler with AES-256. It and the later ones hash passwords in UTF-8.
const firstAES256 = 5

// A standardHandler has the entries of the encryption dictionary from which the key of the file follows (7.6.4.2).
type standardHandler struct {
	o, u, oe, ue []byte
	id           []byte // the first part of the identifier of the file
	permissions  uint32
	revision     int
	length       int  // bytes of the key, before AES-256
	metadata     bool // metadata streams are encrypted
}

// isComplete reports whether the entries have the lengths that they need.
func (h *standardHandler) isComplete() bool {
	if h.revision >= firstAES256 {
		return len(h.u) >= 48 && len(h.ue) >= 32
	}
	return len(h.o) >= 32 && len(h.u) >= 16 && h.revision >= 2
}

// rounds returns the rounds that key takes.
func (h *standardHandler) rounds() int64 {
	if h.revision > firstAES256 {
		return 16_000
	}
	return 500
}

// key returns the key of the file with a password in UTF-8, which is that of the user or that of the owner. It
// returns nil if the password is another one.
func (h *standardHandler) key(password string) []byte {
	for _, form := range passwordForms(password, h.revision) {
		if key := h.userKey(form); key != nil {
			return key
		}
		if key := h.ownerKey(form); key != nil {
			return key
		}
	}
	return nil
}

// userKey returns the key of the file with the password of the user, or nil.
func (h *standardHandler) userKey(password []byte) []byte {
	if h.revision >= firstAES256 { // algorithms 11 and 2.A
		return h.unwrapped(password, h.u, h.ue, nil)
	}
	// Algorithm 2.
	text := append(padded(password), h.o[:32]...)
	text = binary.LittleEndian.AppendUint32(text, h.permissions)
	text = append(text, h.id...)
	if h.revision >= 4 && !h.metadata {
		text = append(text, 0xFF, 0xFF, 0xFF, 0xFF)
	}
	key := h.stretched(text)
	// Algorithms 4 and 5.
	if h.revision == 2 {
		if bytes.Equal(rc4Bytes(key, []byte(padding)), h.u[:min(32, len(h.u))]) {
			return key
		}
		return nil
	}
	sum := md5.Sum(append([]byte(padding), h.id...))
	x := sum[:]
	for i := range 20 {
		x = rc4Bytes(xored(key, byte(i)), x)
	}
	if bytes.Equal(x, h.u[:16]) {
		return key
	}
	return nil
}

// ownerKey returns the key of the file with the password of the owner, or nil.
func (h *standardHandler) ownerKey(password []byte) []byte {
	if h.revision >= firstAES256 { // algorithms 12 and 2.A
		return h.unwrapped(password, h.o, h.oe, h.u[:48])
	}
	// Algorithm 7: O has the password of the user.
	key, user := h.stretched(padded(password)), h.o[:32]
	if h.revision == 2 {
		return h.userKey(rc4Bytes(key, user))
	}
	for i := range 20 {
		user = rc4Bytes(xored(key, byte(19-i)), user)
	}
	return h.userKey(user)
}

// padded returns a password of 32 bytes (algorithm 2, step a).
func padded(password []byte) []byte {
	return slices.Concat(password, []byte(padding))[:len(padding)]
}

// stretched returns the key for RC4 and AES-128 that follows from a text (algorithms 2 and 3).
func (h *standardHandler) stretched(text []byte) []byte {
	n := 5
	if h.revision > 2 {
		n = min(max(h.length, 5), md5.Size)
	}
	sum := md5.Sum(text)
	if h.revision >= 3 {
		for range 50 {
			sum = md5.Sum(sum[:n])
		}
	}
	return slices.Clone(sum[:n])
}

// xored returns a key with each byte XORed with c.
func xored(key []byte, c byte) []byte {
	key = slices.Clone(key)
	for i := range key {
		key[i] ^= c
	}
	return key
}

// unwrapped returns the key of the file that wrapped has, if the password is the one that check is for: U or O, with
// a hash and two salts. user is U if the password is that of the owner.
func (h *standardHandler) unwrapped(password, check, wrapped, user []byte) []byte {
	if len(check) < 48 || len(wrapped) < 32 || !bytes.Equal(h.hash(password, check[32:40], user), check[:32]) {
		return nil
	}
	b, err := aes.NewCipher(h.hash(password, check[40:48], user))
	if err != nil {
		return nil
	}
	key := make([]byte, 32)
	cipher.NewCBCDecrypter(b, make([]byte, aes.BlockSize)).CryptBlocks(key, wrapped[:32])
	return key
}

// hash is algorithm 2.B. That of revision 5, of Adobe Supplement to ISO 32000, extension level 3, is SHA-256.
func (h *standardHandler) hash(password, salt, user []byte) []byte {
	first := sha256.Sum256(slices.Concat(password, salt, user))
	k := first[:]
	if h.revision == firstAES256 {
		return k
	}
	for i := 0; ; i++ {
		e := bytes.Repeat(slices.Concat(password, k, user), 64)
		b, err := aes.NewCipher(k[:16])
		if err != nil {
			return nil
		}
		cipher.NewCBCEncrypter(b, k[16:32]).CryptBlocks(e, e)
		sum := 0
		for _, c := range e[:16] {
			sum += int(c)
		}
		switch sum % 3 {
		case 0:
			h := sha256.Sum256(e)
			k = h[:]
		case 1:
			h := sha512.Sum384(e)
			k = h[:]
		case 2:
			h := sha512.Sum512(e)
			k = h[:]
		}
		if i >= 63 && int(e[len(e)-1]) <= i-32+1 {
			return k[:32]
		}
	}
}
