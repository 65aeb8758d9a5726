package detect

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// isXML reports whether a text that begins with head, and is not HTML, is XML: whether an XML
// declaration, a document type, or an element of a feed or a picture is at its beginning, or any element
// whose tag declares a namespace. White space and comments may be before that. It returns more if head
// is too short to decide.
func isXML(head []byte) (is, more bool) {
	short := len(head) < TextHead
	head = bytes.TrimPrefix(head[:min(len(head), TextHead)], []byte(UTF8BOM))
	for {
		head = bytes.TrimLeft(head, " \t\r\n\f")
		if !bytes.HasPrefix(head, []byte("<!--")) {
			is, more = opensXML(head)
			return is, more && short
		}
		_, rest, found := bytes.Cut(head[len("<!--"):], []byte("-->"))
		if !found {
			return false, short
		}
		head = rest
	}
}

// BeginsXML reports whether a text that begins with head is XML. It asks for no more of the text.
func BeginsXML(head []byte) bool {
	if html, _ := isHTML(head); html {
		return false
	}
	is, _ := isXML(head)
	return is
}

// xmlBeginnings are the beginnings of XML that white space or ">" follows.
var xmlBeginnings = [...]string{"<?xml", docType, "<svg", "<rss", "<feed", "<opml"}

const docType = "<!DOCTYPE"

// opensXML reports whether XML begins with head, or more if head is too short to decide.
func opensXML(head []byte) (is, more bool) {
	for _, begin := range xmlBeginnings {
		n := min(len(head), len(begin))
		switch {
		case string(head[:n]) != begin[:n]:
		case n == len(head):
			more = true
		case begin == docType:
			return isOtherType(head[n:])
		case head[n] == '>' || ascii.Is(head[n], ascii.Space):
			return true, false
		}
	}
	if len(head) < 2 || head[0] != '<' || !ascii.Is(head[1], ascii.Alpha) {
		return false, more || bytes.HasPrefix([]byte("<!--"), head)
	}
	return declaresNamespace(head[1:])
}

// isOtherType reports whether a document type whose name follows text is not that of HTML.
func isOtherType(text []byte) (is, more bool) {
	name := bytes.TrimLeft(text, " \t\r\n")
	n := min(len(name), len("html"))
	switch {
	case len(name) == len(text):
		return false, false
	case ascii.EqualFold(name[:n], "html"[:n]):
		return false, n < len("html")
	}
	return ascii.Is(name[0], ascii.Alpha) || name[0] == '_', false
}

// declaresNamespace reports whether the tag, without its "<", that text begins with declares a
// namespace. It returns more if the tag is incomplete.
func declaresNamespace(text []byte) (is, more bool) {
	t := tagReader{text}
	t.name()
	for t.space() {
		name := t.name()
		t.space()
		if len(t.rest) > 0 && (len(name) == 0 || t.rest[0] != '=') {
			return false, false
		}
		if len(t.rest) == 0 {
			break
		} else if string(name) == "xmlns" || bytes.HasPrefix(name, []byte("xmlns:")) {
			return true, false
		}
		t.rest = t.rest[1:]
		if t.space(); len(t.rest) == 0 {
			break
		} else if c := t.rest[0]; c != '"' && c != '\'' {
			return false, false
		}
		_, rest, found := bytes.Cut(t.rest[1:], t.rest[:1])
		if !found {
			return false, true
		}
		t.rest = rest
	}
	return false, len(t.rest) == 0
}

// A tagReader reads a tag of XML.
type tagReader struct{ rest []byte }

// name reads a name of ASCII characters, which may be empty.
func (t *tagReader) name() []byte {
	n := 0
	for n < len(t.rest) && (ascii.Is(t.rest[n], ascii.AlphaDigit) || strings.IndexByte(":_-.", t.rest[n]) >= 0) {
		n++
	}
	name := t.rest[:n]
	t.rest = t.rest[n:]
	return name
}

// space skips white space, and reports whether there was some.
func (t *tagReader) space() bool {
	n := len(t.rest)
	t.rest = bytes.TrimLeft(t.rest, " \t\r\n")
	return len(t.rest) < n
}
