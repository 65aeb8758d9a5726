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
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/record"
)

// functions returns the functions of templates in addition to those of package
// text/template.
func functions() template.FuncMap {
	return template.FuncMap{
		"sh":     ShellQuote,
		"json":   func(v any) string { return strings.TrimSuffix(string(encode(v)), "\n") },
		"defang": func(url string) string { return string(defang.Append(nil, url, len(url))) },
		"upper":  strings.ToUpper,
		"lower":  strings.ToLower,
		"join":   strings.Join,

		"replace":    strings.ReplaceAll,
		"trimPrefix": strings.TrimPrefix,
		"trimSuffix": strings.TrimSuffix,

		withoutNULName: func(v any) string { return replaceNUL(fmt.Sprint(v)) },
	}
}

// encode returns v as one line of JSON.
func encode(v any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // cannot happen: v has only values that can be encoded
	}
	return b.Bytes()
}

// Functions returns the names of the functions of templates, without those of package
// text/template.
func Functions() []string {
	names := slices.Sorted(maps.Keys(functions()))
	return slices.DeleteFunc(names, func(name string) bool { return name == withoutNULName })
}

// ShellQuote returns text as one word of a POSIX shell. It replaces each NUL, which no word
// can contain, by U+FFFD.
func ShellQuote(text string) string {
	return "'" + quotes.Replace(text) + "'"
}

var quotes = strings.NewReplacer("'", `'\''`, "\x00", "\uFFFD")

// A Template is a parsed template for printing matches.
type Template struct {
	template *template.Template
	hasNUL   bool   // there may be a NUL outside its actions
	pieces   pieces // the same as template; nil if that has more than text and fields
}

// ParseTemplate parses a template. It executes the template for a match in which all
// fields are set, so that it can report a misspelt name.
func ParseTemplate(text string) (*Template, error) {
	t, err := template.New("").Funcs(functions()).Parse(text)
	if err != nil {
		return nil, templateError(err)
	}
	parsed := &Template{template: t, hasNUL: strings.Contains(templateEscapes.Replace(text), "\x00")}
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
	parsed.pieces = piecesOf(t.Root)
	return parsed, nil
}

// Needs returns what is needed of the matches that t prints.
func (t *Template) Needs() (n record.Needs) {
	for _, t := range t.template.Templates() {
		n |= needsOf(t.Root)
	}
	return n
}

// dependsOnMatch reports whether an error comes from a function that rejected its
// arguments, as slice and index do for a text or list that is too short.
func dependsOnMatch(err error) bool {
	var failed template.ExecError
	return errors.As(err, &failed) && errors.Unwrap(failed.Err) != nil
}

// templateError returns an error with a shorter text, without the name of the template,
// and with advice.
func templateError(err error) error {
	text := strings.TrimPrefix(err.Error(), "template: :")
	text = strings.Replace(text, ` executing ""`, "", 1)
	if before, _, ok := strings.Cut(text, " in type "); ok {
		text = before + " (--help=format lists the fields)"
	}
	return errors.New(text)
}

// eachNode calls do for a node of a template, and then for the nodes in it.
func eachNode(n tree.Node, do func(tree.Node)) {
	each := func(list ...tree.Node) {
		for _, n := range list {
			eachNode(n, do)
		}
	}
	branch := func(n *tree.BranchNode) {
		each(n.Pipe, n.List)
		if n.ElseList != nil {
			each(n.ElseList)
		}
	}
	do(n)
	switch n := n.(type) {
	case *tree.ListNode:
		each(n.Nodes...)
	case *tree.ActionNode:
		each(n.Pipe)
	case *tree.IfNode:
		branch(&n.BranchNode)
	case *tree.RangeNode:
		branch(&n.BranchNode)
	case *tree.WithNode:
		branch(&n.BranchNode)
	case *tree.TemplateNode:
		if n.Pipe != nil {
			each(n.Pipe)
		}
	case *tree.PipeNode:
		for _, c := range n.Cmds {
			each(c.Args...)
		}
	case *tree.ChainNode:
		each(n.Node)
	}
}

// unescape replaces the escapes in the text of a template. The escapes in strings in its
// actions are Go's, and are not changed.
func unescape(n tree.Node) {
	if n, ok := n.(*tree.TextNode); ok {
		n.Text = []byte(templateEscapes.Replace(string(n.Text)))
	}
}

var templateEscapes = strings.NewReplacer(`\\`, `\`, `\t`, "\t", `\n`, "\n", `\r`, "\r", `\0`, "\x00")

// printWithoutNUL makes an action print U+FFFD for each NUL, in the way package
// html/template adds escaping to actions. This takes time. If the text of a template has
// no NUL, replacing NULs in the output is enough.
func printWithoutNUL(n tree.Node) {
	if n, ok := n.(*tree.ActionNode); ok && len(n.Pipe.Decl) == 0 {
		n.Pipe.Cmds = append(n.Pipe.Cmds, call(withoutNULName, n.Pos))
	}
}

// call returns a command of a pipe that calls a function with the result of the command before
// it.
func call(name string, at tree.Pos) *tree.CommandNode {
	return &tree.CommandNode{NodeType: tree.NodeCommand, Pos: at, Args: []tree.Node{tree.NewIdentifier(name).SetPos(at)}}
}

// withoutNULName is the name of the function that replaces NULs.
const withoutNULName = "_withoutNUL"

// execute appends the output of the template for a match to b. It replaces each NUL of
// the match, which would end a record.
func (t *Template) execute(b []byte, r *record.Record) ([]byte, error) {
	if t.pieces != nil {
		b = t.pieces.append(b, r)
	} else {
		to := bytes.NewBuffer(b)
		if err := t.template.Execute(to, r); err != nil {
			return b, err
		}
		b = to.Bytes()
	}
	if !t.hasNUL {
		b = withoutNUL(b, 0)
	}
	return b, nil
}

// withoutNUL replaces each NUL in b after offset from by U+FFFD.
func withoutNUL(b []byte, from int) []byte {
	if bytes.IndexByte(b[from:], 0) < 0 {
		return b
	}
	return append(b[:from], bytes.ReplaceAll(b[from:], []byte("\x00"), []byte("\uFFFD"))...)
}

// Append appends the output of the template for a match to b. The error names the place in
// the template.
func (t *Template) Append(b []byte, r *record.Record) ([]byte, error) {
	b, err := t.execute(b, r)
	if err != nil {
		return b, templateError(err)
	}
	return b, nil
}

// TemplateFormat returns the format that prints the output of t for each match.
func TemplateFormat(t *Template, s RecordSettings) Format {
	return Only(Needs{Fields: t.Needs(), Records: true}, func(w *Worker) Printer { return newTemplate(w.Out, t, s) })
}

// newTemplate returns a Printer that prints the output of t for each match.
func newTemplate(out *output.Output, t *Template, s RecordSettings) *Records {
	r := newRecords(out, s, func(b []byte, r *record.Record) ([]byte, error) {
		b, err := t.Append(b, r)
		if err != nil {
			err = fmt.Errorf("--format: %w", err)
		}
		return b, err
	})
	if t.pieces.isBrief() {
		r.brief = new(briefMatch)
	}
	return r
}

// sampleText is a message with a URL for which all fields of a match are set.
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
	for found, err := range extract.Bytes([]byte(sampleText), &extract.Options{Input: extract.InputMail}) {
		if err != nil {
			panic(err)
		}
		m = found
	}
	return m
}
