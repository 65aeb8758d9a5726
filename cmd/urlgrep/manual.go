package main

import (
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// manualDate is the day on which the manual was last changed.
const manualDate = "2026-11-22"

// docSource holds the comment that is the body of the manual page, which says so
// what go doc says.
//
//go:embed doc.go
var docSource string

// chapters are the headings that manual pages have sections for, in their order. What
// is under any other heading is part of the description.
var chapters = []string{"Exit status", "Environment", "Examples", "See also", "Standards", "Bugs"}

// A block is a part of a text that is written as doc comments are: a heading, a
// paragraph, or lines that stay as they are.
type block struct {
	heading, literal bool
	text             string
}

// blocks divides a text. Package go/doc/comment would take [at] for a link.
func blocks(text string) (list []block) {
	for part := range strings.SplitSeq(strings.TrimSpace(text), "\n\n") {
		switch last := len(list) - 1; {
		case strings.HasPrefix(part, "# "):
			list = append(list, block{heading: true, text: part[2:]})
		case !strings.HasPrefix(part, "\t"):
			list = append(list, block{text: part})
		case last >= 0 && list[last].literal:
			list[last].text += "\n\n" + unindented(part)
		default:
			list = append(list, block{literal: true, text: unindented(part)})
		}
	}
	return list
}

func unindented(text string) string {
	return strings.ReplaceAll(text[1:], "\n\t", "\n")
}

// docText returns the comment in doc.go.
func docText() string {
	comment, _, _ := strings.Cut(docSource, "\npackage ")
	var b strings.Builder
	for line := range strings.Lines(comment) {
		b.WriteString(strings.TrimPrefix(strings.TrimPrefix(line, "//"), " "))
	}
	return b.String()
}

// A page is a manual page in the macros of man(7), on its way.
type page struct {
	strings.Builder
	words *regexp.Regexp // what is set in bold or italics
}

// manual returns urlgrep(1): the comment of doc.go, and the options with their texts
// between its description and its chapters.
func manual() string {
	list := options()
	p := &page{words: markedWords(list)}
	fmt.Fprintf(p, ".TH URLGREP 1 %s \"urlgrep %s\"\n", manualDate, version())
	p.WriteString(".if n .ad l\n") // else lines with long options have wide gaps
	p.WriteString(".SH NAME\nurlgrep \\- print the URLs in mail, news and text\n")
	doc := blocks(docText()) // a sentence, "Usage:", usages, and all the rest
	p.synopsis(doc[2].text)
	p.WriteString(".SH DESCRIPTION\n")
	isChapter := func(b block) bool { return b.heading && slices.Contains(chapters, b.text) }
	end := slices.IndexFunc(doc, isChapter)
	p.blocks(slices.Concat(doc[:1], doc[3:end]))
	p.options(list)
	p.blocks(doc[end:])
	return p.String()
}

// synopsis writes the section of the usages, one a line.
func (p *page) synopsis(usages string) {
	p.WriteString(".SH SYNOPSIS\n.nf\n")
	for usage := range strings.Lines(usages + "\n") {
		usage = strings.ReplaceAll(p.marked(usage), "[URL]", `[\fIURL\fR]`)
		p.WriteString(strings.Replace(usage, "urlgrep", `\fBurlgrep\fR`, 1))
	}
	p.WriteString(".fi\n")
}

func (p *page) blocks(list []block) {
	for i, b := range list {
		switch {
		case b.heading && slices.Contains(chapters, b.text):
			fmt.Fprintf(p, ".SH %s\n", strings.ToUpper(b.text))
		case b.heading:
			fmt.Fprintf(p, ".SS %s\n", b.text)
		case b.literal:
			p.WriteString(".PP\n.RS 4\n")
			p.literal(b.text)
			p.WriteString(".RE\n")
		default:
			if i > 0 && !list[i-1].heading {
				p.WriteString(".PP\n")
			}
			p.paragraph(b.text)
		}
	}
}

func (p *page) literal(text string) {
	p.WriteString(".EX\n")
	for line := range strings.Lines(text + "\n") {
		p.WriteString(guarded(literally(line)))
	}
	p.WriteString(".EE\n")
}

// options writes the section of the options, by their groups.
func (p *page) options(list []option) {
	p.WriteString(".SH OPTIONS\n")
	group := ""
	for _, o := range list {
		if o.group != group {
			group = o.group
			fmt.Fprintf(p, ".SS %s\n", group)
		}
		fmt.Fprintf(p, ".TP\n%s\n", p.marked(o.signature()))
		for i, b := range blocks(optionText(o.long)) {
			if i > 0 {
				p.WriteString(".IP\n")
			}
			if b.literal {
				p.literal(b.text)
			} else {
				p.paragraph(b.text)
			}
		}
	}
}

// paragraph fills lines, and begins one with each sentence, for which roff puts two
// blanks between them.
func (p *page) paragraph(text string) {
	line := ""
	for word := range strings.FieldsSeq(p.marked(text)) {
		if strings.Contains(word, `\fB`) || strings.ContainsAny(word, "[@:/") {
			word = `\%` + word // not hyphenated
		}
		switch ends := endsSentence(line, word); {
		case line == "":
			line = word
		case ends || len(line)+len(word) > 76:
			p.line(line, ends)
			line = word
		default:
			line += " " + word
		}
	}
	p.line(line, true)
}

// endsSentence reports whether a sentence ends before a word: "www. or" is none.
func endsSentence(line, word string) bool {
	return strings.HasSuffix(line, ".") && (word[0] >= 'A' && word[0] <= 'Z' || word[0] == '\\')
}

func (p *page) line(text string, sentence bool) {
	text = guarded(text)
	if !sentence && strings.ContainsAny(text[len(text)-1:], ".?!") {
		text += `\&`
	}
	fmt.Fprintln(p, text)
}

// guarded keeps a line of text from being taken for a macro.
func guarded(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line
	}
	return line
}

