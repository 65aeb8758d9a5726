package escape

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// texinfo is the syntax of Texinfo.
type texinfo struct {
	inURL bool // in the first argument of @uref, @url or @email
}

var texinfoTypes = []string{"application/x-texinfo", "text/x-texinfo"}

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

// detectTexinfo reports whether head begins as a Texinfo document, or a part of one does:
// with \input texinfo or a command, perhaps after comments.
func detectTexinfo(head []byte, atEOF bool) (is, more bool) {
	lines := headReader{head, atEOF}
	for commented := false; ; commented = true {
		line, more := lines.next()
		switch {
		case len(line) == 0:
			return false, more
		case line[0] == '\\':
			return inputsTexinfo(line, more)
		case line[0] != '@':
			return false, false
		}
		n := 1 + ascii.Len(line[1:], ascii.Alpha)
		if n == len(line) && more {
			return false, n <= len("@setfilename")
		}
		name, argument := string(line[1:n]), bytes.TrimLeft(line[n:], " \t")
		switch {
		case n < len(line) && len(argument) == len(line[n:]) && (name != "c" || line[n] != '%'):
			return false, false // not a command for lines
		case name == "c" || name == "comment":
		case name == "ignore":
			return true, false
		case len(argument) == 0:
			return false, more
		case bytes.IndexByte([]byte(`"'%({`), argument[0]) >= 0:
			return false, false // a command of a shell, or a template
		default:
			return texinfoLines[name] || commented && texinfoParts[name], false
		}
	}
}

// texinfoLines has commands that a document begins with, texinfoParts those that it
// begins with after comments.
var (
	texinfoLines = map[string]bool{
		"appendix": true, "chapter": true, "documentencoding": true, "node": true, "setfilename": true, "settitle": true, "unnumbered": true,
	}
	texinfoParts = map[string]bool{
		"center": true, "cindex": true, "findex": true, "include": true, "macro": true, "menu": true, "section": true, "set": true,
		"subsection": true, "titlepage": true, "vindex": true,
	}
)

// inputsTexinfo reports whether line is "\input texinfo", perhaps with a directory. more
// says that it may continue.
func inputsTexinfo(line []byte, more bool) (is, undecided bool) {
	const input = `\input`
	if more && len(line) <= len(input) {
		return false, strings.HasPrefix(input, string(line))
	}
	file, ok := bytes.CutPrefix(line, []byte(input))
	if !ok || len(file) == 0 || !ascii.Is(file[0], ascii.Blank) {
		return false, false
	}
	file = bytes.TrimLeft(file, " \t")
	if i := bytes.IndexAny(file, " \t"); i >= 0 {
		file, more = file[:i], false
	}
	if more {
		return false, len(file) < 100
	}
	file = file[bytes.LastIndexByte(file, '/')+1:]
	return string(file) == "texinfo" || string(file) == "texinfo.tex", false
}
