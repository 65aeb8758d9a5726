package htmltext

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// MaxPrescan is the number of bytes of a document that [Charset] examines.
const MaxPrescan = 1024

// Charset returns the name of the character set that an XML declaration or a <meta> at
// the beginning of a document declares, or "" if none does. A longer head of the same
// document yields the same name, or a name instead of "".
//
// Charset follows "prescan a byte stream to determine its encoding" in the standard,
// with two differences. The standard uses the XML declaration last, while Charset
// returns the first declaration. The standard replaces UTF-16 by UTF-8; Charset leaves
// that to the caller.
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

// charset returns the character set that the tag at the beginning of b declares.
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

// parameter returns the value of a parameter: "extracting a character encoding from a
// meta element" in the standard.
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
