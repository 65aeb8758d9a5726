package pdf

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
)

// source has a part of each kind. Pages have no text.
const source = `
1 0 obj <</Type/Catalog/Pages 2 0 R/URI<</Base(http://base.example/new/)>>/Names 12 0 R
	/OpenAction<</S/JavaScript/JS(app.launchURL\("http://open.example/new"\))>>
	/AA<</WC<</S/JavaScript/JS 13 0 R>>>>/Outlines 14 0 R/AcroForm<</Fields[16 0 R]/XFA[(template) 17 0 R]>>/Metadata 18 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 4 0 R]/Count 2>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/Annots[6 0 R 7 0 R 16 0 R]/AA<</O<</S/URI/URI(http://aa.example/new)>>>>>> endobj
4 0 obj <</Type/Page/Parent 2 0 R/Annots 5 0 R>> endobj
5 0 obj [8 0 R 9 0 R <</Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(relative)>>>>] endobj
6 0 obj <</Type/Annot/Subtype/Link/Rect[0 0 1 1]/P 3 0 R/A 10 0 R>> endobj
7 0 obj <</Type/Annot/Subtype/Text/Rect[0 0 1 1]/Contents(see http://note.example/new)/RC(<body xmlns="http://www.w3.org/1999/xhtml"><a href="http://rich.example/">x</a></body>)>> endobj
8 0 obj <</Type/Annot/Subtype/FileAttachment/Rect[0 0 1 1]/FS 11 0 R>> endobj
9 0 obj <</Type/Annot/Subtype/Screen/Rect[0 0 1 1]/A<</S/Rendition/R<</S/MR/C<</S/MCD/D 21 0 R>>>>>>>> endobj
10 0 obj <</S/URI/URI(http://link.example/new)/Next[<</S/GoToR/F(http://gotor.example/new.pdf)>> <</S/GoToR/F(local.pdf)>> 22 0 R]>> endobj
11 0 obj <</Type/Filespec/F(new.txt)/UF(new.txt)/EF<</F 19 0 R/UF 19 0 R>>>> endobj
12 0 obj <</JavaScript<</Names[(a)<</S/JavaScript/JS(http://names.example/new)>>]>>/EmbeddedFiles<</Names[(a) 11 0 R]>>>> endobj
13 0 obj <<>>
stream
// http://script.example/new
endstream endobj
14 0 obj <</First 15 0 R/Last 15 0 R>> endobj
15 0 obj <</Title(http://title.example/new)/Parent 14 0 R/A<</S/Launch/Win<</F(cmd.exe)/P(/c start http://launch.example/new)>>>>>> endobj
16 0 obj <</Subtype/Widget/FT/Tx/T(name)/V(http://value.example/new)/TU(http://tip.example/new)/Rect[0 0 1 1]/MK<</CA(Send  it)>>/A<</S/SubmitForm/F 20 0 R>>>> endobj
17 0 obj <<>>
stream
<template xmlns="http://www.xfa.org/schema/xfa-template/2.5/"><submit target="http://xfa.example/new?a&amp;b"/></template>
endstream endobj
18 0 obj <</Type/Metadata/Subtype/XML>>
stream
<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="uuid:1" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:source='http://attribute.example/new'><pdf:Producer>http://producer.example/</pdf:Producer><dc:relation>http://element.example/new</dc:relation></rdf:Description></rdf:RDF></x:xmpmeta>
endstream endobj
19 0 obj <</Type/EmbeddedFile>>
stream
http://file.example/new
endstream endobj
20 0 obj <</FS/URL/F(submit.cgi)>> endobj
21 0 obj <</Type/Filespec/FS/URL/F(http://media.example/new)>> endobj
22 0 obj <</S/URI/URI(http://next.example/new)>> endobj
23 0 obj <</Title(\376\377\000h\000t\000t\000p\000:\000/\000/\000\344\000.\000e\000x\000a\000m\000p\000l\000e)/Producer(http://producer.example/)>> endobj
trailer <</Root 1 0 R/Info 23 0 R>>
`

