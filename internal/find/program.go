package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// isHostAlone decides whether name, which is at Data[start:end] without a
// path after it, is to be taken for a host: not for the name of a file or of
// something in a program, for an abbreviation, for the end of one sentence and
// the beginning of the next, or for a part of an address. If n is not 0, a run of
// markup is before it, which is again after it.
func (t *text) isHostAlone(name []byte, start, end, n int) wrapper.Verdict {
	if n > 0 {
		if v := t.isMarked(start, end, n); v != wrapper.Yes {
			return v
		}
		start, end = start-n, end+n
	}
	if isServer(name) || t.isRefanged(start, end) {
		return wrapper.Yes // nobody defangs what is no host
	}
	lower := strings.ToLower(string(name))
	dot := bytes.LastIndexByte(name, '.')
	top := lower[strings.LastIndexByte(lower, '.')+1:]
	if !hasCase(name, name[dot+1:], top) || !hasWord(name[:dot]) || isMember(lower) || isQualified(lower) || isNewsgroup(lower) ||
		t.isAtHost(start) || t.isOperand(start) || t.isArgument(start) && !(t.isInParentheses(start, end) && isClassic(top)) {
		return wrapper.No
	}
	v := t.isUsed(end)
	if v == wrapper.No {
		v = t.isAtUser(end)
	}
	return not(v)
}

// hasCase reports whether the case of top, the last label of name, is that of
// a top-level domain: lower, or upper in a name that is in upper case all.
func hasCase(name, top []byte, lower string) bool {
	if string(top) == lower {
		return true
	}
	return bytes.Equal(top, bytes.ToUpper(top)) && (bytes.Equal(name, bytes.ToUpper(name)) || isClassic(lower))
}

// hasWord reports whether there is a label of two characters, one of them a
// letter. A capital twice makes no word but an abbreviation: "CC.EE".
func hasWord(labels []byte) bool {
	for label := range bytes.SplitSeq(labels, []byte{'.'}) {
		doubled := len(label) == 2 && label[0] == label[1] && 'A' <= label[0] && label[0] <= 'Z'
		if utf8.RuneCount(label) >= 2 && !doubled && bytes.ContainsFunc(label, unicode.IsLetter) {
			return true
		}
	}
	return false
}

// isAtHost reports whether " at " stands before Data[start], and before that the
// end of a local part: "user at a.com".
func (t *text) isAtHost(start int) bool {
	before := t.Data[max(0, start-MaxHead):start]
	words := bytes.TrimRight(before, " \t")
	user, ok := bytes.CutSuffix(words, []byte(" at"))
	if !ok || len(words) == len(before) {
		return false
	}
	user = bytes.TrimRight(user, " \t")
	return len(user) > 0 && ascii.IsLocal(user[len(user)-1])
}

// isAtUser decides whether " at " and a host stand after Data[end], so that
// what ends there is a local part: "first.name at a.com".
func (t *text) isAtUser(end int) wrapper.Verdict {
	const at = " at "
	rest := t.Data[end:min(len(t.Data), end+len(at))]
	if !strings.HasPrefix(at, string(rest)) {
		return wrapper.No
	}
	if len(rest) < len(at) {
		return t.atEdge()
	}
	start := end + len(at)
	end, v := t.domain(start)
	if v == wrapper.Yes && bytes.IndexByte(t.Data[start:end], '.') <= 0 {
		return wrapper.No
	}
	return v
}

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

// isUsed decides whether what is after Data[end], which ends a name, makes
// that a part of a program: whether it is called, indexed, a part of a longer
// name, assigned to or compared.
func (t *text) isUsed(end int) wrapper.Verdict {
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

func yes(is bool) wrapper.Verdict {
	if is {
		return wrapper.Yes
	}
	return wrapper.No
}

// isHostAndPort reports whether name and the number after it, at
// Data[start:end], are to be taken for a host and a port.
func (t *text) isHostAndPort(name []byte, start, end int) bool {
	if isServer(name) || t.isRefanged(start, end) {
		return true
	}
	return !t.isOperand(start) && !t.isArgument(start) && !(isMember(strings.ToLower(string(name))) && t.isPlace(start, end))
}

// isPlace reports whether Data[start:end], a name and a number, is a place in a
// file, as compilers and grep write it, "file.rs:12:", or a stack trace,
// "(File.java:12)".
func (t *text) isPlace(start, end int) bool {
	if end == len(t.Data) {
		return false
	}
	return t.Data[end] == ':' || t.isInParentheses(start, end)
}

// uuencoded is the length of a full line of uuencode: "M", for 45 octets, and
// what they are encoded as. Some programs write a checksum after that.
const uuencoded = 1 + 45/3*4

// isUuencoded decides whether Data[start:end] is in a full line of uuencode, of
// which much looks like addresses and hosts. It has no small letters.
func (t *text) isUuencoded(start, end int) wrapper.Verdict {
	line := max(0, start-uuencoded)
	line += bytes.LastIndexByte(t.Data[line:start], '\n') + 1
	if t.Data[line] != 'M' || line > 0 && t.Data[line-1] != '\n' {
		return wrapper.No
	}
	for i := line; i-line <= uuencoded+1; i++ {
		if i == len(t.Data) {
			if t.EOF {
				return yes(i-line >= uuencoded)
			}
			return wrapper.More
		}
		if c := t.Data[i]; c == '\n' || c == '\r' {
			return yes(i-line >= uuencoded)
		} else if c < ' ' || c > '`' {
			return wrapper.No
		}
	}
	return wrapper.No
}
