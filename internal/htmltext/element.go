package htmltext

import (
	"bytes"
	"encoding/binary"
	"math/bits"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/prefilter"
)

// element outputs the break and the references of the tag b, which has been read to its
// end.
func (s *Scanner) element(b []byte, at int64) {
	t := &s.tag
	if t.state == inDeclaration {
		// <!DOCTYPE>, <?xml?>, <![if !mso]>.
		if inner := b[1 : len(b)-1]; prefilter.Text(inner) && !namesOnly(inner) {
			if s.Elements {
				s.show()
			}
			s.apart(inner, at+1)
			s.view.fed = s.m.Len()
		}
		return
	}
	var buf [maxName]byte
	name := lower(&buf, b[t.name:t.nameEnd])
	s.outputTag(roleOf(name), name, b, at)
}

// oddTag outputs the tag b, which has been read to its end, as text: see oddity. Its element
// may contain a region nevertheless.
func (s *Scanner) oddTag(b []byte, at int64) {
	s.text(b, at, true)
	t := &s.tag
	if t.nameEnd == 0 {
		return
	}
	if s.Elements {
		s.show()
	}
	var buf [maxName]byte
	name := lower(&buf, b[t.name:t.nameEnd])
	s.nest(roleOf(name)&^links, name, b)
}

// outputTag outputs the break and the references of the tag b with the given role and
// name.
func (s *Scanner) outputTag(r role, name, b []byte, at int64) {
	t := &s.tag
	if s.Elements {
		s.beginTag(name, b, at)
	}
	if r&breaks != 0 {
		s.breakLine(at, t.nameEnd)
		if s.Elements {
			s.show()
		}
	}
	t.refreshes = r&redirects != 0 && t.isRefresh(b)
	for i := range t.attributes {
		s.attribute(r, &t.attributes[i], b, at)
	}
	if s.Elements {
		s.endTag(name, b, at)
	}
	if r&^breaks != 0 || s.foreign.isOn() {
		s.nest(r, name, b)
	}
}

// usualTag handles the tag at the beginning of b if it is written as most are: with a
// short name, and attributes that usual reads, outside of foreign elements. It returns the
// length of the tag, or 0 if it is another tag. This takes less time than the state machine.
func (s *Scanner) usualTag(b []byte, at int64) int {
	if s.tag.pos != 0 || at < s.unclosed.literal || s.foreign.isOn() {
		return 0
	}
	head := b
	if len(b) < len("</")+eight {
		var padded [len("</") + eight]byte
		copy(padded[:], b)
		head = padded[:]
	}
	// n is 2 after "</" and 1 otherwise, without a branch, as it would be unpredictable.
	n := 2 - int(uint(head[1]^'/')+0xFF)>>8
	x := binary.LittleEndian.Uint64(head[n:])
	hit := zeros(x^'>'*ones) | zeros(x^' '*ones)
	if hit == 0 {
		return 0
	}
	var buf [eight]byte
	binary.LittleEndian.PutUint64(buf[:], lowerEight(x))
	k := bits.TrailingZeros64(hit) / 8
	name, end := buf[:k], n+k
	r := roleOf(name)
	if r == 0 && !isBareName(name) {
		return 0
	}
	t := &s.tag
	t.name, t.nameEnd, t.attributes = n, end, t.attributes[:0]
	if head[end] == ' ' {
		if end = t.usualAttributes(b[:min(len(b), s.limit())], end); end == 0 {
			return 0
		}
	}
	if end++; end > s.limit() {
		return 0
	}
	if r == breaks && len(t.attributes) == 0 && !s.Elements {
		s.breakLine(at, t.nameEnd) // as outputTag does
	} else {
		s.outputTag(r, name, b[:end], at)
	}
	return end
}

// isBareName reports whether name, in lower case, consists of letters and digits and
// begins with a letter.
func isBareName(name []byte) bool {
	for _, c := range name {
		if !ascii.Is(c, ascii.AlphaDigit) {
			return false
		}
	}
	return len(name) > 0 && name[0] >= 'a'
}

