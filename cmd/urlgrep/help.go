package main

import (
	_ "embed"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"
)

const helpHead = `Usage: urlgrep [OPTION]... [FILE]...
Print the URLs in each FILE, one a line. Without FILE, or where it is -, read
standard input.
`

const helpTail = `
Exit status: 0 something found, 1 nothing, 2 an error.
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

// helpText is what --help prints, made from the table of options.
func helpText() string {
	var b strings.Builder
	b.WriteString(helpHead)
	group := ""
	for _, f := range new(config).flags() {
		f := f.(describedFlag)
		if g := f.GetCategory(); g != group {
			group = g
			fmt.Fprintf(&b, "\n%s:\n", group)
		}
		helpFlag(&b, f)
	}
	b.WriteString(helpTail)
	return b.String()
}

// A describedFlag is a flag that says what it is for, as all of cli's do.
type describedFlag interface {
	cli.DocGenerationFlag
	cli.CategorizableFlag
}

func helpFlag(b *strings.Builder, f describedFlag) {
	before, rest, _ := strings.Cut(f.GetUsage(), "`")
	value, after, _ := strings.Cut(rest, "`")
	line := fmt.Sprintf("  %-*s%s", usageColumn-2, signature(f), before+value+after)
	fmt.Fprintln(b, line)
}

// signature returns the names of an option with its value: "-m, --max-count=N".
func signature(f describedFlag) string {
	long, short := names(f)
	text := "    --" + long
	if len(short) > 0 && len(short[0]) == 1 {
		text = "-" + short[0] + ", --" + long
	}
	if _, rest, ok := strings.Cut(f.GetUsage(), "`"); ok {
		value, _, _ := strings.Cut(rest, "`")
		if value = "=" + value; standsFor[long] != "" {
			value = "[" + value + "]"
		}
		text += value
	}
	return text
}

// optionHelp is what --help-for prints about the option of that name.
func optionHelp(name string) string {
	f := (&arguments{flags: new(config).flags()}).find(name).(describedFlag)
	text := strings.TrimSpace(signature(f)) + "\n\n"
	for line := range strings.Lines(optionText(name)) {
		if line != "\n" {
			text += "    "
		}
		text += strings.Replace(line, "\t", "    ", 1)
	}
	return text
}

// optionText returns the section of an option.
func optionText(name string) string {
	_, text, _ := strings.Cut("\n"+optionTexts, "\n# "+name+"\n\n")
	text, _, _ = strings.Cut(text, "\n\n# ")
	return strings.TrimSpace(text) + "\n"
}

// optionNamed returns the long name of an option that is given by any of its names,
// with hyphens or without.
func optionNamed(name string) (string, error) {
	a := arguments{flags: new(config).flags()}
	bare := strings.TrimLeft(name, "-")
	f := a.find(bare)
	if f == nil {
		return "", a.unknown(name, bare)
	}
	long, _ := names(f)
	return long, nil
}
