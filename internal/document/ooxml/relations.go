package ooxml

import (
	"path"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// A relation is a relationship (ECMA-376 part 2, 6.5.3).
type relation struct {
	kind     string // the last segment of its type
	target   string // a URL reference, or the key of a member
	external bool
	used     bool // the target is a part already
}

// relations are the relationships of a member.
type relations struct {
	byID     map[string]*relation
	ids      []string
	external int
	at       document.Range // of the member with the relationships
}

// maxRelations is the number of bytes of relationships that are held. The targets of others
// have no label.
const maxRelations = 16 << 20

// readRelations returns the relationships of a member. If write is set, those that are not
// held are parts.
func (r *reader) readRelations(member int, write bool) relations {
	i, ok := r.relsOf[member]
	if !ok {
		return relations{}
	}
	return r.parseRelations(i, path.Dir(key(r.a.Members[member].Name)), write)
}

// parseRelations reads a member with the relationships of a member in dir.
func (r *reader) parseRelations(member int, dir string, write bool) relations {
	m := &r.a.Members[member]
	all := relations{byID: map[string]*relation{}, at: m.Range}
	in := r.a.Reader(m)
	if in == nil {
		return all
	}
	left := maxRelations
	s := markup.New(in)
	for k := s.Next(); k != markup.EOF; k = s.Next() {
		if k != markup.Start || string(s.Name) != "Relationship" {
			continue
		}
		if !r.env.Budget.Object() {
			r.env.Note(document.TooMany, m.Name)
			break
		}
		target, kind := string(s.Attr("Target")), string(s.Attr("Type"))
		rel := &relation{kind: kind[strings.LastIndexByte(kind, '/')+1:], target: target}
		rel.external = strings.EqualFold(string(s.Attr("TargetMode")), "External") || richtext.HasScheme(target)
		if !rel.external {
			rel.target = resolve(dir, target)
		}
		id := string(s.Attr("Id"))
		left -= len(target) + len(id) + 100
		if _, ok := all.byID[id]; ok || left < 0 {
			if rel.external && write {
				r.w.Target(richtext.Link{Target: target, Relation: rel.kind, Range: m.Range}, "")
			}
			continue
		}
		if rel.external {
			all.external++
		}
		all.byID[id] = rel
		all.ids = append(all.ids, id)
	}
	if s.Damaged {
		r.env.Note(document.Damaged, m.At(s.Damage()))
	}
	return all
}

// resolve returns the key of the member that a target in dir refers to.
func resolve(dir, target string) string {
	target, _, _ = strings.Cut(target, "#")
	if strings.HasPrefix(target, "/") || strings.HasPrefix(target, `\`) {
		dir = ""
	}
	return key(path.Join("/", dir, strings.ReplaceAll(target, `\`, "/")))
}

// link returns the external target with an identifier, and marks it as used. It is not ok
// if no external relationship has the identifier.
func (r *relations) link(id []byte) (l richtext.Link, ok bool) {
	if r.external == 0 || len(id) == 0 {
		return l, false
	}
	rel := r.byID[string(id)]
	if rel == nil || !rel.external {
		return l, false
	}
	rel.used = true
	return richtext.Link{Target: rel.target, Relation: rel.kind, Range: r.at}, true
}

// hasLinks reports whether there are links of cells.
func (r *relations) hasLinks() bool {
	for _, rel := range r.byID {
		if rel.external && rel.kind == "hyperlink" {
			return true
		}
	}
	return false
}

// rest adds the external targets that are not used.
func (r *relations) rest(w *richtext.Writer) {
	if r.external == 0 {
		return
	}
	for _, id := range r.ids {
		if rel := r.byID[id]; rel.external && !rel.used {
			w.Target(richtext.Link{Target: rel.target, Relation: rel.kind, Range: r.at}, "")
		}
	}
}

// relationsAlone reads relationships of a member that is not read: of the package, of a
// picture, or of a member that is missing.
func (r *reader) relationsAlone(member int) {
	for source, rels := range r.relsOf {
		if rels == member && kindOf(key(r.a.Members[source].Name)) != skipped {
			return
		}
	}
	r.rels = r.parseRelations(member, "", true)
}
