package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/extract"
)

func TestScore(t *testing.T) {
	want := []label{{"a:1", literal}, {"b:2", rejoined}}
	for name, c := range map[string]struct {
		want  []label
		found []string
		tally tally
	}{
		"all":                {want, []string{"b:2", "a:1"}, tally{1, 1, 2, 2, 2}},
		"twice is once":      {want, []string{"a:1", "b:2", "a:1"}, tally{1, 1, 2, 2, 2}},
		"one is missed":      {want, []string{"a:1"}, tally{1, 0, 2, 1, 1}},
		"one is too much":    {want, []string{"a:1", "b:2", "c:3"}, tally{1, 0, 2, 3, 2}},
		"another letter":     {want, []string{"A:1", "b:2"}, tally{1, 0, 2, 2, 1}},
		"nothing is found":   {want, nil, tally{1, 0, 2, 0, 0}},
		"nothing is there":   {nil, nil, tally{1, 1, 0, 0, 0}},
		"there was no label": {nil, []string{"a:1"}, tally{1, 0, 0, 1, 0}},
	} {
		if got := score(c.want, c.found); got != c.tally {
			t.Errorf("%s: got %+v, want %+v", name, got, c.tally)
		}
	}
}

func TestTally(t *testing.T) {
	for _, c := range []struct {
		tally                 tally
		precision, recall, f1 float64
	}{
		{tally{}, 1, 1, 1},
		{tally{1, 1, 4, 4, 4}, 1, 1, 1},
		{tally{1, 0, 4, 8, 2}, 0.25, 0.5, 1. / 3},
		{tally{1, 0, 4, 0, 0}, 1, 0, 0},
		{tally{1, 0, 0, 4, 0}, 0, 1, 0},
		{tally{1, 0, 3, 3, 3}.plus(tally{1, 0, 1, 5, 0}), 3. / 8, 3. / 4, 0.5},
	} {
		if p, r, f := c.tally.precision(), c.tally.recall(), c.tally.f1(); p != c.precision || r != c.recall || f != c.f1 {
			t.Errorf("%+v: got %v %v %v, want %v %v %v", c.tally, p, r, f, c.precision, c.recall, c.f1)
		}
	}
	if got, want := (tally{1, 2, 3, 4, 5}).plus(tally{10, 20, 30, 40, 50}), (tally{11, 22, 33, 44, 55}); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func TestURLs(t *testing.T) {
	if got, want := urls("a:1\r\n\n  b:2\nc:3"), []string{"a:1", "b:2", "c:3"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestShell(t *testing.T) {
	excerpts := []excerpt{{name: "a.txt", text: "a:1\nb:2\n"}, {name: "b c.txt"}}
	for _, command := range []string{"cat", "cat {}", "grep : {}"} {
		r, err := shell(command).run(excerpts)
		if err != nil {
			t.Errorf("%s: %v", command, err)
			continue
		}
		if want := []string{"a:1", "b:2"}; !slices.Equal(r.found[0], want) || r.found[1] != nil {
			t.Errorf("%s: got %q, want %q and nothing", command, r.found, want)
		}
	}
	if _, err := shell("exit 2").run(excerpts); err == nil {
		t.Error("exit 2: no error")
	}
}

// TestFigures finds the URLs of the excerpts with package extract, as the command does
// without options. No figure may be below that in the tables of README.md.
func TestFigures(t *testing.T) {
	page, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	excerpts, err := readExcerpts("testdata")
	if err != nil {
		t.Fatal(err)
	}
	r := result{about: "urlgrep", found: make([][]string, len(excerpts))}
	for i, e := range excerpts {
		for m, err := range extract.NewScanner(strings.NewReader(e.text), &extract.Options{Input: extract.InputAuto}).All() {
			if err != nil {
				t.Fatalf("%s/%s: %v", e.genre, e.name, err)
			}
			r.found[i] = append(r.found[i], m.URL)
		}
	}
	for _, s := range slices.Concat(totals(), genres(excerpts)) {
		got := row(r.about, r.tally(excerpts, s))
		_, table, ok := strings.Cut(string(page), "\n"+upper(s.name)+", ")
		_, was, found := strings.Cut(table, "\n| urlgrep |")
		was, _, _ = strings.Cut(was, "\n")
		if !ok || !found {
			t.Errorf("%s: no row of urlgrep in README.md", s.name)
			continue
		}
		is, want := figures(t, got), figures(t, "| urlgrep |"+was)
		for i := range is {
			if is[i] < want[i] {
				t.Errorf("%s: got %s, want at least that of README.md: %s", s.name, got, was)
				break
			}
		}
	}
}

// figures returns the numbers in the row of a table, after the name in its first cell.
func figures(t *testing.T, row string) []float64 {
	t.Helper()
	var list []float64
	for _, cell := range strings.Split(strings.Trim(row, "| "), " | ")[1:] {
		x, err := strconv.ParseFloat(strings.TrimSpace(cell), 64)
		if err != nil {
			t.Fatalf("%s: %v", row, err)
		}
		list = append(list, x)
	}
	if len(list) != 4 {
		t.Fatalf("%s: %d figures, want 4", row, len(list))
	}
	return list
}

func TestReplaceTables(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page")
	for _, c := range []struct{ page, want string }{
		{"a\n" + tablesOfExcerpts.begin + "old\n" + tablesOfExcerpts.end + "b\n", "a\n" + tablesOfExcerpts.begin + "\nnew\n" + tablesOfExcerpts.end + "b\n"},
		{"a\n" + tablesOfExcerpts.end + tablesOfExcerpts.begin, ""},
		{"a\n", ""},
	} {
		if err := os.WriteFile(file, []byte(c.page), 0o666); err != nil {
			t.Fatal(err)
		}
		err := replaceTables(file, tablesOfExcerpts, func(w io.Writer) error {
			_, err := io.WriteString(w, "new\n")
			return err
		})
		if (err != nil) != (c.want == "") {
			t.Errorf("%q: error %v", c.page, err)
		}
		if got, _ := os.ReadFile(file); err == nil && string(got) != c.want {
			t.Errorf("%q: got %q, want %q", c.page, got, c.want)
		}
	}
}

func TestTables(t *testing.T) {
	excerpts := []excerpt{
		{genre: "mail", name: "a.txt", urls: []label{{"a:1", literal}, {"b:2", literal}}},
		{genre: "mail", name: "b.eml", urls: []label{{"c:3", decoded}}, class: hard},
		{genre: "news", name: "a.txt"},
	}
	var out bytes.Buffer
	writeTables(&out, excerpts, []result{{"one", [][]string{{"a:1"}, {"c:3"}, nil}}})
	for _, want := range []string{
		"All excerpts, 3 excerpts with 3 URLs:\n\n| | excerpts exact | precision | recall | F1 |\n|---|---|---|---|---|\n| one | 2 | 1.000 | 0.667 | 0.800 |\n",
		"Without hard and arguable ones, 2 excerpts with 2 URLs:\n\n| | excerpts exact | precision | recall | F1 |\n|---|---|---|---|---|\n| one | 1 | 1.000 | 0.500 | 0.667 |\n",
		"| | mail | news |\n|---|---|---|\n| one | 0.80 | 1.00 |\n",
		"| | as they are | rejoined | decoded |\n|---|---|---|---|\n| one | 1 of 2 | 0 of 0 | 1 of 1 |\n",
		"Mail, 2 excerpts with 3 URLs:\n\n",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %s\nwant in it %s", &out, want)
		}
	}
}
