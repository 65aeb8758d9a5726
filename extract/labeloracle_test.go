package extract_test

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/net/html"
)

// The oracle of labels parses a document with golang.org/x/net/html into the tree that a
// browser builds, and reads the labels of the links there. It knows a start tag of the
// source in the tree by a mark, an attribute with a number that it inserts. The tree may
// have several elements of one start tag, as a browser opens a link that has not ended
// again in each block; their texts make one label.

// A tagOracle has the facts that the oracle knows about a start tag.
type tagOracle struct {
	name     string
	attrs    []html.Attribute
	from, to int // in the document

	link    bool // it is <a> or <area> with href
	label   string
	short   string // the part of the label before the next <a>, which may be in a cell of a table in the link
	tangled bool   // before it, or in the same link, there is a link in a link
	inTree  bool   // an element was made of it
	hidden  bool   // its element, or one that contains it, is not displayed
	visible bool   // it is displayed, although an element around it has visibility: hidden
	comment bool   // it is in a comment
	inLink  bool   // it is in a comment in a link
	endless bool   // it is a link without an end tag
	inPara  bool   // it is in a <p>
	follows bool   // it follows an element that hides: a link without an end tag, or one within a line of a <p>
	hidesIn bool   // it is in a <p> that hides it
	open    bool   // it is a link in a comment that does not end there
}

const mark = "data-mark"

