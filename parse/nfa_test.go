package parse_test

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// This file converts a grammar, in the notation of the standards, into a slow and obvious
// automaton: Thompson's construction, run as a set of states. It does not parse. It is
// the reference for the verdicts and offsets of the parser.

// A rule is a right-hand side of the grammar: it adds states to an automaton
// that lead from state "from" to the state it returns.
type rule func(a *nfa, from int) (to int)

// set is a rule for one character that has accepts.
func set(has func(r rune) bool) rule {
	return func(a *nfa, from int) int {
		to := a.state()
		a.states[from].has, a.states[from].next = has, to
		return to
	}
}

// one is a rule for one of the characters of chars.
func one(chars string) rule {
	return set(func(r rune) bool { return r >= 0 && strings.ContainsRune(chars, r) })
}

// lit is a rule for a literal; cat, alt, opt, star and plus are the usual operators of
// grammars, rep is cat of between least and most times r.
func lit(s string) rule {
	var rs []rule
	for _, r := range s {
		rs = append(rs, one(string(r)))
	}
	return cat(rs...)
}

func cat(rs ...rule) rule {
	return func(a *nfa, from int) int {
		for _, r := range rs {
			step := a.state()
			a.empty(from, step)
			from = r(a, step)
		}
		to := a.state()
		a.empty(from, to)
		return to
	}
}

func alt(rs ...rule) rule {
	return func(a *nfa, from int) int {
		to := a.state()
		for _, r := range rs {
			start := a.state()
			a.empty(from, start)
			a.empty(r(a, start), to)
		}
		return to
	}
}

func star(r rule) rule {
	return func(a *nfa, from int) int {
		loop := a.state()
		a.empty(from, loop)
		start := a.state()
		a.empty(loop, start)
		a.empty(r(a, start), loop)
		to := a.state()
		a.empty(loop, to)
		return to
	}
}

func opt(r rule) rule  { return alt(r, cat()) }
func plus(r rule) rule { return cat(r, star(r)) }

func rep(least, most int, r rule) rule {
	var rs []rule
	for i := range most {
		if i < least {
			rs = append(rs, r)
		} else {
			rs = append(rs, opt(r))
		}
	}
	return cat(rs...)
}

// An nfa is the automaton of one rule. Sets of its states are cached with their
// successors, to make it fast enough.
type nfa struct {
	states []nfaState
	final  int
	known  map[string]*stateSet
	start  *stateSet
}

type nfaState struct {
	empty []int
	has   func(rune) bool // nil: no character leads on
	next  int
}

type stateSet struct {
	states []int // sorted
	accept bool
	next   map[rune]*stateSet
}

func compile(r rule) *nfa {
	a := &nfa{known: map[string]*stateSet{}}
	start := a.state()
	a.final = r(a, start)
	a.start = a.closure([]int{start})
	return a
}

func (a *nfa) state() int {
	a.states = append(a.states, nfaState{})
	return len(a.states) - 1
}

func (a *nfa) empty(from, to int) {
	a.states[from].empty = append(a.states[from].empty, to)
}

// closure returns the set of the states that can be reached from states without reading.
func (a *nfa) closure(states []int) *stateSet {
	seen := map[int]bool{}
	var all []int
	for len(states) > 0 {
		s := states[len(states)-1]
		states = states[:len(states)-1]
		if !seen[s] {
			seen[s] = true
			all = append(all, s)
			states = append(states, a.states[s].empty...)
		}
	}
	slices.Sort(all)
	var key strings.Builder
	for _, s := range all {
		key.WriteRune(rune(s))
	}
	if a.known[key.String()] == nil {
		a.known[key.String()] = &stateSet{states: all, accept: seen[a.final], next: map[rune]*stateSet{}}
	}
	return a.known[key.String()]
}

func (a *nfa) step(from *stateSet, r rune) *stateSet {
	if to, ok := from.next[r]; ok {
		return to
	}
	var states []int
	for _, s := range from.states {
		if has := a.states[s].has; has != nil && has(r) {
			states = append(states, a.states[s].next)
		}
	}
	from.next[r] = a.closure(states)
	return from.next[r]
}

// match reports whether a derives s. If not, off is the offset of the first character at
// which s is not the beginning of any text that a derives, or len(s) if s is such a
// beginning: since every rule derives some text, every state reached leads on to the
// final one.
func (a *nfa) match(s string) (off int, ok bool) {
	at := a.start
	for off < len(s) {
		r, n := utf8.DecodeRuneInString(s[off:])
		if r == utf8.RuneError && n == 1 {
			r = -1 // a stray octet is no character
		}
		if at = a.step(at, r); len(at.states) == 0 {
			return off, false
		}
		off += n
	}
	return off, at.accept
}
