package main

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"text/template"
	tree "text/template/parse"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
)

// functions returns those of templates, beside those that all templates have.
func functions() template.FuncMap {
	return template.FuncMap{
		"sh":     shellQuote,
		"json":   func(v any) string { return strings.TrimSuffix(string(encode(v)), "\n") },
		"defang": func(url string) string { return string(defang.Append(nil, url, len(url))) },
		"upper":  strings.ToUpper,
		"lower":  strings.ToLower,
		"join":   strings.Join,
	}
}

// shellQuote returns text as one word of a POSIX shell. No word can have a NUL in it.
func shellQuote(text string) string {
	return "'" + quotes.Replace(text) + "'"
}

var quotes = strings.NewReplacer("'", `'\''`, "\x00", "\uFFFD")

// setFormat reads the template of --format, and tries it on a match that has all that
// a match may have, so that a misspelt name is an error at once.
func (c *config) setFormat(text string) error {
	t, err := template.New("").Funcs(functions()).Parse(text)
	if err != nil {
		return templateError(err)
	}
	escapes := strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r", `\0`, "\x00")
	for _, t := range t.Templates() {
		unescape(t.Root, escapes)
	}
	c.format = t
	p := printer{config: c, out: new(output)}
	m := sample()
	if err := p.execute("a.txt", &m); err != nil && !dependsOnMatch(err) {
		return templateError(err)
	}
	return nil
}

// dependsOnMatch reports whether what went wrong is that a function did not like its
// arguments, as slice and index do not where there is too little.
func dependsOnMatch(err error) bool {
	var failed template.ExecError
	return errors.As(err, &failed) && errors.Unwrap(failed.Err) != nil
}

// templateError returns an error without the words that say that it is one of
// a template, and of which, but with advice.
func templateError(err error) error {
	text := strings.TrimPrefix(err.Error(), "template: :")
	text = strings.Replace(text, ` executing ""`, "", 1)
	if before, _, ok := strings.Cut(text, " in type "); ok {
		text = before + " (--help-for=format lists the fields)"
	}
	return errors.New(text)
}

// unescape reads the escapes in the text of a template, but not those in strings within
// its actions, which are Go's.
func unescape(n tree.Node, escapes *strings.Replacer) {
	switch n := n.(type) {
	case *tree.TextNode:
		n.Text = []byte(escapes.Replace(string(n.Text)))
	case *tree.ListNode:
		if n != nil {
			for _, n := range n.Nodes {
				unescape(n, escapes)
			}
		}
	case *tree.IfNode:
		unescape(n.List, escapes)
		unescape(n.ElseList, escapes)
	case *tree.RangeNode:
		unescape(n.List, escapes)
		unescape(n.ElseList, escapes)
	case *tree.WithNode:
		unescape(n.List, escapes)
		unescape(n.ElseList, escapes)
	}
}

// formatted prints a match as --format wants.
func (p *printer) formatted(file string, m *extract.Match) {
	if err := p.execute(file, m); err != nil {
		p.err = fmt.Errorf("--format: %w", templateError(err))
		return
	}
	p.endRecord()
}

// execute appends to the line what the template makes of a match. Strings that come
// out of the match are fit for a terminal, but may have been cut in the middle of
// a character.
func (p *printer) execute(file string, m *extract.Match) error {
	b := bytes.NewBuffer(p.line)
	if err := p.format.Execute(b, p.facts(file, m)); err != nil {
		return err
	}
	p.line = b.Bytes()
	if p.out.terminal {
		p.line = bytes.ToValidUTF8(p.line, []byte("\uFFFD"))
	}
	return nil
}

// sampleText is a message with a URL that has all that a match may have.
const sampleText = `Message-ID: <1@a.example>
Date: Thu, 1 Dec 1994 12:00:00 +0000
From: joe@a.example
Newsgroups: alt.example
Subject: example

> -- 
> <URL:http://joe:secret@bücher.example:8080/over-
> view?a=b#top>
`

// sample returns the match in sampleText.
func sample() (m extract.Match) {
	for found, err := range extract.Bytes([]byte(sampleText), &extract.Options{Input: extract.Mail}) {
		if err != nil {
			panic(err)
		}
		m = found
	}
	return m
}