// markedWords matches options, references to other pages, and what stands for a
// value. Nothing but a name may stand before an option: there is none in "a-b".
func markedWords(list []option) *regexp.Regexp {
	values := "FILE|OPTION"
	for _, o := range list {
		if o.value != "" {
			values += "|" + regexp.QuoteMeta(o.value)
		}
	}
	return regexp.MustCompile(`\B--?[A-Za-z][-A-Za-z0-9]*\b(?:=[-+a-z0-9*.,]*[a-z0-9])?` +
		`|\b[a-z]+\([1-9]\)|\b(?:` + values + `)\b`)
}

// marked returns a text with its options in bold and its values in italics.
func (p *page) marked(text string) string {
	var b strings.Builder
	for text != "" {
		at := p.words.FindStringIndex(text)
		if at == nil {
			at = []int{len(text), len(text)}
		}
		b.WriteString(escaped(text[:at[0]]))
		switch word := text[at[0]:at[1]]; {
		case word == "":
		case word[0] == '-':
			b.WriteString(`\fB` + literally(word) + `\fR`)
		case word[len(word)-1] == ')':
			b.WriteString(`\fB` + word[:len(word)-3] + `\fR` + word[len(word)-3:])
		default:
			b.WriteString(`\fI` + word + `\fR`)
		}
		text = text[at[1]:]
	}
	return b.String()
}

// escaped returns text as roff reads it.
func escaped(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case r == '\\':
			b.WriteString(`\e`)
		case r == '^':
			b.WriteString(`\(ha`)
		case r == '~':
			b.WriteString(`\(ti`)
		case r == '`':
			b.WriteString(`\(ga`)
		case r > '~':
			fmt.Fprintf(&b, `\[u%04X]`, r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// literally returns text that a reader may copy: its hyphens and quotes are those of
// ASCII.
func literally(text string) string {
	return strings.NewReplacer("-", `\-`, "'", `\(aq`).Replace(escaped(text))
}
