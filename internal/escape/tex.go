package escape

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// tex is the syntax of TeX, LaTeX and BibTeX, as far as it represents characters that are
// special in TeX: "\%", "\~{}", "\textasciitilde". Programs that write BibTeX put braces
// around them: "{\_}", "{~}". Comments are text.
type tex struct{}

var texTypes = []string{
	"application/x-tex", "text/x-tex", "application/x-latex", "text/x-latex", "application/x-bibtex", "text/x-bibtex",
}

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

// detectTeX reports whether the first line of head that is not a comment begins with a
// command of TeX, or an entry of BibTeX.
func detectTeX(head []byte, atEOF bool) (is, more bool) {
	lines := headReader{head, atEOF}
	for {
		line, more := lines.next()
		switch {
		case len(line) == 0:
			return false, more
		case line[0] == '\\':
			return beginsTeX(line, more)
		case line[0] == '@':
			return beginsBibTeX(line[1:], more)
		case line[0] != '%' || bytes.HasPrefix(line, []byte("%!PS")):
			return false, false
		}
		// Sources for docstrip begin so, and so do declarations for editors.
		comment := bytes.TrimLeft(line, "% \t")
		if bytes.HasPrefix(comment, []byte(`\iffalse`)) || bytes.HasPrefix(comment, []byte("!TeX ")) ||
			bytes.HasPrefix(comment, []byte("!TEX ")) {
			return true, false
		}
	}
}

// texCommands has commands that a document or a part of one begins with. Those with the
// value true have an argument in brackets.
var texCommands = map[string]bool{
	"AtBeginDocument": true, "AtEndDocument": true, "DocumentMetadata": true, "LoadClass": true,
	"NeedsTeXFormat": true, "PassOptionsToClass": true, "PassOptionsToPackage": true, "ProvidesClass": true,
	"ProvidesExplClass": true, "ProvidesExplFile": true, "ProvidesExplPackage": true, "ProvidesFile": true,
	"ProvidesPackage": true, "RequirePackage": true, "author": true, "begin": true, "bibliographystyle": true,
	"chapter": true, "documentclass": true, "documentstyle": true, "emph": true, "include": true, "label": true,
	"newcommand": true, "paragraph": true, "part": true, "providecommand": true, "renewcommand": true,
	"section": true, "setcounter": true, "subsection": true, "subsubsection": true, "textbf": true,
	"thispagestyle": true, "title": true, "usepackage": true,

	"ExplSyntaxOn": false, "begingroup": false, "catcode": false, "def": false, "edef": false, "endinput": false,
	"expandafter": false, "font": false, "gdef": false, "ifx": false, "input": false, "let": false,
	"magnification": false, "makeatletter": false, "newif": false, "relax": false,
}

// beginsTeX reports whether line begins with a command. more says that the line may
// continue.
func beginsTeX(line []byte, more bool) (is, undecided bool) {
	n := 1 + ascii.Len(line[1:], ascii.Alpha)
	if n == len(line) && more {
		return false, n <= len(`\PassOptionsToPackage`)
	}
	argument, ok := texCommands[string(line[1:n])]
	rest := bytes.TrimLeft(bytes.TrimPrefix(line[n:], []byte("*")), " \t")
	switch {
	case !ok:
		return false, false
	case argument && (len(rest) == 0 || string(rest) == `\`):
		return false, more
	case argument:
		return rest[0] == '{' || rest[0] == '[' || rest[0] == '\\', false
	case string(line[:n]) == `\input`:
		is, undecided = inputsTexinfo(line, more)
		return !is && !undecided, undecided
	}
	return true, false
}

// bibTypes has the types of entries that a bibliography begins with.
var bibTypes = map[string]bool{
	"article": true, "book": true, "booklet": true, "collection": true, "comment": true, "conference": true, "dataset": true,
	"electronic": true, "inbook": true, "incollection": true, "inproceedings": true, "manual": true,
	"mastersthesis": true, "misc": true, "online": true, "patent": true, "periodical": true, "phdthesis": true,
	"preamble": true, "proceedings": true, "report": true, "software": true, "string": true, "techreport": true,
	"thesis": true, "unpublished": true, "www": true,
}

// beginsBibTeX reports whether line, without its "@", begins with an entry:
// "article{key," or "string{name = ". more says that the line may continue.
func beginsBibTeX(line []byte, more bool) (is, undecided bool) {
	n := ascii.Len(line, ascii.Alpha)
	if n == len(line) && more {
		return false, n < len("inproceedings")
	}
	name := strings.ToLower(string(line[:n]))
	rest := bytes.TrimLeft(line[n:], " \t")
	switch {
	case !bibTypes[name]:
		return false, false
	case len(rest) == 0:
		return false, more
	case rest[0] != '{' && rest[0] != '(':
		return false, false
	}
	rest = bytes.TrimLeft(rest[1:], " \t")
	if name == "preamble" || name == "comment" {
		return len(rest) > 0, more
	}
	end := byte(',')
	if name == "string" {
		end = '='
	}
	n = 0
	for n < len(rest) && rest[n] != end && !ascii.Is(rest[n], ascii.Space) && strings.IndexByte(`{}()"\=,`, rest[n]) < 0 {
		n++
	}
	rest = bytes.TrimLeft(rest[n:], " \t")
	if len(rest) == 0 {
		return false, more
	}
	return rest[0] == end && (n > 0 || end == ','), false
}
