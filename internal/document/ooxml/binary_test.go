package ooxml

import (
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/zipfile/ziptest"
)

// u32 returns numbers in 4 bytes each.
func u32(n ...uint32) string {
	var b []byte
	for _, n := range n {
		b = binary.LittleEndian.AppendUint32(b, n)
	}
	return string(b)
}

// units returns a string in UTF-16.
func units(s string) string {
	var b []byte
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// wideString returns a string with its length.
func wideString(s string) string { return u32(uint32(len(utf16.Encode([]rune(s))))) + units(s) }

// token returns a string in a formula.
func token(s string) string { return "\x17" + string(rune(len(s))) + "\x00" + units(s) }

// record returns a record of a binary workbook.
func record(kind int, data string) string {
	var b []byte
	for _, n := range [...]int{kind, len(data)} {
		for ; n >= 0x80; n >>= 7 {
			b = append(b, byte(n)|0x80)
		}
		b = append(b, byte(n))
	}
	return string(b) + data
}

// TestBinary reads a workbook in the binary format: shared strings, cells, a formula, a
// link, a comment, and a record that is not known.
func TestBinary(t *testing.T) {
	formula := token("http://") + token("f.example/") + "\x08" + token("label") + "\x42\x02\x67\x01" + token("http://g.example/")
	members := []string{
		"[Content_Types].xml", "<Types/>",
		"_rels/.rels", `<Relationships><Relationship Id="r1" Type="http://type.example/officeDocument" Target="xl/workbook.bin"/></Relationships>`,
		"xl/workbook.bin", record(156, u32(0, 1)+wideString("r1")+wideString("Sheet")) + record(999, wideString("x http://unknown.example/ y")),
		"xl/_rels/workbook.bin.rels", `<Relationships><Relationship Id="r1" Type="http://type.example/worksheet" Target="worksheets/sheet1.bin"/></Relationships>`,
		"xl/sharedStrings.bin", record(19, "\x00"+wideString("http://shared.example/ü")) + record(19, "\x00"+wideString("click")),
		"xl/worksheets/sheet1.bin", record(0, u32(6)) + record(7, u32(1, 0, 0)) + record(7, u32(2, 0, 1)) + record(6, u32(27, 0)+wideString("http://cell.example/")) +
			record(8, u32(4, 0)+wideString("label")+"\x00\x00"+u32(uint32(len(formula)))+formula) +
			record(494, u32(6, 6, 2, 2)+wideString("h1")+wideString("")+wideString("http://tip.example/")+wideString("shown")) +
			record(494, u32(8, 8, 0, 0)+wideString("h2")+wideString("")+wideString("")+wideString("shown")),
		"xl/worksheets/_rels/sheet1.bin.rels", `<Relationships><Relationship Id="h1" Type="http://type.example/hyperlink" Target="http://link.example/1" TargetMode="External"/>
<Relationship Id="h2" Type="http://type.example/hyperlink" Target="http://link.example/2" TargetMode="External"/>
<Relationship Id="c" Type="http://type.example/comments" Target="../comments1.bin"/></Relationships>`,
		"xl/comments1.bin", record(635, u32(0, 2, 2, 3, 3)) + record(637, "\x00"+wideString("http://comment.example/")),
	}
	const want = `text xl/worksheets/sheet1.bin Sheet!B7: "http://shared.example/ü\n"
target xl/worksheets/sheet1.bin Sheet!C7 (hyperlink) "click": "http://link.example/1"
text xl/worksheets/sheet1.bin Sheet!AB7: "http://cell.example/\n"
text xl/worksheets/sheet1.bin Sheet!E7: "http://f.example/\nhttp://g.example/\n"
text xl/worksheets/sheet1.bin Sheet: "http://tip.example/\n"
target xl/worksheets/sheet1.bin Sheet!A9 (hyperlink) "shown": "http://link.example/2"
text xl/comments1.bin Sheet!D3: "http://comment.example/\n"
text xl/workbook.bin: "x http://unknown.example/ y\n"
`
	if got := ziptest.Read(t, open, members...); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	documenttest.Damage(t, open, ziptest.Make(t, members...))
}

// TestEntities checks that entities are not expanded.
func TestEntities(t *testing.T) {
	data := ziptest.Make(t, "[Content_Types].xml", "<Types/>", "word/document.xml",
		`<!DOCTYPE a [<!ENTITY a "http://a.example/"><!ENTITY b "&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]><w:p><w:t>&b;&c;</w:t></w:p>`)
	got := documenttest.Read(t, open, data)
	if !strings.Contains(got, `"&b;&c;\n"`) || strings.Contains(got, "a.example") {
		t.Error(got)
	}
}

func BenchmarkSheet(b *testing.B) {
	row := `<row r="7" spans="1:3"><c r="A7" s="1" t="s"><v>0</v></c><c r="B7"><v>3.25</v></c><c r="C7"><f>B7*2</f><v>6.5</v></c></row>`
	xml := "<worksheet><sheetData>" + strings.Repeat(row, 20_000) + "</sheetData></worksheet>"
	benchmark(b, len(xml), "_rels/.rels", "", "xl/workbook.xml", `<sheets><sheet name="S" r:id="1"/></sheets>`, "xl/_rels/workbook.xml.rels", `<Relationship Id="1" Target="worksheets/sheet1.xml"/>`,
		"xl/sharedStrings.xml", "<si><t>http://a.example/</t></si>", "xl/worksheets/sheet1.xml", xml)
}

func BenchmarkText(b *testing.B) {
	xml := strings.Repeat(`<w:p w:rsidR="00A77427"><w:pPr><w:pStyle w:val="a"/></w:pPr><w:r><w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Some text and http://a.</w:t></w:r><w:r><w:t>example/ in it.</w:t></w:r></w:p>`, 10_000)
	benchmark(b, len(xml), "_rels/.rels", "", "word/document.xml", xml)
}

func benchmark(b *testing.B, size int, members ...string) {
	data := ziptest.Make(b, members...)
	b.SetBytes(int64(size))
	b.ReportAllocs()
	for b.Loop() {
		budget := document.NewBudget()
		budget.Grant(1 << 30)
		r := open(document.NewStore(data), &document.Env{Budget: budget, Note: func(d document.Defect, s string) { b.Fatal(d, s) }})
		for {
			p, err := r.Next()
			if err != nil {
				break
			}
			io.Copy(io.Discard, p.Content)
		}
	}
}
