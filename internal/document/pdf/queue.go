package pdf

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftext"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

const (
	partCost  = 256      // bytes that a part counts in the budget, besides its text: objects may share an array of many
	maxJoined = 64 << 10 // bytes of strings that are one text
)

// add queues a part. It returns false if the budget is used up, or the queue is full.
func (v *visit) add(q queued, relation string) bool {
	if len(v.r.queue) >= maxParts {
		v.r.f.Note(document.TooMany, "parts of an object")
		return false
	}
	if !v.r.f.Take(partCost + int64(len(q.text))) {
		return false
	}
	q.part.Place, q.part.Range = v.place, v.rng
	q.part.Place.Relation = relation
	v.r.queue = append(v.r.queue, q)
	return true
}

// target queues a target. One that begins with a host instead of a scheme is a text, unless the
// document has a base URL. Viewers open one that begins with "www." as if "http://" preceded it, which is
// added unless URLs without a scheme are found.
func (v *visit) target(ref, relation string) {
	if ref = strings.TrimSpace(ref); ref == "" {
		return
	}
	kind := document.Target
	switch {
	case v.r.base != "":
	case len(ref) > 4 && ascii.EqualFold(ref[:4], "www."):
		if v.r.f.Env().Schemeless {
			kind = document.Text
		} else {
			ref = "http://" + ref
		}
	case beginsWithHost(ref):
		kind = document.Text
	}
	q := queued{part: document.Part{Kind: kind, Base: v.r.base}, text: ref}
	q.part.Label, q.part.LabelCut = document.Label(v.label)
	id := len(v.r.queue)
	if v.add(q, relation) && len(v.rects) > 0 && len(v.r.links) < maxLinks {
		v.r.links = append(v.r.links, pdftext.Link{Rects: v.rects, Target: ref, ID: id})
	}
}

// beginsWithHost reports whether a reference begins with a host that has a public suffix, and a path, a
// port, a query or a fragment follows it. Without these, the suffix must have three letters or more: files
// have names such as "readme.md".
func beginsWithHost(ref string) bool {
	n := strings.IndexAny(ref, "/:?#")
	alone := n < 0 || n == len(ref)
	if alone {
		n = len(ref)
	}
	host := strings.ToLower(ref[:n])
	for label := range strings.SplitSeq(host, ".") {
		if label == "" || strings.ContainsFunc(label, func(r rune) bool { return r != '-' && !ascii.IsRune(r, ascii.AlphaDigit) }) {
			return false
		}
	}
	public := suffix.ICANN(host)
	return public != "" && public != host && (!alone || len(public) > 2)
}

// text queues a text if it may have a URL.
func (v *visit) text(s, relation string) {
	if strings.ContainsAny(s, ".:[(@") {
		v.add(queued{part: document.Part{Kind: document.Text}, text: s}, relation)
	}
}

// A lines is strings that are one text, each on its line. Many objects may refer to the same
// strings: they count in the budget.
type lines struct {
	v        *visit
	relation string
	b        strings.Builder
}

func (l *lines) add(s object.String) {
	if !l.v.r.f.Take(int64(len(s)) + 1) {
		return
	}
	l.b.WriteString(object.Text(s))
	l.b.WriteByte('\n')
	if l.b.Len() >= maxJoined {
		l.end()
	}
}

// end queues the text.
func (l *lines) end() {
	l.v.text(l.b.String(), l.relation)
	l.b.Reset()
}

// strings queues the text that o is, or the texts of an array.
func (v *visit) strings(o object.Object, relation string) {
	switch o := v.r.f.Resolve(o).(type) {
	case object.String:
		v.text(object.Text(o), relation)
	case object.Array:
		l := lines{v: v, relation: relation}
		for _, e := range o {
			e = v.r.f.Resolve(e)
			if a, ok := e.(object.Array); ok && len(a) > 0 { // 12.7.5.4: the value and its text
				for _, e := range a[:len(a)-1] {
					l.add(v.r.f.String(e))
				}
				e = a[len(a)-1]
			}
			if s, ok := e.(object.String); ok {
				l.add(s)
			}
		}
		l.end()
	case *object.Stream:
		if relation == "V" || relation == "DV" { // 12.7.5.3
			v.stream(o, queued{part: document.Part{Kind: document.Text}}, relation)
		}
	}
}

// stream queues a part with the content of a stream, unless it has been one.
func (v *visit) stream(s *object.Stream, q queued, relation string) {
	w := *v
	w.rng, w.place.Object = s.Range, s.Num
	if v.r.used.Has(s.Num) {
		return
	}
	v.r.use(s)
	q.streams = []*object.Stream{s}
	w.add(q, relation)
}

// script queues JavaScript.
func (v *visit) script(o object.Object) {
	switch o := v.r.f.Resolve(o).(type) {
	case object.String:
		v.text(object.Text(o), "JavaScript")
	case *object.Stream:
		v.stream(o, queued{part: document.Part{Kind: document.Text}}, "JavaScript")
	}
}

// rich queues rich text.
func (v *visit) rich(o object.Object, relation string) {
	const media = "text/html; charset=utf-8"
	switch o := v.r.f.Resolve(o).(type) {
	case object.String:
		if s := object.Text(o); strings.ContainsAny(s, ".:[(@") {
			v.add(queued{part: document.Part{Kind: document.File, Media: media}, text: s}, relation)
		}
	case *object.Stream:
		v.stream(o, queued{part: document.Part{Kind: document.File, Media: media}}, relation)
	}
}

// form queues the XML of a form, which may be in several streams.
func (v *visit) form(o object.Object) {
	var list []*object.Stream
	switch o := v.r.f.Resolve(o).(type) {
	case object.String:
		v.add(queued{part: document.Part{Kind: document.Text}, text: string(o), xml: true}, "XFA")
		return
	case *object.Stream:
		list = append(list, o)
	case object.Array:
		for _, e := range o {
			if s := v.r.f.Stream(e); s != nil && !v.r.used.Has(s.Num) {
				v.r.use(s)
				list = append(list, s)
			}
		}
	}
	if len(list) > 0 {
		w := *v
		w.rng, w.place.Object = list[0].Range, list[0].Num
		w.add(queued{part: document.Part{Kind: document.Text}, streams: list, xml: true}, "XFA")
	}
}

// files queues the embedded files of a file specification (7.11.4).
func (v *visit) files(spec, files object.Dict) {
	name := ""
	for _, key := range [...]object.Name{"UF", "F", "Unix", "DOS", "Mac", "Desc"} {
		if name = object.Text(v.r.f.String(spec.Get(key))); name != "" {
			break
		}
	}
	for _, e := range files {
		if s := v.r.f.Stream(e.Value); s != nil {
			v.embedded(s, name)
		}
	}
}

// embedded queues an embedded file. Its content says what it is, except for text.
func (v *visit) embedded(s *object.Stream, name string) {
	media := string(v.r.f.Name(s.Dict.Get("Subtype")))
	if !strings.HasPrefix(media, "text/") && media != "message/rfc822" {
		media = ""
	}
	v.stream(s, queued{part: document.Part{Kind: document.File, Name: name, Media: media}}, "EmbeddedFile")
}

// use notes that the content of a stream is a part.
func (r *reader) use(s *object.Stream) {
	r.seen.Add(s.Num)
	r.used.Add(s.Num)
}
