package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// maxMarks bounds how many runs of markup are removed from the end of a URL, as in
// "***_http://a/_***".
const maxMarks = 4

// enclosing returns the mode of a URL after the text before. Its field enclose is the enclosure that the
// last character of before opens, also if that is escaped.
func enclosing(before []byte) (m mode) {
	if len(before) == 0 {
		return m
	}
	c := before[len(before)-1]
	if c >= utf8.RuneSelf {
		r, _ := utf8.DecodeLastRune(before)
		m.unspaced = isUnspaced(r) || isUnspacedPunct(r)
	}
	switch r := rune(0); {
	case ascii.Is(c, ascii.Hex):
		if r = escape.NumericBefore(before); r == '\'' || r == '<' {
			m.enclose = ends.EnclosureOf(byte(r))
		}
		return m
	case c == ';':
		if r = charRefAtEnd(before); r == '\'' {
			m.enclose = ends.EnclosureOf('\'')
		}
		if r != 0 {
			return m
		}
	}
	if c == '[' && bytes.HasSuffix(before, []byte("<![CDATA[")) {
		return m
	}
	if e := ends.EnclosureOf(c); e.Run == 0 || openingRun(before) >= e.Run {
		m.enclose = e
	}
	return m
}

// closes decides whether ch, the character that ends an enclosed URL, does so. The verdict is No if it does.
func (b *reader) closes(ch char) verdict.Verdict {
	after := b.after(ch.size)
	switch e := b.enclose; {
	case e.Word || ch.r == '\'':
		v := after.isWord()
		if v == verdict.Yes {
			b.take(ch)
		}
		return v
	case e.Run > 1 && e.By == byte(ch.r) && ends.EnclosureOf(e.By) == e: // as many characters as before the URL
		v := after.begins(strings.Repeat(string(ch.r), e.Run-1)).Not()
		if v == verdict.Yes {
			b.take(ch)
		}
		return v
	}
	return verdict.No
}

// closingMarkup returns the length of the run of "*", "_" or "~" that out ends in, if the
// same run is open before the URL on its line. Otherwise it returns 0.
func (b *reader) closingMarkup(out []byte) int {
	c := out[len(out)-1]
	if strings.IndexByte("*_~", c) < 0 {
		return 0
	}
	run := len(out) - len(bytes.TrimRight(out, string(c)))
	if isMarkupOpen(b.head(), c, run) {
		return run
	}
	return 0
}

// isMarkupOpen reports whether a run of n times c is open at the end of head, the line up
// to the first byte of a URL, as in Markdown's "**see http://a/**". A run opens before a
// word and closes after one. It returns false for a line of MaxHead bytes or more, which
// is not held in full.
func isMarkupOpen(head []byte, c byte, n int) (open bool) {
	if len(head) >= MaxHead {
		return false
	}
	for i := 0; i < len(head)-1; {
		run := len(head[i:]) - len(bytes.TrimLeft(head[i:], string(c)))
		if run == n {
			attached := i > 0 && !ascii.Is(head[i-1], ascii.Space)
			afterWord := i > 0 && ascii.Is(head[i-1], ascii.AlphaDigit)
			beforeWord := i+n < len(head) && ascii.Is(head[i+n], ascii.AlphaDigit)
			if open {
				open = !attached
			} else {
				open = beforeWord && !afterWord
			}
		}
		i += max(run, 1)
	}
	return open
}

// openingRun returns how many times text ends in its last character, if that run is not
// preceded by a letter, a digit or a character outside ASCII: then it may be markup that
// opens before a word. Otherwise it returns 0.
func openingRun(text []byte) (n int) {
	rest := text[max(0, len(text)-MaxHead/2):]
	before := bytes.TrimRight(rest, string(text[len(text)-1:]))
	if i := len(before) - 1; i >= 0 && (before[i] >= utf8.RuneSelf || ascii.Is(before[i], ascii.AlphaDigit)) {
		return 0
	}
	return len(rest) - len(before)
}

// markupBefore returns the length of the run of markup before Data[start], whose
// character is one of marks, as in "_a.com_" and "/b@a.com/". It returns 0 if there is
// none.
func (t *text) markupBefore(start int, marks string) int {
	if start == 0 || strings.IndexByte(marks, t.Data[start-1]) < 0 {
		return 0
	}
	return openingRun(t.Data[:start])
}

// isMarkedUp decides whether Data[start:end] is between markup: n times the character
// before it also follow it, and end a word.
func (t *text) isMarkedUp(start, end, n int) verdict.Verdict {
	if n == 0 {
		return verdict.No
	}
	c := t.Data[start-1]
	for i := end; i < end+n; i++ {
		if i == len(t.Data) {
			return t.atEdge()
		} else if t.Data[i] != c {
			return verdict.No
		}
	}
	if end += n; end == len(t.Data) {
		if t.EOF {
			return verdict.Yes
		}
		return verdict.More
	}
	return verdict.Of(t.Data[end] != c && t.Data[end] < utf8.RuneSelf && !ascii.Is(t.Data[end], ascii.AlphaDigit))
}

// isUnspaced reports whether r is of a script that is written without spaces between
// words, or with particles attached to them, as Korean is.
func isUnspaced(r rune) bool {
	return r > 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// isUnspacedPunct reports whether r is punctuation of such a script after which no space
// is written. It is false for brackets: they end the text that they enclose.
func isUnspacedPunct(r rune) bool {
	return (0x3000 < r && r < 0x3040 || 0xFF00 < r && r < 0xFFF0) && unicode.Is(unicode.Po, r)
}
