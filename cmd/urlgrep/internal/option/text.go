package option

import (
	"strings"
	"unicode/utf8"
)

// A Block is a part of a text in the syntax of doc comments: a heading, a paragraph, or
// literal lines.
type Block struct {
	Heading, Literal bool
	Text             string // without "# " and without indentation
}

// Blocks splits a text into blocks. Package go/doc/comment is not used because it would
// take [at] for a link.
func Blocks(text string) (list []Block) {
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		switch last := len(list) - 1; {
		case strings.HasPrefix(part, "# "):
			list = append(list, Block{Heading: true, Text: part[2:]})
		case !strings.HasPrefix(part, "\t"):
			list = append(list, Block{Text: part})
		case last >= 0 && list[last].Literal:
			list[last].Text += "\n\n" + unindented(part)
		default:
			list = append(list, Block{Literal: true, Text: unindented(part)})
		}
	}
	return list
}

func unindented(text string) string {
	return strings.ReplaceAll(text[1:], "\n\t", "\n")
}

// Comment returns the text of the comment at the beginning of a Go file.
func Comment(source string) string {
	comment, _, _ := strings.Cut(source, "\npackage ")
	var b strings.Builder
	for line := range strings.Lines(comment) {
		b.WriteString(strings.TrimPrefix(strings.TrimPrefix(line, "//"), " "))
	}
	return b.String()
}

// filled returns words on indented lines that fit a terminal.
func filled(words []string, indent string) string {
	var b strings.Builder
	width := lineWidth
	for _, word := range words {
		n := utf8.RuneCountInString(word)
		if width+1+n <= lineWidth {
			b.WriteString(" " + word)
			width += 1 + n
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(indent + word)
		width = len(indent) + n
	}
	return b.String() + "\n"
}
