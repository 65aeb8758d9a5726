package officecrypt

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha1"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document/officecrypt/crypttest"
)

// TestRC4 decrypts in pieces what was encrypted with each size of a key.
func TestRC4(t *testing.T) {
	text := strings.Repeat("a text of some length; ", 100)
	for _, bits := range []int{40, 56, 128} {
		c := crypttest.CryptoAPI{Password: "tülip", Bits: bits}
		l := ParseRC4([]byte(c.Info()))
		if l == nil || l.Stream("Tülip") != nil || l.Stream("") != nil {
			t.Fatalf("%d bits: not parsed, or a wrong password is right", bits)
		}
		s := l.Stream("tülip")
		if s == nil {
			t.Fatalf("%d bits: the password is wrong", bits)
		}
		sealed := []byte(c.Blocks(text, 512, 0))
		for _, piece := range []int{1, 7, 512, 600, len(text)} {
			for _, from := range []int{0, 5, 511, 513, 1100} {
				got := bytes.Clone(sealed)
				for at := from; at < len(got); at += piece {
					s.DecryptBlocks(got[at:min(len(got), at+piece)], int64(at), 512)
				}
				if string(got[from:]) != text[from:] {
					t.Errorf("%d bits, pieces of %d from %d: wrong", bits, piece, from)
				}
			}
		}
	}
}

// standardInfo returns the parameters of the standard encryption with a key of bits, and that key.
func standardInfo(password string, bits int) (info string, key cipher.Block) {
	h := sha1.New()
	h.Write([]byte(crypttest.Salt))
	h.Write(crypttest.UTF16(password))
	sum := h.Sum(nil)
	for i := range 50_000 {
		next := sha1.Sum(append([]byte(crypttest.U32(i)), sum...))
		sum = next[:]
	}
	last := sha1.Sum(append(sum, crypttest.U32(0)...))
	var derived []byte
	for _, c := range []byte{0x36, 0x5C} {
		buf := bytes.Repeat([]byte{c}, 64)
		for i, b := range last {
			buf[i] ^= b
		}
		x := sha1.Sum(buf)
		derived = append(derived, x[:]...)
	}
	key, _ = aes.NewCipher(derived[:bits/8])
	const verifier = "the verifier ..."
	sum20 := sha1.Sum([]byte(verifier))
	return crypttest.Header(2<<16|3, 0x660E+(bits-128)/64, bits, ecbSealed(key, verifier), ecbSealed(key, string(sum20[:])+strings.Repeat("\x00", 12))), key
}

func ecbSealed(key cipher.Block, text string) string {
	out := []byte(text)
	for b := out; len(b) > 0; b = b[16:] {
		key.Encrypt(b, b)
	}
	return string(out)
}

// TestStandard decrypts a package with the standard encryption.
func TestStandard(t *testing.T) {
	text := strings.Repeat("a package of some length; ", 500)
	for _, bits := range []int{128, 192, 256} {
		info, key := standardInfo("tülip", bits)
		l := Parse([]byte(info))
		if l == nil || l.Rounds() != 50_000 || l.Key("Tülip") != nil {
			t.Fatalf("%d bits: not parsed, or a wrong password is right", bits)
		}
		padded := text + strings.Repeat("x", 16-len(text)%16)
		checkPackage(t, text, crypttest.U32(len(text), 0)+ecbSealed(key, padded), l.Key("tülip"))
	}
}

// checkPackage compares the package in a stream with its text: as a whole, at some offsets, and cut off.
func checkPackage(t *testing.T, text, stream string, k Key) {
	t.Helper()
	if k == nil {
		t.Error("the password is wrong")
		return
	}
	in := Package(strings.NewReader(stream), int64(len(stream)), k)
	if got, err := io.ReadAll(in); string(got) != text || err != nil {
		t.Errorf("%d bytes, %v; want %d", len(got), err, len(text))
	}
	for _, at := range []int{0, 1, 4095, 4096, 8191, len(text) - 1} {
		buf := make([]byte, 5000)
		n, _ := in.ReadAt(buf, int64(at))
		if want := text[at:min(len(text), at+len(buf))]; string(buf[:n]) != want {
			t.Errorf("at %d: %d bytes, want %d", at, n, len(want))
		}
	}
	for _, cut := range []int{0, 7, 8, 9, 40, 4104, 5000} {
		got, err := io.ReadAll(Package(strings.NewReader(stream[:cut]), int64(cut), k))
		if want := max(0, cut-8) &^ 15; len(got) != want || string(got) != text[:want] || err != nil {
			t.Errorf("cut off at %d: %d bytes, %v; want %d", cut, len(got), err, want)
		}
	}
}

