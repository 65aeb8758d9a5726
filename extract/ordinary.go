package extract

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/wrapper"
)

// ordinary decides about the colon at buf[i] as colon does, but only where nothing
// needs a closer look: about nine in ten of the URLs in mail. These are
//
//	( "http" / "https" ) "://" host [ ":" port ] [ "/" … ]
//
// in the middle of the window, either directly between angle brackets, or behind
// nothing that goes on as a scheme, opens something that ends the URL, or is a "<"
// near by; of characters of which bare.run would copy each; and they end, without
// the marks of a sentence, in a letter, a digit or "/". It reports false where it
// does not decide. What it decides it never decides otherwise: all that it leaves
// out is what could make a difference.
//
// A table and this file are what it costs. It takes a fifth of the time, as it
// copies nothing and keeps no account of parts, brackets and lines.
func (s *Scanner) ordinary(i int) (v wrapper.Verdict, ok bool) {
	b := s.buf
	if !s.isOrdinary || len(b)-i < len("://a") || b[i+1] != '/' || b[i+2] != '/' || !ascii.Is(b[i+3], ascii.AlphaDigit) {
		return v, false
	}
	start := i - len("http")
	if b[i-1] == 's' {
		start--
	}
	if start < s.done || string(b[start:start+len("http")]) != "http" {
		return v, false
	}
	if start > s.done && b[start-1] == '<' {
		return s.enclosed(Angle, start-1, start, i)
	}
	if start > 0 && !standsApart(b[start-1]) || bytes.IndexByte(b[max(s.done, start-maxAngle):start], '<') >= 0 {
		return v, false
	}
	end := ordinaryEnd(b, i+len("://"))
	if end < 0 || end-start > s.rules.MaxURL-maxMarksOff {
		return v, false
	}
	s.done = end
	return s.foundOrdinary(start, end), true
}

// ordinaryLabel is ordinary for the wrapper "<URL:" at buf[open].
func (s *Scanner) ordinaryLabel(open int) (v wrapper.Verdict, ok bool) {
	start := open + len("<URL:")
	rest := s.buf[start:]
	if !s.isOrdinary || len(rest) < len("https://a") || string(rest[:len("http")]) != "http" {
		return v, false
	}
	i := start + len("http")
	if s.buf[i] == 's' {
		i++
	}
	if string(s.buf[i:i+len("://")]) != "://" || !ascii.Is(s.buf[i+len("://")], ascii.AlphaDigit) {
		return v, false
	}
	return s.enclosed(Wrapped, open, start, i)
}

// enclosed decides about the URL that begins at buf[start], behind the bracket at
// buf[open], if up to the other one it is ordinary. Its colon is buf[i].
func (s *Scanner) enclosed(kind Kind, open, start, i int) (v wrapper.Verdict, ok bool) {
	b := s.buf
	for i < len(b) && (ascii.Table[b[i]]&ordinaryPath != 0 || isOrdinaryToo(b[i])) {
		i++
	}
	if i == len(b) || b[i] != '>' || i-start > s.rules.MaxURL {
		return v, false
	}
	s.done = i + 1
	return s.found(kind, open, i+1, b[start:i], nil, false), true
}

// standsApart reports whether a scheme behind c is whole, and c nothing that ends
// the URL again: see Schemes.Before and bare.setEnclose.
func standsApart(c byte) bool {
	switch c {
	case '\'', '`', '*', ',', ';', '_', '~', '\b':
		return false
	}
	return c < 0x80 && !ascii.Is(c, ascii.Scheme)
}

const (
	// Of these bytes none needs a decision. "_" and "~" do only where one stands
	// before the URL, "&" only where ";" follows, which stands in no ordinary URL.
	ordinaryHost = ascii.Scheme
	ordinaryPath = ascii.Scheme | ascii.Unreserved | ascii.Safe |
		ascii.Slash | ascii.Question | ascii.Colon | ascii.At | ascii.Ampersand | ascii.Equals
	// maxMarksOff is how many marks may stand behind a URL that is ordinary.
	maxMarksOff = 16
)

// isOrdinaryToo reports whether c is one of the bytes of a path that are in no class
// with the others.
func isOrdinaryToo(c byte) bool { return c == '%' || c == '#' || c == '!' }

// ordinaryEnd returns where the URL ends whose authority begins at b[i]; -1 if that
// needs a closer look.
func ordinaryEnd(b []byte, i int) int {
	for i < len(b) && ascii.Table[b[i]]&ordinaryHost != 0 {
		i++
	}
	if i+1 < len(b) && b[i] == ':' && ascii.Is(b[i+1], ascii.Digit) {
		for i++; i < len(b) && ascii.Is(b[i], ascii.Digit); {
			i++
		}
	}
	if i < len(b) && b[i] == '/' {
		for i < len(b) && (ascii.Table[b[i]]&ordinaryPath != 0 || isOrdinaryToo(b[i])) {
			i++
		}
	}
	if i+1 >= len(b) || !ascii.Is(b[i], ascii.Space) && !closes(b[i]) && !(b[i] == ',' && ascii.Is(b[i+1], ascii.Space)) {
		return -1
	}
	for last := i - maxMarksOff; i > last; i-- {
		switch c := b[i-1]; {
		case c == '/' || ascii.Is(c, ascii.AlphaDigit):
			return i
		case c != '.' && c != ':' && c != '!' && c != '?' && c != '@':
			return -1
		}
	}
	return -1
}

// closes reports whether c ends every URL that does not hold its partner.
func closes(c byte) bool {
	return c == '"' || c == '<' || c == '>' || c == ')' || c == ']' || c == '}'
}
