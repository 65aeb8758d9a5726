package main

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/edit"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/selection"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/unwrap"
)

// A source is where load reads the files that options name.
type source struct {
	tuning tuning
	stdin  io.Reader
	read   func(name string) ([]byte, error) // as os.ReadFile does
	note   func(text string)                 // is called with each message that is not an error
}

// A task is a plan with what files have that its options name.
type task struct {
	*plan
	tuning    tuning
	selection *selection.Selection
	leads     *record.Leads  // nil: URLs are printed as they are
	known     knownFiles     // files that are not searched again; nil: all are
	signs     *extract.Signs // nil: signs are not needed
	words     []string       // passwords
	editor    *edit.Editor   // nil: the text is not edited
	page      *output.File   // of --report; nil without it and for standard output
}

// load reads the files that options name, in this order: patterns, tracking parameters, files that
// are known, known hosts, and passwords. Then it opens the file of --report.
func (p *plan) load(from source) (t *task, err error) {
	t = &task{plan: p, tuning: from.tuning}
	for _, text := range p.notes {
		from.note(text)
	}
	if t.selection, err = t.loadSelection(from); err != nil {
		return nil, err
	}
	if t.leads, err = p.loadLeads(from); err != nil {
		return nil, err
	}
	if p.sqlSkip != "" {
		if t.known, err = readKnown(p.sqlSkip, p.rowOptions); err != nil {
			return nil, fmt.Errorf("--sql-skip: %w", err)
		}
	}
	if t.signs, err = t.loadSigns(from); err != nil {
		return nil, err
	}
	if t.words, err = p.loadPasswords(from); err != nil {
		return nil, err
	}
	if p.replace != nil {
		t.editor = t.newEditor()
	}
	t.page, err = p.openReport()
	return t, err
}

// loadSelection reads the files of patterns, "-" from standard input.
func (t *task) loadSelection(from source) (*selection.Selection, error) {
	o := selection.Options{
		Patterns: t.patterns, Files: t.patternFiles, Syntax: t.syntax,
		Hosts: t.hosts, Invert: t.invert, Stdin: from.stdin, ReadFile: from.read,
	}
	if t.warn != 0 {
		o.Match = func(m *extract.Match) bool { return record.IsDangerous(m, t.leads, t.warn) }
	}
	return selection.New(o)
}

// loadLeads reads the files of tracking parameters. It notes each rule that is not used.
func (p *plan) loadLeads(from source) (*record.Leads, error) {
	if !p.hasLeads() {
		return nil, nil
	}
	leads := &record.Leads{Unwrap: p.unwrap}
	if p.clean {
		leads.Clean = new(unwrap.Rules)
	}
	for _, name := range p.cleanRules {
		text, err := from.read(name)
		if err != nil {
			return nil, fmt.Errorf("--clean: %s: %w", name, output.Cause(err))
		}
		rules, skipped, err := unwrap.ParseRules(text)
		if err != nil {
			return nil, fmt.Errorf("--clean: %s: %w", name, err)
		}
		for _, s := range skipped {
			from.note(fmt.Sprintf("--clean: %s: %v", name, s))
		}
		leads.Clean.Add(rules)
	}
	return leads, nil
}

// loadSigns reads the files of known hosts.
func (t *task) loadSigns(from source) (*extract.Signs, error) {
	known := new(extract.KnownHosts)
	for _, name := range t.knownHosts {
		if err := addHosts(known, name, from); err != nil {
			return nil, err
		}
	}
	if !t.findsSigns() {
		return nil, nil
	}
	signs := &extract.Signs{Known: known}
	if t.unwrap != nil {
		signs.Target = t.leads.Unwrapped
	}
	return signs, nil
}

// addHosts adds the hosts in a file, one per line. It ignores empty lines and those that
// begin with "#".
func addHosts(known *extract.KnownHosts, name string, from source) error {
	text, err := from.read(name)
	if err != nil {
		return fmt.Errorf("--known-hosts: %s: %w", name, output.Cause(err))
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if err := known.Add(line); err != nil {
			return fmt.Errorf("--known-hosts: %s: line %d: %w", name, number, err)
		}
	}
	return nil
}

// loadPasswords returns the passwords, and reads the files of passwords: one in a line, which may have spaces.
// It ignores empty lines.
func (p *plan) loadPasswords(from source) (words []string, err error) {
	words = slices.Clone(p.passwords)
	for _, name := range p.passwordFiles {
		text, err := from.read(name)
		if err != nil {
			return nil, fmt.Errorf("--password-file: %s: %w", name, output.Cause(err))
		}
		for line := range strings.Lines(strings.TrimPrefix(string(text), "\uFEFF")) {
			if word := strings.TrimRight(line, "\r\n"); word != "" {
				words = append(words, word)
			}
		}
	}
	return words, nil
}

// scan returns the options of the scanner.
func (t *task) scan() extract.Options {
	o := t.find
	o.Passwords = t.words
	o.Signs = t.signs
	return o
}

// newEditor returns the editor for the options.
func (t *task) newEditor() *edit.Editor {
	set, _ := charset.Lookup(t.charset) // the option has checked it
	return edit.New(edit.Settings{
		Template: t.replace, Search: t.scan(), View: t.view(), Fallback: set.Fallback,
		Diff: t.diff, InPlace: t.inPlace, Backup: t.backup, Verbose: t.verbose && !t.silent, Silent: t.silent,
	})
}
