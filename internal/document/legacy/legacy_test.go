package legacy

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/cfb/cfbtest"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/link"
)

func open(s *document.Store, env *document.Env) document.Reader {
	f := cfb.Open(s, env)
	if f == nil {
		return nil
	}
	return New(f, env)
}

func u16(v ...int) string {
	var p []byte
	for _, n := range v {
		p = binary.LittleEndian.AppendUint16(p, uint16(n))
	}
	return string(p)
}

func u32(v ...int) string {
	var p []byte
	for _, n := range v {
		p = binary.LittleEndian.AppendUint32(p, uint32(n))
	}
	return string(p)
}

func inUTF16(s string) string {
	var p []byte
	for _, c := range utf16.Encode([]rune(s)) {
		p = binary.LittleEndian.AppendUint16(p, c)
	}
	return string(p)
}

// hyperlink returns a hyperlink object with a URL moniker.
func hyperlink(url, location string) string {
	flags, after := 3, ""
	if location != "" {
		flags |= 8
		after = u32(len(location)+1) + inUTF16(location+"\x00")
	}
	return link.StdLink + u32(2, flags) + link.URLMoniker + u32(2*len(url)+2) + inUTF16(url+"\x00") + after
}

// doc97 returns a .doc with pieces, the ones in wide with two bytes for a character.
func doc97(flags int, pieces ...string) []byte {
	fib := []byte(strings.Repeat("\x00", 512))
	binary.LittleEndian.PutUint16(fib, word97)
	binary.LittleEndian.PutUint16(fib[2:], 0xC1)
	binary.LittleEndian.PutUint16(fib[fibFlags:], uint16(flags))
	cps, pcds, at := u32(0), "", 0
	body := string(fib)
	for i, p := range pieces {
		fc := len(body)
		at += len(utf16.Encode([]rune(p)))
		cps += u32(at)
		if i%2 == 0 {
			pcds += u16(0) + u32(2*fc|1<<30) + u16(0)
			body += p
		} else {
			pcds += u16(0) + u32(fc) + u16(0)
			body += inUTF16(p)
		}
	}
	clx := "\x01\x02\x00ab\x02" + u32(len(cps)+len(pcds)) + cps + pcds
	assoc := u16(0xFFFF, 2, 0, 0, 18) + inUTF16("http://t.example/d")
	raw := []byte(body)
	copy(raw[fibClx:], u32(0, len(clx)))
	copy(raw[fibAssoc:], u32(len(clx), len(assoc)))
	return cfbtest.File(
		cfbtest.Stream{Path: "WordDocument", Data: string(raw)},
		cfbtest.Stream{Path: "0Table", Data: clx + assoc},
		cfbtest.Stream{Path: "Data", Data: "x" + hyperlink("http://a.example/", "") + hyperlink("http://shape.example/", "top")},
	)
}

var sampleDoc = doc97(0, "see \x13 HYPERLINK \"http://a.example/\" \x14the ", "label \u20AC\x15 and\x07", "\x13HYPERLINK \"http://b.example/\"\x14b.example\x15.\r", "\x13 INCLUDEPICTURE \"\x13 X \x14http://c.example/\x15\" \\d \x14\x01\x15 footnote\r\x13 HYPERLINK http://d.example/")

// biff returns a record.
func biff(kind int, body ...string) string {
	s := strings.Join(body, "")
	return u16(kind, len(s)) + s
}

