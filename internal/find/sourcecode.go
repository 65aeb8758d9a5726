package find

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// isOperand reports whether an operator is before Data[start] that makes
// what begins there a part of a program: "p->name", "&p.name", "f(p.name",
// "a == p.name".
func (t *text) isOperand(start int) bool {
	before := t.Data[max(0, start-4):start]
	words := bytes.TrimRight(before, " \t")
	for _, op := range [...]string{"<-", "==", "!="} {
		if bytes.HasSuffix(words, []byte(op)) {
			return true
		}
	}
	n := len(before)
	if n == 0 {
		return false
	}
	switch before[n-1] {
	case '&', '!', '?':
		return true
	case '>':
		return bytes.HasSuffix(before, []byte("->"))
	case ':': // but "::" alone is markup in text
		return n > 2 && before[n-2] == ':' && endsOperand(before[n-3])
	case '*', '+', '^':
		return n > 1 && endsOperand(before[n-2])
	}
	return false
}

// maxCall is how far before a name the parenthesis of a call is looked for.
const maxCall = 256

// isArgument reports whether the line before Data[start] has the parenthesis of
// a call in it, or the bracket of an index, which is still open there, and no
// string either: f(x, p.name, but not f("a.com.
func (t *text) isArgument(start int) bool {
	line := t.Data[max(0, start-maxCall):start]
	if bytes.IndexByte(line, '(') < 0 && bytes.IndexByte(line, '[') < 0 {
		return false
	}
	line = line[LastBreak(line)+1:]
	open, quoted := 0, false
	for i := len(line) - 1; i > 0; i-- {
		switch line[i] {
		case '"':
			quoted = !quoted
		case ')', ']':
			open--
		case '(', '[':
			if open++; open > 0 {
				return !quoted && endsOperand(line[i-1])
			}
		}
	}
	return false
}

// isInParentheses reports whether Data[start:end] is all that is between a
// pair of parentheses.
func (t *text) isInParentheses(start, end int) bool {
	return start > 0 && t.Data[start-1] == '(' && end < len(t.Data) && t.Data[end] == ')'
}

// endsOperand reports whether c may end what an operator is after.
func endsOperand(c byte) bool { return c == ')' || isWord(c) }

// isWord reports whether c, of ASCII, is of the names that programs have.
func isWord(c byte) bool { return c == '_' || ascii.Is(c, ascii.AlphaDigit) }

// maxGap is how many blanks may be between a name and an operator.
const maxGap = 32

// isUsedInCode decides whether what is after Data[end], which ends a name, makes
// that a part of a program: whether it is called, indexed, a part of a longer
// name, assigned to or compared.
func (t *text) isUsedInCode(end int) wrapper.Verdict {
	name := end
	for end < len(t.Data) && t.Data[end] == '.' {
		end++
	}
	if end == len(t.Data) {
		return t.atEdge()
	}
	c := t.Data[end]
	switch c {
	case '(', '_', '$':
		return wrapper.Yes
	case '*':
		if end > name { // "package.*"
			return wrapper.Yes
		}
	case ' ', '\t':
		for k := 0; k < maxGap && end < len(t.Data) && ascii.Is(t.Data[end], ascii.Blank); k++ {
			end++
		}
	}
	if end < len(t.Data) && strings.IndexByte("<>=!:+-*/%&|^[", t.Data[end]) < 0 {
		return wrapper.No
	}
	if end+2 > len(t.Data) {
		return t.atEdge()
	}
	op, spaced := string(t.Data[end:end+2]), c == ' ' || c == '\t'
	switch op {
	case "<-", "<<", "==", "!=", ":=", "+=", "-=", "*=", "/=", "|=", "&=", "<=", ">=":
		return wrapper.Yes
	case "=>", "=\n", "=\r":
		return wrapper.No
	case "->", "++":
		return yes(!spaced)
	case "::":
		if end+2 == len(t.Data) {
			return t.atEdge()
		}
		return yes(!spaced && isWord(t.Data[end+2]))
	}
	next := op[1]
	switch op[0] {
	case '=':
		return yes(spaced || strings.IndexByte("023ACE", next) < 0) // of quoted-printable's "=20", "=3D", "=A0", "=E2"
	case '[':
		return yes(!spaced && next != '/' && !ascii.Is(next, ascii.Digit)) // "[/" is of BBCode
	case '*', '+', '^', '%':
		if op[0] == '%' && end+2 == len(t.Data) && !t.EOF {
			return wrapper.More
		}
		escape := op[0] == '%' && t.inEscape(end+1, min(len(t.Data), end+3)) > 0 // "%22"
		return yes(!spaced && !escape && (next == '(' || ascii.Is(next, ascii.AlphaDigit)))
	}
	return wrapper.No
}

// isSourcePosition reports whether Data[start:end], a name and a number, is a place in a
// file, as compilers and grep write it, "file.rs:12:", or a stack trace,
// "(File.java:12)".
func (t *text) isSourcePosition(start, end int) bool {
	if end == len(t.Data) {
		return false
	}
	return t.Data[end] == ':' || t.isInParentheses(start, end)
}
