// Package pdf reads PDF (ISO 32000-2): the targets of links and actions, the text of the
// pages, metadata, scripts and embedded files. Package object reads the structure of the
// file, and package pdftext the text of the pages.
//
// # Terms
//
// An action (12.6) is a dictionary that says what happens when a person opens the document
// or clicks somewhere. A file specification (7.11) names a file, or has a URL. A part is
// found by the key of its value, not by the kind of the dictionary that has the key: table
// rules has the keys. So the actions of damaged and unusual documents are found as well.
//
// # Flow
//
// The pages come first, in their order: the targets and texts of the annotations of a page
// (12.5), and the text of the page. Then all other objects of the file come, in the order of
// the file. Each object is visited once. A visit follows references from an action to what
// belongs to it, so that its parts have the right place and relation.
package pdf

import (
	"bytes"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/pdf/object"
	"github.com/urlgrep/urlgrep/internal/document/pdf/pdftext"
)

// A reader reads a document. The queue has the parts of the current page or object.
type reader struct {
	latest *object.File
	f      *object.File // the revision that is read
	text   *pdftext.Reader
	pages  *object.Pages
	next   func() (object.Indirect, bool) // the other objects, after the pages
	base   string                         // of relative references (12.6.4.8)

	page    *object.Page
	links   []pdftext.Link // of the page, the ID of which is the index of its part in the queue
	looks   []pdftext.Appearance
	reading bool // text is at the text of the page
	queue   []queued
	part    document.Part

	seen  object.Set // objects that have been visited
	used  object.Set // streams that are parts
	later []int      // objects that are visited at the end: files that no action refers to
	final bool       // the objects in later are visited
	info  int        // the number of the Info dictionary
}

// A queued is a part. Its content is text, or the streams, or the XML that they have.
type queued struct {
	part    document.Part
	text    string
	streams []*object.Stream
	xml     bool
}

// Open is the Opener of PDF.
func Open(s *document.Store, env *document.Env) document.Reader {
	f := object.Open(s, env)
	if f == nil {
		return nil
	}
	r := &reader{latest: f}
	r.begin(f, nil)
	return r
}

// begin begins to read a revision, without the objects that have been visited.
func (r *reader) begin(f *object.File, seen object.Set) {
	*r = reader{latest: r.latest, f: f, text: pdftext.New(f), pages: f.Pages(), seen: seen}
	if ref, ok := f.Trailer.Get("Info").(object.Ref); ok {
		r.info = int(ref)
	}
	r.base = object.Text(f.String(f.Dict(f.Root.Get("URI")).Get("Base")))
}

// earlier begins to read the revision before the one that has been read. It returns false after the first one.
func (r *reader) earlier() bool {
	f, seen := r.f.Earlier()
	if f == nil {
		return false
	}
	r.begin(f, seen)
	return true
}

// Next implements [document.Reader].
func (r *reader) Next() (*document.Part, error) {
	for {
		if len(r.queue) > 0 {
			q := &r.queue[0]
			r.queue = r.queue[1:]
			if r.open(q) {
				return &r.part, nil
			}
			continue
		}
		r.queue = r.queue[:0]
		if r.reading {
			if t, ok := r.text.Next(); ok {
				r.part = document.Part{
					Kind: document.Text, Range: t.Range, Content: bytes.NewReader(t.Content),
					Place: document.Place{Format: "pdf", Page: r.page.Number, Origin: fromText, Revision: r.f.Revision},
				}
				return &r.part, nil
			}
			r.reading = false
		}
		if !r.advance() && !r.earlier() {
			r.latest.Release()
			return nil, io.EOF
		}
	}
}

// advance queues the parts of the next page or object. It returns false at the end.
func (r *reader) advance() bool {
	if r.next == nil {
		if r.page = r.pages.Next(); r.page != nil {
			r.annotations()
			return true
		}
		r.trailer()
		r.next = r.f.Objects(func(num int) bool { return r.seen.Has(num) })
		return true
	}
	if !r.final {
		if i, ok := r.next(); ok {
			if r.page = r.pages.Orphan(i); r.page != nil {
				r.annotations()
			} else {
				r.object(i, 0, "")
			}
			return true
		}
		r.final = true
	}
	if len(r.later) == 0 {
		return false
	}
	num := r.later[0]
	r.later = r.later[1:]
	r.object(r.f.Indirect(num), 0, "")
	return true
}

// The origins of parts.
const (
	fromText       = "text"
	fromAnnotation = "annotation"
	fromObject     = "object"
)

// open makes a queued part the current one. It returns false if the part has no content.
func (r *reader) open(q *queued) bool {
	r.part = q.part
	r.part.Place.Format, r.part.Place.Revision = "pdf", r.f.Revision
	if len(q.streams) == 0 {
		r.part.Content = strings.NewReader(q.text)
		if q.xml {
			r.part.Content = newXML(r.part.Content)
		}
		return q.text != ""
	}
	var all []io.Reader
	for _, s := range q.streams {
		if d := r.f.Data(s); d != nil {
			all = append(all, d)
		}
	}
	switch {
	case len(all) == 0:
		return false
	case q.xml:
		r.part.Content = newXML(io.MultiReader(all...))
	case r.part.Kind == document.Text:
		r.part.Content = newText(io.MultiReader(all...))
	default:
		r.part.Content = io.MultiReader(all...)
	}
	return true
}