func xls8() []byte {
	sst := u32(3, 3) + u16(8) + "\x00http://w" + u16(12) + "\x00http"
	globals := biff(recBOF, u16(0x600, 5), u32(0, 0)) + biff(recSheet, u32(0), u16(0), "\x05\x00Sheet") +
		biff(recSST, sst) + biff(recContinue, "\x01", inUTF16("://wide\u20AC"), u16(11), "\x08", u16(1)) + biff(recContinue, "\x00http://r/r/", u32(0)) +
		biff(recSupBook, u16(0, 19), "\x00\x01\x05\x10http://x.example") +
		biff(0x876, "\x01", inUTF16("\x01 http://query.example/q"), "\x00\x00") +
		biff(recEOF)
	at := len(globals)
	globals = strings.Replace(globals, u32(0)+u16(0)+"\x05\x00Sheet", u32(at)+u16(0)+"\x05\x00Sheet", 1)
	formula := "\x17\x10\x00http://f.example\x17\x05\x00shown\x42\x02\x67\x01"
	joined := "\x17\x05\x00http:\x17\x06\x01" + inUTF16("//join") + "\x19\x40\x00\x01\x08\x17\x02\x00ed\x08\x17\x06\x00/a.exa\x17\x04\x00mple\x42\x02\x50\x01\x08\x15\x42\x01\x67\x01"
	sheet := biff(recBOF, u16(0x600, 16), u32(0, 0)) +
		biff(recLabelSST, u16(6, 1, 0), u32(0)) +
		biff(recLabelSST, u16(7, 27, 0), u32(1)) +
		biff(recFormula, u16(8, 2, 0), strings.Repeat("\x00", 14), u16(len(formula)), formula) +
		biff(recString, u16(5), "\x00shown") +
		biff(recLabel, u16(9, 0, 0), u16(5), "\x00label") +
		biff(recLink, u16(9, 9, 0, 0), hyperlink("http://h.example/", "A1")) +
		biff(recLink, u16(6, 6, 1, 1), hyperlink("http://w", "")) +
		biff(recLink, u16(20, 20, 1, 1), hyperlink("http://i.example/", "")) +
		biff(recFormula, u16(30, 0, 0), strings.Repeat("\x00", 14), u16(len(joined)), joined) +
		biff(recShapeProps, "http://namespace.example/") +
		biff(recObject, u16(0x15, 0x12, 6, 1), strings.Repeat("\x00", 14)) +
		biff(recTextObject, strings.Repeat("\x00", 10), u16(10), "\x00\x00") + biff(recContinue, "\x00note://n/n") +
		biff(recObject, u16(0x15, 0x12, 25, 2), strings.Repeat("\x00", 14)) +
		biff(recTextObject, strings.Repeat("\x00", 10), u16(16), "\x00\x00") + biff(recContinue, "\x00note://") + biff(recContinue, "\x01", inUTF16("comment/x")) +
		biff(recNote, u16(1, 2, 0, 2), u16(1), "\x00A") +
		biff(0x1BE, u32(0), u16(1), "\x00\x00", u16(17), "\x00http://prompt.exa", u16('%'), "\x00"+strings.Repeat("%", '%')) +
		biff(recEOF)
	return cfbtest.File(cfbtest.Stream{Path: "Workbook", Data: globals + sheet})
}

func xls5() []byte {
	return cfbtest.File(cfbtest.Stream{Path: "Book", Data: biff(recBOF, u16(0x500, 5)) +
		biff(recSheet, u32(40), u16(0), "\x01S") + strings.Repeat("\x00\x00\x00\x00", 4) + biff(recEOF) +
		biff(recBOF, u16(0x500, 16)) + biff(recLabel, u16(0, 0, 0), u16(8), "http://a") + biff(recEOF)})
}

// ppt returns a record of .ppt; one with a negative kind is a container.
func ppt1(kind, inst int, body ...string) string {
	s := strings.Join(body, "")
	v := inst << 4
	if kind < 0 {
		kind, v = -kind, v|isContainer
	}
	return u16(v, kind) + u32(len(s)) + s
}

func ppt97() []byte {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	w.Write([]byte("an object"))
	w.Close()
	info := func(id int) string { return ppt1(-pptInfo, 0, ppt1(pptInfoAtom, 0, u32(0, id, 0, 0))) }
	main := ppt1(-pptDocument, 0,
		ppt1(-0x409, 0,
			ppt1(-pptLink, 0, ppt1(pptLinkAtom, 0, u32(1)), ppt1(pptCString, 0, inUTF16("friendly")), ppt1(pptCString, 1, inUTF16("http://a.example/")), ppt1(pptCString, 3, inUTF16("top"))),
			ppt1(-pptLink, 0, ppt1(pptLinkAtom, 0, u32(2)), ppt1(pptCString, 1, inUTF16("http://b.example/"))),
			ppt1(-pptLink, 0, ppt1(pptLinkAtom, 0, u32(3)), ppt1(pptCString, 1, inUTF16("http://c.example/")))),
		ppt1(-pptSlideList, 0, ppt1(pptSlidePlace, 0, u32(8, 0, 0, 257, 0)), ppt1(pptSlidePlace, 0, u32(7, 0, 0, 256, 0)), ppt1(pptTextBytes, 0, "http://outline.example/")))
	slide := ppt1(-pptSlide, 0,
		ppt1(-0xF00D, 0, ppt1(pptTextChars, 0, inUTF16("see b.example/ or\rthis")), info(2), ppt1(pptTextLink, 0, u32(4, 14)), info(1), ppt1(pptTextLink, 0, u32(18, 22))),
		info(1))
	notes := ppt1(-pptNotes, 0, ppt1(pptNotesAtom, 0, u32(257, 0)), ppt1(pptTextBytes, 0, "http://note.example/"))
	return cfbtest.File(cfbtest.Stream{Path: "PowerPoint Document", Data: main + slide + notes +
		ppt1(pptObject, 1, u32(9), z.String()) +
		ppt1(pptDirectory, 0, u32(7|1<<20, len(main)))})
}

