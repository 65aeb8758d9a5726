package flowed

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

const firstAt = 1000 // offset of the texts in these tests

// An octet of a decoded text, and its range in the input.
type octet struct {
	c          byte
	start, end int64
}

func textOf(octets []octet) string {
	var s []byte
	for _, o := range octets {
		s = append(s, o.c)
	}
	return string(s)
}

// decode decodes src in pieces; size returns the length of each.
func decode(delSp bool, src []byte, size func() int) []octet {
	d := Decoder{DelSp: delSp}
	var m offset.Map
	var text []byte
	for at := 0; at < len(src); {
		n := min(size(), len(src)-at)
		piece := bytes.Clone(src[at : at+n])
		text = d.Append(text, piece, firstAt+int64(at), &m)
		clear(piece) // the Decoder must not keep it
		at += n
	}
	text = d.Close(text, &m)
	if m.Len() != int64(len(text)) {
		panic(fmt.Sprintf("the map is of %d bytes and the text of %d", m.Len(), len(text)))
	}
	octets := []octet{}
	for i, c := range text {
		octets = append(octets, octet{c, m.Start(int64(i)), m.End(int64(i) + 1)})
	}
	return octets
}

func whole() int { return 1 << 30 }

var line = regexp.MustCompile(`^(>*)( ?)([^\r\n]*)(\r\n|\r|\n|$)`)

// slow decodes one line at a time.
func slow(delSp bool, src []byte) []octet {
	text := []octet{}
	begun, depth := 0, 0
	at := int64(firstAt)
	put := func(s []byte, at int64) {
		for i, c := range s {
			text = append(text, octet{c, at + int64(i), at + int64(i) + 1})
		}
	}
	var flowed bool
	var end []byte // of the line before, if it is flowed
	var endAt int64
	for len(src) > 0 {
		l := line.FindSubmatch(src)
		marks, stuffing, content := l[1], l[2], l[3]
		isSignature := string(content) == "-- "
		if !flowed || len(marks) != depth || isSignature {
			put(end, endAt)
			begun = len(text)
			put(marks, at)
			if len(marks) > 0 && len(stuffing) == 0 {
				text = append(text, octet{' ', at + int64(len(marks)), at + int64(len(marks))})
			} else if len(marks) > 0 {
				put(stuffing, at+int64(len(marks)))
			}
			depth = len(marks)
		}
		contentAt := at + int64(len(marks)+len(stuffing))
		endAt = contentAt + int64(len(content))
		flowed = bytes.HasSuffix(content, []byte(" ")) && !isSignature
		if flowed && delSp {
			content = content[:len(content)-1]
		}
		put(content, contentAt)
		size := len(text) - begun
		if depth > 1000 || size >= 64<<10 && (size >= 128<<10 || text[len(text)-1].c == ' ') {
			flowed = false
		}
		if end = l[4]; !flowed {
			put(end, endAt)
			end = nil
		}
		at += int64(len(l[0]))
		src = src[len(l[0]):]
	}
	put(end, endAt)
	return text
}

// check decodes src in several kinds of pieces and compares the results with slow's.
func check(t testing.TB, src []byte) {
	t.Helper()
	for _, delSp := range []bool{false, true} {
		want := slow(delSp, src)
		r := rand.New(rand.NewPCG(1, uint64(len(src))))
		for name, size := range map[string]func() int{
			"whole": whole, "1": func() int { return 1 }, "2": func() int { return 2 }, "3": func() int { return 3 },
			"random": func() int { return r.IntN(12) },
		} {
			got := decode(delSp, src, size)
			if textOf(got) != textOf(want) {
				t.Fatalf("%.300q, DelSp %t, pieces %s:\n got %.300q\nwant %.300q", src, delSp, name, textOf(got), textOf(want))
			}
			if !slices.Equal(got, want) {
				for i := range got {
					if got[i] != want[i] {
						t.Fatalf("%.300q, DelSp %t, pieces %s, byte %d: got %v, want %v", src, delSp, name, i, got[i], want[i])
					}
				}
			}
		}
	}
}