// namesOnly reports whether a declaration has no URLs except those that identify a
// document type or an XML namespace. Each of these is all the text between two quotes.
// Any other URL is misplaced text.
func namesOnly(declaration []byte) bool {
	if !hasPrefixFold(declaration, "?xml:namespace") &&
		!(hasPrefixFold(declaration, "!doctype") && bytes.IndexByte(declaration, '[') < 0) {
		return false
	}
	const ends = " \t\n\r\f\"'"
	for rest := declaration; ; {
		i := bytes.Index(rest, []byte("://"))
		if i < 0 {
			return true
		}
		from, to := bytes.LastIndexAny(rest[:i], ends), bytes.IndexAny(rest[i:], ends)
		if from < 0 || to < 0 || rest[from] != rest[i+to] || rest[from] != '"' && rest[from] != '\'' {
			return false
		}
		rest = rest[i+to:]
	}
}

// nest updates the nesting of elements for the tag b. In comments it only divides at </a>.
func (s *Scanner) nest(r role, name, b []byte) {
	end := b[1] == '/'
	if r&links != 0 && end {
		s.divide(Text) // like the href of its start tag
	}
	if s.region != document {
		return
	}
	isForeign := false
	if s.rawElement() == "" {
		if s.foreign.isOn() || r&roots != 0 && !end {
			isForeign = s.foreign.tag(&s.tag, b)
		}
		if r&roots != 0 {
			s.foreign.container(name, end)
		}
	}
	if r&(quotes|keeps|holds) == 0 {
		return
	}
	step := 1
	if end {
		step = -1
	}
	switch {
	case r&quotes != 0:
		s.depth = max(0, s.depth+step)
		s.divide(Text)
	case r&keeps != 0:
		s.pre = max(0, s.pre+step)
	case end:
		s.divide(Text)
	default:
		s.hold(name, isForeign)
	}
}

// hold begins to read the contents of an element that are a region in HTML.
func (s *Scanner) hold(name []byte, isForeign bool) {
	r := regionOf(name)
	switch {
	case s.rawElement() != "":
		if r != document {
			s.enter(r)
		}
	case s.foreign.isDoubtful(name, isForeign):
		if r != plaintext {
			s.bind(bound{element: string(name)})
		}
	case isForeign:
		if (r == style || r == script) && s.foreign.top() == svgNode {
			s.enter(r)
			s.inMarkup = true
		}
	case r == document:
		s.bind(bound{element: string(name), isRaw: true})
	default:
		s.enter(r)
	}
}

// cdata begins to read what follows "<![CDATA[".
func (s *Scanner) cdata() {
	f := &s.foreign
	inHTML := f.top() == htmlNode && !f.inexact
	switch {
	case inHTML || s.rawElement() != "":
		s.enter(bogus)
	case f.doubtful || f.inSelect || f.inFrameset:
		s.bind(bound{})
		s.enter(bogus)
	default:
		s.enter(cdata)
	}
}

// A role is a set of effects of an element or its tags.
type role uint8

const (
	breaks    role = 1 << iota // a line break separates the text before and after
	quotes                     // its contents are quoted
	keeps                      // line breaks in its contents are shown
	holds                      // its contents are a region, or end at a bound
	links                      // it is <a>
	redirects                  // it is <meta>
	bases                      // it is <base>
	roots                      // it begins foreign content, or changes how tags in it are read
)

// roleOf returns the role of the element with the given name, in lower case. Blocks
// break the line, and so do the elements of tables, lists and forms. All others do not,
// including unknown ones: they are "phrasing content".
func roleOf(name []byte) role {
	switch string(name) {
	case "a":
		return links
	case "address", "article", "aside", "body", "br", "button",
		"caption", "center", "datalist", "dd", "details", "dialog", "dir", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "frame",
		"h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
		"hgroup", "hr", "html", "legend", "li", "main",
		"menu", "nav", "noscript", "ol", "optgroup", "option", "p",
		"search", "section", "summary", "table",
		"tbody", "td", "tfoot", "th", "thead", "tr", "ul":
		return breaks
	case "blockquote":
		return breaks | quotes
	case "pre", "listing":
		return breaks | keeps
	case "iframe", "noframes", "plaintext", "textarea", "title", "xmp":
		return breaks | holds
	case "noembed", "script", "style":
		return holds
	case "frameset", "select":
		return breaks | roots
	case "math", "svg":
		return roots
	case "base":
		return bases
	case "meta":
		return redirects
	}
	return 0
}