func propertySet(props ...string) string {
	head := u16(0xFFFE, 0) + strings.Repeat("\x00", 20) + u32(1) + strings.Repeat("f", 16) + u32(48)
	index, body := "", ""
	for i := 0; i < len(props); i += 2 {
		index += props[i] + u32(8+8*len(props)/2+len(body))
		body += props[i+1]
	}
	return head + u32(8+len(index)+len(body), len(props)/2) + index + body
}

func compound() []byte {
	hlinks := u32(12) + strings.Repeat(u32(3, 0), 4) + u32(31, 9) + inUTF16("http://h\x00") + "\x00\x00" + u32(31, 2) + inUTF16("p\x00") +
		strings.Repeat(u32(3, 0), 4) + u32(31, 9) + inUTF16("http://a\x00") + "\x00\x00" + u32(31, 1) + inUTF16("\x00") + "\x00\x00"
	name := func(id int, s string) string { return u32(id, len(s)) + s }
	return cfbtest.File(
		cfbtest.Stream{Path: "\x05SummaryInformation", Data: propertySet(u32(1), u32(2, 1251), u32(2), u32(30, 12)+"http://\xEF\xF0/x\x00")},
		cfbtest.Stream{Path: "\x05DocumentSummaryInformation", Data: propertySet(
			u32(0), u32(2)+name(2, linkBase+"\x00")+name(3, links+"\x00"),
			u32(2), u32(65, 18)+inUTF16("http://b/\x00"),
			u32(3), u32(65, len(hlinks))+hlinks)},
		cfbtest.Stream{Path: "Pool/\x01Ole10Native", Data: u32(60) + "\x02\x00n.txt\x00c:\\n.txt\x00\x00\x00\x03\x00" + u32(2) + "t\x00" + u32(4) + "file and more"},
		cfbtest.Stream{Path: "Pool/\x01Ole", Data: u32(1, 2) + link.URLMoniker + u32(18) + inUTF16("http://m\x00")},
		cfbtest.Stream{Path: "Pool/Package", Data: "PK\x03\x04 a zip file"},
		cfbtest.Stream{Path: "EncryptedPackage", Data: "x"},
	)
}

