package hosts

import (
	"os"
	"slices"
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
		{"カラオケ・バー.example", ""}, // U+30FB and U+30FC are of Hiragana and Katakana
		{"яー.example", "Cyrillic Hiragana"},
		{"〆切.example", ""},
		{"хーя", "Cyrillic Hiragana"},
		{"हिन्दी१.भारत", ""},
		{"বাংলা१.example", "Bengali Devanagari"}, // a digit of another script
		{"☺♥.example", ""},
		{"", ""},
	} {
		if got := strings.Join(Mixed(ToASCII(c.host)), " "); got != c.want {
			t.Errorf("Mixed(%q) = %q, want %q", c.host, got, c.want)
		}
	}
}

// TestScriptsOfRune checks the scripts of each character against package unicode, except
// for those with Script_Extensions.
func TestScriptsOfRune(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		names := scriptsOfRune(r)
		if _, found := rangeOf(r, extensions()); found {
			continue
		}
		if len(names) > 1 || len(names) == 1 && !unicode.Is(unicode.Scripts[names[0]], r) ||
			len(names) == 0 && unicode.IsLetter(r) && !unicode.In(r, unicode.Common, unicode.Inherited) {
			t.Fatalf("scriptsOfRune(%U) = %q", r, names)
		}
	}
}

// TestExtensions checks the table of Script_Extensions: its ranges are sorted, its scripts
// have the names of package unicode, and a character with a script is used with that.
func TestExtensions(t *testing.T) {
	last := rune(-1)
	for _, x := range extensions() {
		if x.first <= last || x.last < x.first {
			t.Errorf("%U-%U follows %U", x.first, x.last, last)
		}
		last = x.last
		for _, name := range x.scripts {
			if unicode.Scripts[name] == nil {
				t.Errorf("%U: no script %q", x.first, name)
			}
		}
		for r := x.first; r <= x.last; r++ {
			if own, found := rangeOf(r, scripts()); found && !slices.Contains(x.scripts, own.scripts[0]) {
				t.Errorf("%U of %v is used with %v", r, own.scripts, x.scripts)
			}
		}
	}
	if len(extensions()) < 100 {
		t.Errorf("%d ranges", len(extensions()))
	}
	version, err := os.ReadFile("unicode/version.txt")
	if err != nil || strings.TrimSpace(string(version)) != unicode.Version {
		t.Errorf("the tables are of Unicode %s, package unicode is of %s: generate them again (%v)", version, unicode.Version, err)
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
