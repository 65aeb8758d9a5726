package object

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/rc4"
	"io"
	"slices"

	"github.com/urlgrep/urlgrep/internal/document"
)

// A method is how strings or streams are encrypted (7.6.2, 7.6.6).
type method uint8

const (
	identity method = iota
	rc4Key          // RC4 with a key for each object
	aesKey          // AES-128-CBC with a key for each object
	aesFile         // AES-256-CBC with the key of the file
	unknown         // not decrypted
)

// A crypt decrypts a file (7.6).
type crypt struct {
	key      []byte
	strings  method
	streams  method
	files    method          // embedded files
	named    map[Name]method // the crypt filters
	metadata bool            // metadata streams are encrypted
	own      Ref             // the encryption dictionary, which is not encrypted
}

// openCrypt returns the crypt of the file. It returns nil if the file is not encrypted.
func (f *File) openCrypt() *crypt {
	value := f.Trailer.Get("Encrypt")
	d := f.Dict(value)
	clear(f.cache[0]) // the strings are not decrypted
	clear(f.cache[1])
	if d == nil {
		return nil
	}
	c := &crypt{named: map[Name]method{"Identity": identity}}
	c.own, _ = value.(Ref)
	c.metadata = f.Resolve(d.Get("EncryptMetadata")) != false
	bits := f.Int(d.Get("Length"), 40)
	if bits < 40 { // some producers write bytes
		bits *= 8
	}
	version := f.Int(d.Get("V"), 0)
	switch version {
	case 1, 2, 3:
		if version == 1 {
			bits = 40
		}
		c.strings, c.streams, c.files = rc4Key, rc4Key, rc4Key
	case 4, 5, 6:
		if version == 4 {
			bits = 128
		}
		for _, e := range f.Dict(d.Get("CF")) {
			m := unknown
			switch f.Name(f.Dict(e.Value).Get("CFM")) {
			case "V2":
				m = rc4Key
			case "AESV2":
				m = aesKey
			case "AESV3":
				m = aesFile
			case "None":
				m = identity
			}
			c.named[e.Key] = m
		}
		c.strings, c.streams = c.filter(f.Name(d.Get("StrF"))), c.filter(f.Name(d.Get("StmF")))
		if c.files = c.streams; d.Get("EFF") != nil {
			c.files = c.filter(f.Name(d.Get("EFF")))
		}
	}
	known := f.Name(d.Get("Filter")) == "Standard"
	if known {
		c.key = f.fileKey(d, f.Int(d.Get("R"), 0), min(bits, 128)/8, c.metadata)
	}
	if c.key == nil {
		if f.locked == nil {
			f.Note(document.Encrypted, "")
		}
		deny := func(m method) method {
			if m == identity && version >= 4 {
				return identity
			}
			return unknown
		}
		c.strings, c.streams, c.files = deny(c.strings), deny(c.streams), deny(c.files)
		for name, m := range c.named {
			c.named[name] = deny(m)
		}
	}
	return c
}

// filter returns the method of a crypt filter.
func (c *crypt) filter(name Name) method {
	if name == "" {
		return identity
	}
	if m, ok := c.named[name]; ok {
		return m
	}
	return unknown
}

// fileKey returns the key of the file with the empty user password or one of those of the Env, or nil if no
// password is right (7.6.4).
func (f *File) fileKey(d Dict, revision, length int, metadata bool) []byte {
	p, _ := f.Number(d.Get("P"))
	h := standardHandler{
		o: []byte(f.String(d.Get("O"))), u: []byte(f.String(d.Get("U"))), oe: []byte(f.String(d.Get("OE"))), ue: []byte(f.String(d.Get("UE"))),
		permissions: uint32(int64(p)), revision: revision, length: length, metadata: metadata,
	}
	if ids := f.Array(f.Trailer.Get("ID")); len(ids) > 0 {
		h.id = []byte(f.String(ids[0]))
	}
	if !h.isComplete() {
		return nil
	}
	if key := h.userKey(nil); key != nil {
		return key
	}
	if f.locked == nil || *f.locked != string(h.u) { // a file that is rebuilt has another one
		u := string(h.u)
		f.locked, f.key = &u, nil
		f.env.Unlock("", h.rounds(), func(password string) bool {
			f.key = h.key(password)
			return f.key != nil
		})
	}
	return f.key
}

