package object

import (
	"bytes"
	"compress/flate"
	"compress/zlib"
	"fmt"
	"io"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"

	kflate "github.com/klauspost/compress/flate"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
)

// open opens a file, and returns the defects that are noted.
func open(data []byte) (*File, *[]string) {
	b := document.NewBudget()
	b.Grant(int64(len(data)))
	notes := new([]string)
	return Open(document.NewStore(data), &document.Env{Budget: b, Note: func(d document.Defect, detail string) {
		*notes = append(*notes, document.Texts[d]+": "+detail)
	}}), notes
}

// TestLexer reads an object, in small and in large steps.
func TestLexer(t *testing.T) {
	for in, want := range map[string]Object{
		"1":                            1.0,
		"-.5":                          -0.5,
		"+1.25":                        1.25,
		"4.":                           4.0,
		"--5":                          -5.0,
		"1-2":                          1.0,
		"1.2.3":                        1.2,
		"99999999999999999999":         1e18,
		"/a":                           Name("a"),
		"/":                            Name(""),
		"/a#20b#":                      Name("a b#"),
		"/a(b)":                        Name("a"),
		"(a(b)c)":                      String("a(b)c"),
		`(\n\r\t\b\f\(\)\\\1\12\1234)`: String("\n\r\t\b\f()\\\x01\n\x534"),
		"(a\r\nb\rc\\\r\nd\\\ne)":      String("a\nb\ncde"),
		"(a":                           String("a"),
		"<48 656C6c 6F7>":              String("Hellop"),
		"<4":                           String("@"),
		"true":                         true,
		"null":                         nil,
		"% a\r 7":                      7.0,
		"[1 2 R 3 0 R/a]":              Array{Ref(1), Ref(3), Name("a")},
		"[1 2 3":                       Array{1.0, 2.0, 3.0},
		"[ [] <<>> ]":                  Array{Array{}, Dict{}},
		"<</a 1 0 R/b/c /d null>>":     Dict{{"a", Ref(1)}, {"b", Name("c")}, {"d", nil}},
		"<</a [1 endobj":               Dict{{"a", Array{1.0}}},
		"<</a 1 x 2 /b 3>>":            Dict{{"a", 1.0}, {"b", 3.0}},
	} {
		for _, r := range []io.Reader{strings.NewReader(in), iotest.OneByteReader(strings.NewReader(in))} {
			l := new(Lexer)
			l.Reset(r, 0)
			got, _ := l.Object(l.Next())
			if !reflect.DeepEqual(got, want) {
				t.Errorf("%q: got %#v, want %#v", in, got, want)
			}
		}
	}
	l := new(Lexer)
	l.Reset(strings.NewReader("BI /W 1 ID abcdEI Q"), 100)
	for range 4 {
		l.Next()
	}
	if at, n, text := l.Offset(), l.Skip(5), string(l.Peek(2)); at != 110 || n != 5 || text != "EI" {
		t.Errorf("at %d, skipped %d, %q follows", at, n, text)
	}
	l.Reset(strings.NewReader(strings.Repeat("[", 1e6)), 0)
	if l.Object(l.Next()); !l.deep {
		t.Error("arrays may be nested without limit")
	}
	for items, many := range map[int]bool{maxItems: false, maxItems + 1: true} {
		l.Reset(strings.NewReader("["+strings.Repeat("9 ", items)+"]"), 0)
		o, _ := l.Object(l.Next())
		if a, _ := o.(Array); len(a) > maxItems || l.many != many {
			t.Errorf("%d items: %d, too many %v", items, len(a), l.many)
		}
	}
}

// TestFilters decodes what pdftest encodes.
func TestFilters(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for _, size := range []int{0, 1, 2, 3, 4, 5, 100, 5000, 100_000} {
		data := make([]byte, size)
		for i := range data {
			data[i] = byte(rnd.ExpFloat64() * 4)
		}
		for _, filters := range [][]string{
			nil, {"FlateDecode"}, {"Predictor"}, {"LZWDecode"}, {"LZW0"}, {"ASCII85Decode"}, {"ASCIIHexDecode"},
			{"RunLengthDecode"}, {"ASCII85Decode", "LZWDecode", "RunLengthDecode", "FlateDecode"},
		} {
			coded, keys := pdftest.Encode(data, filters...)
			got, notes := decode(t, coded, keys)
			if !bytes.Equal(got, data) || len(notes) > 0 {
				t.Errorf("%v: %d bytes: got %d bytes, %v", filters, size, len(got), notes)
			}
			if size == 5000 { // no damage may matter but to the data
				for i := 0; i < len(coded); i += 17 {
					decode(t, coded[:i], keys)
					changed := bytes.Clone(coded)
					changed[i] ^= 0x55
					decode(t, changed, keys)
				}
			}
		}
	}
}

