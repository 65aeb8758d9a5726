package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// An excerpt is a text and the URLs in it.
type excerpt struct {
	genre string // the name of its file without ".txtar"
	name  string // unique within the genre, with an extension that names the form of the text
	text  string

	urls   []label
	class  class
	reason string // why it is hard or arguable; empty if it is plain
}

// A label is a URL that a careful reader would say is in the text.
type label struct {
	url string
	how how
}

// how says how the URL is written in the text.
type how string

const (
	literal  how = ""         // as it is
	rejoined how = "rejoined" // broken over lines, or by white space
	decoded  how = "decoded"  // in an encoding, or with escapes; it may be broken too
)

// A class says how certain the labels of an excerpt are, and how much they ask for.
type class string

const (
	plain    class = ""
	hard     class = "hard"     // readers agree, but only with an understanding of the text
	arguable class = "arguable" // careful readers may disagree
)

// readExcerpts returns the excerpts of all genres, which are the files of dir, in the order
// of the files' names.
func readExcerpts(dir string) ([]excerpt, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no excerpts in %s", dir)
	}
	var all []excerpt
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		genre := strings.TrimSuffix(filepath.Base(file), ".txtar")
		excerpts, err := parseExcerpts(genre, string(data))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		all = append(all, excerpts...)
	}
	return all, nil
}

// wantName is the name of the section of labels that follows each text.
const wantName = "want"

// parseExcerpts parses a file of excerpts: a comment, and then a section with the text and
// one with the labels for each. A section begins with a line "-- NAME --".
func parseExcerpts(genre, data string) ([]excerpt, error) {
	var excerpts []excerpt
	var name string
	for _, s := range sections(data) {
		switch {
		case s.name == wantName && name == "":
			return nil, fmt.Errorf("labels without a text after %d excerpts", len(excerpts))
		case s.name != wantName && name != "":
			return nil, fmt.Errorf("%s: no labels", name)
		case s.name != wantName:
			name = s.name
			same := func(e excerpt) bool { return e.name == name }
			if slices.ContainsFunc(excerpts, same) {
				return nil, fmt.Errorf("%s: there are two", name)
			}
			excerpts = append(excerpts, excerpt{genre: genre, name: name, text: s.text})
		default:
			if err := excerpts[len(excerpts)-1].parseLabels(s.text); err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			name = ""
		}
	}
	if name != "" {
		return nil, fmt.Errorf("%s: no labels", name)
	}
	return excerpts, nil
}

// A section is a named part of a txtar file.
type section struct{ name, text string }

// sections splits a txtar file. The comment before the first section is dropped.
func sections(data string) []section {
	var all []section
	for line := range strings.Lines(data) {
		name, ok := strings.CutPrefix(strings.TrimRight(line, "\n"), "-- ")
		if ok {
			name, ok = strings.CutSuffix(name, " --")
		}
		switch {
		case ok:
			all = append(all, section{name: strings.TrimSpace(name)})
		case len(all) > 0:
			all[len(all)-1].text += line
		}
	}
	return all
}

// parseLabels parses the lines after a text: a URL, "rejoined URL", "decoded URL",
// "hard: REASON" or "arguable: REASON". Blank lines are ignored.
func (e *excerpt) parseLabels(text string) error {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		first, rest, more := strings.Cut(line, " ")
		var l label
		switch {
		case first == string(hard)+":" || first == string(arguable)+":":
			if e.class != plain {
				return fmt.Errorf("%q: it is %s already", line, e.class)
			}
			if rest == "" {
				return fmt.Errorf("%q: no reason", line)
			}
			e.class, e.reason = class(strings.TrimSuffix(first, ":")), rest
			continue
		case !more:
			l = label{url: line}
		case first == string(rejoined) || first == string(decoded):
			l = label{rest, how(first)}
		default:
			return fmt.Errorf("%q is no label", line)
		}
		if strings.ContainsAny(l.url, " \t") || !strings.Contains(l.url, ":") {
			return fmt.Errorf("%q is no URL", l.url)
		}
		if slices.ContainsFunc(e.urls, func(o label) bool { return o.url == l.url }) {
			return fmt.Errorf("%q is there twice", l.url)
		}
		if (l.how == literal) != strings.Contains(e.text, l.url) {
			return fmt.Errorf("%q is in the text and marked as %s, or is not and is not marked", l.url, first)
		}
		e.urls = append(e.urls, l)
	}
	return nil
}
