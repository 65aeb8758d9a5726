package pdf

import (
	"cmp"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
)

const (
	maxFollow = 32      // references from one object to the next
	maxLinks  = 1 << 14 // links of a page that have labels
	maxQueue  = 1 << 16 // parts of a page; further annotations are visited after the pages
	maxParts  = 1 << 17 // parts that are queued at once; further parts of an object are lost
)

// A visit visits an object, and those that belong to it.
type visit struct {
	r        *reader
	place    document.Place
	rng      document.Range
	rects    [][4]float64 // of an annotation
	label    string       // of a button
	followed int          // references from the first object
}

// object visits an object that has not been visited. The relation is that of its targets
// unless it is an action.
func (r *reader) object(i object.Indirect, page int, relation string) {
	if r.seen.Has(i.Num) {
		return
	}
	if page == 0 && !r.final && r.wait(i) {
		return
	}
	r.seen.Add(i.Num)
	v := &visit{r: r, rng: i.Range, place: document.Place{Page: page, Object: i.Num, Origin: fromObject}}
	switch o := i.Object.(type) {
	case *object.Stream:
		switch o.Dict.Get("Type") {
		case object.Name("EmbeddedFile"):
			if r.final {
				v.embedded(o, "")
				return
			}
		case object.Name("Metadata"):
			v.add(queued{part: document.Part{Kind: document.Text}, streams: []*object.Stream{o}, xml: true}, "XMP")
			return
		}
	case object.Dict:
		if i.Num == r.info {
			v.info(o)
			return
		}
	}
	v.value(i.Object, relation)
}

// wait reports whether an object is visited later, unless an action refers to it before.
func (r *reader) wait(i object.Indirect) bool {
	wait := false
	switch o := i.Object.(type) {
	case *object.Stream:
		wait = o.Dict.Get("Type") == object.Name("EmbeddedFile")
	case object.Dict:
		t := r.f.Name(o.Get("Type"))
		switch r.f.Name(o.Get("S")) {
		case "MR", "SR", "MCD", "MCS": // 13.2
			wait = true
		case "":
			wait = o.Get("Subtype") == nil && (t == "Filespec" || t == "F" || o.Get("FS") != nil || o.Get("EF") != nil || o.Get("UF") != nil)
		}
	}
	if wait {
		r.later = append(r.later, i.Num)
	}
	return wait
}

// trailer visits what is directly in the trailer.
func (r *reader) trailer() {
	if d, ok := r.f.Trailer.Get("Info").(object.Dict); ok {
		v := &visit{r: r, place: document.Place{Origin: fromObject}}
		v.info(d)
	}
}

// info queues the text of the Info dictionary (14.3.3).
func (v *visit) info(d object.Dict) {
	l := lines{v: v, relation: "Info"}
	for _, e := range d {
		if s := v.r.f.String(e.Value); s != "" && !boilerplate[e.Key] {
			l.add(s)
		}
	}
	l.end()
}

// value visits a value.
func (v *visit) value(o object.Object, relation string) {
	switch o := o.(type) {
	case object.Dict:
		v.dict(o, relation)
	case *object.Stream:
		v.dict(o.Dict, relation)
	case object.Array:
		for _, e := range o {
			v.value(e, relation)
		}
	}
}

// follow visits a value, and the object that it refers to unless that has been visited.
func (v *visit) follow(o object.Object, relation string) {
	ref, ok := o.(object.Ref)
	if !ok {
		if a, ok := o.(object.Array); ok {
			for _, e := range a {
				v.follow(e, relation)
			}
			return
		}
		v.value(o, relation)
		return
	}
	if v.r.seen.Has(int(ref)) {
		return
	}
	if v.followed >= maxFollow {
		return // the object is visited later
	}
	i := v.r.f.Indirect(int(ref))
	if i.Object == nil || belongsElsewhere(i.Object) {
		return
	}
	v.r.seen.Add(int(ref))
	w := *v
	w.followed++
	w.rng, w.place.Object = i.Range, i.Num
	w.value(i.Object, relation)
}

