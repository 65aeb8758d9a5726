package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp/syntax"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/glob"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/reading"
)

// A selection is what URLs must be like to be printed, or counted.
type selection struct {
	byPattern  bool      // there are patterns, be it none in a file
	patterns   *patterns // one of which a URL must match
	ignoreCase bool      // as they do
	hosts      []string  // globs in lower case, one of which its host must match
	invert     bool      // what matches none instead
	dangerous  bool      // only URLs with one of the dangers
}

// setSelection makes ready what the options select. Files of patterns are read for
// that, and stdin for "-".
func (c *config) setSelection(stdin io.Reader) error {
	s := &c.selected
	s.byPattern = len(c.patterns)+len(c.patternFiles) > 0
	s.patterns = new(patterns)
	for _, p := range c.patterns {
		if err := s.add(p); err != nil {
			return fmt.Errorf("--regexp: %w", err)
		}
	}
	for _, name := range c.patternFiles {
		if err := s.addFile(name, stdin); err != nil {
			return err
		}
	}
	s.patterns.index()
	for _, list := range c.hosts {
		for _, pattern := range glob.SplitList(list) {
			globs, err := glob.Expand(strings.TrimSpace(pattern))
			if err != nil {
				return fmt.Errorf("--host: bad pattern %q: %w", pattern, err)
			}
			for _, host := range globs {
				if err := s.addHost(host); err != nil {
					return fmt.Errorf("--host: %w", err)
				}
			}
		}
	}
	return nil
}

// isEmpty reports whether all URLs that are found are wanted.
func (s *selection) isEmpty() bool {
	return !s.byPattern && !s.needsMatch()
}

// needsMatch reports whether the text of a URL does not tell whether it is wanted.
func (s *selection) needsMatch() bool { return len(s.hosts) > 0 || s.dangerous }

// add adds a pattern.
func (s *selection) add(pattern string) error {
	re, err := syntax.Parse(pattern, syntax.Perl) // as it was given, for the message
	if err == nil && s.ignoreCase {
		pattern = "(?i)" + pattern
		re, err = syntax.Parse(pattern, syntax.Perl)
	}
	if err == nil {
		s.patterns.add(pattern, re)
		return nil
	}
	var wrong *syntax.Error
	switch {
	case !errors.As(err, &wrong):
		return err
	case wrong.Expr == pattern || wrong.Expr == "":
		return fmt.Errorf("bad pattern %q: %s", pattern, wrong.Code)
	}
	return fmt.Errorf("bad pattern %q: %s: %q", pattern, wrong.Code, wrong.Expr)
}

// addFile adds the patterns in a file, one a line. No URL has a CR for a line that
// ends in CR LF to match.
func (s *selection) addFile(name string, stdin io.Reader) error {
	var text []byte
	var err error
	if name == "-" {
		name = input.StdinName
		text, err = io.ReadAll(reading.Reader{R: stdin})
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, output.Cause(err))
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if err := s.add(line); err != nil {
			return fmt.Errorf("%s: line %d: %w", name, number, err)
		}
	}
	return nil
}

// addHost adds a glob for hosts, and the one in A-labels that it is as well.
func (s *selection) addHost(host string) error {
	if _, err := path.Match(host, ""); err != nil || host == "" {
		return fmt.Errorf("bad pattern %q", host)
	}
	host = glob.ForPath(record.NormalHost(host))
	s.hosts = append(s.hosts, host)
	if ascii := record.HostASCII(host); ascii != "" {
		s.hosts = append(s.hosts, ascii)
	}
	return nil
}

// wants reports whether a URL is wanted, as far as its text tells.
func (s *selection) wants(url []byte) bool {
	if !s.byPattern {
		return true
	}
	return s.patterns.match(url) != s.invert
}

// allows reports whether a URL is wanted, as far as its text does not tell.
func (s *selection) allows(m *extract.Match) bool {
	return (!s.dangerous || record.IsDangerous(m)) && (len(s.hosts) == 0 || s.wantsHost(record.Host(m)))
}

// wantsHost reports whether a URL is wanted for its host. It is what --invert-match
// turns round where there are no patterns.
func (s *selection) wantsHost(host string) bool {
	host = record.NormalHost(host)
	matches := s.matchesHost(host) || s.matchesHost(record.HostASCII(host))
	return matches != (s.invert && !s.byPattern)
}

// matchesHost reports whether one of the globs matches host, or is the very same:
// the brackets of an IPv6 address are none of a glob.
func (s *selection) matchesHost(host string) bool {
	if host == "" {
		return false
	}
	for _, glob := range s.hosts {
		if ok, _ := path.Match(glob, host); ok || glob == host {
			return true
		}
	}
	return false
}

// isPicky reports whether not all that is found is wanted.
func (c *config) isPicky() bool { return !c.selected.isEmpty() || c.remembers() }

// wanted says which of the matches are wanted.
type wanted struct {
	selected *selection
	evidence *evidence   // that decides hyphens first; nil: they stay
	memory   *memory     // of the URLs that there were, for --unique
	picky    bool        // not all that is found is wanted
	forgets  bool        // each input counts for itself
	full     func(n int) // called when memory is full, of so many URLs
}

func newWanted(w *worker) wanted {
	wanted := wanted{selected: &w.selected, picky: w.isPicky(), forgets: w.count, evidence: w.search.evidence}
	if w.remembers() {
		wanted.memory = newMemory(maxUnique)
	}
	wanted.full = func(n int) {
		w.log.Print(w.at.name, fmt.Sprintf("more than %d different URLs: the others come as often as they stand there", n))
	}
	return wanted
}

// begin makes ready for an input.
func (w *wanted) begin() {
	if w.memory != nil && w.forgets {
		w.memory.forget()
	}
}

// wants reports whether what the scanner has found is to be printed, or counted.
func (w *wanted) wants(sc *extract.Scanner) bool {
	url := sc.URL()
	if w.evidence != nil || w.selected.needsMatch() {
		m := sc.Match()
		if w.evidence != nil {
			w.evidence.urls.Decide(&m)
		}
		if !w.selected.allows(&m) {
			return false
		}
		url = []byte(m.URL)
	}
	return w.selected.wants(url) && (w.memory == nil || w.isNew(url))
}

// isNew reports whether a URL stands there for the first time: in all that is
// searched or, where URLs are counted, in the input. It says so, once, if it cannot
// remember the URL.
func (w *wanted) isNew(url []byte) bool {
	full := w.memory.full
	is := w.memory.isNew(url)
	if w.memory.full && !full {
		w.full(w.memory.most)
	}
	return is
}