const want = `target page 1 object 3 (URI) base http://base.example/new/: "http://aa.example/new"
target page 1 object 10 (URI) base http://base.example/new/: "http://link.example/new"
target page 1 object 10 (GoToR) base http://base.example/new/: "http://gotor.example/new.pdf"
target page 1 object 22 (URI) base http://base.example/new/: "http://next.example/new"
text page 1 object 7 (Contents): "see http://note.example/new"
file page 1 object 7 (RC) text/html; charset=utf-8: "<body xmlns=\"http://www.w3.org/1999/xhtml\"><a href=\"http://rich.example/\">x</a></body>"
text page 1 object 16 (V): "http://value.example/new"
text page 1 object 16 (TU): "http://tip.example/new"
target page 1 object 20 (SubmitForm) "Send it" base http://base.example/new/: "submit.cgi"
file page 2 object 19 (EmbeddedFile) "new.txt": "http://file.example/new"
target page 2 object 21 (Rendition) base http://base.example/new/: "http://media.example/new"
target page 2 object 5 (URI) base http://base.example/new/: "relative"
text object 1 (JavaScript): "app.launchURL(\"http://open.example/new\")"
text object 13 (JavaScript): "// http://script.example/new"
text object 17 (XFA): "http://xfa.example/new?a&b\n"
text object 12 (JavaScript): "http://names.example/new"
text object 15 (Title): "http://title.example/new"
text object 15 (Launch): "cmd.exe"
text object 15 (Launch): "/c start http://launch.example/new"
text object 18 (XMP): "http://attribute.example/new\nhttp://element.example/new\n"
text object 23 (Info): "http://ä.example\n"
`

var rangeSyntax = regexp.MustCompile(`(?m)^(text|target|file) =?\[\d+:\d+\]`)

// readParts returns the parts of a document without their ranges. Those after the pages are in
// the order of the file: they are sorted.
func readParts(t *testing.T, data []byte) string {
	t.Helper()
	return rangeSyntax.ReplaceAllString(documenttest.Read(t, Open, data), "$1")
}

// sorted returns the lines of s sorted, without those of a damaged document.
func sorted(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, "note: a damaged document") {
			lines[i] = ""
		}
	}
	slices.Sort(lines)
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

var forms = map[string]pdftest.Form{
	"table":         {},
	"stream":        {Xref: "stream"},
	"packed":        {Xref: "stream", Pack: true, Filters: []string{"FlateDecode"}},
	"hybrid":        {Xref: "hybrid", Pack: true},
	"none":          {Xref: "none"},
	"none, packed":  {Xref: "none", Pack: true, Filters: []string{"FlateDecode"}},
	"wrong":         {Xref: "wrong"},
	"prefix":        {Prefix: "garbage 1 0 obj \n"},
	"old":           {Old: true},
	"old, packed":   {Old: true, Xref: "stream", Pack: true},
	"old, none":     {Old: true, Xref: "none"},
	"length wrong":  {Length: "wrong"},
	"length none":   {Length: "none"},
	"length ref":    {Length: "ref"},
	"length, none":  {Length: "ref", Xref: "none"},
	"predictor":     {Xref: "stream", Pack: true, Filters: []string{"Predictor"}},
	"LZW":           {Filters: []string{"LZWDecode"}},
	"chain":         {Filters: []string{"ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode", "LZW0"}},
	"RC4, 40 bits":  {Crypt: 2},
	"RC4, 128 bits": {Crypt: 3, Filters: []string{"FlateDecode"}},
	"AES-128":       {Crypt: 4},
	"AES-256":       {Crypt: 6, Xref: "stream", Pack: true},
	"files only":    {Crypt: pdftest.FilesOnly},
	"AES, none":     {Crypt: 6, Xref: "none"},
}

// TestForms checks that the parts do not depend on how the file is written.
func TestForms(t *testing.T) {
	if got := readParts(t, pdftest.Make(source, pdftest.Form{})); got != want {
		t.Fatalf("got:\n%s", diff(got, want))
	}
	for name, form := range forms {
		got := readParts(t, pdftest.Make(source, form))
		if damaged := strings.Contains(got, "note: a damaged"); damaged != (form.Xref == "none" || form.Xref == "wrong") {
			t.Errorf("%s: damaged: %v", name, damaged)
		}
		if got := sorted(got); got != sorted(want) {
			t.Errorf("%s:\n%s", name, diff(got, sorted(want)))
		}
	}
}

// diff returns the lines that are only in got, and those that are only in want.
func diff(got, want string) string {
	var b strings.Builder
	for _, x := range [...]struct{ sign, a, b string }{{"+ ", got, want}, {"- ", want, got}} {
		for line := range strings.Lines(x.a) {
			if !strings.Contains(x.b+"\n", strings.TrimSuffix(line, "\n")+"\n") {
				b.WriteString(x.sign + line)
			}
		}
	}
	return b.String()
}

func TestDamage(t *testing.T) {
	names := []string{"packed", "none", "AES-256", "table", "chain"}
	if testing.Short() {
		names = names[:2]
	}
	for _, name := range names {
		documenttest.Damage(t, Open, pdftest.Make(source, forms[name]))
	}
}

