package option

import (
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/urfave/cli/v2"
)

// A Line is a parsed command line.
type Line struct {
	Given    []Given // in the order of the command line
	Operands []string
}

// A Given is an option on a command line, with its argument.
type Given struct {
	*Option
	Arg string
}

// Has reports whether an option is given.
func (l *Line) Has(name string) bool {
	return slices.ContainsFunc(l.Given, func(g Given) bool { return g.Name == name })
}

// Set passes the arguments of the given options to their Values, in order. For an option
// that does not repeat it passes only the last argument.
func (l *Line) Set() error {
	for i, g := range l.Given {
		again := func(later Given) bool { return later.Option == g.Option }
		if g.Value == nil || !g.Repeats && slices.ContainsFunc(l.Given[i+1:], again) {
			continue
		}
		if err := g.Value.Set(g.Arg); err != nil {
			return fmt.Errorf("--%s: %w", g.Name, err)
		}
	}
	return nil
}

// Parse parses a command line, without the name of the program. It omits options that a
// later one overrides. Options that exclude each other are an error.
func (p *Program) Parse(args []string) (*Line, error) {
	ordered, used, err := p.order(args)
	if err != nil {
		return nil, err
	}
	line, err := p.read(ordered, used)
	if err != nil {
		return nil, err
	}
	p.override(line)
	return line, line.check()
}

// override deletes the options that a later one overrides.
func (p *Program) override(l *Line) {
	all := l.Given
	l.Given = nil
	for _, g := range all {
		if names := p.overridden(g.Option); names != nil {
			l.Given = slices.DeleteFunc(l.Given, func(g Given) bool { return slices.Contains(names, g.Name) })
		}
		l.Given = append(l.Given, g)
	}
}

// check returns an error if two of the options exclude each other.
func (l *Line) check() error {
	for i, last := range l.Given {
		for _, first := range l.Given[:i] {
			if excludeEachOther(first.Option, last.Option) {
				return exclusion(first.Option, last.Option)
			}
		}
	}
	return nil
}

// CheckRequired returns an error if an option is given without one that it requires.
func (l *Line) CheckRequired() error {
	for _, g := range l.Given {
		if g.Requires != nil && !slices.ContainsFunc(g.Requires, l.Has) {
			return fmt.Errorf("--%s requires %s", g.Name, alternatives(g.Requires))
		}
	}
	return nil
}

// alternatives returns the names of options as in "--a, --b or --c".
func alternatives(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return "--" + names[0]
	}
	return "--" + strings.Join(names[:last], ", --") + " or --" + names[last]
}

// init disables cli's help option, which cli checks even if HideHelp is set. With an
// option --help in the table cli would print its own help.
func init() { cli.HelpFlag = nil }

// read parses a command line that is in order with cli. used are the options in it. The
// other options are not flags for cli, because it examines all flags for each of them.
func (p *Program) read(ordered []string, used []*Option) (*Line, error) {
	line := new(Line)
	app := &cli.App{
		Name:            p.Name,
		HideHelp:        true,
		HideHelpCommand: true,
		HideVersion:     true,
		Compiled:        time.Unix(0, 0), // otherwise cli asks the system for the program's file
		Writer:          io.Discard,
		ErrWriter:       io.Discard,
		ExitErrHandler:  func(*cli.Context, error) {}, // otherwise cli ends the program
		OnUsageError:    func(_ *cli.Context, err error, _ bool) error { return err },
		Action: func(ctx *cli.Context) error {
			line.Operands = ctx.Args().Slice()
			return nil
		},
	}
	for _, o := range used {
		app.Flags = append(app.Flags, &cliFlag{o, line, []string{o.Name}})
	}
	if err := app.Run(append([]string{p.Name}, ordered...)); err != nil {
		return nil, err
	}
	return line, nil
}

// A cliFlag is an option as a flag of cli and of package flag, by its long name, which
// order has written. It appends each of its occurrences to a Line.
type cliFlag struct {
	option *Option
	line   *Line
	names  []string
}

