package option

import "strings"

// A Shell is a shell that uses a script to complete command lines.
type Shell uint8

const (
	NoShell Shell = iota
	Bash
	Zsh
	Fish
)

// Shells are the shells and their names.
var Shells = []Choice[Shell]{
	{"bash", Bash},
	{"zsh", Zsh},
	{"fish", Fish},
}

// Completion returns the script that completes command lines of the program in a shell.
//
// The scripts complete an argument by its placeholder: see Option.Arg. An argument that
// is not a file and has no list of names has no completions.
func (p *Program) Completion(in Shell) string {
	switch in {
	case Bash:
		return p.bashCompletion()
	case Zsh:
		return p.zshCompletion()
	case Fish:
		return p.fishCompletion()
	}
	return ""
}

// words returns the words that a shell may complete the argument of an option to.
func (p *Program) words(o *Option) []string {
	if w, ok := o.Value.(interface{ Words() []string }); ok {
		return w.Words()
	}
	if o.Arg != "OPTION" {
		return o.Choices()
	}
	var names []string
	for o := range p.All() {
		names = append(names, o.Name)
	}
	return names
}

// isList reports whether the argument is a list separated by commas.
func (o *Option) isList() bool { return o.Arg == "LIST" }

// isFile reports whether the argument is the name of a file.
func (o *Option) isFile() bool { return o.Arg == "FILE" }

// isLong reports whether a name is a long one.
func isLong(name string) bool { return strings.HasPrefix(name, "--") }

// quoted returns text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
