package option

import (
	"slices"
	"strings"
)

// An Effect is what an option affects. An option may have several.
type Effect uint8

const (
	Found   Effect = 1 << iota // which URLs are found and selected, and the values of their fields
	Read                       // how a file is read
	Files                      // which files are searched
	Printed                    // how results are printed, or what is printed instead of them
	Shares                     // which share of the results a run prints, and where
	Answers                    // what the program does instead; such options exclude only each other
	Nothing                    // no result: how the search runs, messages, and what is the default
)

// hidden replaces a secret, as in the URLs of package parse.
const hidden = "xxxxx"

// Shown returns the argument as others may see it: "xxxxx" instead of a secret.
func (g Given) Shown() string {
	if g.Secret {
		return hidden
	}
	return g.Arg
}

// Public returns a command line, without the name of the program, as others may see it: with "xxxxx" instead of
// the arguments that are secrets. The command line must have been parsed.
func (p *Program) Public(args []string) (public []string) {
	public = slices.Clone(args)
	for i := 0; i < len(args) && args[i] != "--"; i++ {
		o, arg, given := p.last(args[i])
		switch {
		case o == nil || o.Arg == "":
		case given && o.Secret:
			public[i] = strings.TrimSuffix(args[i], arg) + hidden
		case !given && o.Implied == "" && i+1 < len(args):
			if i++; o.Secret {
				public[i] = hidden
			}
		}
	}
	return public
}

// last returns the option in a word, the last one if it has several letters, and its argument if that is given in the
// word. It returns nil for an operand.
func (p *Program) last(word string) (o *Option, arg string, given bool) {
	if name, isLong := strings.CutPrefix(word, "--"); isLong {
		name, arg, given = strings.Cut(name, "=")
		o, _ = p.long(word, name)
		return o, arg, given
	}
	if !strings.HasPrefix(word, "-") {
		return nil, "", false
	}
	letters := word[1:]
	for i, c := range letters {
		if o = p.exact(string(c)); o == nil || o.Arg != "" {
			arg = letters[i+len(string(c)):]
			return o, arg, arg != ""
		}
	}
	return o, "", false
}

// Affecting returns the given options that have one of the effects, except those with their default
// argument.
func (l *Line) Affecting(e Effect) (list []Given) {
	for _, g := range l.Given {
		if isDefault := g.Default != "" && g.Arg == g.Default; g.Affects&e != 0 && !isDefault {
			list = append(list, g)
		}
	}
	return list
}