func (f *cliFlag) Names() []string { return f.names }
func (f *cliFlag) IsSet() bool     { return f.line.Has(f.option.Name) }

func (f *cliFlag) Apply(set *flag.FlagSet) error {
	set.Var(f, f.option.Name, "")
	return nil
}

func (f *cliFlag) IsBoolFlag() bool { return f.option.Arg == "" }
func (f *cliFlag) String() string   { return "" }

func (f *cliFlag) Set(arg string) error {
	if f.IsBoolFlag() {
		arg = "" // package flag passes "true"
	}
	f.line.Given = append(f.line.Given, Given{f.option, arg})
	return nil
}

// An ordering puts a command line into the order that cli needs. An optional argument is
// never a separate word.
type ordering struct {
	program  *Program
	rest     []string // not processed yet
	options  []string
	used     []*Option // each option once
	operands []string
}

// order puts the options in args before the operands, with "--" between, each option in
// its own word and by its long name. It also returns the options that occur.
func (p *Program) order(args []string) (ordered []string, used []*Option, err error) {
	a := ordering{program: p, rest: args}
	for {
		arg, ok := a.next()
		if !ok {
			return slices.Concat(a.options, []string{"--"}, a.operands), a.used, nil
		}
		var err error
		switch {
		case arg == "--":
			a.operands = append(a.operands, a.rest...)
			a.rest = nil
		case strings.HasPrefix(arg, "--"):
			err = a.long(arg)
		case a.isContext(arg):
			a.give(p.exact("context"), arg[1:])
		case len(arg) > 1 && arg[0] == '-':
			err = a.letters(arg)
		default:
			a.operands = append(a.operands, arg)
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

// isContext reports whether arg is a number of context lines, as in grep. If there is an
// option -0, the number must not begin with 0.
func (a *ordering) isContext(arg string) bool {
	if len(arg) < 2 || arg[0] != '-' || strings.Trim(arg[1:], "0123456789") != "" || a.program.exact("context") == nil {
		return false
	}
	return arg[1] != '0' || a.program.exact("0") == nil
}

func (a *ordering) next() (arg string, ok bool) {
	if len(a.rest) == 0 {
		return "", false
	}
	arg, a.rest = a.rest[0], a.rest[1:]
	return arg, true
}

// long handles "--name", "--name=arg" and "--name arg".
func (a *ordering) long(word string) error {
	name, arg, given := strings.Cut(word[2:], "=")
	o, err := a.program.long("--"+name, name)
	switch {
	case err != nil:
		return err
	case o.Arg == "" && given:
		return fmt.Errorf("option --%s takes no value", o.Name)
	case o.Arg != "" && !given && o.Implied != "":
		arg = o.Implied
	case o.Arg != "" && !given:
		if arg, given = a.next(); !given {
			return fmt.Errorf("option --%s requires a value", o.Name)
		}
	}
	a.give(o, arg)
	return nil
}

// letters handles "-n", "-nH", "-m5" and "-nm 5".
func (a *ordering) letters(word string) error {
	for i, c := range word[1:] {
		letter := string(c)
		o := a.program.exact(letter)
		if o == nil {
			return a.program.unknown("-"+letter, word[1:])
		}
		if o.Arg == "" {
			a.give(o, "")
			continue
		}
		arg := word[1+i+len(letter):]
		if arg == "" {
			arg = o.Implied
		}
		if arg == "" {
			var ok bool
			if arg, ok = a.next(); !ok {
				return fmt.Errorf("option -%s requires a value", letter)
			}
		}
		a.give(o, arg)
		break
	}
	return nil
}

func (a *ordering) give(o *Option, arg string) {
	if !slices.Contains(a.used, o) {
		a.used = append(a.used, o)
	}
	if o.Arg == "" {
		a.options = append(a.options, "--"+o.Name)
	} else {
		a.options = append(a.options, "--"+o.Name+"="+arg)
	}
}
