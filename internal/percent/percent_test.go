package percent

import (
	"net/url"
	"strconv"
	"strings"
	"testing"
)

func TestDecode(t *testing.T) {
	for _, c := range []struct {
		s, decoded string
		ok         bool
	}{
		{"", "", true},
		{"a+b", "a+b", true},
		{"%41", "A", true},
		{"a%2fb%2Fc", "a/b/c", true},
		{"%c3%A9", "é", true},
		{"%ff%00", "\xff\x00", true},
		{"%2541", "%41", true}, // once
		{"%25", "%", true},
		{"%", "%", false},
		{"a%4", "a%4", false},
		{"%4g%41", "%4gA", false},
		{"%g4", "%g4", false},
		{"%%41", "%A", false},
		{"%+1%-1", "%+1%-1", false},
	} {
		if decoded, ok := Decode(c.s); decoded != c.decoded || ok != c.ok {
			t.Errorf("Decode(%q) = %q, %v; want %q, %v", c.s, decoded, ok, c.decoded, c.ok)
		}
	}
}

// TestOctet compares Octet, Begins and Append with package strconv for all octets, in strings and
// in slices of bytes.
func TestOctet(t *testing.T) {
	for hi := range 256 {
		for lo := range 256 {
			s := string([]byte{'%', byte(hi), byte(lo), '7'})
			want, err := strconv.ParseUint(s[1:3], 16, 8)
			c, ok := Octet(s)
			d, isBytes := Octet([]byte(s))
			if ok != (err == nil) || ok && c != byte(want) || isBytes != ok || c != d {
				t.Errorf("Octet(%q) = %#x, %v", s, c, ok)
			}
			if Begins(s) != ok || Begins([]byte(s)) != ok {
				t.Errorf("Begins(%q) = %v", s, !ok)
			}
			if escape := string(Append(nil, c)); ok && !strings.EqualFold(escape, s[:Len]) || escape != strings.ToUpper(escape) {
				t.Errorf("Append(%#x) = %q", c, escape)
			}
		}
	}
	for _, s := range []string{"", "%", "%4", "041", "a%41"} {
		if c, ok := Octet(s); ok || Begins(s) {
			t.Errorf("Octet(%q) = %#x, %v; Begins is %v", s, c, ok, Begins(s))
		}
	}
}

// FuzzDecode compares Decode with package url, which decodes text if all escapes are complete.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{"a", "%41%", "%2541", "%zz", "é%c3"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		want, err := url.PathUnescape(s)
		decoded, ok := Decode(s)
		if ok != (err == nil) || ok && decoded != want {
			t.Errorf("Decode(%q) = %q, %v; PathUnescape returns %q, %v", s, decoded, ok, want, err)
		}
		var encoded []byte
		for _, c := range []byte(s) {
			encoded = Append(encoded, c)
		}
		if decoded, ok := Decode(string(encoded)); !ok || decoded != s {
			t.Errorf("Decode(%q) = %q, %v", encoded, decoded, ok)
		}
	})
}
