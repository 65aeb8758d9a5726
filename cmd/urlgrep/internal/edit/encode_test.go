package edit

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
)

// encoded returns how new, which is a field, is written for the URL of a text in a file, or "-" if
// it is not.
func encoded(t *testing.T, name, text, new string, o extract.Options) string {
	t.Helper()
	o.Input = extract.InputText
	for m, err := range extract.Bytes([]byte(text), &o) {
		if err != nil {
			t.Fatal(err)
		}
		p := newPlace(name, []byte(text[:m.URLOffset]), []byte(text[m.URLEnd:]))
		e := newEncoder(p, []byte(text[m.URLOffset:m.URLEnd]), m.URL, nil)
		f := part{text: []rune(new), prev: p.last(), next: p.first(), isFirst: true, isLast: true}
		if !e.field(f) {
			return "-"
		}
		b, ok := e.text()
		if !ok {
			return "-"
		}
		return string(b)
	}
	t.Fatalf("%q has no URL", text)
	return ""
}

// TestEncoder checks that fields are in the notation of the URL, and that one is refused if it may
// need an escape sequence that is not known.
func TestEncoder(t *testing.T) {
	for _, c := range []struct{ name, text, new, want string }{
		// The URL is in a notation.
		{"", "http://a/", "https://a/", "https://a/"},
		{"", `"http:\/\/a\/"`, "https://b/", `https:\/\/b\/`},
		{"", `"http:\/\/a\/"`, "http://b/c", `http:\/\/b\/c`},
		{"", "http://a/?b&amp;c", "http://a/?b&d&e", "http://a/?b&amp;d&amp;e"},
		{"", "http://a/?b&amp;c", "http://a/?b&amp", "http://a/?b&amp;amp"},
		{"", "http://a/?b&#38;c", "http://a/?b&d", "http://a/?b&#38;d"},
		{"", "http://a/?b&#x26;c", "http://a/?b&d", "http://a/?b&#x26;d"},
		{"", "http://a/?b&amp;amp;c", "http://a/?b&d", "http://a/?b&amp;amp;d"},
		{"", `"http://a/?b\u0026c"`, "http://a/?b&d", `http://a/?b\u0026d`},
		{"", `"http:\/\/a\/?b\u0026c"`, "http://b/?b&d", `http:\/\/b\/?b\u0026d`},
		{"", `x='http://a/it\x27s'`, "https://a/it's", `https://a/it\x27s`},
		{"", `x='http://a/it\x27s'`, "http://a/it'ad", "-"}, // "\x27a" is one character in C
		{"", `<a href='http://a/it&#39;onx=f//'>`, "https://a/it'onx=f//", "https://a/it&#39;onx=f//"},
		{"", `<a href='http://a/it&apos;s'>`, "http://a/'", "http://a/&apos;"},
		{"", `<a href='http://a/?b&amp;c'>`, "http://a/?b&c='d", "http://a/?b&amp;c=&#39;d"},
		{"", `"http://a/?b\u0026c"`, "http://a/?b'c", `http://a/?b\u0027c`},
		{"", `http://a/b\_c`, "http://a/b_d_e", `http://a/b\_d\_e`},
		{"", `a=http\://a/`, "http://b:1/", `http\://b\:1/`},
		{"", "http://a/?b&amp;c&d&e=1", "http://b/?b&c&d&e=1", "http://b/?b&amp;c&d&e=1"}, // what is kept stays
		{"", "http://a/?b&amp;c&d&e=1", "http://b/?x&y", "http://b/?x&amp;y"},
		{"", "http://a/b&amp;c", "http://b/b&amp;c", "http://b/b&amp;c"}, // a part of the URL

		// Characters that the URL has as they are.
		{"", "http://a/?b&c", "http://a/?c&d&e", "http://a/?c&d&e"},
		{"", "http://a/?b&c", "http://a/?c&lt=", "-"},
		{"", "http://a/?b&c", "http://a/?c&copy;", "-"},
		{"", "http://a/?b&copy=1", "https://a/?b&copy=1", "https://a/?b&copy=1"},
		{"", "http://a/?b", "http://a/?b&c", "-"},
		{"", "http://a/b", "http://a/?b", "-"}, // in brackets of YAML 1.1
		{"", "http://a/?b", "http://b/c?d", "http://b/c?d"},
		{"", "http://a/%20", "http://b/%3F", "http://b/%3F"},
		{"", "http://a/b", "http://b/%3F", "-"},
		{"", "http://a/b_(c)", "http://b/d_(e)", "http://b/d_(e)"},
		{"", "http://a/b_(c)", "http://b/d)(e", "-"},
		{"", "http://a/b_(c)", "http://b/d_(e", "-"},
		{"", "http://a/b_(c)", "http://b/(d)(e)", "-"},
		{"", "http://a/b,c", "http://b/d,e", "http://b/d,e"},
		{"", "http://a/b,c", "http://b/d,e,f", "-"},
		{"", "http://a/it's/", "http://b/it's", "http://b/it's"},
		{"", "http://a/it's/", "http://b/it's'", "-"},
		{"", "http://a/$b", "http://a/$c", "-"},
		{"", "http://a/*b/c", "http://b/*/c", "-"},
		{"", "http://a/é", "http://b/ß", "http://b/ß"},
		{"", "http://a/b", "http://b/ß", "-"},

		// Characters that need no escape sequence, and others.
		{"", "http://a/", "mailto:b+c-d_e.f", "mailto:b+c-d_e.f"},
		{"", "http://a/", "http://a/~b", "http://a/~b"},
		{"", "http://a/", "http://a/~b/~c", "-"},
		{"", "http://a/", "http://a/_b_/", "-"},
		{"", "http://a/", "http://a/b--c", "-"},
		{"", "http://a/", "http://a/b c", "-"},
		{"", "http://a/", "-a", "-"},
		{"", "http://a/", "a:", "-"},
		{"", "http://a/", "hxxp://a[.]example/", "hxxp://a[.]example/"},
		{"", "http://a/", "mailto[:]a[@]a[.]example", "mailto[:]a[@]a[.]example"},
		{"", "http://a/é", "hxxp://é[.]a/[.]", "hxxp://é[.]a/[.]"},
		{"", "http://a/", "https[://]a", "https[://]a"},
		{"", "http://a/", "http://[2001:db8::1]:80/", "http://[2001:db8::1]:80/"},
		{"", "http://a/", "http://[x]/", "-"},
		{"", "http://a/", "http://a/[.](b", "-"},
		{"", `x "http://a/" y`, "http://a/b,c;d(e)?f#g", "http://a/b,c;d(e)?f#g"},
		{"", `x "http://a/" y`, "http://a/b)(c", "-"},
		{"", `x "http://a/" y`, "http://a/it's", "-"},
		{"", `x "see http://a/" y`, "http://a/b,c", "-"},

		// Files of certain notations.
		{"a.txt", "see http://a/.\n", "http://a/*b*_c_'%&lt;[d](e", "http://a/*b*_c_'%&lt;[d](e"},
		{"A.TXT", "http://a/", "é \u2028", "é \u2028"},
		{"a.txt", "see http://a/.\n", "a\x1b", "-"},
		{"a.txt", `see "http://a/"`, "http://a/it's", "-"},
		{"a.txt", "[l](http://a/)", "http://a/,", "-"},
		{"d/CMakeLists.txt", "a http://a/ b", "http://a/;b", "-"},
		{"a.md", "[l](http://a/)", "http://a/,b(c)&d=%20*@!é", "http://a/,b(c)&d=%20*@!é"},
		{"a.md", "[l](http://a/)", "http://a/)%20[x](javascript:f", "-"},
		{"a.md", "[l](http://a/)", "http://a/&lt;", "-"},
		{"a.md", "<http://a/>", "http://a/,b", "http://a/,b"},
		{"a.md", "see http://a/ b", "http://a/,b", "-"},
	} {
		if got := encoded(t, c.name, c.text, c.new, extract.Options{}); got != c.want {
			t.Errorf("%q for the URL of %q in %q: %q, want %q", c.new, c.text, c.name, got, c.want)
		}
	}
}

