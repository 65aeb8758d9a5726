package main

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urfave/cli/v2"
)

const helpHead = `Usage: urlgrep [OPTION]... [FILE]...
Print the URLs in each FILE, one a line. Without FILE, or where it is -, read
standard input.
`

const helpTail = `
Exit status: 0 something found, 1 nothing, 2 an error. --help-for says more.
`

const (
	usageColumn = 30
	lineWidth   = 80
)

// optionTexts has a section for each option, headed by "# " and its long name:
// paragraphs, and indented by a tab an example.
//
//go:embed options.txt
var optionTexts string

// An option is what people and shells have to know about one.
type option struct {
	names []string // with their hyphens, the shortest first
	long  string   // its name in the table
	group string
	usage string
	value string // what stands for its value, "" where it takes none

	optional bool // the value may be left out
	repeats  bool // it may be given several times, and all of them count
}

// options returns the table of options.
func options() []option {
	flags := new(config).flags()
	list := make([]option, len(flags))
	for i, f := range flags {
		long, aliases := names(f)
		described := f.(interface {
			cli.DocGenerationFlag
			cli.CategorizableFlag
		})
		before, rest, _ := strings.Cut(described.GetUsage(), "`")
		value, after, _ := strings.Cut(rest, "`")
		_, repeats := f.(*cli.GenericFlag)
		list[i] = option{
			names:    hyphened(long, aliases),
			long:     long,
			group:    described.GetCategory(),
			usage:    before + value + after,
			value:    value,
			optional: standsFor[long] != "",
			repeats:  repeats,
		}
	}
	return list
}

// hyphened returns the names of an option as they are given, letters first.
func hyphened(long string, aliases []string) []string {
	list := []string{"--" + long}
	for _, a := range aliases {
		if len(a) == 1 {
			list = slices.Insert(list, 0, "-"+a)
		} else {
			list = append(list, "--"+a)
		}
	}
	return list
}

// signature returns the names of an option with its value: "-m, --max-count=N".
func (o option) signature() string {
	text := strings.Join(o.names, ", ")
	switch {
	case o.optional:
		text += "[=" + o.value + "]"
	case o.value != "":
		text += "=" + o.value
	}
	return text
}

// seldom are the options that --help has no line for, but their names: it is to fit a
// screen.
var seldom = []string{
	"file", "warn", "rejoin", "hyphen", "unquoted", "no-signature",
	"tsv", "csv-safe", "print0", "byte-offset", "null", "after-context",
	"before-context", "only-matching", "line-buffered",
	"exclude-dir", "files-from", "text", "ignore-binary", "all-parts", "charset",
	"max-url", "max-lines", "max-bytes", "max-ratio", "max-window", "limit",
	"no-messages", "progress", "completion",
}

// helpText is what --help prints, made from the table of options.
func helpText() string {
	var b strings.Builder
	b.WriteString(helpHead)
	group := ""
	var more []string
	for _, o := range options() {
		if slices.Contains(seldom, o.long) {
			o.names = []string{strings.Join(o.names, "/")}
			more = append(more, o.signature())
			continue
		}
		if o.group != group {
			group = o.group
			fmt.Fprintf(&b, "\n%s:\n", group)
		}
		if len(o.names[0]) > 2 {
			o.names = []string{"    " + o.names[0]}
		}
		fmt.Fprintf(&b, "  %-*s%s\n", usageColumn-2, o.signature(), o.usage)
	}
	b.WriteString("\nAlso:\n" + filled(strings.Fields(strings.Join(more, ", ")), "  "))
	b.WriteString(helpTail)
	return b.String()
}

// filled returns words on lines that fit a terminal, behind an indentation.
func filled(words []string, indent string) string {
	var b strings.Builder
	width := lineWidth
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		if width+1+n <= lineWidth {
			b.WriteString(" " + word)
			width += 1 + n
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(indent + word)
		width = len(indent) + n
	}
	return b.String() + "\n"
}

// help is what --help-for prints about an option.
func (o option) help() string {
	text := o.signature() + "\n"
	for _, b := range blocks(optionText(o.long)) {
		if text += "\n"; b.literal {
			indented := "        " + strings.ReplaceAll(b.text, "\n", "\n        ") + "\n"
			text += strings.ReplaceAll(indented, "\n        \n", "\n\n")
		} else {
			text += filled(strings.Fields(b.text), "    ")
		}
	}
	return text
}

// optionText returns the section of an option.
func optionText(name string) string {
	_, text, _ := strings.Cut("\n"+optionTexts, "\n# "+name+"\n\n")
	text, _, _ = strings.Cut(text, "\n\n# ")
	return strings.TrimSpace(text) + "\n"
}

// isOption reports whether an option has this long name.
func isOption(name string) bool {
	return slices.ContainsFunc(options(), func(o option) bool { return slices.Contains(o.names, "--"+strings.TrimLeft(name, "-")) })
}

// optionNamed returns the option that has the name, hyphens before it or not.
func optionNamed(name string) (*option, error) {
	a := arguments{flags: new(config).flags()}
	bare := strings.TrimLeft(name, "-")
	f := a.find(bare)
	if f == nil {
		var err error
		if f, err = a.named(name, bare); err != nil {
			return nil, err
		}
	}
	i := slices.Index(a.flags, f)
	return &options()[i], nil
}
