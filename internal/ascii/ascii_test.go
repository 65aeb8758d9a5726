package ascii

import (
	"bytes"
	"encoding/base64"
	"strconv"
	"strings"
	"testing"
)

// TestTable checks the table against the lists of characters that define the classes: RFC
// 1738, section 5, and RFC 3986, appendix A.
func TestTable(t *testing.T) {
	const (
		lowalpha = "abcdefghijklmnopqrstuvwxyz"
		hialpha  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		alpha    = lowalpha + hialpha
		digit    = "0123456789"
		safe     = "$-_.+"
		extra    = "!*'(),"
		national = "{}|\\^~[]`"
		punct    = "<>#%\"" // RFC 1738's punctuation
		reserved = ";/?:@&="
	)
	for _, c := range []struct {
		name  string
		class Class
		chars string
	}{
		{"Alpha", Alpha, alpha},
		{"Digit", Digit, digit},
		{"Hex", Hex, digit + "ABCDEFabcdef"},
		{"Safe", Safe, safe},
		{"Extra", Extra, extra},
		{"National", National, national},
		{"Reserved", Reserved, reserved},
		{"Scheme", Scheme, alpha + digit + "+-."},
		{"Unreserved", Unreserved, alpha + digit + "-._~"},
		{"SubDelim", SubDelim, "!$&'()*+,;="},
		{"GenDelim", GenDelim, ":/?#[]@"},
		{"Blank", Blank, " \t"},
		{"LineBreak", LineBreak, "\r\n"},
		{"Space", Space, " \t\r\n\v\f"},
		{"Control", Control, controls()},
		{"Punct", Punct, safe + extra + national + punct + reserved},
		{"Semicolon", Semicolon, ";"},
		{"Slash", Slash, "/"},
		{"Question", Question, "?"},
		{"Colon", Colon, ":"},
		{"At", At, "@"},
		{"Ampersand", Ampersand, "&"},
		{"Equals", Equals, "="},
		{"AlphaDigit", AlphaDigit, alpha + digit},
		{"UChar", UChar, alpha + digit + safe + extra},
		{"XChar", XChar, alpha + digit + safe + extra + reserved},
		{"PChar", PChar, alpha + digit + "-._~" + "!$&'()*+,;=" + ":@"},
		{"no class", 0, ""},
		{"any class", ^Class(0), controls() + " " + graphic()},
	} {
		for i := range 256 {
			b := byte(i)
			if got, want := Is(b, c.class), strings.IndexByte(c.chars, b) >= 0; got != want {
				t.Errorf("%q in %s: got %v, want %v", b, c.name, got, want)
			}
			r := rune(b)
			if got, want := IsRune(r, c.class), strings.ContainsRune(c.chars, r); got != want || IsRune(r+0x100, c.class) || IsRune(r-0x100, c.class) {
				t.Errorf("U+%04X in %s: got %v, want %v", r, c.name, got, want)
			}
		}
	}
}

// TestPartition checks that each graphic character is a letter, a digit or punctuation,
// and that RFC 1738 and RFC 3986 each put it in one class.
func TestPartition(t *testing.T) {
	for _, b := range []byte(graphic()) {
		one := 0
		for _, class := range []Class{Alpha, Digit, Safe, Extra, National, Reserved} {
			if Is(b, class) {
				one++
			}
		}
		if punctuation := strings.IndexByte("<>#%\"", b) >= 0; punctuation == (one == 1) || one > 1 {
			t.Errorf("%q is in %d classes of RFC 1738", b, one)
		}
		if Is(b, Punct) == Is(b, AlphaDigit) {
			t.Errorf("%q is not one of Punct and AlphaDigit", b)
		}
		if Is(b, GenDelim) && Is(b, SubDelim) || Is(b, Unreserved) && Is(b, GenDelim|SubDelim) {
			t.Errorf("%q is in two classes of RFC 3986", b)
		}
	}
}

func controls() string {
	var b []byte
	for c := range byte(0x20) {
		b = append(b, c)
	}
	return string(append(b, 0x7F))
}

func graphic() string {
	var b []byte
	for c := byte('!'); c <= '~'; c++ {
		b = append(b, c)
	}
	return string(b)
}

// TestDigits checks HexDigit, HexOctet and Base64Digit against the standard library.
func TestDigits(t *testing.T) {
	for i := range 256 {
		c := byte(i)
		want := -1
		if n, err := strconv.ParseUint(string(rune(c)), 16, 8); err == nil {
			want = int(n)
		}
		if got := HexDigit(c); got != want {
			t.Errorf("HexDigit(%q) = %d, want %d", c, got, want)
		}
		for low := range 256 {
			want := -1
			if n, err := strconv.ParseUint(string([]byte{c, byte(low)}), 16, 8); err == nil {
				want = int(n)
			}
			if got := HexOctet(c, byte(low)); got != want {
				t.Errorf("HexOctet(%q, %q) = %d, want %d", c, low, got, want)
			}
		}
		want = -1
		if b, err := base64.RawStdEncoding.DecodeString("A" + string([]byte{c}) + "AA"); err == nil && len(b) == 3 {
			want = int(b[0])<<4 | int(b[1])>>4
		}
		if got := Base64Digit(c); got != want {
			t.Errorf("Base64Digit(%q) = %d, want %d", c, got, want)
		}
	}
}

// TestLetters compares Letters with Len, for each byte at each place of a word.
func TestLetters(t *testing.T) {
	for size := range 20 {
		for at := range size {
			for c := range 256 {
				b := bytes.Repeat([]byte("zA"), 10)[:size]
				b[at] = byte(c)
				if got, want := Letters(b), Len(b, Alpha); got != want {
					t.Fatalf("%q: %d letters, want %d", b, got, want)
				}
			}
		}
	}
}

// TestPrintableBefore checks PrintableBefore for each byte at each place of a word.
func TestPrintableBefore(t *testing.T) {
	for size := range 20 {
		for at := range size {
			for c := range 256 {
				b := bytes.Repeat([]byte(" ~"), 10)[:size]
				b[at] = byte(c)
				want := size - at - 1
				if ' ' <= c && c < 0x7F {
					want = size
				}
				if got := PrintableBefore(b); got != want {
					t.Fatalf("%q: %d characters, want %d", b, got, want)
				}
			}
		}
	}
}
