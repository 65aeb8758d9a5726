package sink

import (
	"slices"
	tree "text/template/parse"

	"github.com/urlgrep/urlgrep/internal/record"
)

// pieces are a template that has only text and actions such as {{.URL}}, as most have. Package
// text/template takes ten times as long for it.
type pieces []piece

// A piece is the text of a template up to an action, and the field that the action prints, or
// nil at the end.
type piece struct {
	text  []byte
	field *record.Column
}

// piecesOf returns the pieces of a template, or nil if it has another action.
func piecesOf(t *tree.ListNode) (list pieces) {
	last := piece{}
	for _, n := range t.Nodes {
		switch n := n.(type) {
		case *tree.TextNode:
			last.text = append(last.text, n.Text...)
		case *tree.ActionNode:
			if last.field = fieldOf(n.Pipe); last.field == nil {
				return nil
			}
			list, last = append(list, last), piece{}
		default:
			return nil
		}
	}
	return append(list, last)
}

// fieldOf returns the field that a pipe prints unchanged, or nil.
func fieldOf(p *tree.PipeNode) *record.Column {
	if len(p.Decl) > 0 || len(p.Cmds) != 1 || len(p.Cmds[0].Args) != 1 {
		return nil
	}
	if field, ok := p.Cmds[0].Args[0].(*tree.FieldNode); ok {
		return record.Printed(field.Ident...)
	}
	return nil
}

// isBrief reports whether list is not nil, and all fields in it are brief.
func (list pieces) isBrief() bool {
	return list != nil && !slices.ContainsFunc(list, func(p piece) bool { return p.field != nil && !p.field.IsBrief })
}

// append appends the output for a match to b.
func (list pieces) append(b []byte, r *record.Record) []byte {
	for i := range list {
		b = append(b, list[i].text...)
		if f := list[i].field; f != nil {
			b = f.AppendText(b, r)
		}
	}
	return b
}

// needsOf returns what a template needs of the match. All is needed if the match itself is
// passed to a function or another template.
func needsOf(t *tree.ListNode) (needs record.Needs) {
	fields := func(names []string) {
		for _, name := range names {
			needs |= record.NeedsOf(name)
		}
	}
	eachNode(t, func(n tree.Node) {
		switch n := n.(type) {
		case *tree.FieldNode:
			fields(n.Ident)
		case *tree.ChainNode:
			fields(n.Field)
		case *tree.VariableNode:
			if fields(n.Ident[1:]); n.Ident[0] == "$" && len(n.Ident) == 1 {
				needs = record.Everything
			}
		case *tree.DotNode:
			needs = record.Everything
		}
	})
	return needs
}
