package extract

import (
	"bytes"
	"io"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"golang.org/x/text/encoding/unicode"
)

// inUTF16 returns text in UTF-16 with a byte order mark.
func inUTF16(text string, order unicode.Endianness) string {
	s, err := unicode.UTF16(order, unicode.UseBOM).NewEncoder().String(text)
	if err != nil {
		panic(err)
	}
	return s
}

// TestHTMLCharset reads documents, in pieces of any size, in the character set of a byte
// order mark, a <meta> or the options, and checks that the URL is at the place of its
// match, in that character set.
func TestHTMLCharset(t *testing.T) {
	const url = "http://u.example/\u0411" // be, which is 0xE2 in koi8-r, 0xC1 in windows-1251
	page := func(head, url string) string {
		return "<!DOCTYPE html>\n<head>" + head + "</head>\n<a href=\"" + url + "\">"
	}
	const lines = 2000
	filler := "<!--" + strings.Repeat("\u010A\n", lines) + "-->" // in UTF-16, two octets 0x0A each
	for _, c := range []struct {
		name, input, raw string
		o                Options
	}{
		{"UTF-8", page("", url), url, Options{}},
		{"byte order mark", "\uFEFF" + page("<meta charset=koi8-r>", url), url, Options{}},
		{"meta", page("<meta charset='koi8-r'>", "http://u.example/\xE2"), "http://u.example/\xE2", Options{}},
		{"meta and option", page("<meta charset='koi8-r'>", "http://u.example/\xE2"), "http://u.example/\xE2", Options{Charset: "windows-1251"}},
		{"http-equiv", page(`<meta http-equiv="content-type" content="text/html; charset=koi8-r">`, "http://u.example/\xE2"), "http://u.example/\xE2", Options{Input: InputHTML}},
		{"meta that is unknown", page("<meta charset=x-none>", url), url, Options{}},
		{"meta that is late", page(strings.Repeat(" ", 1024)+"<meta charset=koi8-r>", "http://u.example/\xC1"), "http://u.example/\xC1", Options{Charset: "windows-1251"}},
		{"iso-2022-jp", page("<meta charset=iso-2022-jp>", "http://u.example/\x1b$B'\"\x1b(B"), "http://u.example/\x1b$B'\"", Options{}},
		{"option", page("", "http://u.example/\xC1"), "http://u.example/\xC1", Options{Charset: "windows-1251"}},
		{"UTF-16LE", inUTF16(page("", url), unicode.LittleEndian), inUTF16(url, unicode.LittleEndian)[2:], Options{}},
		{"UTF-16BE", inUTF16(page("<meta charset=shift_jis>"+filler, url), unicode.BigEndian), inUTF16(url, unicode.BigEndian)[2:], Options{Input: InputHTML}},
		{"UTF-16LE by option", inUTF16(filler+page("", url), unicode.LittleEndian)[2:], inUTF16(url, unicode.LittleEndian)[2:], Options{Input: InputHTML, Charset: "utf-16le"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := int64(strings.Index(c.input, c.raw))
			line := int64(3)
			if len(c.input) > len(filler) {
				line += lines
			}
			for _, r := range []io.Reader{
				strings.NewReader(c.input),
				iotest.OneByteReader(strings.NewReader(c.input)),
				iotest.HalfReader(iotest.DataErrReader(strings.NewReader(c.input))),
			} {
				n := 0
				for m, err := range NewScanner(r, &c.o).All() {
					if err != nil {
						t.Fatal(err)
					}
					n++
					if m.URL != url || m.Kind != Attribute || m.Offset != want || m.End != want+int64(len(c.raw)) || m.Line != line {
						t.Errorf("%s %s at %d to %d in line %d, want %s at %d to %d in line %d",
							m.Kind, m.URL, m.Offset, m.End, m.Line, url, want, want+int64(len(c.raw)), line)
					}
				}
				if n != 1 {
					t.Errorf("%d matches", n)
				}
			}
		})
	}
}

// TestHTMLLong checks the places in a document in UTF-16 far from its beginning.
func TestHTMLLong(t *testing.T) {
	const pages = 2000
	text := "<html>" + strings.Repeat("<p>\u0411\n<a href=\"/b?c&amp;d\"> \u0411 http://u.example/ </p>"+strings.Repeat("\u0411 ", 50), pages)
	text = strings.Replace(text, "<p>", "<base href=http://u.example/>", 1)
	input := []byte(inUTF16(text, unicode.LittleEndian))
	s := NewScanner(bytes.NewReader(input), nil)
	var got []string
	for s.Scan() {
		m := s.Match()
		raw := input[m.Offset:m.End]
		got = append(got, strings.ReplaceAll(string(raw), "\x00", ""))
	}
	want := slices.Repeat([]string{"/b?c&amp;d", "http://u.example/"}, pages)
	want = slices.Insert(want, 0, "http://u.example/")
	if err := s.Err(); err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: %d matches, want %d", err, len(got), len(want))
	}
}

// TestHTMLPieces checks that a document that arrives in pieces has the same matches as
// the whole document.
func TestHTMLPieces(t *testing.T) {
	s := NewScanner(nil, &Options{Input: InputHTML})
	for _, name := range []string{"html", "html-office", "html-repaired"} {
		input, err := os.ReadFile("../testdata/corpora/" + name + "/input")
		if err != nil {
			t.Fatal(err)
		}
		want := htmlMatches(t, s, bytes.NewReader(input))
		for _, n := range []int{1, 2, 3, 10, 100, 1000} {
			if got := htmlMatches(t, s, &pieces{input, n}); !reflect.DeepEqual(got, want) {
				t.Errorf("%s, in pieces of %d:\n got %v\nwant %v", name, n, got, want)
			}
		}
		// A document that is cut off has all URLs before its last tag.
		for n := 0; n < len(input); n += 3 {
			tag := int64(bytes.LastIndexByte(input[:n], '<'))
			k := 0
			for k < len(want) && want[k].End <= tag {
				k++
			}
			got := htmlMatches(t, s, bytes.NewReader(input[:n]))
			if len(got) < k || !reflect.DeepEqual(got[:k], want[:k]) {
				t.Fatalf("%s, cut off at %d:\n got %v\nwant %v", name, n, got, want[:k])
			}
		}
	}
}

// htmlMatches returns the relevant fields of each match.
func htmlMatches(t *testing.T, s *Scanner, r io.Reader) []Match {
	t.Helper()
	all := []Match{}
	s.Reset(r)
	for m, err := range s.All() {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, Match{URL: m.URL, Kind: m.Kind, Text: m.Text, Offset: m.Offset, End: m.End, Line: m.Line, Rejoined: m.Rejoined, Repaired: m.Repaired})
	}
	return all
}

// pieces reads n bytes of b at once.
type pieces struct {
	b []byte
	n int
}

func (p *pieces) Read(to []byte) (int, error) {
	if len(p.b) == 0 {
		return 0, io.EOF
	}
	n := copy(to, p.b[:min(p.n, len(p.b))])
	p.b = p.b[n:]
	return n, nil
}
