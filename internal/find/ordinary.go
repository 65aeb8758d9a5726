package find

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/span"
)

// ordinary decides about the colon at b[i], the Data, as colon does, but only where nothing
// needs a closer look: at 96 % of the URLs in the archive of one mailing list, 90 % of
// those in another. These are
//
//	( "http" / "https" / "ftp" ) "://" host [ ":" port ] [ ( "/" / "?" / "#" ) … ]
//	"mailto:" local-part "@" domain
//
// in the middle of the window, either directly between angle brackets, or after
// nothing that goes on as a scheme, opens something that ends the URL, or is a "<"
// near by; of characters of which bare.run would copy each; and they end, without
// the marks of a sentence, in a letter, a digit or "/". It returns the index after
// what it has found, or 0 where it does not decide. What it decides it never decides otherwise: all that it leaves
// out is what could make a difference.
//
// This file is what it costs. A text with a URL in every 80 bytes takes a fifth of
// the time, as nothing is copied and no account kept of parts, brackets and lines.
func (f *Finder) ordinary(b []byte, i int) (end int) {
	n := ordinaryScheme(b, i)
	start := i - n
	if n == 0 || start < f.floor {
		return 0
	}
	if start > f.floor && b[start-1] == '<' {
		return f.enclosed(Angle, start-1, start, i)
	}
	if start > 0 && !ordinaryByte.is(b[start-1], isBoundary) || isNearAngle(b, f.floor, start) {
		return 0
	}
	end = ordinaryEnd(b, i)
	if end < 0 || end-start > f.rules.MaxURL-maxMarksOff {
		return 0
	}
	return f.foundOrdinary(Bare, start, end, start, end)
}

// ordinaryLabel is ordinary for the wrapper "<URL:" at Data[open].
func (f *Finder) ordinaryLabel(open int) (end int) {
	start := open + len("<URL:")
	i := start + bytes.IndexByte(f.Data[start:min(len(f.Data), start+len("mailto:"))], ':')
	if !f.isOrdinary || i <= start || ordinaryScheme(f.Data, i) != i-start {
		return 0
	}
	return f.enclosed(Wrapped, open, start, i)
}

// ordinaryScheme returns the length of the scheme before the colon at b[i], if it ends
// in one of the ordinary ones in small letters, and after it may be what is ordinary;
// else 0. Whether it is http or https no processor foresees, so nothing branches on that.
func ordinaryScheme(b []byte, i int) int {
	if i+4 > len(b) {
		return 0
	}
	before, after := lastEight(b, i), (*[4]byte)(b[i:])
	if after[1] != '/' || after[2] != '/' {
		isMailto := before&(1<<48-1) == 'm'<<40|'a'<<32|'i'<<24|'l'<<16|'t'<<8|'o'
		if isMailto && ordinaryByte.is(after[1], inLocalPart) && !isColoured(b[:i-len("mailto")]) {
			return len("mailto")
		}
		return 0
	}
	if !ascii.Is(after[3], ascii.AlphaDigit) {
		return 0 // the host of a template, or none
	}
	n := len("http")
	if byte(before) == 's' {
		before >>= 8
		n = len("https")
	}
	switch {
	case uint32(before) == 'h'<<24|'t'<<16|'t'<<8|'p':
		return n
	case n == len("http") && before&(1<<24-1) == 'f'<<16|'t'<<8|'p':
		return len("ftp")
	}
	return 0
}

// lastEight returns the eight bytes before b[i], the last of them lowest, 0 for those
// that b has not.
func lastEight(b []byte, i int) (word uint64) {
	if i >= 8 {
		return binary.BigEndian.Uint64(b[i-8 : i])
	}
	for _, c := range b[:i] {
		word = word<<8 | uint64(c)
	}
	return word
}

// isColoured reports whether a letter after before may end an ANSI colour sequence, as
// "m" does after ESC, "[" and numbers; what divides these may be a colon.
func isColoured(before []byte) bool {
	n := len(before)
	return n > 1 && (before[n-1] == '[' && before[n-2] == 0x1B ||
		before[n-1] == ':' && !ascii.Is(before[n-2], ascii.Alpha))
}

// isNearAngle reports whether a "<" is near before b[start], and not before b[floor].
func isNearAngle(b []byte, floor, start int) bool {
	return bytes.IndexByte(b[max(floor, start-MaxAngle):start], '<') >= 0
}

// enclosed decides about the URL that begins at Data[start], after the bracket at
// Data[open], if up to the other one it is ordinary. Its colon is Data[i].
func (f *Finder) enclosed(kind Kind, open, start, i int) (end int) {
	i = ordinaryRun(f.Data, i)
	if i < 0 || i >= len(f.Data) || f.Data[i] != '>' || i-start > f.rules.MaxURL {
		return 0
	}
	return f.foundOrdinary(kind, open, i+1, start, i)
}

