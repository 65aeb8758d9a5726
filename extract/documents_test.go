package extract

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const documentsCorpus = "../testdata/corpora/documents/"

// A wantedURL is a line of want.txt: see its first lines.
type wantedURL struct {
	sign  byte // 0, '?', '-' or '+'
	url   string
	place []string // "key=value"
}

// TestDocuments checks the URLs in documents of many programs, their places, and that the
// offsets are in the file.
func TestDocuments(t *testing.T) {
	text, err := os.ReadFile(documentsCorpus + "want.txt")
	if err != nil {
		t.Fatal(err)
	}
	want, name := map[string][]wantedURL{}, ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case strings.HasSuffix(line, ":") && !strings.Contains(line, "/"):
			name = line[:len(line)-1]
		default:
			want[name] = append(want[name], parseWanted(t, line))
		}
	}
	files, err := os.ReadDir(documentsCorpus)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if f.Name() == "want.txt" || f.Name() == "README.md" {
			continue
		}
		t.Run(f.Name(), func(t *testing.T) {
			if want[f.Name()] == nil {
				t.Fatal("not in want.txt")
			}
			testDocument(t, filepath.Join(documentsCorpus, f.Name()), want[f.Name()])
		})
	}
}

// parseWanted parses a line of want.txt.
func parseWanted(t *testing.T, line string) (w wantedURL) {
	if line[1] == ' ' {
		w.sign, line = line[0], line[2:]
	}
	w.url, line, _ = strings.Cut(line, " ")
	for line != "" {
		key, value, _ := strings.Cut(line, "=")
		if q, err := strconv.QuotedPrefix(value); err == nil {
			line = strings.TrimSpace(value[len(q):])
			value, _ = strconv.Unquote(q)
		} else {
			value, line, _ = strings.Cut(value, " ")
		}
		if key == "" || value == "" {
			t.Fatalf("%s: no key or no value", w.url)
		}
		w.place = append(w.place, key+"="+value)
	}
	return w
}

// placeOf returns the place of a match in its document as the fields of want.txt.
func placeOf(m *Match) (place []string) {
	d := m.Document
	if d == nil {
		return nil
	}
	label, _ := m.Label()
	for _, f := range [...]struct{ key, value string }{
		{"format", d.Format}, {"name", d.Name}, {"member", d.Member}, {"cell", d.Cell}, {"relation", d.Relation}, {"label", strings.TrimSpace(label)},
		{"page", fmt.Sprint(d.Page)}, {"slide", fmt.Sprint(d.Slide)},
	} {
		place = append(place, f.key+"="+f.value)
	}
	return place
}

func testDocument(t *testing.T, path string, want []wantedURL) {
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for m, err := range Bytes(data, nil) {
		if err != nil {
			t.Fatal(err)
		}
		if m.Offset < 0 || m.Offset >= m.End || m.End > int64(len(data)) {
			t.Errorf("%s is at %d to %d, but there are %d bytes", m.URL, m.Offset, m.End, len(data))
		}
		place := placeOf(&m)
		i, at := -1, -1 // of the line for the match, or of one for the URL elsewhere
		for k, w := range want {
			if w.url != m.URL {
				continue
			}
			at = k
			if !slices.ContainsFunc(w.place, func(f string) bool { return !slices.Contains(place, f) }) && (i < 0 || want[i].sign == '?') {
				i = k
			}
		}
		switch {
		case i < 0 && at < 0:
			t.Errorf("extra: %s %s", m.URL, place)
			continue
		case i < 0:
			t.Errorf("%s is at %s, want %s", m.URL, place, want[at].place)
			i = at
		case want[i].sign == '-':
			t.Errorf("%s is found, against want.txt", m.URL)
		}
		want = slices.Delete(slices.Clone(want), i, i+1)
	}
	for _, w := range want {
		if w.sign == 0 || w.sign == '+' {
			t.Errorf("missing: %s %s", w.url, w.place)
		}
	}
}
