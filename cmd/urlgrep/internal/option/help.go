package option

import (
	"fmt"
	"strings"
)

const (
	usageColumn = 30
	lineWidth   = 80
)

// Help returns the text of --help: head, one line for each option, by sections, and tail.
func (p *Program) Help(head, tail string) string {
	return head + p.lines(func(*Option) bool { return true }) + tail
}

// ShortHelp returns the same text without the options that are Rare.
func (p *Program) ShortHelp(head, tail string) string {
	return head + p.lines(func(o *Option) bool { return !o.Rare }) + tail
}

// lines returns one line for each option that has reports true for, below the titles of their
// sections.
func (p *Program) lines(has func(*Option) bool) string {
	var b strings.Builder
	for _, s := range p.Sections {
		title := "\n" + s.Title + ":\n"
		for i := range s.Options {
			if o := &s.Options[i]; has(o) {
				b.WriteString(title)
				title = ""
				fmt.Fprintf(&b, "  %-*s%s\n", usageColumn-2, o.helpNames(), o.Usage)
			}
		}
	}
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
