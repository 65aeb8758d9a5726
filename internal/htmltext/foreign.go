package htmltext

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// A foreign follows the elements of SVG and MathML ("foreign content", in the standard
// 13.2.6.5), since <style>, <title> and CDATA sections have another syntax in them. It is
// empty outside of these elements, and takes no time there.
//
// The elements of HTML that contain an <svg> are not followed. So it is not known whether an end
// tag in it that ends no element in it ends one of those, and with it the <svg>: then the foreign
// is doubtful, until the <svg> ends in either case. It is also
// doubtful where parsers differ from each other. What is read in doubt: see bound.
type foreign struct {
	open  []node // since the outermost <svg> or <math>, which is the first; at most maxOpen
	names []byte // their names in lower case, one after the other

	// doubtful reports that a browser may be outside of the elements in open. If inexact is
	// set, it may also be in other ones, up to the end of the document.
	doubtful, inexact bool

	// After <select> and <frameset>, parsers ignore other tags: the older ones, or if the
	// frameset is the body of the document.
	inSelect, inFrameset bool
}

// A node is an open element.
type node struct {
	end  int // offset in foreign.names after its name
	kind nodeKind
}

// A nodeKind says how tags in an element are read.
type nodeKind uint8

const (
	htmlNode   nodeKind = iota // an element of HTML
	svgNode                    // an element of SVG
	mathNode                   // an element of MathML
	htmlPoint                  // a foreign element with HTML in it: "HTML integration point"
	textPoint                  // mi, mo, mn, ms, mtext: "MathML text integration point"
	annotation                 // annotation-xml, which may contain <svg>
)

// isOn reports whether an element is open.
func (f *foreign) isOn() bool { return len(f.open) > 0 }

// top returns the kind of the innermost open element.
func (f *foreign) top() nodeKind {
	if len(f.open) == 0 {
		return htmlNode
	}
	return f.open[len(f.open)-1].kind
}

// isTop reports whether name is that of the innermost open element.
func (f *foreign) isTop(name string) bool {
	return f.isOn() && string(f.name(len(f.open)-1)) == name
}

func (f *foreign) name(i int) []byte { return f.names[f.from(i):f.open[i].end] }

// push opens an element. An element that is nested too deeply or has a long name is not
// followed.
func (f *foreign) push(name []byte, kind nodeKind) {
	if len(f.open) == maxOpen || len(name) > maxForeignName {
		f.lose()
		return
	}
	f.names = append(f.names, name...)
	f.open = append(f.open, node{len(f.names), kind})
}

// maxForeignName is the maximum length in bytes of the name of an element that is followed.
const maxForeignName = 32

// cut closes the elements from index i on.
func (f *foreign) cut(i int) {
	f.names = f.names[:f.from(i)]
	f.open = f.open[:i]
}

// from returns the offset in names of the name of open[i].
func (f *foreign) from(i int) int {
	if i == 0 {
		return 0
	}
	return f.open[i-1].end
}

// container follows the tags of <select> and <frameset>.
func (f *foreign) container(name []byte, end bool) {
	switch string(name) {
	case "select": // in a select, its start tag ends it
		f.inSelect = !end && !f.inSelect
	case "frameset":
		f.inFrameset = true
	}
}

// settle ends the doubt if no element is open in either case.
func (f *foreign) settle() {
	if len(f.open) == 0 && !f.inexact {
		f.doubtful = false
	}
}

// admits reports whether the start tag of an element is read by the rules of HTML: "tree
// construction dispatcher", 13.2.6. name is in lower case.
func (f *foreign) admits(name []byte) bool {
	switch f.top() {
	case htmlNode, htmlPoint:
		return true
	case textPoint:
		return string(name) != "mglyph" && string(name) != "malignmark"
	case annotation:
		return string(name) == "svg"
	}
	return false
}

// tag follows the tag b, which is t. It reports whether the tag begins a foreign element.
func (f *foreign) tag(t *tag, b []byte) (isForeign bool) {
	var buf [maxForeignName + 1]byte
	name := b[t.name:t.nameEnd]
	name = append(buf[:0], name[:min(len(name), len(buf))]...)
	for i, c := range name {
		name[i] = ascii.Lower(c)
	}
	if end := b[1] == '/'; end {
		f.endTag(name)
	} else {
		isForeign = f.startTag(name, t, b)
	}
	f.settle()
	return isForeign
}

// isEmpty reports whether the start tag b, which is t, is all of a foreign element. name is in lower
// case.
func (f *foreign) isEmpty(name []byte, t *tag, b []byte) bool {
	return f.isOn() && t.isSelfClosing(b) && !f.admits(name) && !t.breaksOut(name, b)
}

