package extract_test

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
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
		s := extract.NewScanner(strings.NewReader(doc), &extract.Options{Input: extract.InputHTML, Line: func(l *extract.Line) bool {
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

// shownLines returns the lines of HTML in an input, with every match marked and its element.
func shownLines(t *testing.T, r io.Reader, o extract.Options) (lines []string) {
	t.Helper()
	marks := map[int]bool{}
	o.Line = func(l *extract.Line) bool {
		for _, m := range l.Marks {
			marks[m] = true
		}
		lines = append(lines, fmt.Sprintf("%d:%d %q %v %v %t %t %t %t", l.Offset, l.Number, l.Text, l.URLs, l.Marks, l.First, l.CutBefore, l.CutAfter, l.Joined))
		return true
	}
	s, n := extract.NewScanner(r, &o), 0
	for ; s.Scan(); n++ {
		if m := s.Match(); m.Element != nil {
			lines = append(lines, fmt.Sprintf("%s %+v", m.URL, *m.Element))
		}
		s.Mark()
	}
	if s.Err() != nil || n != len(marks) {
		t.Fatalf("error %v; %d of %d URLs are marked", s.Err(), len(marks), n)
	}
	slices.Sort(lines) // a match may be found before the lines before it are reported
	return lines
}

// TestShownLineChunks checks that labels, lines, marks and places are the same in any split
// of the input into reads, and that every mark is in a line.
func TestShownLineChunks(t *testing.T) {
	const link = "<a href='http://a.example/'>"
	const img = "<img src='http://b.example/' alt='k l'>"
	rnd := rand.New(rand.NewPCG(7, 17))
	pieces := []string{
		link + strings.Repeat("w &amp; ", 1200) + "</a>",
		link + strings.Repeat("é", 300) + "</a>",
		link + strings.Repeat(" ", 4095) + "é word</a>",
		link + "\x01</a><br>",
		link + "x<!-- http://c.example/ " + strings.Repeat("x", 1<<18) + "--> y</a>",
		link + "x<b hidden>" + strings.Repeat("x", 1<<18) + "</b> y</a>",
		"a&nbsp;<b></b>\u00a0&nbsp;c<wbr>\u00a0" + strings.Repeat("x", 1018) + " \u00a0 \u00a0",
		"\u00a0<wbr>" + strings.Repeat("x", 1023) + "\u00a0 y",
		"<img src='http://b.example/' alt='&#1;'>",
		strings.Repeat(img, 2000), strings.Repeat("<img src='http://b.example/'>", 300),
		"word " + strings.Repeat("x", 4000) + "<!-- " + strings.Repeat("&amp;.", 1000) + " -->" + strings.Repeat("&eacute;", 3000),
		strings.Repeat("&eacute; b ", 1500),
		"<pre>http://c.example/" + strings.Repeat("y", 5000) + " z<img src='http://b.example/'>\n</pre>",
		"<p>", "word ", "\r\n", "<br>",
	}
	for range effort.Rounds(100) {
		var b strings.Builder
		page, _, _ := randomPage(rnd)
		b.WriteString("<!DOCTYPE html><html>" + page)
		for range 1 + rnd.IntN(5) {
			b.WriteString(pieces[rnd.IntN(len(pieces))])
		}
		doc := b.String()
		if rnd.IntN(2) == 0 {
			part := "--b\nContent-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n"
			doc = "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n" +
				part + base64.StdEncoding.EncodeToString([]byte(doc)) + "\n" + part + base64.StdEncoding.EncodeToString([]byte(page)) + "\n--b--\n"
		}
		want := shownLines(t, strings.NewReader(doc), extract.Options{})
		pieces := 1 + rnd.IntN(300)
		for _, r := range []io.Reader{iotest.OneByteReader(strings.NewReader(doc)), bufio.NewReaderSize(iotest.HalfReader(strings.NewReader(doc)), 16+pieces)} {
			if got := shownLines(t, r, extract.Options{}); !slices.Equal(got, want) {
				for i := range want {
					if i >= len(got) || got[i] != want[i] {
						t.Fatalf("got %.300s\nwant %.300s\nin %.500q", got[min(i, len(got)-1)], want[i], doc)
					}
				}
				t.Fatalf("%d lines, want %d", len(got), len(want))
			}
		}
	}
}
