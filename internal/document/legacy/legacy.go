// Package legacy reads the formats of Microsoft Office in compound files: .doc ([MS-DOC]),
// .xls ([MS-XLS]) and .ppt ([MS-PPT]), and what any compound file has: properties
// ([MS-OLEPS]) and OLE objects ([MS-OLEDS]).
//
// # Terms
//
// A source reads one or more streams of a storage. The storage is the root, or that of an
// embedded document.
//
// # Flow
//
// New makes a list of the streams that are recognized by their names. Next opens the source
// of one after the other. A source adds texts and links to a richtext.Writer.
//
// # Guarantees
//
// A source reads its streams once or twice, from their beginning to their end, and holds
// their texts in batches.
package legacy

import (
	"bytes"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/link"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// A source reads a part of a document. Each call of step reads some of it. At the end, step
// returns false.
type source interface{ step() bool }

// names has the streams that are read, and what begins to read them. The functions are
// called with the index of the stream.
var names = map[string]func(r *reader, index int) source{
	"worddocument":                   openDoc,
	"workbook":                       openXLS,
	"book":                           openXLS,
	"powerpoint document":            openPPT,
	"\x05summaryinformation":         openProperties,
	"\x05documentsummaryinformation": openProperties,
	"\x01ole10native":                openNative,
	"\x01ole":                        openMoniker,
	"\x03linkinfo":                   openMoniker,
	"package":                        openFile,
	"contents":                       openFile,
	"encryptedpackage":               openEncrypted,
}

// formats has the format of a document with a stream in the root.
var formats = []struct{ stream, format string }{
	{"WordDocument", "doc"}, {"Workbook", "xls"}, {"Book", "xls"}, {"PowerPoint Document", "ppt"}, {"PP40", "ppt"}, {"Quill", "pub"},
}

// maxTargets is the number of targets that are remembered.
const maxTargets = 1 << 16

// A reader is the Reader of a compound file.
type reader struct {
	f       *cfb.File
	env     *document.Env
	w       *richtext.Writer
	next    int  // of the entries
	late    bool // the properties are read, after all others
	src     source
	targets map[string]bool // of the links so far
	stopped bool
}

// New begins to read a compound file.
func New(f *cfb.File, env *document.Env) document.Reader {
	r := &reader{f: f, env: env, w: richtext.New(env), targets: map[string]bool{}}
	r.w.Place.Format = "compound"
	for _, c := range formats {
		if f.Child(0, c.stream) >= 0 {
			r.w.Place.Format = c.format
			break
		}
	}
	r.readBase()
	if len(f.Entries) == 1 { // the directory is cut off
		r.src = &raw{r: r, st: f.Whole()}
		r.w.Range = r.src.(*raw).st.Range(0)
	}
	return r
}

// Next implements [document.Reader].
func (r *reader) Next() (*document.Part, error) {
	for {
		if p := r.w.Next(); p != nil {
			return p, nil
		}
		switch {
		case r.stopped:
			return nil, io.EOF
		case r.src != nil:
			if !r.src.step() {
				r.src = nil
				r.w.End()
			}
		case r.next < len(r.f.Entries):
			r.begin(r.next)
			r.next++
		case !r.late:
			r.next, r.late = 0, true
		default:
			r.stopped = true
			r.w.End()
		}
	}
}

// begin opens the source of the entry i, if it has one.
func (r *reader) begin(i int) {
	e := &r.f.Entries[i]
	name := strings.ToLower(e.Name)
	open := names[name]
	if e.Storage || open == nil || strings.HasSuffix(name, "summaryinformation") != r.late {
		return
	}
	r.enter(i)
	r.src = open(r, i)
}

// enter sets the place of the parts to come: they are read from the entry i.
func (r *reader) enter(i int) {
	r.w.Flush()
	format := r.w.Place.Format
	r.w.Place, r.w.Paragraph = document.Place{Format: format, Member: r.f.Entries[i].Path}, 0
	r.w.Range = r.f.Open(i).Range(0)
}

// target adds a link.
func (r *reader) target(ref, relation, label string) {
	ref = strings.TrimSpace(ref)
	if ref == "" || ref[0] == '#' || !r.object() {
		return
	}
	if len(r.targets) < maxTargets {
		r.targets[ref] = true
	}
	r.w.Target(richtext.Link{Target: ref, Relation: relation}, label)
}

// unseen adds a link whose target was not in an earlier one.
func (r *reader) unseen(ref, relation, label string) {
	ref = strings.TrimSpace(ref)
	if bare, _, _ := strings.Cut(ref, "#"); !r.targets[ref] && !r.targets[bare] {
		r.target(ref, relation, label)
	}
}

// line adds a line of text.
func (r *reader) line(text string) {
	if !richtext.MayHold([]byte(text)) || !r.object() || !r.take(int64(len(text))) {
		return
	}
	r.w.Line([]byte(text))
}

// object takes an object from the Budget.
func (r *reader) object() bool {
	if !r.stopped && !r.env.Budget.Object() {
		r.stop(document.TooMany)
	}
	return !r.stopped
}

// take takes bytes from the Budget.
func (r *reader) take(n int64) bool {
	if !r.stopped && !r.env.Budget.Take(n) {
		r.stop(document.TooMuch)
	}
	return !r.stopped
}

func (r *reader) stop(d document.Defect) {
	if !r.stopped {
		r.stopped = true
		r.env.Note(d, "")
	}
}

// sibling returns the stream with the name in the storage that the entry i is in, or nil.
func (r *reader) sibling(i int, name string) *cfb.Stream {
	if k := r.f.Child(r.f.Entries[i].Parent, name); k >= 0 {
		return r.f.Open(k)
	}
	return nil
}

// hyperlinks adds the links of the hyperlink objects in data that were not seen, wherever
// they are.
func (r *reader) hyperlinks(data []byte) {
	for {
		i := bytes.Index(data, []byte(link.StdLink))
		if i < 0 {
			return
		}
		data = data[i+len(link.StdLink):]
		h := link.ParseHyperlink(data)
		r.unseen(h.Target, "hyperlink", h.Label)
	}
}
