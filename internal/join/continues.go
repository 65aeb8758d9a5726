package join

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

const (
	// maxWord bounds the word at the beginning of a line that is looked at for a scheme, in bytes.
	maxWord = 512
	// maxStruck is the number of bytes of text with overstruck characters that are looked at.
	maxStruck = 256
)

// mayContinue decides whether the text at index i may continue a URL: it begins with a character that
// a word or a part of a URL begins with, but not with another URL, a footnote mark or what programs
// begin lines with. If it may, it
// continues the URL with one character at least, so that no two breaks are at the same offset of the
// URL.
func (r *Rules) mayContinue(b *Break, i int, first string) verdict.Verdict {
	if i == len(b.Data) {
		return verdict.No
	}
	if !b.EOF && !utf8.FullRune(b.Data[i:]) {
		return verdict.More
	}
	c, size := chars.Decode(b.Data[i:], r.Fallback)
	if !unicode.IsLetter(c) && !unicode.IsDigit(c) && !strings.ContainsRune(first, c) || c >= utf8.RuneSelf && ends.Rune(c) != ends.GoesOn {
		return verdict.No
	}
	end := i + size
	for end < len(b.Data) && end-i <= maxWord && ascii.Is(b.Data[end], ascii.Scheme) {
		end++
	}
	if v := r.isOverstruck(b, end); v == verdict.Yes || end < len(b.Data) && b.Data[end] == '\b' {
		return r.mayContinueStruck(b, i, first)
	} else if v == verdict.More {
		return v
	}
	if v := r.beginsAnew(b, i); v != verdict.No {
		return v.Not()
	}
	if v := b.byProgram(i); v != verdict.No {
		return v.Not()
	}
	return r.footnote(b, i).Not()
}

// isOverstruck decides whether the character at index i is overstruck by the next one.
func (r *Rules) isOverstruck(b *Break, i int) verdict.Verdict {
	rest := b.Data[i:]
	switch {
	case len(rest) == 0 || !utf8.FullRune(rest):
		return verdict.AtEnd(b.EOF)
	case chars.OverstrikeLen(rest, r.Fallback) > 0:
		return verdict.Yes
	case ascii.Is(rest[0], ascii.Space|ascii.Control):
		return verdict.No
	}
	if _, n := chars.Decode(rest, r.Fallback); n == len(rest) {
		return verdict.AtEnd(b.EOF)
	}
	return verdict.No
}

// mayContinueStruck is mayContinue for a first word that has overstruck characters. It
// decides about the word without them.
func (r *Rules) mayContinueStruck(b *Break, i int, first string) verdict.Verdict {
	word := b.Data[i:min(len(b.Data), i+maxStruck)]
	if len(word) < maxStruck && !b.EOF {
		return verdict.More
	}
	word, _, _ = bytes.Cut(chars.StripOverstrikes(word, r.Fallback), []byte{'\b'}) // a backspace that overstrikes nothing ends a URL
	return r.mayContinue(&Break{Data: word, EOF: true, Begun: b.Begun}, 0, first)
}

// beginsAnew decides whether another URL begins at index i, or the initials of a quoted
// author, as in "JD> ".
func (r *Rules) beginsAnew(b *Break, i int) verdict.Verdict {
	end := i
	for end < len(b.Data) && end-i <= maxWord && ascii.Is(b.Data[end], ascii.Scheme) {
		end++
	}
	if end == len(b.Data) && !b.EOF {
		return verdict.More
	}
	if end-i == 3 && end < len(b.Data) && strings.EqualFold(string(b.Data[i:end+1]), "url:") {
		return verdict.Yes
	}
	if end-i > 4 && b.Begun && strings.EqualFold(string(b.Data[i:i+4]), "www.") {
		return verdict.Yes
	}
	if v := b.beginsWithInitials(i, end); v != verdict.No {
		return v
	}
	if end == len(b.Data) || b.Data[end] != ':' {
		return verdict.No
	}
	if first, ok := r.Schemes.Before(b.Data[i:], end-i); !ok || first != 0 {
		return verdict.No
	}
	return r.Schemes.Begins(b.Data, i, end, b.EOF)
}

// beginsInBrackets decides whether a URL with a known scheme begins at index i, or after an
// opening bracket or quote there. It reads no further than the URL in the brackets may extend.
func (r *Rules) beginsInBrackets(b *Break, i int) verdict.Verdict {
	data, eof := b.Data, b.EOF
	if limit := i + b.Room + 1; len(data) >= limit {
		data, eof = data[:limit], true
	}
	if i < len(data) && strings.IndexByte("([{\"'`", data[i]) >= 0 {
		i++
	}
	colon := i
	for colon < len(data) && colon-i <= begin.MaxScheme && ascii.Is(data[colon], ascii.Scheme) {
		colon++
	}
	switch {
	case colon == len(data):
		return verdict.AtEnd(eof)
	case data[colon] != ':', !r.Schemes.Known(data[i:colon]):
		return verdict.No
	}
	return r.Schemes.Begins(data, i, colon, eof)
}

// beginsWithInitials decides whether Data[i:end] is the initials of a quoted author: one to four
// letters, the first a capital, before ">" and a blank.
func (b *Break) beginsWithInitials(i, end int) verdict.Verdict {
	if end-i > 4 || end == len(b.Data) || b.Data[end] != '>' || b.Data[i] < 'A' || b.Data[i] > 'Z' {
		return verdict.No
	}
	if ascii.Len(b.Data[i:end], ascii.Alpha) < end-i {
		return verdict.No
	}
	if end+1 == len(b.Data) {
		return verdict.AtEnd(b.EOF)
	}
	return verdict.Of(ascii.Is(b.Data[end+1], ascii.Blank))
}

// footnote decides whether "1) " or "1. " is at index i. Other footnote marks begin with
// a bracket, which continues no URL.
func (r *Rules) footnote(b *Break, i int) verdict.Verdict {
	end := i
	for end < len(b.Data) && end-i < 4 && ascii.Is(b.Data[end], ascii.Digit) {
		end++
	}
	switch {
	case end == i:
		return verdict.No
	case end == len(b.Data):
		return verdict.AtEnd(b.EOF)
	case b.Data[end] == ')':
		return verdict.Yes
	case b.Data[end] != '.':
		return verdict.No
	}
	rest := b.Data[end+1:]
	if len(rest) == 0 && b.EOF || chars.SpaceAt(rest, r.Fallback) > 0 {
		return verdict.Yes
	}
	if !utf8.FullRune(rest) {
		return verdict.AtEnd(b.EOF)
	}
	return verdict.No
}
