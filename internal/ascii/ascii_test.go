package ascii

import (
	"strings"
	"testing"
)

// TestTable compares the table with the classes as the standards list them.
func TestTable(t *testing.T) {
	const (
		alpha    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		digits   = "0123456789"
		safe     = "$-_.+"
		extra    = "!*'(),"
		reserved = ";/?:@&="
		national = "{}|\\^~[]`"
		subDelim = "!$&'()*+,;="
	)
	for _, c := range []struct {
		class   Class
		members string
	}{
		{Alpha, alpha}, {Digit, digits}, {Hex, digits + "abcdefABCDEF"},
		{Safe, safe}, {Extra, extra}, {National, national}, {Reserved, reserved},
		{Scheme, alpha + digits + "+-."}, {Unreserved, alpha + digits + "-._~"},
		{SubDelim, subDelim}, {GenDelim, ":/?#[]@"},
		{Blank, " \t"}, {LineBreak, "\r\n"}, {Space, " \t\r\n\v\f"},
		{Punct, "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"},
		{Semicolon, ";"}, {Slash, "/"}, {Question, "?"}, {Colon, ":"}, {At, "@"}, {Ampersand, "&"}, {Equals, "="},
		{AlphaDigit, alpha + digits},
		{UChar, alpha + digits + safe + extra},
		{XChar, alpha + digits + safe + extra + reserved},
		{PChar, alpha + digits + "-._~" + subDelim + ":@"},
	} {
		for b := range 256 {
			if got, want := Is(byte(b), c.class), b < 0x80 && strings.IndexByte(c.members, byte(b)) >= 0; got != want {
				t.Errorf("Is(%q, %#x) = %v", rune(b), c.class, got)
			}
		}
	}
	for b := range 256 {
		if got, want := Is(byte(b), Control), b < 0x20 || b == 0x7f; got != want {
			t.Errorf("Is(%#x, Control) = %v", b, got)
		}
	}
}