// readTags returns the start tags of a document in their order. Comments may have tags
// too: each is read as a document.
func readTags(t testing.TB, doc string) []*tagOracle {
	var tags []*tagOracle
	var marked strings.Builder
	var comments [][]*tagOracle
	z := html.NewTokenizer(strings.NewReader(doc))
	at, links, first, last, tangled := 0, 0, 0, -1, false
	foreign := 0 // <svg> and <math> that are open
	for {
		kind := z.Next()
		raw := string(z.Raw())
		if kind == html.ErrorToken {
			marked.WriteString(raw)
			break
		}
		switch kind {
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			end := 1
			for end < len(raw) && !strings.ContainsRune(" \t\n\r\f/>", rune(raw[end])) {
				end++
			}
			fmt.Fprintf(&marked, "%s %s=%d %s", raw[:end], mark, len(tags), raw[end:])
			if token.Data == "a" {
				for ; links > 0 && first < len(tags); first++ {
					tags[first].tangled, tangled = true, true
				}
				if links == 0 {
					first = len(tags)
				}
				links++
				last = len(tags)
			}
			tags = append(tags, &tagOracle{name: token.Data, attrs: token.Attr, from: at, to: at + len(raw), tangled: tangled, endless: token.Data == "a"})
			isForeign := token.Data == "svg" || token.Data == "math"
			if isForeign && kind == html.StartTagToken {
				foreign++
			}
			if token.Data == "noscript" || foreign > 0 {
				z.NextIsNotRawText() // mail programs run no scripts
			}
		case html.EndTagToken:
			marked.WriteString(raw)
			switch name, _ := z.TagName(); string(name) {
			case "a":
				links = max(0, links-1)
				if last >= 0 {
					tags[last].endless = false
				}
			case "svg", "math":
				foreign = max(0, foreign-1)
			}
		case html.CommentToken:
			begin := len("<!--")
			if !strings.HasPrefix(raw, "<!--") || !strings.Contains(raw[begin:], "<") {
				marked.WriteString(raw)
				break
			}
			fmt.Fprintf(&marked, "<!--%s=%d %s", mark, len(comments), raw[begin:])
			inner := raw[begin:]
			for _, end := range []string{"-->", "--!>"} {
				inner = strings.TrimSuffix(inner, end)
			}
			const probe = "probe"
			inside, more := readTags(t, inner), readTags(t, inner+probe)
			for i, tag := range inside {
				tag.comment, tag.inLink, tag.tangled = true, links > 0, tag.tangled || tangled
				tag.open = i < len(more) && more[i].label != tag.label
				tag.from, tag.to = tag.from+at+begin, tag.to+at+begin
			}
			comments = append(comments, inside)
		case html.DoctypeToken:
			// Without it the tree is that of quirks mode, in which a table may be in <p>.
		default:
			marked.WriteString(raw)
		}
		at += len(raw)
	}
	if at > len(doc) {
		t.Fatalf("the tokenizer reads more than there is: %q", doc)
	}
	root, err := html.ParseWithOptions(strings.NewReader(marked.String()), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	r := treeReader{tags: tags, comments: comments, labels: make([]labelBuilder, len(tags)), shorts: make([]labelBuilder, len(tags))}
	r.read(root, place{link: -1})
	for i, tag := range tags {
		if tag.name == "a" {
			tag.label, tag.short = r.labels[i].text.String(), r.shorts[i].text.String()
		}
	}
	for _, inside := range comments {
		tags = append(tags, inside...)
	}
	slices.SortFunc(tags, func(a, b *tagOracle) int { return cmp.Compare(a.from, b.from) })
	follows, split := false, false
	for _, tag := range tags {
		tag.follows = follows || split
		gone, visibility := hides(tag.attrs)
		hidden := gone || visibility == "hidden"
		if tag.name == "a" && !tag.comment {
			follows = (tag.endless || tag.inPara) && hidden
		}
		split = split || tag.inPara && hidden && !breaksLine[tag.name]
	}
	return tags
}

// A treeReader reads the labels in a tree.
type treeReader struct {
	tags     []*tagOracle
	comments [][]*tagOracle // the tags in each comment with tags
	labels   []labelBuilder
	shorts   []labelBuilder // as labels, up to the next <a>
	last     int            // number of the last <a>
	breaks   int            // number of ends of blocks so far
}

// A labelBuilder is a label with its white space collapsed.
type labelBuilder struct {
	text   strings.Builder
	blank  bool // white space follows
	breaks int  // treeReader.breaks at the end
}

// A place is where in the tree a node is.
type place struct {
	link      int  // number of the innermost link, or -1
	gone      bool // an element around it has display: none or opacity: 0
	invisible bool // visibility: hidden is inherited
	again     bool // visibility: visible follows visibility: hidden
	inPara    bool // in a <p>
	hidesIn   bool // in a <p> that hides
}

// hidden reports whether the node is hidden.
func (p place) hidden() bool { return p.gone || p.invisible }

// inLabel reports whether a text is in the label of a link: one of its parts that are not
// hidden. The label of a link that is hidden itself has all parts.
func (r *treeReader) inLabel(p place) bool {
	return p.link >= 0 && (!p.hidden() || r.tags[p.link].hidden)
}

// read reads a node and those in it.
func (r *treeReader) read(n *html.Node, p place) {
	switch n.Type {
	case html.TextNode:
		if r.inLabel(p) {
			r.labels[p.link].put(n.Data, r.breaks)
			if p.link == r.last {
				r.shorts[p.link].put(n.Data, r.breaks)
			}
		}
		return
	case html.CommentNode:
		if text, ok := strings.CutPrefix(n.Data, mark+"="); ok {
			number, _, _ := strings.Cut(text, " ")
			if i, err := strconv.Atoi(number); err == nil && i < len(r.comments) {
				for _, tag := range r.comments[i] {
					tag.hidden = tag.hidden || p.hidden()
					tag.visible = tag.visible || p.again
					tag.hidesIn = tag.hidesIn || p.hidesIn
				}
			}
		}
		return
	case html.ElementNode:
		p = r.element(n, p)
	}
	if n.Type != html.ElementNode && n.Type != html.DocumentNode {
		return
	}
	block := n.Type == html.ElementNode && breaksLine[n.Data]
	if block {
		r.breaks++
	}
	if !notDisplayed[n.Data] || n.Data == "template" && p.link >= 0 && r.tags[p.link].hidden {
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			r.read(c, p)
		}
	}
	if block {
		r.breaks++
	}
}

// element reads an element, and returns the place of its contents.
func (r *treeReader) element(n *html.Node, p place) place {
	var tag *tagOracle
	number := -1
	alt, hasHref := "", false
	for _, a := range n.Attr {
		switch a.Key {
		case mark:
			if i, err := strconv.Atoi(a.Val); err == nil && i < len(r.tags) {
				number, tag = i, r.tags[i]
			}
		case "href":
			hasHref = true
		case "alt":
			alt = a.Val
		}
	}
	gone, visibility := hides(n.Attr)
	if gone || visibility == "hidden" || visibility == "collapse" {
		p.hidesIn = p.hidesIn || n.Data == "p"
	}
	p.inPara = p.inPara || n.Data == "p"
	p.gone = p.gone || gone
	switch visibility {
	case "hidden", "collapse":
		p.invisible = true
	case "visible":
		p.again = p.again || p.invisible
		p.invisible = false
	}
	if tag != nil && !tag.inTree {
		tag.inTree = true
		tag.hidden, tag.visible = p.hidden(), p.again && !p.hidden()
		tag.inPara, tag.hidesIn = p.inPara, p.hidesIn
		tag.link = (n.Data == "a" || n.Data == "area") && hasHref
		if n.Data == "area" {
			var b labelBuilder
			b.put(alt, 0)
			tag.label = b.text.String()
		}
	}
	if n.Data == "img" && alt != "" && r.inLabel(p) {
		r.labels[p.link].image(alt, r.breaks)
		if p.link == r.last {
			r.shorts[p.link].image(alt, r.breaks)
		}
	}
	if n.Data == "a" && number >= 0 {
		r.last = max(r.last, number)
		if hasHref {
			p.link = number
		}
	}
	return p
}

