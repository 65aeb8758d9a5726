package chars

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestWindows1252 checks the table against that of x/text. The five octets that
// windows-1252 leaves undefined are C1 controls.
func TestWindows1252(t *testing.T) {
	for i := 0x80; i <= 0xFF; i++ {
		want := charmap.Windows1252.DecodeByte(byte(i))
		if want == utf8.RuneError {
			want = rune(i)
		}
		got, size := Decode([]byte{byte(i)}, nil)
		if got != want || size != 1 {
			t.Errorf("octet %X: got %U, %d, want %U", i, got, size, want)
		}
	}
}

// TestIsSpace checks all characters against Unicode's property White_Space, with the
// zero-width spaces added.
func TestIsSpace(t *testing.T) {
	for r := rune(-1); r <= unicode.MaxRune; r++ {
		want := unicode.IsSpace(r) || r == 0x200B || r == 0xFEFF
		if r < 0 {
			want = false
		}
		if r >= 0 && IsSpace(r) != want {
			t.Errorf("IsSpace(%U) = %v", r, IsSpace(r))
		}
	}
}

func TestSpaceAt(t *testing.T) {
	latin1 := new(Fallback)
	for i := range latin1 {
		latin1[i] = rune(0x80 + i)
	}
	none := new(Fallback)
	for i := range none {
		none[i] = 'x'
	}
	for _, c := range []struct {
		text     string
		fallback *Fallback
		want     int
	}{
		{"", nil, 0}, {"x", nil, 0}, {" x", nil, 1}, {"\t", nil, 1}, {"\r\n", nil, 1}, {"\v", nil, 1}, {"\f", nil, 1},
		{"\x00", nil, 0}, {"\x1c", nil, 0}, {"\x7f", nil, 0},
		{"\u00a0", nil, 2}, {"\u0085", nil, 2}, {"\u3000x", nil, 3}, {"\u200b", nil, 3}, {"\ufeff", nil, 3}, {"é", nil, 0},
		{"\xa0", nil, 1}, {"\x85", nil, 0}, {"\x85", latin1, 1}, {"\xa0", none, 0}, {"\u00a0", none, 2}, {"\xe3\x80", nil, 0},
	} {
		if got := SpaceAt([]byte(c.text), c.fallback); got != c.want {
			t.Errorf("SpaceAt(%q) = %d, want %d", c.text, got, c.want)
		}
	}
}

// TestDecodeInvalid checks that each octet of invalid UTF-8 is a character, for all kinds
// of invalid UTF-8.
func TestDecodeInvalid(t *testing.T) {
	for _, text := range []string{
		"\x80", "\xbf", "\x80\x80", // continuation octets alone
		"\xc0\x80", "\xc0\xaf", "\xc1\xbf", // overlong, of two
		"\xe0\x80\x80", "\xe0\x9f\xbf", // of three
		"\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf", // of four
		"\xed\xa0\x80", "\xed\xbf\xbf", "\xed\xa0\x80\xed\xb0\x80", // surrogates
		"\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xf7\xbf\xbf\xbf", // beyond U+10FFFF
		"\xf8\x88\x80\x80\x80", "\xfc\x84\x80\x80\x80\x80", "\xfe", "\xff", "\xfe\xff", "\xff\xfe",
		"\xc3", "\xe2\x82", "\xe2", "\xf0\x9f\x98", "\xf0\x9f", "\xf0", // cut off
		"\xc3x", "\xe2\x82x", "\xe2x", "\xf0\x9f\x98x", "\xc3\xc3", "\xe2\xe2\x82", "\xf0\x9f\xf0",
	} {
		for _, around := range []string{"", "é", "x"} {
			checkDecode(t, []byte(around+text+around), text)
		}
	}
	if r, size := Decode([]byte("\uFFFD"), nil); r != utf8.RuneError || size != 3 {
		t.Errorf("U+FFFD itself: %U, %d", r, size)
	}
}

// checkDecode compares Decode and AppendUTF8 with the decoding of the standard library.
func checkDecode(t *testing.T, text []byte, name string) {
	t.Helper()
	var want strings.Builder
	for i, r := range string(text) {
		if _, size := utf8.DecodeRune(text[i:]); r == utf8.RuneError && size == 1 {
			c := charmap.Windows1252.DecodeByte(text[i])
			if c == utf8.RuneError {
				c = rune(text[i])
			}
			want.WriteRune(c)
		} else {
			want.WriteRune(r)
		}
	}
	var got strings.Builder
	for b := text; len(b) > 0; {
		r, size := Decode(b, nil)
		if size < 1 || size > len(b) {
			t.Fatalf("%q: size %d of %q", name, size, b)
		}
		got.WriteRune(r)
		b = b[size:]
	}
	if got.String() != want.String() {
		t.Errorf("%q: got %q, want %q", text, got.String(), want.String())
	}
	if all := AppendUTF8([]byte("before"), text, nil); string(all) != "before"+want.String() {
		t.Errorf("AppendUTF8(%q) = %q", text, all)
	}
	if !utf8.ValidString(got.String()) {
		t.Errorf("%q gave what is not UTF-8: %q", text, got.String())
	}
}

