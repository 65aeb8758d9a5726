package htmltext

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A hiding is the element that hides the text at the current offset, if there is one. It
// is followed to its end by the names of the elements that are open in it.
//
// A browser computes more. Here, style sheets do not count, nor do properties that make text
// hard to see, such as its colour, size or position.
type hiding struct {
	by   string   // the declaration, attribute or element; "" if nothing is hidden
	name string   // name of the element
	open []string // names of the elements that are open in it, at most maxOpen
}

// maxOpen is the maximum length of hiding.open. Elements nested more deeply do not count.
const maxOpen = 64

// maxHidingValue is the maximum length in bytes of a value that hides, such as "0.000".
const maxHidingValue = 16

func (h *hiding) isOn() bool { return h.by != "" }

// tag follows the tag b, whose name is in lower case, nil if it is too long to be that of
// an element of HTML.
func (h *hiding) tag(t *tag, name, b []byte) {
	end := b[1] == '/'
	if h.isOn() && h.endsAt(name, end) {
		h.by = ""
		if end {
			return
		}
	}
	switch {
	case end || isVoid(name) || b[len(b)-2] == '/' && isQualifiedName(name):
	case h.isOn():
		if len(h.open) < maxOpen {
			h.open = append(h.open, string(name))
		}
	default:
		if by := t.hides(b); by != "" {
			*h = hiding{by: by, name: string(name), open: h.open[:0]}
		}
	}
}

// endsAt reports whether the element ends at a tag. At an end tag it closes the elements
// that are open up to that one.
func (h *hiding) endsAt(name []byte, end bool) bool {
	if !end {
		return impliesEnd(h.name, name) && !slices.ContainsFunc(h.open, func(open string) bool { return bars(open, h.name) })
	}
	for i, open := range slices.Backward(h.open) {
		if open == string(name) {
			h.open = h.open[:i]
			return false
		}
	}
	// The end of an element that contains the hidden one ends both.
	return h.name == string(name) || roleOf(name)&breaks != 0 && string(name) != "p" && string(name) != "br" && len(h.open) < maxOpen
}

// impliesEnd reports whether the start tag of next ends an element: one whose end tag may
// be omitted (the standard, 13.1.2.4, "Optional tags"), or a link.
func impliesEnd(name string, next []byte) bool {
	switch n := string(next); name {
	case "p":
		return roleOf(next)&breaks != 0 && n != "br" && n != "button" && n != "select" && n != "option"
	case "a", "li", "option", "optgroup":
		return n == name
	case "dt", "dd":
		return n == "dt" || n == "dd"
	case "td", "th":
		return n == "td" || n == "th" || n == "tr" || n == "tbody" || n == "tfoot"
	case "tr":
		return n == "tr" || n == "tbody" || n == "tfoot"
	}
	return false
}

// bars reports whether an element that is open within the element with the given name keeps a
// start tag from ending that element.
func bars(open, name string) bool {
	switch name {
	case "li", "dt", "dd":
		return roleOf([]byte(open))&breaks != 0 && open != "div" && open != "p" && open != "address"
	case "a", "p":
		return open == "table" || open == "td" || open == "th" || open == "button"
	case "td", "th", "tr":
		return open == "table"
	}
	return true
}

// isVoid reports whether an element has no contents and no end tag (the standard, 13.1.2,
// "Void elements").
func isVoid(name []byte) bool {
	switch string(name) {
	case "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr":
		return true
	case "basefont", "bgsound", "frame", "image", "keygen": // 13.2.6, "Tree construction"
		return true
	}
	return false
}

// isQualifiedName reports whether an element is one of XML, such as Office's <o:p/>.
func isQualifiedName(name []byte) bool { return bytes.IndexByte(name, ':') >= 0 }

// hides returns the declaration or attribute of the tag b that hides its element, the name
// of a <template>, or "".
func (t *tag) hides(b []byte) string {
	if ascii.EqualFold(b[t.name:t.nameEnd], "template") {
		return "template"
	}
	for _, a := range t.attributes {
		name := b[a.name:a.nameEnd]
		switch {
		case ascii.EqualFold(name, "hidden"):
			return "hidden"
		case ascii.EqualFold(name, "style"):
			for _, property := range [...]string{"display", "visibility", "opacity"} {
				value := declared(b[a.value:a.valueEnd], property)
				if len(value) <= maxHidingValue && isHiding(property, value) {
					return property + ":" + value
				}
			}
		}
	}
	return ""
}

// isHiding reports whether a declaration hides an element and all that is in it.
func isHiding(property, value string) bool {
	switch property {
	case "display":
		return value == "none"
	case "visibility":
		return value == "hidden" || value == "collapse"
	case "opacity":
		return value != "" && strings.Trim(strings.TrimSuffix(value, "%"), "0.") == "" && strings.Contains(value, "0")
	}
	return false
}

// declared returns the value of a property in a style attribute, in lower case and without
// "!important", or "" if it is not declared. The last declaration counts, or the last
// important one.
func declared(style []byte, property string) (value string) {
	important := false
	for declaration := range bytes.SplitSeq(style, []byte(";")) {
		name, text, ok := bytes.Cut(declaration, []byte(":"))
		if !ok || !ascii.EqualFold(bytes.TrimSpace(name), property) {
			continue
		}
		text, _, mark := bytes.Cut(text, []byte("!"))
		if mark || !important {
			value, important = strings.ToLower(string(bytes.TrimSpace(text))), mark
		}
	}
	return value
}
