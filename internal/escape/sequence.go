package escape

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A Notation is a way of writing running text in which a backslash begins an escape
// sequence. Unlike a Format, a Notation is recognized in the middle of a text, where a
// URL is: see [Around] and [OfScheme].
type Notation uint8

// The notations.
const (
	// Markup is any other text. A backslash before a punctuation
	// character of a URL is that of Markdown, groff, LaTeX or a shell.
	Markup Notation = iota
	// Literal is a string literal of JSON, or of a language that shares its escape
	// sequences, also within other literals: "http:\/\/a.example\/".
	Literal
	// Properties is a value in a properties file of Java: http\://a.example/?b\=c.
	Properties

	NumNotations
)

// A Sequence is an escape sequence. Without one, Size is 0.
type Sequence struct {
	Size int  // its length in bytes
	Char rune // the character that it represents, or Nothing
}

// Nothing is the Char of a Sequence that represents no character.
const Nothing rune = -1

// maxBackslashes is the length of the longest run of backslashes that begins an escape
// sequence. In a literal within n other literals, a run has 1<<n to 2<<n-1 backslashes.
const maxBackslashes = 15

// At returns the escape sequence of notation n that begins with the backslash text[i].
// The Char of one for white space or for the end of the text is white space. It returns
// more if text after the end of text could change the result, unless atEOF is set.
func (n Notation) At(text []byte, i int, atEOF bool) (s Sequence, more bool) {
	if n == Markup {
		return markup(text[i:], atEOF)
	}
	k, more := backslashes(text[i:], atEOF)
	switch {
	case k == 0 || more:
		return Sequence{}, more
	case i+k == len(text):
		return Sequence{k, '\n'}, false
	}
	c := text[i+k]
	switch {
	case digits(c) > 0:
		return Numeric(text, i, atEOF)
	case c == 'n' || c == 'r' || c == 't':
		return Sequence{k + 1, '\n'}, false
	case ascii.Is(c, ascii.Space) || c == '"' || c == '\'':
	case n == Literal && c == '/':
	case n == Properties && bytes.IndexByte([]byte(":=#!,;"), c) >= 0:
	default:
		return Sequence{}, false
	}
	return Sequence{k + 1, rune(c)}, false
}

// backslashes returns the length of the run of backslashes that text begins with, or 0 if
// it is longer than maxBackslashes.
func backslashes(text []byte, atEOF bool) (n int, more bool) {
	for n < len(text) && text[n] == '\\' {
		if n++; n > maxBackslashes {
			return 0, false
		}
	}
	return n, n == len(text) && !atEOF
}

// Numeric returns the escape sequence at the backslash text[i] that gives the number of a
// character in hexadecimal digits: "\u0026", or "\x26" for an ASCII character. It
// represents the same character in any text. The pair of surrogates of a character above
// U+FFFF is one sequence. Two or more "\x" may represent the octets of a character in
// UTF-8, as in C; if they do not, each is the number of a character, as in Python. The
// result more is that of [Notation.At], which does not return such sequences for Markup.
func Numeric(text []byte, i int, atEOF bool) (s Sequence, more bool) {
	size, code, kind, more := number(text[i:], atEOF)
	switch {
	case size == 0 && !more:
		return terminal(text[i:], atEOF)
	case size == 0:
		return Sequence{}, more
	case kind == 'x' && code < utf8.RuneSelf:
		return Sequence{size, rune(code)}, false
	case kind == 'x':
		if s, more = octets(text[i:], atEOF); s.Size == 0 && !more {
			s = Sequence{size, rune(code)}
		}
		return s, more
	case !utf16.IsSurrogate(rune(code)):
		return Sequence{size, rune(code)}, false
	}
	next, low, kind, more := number(text[i+size:], atEOF)
	if more {
		return Sequence{}, true
	}
	r := utf16.DecodeRune(rune(code), rune(low))
	if kind == 'u' && r != utf8.RuneError {
		size += next
	}
	return Sequence{size, r}, false
}

// terminal is Numeric for the ESC of a terminal's sequence: "\033[" and "\e[" in shells and C.
func terminal(text []byte, atEOF bool) (s Sequence, more bool) {
	for _, esc := range [...]string{`\033[`, `\e[`} {
		n := min(len(text), len(esc))
		switch {
		case string(text[:n]) != esc[:n]:
		case n == len(esc):
			return Sequence{n - 1, 0x1B}, false
		default:
			more = more || !atEOF
		}
	}
	return Sequence{}, more
}

// octets is Numeric for "\x" sequences of octets in UTF-8.
func octets(text []byte, atEOF bool) (s Sequence, more bool) {
	var char []byte
	size := 0
	for !utf8.FullRune(char) {
		n, code, kind, more := number(text[size:], atEOF)
		if n == 0 || kind != 'x' {
			return Sequence{}, more
		}
		char = append(char, byte(code))
		size += n
	}
	if r, n := utf8.DecodeRune(char); n == len(char) && r != utf8.RuneError {
		return Sequence{size, r}, false
	}
	return Sequence{}, false
}

