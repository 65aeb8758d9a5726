package pdftext

import (
	"encoding/binary"
	"maps"
	"testing"
)

// cffCases are encodings of font programs in the Compact Font Format, and the texts of their
// codes. The string 391 is the name f_j.
var cffCases = []struct {
	name     string
	sids     string // the charset: a format and its data
	encoding string // a format and its data
	want     map[byte]string
}{
	{"lists, and a supplement", "\x00" + "\x00\x42" + "\x00\x6D" + "\x01\x87", "\x80\x03xyz" + "\x02" + "A\x00\x22" + "B\x01\x87",
		map[byte]string{'x': "a", 'y': "ﬁ", 'z': "fj", 'A': "A", 'B': "fj"}},
	{"ranges", "\x01" + "\x01\x0A\x02" + "\x00\x6D\x01", "\x01\x02" + "\x0B\x01" + "\x20\x02",
		map[byte]string{11: "ﬀ", 12: "ﬃ", 32: "ﬄ", 33: "ﬁ", 34: "ﬂ"}},
	{"a wide range, and codes without glyphs", "\x02" + "\x00\x22\x00\x06", "\x00\x09abcdefghi",
		map[byte]string{'a': "A", 'b': "B", 'c': "C", 'd': "D", 'e': "E", 'f': "F", 'g': "G"}},
	{"the ends of the tables of strings", "\x00" + "\x00\x01" + "\x00\xE4" + "\x00\xE5" + "\x01\x7A" + "\x01\x7B" + "\x01\x86" + "\x01\x88", "\x00\x07abcdefg",
		map[byte]string{'a': " ", 'b': "ž", 'c': "!", 'd': "ÿ"}},
	{"old style, small capitals and superscripts", "\x00" + "\x00\xEF" + "\x01\x12" + "\x01\x46", "\x00\x03abc",
		map[byte]string{'a': "0", 'b': "a", 'c': "⁰"}},
}

func TestCFF(t *testing.T) {
	for _, c := range cffCases {
		var text [256]string
		cffEncoding(&text, cffProgram(c.sids, c.encoding, "f_j"))
		got := map[byte]string{}
		for code, s := range text {
			if s != "" {
				got[byte(code)] = s
			}
		}
		if !maps.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestCFFStrings checks that the standard strings with text are complete.
func TestCFFStrings(t *testing.T) {
	if n := len(cffLatin()) + len(cffExpert()); n != 379 {
		t.Errorf("there are %d standard strings", n)
	}
}

// cffProgram returns a font program with a charset, an encoding and one string. It has eight
// glyphs.
func cffProgram(charset, encoding, name string) []byte {
	index := func(item string) string { return "\x00\x01\x01\x01" + string(byte(1+len(item))) + item }
	const top = 18 // the length of the top dictionary
	start := len("\x01\x00\x04\x01"+index("A")+index("")+index(name)+"\x00\x00") + top
	dict := ""
	for _, entry := range [...]struct {
		operator byte
		offset   int
	}{{15, start}, {16, start + len(charset)}, {17, start + len(charset) + len(encoding)}} {
		dict += string(binary.BigEndian.AppendUint32([]byte{29}, uint32(entry.offset))) + string(entry.operator)
	}
	glyphs := "\x00\x08\x01" + "\x01\x02\x03\x04\x05\x06\x07\x08\x09" + "\x0E\x0E\x0E\x0E\x0E\x0E\x0E\x0E"
	return []byte("\x01\x00\x04\x01" + index("A") + index(dict) + index(name) + "\x00\x00" + charset + encoding + glyphs)
}