// foundOrdinary is found for the ordinary URL Data[start:end], which with its delimiters is
// Data[from:to], and returns to. Such a one is valid at the level Lenient, which parse.Valid would need a
// pass to see: a sixth of the time where URLs are close to each other.
func (f *Finder) foundOrdinary(kind Kind, from, to, start, end int) int {
	c := &f.Found
	c.Kind, c.From, c.To, c.URL, c.Start, c.End = kind, from, to, f.Data[start:end], start, end
	c.Hyphens, c.Rejoined, c.Ordinary, c.LeftBroken = nil, false, true, false
	return to
}

// maxMarksOff is how many marks may be after a URL that is ordinary.
const maxMarksOff = 16

// ordinaryEnd returns where the URL ends whose colon is b[i]; -1 if that needs a closer
// look.
func ordinaryEnd(b []byte, i int) int {
	i = ordinaryRun(b, i)
	if i < 0 || i+1 >= len(b) || !ordinaryByte.is(b[i], endsURL) && !(b[i] == ',' && ascii.Is(b[i+1], ascii.Space)) {
		return -1
	}
	for last := i - maxMarksOff; i > last; i-- {
		switch c := b[i-1]; {
		case ordinaryByte.is(c, lastByte):
			return i
		case !ordinaryByte.is(c, trailingMark):
			return -1
		}
	}
	return -1
}

// ordinaryRun returns the index after what of a URL is after its colon, b[i], and
// is ordinary; -1 if it goes on with what is not.
func ordinaryRun(b []byte, i int) int {
	if b[i+1] != '/' {
		return ordinaryAddress(b, i+1)
	}
	i += len("://")
	host, all := ordinaryBytes.Prefix(b[i:])
	end := i + all
	if i += host; i < end && b[i] == ':' {
		port := i + 1
		for i = port; i < end && ascii.Is(b[i], ascii.Digit); {
			i++
		}
		if i == port {
			return -1
		}
	}
	switch {
	case i == end:
		if all == span.Word {
			return -1 // a long host
		}
		return end
	case b[i] != '/' && b[i] != '?' && b[i] != '#':
		return -1
	case all == span.Word:
		return end + ordinaryBytes.Outer(b[end:])
	}
	return end
}

// maxLocalPart is how long the local part of an address may be (RFC 5321, section
// 4.5.3.1.1).
const maxLocalPart = 64

// ordinaryAddress returns the index after the address that begins at b[i], -1 if it is
// not ordinary.
func ordinaryAddress(b []byte, i int) int {
	at := i
	for at < len(b) && ordinaryByte.is(b[at], inLocalPart) {
		at++
	}
	if at == i || at-i > maxLocalPart || at+1 >= len(b) || b[at] != '@' || !ascii.Is(b[at+1], ascii.AlphaDigit) {
		return -1
	}
	for i = at + 1; i < len(b) && ordinaryByte.is(b[i], inDomain); {
		i++
	}
	return i
}

// The bytes that a URL goes on over with no decision: in its host, and after that.
// "_" and "~" need one only where the same stands before the URL; "&" only where ";"
// follows, which is no such byte.
var ordinaryBytes = span.NewClasses("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.", "!#$%&/:=?@_~")

// byteSets are sets of bytes, a bit for each set.
type byteSets [256]uint8

func (t *byteSets) is(c byte, set uint8) bool { return t[c]&set != 0 }

const (
	isBoundary   = 1 << iota // a scheme after it is whole, and it does not end the URL again: see Schemes.Before and bare.setEnclose
	endsURL                  // white space, and what ends every URL that does not hold its partner
	lastByte                 // no mark of a sentence
	trailingMark             // one, and nothing else
	inLocalPart              // of an address, unquoted and without what could be of something else
	inDomain
)

// ordinaryByte says what of that a byte is.
var ordinaryByte = func() (t byteSets) {
	for i := range t {
		c := byte(i)
		if c < 0x80 && !ascii.Is(c, ascii.Scheme) && strings.IndexByte("'`*,;_~\b", c) < 0 {
			t[c] |= isBoundary
		}
		if ascii.Is(c, ascii.Space) || strings.IndexByte("\"<>)]}", c) >= 0 {
			t[c] |= endsURL
		}
		if c == '/' || ascii.Is(c, ascii.AlphaDigit) {
			t[c] |= lastByte
		}
		if strings.IndexByte(".:!?@", c) >= 0 {
			t[c] |= trailingMark
		}
		if ascii.Is(c, ascii.AlphaDigit) || c == '-' || c == '.' {
			t[c] |= inDomain
		}
		if ascii.Is(c, ascii.AlphaDigit) || strings.IndexByte("+-.=_", c) >= 0 {
			t[c] |= inLocalPart
		}
	}
	return t
}()