func rc4Bytes(key, text []byte) []byte {
	c, err := rc4.NewCipher(key)
	if err != nil {
		return nil
	}
	out := make([]byte, len(text))
	c.XORKeyStream(out, text)
	return out
}

// objectKey returns the key of an object (algorithm 1).
func (c *crypt) objectKey(m method, num, gen int) []byte {
	if m == aesFile {
		return c.key
	}
	text := append(slices.Clone(c.key), byte(num), byte(num>>8), byte(num>>16), byte(gen), byte(gen>>8))
	if m == aesKey {
		text = append(text, "sAlT"...)
	}
	h := md5.Sum(text)
	return h[:min(len(c.key)+5, 16)]
}

// decrypter returns the function that returns the function that decrypts the strings of an
// object, or nil if they are not encrypted.
func (f *File) decrypter() func(num, gen int) func([]byte) []byte {
	c := f.crypt
	if c == nil || c.strings == identity {
		return nil
	}
	return func(num, gen int) func([]byte) []byte {
		if num == int(c.own) {
			return nil
		}
		var key []byte
		return func(text []byte) []byte {
			if c.strings == unknown {
				return nil
			}
			if key == nil {
				key = c.objectKey(c.strings, num, gen)
			}
			if c.strings == rc4Key {
				return rc4Bytes(key, text)
			}
			out, _ := io.ReadAll(newCBC(bytes.NewReader(text), key))
			return out
		}
	}
}

// stream returns a reader of the decrypted data of s, which r returns, or nil.
func (c *crypt) stream(s *Stream, r io.Reader, m method) io.Reader {
	typ := s.Dict.Get("Type")
	if typ == Name("XRef") || typ == Name("Metadata") && !c.metadata {
		return r
	}
	switch m {
	case identity:
		return r
	case rc4Key:
		k, err := rc4.NewCipher(c.objectKey(m, s.Num, s.gen))
		if err != nil {
			return nil
		}
		return cipher.StreamReader{S: k, R: r}
	case aesKey, aesFile:
		return newCBC(r, c.objectKey(m, s.Num, s.gen))
	}
	return nil
}

// A cbc decrypts AES-CBC. The text begins with the initialization vector, and ends with
// padding (7.6.3.1).
type cbc struct {
	r    io.Reader
	b    cipher.Block
	mode cipher.BlockMode
	buf  [1024]byte
	last [16]byte // the last block, which may have padding
	held bool
}

func newCBC(r io.Reader, key []byte) io.Reader {
	b, err := aes.NewCipher(key)
	if err != nil {
		return eof{}
	}
	c := &cbc{r: r, b: b}
	return &bytewise{next: c.next}
}

func (c *cbc) next() ([]byte, error) {
	if c.mode == nil {
		iv := c.buf[:16]
		if n, err := io.ReadFull(c.r, iv); err != nil {
			if n > 0 {
				err = errDamaged
			}
			return nil, err
		}
		c.mode = cipher.NewCBCDecrypter(c.b, iv)
	}
	n, err := io.ReadFull(c.r, c.buf[16:])
	n &^= 15
	c.mode.CryptBlocks(c.buf[16:16+n], c.buf[16:16+n])
	out := c.buf[16 : 16+n]
	if c.held {
		copy(c.buf[:], c.last[:])
		out = c.buf[:16+n]
	}
	c.held = false
	if err == nil {
		copy(c.last[:], out[len(out)-16:])
		c.held = true
		return out[:len(out)-16], nil
	}
	if err == io.ErrUnexpectedEOF {
		err = io.EOF
	}
	if n := len(out); n > 0 {
		if pad := int(out[n-1]); pad >= 1 && pad <= 16 {
			out = out[:n-pad]
		}
	}
	return out, err
}