var samples = []struct {
	name string
	data []byte
	want string
}{
	{"doc", sampleDoc, `target WordDocument (attachedTemplate): "http://t.example/d"
target WordDocument (hyperlink) "the label €": "http://a.example/"
target WordDocument (hyperlink) "b.example": "http://b.example/"
text WordDocument: "see the label € and\t .\n"
target WordDocument (image): "http://c.example/"
text WordDocument: "footnote\n"
target WordDocument (hyperlink): "http://d.example/"
target WordDocument (hyperlink): "http://shape.example/#top"`},
	{"doc with superscript", markedDoc("see http://a.example/12.\r", 21, 23, "\x3E\x2A\x01\x48\x2A\x01"), `text WordDocument: "see http://a.example/ 12.\n"`},
	{"doc with raised text", markedDoc("http://a.example/b\x02http:\r", 17, 18, "\x26\xCA\x02ab\x45\x48\x0C\x00"), `text WordDocument: "http://a.example/ b http:\n"`},
	{"doc without superscript", markedDoc("see http://a.example/12.\r", 21, 23, "\x48\x2A\x01\x48\x2A\x02"), `text WordDocument: "see http://a.example/12.\n"`},
	{"doc with deleted text", markedDoc("see http://a.example/12.\r", 21, 22, "\x00\x08\x01"), `text WordDocument: "http://a.example/12.\nsee http://a.example/2.\n"`},
	{"doc with inserted text", markedDoc("see http://a.example/12.\r", 21, 22, "\x01\x08\x01"), `text WordDocument: "see http://a.example/12.\n"`},
	{"doc with changes that were reset", markedDoc("see http://a.example/12.\r", 21, 22, "\x00\x08\x01\x00\x08\x00"), `text WordDocument: "see http://a.example/12.\n"`},
	{"doc with a symbol", markedDoc("http://a.example/(b\r", 17, 18, "\x09\x6A\x01\x00\x28\xF0"), `text WordDocument: "http://a.example/ b\n"`},
	{"doc with a picture", markedDoc("http://a.example/\x01b\r", 0, 1, ""), `text WordDocument: "http://a.example/ b\n"`},
	{"ppt with superscript", raisedPPT("http://a.example/12 b34", 17, 0, 1, 30, 1, 30, 2, 0, 3, -30), `text PowerPoint Document: "http://a.example/ 12 b34\n"`},
	{"ppt with a shape", cfbtest.File(cfbtest.Stream{Path: "PowerPoint Document", Data: ppt1(-pptSlide, 0, sampleShape)}), `target PowerPoint Document (image): "http://picture.example/"
text PowerPoint Document: "of http://text.example/\nhttp://art.example/\n"`},
	{"xls with a shape", cfbtest.File(cfbtest.Stream{Path: "Workbook", Data: biff(recBOF, u16(0x600, 16)) + biff(recDrawing, ppt1(-0xF002, 0, ppt1(0xF008, 0, "abc"), ppt1(-0xF003, 0, sampleShape)))}), `target Workbook (image): "http://picture.example/"
text Workbook: "of http://text.example/\nhttp://art.example/\n"`},
	{"ppt of PowerPoint 95", cfbtest.File(cfbtest.Stream{Path: "PowerPoint Document", Data: u32(3, 0xFFFF, 99) + "\x07\x00http://a.example/\x00mailto:a@b.example\x00"}), `text PowerPoint Document: "http://a.example/\nmailto:a@b.example\n"`},
	{"encrypted doc", doc97(flagEncrypted, "http://a.example/"), `note: an encrypted document, not read: WordDocument`},
	{"xls", xls8(), `target Workbook (externalLink): "http://x.example"
text Workbook: "http://query.example/q\n"
target Workbook Sheet!B7 (hyperlink) "http://w": "http://w"
text Workbook Sheet!AB8: "http://wide€\n"
target Workbook Sheet!C9 (hyperlink) "shown": "http://f.example"
target Workbook Sheet!A10 (hyperlink) "label": "http://h.example/#A1"
text Workbook Sheet: "note://n/n\n"
text Workbook Sheet!C2: "note://comment/x\n"
text Workbook Sheet: "http://prompt.exa\n"
target Workbook Sheet!A31 (hyperlink): "http://joined/a.example"
target Workbook Sheet!B21 (hyperlink): "http://i.example/"
text Workbook: "http://r/r/\n"`},
	{"xls of Excel 5", xls5(), `text Book S!A1: "http://a\n"`},
	{"encrypted xls", cfbtest.File(cfbtest.Stream{Path: "Workbook", Data: biff(recBOF, u16(0x600, 5)) + biff(recFilePass, u16(1)) + biff(recLabel, u16(0, 0, 0), u16(8), "http://a")}), `note: an encrypted document, not read: Workbook`},
	{"ppt", ppt97(), `text PowerPoint Document slide 2: "http://outline.example/\n"
target PowerPoint Document slide 2 (hyperlink) "b.example/": "http://b.example/"
target PowerPoint Document slide 2 (hyperlink) "this": "http://a.example/#top"
target PowerPoint Document slide 2 (hyperlink) "friendly": "http://a.example/#top"
text PowerPoint Document slide 1: "http://note.example/\n"
file PowerPoint Document: "an object"
target PowerPoint Document (hyperlink): "http://c.example/"`},
	{"compound", compound(), `target [5]DocumentSummaryInformation (hyperlinkBase) base http://b/: "http://b/"
file Pool/[1]Ole10Native "n.txt" base http://b/: "file"
target Pool/[1]Ole (oleLink) base http://b/: "http://m"
file Pool/Package "Pool/Package" base http://b/: "PK\x03\x04 a zip file"
note: an encrypted document, not read: EncryptedPackage
text [5]SummaryInformation: "http://пр/x\n"
target [5]DocumentSummaryInformation (hyperlink) base http://b/: "http://h#p"
target [5]DocumentSummaryInformation (hyperlink) base http://b/: "http://a"`},
}

// markedDoc returns a .doc with a text, and properties of its characters from one offset to another.
func markedDoc(text string, from, to int, properties string) []byte {
	const at = 512 // of the text
	fib := []byte(strings.Repeat("\x00", at))
	binary.LittleEndian.PutUint16(fib, word97)
	binary.LittleEndian.PutUint16(fib[2:], 0xC1)
	page := []byte(u32(at, at+from, at+to, at+len(text)) + "\x00\x80\x00" + strings.Repeat("\x00", 512))[:512]
	page[256] = byte(len(properties))
	copy(page[257:], properties)
	page[511] = 3
	body := append(append(fib, text...), make([]byte, 512-len(text))...)
	pieces := "\x02" + u32(16) + u32(0, len(text)) + u16(0) + u32(2*at|1<<30) + u16(0)
	pages := u32(at, at+len(text), len(body)/pageSize)
	copy(body[fibClx:], u32(0, len(pieces)))
	copy(body[fibCharacters:], u32(len(pieces), len(pages)))
	return cfbtest.File(cfbtest.Stream{Path: "WordDocument", Data: string(body) + string(page)}, cfbtest.Stream{Path: "0Table", Data: pieces + pages})
}

