package planted_test

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/testing/planted"
)

var update = flag.Bool("update", false, "write the lists in docs/documents.md")

const corpus = "../../../testdata/corpora/planted"

// TestPlaces checks that each planted URL is found, in its place, and that nothing else is: in a
// document with all places of its format, in the same document attached to a mail, and in a document for each place.
func TestPlaces(t *testing.T) {
	for _, table := range planted.Tables(t, corpus) {
		t.Run(table.Format, func(t *testing.T) {
			var all []*planted.Place
			for _, p := range table.Places {
				check(t, table, p.Name, []*planted.Place{p}, false)
				if !p.Alone {
					all = append(all, p)
				}
			}
			check(t, table, "all", all, false)
			check(t, table, "all, attached", all, true)
		})
	}
}

// TestDocumentation compares the lists in docs/documents.md with the tables.
func TestDocumentation(t *testing.T) {
	const file = "../../../docs/documents.md"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	const heading = "\n## Where URLs are found\n"
	before, rest, ok := strings.Cut(string(data), heading)
	_, after, ends := strings.Cut(rest, "\n## ")
	if !ok || !ends {
		t.Fatalf("%s has no section %q", file, heading)
	}
	page := before + heading + "\n" + planted.Markdown(planted.Tables(t, corpus)) + "\n## " + after
	if page == string(data) {
		return
	}
	if !*update {
		t.Fatalf("the lists in %s differ from the tables (go test ./internal/testing/planted -update)", file)
	}
	if err := os.WriteFile(file, []byte(page), 0o666); err != nil {
		t.Fatal(err)
	}
}

// check checks what is found in a document with some places.
func check(t *testing.T, table *planted.Table, name string, places []*planted.Place, attached bool) {
	t.Helper()
	data := table.Build(t, places)
	if dir := os.Getenv("URLGREP_PLANTED"); dir != "" {
		if err := os.WriteFile(filepath.Join(dir, table.Format+" "+strings.ReplaceAll(name, "/", "_")), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if attached {
		var b bytes.Buffer
		b.WriteString("From: joe@a.invalid\nContent-Type: application/octet-stream\nContent-Transfer-Encoding: base64\n\n")
		text := base64.StdEncoding.EncodeToString(data)
		for ; len(text) > 76; text = text[76:] {
			b.WriteString(text[:76] + "\n")
		}
		b.WriteString(text + "\n")
		data = b.Bytes()
	}
	var want, got []string
	for i, p := range places {
		for _, w := range p.Wants {
			want = append(want, w.At(i+1).String())
		}
	}
	note := func(n extract.Note) {
		if strings.Contains(n.Text, "damaged") {
			t.Errorf("%s: %s", name, n.Text)
		}
	}
	for m, err := range extract.Bytes(data, &extract.Options{Documents: documents.All(), Note: note}) {
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, found(&m).String())
		if !attached {
			checkParagraph(t, table.Format, name, data, &m)
		}
	}
	slices.Sort(want)
	slices.Sort(got)
	for _, s := range without(want, got) {
		t.Errorf("%s: missing: %s", name, s)
	}
	for _, s := range without(got, want) {
		t.Errorf("%s: extra: %s", name, s)
	}
}

// found returns a match as it is wanted.
func found(m *extract.Match) planted.Want {
	w := planted.Want{URL: m.URL, Kind: "text"}
	if m.Kind == extract.Attribute {
		w.Kind = "target"
	}
	label, _ := m.Label()
	if d := m.Document; d != nil {
		w.Place = d.Place()
		w.Fields = planted.Fields(w.Place, func(key string) string {
			return map[string]string{
				"name": d.Name, "member": d.Member, "cell": d.Cell, "origin": d.Origin, "relation": d.Relation, "label": label,
				"page": fmt.Sprint(d.Page), "slide": fmt.Sprint(d.Slide), "object": fmt.Sprint(d.Object),
			}[key]
		})
	}
	return w
}

// paragraphs has the beginnings of paragraphs in the formats that have numbers of paragraphs.
var paragraphs = map[string]*regexp.Regexp{
	"docx": regexp.MustCompile(`<\w+:p[ >/]`),
	"odt":  regexp.MustCompile(`<text:[ph][ >/]`),
	"rtf":  regexp.MustCompile(`\\par[^a-z]`),
}

var hostSyntax = regexp.MustCompile(`\bn(\d+)\.example`)

// checkParagraph checks the number of the paragraph of a match: it is that of a place in the member that has
// the host, or refers to a relationship with the number of the host.
func checkParagraph(t *testing.T, format, name string, data []byte, m *extract.Match) {
	t.Helper()
	begins := paragraphs[format]
	if begins == nil || m.Document.Name != "" {
		return
	}
	text, first := string(data), 1
	if m.Document.Member != "" {
		text, first = member(t, data, m.Document.Member), 0
	}
	host := hostSyntax.FindStringSubmatch(m.URL)
	if host == nil {
		t.Fatalf("%s: %s has no number", name, m.URL)
	}
	var all []int
	for _, at := range regexp.MustCompile(`\bn`+host[1]+`\.ex|"[a-z]`+host[1]+`"`).FindAllStringIndex(text, -1) {
		all = append(all, first+len(begins.FindAllStringIndex(text[:at[0]], -1)))
	}
	switch {
	case len(all) == 0 && format == "rtf": // in the digits of an object
		return
	case len(all) == 0: // in relationships that nothing refers to
		all = []int{0}
	}
	if !slices.Contains(all, m.Document.Paragraph) {
		t.Errorf("%s: %s is in paragraph %d, want one of %d", name, m.URL, m.Document.Paragraph, all)
	}
}

// member returns the text of a member of a zip file.
func member(t *testing.T, data []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := z.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(f)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// without returns the strings of a that are not in b, both sorted.
func without(a, b []string) (rest []string) {
	for _, s := range a {
		if i, ok := slices.BinarySearch(b, s); ok {
			b = slices.Delete(slices.Clone(b), i, i+1)
		} else {
			rest = append(rest, s)
		}
	}
	return rest
}
