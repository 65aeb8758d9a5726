package sink

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/template"
	tree "text/template/parse"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
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

		withoutNULName: func(v any) string { return replaceNUL(fmt.Sprint(v)) },
	}
}

// encode returns v as one line of JSON.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // v has nothing in it that could not be encoded
	}
	return b.Bytes()
}

// Functions returns the names of the functions that templates have, beside those that all
// templates of package text/template have.
func Functions() []string {
	names := slices.Sorted(maps.Keys(functions()))
	return slices.DeleteFunc(names, func(name string) bool { return name == withoutNULName })
}

// shellQuote returns text as one word of a POSIX shell. No word can have a NUL in it.
func shellQuote(text string) string {
	return "'" + quotes.Replace(text) + "'"
}

var quotes = strings.NewReplacer("'", `'\''`, "\x00", "\uFFFD")

// A Template says how each match is printed.
type Template struct {
	template *template.Template
	hasNUL   bool // it may have a NUL outside of its actions
}

// ParseTemplate reads a template, and tries it on a match that has all that a match may
// have, so that a misspelt name is an error at once.
func ParseTemplate(text string) (*Template, error) {
	t, err := template.New("").Funcs(functions()).Parse(text)
	if err != nil {
		return nil, templateError(err)
	}
	parsed := &Template{t, strings.Contains(templateEscapes.Replace(text), "\x00")}
	for _, t := range t.Templates() {
		eachNode(t.Root, unescape)
		if parsed.hasNUL {
			eachNode(t.Root, printWithoutNUL)
		}
	}
	m := sample()
	if _, err := parsed.execute(nil, record.New(record.View{}, "a.txt", &m)); err != nil && !dependsOnMatch(err) {
		return nil, templateError(err)
	}
	return parsed, nil
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

// eachNode calls do for the nodes of a template that print something.
func eachNode(n tree.Node, do func(tree.Node)) {
	branch := func(n *tree.BranchNode) {
		eachNode(n.List, do)
		eachNode(n.ElseList, do)
	}
	switch n := n.(type) {
	case *tree.TextNode, *tree.ActionNode:
		do(n)
	case *tree.ListNode:
		if n != nil {
			for _, n := range n.Nodes {
				eachNode(n, do)
			}
		}
	case *tree.IfNode:
		branch(&n.BranchNode)
	case *tree.RangeNode:
		branch(&n.BranchNode)
	case *tree.WithNode:
		branch(&n.BranchNode)
	}
}

// unescape reads the escapes in the text of a template, but not those in strings within
// its actions, which are Go's.
func unescape(n tree.Node) {
	if n, ok := n.(*tree.TextNode); ok {
		n.Text = []byte(templateEscapes.Replace(string(n.Text)))
	}
}

var templateEscapes = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r", `\0`, "\x00")

// printWithoutNUL makes an action print U+FFFD for each NUL, as package html/template
// has actions escaped. It takes time: where no NUL is in the text of a template, it is
// enough to look at what was printed.
func printWithoutNUL(n tree.Node) {
	if n, ok := n.(*tree.ActionNode); ok && len(n.Pipe.Decl) == 0 {
		last := &tree.CommandNode{NodeType: tree.NodeCommand, Pos: n.Pos, Args: []tree.Node{tree.NewIdentifier(withoutNULName).SetPos(n.Pos)}}
		n.Pipe.Cmds = append(n.Pipe.Cmds, last)
	}
}

// withoutNULName is the name of the function that replaces NULs.
const withoutNULName = "_withoutNUL"

// execute appends to b what the template makes of a match. No NUL of the match is printed:
// it would end a record.
func (t *Template) execute(b []byte, r *record.Record) ([]byte, error) {
	to := bytes.NewBuffer(b)
	if err := t.template.Execute(to, r); err != nil {
		return b, err
	}
	b = to.Bytes()
	if !t.hasNUL && bytes.IndexByte(b, 0) >= 0 {
		b = bytes.ReplaceAll(b, []byte("\x00"), []byte("\uFFFD"))
	}
	return b, nil
}

// FormatSettings say how the text of a template is printed.
type FormatSettings struct {
	Print0 bool // a NUL ends it, instead of a line feed
	Defang bool
}

// Format prints each match as a template says.
type Format struct {
	settings FormatSettings
	template *Template
	out      *output.Output
	name     string // of the input
	record   record.Record
	text     []byte
}

// NewFormat returns a sink that prints what t makes of matches to out.
func NewFormat(out *output.Output, t *Template, s FormatSettings) *Format {
	return &Format{settings: s, template: t, out: out}
}

func (f *Format) Begin(name string, _ bool) { f.name = name }

// Match prints a match. On a terminal strings that come out of the match are fit for it,
// but may have been cut in the middle of a character.
func (f *Format) Match(found Found) (err error) {
	m := found.Match()
	view := record.View{Defang: f.settings.Defang, Visible: f.out.Terminal}
	record.Reset(&f.record, view, f.name, m)
	f.text, err = f.template.execute(f.text[:0], &f.record)
	if err != nil {
		return fmt.Errorf("--format: %w", templateError(err))
	}
	if f.out.Terminal {
		f.text = bytes.ToValidUTF8(f.text, []byte("\uFFFD"))
	}
	end := byte('\n')
	if f.settings.Print0 {
		end = 0
	}
	f.text = append(f.text, end)
	f.out.WriteShown(f.text)
	return nil
}

func (f *Format) End(int) {}

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
