package object

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A TokenKind is the kind of a Token.
type TokenKind uint8

// The kinds.
const (
	EOF          TokenKind = iota
	NumberToken            // Number
	NameToken              // Bytes, without the solidus, decoded
	StringToken            // Bytes, decoded
	KeywordToken           // Bytes: an operator, true, false, null, obj, R, …
	ArrayBegin
	ArrayEnd
	DictBegin
	DictEnd
)

// A Token is a token of a file or a content stream (7.2).
type Token struct {
	Kind   TokenKind
	Number float64
	Bytes  []byte // valid until the next call of Next
}

const (
	lexerSize = 4 << 10  // bytes that a Lexer reads at once
	maxToken  = 16 << 20 // bytes of a token; the rest of a longer string is lost
)

// A Lexer reads tokens from a reader. The zero Lexer is at the end of its input.
type Lexer struct {
	r       io.Reader
	buf     []byte
	win     []byte // the bytes of buf that are not read
	at      int64  // the offset of win
	decoded []byte // a string that has escapes

	decrypt func([]byte) []byte // decrypts the strings of an object; nil if they are not encrypted
	stack   []Object            // the items of arrays and dictionaries that are not complete
	names   map[string]Object   // names that have been read
	depth   int
	items   int  // that the object has so far
	deep    bool // an object is nested too deeply
	many    bool // an object has too many items
}

// Reset makes the Lexer read r, whose first byte has the offset at.
func (l *Lexer) Reset(r io.Reader, at int64) {
	l.r, l.win, l.at = r, nil, at
	l.stack, l.depth, l.items, l.deep, l.many, l.decrypt = l.stack[:0], 0, 0, false, false, nil
}

// reset makes the Lexer read text, which is not copied.
func (l *Lexer) reset(text []byte, at int64) {
	l.Reset(nil, at)
	l.win = text
}

// Offset returns the offset of the first byte after the last token.
func (l *Lexer) Offset() int64 { return l.at }

// more adds bytes to win. It returns false at the end of the input.
func (l *Lexer) more() bool {
	if l.r == nil || len(l.win) >= maxToken {
		return false
	}
	if cap(l.buf) < len(l.win)+lexerSize {
		buf := make([]byte, max(lexerSize, 2*len(l.win))+lexerSize)
		copy(buf, l.win)
		l.buf = buf
	} else {
		copy(l.buf, l.win)
	}
	have := len(l.win)
	for range 100 {
		n, err := l.r.Read(l.buf[have:])
		l.win = l.buf[:have+n]
		if err != nil {
			l.r = nil
		}
		if n > 0 || err != nil {
			return n > 0
		}
	}
	l.r = nil
	return false
}

// drop discards the first n bytes of win.
func (l *Lexer) drop(n int) { l.win, l.at = l.win[n:], l.at+int64(n) }

// Skip skips n bytes after the last token, such as the data of an inline image, and returns
// how many there are.
func (l *Lexer) Skip(n int64) int64 {
	done := int64(0)
	for done < n && (len(l.win) > 0 || l.more()) {
		k := min(n-done, int64(len(l.win)))
		l.drop(int(k))
		done += k
	}
	return done
}

// Peek returns the n bytes after the last token, or fewer at the end of the input. They are
// valid until the next call.
func (l *Lexer) Peek(n int) []byte {
	for len(l.win) < n && l.more() {
	}
	return l.win[:min(n, len(l.win))]
}

// The classes of bytes (7.2.3).
const (
	regular = iota
	space
	delimiter
)

var class = func() (t [256]uint8) {
	for _, c := range "\x00\t\n\f\r " {
		t[c] = space
	}
	for _, c := range "()<>[]{}/%" {
		t[c] = delimiter
	}
	return t
}()

// run returns the number of bytes from win[from:] on that are of a class.
func (l *Lexer) run(from int, c uint8) int {
	for k := from; ; {
		for k < len(l.win) && class[l.win[k]] == c {
			k++
		}
		if k < len(l.win) || !l.more() {
			return k - from
		}
	}
}

// Next returns the next token.
func (l *Lexer) Next() Token {
	for {
		n := 0
		for n < len(l.win) && class[l.win[n]] == space {
			n++
		}
		l.drop(n)
		if len(l.win) == 0 {
			if !l.more() {
				return Token{}
			}
			continue
		}
		switch c := l.win[0]; c {
		case '%':
			l.comment()
		case '/':
			return l.name()
		case '(':
			return l.literal()
		case '<':
			if len(l.Peek(2)) == 2 && l.win[1] == '<' {
				l.drop(2)
				return Token{Kind: DictBegin}
			}
			return l.hex()
		case '>':
			if len(l.Peek(2)) == 2 && l.win[1] == '>' {
				l.drop(2)
				return Token{Kind: DictEnd}
			}
			l.drop(1)
		case '[':
			l.drop(1)
			return Token{Kind: ArrayBegin}
		case ']':
			l.drop(1)
			return Token{Kind: ArrayEnd}
		case ')':
			l.drop(1)
		case '{', '}':
			t := Token{Kind: KeywordToken, Bytes: l.win[:1]}
			l.drop(1)
			return t
		default:
			if ascii.Is(c, ascii.Digit) || c == '+' || c == '-' || c == '.' {
				return l.number()
			}
			n := l.run(0, regular)
			t := Token{Kind: KeywordToken, Bytes: l.win[:n]}
			l.drop(n)
			return t
		}
	}
}

