package main

import (
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
	usageColumn = 28
	lineWidth   = 79
)

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
	names := "    --" + f.Names()[0]
	if len(f.Names()) > 1 {
		names = "-" + f.Names()[1] + ", --" + f.Names()[0]
	}
	usage := f.GetUsage()
	if before, rest, ok := strings.Cut(usage, "`"); ok {
		value, after, _ := strings.Cut(rest, "`")
		names += "=" + value
		usage = before + value + after
	}
	line := fmt.Sprintf("  %-*s", usageColumn-2, names)
	for _, word := range strings.Fields(usage) {
		if len(line)+1+len(word) > lineWidth {
			fmt.Fprintln(b, line)
			line = strings.Repeat(" ", usageColumn)
		}
		line += " " + word
	}
	fmt.Fprintln(b, line)
}
