package option

import (
	"fmt"
	"strings"
)

const zshScript = `#compdef @program@
# Completes the command line of @program@ in zsh: source <(@program@ --completion=zsh), or as
# a file _@program@ in a directory of $fpath
_@program@() {
	_arguments -s -S \
@specs@		'*:FILE:_files'
}
if [[ $funcstack[1] == _@program@ ]]; then
	_@program@ "$@"
else
	compdef _@program@ @program@
fi
`

func (p *Program) zshCompletion() string {
	var specs strings.Builder
	for o := range p.All() {
		not := o.Names()
		for _, name := range p.overridden(o) {
			not = append(not, p.exact(name).Names()...)
		}
		for _, name := range o.Names() {
			spec := name
			if o.Arg != "" {
				spec += o.zshArgSign(name)
			}
			spec += "[" + strings.NewReplacer("[", `\[`, "]", `\]`).Replace(o.Usage) + "]" + p.zshArg(o)
			if o.Repeats {
				spec = "*" + spec
			} else {
				spec = "(" + strings.Join(not, " ") + ")" + spec
			}
			fmt.Fprintf(&specs, "\t\t%s \\\n", quoted(spec))
		}
	}
	return strings.NewReplacer("@program@", p.Name, "@specs@", specs.String()).Replace(zshScript)
}

// zshArgSign returns the sign for the position of the argument. After a letter the argument
// may be in the same word or the next one; after a name it may also follow "=". An optional
// argument is always in the same word.
func (o *Option) zshArgSign(name string) string {
	switch {
	case o.Implied != "" && isLong(name):
		return "=-"
	case o.Implied != "":
		return "-"
	case isLong(name):
		return "="
	}
	return "+"
}

// zshArg returns the part of a specification for the argument.
func (p *Program) zshArg(o *Option) string {
	if o.Arg == "" {
		return ""
	}
	text := ":" + o.Arg + ":"
	if o.Implied != "" {
		text = ":" + text
	}
	words := p.words(o)
	switch {
	case o.isFile():
		return text + "_files"
	case len(words) == 0:
		return text + " "
	case o.isList():
		text += "_values -s , " + o.Name
		for _, word := range words {
			text += " " + zshItem(word)
		}
		return text
	}
	return text + "(" + strings.Join(words, " ") + ")"
}

// zshItem returns the specification of an item in a list, with a value if the word ends in "=".
func zshItem(word string) string {
	if name, ok := strings.CutSuffix(word, "="); ok {
		return quoted(name + `\:N\: `)
	}
	return word
}
