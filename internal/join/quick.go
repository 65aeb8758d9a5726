package join

import (
	"bytes"

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

// MayJoinLine reports whether a URL that ends before the white space data[end] may continue in the line at
// data[next], which is the next one, in a way that not all sets have. It does not if another URL begins that line, or two words of
// letters do: no way but "terminal" joins these, and only if the two lines end in the same column.
func (r Rejoin) MayJoinLine(data []byte, end, next int) bool {
	text := data[next:]
	for len(text) > 0 && ascii.Is(text[0], ascii.Blank) {
		text = text[1:]
	}
	if len(text) < MaxAhead {
		return true
	}
	n := ascii.Len(text, ascii.Alpha)
	if n+len("://a") > MaxAhead {
		return true
	}
	switch c := text[n]; {
	case c == ':' && n > 0:
		return begin.CommonEnd(text[:n]) < n || text[n+1] != '/' || text[n+2] != '/' || !ascii.Is(text[n+3], ascii.AlphaDigit)
	case n == 0, !ascii.Is(c, ascii.Blank), !ascii.Is(text[n+1], ascii.AlphaDigit|ascii.Punct), isLeaderWord(text[:n]):
		return true
	}
	return r.Has(Terminal) && mayEndAlike(data, end, next) || r.Has(Blanks) && !isProse(data[end-1], text, true)
}

// printable are the characters of ASCII that take one column.
var printable = func() *span.Classes {
	var set []byte
	for c := byte(' '); c < 0x7F; c++ {
		set = append(set, c)
	}
	return span.NewClasses(string(set), "")
}()

// mayEndAlike reports whether the line that ends before data[end] and the one at data[next] may end in the same column.
func mayEndAlike(data []byte, end, next int) bool {
	from := max(0, end-maxRow)
	row := data[from+bytes.LastIndexByte(data[from:end], '\n')+1 : end]
	below := data[next:min(len(data), next+maxRow)]
	n := printable.Outer(below)
	if printable.Outer(row) < len(row) || n == len(below) || !ascii.Is(below[n], ascii.LineBreak) {
		return true
	}
	return len(bytes.TrimRight(below[:n], " ")) == len(row)
}
