// Package suffix knows the public suffixes: the domains below which people
// register names, as "com" and "co.uk".
//
// It has the Public Suffix List (https://publicsuffix.org/, Mozilla Public License
// 2.0) as golang.org/x/net/publicsuffix has it. That package itself wants the
// interface of a cookie jar, and with it all of net/http, TLS and the C library's
// resolver: of a program's start this takes 0.3 ms, of its memory 1 MB.
//
// The rules stand in two files, in order, one a line, and are looked up where they
// stand: there is nothing to build first.
package suffix

import (
	_ "embed" // the rules
	"strings"
)

//go:generate go run generate.go

var (
	//go:embed icann.txt
	icannRules string
	//go:embed private.txt
	privateRules string
)

// mostLabels is the number of labels of the longest rule.
const mostLabels = 7

// Public returns the public suffix of a domain, which has A-labels in lower case. It
// is "" where there is no rule for its last label.
func Public(domain string) string { return longest(domain, icannRules, privateRules) }

// ICANN is Public, but for the rules of those who have registered a domain and let
// others have names below it: the public suffix of "a.github.io" is "io".
func ICANN(domain string) string { return longest(domain, icannRules) }

// longest returns the longest suffix of domain for which there is a rule. Where a
// rule has an exception, its first label is no part of that.
func longest(domain string, lists ...string) string {
	labels := strings.Count(domain, ".") + 1
	for s := domain; labels > 0; labels-- {
		_, parent, _ := strings.Cut(s, ".")
		if labels <= mostLabels {
			for _, rules := range lists {
				switch {
				case has(rules, "!"+s):
					return parent
				case has(rules, s), has(rules, "*."+parent):
					return s
				}
			}
		}
		s = parent
	}
	return ""
}

// has reports whether one of the lines is this one.
func has(lines, line string) bool {
	for lines != "" {
		middle := len(lines) / 2
		start := strings.LastIndexByte(lines[:middle], '\n') + 1
		end := middle + strings.IndexByte(lines[middle:], '\n')
		switch strings.Compare(line, lines[start:end]) {
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
