package htmltext

import (
	"bytes"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// An Element is an element with a URL in an attribute or in its style sheet.
type Element struct {
	*Appearance
	Attribute string // name of the attribute, in lower case; "" for the contents of <style>
}

// An Appearance is what a reader sees of an element. It is the same for all attributes.
type Appearance struct {
	Name string // of the element, in lower case

	// Label is the text of a link, <a> or <area>. LabelCut reports whether the text goes
	// on after Label: see label.go.
	Label    string
	LabelCut bool

	Hidden string // the declaration or attribute that hides it, or the enclosing element, such as <template>: "display:none"; "" if nothing does
	Shown  Extent // the place of Label, or of the alt text of an image, in the shown text; empty without Scanner.Renders
	Pixel  string // the declared size of an image of at most one pixel: "1x1"; "" for others

	open bool // Label may become longer
}

// IsOpen reports whether the label of e may become longer with the next call of Append or
// Close. e may be nil.
func (e *Element) IsOpen() bool { return e != nil && e.open }

// A view follows what a reader of the document sees, for the Elements of Cuts. It is off
// unless Scanner.Elements is set. It works at tags, and at the end of each piece of the
// input, so it takes no time for each byte of the text outside of links.
type view struct {
	fed     int64       // offset in the output: the text before it has been shown
	half    bool        // the last byte before fed may begin a no-break space; it has not been shown
	element *Appearance // of the current tag; nil until an attribute needs it
	link    link
	hiding  hiding
	tables  int // number of open tables
}

// show adds the output since the last call, which is text of the current region, to the
// open line and to the label of the open link.
func (s *Scanner) show() {
	text, at := s.unshown()
	s.view.fed, s.view.half = s.m.Len(), false
	s.showText(text, at)
}

// unshown returns the output that has not been shown, and its offset.
func (s *Scanner) unshown() (text []byte, at int64) {
	v := &s.view
	text = s.dst[len(s.dst)-int(s.m.Len()-v.fed):]
	if v.half {
		return slices.Concat([]byte(nbsp[:1]), text), v.fed - 1
	}
	return text, v.fed
}

// showPiece is show at the end of a piece of the input, which is at the offset at of the
// input. A byte that may begin a no-break space waits for the next piece. A link ends if it
// is too long, and no text of its label is at that offset.
func (s *Scanner) showPiece(at int64) {
	v := &s.view
	text, out := s.unshown()
	v.fed, v.half = s.m.Len(), bytes.HasSuffix(text, []byte(nbsp[:1]))
	if v.half {
		text = text[:len(text)-1]
	}
	s.showText(text, out)
	if !s.isInLabel() {
		s.limitLink(at)
	}
}

// showText adds text of the current region, which is at an offset of the output, to the open
// line and to the label of the open link.
func (s *Scanner) showText(text []byte, at int64) {
	isShown, keeps := s.Renders && s.isShown(), s.keepsLines() || s.region == xmp || s.region == plaintext
	if s.isInLabel() {
		n, ok := s.view.link.add(text)
		if isShown {
			s.add(text[:n], at, keeps)
		}
		text, at = text[n:], at+int64(n)
		if !ok {
			s.closeLink()
		}
	}
	if isShown {
		s.add(text, at, keeps)
	}
}

// limitLink ends the link if it is too long at an offset of the input.
func (s *Scanner) limitLink(at int64) {
	if l := &s.view.link; l.element != nil && at-l.source >= maxLinkSource {
		l.element.LabelCut = true
		s.closeLink()
	}
}

// isShown reports whether a browser shows the text of the current region.
func (s *Scanner) isShown() bool {
	switch s.region {
	case script, style, cdata, comment, bogus:
		return false
	}
	return s.hidden() == ""
}

// hidden returns the declaration, attribute or element that hides the text of the document
// at the current offset, or "".
func (s *Scanner) hidden() string {
	if name := s.rawElement(); name != "" {
		return name
	}
	return s.view.hiding.by
}

// layer returns the layer of the current offset.
func (s *Scanner) layer() layer {
	switch {
	case s.region == comment:
		return inComment
	case s.rawElement() != "":
		return inRaw
	}
	return inDocument
}

// closeLink ends the link, if one is open.
func (s *Scanner) closeLink() {
	if l := &s.view.link; l.element != nil {
		l.element.Shown.To = s.here()
		if s.words == l.words {
			l.element.Shown = Extent{}
		}
		l.close()
	}
}

// isInLabel reports whether text of the current region is part of the open link's label.
func (s *Scanner) isInLabel() bool {
	l := &s.view.link
	switch {
	case l.element == nil, s.region == script, s.region == style, s.region == cdata, s.region == bogus:
		return false
	case s.region == comment:
		return l.layer == inComment
	}
	return l.layer == s.layer() && (s.hidden() == "" || l.element.Hidden != "")
}

// beginTag prepares the view for the output of the tag b. name is in lower case, nil if it
// is too long to be that of an element of HTML.
func (s *Scanner) beginTag(name, b []byte, at int64) {
	s.show()
	v, t := &s.view, &s.tag
	end := b[1] == '/'
	v.element = nil
	s.limitLink(at)
	if l := &v.link; l.element != nil && l.layer == s.layer() && l.endsAt(name, end) {
		s.closeLink()
	}
	if s.layer() != inDocument {
		return
	}
	if end || !s.foreign.isEmpty(name, t, b) {
		v.hiding.tag(t, name, b)
	}
	if string(name) == "table" && end {
		v.tables = max(0, v.tables-1)
	} else if string(name) == "table" {
		v.tables++
	}
}

// endTag completes the view after the output of the tag b: the output is not text.
func (s *Scanner) endTag(name, b []byte, at int64) {
	v, t := &s.view, &s.tag
	v.fed = s.m.Len()
	if b[1] == '/' {
		return
	}
	switch string(name) {
	case "a":
		if e := v.element; e != nil && v.link.element == nil && !s.foreign.isEmpty(name, t, b) {
			v.link.open(e, at)
			e.Shown.From, v.link.words = s.next(), s.words
			v.link.layer, v.link.inCell = s.layer(), v.tables > 0
		}
	case "area":
		if v.element != nil {
			l := link{element: v.element}
			l.add(t.text(b, "alt"))
			l.close()
		}
	case "img", "input":
		isHidden := t.hides(b) != ""
		alt := t.text(b, "alt")
		if s.Renders && s.isShown() && !isHidden {
			if shown := s.addAlt(alt, v.fed); v.element != nil {
				v.element.Shown = shown
			}
		}
		if s.isInLabel() && (!isHidden || v.link.element.Hidden != "") && !v.link.addAlt(alt) {
			s.closeLink()
		}
	}
}

// setElement makes the element of the tag b, and an attribute of it, those of the next
// output.
func (s *Scanner) setElement(b, attribute []byte) {
	v, t := &s.view, &s.tag
	if v.element == nil {
		v.element = &Appearance{Name: string(bytes.ToLower(b[t.name:t.nameEnd]))}
		if b[1] != '/' {
			v.element.Hidden = s.hidden()
			if v.element.Hidden == "" {
				v.element.Hidden = t.hides(b)
			}
			v.element.Pixel = t.pixel(b)
		}
	}
	s.elem = &Element{v.element, string(bytes.ToLower(attribute))}
}

// text returns the value of an attribute of the tag b with its character references
// decoded, or nil if the tag does not have the attribute.
func (t *tag) text(b []byte, name string) []byte {
	v, _ := t.value(b, name)
	if bytes.IndexByte(v, '&') < 0 {
		return v
	}
	var text []byte
	for len(v) > 0 {
		n := bytes.IndexByte(v, '&')
		if n < 0 {
			return append(text, v...)
		}
		text = append(text, v[:n]...)
		v = v[n:]
		n = referenceLen(v)
		had := len(text)
		if !endsBadly(v, n) {
			var used int
			if text, used = appendReference(text, v[:n]); used > 0 && !endsBadly(v, used) {
				v = v[used:]
				continue
			}
		}
		text = append(text[:had], v[:n]...)
		v = v[n:]
	}
	return text
}

// value returns the value of the first attribute of the tag b with that name, as written.
// name is in lower case.
func (t *tag) value(b []byte, name string) (value []byte, ok bool) {
	for _, a := range t.attributes {
		if ascii.EqualFold(b[a.name:a.nameEnd], name) {
			return b[a.value:a.valueEnd], true
		}
	}
	return nil, false
}

// pixel returns the size that the tag b declares, if it is an image of at most one pixel
// in width and in height, or "".
func (t *tag) pixel(b []byte) string {
	name := b[t.name:t.nameEnd]
	if !ascii.EqualFold(name, "img") && !ascii.EqualFold(name, "image") {
		return ""
	}
	width, height := t.size(b, "width"), t.size(b, "height")
	if width == "" || height == "" {
		return ""
	}
	return width + "x" + height
}

// size returns the width or the height that the tag b declares, "0" or "1", or "" if it is
// larger or not declared. A style is stronger than an attribute.
func (t *tag) size(b []byte, name string) string {
	text, _ := t.value(b, name)
	if style, ok := t.value(b, "style"); ok {
		if value := declared(style, name); value != "" {
			text = []byte(value)
		}
	}
	switch size := strings.TrimSuffix(strings.ToLower(strings.TrimSpace(string(text))), "px"); size {
	case "0", "1":
		return size
	}
	return ""
}
