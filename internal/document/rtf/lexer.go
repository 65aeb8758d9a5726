package rtf

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A tokenKind is the kind of a token (Rich Text Format Specification 1.9, "Basic Entities").
type tokenKind uint8

const (
	tokEnd   tokenKind = iota
	tokOpen            // {
	tokClose           // }
	tokWord            // \word and its parameter
	tokChars           // characters as they are
	tokHex             // \'hh
	tokStar            // \*
)

// A token is a token of RTF.
type token struct {
	kind     tokenKind
	meaning  // of tokWord; zero if the word is not used
	param    int
	hasParam bool
	chars    []byte // of tokChars: valid until the next token
	octet    byte   // of tokHex
}

const (
	maxWord  = 32                // letters of a control word
	maxParam = (1<<31 - 10) / 10 // a parameter that is greater has no further digits
	bufSize  = 16 << 10          // of the lexer
)

// A lexer splits RTF into tokens.
type lexer struct {
	r    io.Reader
	buf  []byte
	p    []byte // what is left of buf
	at   int64  // the offset after buf
	from int64  // the offset of the last token
	err  error
	name [maxWord]byte
	*vocabulary
}

func newLexer(r io.Reader) *lexer {
	return &lexer{r: r, buf: make([]byte, bufSize), vocabulary: known()}
}

// offset returns the offset of the next byte.
func (l *lexer) offset() int64 { return l.at - int64(len(l.p)) }

// fill reports whether there are bytes in p, and reads some if there are none.
func (l *lexer) fill() bool {
	for i := 0; len(l.p) == 0 && l.err == nil && i < 100; i++ {
		var n int
		n, l.err = l.r.Read(l.buf)
		l.p = l.buf[:n]
		l.at += int64(n)
	}
	return len(l.p) > 0
}

// peek returns the next byte; it is 0 at the end.
func (l *lexer) peek() byte {
	if !l.fill() {
		return 0
	}
	return l.p[0]
}

// special has the bytes that end characters.
var special = [256]bool{'{': true, '}': true, '\\': true, '\r': true, '\n': true, 0: true}

// next returns the next token. Line ends and NULs between tokens are no characters.
func (l *lexer) next() token {
	for l.fill() {
		l.from = l.offset()
		switch l.p[0] {
		case '\r', '\n', 0:
			l.p = l.p[1:]
		case '{':
			l.p = l.p[1:]
			return token{kind: tokOpen}
		case '}':
			l.p = l.p[1:]
			return token{kind: tokClose}
		case '\\':
			l.p = l.p[1:]
			return l.control()
		default:
			n := 1
			for n < len(l.p) && !special[l.p[n]] {
				n++
			}
			chars := l.p[:n]
			l.p = l.p[n:]
			return token{kind: tokChars, chars: chars}
		}
	}
	return token{kind: tokEnd}
}

// control returns the token after a backslash.
func (l *lexer) control() token {
	if !l.fill() {
		return token{kind: tokEnd}
	}
	c := l.p[0]
	if !ascii.Is(c, ascii.Alpha) {
		l.p = l.p[1:]
		switch c {
		case '*':
			return token{kind: tokStar}
		case '\'':
			hi, ok := l.digit()
			if !ok {
				return token{kind: tokWord}
			}
			lo, ok := l.digit()
			if !ok {
				return token{kind: tokWord}
			}
			return token{kind: tokHex, octet: hi<<4 | lo}
		case '\r', '\n':
			return token{kind: tokWord, meaning: *l.words["par"]}
		}
		t := token{kind: tokWord}
		if s := l.symbols[c&0x7F]; s != nil && c < 0x80 {
			t.meaning = *s
		}
		return t
	}
	n := 0
	for l.fill() && ascii.Is(l.p[0], ascii.Alpha) {
		if n < maxWord {
			l.name[n] = l.p[0]
			n++
		}
		l.p = l.p[1:]
	}
	t := token{kind: tokWord}
	if w := l.words[string(l.name[:n])]; w != nil {
		t.meaning = *w
	}
	negative := false
	if l.peek() == '-' {
		negative = true
		l.p = l.p[1:]
	}
	for l.fill() && ascii.Is(l.p[0], ascii.Digit) {
		t.hasParam = true
		if t.param <= maxParam {
			t.param = t.param*10 + int(l.p[0]-'0')
		}
		l.p = l.p[1:]
	}
	if negative {
		t.param = -t.param
	}
	if l.peek() == ' ' {
		l.p = l.p[1:]
	}
	return t
}

// digit reads a hexadecimal digit.
func (l *lexer) digit() (byte, bool) {
	d := ascii.HexDigit(l.peek())
	if d < 0 {
		return 0, false
	}
	l.p = l.p[1:]
	return byte(d), true
}

// binary calls f for the next n bytes, in pieces.
func (l *lexer) binary(n int, f func(p []byte)) {
	for n > 0 && l.fill() {
		k := min(n, len(l.p))
		f(l.p[:k])
		l.p = l.p[k:]
		n -= k
	}
}
