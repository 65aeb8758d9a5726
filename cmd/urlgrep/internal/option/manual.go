package option

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// A Page is the text of a manual page apart from the options.
type Page struct {
	Date, Version string
	Summary       string // the text after "NAME - "

	// Doc is the text of go doc: a sentence, "Usage:", usages, one per line, and the
	// rest. Chapters are the headings in it that become sections of the page, after the
	// options. Text under other headings becomes part of the description.
	Doc      string
	Chapters []string
}

// A roff builds a manual page with the macros of man(7).
type roff struct {
	strings.Builder
	chapters []string
	words    *regexp.Regexp // matches words in bold or italics
}

// Manual returns the manual page: the text of page, with the options between its
// description and its chapters.
func (p *Program) Manual(page Page) string {
	r := &roff{chapters: page.Chapters, words: p.markedWords()}
	fmt.Fprintf(r, ".TH %s 1 %s \"%s %s\"\n", strings.ToUpper(p.Name), page.Date, p.Name, page.Version)
	r.WriteString(".if n .ad l\n") // left-aligned: justified lines with long options have wide gaps
	fmt.Fprintf(r, ".SH NAME\n%s \\- %s\n", p.Name, page.Summary)
	doc := Blocks(page.Doc)
	r.synopsis(p.Name, doc[2].Text)
	r.WriteString(".SH DESCRIPTION\n")
	end := slices.IndexFunc(doc, r.isChapter)
	if end < 0 {
		end = len(doc)
	}
	r.blocks(slices.Concat(doc[:1], doc[3:end]))
	r.options(p)
	r.blocks(doc[end:])
	return r.String()
}

// isChapter reports whether a block is the heading of a section of the page.
func (r *roff) isChapter(b Block) bool { return b.Heading && slices.Contains(r.chapters, b.Text) }

// synopsis writes the synopsis section. usages has one usage per line.
func (r *roff) synopsis(program, usages string) {
	// Placeholders of operands; no option has them as its argument.
	operands := regexp.MustCompile(`\[([A-Z]+)\]`)
	r.WriteString(".SH SYNOPSIS\n.nf\n")
	for usage := range strings.Lines(usages + "\n") {
		usage = operands.ReplaceAllString(r.marked(usage), `[\fI$1\fR]`)
		r.WriteString(strings.Replace(usage, program, `\fB`+program+`\fR`, 1))
	}
	r.WriteString(".fi\n")
}

func (r *roff) blocks(list []Block) {
	for i, b := range list {
		switch {
		case r.isChapter(b):
			fmt.Fprintf(r, ".SH %s\n", strings.ToUpper(b.Text))
		case b.Heading:
			fmt.Fprintf(r, ".SS %s\n", b.Text)
		case b.Literal:
			r.WriteString(".PP\n.RS 4\n")
			r.literal(b.Text)
			r.WriteString(".RE\n")
		default:
			if i > 0 && !list[i-1].Heading {
				r.WriteString(".PP\n")
			}
			r.paragraph(b.Text)
		}
	}
}

func (r *roff) literal(text string) {
	r.WriteString(".EX\n")
	for line := range strings.Lines(text + "\n") {
		r.WriteString(guarded(literally(line)))
	}
	r.WriteString(".EE\n")
}

// options writes the options section.
func (r *roff) options(p *Program) {
	r.WriteString(".SH OPTIONS\n")
	for _, s := range p.Sections {
		fmt.Fprintf(r, ".SS %s\n", s.Title)
		for i := range s.Options {
			r.option(&s.Options[i])
		}
	}
}

func (r *roff) option(o *Option) {
	fmt.Fprintf(r, ".TP\n%s\n", r.marked(o.Signature()))
	for i, b := range Blocks(o.text()) {
		if i > 0 {
			r.WriteString(".IP\n")
		}
		if b.Literal {
			r.literal(b.Text)
		} else {
			r.paragraph(b.Text)
		}
	}
}

// paragraph writes text as filled lines. Each sentence begins a line, so that roff puts
// two spaces between sentences.
func (r *roff) paragraph(text string) {
	line := ""
	for word := range strings.FieldsSeq(r.marked(text)) {
		if strings.Contains(word, `\fB`) || strings.ContainsAny(word, "[@:/") {
			word = `\%` + word // do not hyphenate
		}
		switch ends := endsSentence(line, word); {
		case line == "":
			line = word
		case ends || len(line)+len(word) > 76:
			r.line(line, ends)
			line = word
		default:
			line += " " + word
		}
	}
	r.line(line, true)
}

// endsSentence reports whether a sentence ends between line and word. It does not in
// "www. or".
func endsSentence(line, word string) bool {
	return strings.HasSuffix(line, ".") && (word[0] >= 'A' && word[0] <= 'Z' || word[0] == '\\')
}

func (r *roff) line(text string, sentence bool) {
	text = guarded(text)
	if !sentence && strings.ContainsAny(text[len(text)-1:], ".?!") {
		text += `\&`
	}
	fmt.Fprintln(r, text)
}

// guarded returns a line of text in a form that roff does not take for a macro.
func guarded(line string) string {
	if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
		return `\&` + line
	}
	return line
}

// markedWords matches options, references to other pages, and placeholders. An option
// matches only if no letter or digit precedes it: "a-b" has none.
func (p *Program) markedWords() *regexp.Regexp {
	values := "FILE|OPTION"
	for o := range p.All() {
		if o.Arg != "" {
			values += "|" + regexp.QuoteMeta(o.Arg)
		}
	}
	return regexp.MustCompile(`\B--?[A-Za-z][-A-Za-z0-9]*\b(?:=[-+a-z0-9*.,]*[a-z0-9])?` +
		`|\b[a-z]+\([1-9]\)|\b(?:` + values + `)\b`)
}

// marked returns a text with its options in bold and its placeholders in italics.
func (r *roff) marked(text string) string {
	var b strings.Builder
	for text != "" {
		at := r.words.FindStringIndex(text)
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

// escaped returns text with the escapes of roff.
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

// literally returns text for copying, with the hyphens and quotes of ASCII.
func literally(text string) string {
	return strings.NewReplacer("-", `\-`, "'", `\(aq`).Replace(escaped(text))
}
