package find

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// colours decides about the colour sequences of terminals at the cursor (ECMA-48, 8.3.117). Those within
// a URL are dropped: text goes on after them, and they set a colour, or reset one that was set within the
// URL. One that resets a colour that was set before the URL ends it, unless grep has written it, which
// may colour only the beginning of a URL. The verdict is No if the sequences end the URL, or white space
// follows them.
func (b *reader) colours() verdict.Verdict {
	c := b.cursor
	all, v := c.colours()
	if v != verdict.Yes {
		return v
	}
	r, v := c.peek(0)
	switch {
	case v != verdict.Yes:
		return v
	case b.part == ends.Authority && b.len(b.at) == b.host && !all.erases && !all.sets, // no host begins with a reset colour
		r >= utf8.RuneSelf && (chars.IsSpace(r) || ends.Rune(r) != ends.GoesOn), r < utf8.RuneSelf && ends.At(b.part, byte(r)) > ends.Asks,
		!all.sets && !all.erases && !b.coloured:
		return verdict.No
	}
	b.coloured = all.sets
	b.drop(c.at - b.at)
	return verdict.Yes
}

// A colour is what a colour sequence does.
type colour struct {
	sets   bool // it sets a colour or another attribute
	erases bool // it is ESC "[K", which grep writes after each of its sequences
}

const esc = 0x1B

// colours reads a run of colour sequences. It returns what they do together. Without one the verdict
// is No.
func (c *cursor) colours() (all colour, found verdict.Verdict) {
	for {
		next := *c
		r, v := next.next()
		if v == verdict.Yes && r != esc || v == verdict.No {
			return all, found
		}
		var s colour
		if v == verdict.Yes {
			s, v = next.colour()
		}
		switch v {
		case verdict.More:
			return all, v
		case verdict.No:
			return all, found
		}
		all = colour{all.sets || s.sets, all.erases || s.erases}
		*c, found = next, verdict.Yes
	}
}

// colour reads a colour sequence after its ESC. Its characters may be escape sequences of a string
// literal. Without one the verdict is No.
func (c *cursor) colour() (s colour, v verdict.Verdict) {
	if r, v := c.next(); v != verdict.Yes {
		return s, v
	} else if r != '[' {
		return s, verdict.No
	}
	parameter := make([]byte, 0, chars.MaxColour)
	for range chars.MaxColour - len("\x1B[") {
		r, v := c.next()
		switch {
		case v != verdict.Yes:
			return s, v
		case r == 'K' || r == 'm':
			s.erases = r == 'K'
			s.sets = s.sets || !s.erases && !resets(parameter)
			return s, verdict.Yes
		case r == ';' || r == ':':
			s.sets = s.sets || !resets(parameter)
			parameter = parameter[:0]
		case r < utf8.RuneSelf && ascii.Is(byte(r), ascii.Digit):
			parameter = append(parameter, byte(r))
		default:
			return s, verdict.No
		}
	}
	return s, verdict.No
}

// resets reports whether a parameter of a colour sequence resets attributes.
func resets(parameter []byte) bool {
	switch strings.TrimLeft(string(parameter), "0") {
	case "", "22", "23", "24", "25", "27", "28", "29", "39", "49", "54", "55", "59":
		return true
	}
	return false
}

// isColouredAt reports whether a colour sequence may be directly before or after the colon at Data[i], or
// after the slash that follows it.
func (t *text) isColouredAt(i int) bool {
	if c := t.Data[i-1]; (c == 'm' || c == 'K') && isColoured(t.Data[:i-1]) {
		return true
	}
	next := bytes.TrimLeft(t.Data[i+1:min(len(t.Data), i+len("://")+1)], "/")
	return len(next) > 0 && next[0] == esc
}

// colouredColon decides about the colon at Data[i] if colour sequences are in the scheme before it or in the
// slashes after it, as grep writes them around what it was asked for. The scheme is http, https or ftp.
func (f *Finder) colouredColon(i int) decision {
	if len(f.Data)-i < Eager && !f.EOF {
		return undecided
	}
	var scheme [begin.MaxScheme]byte
	var at [len(scheme)]int // indices of its characters
	n, start := len(scheme), i
	for n > 0 && start > f.floor {
		if size := colourBefore(f.Data[f.floor:start]); size > 0 {
			start -= size
			continue
		}
		if !ascii.Is(f.Data[start-1], ascii.Scheme) {
			break
		}
		start--
		n--
		scheme[n], at[n] = f.Data[start], start
	}
	if start > f.floor && f.Data[start-1] == '^' {
		return none // a regular expression: see begin.Schemes.Before
	}
	// The character before the word shows whether the word begins there.
	before := f.Data[max(f.floor, start-utf8.UTFMax):start]
	first, ok := f.rules.Schemes.Before(slices.Concat(before, scheme[n:]), len(before)+len(scheme)-n)
	first -= len(before)
	text := scheme[n:]
	colon := len(text)
	if !ok || first < 0 || begin.CommonEnd(text[first:]) < colon-first || !f.rules.Schemes.Known(text[first:]) {
		return none
	}
	for rest := f.Data[i:min(len(f.Data), i+Eager)]; len(rest) > 0; {
		size := chars.ColourAt(rest)
		if size == 0 {
			size, text = 1, append(text, rest[0])
		}
		rest = rest[size:]
	}
	if f.rules.Schemes.Begins(text, first, colon, true) != verdict.Yes {
		return none
	}
	start = at[n+first]
	if open := f.angleBefore(start); open >= 0 && start+colon-first == i { // in brackets, the scheme has no colours
		if d := f.wrapper(open, Angle, start); d.settles(i) {
			return d
		}
	}
	o := beginning{from: start, start: start, colon: i, joins: true, struck: true}
	if d := f.undelimited(Bare, o); d.verdict != verdict.No {
		return d
	}
	return none
}

// colourBefore returns the length of the colour sequence that text ends in, or 0.
func colourBefore(text []byte) int {
	from := max(0, len(text)-chars.MaxColour)
	if i := bytes.LastIndexByte(text[from:], esc); i >= 0 && chars.ColourAt(text[from+i:]) == len(text)-from-i {
		return len(text) - from - i
	}
	return 0
}
