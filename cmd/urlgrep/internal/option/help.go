package option

import (
	"fmt"
	"strings"
)

const (
	usageColumn = 30
	lineWidth   = 80
)

// Help returns what --help prints: head, the options by their sections, a line for each,
// the names of the rare ones, and tail.
func (p *Program) Help(head, tail string) string {
	var b strings.Builder
	var rare []string
	b.WriteString(head)
	for _, s := range p.Sections {
		title := "\n" + s.Title + ":\n"
		for i := range s.Options {
			o := &s.Options[i]
			if o.Rare {
				rare = append(rare, o.signed(strings.Join(o.Names(), "/")))
				continue
			}
			b.WriteString(title)
			title = ""
			fmt.Fprintf(&b, "  %-*s%s\n", usageColumn-2, o.helpNames(), o.Usage)
		}
	}
	if rare != nil {
		b.WriteString("\nAlso:\n" + filled(strings.Fields(strings.Join(rare, ", ")), "  "))
	}
	b.WriteString(tail)
	return b.String()
}

// helpNames returns the names of an option with its argument, so that long names are one
// below the other. An alias is left out.
func (o *Option) helpNames() string {
	if o.Letter == "" {
		return "    " + o.signed(o.Names()[0])
	}
	return o.Signature()
}

// Help returns what --help-for prints about an option.
func (o *Option) Help() string {
	text := o.Signature() + "\n"
	for _, b := range Blocks(o.Text) {
		if text += "\n"; b.Literal {
			indented := "        " + strings.ReplaceAll(b.Text, "\n", "\n        ") + "\n"
			text += strings.ReplaceAll(indented, "\n        \n", "\n\n")
		} else {
			text += filled(strings.Fields(b.Text), "    ")
		}
	}
	return text
}
