package pdftext

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftest"
)

var update = flag.Bool("update", false, "write the texts into testdata/pages.txt")

// source returns a file of one page with a content and more objects. The page has the fonts H
// (Helvetica), C (Courier), T (Times) and X (object 10), the XObjects F and G (11, 12) and the
// property list P (13).
func source(content, objects string) string {
	return `1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources 8 0 R>> endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>> endobj
6 0 obj <</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>> endobj
7 0 obj <</Type/Font/Subtype/Type1/BaseFont/Times-Roman>> endobj
8 0 obj <</Font<</H 5 0 R/C 6 0 R/T 7 0 R/X 10 0 R>>/XObject<</F 11 0 R/G 12 0 R>>/Properties<</P 13 0 R>>>> endobj
` + objects + "\n4 0 obj <<>>\nstream\n" + content + "\nendstream endobj\ntrailer <</Root 1 0 R>>"
}

// open opens a file.
func open(t testing.TB, data []byte) *object.File {
	t.Helper()
	return openKeeping(t, data, false)
}

// openKeeping opens a file with an Env that has KeepBreaks.
func openKeeping(t testing.TB, data []byte, keep bool) *object.File {
	t.Helper()
	b := document.NewBudget()
	b.Grant(int64(len(data)))
	return object.Open(document.NewStore(data), &document.Env{Budget: b, Note: func(document.Defect, string) {}, KeepBreaks: keep})
}

// read returns the text of all pages, of which the first has links.
func read(t testing.TB, f *object.File, links []Link) string {
	t.Helper()
	if f == nil {
		return ""
	}
	var b strings.Builder
	r, pages := New(f), f.Pages()
	for p := pages.Next(); p != nil; p = pages.Next() {
		r.Page(p, links, nil)
		links = nil
		for {
			text, ok := r.Next()
			if !ok {
				break
			}
			if !utf8.Valid(text.Content) || len(text.Content) == 0 {
				t.Errorf("the text is %q", text.Content)
			}
			b.Write(text.Content)
		}
	}
	return b.String()
}

// parseLinks parses lines of rectangles and a target, which has "+" for a space.
func parseLinks(t testing.TB, text string) (links []Link) {
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		l := Link{Target: strings.ReplaceAll(fields[len(fields)-1], "+", " ")}
		for n := fields[:len(fields)-1]; len(n) >= 4; n = n[4:] {
			var r [4]float64
			if _, err := fmt.Sscan(strings.Join(n[:4], " "), &r[0], &r[1], &r[2], &r[3]); err != nil {
				t.Fatalf("%q: %v", line, err)
			}
			l.Rects = append(l.Rects, r)
		}
		links = append(links, l)
	}
	return links
}

// TestPages reads the pages in testdata/pages.txt: "== " begins a page, and "-- " a section
// of it. Trailing line breaks of the text do not count.
func TestPages(t *testing.T) {
	file, err := os.ReadFile("testdata/pages.txt")
	if err != nil {
		t.Fatal(err)
	}
	head, cases, _ := strings.Cut(string(file), "\n== ")
	var out strings.Builder
	out.WriteString(head)
	for _, c := range strings.Split(cases, "\n== ") {
		name, c, _ := strings.Cut(c, "\n")
		sections := map[string]string{}
		for _, s := range strings.Split("\n"+c, "\n-- ")[1:] {
			kind, text, _ := strings.Cut(s, "\n")
			sections[kind] = strings.Trim(text, "\n")
		}
		links := parseLinks(t, sections["links"])
		f := open(t, pdftest.Make(source(sections["content"], sections["objects"]), pdftest.Form{}))
		text := strings.Trim(read(t, f, links), "\n")
		labels := ""
		for _, l := range links {
			labels += fmt.Sprintf("%s %q", l.Target, l.Label)
			if l.Joined {
				labels += " joined"
			}
			labels += "\n"
		}
		labels = strings.TrimSuffix(labels, "\n")
		if want := sections["text"]; text != want && !*update {
			t.Errorf("%s:\n%s\nwant:\n%s", name, text, want)
		}
		if want := sections["labels"]; labels != want && !*update {
			t.Errorf("%s: labels:\n%s\nwant:\n%s", name, labels, want)
		}
		sections["text"], sections["labels"] = text, labels
		fmt.Fprintf(&out, "\n== %s\n", name)
		for _, kind := range [...]string{"objects", "links", "content", "text", "labels"} {
			if sections[kind] != "" || kind == "text" {
				fmt.Fprintf(&out, "-- %s\n%s\n", kind, sections[kind])
			}
		}
	}
	if *update {
		if err := os.WriteFile("testdata/pages.txt", []byte(out.String()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// TestKeepBreaks checks that no line break is removed or inserted with Env.KeepBreaks: not in a
// URL over full lines, after a letterhead or in a link.
func TestKeepBreaks(t *testing.T) {
	const content = `BT /H 10 Tf 12 TL 72 700 Td (see the pages at http://a.example/long/) ' (name/index.html of the project) ' (see) ' /C 10 Tf
(https://anna.example) ' (anna@gmail.example) ' /H 10 Tf (see the pages at http://b.example/long/) ' (name/index.html for) ' ET`
	links := []Link{
		{Rects: [][4]float64{{148, 626, 300, 638}}, Target: "http://b.example/long/"},
	}
	for keep, want := range map[bool]string{
		false: "see the pages at http://a.example/long/name/index.html of the project\nsee\nhttps://anna.example\nanna@gmail.example\nsee the pages at http://b.example/long/name/index.html for",
		true:  "see the pages at http://a.example/long/\nname/index.html of the project\nsee\nhttps://anna.example\nanna@gmail.example\nsee the pages at \n\nname/index.html for",
	} {
		f := openKeeping(t, pdftest.Make(source(content, ""), pdftest.Form{}), keep)
		if text := strings.Trim(read(t, f, slices.Clone(links)), "\n"); text != want {
			t.Errorf("%v:\n%s\nwant:\n%s", keep, text, want)
		}
	}
}