func (f *foreign) startTag(name []byte, t *tag, b []byte) (isForeign bool) {
	if !f.admits(name) {
		if !t.breaksOut(name, b) {
			if !t.isSelfClosing(b) {
				f.push(name, f.kind(name, t, b))
			}
			return true
		}
		for !f.admits(name) {
			f.cut(len(f.open) - 1)
		}
	}
	switch n := string(name); {
	case n == "svg" || n == "math":
		if t.isSelfClosing(b) {
			return true
		}
		kind := svgNode
		if n == "math" {
			kind = mathNode
		}
		f.push(name, kind)
		return true
	case !f.isOn() || isVoid(name):
	case n == "html" || n == "head" || n == "body": // they are ignored
	case isTablePart(name) && n != "table" && !f.has("table"):
		f.doubtful = true // it ends the cell that contains the <svg>, or is ignored
	default:
		if k := len(f.open) - 1; isHeading(name) && isHeading(f.name(k)) {
			f.cut(k)
		}
		f.implyEnd(name)
		f.push(name, htmlNode)
	}
	return false
}

// kind returns the kind of an element in the innermost open element, which is foreign.
func (f *foreign) kind(name []byte, t *tag, b []byte) nodeKind {
	switch n := string(name); {
	case f.top() == svgNode && (n == "foreignobject" || n == "desc" || n == "title"):
		return htmlPoint
	case f.top() == svgNode:
		return svgNode
	case n == "mi" || n == "mo" || n == "mn" || n == "ms" || n == "mtext":
		return textPoint
	case n == "annotation-xml":
		encoding := t.text(b, "encoding")
		if ascii.EqualFold(encoding, "text/html") || ascii.EqualFold(encoding, "application/xhtml+xml") {
			return htmlPoint
		}
		return annotation
	}
	return mathNode
}

// has reports whether an element of HTML with that name is open in the innermost foreign
// element.
func (f *foreign) has(name string) bool {
	for i := len(f.open) - 1; i >= 0 && f.open[i].kind == htmlNode; i-- {
		if string(f.name(i)) == name {
			return true
		}
	}
	return false
}

// implyEnd closes the element that ends at the start tag of next.
func (f *foreign) implyEnd(next []byte) {
	for i := len(f.open) - 1; i >= 0 && f.open[i].kind == htmlNode; i-- {
		name := string(f.name(i))
		if !impliesEnd(name, next) {
			continue
		}
		for k := i + 1; k < len(f.open); k++ {
			if bars(string(f.name(k)), name) {
				return
			}
		}
		f.cut(i)
		return
	}
}

// endTag follows an end tag. In foreign elements it ends one of them, if one has that name,
// and otherwise is read by the rules of HTML.
func (f *foreign) endTag(name []byte) {
	i := len(f.open) - 1
	for ; i >= 0 && f.open[i].kind != htmlNode; i-- {
		if bytes.Equal(f.name(i), name) {
			f.cut(i)
			return
		}
	}
	k := i
	for ; k >= 0 && f.open[k].kind == htmlNode; k-- {
		if bytes.Equal(f.name(k), name) || isHeading(f.name(k)) && isHeading(name) {
			f.cut(k)
			return
		}
		if keepsOpen(f.name(k), name) {
			f.lose()
			return
		}
	}
	for ; k >= 0 && k < i; k-- {
		if bytes.Equal(f.name(k), name) { // unless an element of HTML in it is open
			f.lose()
			return
		}
	}
	f.doubtful = f.doubtful || f.isOn() && mayEndOutside(name)
}

// mayEndOutside reports whether an end tag may end an element that contains an <svg> or <math>.
func mayEndOutside(name []byte) bool {
	switch string(name) {
	case "html", "body":
		return false // they only change what may follow
	}
	return roleOf(name)&holds == 0
}

// isHeading reports whether an element is a heading, h1 to h6.
func isHeading(name []byte) bool {
	return len(name) == 2 && name[0] == 'h' && '1' <= name[1] && name[1] <= '6'
}

// lose gives up following the elements of HTML in foreign elements.
func (f *foreign) lose() { f.doubtful, f.inexact = true, true }

// keepsOpen reports whether an element of HTML keeps an end tag in it from ending an element
// that contains it. Then the tag is ignored, or the elements are rearranged.
func keepsOpen(open, name []byte) bool {
	switch string(open) {
	case "applet", "caption", "marquee", "object", "table", "td", "template", "th":
		return !isTablePart(name)
	}
	return roleOf(open)&breaks != 0 && roleOf(name)&breaks == 0
}

// isTablePart reports whether an element is a table or a part of one.
func isTablePart(name []byte) bool {
	switch string(name) {
	case "caption", "col", "colgroup", "table", "tbody", "td", "tfoot", "th", "thead", "tr":
		return true
	}
	return false
}

// breaksOut reports whether the start tag b ends the foreign elements that it is in.
func (t *tag) breaksOut(name, b []byte) bool {
	switch string(name) {
	case "b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt",
		"em", "embed", "h1", "h2", "h3", "h4", "h5", "h6", "head", "hr", "i", "img", "li",
		"listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s", "small", "span",
		"strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var":
		return true
	case "font":
		for _, attribute := range [...]string{"color", "face", "size"} {
			if _, ok := t.value(b, attribute); ok {
				return true
			}
		}
	}
	return false
}

// isDoubtful reports whether it is not known how the contents of an element with that name
// are read. isForeign is the result of tag for its start tag.
func (f *foreign) isDoubtful(name []byte, isForeign bool) bool {
	return f.inexact || f.doubtful && isForeign ||
		f.inSelect && string(name) != "script" && string(name) != "textarea" ||
		f.inFrameset && string(name) != "noframes"
}