// belongsElsewhere reports whether an object is no part of an action: a page or an annotation.
func belongsElsewhere(o object.Object) bool {
	d, ok := o.(object.Dict)
	if !ok {
		return false
	}
	t := d.Get("Type")
	return t == object.Name("Page") || t == object.Name("Annot")
}

// dict visits a dictionary.
func (v *visit) dict(d object.Dict, relation string) {
	f := v.r.f
	if s := f.Name(d.Get("S")); actions[s] {
		relation = string(s)
	}
	signature := d.Get("ByteRange") != nil
	for _, e := range d {
		switch rules[e.Key] {
		case target:
			if s := f.String(e.Value); s != "" {
				v.target(object.Text(s), cmp.Or(relation, string(e.Key)))
				continue
			}
		case file:
			if s := f.String(e.Value); s != "" {
				name := object.Text(s)
				if f.Name(d.Get("FS")) == "URL" || isURL(name) {
					v.target(name, cmp.Or(relation, "FileSpec"))
				} else if relation == "Launch" {
					v.text(name, relation)
				}
				continue
			}
			v.follow(e.Value, relation)
			continue
		case script:
			v.script(e.Value)
			continue
		case rich:
			v.rich(e.Value, string(e.Key))
			continue
		case form:
			v.form(e.Value)
			continue
		case text:
			if e.Key != "Contents" || !signature && v.isShown(d, e.Value) {
				v.strings(e.Value, string(e.Key))
			}
			continue
		case field:
			if _, ok := e.Value.(object.Dict); !ok && (d.Get("T") != nil || d.Get("FT") != nil || d.Get("Parent") != nil || d.Get("Subtype") != nil) {
				v.strings(e.Value, string(e.Key))
				continue
			}
		case parts:
			if _, ok := e.Value.(object.String); !ok && (e.Key != "Next" || f.Name(d.Get("S")) != "") { // not that of an item of the outline
				v.follow(e.Value, relation)
				continue
			}
		case events:
			for _, e := range f.Dict(e.Value) {
				v.follow(e.Value, relation)
			}
			continue
		case skip:
			if _, ok := e.Value.(object.Ref); ok || e.Key == "Annots" && v.place.Page > 0 {
				continue
			}
		}
		switch {
		case e.Key == "EF":
			v.files(d, f.Dict(e.Value))
		case e.Key == "P" && relation == "Launch":
			v.strings(e.Value, relation)
		case e.Key == "D" && (d.Get("S") == object.Name("MCD") || relation == "Launch"):
			v.follow(e.Value, relation)
			v.strings(e.Value, relation)
		default:
			if s, ok := e.Value.(object.String); ok {
				v.other(e.Key, s)
			} else {
				v.value(e.Value, relation)
			}
		}
	}
}

// other queues a string of a key that has no rule, if it has a URL.
func (v *visit) other(key object.Name, s object.String) {
	if identifiers[key] || strings.IndexByte(string(s), ':') < 0 {
		return
	}
	if text := object.Text(s); strings.Contains(text, "://") {
		v.text(text, string(key))
	}
}

// isShown reports whether the Contents of a dictionary are a text. A stream is the content of
// a page. LibreOffice writes the URI of a link in its Contents as well.
func (v *visit) isShown(d object.Dict, contents object.Object) bool {
	switch o := v.r.f.Resolve(contents).(type) {
	case *object.Stream:
		return false
	case object.String:
		uri := v.r.f.String(v.r.f.Dict(d.Get("A")).Get("URI"))
		return uri == "" || object.Text(uri) != object.Text(o)
	}
	return true
}

// isURL reports whether the name of a file is a URL: a scheme of two letters or more, and a
// colon (RFC 3986, 3.1), or "www.".
func isURL(name string) bool {
	scheme, _, ok := strings.Cut(strings.TrimSpace(name), ":")
	if !ok || len(scheme) < 2 {
		return strings.HasPrefix(name, "www.")
	}
	for i := range len(scheme) {
		if !ascii.Is(scheme[i], ascii.Alpha) && (i == 0 || !ascii.Is(scheme[i], ascii.Scheme)) {
			return false
		}
	}
	return true
}
