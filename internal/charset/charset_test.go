package charset

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/ianaindex"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"
)

// What Lookup may answer.
const (
	utf8Set = iota // no fallback of its own, read as it is
	eightBit
	whole
	unknown
)

func TestLookup(t *testing.T) {
	for _, c := range []struct {
		names string
		want  int
	}{
		{"utf-8 UTF-8 utf8 UTF8 unicode-1-1-utf-8", utf8Set},
		{"windows-1252 latin1 ISO-8859-1 iso8859-1 us-ascii ascii cp1252 l1 ISO_8859-1:1987", eightBit},
		{"iso-8859-2 iso-8859-5 ISO-8859-15 latin2 koi8-r KOI8-U cp1251 windows-1250 macintosh ibm866 tis-620", eightBit},
		{"IBM437 cp437 IBM850 cp850 IBM00858", eightBit},
		{"utf-16 utf-16le UTF-16BE", whole},
		{"shift_jis Shift-JIS sjis windows-31j euc-jp iso-2022-jp ISO-2022-JP csiso2022jp", whole},
		{"gb2312 GBK gb18030 big5 Big5-HKSCS euc-kr ks_c_5601-1987", whole},
		{"IBM037 IBM1047", whole}, // not ASCII below 80
		{"utf-32 UTF-32LE UTF-32BE", whole},
		// Of these x/text knows only a decoder that gives one U+FFFD for the
		// whole text, which then would not be scanned.
		{"iso-2022-kr csiso2022kr hz-gb-2312 iso-2022-cn iso-2022-cn-ext replacement", unknown},
		{"x-unknown utf-9 unknown-8bit 8bit none ? utf-7 \xff", unknown},
	} {
		for _, name := range strings.Fields(c.names) {
			set, err := Lookup(name)
			got := utf8Set
			switch {
			case err != nil:
				got = unknown
				if !strings.Contains(err.Error(), fmt.Sprintf("%q", name)) || set != (Charset{}) {
					t.Errorf("Lookup(%q): %+v, %v", name, set, err)
				}
			case set.Whole():
				got = whole
			case set.Fallback != nil:
				got = eightBit
			}
			if got != c.want {
				t.Errorf("Lookup(%q): kind %d, want %d", name, got, c.want)
			}
		}
	}
	if set, err := Lookup(""); err != nil || set.Whole() || set.Fallback != nil {
		t.Errorf(`Lookup(""): %+v, %v`, set, err)
	}
	for _, name := range []string{" utf-8 ", "\tlatin1\n"} {
		if _, err := Lookup(name); err != nil {
			t.Error(err)
		}
	}
}

// TestLookupAll compares what is said of every 8-bit character set there is
// with the set itself.
func TestLookupAll(t *testing.T) {
	for _, e := range charmap.All {
		m, ok := e.(*charmap.Charmap)
		if !ok {
			continue
		}
		name, err := ianaindex.MIME.Name(m)
		if err != nil {
			if name, err = htmlindex.Name(m); err != nil {
				continue
			}
		}
		set, err := Lookup(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if set.Fallback == nil {
			continue
		}
		for i, r := range set.Fallback {
			// Labels of ISO 8859-1 and -9 are read as windows-1252 and -1254.
			if want := m.DecodeByte(byte(0x80 + i)); r != want && i >= 0x20 {
				t.Errorf("%s: octet %X is %U, want %U", name, 0x80+i, r, want)
			}
		}
	}
}

func TestSniff(t *testing.T) {
	for _, c := range []struct{ head, text string }{
		{"\xFF\xFEa\x00b\x00", "\uFEFFab"},
		{"\xFE\xFF\x00a\x00b", "\uFEFFab"},
		{"\xFF\xFE\x00\x00a\x00\x00\x00", "\uFEFFa"},
		{"\x00\x00\xFE\xFF\x00\x00\x00a", "\uFEFFa"},
		{"\xFF\xFE", "\uFEFF"},
		{"\xFF\xFEa", "\uFEFF\uFFFD"},
	} {
		set, ok := Sniff([]byte(c.head))
		if !ok || !set.Whole() {
			t.Errorf("Sniff(%q): %v", c.head, ok)
			continue
		}
		if got, _ := read(t, set, strings.NewReader(c.head), 1000); got != c.text {
			t.Errorf("%q: got %q, want %q", c.head, got, c.text)
		}
	}
	for _, head := range []string{"", "a", "\xFF", "\xFE", "\xEF\xBB\xBFa", "\x00\x00\xFE", "\xFF\x00\xFE", "\x00a", " \xFF\xFE"} {
		if _, ok := Sniff([]byte(head)); ok {
			t.Errorf("Sniff(%q) found something", head)
		}
	}
	if MaxBOM != 4 {
		t.Errorf("MaxBOM is %d", MaxBOM)
	}
}

// sets are the character sets that text is decoded as a whole in.
var sets = []struct {
	name string
	e    encoding.Encoding
	text string // that can be encoded in it
}{
	{"utf-16le", unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM), "http://a/é€日本\U0001F600\U0010FFFD\n"},
	{"utf-16be", unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), "http://a/é€日本\U0001F600\U0010FFFD\n"},
	{"utf-32le", utf32.UTF32(utf32.LittleEndian, utf32.IgnoreBOM), "http://a/é€日本\U0001F600\n"},
	{"utf-32be", utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), "http://a/é€日本\U0001F600\n"},
	{"shift_jis", japanese.ShiftJIS, "http://a/日本語ｱｲｳ、。\\~\n"},
	{"euc-jp", japanese.EUCJP, "http://a/日本語ｱｲｳ、。\n"},
	{"iso-2022-jp", japanese.ISO2022JP, "http://a/日本語 <URL:http://b/>、。a日b本\n"},
	{"gb18030", simplifiedchinese.GB18030, "http://a/中文é€\U0001F600。\n"},
	{"gbk", simplifiedchinese.GBK, "http://a/中文€。\n"},
	{"big5", traditionalchinese.Big5, "http://a/中文。\n"},
	{"euc-kr", korean.EUCKR, "http://a/한국어。\n"},
}

