package htmltext

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// element gives out what the tag b, which has been read to its end, stands for.
func (s *Scanner) element(b []byte, at int64) {
	t := &s.tag
	if t.state == inDeclaration {
		// <!DOCTYPE>, <?xml?>, <![if !mso]>.
		if inner := b[1 : len(b)-1]; hasURL(inner) && !namesOnly(inner) {
			s.apart(inner, at+1)
		}
		return
	}
	var buf [maxName]byte
	name := lower(&buf, b[t.name:t.nameEnd])
	r := roleOf(name)
	s.breakLine(r, at, t.nameEnd)
	t.refreshes = r&redirects != 0 && t.isRefresh(b)
	for i := range t.attributes {
		s.attribute(r, &t.attributes[i], b, at)
	}
	s.nest(r, name, b[1] == '/')
}

// bareTag gives out what the tag stands for that b begins with, if it is one
// without attributes, and returns its length, else 0. Most tags are: this takes a
// third of what it does to read them by the machine.
func (s *Scanner) bareTag(b []byte, at int64) int {
	if s.tag.pos != 0 || at < s.literal {
		return 0
	}
	b = b[:min(len(b), s.limit(), len("</>")+maxName)]
	end := len(b) > 1 && b[1] == '/'
	n := 1
	if end {
		n = 2
	}
	var buf [maxName]byte
	k := 0
	for k < maxName && n < len(b) && ascii.Is(b[n], ascii.AlphaDigit) {
		buf[k] = ascii.Lower(b[n])
		k, n = k+1, n+1
	}
	if n == len(b) || b[n] != '>' || buf[0] < 'a' {
		return 0
	}
	name := buf[:k]
	r := roleOf(name)
	s.breakLine(r, at, n)
	s.nest(r, name, end)
	return n + 1
}

// breakLine gives out the break that a tag makes, if it does. It comes from the
// n bytes at an offset that are the tag's beginning and name: its attributes come
// behind it.
func (s *Scanner) breakLine(r role, at int64, n int) {
	if r&breaks == 0 {
		return
	}
	s.begin()
	s.dst = append(s.dst, '\n')
	s.unit(1, at, n)
}

// namesOnly reports whether a declaration has no URLs but those that identify a
// document type or an XML namespace: each all that stands between two quotes. Any
// other is text that has got there.
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

// nest keeps account of what is in what. Comments have no part in it.
func (s *Scanner) nest(r role, name []byte, end bool) {
	if r&links != 0 && end {
		s.divide(Text) // as its href did before it
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

// A role is what an element, or its tags, do.
type role uint8

const (
	breaks    role = 1 << iota // the text before and behind is not in one line
	quotes                     // another's words are in it
	keeps                      // line breaks in it are shown as such
	holds                      // its contents are a region
	links                      // is <a>
	redirects                  // is <meta>
	bases                      // is <base>
)

// roleOf returns what the element with that name does, in lower case. Blocks
// break the line, and what tables, lists and forms consist of. All others do not,
// also unknown ones: they are "phrasing content".
func roleOf(name []byte) role {
	switch string(name) {
	case "a":
		return links
	case "address", "article", "aside", "body", "br", "button",
		"caption", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt",
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
