package option

import "strings"

// A Shell is one that completes command lines by a script.
type Shell uint8

const (
	NoShell Shell = iota
	Bash
	Zsh
	Fish
)

// Shells are the shells with their names.
var Shells = []Choice[Shell]{
	{"bash", Bash},
	{"zsh", Zsh},
	{"fish", Fish},
}

// Completion returns the script that completes a command line of the program in a shell.
//
// The scripts choose what they do with an argument by what stands for it: see Option.Arg.
// What is neither a file nor has names is completed to nothing.
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

// words returns what a shell may complete the argument of an option to.
func (p *Program) words(o *Option) []string {
	if o.Arg != "OPTION" {
		return o.Choices()
	}
	var names []string
	for o := range p.All() {
		names = append(names, o.Name)
	}
	return names
}

// isList reports whether the argument is a list with commas.
func (o *Option) isList() bool { return o.Arg == "LIST" }

// isFile reports whether the argument is the name of a file.
func (o *Option) isFile() bool { return o.Arg == "FILE" }

// isLong reports whether a name is a long one.
func isLong(name string) bool { return strings.HasPrefix(name, "--") }

// quoted returns text as one word of a shell.
func quoted(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
