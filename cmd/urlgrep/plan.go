package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/option"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/share"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/extract/documents"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/record"
)

// A plan is what a run does. It has the fields of a parsed command line, with the defaults, and with
// what options imply for one another. newPlan makes it, and nothing changes it afterwards.
type plan struct {
	parsed
	find       extract.Options // without the signs, which need files
	answer     string          // text that is printed instead of a search; "" for none
	notes      []string        // messages about the command line
	rowOptions string          // options that affect the rows of a file with --sql, as for a shell
	rest       []string        // options and operands that affect the results of a part
}

// newPlan returns the plan for a command line, or an error for options that cannot be combined,
// beyond those in the table. It reads no file, and changes nothing.
func newPlan(given *parsed) (*plan, error) {
	p := &plan{parsed: *given}
	if err := p.check(); err != nil {
		return nil, err
	}
	if p.worker {
		p.json, p.withName = true, true
	}
	if !p.line.Has("max-count") {
		p.max = math.MaxInt
	}
	addContext(&p.insteadOptions, p.line)
	p.recurse = p.recurse || p.dereference
	p.rules.SkipHidden, p.rules.GitIgnore = p.skip&skipHidden != 0, p.skip&skipIgnored != 0
	p.unique = p.unique || p.same != 0 && p.replace == nil
	if p.pick {
		p.noName = !p.withName
	}
	if p.text && p.input == extract.InputAuto { // other formats also search binary files
		p.input = extract.InputText
	}
	p.find = p.scanOptions()
	p.notes = schemeNotes(p.schemeList)
	p.args = p.program().Public(p.args)
	p.rest = append(restOf(p.line), p.operands...)
	if p.sql {
		p.rowOptions = optionsOfRows(p.line)
	}
	var err error
	p.answer, err = p.answerText()
	return p, err
}