func TestDecoder(t *testing.T) {
	for _, c := range []struct{ src, want, delSp string }{
		{"", "", ""},
		{"fixed\nlines\r\n", "fixed\nlines\r\n", "fixed\nlines\r\n"},
		{"a \nb\n", "a b\n", "ab\n"},
		{"a \r\nb \r\nc\r\nd\r\n", "a b c\r\nd\r\n", "abc\r\nd\r\n"},
		{"a \r\nb\n", "a b\n", "ab\n"},
		{"a \rb\r", "a b\r", "ab\r"},
		{"a  \nb\n", "a  b\n", "a b\n"},
		{"http://u.example/ \np\n", "http://u.example/ p\n", "http://u.example/p\n"},
		{"> http://u.example/ \n> p\n", "> http://u.example/ p\n", "> http://u.example/p\n"},
		{">http://u.example/ \n>p\n", "> http://u.example/ p\n", "> http://u.example/p\n"},
		// A change of depth ends the paragraph, in either direction.
		{"> a \n>> b\n", "> a \n>> b\n", "> a\n>> b\n"},
		{">> a \n> b\n", ">> a \n> b\n", ">> a\n> b\n"},
		{"> a \nb\n", "> a \nb\n", "> a\nb\n"},
		{"a \n> b\n", "a \n> b\n", "a\n> b\n"},
		{"> > a \n> > b\n", "> > a > b\n", "> > a> b\n"}, // depth 1
		{">> a \r\n>> b\r\n", ">> a b\r\n", ">> ab\r\n"},
		// Signature lines.
		{"a \n-- \nme\n", "a \n-- \nme\n", "a\n-- \nme\n"},
		{"-- \nme\n", "-- \nme\n", "-- \nme\n"},
		{"-- \r\nme \r\nyou", "-- \r\nme you", "-- \r\nmeyou"},
		{"> a \n> -- \n> me\n", "> a \n> -- \n> me\n", "> a\n> -- \n> me\n"},
		{">a \n>-- \n>me\n", "> a \n> -- \n> me\n", "> a\n> -- \n> me\n"},
		{" -- \nme", "-- \nme", "-- \nme"}, // stuffed
		{"a \n--\nb\n", "a --\nb\n", "a--\nb\n"},
		{"a \n--  \nb\n", "a --  b\n", "a-- b\n"},
		{"a \n-- b\nc\n", "a -- b\nc\n", "a-- b\nc\n"},
		{"a \n-- ", "a \n-- ", "a\n-- "},
		{"a \n--", "a --", "a--"},
		// Stuffing.
		{" >U\n", ">U\n", ">U\n"},
		{" From U\n", "From U\n", "From U\n"},
		{"a \n From b\n", "a From b\n", "aFrom b\n"},
		{"  a\n", " a\n", " a\n"},
		{">  a\n>a\n", ">  a\n> a\n", ">  a\n> a\n"},
		// Empty lines, and lines of spaces.
		{"a \n\nU\n", "a \nU\n", "a\nU\n"},
		{"\n\n", "\n\n", "\n\n"},
		{" \nb\n", "\nb\n", "\nb\n"},
		{"  \nb\n", " b\n", "b\n"},
		{"   \nb\n", "  b\n", " b\n"},
		{">\n> \n>a\n", "> \n> \n> a\n", "> \n> \n> a\n"},
		{">  \n>a\n", ">  a\n", "> a\n"},
		// The end of the text.
		{"a ", "a ", "a"},
		{"a \n", "a \n", "a\n"},
		{"a \r\n", "a \r\n", "a\r\n"},
		{"> a \n>", "> a ", "> a"},
		{"> a \n>>", "> a \n>> ", "> a\n>> "},
		{"> a \n> ", "> a ", "> a"},
		{">", "> ", "> "},
		{"\xE9\x00 \n\xFF", "\xE9\x00 \xFF", "\xE9\x00\xFF"},
	} {
		if got := textOf(decode(false, []byte(c.src), whole)); got != c.want {
			t.Errorf("%q: got %q, want %q", c.src, got, c.want)
		}
		if got := textOf(decode(true, []byte(c.src), whole)); got != c.delSp {
			t.Errorf("%q, DelSp: got %q, want %q", c.src, got, c.delSp)
		}
		check(t, []byte(c.src))
	}
}

// TestPlace checks the offsets of a URL that is spread over three lines.
func TestPlace(t *testing.T) {
	src := ">> see \r\n>> http://u.ex \r\n>>ample \r\n>> /p \r\n>> now\r\n"
	const url = "http://u.example/p"
	got := decode(true, []byte(src), whole)
	i := strings.Index(textOf(got), url)
	if i < 0 || got[i].start != firstAt+int64(strings.Index(src, "http")) ||
		got[i+len(url)-1].end != firstAt+int64(strings.Index(src, "/p")+2) {
		t.Errorf("%q, from %v", textOf(got), got)
	}
}

// TestEager checks that certain text is returned before the line ends, and before the
// next line begins.
func TestEager(t *testing.T) {
	for _, c := range []struct{ src, text, delSp string }{
		{"text", "text", "text"},
		{"text ", "text ", "text"},
		{"text  ", "text  ", "text "},
		{"text\n", "text\n", "text\n"},
		{"text\r", "text\r", "text\r"},
		{"text \n", "text ", "text"},
		{"text \nb", "text b", "textb"},
		{"text \n-", "text ", "text"},
		{"text \n-b", "text -b", "text-b"},
		{"text \n>", "text \n>", "text\n>"},
		{">>", ">>", ">>"},
		{"> text \n>", "> text ", "> text"},
		{"> text \n>>", "> text \n>>", "> text\n>>"},
	} {
		for _, delSp := range []bool{false, true} {
			d, want := Decoder{DelSp: delSp}, c.text
			if delSp {
				want = c.delSp
			}
			if got := string(d.Append(nil, []byte(c.src), 0, new(offset.Map))); got != want {
				t.Errorf("%q, DelSp %t: got %q, want %q", c.src, delSp, got, want)
			}
		}
	}
}

