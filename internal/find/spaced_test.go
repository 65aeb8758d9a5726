package find

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// spacedPieces are pieces of URLs and of the text after them.
var spacedPieces = []string{
	"http", "https", "HTTP", ":", "/", "//", " //", ": //", " : / / ", "://", "http: //www. ", "https:// doi. org/ 10. 1007/ ",
	" ", "  ", "\n", "\r\n", "\n> ", "\u00a0", "\t", "\n\n", strings.Repeat(" ", 20), ".", ". ", " .", "/ ", " / ", "-", "- ", "_ ", "=", "? ", " &a=b",
	"www.", "a.org", "org/", "gov. uk", "a", "b/c", "index. html", "s10706- ", "018", "12345 67", "2009", "a_b", "wheel orati ngs. com/", "e.g.", "and",
	" Accessed 3 May", " [1] ", "(", ")", ",", "<", ">", "\"", "x\by", "\x1b[m", "\\", "é", "\xff", "12. Smith", "a@b.org", ":80",
	"http://a.org/b", "http://www.a.org/b/c/ ", "https://doi.org/10.1007/s1", "HTML", "com ", "this is", "The", "x.", "b/c.html", "pdf", "to",
}

// TestSpacedWindows checks that the URLs with white space in them do not depend on where windows begin and end,
// nor on what the Finder keeps from one Step to the next.
func TestSpacedWindows(t *testing.T) {
	t.Parallel()
	rnd := rand.New(rand.NewPCG(1738, 7))
	found, rounds := 0, effort.Rounds(3000)
	for range rounds {
		var b strings.Builder
		b.WriteString("> "[:rnd.IntN(3)])
		for range 1 + rnd.IntN(40) {
			b.WriteString(spacedPieces[rnd.IntN(len(spacedPieces))])
		}
		text := b.String()
		rules := &Rules{Rejoin: join.Blanks, Kinds: withScheme}
		if rnd.IntN(2) == 0 {
			rules.Rejoin |= join.Wide
			rules.Kinds |= Names
		}
		if rnd.IntN(4) == 0 {
			rules.MaxLines = 1 + rnd.IntN(3)
		}
		var want []string
		search(newFinder(rules), text, func(c *Candidate) {
			want = append(want, fmt.Sprintf("%d %d %d %q", c.Kind, c.From, c.To, c.URL))
			if strings.ContainsAny(text[c.Start:c.End], " \n") {
				found++
			}
		})
		slow := newFinder(rules)
		slow.isOrdinary = false
		var same []string
		search(slow, text, func(c *Candidate) {
			same = append(same, fmt.Sprintf("%d %d %d %q", c.Kind, c.From, c.To, c.URL))
		})
		if !slices.Equal(same, want) {
			t.Fatalf("%q: %s, without the fast path %s", text, want, same)
		}
		if got := inWindows(t, rnd, rules, text); !slices.Equal(got, want) {
			t.Fatalf("%q: got %s, want %s", text, got, want)
		}
	}
	if found < rounds/10 {
		t.Errorf("%d texts have only %d URLs with white space", rounds, found)
	}
}
