package htmltext

import "bytes"

// A bound is the end of a part of the document that is read as HTML, while a browser may
// read it as plain text. Nothing in the part, such as a comment or an unclosed quote, extends
// beyond the bound. So nothing in the part hides what follows, and what is in the part is
// found.
//
// For a browser, the contents of iframe, noembed and noframes are "raw text" (in the standard
// 13.2.6.4.7): they are not shown, and their links lead nowhere. Other parts are in doubt,
// which package htmltext cannot decide: see foreign.
type bound struct {
	element  string // whose end tag is the bound; "" for a CDATA section
	isRaw    bool   // a browser reads plain text
	searched int64  // the bound is not before this offset of the input

	pre, depth int      // Scanner.pre and output.depth before the part
	foreign    *foreign // Scanner.foreign before a CDATA section
}

// maxBounds is the maximum number of bounds. Elements nested more deeply have none.
const maxBounds = 8

// bind begins a part that ends at a bound.
func (s *Scanner) bind(b bound) {
	if len(s.bounds) == maxBounds {
		return
	}
	if s.Elements {
		s.show()
	}
	b.pre, b.depth = s.pre, s.depth
	if b.element == "" {
		f := s.foreign
		b.foreign = &f
		s.foreign = foreign{inSelect: f.inSelect, inFrameset: f.inFrameset}
	}
	s.bounds = append(s.bounds, b)
	s.region = bounded
	s.divide(Text)
}

// unbind ends the parts of the bounds from index i on.
func (s *Scanner) unbind(i int) {
	if s.Elements {
		s.show()
	}
	if s.region != document {
		s.leave()
	}
	for len(s.bounds) > i {
		k := len(s.bounds) - 1
		b := s.bounds[k]
		s.bounds = s.bounds[:k]
		switch {
		case b.isRaw:
			s.pre, s.depth = b.pre, b.depth
			if s.view.link.layer == inRaw {
				s.closeLink()
			}
		case b.foreign != nil:
			if s.foreign.isOn() {
				b.foreign.lose()
			}
			s.foreign = *b.foreign
		default:
			s.foreign.doubtful = s.foreign.isOn() || s.foreign.inexact
		}
	}
	s.divide(Text)
}

// end returns the index of the bound in text, which is at the offset at, and the number of
// bytes that mark it. If found is false, end is the index at which it may begin if the text
// continues.
func (b *bound) end(text []byte, at int64) (end, size int, found bool) {
	from := int(max(0, b.searched-at))
	if b.element != "" {
		end, size, found = endTag(text[from:], b.element)
	} else if end = bytes.Index(text[from:], []byte(cdataEnd)); end >= 0 {
		size, found = len(cdataEnd), true
	} else {
		end = partial(text[from:], cdataEnd)
	}
	b.searched = at + int64(from+end)
	return from + end, size, found
}

// rawElement returns the name of the element whose contents are read, if a browser reads
// plain text there, or "".
func (s *Scanner) rawElement() string {
	if k := len(s.bounds) - 1; k >= 0 && s.bounds[k].isRaw {
		return s.bounds[k].element
	}
	return ""
}
