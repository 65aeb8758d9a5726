package htmltext

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"github.com/urlgrep/urlgrep/internal/testing/effort"
)

// A treeWriter writes random documents in which elements with contents of another syntax,
// foreign elements, comments, quotes and end tags are mixed without any order.
type treeWriter struct {
	*rand.Rand
	strings.Builder
	urls int
	// calm is how many of 100 constructs are complete elements.
	calm int
}

var (
	treeRaw     = []string{"iframe", "noframes", "noembed", "style", "xmp", "script", "title", "textarea", "noscript"}
	treeForeign = []string{"svg", "math", "foreignObject", "desc", "title", "g", "path", "mi", "mtext", "annotation-xml", "mglyph", "style", "script", "a"}
	treeBlocks  = []string{"div", "p", "ul", "li", "table", "tr", "td", "blockquote", "h1", "section", "center", "form", "body", "html"}
	treeInlines = []string{"a", "b", "span", "font", "i", "u", "comment", "xml", "template", "object", "button", "label", "o:p", "select", "option", "plaintext", "frameset"}
	treeAll     = slices.Concat(treeRaw, treeRaw, treeForeign, treeForeign, treeBlocks, treeInlines)
)

func (w *treeWriter) chance(percent int) bool { return w.IntN(100) < percent }

func (w *treeWriter) one(from ...string) string { return from[w.IntN(len(from))] }

// link writes a tag with a URL of which a part is a character reference, so that it is found
// only where a browser reads a tag.
func (w *treeWriter) link() {
	w.urls++
	colon := w.one("&#58;", "&#x3a;", "&colon;", "&#0000000000000000000000000000000000000000000058;", "&#58")
	dot := w.one("&#46;", "&period;", ".")
	url := fmt.Sprintf("http%s//u%d%sexample/p", colon, w.urls, dot)
	tag := w.one("a href", "A HREF", "img src", "area href", "form action", "a title=x\nhref", "a/href", "img alt='>' src", "a name=x href", "body background", "q cite", "input src")
	space := w.one("", "", "", "", " ", "\n")
	switch w.IntN(4) {
	case 0:
		w.put("<", tag, space, "=", space, url, w.one(">", " >", " b>", " />"))
	case 1:
		w.put("<", tag, space, "=", space, "'", url, "'", w.one(">", " >", "b>", "/>"))
	default:
		w.put("<", tag, space, "=", space, `"`, url, `"`, w.one(">", " >", "b='>'>", "/>", " c=\"<style>\">"))
	}
}

func (w *treeWriter) put(parts ...string) {
	for _, p := range parts {
		w.WriteString(p)
	}
}

func (w *treeWriter) name() string {
	name := w.one(treeAll...)
	if w.chance(10) {
		name = strings.ToUpper(name)
	}
	return name
}

func (w *treeWriter) start(name string) {
	w.put("<", name)
	if w.chance(15) {
		w.put(w.one(" class=x", ` title="`+w.one(treeAll...)+`>"`, " encoding=text/html", ` encoding="application/xhtml+xml"`, " color=red", "\n", ` title='</`+w.one(treeRaw...)+`>'`, "/b", ` "b`, " b/='", ` b = c"d`))
	}
	w.put(w.one(">", ">", ">", ">", ">", ">", "/>", " >", " />"))
}

func (w *treeWriter) piece(depth int) {
	if w.chance(w.calm) && depth < 6 {
		w.element(depth)
		return
	}
	switch w.IntN(16) {
	case 0, 1, 2, 3:
		w.link()
	case 4, 5, 6:
		w.start(w.name())
	case 7, 8:
		w.put("</", w.name(), w.one(">", ">", ">", " >", "/>", " a='>'>", "x>", ""))
	case 9:
		w.put(w.one("<!--", "-->", "<!-- a -->", "<!-->", "<!--->", "--!>", "<!--a--!>", "<!-- <!-- -->", "<!--a-- >", "<!-- http.: -->"))
	case 10:
		w.put(w.one("<![CDATA[", "]]>", "<![CDATA[ a ]]>", "<![CDATA[>", "<![CDATA[ <b title='>' ]]>", "<![cdata[ > ]]>"))
	case 11:
		w.put(w.one("</3 >", "</ ", "<?php > ", "<!x '>", "</>", "<1 '", "<?", "<!", "< a>"))
	case 12:
		w.put(w.one("text", " ", "\n", "&lt;", "a < b", "'", `"`, ">", "<user@host.example>", "<http://h.example/>", "<example/path>", "<x.y title='<style>'>", "<b\x00 title='>'>"))
	case 13:
		w.put(w.one("<br>", "</br>", "</p>", "<hr>", "<img>", "<input>", "<font color=x>", "<font>", "<wbr>", "<base href=x>", "<meta name=x>"))
	default:
		w.element(depth)
	}
}

