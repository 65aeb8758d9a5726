package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// opposites are options each of which takes back the others.
var opposites = [][]string{
	{"with-filename", "no-filename"},
	{"files-with-matches", "files-without-match"},
	{"recursive", "dereference-recursive"},
	{"text", "ignore-binary"},
	{"json", "csv", "tsv", "format"},
	{"json", "csv-safe"}, // which is CSV or TSV
	{"format", "csv-safe"},
}

// oppositesOf returns the options that one takes back.
func oppositesOf(name string) (list []string) {
	for _, group := range opposites {
		if i := slices.Index(group, name); i >= 0 {
			list = append(list, slices.Concat(group[:i], group[i+1:])...)
		}
	}
	return list
}

// standsFor has for each option whose value may be left out what that is then.
// Such a value is never an argument of its own.
var standsFor = map[string]string{"color": "auto", "progress": "always"}

// An arguments is a command line on its way into order.
type arguments struct {
	flags    []cli.Flag
	given    []cli.Flag // those of them that are there
	rest     []string   // not looked at yet
	options  []string
	operands []string
}

// permute puts the options in args before the operands, with "--" between,
// each on its own and by its long name: package flag stops at the first
// operand, and knows neither -nH nor -m5. So it also is the one that knows
// an option that does not exist.
//
// It returns the flags that are given as well. cli asks each flag that it has for
// its names many times over, and they come out of a regexp each time: with all
// flags that takes 2 ms, more than all the rest of a short run.
func permute(args []string, flags []cli.Flag) (ordered []string, given []cli.Flag, err error) {
	a := arguments{flags: flags, rest: args}
	for {
		arg, ok := a.next()
		if !ok {
			return slices.Concat(a.options, []string{"--"}, a.operands), a.given, nil
		}
		var err error
		switch {
		case arg == "--":
			a.operands = append(a.operands, a.rest...)
			a.rest = nil
		case strings.HasPrefix(arg, "--"):
			err = a.long(arg)
		case isContext(arg):
			a.set(a.find("context"), arg[1:])
		case len(arg) > 1 && arg[0] == '-':
			err = a.short(arg)
		default:
			a.operands = append(a.operands, arg)
		}
		if err != nil {
			return nil, nil, err
		}
	}
}

// isContext reports whether arg is a number of lines around, as grep has it, but for -0,
// which is --print0.
func isContext(arg string) bool {
	return len(arg) > 1 && arg[0] == '-' && arg[1] != '0' && strings.Trim(arg[1:], "0123456789") == ""
}

func (a *arguments) next() (arg string, ok bool) {
	if len(a.rest) == 0 {
		return "", false
	}
	arg, a.rest = a.rest[0], a.rest[1:]
	return arg, true
}

// long deals with "--name", "--name=value" and "--name value". The name may be cut
// short, as long as no other option's begins so.
func (a *arguments) long(arg string) error {
	name, value, given := strings.Cut(arg[2:], "=")
	f, err := a.named("--"+name, name)
	if err != nil {
		return err
	}
	name, _ = names(f)
	if !takesValue(f) {
		if given {
			return fmt.Errorf("option --%s takes no value", name)
		}
		a.toggle(f)
		return nil
	}
	if !given {
		value, given = standsFor[name]
	}
	if !given {
		if value, given = a.next(); !given {
			return fmt.Errorf("option --%s wants a value", name)
		}
	}
	a.set(f, value)
	return nil
}

// short deals with "-n", "-nH", "-m5", "-nm 5".
func (a *arguments) short(arg string) error {
	for i, c := range arg[1:] {
		f := a.find(string(c))
		if f == nil {
			return a.unknown("-"+string(c), arg[1:])
		}
		if !takesValue(f) {
			a.toggle(f)
			continue
		}
		value := arg[1+i+len(string(c)):]
		if value == "" {
			var ok bool
			if value, ok = a.next(); !ok {
				return fmt.Errorf("option -%c wants a value", c)
			}
		}
		a.set(f, value)
		break
	}
	return nil
}

func (a *arguments) toggle(f cli.Flag) {
	name, _ := names(f)
	a.takeBack(name)
	a.options = append(a.options, "--"+name)
	a.give(f)
}

func (a *arguments) set(f cli.Flag, value string) {
	name, _ := names(f)
	a.takeBack(name)
	a.options = append(a.options, "--"+name+"="+value)
	a.give(f)
}

// takeBack drops the opposites of an option.
func (a *arguments) takeBack(name string) {
	if back := oppositesOf(name); back != nil {
		a.options = slices.DeleteFunc(a.options, func(s string) bool {
			o, _, _ := strings.Cut(s[len("--"):], "=")
			return slices.Contains(back, o)
		})
	}
}

func (a *arguments) give(f cli.Flag) {
	if !slices.Contains(a.given, f) {
		a.given = append(a.given, f)
	}
}

// named returns the option that has a long name, or the only one with a name that
// begins so. An error calls it option.
func (a *arguments) named(option, name string) (cli.Flag, error) {
	var candidates []cli.Flag
	for _, f := range a.flags {
		long, more := names(f)
		for _, n := range append([]string{long}, more...) {
			switch {
			case n == name && len(n) > 1:
				return f, nil
			case len(n) > 1 && name != "" && strings.HasPrefix(n, name) && !slices.Contains(candidates, f):
				candidates = append(candidates, f)
			}
		}
	}
	switch len(candidates) {
	case 0:
		return nil, a.unknown(option, name)
	case 1:
		return candidates[0], nil
	}
	return nil, ambiguous(option, candidates)
}

// find returns the option that has the name, nil when none has.
func (a *arguments) find(name string) cli.Flag {
	for _, f := range a.flags {
		if long, short := names(f); name == long || slices.Contains(short, name) {
			return f
		}
	}
	return nil
}

// names returns the names of an option, which is of one of the sorts that
// there are.
func names(f cli.Flag) (long string, short []string) {
	switch f := f.(type) {
	case *cli.BoolFlag:
		return f.Name, f.Aliases
	case *cli.GenericFlag:
		return f.Name, f.Aliases
	}
	value := f.(*cli.StringFlag)
	return value.Name, value.Aliases
}

func takesValue(f cli.Flag) bool {
	d, ok := f.(cli.DocGenerationFlag)
	return ok && d.TakesValue()
}