func TestFallback(t *testing.T) {
	f := new(Fallback)
	for i := range f {
		f[i] = charmap.KOI8R.DecodeByte(byte(0x80 + i))
	}
	text := "\xc4\xcf\xcd é \xe0"
	if got := AppendUTF8(nil, []byte(text), f); string(got) != "дом é Ю" {
		t.Errorf("got %q", got)
	}
}

// pieces are parts of texts about lines and colours.
var pieces = []string{"\x1b", "\x1b[", "\x1b[m", "\x1b[K", "\x1b[0;1m", "\x1b[38:2:1m", "[", "m", "K", "1", ";", ":", "x", "\r", "\n", "\r\n", "\x1b[2J", "é", "\xe9", strings.Repeat("1", 70)}

// TestColour checks that ColourAt and ColourCut agree: a sequence that may go on has no
// length, and a sequence with a length keeps it when more text follows.
func TestColour(t *testing.T) {
	for _, c := range []struct {
		text string
		at   int
		cut  bool
	}{
		{"", 0, false}, {"x", 0, false}, {"\x1b", 0, true}, {"\x1b[", 0, true}, {"\x1b[m", 3, false}, {"\x1b[K", 3, false},
		{"\x1b[0m", 4, false}, {"\x1b[01;31mx", 8, false}, {"\x1b[38:5:1m", 9, false}, {"\x1b[1;", 0, true},
		{"\x1b[1x", 0, false}, {"\x1bm", 0, false}, {"\x1b[2J", 0, false}, {"\x1b[ m", 0, false}, {"\x1b[\x1b[m", 0, false},
		{"\x1b[" + strings.Repeat("1", 61) + "m", 64, false},
		{"\x1b[" + strings.Repeat("1", 62) + "m", 0, false},
		{"\x1b[" + strings.Repeat("1", 61), 0, true},
		{"\x1b[" + strings.Repeat("1", 62), 0, false},
		{"x\x1b[m", 0, false},
	} {
		if got := ColourAt([]byte(c.text)); got != c.at {
			t.Errorf("ColourAt(%q) = %d, want %d", c.text, got, c.at)
		}
		if got := ColourCut([]byte(c.text)); got != c.cut {
			t.Errorf("ColourCut(%q) = %v", c.text, got)
		}
	}
	r := effort.Rand(t)
	for range 20_000 {
		var text []byte
		for range 1 + r.IntN(6) {
			text = append(text, pieces[r.IntN(len(pieces))]...)
		}
		whole := ColourAt(text)
		for cut := range len(text) + 1 {
			part := text[:cut:cut]
			at, may := ColourAt(part), ColourCut(part)
			switch {
			case at > 0 && may:
				t.Fatalf("%q is a sequence and may become one", part)
			case at > 0 && at != whole, at == 0 && !may && cut > 0 && whole > 0:
				t.Fatalf("%q: %d, cut at %d: %d, %v", text, whole, cut, at, may)
			case may && ColourAt(append(part, 'm')) == 0 && ColourAt(append(part, "[m"...)) == 0:
				t.Fatalf("%q is said to become a sequence", part)
			}
		}
	}
}

func TestLineBreak(t *testing.T) {
	for _, c := range []struct {
		text  string
		at    int
		atEOF bool
		size  int
		cut   bool
	}{
		{"", 0, false, 0, false}, {"", 0, true, 0, false}, {"x", 1, false, 0, false}, {"x", 0, false, 0, false},
		{"x", 5, true, 0, false},
		{"\n", 0, false, 1, false}, {"\n\n", 0, false, 1, false}, {"\n\r", 0, false, 1, false},
		{"\r\n", 0, false, 2, false}, {"\r\n", 1, false, 1, false}, {"\r\r\n", 0, false, 1, false}, {"\rx", 0, false, 1, false},
		{"\r", 0, false, 1, true}, {"\r", 0, true, 1, false}, {"x\r", 1, false, 1, true}, {"x\r\n", 1, true, 2, false},
		{"\f", 0, true, 0, false}, {"\v", 0, true, 0, false}, {"\x85", 0, true, 0, false}, {"\u2028", 0, true, 0, false},
	} {
		if size, cut := LineBreak([]byte(c.text), c.at, c.atEOF); size != c.size || cut != c.cut {
			t.Errorf("LineBreak(%q, %d, %v) = %d, %v", c.text, c.at, c.atEOF, size, cut)
		}
	}
}

// FuzzDecode checks Decode against the standard library on any octets.
func FuzzDecode(f *testing.F) {
	f.Add([]byte("é\xe9\xe2\x82\u20ac"))
	f.Add([]byte("\xf0\x9f\x98\x80\xf0\x9f\x98\xed\xa0\x80"))
	f.Add(bytes.Repeat([]byte{0x80}, 9))
	f.Fuzz(func(t *testing.T, text []byte) {
		checkDecode(t, text, "fuzz")
		if n := SpaceAt(text, nil); n > 0 {
			if r, size := Decode(text, nil); n != size || !IsSpace(r) {
				t.Errorf("SpaceAt(%q) = %d", text, n)
			}
		}
		if n := ColourAt(text); n > 0 && (n > len(text) || text[0] != 0x1B || ColourCut(text)) {
			t.Errorf("ColourAt(%q) = %d", text, n)
		}
	})
}
