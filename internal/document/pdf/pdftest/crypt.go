package pdftest

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"crypto/sha256"
	"crypto/sha512"
	"fmt"
	"math/big"
	"strings"
)

const (
	fileID = "0123456789abcdef"
	pad    = "\x28\xBF\x4E\x5E\x4E\x75\x8A\x41\x64\x00\x4E\x56\xFF\xFA\x01\x08\x2E\x2E\x00\xB6\xD0\x68\x3E\x80\x2F\x0C\xA9\xFE\x64\x53\x69\x7A"
)

// A crypt encrypts with the empty user password.
type crypt struct {
	revision int
	files    bool // only embedded files are encrypted
	key      []byte
	dict     string
	num      int // the number of the encryption dictionary
}

func newCrypt(revision int) *crypt {
	c := &crypt{revision: revision}
	if revision == FilesOnly {
		c.revision, revision, c.files = 4, 4, true
	}
	owner := bytes.Repeat([]byte{0xA5}, 32)
	const p = "\xFC\xFF\xFF\xFF" // -4
	switch revision {
	case 2, 3, 4:
		length := map[int]int{2: 5, 3: 16, 4: 16}[revision]
		h := md5.Sum([]byte(pad + string(owner) + p + fileID))
		if revision > 2 {
			for range 50 {
				h = md5.Sum(h[:length])
			}
		}
		c.key = bytes.Clone(h[:length])
		user := xor(c.key, []byte(pad))
		if revision > 2 {
			h := md5.Sum([]byte(pad + fileID))
			x := h[:]
			for i := range 20 {
				k := bytes.Clone(c.key)
				for j := range k {
					k[j] ^= byte(i)
				}
				x = xor(k, x)
			}
			user = append(x, make([]byte, 16)...)
		}
		v := map[int]string{2: "/V 1", 3: "/V 2/Length 128", 4: "/V 4/Length 128/CF<</StdCF<</CFM/AESV2/Length 16>>>>/StmF/StdCF/StrF/StdCF"}[revision]
		if c.files {
			v = strings.ReplaceAll(v, "/StmF/StdCF/StrF/StdCF", "/EFF/StdCF")
		}
		c.dict = fmt.Sprintf("<</Filter/Standard%s/R %d/P -4/O<%x>/U<%x>>>", v, revision, owner, user)
	case 6:
		c.key = bytes.Repeat([]byte("key."), 8)
		const check, salt = "checksum", "key salt"
		b, _ := aes.NewCipher(hash6([]byte(salt)))
		ue := make([]byte, 32)
		cipher.NewCBCEncrypter(b, make([]byte, 16)).CryptBlocks(ue, c.key)
		u := append(hash6([]byte(check)), check+salt...)
		c.dict = fmt.Sprintf("<</Filter/Standard/V 5/R 6/Length 256/P -4/CF<</StdCF<</CFM/AESV3>>>>/StmF/StdCF/StrF/StdCF/U<%x>/UE<%x>/O<%x>/OE<%x>>>", u, ue, u, ue)
	}
	return c
}

// hash6 is algorithm 2.B of ISO 32000-2.
func hash6(input []byte) []byte {
	h := sha256.Sum256(input)
	k := h[:]
	for i := 0; ; i++ {
		k1 := bytes.Repeat(k, 64)
		b, _ := aes.NewCipher(k[:16])
		cipher.NewCBCEncrypter(b, k[16:32]).CryptBlocks(k1, k1)
		switch new(big.Int).Mod(new(big.Int).SetBytes(k1[:16]), big.NewInt(3)).Int64() {
		case 0:
			h := sha256.Sum256(k1)
			k = h[:]
		case 1:
			h := sha512.Sum384(k1)
			k = h[:]
		default:
			h := sha512.Sum512(k1)
			k = h[:]
		}
		if i >= 63 && int(k1[len(k1)-1]) <= i-31 {
			return k[:32]
		}
	}
}

func xor(key, text []byte) []byte {
	c, _ := rc4.NewCipher(key)
	out := make([]byte, len(text))
	c.XORKeyStream(out, text)
	return out
}

// covers reports whether the strings of an object, or its stream, are encrypted.
func (c *crypt) covers(dict string, stream bool) bool {
	return !c.files && !strings.Contains(dict, "/XRef") || stream && strings.Contains(dict, "/EmbeddedFile")
}

// encrypt encrypts a string or a stream of an object.
func (c *crypt) encrypt(num int, text []byte) []byte {
	key := c.key
	if c.revision < 6 {
		salt := ""
		if c.revision == 4 {
			salt = "sAlT"
		}
		h := md5.Sum([]byte(string(key) + string([]byte{byte(num), byte(num >> 8), byte(num >> 16), 0, 0}) + salt))
		key = h[:min(16, len(key)+5)]
	}
	if c.revision < 4 {
		return xor(key, text)
	}
	b, _ := aes.NewCipher(key)
	n := 16 - len(text)%16
	text = append(bytes.Clone(text), bytes.Repeat([]byte{byte(n)}, n)...)
	iv := bytes.Repeat([]byte{byte(num)}, 16)
	cipher.NewCBCEncrypter(b, iv).CryptBlocks(text, text)
	return append(iv, text...)
}
