// Package option parses and documents the command line of a program whose options are in
// a table. The parser, --help, the manual page, the completion for three shells, and the
// errors for options that do not exist or exclude each other all come from the table.
//
// Command lines follow the conventions of GNU grep. Options may follow operands. Letters
// may be joined (-nH) and may have their argument in the same word (-m5). A long name may
// be abbreviated if no other name begins in the same way. -5 is --context=5, if there is
// such an option. Of options that override each other the last one counts.
//
// # The use of cli
//
// The table parses a command line itself, and gives github.com/urfave/cli/v2 only words that are
// in order, because cli stops at the first operand and knows no abbreviations, no joined letters with
// arguments, no optional arguments and no order of options that override each other. Its help,
// completion and errors are not used either: they need a flag for each option, which doubles the time
// of a start, and know no argument with choices.
package option

import (
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Program is a program with its options.
type Program struct {
	Name     string
	Sections []Section

	// Hints for names that no option has, without their hyphens.
	Former   map[string]string // names and letters that options had: what to write now
	Synonyms map[string]string // words for what options do: what to write after "--"
}

// A Section is the options under one title of --help and the manual.
type Section struct {
	Title   string
	Options []Option
}

// An Option is the description of one option for the parser, the help, the manual and the
// completion. It has more than ten fields because each of these facts is only here.
type Option struct {
	Name   string // long name, without hyphens
	Letter string // short name, or ""
	Alias  string // second long name, or ""

	// Arg is the placeholder of the argument in the texts, or "" if the option has no
	// argument. Shells complete FILE to a file and OPTION to the name of an option. They
	// complete the argument of an option that has Choices to one of the choices, or to
	// several separated by commas if Arg is LIST.
	Arg     string
	Implied string // the argument if it is omitted; "": it must not be omitted
	Default string // the argument that has the same effect as no option, if there is one
	Repeats bool   // all occurrences count, not only the last
	Value   Value  // receives the argument; nil: the option sets nothing
	Affects Effect
	Secret  bool // the argument is shown nowhere: see Public

	Usage string        // the line in --help
	Rare  bool          // listed by --help, but not by the short help
	Text  string        // for --help=OPTION and the manual: paragraphs, and examples indented by a tab
	More  func() string // returns text that follows Text and takes time to build; may be nil

	// Long names of options that conflict with this one. Each pair is named by only one
	// of the two options. Of options that override each other the last one counts.
	// Options that exclude each other are an error.
	Overrides []string
	// Options that affect Nothing, or are Answers, are not among those that ExcludesAllBut excludes.
	Excludes       []string
	ExcludesAllBut []string // excludes all others; nil: excludes only Excludes

	Requires []string // one of these must be given, too; nil: none
}

// text returns the whole text of o.
func (o *Option) text() string {
	if o.More == nil {
		return o.Text
	}
	return o.Text + o.More()
}

// All returns the options in the order of the table.
func (p *Program) All() iter.Seq[*Option] {
	return func(yield func(*Option) bool) {
		for _, s := range p.Sections {
			for i := range s.Options {
				if !yield(&s.Options[i]) {
					return
				}
			}
		}
	}
}

// Names returns the names of an option with their hyphens, the letter first.
func (o *Option) Names() (names []string) {
	if o.Letter != "" {
		names = append(names, "-"+o.Letter)
	}
	names = append(names, "--"+o.Name)
	if o.Alias != "" {
		names = append(names, "--"+o.Alias)
	}
	return names
}

// Choices returns the values that the argument, or each element of a list, may have. It
// returns nil if the values are not limited to names.
func (o *Option) Choices() []string {
	if c, ok := o.Value.(interface{ Choices() []string }); ok {
		return c.Choices()
	}
	return nil
}

// Signature returns the names of an option with its argument: "-m, --max-count=N".
func (o *Option) Signature() string { return o.signed(strings.Join(o.Names(), ", ")) }

// signed returns names followed by the argument of the option.
func (o *Option) signed(names string) string {
	switch {
	case o.Implied != "":
		names += "[=" + o.Arg + "]"
	case o.Arg != "":
		names += "=" + o.Arg
	}
	return names
}

// exact returns the option with that name, which has no hyphens, or nil.
func (p *Program) exact(name string) *Option {
	if name == "" {
		return nil
	}
	for o := range p.All() {
		if name == o.Name || name == o.Letter || name == o.Alias {
			return o
		}
	}
	return nil
}

// long returns the option with that long name, or the only option with a long name that
// begins with name. The error refers to the option as given.
func (p *Program) long(given, name string) (*Option, error) {
	var candidates []*Option
	for o := range p.All() {
		switch {
		case name == "":
		case name == o.Name, len(name) > 1 && name == o.Alias:
			return o, nil
		case strings.HasPrefix(o.Name, name), strings.HasPrefix(o.Alias, name):
			candidates = append(candidates, o)
		}
	}
	switch len(candidates) {
	case 0:
		return nil, p.unknown(given, name)
	case 1:
		return candidates[0], nil
	}
	return nil, ambiguous(given, candidates)
}

// Find returns the option with that name, or the only option with a long name that begins
// with name. It ignores hyphens before the name.
func (p *Program) Find(name string) (*Option, error) {
	bare := strings.TrimLeft(name, "-")
	if o := p.exact(bare); o != nil {
		return o, nil
	}
	return p.long(name, bare)
}

// Has reports whether an option has that long name. It ignores hyphens before the name.
func (p *Program) Has(name string) bool {
	name = strings.TrimLeft(name, "-")
	o := p.exact(name)
	return o != nil && name != o.Letter
}

// overridden returns the names of the options that override o and are overridden by it:
// those before o in the table that name it, those that o names, and those after o that
// name it.
func (p *Program) overridden(o *Option) (names []string) {
	add := func(name string) {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	for other := range p.All() {
		if slices.Contains(other.Overrides, o.Name) {
			add(other.Name)
		}
		if other == o {
			for _, name := range o.Overrides {
				add(name)
			}
		}
	}
	return names
}

// Overrides reports whether two options, which must be in the table, override each other.
func (p *Program) Overrides(a, b string) bool { return slices.Contains(p.overridden(p.exact(a)), b) }

// excludeEachOther reports whether two options exclude each other.
func excludeEachOther(a, b *Option) bool { return a != b && (a.excludes(b) || b.excludes(a)) }

func (o *Option) excludes(other *Option) bool {
	switch {
	case slices.Contains(o.Excludes, other.Name):
		return true
	case other.Affects == Answers:
		return o.Affects == Answers
	case o.ExcludesAllBut == nil || other.Affects == Nothing:
		return false
	}
	return !slices.Contains(o.ExcludesAllBut, other.Name)
}

// Excludes reports whether two options, which must be in the table, exclude each other.
func (p *Program) Excludes(a, b string) bool { return excludeEachOther(p.exact(a), p.exact(b)) }

// Exclusion returns the error for two options that exclude each other. Both must be in
// the table.
func (p *Program) Exclusion(a, b string) error { return exclusion(p.exact(a), p.exact(b)) }

func exclusion(a, b *Option) error {
	return fmt.Errorf("%s and %s exclude each other", a.Names()[0], b.Names()[0])
}

// Check returns an error that lists the mistakes in a table: names that two options have,
// names that refer to no option, and texts that are missing or too wide. It is for tests.
func (p *Program) Check() error {
	var errs []error
	wrong := func(o *Option, format string, args ...any) {
		errs = append(errs, fmt.Errorf("--%s: %s", o.Name, fmt.Sprintf(format, args...)))
	}
	seen := make(map[string]bool)
	for _, s := range p.Sections {
		if s.Title == "" {
			errs = append(errs, errors.New("a section has no title"))
		}
	}
	for o := range p.All() {
		for _, name := range o.Names() {
			if seen[name] {
				wrong(o, "another option is named %s as well", name)
			}
			seen[name] = true
		}
		if len(o.Name) < 2 || o.Alias != "" && len(o.Alias) < 2 || utf8.RuneCountInString(o.Letter) > 1 {
			wrong(o, "a name has more than one letter, a letter one")
		}
		if o.Arg == "" && (o.Implied != "" || o.Repeats || o.Choices() != nil) {
			wrong(o, "it has no argument, and says something about one")
		}
		if o.Arg != "" && o.Value == nil {
			wrong(o, "nothing takes over its argument")
		}
		if o.Usage == "" || strings.TrimSpace(o.text()) == "" {
			wrong(o, "there is no description")
		}
		if n := usageColumn + utf8.RuneCountInString(o.Usage); n > lineWidth {
			wrong(o, "its line in the help has %d characters, %d fit", n, lineWidth)
		}
		if n := utf8.RuneCountInString(o.helpNames()) + len("  "); n >= usageColumn {
			wrong(o, "its names have %d characters, %d fit", n, usageColumn-1)
		}
		for _, name := range slices.Concat(o.Overrides, o.Excludes, o.ExcludesAllBut, o.Requires) {
			if other := p.exact(name); other == nil || other.Name != name {
				wrong(o, "there is no option --%s", name)
			}
		}
		for other := range p.All() {
			if other != o && slices.Contains(p.overridden(o), other.Name) && excludeEachOther(o, other) {
				wrong(o, "it overrides --%s and excludes it", other.Name)
			}
		}
		if p.Former[o.Name]+p.Former[o.Letter]+p.Synonyms[o.Name] != "" {
			wrong(o, "there is a hint for its name")
		}
		for _, c := range o.Choices() {
			if !slices.Contains(wordsOf(o.text()), c) {
				wrong(o, "its text says nothing about %s", c)
			}
		}
		if o.Implied != "" && o.Choices() != nil && !slices.Contains(o.Choices(), o.Implied) {
			wrong(o, "%s is implied, and no choice", o.Implied)
		}
	}
	for word, hint := range p.Synonyms {
		name, _, _ := strings.Cut(hint, "=")
		if o := p.exact(name); o == nil || o.Name != name {
			errs = append(errs, fmt.Errorf("the hint for %s: there is no option --%s", word, name))
		}
	}
	return errors.Join(errs...)
}

// wordsOf returns the words of a text, which consist of letters, digits, "-" and "_".
func wordsOf(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool {
		return r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}
