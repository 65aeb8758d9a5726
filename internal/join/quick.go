package join

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/span"
)

// This file has quick tests for the text after a URL without white space, which ends in a letter, a digit, a
// slash or the marks of a sentence. Each may be wrong only in reporting that the URL may continue: then [Rules.Join] decides.

// MayJoinBlanks reports whether URL may continue over white space within a line with text, which is as long as
// [MaxAhead] or ends where the text does, if no white space is in URL.  The host begins at index host.
func MayJoinBlanks(url []byte, host int, text []byte) bool {
	if len(text) == 0 || !mayFollowBlank(text[0]) {
		return false
	}
	s := spaced{url: url, host: host, source: url}
	return s.goesOn(text[:min(len(text), MaxAhead)])
}

// IsProse reports whether text after a URL without white space, whose last byte is last, is certainly prose, so that it
// does not continue the URL in the way "blanks".
func IsProse(last byte, text []byte) bool { return isProse(last, text, true) }

// MayJoinLine reports whether a URL that ends before the white space data[end] may continue in the line at
// data[next], which is the next one, in a way that not all sets have. It does not if that line is blank or a rule, or if
// another URL begins it, or a word of letters, with punctuation after it, and another word: no way but "terminal" joins
// the latter, and only if the two lines end in the same column. The host of the URL begins at data[host].
func (r Rejoin) MayJoinLine(data []byte, host, end, next int) bool {
	at := next
	for at < len(data) && at-next < maxPrefix && (ascii.Is(data[at], ascii.Blank) || data[at] == '>') {
		at++
	}
	text := data[at:]
	if len(text) < MaxAhead {
		return true
	}
	if c := text[0]; ascii.Is(c, ascii.LineBreak) || c == '-' && isHorizontalRule(text) {
		return mayBreakPage(data, next)
	}
	if beginsOnWeb(text) {
		return false
	}
	n := ascii.Letters(text[:MaxAhead-len("://a")])
	if text[n] == ':' && n > 0 && begin.CommonEnd(text[:n]) == n {
		return text[n+1] != '/' || text[n+2] != '/' || !ascii.Is(text[n+3], ascii.AlphaDigit)
	}
	after := n
	for after < MaxAhead-1 && text[after] != '>' && strings.IndexByte(closing, text[after]) >= 0 {
		after++
	}
	isWord := n > 0 && after < MaxAhead-1 && ascii.Is(text[after], ascii.Blank) && ascii.Is(text[after+1], ascii.AlphaDigit|ascii.Punct)
	if !isWord || isLeaderWord(text[:n]) {
		return true
	}
	last := data[end-1]
	return r.Has(Terminal) && mayEndAlike(data, end, next) ||
		r.Has(Blanks) && !isProse(last, text, last == '.' && !bytes.ContainsAny(data[host:end], "/?#"))
}

// beginsOnWeb reports whether text begins with "http://" or "https://" and a host, as most URLs do.
func beginsOnWeb(text []byte) bool {
	if string(text[:len("http")]) != "http" {
		return false
	}
	n := len("http")
	if text[n] == 's' {
		n++
	}
	return string(text[n:n+len("://")]) == "://" && ascii.Is(text[n+len("://")], ascii.AlphaDigit)
}

// isHorizontalRule reports whether text begins with a line of hyphens and dots.
func isHorizontalRule(text []byte) bool {
	line, _, _ := bytes.Cut(text, []byte{'\n'})
	return len(bytes.Trim(line, "-. \t\r")) == 0
}

// mayBreakPage reports whether a form feed may be in a page break that begins with the line at data[at].
func mayBreakPage(data []byte, at int) bool {
	end := at
	for range 1 + pageLines {
		n := bytes.IndexByte(data[end:min(len(data), end+maxPrefix)], '\n')
		if n < 0 {
			return true
		}
		end += n + 1
	}
	return bytes.IndexByte(data[at:end], '\f') >= 0
}

// printable are the characters of ASCII that take one column.
var printable = printableBut("")

// printableBut returns the printable characters of ASCII that are not in others.
func printableBut(others string) *span.Classes {
	var set []byte
	for c := byte(' '); c < 0x7F; c++ {
		if strings.IndexByte(others, c) < 0 {
			set = append(set, c)
		}
	}
	return span.NewClasses(string(set), "")
}

// mayEndAlike reports whether the line that ends before data[end] and the one at data[next] may end in the same column.
func mayEndAlike(data []byte, end, next int) bool {
	below := data[next:min(len(data), next+maxRow)]
	n := printable.Outer(below)
	if n == len(below) || !ascii.Is(below[n], ascii.LineBreak) {
		return true
	}
	for n > 0 && below[n-1] == ' ' {
		n--
	}
	row := data[max(0, end-maxRow):end]
	start := len(row) - ascii.PrintableBefore(row)
	return start == 0 || !ascii.Is(row[start-1], ascii.LineBreak) || len(row)-start == n
}
