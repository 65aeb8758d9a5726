package htmltext

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// MaxPrescan is how many bytes of a document [Charset] looks at.
const MaxPrescan = 1024

// Charset returns the name of the character set that an XML declaration or a
// <meta> at the beginning of a document declares, "" if none does: the standard's
// "prescan a byte stream to determine its encoding", which asks XML last, where
// here the first counts, and makes UTF-8 of UTF-16, which is left to the caller. A longer head of the same document gives the same
// name, or a name where there was none.
func Charset(head []byte) string {
	head = head[:min(len(head), MaxPrescan)]
	var t tag
	for {
		i := bytes.IndexByte(head, '<')
		if i < 0 {
			return ""
		}
		head = head[i:]
		switch opening(head) {
		case openComment:
			head = head[len("<!"):] // "the two dashes can be the same as those in <!--"
			_, rest, found := bytes.Cut(head, []byte("-->"))
			if !found {
				return ""
			}
			head = rest
		case openTag:
			t.begin(head)
			switch t.scan(head) {
			case open:
				return ""
			case closed:
				if name := t.charset(head); name != "" {
					return name
				}
				head = head[t.pos:]
			default:
				head = head[1:]
			}
		default:
			head = head[1:]
		}
	}
}

// charset returns what the tag, which b begins with, declares as character set.
func (t *tag) charset(b []byte) (name string) {
	switch {
	case bytes.HasPrefix(b, []byte("<?xml")):
		return parameter(b[:t.pos], "encoding")
	case t.state == inDeclaration || !ascii.EqualFold(b[t.name:t.nameEnd], "meta"):
		return ""
	}
	pragma, content := false, ""
	for _, a := range t.attributes {
		value := b[a.value:a.valueEnd]
		switch attribute := b[a.name:a.nameEnd]; {
		case name == "" && ascii.EqualFold(attribute, "charset"):
			name = string(trim(value))
		case ascii.EqualFold(attribute, "http-equiv"):
			pragma = ascii.EqualFold(value, "content-type")
		case content == "" && ascii.EqualFold(attribute, "content"):
			content = parameter(value, "charset")
		}
	}
	if name == "" && pragma {
		name = content
	}
	return name
}

// parameter returns the value of a parameter: the standard's "extracting a
// character encoding from a meta element".
func parameter(v []byte, name string) string {
	for {
		i := indexFold(v, name)
		if i < 0 {
			return ""
		}
		v = v[i+len(name):]
		if i = skip(v, 0, isSpace); i == len(v) || v[i] != '=' {
			continue
		}
		v = v[skip(v, i+1, isSpace):]
		if len(v) > 0 && (v[0] == '"' || v[0] == '\'') {
			value, _, closed := bytes.Cut(v[1:], v[:1])
			if !closed {
				return ""
			}
			return string(value)
		}
		end := bytes.IndexAny(v, " \t\r\n\f;")
		if end < 0 {
			end = len(v)
		}
		return string(v[:end])
	}
}
