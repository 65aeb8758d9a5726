package lzfu

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"hash/crc32"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
)

// pack returns data with a header.
func pack(method uint32, size int, data []byte) []byte {
	h := binary.LittleEndian.AppendUint32(nil, uint32(len(data)+12))
	h = binary.LittleEndian.AppendUint32(h, uint32(size))
	h = binary.LittleEndian.AppendUint32(h, method)
	crc := uint32(0)
	if method == compressed {
		crc = ^crc32.Update(^uint32(0), crc32.IEEETable, data)
	}
	return append(binary.LittleEndian.AppendUint32(h, crc), data...)
}

// compress compresses a text. It takes the longest match in the window.
func compress(text []byte) []byte {
	all := append([]byte(dictionary), text...)
	at := len(dictionary)
	var out []byte
	for done := false; !done; {
		flags := len(out)
		out = append(out, 0)
		for n := 0; n < 8 && !done; n++ {
			best, size := 0, 1
			for from := max(0, at-window+1); from < at; from++ {
				k := 0
				for k < 17 && at+k < len(all) && all[from+k] == all[at+k] {
					k++
				}
				if k > size {
					best, size = from, k
				}
			}
			switch {
			case at == len(all):
				best, size, done = at, 2, true
				fallthrough
			case size > 1:
				out[flags] |= 1 << n
				out = append(out, byte(best%window>>4), byte(best<<4)|byte(size-2))
				if !done {
					at += size
				}
			default:
				out = append(out, all[at])
				at++
			}
		}
	}
	return pack(compressed, len(text), out)
}

// slow decompresses as in [MS-OXRTFCP], section 3.1.3.2: with a ring as the dictionary.
func slow(data []byte) string {
	var ring [window]byte
	at := copy(ring[:], dictionary)
	var out []byte
	for data = data[headerSize:]; len(data) > 0; {
		flags := data[0]
		data = data[1:]
		for n := range 8 {
			if flags>>n&1 == 0 {
				if len(data) == 0 {
					return string(out)
				}
				out = append(out, data[0])
				ring[at] = data[0]
				at = (at + 1) % window
				data = data[1:]
				continue
			}
			if len(data) < 2 {
				return string(out)
			}
			token := int(data[0])<<8 | int(data[1])
			data = data[2:]
			if token>>4 == at {
				return string(out)
			}
			for i := range token&0xF + 2 {
				c := ring[(token>>4+i)%window]
				out = append(out, c)
				ring[at] = c
				at = (at + 1) % window
			}
		}
	}
	return string(out)
}

// TestSpecification decompresses the examples of [MS-OXRTFCP], section 4.
func TestSpecification(t *testing.T) {
	for _, c := range []struct{ data, want string }{
		{"2d000000 2b000000 4c5a4675 f1c5c7a7 03000a00 72637067 31323542 320af320 68656c09 00206277 05b06c64 7d0a800f a0",
			"{\\rtf1\\ansi\\ansicpg1252\\pard hello world}\r\n"},
		{"1a000000 1c000000 4c5a4675 e2d44b51 41000420 5758595a 0d6e7d01 0eb0", `{\rtf1 WXYZWXYZWXYZWXYZWXYZ}`},
	} {
		data, err := hex.DecodeString(strings.ReplaceAll(c.data, " ", ""))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(NewReader(bytes.NewReader(data)))
		if string(got) != c.want || err != nil {
			t.Errorf("got %q, %v, want %q", got, err, c.want)
		}
	}
}

// TestRead compares Reader with the text that was compressed, and with slow.
func TestRead(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1738, 4))
	for _, size := range []int{0, 1, 16, 17, 100, window - len(dictionary), window, window + 1, 3 * window, 20000} {
		text := make([]byte, size)
		for i := range text {
			text[i] = "ab\\par http://a.example/ {}"[rnd.IntN(1+rnd.IntN(27))]
		}
		data := compress(text)
		if got := slow(data); got != string(text) {
			t.Fatalf("%d bytes: slow is wrong", size)
		}
		for _, r := range []io.Reader{bytes.NewReader(data), iotest.OneByteReader(bytes.NewReader(append(data, "rest"...)))} {
			got, err := io.ReadAll(NewReader(r))
			if !bytes.Equal(got, text) || err != nil {
				t.Errorf("%d bytes: got %d, %v", size, len(got), err)
			}
		}
		plain := pack(uncompressed, size, text)
		got, err := io.ReadAll(NewReader(bytes.NewReader(plain)))
		if !bytes.Equal(got, text) || err != nil {
			t.Errorf("%d bytes, uncompressed: got %d, %v", size, len(got), err)
		}
	}
}

// TestDamage checks that the text up to the damage is returned, and that damage is reported.
func TestDamage(t *testing.T) {
	text := []byte(strings.Repeat(`{\rtf1 see http://a.example/ and http://b.example/}`, 3))
	data := compress(text)
	read := func(data []byte) string {
		got, err := io.ReadAll(NewReader(bytes.NewReader(data)))
		if err != ErrDamaged {
			t.Errorf("%q: %v", data, err)
		}
		return string(got)
	}
	for i := range data {
		if got := read(data[:i]); !strings.HasPrefix(string(text), got) {
			t.Errorf("cut at %d: %q", i, got)
		}
	}
	for i := headerSize; i < len(data); i++ {
		changed := bytes.Clone(data)
		changed[i] ^= 0x55
		if got := read(changed); !strings.HasPrefix(slow(changed), got) {
			t.Errorf("changed at %d: %q", i, got)
		}
	}
	for _, c := range []struct {
		name string
		at   int
		with uint32
		want string
		ok   bool
	}{
		{"the size of the text is ignored", 4, 1 << 31, string(text), true},
		{"a size of the data that is too large", 0, 1 << 31, string(text), true},
		{"a size of the data that is too small", 0, 12 + 9, `{\rtf1 see h`, false},
		{"no data", 0, 0, "", false},
		{"the method", 8, 1, "", false},
		{"the checksum", 12, 1, string(text), false},
	} {
		changed := bytes.Clone(data)
		binary.LittleEndian.PutUint32(changed[c.at:], c.with)
		got, err := io.ReadAll(NewReader(bytes.NewReader(changed)))
		if string(got) != c.want || (err == nil) != c.ok {
			t.Errorf("%s: got %q, %v", c.name, got, err)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add(compress([]byte(`{\rtf1 see http://a.example/}`)))
	f.Add(pack(uncompressed, 5, []byte(`{\rtf1}`)))
	f.Fuzz(func(t *testing.T, data []byte) {
		got, _ := io.ReadAll(NewReader(bytes.NewReader(data)))
		if len(got) > len(data)*9 {
			t.Errorf("%d bytes of %d", len(got), len(data))
		}
		if len(data) > headerSize && binary.LittleEndian.Uint32(data[8:]) == compressed && !strings.HasPrefix(slow(data), string(got)) {
			t.Errorf("%q: got %q, want %q", data, got, slow(data))
		}
	})
}

func BenchmarkRead(b *testing.B) {
	text := []byte(strings.Repeat(`{\rtf1 see http://a.example/ and http://b.example/}`, 4000))
	data := compress(text)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		io.Copy(io.Discard, NewReader(bytes.NewReader(data)))
	}
}
