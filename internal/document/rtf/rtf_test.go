package rtf

import (
	"encoding/binary"
	"encoding/hex"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
)

// parts reads RTF, and leaves out the ranges.
func parts(t *testing.T, in string) string {
	var b strings.Builder
	for line := range strings.Lines(documenttest.Read(t, Open, []byte(in))) {
		before, rest, ok := strings.Cut(line, "[")
		_, after, _ := strings.Cut(rest, "]")
		if !ok || strings.HasPrefix(line, "note") {
			before, after = line, ""
		}
		b.WriteString(strings.TrimSuffix(before, " ") + after)
	}
	return b.String()
}

func wide(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		b.WriteByte(c)
		b.WriteByte(0)
	}
	return b.String()
}

// ole1 returns an object of OLE 1.0 as hexadecimal digits.
func ole1(format uint32, class, topic, data string) string {
	le := binary.LittleEndian
	p := le.AppendUint32(nil, 0x501)
	p = le.AppendUint32(p, format)
	for _, s := range []string{class, topic, ""} {
		if s != "" {
			s += "\x00"
		}
		p = append(le.AppendUint32(p, uint32(len(s))), s...)
	}
	p = append(le.AppendUint32(p, uint32(len(data))), data...)
	return hex.EncodeToString(p)
}

