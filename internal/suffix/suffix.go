// Package suffix finds the public suffix of a domain: the domain below which its owner
// registered a name, such as "com" or "co.uk".
//
// It uses the Public Suffix List (https://publicsuffix.org/, Mozilla Public License 2.0)
// in the version of golang.org/x/net/publicsuffix.
package suffix

import (
	"cmp"
	_ "embed" // the rules
	"strings"
	"sync"
)

//go:generate go run generate.go

// Package publicsuffix is not imported, because it implements the interface of a cookie
// jar and so imports net/http, TLS and the resolver of the C library. That takes 0.3 ms of
// a program's start and 1 MB of memory.
//
// Each file holds the rules in order, one in a line. They are searched in this form, so no
// table is built at the start of the program.

var (
	//go:embed icann.txt
	icannRules string
	//go:embed private.txt
	privateRules string
)

// A list is the rules of a file, by their kind, each in one line.
type list struct {
	exceptions string // such as "!city.kobe.jp"
	wildcards  string // such as "*.kobe.jp"
	names      string // such as "co.jp"
}

var (
	icann   = sync.OnceValue(func() *list { return divide(icannRules) })
	private = sync.OnceValue(func() *list { return divide(privateRules) })
)

// divide returns the rules of a file. They are sorted, so each kind is in one piece.
func divide(rules string) *list {
	l := new(list)
	l.exceptions, rules = cutPrefixed(rules, '!')
	l.wildcards, l.names = cutPrefixed(rules, '*')
	return l
}

// cutPrefixed returns the first lines of rules that begin with c, and the rest.
func cutPrefixed(rules string, c byte) (lines, rest string) {
	n := 0
	for n < len(rules) && rules[n] == c {
		n += strings.IndexByte(rules[n:], '\n') + 1
	}
	return rules[:n], rules[n:]
}

// mostLabels is the number of labels of the longest rule.
const mostLabels = 7

// longestTop is the number of bytes of the longest top-level domain.
const longestTop = 24

// Public returns the public suffix of domain, which has A-labels in lower case. It
// returns "" if no rule covers the last label.
func Public(domain string) string { return longest(domain, icann(), private()) }

// ICANN is Public without the private rules, those of owners of a domain who let others
// have names below it: the public suffix of "a.github.io" is "io".
func ICANN(domain string) string { return longest(domain, icann()) }

// Registrable returns the registrable domain of host, which has A-labels in lower case: its
// public suffix and one more label. If no rule covers the last label, that is the public
// suffix (https://publicsuffix.org/list/, "Algorithm"). For a host without such a label, and
// for an IP address, it returns the host.
func Registrable(host string) string {
	registrable, _ := Split(host)
	return registrable
}

// Split returns the registrable domain of host, as Registrable does, and the public suffix,
// which is "" for an IP address.
func Split(host string) (registrable, public string) {
	last := host[strings.LastIndexByte(host, '.')+1:]
	if strings.HasPrefix(host, "[") || strings.Trim(last, "0123456789") == "" {
		return host, ""
	}
	public = cmp.Or(Public(host), last)
	name := strings.TrimSuffix(strings.TrimSuffix(host, public), ".")
	if strings.HasSuffix(name, ".") {
		return host, public // the label is empty, as in "a..com"
	}
	return host[strings.LastIndexByte(name, '.')+1:], public
}

// IsBelow reports whether domain, which has A-labels in lower case, is below its public suffix, without the private
// rules.
func IsBelow(domain string) bool {
	dot := strings.LastIndexByte(domain, '.')
	top := domain[dot+1:]
	if dot < 0 || len(top) > longestTop {
		return false
	}
	l := icann()
	if !has(l.names, "", top) && !has(l.wildcards, "*.", top) {
		return false // each rule has a rule for its last label
	}
	return l.suffix(domain) != domain
}

// longest returns the longest suffix of domain that has a rule in lists. For the exception
// of a wildcard it returns the suffix without the first label.
func longest(domain string, lists ...*list) string {
	labels := strings.Count(domain, ".") + 1
	for s := domain; labels > 0; labels-- {
		if labels <= mostLabels {
			for _, l := range lists {
				if public := l.suffix(s); public != "" {
					return public
				}
			}
		}
		_, s, _ = strings.Cut(s, ".")
	}
	return ""
}

// suffix returns the public suffix of domain by a rule for domain itself, or "" without one.
func (l *list) suffix(domain string) string {
	_, parent, _ := strings.Cut(domain, ".")
	switch {
	case has(l.wildcards, "*.", parent):
		if has(l.exceptions, "!", domain) {
			return parent
		}
		return domain
	case has(l.names, "", domain):
		return domain
	}
	return ""
}

// has reports whether prefix and name are one of lines, which are sorted and all begin with
// prefix.
func has(lines, prefix, name string) bool {
	for lines != "" {
		middle := len(lines) / 2
		start := strings.LastIndexByte(lines[:middle], '\n') + 1
		end := middle + strings.IndexByte(lines[middle:], '\n')
		switch strings.Compare(name, lines[start+len(prefix):end]) {
		case -1:
			lines = lines[:start]
		case 0:
			return true
		case 1:
			lines = lines[end+1:]
		}
	}
	return false
}
