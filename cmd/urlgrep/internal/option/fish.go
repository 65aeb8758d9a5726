package option

import (
	"fmt"
	"strings"
)

const fishScript = `# Completes the command line of @program@ in fish: @program@ --completion=fish | source
function __@program@_list
	set -l before (commandline -ct | string replace -r '^--[^=]*=' '' | string match -r '.*,')
	printf '%s\n' "$before"$argv
end
`

func (p *Program) fishCompletion() string {
	var b strings.Builder
	b.WriteString(strings.ReplaceAll(fishScript, "@program@", p.Name))
	for o := range p.All() {
		b.WriteString("complete -c " + p.Name)
		for _, name := range o.Names() {
			if isLong(name) {
				b.WriteString(" -l " + name[2:])
			} else {
				b.WriteString(" -s " + name[1:])
			}
		}
		words := strings.Join(p.words(o), " ")
		if o.isList() && words != "" {
			words = "(__" + p.Name + "_list " + words + ")"
		}
		switch {
		case o.isFile():
			b.WriteString(" -r")
		case o.Arg != "" && o.Implied == "":
			b.WriteString(" -x")
		}
		if words != "" {
			b.WriteString(" -a " + quoted(words))
		}
		fmt.Fprintf(&b, " -d %s\n", quoted(o.Usage))
	}
	return b.String()
}
