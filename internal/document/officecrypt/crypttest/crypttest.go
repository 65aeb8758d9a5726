// Package crypttest encrypts documents as [MS-OFFCRYPTO] says, for tests. It shares no code with package officecrypt.
package crypttest

import (
	"crypto/rc4"
	"crypto/sha1"
	"encoding/binary"
	"unicode/utf16"
)

// Salt is the salt of all parameters.
const Salt = "0123456789abcdef"

// UTF16 returns s in UTF-16, with the lower byte first.
func UTF16(s string) (b []byte) {
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

// U32 returns numbers of 4 bytes.
func U32(list ...int) string {
	var b []byte
	for _, n := range list {
		b = binary.LittleEndian.AppendUint32(b, uint32(n))
	}
	return string(b)
}

// Header returns the parameters of a version with a header for an algorithm and a key of bits, and with a verifier.
func Header(version, algorithm, bits int, verifier, verifierHash string) string {
	name := string(UTF16("a provider\x00"))
	header := U32(4, 0, algorithm, 0x8004, bits, 1, 0, 0) + name
	return U32(version, 4, len(header)) + header + U32(16) + Salt + verifier + U32(sha1.Size) + verifierHash
}

// A CryptoAPI encrypts with RC4 CryptoAPI.
type CryptoAPI struct {
	Password string
	Bits     int // 40, 56 or 128
}

// Crypt returns a text encrypted, or decrypted, in a block.
func (c CryptoAPI) Crypt(block int, text string) string {
	sum := sha1.Sum(append([]byte(Salt), UTF16(c.Password)...))
	sum = sha1.Sum(append(sum[:], U32(block)...))
	key := sum[:c.Bits/8]
	if c.Bits == 40 {
		key = append(key[:5:5], make([]byte, 11)...)
	}
	s, err := rc4.NewCipher(key)
	if err != nil {
		panic(err)
	}
	out := make([]byte, len(text))
	s.XORKeyStream(out, []byte(text))
	return string(out)
}

// Blocks returns a text encrypted in blocks of a size. The first plain bytes are not.
func (c CryptoAPI) Blocks(text string, size, plain int) string {
	all := ""
	for i := 0; i*size < len(text); i++ {
		all += c.Crypt(i, text[i*size:min(len(text), (i+1)*size)])
	}
	return text[:plain] + all[plain:]
}

// Info returns the parameters.
func (c CryptoAPI) Info() string {
	const verifier, algorithm = "the verifier ...", 0x6801
	sum := sha1.Sum([]byte(verifier))
	both := c.Crypt(0, verifier+string(sum[:]))
	return Header(2<<16|4, algorithm, c.Bits, both[:16], both[16:])
}
