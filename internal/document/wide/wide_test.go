package wide

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"unicode/utf16"
)

func TestText(t *testing.T) {
	for _, c := range []struct{ in, want, until string }{
		{"", "", ""},
		{"a", "", ""},
		{"a\x00b\x00c", "ab", "ab"},
		{"a\x00\x00\x00b\x00", "a\x00b", "a"},
		{"\x00a\x00\x00", "\u6100\x00", "\u6100"},
		{"\x3D\xD8\x17\xDD", "\U0001F517", "\U0001F517"},
		{"\x3D\xD8a\x00", "\uFFFDa", "\uFFFDa"},
		{"\x17\xDD\x3D\xD8", "\uFFFD\uFFFD", "\uFFFD\uFFFD"},
	} {
		if got := Text([]byte(c.in)); got != c.want {
			t.Errorf("Text(%q) = %q, want %q", c.in, got, c.want)
		}
		if got := UntilNUL([]byte(c.in)); got != c.until {
			t.Errorf("UntilNUL(%q) = %q, want %q", c.in, got, c.until)
		}
	}
}

// TestReference compares Text with unicode/utf16, mostly on surrogates.
func TestReference(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var units []uint16
		var p []byte
		for range random.IntN(20) {
			u := uint16(0xD700 + random.IntN(0xA00))
			units = append(units, u)
			p = binary.LittleEndian.AppendUint16(p, u)
		}
		if got, want := Text(p), string(utf16.Decode(units)); got != want {
			t.Fatalf("%x: %q, want %q", p, got, want)
		}
	}
}
