package wrapper_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

// The notation of the case files: testdata/README.md.
const (
	markStart  = '⟦'
	markEnd    = '⟧'
	markScheme = '▸'
	markHyphen = '‸'
	openCode   = '‹'
	closeCode  = '›'
	pictures   = '␀' // U+2400 + n is the picture of control n
)

// marks are the places of a kind of mark in a decoded text.
type marks map[rune][]int

// decode reads the notation: it returns the text, and where marks stood in it.
func decode(s string) (text []byte, at marks, err error) {
	at = marks{}
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		s = s[size:]
		switch {
		case r == markStart || r == markEnd || r == markScheme || r == markHyphen:
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

// decodeOne appends what stands between ‹ and ›.
func decodeOne(text []byte, code string) ([]byte, error) {
	if i := strings.LastIndexByte(code, '*'); i > 0 {
		if n, err := strconv.Atoi(code[i+1:]); err == nil {
			one, _, err := decode(code[:i])
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

// encode writes text in the notation, with marks.
func encode(text []byte, at marks) string {
	var b strings.Builder
	for i := 0; ; {
		for _, m := range []rune{markEnd, markStart, markScheme, markHyphen} {
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

// short is encode for messages, which need not hold all of a long text.
func short(text []byte) string {
	s := encode(text, nil)
	if r := []rune(s); len(r) > 300 {
		return string(r[:200]) + " … " + string(r[len(r)-60:])
	}
	return s
}

func TestNotation(t *testing.T) {
	for _, c := range []struct{ notation, text string }{
		{"a␉b␍␊␛[m␈␠", "a\tb\r\n\x1b[m\b "},
		{"‹A0›‹U+00A0›é\\", "\xa0\u00a0é\\"},
		{"‹ab*3›‹␠*2›‹U+200B›", "ababab  \u200b"},
		{"x⟦<URL:▸a:⟧", "x<URL:a:"},
	} {
		got, at, err := decode(c.notation)
		if err != nil || string(got) != c.text {
			t.Errorf("decode(%q) = %q, %v", c.notation, got, err)
		}
		again, _, err := decode(encode(got, at))
		if err != nil || string(again) != c.text {
			t.Errorf("%q: encoded %q", c.notation, encode(got, at))
		}
	}
	if _, at, _ := decode("x⟦<▸é‹61›⟧"); at[markStart][0] != 1 || at[markScheme][0] != 2 || at[markEnd][0] != 5 {
		t.Errorf("marks: %v", at)
	}
	for _, bad := range []string{"‹", "‹xy›", "‹U+›", "‹a*b›"} {
		if text, _, err := decode(bad); err == nil {
			t.Errorf("decode(%q) = %q", bad, text)
		}
	}
}
