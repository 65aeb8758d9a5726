// Package selection says which of the URLs that are found are wanted.
//
// # Terms
//
// A pattern is a regular expression (patterns.go). A host is wanted if a glob matches it.
//
// # Flow
//
// A [Selection] is made of what the command line says, once, and may be used by several
// goroutines at the same time. Each has a [Filter] that asks it about each match
// (filter.go), and remembers URLs for --unique (seen.go).
package selection

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

// Options are what the command line says of the URLs that are wanted.
type Options struct {
	Patterns   []string // regular expressions
	Files      []string // of patterns, one a line; "-" is Stdin
	Hosts      []string // lists of patterns for hosts, divided by commas
	IgnoreCase bool     // of Patterns and Files
	Invert     bool     // wants what no pattern matches, or no host if there are no patterns
	Stdin      io.Reader

	// Match reports whether a match is wanted besides; nil: all are.
	Match func(m *extract.Match) bool
}

// A Selection is what URLs must be like to be printed, or counted. A nil Selection wants
// all.
type Selection struct {
	byPattern  bool     // there are patterns, be it none in a file
	patterns   patterns // one of which a URL must match
	ignoreCase bool     // as they do
	hosts      []string // globs in lower case, one of which its host must match
	invert     bool     // what matches none instead
	match      func(m *extract.Match) bool
}

// New returns the Selection that the options ask for. It reads the files of patterns.
func New(o Options) (*Selection, error) {
	s := &Selection{byPattern: len(o.Patterns)+len(o.Files) > 0, ignoreCase: o.IgnoreCase, invert: o.Invert, match: o.Match}
	for _, p := range o.Patterns {
		if err := s.add(p); err != nil {
			return nil, fmt.Errorf("--regexp: %w", err)
		}
	}
	for _, name := range o.Files {
		if err := s.addFile(name, o.Stdin); err != nil {
			return nil, err
		}
	}
	s.patterns.index()
	for _, list := range o.Hosts {
		for _, pattern := range glob.SplitList(list) {
			globs, err := glob.Expand(strings.TrimSpace(pattern))
			if err != nil {
				return nil, fmt.Errorf("--host: invalid pattern %q: %w", pattern, err)
			}
			for _, host := range globs {
				if err := s.addHost(host); err != nil {
					return nil, fmt.Errorf("--host: %w", err)
				}
			}
		}
	}
	return s, nil
}

// IsEmpty reports whether all URLs that are found are wanted.
func (s *Selection) IsEmpty() bool { return s == nil || !s.byPattern && !s.needsMatch() }

// needsMatch reports whether the text of a URL does not tell whether it is wanted.
func (s *Selection) needsMatch() bool { return s != nil && (len(s.hosts) > 0 || s.match != nil) }

// add adds a pattern.
func (s *Selection) add(pattern string) error {
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
		return fmt.Errorf("invalid regular expression %q: %s", pattern, wrong.Code)
	}
	return fmt.Errorf("invalid regular expression %q: %s: %q", pattern, wrong.Code, wrong.Expr)
}

// addFile adds the patterns in a file, one a line. No URL has a CR for a line that
// ends in CR LF to match.
func (s *Selection) addFile(name string, stdin io.Reader) error {
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
func (s *Selection) addHost(host string) error {
	if _, err := path.Match(host, ""); err != nil || host == "" {
		return fmt.Errorf("invalid pattern %q", host)
	}
	host = glob.ForPath(record.NormalHost(host))
	s.hosts = append(s.hosts, host)
	if ascii := record.ALabels(host); ascii != "" {
		s.hosts = append(s.hosts, ascii)
	}
	return nil
}

// wants reports whether a URL is wanted, as far as its text tells.
func (s *Selection) wants(url []byte) bool {
	if s == nil || !s.byPattern {
		return true
	}
	return s.patterns.match(url) != s.invert
}

// allows reports whether a URL is wanted, as far as its text does not tell.
func (s *Selection) allows(m *extract.Match) bool {
	return s == nil || (s.match == nil || s.match(m)) && (len(s.hosts) == 0 || s.wantsHost(m.Host()))
}

// wantsHost reports whether a URL is wanted for its host. It is what --invert-match
// turns round where there are no patterns.
func (s *Selection) wantsHost(host string) bool {
	host = record.NormalHost(host)
	matches := s.matchesHost(host) || s.matchesHost(record.ALabels(host))
	return matches != (s.invert && !s.byPattern)
}

// matchesHost reports whether one of the globs matches host, or is the very same:
// the brackets of an IPv6 address are none of a glob.
func (s *Selection) matchesHost(host string) bool {
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
