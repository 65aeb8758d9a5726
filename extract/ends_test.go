package extract

import (
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// endPieces are pieces of text that decide where a URL ends.
var endPieces = append(strings.Split("/【 】 【b】 ](http:// ](http://a/b ](http:\\/\\/a\\/ href=\"http://a/b href='http://a?b src=\\\"http://a/ src=\"http:\\/\\/a\\/b ](mailto:b@c.d ](urn:x:y <http://a/b <http://a "+
	"http://a/b http://a a b S /c ? # [ ] ( ) ) { } ' \" \\\" ' . , ; | > < http://c ,http://c ;mailto:a@b ` é ” 中 에서 &amp; &quot; &#39; &gt; &#8217; … 's ... : :80 - \xe9 \u00ad \u200b │ * @ "+
	"[1].jpg b[1].jpg ].ab [x].a1 [a [@b]> [b]> ’s-b ’s s- ’ mailto:a@b :80 ? [http://a/b [http://a/b...](http://a/bc ...](https://www.a/bc ]( >http://a/b <a\thref=\"http://a/bc\">http://a/b <a\thref=", " "), " ...", " … ", " ", " ", "\n", "-\n", "\"+", "' + ")

// TestRandomEnds compares scanner and reference on pieces that decide where a URL ends.
func TestRandomEnds(t *testing.T) {
	t.Parallel()
	rnd := effort.Rand(t)
	c := comparison{T: t}
	xml := &refOptions{Options: Options{Rejoin: RejoinWrapped}, formats: true}
	for range effort.Rounds(20000) {
		text, o := soup(rnd, endPieces), defaults
		switch rnd.IntN(4) {
		case 0:
			o = randomOptions(rnd)
		case 1:
			text, o = xmlHead+text, xml
		}
		if !c.check(text, o) {
			break
		}
	}
}
