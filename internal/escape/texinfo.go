package escape

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// texinfo is the syntax of Texinfo.
type texinfo struct {
	inURL bool // in the first argument of @uref, @url or @email
}

func newTexinfo() Decoder { return &document{syntax: new(texinfo)} }

func (t *texinfo) reset() { t.inURL = false }

func (t *texinfo) next(text []byte) int {
	if t.inURL {
		return bytes.IndexAny(text, "@,}")
	}
	return bytes.IndexByte(text, '@')
}

func (*texinfo) open([]byte) int { return 0 }

// texinfoCharacters has the commands that represent a character.
var texinfoCharacters = map[string]string{
	"atchar": "@", "backslashchar": `\`, "comma": ",", "hashchar": "#", "lbracechar": "{", "rbracechar": "}",
}

// read reads a command. A comma that ends a URL becomes a blank, and "@var{x}", the name
// of something that varies, "{x}": a URL with it is a template.
func (t *texinfo) read(text []byte, _, i int, _ byte, atEOF bool) (s unit, more bool) {
	rest := text[i:]
	switch {
	case rest[0] == ',':
		t.inURL = false
		return unit{from: i, to: i + 1, char: " "}, false
	case rest[0] == '}':
		t.inURL = false
		return keep(i, 1), false
	case len(rest) == 1:
		return keep(i, 1), !atEOF
	}
	s = unit{from: i, to: i + 2}
	switch c := rest[1]; c {
	case '@', '{', '}':
		s.char = string(rest[1:2])
		return s, false
	case '/', '-', ':':
		return s, false
	}
	const maxName = 32
	n := 1 + ascii.Len(rest[1:min(len(rest), maxName)], ascii.Alpha)
	if n == 1 {
		return keep(i, 2), false
	}
	name, arguments := string(rest[1:n]), rest[n:]
	if len(arguments) < 2 && !atEOF && n < maxName && (len(arguments) == 0 || arguments[0] == '{') {
		return keep(i, n), true
	}
	switch {
	case !bytes.HasPrefix(arguments, []byte("{")):
	case bytes.HasPrefix(arguments, []byte("{}")):
		s = unit{from: i, to: i + n + 2, char: texinfoCharacters[name]}
		s.kept = s.char == ""
		return s, false
	case name == "var":
		return unit{from: i, to: i + n}, false
	case name == "uref" || name == "url" || name == "email":
		t.inURL = true
	}
	return keep(i, n), false
}
