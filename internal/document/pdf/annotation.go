package pdf

import (
	"slices"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftext"
)

// annotations queues the parts of the annotations of the page, and begins its text.
func (r *reader) annotations() {
	r.links, r.looks, r.reading = r.links[:0], r.looks[:0], true
	p := r.page
	place := p.Range
	if !r.seen.Has(p.Num) {
		r.seen.Add(p.Num)
		v := &visit{r: r, rng: place, place: document.Place{Page: p.Number, Object: p.Num, Origin: fromObject}}
		v.value(p.Dict, "")
	}
	list, num := p.Dict.Get("Annots"), p.Num
	if ref, ok := list.(object.Ref); ok {
		i := r.f.Indirect(int(ref))
		r.seen.Add(i.Num)
		list, num, place = i.Object, i.Num, i.Range
	}
	for _, o := range r.f.Array(list) {
		if len(r.queue) > maxQueue {
			break
		}
		v := &visit{r: r, rng: place, place: document.Place{Page: p.Number, Object: num, Origin: fromAnnotation}}
		if ref, ok := o.(object.Ref); ok {
			if r.seen.Has(int(ref)) {
				continue
			}
			r.seen.Add(int(ref))
			i := r.f.Indirect(int(ref))
			o, v.rng, v.place.Object = i.Object, i.Range, i.Num
		}
		if d, ok := o.(object.Dict); ok {
			v.rects = r.rects(d)
			v.label = object.Text(r.f.String(r.f.Dict(d.Get("MK")).Get("CA")))
			v.value(d, "")
			r.appearance(d)
		}
	}
	if !r.isRead(p) || len(r.links)+len(r.looks) > 0 {
		r.text.Page(p, r.links, r.looks)
		r.label()
	}
	r.reading = !r.isRead(p)
}

// isRead reports whether the contents of a page have been read in a later revision.
func (r *reader) isRead(p *object.Page) bool {
	return r.f.Revision > 0 && !slices.ContainsFunc(p.Contents, func(s *object.Stream) bool { return !r.seen.Has(s.Num) })
}

// appearance adds what an annotation shows to that of the page, unless its text is a part already.
func (r *reader) appearance(d object.Dict) {
	n := r.f.Resolve(r.f.Dict(d.Get("AP")).Get("N"))
	if states, ok := n.(object.Dict); ok {
		n = r.f.Resolve(states.Get(r.f.Name(d.Get("AS"))))
	}
	form, ok := n.(*object.Stream)
	a := r.f.Array(d.Get("Rect"))
	if !ok || len(a) < 4 || r.f.Name(d.Get("Subtype")) == "Link" {
		return
	}
	if r.f.String(d.Get("Contents")) != "" || r.f.String(d.Get("V")) != "" || r.f.String(r.f.Dict(d.Get("Parent")).Get("V")) != "" {
		return
	}
	var v [4]float64
	for i := range v {
		v[i], _ = r.f.Number(a[i])
	}
	r.looks = append(r.looks, pdftext.Appearance{Form: form, Rect: [4]float64{min(v[0], v[2]), min(v[1], v[3]), max(v[0], v[2]), max(v[1], v[3])}})
}

// label sets the labels and the targets of links, and sorts those as pdftext.Page has sorted
// the links.
func (r *reader) label() {
	sorted := make([]queued, len(r.links))
	places := make([]int, len(r.links)) // in the queue
	for i, l := range r.links {
		places[i] = l.ID
		q := r.queue[l.ID]
		if l.Label != "" {
			label, cut := document.Label(l.Label)
			q.part.Label, q.part.LabelCut = label, cut || l.LabelCut
		}
		q.text = l.Target
		if l.Joined {
			q.text = ""
		}
		sorted[i] = q
	}
	slices.Sort(places)
	for i, at := range places {
		r.queue[at] = sorted[i]
	}
}

// rects returns the rectangles of an annotation (12.5.2, 12.5.6.5).
func (r *reader) rects(d object.Dict) (list [][4]float64) {
	quads := r.f.Array(d.Get("QuadPoints"))
	const most = 64
	for ; len(quads) >= 8 && len(list) < most; quads = quads[8:] {
		var x, y [4]float64
		for i := range 4 {
			x[i], _ = r.f.Number(quads[2*i])
			y[i], _ = r.f.Number(quads[2*i+1])
		}
		list = append(list, [4]float64{min(x[0], x[1], x[2], x[3]), min(y[0], y[1], y[2], y[3]), max(x[0], x[1], x[2], x[3]), max(y[0], y[1], y[2], y[3])})
	}
	if a := r.f.Array(d.Get("Rect")); len(list) == 0 && len(a) >= 4 {
		var v [4]float64
		for i := range v {
			v[i], _ = r.f.Number(a[i])
		}
		list = append(list, [4]float64{min(v[0], v[2]), min(v[1], v[3]), max(v[0], v[2]), max(v[1], v[3])})
	}
	return list
}
