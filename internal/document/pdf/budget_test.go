package pdf

import (
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/documenttest"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
)

// TestBudget checks that a page whose content exceeds the budget leaves some of it to the next
// page, and that pages of this kind leave enough for all links.
func TestBudget(t *testing.T) {
	const bombs = 40
	var b, kids strings.Builder
	page := func(num int, more string) {
		fmt.Fprintf(&kids, "%d 0 R ", num)
		fmt.Fprintf(&b, "%d 0 obj <</Type/Page/Parent 2 0 R/Resources<</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>>%s>> endobj\n", num, more)
	}
	page(10, "/Contents 4 0 R")
	page(11, "/Contents 5 0 R")
	for i := range bombs {
		page(12+i, "/Contents 4 0 R")
	}
	page(12+bombs, "/Annots[6 0 R]")
	source := "1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj\n2 0 obj <</Type/Pages/Kids[" + kids.String() + "]>> endobj\n" + b.String() +
		"4 0 obj <<>>\nstream\n" + strings.Repeat(" ", 2<<20) + "\nendstream endobj\n" +
		"5 0 obj <<>>\nstream\nBT /F 9 Tf 9 9 Td (http://text.example/) Tj ET\nendstream endobj\n" +
		"6 0 obj <</Subtype/Link/Rect[0 0 1 1]/A<</S/URI/URI(http://link.example/)>>>> endobj\ntrailer <</Root 1 0 R>>"
	data := pdftest.Make(source, pdftest.Form{Filters: []string{"FlateDecode"}})
	const most = 3 << 20
	env := &document.Env{Budget: documenttest.NewBudget(), Note: func(document.Defect, string) {}}
	env.Budget.Take(document.FreeBytes - most)
	r := Open(document.NewStore(data), env)
	var got strings.Builder
	for {
		p, err := r.Next()
		if err != nil {
			break
		}
		text, _ := io.ReadAll(p.Content)
		got.Write(text)
	}
	for _, url := range [...]string{"http://text.example/", "http://link.example/"} {
		if !strings.Contains(got.String(), url) {
			t.Errorf("%s is not found in %q", url, got.String())
		}
	}
	if left := env.Budget.Left(); left <= 0 || left >= most {
		t.Errorf("%d bytes are left", left)
	}
}

// TestManyParts checks that an object has a limited number of parts, and that those of other
// objects are read.
func TestManyParts(t *testing.T) {
	source := "1 0 obj <</Type/Catalog/OpenAction[" + strings.Repeat("<</URI(a)>>", maxParts+9) + "]>> endobj\n" +
		"2 0 obj <</S/URI/URI(http://b.example/)>> endobj\ntrailer <</Root 1 0 R>>"
	env := &document.Env{Budget: document.NewBudget(), Note: func(document.Defect, string) {}}
	env.Budget.Grant(int64(len(source)))
	r := Open(document.NewStore(pdftest.Make(source, pdftest.Form{})), env)
	n, last := 0, ""
	for p, err := r.Next(); err == nil; p, err = r.Next() {
		text, _ := io.ReadAll(p.Content)
		n, last = n+1, string(text)
	}
	if n != maxParts+1 || last != "http://b.example/" {
		t.Errorf("%d parts, the last one is %q", n, last)
	}
}

// TestRepeated checks that a content stream is read once for each page, unless it is short.
func TestRepeated(t *testing.T) {
	const file = `1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R 7 0 R]>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/Contents[4 0 R 5 0 R 6 0 R 5 0 R 4 0 R]/Resources 8 0 R>> endobj
4 0 obj <<>>
stream
BT /F 9 Tf 9 9 Td (http://long.example/ in a stream of more than 64 bytes) Tj ET
endstream endobj
5 0 obj <<>>
stream
1 0 0 1 0 20 cm BT /F 9 Tf (http://short.example/) Tj
endstream endobj
6 0 obj <<>>
stream
0 -100 TD ET
endstream endobj
7 0 obj <</Type/Page/Parent 2 0 R/Contents 4 0 R/Resources 8 0 R>> endobj
8 0 obj <</Font<</F<</Type/Font/Subtype/Type1/BaseFont/Courier>>>>>> endobj
trailer <</Root 1 0 R>>`
	got := documenttest.Read(t, Open, pdftest.Make(file, pdftest.Form{}))
	if strings.Count(got, "long.example") != 2 || strings.Count(got, "short.example") != 2 {
		t.Error(got)
	}
}
