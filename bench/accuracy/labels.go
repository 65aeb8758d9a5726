package main

import (
	"fmt"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"
)

// A corpus is documents in which its authors labelled URLs.
type corpus struct {
	name string
	// partial says that the labels are not those of all URLs: a URL that is found apart from
	// them is neither right nor wrong.
	partial   bool
	documents []document
}

// A document is a text and the places in it that are labelled as URLs, in the order of the
// text.
type document struct {
	name   string
	text   string
	labels []span
}

// A span is the bytes of a text from start to end.
type span struct{ start, end int }

func (s span) overlaps(t span) bool { return s.start < t.end && t.start < s.end }

// A mode says which labels a program is to find.
type mode int

const (
	scheme     mode = iota // URLs that contain "://"
	schemeless             // also those that begin with "www."
)

// wants reports whether a program is to find a label. The others, such as addresses, are left
// out: what a program finds there is neither right nor wrong.
func (m mode) wants(label string) bool {
	return strings.Contains(label, "://") || m == schemeless && strings.HasPrefix(strings.ToLower(label), "www.")
}

// A comparison of what was found in a document with its labels.
type comparison struct {
	right, missed, wrong, ignored []string
}

// compare compares what was found with the labels of d that are wanted. Both are multisets: a
// URL that is labelled twice is to be found twice. A found URL that is no label is wrong,
// unless it is ignored.
func (d document) compare(found []string, m mode, partial bool) comparison {
	var c comparison
	labels := make(map[string]int)
	for _, s := range d.labels {
		if l := d.text[s.start:s.end]; m.wants(l) {
			labels[l]++
		}
	}
	ignorable := make(map[string]int)
	for _, url := range found {
		switch {
		case labels[url] > 0:
			labels[url]--
			c.right = append(c.right, url)
			continue
		case !has(ignorable, url):
			ignorable[url] = d.ignorable(url, m, partial)
		}
		if ignorable[url] > 0 {
			ignorable[url]--
			c.ignored = append(c.ignored, url)
		} else {
			c.wrong = append(c.wrong, url)
		}
	}
	for _, l := range slices.Sorted(maps.Keys(labels)) {
		c.missed = append(c.missed, slices.Repeat([]string{l}, labels[l])...)
	}
	return c
}

func has(m map[string]int, key string) bool {
	_, ok := m[key]
	return ok
}

// ignorable returns at how many places of d.text a URL is neither right nor wrong: it overlaps
// only labels that are left out, or none at all and the labels are partial. Text that is not in
// the document, because a program changed or rejoined it, has no such place.
func (d document) ignorable(url string, m mode, partial bool) int {
	n := 0
	for at := 0; ; at++ {
		i := strings.Index(d.text[at:], url)
		if i < 0 {
			return n
		}
		at += i
		place := span{at, at + len(url)}
		ok := partial
		for _, s := range d.labels {
			if s.overlaps(place) {
				ok = !m.wants(d.text[s.start:s.end])
				if !ok {
					break
				}
			}
		}
		if ok {
			n++
		}
	}
}

func (c comparison) tally() tally {
	t := tally{excerpts: 1, wanted: len(c.right) + len(c.missed), found: len(c.right) + len(c.wrong), right: len(c.right)}
	if t.right == t.wanted && t.right == t.found {
		t.exact = 1
	}
	return t
}

// mayHaveURL matches texts in which a program may find something.
var mayHaveURL = regexp.MustCompile(`[:.]\S`)

// excerpts returns the documents for a program to run on.
func (c corpus) excerpts() []excerpt {
	var all []excerpt
	for _, d := range c.documents {
		all = append(all, excerpt{genre: c.name, name: d.name + ".txt", text: d.text})
	}
	return all
}

// counted returns c without the documents in which nothing counts, which saves the time to run
// programs on them.
func (c corpus) counted() corpus {
	c.documents = slices.DeleteFunc(slices.Clone(c.documents), func(d document) bool {
		return len(d.labels) == 0 && (c.partial || !mayHaveURL.MatchString(d.text))
	})
	return c
}

// A finding is what a program found in a corpus in a mode.
type finding struct {
	about       string
	comparisons []comparison // of each document
}

// find runs the programs that have the mode on a corpus.
func (c corpus) find(programs []program, m mode) ([]finding, error) {
	var all []finding
	for _, p := range programs {
		p, ok := p.in(m)
		if !ok {
			continue
		}
		r, err := p.run(c.excerpts())
		if err != nil {
			return nil, err
		}
		f := finding{about: r.about}
		for i, d := range c.documents {
			f.comparisons = append(f.comparisons, d.compare(r.found[i], m, c.partial))
		}
		all = append(all, f)
	}
	return all, nil
}

// in returns p as it is run in a mode, and whether it has that mode.
func (p program) in(m mode) (program, bool) {
	if m == schemeless && p.schemeless != nil {
		p.argv = p.schemeless
		return p, true
	}
	return p, m == scheme
}

// writeLabels writes a table of what the programs found in the corpora for each mode, or, with
// misses, the labels that a program missed ("-"), the URLs wrongly found ("+") and those that
// do not count ("?").
func writeLabels(w io.Writer, corpora []corpus, programs []program, misses bool) error {
	for _, c := range corpora {
		c := c.counted()
		for m, title := range []string{"URLs with a scheme", "also URLs without a scheme"} {
			findings, err := c.find(programs, mode(m))
			if err != nil {
				return err
			}
			if misses {
				for _, f := range findings {
					f.writeMisses(w, c, title)
				}
				continue
			}
			writeFindings(w, c, title, findings)
		}
	}
	return nil
}

// writeFindings writes a table, with a row for each program.
func writeFindings(w io.Writer, c corpus, title string, findings []finding) {
	for i, f := range findings {
		var t tally
		ignored := 0
		for _, d := range f.comparisons {
			t = t.plus(d.tally())
			ignored += len(d.ignored)
		}
		if i == 0 {
			fmt.Fprintf(w, "%s, %s, %d labels:\n\n| | right | wrong | precision | recall | F1 | not counted |\n|---|---|---|---|---|---|---|\n", c.name, title, t.wanted)
		}
		fmt.Fprintf(w, "| %s | %d | %d | %.3f | %.3f | %.3f | %d |\n", f.about, t.right, t.found-t.right, t.precision(), t.recall(), t.f1(), ignored)
	}
	fmt.Fprintln(w)
}

// writeMisses writes the differences of f from the labels, with the documents that they are in.
func (f finding) writeMisses(w io.Writer, c corpus, title string) {
	for i, d := range f.comparisons {
		var lines []string
		for mark, urls := range map[string][]string{"-": d.missed, "+": d.wrong, "?": d.ignored} {
			for _, url := range urls {
				lines = append(lines, mark+" "+url)
			}
		}
		slices.Sort(lines)
		if lines != nil {
			fmt.Fprintf(w, "%s: %s, %s: %s\n\t%s\n", f.about, c.name, title, c.documents[i].name, strings.Join(lines, "\n\t"))
		}
	}
}
