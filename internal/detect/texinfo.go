package detect

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// isTexinfo reports whether head begins as a Texinfo document, or a part of one does:
// with \input texinfo or a command, perhaps after comments.
func isTexinfo(head []byte, atEOF bool) (is, more bool) {
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
