package ascii

import "testing"

// FuzzPlainLen compares PlainLen with a loop over the octets, for any special characters in ASCII.
func FuzzPlainLen(f *testing.F) {
	for _, s := range []string{"", "a", "1234567", "12345678", "123456789012345", "1234567890123456", "12345678901234567890123456789012345"} {
		for _, c := range []string{"", "\"", ",", "\n", "\x1f", " ", "\x7f", "\x80", "\xff", "!", "#", "-"} {
			f.Add(s+c, byte('"'), byte(','))
			f.Add(s+c+s, byte('"'), byte(','))
			f.Add(c+c+s+c, byte('\\'), byte('\\'))
		}
	}
	f.Fuzz(func(t *testing.T, s string, a, b byte) {
		a, b = a&0x7f, b&0x7f
		want := 0
		for want < len(s) && s[want] >= ' ' && s[want] < 0x80 && s[want] != a && s[want] != b {
			want++
		}
		if got := PlainLen(s, a, b); got != want {
			t.Errorf("PlainLen(%q, %q, %q) = %d, want %d", s, a, b, got, want)
		}
	})
}
