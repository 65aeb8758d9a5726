package escape

import (
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// tex is the syntax of TeX, LaTeX and BibTeX, as far as it represents characters that are
// special in TeX: "\%", "\~{}", "\textasciitilde". Programs that write BibTeX put braces
// around them: "{\_}", "{~}". Comments are text.
type tex struct{}

func newTeX() Decoder { return &document{syntax: tex{}} }

func (tex) reset() {}

func (tex) next(text []byte) int {
	for i, c := range text {
		if c == '\\' || c == '~' && (i == 0 || text[i-1] == '{') {
			return i
		}
	}
	return -1
}

// open returns the number of "{" and "$" at the end of text that may enclose a character.
func (tex) open(text []byte) int {
	n := 0
	for n < 2 && n < len(text) && (text[len(text)-1-n] == '{' || text[len(text)-1-n] == '$') {
		n++
	}
	return n
}

func (t tex) read(text []byte, free, i int, _ byte, atEOF bool) (s unit, more bool) {
	c, more := texCharacterAt(text[i:])
	more = more && !atEOF
	s = unit{from: i, to: i + c.size, char: c.char, kept: c.char == ""}
	if !s.kept && !more && c.in != 0 {
		s.kept = true
		more = s.enclose(text, free, c.in, atEOF)
	}
	if !s.kept && !more && c.in != '{' {
		more = s.enclose(text, free, '{', atEOF)
	}
	if more {
		return keep(i-t.open(text[free:i]), 0), true
	}
	return s, false
}

// enclose adds the "{" or "$" before s and its partner after s to s, if both are there.
// It returns more if text ends before the partner.
func (s *unit) enclose(text []byte, free int, open byte, atEOF bool) (more bool) {
	if s.from == free || text[s.from-1] != open {
		return false
	}
	if s.to == len(text) {
		return !atEOF
	}
	if c := text[s.to]; c == open && c == '$' || c == '}' && open == '{' {
		s.from--
		s.to++
		s.kept = false
	}
	return false
}

// A texCharacter is a control sequence that represents char, or none if that is empty.
type texCharacter struct {
	size int
	char string
	in   byte // "{" or "$", if it represents char only there
}

// texWords has control words that represent a character.
var texWords = map[string]texCharacter{
	"textasciitilde":  {char: "~"},
	"textasciicircum": {char: "^"},
	"textunderscore":  {char: "_"},
	"slash":           {char: "/"},
	"sim":             {char: "~", in: '$'},
}

// texSpecial has the characters that TeX gives a meaning, and that occur in URLs.
const texSpecial = "%#&_$"

// texCharacterAt returns the control sequence, or "~", that text begins with. It sets
// more if a longer text could be another one; its answer is that for the end of the text.
func texCharacterAt(text []byte) (c texCharacter, more bool) {
	switch {
	case text[0] == '~':
		return texCharacter{1, "~", '{'}, false
	case len(text) == 1:
		return texCharacter{size: 1}, true
	case text[1] == '~':
		if rest := text[2:]; len(rest) < 2 {
			return texCharacter{size: 2}, len(rest) == 0 || rest[0] == '{'
		} else if string(rest[:2]) == "{}" {
			return texCharacter{size: 4, char: "~"}, false
		}
		return texCharacter{size: 2}, false
	case strings.IndexByte(texSpecial, text[1]) >= 0:
		return texCharacter{size: 2, char: string(text[1:2])}, false
	case !ascii.Is(text[1], ascii.Alpha):
		return texCharacter{size: 2}, false
	}
	const maxName = 32
	n := 1 + ascii.Len(text[1:min(len(text), maxName)], ascii.Alpha)
	name := text[1:n]
	switch {
	case string(name) == "char":
		digits := ascii.Len(text[n:min(len(text), n+3)], ascii.Digit)
		if code, _ := strconv.Atoi(string(text[n : n+digits])); strings.ContainsRune(texSpecial+"~", rune(code)) {
			c.char = string(rune(code))
		}
		n += digits
	case string(name) == "string" && n < len(text) && strings.IndexByte(texSpecial+"~", text[n]) >= 0:
		return texCharacter{size: n + 1, char: string(text[n : n+1])}, false
	default:
		c = texWords[string(name)]
	}
	c.size = n
	rest := text[n:]
	switch {
	case len(rest) == 0:
		return c, n < maxName
	case c.char == "":
		return c, false
	case rest[0] == ' ':
		c.size++ // "any spaces that follow a control word are ignored"
	case len(rest) == 1:
		return c, rest[0] == '{'
	case string(rest[:2]) == "{}":
		c.size += 2
	}
	return c, false
}
