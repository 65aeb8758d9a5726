package hosts

import (
	"strings"
	"testing"
	"unicode"
)

// TestMixed checks which labels mix scripts.
func TestMixed(t *testing.T) {
	for _, c := range []struct{ host, want string }{
		{"paypal.com", ""},
		{"pаypal.com", "Cyrillic Latin"},
		{"www.pаypal.com", "Cyrillic Latin"},
		{"xn--pypal-4ve.com", "Cyrillic Latin"},
		{"gοοgle.com", "Greek Latin"},
		{"µtorrent.com", "Greek Latin"},
		{"аррӏе.com", ""}, // of one script in each label
		{"bücher-2024.example", ""},
		{"россия1.рф", ""},
		{"яндекс.example", ""},
		{"日本語.example", ""},
		{"東京タワーの3d写真.example", ""},
		{"カラオケbox.example", ""},
		{"한국어韓國abc.example", ""},
		{"中文abcㄅ.example", ""},
		{"中文ㄅの.example", "Bopomofo Han Hiragana"},
		{"한국の.example", "Hangul Hiragana"},
		{"日本я.example", "Cyrillic Han"},
		{"βя.example", "Cyrillic Greek"},
		{"हिन्दी.भारत", ""},
		{"ไทย123.example", ""},
		{"☺♥.example", ""},
		{"", ""},
	} {
		if got := strings.Join(Mixed(ToASCII(c.host)), " "); got != c.want {
			t.Errorf("Mixed(%q) = %q, want %q", c.host, got, c.want)
		}
	}
}

// TestScriptOf checks scriptOf against package unicode, for each character.
func TestScriptOf(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		name := scriptOf(r)
		if table := unicode.Scripts[name]; name != "" && !unicode.Is(table, r) ||
			name == "" && unicode.IsLetter(r) && !unicode.In(r, unicode.Common, unicode.Inherited) {
			t.Fatalf("scriptOf(%U) = %q", r, name)
		}
	}
}

// TestIPv4 checks addresses in the forms that browsers accept, and others.
func TestIPv4(t *testing.T) {
	for _, c := range []struct{ host, want string }{
		{"2130706433", "127.0.0.1"},
		{"0x7f.1", "127.0.0.1"},
		{"017700000001", "127.0.0.1"},
		{"127.1", "127.0.0.1"},
		{"127.0.1", "127.0.0.1"},
		{"127.0.0.1", "127.0.0.1"},
		{"127.0.0.1.", "127.0.0.1"},
		{"0X7F.0x0.00.0x", "127.0.0.0"},
		{"01.2.3.4", "1.2.3.4"},
		{"010.1", "8.0.0.1"},
		{"1.2.65535", "1.2.255.255"},
		{"1.16777215", "1.255.255.255"},
		{"4294967295", "255.255.255.255"},
		{"0", "0.0.0.0"},
		{"0x", "0.0.0.0"},

		{"4294967296", ""},
		{"1.16777216", ""},
		{"1.2.65536", ""},
		{"1.2.3.256", ""},
		{"256.1", ""},
		{"1.2.3.4.5", ""},
		{"1..2", ""},
		{"1.2.", "1.0.0.2"},
		{"1.2..", ""},
		{".1", ""},
		{"", ""},
		{".", ""},
		{"08", ""},
		{"0x7g", ""},
		{"0x-1", ""},
		{"1_0", ""},
		{"0x1_0", ""},
		{"+1", ""},
		{"a", ""},
		{"7f", ""},
		{"0x7f.1.example", ""},
		{"99999999999999999999999999", ""},
	} {
		addr, ok := IPv4(c.host)
		if got := addr.String(); ok != (c.want != "") || ok && got != c.want {
			t.Errorf("IPv4(%q) = %v, %v, want %q", c.host, addr, ok, c.want)
		}
	}
}
