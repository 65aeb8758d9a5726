package find

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// isOperand reports whether an operator precedes Data[start], so that an operand of a
// program begins there: "p->name", "&p.name", "f*p.name", "a == p.name".
func (t *text) isOperand(start int) bool {
	before := t.Data[max(0, start-4):start]
	words := bytes.TrimRight(before, " \t")
	for _, op := range [...]string{"<-", "==", "!=", "&&", "+=", "-=", "*=", "<=", ">="} {
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

// maxCall bounds how many bytes before a name the parenthesis of a call is looked for.
const maxCall = 256

// isArgument reports whether Data[start] is an argument of a call or an index: whether
// its line has an opening parenthesis or bracket after an operand that is still open at
// start, and no string begins between them. It is true in "f(x, p.name" and false in
// `f("a.com`.
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

// isInParentheses reports whether Data[start:end] is all of the text between two
// parentheses.
func (t *text) isInParentheses(start, end int) bool {
	return start > 0 && t.Data[start-1] == '(' && end < len(t.Data) && t.Data[end] == ')'
}

// endsOperand reports whether c may end an operand.
func endsOperand(c byte) bool { return c == ')' || isWord(c) }

// isWord reports whether c is an ASCII character of an identifier in a program.
func isWord(c byte) bool { return c == '_' || ascii.Is(c, ascii.AlphaDigit) }

// maxGap bounds how many blanks may be between a name and an operator.
const maxGap = 32

// isUsedInCode decides whether the text after Data[end], which ends a name, shows that
// the name is an identifier of a program: whether it is called, indexed, continued,
// assigned to or compared.
func (t *text) isUsedInCode(end int) verdict.Verdict {
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
		return verdict.Yes
	case '*':
		if end > name { // "package.*"
			return verdict.Yes
		}
	case ' ', '\t':
		for k := 0; k < maxGap && end < len(t.Data) && ascii.Is(t.Data[end], ascii.Blank); k++ {
			end++
		}
	}
	if end < len(t.Data) && strings.IndexByte("<>=!:+-*/%&|^[", t.Data[end]) < 0 {
		return verdict.No
	}
	if end+2 > len(t.Data) {
		return t.atEdge()
	}
	op, spaced := string(t.Data[end:end+2]), c == ' ' || c == '\t'
	switch op {
	case "<-", "<<", "==", "!=", ":=", "+=", "-=", "*=", "/=", "|=", "&=", "<=", ">=":
		return verdict.Yes
	case "=>", "=\n", "=\r":
		return verdict.No
	case "->", "++":
		return verdict.Of(!spaced)
	case "::":
		if end+2 == len(t.Data) {
			return t.atEdge()
		}
		return verdict.Of(!spaced && isWord(t.Data[end+2]))
	}
	next := op[1]
	switch op[0] {
	case '=':
		return verdict.Of(spaced || strings.IndexByte("023ACE", next) < 0) // quoted-printable: "=20", "=3D", "=A0", "=E2"
	case '[':
		return verdict.Of(!spaced && next != '/' && !ascii.Is(next, ascii.Digit)) // BBCode: "[/"
	case '*', '+', '^', '%':
		if op[0] == '%' && end+2 == len(t.Data) && !t.EOF {
			return verdict.More
		}
		escape := op[0] == '%' && t.inEscape(end+1, min(len(t.Data), end+3)) > 0 // "%22"
		return verdict.Of(!spaced && !escape && (next == '(' || ascii.Is(next, ascii.AlphaDigit)))
	}
	return verdict.No
}

// isSourcePosition reports whether Data[start:end], a name and a number, is a position in
// a source file, as in the output of compilers and grep, "file.rs:12:", or in a stack
// trace, "(File.java:12)".
func (t *text) isSourcePosition(start, end int) bool {
	if end == len(t.Data) {
		return false
	}
	return t.Data[end] == ':' || t.isInParentheses(start, end)
}

// isLineNumber reports whether number, which follows the name of a source file and a colon,
// is rather that of a line, and perhaps of a column ("12:5"), than a port: it is not 80, not
// 443, and less than 8000.
func isLineNumber(number []byte) bool {
	n, err := strconv.Atoi(string(number))
	return err != nil || n != 80 && n != 443 && n < 8000
}

// isMember decides whether name, which is at Data[start:end] and does not end in a classic
// top-level domain, is a member or a module in a program: whether it has a hump, or its
// line is a statement.
func (t *text) isMember(name []byte, start, end int) verdict.Verdict {
	if hasHump(name) || t.isOpenBlock(start) {
		return verdict.Yes
	}
	switch words := t.wordsBefore(start); string(words) {
	case "return", "case", "del":
		return verdict.Yes
	case "from":
		return t.follows(end, " import ")
	case "delete", "requires":
		return t.endsStatement(end)
	default:
		if bytes.HasSuffix(words, []byte{'='}) {
			return t.endsStatement(end)
		}
	}
	return verdict.No
}

// isImported reports whether Data[start] is the name of a package or a module: the first
// words of its line are "import" or "package".
func (t *text) isImported(start int) bool {
	switch string(t.wordsBefore(start)) {
	case "import", "import static", "package":
		return true
	}
	return false
}

// wordsBefore returns the text before Data[start] in its line, without the blanks around
// it. It returns nothing if no blank precedes Data[start], or maxCall bytes or more.
func (t *text) wordsBefore(start int) []byte {
	begin := max(0, start-maxCall)
	line := t.Data[begin:start]
	i := LastBreak(line)
	if i < 0 && begin > 0 || start == 0 || !ascii.Is(t.Data[start-1], ascii.Blank) {
		return nil
	}
	return bytes.Trim(line[i+1:], " \t")
}

// isOpenBlock reports whether a placeholder of a template opens before Data[start], as in
// "${leaf.id}", or a condition, as in "if (leaf.id", or a string literal and "+" precede it.
func (t *text) isOpenBlock(start int) bool {
	words := bytes.TrimRight(t.Data[max(0, start-maxGap):start], " \t")
	for _, open := range [...]string{"${", "#{", "{{", "<%", "<%=", "\" +", "' +", "` +"} {
		if bytes.HasSuffix(words, []byte(open)) {
			return true
		}
	}
	words, ok := bytes.CutSuffix(words, []byte{'('})
	words = bytes.TrimRight(words, " \t")
	switch word := words[len(bytes.TrimRightFunc(words, unicode.IsLetter)):]; string(word) {
	case "if", "while", "switch":
		return ok
	}
	return false
}

// endsStatement decides whether ";" and the end of the line follow Data[end].
func (t *text) endsStatement(end int) verdict.Verdict {
	switch rest := t.Data[end:min(len(t.Data), end+2)]; {
	case len(rest) > 0 && rest[0] != ';':
		return verdict.No
	case len(rest) < 2 && !t.EOF:
		return verdict.More
	default:
		return verdict.Of(len(rest) > 0 && (len(rest) < 2 || ascii.Is(rest[1], ascii.LineBreak)))
	}
}

// follows decides whether Data[end:] begins with s.
func (t *text) follows(end int, s string) verdict.Verdict {
	rest := t.Data[end:min(len(t.Data), end+len(s))]
	switch {
	case !strings.HasPrefix(s, string(rest)):
		return verdict.No
	case len(rest) < len(s):
		return t.atEdge()
	}
	return verdict.Yes
}
