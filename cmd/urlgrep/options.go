package main

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
)

// program returns the table of options, whose values set the fields of c. The sections
// are in the order of --help.
func (c *config) program() *option.Program {
	return &option.Program{Name: "urlgrep", Former: former, Synonyms: synonyms, Sections: []option.Section{
		c.findSection(),
		c.selectSection(),
		c.messageSection(),
		c.formatSection(),
		c.editSection(),
		c.prefixSection(),
		c.totalSection(),
		c.outputSection(),
		c.fileSection(),
		c.inputSection(),
		c.limitSection(),
		c.runSection(),
		c.shareSection(),
		c.answerSection(),
	}}
}

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

// parse parses a command line, without the name of the program, into c.
func (c *config) parse(args []string) error {
	p := c.program()
	if len(args) == 2 && args[0] == "--help" && strings.HasPrefix(args[1], "-") { // --help --OPTION
		if _, err := p.Find(args[1]); err == nil {
			return c.setHelp(args[1])
		}
	}
	line, err := p.Parse(args)
	if err != nil {
		return err
	}
	if err := line.Set(); err != nil {
		return err
	}
	c.operands, c.args = line.Operands, args
	if c.help && len(c.operands) == 1 && p.Resembles(c.operands[0]) { // --help OPTION
		c.help = false
		if err := c.setHelp(c.operands[0]); err != nil {
			return fmt.Errorf("--help: %w", err)
		}
	}
	if err := c.rules.Filter.Compile(); err != nil {
		return err
	}
	if err := line.CheckRequired(); err != nil {
		return err
	}
	if err := c.check(p); err != nil {
		return err
	}
	c.settle(line)
	return nil
}

// check returns an error for options that cannot be combined, beyond those in the table.
func (c *config) check(p *option.Program) error {
	switch {
	case c.messages.Check() != nil:
		return c.messages.Check()
	case !c.messages.IsEmpty() && (c.opts.Input == extract.InputText || c.opts.Input == extract.InputHTML || c.text && c.opts.Input == extract.InputAuto):
		return errors.New("messages can be selected only in mail, not with --input=text, --input=html or --text")
	case c.pick && c.order.by != nil && !c.order.by.OfMessage:
		return errors.New("--pick sorts only by date")
	case c.ignoreBinary && c.opts.Input != extract.InputAuto: // --input=auto is allowed
		return p.Exclusion("input", "ignore-binary")
	case c.checkEdit() != nil:
		return c.checkEdit()
	case c.checkShare() != nil:
		return c.checkShare()
	case slices.Contains(c.lists, "-") && (slices.Contains(c.operands, "-") || slices.Contains(c.patternFiles, "-")):
		return errors.New("--files-from: standard input is already used for something else")
	}
	return nil
}

// settle applies the effects of options on one another.
func (c *config) settle(line *option.Line) {
	if !line.Has("max-count") {
		c.max = math.MaxInt
	}
	c.setContext(line.Has)
	if c.schemeless || c.email {
		kinds := c.opts.Kinds
		if len(kinds) == 0 {
			kinds = extract.DefaultKinds()
		}
		if c.schemeless {
			kinds = append(kinds, extract.Schemeless)
		}
		if c.email {
			kinds = append(kinds, extract.Email)
		}
		c.opts.Kinds = kinds
	}
	c.opts.Documents = documents.All()
	if c.noDocuments {
		c.opts.Documents = documents.Of()
	}
	c.settleShare(line)
	if c.sql {
		c.rowOptions = optionsOfRows(line)
	}
	c.recurse = c.recurse || c.dereference
	c.unique = c.unique || c.same != 0 && c.replace == nil
	if c.text && c.opts.Input == extract.InputAuto { // other formats also search binary files
		c.opts.Input = extract.InputText
	}
	if c.invalid {
		c.opts.Validity = extract.InvalidOnly
	}
	c.opts.SkipPlaces = !c.needsPlaces() && c.warn == 0 && !c.writesIndex()
	if c.pick {
		c.noName = !c.withName
	}
}
