package find

import (
	"bytes"
	"encoding/binary"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/span"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// This file is the fast path for ordinary URLs. They are 96 % of the URLs in the archive
// of one mailing list, and 90 % in another:
//
//	( "http" / "https" / "ftp" ) "://" host [ ":" port ] [ ( "/" / "?" / "#" ) … ]
//	"mailto:" local-part "@" domain
//
// Between double quotes, its slashes may be escaped, as in JSON: "http:\/\/a.b\/c".
//
// An ordinary URL is in the middle of the window. It is directly between angle brackets;
// or the character before it neither continues a scheme nor opens something that ends the
// URL, and no "<" is near. bare.run would copy each of its characters. Its last one, apart
// from the marks of a sentence, is a letter, a digit or "/".
//
// The result is the same as that of the rules: all URLs that a rule might treat in another
// way are left to them. A text with a URL in every 80 bytes takes a fifth of the time, as
// nothing is copied, and parts, brackets and lines are not tracked.

// ordinary decides about the colon at b[i], which is Data, as colon does, if the URL is
// ordinary. It returns the index after the URL, with its delimiters, or 0 if the URL is
// not ordinary.
func (f *Finder) ordinary(b []byte, i int) (end int) {
	n := ordinaryScheme(b, i)
	start := i - n
	if n == 0 || start < f.floor {
		if n == 0 && i+1 < len(b) && b[i+1] == '\\' {
			return f.ordinaryEscaped(b, i)
		}
		return 0
	}
	before := uint16(isBoundary)
	if start > 0 {
		before = ordinaryByte[b[start-1]]
	}
	switch {
	case before&isBoundary == 0:
		return 0
	case before&opensLink != 0 && b[start-1] == '<':
		return f.enclosed(Angle, start-1, start, i)
	case isNearAngle(b, f.floor, start):
		return 0
	}
	end = ordinaryEnd(b, i)
	if end < 0 || end-start > f.rules.MaxURL-maxMarksOff || f.joinsMore && f.mayJoinMore(b, start, i, end) {
		return 0
	}
	if b[end] == '.' && f.Refanged != nil {
		return 0 // it may be half of a defanged dot
	}
	if before&opensLink != 0 && linkEnd[b[start-1]] != b[end] && f.isInLink(b, start, end) {
		return 0
	}
	return f.foundOrdinary(Bare, start, end, start, end)
}

// ordinaryEscaped is ordinary for a URL between double quotes of which the slashes are escaped.
func (f *Finder) ordinaryEscaped(b []byte, i int) (end int) {
	start := i - commonScheme(lastEight(b, i))
	if start == i || start <= f.floor || b[start-1] != '"' || !bytes.HasPrefix(b[i:], []byte(`:\/\/`)) || f.angleBefore(start) >= 0 {
		return 0
	}
	host := i + len(`:\/\/`)
	n, all := ordinaryBytes.Prefix(b[host:])
	if i = host + n; n == span.Word || n < all && b[i] != '/' && b[i] != '?' && b[i] != '#' || n == 0 || !ascii.Is(b[host], ascii.AlphaDigit) {
		return 0
	}
	url := append(append(f.reader.url[:0], b[start:host-len(`\/\/`)]...), "//"...)
	for from := host; ; from = i - 1 {
		i += ordinaryBytes.Outer(b[i:])
		if i+2 >= len(b) {
			return 0
		}
		url = append(url, b[from:i]...)
		if b[i] != '\\' || b[i+1] != '/' {
			break
		}
		i += len(`\/`)
	}
	f.reader.url = url
	isClosed := b[i] == '"' && !mayContinueLiteral(b, i) || b[i] == '\\' && b[i+1] == '"'
	if !isClosed || !ordinaryByte.is(b[i-1], lastByte) || i-start > f.rules.MaxURL {
		return 0
	}
	f.foundOrdinary(Bare, start, i, start, i)
	f.Found.URL = url
	return i
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

// ordinaryScheme returns the length of the scheme that ends at the colon b[i], if it is
// an ordinary one in lower case and the bytes after the colon can be ordinary. Otherwise
// it returns 0.
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
		return 0 // the host is a template or empty
	}
	return commonScheme(before)
}

