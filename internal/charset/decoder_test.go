package charset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
	"golang.org/x/text/transform"

	"github.com/urlgrep/urlgrep/internal/offset"
)

// sets has a character set for each scheme, and others that x/text can encode.
var sets = []struct {
	name  string
	e     encoding.Encoding // nil if x/text does not have it
	bytes string            // encoded text, if e is nil
	text  string            // text that can be encoded in it
}{
	{"utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "", "http://a/é€日本\U0001F600\U0010FFFD\n"},
	{"utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "", "http://a/é€日本\U0001F600\U0010FFFD\n"},
	{"utf-32le", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "", "http://a/é€日本\U0001F600\n"},
	{"utf-32be", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "", "http://a/é€日本\U0001F600\n"},
	{"shift_jis", japanese.ShiftJIS, "", "http://a/日本語ｱｲｳ、。\\~\n"},
	{"euc-jp", japanese.EUCJP, "", "http://a/日本語ｱｲｳ、。\n"},
	{"iso-2022-jp", japanese.ISO2022JP, "", "http://a/日本語 <URL:http://b/>、。aｱ日b本\n"},
	{"gb18030", simplifiedchinese.GB18030, "", "http://a/中文é€\U0001F600。\n"},
	{"gbk", simplifiedchinese.GBK, "", "http://a/中文€。\n"},
	{"hz-gb-2312", simplifiedchinese.HZGB2312, "", "http://a/~b/中文。\n"},
	{"big5", traditionalchinese.Big5, "", "http://a/中文。\n"},
	{"euc-kr", korean.EUCKR, "", "http://a/한국어。\n"},
	{"koi8-r", charmap.KOI8R, "", "http://a/б ё─\n"},
	{"windows-1252", charmap.Windows1252, "", "http://a/“é”€\n"},
	{"IBM037", charmap.CodePage037, "", "http://a/é\n"},
	{"utf-7", nil, "+-1 C+- +AGgAdAB0AHA-://a/ +ZeVnLIqe-b +2D3eAA,\n", "+1 C+ http://a/ 日本語b \U0001F600,\n"},
	{"iso-2022-kr", nil, "\x1b$)C\x0eGQ19>n\x0f http://a/\n", "한국어 http://a/\n"},
}

func named(t testing.TB, name string) Charset {
	t.Helper()
	c, err := Lookup(name)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// encoded returns n copies of the text of a set, encoded.
func encoded(t testing.TB, i, n int) []byte {
	t.Helper()
	s := sets[i]
	if s.e == nil {
		return []byte(strings.Repeat(s.bytes, n))
	}
	b, err := s.e.NewEncoder().Bytes([]byte(strings.Repeat(s.text, n)))
	if err != nil {
		t.Fatal(s.name, err)
	}
	return b
}

// decode decodes input as one piece at offset at.
func decode(c Charset, input []byte, at int64) ([]byte, *offset.Map) {
	var d Decoder
	var m offset.Map
	d.Reset(c)
	return d.Append(nil, input, at, &m, true), &m
}

// read reads all of r with a buffer for n bytes of text.
func read(t testing.TB, c Charset, r io.Reader, n int) ([]byte, *offset.Map) {
	t.Helper()
	var m offset.Map
	var all []byte
	d := NewReader(r, c)
	p := make([]byte, n)
	for empty := 0; empty < 100; empty++ {
		k, err := d.Read(p, &m)
		if k < 0 || k > n {
			t.Fatalf("Read returned %d of %d", k, n)
		}
		if k > 0 {
			empty = 0
		}
		all = append(all, p[:k]...)
		if err == io.EOF {
			return all, &m
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Fatalf("Read gives nothing and no error, behind %q", all)
	return nil, nil
}

// differ returns the difference between two decoded texts and their maps, or "".
func differ(got []byte, from *offset.Map, want []byte, wantFrom *offset.Map) string {
	if !bytes.Equal(got, want) {
		return fmt.Sprintf("got %q, want %q", got, want)
	}
	if from.Len() != int64(len(got)) {
		return fmt.Sprintf("a map of %d bytes for %d", from.Len(), len(got))
	}
	for i := range int64(len(got)) {
		if from.Start(i) != wantFrom.Start(i) || from.End(i+1) != wantFrom.End(i+1) {
			return fmt.Sprintf("%q is from %d-%d, want %d-%d", got[i:], from.Start(i), from.End(i+1), wantFrom.Start(i), wantFrom.End(i+1))
		}
	}
	return ""
}

// check returns what is wrong with the decoding of input in c, or "".
func check(t testing.TB, c Charset, input []byte) string {
	t.Helper()
	labelled := c
	if marked, ok := Sniff(input); ok {
		if _, isWide := c.scheme.(wide); !isWide {
			c = marked // a byte order mark overrides the label, for a Reader
		}
	}
	text, m := decode(c, input, 0)
	if c.Whole() && !utf8.Valid(text) {
		return fmt.Sprintf("%q is not UTF-8", text)
	}
	at := int64(0)
	for i, r := range string(text) {
		start, end := m.Start(int64(i)), m.End(int64(i)+1)
		if start < at && m.End(int64(i)) != end || end <= start || end > int64(len(input)) {
			return fmt.Sprintf("%q is from %d-%d, behind %d", r, start, end, at)
		}
		at = end
	}
	moved, there := decode(c, input, 1000)
	for i := range int64(len(text)) {
		if there.Start(i) != m.Start(i)+1000 {
			return fmt.Sprintf("%q of %q is from %d, further on from %d", text[i:], moved, m.Start(i), there.Start(i))
		}
	}
	for _, k := range chunkings {
		for _, n := range []int{MinRead, MinRead + 1, 4096} {
			got, from := read(t, labelled, k.wrap(bytes.NewReader(input)), n)
			if p := differ(got, from, text, m); p != "" {
				return fmt.Sprintf("%s, %d: %s", k.name, n, p)
			}
		}
	}
	return ""
}

// chunkings are the ways in which input is divided into reads.
var chunkings = []struct {
	name string
	wrap func(io.Reader) io.Reader
}{
	{"whole", func(r io.Reader) io.Reader { return r }},
	{"bytes", iotest.OneByteReader},
	{"halves", iotest.HalfReader},
	{"data+EOF", iotest.DataErrReader},
	{"threes", func(r io.Reader) io.Reader { return &chunkReader{r, 3} }},
	{"held-1", func(r io.Reader) io.Reader { return &chunkReader{r, maxHeld - 1} }},
	{"held", func(r io.Reader) io.Reader { return &chunkReader{r, maxHeld} }},
	{"held+1", func(r io.Reader) io.Reader { return &chunkReader{r, maxHeld + 1} }},
}

// A chunkReader returns at most n bytes at a time.
type chunkReader struct {
	r io.Reader
	n int
}

func (c *chunkReader) Read(p []byte) (int, error) { return c.r.Read(p[:min(len(p), c.n)]) }

// TestDecoder checks text in each character set.
func TestDecoder(t *testing.T) {
	for i, s := range sets {
		for _, n := range []int{0, 1, 2, 7, 100} {
			input := encoded(t, i, n)
			if p := check(t, named(t, s.name), input); p != "" {
				t.Errorf("%s: %s", s.name, p)
			}
			if got, _ := decode(named(t, s.name), input, 0); string(got) != strings.Repeat(s.text, n) {
				t.Errorf("%s: got %q", s.name, got)
			}
		}
	}
}

// TestNotWide checks that text of ASCII octets is not decoded as UTF-16 or UTF-32,
// whatever its label.
func TestNotWide(t *testing.T) {
	for _, name := range []string{"utf-16le", "utf-16be", "utf-32le"} {
		const text = "see http://a/ now\n"
		if got, _ := decode(named(t, name), []byte(text), 1); string(got) != text {
			t.Errorf("%s: got %q", name, got)
		}
	}
}

// TestEveryRune checks every character that x/text can encode in any of its character
// sets, after an "a" and after other characters, and the range of each.
func TestEveryRune(t *testing.T) {
	type one struct {
		name string
		e    encoding.Encoding
		c    Charset
	}
	var all []one
	for _, s := range sets {
		if s.e != nil {
			all = append(all, one{s.name, s.e, named(t, s.name)})
		}
	}
	for _, e := range charmap.All {
		if m, ok := e.(*charmap.Charmap); ok && fallbacks()[m] != nil {
			all = append(all, one{m.String(), m, Charset{Fallback: fallbacks()[m]}})
		}
	}
	for _, s := range all {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			_, small := s.e.(*charmap.Charmap)
			text := encodable(s.e, small)
			input, err := s.e.NewEncoder().Bytes([]byte(text))
			if err != nil {
				t.Fatal(err)
			}
			got, m := decode(s.c, input, 0)
			if string(got) != text {
				t.Fatalf("%d bytes are not %d, or others", len(got), len(text))
			}
			if m.End(m.Len()) != int64(len(input)) && s.e != japanese.ISO2022JP && s.e != simplifiedchinese.HZGB2312 {
				t.Errorf("all of the text comes from %d of %d bytes", m.End(m.Len()), len(input))
			}
			if s.e == japanese.ISO2022JP || s.e == simplifiedchinese.HZGB2312 {
				return // the range of a character includes the escape sequence before it
			}
			decoder, buf := s.e.NewDecoder(), make([]byte, 8)
			for i, r := range text {
				n := int64(i) + int64(utf8.RuneLen(r))
				decoder.Reset()
				k, _, err := decoder.Transform(buf, input[m.Start(int64(i)):m.End(n)], true)
				if err != nil || string(buf[:k]) != string(r) {
					t.Fatalf("bytes %d to %d give %q, want %q", m.Start(int64(i)), m.End(n), buf[:k], r)
				}
			}
		})
	}
}

// encodable returns the characters that e can encode and decode again.
func encodable(e encoding.Encoding, bmp bool) string {
	limit := rune(0x30000)
	if bmp {
		limit = 0x10000
	}
	encoder, decoder := e.NewEncoder(), e.NewDecoder()
	var in, out, back [16]byte
	var text []byte
	for r := rune(' '); r < limit; r++ {
		n := utf8.EncodeRune(in[:], r)
		encoder.Reset()
		decoder.Reset()
		k, _, err := encoder.Transform(out[:], in[:n], true)
		if err != nil || r == utf8.RuneError {
			continue
		}
		if j, _, err := decoder.Transform(back[:], out[:k], true); err == nil && bytes.Equal(back[:j], in[:n]) {
			text = append(text, in[:n]...)
			if r%3 == 0 {
				text = append(text, 'a')
			}
		}
	}
	return string(text)
}

// first returns the first character of b as x/text decodes it, with the package's rules
// for invalid text.
func first(e encoding.Encoding, b []byte) (char string, took int) {
	for k := 1; k <= min(4, len(b)); k++ {
		whole, _ := e.NewDecoder().Bytes(b[:k])
		r, n := utf8.DecodeRune(whole)
		if _, cut, err := e.NewDecoder().Transform(make([]byte, 16), b[:k], false); err == transform.ErrShortSrc && cut == 0 {
			continue
		}
		switch {
		case r != utf8.RuneError:
			return string(whole), k
		case k == 3 && b[1] >= 0xA1 && b[1] < 0xFF && (b[2] < 0xA1 || b[2] == 0xFF): // EUC-JP
			return "\uFFFD", 2
		case k > 1 && b[k-1] < utf8.RuneSelf && !(k == 4 && len(whole) == n):
			return "\uFFFD", 1
		case n < len(whole):
			return "\uFFFD", 1
		}
		return "\uFFFD", k
	}
	return "\uFFFD", 1
}

// TestPairs checks pairs against x/text, with any octets.
func TestPairs(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, s := range sets {
		if _, ok := named(t, s.name).scheme.(*pairs); !ok {
			continue
		}
		for range 3000 {
			input := make([]byte, 1+r.IntN(8))
			for i := range input {
				input[i] = byte(r.Uint32())
				if r.IntN(3) == 0 {
					input[i] |= 0x80
				}
				if r.IntN(8) == 0 {
					input[i] = "\x80\x8e\x8f\xff\x81089"[r.IntN(8)]
				}
			}
			got, m := decode(named(t, s.name), input, 0)
			var want []byte
			wantMap := new(offset.Map)
			for at := 0; at < len(input); {
				char, took := first(s.e, input[at:])
				wantMap.Add(len(char), int64(at), len(char), took)
				want = append(want, char...)
				at += took
			}
			if p := differ(got, m, want, wantMap); p != "" {
				t.Fatalf("%s: %x: %s", s.name, input, p)
			}
		}
	}
}

// TestBroken checks invalid text: any octets, and text with some octets wrong, missing or
// added.
func TestBroken(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i, s := range sets {
		text := encoded(t, i, 3)
		for range 30 {
			input := slices.Clone(text)
			for range 1 + r.IntN(4) {
				if len(input) == 0 {
					break
				}
				i := r.IntN(len(input))
				switch r.IntN(4) {
				case 0:
					input[i] = byte(r.Uint32())
				case 1:
					input = append(input[:i], input[i+1:]...)
				case 2:
					input = append(input[:i+1], input[i:]...)
				case 3:
					input = input[:i+1]
				}
			}
			if p := check(t, named(t, s.name), input); p != "" {
				t.Errorf("%s: %q: %s", s.name, input, p)
				break
			}
		}
		input := make([]byte, 300)
		for i := range input {
			input[i] = byte(r.Uint32())
		}
		if p := check(t, named(t, s.name), input); p != "" {
			t.Errorf("%s: %q: %s", s.name, input, p)
		}
	}
}

// TestURLs checks that a URL in ASCII is found after any text in character sets that
// include ASCII, except after an octet that makes a pair with its first.
func TestURLs(t *testing.T) {
	const url = " http://u.example/~p?a=b"
	r := rand.New(rand.NewPCG(5, 6))
	for _, s := range sets {
		c := named(t, s.name)
		if _, ok := c.scheme.(wide); ok || s.name == "IBM037" {
			continue
		}
		for range 200 {
			input := make([]byte, r.IntN(9))
			for i := range input {
				input[i] = byte(r.Uint32())
			}
			input = append(input, "\r\n"+url...)
			got, m := decode(c, input, 0)
			at := int64(bytes.LastIndex(got, []byte(url)))
			if at < 0 || m.Start(at) != int64(len(input)-len(url)) || m.End(m.Len()) != int64(len(input)) {
				t.Fatalf("%s: %q gives %q", s.name, input, got)
			}
		}
	}
}

// TestDecoderReuse checks that a Decoder keeps nothing of the previous text after Reset,
// and does not allocate.
func TestDecoderReuse(t *testing.T) {
	var d Decoder
	var m offset.Map
	buf := make([]byte, 0, 1<<16)
	junks := bytes.Fields([]byte("\x1b$B +AGg ~{ \xff\xfe \x81 \x0e"))
	for i, s := range sets {
		c, input := named(t, s.name), encoded(t, i, 20)
		decode(c, input, 0)
		n := testing.AllocsPerRun(10, func() {
			for _, junk := range junks {
				d.Reset(c)
				m.Reset()
				d.Append(buf[:0], junk, 0, &m, false)
			}
			d.Reset(c)
			m.Reset()
			buf = d.Append(buf[:0], input, 0, &m, true)
		})
		if n > 0 {
			t.Errorf("%s: %v allocations", s.name, n)
		}
		if string(buf) != strings.Repeat(s.text, 20) {
			t.Errorf("%s: got %q", s.name, buf)
		}
	}
}

// TestRuns checks that characters of the same length are added to the map as one run: the
// map of a thousand is one allocation.
func TestRuns(t *testing.T) {
	buf := make([]byte, 0, 1<<16)
	for _, c := range []struct{ name, char string }{{"koi8-r", "\xc1"}, {"gbk", "\xd6\xd0"}, {"utf-8", "a\xd6"}, {"utf-16le", "a\x00"}} {
		set, input := named(t, c.name), []byte(strings.Repeat(c.char, 1000))
		n := testing.AllocsPerRun(10, func() {
			var d Decoder
			var m offset.Map
			d.Reset(set)
			d.Append(buf, input, 0, &m, true)
		})
		if n > 3 {
			t.Errorf("%s: %v allocations", c.name, n)
		}
	}
}

// TestEscapes checks that a character after megabytes of escape sequences has a range,
// although not the exact one.
func TestEscapes(t *testing.T) {
	input := append(bytes.Repeat([]byte("\x1b$B"), maxEscape), "0!"...)
	got, m := decode(named(t, "iso-2022-jp"), input, 0)
	if string(got) != "亜" || m.End(3) != int64(len(input)) || m.Start(0) != m.End(3)-2-maxEscape {
		t.Errorf("%q is from %d-%d", got, m.Start(0), m.End(3))
	}
}

// TestPasses checks that Append does not change text that passes, and that text with
// octets outside ASCII does not pass.
func TestPasses(t *testing.T) {
	for _, name := range []string{"iso-8859-1", "koi8-r", "utf-8", "iso-2022-jp", "utf-16le", "utf-7"} {
		var d Decoder
		d.Reset(named(t, name))
		octets := name == "iso-8859-1" || name == "koi8-r"
		for size := range 100 {
			text := bytes.Repeat([]byte("+"), size)
			if got := d.Passes(text); got != octets {
				t.Fatalf("%s: %d bytes of ASCII: %t", name, size, got)
			}
			var m offset.Map
			if got := d.Append(nil, text, 7, &m, false); octets && (string(got) != string(text) || !m.Copied(0, m.Len()) || m.Start(0) != 7 && size > 0) {
				t.Fatalf("%s: %q gives %q", name, text, got)
			}
			for i := range text {
				text[i] = 0x80
				if d.Passes(text) {
					t.Fatalf("%s: passes with 80 at %d of %d", name, i, size)
				}
				text[i] = '+'
			}
		}
	}
}

// TestReaderError checks that a Reader returns the text before an error, except for an
// incomplete character, and then the error.
func TestReaderError(t *testing.T) {
	broken := errors.New("broken")
	d := NewReader(io.MultiReader(strings.NewReader("a\x00b\x00c"), iotest.ErrReader(broken)), named(t, "utf-16le"))
	var m offset.Map
	p := make([]byte, 1000)
	var got []byte
	for range 10 {
		n, err := d.Read(p, &m)
		got = append(got, p[:n]...)
		if err != nil {
			if err != broken || string(got) != "ab" {
				t.Errorf("got %q, %v", got, err)
			}
			return
		}
	}
	t.Errorf("no error behind %q", got)
}

// FuzzDecoder checks the same as TestDecoder for any octets.
func FuzzDecoder(f *testing.F) {
	for i := range sets {
		input := encoded(f, i, 1)
		f.Add(input, uint8(i))
		f.Add(input[1:], uint8(i))
		f.Add(input[:len(input)-1], uint8(i))
		f.Add([]byte("\x1b$B\x1b(B\x80\xff\x8e"), uint8(i))
		f.Add([]byte("\xfe\xff"), uint8(i))
		f.Add([]byte("\xff\xfea\x00"), uint8(i))
	}
	f.Fuzz(func(t *testing.T, input []byte, i uint8) {
		name := sets[int(i)%len(sets)].name
		if len(input) > 500 {
			t.Skip()
		}
		if p := check(t, named(t, name), input); p != "" {
			t.Errorf("%s: %s", name, p)
		}
	})
}

func BenchmarkDecoder(b *testing.B) {
	bench := func(name string, c Charset, input []byte) {
		b.Run(name, func(b *testing.B) {
			var d Decoder
			var m offset.Map
			buf := make([]byte, 0, 256<<10)
			b.SetBytes(int64(len(input)))
			for b.Loop() {
				d.Reset(c)
				m.Reset()
				for at := 0; at < len(input); at += 64 << 10 {
					buf = d.Append(buf[:0], input[at:min(at+64<<10, len(input))], int64(at), &m, false)
					m.Discard(m.Len())
				}
			}
		})
	}
	prose := []byte(strings.Repeat("The quick brown fox jumps over the lazy dog, says http://a.example/ here.\n", 1<<20/74))
	for i, s := range sets {
		c := named(b, s.name)
		bench(s.name+"/mixed", c, encoded(b, i, 1<<20/len(s.text)))
		if s.e == nil {
			continue
		}
		if dense := encodable(s.e, true); len(dense) > 10000 {
			for len(dense) < 1<<20 {
				dense += dense
			}
			input, _ := s.e.NewEncoder().Bytes([]byte(strings.ReplaceAll(dense, "a", "")))
			bench(s.name+"/dense", c, input)
		}
		if _, ok := c.scheme.(wide); !ok {
			bench(s.name+"/ASCII", c, prose)
		}
	}
}
