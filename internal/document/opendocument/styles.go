package opendocument

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
)

// styles are styles of text, by their names (part 3, 16.2). Superscript, such as the mark of a note,
// is no part of a URL before it.
type styles struct {
	common map[string]style // of the document
	own    map[string]style // of the member
	name   string           // of the style that is open, or ""
	last   style            // the style that is open
}

// A style is a style of text.
type style struct {
	parent   string
	position bool // it sets a position
	raised   bool // the position is that of superscript
}

const (
	maxStyles  = 1 << 12
	maxParents = 32
)

// begin begins a style, whose start tag s is at.
func (t *styles) begin(s *markup.Scanner) {
	if t.name = ""; len(s.Attr("family")) == 0 || string(s.Attr("family")) == "text" {
		t.name = string(s.Attr("name"))
	}
	t.last = style{parent: string(s.Attr("parent-style-name"))}
	t.add()
}

// properties reads properties of the style that is open.
func (t *styles) properties(s *markup.Scanner) {
	if p := s.Attr("text-position"); len(p) > 0 {
		t.last.position, t.last.raised = true, isRaised(p)
		t.add()
	}
}

// add adds the style that is open, if it may be that of superscript.
func (t *styles) add() {
	if t.name == "" || len(t.own) == maxStyles || t.last.parent == "" && !t.last.position {
		return
	}
	if t.own == nil {
		t.own = map[string]style{}
	}
	t.own[t.name] = t.last
}

// raised reports whether text with a style is superscript.
func (t *styles) raised(name []byte) bool {
	if len(t.own) == 0 && len(t.common) == 0 {
		return false
	}
	for range maxParents {
		s, ok := t.own[string(name)]
		if !ok {
			s, ok = t.common[string(name)]
		}
		if !ok || s.position {
			return s.raised
		}
		name = []byte(s.parent)
	}
	return false
}

// isRaised reports whether a position of text is that of superscript (part 3, 20.394): "super"
// or a percentage that is more than 0.
func isRaised(position []byte) bool {
	percent, _, ok := bytes.Cut(position, []byte("%"))
	return bytes.HasPrefix(position, []byte("super")) || ok && len(bytes.Trim(percent, "0.")) > 0 && percent[0] != '-'
}

// readStyles returns the styles of the document in a member. The automatic styles after them are
// those of the member alone.
func (r *reader) readStyles(m *zipfile.Member) map[string]style {
	in, _ := r.content(m)
	if in == nil {
		return nil
	}
	var t styles
	s := markup.New(in)
	for k := s.Next(); k != markup.EOF; k = s.Next() {
		if k == markup.End && string(s.Name) == "styles" {
			break
		}
		if k != markup.Start {
			continue
		}
		switch roles[string(s.Name)] {
		case styleRole:
			t.begin(s)
		case properties:
			t.properties(s)
		}
	}
	return t.own
}