// TestLimits checks paragraphs and quote marks without end.
func TestLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	marks := strings.Repeat(">", maxDepth)
	for _, src := range []string{
		strings.Repeat("> twenty characters \n", 12000),
		strings.Repeat("> twenty chars  \r\n> ab \r\n", 8000),
		strings.Repeat("no space but that \n", 12000),
		strings.Repeat("none \n", 60000),
		strings.Repeat("x", 200000) + " \ny \nz",
		marks + " a \n" + marks + "b\n",
		marks + "> a \n" + marks + "> b\n",
		marks + " a \n" + marks + "> b\n",
		marks + marks + marks + " \n" + marks + " \n",
	} {
		check(t, []byte(src))
	}
	for _, delSp := range []bool{false, true} {
		for _, l := range bytes.Split(decodeText(delSp, bytes.Repeat([]byte("> none \n"), 100000)), []byte("\n")) {
			if len(l) > 2*maxParagraph+10 {
				t.Errorf("a line of %d bytes", len(l))
			}
		}
	}
}

// TestBroken checks that a paragraph is broken only beyond its limit, and that Broken
// reports it.
func TestBroken(t *testing.T) {
	for src, want := range map[string]bool{
		"1234 \n6 \n8": false, "12345 \n7 \n9": true,
		"12345678 \n": true, "123456789\n": false,
		"1234 \n\n1234 \n": false,
	} {
		d := Decoder{MaxParagraph: 8}
		var m offset.Map
		text := d.Append(nil, []byte(src), 0, &m)
		if d.Broken() != want {
			t.Errorf("%q became %q, broken: %v", src, text, d.Broken())
		}
	}
}

func decodeText(delSp bool, src []byte) []byte { return []byte(textOf(decode(delSp, src, whole))) }

// TestRandom checks random texts of the characters that matter.
func TestRandom(t *testing.T) {
	r := effort.Rand(t)
	words := []string{">", ">", " ", " ", "-", "-- ", "-- \n", "\n", " \n", "\r\n", " \r\n", "\r", "a", "text", "> ", ">> ", "é"}
	for range effort.Rounds(3000) {
		var src []byte
		for range r.IntN(20) {
			src = append(src, words[r.IntN(len(words))]...)
		}
		check(t, src)
	}
}

func Fuzz(f *testing.F) {
	for _, s := range []string{"a \nb\n", "> a \r\n> b\r\n", "> a \n>> b", "a \n-- \nme", " >a \n From b\n", "--  \n>\r-- \r\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) { check(t, src[:min(len(src), 4000)]) })
}

func Benchmark(b *testing.B) {
	const words = "The quick brown fox jumps over the lazy dog and then some more of them"
	for _, c := range []struct{ name, src string }{
		{"flowed", words + " \n" + words + " \n" + words + " \n" + words + "\n\n"},
		{"quoted", "> " + words + " \n> " + words + " \n> " + words + "\n"},
		{"fixed", words + "\n"},
		{"CRLF", words + " \r\n"},
		{"marks", ">"},
		{"spaces", " "},
		{"LFs", "\n"},
		{"flowed LFs", "  \n"},
	} {
		b.Run(c.name, func(b *testing.B) {
			src := bytes.Repeat([]byte(c.src), 1<<20/len(c.src))
			d := Decoder{DelSp: true}
			var m offset.Map
			var text []byte
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				m.Reset()
				text = d.Append(text[:0], src, 0, &m)
				text = d.Close(text, &m)
			}
		})
	}
}

// TestDepths checks the quote depths of the decoded lines.
func TestDepths(t *testing.T) {
	for _, c := range []struct {
		text string
		want []int // of the decoded lines
	}{
		{"a\n> b\n>> c \n>> d\ne\n", []int{0, 1, 2, 0}},
		{" >stuffed\n> > blank\n>>> c\n", []int{0, 1, 3}},
		{">\n>\n-- \n> -- \n", []int{1, 1, 0, 1}},
	} {
		var d Decoder
		var m offset.Map
		out := d.Close(d.Append(nil, []byte(c.text), 0, &m), &m)
		var got []int
		for i, octet := range out {
			if octet != '\n' {
				continue
			}
			depth := 0
			for _, e := range d.Depths {
				if e.At <= int64(i) {
					depth = e.Depth
				}
			}
			got = append(got, depth)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%q: %v, want %v", c.text, got, c.want)
		}
	}
}
