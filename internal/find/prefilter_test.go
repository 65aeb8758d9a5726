package find

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/prefilter"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
	"github.com/urlgrep/urlgrep/internal/trigger"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// The texts for the prefilters are concatenations of pieces: schemes, also overstruck, and
// bytes that matter before and after their colon. Each text ends in one of endings.
var (
	pieces = []string{
		"http", "mailto", "urn", "URL", "x", "h\bht\btt\btp\bp", "_\bm_\ba_\bi_\bl_\bt_\bo",
		":", ": ", ":\n", ":\b:", "_\b:", "/", "//", "/\b//\b/", "x\b//", "/\\/", "\\/\\/", "\\://", "\\u002f", "\"", "<", ">", "@", ".", " ", "\b", "\\", "\x1b[1m", "é", "1", "b.org", "www",
	}
	endings = []string{"", "a", "/a", "//a", "a:b", "http://a>", "a@b.org"}
)

// mostPieces returns the number of pieces in the longest texts, which depends on the effort
// of the tests.
func mostPieces() int {
	switch effort.Get() {
	case effort.Short:
		return 2
	case effort.Long:
		return 4
	}
	return 3
}

// everyText calls yield with all texts of up to n pieces and an ending.
func everyText(n int, yield func(string)) {
	var extend func(text string, n int)
	extend = func(text string, n int) {
		for _, tail := range endings {
			yield(text + tail)
		}
		if n > 0 {
			for _, p := range pieces {
				extend(text+p, n-1)
			}
		}
	}
	extend("", n)
}

// searchAll is search without a prefilter: it decides about each colon, "@" and dot.
func searchAll(f *Finder, text string) string {
	var found strings.Builder
	t, p := &Window{Data: []byte(text), EOF: true}, Point{Pos: 1}
	for p.Pos < len(text) {
		i := p.Pos + strings.IndexAny(text[p.Pos:], ":@.")
		if i < p.Pos {
			break
		}
		f.Window, f.floor = t, p.Floor
		d := f.decide(i)
		if d.verdict == verdict.Yes {
			c := f.Found
			fmt.Fprintf(&found, "%d %d %d %q %v %v %v\n", c.Kind, c.From, c.To, c.URL, c.Hyphens, c.Rejoined, c.LeftBroken)
		}
		p = Point{Pos: max(i+1, d.next, p.Floor), Floor: max(p.Floor, d.floor)}
	}
	return found.String()
}

// searchMarked is search with the output of searchAll.
func searchMarked(f *Finder, text string) string {
	f.isOrdinary = false
	var found strings.Builder
	search(f, text, func(c *Candidate) {
		fmt.Fprintf(&found, "%d %d %d %q %v %v %v\n", c.Kind, c.From, c.To, c.URL, c.Hyphens, c.Rejoined, c.LeftBroken)
	})
	return found.String()
}

// TestMarksAdmit checks that the rules find no URL at a byte that is not marked, or at a
// colon that cannotBegin rules out. At the level Normal the longest texts are only read with
// the rules that find most.
func TestMarksAdmit(t *testing.T) {
	t.Parallel()
	named, err := begin.ParseSchemes("+x,+foo")
	if err != nil {
		t.Fatal(err)
	}
	only, err := begin.ParseSchemes("a,mailto")
	if err != nil {
		t.Fatal(err)
	}
	// All colons near the beginning of a text are marked.
	far := strings.Repeat("far ", 2*trigger.Reach/len("far "))
	for i, r := range []*Rules{
		{Kinds: withScheme | Names}, {}, {Schemes: named}, {Schemes: only},
	} {
		n := mostPieces()
		if i > 0 && effort.Get() == effort.Normal {
			n--
		}
		marked, all := newFinder(r), newFinder(r)
		everyText(n, func(text string) {
			text = far + text
			marked.Reset(marked.kinds, true)
			all.Reset(all.kinds, true)
			if got, want := searchMarked(marked, text), searchAll(all, text); got != want {
				t.Fatalf("of %q, %+v,\n%swithout marks:\n%s", text, *r, got, want)
			}
		})
	}
}

// TestLineAdmits checks that a line contains no URL, host or address if prefilter.Line
// rejects it, or if prefilter.Stray finds nothing in it.
func TestLineAdmits(t *testing.T) {
	t.Parallel()
	f := newFinder(&Rules{Kinds: withScheme | Names})
	everyText(mostPieces(), func(text string) {
		if prefilter.Line([]byte(text)) && prefilter.Stray([]byte(text)) < len(text) {
			return
		}
		f.Reset(f.kinds, true)
		if got := searchAll(f, text); got != "" {
			t.Fatalf("of %q, left out:\n%s", text, got)
		}
	})
}

// TestTextAdmits checks that a text in HTML contains no address, no host that begins with
// "www", and no URL with "//" after its scheme, if prefilter.Text rejects it. Texts with
// overstrikes and colours, which HTML does not have, are left out.
func TestTextAdmits(t *testing.T) {
	t.Parallel()
	f := newFinder(&Rules{Kinds: withScheme | Names})
	everyText(mostPieces(), func(text string) {
		if prefilter.Text([]byte(text)) || strings.ContainsAny(text, "\b\x1B") {
			return
		}
		f.Reset(f.kinds, true)
		search(f, text, func(c *Candidate) {
			if c.Kind == Email || bytes.HasPrefix(bytes.ToLower(c.URL), []byte("www.")) || bytes.Contains(c.URL, []byte("://")) {
				t.Errorf("of %q, left out: %q", text, c.URL)
			}
		})
	})
}
