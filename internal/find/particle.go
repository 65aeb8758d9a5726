package find

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// maxParticle is the length of the longest particle, in characters.
const maxParticle = 3

// particle decides whether the letters of Hangul at the cursor, which follow a word of ASCII or a slash, are
// a particle, which Korean writes without a space, with white space, punctuation or the end of the text
// after it.
func (c cursor) particle() verdict.Verdict {
	var word strings.Builder
	for range maxParticle + 1 {
		r, v := c.next()
		switch {
		case v == verdict.More:
			return v
		case v == verdict.Yes && unicode.Is(unicode.Hangul, r):
			word.WriteRune(r)
			continue
		case v == verdict.Yes && !chars.IsSpace(r) && (r >= utf8.RuneSelf || !ascii.Is(byte(r), ascii.Control) && strings.IndexByte(`.,;:!?)]}"'<>`, byte(r)) < 0):
			return verdict.No
		}
		switch word.String() {
		case "가", "과", "까지", "는", "도", "로", "를", "만", "부터", "에", "에게", "에서", "와", "으로", "은", "을", "의", "이", "입니다", "처럼":
			return verdict.Yes
		}
		return verdict.No
	}
	return verdict.No
}
