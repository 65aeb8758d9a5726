// Package notation writes text for the tests of other packages so that each byte of it is
// visible, with marks for the answers. internal/find/testdata/README.md lists the
// marks, and the pictures of characters that would not be visible.
package notation

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The marks.
const (
	Start  = '⟦' // beginning of a candidate
	End    = '⟧' // end of a candidate
	Scheme = '▸' // beginning of a scheme
	Hyphen = '‸' // after a hyphen before a line break
)

const (
	openCode  = '‹'
	closeCode = '›'
	pictures  = '␀' // U+2400 + n is the picture of control n
)

// Marks are the indices of each mark in a decoded text.
type Marks map[rune][]int

// Decode decodes the notation. It returns the text, and the indices of the marks in it.
func Decode(s string) (text []byte, at Marks, err error) {
	at = Marks{}
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		switch {
		case r == Start || r == End || r == Scheme || r == Hyphen:
			at[r] = append(at[r], len(text))
		case pictures <= r && r <= '␠':
			text = append(text, byte(r-pictures))
		case r == openCode:
			code, rest, ok := strings.Cut(s, string(closeCode))
			if !ok {
				return nil, nil, fmt.Errorf("%q has no %q", s, closeCode)
			}
			text, err = decodeOne(text, code)
			if err != nil {
				return nil, nil, err
			}
			s = rest
		default:
			text = utf8.AppendRune(text, r)
		}
	}
	return text, at, nil
}

// DecodeLines is Decode for the text of a message. A line that begins with «300» is
// repeated 300 times, with the number of the copy, from 1, for №, and that number plus
// one for №+. A ¬ at the end of a line removes its line break.
func DecodeLines(s string) (text []byte, at Marks, err error) {
	return Decode(strings.ReplaceAll(RepeatLines(s), "¬\n", ""))
}

var repeated = regexp.MustCompile(`(?m)^«(\d+)»(.*\n)`)

// RepeatLines repeats the lines that begin with «n».
func RepeatLines(s string) string {
	return repeated.ReplaceAllStringFunc(s, func(all string) string {
		parts := repeated.FindStringSubmatch(all)
		n, err := strconv.Atoi(parts[1])
		if err != nil {
			panic(err)
		}
		var b strings.Builder
		for i := 1; i <= n; i++ {
			line := strings.ReplaceAll(parts[2], "№+", strconv.Itoa(i+1))
			b.WriteString(strings.ReplaceAll(line, "№", strconv.Itoa(i)))
		}
		return b.String()
	})
}

// decodeOne decodes code, the text between ‹ and ›, and appends it to text.
func decodeOne(text []byte, code string) ([]byte, error) {
	if i := strings.LastIndexByte(code, '*'); i > 0 {
		if n, err := strconv.Atoi(code[i+1:]); err == nil {
			one, _, err := Decode(code[:i])
			return append(text, strings.Repeat(string(one), n)...), err
		}
	}
	if hex, ok := strings.CutPrefix(code, "U+"); ok {
		r, err := strconv.ParseUint(hex, 16, 21)
		return utf8.AppendRune(text, rune(r)), err
	}
	b, err := strconv.ParseUint(code, 16, 8)
	return append(text, byte(b)), err
}

// Encode returns text in the notation, with marks.
func Encode(text []byte, at Marks) string {
	var b strings.Builder
	for i := 0; ; {
		for _, m := range []rune{End, Start, Scheme, Hyphen} {
			for _, place := range at[m] {
				if place == i {
					b.WriteRune(m)
				}
			}
		}
		if i == len(text) {
			return b.String()
		}
		r, size := utf8.DecodeRune(text[i:])
		switch {
		case r == '\n':
			b.WriteRune(r)
		case r < ' ':
			b.WriteRune(pictures + r)
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "‹%02X›", text[i])
		case r > '~' && !unicode.IsLetter(r):
			fmt.Fprintf(&b, "‹U+%04X›", r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
}

// Short is Encode for error messages: it shortens long texts.
func Short(text []byte) string {
	s := Encode(text, nil)
	if r := []rune(s); len(r) > 300 {
		return string(r[:200]) + " … " + string(r[len(r)-60:])
	}
	return s
}
