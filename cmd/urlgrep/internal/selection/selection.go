// Package selection selects the URLs to print or count, and the messages to search.
//
// # Terms
//
// A pattern is a regular expression for URLs (patterns.go). A host is selected if a glob
// matches it.
//
// # Flow
//
// A [Selection] is built once from the command line, and may be used by several
// goroutines at the same time. Each goroutine has a [Filter] that consults the Selection
// for each match (filter.go), and remembers URLs for --unique in a set of package seen.
//
// [Messages] are the conditions for messages (messages.go): texts in the header (texts.go)
// and a span of time (date.go). The scanner calls them with each message, before it
// searches the message.
package selection

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"regexp/syntax"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/glob"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/input"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/reading"
	"github.com/urlgrep/urlgrep/internal/record"
)

// Options are the options of the command line that select URLs.
type Options struct {
	Patterns []string // regular expressions, one per line
	Files    []string // files of patterns, one per line; "-" is Stdin
	Syntax   Syntax   // of Patterns and Files
	Hosts    []string // lists of globs for hosts, separated by commas; "!" before one excludes its hosts
	Invert   bool     // selects URLs that match no pattern or, without patterns, no host
	Stdin    io.Reader
	ReadFile func(name string) ([]byte, error) // reads one of Files; nil: os.ReadFile

	// Match reports whether a match is selected. It is an additional condition; nil
	// accepts all.
	Match func(m *extract.Match) bool
}

// A hostRule selects, or rejects, the hosts that match a glob. Of the rules that match a host the
// last one counts.
type hostRule struct {
	glob    string // in lower case
	rejects bool
}

// A Selection is the conditions for the URLs to print or count. A nil Selection selects
// all.
type Selection struct {
	byPattern bool     // patterns apply, even if the files had none
	patterns  patterns // a URL must match one of them
	syntax    Syntax   // of patterns
	hosts     []hostRule
	invert    bool // selects the URLs that do not match
	match     func(m *extract.Match) bool
}

// New returns the Selection for the options. It reads the files of patterns.
func New(o Options) (*Selection, error) {
	s := &Selection{byPattern: len(o.Patterns)+len(o.Files) > 0, syntax: o.Syntax, invert: o.Invert, match: o.Match}
	for _, p := range o.Patterns {
		for line := range strings.SplitSeq(p, "\n") { // as in grep; no URL contains a line feed
			if err := s.add(line); err != nil {
				return nil, fmt.Errorf("--regexp: %w", err)
			}
		}
	}
	for _, name := range o.Files {
		if err := s.addFile(name, o); err != nil {
			return nil, err
		}
	}
	s.patterns.index()
	for _, list := range o.Hosts {
		for _, pattern := range glob.SplitList(list) {
			host, rejects := strings.CutPrefix(strings.TrimSpace(pattern), "!")
			globs, err := glob.Expand(host)
			if err != nil { // the byte in it is one of host
				return nil, fmt.Errorf("--host: invalid pattern %q: %w", host, err)
			}
			for _, glob := range globs {
				if err := s.addHost(glob, rejects); err != nil {
					return nil, fmt.Errorf("--host: invalid pattern %q", strings.TrimSpace(pattern))
				}
			}
		}
	}
	return s, nil
}

// IsEmpty reports whether s selects all URLs.
func (s *Selection) IsEmpty() bool { return s == nil || !s.byPattern && !s.needsMatch() }

// needsMatch reports whether the text of a URL is not enough to decide if it is selected.
func (s *Selection) needsMatch() bool { return s != nil && (len(s.hosts) > 0 || s.match != nil) }

// add adds a pattern.
func (s *Selection) add(pattern string) error {
	if s.syntax.Fixed {
		pattern = regexp.QuoteMeta(pattern)
	}
	_, err := parseRegexp(pattern) // what the user wrote, for the error message
	if err != nil {
		return err
	}
	text := s.syntax.enclose(pattern)
	re, err := parseRegexp(text)
	if err == nil {
		s.patterns.add(text, re)
	}
	return err
}

// parseRegexp parses a regular expression.
func parseRegexp(pattern string) (*syntax.Regexp, error) {
	re, err := syntax.Parse(pattern, syntax.Perl)
	var wrong *syntax.Error
	switch {
	case !errors.As(err, &wrong):
		return re, err
	case wrong.Expr == pattern || wrong.Expr == "":
		return nil, fmt.Errorf("invalid regular expression %q: %s", pattern, wrong.Code)
	}
	return nil, fmt.Errorf("invalid regular expression %q: %s: %q", pattern, wrong.Code, wrong.Expr)
}

// addFile adds the patterns in a file, one per line. It trims a CR from the end of a
// line: no URL contains one.
func (s *Selection) addFile(name string, o Options) error {
	var text []byte
	var err error
	switch {
	case name == "-":
		name = input.StdinName
		text, err = io.ReadAll(reading.Reader{R: o.Stdin})
	case o.ReadFile != nil:
		text, err = o.ReadFile(name)
	default:
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

// addHost adds the rule for a glob. If the glob has another form with A-labels, it adds one for that
// too.
func (s *Selection) addHost(host string, rejects bool) error {
	if _, err := path.Match(host, ""); err != nil || host == "" {
		return errors.New("invalid pattern")
	}
	host = glob.ForPath(record.NormalHost(host))
	s.hosts = append(s.hosts, hostRule{host, rejects})
	if ascii := record.ALabels(host); ascii != "" {
		s.hosts = append(s.hosts, hostRule{ascii, rejects})
	}
	return nil
}

// wants reports whether the patterns select a URL.
func (s *Selection) wants(url []byte) bool {
	if s == nil || !s.byPattern {
		return true
	}
	return s.patterns.match(url) != s.invert
}

// accepts reports whether the condition on the fields of a match selects it.
func (s *Selection) accepts(m *extract.Match) bool {
	return s == nil || s.match == nil || s.match(m)
}

// wantsHost reports whether the globs select a match by its host.
func (s *Selection) wantsHost(m *extract.Match) bool {
	return s == nil || len(s.hosts) == 0 || s.selectsHost(m.Host())
}

// selectsHost reports whether the globs select a host. Without patterns, --invert-match
// applies to hosts.
func (s *Selection) selectsHost(host string) bool {
	return s.admitsHost(record.NormalHost(host)) != (s.invert && !s.byPattern)
}

// admitsHost reports whether the last rule that matches host selects it or, if none matches,
// whether all rules reject hosts.
func (s *Selection) admitsHost(host string) bool {
	ascii := record.ALabels(host)
	all := true
	for _, r := range slices.Backward(s.hosts) {
		if r.matches(host) || r.matches(ascii) {
			return !r.rejects
		}
		all = all && r.rejects
	}
	return all
}

// matches reports whether host matches the glob or equals it: the brackets of an IPv6 address are
// not those of a glob. No host, which is "", matches a glob.
func (r *hostRule) matches(host string) bool {
	ok, _ := path.Match(r.glob, host)
	return host != "" && (ok || r.glob == host)
}
