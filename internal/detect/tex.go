package detect

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// isTeX reports whether the first line of head that is not a comment begins with a
// command of TeX, or an entry of BibTeX.
func isTeX(head []byte, atEOF bool) (is, more bool) {
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
