// Package ooxml reads Office Open XML (ECMA-376, strict and transitional): text, workbooks,
// presentations, drawings, and other formats in the same packages.
//
// # Terms
//
// A part of a package (ECMA-376 part 2) is a member of the zip file; here it is called a
// member. A relationship is a reference from a member, by an identifier in its XML, to
// another member or to an external target.
//
// # Flow
//
// [New] reads the relationships of the main member: they give the order of slides and the
// names of sheets. The members are then read one by one: the tokens of their XML go to a
// content, which knows elements by their local names, and which calls a richtext.Writer. The
// cells of sheets have a reader of their own. An element of an unknown vocabulary is not
// lost: its text, and those of its attributes that may have a URL, are lines.
package ooxml

import (
	"bytes"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/members"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
)

// key returns a name as it is compared (ECMA-376 part 2, 6.2.2.3).
func key(name string) string {
	return strings.ToLower(strings.TrimPrefix(strings.ReplaceAll(name, `\`, "/"), "/"))
}

// A reader reads a package.
type reader struct {
	a       *zipfile.Archive
	env     *document.Env
	w       *richtext.Writer
	format  string
	names   map[string]int // the members by key
	places  []place        // of the members
	order   int            // of the last slide or sheet
	relsOf  map[int]int    // members with relationships: the member that has them
	styles  styles
	strings shared
	jobs    []job
	m       int // the member that is read
	rels    relations
}

// A place is where a person finds a member.
type place struct {
	slide  int
	sheet  string
	order  int // of slides and sheets, from 1
	main   bool
	styles bool // it has the styles of a text
}

// New returns a Reader of a package.
func New(a *zipfile.Archive, env *document.Env) document.Reader {
	r := &reader{a: a, env: env, strings: shared{env: env}, w: richtext.New(env), names: map[string]int{}, relsOf: map[int]int{}, places: make([]place, len(a.Members))}
	for i := range a.Members {
		r.names[key(a.Members[i].Name)] = i
	}
	for i := range a.Members {
		dir, base := path.Split(key(a.Members[i].Name))
		if base, ok := strings.CutSuffix(base, ".rels"); ok && strings.HasSuffix(dir, "_rels/") {
			if source, ok := r.names[strings.TrimSuffix(dir, "_rels/")+base]; ok {
				r.relsOf[source] = i
			}
		}
	}
	r.format = "ooxml"
	r.findPlaces()
	r.w.Place.Format = r.format
	r.w.Base = r.hyperlinkBase()
	r.plan()
	return members.New(r, a, r.w, r.format)
}

// A job is a member to be read.
type job struct {
	member int // or leftStrings
	kind   kind
	rank   int
	order  int
}

const leftStrings = -1

// The ranks of jobs.
const (
	rankFirst      = iota // shared strings, styles
	rankPlaced            // slides and sheets, with the members that belong to them
	rankMain              // the main member
	rankOther             // members in the order of the archive
	rankLeft              // strings that no cell uses
	rankProperties        // properties repeat the targets of links
)

// plan sets the jobs.
func (r *reader) plan() {
	for i := range r.a.Members {
		m := &r.a.Members[i]
		k := kindOf(key(m.Name))
		if k == skipped || !m.IsFile {
			continue
		}
		j := job{member: i, kind: k, rank: rankOther}
		switch p := r.places[i]; {
		case k == sharedStrings || k == binaryStrings || p.styles:
			j.rank = rankFirst
		case strings.HasPrefix(key(m.Name), "docprops/"):
			j.rank = rankProperties
		case p.order > 0:
			j.rank, j.order = rankPlaced, 2*p.order
			if !p.main {
				j.order++
			}
		case p.main:
			j.rank = rankMain
		}
		r.jobs = append(r.jobs, j)
	}
	r.jobs = append(r.jobs, job{member: leftStrings, rank: rankLeft})
	slices.SortStableFunc(r.jobs, func(a, b job) int {
		if a.rank != b.rank {
			return a.rank - b.rank
		}
		return a.order - b.order
	})
}

// Begin implements [members.Book].
func (r *reader) Begin(i int) (members.Source, bool) {
	if i == len(r.jobs) {
		return nil, false
	}
	return r.begin(r.jobs[i]), true
}

// begin begins to read a member.
func (r *reader) begin(j job) members.Source {
	if j.member == leftStrings {
		r.strings.writeLeft(r.w)
		return nil
	}
	m, p := &r.a.Members[j.member], r.places[j.member]
	r.m = j.member
	r.w.Place = document.Place{Format: r.format, Member: m.Name, Slide: p.slide, Cell: p.sheet}
	r.w.Range, r.w.Paragraph = m.Range, 0
	if j.kind == relationships {
		r.relationsAlone(j.member)
		r.End(nil)
		return nil
	}
	r.rels = r.readRelations(j.member, true)
	in := r.a.Reader(m)
	if in == nil {
		r.End(nil)
		return nil
	}
	if j.kind == unknown {
		var head [64]byte
		n, _ := io.ReadFull(in, head[:])
		j.kind = file
		if isXML(head[:n]) {
			j.kind = xml
		}
		if in = r.a.Reader(m); in == nil {
			r.End(nil)
			return nil
		}
	}
	switch j.kind {
	case file:
		r.w.File(document.Part{Range: m.Range, Exact: m.IsStored(), Name: m.Name, Media: mediaTypes[path.Ext(key(m.Name))]}, in)
		r.End(nil)
		return nil
	case binaryStrings, recordsKind:
		return newBinary(r, in, j.kind == binaryStrings)
	default:
		c := newContent(r, markup.New(in))
		switch {
		case j.kind == sharedStrings:
			r.strings.at = m.Range
			r.strings.member = m.Name
			return &stringReader{c: c, t: &r.strings}
		case p.sheet != "" && p.main:
			return newSheet(r, c, p.sheet)
		case p.styles:
			return &styleReader{content: c}
		default:
			c.sheet = p.sheet
			return c
		}
	}
}

// End implements [members.Book]. It adds the external targets that the XML of the member does
// not refer to.
func (r *reader) End(s members.Source) {
	if d, ok := s.(interface {
		damage() (what string, cutOff bool)
	}); ok {
		what, cutOff := d.damage()
		if what != "" {
			r.env.Note(document.Damaged, r.a.Members[r.m].At(what))
		}
		if cutOff {
			r.w.CutOff()
		}
	}
	r.w.End()
	r.w.Paragraph = 0
	r.rels.rest(r.w)
	r.rels = relations{}
}

// isXML reports whether a member begins as XML does.
func isXML(head []byte) bool {
	head = bytes.TrimPrefix(head, []byte("\uFEFF"))
	return bytes.HasPrefix(head, []byte("<?xml")) || bytes.HasPrefix(head, []byte("\xFF\xFE<\x00?")) || bytes.HasPrefix(head, []byte("\xFE\xFF\x00<\x00?"))
}
