package planted_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/testing/planted"
)

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
				"name": d.Name, "member": d.Member, "cell": d.Cell, "relation": d.Relation, "label": label,
				"page": fmt.Sprint(d.Page), "slide": fmt.Sprint(d.Slide), "object": fmt.Sprint(d.Object),
			}[key]
		})
	}
	return w
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
