package detect

import (
	"bytes"

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
var xmlBeginnings = [...]string{"<?xml", "<!DOCTYPE", "<svg", "<rss", "<feed", "<opml"}

// opensXML reports whether XML begins with head, or more if head is too short to decide.
func opensXML(head []byte) (is, more bool) {
	for _, begin := range xmlBeginnings {
		n := min(len(head), len(begin))
		switch {
		case string(head[:n]) != begin[:n]:
		case n == len(head):
			more = true
		case head[n] == '>' || ascii.Is(head[n], ascii.Space):
			return true, false
		}
	}
	if len(head) < 2 || head[0] != '<' || !ascii.Is(head[1], ascii.Alpha) {
		return false, more || bytes.HasPrefix([]byte("<!--"), head)
	}
	tag, _, complete := bytes.Cut(head, []byte(">"))
	is = declaresNamespace(tag)
	return is, !is && !complete
}

// declaresNamespace reports whether tag has an attribute that declares a namespace.
func declaresNamespace(tag []byte) bool {
	const name = "xmlns"
	for i := 1; ; i += len(name) {
		k := bytes.Index(tag[i:], []byte(name))
		if i += k; k < 0 || i+len(name) == len(tag) {
			return false
		}
		after := tag[i+len(name)]
		if ascii.Is(tag[i-1], ascii.Space) && (after == ':' || after == '=' || ascii.Is(after, ascii.Space)) {
			return true
		}
	}
}