// commonScheme returns the length of the scheme that the bytes before a colon end in, if it is http, https or
// ftp in lower case. Otherwise it returns 0.
func commonScheme(before uint64) int {
	// Processors cannot predict whether a scheme is http or https: no branch depends on it.
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

// lastEight returns the eight bytes before b[i], the last of them in the lowest byte,
// with 0 for bytes before b.
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
// "m" does after ESC, "[" and numbers. The numbers may be separated by colons.
func isColoured(before []byte) bool {
	n := len(before)
	return n > 1 && (before[n-1] == '[' && before[n-2] == 0x1B ||
		before[n-1] == ':' && !ascii.Is(before[n-2], ascii.Alpha))
}

// isNearAngle reports whether a "<" is in the MaxAngle bytes before b[start], at b[floor]
// or after it.
func isNearAngle(b []byte, floor, start int) bool {
	return bytes.IndexByte(b[max(floor, start-MaxAngle):start], '<') >= 0
}

// enclosed decides about the URL that begins at Data[start], after the bracket at
// Data[open], and whose colon is Data[i]. It returns the index after the closing bracket,
// or 0 if the URL is not ordinary.
func (f *Finder) enclosed(kind Kind, open, start, i int) (end int) {
	i = ordinaryRun(f.Data, i)
	if i < 0 || i >= len(f.Data) || f.Data[i] != '>' || i-start > f.rules.MaxURL {
		return 0
	}
	return f.foundOrdinary(kind, open, i+1, start, i)
}

// foundOrdinary sets f.Found to the ordinary URL Data[start:end], which with its
// delimiters is Data[from:to], and returns to.
func (f *Finder) foundOrdinary(kind Kind, from, to, start, end int) int {
	// An ordinary URL is valid at the level Lenient. Calling parse.Valid instead would
	// take a sixth of the time where URLs are close to each other.
	c := &f.Found
	c.Kind, c.From, c.To, c.URL, c.Start, c.End = kind, from, to, f.Data[start:end], start, end
	c.Hyphens, c.Rejoined, c.Valid, c.Repaired, c.LeftBroken = nil, false, true, false, false
	return to
}

// maxMarksOff is how many marks of a sentence may follow an ordinary URL.
const maxMarksOff = 16

// ordinaryEnd returns the end of the URL whose colon is b[i], or -1 if the URL is not
// ordinary.
func ordinaryEnd(b []byte, i int) int {
	i = ordinaryRun(b, i)
	if i < 0 || i+2 >= len(b) {
		return -1
	}
	at, after := ordinaryByte[b[i]], ordinaryByte[b[i+1]]
	switch {
	case needsLook(at, after, b[i+2]) && mayContinue(b, i):
		return -1
	case at&endsURL == 0 && !(b[i] == ',' && ascii.Is(b[i+1], ascii.Space)):
		return -1
	case ordinaryByte.is(b[i-1], lastByte):
		return i
	}
	return withoutMarks(b, i)
}

// withoutMarks returns the end of an ordinary URL that ends at index i with the marks of a sentence after it, or -1 if
// it is not ordinary.
func withoutMarks(b []byte, i int) int {
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

// linkEnd has the character that mostly follows a URL in a link, for each that precedes one.
var linkEnd = [256]byte{'"': '"', '\'': '\'', '(': ')', '>': '<', '[': ']'}

// isInLink reports whether the URL b[start:end], which no linkEnd follows, may have an exact delimiter, or may be the
// beginning of the URL that a link leads to.
func (f *Finder) isInLink(b []byte, start, end int) bool {
	if c := b[start-1]; c == '"' || c == '(' {
		return exactDelimiter(b[:start]) != ""
	}
	return (b[end] == '.' || b[end] == ' ') && f.isCut(start, end) != verdict.No
}

// needsLook reports whether the URL may continue after its end, with one branch, which is easy to predict: after
// the quote of a string literal, in the next row of a box, or if an escape sequence of a string of JSON follows.
// The two bytes after the URL have the sets at and after, and are before next.
func needsLook(at, after uint16, next byte) bool {
	return at<<1&after&(afterLiteral|afterBlank|afterEnd) != 0 || next == '\\'
}

// mayContinue reports whether the URL may continue after b[i].
func mayContinue(b []byte, i int) bool {
	return mayContinueLiteral(b, i) || isBoxed(b, i) || b[i+1] == '\\'
}

// isBoxed reports whether a frame may follow the blanks after b[i], so that the URL may continue in the next
// row of a box.
func isBoxed(b []byte, i int) bool {
	return b[i] == ' ' && (isFrame(b[i+1]) || b[i+1] == ' ' && isFrame(b[i+2]))
}

// isFrame reports whether c may begin the frame of a box, or a colour sequence before it.
func isFrame(c byte) bool { return c == 0xE2 || c == esc }

// mayJoinMore reports whether the URL that begins at b[start] may continue after b[i], where its ordinary
// characters end, in a way that only some values of Rejoin have. Its colon is b[colon].
func (f *Finder) mayJoinMore(b []byte, start, colon, i int) bool {
	end := i
	for end < len(b) && ordinaryByte.is(b[end], trailingMark) {
		end++
	}
	if !ascii.Is(b[end], ascii.Space) {
		return false
	}
	next := end
	for next < len(b) && ascii.Is(b[next], ascii.Blank) {
		next++
	}
	if next == len(b) {
		return true
	}
	switch c := b[next]; {
	case ascii.Is(c, ascii.LineBreak):
		size, _ := chars.LineBreak(b, next, true)
		return f.rules.Rejoin.MayJoinLine(b, min(colon+len("://"), end), end, next+size)
	case c == '|' || c == '\\' || !ascii.Is(c, ascii.AlphaDigit|ascii.Punct):
		return true
	case !f.joinsBlanks || b[colon+1] != '/' || join.IsProse(b[end-1], b[next:min(len(b), next+join.MaxAhead)]):
		return false
	}
	if len(b)-next < join.MaxAhead && !f.EOF {
		return true
	}
	text := b[next:min(len(b), next+join.MaxAhead)]
	return hasEscape(text) || join.MayJoinBlanks(b[start:end], colon+len("://")-start, text)
}

// maxIndent is how many blanks a line may begin with for the fast path to be taken before
// it.
const maxIndent = 64

// mayContinueLiteral reports whether a string literal that the double quote b[i] ends may
// continue in the next line: whether another one, or a mark before it, begins that line.
func mayContinueLiteral(b []byte, i int) bool {
	if b[i] != '"' {
		return false
	}
	i++
	switch b[i] {
	case '\\':
		return true
	case ' ':
		return i+1 == len(b) || b[i+1] == '\\'
	case '\n', '\r':
		for end := min(len(b), i+maxIndent); i < end; i++ {
			if !ascii.Is(b[i], ascii.Space) {
				return b[i] == '"' || b[i] == '#'
			}
		}
		return true
	}
	return false
}

// ordinaryRun returns the index after the ordinary characters of the URL whose colon is
// b[i], or -1 if its authority or address is not ordinary.
func ordinaryRun(b []byte, i int) int {
	if b[i+1] != '/' {
		return ordinaryAddress(b, i+1)
	}
	i += len("://")
	host, all := ordinaryBytes.Prefix(b[i:])
	end := i + all
	if i += host; i == end {
		switch {
		case all == span.Word:
			return -1 // a long host
		case i < len(b) && b[i] == ':':
			return ordinaryPort(b, i+1)
		}
		return end
	}
	switch {
	case b[i] != '/' && b[i] != '?' && b[i] != '#':
		return -1
	case all == span.Word:
		return end + ordinaryBytes.Outer(b[end:])
	}
	return end
}

// ordinaryPort is ordinaryRun from the port on, which begins at b[i].
func ordinaryPort(b []byte, i int) int {
	port := i
	for i < len(b) && ascii.Is(b[i], ascii.Digit) {
		i++
	}
	switch {
	case i == port:
		return -1
	case i < len(b) && (b[i] == '/' || b[i] == '?' || b[i] == '#'):
		return i + ordinaryBytes.Outer(b[i:])
	}
	return i
}

// maxLocalPart is the maximum length of a local part (RFC 5321, section 4.5.3.1.1).
const maxLocalPart = 64

// ordinaryAddress returns the index after the address that begins at b[i], or -1 if the
// address is not ordinary.
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

// ordinaryBytes are the bytes over which a URL continues without a decision: those of its
// host, and those after it. A colon after the authority may be that of another URL. "_" and "~" need a decision only if the same character is
// before the URL; "&" only if ";" follows, which is not in the set.
var ordinaryBytes = span.NewClasses("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+-.", "!#$%&/=?@_~")

// byteSets are sets of bytes, with a bit for each set.
type byteSets [256]uint16

func (t *byteSets) is(c byte, set uint16) bool { return t[c]&set != 0 }

const (
	isBoundary   = 1 << iota // precedes a scheme (Schemes.Before), encloses no URL (see enclosing) and begins no regular expression
	endsURL                  // white space, quotes and closing brackets, which end a URL without their partner
	lastByte                 // may be the last byte of a URL
	trailingMark             // is a mark of a sentence after a URL
	inLocalPart              // occurs unquoted in local parts, and in nothing else before an "@"
	inDomain
	endsLiteral  // is a double quote
	afterLiteral // the bit after endsLiteral: may be between a literal and the end of its line
	isBlank      // is a blank
	afterBlank   // the bit after isBlank: may begin a frame, or be before one
	mayEnd       // is in endsURL, or a comma
	afterEnd     // the bit after mayEnd: is a backslash
	opensLink    // is in linkEnd, or "<"
)

// ordinaryByte holds the sets that each byte is in.
var ordinaryByte = func() (t byteSets) {
	for i := range t {
		c := byte(i)
		if c < 0x80 && !ascii.Is(c, ascii.Scheme) && c != '\b' && c != '^' && ends.EnclosureOf(c).By != c {
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
		if c == '"' {
			t[c] |= endsLiteral
		}
		if c == '\\' || c == '\n' || c == '\r' {
			t[c] |= afterLiteral
		}
		if c == ' ' {
			t[c] |= isBlank
		}
		if c == ' ' || isFrame(c) {
			t[c] |= afterBlank
		}
		if t[c]&endsURL != 0 || c == ',' {
			t[c] |= mayEnd
		}
		if c == '\\' {
			t[c] |= afterEnd
		}
		if linkEnd[c] != 0 || c == '<' {
			t[c] |= opensLink
		}
	}
	return t
}()