// TestEncoderOctets checks the character set of new text, and text without the characters of the
// URL in their order.
func TestEncoderOctets(t *testing.T) {
	refang := extract.Options{Refang: true}
	for _, c := range []struct {
		text, new, want string
		o               extract.Options
	}{
		{"http://a/\xe9", "http://a/é", "http://a/\xe9", extract.Options{}},
		{"http://a/\xe9", "http://b/éß€Ж", "http://b/\xe9\xdf\x80Ж", extract.Options{}},
		{"http://a/\xe9é", "https://a/éé", "https://a/\xe9é", extract.Options{}},
		{"<http://a/\xe9\nb>", "http://a/éb", "http://a/\xe9b", extract.Options{}},
		{"<http://a/?b&amp;c\nd>", "http://b/?b&amp;cd", "-", extract.Options{}},
		{"<http://a/?b&amp;c\nd>", "http://a/?b&cd", "http://a/?b&amp;cd", extract.Options{}},
		{`"http:\/\/a\/b-" + ` + "\n" + `"c\/"`, "http://a/b-d/", `http:\/\/a\/b-d\/`, extract.Options{}},
		{"hxxp://a[.]example/?b&amp;c", "http://a.example/?b&c", "http://a.example/?b&amp;c", refang},
		{"hxxp://a[.]example/(b)?c&d", "http://a.example/(b)?c&d", "http://a.example/(b)?c&d", refang},
		{"hxxp://a[.]example/\xe9", "http://a.example/é", "http://a.example/\xe9", refang},
	} {
		if got := encoded(t, "", c.text, c.new, c.o); got != c.want {
			t.Errorf("%q for the URL of %q: %q, want %q", c.new, c.text, got, c.want)
		}
	}
}

