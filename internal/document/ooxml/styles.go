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

// readStyles reads the member with the styles, which the main member with the relationships rels has.
func (r *reader) readStyles(rels relations) {
	i, ok := r.names["word/styles.xml"]
	for _, id := range rels.ids {
		if m, is := r.names[rels.byID[id].target]; is && rels.byID[id].kind == "styles" {
			i, ok = m, true
		}
	}
	if !ok {
		return
	}
	in := r.a.Reader(&r.a.Members[i])
	if in == nil {
		return
	}
	r.styles = styles{}
	s, id, last := markup.New(in), "", style{}
	for k := s.Next(); k != markup.EOF && len(r.styles) < maxStyles; k = s.Next() {
		switch {
		case k == markup.End && string(s.Name) == "style" && id != "":
			r.styles[id] = last
			id = ""
		case k != markup.Start:
		case string(s.Name) == "style":
			if id, last = "", (style{}); string(s.Attr("type")) == "character" {
				id = string(s.Attr("styleId"))
			}
		case string(s.Name) == "basedOn":
			last.base = string(s.Attr("val"))
		default:
			last.raised = last.raised.with(s)
		}
	}
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
