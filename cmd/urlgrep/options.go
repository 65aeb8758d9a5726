package main

import (
	_ "embed"
	"runtime/debug"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
)

// Text that --help, and -h alone, print before and after the options.
const (
	helpHead = `Usage: urlgrep [OPTION]... [FILE]...
Find the URLs in each FILE and print them, one per line.
With no FILE, or when FILE is -, read standard input.
`
	helpTail = `
Exit status: 0 if a URL is found, 1 if none is found, 2 if an error occurs.
'urlgrep --help=OPTION' explains an option, 'urlgrep --man' is the manual.
`
	aboutTail = `
'urlgrep --help=OPTION' explains an option.
`
	shortHelpTail = `
Run 'urlgrep --help' for all options, 'urlgrep --help=OPTION' for details.
`
)

// docSource is the file whose comment is the body of the manual page. The page and go doc
// have the same text.
//
//go:embed doc.go
var docSource string

// manualPage returns the text of the manual page apart from the options.
func manualPage() option.Page {
	return option.Page{
		Date:     "2026-11-24", // date of the last change of the manual
		Version:  version(),
		Summary:  "print the URLs in mail, news and text",
		Doc:      option.Comment(docSource),
		Chapters: []string{"Exit status", "Environment", "Examples", "See also", "Standards", "Bugs"},
	}
}

// version returns the version of the module, if the build recorded it.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		return info.Main.Version
	}
	return "(devel)"
}