// comment skips a comment (7.2.4).
func (l *Lexer) comment() {
	for {
		for i, c := range l.win {
			if c == '\n' || c == '\r' {
				l.drop(i)
				return
			}
		}
		l.drop(len(l.win))
		if !l.more() {
			return
		}
	}
}

// name reads a name (7.3.5).
func (l *Lexer) name() Token {
	n := 1 + l.run(1, regular)
	text := l.win[1:n]
	l.drop(n)
	for i, c := range text {
		if c == '#' {
			return Token{Kind: NameToken, Bytes: l.unescapeName(text, i)}
		}
	}
	return Token{Kind: NameToken, Bytes: text}
}

func (l *Lexer) unescapeName(text []byte, i int) []byte {
	d := append(l.decoded[:0], text[:i]...)
	for ; i < len(text); i++ {
		c := text[i]
		if c == '#' && i+2 < len(text) {
			if n := ascii.HexOctet(text[i+1], text[i+2]); n >= 0 {
				c = byte(n)
				i += 2
			}
		}
		d = append(d, c)
	}
	l.decoded = d
	return d
}

// number reads a number (7.3.3). Signs and points that are too many, as some producers write
// them, end the value, and are skipped.
func (l *Lexer) number() Token {
	v, n := parseNumber(l.win)
	if n == len(l.win) { // it may go on
		l.run(0, regular)
		v, n = parseNumber(l.win)
	}
	l.drop(n)
	return Token{Kind: NumberToken, Number: v}
}

// parseNumber returns the number at the beginning of text, and its length.
func parseNumber(text []byte) (v float64, n int) {
	i, negative := 0, false
	for ; i < len(text) && (text[i] == '-' || text[i] == '+'); i++ {
		negative = text[i] == '-'
	}
	scale := 1.0
	for ; i < len(text) && text[i]-'0' < 10; i++ {
		v = v*10 + float64(text[i]-'0')
	}
	if i < len(text) && text[i] == '.' {
		for i++; i < len(text) && text[i]-'0' < 10; i++ {
			if scale < 1e15 {
				v, scale = v*10+float64(text[i]-'0'), scale*10
			}
		}
	}
	for i < len(text) && (text[i] == '-' || text[i] == '+' || text[i] == '.' || text[i]-'0' < 10) {
		i++
	}
	if v = min(v, 1e18); negative {
		v = -v
	}
	return v / scale, i
}

// literal reads a literal string (7.3.4.2).
func (l *Lexer) literal() Token {
	l.drop(1)
	for k := 0; ; {
		for ; k < len(l.win); k++ {
			switch l.win[k] {
			case ')':
				t := Token{Kind: StringToken, Bytes: l.win[:k]}
				l.drop(k + 1)
				return t
			case '(', '\\', '\r':
				return l.escaped(k)
			}
		}
		if !l.more() {
			t := Token{Kind: StringToken, Bytes: l.win}
			l.drop(len(l.win))
			return t
		}
	}
}

// escaped reads a literal string whose first n bytes are neither escapes nor parentheses.
func (l *Lexer) escaped(n int) Token {
	d := append(l.decoded[:0], l.win[:n]...)
	l.drop(n)
	level := 1
	for len(l.Peek(4)) > 0 {
		c, k := l.win[0], 1
		switch c {
		case '(':
			level++
		case ')':
			level--
		case '\r':
			if c = '\n'; len(l.win) > 1 && l.win[1] == '\n' {
				k = 2
			}
		case '\\':
			if len(l.win) == 1 {
				l.drop(1)
				continue
			}
			k = 2
			switch c = l.win[1]; c {
			case 'n':
				c = '\n'
			case 'r':
				c = '\r'
			case 't':
				c = '\t'
			case 'b':
				c = '\b'
			case 'f':
				c = '\f'
			case '\r':
				if len(l.win) > 2 && l.win[2] == '\n' {
					k = 3
				}
				l.drop(k)
				continue
			case '\n':
				l.drop(k)
				continue
			case '0', '1', '2', '3', '4', '5', '6', '7':
				c -= '0'
				for ; k < 4 && k < len(l.win) && l.win[k]&^7 == '0'; k++ {
					c = c<<3 | l.win[k]&7
				}
			}
		}
		l.drop(k)
		if level == 0 {
			break
		}
		if len(d) < maxToken {
			d = append(d, c)
		}
	}
	l.decoded = d
	return Token{Kind: StringToken, Bytes: d}
}

// hex reads a hexadecimal string (7.3.4.3).
func (l *Lexer) hex() Token {
	l.drop(1)
	d, high, odd := l.decoded[:0], uint8(0), false
loop:
	for len(l.win) > 0 || l.more() {
		for i := 0; i < len(l.win); i++ {
			c := l.win[i]
			if !odd && i+1 < len(l.win) { // the usual case: two digits
				if n := ascii.HexOctet(c, l.win[i+1]); n >= 0 && len(d) < maxToken {
					d = append(d, byte(n))
					i++
					continue
				}
			}
			if c == '>' {
				l.drop(i + 1)
				break loop
			}
			v := ascii.HexDigit(c)
			switch {
			case v < 0:
			case odd:
				if odd = false; len(d) < maxToken {
					d = append(d, high|byte(v))
				}
			default:
				high, odd = byte(v)<<4, true
			}
		}
		l.drop(len(l.win))
	}
	if odd {
		d = append(d, high)
	}
	l.decoded = d
	return Token{Kind: StringToken, Bytes: d}
}
