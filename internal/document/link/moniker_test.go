package link

import (
	"encoding/binary"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"
)

// u32 returns a number in 4 bytes.
func u32(n int) string { return string(binary.LittleEndian.AppendUint32(nil, uint32(n))) }

// utf16Of returns a string in UTF-16.
func utf16Of(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// urlOf returns a URL moniker. A serial GUID, or what else is in rest, follows its URL.
func urlOf(url, rest string) string {
	text := utf16Of(url+"\x00") + rest
	return URLMoniker + u32(len(text)) + text
}

// fileOf returns a file moniker with a path, and the path in UTF-16 if it is not "".
func fileOf(path, unicode string) string {
	m := FileMoniker + "\x00\x00" + u32(len(path)+1) + path + "\x00" + "\xff\xff\xad\xde" + strings.Repeat("\x00", 20)
	if unicode == "" {
		return m + u32(0)
	}
	text := utf16Of(unicode)
	return m + u32(6+len(text)) + u32(len(text)) + "\x03\x00" + text
}

// textOf returns a string of a hyperlink object: its length in characters, and NUL at its end.
func textOf(s string) string {
	s = utf16Of(s + "\x00")
	return u32(len(s)/2) + s
}

func TestMonikers(t *testing.T) {
	a, b := urlOf("http://a.example/", ""), urlOf("http://b.example/ü", strings.Repeat("\x01", 24))
	for _, c := range []struct {
		name, data string
		want       []string
	}{
		{"nothing", "", nil},
		{"no moniker", "http://a.example/", nil},
		{"a URL", a, []string{"http://a.example/"}},
		{"among other data", "x" + a + "yy" + b + "z", []string{"http://a.example/", "http://b.example/ü"}},
		{"a URL twice", a + a + b + a, []string{"http://a.example/", "http://b.example/ü", "http://a.example/"}},
		{"an empty URL", urlOf("", ""), nil},
		{"a path", fileOf(`c:\a.doc`, ""), nil},
		{"a path that is a URL", fileOf("http://c.example/", ""), []string{"http://c.example/"}},
		{"a share", fileOf(`\\host\share`, ""), []string{`\\host\share`}},
		{"a path in both forms", fileOf("http://C~1", "http://c.example/ü"), []string{"http://c.example/ü"}},
		{"URLs first", fileOf("http://c.example/", "") + a, []string{"http://a.example/", "http://c.example/"}},
		{"a length that is too large", URLMoniker + "\xff\xff\xff\xff" + utf16Of("http://a.example/"), []string{"http://a.example/"}},
		{"cut off", a[:len(a)-10], []string{"http://a.exam"}},
		{"a class alone", URLMoniker + "\x01", nil},
		{"a class of files alone", FileMoniker + "\x00\x00\x00", nil},
	} {
		if got := Monikers([]byte(c.data)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// hyperlink returns a hyperlink object with flags.
func hyperlink(flags int, rest string) string { return u32(2) + u32(flags) + rest }

func TestParseHyperlink(t *testing.T) {
	url := urlOf("http://a.example/", "")
	for _, c := range []struct {
		name, data string
		want       Hyperlink
	}{
		{"nothing", "", Hyperlink{}},
		{"no moniker", hyperlink(0, url), Hyperlink{}},
		{"a URL", hyperlink(hasMoniker, url), Hyperlink{"http://a.example/", ""}},
		{"a name", hyperlink(hasMoniker|hasName, textOf("näme")+url), Hyperlink{"http://a.example/", "näme"}},
		{"a frame", hyperlink(hasMoniker|hasName|hasFrame, textOf("name")+textOf("_blank")+url), Hyperlink{"http://a.example/", "name"}},
		{"a location", hyperlink(hasMoniker|hasLocation, url+textOf("top")), Hyperlink{"http://a.example/#top", ""}},
		{"two locations", hyperlink(hasMoniker|hasLocation, urlOf("http://a.example/#a", "")+textOf("top")), Hyperlink{"http://a.example/#a", ""}},
		{"a location in the document", hyperlink(hasLocation|hasName, textOf("name")+textOf("A1")), Hyperlink{"", "name"}},
		{"text", hyperlink(hasMoniker|monikerIsText|hasLocation, textOf("http://b.example/")+textOf("b")), Hyperlink{"http://b.example/#b", ""}},
		{"a file", hyperlink(hasMoniker|hasLocation, fileOf(`c:\a`, `c:\aä.xls`)+textOf("A1")), Hyperlink{`c:\aä.xls#A1`, ""}},
		{"a composite", hyperlink(hasMoniker, strings.Repeat("\x09", 20)+url), Hyperlink{"http://a.example/", ""}},
		{"another class", hyperlink(hasMoniker, strings.Repeat("\x09", 20)), Hyperlink{}},
		{"half a class", hyperlink(hasMoniker|hasLocation, URLMoniker[:9]), Hyperlink{}},
		{"a length that is too large", hyperlink(hasMoniker|monikerIsText, "\xff\xff\xff\xff"+utf16Of("http://b.example/")), Hyperlink{"http://b.example/", ""}},
	} {
		if got := ParseHyperlink([]byte(c.data)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
		for n := range c.data { // a damaged one has what could be read
			got := ParseHyperlink([]byte(c.data[:n]))
			if !strings.HasPrefix(c.want.Target, strings.TrimSuffix(got.Target, "\uFFFD")) || !strings.HasPrefix(c.want.Label, strings.TrimSuffix(got.Label, "\uFFFD")) {
				t.Errorf("%s: the first %d bytes are %q", c.name, n, got)
			}
		}
	}
}

func TestANSI(t *testing.T) {
	for in, want := range map[string]string{"": "", "a\x00b": "a", "\x00": "", "ü": "ü", "\xfc": "ü", "\xfcü": "üÃ¼"} {
		if got := ANSI([]byte(in)); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}