func FuzzOpen(f *testing.F) {
	for _, form := range forms {
		f.Add(pdftest.Make(source, form))
	}
	documenttest.Fuzz(f, Open)
}

// TestPassword checks that what is not encrypted is read if the password is not empty.
func TestPassword(t *testing.T) {
	data := pdftest.Make(source, pdftest.Form{Crypt: 3})
	i := strings.Index(string(data), "/O<a5")
	data[i+3] = 'b'
	if got := readParts(t, data); got != "note: an encrypted document that no given password opens, not read\n" {
		t.Errorf("got %s", got)
	}
	for _, s := range []string{"/EncryptMetadata false", "/StrF/Identity"} {
		source := strings.Replace(source, "<</Type/Metadata", "<</Filter[/Crypt]/Type/Metadata", 1)
		data := pdftest.Make(source, pdftest.Form{})
		i := strings.LastIndex(string(data), "/Root")
		locked := string(data[:i]) + "/Encrypt<</Filter/Standard/V 4/R 4" + s + ">>" + string(data[i:])
		got := readParts(t, []byte(locked))
		if !strings.Contains(got, "element.example") || !strings.Contains(got, "note: an encrypted") {
			t.Errorf("%s: got %s", s, got)
		}
	}
}

// TestQpdf reads files that qpdf writes.
func TestQpdf(t *testing.T) {
	qpdf, err := exec.LookPath("qpdf")
	if err != nil {
		t.Skip("qpdf is not installed")
	}
	dir := t.TempDir()
	in := filepath.Join(dir, "in.pdf")
	if err := os.WriteFile(in, pdftest.Make(source, pdftest.Form{}), 0o600); err != nil {
		t.Fatal(err)
	}
	number := regexp.MustCompile(` object \d+`)
	for _, args := range []string{
		"--linearize", "--object-streams=generate", "--linearize --object-streams=generate",
		"--encrypt  owner 40 -- --allow-weak-crypto", "--encrypt  owner 128 --use-aes=n -- --allow-weak-crypto",
		"--encrypt  owner 128 --use-aes=y -- --allow-weak-crypto", "--encrypt  owner 128 --use-aes=y --cleartext-metadata -- --allow-weak-crypto",
		"--encrypt  owner 256 --force-R5 -- --allow-weak-crypto", "--encrypt  owner 256 -- --object-streams=generate", "--encrypt  owner 256 --cleartext-metadata -- --linearize",
		"--qdf",
	} {
		out := filepath.Join(dir, "out.pdf")
		cmd := exec.Command(qpdf, append(strings.Split(args, " "), in, out)...)
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", args, err, text)
			continue
		}
		data, err := os.ReadFile(out)
		if err != nil {
			t.Fatal(err)
		}
		got := sorted(number.ReplaceAllString(readParts(t, data), ""))
		if want := sorted(number.ReplaceAllString(want, "")); got != want {
			t.Errorf("%s:\n%s", args, diff(got, want))
		}
	}
}

// TestXML compares the text of XML.
func TestXML(t *testing.T) {
	for in, want := range map[string]string{
		"<a b='c'>d</a>e":                        "c\nd\ne",
		"<a>&lt;&#65;&#x42;&unknown;&</a>":       "<AB&unknown;&\n",
		"<a><![CDATA[<x>]]></a>":                 "<x>\n",
		"<a><pdf:Producer>x</pdf:Producer>y</a>": "y\n",
		"<a xmlns:b=\"c\" b = \"d\" e/>":         "d\n",
		"<!-- a --><?b c?><!DOCTYPE d>e":         "e",
		"\xFE\xFF\x00<\x00a\x00>\x00\xE4":        "ä",
		"<a>\xE4</a>":                            "ä\n",
		"<a b=\"c":                               "c\n",
		"<a b=c d='e'/>":                         "e\n",
	} {
		var b strings.Builder
		buf := make([]byte, 3)
		for r := newXML(strings.NewReader(in)); ; {
			n, err := r.Read(buf)
			b.Write(buf[:n])
			if err != nil {
				break
			}
		}
		if b.String() != want {
			t.Errorf("%q: got %q, want %q", in, b.String(), want)
		}
	}
}