func (w *treeWriter) element(depth int) {
	name := w.name()
	w.start(name)
	for range w.IntN(4) {
		if depth < 6 {
			w.piece(depth + 1)
		}
	}
	if w.chance(90) {
		w.put("</", name, ">")
	}
}

// treeDocument returns a random document.
func treeDocument(r *rand.Rand) string {
	w := &treeWriter{Rand: r, calm: []int{0, 30, 90, 100}[r.IntN(4)]}
	w.put(w.one("", "", "<!DOCTYPE html>", "<html><head>", "<body>", "<div><p>", "<table><tr><td>"))
	for range 3 + r.IntN(10) {
		w.piece(0)
	}
	doc := w.String()
	if w.chance(10) {
		doc = doc[:r.IntN(len(doc)+1)]
	}
	return doc
}

var planting = regexp.MustCompile(`^http://u\d+\.example/p$`)

// treeLinks returns the URLs that package html of golang.org/x/net finds in the attributes of
// elements.
func treeLinks(t *testing.T, doc string) (all []string) {
	root, err := html.ParseWithOptions(strings.NewReader(doc), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	for n := range root.Descendants() {
		for _, a := range n.Attr {
			if planting.MatchString(a.Val) {
				all = append(all, a.Val)
			}
		}
	}
	return all
}

// lostLink returns a link that a parser finds in a document and s does not, or "".
func lostLink(t *testing.T, s *Scanner, doc string, n int) string {
	parts := scan(s, doc, n).parts()
	for _, url := range treeLinks(t, doc) {
		if !slices.ContainsFunc(parts, func(p string) bool { return strings.Contains(p, url) }) {
			return url
		}
	}
	return ""
}

type treeDifference struct {
	doc  string
	like *regexp.Regexp
}

// treeDifferences are the documents in which the parser differs from the standard, each with
// an expression for documents like it. The URL is not a link there.
var treeDifferences = []treeDifference{
	// In "script data escaped less-than sign state", any character but a letter or "/" is
	// part of the escaped text.
	{`<script><!-- <1 <script></script><a href="http&#58;//u1.example/p">`, regexp.MustCompile(`(?is)<script.*<!--.*<[^a-z/].*<script`)},
}

// TestTree checks that no link is lost that a parser of the standard finds.
func TestTree(t *testing.T) {
	s := new(Scanner)
	for _, c := range treeDifferences {
		if !c.like.MatchString(c.doc) || lostLink(t, s, c.doc, 0) == "" {
			t.Errorf("no longer a difference, remove it: %q", c.doc)
		}
	}
	r := rand.New(rand.NewPCG(5, 6))
	faults := 0
	for range effort.Rounds(20_000) {
		doc := treeDocument(r)
		url := lostLink(t, s, doc, 1+r.IntN(100))
		if url == "" || slices.ContainsFunc(treeDifferences, func(d treeDifference) bool { return d.like.MatchString(doc) }) {
			continue
		}
		t.Errorf("%s is lost in\n%q", url, treeShorten(doc, func(doc string) bool { return lostLink(t, s, doc, 0) != "" }))
		if faults++; faults == 5 {
			break
		}
	}
}

// treeShorten removes parts of a document as long as it has a fault.
func treeShorten(doc string, has func(doc string) bool) string {
	for size := len(doc) / 2; size > 0; size /= 2 {
		for i := 0; i+size <= len(doc); {
			if without := doc[:i] + doc[i+size:]; has(without) {
				doc = without
			} else {
				i += size
			}
		}
	}
	return doc
}