// TestEncoderParts checks that a field which ends with "\x27" is refused before a hexadecimal digit
// that does not follow it in the text.
func TestEncoderParts(t *testing.T) {
	for _, c := range []struct {
		piece, url, field, literal, after, want string
	}{
		{`http://a/it\x27s`, "http://a/it's", "http://a/it'", "/b", "'", `http://a/it\x27/b`},
		{`http://a/it\x27s`, "http://a/it's", "http://a/it'", "b", "'", "-"},
		{`http://a/it\x27`, "http://a/it'", "https://a/it'", "b", "'", "-"},
		{`http://a/it\x27`, "http://a/it'", "https://a/it'", "", "b", `https://a/it\x27`},
		{`http://a/it\x27s`, "http://a/it's", "http://a/it'", "", "b", "-"},
	} {
		p := newPlace("", []byte("'"), []byte(c.after))
		e := newEncoder(p, []byte(c.piece), c.url, nil)
		f := part{text: []rune(c.field), prev: p.last(), next: rune((c.literal + c.after)[0]), isFirst: true, isLast: c.literal == ""}
		got := "-"
		if e.field(f) {
			e.literal([]byte(c.literal))
			b, _ := e.text()
			got = string(b)
		}
		if got != c.want {
			t.Errorf("%q and %q for %q: %q, want %q", c.field, c.literal, c.piece, got, c.want)
		}
	}
}

// TestEncoderLong encodes long URLs of many escape sequences and marks. A step whose time grows with the
// square of the length does not end before the time limit of the tests.
func TestEncoderLong(t *testing.T) {
	for _, piece := range []string{"&amp;b", `\/`, "&lt", "(", "()", ",", "~", "*a", "[.]", "[", "$a", "&#39;", "%20", "é", `\x2f`, "$"} {
		old, new := "http://a/?b"+strings.Repeat(piece, 20_000)+"c", "http://b/?"+strings.Repeat(piece, 20_000)
		e := newEncoder(newPlace("", nil, nil), []byte(old), old, nil)
		e.field(part{text: []rune(new), isFirst: true, isLast: true})
		e.text()
	}
}
