package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"regexp/syntax"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/parse"
)

// values are those of an option that may be given several times.
type values []string

// Set adds a value.
func (v *values) Set(value string) error {
	if value != sameAgain {
		*v = append(*v, value)
	}
	return nil
}

func (v *values) String() string { return "" }

// sameAgain is what no argument can be.
const sameAgain = "\x00"

// Serialize returns what cli gives to Set for the other names of an option that it
// has set already.
func (v *values) Serialize() string { return sameAgain }

// A selection is what URLs must be like to be printed, or counted.
type selection struct {
	byPattern bool             // there are patterns, be it none in a file
	patterns  []*regexp.Regexp // one of which a URL must match
	hosts     []string         // globs in lower case, one of which its host must match
	invert    bool             // what matches none instead
}

// selection returns what the options select; nil: everything. Files of patterns are
// read for that, and stdin for "-".
func (c *config) selection(stdin io.Reader) (*selection, error) {
	if !c.selects() {
		return nil, nil
	}
	s := &selection{invert: c.invert, byPattern: len(c.patterns)+len(c.patternFiles) > 0}
	for _, p := range c.patterns {
		if err := s.add(p, c.ignoreCase); err != nil {
			return nil, fmt.Errorf("--regexp: %w", err)
		}
	}
	for _, name := range c.patternFiles {
		if err := s.addFile(name, stdin, c.ignoreCase); err != nil {
			return nil, err
		}
	}
	for _, list := range c.hosts {
		for glob := range strings.SplitSeq(list, ",") {
			if err := s.addHost(strings.TrimSpace(glob)); err != nil {
				return nil, fmt.Errorf("--host: %w", err)
			}
		}
	}
	return s, nil
}

// selects reports whether not all URLs that are found are wanted.
func (c *config) selects() bool {
	return len(c.patterns)+len(c.patternFiles)+len(c.hosts) > 0
}

// add adds a pattern.
func (s *selection) add(pattern string, ignoreCase bool) error {
	_, err := syntax.Parse(pattern, syntax.Perl) // as it was given, for the message
	if err == nil {
		if ignoreCase {
			pattern = "(?i)" + pattern
		}
		var re *regexp.Regexp
		if re, err = regexp.Compile(pattern); err == nil {
			s.patterns = append(s.patterns, re)
			return nil
		}
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
func (s *selection) addFile(name string, stdin io.Reader, ignoreCase bool) error {
	var text []byte
	var err error
	if name == "-" {
		name = stdinName
		text, err = io.ReadAll(stdin)
	} else {
		text, err = os.ReadFile(name)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, cause(err))
	}
	number := 0
	for line := range strings.Lines(string(text)) {
		number++
		line = strings.TrimSuffix(strings.TrimSuffix(line, "\n"), "\r")
		if err := s.add(line, ignoreCase); err != nil {
			return fmt.Errorf("%s: line %d: %w", name, number, err)
		}
	}
	return nil
}

// addHost adds a glob for hosts, and the one in A-labels that it is as well.
func (s *selection) addHost(glob string) error {
	if _, err := path.Match(glob, ""); err != nil || glob == "" {
		return fmt.Errorf("bad pattern %q", glob)
	}
	glob = normalHost(glob)
	s.hosts = append(s.hosts, glob)
	if ascii := hostASCII(glob); ascii != "" {
		s.hosts = append(s.hosts, ascii)
	}
	return nil
}

// wants reports whether a URL is wanted, as far as its text tells.
func (s *selection) wants(url []byte) bool {
	if !s.byPattern {
		return true
	}
	for _, re := range s.patterns {
		if re.Match(url) {
			return !s.invert
		}
	}
	return s.invert
}

// wantsHost reports whether a URL is wanted for its host. It is what --invert-match
// turns round where there are no patterns.
func (s *selection) wantsHost(m *extract.Match) bool {
	if len(s.hosts) == 0 {
		return true
	}
	host := normalHost(hostOf(m))
	matches := s.matchesHost(host) || s.matchesHost(hostASCII(host))
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

// normalHost returns a host without letter case, and without the dot of the root.
func normalHost(host string) string {
	return strings.TrimSuffix(strings.ToLower(host), ".")
}

// hostOf returns the host of a match, "" if it has none.
func hostOf(m *extract.Match) string {
	switch m.Kind {
	case extract.Email:
		return m.URL[strings.LastIndexByte(m.URL, '@')+1:]
	case extract.Schemeless:
		u, _ := parse.Parse("http://"+m.URL, parse.Lenient)
		return u.Host.Value
	}
	u, _ := m.Parsed.At(parse.Lenient)
	return u.Host.Value
}

// wants reports whether what the scanner has found is selected.
func (s *search) wants(sc *extract.Scanner) bool {
	if s.evidence == nil && len(s.selected.hosts) == 0 {
		return s.selected.wants(sc.URL())
	}
	m := sc.Match()
	if s.evidence != nil {
		s.evidence.Decide(&m)
	}
	return s.selected.wants([]byte(m.URL)) && s.selected.wantsHost(&m)
}
