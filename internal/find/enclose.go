package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// maxMarks bounds how many runs of markup a URL stands in, as in "***_http://a/_***".
const maxMarks = 4

// setEnclose notes what is directly before the URL, if its partner ends the
// URL; the partner of "," and ";", which separate fields, is the next one like it.
// Brackets are left out, as one without its partner always ends it; so are quotes
// that no URL can hold.
func (b *bare) setEnclose(from int) {
	if from == 0 {
		return
	}
	if b.Data[from-1] >= utf8.RuneSelf {
		r, _ := utf8.DecodeLastRune(b.Data[:from])
		b.unspaced = isUnspaced(r) || isUnspacedPunct(r)
	}
	switch c := b.Data[from-1]; c {
	case '\'', '`', '*', ',':
		b.enclose = c
	case ';':
		switch r := charRefAtEnd(b.Data[:from]); r {
		case '\'':
			b.enclose = '\''
		case 0:
			b.enclose = c
		}
	case '_', '~':
		if openingRun(b.Data[:from]) > 0 {
			b.enclose = c
		}
	}
}

// closingQuote decides about the partner of what the URL is enclosed in: it ends
// the URL unless a letter or digit follows, as in "'http://a/it's'".
func (b *bare) closingQuote() wrapper.Verdict {
	v := b.isWordAt(1)
	if v == wrapper.Yes {
		b.at++
	}
	return v
}

// isWordAt decides whether a letter or digit is n bytes ahead.
func (b *bare) isWordAt(n int) wrapper.Verdict {
	c, v := b.peek(n)
	if v != wrapper.Yes {
		return v
	}
	if c >= utf8.RuneSelf && !b.EOF && !utf8.FullRune(b.Data[b.at+n:]) {
		return wrapper.More
	}
	if r, _ := chars.Decode(b.Data[b.at+n:], b.fallback); unicode.IsLetter(r) || unicode.IsDigit(r) {
		return wrapper.Yes
	}
	return wrapper.No
}

// closingMarkup returns the length of the run of "*", "_" or "~" that the URL ends in, if
// the same run is open before it on its line.
func (b *bare) closingMarkup(out []byte) int {
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

// opens reports whether a run of n times c is open at the end of head, which is a
// line up to where a URL begins: markup of Markdown, as in "**see http://a/**". It
// opens in front of a word and closes after one. A line that is longer than what
// is kept of it opens nothing.
func isMarkupOpen(head []byte, c byte, n int) (open bool) {
	if len(head) >= MaxHead {
		return false
	}
	for i := 0; i < len(head)-1; {
		run := len(head[i:]) - len(bytes.TrimLeft(head[i:], string(c)))
		if run == n {
			behind := i > 0 && !ascii.Is(head[i-1], ascii.Space)
			word := i > 0 && ascii.Is(head[i-1], ascii.AlphaDigit)
			before := i+n < len(head) && ascii.Is(head[i+n], ascii.AlphaDigit)
			if open {
				open = !behind
			} else {
				open = before && !word
			}
		}
		i += max(run, 1)
	}
	return open
}

// openingRun returns how often the character is there that text ends in, if it
// begins a word, as markup does that opens in front of one; else 0.
func openingRun(text []byte) (n int) {
	rest := text[max(0, len(text)-MaxHead/2):]
	before := bytes.TrimRight(rest, string(text[len(text)-1:]))
	if i := len(before) - 1; i >= 0 && (before[i] >= utf8.RuneSelf || ascii.Is(before[i], ascii.AlphaDigit)) {
		return 0
	}
	return len(rest) - len(before)
}

// mark returns how often the character before Data[start] is there, if it may
// open markup, as one of marks in front of a word: "_a.com_", "/b@a.com/"; else 0.
func (t *text) markupBefore(start int, marks string) int {
	if start == 0 || strings.IndexByte(marks, t.Data[start-1]) < 0 {
		return 0
	}
	return openingRun(t.Data[:start])
}

// isMarkedUp decides whether Data[start:end] has markup around it: n times a character
// before it, and as often after it, at the end of a word.
func (t *text) isMarkedUp(start, end, n int) wrapper.Verdict {
	if n == 0 {
		return wrapper.No
	}
	c := t.Data[start-1]
	for i := end; i < end+n; i++ {
		if i == len(t.Data) {
			return t.atEdge()
		} else if t.Data[i] != c {
			return wrapper.No
		}
	}
	if end += n; end == len(t.Data) {
		if t.EOF {
			return wrapper.Yes
		}
		return wrapper.More
	}
	return yes(t.Data[end] != c && t.Data[end] < utf8.RuneSelf && !ascii.Is(t.Data[end], ascii.AlphaDigit))
}

// isUnspaced reports whether r is of a script that is written without blanks
// between words, or with particles that are glued to them, as in Korean.
func isUnspaced(r rune) bool {
	return r > 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// isUnspacedPunct reports whether r is punctuation of such a script that no blank
// follows. Brackets are none: what they enclose they end.
func isUnspacedPunct(r rune) bool {
	return (0x3000 < r && r < 0x3040 || 0xFF00 < r && r < 0xFFF0) && unicode.Is(unicode.Po, r)
}