// number returns the number in the sequence of the kind 'u' or 'x' that text begins with,
// and its size, or 0.
func number(text []byte, atEOF bool) (size, code int, kind byte, more bool) {
	k, more := backslashes(text, atEOF)
	if k == 0 || more || k == len(text) {
		return 0, 0, 0, more
	}
	kind = text[k]
	digits := digits(kind)
	if digits == 0 {
		return 0, 0, 0, false
	}
	rest := text[k+1:]
	rest = rest[:min(len(rest), digits)]
	if n := ascii.Len(rest, ascii.Hex); n < digits {
		return 0, 0, 0, n == len(rest) && !atEOF
	}
	for _, c := range rest {
		code = code<<4 | ascii.HexDigit(c)
	}
	return k + 1 + digits, code, kind, false
}

// digits returns the number of hexadecimal digits after the letter of a numeric sequence,
// or 0 if c is not such a letter.
func digits(c byte) int {
	switch c {
	case 'u':
		return 4
	case 'x':
		return 2
	}
	return 0
}

// NumericBefore returns the character of the numeric sequence that text ends in, without
// surrogates, or 0 if it ends in none.
func NumericBefore(text []byte) rune {
	for _, kind := range [...]byte{'u', 'x'} {
		at := len(text) - digits(kind) - 2
		if at < 0 || text[at] != '\\' || text[at+1] != kind {
			continue
		}
		if size, code, _, _ := number(text[at:], true); size > 0 {
			return rune(code)
		}
	}
	return 0
}

// maxEnclosed bounds the word between escaped parentheses, which has fewer bytes.
const maxEnclosed = 64

// markup returns the sequence of Markup that text begins with:
//
//   - a backslash before one of "_*.-~&#" (Markdown, groff, LaTeX), and "\~{}" (LaTeX);
//   - groff's "\:", which represents nothing;
//   - "\%" before two hexadecimal digits (LaTeX);
//   - "\(" and "\)" around a word, and any "\)" (Markdown);
//   - "\?" before a parameter "name=value", and "\=" (shells).
func markup(text []byte, atEOF bool) (s Sequence, more bool) {
	if len(text) == 1 {
		return Sequence{}, !atEOF
	}
	c := text[1]
	s = Sequence{2, rune(c)}
	is := true
	switch c {
	case '_', '*', '.', '-', '#', '=', ')':
	case '&':
		if len(text) > 2 && text[2] == '.' { // groff's, at which no sentence ends
			s.Char = Nothing
		} else if len(text) == 2 {
			return s, !atEOF
		}
	case '~':
		if n, cut := prefixLen(text[2:], "{}"); n == 2 {
			s.Size += n
		} else if cut && !atEOF {
			return Sequence{}, true
		}
	case ':':
		s.Char = Nothing
	case '%':
		n := ascii.Len(text[2:min(len(text), 4)], ascii.Hex)
		is, more = n == 2, n < 2 && 2+n == len(text)
	case '?', '(':
		n := 2
		isPart, end := isNameByte, "="
		if c == '(' {
			isPart, end = isWordByte, `\)`
		}
		for n < len(text) && n <= maxEnclosed && isPart(text[n]) {
			n++
		}
		if c == '?' && n < len(text) && text[n] == '\\' {
			end = `\=`
		}
		have, cut := prefixLen(text[n:], end)
		is, more = n > 2 && have == len(end), cut
		if n += have; is && c == '?' { // in a regular expression, a group may follow
			is, more = n < len(text) && isNameByte(text[n]), n == len(text)
		}
	default:
		is = false
	}
	if !is {
		return Sequence{}, more && !atEOF
	}
	return s, false
}

// prefixLen returns the length of want if text begins with it, and 0 otherwise. It is cut
// if text is a beginning of want.
func prefixLen(text []byte, want string) (n int, cut bool) {
	n = min(len(text), len(want))
	switch {
	case string(text[:n]) != want[:n]:
		return 0, false
	case n < len(want):
		return 0, true
	}
	return n, false
}

// isNameByte reports whether c may be in the name of a parameter.
func isNameByte(c byte) bool {
	return c >= utf8.RuneSelf || ascii.Is(c, ascii.AlphaDigit) || c == '_' || c == '-' || c == '.' || c == '%' || c == ','
}

// isWordByte reports whether c may be in a word between escaped parentheses: "\(v=vs.85\)".
func isWordByte(c byte) bool { return isNameByte(c) || c == '=' }

// reach is the number of bytes before a URL by which Around recognizes its Notation.
const reach = 512

