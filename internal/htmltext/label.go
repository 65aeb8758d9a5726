package htmltext

import (
	"bytes"
	"unicode/utf8"
)

// The label of a link is the text that a reader sees for it, with the alt texts of its
// images between blanks. White space is collapsed. Parts that are hidden are left out,
// unless the link itself is hidden.
//
// A link ends at the next <a> or </a>. If it is in a cell of a table, it ends with the cell
// at the latest, as in a browser. Its label ends with the first of these limits.
const (
	maxLabel      = 256       // bytes of Appearance.Label
	maxLinkText   = 4 << 10   // bytes of text, including white space
	maxLinkSource = 256 << 10 // bytes of the document, including tags
)

// A link is the link that is open: the label of its element, as far as it has been read.
type link struct {
	element *Appearance // nil if no link is open
	source  int64       // offset of the tag in the document
	layer   layer       // of the tag
	inCell  bool        // the tag is in a table
	tables  int         // number of tables that are open within the link
	words   int         // lineBuilder.words at the beginning

	read  int    // bytes of text that have been read
	label []byte // the text, with white space collapsed
	blank bool   // white space follows label
}

// A layer says which tags and text belong together.
type layer uint8

const (
	inDocument layer = iota
	inComment
	inRaw // in an element whose contents are plain text for a browser: see bound
)

// open begins the link with the element e, whose tag is at the offset at.
func (l *link) open(e *Appearance, at int64) {
	e.open = true
	*l = link{element: e, source: at, label: l.label[:0]}
}

// endsAt reports whether the link ends at a tag.
func (l *link) endsAt(name []byte, end bool) bool {
	switch string(name) {
	case "a":
		return true
	case "table":
		if !end {
			l.tables++
			return false
		}
		l.tables--
		return l.tables < 0 && l.inCell
	case "td", "th", "tr", "caption", "tbody", "thead", "tfoot":
		return l.tables <= 0 && l.inCell
	}
	return false
}

// addAlt adds the alt text of an image. It returns false at a limit.
func (l *link) addAlt(text []byte) bool {
	if len(bytes.TrimSpace(text)) == 0 {
		return true
	}
	l.blank = true
	_, ok := l.add(text)
	l.blank = true
	return ok
}

// add adds text to the label. It returns the number of bytes that it has read, and at a
// limit, after which no text is part of the link, false.
func (l *link) add(text []byte) (n int, ok bool) {
	end := min(len(text), max(0, maxLinkText-l.read))
	for end < len(text) && !utf8.RuneStart(text[end]) {
		end++
	}
	for n < end && len(l.label) <= maxLabel {
		if k := spaceLen(text[n:end]); k > 0 {
			l.blank = true
			n += k
			continue
		}
		if l.blank && len(l.label) > 0 {
			l.label = append(l.label, ' ')
		}
		l.blank = false
		from, room := n, maxLabel+1-len(l.label) // one byte more says that the label is cut
		for n++; n < end && n-from < room && spaceLen(text[n:end]) == 0; n++ {
		}
		l.label = append(l.label, text[from:n]...)
	}
	l.read += n
	if n < len(text) || len(l.label) > maxLabel {
		l.element.LabelCut = true
	}
	return n, !l.element.LabelCut
}

const nbsp = "\u00A0"

// spaceLen returns the length of the white space at the beginning of text: a character of
// ASCII or a no-break space.
func spaceLen(text []byte) int {
	switch {
	case isSpace(text[0]):
		return 1
	case len(text) >= len(nbsp) && string(text[:len(nbsp)]) == nbsp:
		return len(nbsp)
	}
	return 0
}

// close ends the link.
func (l *link) close() {
	label, _ := CutLabel(l.label)
	l.element.Label, l.element.open = string(label), false
	*l = link{label: l.label[:0]}
}

// CutLabel returns the beginning of a label that is short enough for Appearance.Label. isCut
// reports whether label is longer. A label that is converted to UTF-8 may have become longer.
func CutLabel(label []byte) (beginning []byte, isCut bool) {
	if len(label) <= maxLabel {
		return label, false
	}
	n := maxLabel
	for n > maxLabel-utf8.UTFMax && !utf8.RuneStart(label[n]) {
		n--
	}
	return bytes.TrimRight(label[:n], " "), true
}