// decode decodes the data of a stream with the keys.
func decode(t *testing.T, data []byte, keys string) ([]byte, []string) {
	t.Helper()
	text := fmt.Sprintf("%%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj\n2 0 obj<<>>endobj\n3 0 obj<<%s/Length %d>>stream\n%s\nendstream endobj\n", keys, len(data), data)
	at := len(text)
	text += "xref\n1 3\n"
	for i := range 3 {
		text += fmt.Sprintf("%010d 00000 n \n", strings.Index(text, fmt.Sprint(i+1, " 0 obj")))
	}
	f, notes := open([]byte(text + fmt.Sprintf("trailer<</Root 1 0 R>> startxref %d", at)))
	r := f.Data(f.Stream(Ref(3)))
	if r == nil {
		t.Fatalf("%s: no data", keys)
	}
	got, err := io.ReadAll(r)
	if err != nil {
		t.Errorf("%s: %v", keys, err)
	}
	return got, *notes
}

// TestEmptyFlate checks that no data at all is that of an empty stream.
func TestEmptyFlate(t *testing.T) {
	if got, notes := decode(t, nil, "/Filter/FlateDecode"); len(got) > 0 || len(notes) > 0 {
		t.Errorf("got %q, %v", got, notes)
	}
}

// TestFlate decodes damaged data of FlateDecode.
func TestFlate(t *testing.T) {
	text := strings.Repeat("http://a.example/ ", 1000)
	var raw bytes.Buffer
	w, _ := flate.NewWriter(&raw, 9)
	io.WriteString(w, text)
	w.Close()
	var z bytes.Buffer
	zw := zlib.NewWriter(&z)
	io.WriteString(zw, text)
	zw.Close()
	for name, x := range map[string]struct {
		data  string
		least int
		notes int
	}{
		"no header":      {raw.String(), len(text), 0},
		"no checksum":    {z.String()[:z.Len()-4], len(text), 0},
		"wrong checksum": {z.String()[:z.Len()-4] + "abcd", len(text), 0},
		"garbage after":  {z.String() + "garbage", len(text), 0},
		"cut off":        {z.String()[:z.Len()/2], 200, 1},
	} {
		got, notes := decode(t, []byte(x.data), "/Filter/FlateDecode")
		if !strings.HasPrefix(text, string(got[:min(len(got), x.least)])) || len(got) < x.least || len(notes) != x.notes {
			t.Errorf("%s: %d bytes, %v", name, len(got), notes)
		}
	}
}

func TestData(t *testing.T) {
	for keys, want := range map[string]string{
		"/Filter/DCTDecode": "[]", "/Filter[/FlateDecode/JPXDecode]": "[]", "/F(file)": "[]",
		"/Filter/Unknown": "[a document with data in an unknown encoding: Unknown]",
		"/Filter[" + strings.Repeat("/FlateDecode", 17) + "]": "[documents nested too deeply, the innermost not read: filters]",
	} {
		f, notes := open([]byte("%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<<>>endobj 3 0 obj<<" + keys + ">>stream\nabc\nendstream endobj trailer<</Root 1 0 R>>"))
		if f.Data(f.Stream(Ref(3))) != nil || fmt.Sprint((*notes)[1:]) != want {
			t.Errorf("%s: %v", keys, *notes)
		}
	}
}

// TestText compares text strings.
func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"a":                                    "a",
		"\x80 \xE4 \x9F \xA0":                  "• ä \uFFFD €",
		"\x18":                                 "˘",
		"ä":                                    "ä",
		"\xEF\xBB\xBFä":                        "ä",
		"\xFE\xFF\x00a\xD8\x3D\xDE\x00\x00":    "a😀",
		"\xFF\xFEa\x00":                        "a",
		"\xFE\xFF\x00\x1Be\x00\x00\x1B\x00a":   "a",
		"\xFE\xFF\x00\x1B\x00e\x00\x1B\x00a\r": "a",
		"a\r\nb\rc":                            "a\nb\nc",
	} {
		if got := Text(String(in)); got != want {
			t.Errorf("%q: got %q, want %q", in, got, want)
		}
	}
}

// TestCycles opens files whose objects refer to themselves.
func TestCycles(t *testing.T) {
	for _, objects := range []string{
		"1 0 obj 1 0 R endobj", "1 0 obj 2 0 R endobj 2 0 obj 1 0 R endobj",
		"1 0 obj<</Pages 1 0 R/Kids[1 0 R 1 0 R]>>endobj",
		"1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<</Kids[2 0 R 3 0 R]>>endobj 3 0 obj<</Kids 4 0 R>>endobj 4 0 obj[3 0 R 2 0 R 4 0 R]endobj",
		"1 0 obj<</Length 1 0 R/Pages 1 0 R>>stream\nendstream endobj",
		"1 0 obj<</Type/ObjStm/N 1/First 4/Length 1 0 R>>stream\n1 0 <<>>\nendstream endobj",
		"1 0 obj<</Filter 1 0 R/DecodeParms 1 0 R>>stream\n\nendstream endobj",
	} {
		f, _ := open([]byte("%PDF-1.4\n" + objects + " trailer<</Root 1 0 R/Encrypt 1 0 R>>"))
		n := 0
		for p := f.Pages(); p.Next() != nil; n++ {
		}
		f.Resolve(Ref(1))
		if s := f.Stream(Ref(1)); s != nil {
			f.Data(s)
		}
		if n > 1 {
			t.Errorf("%s: %d pages", objects, n)
		}
	}
}

