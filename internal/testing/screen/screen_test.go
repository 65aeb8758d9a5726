package screen

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestWrite checks what a Screen of three rows and ten columns shows.
func TestWrite(t *testing.T) {
	for _, c := range []struct{ written, want string }{
		{"", "\n"},
		{"a\nb", "a\nb\n"},
		{"a\r\nb", "a\nb\n"},
		{"abc\rX", "Xbc\n"},
		{"1\n2\n3\n4\n", "3\n4\n"},
		{"abc\x1b[Hx\x1b[K", "x\n"},
		{"\x1b[?1049h\x1b[31mred\x1b[m plain", "red plain\n"},
		{"a\nb\x1b[?1049h\x1b[?7lx", "x\n"},
		{"a\nb\x1b[?1049h\x1b[?1049hx\x1b[?1049lc\x1b[?1049l0123456789", "a\nbc01234567\n89\n"},
		{"a\nb\x1b[H\x1b[J", "\n"},
		{"ab\nc\x1b[Hx\x1b[J", "x\n"},
		{"0123456789ABC", "0123456789\nABC\n"},
		{"0123456789\nABC", "0123456789\nABC\n"},
		{"\x1b[?7l0123456789ABC", "0123456789\n"},
		{"日本e\u0301x", "日本e\u0301x\n"},
	} {
		s := New(3, 10)
		fmt.Fprint(s, c.written)
		if got := s.Text(); got != c.want {
			t.Errorf("%q: got %q, want %q", c.written, got, c.want)
		}
	}
}

// TestSVG checks the elements of a picture.
func TestSVG(t *testing.T) {
	s := New(2, 20)
	fmt.Fprint(s, "a<b \x1b[1;31mred\x1b[m \x1b[7mX\x1b[m日z\n")
	got := string(s.SVG("a & b"))
	for _, want := range []string{
		`<title>a &amp; b</title>`,
		`width="188" height="46"`,
		`<text x="14" y="27" textLength="24" xml:space="preserve">a&lt;b</text>`,
		`<text x="46" y="27" textLength="24" xml:space="preserve" fill="#ff7b85" font-weight="bold">red</text>`,
		`<rect x="78" y="14" width="8" height="18" fill="#d5d8de"/>`,
		`<text x="86" y="27" textLength="24" xml:space="preserve">日z</text>`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

// TestLinks checks the hyperlinks on a Screen of three rows and ten columns.
func TestLinks(t *testing.T) {
	for _, c := range []struct {
		written string
		want    []Link
	}{
		{"a", nil},
		{"a\x1b]8;;http://a/\x1b\\bc\x1b]8;;\x1b\\d", []Link{{"bc", "http://a/", ""}}},
		{"\x1b]8;;http://a/\abc\x1b]8;;\ad", []Link{{"bc", "http://a/", ""}}},
		{"\x1b]8;x=y:id=7;http://a/;b\x1b\\0123456789AB\x1b]8;id=7;\x1b\\C", []Link{{"0123456789", "http://a/;b", "7"}, {"AB", "http://a/;b", "7"}}},
		{"\x1b]8;;http://a/\x1b\\日\x1b[1mx\x1b]8;;http://b/\x1b\\y\x1b[K\n\x1b]8;;\x1b\\z", []Link{{"日x", "http://a/", ""}, {"y", "http://b/", ""}}},
		{"\x1b]0;8;;http://a/\ab", nil},
		{"\x1b]8;;http://a/\nb\x1b]8;;\x1b\\", []Link{{"b", "http://a/", ""}}},
		{"b\x1b]8;;http://a/", nil},
	} {
		s := New(3, 10)
		fmt.Fprint(s, c.written)
		if got := s.Links(); !slices.Equal(got, c.want) {
			t.Errorf("%q: got %q, want %q", c.written, got, c.want)
		}
	}
}