func TestOpen(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"no document", `{\r`, "not a document\n"},
		{"text", `{\rtf1\ansi a\par b\tab c}`, `text: "a\nb\tc"`},
		{"braces", `{\rt a\{b\}\\c\~d\_e\-f}`, `text: "a{b}\\c\u00a0d-ef"`},
		{"superscript", `{\rtf1 a.example/b{\super 1}, c.example/d\up6 2\up0 , 3\super 4\nosupersub 5\super 6\plain 7{\super\super0 8}}`, `text: "a.example/b 1, c.example/d 2, 3 45 67 8"`},
		{"superscript in a field", `{\rtf1{\field{\*\fldinst HYPERLINK {\super http://a.example/}}{\fldrslt b{\super 1}}}}`, "target (hyperlink) \"b 1\": \"http://a.example/\"\ntext: \"b 1\""},
		{"properties", `{\rtf1{\*\userprops{\propname a}\proptype30{\staticval http://b.example/}{\propname c}{\staticval d}}}`, "text: \"a\"\ntext: \"http://b.example/\"\ntext: \"c\"\ntext: \"d\""},
		{"code page", `{\rtf1\ansi\ansicpg1251 \'ef\'f0}`, `text: "пр"`},
		{"font's code page", `{\rtf1{\fonttbl{\f0\fcharset0 A;}{\f3\fcharset128 B;}}\f3 \'83A\'83\'65\f0 \'e9}`, `text: "アテé"`},
		{"Unicode", `{\rtf1 \u8364?\uc2\u-10179\'41\'42\u-8704 xy{\uc0\u233}z}`, `text: "€😀éz"`},
		{"upr", `{\rtf1 a{\upr{\sub x?}{\*\ud{\sub x\u8364 ?}}}b}`, `text: "ax€b"`},
		{"ignorable", `{\rtf1 a{\*\unknown http://x.example/}b{\stylesheet{\s1 N;}}}`, `text: "ab"`},
		{"table", `{\rtf1 a\cell b\cell\row c}`, `text: "a\tb\t\nc"`},
		{"footnote", `{\rtf1 a{\footnote note}b{\header head}}`, "text: \"note\"\ntext: \"head\"\ntext: \"ab\""},
		{"info", `{\rtf1{\info{\title T}{\author A}{\*\hlinkbase http://b.example/}}{\field{\*\fldinst HYPERLINK "c"}{\fldrslt d}}}`, `text: "T"
text: "A"
target (hyperlinkBase): "http://b.example/"
target (hyperlink) "d" base http://b.example/: "c"
text: "d"`},
		{"hyperlink", `{\rtf1 see {\field{\*\fldinst {HYPERLINK "http://a.example/x?a=1&b=2" \\l "top" \\o "tip"}}{\fldrslt {\ul the  label}}} end}`, `target (hyperlink) "the label": "http://a.example/x?a=1&b=2#top"
text: "see the  label end"`},
		{"label is the target", `{\rtf1 see {\field{\*\fldinst HYPERLINK http://a.example/ }{\fldrslt a.example}}/b}`, `target (hyperlink) "a.example": "http://a.example/"
text: "see  /b"`},
		{"label is another URL", `{\rtf1 {\field{\*\fldinst HYPERLINK "http://a.example/"}{\fldrslt http://b.example/}}}`, `target (hyperlink) "http://b.example/": "http://a.example/"
text: "http://b.example/"`},
		{"no result", `{\rtf1 {\field{\*\fldinst HYPERLINK "http://a.example/"}} b}`, `target (hyperlink): "http://a.example/"
text: " b"`},
		{"no field", `{\rtf1 {\*\fldinst HYPERLINK "http://a.example/"} b}`, `target (hyperlink): "http://a.example/"
text: " b"`},
		{"field within an instruction", `{\rtf1 {\field{\*\fldinst INCLUDEPICTURE "{\field{\*\fldinst DOCPROPERTY x}{\fldrslt http://a.example/}}" \\d}{\fldrslt p}}}`, `target (image) "p": "http://a.example/"
text: "p"`},
		{"arguments", `{\rtf1 {\field{\*\fldinst DDEAUTO c:\\\\cmd.exe "/k start http://a.example/"}{\fldrslt x}}}`, `text (field): "c:\\cmd.exe\n/k start http://a.example/\n"
text: "x"`},
		{"template", `{\rtf1{\*\template http://a.example/t.dot}a}`, `target (attachedTemplate): "http://a.example/t.dot"
text: "a"`},
		{"shape", `{\rtf1{\shp{\*\shpinst{\sp{\sn pihlShape}{\sv {\*\hl{\hlfr f}{\hlsrc http://a.example/}{\hlloc l}}}}{\shptxt in it}}}a}`, `target (hyperlink): "http://a.example/"
text: "in it"
text: "a"`},
		{"picture", `{\rtf1 a{\pict\wmetafile8 0123{\*\blipuid 00}\bin3 }}}}b}`, `text: "a b"`},
		{"link object", `{\rtf1{\object\objautlink{\*\objdata ` + ole1(1, "htmlfile", "http://a.example/o", "") + `}}a}`, `target (oleLink): "http://a.example/o"
text: " a"`},
		{"package", `{\rtf1{\object{\*\objdata ` + ole1(2, "Package", "", "\x02\x00n.txt\x00c:\\n.txt\x00\x00\x00\x03\x00\x02\x00\x00\x00t\x00\x04\x00\x00\x00file") + `}{\result r}}a}`, `file (oleObject) "n.txt": "file"
text: "r"
text: " a"`},
		{"moniker", `{\rtf1{\object{\*\objdata 0102 ` + hex.EncodeToString([]byte("\xE0\xC9\xEA\x79\xF9\xBA\xCE\x11\x8C\x82\x00\xAA\x00\x4B\xA9\x0B\x10\x00\x00\x00"+wide("http://b"))) + `}}a}`, `target (oleLink): "http://b"
file (oleObject): "\x01\x02\xe0\xc9\xeay\xf9\xba\xce\x11\x8c\x82\x00\xaa\x00K\xa9\v\x10\x00\x00\x00h\x00t\x00t\x00p\x00:\x00/\x00/\x00b\x00"
text: " a"`},
		{"cut", `{\rtf1 a{\field{\*\fldinst HYPERLINK "http://a.example/" b`, `note: a damaged document, read as far as possible: groups that do not end at byte 58
target (hyperlink): "http://a.example/"
text: "a"`},
		{"cut in a field", `{\rtf1 a{\field{\*\fldinst HYPERLINK "http://a.exam`, `note: a damaged document, read as far as possible: groups that do not end at byte 51
text: "a"`},
		{"cut in a URL", `{\rtf1 see http://a.example/ and http://b.exam`, `note: a damaged document, read as far as possible: groups that do not end at byte 46
text: "see http://a.example/ and "`},
		{"deleted and inserted", `{\rtf1 see a/{\deleted\'f6ld}{\revised new}/b c\par{\deleted whole}{\revised d}\par\deleted e\revised f\deleted0 g\plain h}`, `text: "a/öld/b\nwhole\nefh\n"
text: "see a/new/b c\nd\ngh"`},
		{"deleted field", `{\rtf1 a{\deleted{\field{\*\fldinst HYPERLINK "http://a.example/"}{\fldrslt old}}}b}`, `target (hyperlink): "http://a.example/"
text: "aoldb\n"
text: "ab"`},
		{"deleted in a label", `{\rtf1 see {\field{\*\fldinst HYPERLINK "http://a.example/"}{\fldrslt {\revised a}{\deleted old}.example}}b}`, `target (hyperlink) "a.example": "http://a.example/"
text: "old\n"
text: "see  b"`},
		{"entries of an index", `{\rtf1 a/b{\xe{\v entry}{\rxe mark}{\*\txe see}}{\tc{\v contents}}{\tcn more}c}`, `text: "see"
text: "entry"
text: "contents"
text: "more"
text: "a/bc"`},
		{"object in a word", `{\rtf1 a{\object{\*\objclass C}{\result {\pict 00}r}}b{\shp{\shprslt s\par{\*\do{\dptxbxtext t}}}}c}`, `text: " r"
text: "t"
text: "s\n"
text: "a bc"`},
		{"mark of a note", `{\rtf1 a/b\chftn{\footnote\chftn c}}`, `text: " c"
text: "a/b "`},
		{"too many ends", `{\rtf1 a}}} b`, `text: "a b"`},
	} {
		if got := strings.TrimSuffix(parts(t, c.in), "\n"); got != strings.TrimSuffix(c.want, "\n") {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

const encapsulated = `{\rtf1\ansi\ansicpg1252\fromhtml1 \deff0{\fonttbl{\f0\fswiss Arial;}}
{\*\htmltag18 <html>}{\*\htmltag148 <p>}\htmlrtf {\htmlrtf0 caf\'e9 \u8364?
{\*\htmltag84 <a href="http://a.example/?a=1&amp;b=\'7b2\'7d">}\htmlrtf {\field{\*\fldinst{HYPERLINK "http://a.example/"}}{\fldrslt\cf1\ul \htmlrtf0 label\htmlrtf }}\htmlrtf0 {\*\htmltag92 </a>}
{\*\mhtmltag84 <a href="http://m.example/">}\par\htmlrtf }\htmlrtf0 {\*\htmltag156 </p>}{\*\htmltag27 </html>}}`

func TestHTML(t *testing.T) {
	const want = `<html><p>café €<a href="http://a.example/?a=1&amp;b={2}">label</a>` + "\r\n</p></html>"
	r, ok := HTML(iotest.OneByteReader(strings.NewReader(encapsulated)))
	if !ok {
		t.Fatal("no HTML")
	}
	got, err := io.ReadAll(r)
	if err != nil || string(got) != want {
		t.Errorf("got %q, %v, want %q", got, err, want)
	}
	if r, ok := HTML(strings.NewReader(`{\rtf1\ansi\fromtext \deff0{\fonttbl}a\par b}`)); ok || r == nil {
		t.Error("text: no text")
	} else if got, _ := io.ReadAll(r); string(got) != "a\r\nb" {
		t.Errorf("text: %q", got)
	}
	for _, in := range []string{"", `{\rtf1\ansi a}`, `{\rtf1{\fonttbl}\fromhtml1 a}`} {
		if r, ok := HTML(strings.NewReader(in)); r != nil || ok {
			t.Errorf("%q is HTML", in)
		}
	}
}

func TestCharsets(t *testing.T) {
	for _, n := range charsets {
		if n == 1361 || n == 10000 {
			continue
		}
		if c, err := charset.Lookup("cp" + strconv.Itoa(n)); err != nil || c == (charset.Charset{}) && n != 1252 {
			t.Errorf("code page %d: %v", n, err)
		}
	}
}

// TestDeep reads more groups within groups than are kept, and long texts.
func TestDeep(t *testing.T) {
	const n = 1 << 20
	in := `{\rtf1 ` + strings.Repeat(`{`, n) + `http://a.example/` + strings.Repeat(`}`, n) + `b}`
	if got, want := parts(t, in), "note: documents nested too deeply, the innermost not read: groups\ntext: \"http://a.example/b\"\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	in = `{\rtf1 {\field{\*\fldinst HYPERLINK "http://a.example/"}{\fldrslt ` + strings.Repeat("0123456789", n/10) + `}}}`
	if got := documenttest.Read(t, Open, []byte(in)); strings.Count(got, "text [") < 3 || strings.Count(got, "0123456789") < n/10-10 {
		t.Errorf("a long label: %d bytes", len(got))
	}
	in = `{\rtf1 ` + strings.Repeat(`{\field{\*\fldinst HYPERLINK "http://a.example/`, n/40)
	documenttest.Read(t, Open, []byte(in))
}

const sample = `{\rtf1\ansi\ansicpg932{\fonttbl{\f0\fcharset128 A;}}\f0 \'83A{\upr{a}{\*\ud{\u8364 ?}}}{\field{\*\fldinst HYPERLINK "http://a.example/"{\*\datafield e0c9ea79f9bace118c8200aa004ba90b0200000061}}{\fldrslt label}}{\footnote x}\bin3 {}}}`

func TestDamage(t *testing.T) {
	documenttest.Damage(t, Open, []byte(sample))
	documenttest.Damage(t, Open, []byte(encapsulated))
	documenttest.Damage(t, Open, []byte(`{\rtf1{\object{\*\objdata `+ole1(2, "Package", "", "\x02\x00n\x00c\x00\x00\x00\x03\x00\x02\x00\x00\x00t\x00\x04\x00\x00\x00file")+`}}}`))
}

func FuzzOpen(f *testing.F) {
	f.Add([]byte(sample))
	f.Add([]byte(encapsulated))
	f.Add([]byte(`{\rtf1{\field{\*\fldinst {ADDIN http://a.example/ \\\u233 ?}}}}`))
	documenttest.Fuzz(f, Open)
}

// TestObjectNotStored checks that an object that cannot be stored is noted.
func TestObjectNotStored(t *testing.T) {
	t.Setenv("TMPDIR", filepath.Join(t.TempDir(), "missing"))
	t.Setenv("TMP", filepath.Join(t.TempDir(), "missing"))
	text := `{\rtf1 {\object{\*\objdata ` + strings.Repeat("00", 9<<20) + `}} Some text}`
	got := documenttest.Read(t, Open, []byte(text))
	if !strings.Contains(got, document.Texts[document.NotStored]) || !strings.Contains(got, "Some text") {
		t.Errorf("got %.300q", got)
	}
}

func BenchmarkOpen(b *testing.B) {
	var in strings.Builder
	in.WriteString(`{\rtf1\ansi `)
	for in.Len() < 1<<20 {
		in.WriteString(`{\rtlch\fcs1 \af0\afs24 \ltrch\fcs0 \fs24\insrsid123 Some text of a document, with http://a.example/ in it.}\par` + "\n")
	}
	s := document.NewStore([]byte(in.String()))
	b.SetBytes(s.Size())
	for b.Loop() {
		r := Open(s, &document.Env{Budget: documenttest.NewBudget(), Note: func(document.Defect, string) {}})
		for {
			p, err := r.Next()
			if err != nil {
				break
			}
			io.Copy(io.Discard, p.Content)
		}
	}
}
