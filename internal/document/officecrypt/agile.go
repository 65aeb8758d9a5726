package officecrypt

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"hash"
	"strconv"

	"github.com/urlgrep/urlgrep/internal/document/markup"
)

// An agile is the agile encryption (2.3.4.10 to 2.3.4.13).
type agile struct {
	data     parameters // of the package
	password parameters // of the key of the package
	spins    int

	verifier, verifierHash, key []byte // encrypted
}

// parameters are those of an element keyData or encryptedKey.
type parameters struct {
	hash func() hash.Hash
	size int // bytes of the key
	salt []byte
}

// hashes has the algorithms of hashes.
var hashes = map[string]func() hash.Hash{
	"SHA512": sha512.New, "SHA-512": sha512.New, "SHA384": sha512.New384, "SHA-384": sha512.New384,
	"SHA256": sha256.New, "SHA-256": sha256.New, "SHA1": sha1.New, "SHA-1": sha1.New, "MD5": md5.New,
}

// parseAgile parses the XML of the parameters. It returns nil if a method is not known.
func parseAgile(xml []byte) *agile {
	var a agile
	s := markup.New(bytes.NewReader(xml))
	for k := s.Next(); k != markup.EOF; k = s.Next() {
		if k != markup.Start {
			continue
		}
		switch string(s.Name) {
		case "keyData":
			a.data = parametersOf(s)
		case "encryptedKey":
			if a.key != nil {
				break
			}
			a.password = parametersOf(s)
			a.spins = number(s, "spinCount")
			a.verifier, a.verifierHash, a.key = octets(s, "encryptedVerifierHashInput"), octets(s, "encryptedVerifierHashValue"), octets(s, "encryptedKeyValue")
		}
	}
	isWhole := func(b []byte) bool { return len(b) > 0 && len(b)%aes.BlockSize == 0 }
	switch {
	case a.data.hash == nil || a.password.hash == nil, a.spins < 0 || a.spins > MaxSpins:
		return nil
	case !isWhole(a.verifier) || !isWhole(a.verifierHash) || !isWhole(a.key) || len(a.key) < a.data.size:
		return nil
	}
	return &a
}

// parametersOf returns the parameters that an element has. Their hash is nil if a method is not known.
func parametersOf(s *markup.Scanner) (p parameters) {
	p = parameters{size: number(s, "keyBits") / 8, salt: octets(s, "saltValue")}
	known := string(s.Attr("cipherAlgorithm")) == "AES" && string(s.Attr("cipherChaining")) == "ChainingModeCBC"
	if known && (p.size == 16 || p.size == 24 || p.size == 32) {
		p.hash = hashes[string(s.Attr("hashAlgorithm"))]
	}
	return p
}

// number returns a number in an attribute, or -1.
func number(s *markup.Scanner, name string) int {
	n, err := strconv.Atoi(string(s.Attr(name)))
	if err != nil {
		return -1
	}
	return n
}

// octets returns the bytes in an attribute, or nil.
func octets(s *markup.Scanner, name string) []byte {
	b, err := base64.StdEncoding.DecodeString(string(s.Attr(name)))
	if err != nil {
		return nil
	}
	return b
}

// Rounds implements [Lock].
func (a *agile) Rounds() int64 { return int64(a.spins) }

// Key implements [Lock].
func (a *agile) Key(password string) Key {
	p := &a.password
	h := p.hash()
	sum := spun(h, p.salt, password, a.spins)
	open := func(purpose string, text []byte) []byte {
		h.Reset()
		h.Write(sum)
		h.Write([]byte(purpose))
		return decrypted(fitted(h.Sum(nil), p.size), fitted(p.salt, aes.BlockSize), bytes.Clone(text))
	}
	// The purposes are those of 2.3.4.13.
	verifier := open("\xFE\xA7\xD2\x76\x3B\x4B\x9E\x79", a.verifier)
	verifierHash := open("\xD7\xAA\x0F\x6D\x30\x61\x34\x4E", a.verifierHash)
	h.Reset()
	h.Write(verifier)
	if !bytes.HasPrefix(verifierHash, h.Sum(nil)) {
		return nil
	}
	block, err := aes.NewCipher(open("\x14\x6E\x0B\xE7\xAB\xAC\xD0\xD6", a.key)[:a.data.size])
	if err != nil {
		return nil
	}
	return &agileKey{block: block, hash: a.data.hash(), salt: a.data.salt}
}

// fitted returns b cut, or filled up with 0x36, to a size (2.3.4.11, 2.3.4.12).
func fitted(b []byte, size int) []byte {
	b = bytes.Clone(b[:min(len(b), size)])
	return append(b, bytes.Repeat([]byte{0x36}, size-len(b))...)
}

// decrypted decrypts whole blocks in place.
func decrypted(key, iv, text []byte) []byte {
	block, err := aes.NewCipher(key)
	if err != nil {
		return nil
	}
	cipher.NewCBCDecrypter(block, iv).CryptBlocks(text, text)
	return text
}

// An agileKey decrypts the blocks of a package.
type agileKey struct {
	block cipher.Block
	hash  hash.Hash
	salt  []byte
}

// Decrypt implements [Key].
func (k *agileKey) Decrypt(block uint32, p []byte) {
	iv := fitted(numbered(k.hash, k.salt, block, nil), aes.BlockSize)
	cipher.NewCBCDecrypter(k.block, iv).CryptBlocks(p, p)
}
