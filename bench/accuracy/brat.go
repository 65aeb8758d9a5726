package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// soMeSciSets are the folders of SoMeSci that have the texts of articles. It has also references,
// in Formal_Citation: each in four notations, in which URLs are labelled in part.
var soMeSciSets = []string{"Creation_sentences", "PLoS_methods", "PLoS_sentences", "Pubmed_fulltext"}

// readSoMeSci reads the texts of articles in a checkout of SoMeSci, whose labels are the URLs
// of software alone.
func readSoMeSci(dir string) (corpus, error) {
	c := corpus{name: "SoMeSci", partial: true}
	for _, set := range soMeSciSets {
		documents, err := readBRAT(filepath.Join(dir, set))
		if err != nil {
			return corpus{}, err
		}
		c.documents = append(c.documents, documents...)
	}
	return c, nil
}

// readBRAT reads the texts of a directory that have annotations in BRAT's standoff format: a
// text is in NAME.txt, and its annotations are in NAME.ann.
func readBRAT(dir string) ([]document, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.ann"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no annotations in %s", dir)
	}
	var all []document
	for _, file := range files {
		annotations, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		base := strings.TrimSuffix(file, ".ann")
		text, err := os.ReadFile(base + ".txt")
		if err != nil {
			return nil, err
		}
		d := document{name: filepath.Base(base), text: string(text)}
		if d.labels, err = parseBRAT(d.text, string(annotations)); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, d)
	}
	return all, nil
}

// parseBRAT returns the spans of the type URL in annotations, sorted. A line of these is
// "T1<tab>URL 5 17<tab>www.a.example", where the numbers count characters of the text.
func parseBRAT(text, annotations string) ([]span, error) {
	var offsets []int
	for i := range text {
		offsets = append(offsets, i)
	}
	offsets = append(offsets, len(text))
	var all []span
	for line := range strings.Lines(annotations) {
		id, rest, _ := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		place, label, _ := strings.Cut(rest, "\t")
		place, ok := strings.CutPrefix(place, "URL ")
		if !ok || !strings.HasPrefix(id, "T") {
			continue
		}
		first, last, _ := strings.Cut(place, " ")
		start, err1 := strconv.Atoi(first)
		end, err2 := strconv.Atoi(last)
		if err := errors.Join(err1, err2); err != nil {
			return nil, fmt.Errorf("%s: %w", id, err)
		}
		if start < 0 || end < start || end >= len(offsets) || text[offsets[start]:offsets[end]] != label {
			return nil, fmt.Errorf("%s: %q is not at %d to %d", id, label, start, end)
		}
		all = append(all, span{offsets[start], offsets[end]})
	}
	slices.SortFunc(all, func(a, b span) int { return a.start - b.start })
	return all, nil
}
