package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// isLikelyHost decides whether name, which is at Data[start:end] and has no path after
// it, is a host. It may also be the name of a file or of something in a program, an
// abbreviation, the end of one sentence and the beginning of the next, or a part of an
// address. If n is not 0, n bytes of markup are before the name, and must follow it too.
func (t *text) isLikelyHost(name []byte, start, end, n int) verdict.Verdict {
	if n > 0 {
		if v := t.isMarkedUp(start, end, n); v != verdict.Yes {
			return v
		}
		start, end = start-n, end+n
	}
	if isServer(name) || t.isRefanged(start, end) {
		return verdict.Yes // only hosts are defanged
	}
	lower := strings.ToLower(string(name))
	dot := bytes.LastIndexByte(name, '.')
	top := lower[strings.LastIndexByte(lower, '.')+1:]
	if !hasCase(name, name[dot+1:], top) || !hasWord(name[:dot]) && !isShortHost(lower) ||
		isFileOrMember(lower) || isQualified(lower) || isNewsgroup(lower) ||
		isAbbreviation(lower) || t.followsAt(start) || t.followsFile(start) || t.isOperand(start) || t.isImported(start) ||
		t.isArgument(start) && !(t.isInParentheses(start, end) && isOriginalTopLevel(top)) {
		return verdict.No
	}
	v := t.isUsedInCode(end)
	if v == verdict.No && !isOriginalTopLevel(top) {
		v = t.isMember(name, start, end)
	}
	if v == verdict.No && isReversed(name) {
		v = t.endsStatement(end)
	}
	if v == verdict.No {
		v = t.precedesAt(end)
	}
	return v.Not()
}

// hasCase reports whether the case of top, the last label of name, is that of a top-level
// domain: lower case, or upper case if all of name is. A top-level domain of RFC 920 may
// also be in upper case by itself. lower is top in lower case.
func hasCase(name, top []byte, lower string) bool {
	if string(top) == lower {
		return true
	}
	return bytes.Equal(top, bytes.ToUpper(top)) && (bytes.Equal(name, bytes.ToUpper(name)) || isOriginalTopLevel(lower))
}

// hasWord reports whether one of the labels has two characters or more, and a letter. A
// doubled capital is not a word but an abbreviation: "CC.EE".
func hasWord(labels []byte) bool {
	for label := range bytes.SplitSeq(labels, []byte{'.'}) {
		doubled := len(label) == 2 && label[0] == label[1] && 'A' <= label[0] && label[0] <= 'Z'
		if utf8.RuneCount(label) >= 2 && !doubled && bytes.ContainsFunc(label, unicode.IsLetter) {
			return true
		}
	}
	return false
}

// followsAt reports whether " at " or "[at]" precedes Data[start], and the end of a local
// part precedes that: "user at a.com". A word after which a place is named is not a local
// part: "look at a.com".
func (t *text) followsAt(start int) bool {
	before := t.Data[max(0, start-MaxHead):start]
	words := bytes.TrimRight(before, " \t")
	if user, ok := cutBracketedAt(words); ok {
		return endsInLocal(user)
	}
	user, ok := bytes.CutSuffix(words, []byte(" at"))
	return ok && len(words) < len(before) && endsInLocal(user) && !endsInPlace(user)
}

// endsInLocal reports whether text, without blanks at its end, ends in a character of a
// local part.
func endsInLocal(text []byte) bool {
	text = bytes.TrimRight(text, " \t")
	return len(text) > 0 && ascii.IsLocal(text[len(text)-1])
}

// cutBracketedAt returns text without the "at" in brackets that it ends in, and whether it
// does.
func cutBracketedAt(text []byte) ([]byte, bool) {
	n := len(text) - len("[at]")
	if n < 0 || !ascii.EqualFold(text[n+1:n+3], "at") {
		return text, false
	}
	switch string(text[n:n+1]) + string(text[n+3:]) {
	case "[]", "()", "<>", "{}":
		return text[:n], true
	}
	return text, false
}

// endsInPlace reports whether the last word of text, which follows white space or begins
// the text, is one after which "at" names a place.
func endsInPlace(text []byte) bool {
	text = bytes.TrimRight(text, " \t")
	i := bytes.LastIndexAny(text, " \t\r\n") + 1
	switch strings.ToLower(string(text[i:])) {
	case "available", "contacted", "documentation", "found", "hosted", "it", "listed", "look", "online", "point",
		"repository", "searching", "site", "us", "view", "viewed", "website":
		return true
	}
	return false
}

// followsFile reports whether "file:" and white space precede Data[start].
func (t *text) followsFile(start int) bool {
	const field = "file:"
	before := t.Data[max(0, start-MaxHead):start]
	words := bytes.TrimRight(before, " \t")
	n := len(words) - len(field)
	return n >= 0 && len(words) < len(before) && ascii.EqualFold(words[n:], field) && (n == 0 || !isWord(words[n-1]))
}

// precedesAt decides whether " at " and a host follow Data[end], so that the name that
// ends there is a local part: "first.name at a.com".
func (t *text) precedesAt(end int) verdict.Verdict {
	const at = " at "
	rest := t.Data[end:min(len(t.Data), end+len(at))]
	if !strings.HasPrefix(at, string(rest)) {
		return verdict.No
	}
	if len(rest) < len(at) {
		return t.atEdge()
	}
	start := end + len(at)
	end, v := t.domain(start)
	if v == verdict.Yes && bytes.IndexByte(t.Data[start:end], '.') <= 0 {
		return verdict.No
	}
	return v
}

// isHostAndPort reports whether name and port, which are at Data[start:end] with a colon
// between them, are a host and a port.
func (t *text) isHostAndPort(name, port []byte, start, end int) bool {
	if isServer(name) || t.isRefanged(start, end) {
		return true
	}
	lower := strings.ToLower(string(name))
	return !t.isOperand(start) && !t.isArgument(start) && !(isFileOrMember(lower) && t.isSourcePosition(start, end)) &&
		!(isSourceFile(lower) && isLineNumber(port))
}

// uuencodedLine is the length of a full line of uuencode: "M", for 45 octets, and their
// encoding. Some programs append a checksum.
const uuencodedLine = 1 + 45/3*4

// isUuencoded decides whether Data[start:end] is in a full line of uuencode, parts of
// which often look like addresses and hosts. Such a line has no lower-case letters.
func (t *text) isUuencoded(start, end int) verdict.Verdict {
	line := max(0, start-uuencodedLine)
	line += bytes.LastIndexByte(t.Data[line:start], '\n') + 1
	if t.Data[line] != 'M' || line > 0 && t.Data[line-1] != '\n' {
		return verdict.No
	}
	for i := line; i-line <= uuencodedLine+1; i++ {
		if i == len(t.Data) {
			if t.EOF {
				return verdict.Of(i-line >= uuencodedLine)
			}
			return verdict.More
		}
		if c := t.Data[i]; c == '\n' || c == '\r' {
			return verdict.Of(i-line >= uuencodedLine)
		} else if c < ' ' || c > '`' {
			return verdict.No
		}
	}
	return verdict.No
}