// agileInfo returns the parameters of the agile encryption, with a hash that the map hashes has, and a package.
func agileInfo(password, name string, bits, spins int, text string) (info, stream string) {
	h := hashes[name]()
	sumOf := func(parts ...[]byte) []byte {
		h.Reset()
		for _, p := range parts {
			h.Write(p)
		}
		return h.Sum(nil)
	}
	size := func(b []byte, n int) []byte { return append(bytes.Clone(b), bytes.Repeat([]byte{0x36}, 64)...)[:n] }
	seal := func(key, iv, text []byte) []byte {
		b, _ := aes.NewCipher(key)
		text = append(bytes.Clone(text), make([]byte, (16-len(text)%16)%16)...)
		cipher.NewCBCEncrypter(b, iv).CryptBlocks(text, text)
		return text
	}
	sum := sumOf([]byte(crypttest.Salt), crypttest.UTF16(password))
	for i := range spins {
		sum = sumOf([]byte(crypttest.U32(i)), sum)
	}
	encoded := func(purpose uint64, text []byte) string {
		key := size(sumOf(sum, binary.BigEndian.AppendUint64(nil, purpose)), bits/8)
		return base64.StdEncoding.EncodeToString(seal(key, []byte(crypttest.Salt), text))
	}
	secret := []byte("the secret key, of at most 32 by")[:bits/8]
	verifier := []byte("the verifier ...")
	method := fmt.Sprintf(`saltSize="16" blockSize="16" keyBits="%d" hashSize="%d" cipherAlgorithm="AES" cipherChaining="ChainingModeCBC" hashAlgorithm="%s" saltValue="%s"`,
		bits, h.Size(), name, base64.StdEncoding.EncodeToString([]byte(crypttest.Salt)))
	info = crypttest.U32(4<<16|4, 0x40) + `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><encryption xmlns="http://schemas.microsoft.com/office/2006/encryption" xmlns:p="http://schemas.microsoft.com/office/2006/keyEncryptor/password">` +
		`<keyData ` + method + `/><keyEncryptors><keyEncryptor uri="http://schemas.microsoft.com/office/2006/keyEncryptor/password"><p:encryptedKey spinCount="` + fmt.Sprint(spins) + `" ` + method +
		` encryptedVerifierHashInput="` + encoded(0xFEA7D2763B4B9E79, verifier) + `" encryptedVerifierHashValue="` + encoded(0xD7AA0F6D3061344E, sumOf(verifier)) + `" encryptedKeyValue="` + encoded(0x146E0BE7ABACD0D6, secret) + `"/></keyEncryptor></keyEncryptors></encryption>`
	stream = crypttest.U32(len(text), 0)
	for i := 0; i*4096 < len(text); i++ {
		stream += string(seal(secret, size(sumOf([]byte(crypttest.Salt), []byte(crypttest.U32(i))), 16), []byte(text[i*4096:min(len(text), (i+1)*4096)])))
	}
	return info, stream
}

// TestAgile decrypts a package with each hash of the agile encryption, and checks the parameters that are refused.
func TestAgile(t *testing.T) {
	text := strings.Repeat("a package of some length; ", 500)
	for name := range hashes {
		for _, bits := range []int{128, 192, 256} {
			info, stream := agileInfo("tülip", name, bits, 10, text)
			l := Parse([]byte(info))
			if l == nil || l.Rounds() != 10 || l.Key("Tülip") != nil {
				t.Fatalf("%s, %d bits: not parsed, or a wrong password is right", name, bits)
			}
			checkPackage(t, text, stream, l.Key("tülip"))
		}
	}
	info, _ := agileInfo("tülip", "SHA512", 256, 10, text)
	for _, change := range [][2]string{
		{`spinCount="10"`, `spinCount="10000001"`}, {`spinCount="10"`, `spinCount="-1"`}, {`spinCount="10"`, ``}, {"CBC", "CFB"}, {`"AES"`, `"RC2"`}, {"SHA512", "WHIRLPOOL"},
		{`keyBits="256"`, `keyBits="40"`}, {"encryptedKeyValue", "x"}, {`encryptedKeyValue="`, `encryptedKeyValue="QUJD`}, {"encryptedVerifierHashInput", "x"}, {"\x04\x00\x04", "\x03\x00\x04"},
	} {
		if !strings.Contains(info, change[0]) || Parse([]byte(strings.Replace(info, change[0], change[1], -1))) != nil {
			t.Errorf("%q is accepted", change)
		}
	}
	if Parse([]byte(strings.Replace(info, `spinCount="10"`, `spinCount="10000000"`, 1))) == nil {
		t.Error("10,000,000 hashes are not accepted")
	}
}

// FuzzParse checks that no parameters make the package panic.
func FuzzParse(f *testing.F) {
	agile, _ := agileInfo("a", "SHA1", 128, 1, "text")
	standard, _ := standardInfo("a", 128)
	for _, s := range []string{agile, standard, crypttest.CryptoAPI{Password: "a", Bits: 40}.Info(), "\x01\x00\x01\x00" + strings.Repeat("x", 48)} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, info []byte) {
		if l := Parse(info); l != nil && l.Rounds() < 1000 {
			if k := l.Key("a"); k != nil {
				k.Decrypt(1, make([]byte, 64))
			}
		}
		if l := ParseRC4(info); l != nil {
			if s := l.Stream("a"); s != nil {
				s.Decrypt(make([]byte, 20), 1, 1000)
			}
		}
	})
}
