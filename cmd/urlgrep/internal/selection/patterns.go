package selection

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// patterns is a set of regular expressions. A URL matches the set if it matches one of
// them.
//
// A list of known URLs may have a million patterns, to be matched with a million URLs. So
// if there are more than fewPatterns, index assigns a gram to each pattern that has one:
// a few bytes, in lower case, that occur in each text that the pattern matches, and in
// the texts of as few other patterns as possible. A pattern is compiled and tried only if
// its gram occurs in the URL. One regular expression of all patterns would take more
// memory and time than this, in proportion to the number of patterns.
type patterns struct {
	list  []*pattern
	grams map[string]gram
	rest  []*pattern   // patterns without a gram
	ready atomic.Int32 // number of compiled patterns
}

// A Syntax determines what a pattern matches, as options of grep do.
type Syntax struct {
	Fixed      bool // the pattern is text, not a regular expression
	Word       bool // no letter, digit or underscore is next to the matched text
	Whole      bool // the pattern matches the whole URL
	IgnoreCase bool
}

// enclose returns the regular expression for a pattern, which is one apart from the syntax.
func (s *Syntax) enclose(pattern string) string {
	switch {
	case s.Whole:
		pattern = `\A(?:` + pattern + `)\z`
	case s.Word:
		pattern = `(?:\A|[^\pL\pN_])(?:` + pattern + `)(?:[^\pL\pN_]|\z)`
	}
	if s.IgnoreCase {
		pattern = "(?i)" + pattern
	}
	return pattern
}

const (
	fewPatterns = 32
	maxReady    = 10_000 // maximum number of patterns that stay compiled, at 2.5 KB each

	longGram  = 8
	shortGram = 4 // used if no fixed text of a pattern is as long as longGram
)

// A pattern is a regular expression that is compiled when it is first tried.
type pattern struct {
	text  string
	fixed []string                      // texts that occur in each text that the pattern matches
	next  *pattern                      // next pattern with the same gram
	re    atomic.Pointer[regexp.Regexp] // set by any of several goroutines
}

// A gram is the list of patterns that share a gram.
type gram struct {
	first *pattern
	n     int32
}

// add adds a well-formed pattern and its syntax tree.
func (p *patterns) add(text string, parsed *syntax.Regexp) {
	p.list = append(p.list, &pattern{text: text, fixed: appendFixed(nil, parsed)})
}

// index assigns a gram to each pattern that has one.
func (p *patterns) index() {
	if len(p.list) <= fewPatterns {
		p.rest = p.list
		return
	}
	p.grams = make(map[string]gram)
	for _, q := range p.list {
		if key := p.rarest(q.fixed); key == "" {
			p.rest = append(p.rest, q)
		} else {
			g := p.grams[key]
			q.next = g.first
			p.grams[key] = gram{q, g.n + 1}
		}
		q.fixed = nil
	}
}

// rarest returns the gram that the fewest patterns have so far, or "" if the fixed texts
// are too short.
func (p *patterns) rarest(fixed []string) (key string) {
	for _, size := range [...]int{longGram, shortGram} {
		least := int32(-1)
		for _, text := range fixed {
			for i := 0; i+size <= len(text) && least != 0; i++ {
				if n := p.grams[text[i:i+size]].n; least < 0 || n < least {
					key, least = text[i:i+size], n
				}
			}
		}
		if key != "" {
			break
		}
	}
	return strings.Clone(key)
}

// match reports whether one of the patterns matches a URL.
func (p *patterns) match(url []byte) bool {
	for _, q := range p.rest {
		if p.tries(q, url) {
			return true
		}
	}
	if p.grams == nil {
		return false
	}
	var space [256]byte
	lower := space[:0]
	for _, c := range url {
		lower = append(lower, ascii.Lower(c))
	}
	var tried map[*pattern]bool // by the first pattern of each gram: a gram may occur a thousand times in a URL
	for i := range lower {
		for _, size := range [...]int{longGram, shortGram} {
			if i+size > len(lower) {
				continue
			}
			first := p.grams[string(lower[i:i+size])].first
			if first == nil || tried[first] {
				continue
			}
			for q := first; q != nil; q = q.next {
				if p.tries(q, url) {
					return true
				}
			}
			if tried == nil {
				tried = make(map[*pattern]bool)
			}
			tried[first] = true
		}
	}
	return false
}

// tries reports whether a pattern matches a URL.
func (p *patterns) tries(q *pattern, url []byte) bool {
	re := q.re.Load()
	if re == nil {
		re = regexp.MustCompile(q.text)
		if p.ready.Add(1) <= maxReady {
			q.re.Store(re)
		}
	}
	return re.Match(url)
}

// appendFixed appends texts, in lower case, that occur in each text that an expression
// matches.
func appendFixed(fixed []string, re *syntax.Regexp) []string {
	switch re.Op {
	case syntax.OpLiteral:
		return appendLiteral(fixed, re)
	case syntax.OpConcat:
		for _, sub := range re.Sub {
			fixed = appendFixed(fixed, sub)
		}
	case syntax.OpCapture, syntax.OpPlus:
		return appendFixed(fixed, re.Sub[0])
	case syntax.OpRepeat:
		if re.Min > 0 {
			return appendFixed(fixed, re.Sub[0])
		}
	}
	return fixed
}

// appendLiteral appends a literal, split at each character that can match other bytes: k
// and s, which have further cases in Unicode, other characters beyond ASCII if case is
// ignored, and U+FFFD, which matches each octet that is not UTF-8.
func appendLiteral(fixed []string, re *syntax.Regexp) []string {
	fold := re.Flags&syntax.FoldCase != 0
	var b strings.Builder
	for _, r := range re.Rune {
		switch {
		case r == utf8.RuneError, fold && (r >= utf8.RuneSelf || strings.ContainsRune("kKsS", r)):
			fixed = append(fixed, b.String())
			b.Reset()
		case r < utf8.RuneSelf:
			b.WriteByte(ascii.Lower(byte(r)))
		default:
			b.WriteRune(r)
		}
	}
	return append(fixed, b.String())
}
