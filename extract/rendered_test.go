package extract_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// shownText appends the text that a browser shows for a tree, without white space.
func shownText(b *strings.Builder, n *html.Node, visible bool) {
	switch n.Type {
	case html.TextNode:
		if visible {
			b.WriteString(withoutSpace(n.Data))
		}
		return
	case html.ElementNode:
		gone, visibility := hides(n.Attr)
		if gone || visibility == "hidden" || visibility == "collapse" || n.Data == "template" || n.Data == "script" || n.Data == "style" {
			return
		}
		for _, a := range n.Attr {
			if a.Key == "alt" && (n.Data == "img" || n.Data == "input") && visible {
				b.WriteString(withoutSpace(a.Val))
			}
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		shownText(b, c, visible)
	}
}

func withoutSpace(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsSpace(c) || unseen(c) {
			return -1
		}
		return c
	}, s)
}

// TestRenderedLines checks the lines of random documents. Together they have the text of the
// tree that a browser builds. Each match is marked in one place: the URL itself, or the
// beginning of its label, or a separate line.
func TestRenderedLines(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 17))
	tidy, differ, n := 0, 0, effort.Rounds(6000)
	for range n {
		doc, _, sloppy := randomPage(r)
		tree, err := html.ParseWithOptions(strings.NewReader(doc), html.ParseOptionEnableScripting(false))
		if err != nil {
			t.Fatal(err)
		}
		var want strings.Builder
		shownText(&want, tree, true)

		var got strings.Builder
		var lines []string
		marked := map[int]string{} // the text of each mark
		var matches []extract.Match
		s := extract.NewScanner(strings.NewReader(doc), &extract.Options{Input: extract.HTML, Line: func(l *extract.Line) bool {
			text := string(l.Text)
			lines = append(lines, text)
			isOwn := len(l.URLs) == 1 && matches[l.Marks[0]].Element != nil && text == matches[l.Marks[0]].URL
			if !isOwn {
				got.WriteString(withoutSpace(text))
			}
			if len(l.URLs) != len(l.Marks) {
				t.Fatalf("%q: %d URLs, %d marks", doc, len(l.URLs), len(l.Marks))
			}
			end := 0
			for i, u := range l.URLs {
				if u.From < end || u.To < u.From || u.To > len(text) {
					t.Fatalf("%q: URLs of %q: %v", doc, text, l.URLs)
				}
				end = u.To
				marked[l.Marks[i]] += text[u.From:u.To]
			}
			return true
		}})
		for s.Scan() {
			m := s.Match()
			matches = append(matches, m)
			s.Mark()
		}
		for i, m := range matches {
			text, ok := marked[i]
			label := m.URL
			if m.Element != nil {
				label = m.Element.Label
			}
			text, label = withoutSpace(text), withoutSpace(label)
			e := m.Element
			switch {
			case ok && strings.HasPrefix(label, text):
			case ok && e != nil && e.LabelCut:
			case ok && e != nil && e.Name == "img": // its alt text, which no field has
			case ok && e != nil && e.Hidden != "": // the label has more than is shown
			case e != nil && text == withoutSpace(m.URL): // a separate line
			default:
				t.Fatalf("%q: %q with the label %q is marked as %q (%v), in %q", doc, m.URL, label, text, ok, lines)
			}
		}
		// A URL in a comment is a separate line, and may be in the text too.
		const url = "http://shown.example/"
		if strings.ReplaceAll(got.String(), url, "") != strings.ReplaceAll(want.String(), url, "") {
			if differ++; !sloppy {
				tidy++
			}
		}
	}
	// A link in a link ends what is hidden in the tree: see linkInLink. End tags that are
	// wrong do so more often.
	if tidy > n/100 || differ > n/20 {
		t.Errorf("the lines of %d of %d documents, %d of them with right end tags, are not the text of the tree", differ, n, tidy)
	}
}
