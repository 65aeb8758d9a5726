package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
)

// A selection is the excerpts that a row of a table is about.
type selection struct {
	name string
	has  func(excerpt) bool
}

// encodedForm reports whether e is a whole message or HTML, which most programs read as text.
func encodedForm(e excerpt) bool {
	return strings.HasSuffix(e.name, ".eml") || strings.HasSuffix(e.name, ".html")
}

// totals returns the selections of the first table.
func totals() []selection {
	return []selection{
		{"all excerpts", func(excerpt) bool { return true }},
		{"without hard and arguable ones", func(e excerpt) bool { return e.class == plain }},
		{"text alone, without whole messages and HTML", func(e excerpt) bool { return !encodedForm(e) }},
		{"text alone, without hard and arguable ones", func(e excerpt) bool { return e.class == plain && !encodedForm(e) }},
	}
}

// genres returns a selection for each genre, in their order.
func genres(excerpts []excerpt) []selection {
	var all []selection
	for _, e := range excerpts {
		if !slices.ContainsFunc(all, func(s selection) bool { return s.name == e.genre }) {
			all = append(all, selection{e.genre, func(o excerpt) bool { return o.genre == e.genre }})
		}
	}
	return all
}

// tally returns what was found in the excerpts of a selection.
func (r result) tally(excerpts []excerpt, s selection) tally {
	var t tally
	for i, e := range excerpts {
		if s.has(e) {
			t = t.plus(score(e.urls, r.found[i]))
		}
	}
	return t
}

// recall returns how many of the labels of each kind were found, and how many there are.
func (r result) recall(excerpts []excerpt) (found, wanted map[how]int) {
	found, wanted = make(map[how]int), make(map[how]int)
	for i, e := range excerpts {
		got := set(r.found[i])
		for _, l := range e.urls {
			wanted[l.how]++
			if got[l.url] {
				found[l.how]++
			}
		}
	}
	return found, wanted
}

// writeTables writes the totals, the F1 of each genre and the recall of each kind of label side
// by side, and all figures of each genre.
func writeTables(w io.Writer, excerpts []excerpt, results []result) {
	const head = "| | excerpts exact | precision | recall | F1 |\n|---|---|---|---|---|\n"
	table := func(s selection) {
		var t tally
		for _, e := range excerpts {
			if s.has(e) {
				t = t.plus(score(e.urls, nil))
			}
		}
		fmt.Fprintf(w, "%s, %d excerpts with %d URLs:\n\n%s", upper(s.name), t.excerpts, t.wanted, head)
		for _, r := range results {
			fmt.Fprintln(w, row(r.about, r.tally(excerpts, s)))
		}
		fmt.Fprintln(w)
	}
	for _, s := range totals() {
		table(s)
	}
	fmt.Fprint(w, "F1 by genre:\n\n|")
	all := genres(excerpts)
	for _, s := range all {
		fmt.Fprintf(w, " | %s", s.name)
	}
	fmt.Fprintf(w, " |\n|---%s|\n", strings.Repeat("|---", len(all)))
	for _, r := range results {
		fmt.Fprintf(w, "| %s", r.about)
		for _, s := range all {
			fmt.Fprintf(w, " | %.2f", r.tally(excerpts, s).f1())
		}
		fmt.Fprintln(w, " |")
	}
	fmt.Fprint(w, "\nURLs found, by how the text has them:\n\n| | as they are | rejoined | decoded |\n|---|---|---|---|\n")
	for _, r := range results {
		found, wanted := r.recall(excerpts)
		fmt.Fprintf(w, "| %s", r.about)
		for _, h := range []how{literal, rejoined, decoded} {
			fmt.Fprintf(w, " | %d of %d", found[h], wanted[h])
		}
		fmt.Fprintln(w, " |")
	}
	fmt.Fprintln(w)
	for _, s := range all {
		table(s)
	}
}

// row returns a program's figures.
func row(about string, t tally) string {
	return fmt.Sprintf("| %s | %d | %.3f | %.3f | %.3f |", about, t.exact, t.precision(), t.recall(), t.f1())
}

func upper(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// marks are the lines of a page that tables are between.
type marks struct{ begin, end string }

var (
	tablesOfExcerpts = marks{"<!-- tables -->\n", "<!-- end of tables -->\n"}
	tablesOfLabels   = marks{"<!-- labels -->\n", "<!-- end of labels -->\n"}
)

// replaceTables writes tables to a page in place of those that are between the marks.
func replaceTables(file string, m marks, write func(io.Writer) error) error {
	page, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	before, rest, ok1 := bytes.Cut(page, []byte(m.begin))
	_, after, ok2 := bytes.Cut(rest, []byte(m.end))
	if !ok1 || !ok2 {
		return fmt.Errorf("%s: no tables between %q and %q", file, m.begin, m.end)
	}
	var tables bytes.Buffer
	if err := write(&tables); err != nil {
		return err
	}
	page = slices.Concat(before, []byte(m.begin), []byte("\n"), tables.Bytes(), []byte(m.end), after)
	return os.WriteFile(file, page, 0o666)
}
