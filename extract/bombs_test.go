package extract

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// bombs returns documents of all formats. They are smaller with a lower effort.
func bombs() []bomb {
	const mega = 1 << 20
	scale := map[effort.Level]int{effort.Short: 64, effort.Normal: 16}[effort.Get()]
	scale = max(scale, 4)
	word := func(text string) string { return `<w:p><w:r><w:t>` + text + `</w:t></w:r></w:p>` }
	return []bomb{
		{"spaces.zip", func() []byte { return zipOf("a.txt", times(400*mega/scale, " "), "b.txt", afterBomb) }, scale > 4},
		{"spaces.docx", func() []byte { return docxOf(times(120*mega/scale, " ") + wordLast) }, true},
		{"elements.docx", func() []byte { return docxOf(times(8*mega/scale, "<w:p>") + wordLast) }, true},
		{"paragraphs.docx", func() []byte { return docxOf(times(4*mega/scale, "<w:p/>") + wordLast) }, true},
		{"runs.docx", func() []byte {
			return docxOf("<w:p>" + times(mega/scale, "<w:r><w:t>http://a.example/</w:t></w:r>") + "</w:p>" + wordLast)
		}, true},
		{"attribute.docx", func() []byte { return docxOf(`<w:p a="` + times(60*mega/scale, "x") + `"/>` + wordLast) }, true},
		{"attributes.docx", func() []byte { return docxOf(`<w:p ` + times(8*mega/scale, `a="" `) + `/>` + wordLast) }, true},
		{"entities.docx", func() []byte {
			var d strings.Builder
			d.WriteString(`<!DOCTYPE w [<!ENTITY e0 "` + times(1000, "lol ") + `">`)
			for i := 1; i < 30; i++ {
				fmt.Fprintf(&d, `<!ENTITY e%d "&e%d;&e%d;">`, i, i-1, i-1)
			}
			return zipOf("[Content_Types].xml", officeTypes, "_rels/.rels", fmt.Sprintf(officeRels, "word/document.xml"),
				"word/document.xml", d.String()+`]><w:document `+wordSpace+`><w:body>`+word("&e29;")+wordLast+`</w:body></w:document>`)
		}, true},
		{"relationships.docx", func() []byte {
			var d strings.Builder
			for i := range 400_000 / scale {
				fmt.Fprintf(&d, `<Relationship Id="r%d" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink" Target="x.html"/>`, i)
			}
			return docxOf(wordLast, "word/_rels/document.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`+d.String()+`</Relationships>`)
		}, true},
		{"fields.docx", func() []byte {
			return docxOf("<w:p>" + times(mega/scale, `<w:r><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK </w:instrText></w:r>`) + "</w:p>" + wordLast)
		}, true},
		{"alternatives.docx", func() []byte {
			return docxOf(`<mc:A xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006">` +
				times(mega/scale, `<mc:AlternateContent><mc:Choice>`) + times(mega/scale, `</mc:Choice></mc:AlternateContent>`) + `</mc:A>` + wordLast)
		}, true},
		{"members.zip", func() []byte {
			var m []string
			for i := range 200_000 / scale {
				m = append(m, fmt.Sprint(i), "")
			}
			return zipOf(append(m, "last", afterBomb)...)
		}, true},
		{"overlap.zip", func() []byte { return overlapping(20_000/scale, times(mega/scale, "word http://a.example/ ")) }, false},
		{"overlap.docx", func() []byte { return overlapping(20_000/scale, string(docxOf(times(mega/scale, " ")+wordLast))) }, true},
		{"nested.docx", func() []byte {
			d := []byte(nil)
			for i := range 100 {
				d = docxOf(word(fmt.Sprintf("http://a.example/%d", i)), "word/embeddings/a.docx", string(d))
			}
			return docxOf(wordLast, "word/embeddings/a.docx", string(d))
		}, true},
		{"doubled.zip", func() []byte {
			d := zipOf("a.txt", times(mega, "text"))
			for range 20 {
				d = zipOf("a.zip", string(d), "b.zip", string(d))
				if len(d) > 8*mega {
					break
				}
			}
			return zipOf("0", afterBomb, "a.zip", string(d), "b.zip", string(d))
		}, true},
		{"shared.xlsx", func() []byte {
			return xlsxOf(`<si><t>`+times(mega/scale, "word http://a.example/ ")+`</t></si><si><t>`+afterBomb+`</t></si>`,
				`<row><c t="s"><v>1</v></c></row><row>`+times(200_000/scale, `<c t="s"><v>0</v></c>`)+`</row>`)
		}, true},
		{"strings.xlsx", func() []byte {
			return xlsxOf(times(mega/scale, `<si/>`)+times(mega/scale, `<si><t>http://a.example/</t></si>`), `<row><c t="inlineStr"><is><t>`+afterBomb+`</t></is></c></row>`)
		}, true},
		{"repeated.ods", func() []byte {
			return odsOf(`<table:table-row table:number-rows-repeated="1000000000"><table:table-cell table:number-columns-repeated="1000000000"><text:p>http://a.example/</text:p></table:table-cell></table:table-row>` +
				`<table:table-row><table:table-cell><text:s text:c="2000000000"/><text:p>` + afterBomb + `</text:p></table:table-cell></table:table-row>`)
		}, true},
		{"spaces.odt", func() []byte {
			return odsOf(times(200_000/scale, `<text:s text:c="2000000000"/>`) + `<table:table-row><table:table-cell><text:p>` + afterBomb + `</text:p></table:table-cell></table:table-row>`)
		}, true},

		{"flate.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R", stream("/Filter/FlateDecode", flate(1, times(400*mega/scale, " "))))
		}, true},
		{"filters.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R", stream("/Filter["+times(3, "/FlateDecode")+"]", flate(3, times(400*mega/scale, " "))))
		}, true},
		{"manyfilters.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R", stream("/Filter["+times(100_000/scale, "/FlateDecode ")+"]", flate(1, " ")))
		}, true},
		{"runlength.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R", stream("/Filter[/FlateDecode/RunLengthDecode]", flate(1, times(4*mega/scale, "\x81 "))))
		}, false},
		{"predictor.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R", stream("/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 2147483647/Colors 32/BitsPerComponent 16>>", flate(1, times(mega/scale, " "))))
		}, true},
		{"rows.pdf", func() []byte {
			rows := many(20_000/scale, stream("/Filter/FlateDecode/DecodeParms<</Predictor 12/Columns 1048576>>", flate(1, " ")))
			return pdfPage("/Contents["+references(6, len(rows))+"]", rows...)
		}, true},
		{"decoders.pdf", func() []byte {
			empty := many(20_000/scale, stream("/Filter["+times(16, "/LZWDecode")+"]", ""))
			return pdfPage("/X<</XFA["+references(6, len(empty))+"]>>", empty...)
		}, false},
		{"empty.pdf", func() []byte {
			pages := many(20_000/scale, "<</Type/Page/Contents 3 0 R>>")
			return pdfOf(append([]string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[" + references(5, len(pages)) + "]>>",
				"[" + times(300, "4 0 R ") + "]", stream("/Filter["+times(16, "/LZWDecode")+"]", "")}, pages...)...)
		}, false},
		{"strings.pdf", func() []byte {
			return pdfPage("", append([]string{"(" + times(1800, "a.") + ")", "[" + times(300, "6 0 R ") + "]", "[" + times(300, "7 0 R ") + "]"},
				many(20_000/scale, "<</FT/Ch/V 7 0 R/Opt 8 0 R>>")...)...)
		}, true},
		{"actions.pdf", func() []byte {
			return pdfPage("", append([]string{"<<" + times(100, "/O<</URI(a)>>") + ">>"}, many(20_000/scale, "<</AA 6 0 R>>")...)...)
		}, true},
		{"resources.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R/Resources<</XObject<<"+times(mega/scale/8, "/A 7 0 R")+">>>>", stream("/Filter/FlateDecode", flate(1, times(mega/scale, "/Z Do "))))
		}, false},
		{"loadedfonts.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R/Resources<</ExtGState<</G<</Font[<</Subtype/Type1/Encoding 7 0 R>> 9]>>>>>>",
				stream("/Filter/FlateDecode", flate(1, times(mega/scale, "/G gs "))), "<</Differences["+times(900, "/a")+"]>>")
		}, true},
		{"operators.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R", stream("/Filter/FlateDecode", flate(1, times(8*mega/scale, "q BT 1 0 0 1 0 0 Tm (a) Tj "))))
		}, false},
		{"operands.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R", stream("/Filter/FlateDecode", flate(1, times(20*mega/scale, "0 ")+times(20*mega/scale, "[")+times(20*mega/scale, "<<"))))
		}, true},
		{"text.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R/Resources<</Font<</F 7 0 R>>>>", stream("/Filter/FlateDecode", flate(1, "BT /F 9 Tf 0 0 Td ("+times(40*mega/scale, "a")+") Tj ET")), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
		}, true},
		{"glyphs.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R/Resources<</Font<</F 7 0 R>>>>", stream("/Filter/FlateDecode", flate(1, "BT /F 9 Tf "+times(4*mega/scale, "1 1 Td (a) Tj ")+"ET")), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
		}, true},
		{"contents.pdf", func() []byte {
			return pdfPage("/Contents["+times(100_000/scale, "6 0 R ")+"]", stream("/Filter/FlateDecode", flate(1, times(mega/scale, "q Q "))))
		}, false},
		{"pages.pdf", func() []byte {
			return pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids["+times(200_000/scale, "3 0 R ")+"]/Count 200000>>",
				"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[5 0 R]>>", stream("/Filter/FlateDecode", flate(1, times(mega/scale, "q Q "))),
				"<</Type/Annot/Subtype/Link/A<</S/URI/URI("+afterBomb+")>>>>")
		}, true},
		{"kids.pdf", func() []byte {
			return pdfOf("<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[2 0 R 3 0 R 2 0 R 4 0 R]/Count 3>>", "<</Type/Pages/Kids[2 0 R 3 0 R]>>",
				"<</Type/Page/Parent 4 0 R/Annots[5 0 R 5 0 R 4 0 R]/Resources 4 0 R>>", "<</Type/Annot/Subtype/Link/Parent 5 0 R/A<</S/URI/URI("+afterBomb+")/Next[5 0 R]>>>>")
		}, true},
		{"forms.pdf", func() []byte {
			objects := []string{stream("", "/X0 Do /X0 Do")}
			for i := range 40 {
				objects = append(objects, stream(fmt.Sprintf("/Type/XObject/Subtype/Form/Resources<</XObject<</X%d %d 0 R>>>>", i+1, i+8), fmt.Sprintf("/X%d Do /X%d Do ", i+1, i+1)))
			}
			objects = append(objects, stream("/Type/XObject/Subtype/Form", times(1000, "q Q ")))
			return pdfPage("/Contents 6 0 R/Resources<</XObject<</X0 7 0 R>>>>", objects...)
		}, true},
		{"self.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R/Resources<</XObject<</X 7 0 R>>/Font<</F 8 0 R>>>>", stream("", "/X Do BT /F 1 Tf (a) Tj ET"),
				stream("/Type/XObject/Subtype/Form/Resources<</XObject<</X 7 0 R>>>>", "/X Do /X Do"),
				"<</Type/Font/Subtype/Type0/Encoding/Identity-H/DescendantFonts[8 0 R]/ToUnicode 9 0 R>>", stream("/UseCMap 9 0 R/Filter 10 0 R", "x"), "10 0 R")
		}, true},
		{"cmap.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R/Resources<</Font<</F 7 0 R>>>>", stream("", "BT /F 9 Tf <0001> Tj ET"),
				"<</Type/Font/Subtype/Type0/Encoding/Identity-H/ToUnicode 8 0 R>>",
				stream("/Filter/FlateDecode", flate(1, times(200_000/scale, "1 beginbfrange <0000> <FFFFFFFF> <0000> endbfrange 1 begincodespacerange <00> <FFFFFFFF> endcodespacerange 1 begincidrange <0000> <FFFFFFFF> 0 endcidrange "))))
		}, false},
		{"brackets.pdf", func() []byte { return pdfPage("/X" + times(4*mega/scale, "[") + times(4*mega/scale, "<<")) }, true},
		{"string.pdf", func() []byte { return pdfPage("/X" + times(16*mega/scale, "(")) }, true},
		{"objects.pdf", func() []byte { return []byte("%PDF-1.4\n" + times(mega/scale, "1 0 obj<<>>endobj ")) }, false},
		{"unclosed.pdf", func() []byte {
			return []byte("%PDF-1.4\n" + times(mega/scale, "1 0 obj<</Length 9>>stream\n") + times(mega/scale, "2 0 obj ["))
		}, false},
		{"length.pdf", func() []byte {
			return pdfPage("/Contents 6 0 R", "<</Length 6 0 R>>\nstream\nBT ET\nendstream", "<</Length 9223372036854775807>>\nstream\nendstream")
		}, true},
		{"previous.pdf", func() []byte {
			d := pdfPage("")
			return bytes.Replace(d, []byte("/Root"), []byte("/Prev 9/XRefStm 9/Root"), 1)
		}, true},
		{"xref.pdf", func() []byte {
			return []byte("%PDF-1.5\n1 0 obj\n" + stream("/Type/XRef/W[1 8 8]/Index[0 2147483647 0 2147483647]/Size 2147483647/Root 2 0 R/Filter/FlateDecode", flate(1, times(100*mega/scale, "\x00"))) + "\nendobj\nstartxref\n9\n%%EOF")
		}, false},
		{"objectstream.pdf", func() []byte {
			inner := times(mega/scale, "1 0 ")
			return pdfPage("/Contents 6 0 R", stream(fmt.Sprintf("/Type/ObjStm/N 2147483647/First %d/Extends 6 0 R/Filter/FlateDecode", len(inner)), flate(1, inner+"<</Type/Page>>")))
		}, true},
		{"outline.pdf", func() []byte {
			return pdfOf("<</Type/Catalog/Pages 2 0 R/Outlines 6 0 R/Names<</EmbeddedFiles 7 0 R/JavaScript 7 0 R>>/AcroForm<</Fields[8 0 R]>>/StructTreeRoot 9 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
				"<</Type/Page/Parent 2 0 R/Annots[4 0 R]>>", "<</Type/Annot/Subtype/Link/A<</S/URI/URI("+afterBomb+")>>>>", "null",
				"<</First 6 0 R/Last 6 0 R/Next 6 0 R/Title(x)>>", "<</Kids[7 0 R 7 0 R]/Names[(a) 7 0 R]>>", "<</Kids[8 0 R 8 0 R]/Parent 8 0 R/T(x)>>", "<</K[9 0 R 9 0 R]>>")
		}, true},
		{"nested.pdf", func() []byte {
			d := ""
			for i := range 100 {
				d = string(pdfOf("<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(a)3 0 R]>>>>>>", "<</Type/Pages/Kids[]/Count 0>>",
					"<</Type/Filespec/F(a.pdf)/EF<</F 4 0 R>>>>", stream("/Type/EmbeddedFile/Filter/FlateDecode", flate(1, d)), fmt.Sprintf("<</S/URI/URI(http://a.example/%d)>>", i)))
			}
			return pdfPage("/Annots[6 0 R]", "<</Type/Annot/Subtype/FileAttachment/FS<</F(a.pdf)/EF<</F 7 0 R>>>>>>", stream("", d))
		}, true},

		{"groups.rtf", func() []byte {
			return []byte(`{\rtf1 ` + times(8*mega/scale, "{") + times(8*mega/scale, "}") + afterBomb + "}")
		}, true},
		{"fields.rtf", func() []byte {
			return []byte(`{\rtf1 ` + times(mega/scale, `{\field{\*\fldinst HYPERLINK "`) + times(2*mega/scale, "}") + afterBomb + "}")
		}, true},
		{"object.rtf", func() []byte {
			return []byte(`{\rtf1 {\object\objemb{\*\objdata ` + times(16*mega/scale, "d0cf11e0") + `}}` + afterBomb + "}")
		}, true},
		{"bin.rtf", func() []byte { return []byte(`{\rtf1 ` + times(mega/scale, `{\bin99999999999 `) + afterBomb) }, false},
		{"fonts.rtf", func() []byte {
			return []byte(`{\rtf1 {\fonttbl` + times(mega/scale, `{\f1\fcharset204 x;}`) + `}` + times(mega/scale, `\f1\'e6`) + ` ` + afterBomb + "}")
		}, true},
		{"tnef.dat", func() []byte {
			return []byte("\x78\x9f\x3e\x22\x01\x00" + times(mega/scale, "\x02\x05\x90\x06\x00\xff\xff\xff\x7f"))
		}, false},
		{"warc.warc", func() []byte {
			r := "WARC/1.0\r\nWARC-Type: response\r\nContent-Type: application/http;msgtype=response\r\nContent-Length: "
			return []byte(r + "40\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFF\r\n\r\n\r\n" + r + "20\r\n\r\n" + afterBomb + "\r\n\r\n" + r + "99999999999999\r\n\r\n" + times(mega, "X: y\r\n"))
		}, true},
	}
}

// overlapping returns a zip file with n entries in the directory for the same member, and
// one for a member with afterBomb.
func overlapping(n int, text string) []byte {
	d := zipOf("a", text, "last.txt", afterBomb)
	at := bytes.Index(d, []byte("PK\x01\x02"))
	next := at + bytes.Index(d[at+1:], []byte("PK\x01\x02")) + 1
	end := bytes.LastIndex(d, []byte("PK\x05\x06"))
	first, last := string(d[at:next]), string(d[next:end])
	size := len(last) + n*len(first)
	tail := bytes.Clone(d[end:])
	put := func(at, n int, v int) {
		for i := range n {
			tail[at+i] = byte(v >> (8 * i))
		}
	}
	put(8, 2, n+1)
	put(10, 2, n+1)
	put(12, 4, size)
	return append(append(d[:at:at], last+times(n, first)...), tail...)
}
