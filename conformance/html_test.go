package conformance

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"

	"github.com/urlgrep/urlgrep/internal/htmltext"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// htmlModule ships the tests of html5lib, and adds some.
const htmlModule = "golang.org/x/net"

// A node is a node of a document, as far as it is compared: a text, or a comment, which
// urlgrep may leave out if it has no URL.
type node struct {
	text    string
	comment bool
}

func (n node) String() string {
	if n.comment {
		return fmt.Sprintf("<!--%q-->", n.text)
	}
	return strconv.Quote(n.text)
}

// A page is what a document consists of for a browser.
type page struct {
	nodes      []node   // in the order of the document
	references []string // values of attributes that are URLs

	// lines is the text with a line break at both ends of each block, "" if that is not
	// compared: a comment or a script divides text for urlgrep, and not for a browser.
	lines string
}

// ours reads a document as urlgrep does: all text in its order, and the references.
func ours(doc string) (text string, references []string) {
	var s htmltext.Scanner
	var m offset.Map
	out := s.Append(nil, []byte(doc), 0, &m)
	out = s.Close(out, &m)
	kind, from := htmltext.Text, int64(0)
	part := func(to int64) {
		if kind == htmltext.Attribute {
			references = append(references, string(out[from:to]))
		} else {
			text += string(out[from:to])
		}
	}
	for _, c := range s.Cuts {
		part(c.At)
		kind, from = c.Kind, c.At
	}
	part(int64(len(out)))
	return text, references
}

// compare compares what urlgrep reads in doc with what a browser does.
func (p *page) compare(id, doc string) outcome {
	text, references := ours(doc)
	o := outcome{id: id}
	switch want, got := distinct(p.references), distinct(references); {
	case !p.admits(dense(text)):
		o.kind = "text"
		o.why = fmt.Sprintf("%q\n\t got %q\n\twant %v", doc, text, p.nodes)
	case !slices.Equal(want, got):
		o.kind = "reference"
		o.why = fmt.Sprintf("%q\n\t got %q\n\twant %q", doc, got, want)
	case p.lines != "":
		if got, want := words(visibleNUL(text)), words(visibleNUL(p.lines)); got != want {
			o.kind = "break"
			o.why = fmt.Sprintf("%q\n\t got %q\n\twant %q", doc, got, want)
		}
	}
	return o
}

// admits reports whether text consists of the texts of p in their order, and any of its
// comments at their places.
func (p *page) admits(text string) bool {
	ends := []int{0} // where the nodes so far may end
	for _, n := range p.nodes {
		var next []int
		for _, at := range ends {
			if d := dense(n.text); strings.HasPrefix(text[at:], d) {
				next = append(next, at+len(d))
			}
			if n.comment {
				next = append(next, at)
			}
		}
		slices.Sort(next)
		ends = slices.Compact(next)
	}
	return slices.Contains(ends, len(text))
}

// dense returns text without white space, which a browser displays in another way than it
// is in the tree, and without the characters that mark places for a line break, which
// urlgrep drops.
func dense(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || r == '\u00AD' || r == '\u200B' {
			return -1
		}
		return r
	}, visibleNUL(text))
}

// visibleNUL returns text with U+FFFD in place of each NUL, as a browser reads markup.
func visibleNUL(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }

// distinct returns the distinct references in a list, sorted, without the empty ones.
func distinct(references []string) []string {
	var all []string
	for _, r := range references {
		// URL Standard, basic URL parser, steps 1 to 3.
		r = strings.Trim(r, "\x00\x01\x02\x03\x04\x05\x06\a\b\t\n\v\f\r\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19\x1A\x1B\x1C\x1D\x1E\x1F ")
		r = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(r)
		if r != "" {
			all = append(all, r)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// isReference reports whether an attribute is of type URL: HTML Standard, "Attributes",
// and for obsolete elements HTML 4, "Index of Attributes". SVG and MathML have href and
// xlink:href.
func isReference(element, attribute string) bool {
	switch element {
	case "a", "area", "base", "link":
		return attribute == "href" || attribute == "ping"
	case "audio", "embed", "iframe", "img", "image", "input", "script", "source", "track", "frame", "bgsound":
		return attribute == "src" || element == "img" && attribute == "longdesc"
	case "video":
		return attribute == "src" || attribute == "poster"
	case "blockquote", "del", "ins", "q":
		return attribute == "cite"
	case "button":
		return attribute == "formaction"
	case "form", "isindex":
		return attribute == "action"
	case "object":
		return attribute == "data" || attribute == "codebase"
	case "body", "table", "tr", "td", "th", "thead", "tbody", "tfoot":
		return attribute == "background"
	case "html":
		return attribute == "manifest"
	}
	if foreign, _, ok := strings.Cut(element, " "); ok && (foreign == "svg" || foreign == "math") {
		return attribute == "xlink href" || attribute == "href"
	}
	return false
}

// compareTrees compares with the tests of tree construction.
func compareTrees() (all []outcome, err error) {
	for _, pattern := range []string{"html5lib-tests/tree-construction/*.dat", "go/*.dat"} {
		data, err := files(htmlModule, "html", "testdata", filepath.FromSlash(pattern))
		if err != nil {
			return nil, err
		}
		for _, f := range data {
			for n, c := range treeCases(string(f.text)) {
				p := parseTree(c.tree)
				id := fmt.Sprintf("%s/%s/%d", filepath.Base(filepath.Dir(f.path)), filepath.Base(f.path), n+1)
				all = append(all, p.compare(id, c.data))
			}
		}
	}
	return all, nil
}

// A treeCase is a case of tree construction.
type treeCase struct{ data, tree string }

// treeCases parses a file of cases: its sections are described in README.md of
// html5lib-tests/tree-construction.
func treeCases(text string) (all []treeCase) {
	for _, c := range strings.Split("\n"+strings.TrimSuffix(text, "\n"), "\n#data\n")[1:] {
		data, rest, _ := strings.Cut(c, "#errors\n")
		_, tree, ok := strings.Cut("\n"+rest, "\n#document\n")
		if !ok {
			continue
		}
		all = append(all, treeCase{strings.TrimSuffix(data, "\n"), strings.TrimSuffix(tree, "\n")})
	}
	return all
}

var (
	treeLine      = regexp.MustCompile(`^\| ( *)(.*)$`)
	treeAttribute = regexp.MustCompile(`(?s)^([^"<]*?)="(.*)"$`)
)

// parseTree parses the tree that a case expects.
func parseTree(tree string) *page {
	// A text or a value may have line breaks.
	var lines []string
	for _, line := range strings.Split(tree, "\n") {
		if strings.HasPrefix(line, "| ") || len(lines) == 0 {
			lines = append(lines, line)
		} else {
			lines[len(lines)-1] += "\n" + line
		}
	}
	p := new(page)
	element := ""
	var text strings.Builder
	var open []string // the elements around a line, by their depth; "" is no block
	divided := false
	for _, line := range lines {
		first, more, _ := strings.Cut(line, "\n")
		m := treeLine.FindStringSubmatch(first)
		if m == nil {
			continue
		}
		for depth := len(m[1]) / 2; len(open) > depth; open = open[:len(open)-1] {
			if isBlock(open[len(open)-1]) {
				text.WriteByte('\n')
			}
		}
		what := m[2]
		if len(first) < len(line) {
			what += "\n" + more
		}
		switch {
		case strings.HasPrefix(what, "<!-- "):
			p.nodes = append(p.nodes, node{strings.TrimSuffix(strings.TrimPrefix(what, "<!-- "), " -->"), true})
			divided = true
		case strings.HasPrefix(what, "<!DOCTYPE"), strings.HasPrefix(what, "<?"):
		case strings.HasPrefix(what, `"`):
			p.nodes = append(p.nodes, node{strings.TrimSuffix(what[1:], `"`), false})
			text.WriteString(p.nodes[len(p.nodes)-1].text)
		case strings.HasPrefix(what, "<"):
			element = strings.TrimSuffix(what[1:], ">")
			open = append(open, element)
			if isBlock(element) {
				text.WriteByte('\n')
			}
			divided = divided || element == "script" || element == "style"
		default:
			if a := treeAttribute.FindStringSubmatch(what); a != nil && isReference(element, a[1]) {
				p.references = append(p.references, a[2])
			}
		}
	}
	if !divided {
		p.lines = text.String()
	}
	return p
}

// isBlock reports whether an element begins a line and ends it: HTML Standard,
// "Rendering", with "display" block, list-item or a part of a table. The text of <title>,
// <head>, <template> and <noscript> is not a part of the text around it, and that of the
// controls of a form is in a box.
func isBlock(element string) bool {
	switch element {
	case "html", "body", "address", "blockquote", "center", "dialog", "div", "figure", "figcaption", "footer", "form",
		"header", "hr", "legend", "listing", "main", "p", "plaintext", "pre", "search", "xmp",
		"article", "aside", "h1", "h2", "h3", "h4", "h5", "h6", "hgroup", "nav", "section",
		"dir", "dd", "dl", "dt", "menu", "ol", "ul", "li",
		"table", "caption", "colgroup", "col", "thead", "tbody", "tfoot", "tr", "td", "th",
		"fieldset", "details", "summary", "optgroup", "option", "br",
		"title", "head", "template", "noscript", "button", "select", "textarea":
		return true
	}
	return false
}

// A tokenCase is a case of the tokenizer: see README.md of html5lib-tests/tokenizer.
type tokenCase struct {
	Input         string
	Output        [][]any
	InitialStates []string
	LastStartTag  string
	DoubleEscaped bool
}

// opening returns a tag after which the tokenizer is in a state, and the element that it
// begins, if the state ends with an end tag.
func opening(state string) (tag, element string, err error) {
	switch state {
	case "Data state":
		return "", "", nil
	case "PLAINTEXT state":
		return "<plaintext>", "", nil
	case "RCDATA state":
		return "<title>", "title", nil
	case "RAWTEXT state":
		return "<xmp>", "xmp", nil
	case "Script data state":
		return "<script>", "script", nil
	case "CDATA section state":
		return "<svg><![CDATA[", "", nil
	}
	return "", "", fmt.Errorf("unknown state %q", state)
}

// rename returns the case with another element whose end tag ends the state.
func (c tokenCase) rename(element string) tokenCase {
	if c.LastStartTag == "" || element == "" {
		return c
	}
	end := regexp.MustCompile("(?i)</" + c.LastStartTag)
	c.Input = end.ReplaceAllString(c.Input, "</"+element)
	var output [][]any
	for _, token := range c.Output {
		if token[0] == "Character" {
			token = []any{token[0], end.ReplaceAllString(token[1].(string), "</"+element)}
		}
		output = append(output, token)
	}
	c.Output = output
	return c
}

var escapes = regexp.MustCompile(`(\\u[0-9A-Fa-f]{4})+`)

// unescape decodes the escapes of a case that is escaped twice.
func (c *tokenCase) unescape(s string) string {
	if !c.DoubleEscaped {
		return s
	}
	return escapes.ReplaceAllStringFunc(s, func(all string) string {
		var units []uint16
		for _, hex := range strings.Split(all, `\u`)[1:] {
			u, _ := strconv.ParseUint(hex, 16, 16)
			units = append(units, uint16(u))
		}
		return string(utf16.Decode(units))
	})
}

// testAttribute is how most cases of attributes begin. Their attribute a becomes one that
// is a reference.
var testAttribute = regexp.MustCompile("^<h([ /])a=")

// compareTokens compares with the tests of the tokenizer.
func compareTokens() (all []outcome, err error) {
	data, err := files(htmlModule, "html", "testdata", "html5lib-tests", "tokenizer", "*.test")
	if err != nil {
		return nil, err
	}
	for _, f := range data {
		var file struct{ Tests []tokenCase }
		if err := json.Unmarshal(f.text, &file); err != nil {
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
		for n, c := range file.Tests {
			if c.InitialStates == nil {
				c.InitialStates = []string{"Data state"}
			}
			for k, state := range c.InitialStates {
				tag, element, err := opening(state)
				if err != nil {
					return nil, fmt.Errorf("%s: %w", f.path, err)
				}
				id := fmt.Sprintf("%s/%d", filepath.Base(f.path), n+1)
				if len(c.InitialStates) > 1 {
					id += fmt.Sprintf("/%d", k+1)
				}
				c := c.rename(element)
				input := c.unescape(c.Input)
				input = testAttribute.ReplaceAllString(input, "<a${1}href=")
				all = append(all, c.page().compare(id, tag+input))
			}
		}
	}
	return all, nil
}

// page returns what the expected tokens mean.
func (c *tokenCase) page() *page {
	p := new(page)
	for _, token := range c.Output {
		switch token[0] {
		case "Character":
			p.nodes = append(p.nodes, node{c.unescape(token[1].(string)), false})
		case "Comment":
			p.nodes = append(p.nodes, node{c.unescape(token[1].(string)), true})
		case "StartTag":
			element := token[1].(string)
			for name, value := range token[2].(map[string]any) {
				if element == "h" && name == "a" || isReference(element, name) {
					p.references = append(p.references, c.unescape(value.(string)))
				}
			}
		}
	}
	return p
}
