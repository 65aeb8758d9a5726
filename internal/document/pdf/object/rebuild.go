package object

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/urlgrep/urlgrep/internal/document"
)

// rebuild scans the whole file for objects and trailers. The entries that are known remain.
// If whole, only the missing objects are added. Of the objects with one number, the last
// one counts.
func (f *File) rebuild(whole bool, missing map[int]bool) {
	f.rebuilt = true
	r := rebuilder{f: f, known: slices.Clone(f.entries), whole: whole, missing: missing}
	r.scan()
	if f.Trailer == nil || f.Trailer.Get("Root") == nil {
		f.Trailer = r.trailer
	} else if !whole {
		for _, e := range r.trailer {
			if f.Trailer.Get(e.Key) == nil {
				f.Trailer = append(f.Trailer, e)
			}
		}
	}
	r.merge()
	f.crypt = f.openCrypt()
	if r.objectStreams() {
		r.merge()
	}
	clear(f.cache[0])
	clear(f.cache[1])
	clear(f.streams)
	f.size = 0
	if f.Root = f.Dict(f.Trailer.Get("Root")); f.Root == nil || f.Root.Get("Pages") == nil {
		for next := f.Objects(func(int) bool { return false }); ; {
			i, ok := next()
			if !ok {
				break
			}
			if d, ok := i.Object.(Dict); ok && d.Get("Type") == Name("Catalog") {
				f.Root = d
			}
		}
	}
	if !whole || len(f.entries) > len(r.known) || f.Root == nil {
		d := document.Repaired
		if size := f.store.Size(); f.store.Index([]byte("%%EOF"), max(0, size-endSize)) < 0 {
			d = document.Damaged // the file may be cut off
		}
		f.Note(d, "cross-reference table")
	}
}

// endSize is the number of bytes at the end of a file in which readers look for "%%EOF".
const endSize = 1 << 10

// A rebuilder finds the objects of a file.
type rebuilder struct {
	f       *File
	known   []entry      // that the cross-reference sections have
	whole   bool         // the sections are complete but for the missing objects
	missing map[int]bool // objects

	trailer Dict
	found   []place
	streams []place // the object streams
}

// A place is an entry with the place of the object in the file, by which the last one is
// found.
type place struct {
	entry
	order int64
}

// merge sets the entries of the file: those that are known, and those that were found.
func (r *rebuilder) merge() {
	slices.SortStableFunc(r.found, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.num, b.num), cmp.Compare(b.order, a.order))
	})
	r.f.entries = slices.Clone(r.known)
	last := -1
	for _, p := range r.found {
		if int(p.num) == last || r.whole && !r.missing[int(p.num)] {
			continue
		}
		last = int(p.num)
		r.f.entries = append(r.f.entries, p.entry)
	}
	r.f.settle()
}

// any reports whether the file has an object.
func (r *rebuilder) any() bool { return r.anyFrom(r.f.start) }

// anyFrom reports whether the file has an object after an offset.
func (r *rebuilder) anyFrom(at int64) bool {
	for ; ; at += int64(len("obj")) {
		at = r.index([]byte("obj"), at, r.f.store.Size())
		if at < 0 {
			return false
		}
		if _, ok := r.header(at); ok {
			return true
		}
	}
}

// scan finds the objects of the file, but not those in object streams.
func (r *rebuilder) scan() {
	f := r.f
	for at, gap := f.start, f.start; ; {
		i := r.index([]byte("obj"), at, f.store.Size())
		if i < 0 {
			r.trailers(gap, f.store.Size())
			return
		}
		at = i + 3
		from, ok := r.header(i)
		if !ok || from < gap {
			continue
		}
		r.trailers(gap, from)
		l := f.lexer(from)
		p, ok := l.indirect(nil)
		f.release(l)
		if !ok {
			continue
		}
		n := p.to - from
		if !p.whole { // its bytes are scanned again
			n *= 8
		}
		if !f.Take(n) {
			return
		}
		if !f.env.Budget.Object() {
			f.Note(document.TooMany, "")
			return
		}
		e := place{entry{num: uint32(p.num), at: from, place: inFile}, from}
		r.found = append(r.found, e)
		f.env.Grown(len(r.found), heldEntry+2*24)
		if p.whole {
			at = p.to
		}
		if p.stream > 0 {
			s := f.stream(&p)
			switch s.Dict.Get("Type") {
			case Name("ObjStm"):
				r.streams = append(r.streams, e)
			case Name("XRef"):
				r.addTrailer(s.Dict)
			}
			at = max(at, s.Range.To)
		}
		gap = at
	}
}

// header returns where the "N G " before the "obj" at an offset begins.
func (r *rebuilder) header(obj int64) (int64, bool) {
	const most = 40
	from := max(r.f.start, obj-most)
	text := r.f.win.view(from, int(obj-from))
	n := len(text)
	for range 2 {
		t := len(bytes.TrimRight(text[:n], whiteSpace))
		d := t
		for d > 0 && text[d-1]-'0' < 10 {
			d--
		}
		if d == t {
			return 0, false
		}
		n = d
	}
	return from + int64(n), true
}

// trailers reads the trailers in a range without objects.
func (r *rebuilder) trailers(from, to int64) {
	for from < to {
		i := r.index([]byte("trailer"), from, to)
		if i < 0 {
			return
		}
		from = i + int64(len("trailer"))
		l := r.f.lexer(from)
		o, _ := l.Object(l.Next())
		n := l.Offset() - from
		r.f.release(l)
		if d, ok := o.(Dict); ok {
			r.addTrailer(d)
		}
		if !r.f.Take(n) {
			return
		}
	}
}

// addTrailer adds the keys of a later trailer.
func (r *rebuilder) addTrailer(d Dict) {
	var sum Dict
	for _, key := range [...]Name{"Root", "Encrypt", "ID", "Info"} {
		v := d.Get(key)
		if v == nil {
			v = r.trailer.Get(key)
		}
		if v != nil {
			sum = append(sum, Entry{key, v})
		}
	}
	r.trailer = sum
}

// objectStreams finds the objects in object streams. It returns false if there are none.
func (r *rebuilder) objectStreams() bool {
	n := len(r.found)
	for _, c := range r.streams {
		if e := r.f.find(int(c.num)); e == nil || e.at != c.at {
			continue
		}
		s := r.f.objectStream(int(c.num))
		if s == nil {
			continue
		}
		for i, m := range s.index {
			r.found = append(r.found, place{entry{num: uint32(m.num), place: inStream + uint32(i), at: int64(c.num)}, c.order})
		}
	}
	return len(r.found) > n
}

// index returns the offset of the first sep in a range, or -1.
func (r *rebuilder) index(sep []byte, from, to int64) int64 {
	for from < to {
		text := r.f.win.rest(from, len(sep))
		text = text[:min(int64(len(text)), to-from)]
		if i := bytes.Index(text, sep); i >= 0 {
			return from + int64(i)
		}
		if int64(len(text)) >= to-from || len(text) < len(sep) {
			return -1
		}
		from += int64(len(text) - len(sep) + 1)
	}
	return -1
}
