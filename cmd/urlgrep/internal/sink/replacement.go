package sink

import (
	"bytes"
	"fmt"
	"iter"
	"slices"
	"text/template"
	tree "text/template/parse"

	"github.com/urlgrep/urlgrep/internal/record"
)

// A Replacement is a template whose output is divided into its own text and the fields in it:
// the output of its actions. An action whose last function writes a notation that the user has
// chosen, such as html, counts as text.
type Replacement struct {
	template *template.Template
	pieces   pieces // the same as template; nil if that has more than text and fields
}

// chosen are the functions whose output is in a notation.
var chosen = []string{"html", "js", "json", "sh", "urlquery"}

// ParseReplacement parses a template, as ParseTemplate does.
func ParseReplacement(text string) (*Replacement, error) {
	checked, err := ParseTemplate(text)
	if err != nil {
		return nil, err
	}
	t := template.Must(template.New("").Funcs(functions()).Funcs(template.FuncMap{enclosedName: enclosed}).Parse(text))
	for _, t := range t.Templates() {
		eachNode(t.Root, unescape)
		eachNode(t.Root, encloseFields)
	}
	return &Replacement{t, checked.pieces}, nil
}

// In the output of the template of a Replacement, a NUL and a letter are a mark. The fields have
// no NUL.
const (
	beginField = "\x00f"
	endField   = "\x00e"
	textNUL    = "\x00n" // a NUL in text
)

// enclosedName is the name of the function enclosed, which encloses a field in marks.
const enclosedName = "_enclosed"

func enclosed(v any) string { return beginField + replaceNUL(fmt.Sprint(v)) + endField }

// encloseFields adds the marks to a node of a template, in the way package html/template adds
// escaping to actions.
func encloseFields(n tree.Node) {
	switch n := n.(type) {
	case *tree.TextNode:
		n.Text = bytes.ReplaceAll(n.Text, []byte("\x00"), []byte(textNUL))
	case *tree.ActionNode:
		last := n.Pipe.Cmds[len(n.Pipe.Cmds)-1]
		if name, ok := last.Args[0].(*tree.IdentifierNode); len(n.Pipe.Decl) > 0 || ok && slices.Contains(chosen, name.Ident) {
			return
		}
		n.Pipe.Cmds = append(n.Pipe.Cmds, call(enclosedName, n.Pos))
	}
}

// A Result is the output of a Replacement for a match. Its memory is used again for the next.
type Result struct {
	Text []byte
	ends []int // of text and fields in turn, beginning with text

	marked bytes.Buffer
}

// Parts returns an iterator over the parts of the result, in order. None is empty. The second value
// reports whether the part is from a field.
func (r *Result) Parts() iter.Seq2[[]byte, bool] {
	return func(yield func([]byte, bool) bool) {
		from := 0
		for i, to := range r.ends {
			if from < to && !yield(r.Text[from:to], i%2 == 1) {
				return
			}
			from = to
		}
	}
}

// end ends the current part.
func (r *Result) end() { r.ends = append(r.ends, len(r.Text)) }

// Execute sets result to the output for a match. The error names the place in the template.
func (t *Replacement) Execute(result *Result, r *record.Record) error {
	result.Text, result.ends = result.Text[:0], result.ends[:0]
	if t.pieces != nil {
		for i := range t.pieces {
			p := &t.pieces[i]
			result.Text = append(result.Text, p.text...)
			result.end()
			if p.field != nil {
				from := len(result.Text)
				result.Text = withoutNUL(p.field.AppendText(result.Text, r), from)
				result.end()
			}
		}
		return nil
	}
	result.marked.Reset()
	if err := t.template.Execute(&result.marked, r); err != nil {
		return templateError(err)
	}
	result.read(result.marked.Bytes())
	return nil
}

// read reads text with marks.
func (r *Result) read(text []byte) {
	for {
		before, rest, found := bytes.Cut(text, []byte("\x00"))
		r.Text = append(r.Text, before...)
		switch {
		case !found:
			r.end()
			return
		case rest[0] == textNUL[1]:
			r.Text = append(r.Text, 0)
		default:
			r.end()
		}
		text = rest[1:]
	}
}