// Around returns Literal if the URL at text[at] is in a string literal whose encoder
// writes "\/" for each "/": if it is directly after a double quote; or if one before it
// in its line opens a string, and no plain "/" is between. A line of which more than
// reach bytes are before the URL, and no quote is in these, is in a literal. Otherwise
// Around returns Markup.
//
// A "^" before the URL begins a regular expression.
func Around(text []byte, at int) Notation {
	first := max(0, at-reach)
	before := text[first:at]
	if len(before) == 0 {
		return Markup
	}
	switch before[len(before)-1] {
	case '"':
		return Literal
	case '^':
		return Markup
	}
	if bytes.HasSuffix(before, []byte("&quot;")) || bytes.HasSuffix(before, []byte("&#34;")) || NumericBefore(before) == '"' {
		return Literal
	}
	for i := len(before) - 1; i >= 0; i-- {
		switch before[i] {
		case '/':
			if i == 0 || before[i-1] != '\\' {
				return Markup
			}
		case '\n', '\r':
			return Markup
		case '"':
			if i > 0 && before[i-1] == '\\' {
				continue
			}
			if opens(before, i) {
				return Literal
			}
			return Markup
		}
	}
	if first == 0 {
		return Markup
	}
	return Literal
}

// opens reports whether the quote text[i], which text follows, opens a string.
func opens(text []byte, i int) bool {
	if i > 0 && !ascii.Is(text[i-1], ascii.Space) && bytes.IndexByte([]byte(":,=[{(+>"), text[i-1]) < 0 {
		return false
	}
	return bytes.IndexByte([]byte(",:;)]}"), text[i+1]) < 0
}

// OfScheme returns the Notation that the colon text[colon] of a URL shows, with the
// slashes after it. The scheme ends at index end. It returns Markup if they are written
// as they are, or cannot be those of a URL.
func OfScheme(text []byte, colon int, atEOF bool) (n Notation, end int, more bool) {
	end = colon
	for end > 0 && colon-end < maxBackslashes && text[end-1] == '\\' {
		end--
	}
	switch next := colon + 1; {
	case end < colon:
		n, cut := prefixLen(text[next:], "//")
		if n == 0 {
			return Markup, colon, cut && !atEOF
		}
		return Properties, end, false
	case next == len(text):
		return Markup, colon, !atEOF
	case text[next] == '\\':
		s, more := Literal.At(text, next, atEOF)
		if s.Char == '/' {
			return Literal, colon, false
		}
		return Markup, colon, more
	}
	return Markup, colon, false
}

// SchemeTail returns how many bytes of word, before which text is, belong to an escape
// sequence that begins in text: one in "\nhttp:", two in groff's "\fBhttp:" and
// "\f(CWhttp:", five in "\u003chttp:".
func SchemeTail(text, word []byte) int {
	switch {
	case len(word) > 2 && bytes.HasSuffix(text, []byte(`\f(`)):
		return 2
	case !bytes.HasSuffix(text, []byte(`\`)):
	case len(word) > 2 && word[0] == 'f' && (ascii.Is(word[1], ascii.Digit) || 'A' <= word[1] && word[1] <= 'Z'):
		return 2
	case numericTail(word) > 0:
		return numericTail(word)
	case len(word) > 1:
		return 1
	}
	return 0
}

// NameTail returns how many bytes of word, before which text is, belong to an escape
// sequence that begins in text: "\n", "\r", "\t" or a numeric one. The letters n, r and t
// rather begin a name after an escaped backslash, and in the name of a file.
func NameTail(text, word []byte) int {
	n := len(text)
	switch {
	case n == 0 || text[n-1] != '\\' || len(word) == 0:
	case numericTail(word) > 0:
		return numericTail(word)
	case n > 1 && text[n-2] == '\\':
	case bytes.IndexByte([]byte("nrt"), word[0]) >= 0 && !isFilePath(text):
		return 1
	}
	return 0
}

// numericTail returns how many bytes of word belong to a numeric sequence whose
// backslashes are before word. The sequence is not all of word, and "\x" is not that of a
// letter, as it is rather the beginning of a word: DOMAIN\xadmin.
func numericTail(word []byte) int {
	if len(word) == 0 {
		return 0
	}
	n := digits(word[0])
	if n == 0 || len(word) <= 1+n || ascii.Len(word[1:1+n], ascii.Hex) < n {
		return 0
	}
	if c := byte(ascii.HexOctet(word[1], word[2])); n == 2 && (c >= utf8.RuneSelf || ascii.Is(c, ascii.AlphaDigit)) {
		return 0
	}
	return 1 + n
}

// isFilePath reports whether the last word of text begins as a file name on Windows does:
// with a drive, or with the name of a server.
func isFilePath(text []byte) bool {
	word := text[bytes.LastIndexAny(text, " \t\r\n\"'(<")+1:]
	return len(word) > 1 && (word[1] == ':' && ascii.Is(word[0], ascii.Alpha) || word[0] == '\\' && word[1] == '\\')
}
