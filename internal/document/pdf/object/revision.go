package object

import (
	"slices"

	"github.com/urlgrep/urlgrep/internal/document"
)

// An xrefSection is what a cross-reference section has (7.5.4).
type xrefSection struct {
	entries []entry
	trailer Dict
}

// maxEarlier is the number of earlier revisions that are read: the last ones.
const maxEarlier = 64

// heldOld is the number of bytes that an entry of a section takes, and of the list that sections are compared with.
const heldOld = 16 + 48

// keep keeps a section, from the latest to the first, if earlier revisions are to be read.
func (f *File) keep(entries []entry, trailer Dict) {
	if f.env.AllParts {
		f.sections = append(f.sections, xrefSection{slices.Clone(entries), trailer})
		f.env.Hold(int64(len(entries)) * heldOld)
	}
}

// Earlier returns the last revision of the file (7.5.6) before f that has objects which f does not have, and the
// numbers of the objects that both have. It returns nil for the first revision, if Env.AllParts is not set, and if a
// cross-reference section is damaged.
func (f *File) Earlier() (*File, Set) {
	if f.rebuilt {
		return nil, nil
	}
	if f.earlier == nil {
		f.earlier = f.findEarlier()
		if len(f.earlier) > maxEarlier {
			f.earlier = f.earlier[:maxEarlier]
			f.Note(document.TooMany, "revisions")
		}
	}
	if len(f.earlier) == 0 {
		return nil, nil
	}
	r := f.earlier[0]
	e := &File{
		Trailer: f.sections[r.section].trailer, Revision: r.number,
		store: f.store, env: f.env, start: f.start, crypt: f.crypt, win: window{s: f.store},
		sections: f.sections, earlier: f.earlier[1:],
		cache: [2]map[int]Object{{}, {}}, streams: map[int]*objectStream{},
	}
	for _, s := range f.sections[r.section:] {
		for _, old := range s.entries {
			if !e.add(old) {
				return nil, nil
			}
		}
	}
	e.settle()
	e.check()
	e.Root = e.Dict(e.Trailer.Get("Root"))
	var both Set
	for i := range e.entries {
		if f.same(e, &e.entries[i]) {
			both.Add(int(e.entries[i].num))
		}
	}
	return e, both
}

// same reports whether f has the object of an entry of an earlier revision e.
func (f *File) same(e *File, old *entry) bool {
	now := f.find(int(old.num))
	if now == nil || *now != *old {
		return false
	}
	if old.kind() != inStream {
		return true
	}
	a, b := f.find(int(old.at)), e.find(int(old.at))
	return a != nil && b != nil && *a == *b
}

// A revision is an earlier revision: that of a section and of those after it in the list of sections.
type revision struct{ section, number int }

// findEarlier returns the earlier revisions, from the last to the first: those with an object that the next
// section has replaced or freed. The sections of a linearized file (Annex F) are one revision.
func (f *File) findEarlier() []revision {
	list := []revision{} // not nil
	at := map[uint32]entry{}
	for k := len(f.sections) - 1; k > 0; k-- {
		for _, e := range f.sections[k].entries {
			at[e.num] = e
		}
		if slices.ContainsFunc(f.sections[k-1].entries, func(e entry) bool {
			old, ok := at[e.num]
			return ok && old.kind() != freeEntry && old != e
		}) {
			list = append(list, revision{k, len(list) + 1})
		}
	}
	slices.Reverse(list)
	return list
}
