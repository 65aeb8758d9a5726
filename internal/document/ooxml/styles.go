package ooxml

import (
	"strconv"

	"github.com/urlgrep/urlgrep/internal/document/markup"
)

// styles are the character styles of a text (ECMA-376 part 1, 17.7.4.17), by their identifiers.
type styles map[string]style

// A style is a character style.
type style struct {
	base   string
	raised position
}

// A position is whether characters are superscript.
type position uint8

const (
	inherited position = iota
	isRaised
	notRaised
)

const (
	maxStyles = 1 << 12
	maxBases  = 32 // styles that a style is based on
)

// raised reports whether characters with a style are superscript.
func (t styles) raised(id string) bool {
	for range maxBases {
		s, ok := t[id]
		if !ok || s.raised != inherited {
			return s.raised == isRaised
		}
		id = s.base
	}
	return false
}

// findStyles finds the member with the styles, which the main member with the relationships rels has.
// It is read before all others.
func (r *reader) findStyles(rels relations) {
	i, ok := r.names["word/styles.xml"]
	for _, id := range rels.ids {
		if m, is := r.names[rels.byID[id].target]; is && rels.byID[id].kind == "styles" {
			i, ok = m, true
		}
	}
	if ok {
		r.places[i].styles = true
		r.styles = styles{}
	}
}

// A styleReader reads the member with the styles as a content does, and the styles in it.
type styleReader struct {
	*content
	id   string // of the character style that is open, or ""
	last style  // the style that is open
}

// Step reads a token.
func (r *styleReader) Step() bool {
	k := r.s.Next()
	switch name := string(r.s.Name); {
	case k == markup.End && name == "style" && r.id != "" && len(r.styles) < maxStyles:
		r.styles[r.id] = r.last
		r.id = ""
	case k != markup.Start:
	case name == "style":
		if r.id, r.last = "", (style{}); string(r.s.Attr("type")) == "character" {
			r.id = string(r.s.Attr("styleId"))
		}
	case name == "basedOn":
		r.last.base = string(r.s.Attr("val"))
	default:
		r.last.raised = r.last.raised.with(r.s)
	}
	return r.token(k)
}

// with returns the position after a property of characters, whose start tag s is at.
func (p position) with(s *markup.Scanner) position {
	switch string(s.Name) {
	case "vertAlign":
		if string(s.Attr("val")) == "superscript" {
			return isRaised
		}
		return notRaised
	case "position": // in half-points
		if n, err := strconv.Atoi(string(s.Attr("val"))); err == nil && n > 0 {
			return isRaised
		}
	case "rPr": // of DrawingML
		if v := s.Attr("baseline"); len(v) > 1 && v[0] != '-' {
			return isRaised
		}
	}
	return p
}
