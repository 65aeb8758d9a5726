package zipfile

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"
)

// TestDecode checks each method that is undone, and the errors of the others.
func TestDecode(t *testing.T) {
	text := strings.Repeat("see http://a.example/ there\n", 100)
	var deflate, zst bytes.Buffer
	d, _ := flate.NewWriter(&deflate, 6)
	io.WriteString(d, text)
	d.Close()
	z, _ := zstd.NewWriter(&zst)
	io.WriteString(z, text)
	z.Close()
	small := func(name string) string {
		data, err := os.ReadFile("../../unpack/testdata/" + name)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	for range 2 { // with a decoder that was used before
		for m, data := range map[Method]string{
			Stored: text, deflated: deflate.String(), 20: zst.String(), 93: zst.String(), 12: small("small.bz2"), 95: small("small.xz"),
		} {
			r, err := Decode(m, bufio.NewReader(strings.NewReader(data)))
			if err != nil {
				t.Errorf("%s: %v", m, err)
				continue
			}
			got, err := io.ReadAll(r)
			if !strings.HasPrefix(string(got), text) && !strings.HasPrefix(string(got), "line 0: see") || err != nil {
				t.Errorf("%s: %d bytes, %v", m, len(got), err)
			}
		}
	}
	for m, want := range map[Method]string{9: "Deflate64 (use 7z x to unpack it)", 14: "LZMA (use 7z x to unpack it)", 98: "PPMd (use 7z x to unpack it)", 1738: "1738"} {
		_, err := Decode(m, nil)
		if !errors.Is(err, ErrMethod) || err.Error() != "unsupported compression method "+want {
			t.Errorf("%d: %v", m, err)
		}
	}
}

// TestCheck checks that all data come before the error that they are not those of the member.
func TestCheck(t *testing.T) {
	const sum = 0x352441c2 // of "abc"
	for _, test := range []struct {
		size int64
		crc  uint32
		want error
	}{{3, sum, nil}, {2, sum, ErrChecksum}, {4, sum, io.ErrUnexpectedEOF}, {3, sum + 1, ErrChecksum}} {
		got, err := io.ReadAll(&checked{in: strings.NewReader("abc"), size: test.size, sum: test.crc})
		if string(got) != "abc" || err != test.want {
			t.Errorf("%d bytes, sum %x: %q, %v", test.size, test.crc, got, err)
		}
	}
}
