package selection

import (
	"regexp"
	"regexp/syntax"
	"strings"
	"sync/atomic"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// patterns are regular expressions, one of which a URL must match.
//
// A list of known URLs may have a million, and there may be a million URLs. So of more
// than fewPatterns each has a gram, if it can: some bytes, in lower case, that are in
// all that it matches, and as few others have as possible. It is tried, and compiled,
// when they are in a URL. The road not taken, to make one expression of all, takes
// more memory and time than this one, by the number of patterns.
type patterns struct {
	list  []*pattern
	grams map[string]gram
	rest  []*pattern   // that have none
	ready atomic.Int32 // how many are compiled
}

const (
	fewPatterns = 32
	maxReady    = 10_000 // patterns that are kept compiled, which takes 2.5 KB for each

	longGram  = 8
	shortGram = 4 // where no part of a pattern is longer
)

// A pattern is a regular expression that is compiled when it is tried.
type pattern struct {
	text  string
	fixed []string                      // what stands in all that it matches
	next  *pattern                      // that has the same gram
	re    atomic.Pointer[regexp.Regexp] // by any of several threads
}

// A gram is the patterns that have it.
type gram struct {
	first *pattern
	n     int32
}

// add adds a pattern that is well-formed, as it was parsed.
func (p *patterns) add(text string, parsed *syntax.Regexp) {
	p.list = append(p.list, &pattern{text: text, fixed: appendFixed(nil, parsed)})
}

// index gives each pattern its gram.
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

// rarest returns the gram that the fewest patterns have so far, "" if there is none.
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
	var tried map[*pattern]bool // the first of each gram: it may stand there a thousand times
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

// appendFixed appends texts that are in all that an expression matches, in lower
// case.
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

// appendLiteral appends a literal, without the characters that others stand for: those
// of Unicode that k and s are in another case, and what any octet is that is not UTF-8.
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