// check returns an error for options that cannot be combined.
func (p *parsed) check() error {
	for _, check := range []func() error{p.line.CheckRequired, p.messages.Check, p.checkSearch, p.checkEdit, p.checkShare, p.checkStdin} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (p *parsed) checkSearch() error {
	switch {
	case !p.messages.IsEmpty() && (p.input == extract.InputText || p.input == extract.InputHTML || p.text && p.input == extract.InputAuto):
		return errors.New("messages can be selected only in mail, not with --input=text, --input=html or --text")
	case p.pick && p.order.by != nil && !p.order.by.OfMessage:
		return errors.New("--pick sorts only by date")
	case p.ignoreBinary && p.input != extract.InputAuto: // --input=auto is allowed
		return p.program().Exclusion("input", "ignore-binary")
	}
	return nil
}

func (p *parsed) checkEdit() error {
	switch {
	case p.replace == nil:
		return nil
	case p.input == extract.InputMail || p.input == extract.InputMbox || p.input == extract.InputHTML:
		return fmt.Errorf("--replace and --input=%s exclude each other", p.input)
	case p.hyphen.both:
		return errors.New("--replace and --hyphen=both exclude each other")
	case p.inPlace && !p.diff && (slices.Contains(p.operands, "-") || !p.namesFiles()):
		return errors.New("--in-place requires a FILE: standard input cannot be edited in place")
	}
	if set, err := charset.Lookup(p.charset); err == nil && set.Whole() {
		return fmt.Errorf("--replace: text in the character set %s is not edited", p.charset)
	}
	return nil
}

func (p *parsed) checkShare() error {
	isPart := p.part != share.Part{}
	switch {
	case p.hyphen.byEvidence && (p.worker || isPart):
		return errors.New("--hyphen=evidence needs all files: it cannot be combined with --part or --worker")
	case p.rangeSize != 0 && !p.writesIndex():
		return errors.New("--limit=range requires --survey without --part")
	case p.worker && p.namesFiles():
		return errors.New("--worker reads the names of files from standard input, not from the command line")
	case (isPart || p.writesIndex()) && (!p.namesFiles() || slices.Contains(p.operands, "-")):
		return errors.New("standard input has no shares: name files, or use -r")
	case isPart && p.survey == "-":
		return errors.New("--survey: standard input cannot be the index")
	}
	return nil
}

// checkStdin returns an error if two options read standard input.
func (p *parsed) checkStdin() error {
	if slices.Contains(p.lists, "-") && (slices.Contains(p.operands, "-") || slices.Contains(p.patternFiles, "-")) {
		return errors.New("--files-from: standard input is already used for something else")
	}
	return nil
}

// namesFiles reports whether files are searched, and not only standard input.
func (p *parsed) namesFiles() bool {
	return len(p.operands) > 0 || p.recurse || p.dereference || p.lists != nil
}

// writesIndex reports whether an index is written.
func (p *parsed) writesIndex() bool { return p.survey != "" && p.part == (share.Part{}) && !p.worker }

// addContext sets the numbers of lines before and after a URL. -C applies where -B or -A is not
// given.
func addContext(o *insteadOptions, line *option.Line) {
	if !line.Has("before-context") {
		o.linesBefore = o.linesAround
	}
	if !line.Has("after-context") {
		o.linesAfter = o.linesAround
	}
	o.showLines = o.showLines || slices.ContainsFunc([]string{"context", "before-context", "after-context"}, line.Has)
}

// scanOptions returns the options of the scanner, without the signs.
func (p *plan) scanOptions() extract.Options {
	o := extract.Options{
		Input: p.input, Charset: p.charset,
		Kinds: slices.Clone(p.kinds), Schemes: p.schemes, Level: p.level, Rejoin: p.rejoin, DropHyphens: p.hyphen.drop, Refang: p.refang,
		SkipQuoted: p.skipQuoted, SkipSignatures: p.skipSignatures, AllParts: p.allParts, Documents: documents.All(), Base: p.base,
		MaxURL: p.maxURL, MaxLines: p.maxLines, Limits: p.mail,
		SkipPlaces: !p.needsPlaces() && p.warn == 0 && !p.writesIndex(),
	}
	if len(o.Kinds) == 0 && (p.schemeless || p.email) {
		o.Kinds = extract.DefaultKinds()
	}
	if p.schemeless {
		o.Kinds = append(o.Kinds, extract.Schemeless)
	}
	if p.email {
		o.Kinds = append(o.Kinds, extract.Email)
	}
	if p.skip&skipDocuments != 0 {
		o.Documents = documents.Of()
	}
	if p.invalid {
		o.Validity = extract.InvalidOnly
	}
	return o
}

// restOf returns the options that affect the results of a part.
func restOf(line *option.Line) (args []string) {
	for _, g := range line.Affecting(option.Found | option.Read | option.Files | option.Printed) {
		args = append(args, "--"+g.Name+"="+g.Shown())
	}
	return args
}

// optionsOfRows returns, as for a shell, the options that affect the rows of a file in the database.
func optionsOfRows(line *option.Line) string {
	var args []string
	for _, g := range line.Affecting(option.Found | option.Read) {
		arg := "--" + g.Name
		if g.Arg != "" {
			arg += "=" + g.Shown()
		}
		args = append(args, arg)
	}
	return shellLine(args)
}

// answerText returns the text that is printed instead of a search, or "".
func (p *plan) answerText() (string, error) {
	switch {
	case p.shortHelp:
		return p.program().ShortHelp(helpHead, shortHelpTail), nil
	case p.help == allOptions:
		return p.program().Help(helpHead, helpTail), nil
	case p.line.Has("help"):
		return helpFor(p.program(), p.help)
	case p.completion != option.NoShell:
		return p.program().Completion(p.completion), nil
	case p.man:
		return p.program().Manual(manualPage()), nil
	case p.version:
		return "urlgrep " + version() + "\n", nil
	}
	return "", nil
}

// helpFor returns the help for an option, also for one that is given with its argument. If word is not
// one, it returns the help about a word.
func helpFor(table *option.Program, word string) (string, error) {
	name, _, _ := strings.Cut(word, "=")
	o, err := table.Find(name)
	if err == nil {
		return o.Help(), nil
	}
	if about := table.HelpAbout(word); about != "" && !strings.HasPrefix(word, "-") {
		return about + aboutTail, nil
	}
	return "", fmt.Errorf("--help: %w", err)
}

// printsMatches reports whether matches themselves are printed.
func (p *plan) printsMatches() bool {
	return !p.quiet && !p.list && !p.listWithout && !p.count
}

// endsEarly reports whether the search ends at the first match.
func (p *plan) endsEarly() bool { return p.quiet && !p.stats }

// needsPlaces reports whether the places of matches are needed, apart from their offsets: line
// numbers, messages, and signs that depend on them.
func (p *plan) needsPlaces() bool {
	if n := p.needs(); n.Fields.Has(record.Places) {
		return true
	} else if n.Total || p.by != nil {
		return false
	}
	return p.pick || p.order.by != nil && p.order.by.OfMessage
}

// findsSigns reports whether the signs of matches are needed.
func (p *plan) findsSigns() bool {
	return p.warn != 0 || p.pick || p.needs().Fields.Has(record.Signs)
}

// hasSelection reports whether some matches may be rejected.
func (p *plan) hasSelection() bool {
	return len(p.patterns)+len(p.patternFiles)+len(p.hosts) > 0 || p.warn != 0 || p.remembers()
}

// remembers reports whether URLs must be remembered to print or count each once.
func (p *plan) remembers() bool {
	return p.unique && !p.endsEarly() && !p.list && !p.listWithout
}

// hasLeads reports whether URLs are printed or compared by where they lead.
func (p *plan) hasLeads() bool { return p.unwrap != nil || p.clean }

// reports reports whether a report is written.
func (p *plan) reports() bool { return p.report != "" }
