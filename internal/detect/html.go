package detect

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// isHTML reports whether head is the beginning of an HTML document: white space,
// comments and an XML declaration, followed by a document type or an element named
// html. It returns more if head is too short to decide.
//
// The WHATWG's MIME Sniffing accepts other tags as well, such as <p> and <a>, and
// comments. isHTML does not: text that begins with one of them is Markdown or a
// template as often as a page.
func isHTML(head []byte) (html, more bool) {
	short := len(head) < TextHead
	head = bytes.TrimPrefix(head[:min(len(head), TextHead)], []byte(UTF8BOM))
	for {
		head = bytes.TrimLeft(head, " \t\r\n\f")
		end := "-->"
		if bytes.HasPrefix(head, []byte("<?xml")) {
			end = "?>"
		} else if !bytes.HasPrefix(head, []byte("<!--")) {
			html, more = opensHTML(head)
			return html, more && short
		}
		_, rest, found := bytes.Cut(head[len("<!--"):], []byte(end))
		if !found {
			return false, short
		}
		head = rest
	}
}

// opensHTML reports whether head begins with a document type or an element named html,
// or more if head is too short to decide.
func opensHTML(head []byte) (html, more bool) {
	for _, begin := range [...]string{"<!doctype html", "<html"} {
		n := min(len(head), len(begin))
		switch {
		case !bytes.EqualFold(head[:n], []byte(begin[:n])):
		case n == len(head):
			return false, true
		case head[n] == '>' || ascii.Is(head[n], ascii.Space):
			return true, false
		}
	}
	return false, bytes.HasPrefix([]byte("<!--"), head) || bytes.HasPrefix([]byte("<?xml"), head)
}