// TestHosts checks what the target of a link is that has no scheme.
func TestHosts(t *testing.T) {
	const page = `1 0 obj <</Type/Catalog/Pages 2 0 R BASE>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</H 5 0 R>>>>/Annots[<</Subtype/Link/Rect[70 690 200 710]/A<</S/URI/URI(REF)>>>>]>> endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
4 0 obj <<>>
stream
BT /H 10 Tf 72 700 Td (https://github.com/a/b) Tj ET
endstream endobj
trailer <</Root 1 0 R>>`
	for _, c := range []struct{ base, ref, want string }{
		{"", "github.com/a/b", ""}, // the text of the page is the match
		{"", "doi.org/10.1/z", `text page 1 object 3 (URI) "https://github.com/a/b": "doi.org/10.1/z"`},
		{"", "doi.org", `text page 1 object 3 (URI) "https://github.com/a/b": "doi.org"`},
		{"", "WWW.a.com", `target page 1 object 3 (URI) "https://github.com/a/b": "http://WWW.a.com"`},
		{"", "readme.md", `target page 1 object 3 (URI) "https://github.com/a/b": "readme.md"`},
		{"", "a/b.com", `target page 1 object 3 (URI) "https://github.com/a/b": "a/b.com"`},
		{"", "com/a", `target page 1 object 3 (URI) "https://github.com/a/b": "com/a"`},
		{"", "a..com/b", `target page 1 object 3 (URI) "https://github.com/a/b": "a..com/b"`},
		{"", "b.unknown-suffix/a", `target page 1 object 3 (URI) "https://github.com/a/b": "b.unknown-suffix/a"`},
		{"/URI<</Base(http://a.example/)>>", "www.a.com", `target page 1 object 3 (URI) "https://github.com/a/b" base http://a.example/: "www.a.com"`},
	} {
		got := readParts(t, pdftest.Make(strings.NewReplacer("BASE", c.base, "REF", c.ref).Replace(page), pdftest.Form{}))
		want := c.want + "\ntext page 1: \"https://github.com/a/b\\n\\n\"\n"
		if got != strings.TrimPrefix(want, "\n") {
			t.Errorf("%s: got %s, want %s", c.ref, got, want)
		}
	}
	schemeless := func(s *document.Store, env *document.Env) document.Reader {
		env.Schemeless = true
		return Open(s, env)
	}
	got := documenttest.Read(t, schemeless, pdftest.Make(strings.NewReplacer("BASE", "", "REF", "www.a.com").Replace(page), pdftest.Form{}))
	if want := `text page 1 object 3 (URI) "https://github.com/a/b": "www.a.com"`; !strings.Contains(rangeSyntax.ReplaceAllString(got, "$1"), want) {
		t.Errorf("with Schemeless: got %s, want %s", got, want)
	}
}

// TestAppearances reads what annotations show, in the place of their rectangle.
func TestAppearances(t *testing.T) {
	const page = `1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources 6 0 R/Annots[ANNOTATION]>> endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
6 0 obj <</Font<</H 5 0 R>>>> endobj
4 0 obj <<>>
stream
BT /H 10 Tf 72 700 Td (see http://page.example/) Tj ET
endstream endobj
7 0 obj <</Subtype/Form/BBox[0 0 100 20]/Matrix[2 0 0 2 0 0]/Resources 6 0 R>>
stream
BT /H 10 Tf 2 5 Td (http://look.example/) Tj ET
endstream endobj
trailer <</Root 1 0 R>>`
	const text = `text page 1: "see http://page.example/\n\n`
	const look = text + `http://look.example/\n\n"`
	for annotation, want := range map[string]string{
		"<</Subtype/Stamp/Rect[72 690 172 710]/AP<</N 7 0 R>>>>":                                look,
		"<</Subtype/Widget/Rect[72 690 172 710]/AP<</N<</On 7 0 R/Off null>>>>/AS/On>>":         look,
		"<</Subtype/Widget/Rect[72 690 172 710]/AP<</N<</On 7 0 R/Off null>>>>/AS/Off>>":        text + `"`,
		"<</Subtype/Link/Rect[72 690 172 710]/AP<</N 7 0 R>>>>":                                 text + `"`,
		"<</Subtype/FreeText/Rect[72 690 172 710]/AP<</N 7 0 R>>/Contents(http://b.example/)>>": `text page 1 object 3 (Contents): "http://b.example/"` + "\n" + text + `"`,
		"<</Subtype/Stamp/Rect[0 0 0 0]/AP<</N 7 0 R>>>>":                                       text + `"`,
	} {
		if got := strings.TrimSpace(readParts(t, pdftest.Make(strings.Replace(page, "ANNOTATION", annotation, 1), pdftest.Form{}))); got != want {
			t.Errorf("%s: got %s, want %s", annotation, got, want)
		}
	}
}
