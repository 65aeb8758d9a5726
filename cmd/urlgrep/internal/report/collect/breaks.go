package collect

import (
	"strings"

	"github.com/urlgrep/urlgrep/extract"
)

// breaks are the ways in which the text of a URL is broken, as a set of bits.
type breaks uint16

// A wayToBreak is a way in which a URL is broken at a line break.
type wayToBreak struct {
	name string
	has  func(j *joint) bool
}

// A joint is the text around a line break in a URL.
type joint struct {
	before string // the line before the line break
	after  string // the line after it
}

// waysToBreak are all ways. A line break with none of them is the first one.
var waysToBreak = [...]wayToBreak{
	{"line break only", func(*joint) bool { return false }},
	{"white space before the line break", func(j *joint) bool { return trimRight(j.before) != j.before }},
	{"indented next line", func(j *joint) bool { return trimLeft(j.after) != j.after && !j.isQuoted() && !j.isComment() }},
	{"quote mark", (*joint).isQuoted},
	{"comment leader", (*joint).isComment},
	{"hyphen", func(j *joint) bool { return strings.HasSuffix(trimRight(j.before), "-") }},
	{"soft hyphen", func(j *joint) bool { return strings.HasSuffix(trimRight(j.before), "\u00AD") }},
	{"string literals", func(j *joint) bool {
		const quotes = "\"'`"
		after := trimLeft(j.after)
		return after != "" && strings.IndexByte(quotes, after[0]) >= 0 && strings.ContainsAny(j.before, quotes)
	}},
}

// isQuoted reports whether the line after the line break has quote marks.
func (j *joint) isQuoted() bool {
	rest := trimLeft(j.after)
	for n := 0; n < len(rest) && n <= maxInitials; n++ { // JD>
		if rest[n] == '>' || rest[n] == '|' && n == 0 {
			return trimLeft(rest[n+1:]) != "" // not the end of a wrapper
		}
		if c := rest[n] | 0x20; c < 'a' || c > 'z' {
			return false
		}
	}
	return false
}

// maxInitials is the number of letters of the initials before a quote mark.
const maxInitials = 10

// leaders are the marks that begin the lines of a comment.
var leaders = [...]string{"#", "//", "*", ";", "%", "--", "!", "dnl", "REM", "rem", "'''", `.\"`}

// isComment reports whether the line after the line break begins with a comment leader. White
// space must follow that: a URL may go on with the same character.
func (j *joint) isComment() bool {
	rest := trimLeft(j.after)
	for _, l := range leaders {
		if after, ok := strings.CutPrefix(rest, l); ok {
			after = strings.TrimLeft(after, l)
			if after != "" && trimLeft(after) != after {
				return true
			}
		}
	}
	return false
}

func trimLeft(s string) string  { return strings.TrimLeft(s, " \t\u00A0") }
func trimRight(s string) string { return strings.TrimRight(s, " \t\u00A0") }

// breaksOf returns the ways in which a match was broken.
func breaksOf(m *extract.Match) (set breaks) {
	if !m.Rejoined {
		return 0
	}
	var j joint
	rest := strings.ReplaceAll(m.Text, "\r\n", "\n")
	for more := true; more; {
		var line string
		line, rest, more = strings.Cut(rest, "\n")
		if j.before, j.after = j.after, line; j.before == "" {
			continue
		}
		found := breaks(0)
		for i := range waysToBreak {
			if waysToBreak[i].has(&j) {
				found |= 1 << i
			}
		}
		if found == 0 {
			found = 1
		}
		set |= found
	}
	return set
}
