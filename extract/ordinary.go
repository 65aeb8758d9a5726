package extract

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/span"
	"github.com/urlgrep/urlgrep/wrapper"
)

// ordinary decides about the colon at buf[i] as colon does, but only where nothing
// needs a closer look: 98 % of the URLs in the archive of one mailing list, a quarter
// of them in another, where most are "mailto:" in header fields. These are
//
//	( "http" / "https" / "ftp" ) "://" host [ ":" port ] [ "/" … ]
//
// in the middle of the window, either directly between angle brackets, or behind
// nothing that goes on as a scheme, opens something that ends the URL, or is a "<"
// near by; of characters of which bare.run would copy each; and they end, without
// the marks of a sentence, in a letter, a digit or "/". It reports false where it
// does not decide. What it decides it never decides otherwise: all that it leaves
// out is what could make a difference.
//
// This file is what it costs. A text with a URL in every 80 bytes takes a quarter of
// the time, as nothing is copied and no account kept of parts, brackets and lines.
func (s *Scanner) ordinary(i int) (v wrapper.Verdict, ok bool) {
	if !s.isOrdinary || !hasHost(s.buf[i:]) {
		return v, false
	}
	b := s.buf
	start := i - ordinaryScheme(b[s.done:i])
	if start == i {
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
	return s.foundOrdinary(Bare, start, end, b[start:end]), true
}

// ordinaryLabel is ordinary for the wrapper "<URL:" at buf[open].
func (s *Scanner) ordinaryLabel(open int) (v wrapper.Verdict, ok bool) {
	start := open + len("<URL:")
	i := start + bytes.IndexByte(s.buf[start:min(len(s.buf), start+len("https:"))], ':')
	if !s.isOrdinary || i <= start || !hasHost(s.buf[i:]) || ordinaryScheme(s.buf[start:i]) != i-start {
		return v, false
	}
	return s.enclosed(Wrapped, open, start, i)
}

// hasHost reports whether b begins with "://" and the first byte of a host, which
// is that of no template.
func hasHost(b []byte) bool {
	return len(b) > len("://") && b[0] == ':' && b[1] == '/' && b[2] == '/' && ascii.Is(b[3], ascii.AlphaDigit)
}

// ordinaryScheme returns the length of the scheme that b ends in, if it is one of
// the ordinary ones in small letters, else 0.
func ordinaryScheme(b []byte) int {
	n := len(b)
	switch {
	case n >= 4 && string(b[n-4:]) == "http":
		return 4
	case n >= 5 && string(b[n-5:]) == "https":
		return 5
	case n >= 3 && string(b[n-3:]) == "ftp":
		return 3
	}
	return 0
}

// enclosed decides about the URL that begins at buf[start], behind the bracket at
// buf[open], if up to the other one it is ordinary. Its colon is buf[i].
func (s *Scanner) enclosed(kind Kind, open, start, i int) (v wrapper.Verdict, ok bool) {
	i = skipOrdinary(s.buf, i+len("://"))
	if i >= len(s.buf) || s.buf[i] != '>' || i-start > s.rules.MaxURL {
		return v, false
	}
	s.done = i + 1
	return s.foundOrdinary(kind, open, i+1, s.buf[start:i]), true
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

// maxMarksOff is how many marks may stand behind a URL that is ordinary.
const maxMarksOff = 16

// ordinaryEnd returns where the URL ends whose authority begins at b[i]; -1 if that
// needs a closer look.
func ordinaryEnd(b []byte, i int) int {
	i = skipOrdinary(b, i)
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

// skipOrdinary returns the index behind as much of host, port and path as begins at
// b[i] and is ordinary.
func skipOrdinary(b []byte, i int) int {
	i += ordinaryHost.Len(b[i:])
	if i+1 < len(b) && b[i] == ':' && ascii.Is(b[i+1], ascii.Digit) {
		for i++; i < len(b) && ascii.Is(b[i], ascii.Digit); {
			i++
		}
	}
	if i < len(b) && b[i] == '/' {
		i += ordinaryPath.Len(b[i:])
	}
	return i
}

// closes reports whether c ends every URL that does not hold its partner.
func closes(c byte) bool {
	return c == '"' || c == '<' || c == '>' || c == ')' || c == ']' || c == '}'
}

// The bytes that a URL goes on over with no decision: in its host, and behind that.
// "_" and "~" need one only where the same stands before the URL; "&" only where ";"
// follows, which is no such byte.
const hostBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-."

var (
	ordinaryHost = span.NewClass(hostBytes)
	ordinaryPath = span.NewClass(hostBytes + "!#$%&/:=?@_~")
)
