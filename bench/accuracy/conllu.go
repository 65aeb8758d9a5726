package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// readEWT reads the CoNLL-U files in dir of UD English EWT.
func readEWT(dir string) (corpus, error) {
	c := corpus{name: "EWT"}
	seen := make(map[string]bool)
	err := filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || filepath.Ext(file) != ".conllu" {
			return err
		}
		data, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		documents, err := parseCoNLLU(string(data))
		if err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
		for _, d := range documents {
			if seen[d.name] {
				return fmt.Errorf("%s: another file has the document %s too", file, d.name)
			}
			seen[d.name] = true
		}
		c.documents = append(c.documents, documents...)
		return nil
	})
	if err == nil && len(c.documents) == 0 {
		err = fmt.Errorf("no documents in %s", dir)
	}
	return c, err
}

// A sentence is the lines of a sentence in CoNLL-U.
type sentence struct {
	text         string
	document     *string // its name, if a document begins here
	paragraph    bool    // a paragraph begins here
	labels       []span  // in text
	noSpaceAfter bool
}

// The columns of a token in CoNLL-U.
const (
	columnID   = 0
	columnForm = 1
	columnXPOS = 4
	columnMisc = 9
	columns    = 10
)

// parseCoNLLU returns the documents of a file. The text of a document is its sentences. There
// is a space between two sentences of a paragraph, unless the last token of the first one has
// SpaceAfter=No, and a blank line between two paragraphs.
func parseCoNLLU(data string) ([]document, error) {
	var all []document
	space := ""
	for block := range strings.SplitSeq(strings.ReplaceAll(data, "\r\n", "\n"), "\n\n") {
		if strings.TrimSpace(block) == "" {
			continue
		}
		s, err := parseSentence(block)
		if err != nil {
			return nil, err
		}
		switch {
		case s.document != nil:
			all = append(all, document{name: *s.document})
			space = ""
		case len(all) == 0:
			return nil, fmt.Errorf("%q is in no document", s.text)
		case s.paragraph:
			space = "\n\n"
		}
		d := &all[len(all)-1]
		d.text += space
		for _, l := range s.labels {
			d.labels = append(d.labels, span{len(d.text) + l.start, len(d.text) + l.end})
		}
		d.text += s.text
		space = " "
		if s.noSpaceAfter {
			space = ""
		}
	}
	for i := range all {
		all[i].text += "\n"
	}
	return all, nil
}

// parseSentence parses the lines of a sentence. Its labels are the tokens with the tag ADD in
// the column XPOS.
func parseSentence(block string) (sentence, error) {
	var s sentence
	at := 0
	for line := range strings.Lines(block) {
		line = strings.TrimSuffix(line, "\n")
		if comment, ok := strings.CutPrefix(line, "# "); ok {
			key, value, _ := strings.Cut(comment, " = ")
			switch key {
			case "newdoc id":
				s.document = &value
			case "newpar id", "newpar":
				s.paragraph = true
			case "text":
				s.text = value
			}
			continue
		}
		token := strings.Split(line, "\t")
		if len(token) != columns {
			return s, fmt.Errorf("%q has %d columns, want %d", line, len(token), columns)
		}
		if strings.ContainsAny(token[columnID], "-.") {
			continue // the form of several words, or a word that is not in the text
		}
		s.noSpaceAfter = strings.Contains(token[columnMisc], "SpaceAfter=No")
		if token[columnXPOS] != "ADD" {
			continue
		}
		form := token[columnForm]
		i := strings.Index(s.text[at:], form)
		if i < 0 {
			return s, fmt.Errorf("%q is not in %q", form, s.text)
		}
		s.labels = append(s.labels, span{at + i, at + i + len(form)})
		at += i + len(form)
	}
	return s, nil
}