// read reads all of r, n bytes of text at a time, and where each byte of the
// text came from: the sum of the widths before it.
func read(t testing.TB, set Charset, r io.Reader, n int) (text string, from []int) {
	t.Helper()
	d := NewReader(r, set)
	p := make([]byte, n)
	widths := make([]uint32, n)
	var all []byte
	at := 0
	for empty := 0; ; {
		for i := range widths {
			widths[i] = 1 << 20 // must be overwritten
		}
		k, err := d.Read(p, widths)
		if k < 0 || k > n {
			t.Fatalf("Read returned %d of %d", k, n)
		}
		if !utf8.Valid(p[:k]) {
			t.Fatalf("Read gave %q, which is not UTF-8", p[:k])
		}
		for i := range k {
			if !utf8.RuneStart(p[i]) && widths[i] != 0 {
				t.Fatalf("width %d inside of a character: %q", widths[i], p[:k])
			}
			from = append(from, at)
			at += int(widths[i])
		}
		all = append(all, p[:k]...)
		if empty++; k > 0 {
			empty = 0
		}
		if empty > 100 {
			t.Fatalf("Read gives nothing and no error, behind %q", all)
		}
		if err == io.EOF {
			return string(all), append(from, at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// chunkings are the ways in which input comes.
var chunkings = []struct {
	name string
	wrap func(io.Reader) io.Reader
}{
	{"whole", func(r io.Reader) io.Reader { return r }},
	{"bytes", iotest.OneByteReader},
	{"halves", iotest.HalfReader},
	{"data+EOF", iotest.DataErrReader},
	{"threes", func(r io.Reader) io.Reader { return &chunkReader{r, 3} }},
	{"63", func(r io.Reader) io.Reader { return &chunkReader{r, 63} }},
	{"64", func(r io.Reader) io.Reader { return &chunkReader{r, 64} }},
	{"65", func(r io.Reader) io.Reader { return &chunkReader{r, 65} }},
}

// A chunkReader gives at most n bytes at a time.
type chunkReader struct {
	r io.Reader
	n int
}

func (c *chunkReader) Read(p []byte) (int, error) { return c.r.Read(p[:min(len(p), c.n)]) }

// check compares what a Reader gives with what x/text's decoder makes of the
// whole input, for any chunking, and checks where it says that it came from.
func check(t testing.TB, name string, e encoding.Encoding, input []byte) (problem string) {
	t.Helper()
	set := Charset{encoding: e}
	want, err := e.NewDecoder().Bytes(input)
	if err != nil {
		return err.Error()
	}
	_, first := read(t, set, bytes.NewReader(input), 1<<16)
	for _, c := range chunkings {
		for _, n := range []int{64, 67, 4096} {
			got, from := read(t, set, c.wrap(bytes.NewReader(input)), n)
			if got != string(want) {
				return fmt.Sprintf("%s, %s, %d: got %q, want %q", name, c.name, n, got, want)
			}
			for i, at := range from {
				if at != first[i] {
					return fmt.Sprintf("%s, %s, %d: %q is from %d, unless it comes whole: %d", name, c.name, n, got[i:], at, first[i])
				}
			}
		}
	}
	last := first[len(first)-1]
	if last > len(input) {
		return fmt.Sprintf("%s: text from %d bytes of %d", name, last, len(input))
	}
	// Behind the last character there are only escape sequences.
	if rest, err := e.NewDecoder().Bytes(input[last:]); err != nil || len(rest) > 0 && !strings.HasPrefix(string(input[last:]), "\x1b") {
		return fmt.Sprintf("%s: %d bytes of %d give %q", name, last, len(input), rest)
	}
	return ""
}

// TestReader reads text in each character set.
func TestReader(t *testing.T) {
	for _, s := range sets {
		for _, repeat := range []int{0, 1, 2, 7, 100} {
			text := strings.Repeat(s.text, repeat)
			input, err := s.e.NewEncoder().String(text)
			if err != nil {
				t.Fatal(s.name, err)
			}
			if p := check(t, s.name, s.e, []byte(input)); p != "" {
				t.Error(p)
			}
			got, from := read(t, Charset{encoding: s.e}, strings.NewReader(input), 4096)
			if got != text {
				t.Errorf("%s: got %q, want %q", s.name, got, text)
			}
			if from[len(from)-1] != len(input) {
				t.Errorf("%s: widths add up to %d of %d", s.name, from[len(from)-1], len(input))
			}
		}
	}
}

// TestReaderPlaces cuts the input before and behind each character: what is
// cut out, decoded alone, is that character. Rule 6: "cutting the input
// there and decoding gives the text again".
func TestReaderPlaces(t *testing.T) {
	for _, s := range sets {
		input, err := s.e.NewEncoder().String(s.text)
		if err != nil {
			t.Fatal(s.name, err)
		}
		got, from := read(t, Charset{encoding: s.e}, strings.NewReader(input), 4096)
		if s.e == japanese.ISO2022JP {
			continue // a character's bytes need the escape sequence before them
		}
		for i, r := range got {
			n := utf8.RuneLen(r)
			alone, err := s.e.NewDecoder().String(input[from[i]:from[i+n]])
			if err != nil || alone != string(r) {
				t.Errorf("%s: bytes %d to %d give %q, want %q", s.name, from[i], from[i+n], alone, r)
			}
		}
	}
}

// TestReaderBroken reads what is not text: any octets, and text with some
// octets wrong, missing or too many.
func TestReaderBroken(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 0))
	for _, s := range sets {
		encoded, err := s.e.NewEncoder().String(strings.Repeat(s.text, 3))
		if err != nil {
			t.Fatal(s.name, err)
		}
		for range 60 {
			input := []byte(encoded)
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
			if p := check(t, s.name, s.e, input); p != "" {
				t.Errorf("%q: %s", input, p)
				break
			}
		}
		input := make([]byte, 300)
		for i := range input {
			input[i] = byte(r.Uint32())
		}
		if p := check(t, s.name, s.e, input); p != "" {
			t.Errorf("%q: %s", input, p)
		}
	}
}

// TestReaderText checks that the text in ISO-2022-JP is right, and its
// places.
func TestReaderText(t *testing.T) {
	const text = "http://a/日本語 <URL:http://b/>、。a日b本\n"
	input, err := japanese.ISO2022JP.NewEncoder().String(text)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range chunkings {
		got, from := read(t, Charset{encoding: japanese.ISO2022JP}, c.wrap(strings.NewReader(input)), 4096)
		if got != text {
			t.Errorf("%s: got %q", c.name, got)
		}
		for _, word := range []string{"http://a/", "<URL:http://b/>"} {
			i, want := strings.Index(got, word), strings.Index(input, word)
			if from[i+1]-1 != want {
				t.Errorf("%q is from %d, want %d", word, from[i+1]-1, want)
			}
		}
	}
}

// TestReaderError checks that what came before an error is given, then it.
func TestReaderError(t *testing.T) {
	broken := errors.New("broken")
	d := NewReader(io.MultiReader(strings.NewReader("a\x00b\x00c"), iotest.ErrReader(broken)), Charset{encoding: sets[0].e})
	p, widths := make([]byte, 100), make([]uint32, 100)
	var got []byte
	for range 10 {
		n, err := d.Read(p, widths)
		got = append(got, p[:n]...)
		if err != nil {
			if err != broken || string(got) != "ab\uFFFD" {
				t.Errorf("got %q, %v", got, err)
			}
			return
		}
	}
	t.Errorf("no error behind %q", got)
}

// FuzzReader does what TestReader does with any octets.
func FuzzReader(f *testing.F) {
	for i, s := range sets {
		input, err := s.e.NewEncoder().String(s.text)
		if err != nil {
			f.Fatal(err)
		}
		f.Add([]byte(input), uint8(i))
		f.Add([]byte(input[1:]), uint8(i))
		f.Add([]byte(input[:len(input)-1]), uint8(i))
		f.Add([]byte("\x1b$B\x1b(B\x80\xff\x8e"), uint8(i))
	}
	f.Fuzz(func(t *testing.T, input []byte, i uint8) {
		s := sets[int(i)%len(sets)]
		if len(input) > 500 {
			t.Skip()
		}
		if p := check(t, s.name, s.e, input); p != "" {
			t.Error(p)
		}
	})
}

func BenchmarkReader(b *testing.B) {
	for _, s := range sets {
		b.Run(s.name, func(b *testing.B) {
			input, err := s.e.NewEncoder().String(strings.Repeat(s.text, 1<<20/len(s.text)))
			if err != nil {
				b.Fatal(err)
			}
			p, widths := make([]byte, 32<<10), make([]uint32, 32<<10)
			b.SetBytes(int64(len(input)))
			for b.Loop() {
				d := NewReader(strings.NewReader(input), Charset{encoding: s.e})
				for {
					if _, err := d.Read(p, widths); err == io.EOF {
						break
					}
				}
			}
		})
	}
}
