package pdftext

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// TestHostile reads pages that are made to take long.
func TestHostile(t *testing.T) {
	scale := 5
	if effort.Get() >= effort.Thorough {
		scale = 1
	}
	many := func(n int, text string) string { return strings.Repeat(text, max(n/scale, 20)) }
	forms := ""
	for i := range 14 {
		forms += fmt.Sprintf("%d 0 obj <</Subtype/Form/Resources<</XObject<</F %d 0 R>>>>>>\nstream\n%s\nendstream endobj\n", 11+i, 12+i, many(30, "/F Do "))
	}
	most := 3 * time.Second
	if effort.Race {
		most *= 10 // the race detector takes about as much more time
	}
	for name, c := range map[string]struct{ content, objects string }{
		"saved states":     {many(300_000, "q ") + many(300_000, "Q "), ""},
		"forms":            {many(100, "/F Do "), forms},
		"chunks":           {"BT /H 10 Tf " + many(50_000, "7 3 Td (a) Tj "), ""},
		"rows":             {"BT /H 10 Tf " + many(50_000, "30 0 Td (a) Tj "), ""},
		"angles":           {"BT /H 10 Tf " + many(30_000, "1 .03 -.03 1 7 3 cm (a) Tj "), ""},
		"one place":        {"BT /H 10 Tf " + many(100_000, "1 0 0 1 9 9 Tm (ab) Tj "), ""},
		"wide":             {"BT /H 10 Tf 1000000 Tz " + many(50_000, "0 -3 Td (a) Tj "), ""},
		"an array":         {"BT /H 10 Tf [" + many(300_000, "(a)9 ") + "] TJ", ""},
		"one URL":          {"BT /C 1 Tf 9 TL " + many(30_000, "(http://a/) Tj T* "), ""},
		"a long word":      {"BT /C 1 Tf (http://a" + many(300_000, "/b") + ") Tj", ""},
		"hyphens":          {"BT /C 1 Tf 9 TL (http://a" + many(100_000, "/b-c") + "-) Tj T* (def) Tj", ""},
		"divided words":    {"BT /C 1 Tf 9 TL " + many(20_000, "(http://a/bc-) Tj T* (def-) Tj T* (ghi) Tj T* "), ""},
		"cut words":        {"BT /C 1 Tf 9 TL " + many(20_000, "(http://a/bcdef) Tj T* (ghi jklmno) Tj T* (jk lmnoghi) Tj T* "), ""},
		"leaders":          {"BT /C 1 Tf (http://a" + many(300_000, ".__") + ") Tj", ""},
		"marked content":   {many(100_000, "/P <</ActualText(a)>> BDC "), ""},
		"inline images":    {many(20_000, "BI ID EI "), ""},
		"a range of codes": {"BT /X 10 Tf (a) Tj", "10 0 obj <</Type/Font/ToUnicode 20 0 R>> endobj\n20 0 obj <<>>\nstream\n" + many(100_000, "1 beginbfrange <0000> <FFFF> <0000> endbfrange ") + "\nendstream endobj\n"},
		"a range of texts": {"BT /X 10 Tf (a) Tj", "10 0 obj <</Type/Font/ToUnicode 20 0 R>> endobj\n20 0 obj <<>>\nstream\n" + many(100_000, "1 beginbfrange <0000> <FFFF> <00000000> endbfrange ") + "\nendstream endobj\n"},
		"widths":           {"BT /X 10 Tf (a) Tj", "10 0 obj <</Type/Font/Subtype/Type0/DescendantFonts[<</W[" + many(100_000, "0 65535 1 ") + "]>>]>> endobj\n"},
	} {
		data := pdftest.Make(source(c.content, c.objects), pdftest.Form{})
		links := make([]Link, 2000)
		for i := range links {
			links[i] = Link{Target: "http://a/", Rects: [][4]float64{{0, 0, 1e5, 1e5}}}
		}
		start := time.Now()
		read(t, open(t, data), links)
		if d := time.Since(start); d > most {
			t.Errorf("%s: %v", name, d)
		} else {
			t.Logf("%s: %v", name, d)
		}
	}
}

// pages returns the files of testdata/pages.txt.
func pages(t testing.TB) (files [][]byte) {
	file, err := os.ReadFile("testdata/pages.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range strings.Split(string(file), "\n== ")[1:] {
		sections := map[string]string{}
		for _, s := range strings.Split("\n"+c, "\n-- ")[1:] {
			kind, text, _ := strings.Cut(s, "\n")
			sections[kind] = text
		}
		files = append(files, pdftest.Make(source(sections["content"], sections["objects"]), pdftest.Form{}))
	}
	return files
}

