package option

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	usageColumn = 30
	lineWidth   = 80
)

// Help returns the text of --help: head, one line for each option, by section, and tail.
func (p *Program) Help(head, tail string) string {
	return head + p.lines(func(*Option) bool { return true }) + tail
}

// ShortHelp is like Help, without the options that are Rare.
func (p *Program) ShortHelp(head, tail string) string {
	return head + p.lines(func(o *Option) bool { return !o.Rare }) + tail
}

// lines returns one line for each option that satisfies has, after the titles of their
// sections.
func (p *Program) lines(has func(*Option) bool) string {
	var b strings.Builder
	for _, s := range p.Sections {
		title := "\n" + s.Title + ":\n"
		for i := range s.Options {
			if o := &s.Options[i]; has(o) {
				b.WriteString(title)
				title = ""
				fmt.Fprintf(&b, "  %-*s%s\n", usageColumn-2, o.helpNames(), o.Usage)
			}
		}
	}
	return b.String()
}

// HelpAbout returns the lines of Help for the options whose names or texts have a word that begins
// with word, of at least two letters, in any letter case, and for the one that word is a synonym for. It
// returns "" without such an option.
func (p *Program) HelpAbout(word string) string {
	if len(word) < 2 {
		return ""
	}
	word = strings.ToLower(word)
	synonym, _, _ := strings.Cut(p.Synonyms[word], "=")
	lines := p.lines(func(o *Option) bool {
		return o.Name == synonym || hasWord(strings.ToLower(o.Signature()+" "+o.Usage+" "+o.prose(p.Name)), word)
	})
	return strings.TrimPrefix(lines, "\n")
}

// hasWord reports whether a word in text begins with word.
func hasWord(text, word string) bool {
	for at := 0; ; at++ {
		i := strings.Index(text[at:], word)
		if i < 0 {
			return false
		}
		at += i
		if before, _ := utf8.DecodeLastRuneInString(text[:at]); at == 0 || !unicode.IsLetter(before) && !unicode.IsDigit(before) {
			return true
		}
	}
}

// prose returns the text of an option without its examples, which run program.
func (o *Option) prose(program string) string {
	var b strings.Builder
	for _, block := range Blocks(o.text()) {
		if example := block.Literal && strings.Contains(block.Text, program+" "); !example {
			b.WriteString(block.Text + "\n")
		}
	}
	return b.String()
}

// helpNames returns the names of an option and its argument, aligned so that the long
// names form a column. It omits the alias.
func (o *Option) helpNames() string {
	if o.Letter == "" {
		return "    " + o.signed(o.Names()[0])
	}
	return o.Signature()
}

// Help returns the text of --help-for for an option.
func (o *Option) Help() string {
	text := o.Signature() + "\n"
	for _, b := range Blocks(o.text()) {
		if text += "\n"; b.Literal {
			indented := "        " + strings.ReplaceAll(b.Text, "\n", "\n        ") + "\n"
			text += strings.ReplaceAll(indented, "\n        \n", "\n\n")
		} else {
			text += filled(strings.Fields(b.Text), "    ")
		}
	}
	return text
}