// raisedPPT returns a .ppt with a text and its properties: a paragraph with two tab stops,
// and runs of characters with their positions.
func raisedPPT(text string, runs ...int) []byte {
	style := u32(len(text)+1) + u16(0) + u32(0x1<<11|tabStops) + u16(1, 2, 0, 0, 0, 0)
	for i := 0; i < len(runs); i += 2 {
		style += u32(runs[i], 0x000A0000) + u16(12, runs[i+1])
	}
	return cfbtest.File(cfbtest.Stream{Path: "PowerPoint Document", Data: ppt1(-pptSlide, 0, ppt1(pptTextBytes, 0, text), ppt1(pptTextStyle, 0, style))})
}

// shape returns properties of a shape with texts.
func shape(props ...any) string {
	head, data := "", ""
	for i := 0; i < len(props); i += 2 {
		text := inUTF16(props[i+1].(string) + "\x00")
		head += u16(0xC000|props[i].(int)) + u32(len(text))
		data += text
	}
	return ppt1(artProperties, len(props)/2, head+data)
}

var sampleShape = shape(artPicture, "http://picture.example/", artFill, "c:\\picture", 0x380, "http://name.example/", artDescription, "of http://text.example/", artWordArt, "http://art.example/")

func TestOpen(t *testing.T) {
	for _, c := range samples {
		var b strings.Builder
		for line := range strings.Lines(documenttest.Read(t, open, c.data)) {
			before, rest, ok := strings.Cut(line, " [")
			_, after, _ := strings.Cut(rest, "]")
			if !ok || strings.HasPrefix(line, "note") {
				before, after = line, ""
			}
			b.WriteString(before + after)
		}
		if got := strings.TrimSuffix(b.String(), "\n"); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

// TestCounted has texts of one byte and of two, with bytes before them.
func TestCounted(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"\x00\x01http://a.example/", "http://a.example/"},
		{"\x11\x00\x00http://a.example/%%", "http://a.example/"},
		{"\x17\x11\x00http://a.example/%%", "http://a.example/"},
		{"\x07\x00http://a.example/", "http://a.example/"},
		{u16(17) + inUTF16("http://a.example/9C"), "http://a.example/"},
		{u16(17) + "\x01" + inUTF16("http://a.example/9C"), "http://a.example/"},
		{u16('\t') + inUTF16("http://a.example/"), "http://a.example/"},
		{u16(' ') + inUTF16("http://a.example/and/a/path/after/it"), " http://a.example/and/a/path/after/it"},
		{u16(34) + inUTF16("http://a.example/and/a/path/after/") + u16(35) + inUTF16("http://b.example/and/a/path/after/it"), "http://a.example/and/a/path/after/"},
	} {
		p, width, mark := []byte(c.in), 1, "://"
		if strings.Contains(c.in, ":\x00") {
			width, mark = 2, ":\x00/\x00/\x00"
		}
		from := strings.Index(c.in, "h")
		if c.want[0] == ' ' {
			from -= 2
		}
		from, to := counted(p, from, len(p), []byte(mark), width)
		got := string(p[from:to])
		if width == 2 {
			got = strings.ReplaceAll(got, "\x00", "")
		}
		if got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

// TestNoDirectory reads a document that is cut off before its directory.
func TestNoDirectory(t *testing.T) {
	data := cfbtest.File(cfbtest.Stream{Path: "A", Data: strings.Repeat("\x00", 66<<10) + "http://a.example/\x00\x00\x00" + inUTF16("http://b.example/")})
	got := documenttest.Read(t, open, data[:67<<10])
	const want = "note: a damaged document, read as far as possible: directory\ntext [0:68608]: \"http://a.example/\\nhttp://b.example/\\n\"\n"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestDamage(t *testing.T) {
	for _, c := range samples {
		documenttest.Damage(t, open, c.data)
	}
}

func FuzzOpen(f *testing.F) {
	for _, c := range samples {
		f.Add(c.data)
	}
	documenttest.Fuzz(f, open)
}