// put appends text.
func (b *labelBuilder) put(text string, breaks int) {
	for _, c := range text {
		switch {
		case unicode.IsSpace(c) || c == 0:
			b.blank = true
			continue
		case unseen(c):
			continue
		}
		if (b.blank || b.breaks != breaks) && b.text.Len() > 0 {
			b.text.WriteByte(' ')
		}
		b.text.WriteRune(c)
		b.blank, b.breaks = false, breaks
	}
}

// image appends the alt text of an image, which is a word for itself.
func (b *labelBuilder) image(alt string, breaks int) {
	b.blank = true
	b.put(alt, breaks)
	b.blank = true
}

// unseen reports whether c is only a place for a line break.
func unseen(c rune) bool { return c == '\u00AD' || c == '\u200B' }

// breaksLine has the elements that begin and end a line: HTML standard, section 15.3.
var breaksLine = setOf("address article aside blockquote body br button caption center dd details dialog dir div dl dt " +
	"fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html iframe legend li listing main menu nav " +
	"ol optgroup option p plaintext pre search section select summary table tbody td textarea tfoot th thead tr ul xmp")

// notDisplayed has the elements whose contents are not displayed: section 15.3.1.
var notDisplayed = setOf("area base basefont datalist head link meta noembed noframes param rp script style template title iframe")

func setOf(names string) map[string]bool {
	set := map[string]bool{}
	for _, name := range strings.Fields(names) {
		set[name] = true
	}
	return set
}

// hides returns whether attributes have the element not displayed, and its visibility.
func hides(attrs []html.Attribute) (gone bool, visibility string) {
	display, important := "", map[string]bool{}
	hidden, faded := false, false
	for _, a := range attrs {
		switch a.Key {
		case "hidden":
			hidden = true
		case "style":
			for _, d := range declarations(a.Val) {
				if validValues[d.name] == nil || important[d.name] && !d.important {
					continue
				}
				important[d.name] = d.important
				switch d.name {
				case "display":
					display = d.value
				case "visibility":
					visibility = d.value
				case "opacity":
					faded = d.value == "0" || d.value == "0.0"
				}
			}
		}
	}
	// A style sheet of the user agent hides elements with the attribute, so that any
	// other display shows them.
	return display == "none" || hidden && display == "" || faded, visibility
}

type declaration struct {
	name, value string
	important   bool
}

// declarations reads the value of a style attribute.
func declarations(style string) (list []declaration) {
	for {
		i := strings.Index(style, "/*")
		if i < 0 {
			break
		}
		n := strings.Index(style[i+2:], "*/")
		if n < 0 {
			style = style[:i]
			break
		}
		style = style[:i] + style[i+2+n+2:]
	}
	depth, quote, from := 0, byte(0), 0
	end := func(to int) {
		name, value, _ := strings.Cut(style[from:to], ":")
		d := declaration{name: strings.ToLower(strings.TrimSpace(name)), value: strings.ToLower(strings.TrimSpace(value))}
		if i := strings.LastIndexByte(d.value, '!'); i >= 0 && strings.TrimSpace(d.value[i+1:]) == "important" {
			d.value, d.important = strings.TrimSpace(d.value[:i]), true
		}
		if valid := validValues[d.name]; valid == nil || valid[d.value] {
			list = append(list, d)
		}
		from = to + 1
	}
	for i := range len(style) {
		switch c := style[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth = max(0, depth-1)
		case c == ';' && depth == 0:
			end(i)
		}
	}
	end(len(style))
	return list
}

// validValues are the values of properties; a declaration with another value has no
// effect.
var validValues = map[string]map[string]bool{
	"display":    setOf("none block inline inline-block table table-cell table-row flex grid contents list-item inherit initial"),
	"opacity":    setOf("0 0.0 1 0.5"),
	"visibility": setOf("hidden visible collapse inherit initial"),
}
