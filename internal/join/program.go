package join

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// maxProgram bounds the beginning of a line that programs write, in bytes.
const maxProgram = 256

// stamps are the beginnings of lines in logs and consoles: dates, drives, prompts. A "0" matches
// a digit, "A" and "a" match letters, and a blank matches a tab, too.
var stamps = [...]string{
	"0000-00-00 ", "0000-00-00T00:", "0000/00/00 ", "00/Aaa/0000:", "Aaa 00 00:00", "Aaa  0 00:00", "Aaa Aaa 00 00:00",
	`A:\`, `a:\`, "In [0", "Out[0",
}

// levels are the levels of messages in logs.
var levels = [...]string{"TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "CRITICAL", "FATAL"}

// byProgram decides whether the line whose text is at index i begins as programs begin lines, so that
// its text does not continue that of the line before it:
//
//   - the name of a file and a number, as grep and compilers print them, the name alone if text follows
//     its colon directly, or the number alone: "a.go:12: ", "a.go:text", "12:"
//   - the time, the date or the level of a message in a log
//   - the prompt of a shell
//   - a run of one punctuation character that is a word
func (b *Break) byProgram(i int) verdict.Verdict {
	text, eof := b.Data[i:], b.EOF
	if len(text) > maxProgram {
		text, eof = text[:maxProgram], true
	}
	l := lineStart{text, eof}
	if len(text) > 1 && 'a' <= text[0] && text[0] <= 'z' && text[1] != ':' {
		return l.name() // no stamp or level but a drive begins with a letter in lower case
	}
	for _, s := range stamps {
		if v := l.stamp(s); v != verdict.No {
			return v
		}
	}
	for _, s := range levels {
		if v := l.level(s); v != verdict.No {
			return v
		}
	}
	if ascii.Is(text[0], ascii.Punct) {
		return l.rule()
	}
	return l.name()
}

// A lineStart is the beginning of a line. With eof, nothing follows it.
type lineStart struct {
	text []byte
	eof  bool
}

// at returns the byte at index i, or 0 after the end of the text: the verdict is then More if text may
// follow.
func (l lineStart) at(i int) (c byte, v verdict.Verdict) {
	if i < len(l.text) {
		return l.text[i], verdict.Yes
	}
	return 0, verdict.AtEnd(l.eof)
}

// stamp decides whether l begins with a stamp.
func (l lineStart) stamp(s string) verdict.Verdict {
	for i := range len(s) {
		c, v := l.at(i)
		if v != verdict.Yes {
			return v
		}
		is := c == s[i]
		switch s[i] {
		case '0':
			is = ascii.Is(c, ascii.Digit)
		case 'A':
			is = 'A' <= c && c <= 'Z'
		case 'a':
			is = 'a' <= c && c <= 'z'
		}
		if !is && (s[i] != ' ' || c != '\t') {
			return verdict.No
		}
	}
	return verdict.Yes
}

// level decides whether l begins with a level, as a word or before a colon or a bracket.
func (l lineStart) level(s string) verdict.Verdict {
	n := min(len(s), len(l.text))
	if string(l.text[:n]) != s[:n] {
		return verdict.No
	}
	c, v := l.at(len(s))
	if v == verdict.Yes {
		v = verdict.Of(c == ':' || c == ']' || ascii.Is(c, ascii.Blank))
	}
	return v
}

// rule decides whether the first word of l is a run of one character.
func (l lineStart) rule() verdict.Verdict {
	n := 1
	for n < len(l.text) && l.text[n] == l.text[0] {
		n++
	}
	c, v := l.at(n)
	if v == verdict.No {
		return verdict.Yes // the text ends
	} else if v == verdict.Yes {
		v = verdict.Of(ascii.Is(c, ascii.Space))
	}
	return v
}

// name decides whether l begins with the name of a file or a number before a colon, or with the
// prompt of a shell.
func (l lineStart) name() verdict.Verdict {
	n := nameLen(l.text)
	c, v := l.at(n)
	switch {
	case v != verdict.Yes:
		return v
	case c == '@':
		return l.prompt(n + 1)
	case c != ':':
		return verdict.No
	case ascii.Len(l.text[:n], ascii.Digit) == n:
		return verdict.Yes
	}
	digits := n + 1
	for digits < len(l.text) && ascii.Is(l.text[digits], ascii.Digit) {
		digits++
	}
	c, v = l.at(digits)
	switch {
	case v != verdict.Yes:
		return v
	case digits > n+1:
		return verdict.Of(c == ':')
	}
	return verdict.Of(hasExtension(l.text[:n]) && c != '/' && !ascii.Is(c, ascii.Space))
}

// nameLen returns the length of the characters of names that text begins with.
func nameLen(text []byte) int {
	n := 0
	for n < len(text) && (ascii.Is(text[n], ascii.AlphaDigit) || strings.IndexByte("_./+-", text[n]) >= 0) {
		n++
	}
	return n
}

// hasExtension reports whether name ends in a dot and a few letters or digits, such as ".md".
func hasExtension(name []byte) bool {
	dot := bytes.LastIndexByte(name, '.')
	extension := name[dot+1:]
	return dot > 0 && 0 < len(extension) && len(extension) <= 5 && ascii.Len(extension, ascii.AlphaDigit) == len(extension)
}

// prompt decides whether a host, and "$", "#" or "%" at the end of the word, follow at index i, as in
// "ann@host:~$ ".
func (l lineStart) prompt(i int) verdict.Verdict {
	for ; i < len(l.text); i++ {
		if ascii.Is(l.text[i], ascii.Space) {
			return verdict.Of(strings.IndexByte("$#%", l.text[i-1]) >= 0)
		}
	}
	return verdict.AtEnd(l.eof)
}
