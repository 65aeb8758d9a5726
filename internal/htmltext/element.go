package htmltext

import "bytes"

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
	if breaks(name) {
		// From the tag's name only: its attributes come behind it.
		s.begin()
		s.dst = append(s.dst, '\n')
		s.unit(1, at, t.nameEnd)
	}
	t.refreshes = string(name) == "meta" && t.isRefresh(b)
	for _, a := range t.attributes {
		s.attribute(name, a, b, at)
	}
	if string(name) == "a" && b[1] == '/' {
		s.divide(Text) // as its href did before it
	}
	if s.region == document {
		s.nest(name, b[1] == '/')
	}
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
func (s *Scanner) nest(name []byte, end bool) {
	step := 1
	if end {
		step = -1
	}
	switch string(name) {
	case "blockquote":
		s.depth = max(0, s.depth+step)
		s.divide(Text)
	case "pre", "listing":
		s.pre = max(0, s.pre+step)
	default:
		if r := regionOf(name); r != document && !end {
			s.enter(r)
		} else if r != document {
			s.divide(Text)
		}
	}
}

// breaks reports whether the text before and behind an element's tag is not in
// one line: of blocks, of what tables, lists and forms consist of. Of all
// others, also unknown ones, it is: they are "phrasing content".
func breaks(element []byte) bool {
	switch string(element) {
	case "address", "article", "aside", "blockquote", "body", "br", "button",
		"caption", "center", "dd", "details", "dialog", "dir", "div", "dl", "dt",
		"fieldset", "figcaption", "figure", "footer", "form", "frame",
		"frameset", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header",
		"hgroup", "hr", "html", "iframe", "legend", "li", "listing", "main",
		"menu", "nav", "noframes", "noscript", "ol", "optgroup", "option", "p",
		"plaintext", "pre", "search", "section", "select", "summary", "table",
		"tbody", "td", "textarea", "tfoot", "th", "thead", "title", "tr", "ul",
		"xmp":
		return true
	}
	return false
}
