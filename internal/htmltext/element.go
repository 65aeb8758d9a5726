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
	if r&^breaks != 0 {
		s.nest(r, name, b[1] == '/')
	}
}

// usualTag handles the tag at the beginning of b if it is written as most are: with a
// short name, and attributes that usual reads. It returns the length of the tag, or 0
// if it is another tag. This takes less time than the state machine.
func (s *Scanner) usualTag(b []byte, at int64) int {
	if s.tag.pos != 0 || at < s.unclosed.literal {
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

// nest updates the nesting of elements for a tag. In comments it only divides at </a>.
func (s *Scanner) nest(r role, name []byte, end bool) {
	if r&links != 0 && end {
		s.divide(Text) // like the href of its start tag
	}
	if r&(quotes|keeps|holds) == 0 || s.region != document {
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
		s.enter(regionOf(name))
	}
}

// A role is a set of effects of an element or its tags.
type role uint8

const (
	breaks    role = 1 << iota // a line break separates the text before and after
	quotes                     // its contents are quoted
	keeps                      // line breaks in its contents are shown
	holds                      // its contents are a region
	links                      // it is <a>
	redirects                  // it is <meta>
	bases                      // it is <base>
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
		"frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
		"hgroup", "hr", "html", "iframe", "legend", "li", "main",
		"menu", "nav", "noframes", "noscript", "ol", "optgroup", "option", "p",
		"search", "section", "select", "summary", "table",
		"tbody", "td", "tfoot", "th", "thead", "tr", "ul":
		return breaks
	case "blockquote":
		return breaks | quotes
	case "pre", "listing":
		return breaks | keeps
	case "plaintext", "textarea", "title", "xmp":
		return breaks | holds
	case "script", "style":
		return holds
	case "base":
		return bases
	case "meta":
		return redirects
	}
	return 0
}
