package richtext

import (
	"bytes"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A literal is a string in a formula, or several of them that are concatenated.
type literal struct {
	call     int    // the number of the function call
	function string // its name in upper case, or ""
	arg      int    // the number of the argument, from 0
	whole    bool   // the argument is the literal
	text     []byte
}

// fetching has the functions whose first argument is a URL.
var fetching = map[string]bool{
	"HYPERLINK":   true,
	"WEBSERVICE":  true,
	"IMAGE":       true,
	"IMPORTDATA":  true,
	"IMPORTFEED":  true,
	"IMPORTHTML":  true,
	"IMPORTRANGE": true,
	"IMPORTXML":   true,
}

// Formula adds the targets and the strings in a formula of a spreadsheet (ECMA-376 part 1,
// 18.17; OpenFormula). The label is that of a HYPERLINK without one, such as the text of
// its cell, which the caller adds. It returns the first target, or "".
func (w *Writer) Formula(f []byte, label string) (first string) {
	if bytes.IndexByte(f, '"') < 0 && bytes.IndexByte(f, '\'') < 0 {
		return ""
	}
	all := literals(f)
	for i, l := range all {
		if !fetching[l.function] || l.arg != 0 || !l.whole {
			if MayHold(l.text) && string(l.text) != label {
				w.Line(l.text)
			}
			continue
		}
		shown := label
		if i+1 < len(all) && all[i+1].call == l.call && all[i+1].arg == 1 && all[i+1].whole {
			shown = string(all[i+1].text)
		}
		if first == "" {
			first = string(l.text)
		}
		w.Target(Link{Target: string(l.text), Relation: l.function}, shown)
	}
	return first
}

// List adds the values of a list in the formula of a data validation (ECMA-376 part 1, 18.3.1.32). It
// returns false if the formula is not such a list.
func (w *Writer) List(f []byte) bool {
	f = bytes.TrimSpace(f)
	n := len(f) - 1
	if n < 1 || f[0] != '"' || f[n] != '"' {
		return false
	}
	values := bytes.ReplaceAll(f[1:n], []byte(`""`), []byte{'"'})
	for value := range bytes.SplitSeq(values, []byte{','}) {
		if MayHold(value) {
			w.Line(value)
		}
	}
	return true
}

// maxCalls is the maximum depth of function calls.
const maxCalls = 256

// joining has the functions that concatenate their arguments, as "&" does.
var joining = map[string]bool{"CONCATENATE": true, "CONCAT": true}

// A call is a function call in a formula.
type call struct {
	number   int
	function string
	arg      int
	joins    bool // its arguments are concatenated: it is a part of an argument of the call around it
}

// A formulaParser finds the literals in a formula.
type formulaParser struct {
	all    []literal
	calls  []call // that are open
	number int    // of the last call
	text   []byte // of the literal so far
	open   bool   // there is a literal
	whole  bool   // nothing but separators was before the literal
	last   byte   // the last token: its first character, or 'x' for an operand
}

// literals returns the literals in a formula.
func literals(f []byte) []literal {
	p := formulaParser{calls: []call{{}}, last: '('}
	for i := 0; i < len(f); {
		switch c := f[i]; {
		case c == '"' || c == '\'':
			i = p.quoted(f, i)
			continue
		case c == '(' || c == '{':
			p.begin("")
		case c == ')' || c == '}':
			p.end()
		case c == ',' || c == ';' || c == '|' && len(p.calls) > 1:
			p.separate()
		case c == '&':
			p.last = '&'
		case ascii.Is(c, ascii.Space) || c == '=' && p.last == '(':
		case isIdent(c):
			i = p.ident(f, i)
			continue
		default:
			p.operand()
		}
		i++
	}
	p.finish(true)
	return p.all
}

// finish ends the literal. With ends set, its argument ends as well.
func (p *formulaParser) finish(ends bool) {
	if p.open {
		c := p.calls[len(p.calls)-1]
		p.all = append(p.all, literal{c.number, c.function, c.arg, p.whole && ends && p.last != '&', p.text})
		p.text, p.open = nil, false
	}
}

// add adds a string to the literal, or begins one.
func (p *formulaParser) add(s []byte) {
	if !p.open || p.last != '&' {
		p.finish(false)
		p.open, p.whole = true, p.last == '('
	}
	p.text = append(p.text, s...)
	p.last = '"'
}

// operand ends the literal before an operand that is no string.
func (p *formulaParser) operand() {
	p.finish(false)
	p.last = 'x'
}

// begin begins a call of a function, or parentheses.
func (p *formulaParser) begin(function string) {
	if joining[function] && len(p.calls) < maxCalls {
		c := p.calls[len(p.calls)-1]
		c.joins = true
		p.calls = append(p.calls, c)
		return
	}
	p.finish(false)
	p.number++
	if len(p.calls) < maxCalls {
		p.calls = append(p.calls, call{number: p.number, function: function})
	}
	p.last = '('
}

// separate ends an argument.
func (p *formulaParser) separate() {
	if c := &p.calls[len(p.calls)-1]; c.joins {
		p.last = '&'
	} else {
		p.finish(true)
		c.arg++
		p.last = '('
	}
}

// end ends a call of a function, or parentheses.
func (p *formulaParser) end() {
	n := len(p.calls) - 1
	if !p.calls[n].joins {
		p.finish(true)
		p.last = 'x'
	}
	if n > 0 {
		p.calls = p.calls[:n]
	}
}

// quoted reads the string, or the name of a file or a sheet, with the quotation mark at
// f[i]. It returns the index after it.
func (p *formulaParser) quoted(f []byte, i int) (next int) {
	s, next := quoted(f, i)
	if f[i] == '"' {
		p.add(s)
		return next
	}
	p.finish(false)
	if bytes.Contains(s, []byte("//")) {
		p.all = append(p.all, literal{text: s})
	}
	p.last = 'x'
	return next
}

// ident reads the name at f[i], and the parenthesis after that of a function. It returns the
// index after them.
func (p *formulaParser) ident(f []byte, i int) (next int) {
	n := i
	for n < len(f) && isIdent(f[n]) {
		n++
	}
	name := strings.ToUpper(string(f[i:min(n, i+64)]))
	for _, prefix := range [...]string{"_XLFN.", "_XLWS.", "OF:", "COM.MICROSOFT.", "MSOXL:", "OOOC:"} {
		name = strings.TrimPrefix(name, prefix)
	}
	if n == len(f) || f[n] != '(' {
		if name != "" && name != "OF" {
			p.operand()
		}
		return n
	}
	if char, size := charCall(name, f[n:]); size > 0 {
		p.add(char)
		return n + size
	}
	p.begin(name)
	return n + 1
}

func isIdent(c byte) bool {
	return c == '_' || c == '.' || c == ':' || ascii.Is(c, ascii.AlphaDigit) || c >= utf8.RuneSelf
}

// quoted returns the string with the quotation mark at f[i], and the index after it. A
// doubled quotation mark in it is one.
func quoted(f []byte, i int) (s []byte, next int) {
	q := f[i]
	for i++; i < len(f); {
		k := bytes.IndexByte(f[i:], q)
		if k < 0 {
			return append(s, f[i:]...), len(f)
		}
		s = append(s, f[i:i+k]...)
		i += k + 1
		if i == len(f) || f[i] != q {
			return s, i
		}
		s = append(s, q)
		i++
	}
	return s, i
}

// charCall returns the character of CHAR(number), and the length of what is in parentheses;
// n is 0 if it is another call.
func charCall(name string, f []byte) (char []byte, n int) {
	if name != "CHAR" && name != "UNICHAR" {
		return nil, 0
	}
	n = bytes.IndexByte(f[:min(len(f), 12)], ')')
	if n < 0 {
		return nil, 0
	}
	c, err := strconv.Atoi(string(bytes.TrimSpace(f[1:n])))
	if err != nil || c < 1 || c > utf8.MaxRune {
		return nil, 0
	}
	return utf8.AppendRune(nil, rune(c)), n + 1
}