// TestBombs checks that the time and the memory are bounded.
func TestBombs(t *testing.T) {
	zeros := make([]byte, 20<<20)
	for range 3 {
		zeros, _ = pdftest.Encode(zeros, "FlateDecode")
	}
	const filters = "/Filter[/FlateDecode/FlateDecode/FlateDecode]"
	for name, body := range map[string]string{
		"chain":         "3 0 obj<<" + filters + ">>stream\n" + string(zeros) + "\nendstream endobj",
		"object stream": "3 0 obj<</Type/ObjStm/N 1/First 1000000" + filters + ">>stream\n" + string(zeros) + "\nendstream endobj",
		"no endstream":  strings.Repeat("3 0 obj<<>>stream\n", 50_000),
		"string":        strings.Repeat("3 0 obj(", 50_000),
		"arrays":        "3 0 obj" + strings.Repeat("[", 500_000),
	} {
		f, _ := open([]byte("%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<<>>endobj " + body + " trailer<</Root 1 0 R>>"))
		total := int64(0)
		for next := f.Objects(func(int) bool { return false }); ; {
			i, ok := next()
			if !ok {
				break
			}
			if s, ok := i.Object.(*Stream); ok && f.Data(s) != nil {
				n, _ := io.Copy(io.Discard, f.Data(s))
				total += n
			}
		}
		if total > 2*document.FreeBytes {
			t.Errorf("%s: %d bytes", name, total)
		}
	}
}

// TestXrefBomb checks that a small file does not have entries for millions of objects.
func TestXrefBomb(t *testing.T) {
	rows := bytes.Repeat([]byte("\x01\x00\x01\x00"), 2<<20)
	data, filter := pdftest.Encode(rows, "FlateDecode")
	f, notes := open(fmt.Appendf(nil, "%%PDF-1.5\n1 0 obj<</Type/XRef/Size 9999999/W[1 2 1]%s/Length %d>>stream\n%s\nendstream endobj\nstartxref 9",
		filter, len(data), data))
	if got, most := cap(f.entries), 2*(freeEntries+len(data)); got > most {
		t.Errorf("%d entries, want at most %d", got, most)
	}
	if want := document.Texts[document.TooMany]; !strings.Contains(strings.Join(*notes, "\n"), want) {
		t.Errorf("notes %q, want %q", *notes, want)
	}
}

// BenchmarkFlate compares FlateDecode with the decoders alone.
func BenchmarkFlate(b *testing.B) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var text []byte
	for len(text) < 4<<20 {
		text = fmt.Appendf(text, "BT /F%d 12 Tf %d %d Td (text %d) Tj ET\n", rnd.IntN(5), rnd.IntN(600), rnd.IntN(800), rnd.IntN(1e6))
	}
	coded, _ := pdftest.Encode(text, "FlateDecode")
	f, _ := open([]byte(fmt.Sprintf("%%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<<>>endobj 3 0 obj<</Filter/FlateDecode>>stream\n%s\nendstream endobj trailer<</Root 1 0 R>>", coded)))
	for name, read := range map[string]func() io.Reader{
		"pdf":            func() io.Reader { f.env.Budget.Grant(1 << 20); return f.Data(f.Stream(Ref(3))) },
		"compress/flate": func() io.Reader { return flate.NewReader(bytes.NewReader(coded[2:])) },
		"klauspost":      func() io.Reader { return kflate.NewReader(bytes.NewReader(coded[2:])) },
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			buf := make([]byte, 32<<10)
			for b.Loop() {
				n, _ := io.CopyBuffer(struct{ io.Writer }{io.Discard}, read(), buf)
				if n != int64(len(text)) {
					b.Fatal(n)
				}
			}
		})
	}
}

// BenchmarkScan opens a file without a cross-reference table, with streams that are not
// compressed.
func BenchmarkScan(b *testing.B) {
	var text strings.Builder
	text.WriteString("%PDF-1.4\n1 0 obj<</Pages 2 0 R>>endobj 2 0 obj<<>>endobj ")
	for i := range 2000 {
		fmt.Fprintf(&text, "%d 0 obj<</Length 4000/Type/Test/A[1 2 3]>>stream\n%s\nendstream endobj\n", i+3, strings.Repeat("a", 4000))
	}
	text.WriteString("trailer<</Root 1 0 R>>")
	data := []byte(text.String())
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		open(data)
	}
}
