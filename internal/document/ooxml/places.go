package ooxml

import (
	"io"
	"path"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// formats has the format of a package by the directory of its main member.
var formats = map[string]string{"word": "docx", "xl": "xlsx", "ppt": "pptx", "visio": "vsdx"}

// ownPlace has the relationships to members that do not belong to a slide or a sheet, though
// it refers to them.
var ownPlace = map[string]bool{
	"slide": true, "slideLayout": true, "slideMaster": true, "notesMaster": true, "handoutMaster": true,
	"theme": true, "worksheet": true, "chartsheet": true, "sharedStrings": true, "styles": true,
	"officeDocument": true, "image": true, "font": true, "pivotCacheDefinition": true,
}

// findPlaces finds the main member, and sets the format and the places.
func (r *reader) findPlaces() {
	main := -1
	if i, ok := r.names["_rels/.rels"]; ok {
		rels := r.parseRelations(i, "", false)
		for _, id := range rels.ids {
			if rel := rels.byID[id]; rel.kind == "officeDocument" || main < 0 && rel.kind == "document" {
				if m, ok := r.names[rel.target]; ok {
					main = m
				}
			}
		}
	}
	for _, name := range [...]string{"word/document.xml", "xl/workbook.xml", "xl/workbook.bin", "ppt/presentation.xml", "visio/document.xml"} {
		if m, ok := r.names[name]; ok && main < 0 {
			main = m
		}
	}
	if main < 0 {
		return
	}
	name := key(r.a.Members[main].Name)
	r.places[main].main = true
	if f := formats[strings.Split(name, "/")[0]]; f != "" {
		r.format = f
	}
	rels := r.readRelations(main, false)
	if r.format == "docx" {
		r.findStyles(rels)
		return
	}
	in := r.a.Reader(&r.a.Members[main])
	switch {
	case in == nil:
	case path.Ext(name) == ".bin":
		r.format = "xlsb"
		r.readBundles(in, rels)
	case r.format == "xlsx" || r.format == "pptx":
		r.readOrder(in, rels)
	}
}

// readOrder reads the list of sheets of a workbook (ECMA-376 part 1, 18.2.20), or of slides
// of a presentation (19.2.1.34).
func (r *reader) readOrder(in io.Reader, rels relations) {
	type entry struct{ id, sheet string }
	var entries []entry
	s := markup.New(in)
	for k := s.Next(); k != markup.EOF && len(entries) < len(r.a.Members); k = s.Next() {
		if k != markup.Start {
			continue
		}
		isSheet := string(s.Name) == "sheet"
		if !isSheet && string(s.Name) != "sldId" {
			continue
		}
		for _, a := range s.Attrs {
			if len(a.Prefix) > 0 && string(a.Name) == "id" {
				sheet := ""
				if isSheet {
					sheet = string(s.Attr("name"))
				}
				entries = append(entries, entry{string(markup.Value(a.Value)), sheet})
			}
		}
	}
	for _, e := range entries {
		r.setPlace(rels.byID[e.id], e.sheet)
	}
}

// setPlace sets the place of the next slide or sheet, and of the members that belong to it.
// A sheet is "" for a slide.
func (r *reader) setPlace(rel *relation, sheet string) {
	if rel == nil {
		return
	}
	i, ok := r.names[rel.target]
	if !ok || r.places[i].order > 0 {
		return
	}
	r.order++
	p := place{sheet: strings.ToValidUTF8(sheet, "\uFFFD"), order: r.order, main: true}
	if sheet == "" {
		p.slide = r.order
	}
	r.places[i] = p
	p.main = false
	for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
		rels := r.readRelations(queue[0], false)
		r.strings.labels = r.strings.labels || sheet != "" && rels.hasLinks()
		for _, id := range rels.ids {
			rel := rels.byID[id]
			m, ok := r.names[rel.target]
			if rel.external || ownPlace[rel.kind] || !ok || r.places[m].order > 0 || r.places[m].main {
				continue
			}
			r.places[m] = p
			queue = append(queue, m)
		}
	}
}

// hyperlinkBase returns the base of relative targets, in the properties (ECMA-376 part 1,
// 22.2.2.10).
func (r *reader) hyperlinkBase() string {
	i, ok := r.names["docprops/app.xml"]
	if !ok {
		return ""
	}
	in := r.a.Reader(&r.a.Members[i])
	if in == nil {
		return ""
	}
	const maxBase = 4 << 10
	s, is, base := markup.New(in), false, []byte(nil)
	for k := s.Next(); k != markup.EOF; k = s.Next() {
		switch {
		case k == markup.Start || k == markup.End:
			is = k == markup.Start && string(s.Name) == "HyperlinkBase"
		case k == markup.Text && is && len(base)+len(s.Text) < maxBase:
			base = append(base, s.Text...)
		}
	}
	if !richtext.HasScheme(string(base)) {
		return ""
	}
	return strings.ToValidUTF8(strings.TrimSpace(string(base)), "\uFFFD")
}
