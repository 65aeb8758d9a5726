package extract

import (
	"archive/zip"
	"bytes"
	"compress/zlib"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A bomb is a document that makes a careless reader take much time or memory.
type bomb struct {
	name string
	data func() []byte
	last bool // whether afterBomb is found: the budget, or the format, may end before it
}

// afterBomb is a URL at the end of a bomb.
const afterBomb = "http://last.example/"

// TestDocumentBombs checks that documents that expand, or that refer to themselves, are read
// in bounded memory, and that the URL after the bomb is found. With
// URLGREP_TEST_BOMBS=DIR the documents are written to DIR.
func TestDocumentBombs(t *testing.T) {
	if effort.Race {
		t.Skip("the race detector has memory of its own")
	}
	const most = 128 << 20
	defer debug.SetGCPercent(debug.SetGCPercent(20))
	for _, b := range bombs() {
		t.Run(b.name, func(t *testing.T) {
			data := b.data()
			if dir := os.Getenv("URLGREP_TEST_BOMBS"); dir != "" {
				if err := os.WriteFile(filepath.Join(dir, b.name), data, 0o666); err != nil {
					t.Fatal(err)
				}
			}
			peak := watchMemory(t)
			began, found, n := time.Now(), false, 0
			s := NewScanner(bytes.NewReader(data), &Options{Documents: documents.All()})
			for s.Scan() {
				n++
				found = found || string(s.URL()) == afterBomb
			}
			took := time.Since(began)
			if s.Err() != nil || b.last && !found {
				t.Errorf("%s is found: %v, %d URLs, with error %v", afterBomb, found, n, s.Err())
			}
			memory := peak()
			if memory > most {
				t.Errorf("%d MB of memory for %d bytes", memory>>20, len(data))
			}
			t.Logf("%d bytes: %v, %d MB, %d URLs", len(data), took.Round(time.Millisecond), memory>>20, n)
		})
	}
}

// watchMemory returns a function that returns the largest live heap since the call, less what
// was live before.
func watchMemory(t *testing.T) func() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	debug.FreeOSMemory()
	metrics.Read(sample)
	before := sample[0].Value.Uint64()
	stop, peak := make(chan bool), make(chan uint64)
	go func() {
		tick := time.NewTicker(2 * time.Millisecond)
		defer tick.Stop()
		most := before
		for {
			select {
			case <-tick.C:
				metrics.Read(sample)
				most = max(most, sample[0].Value.Uint64())
			case <-stop:
				peak <- most - before
				return
			}
		}
	}()
	return func() uint64 {
		stop <- true
		return <-peak
	}
}

// times returns text n times.
func times(n int, text string) string { return strings.Repeat(text, n) }

// zipOf returns a zip file of members: a name and a content each.
func zipOf(members ...string) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(members); i += 2 {
		m, err := w.Create(members[i])
		if err != nil {
			panic(err)
		}
		io.WriteString(m, members[i+1])
	}
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

const (
	officeTypes = `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`
	officeRels  = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="%s"/></Relationships>`
	wordSpace   = `xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"`
	wordLast    = `<w:p><w:r><w:t>` + afterBomb + `</w:t></w:r></w:p>`
	sheetSpace  = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"`
)

// docxOf returns a docx file with the text of a body, and more members.
func docxOf(body string, more ...string) []byte {
	return zipOf(append([]string{
		"[Content_Types].xml", officeTypes,
		"_rels/.rels", fmt.Sprintf(officeRels, "word/document.xml"),
		"word/document.xml", `<w:document ` + wordSpace + `><w:body>` + body + `</w:body></w:document>`,
	}, more...)...)
}

// xlsxOf returns an xlsx file with shared strings and the rows of a sheet.
func xlsxOf(shared, rows string) []byte {
	return zipOf(
		"[Content_Types].xml", officeTypes,
		"_rels/.rels", fmt.Sprintf(officeRels, "xl/workbook.xml"),
		"xl/workbook.xml", `<workbook `+sheetSpace+`><sheets><sheet name="S" sheetId="1" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="r2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
		"xl/sharedStrings.xml", `<sst `+sheetSpace+`>`+shared+`</sst>`,
		"xl/worksheets/sheet1.xml", `<worksheet `+sheetSpace+`><sheetData>`+rows+`</sheetData></worksheet>`,
	)
}

// odsOf returns an ods file with the rows of a table.
func odsOf(rows string) []byte {
	return zipOf("mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml",
		`<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet><table:table table:name="T">`+
			rows+`</table:table></office:spreadsheet></office:body></office:document-content>`)
}

// pdfOf returns a PDF file of objects, numbered from 1. The first is the catalog.
func pdfOf(objects ...string) []byte {
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	at := make([]int, len(objects))
	for i, o := range objects {
		at[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return b.Bytes()
}

// stream returns a stream object.
func stream(entries, data string) string {
	return fmt.Sprintf("<<%s/Length %d>>\nstream\n%s\nendstream", entries, len(data), data)
}

// flate returns data compressed several times.
func flate(levels int, data string) string {
	for range levels {
		var b bytes.Buffer
		w := zlib.NewWriter(&b)
		io.WriteString(w, data)
		w.Close()
		data = b.String()
	}
	return data
}

// many returns n objects.
func many(n int, object string) []string { return slices.Repeat([]string{object}, n) }

// references returns references to n objects.
func references(first, n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "%d 0 R ", first+i)
	}
	return b.String()
}

// pdfPage returns the first objects of a file with one page: its resources and contents, as
// the values of a dictionary. The next object has the number 4, with the annotation after the bomb.
func pdfPage(entries string, more ...string) []byte {
	return pdfOf(append([]string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R 5 0 R]/Count 2>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]" + entries + ">>",
		"<</Type/Annot/Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(" + afterBomb + ")>>>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 600 800]/Annots[4 0 R]>>",
	}, more...)...)
}
