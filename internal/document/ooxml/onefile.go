package ooxml

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/members"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
)

// OpenXML is the Opener of a document in one XML file: a package ("Flat OPC"), a document of Word or Excel
// 2003, or a part of a package alone.
func OpenXML(s *document.Store, env *document.Env) document.Reader {
	all := document.Range{To: s.Size()}
	x := markup.New(s.Section(all))
	k := x.Next()
	for k == markup.Text || k == markup.Comment {
		k = x.Next()
	}
	if k != markup.Start {
		return nil
	}
	if string(x.Name) == "package" {
		if a := flatPackage(s, env, x); len(a.Members) > 0 {
			return New(a, env)
		}
	}
	a := zipfile.New(s, env)
	a.Add("", all, false)
	return newPart(a, string(x.Name), env)
}

// flatPackage returns the members of a package in one file (ECMA-376 part 2, "Flat OPC" of [MS-XMLPKG]).
func flatPackage(s *document.Store, env *document.Env, x *markup.Scanner) *zipfile.Archive {
	a, name, from := zipfile.New(s, env), "", int64(-1)
	for k := x.Next(); k != markup.EOF; k = x.Next() {
		begin, end, ok := x.Range()
		if !ok {
			return zipfile.New(s, env)
		}
		inPart := x.Depth == 3
		switch {
		case k == markup.Start && x.Depth == 2:
			name, from = strings.TrimPrefix(string(x.Attr("name")), "/"), -1
		case k == markup.Start && inPart:
			from = end
		case k == markup.End && inPart && from >= 0:
			if !a.Add(name, document.Range{From: from, To: max(from, begin)}, string(x.Name) == "binaryData") {
				return a
			}
			from = -1
		}
	}
	if from >= 0 { // the file is cut off
		a.Add(name, document.Range{From: from, To: s.Size()}, false)
	}
	return a
}

// A part is the Book of a document that is one XML file: the only member of an archive.
type part struct {
	*reader
	root string
}

// newPart returns a Reader of an archive whose only member is a document with a root.
func newPart(a *zipfile.Archive, root string, env *document.Env) document.Reader {
	r := &reader{a: a, env: env, strings: shared{env: env}, w: richtext.New(env), format: "ooxml"}
	switch root {
	case "wordDocument":
		r.format = "wordml"
	case "Workbook":
		r.format = "spreadsheetml"
	}
	r.w.Place.Format = r.format
	r.w.Range = a.Members[0].Range
	return members.New(part{r, root}, a, r.w, r.format)
}

// Begin implements [members.Book].
func (p part) Begin(i int) (members.Source, bool) {
	if i > 0 {
		return nil, false
	}
	c := newContent(p.reader, markup.New(p.a.Reader(&p.a.Members[0])))
	switch p.root {
	case "Relationships":
		p.rels = p.parseRelations(0, "", true)
		p.End(nil)
		return nil, true
	case "Workbook":
		return &workbook{content: c}, true
	}
	return c, true
}
