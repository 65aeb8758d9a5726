package detect

import (
	"bytes"
	"strings"
)

// A roffLine is the evidence of a line on whether a text is roff.
type roffLine uint8

const (
	noRoff    roffLine = iota
	openRoff           // more of the line is needed
	request            // other texts may begin with it
	paragraph          // a macro that a text has after such requests
	certain            // no other text begins with it
)

// isRoff reports whether head begins with a comment, or with a macro of manual pages
// and its argument, or has one of these or a paragraph after the requests that it begins
// with.
func isRoff(head []byte, atEOF bool) (is, more bool) {
	lines := headReader{head, atEOF}
	for first := true; ; first = false {
		line, more := lines.next()
		kind := roffLineOf(line, more)
		switch {
		case kind == certain, kind == paragraph && !first:
			return true, false
		case kind == openRoff, len(line) == 0:
			return false, more
		case kind == noRoff && first:
			return false, false
		}
	}
}

// roffLineOf returns the evidence of line. more says that line may continue.
func roffLineOf(line []byte, more bool) roffLine {
	switch {
	case len(line) == 0 || more && len(line) == 1:
		return openRoff
	case bytes.HasPrefix(line, []byte(`\"`)):
		return request
	case line[0] != '.' && line[0] != '\'':
		return noRoff
	}
	line = bytes.TrimLeft(line[1:], " \t")
	n := len(line)
	if i := bytes.IndexAny(line, " \t"); i >= 0 {
		n = i
	}
	name, argument := string(line[:n]), bytes.TrimLeft(line[n:], " \t")
	switch {
	case strings.HasPrefix(name, `\"`):
		return certain
	case more && n == len(line) && n <= len("mso"):
		return openRoff
	}
	switch name {
	case "TH", "Dd", "SH", "Sh", "UR", "URL", "MT", "Lk", "BR", "IR", "RB", "RI", "BI", "IB":
		switch {
		case len(argument) > 0 && strings.IndexByte("{,.(:=", argument[0]) < 0:
			return certain
		case len(argument) == 0 && more:
			return openRoff
		}
	case "TL", "NH", "PP", "LP":
		return paragraph
	case "", "de", "ds", "nr", "ig", "rn", "rm", "lf", "if", "ie", "nh", "ad", "so", "mso", "ll", "po", "hy", "hw", "tr",
		"am", "ta", "ft", "fp", "eo", "do", "\\#":
		return request
	}
	return noRoff
}
