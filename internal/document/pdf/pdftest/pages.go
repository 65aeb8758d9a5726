package pdftest

import (
	"fmt"
	"strconv"
	"strings"
)

// A Style is the way in which a program writes the text of pages.
type Style string

// The styles.
const (
	Strings   Style = "strings"   // each line is a string, in Courier, as scripts write it
	Kerning   Style = "kerning"   // pieces of words with kerning, and fonts with widths, as TeX writes it
	Composite Style = "composite" // codes of two bytes with /ToUnicode, as word processors write it
)

// Styles are all styles.
var Styles = []Style{Strings, Kerning, Composite}

const (
	pageLines = 60  // of text
	pageWidth = 90  // bytes of a line
	advance   = 5.4 // the width of a character of a URL, at size 9: that of Courier
)

// Pages returns a source for Make: a file with the words of a text of ASCII, in pages of 60
// lines of 90 bytes. Each URL is a link, in another font.
func Pages(style Style, text string) string {
	var (
		objects, kids strings.Builder
		words         = strings.Fields(text)
		num           = 10 // of the next object
	)
	for len(words) > 0 {
		p := page{style: style}
		p.WriteString("BT\n")
		for line := 0; line < pageLines && len(words) > 0; line++ {
			n, width := 0, 0
			for n < len(words) && (n == 0 || width+1+len(words[n]) <= pageWidth) {
				width += 1 + len(words[n])
				n++
			}
			p.line(words[:n], 740-11*line)
			words = words[n:]
		}
		p.WriteString("ET")
		fmt.Fprintf(&kids, "%d 0 R ", num)
		fmt.Fprintf(&objects, "%d 0 obj <</Type/Page/Parent 2 0 R/Contents %d 0 R/Annots[%s]>> endobj\n", num, num+1, p.links.String())
		fmt.Fprintf(&objects, "%d 0 obj <<>>\nstream\n%s\nendstream endobj\n", num+1, p.String())
		num += 2
	}
	return `1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Count ` + strconv.Itoa(strings.Count(kids.String(), "R")) + `/MediaBox[0 0 612 792]/Resources<</Font<</F1 3 0 R/F2 4 0 R>>>>/Kids[` + kids.String() + `]>> endobj
` + fonts(style) + objects.String() + "trailer <</Root 1 0 R>>"
}

// fonts returns the fonts F1, of prose, and F2, of URLs.
func fonts(style Style) string {
	widths := strings.Repeat("480 520 ", 48)
	switch style {
	case Kerning:
		const font = "%d 0 obj <</Type/Font/Subtype/Type1/BaseFont/AAAAAA+F/FirstChar 32/LastChar 127/Widths[%s]/ToUnicode 5 0 R>> endobj\n"
		return fmt.Sprintf(font, 3, widths) + fmt.Sprintf(font, 4, strings.Repeat("600 ", 96)) + toUnicode("<00><ff>", "%02x")
	case Composite:
		const font = "%d 0 obj <</Type/Font/Subtype/Type0/BaseFont/AAAAAA+F/Encoding/Identity-H/DescendantFonts[<</Subtype/CIDFontType2/BaseFont/AAAAAA+F/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/DW 1000/W[3[%s]]>>]/ToUnicode 5 0 R>> endobj\n"
		return fmt.Sprintf(font, 3, widths) + fmt.Sprintf(font, 4, strings.Repeat("600 ", 96)) + toUnicode("<0000><ffff>", "%04x")
	}
	return "3 0 obj <</Type/Font/Subtype/Type1/BaseFont/Courier>> endobj\n"
}

// composite is the difference between a character and its code in the style Composite.
const composite = ' ' - 3

// toUnicode returns a CMap of the characters of ASCII.
func toUnicode(space, code string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "5 0 obj <<>>\nstream\n1 begincodespacerange %s endcodespacerange\n95 beginbfchar\n", space)
	for c := ' '; c <= '~'; c++ {
		n := c
		if code == "%04x" {
			n -= composite
		}
		fmt.Fprintf(&b, "<"+code+"> <%04x>\n", n, c)
	}
	b.WriteString("endbfchar\nendstream endobj\n")
	return b.String()
}

// A page is the content of a page and its annotations.
type page struct {
	strings.Builder
	links strings.Builder
	style Style
	url   bool // the font is that of URLs
}

// line writes a line of words at the height y.
func (p *page) line(words []string, y int) {
	if p.style == Strings {
		for i, w := range words {
			if isURL(w) {
				p.link(w, 72+advance*float64(len(strings.Join(words[:i+1], " "))-len(w)), y)
			}
		}
		fmt.Fprintf(p, "/F1 9 Tf 1 0 0 1 72 %d Tm (%s) Tj\n", y, escape(strings.Join(words, " ")))
		return
	}
	x := 72.0
	fmt.Fprintf(p, "1 0 0 1 72 %d Tm\n", y)
	for len(words) > 0 {
		n := 1
		for !isURL(words[0]) && n < len(words) && !isURL(words[n]) {
			n++
		}
		font := "F1"
		if p.url = isURL(words[0]); p.url {
			font = "F2"
			p.link(words[0], x, y)
		}
		text := strings.Join(words[:n], " ")
		if n < len(words) {
			text += " "
		}
		width := advance * float64(len(text))
		fmt.Fprintf(p, "/%s 9 Tf [", font)
		p.pieces(text)
		fmt.Fprintf(p, "] TJ %.3f 0 Td\n", width)
		x += width
		words = words[n:]
	}
}

// pieces writes text in pieces of different length with kerning between them.
func (p *page) pieces(text string) {
	for i := 0; text != ""; i++ {
		n := min([...]int{7, 3, 12, 2, 9, 5}[i%6], len(text))
		if p.url {
			n = len(text)
		}
		if i > 0 {
			fmt.Fprintf(p, "%d", [...]int{-28, 15, 83, -6}[i%4])
		}
		if p.style == Kerning {
			fmt.Fprintf(p, "(%s)", escape(text[:n]))
		} else {
			p.WriteByte('<')
			for _, c := range text[:n] {
				fmt.Fprintf(p, "%04X", c-composite)
			}
			p.WriteByte('>')
		}
		text = text[n:]
	}
}

// link adds the annotation of a URL that begins at x, y.
func (p *page) link(url string, x float64, y int) {
	fmt.Fprintf(&p.links, "<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[%.2f %d %.2f %d]/A<</S/URI/URI(%s)>>>>", x, y-2, x+advance*float64(len(url)), y+8, escape(url))
}

func isURL(word string) bool { return strings.Contains(word, "://") }

func escape(text string) string {
	return strings.NewReplacer(`\`, `\\`, `(`, `\(`, `)`, `\)`).Replace(text)
}
