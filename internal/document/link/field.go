package link

import (
	"strings"
	"unicode/utf8"
)

// A Field is what the instruction of a field refers to.
type Field struct {
	Type     string // in upper case
	Relation string // as in Place.Relation
	Target   string // the reference, or ""
	Text     string // arguments that may have a URL in them, one a line
}

// fields has the types of fields whose arguments are references.
var fields = map[string]struct {
	relation string
	skip     int // arguments before the reference, such as the class of an object
}{
	"HYPERLINK":      {"hyperlink", 0},
	"INCLUDEPICTURE": {"image", 0},
	"IMPORT":         {"image", 0},
	"INCLUDETEXT":    {"includeText", 0},
	"INCLUDE":        {"includeText", 0},
	"RD":             {"includeText", 0},
	"LINK":           {"oleLink", 1},
	"EMBED":          {"oleObject", 1},
}

// ParseField parses the instruction of a field. An instruction of a type that has no
// reference has only Text.
func ParseField(instruction string) Field {
	words := split(instruction)
	if len(words) == 0 {
		return Field{}
	}
	name := strings.ToUpper(words[0].text)
	f, ok := fields[name]
	if !ok {
		return Field{Type: name, Relation: "field", Text: arguments(words[1:])}
	}
	out := Field{Type: name, Relation: f.relation}
	target, location := "", ""
	n := 0
	rest := words[1:]
	for i := 0; i < len(rest); i++ {
		w := rest[i]
		if !w.isSwitch {
			if n == f.skip && target == "" {
				target = w.text
			} else if mayHold(w.text) {
				out.Text += w.text + "\n"
			}
			n++
			continue
		}
		if i+1 < len(rest) && !rest[i+1].isSwitch && takesArgument(f.relation, w.text) {
			i++
			switch {
			case f.relation == "hyperlink" && w.text == "l":
				location = rest[i].text
			case mayHold(rest[i].text):
				out.Text += rest[i].text + "\n"
			}
		}
	}
	if target = strings.TrimSpace(target); target != "" {
		if location != "" && !strings.Contains(target, "#") {
			target += "#" + location
		}
		out.Target = target
	} else if mayHold(location) {
		out.Text += location + "\n"
	}
	return out
}

// mayHold reports whether an argument that is not a reference may have a URL.
func mayHold(s string) bool { return strings.Contains(s, ":") || strings.Contains(s, "www.") }

// takesArgument reports whether a switch is followed by an argument.
func takesArgument(relation, name string) bool {
	switch name {
	case "l", "o", "t", "s":
		return relation == "hyperlink"
	case "c", "n", "*":
		return relation != "hyperlink" || name == "*"
	}
	return false
}

// arguments returns the words that may have a URL in them, one a line.
func arguments(words []word) string {
	var b strings.Builder
	for _, w := range words {
		if !w.isSwitch {
			b.WriteString(w.text)
			b.WriteByte('\n')
		}
	}
	if !strings.ContainsAny(b.String(), ":.@") {
		return ""
	}
	return b.String()
}

// A word is an argument or a switch of an instruction.
type word struct {
	text     string
	isSwitch bool // a character after a backslash
}

const (
	wordSpace = " \t\r\n\u00A0"
	wordQuote = "\"\u201C\u201D\u201E"
)

// split splits an instruction into words. Quotation marks may be typographic: any of them
// ends an argument that begins with one. In an argument, a backslash escapes a backslash or
// a quotation mark.
func split(s string) []word {
	var words []word
	for {
		s = strings.TrimLeft(s, wordSpace)
		if s == "" {
			return words
		}
		if s[0] == '\\' && len(s) > 1 && s[1] != '\\' && s[1] != '"' {
			_, n := utf8.DecodeRuneInString(s[1:])
			words = append(words, word{strings.ToLower(s[1 : 1+n]), true})
			s = s[1+n:]
			continue
		}
		var w word
		w.text, s = argument(s)
		words = append(words, w)
	}
}

// argument returns the argument that s begins with, and the text after it.
func argument(s string) (text, rest string) {
	end := wordSpace
	if c, n := utf8.DecodeRuneInString(s); strings.ContainsRune(wordQuote, c) {
		s, end = s[n:], wordQuote
	}
	var b strings.Builder
	for {
		n := strings.IndexAny(s, end+`\`)
		if n < 0 {
			b.WriteString(s)
			return b.String(), ""
		}
		b.WriteString(s[:n])
		s = s[n:]
		switch {
		case s[0] != '\\':
			_, n := utf8.DecodeRuneInString(s)
			return b.String(), s[n:]
		case len(s) > 1 && (s[1] == '\\' || s[1] == '"'):
			b.WriteByte(s[1])
			s = s[2:]
		default:
			b.WriteByte('\\')
			s = s[1:]
		}
	}
}