// FuzzPages reads any files, with a link over most of the page.
func FuzzPages(f *testing.F) {
	for _, data := range pages(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		read(t, open(t, data), []Link{{Target: "http://a.example/b", Rects: [][4]float64{{0, 0, 500, 650}, {0, 690, 500, 720}}}})
	})
}

// TestDamage reads the files with some of their bytes changed.
func TestDamage(t *testing.T) {
	for _, data := range pages(t) {
		from := bytes.Index(data, []byte("10 0 obj"))
		step := 5
		if effort.Get() < effort.Thorough {
			step = 29
		}
		for i := max(from, 0); i < len(data); i += step {
			changed := bytes.Clone(data)
			for _, c := range [...]byte{0, ' ', '9', data[i] + 0x80} {
				changed[i] = c
				read(t, open(t, changed), nil)
			}
		}
	}
}

// TestPrograms reads damaged font programs.
func TestPrograms(t *testing.T) {
	sfnt := trueType(map[rune]int{'a': 1, 'b': 2})
	if glyphs := trueTypeGlyphs(sfnt); len(glyphs) < 3 || glyphs[1] != 'a' || glyphs[2] != 'b' {
		t.Errorf("glyphs %q", glyphs)
	}
	for _, program := range programs() {
		for i := range program {
			readProgram(program[:i])
			for _, c := range [...]byte{0, 1, program[i] + 1, 0x7F, 0xFF} {
				changed := bytes.Clone(program)
				changed[i] = c
				readProgram(changed)
			}
		}
	}
}

// programs returns a font program of each kind.
func programs() [][]byte {
	return [][]byte{
		trueType(map[rune]int{'a': 1, 'b': 2}),
		cffProgram(cffCases[0].sids, cffCases[0].encoding, "f_j"),
		cffProgram(cffCases[1].sids, cffCases[1].encoding, "f_j"),
		[]byte("%!PS-AdobeFont-1.0: A\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\ndup 27 /ff put\nreadonly def\n"),
	}
}

// readProgram reads bytes as a font program of each kind.
func readProgram(data []byte) {
	var text [256]string
	trueTypeEncoding(&text, data)
	cffEncoding(&text, data)
	type1Encoding(&text, data)
}

// FuzzPrograms reads any bytes as font programs.
func FuzzPrograms(f *testing.F) {
	for _, program := range programs() {
		f.Add(program)
	}
	f.Fuzz(func(t *testing.T, data []byte) { readProgram(data) })
}

// trueType returns a font program with a cmap (3, 1) of format 4.
func trueType(glyphs map[rune]int) []byte {
	u16 := func(v ...int) (b []byte) {
		for _, v := range v {
			b = append(b, byte(v>>8), byte(v))
		}
		return b
	}
	n := len(glyphs) + 1
	var ends, starts, deltas, offsets []int
	for c := rune(0); c < 128; c++ {
		if g, ok := glyphs[c]; ok {
			ends, starts, deltas, offsets = append(ends, int(c)), append(starts, int(c)), append(deltas, g-int(c)), append(offsets, 0)
		}
	}
	sub := u16(4, 16+8*n, 0, 2*n, 0, 0, 0)
	sub = append(sub, u16(append(ends, 0xFFFF, 0)...)...)
	sub = append(sub, u16(append(starts, 0xFFFF)...)...)
	sub = append(sub, u16(append(deltas, 1)...)...)
	sub = append(sub, u16(append(offsets, 0)...)...)
	cmap := append(u16(0, 1, 3, 1, 0, 12), sub...)
	font := append([]byte("\x00\x01\x00\x00"), u16(1, 0, 0, 0)...)
	font = append(font, "cmap\x00\x00\x00\x00"...)
	font = append(font, u16(0, 28, 0, len(cmap))...)
	return append(font, cmap...)
}

// BenchmarkPages reads a page of lines that are one string each, and one of strings with
// kerning.
func BenchmarkPages(b *testing.B) {
	for name, line := range map[string]string{
		"strings": "(see the page http://a.example/b of it, and the text after it, which has no more URLs) Tj T*\n",
		"kerning": "[(see the )-300(page http://a.ex)12(ample/b of it)] TJ T*\n",
	} {
		b.Run(name, func(b *testing.B) {
			content := "BT /H 10 Tf 12 TL 72 700 Td\n" + strings.Repeat(line, 60) + "ET"
			b.SetBytes(int64(len(content)))
			data := pdftest.Make(source(content, ""), pdftest.Form{})
			for b.Loop() {
				f := open(b, data) // with another budget
				r, texts := New(f), 0
				r.Page(f.Pages().Next(), nil, nil)
				for _, ok := r.Next(); ok; _, ok = r.Next() {
					texts++
				}
				if texts == 0 {
					b.Fatal("no text")
				}
			}
		})
	}
}
