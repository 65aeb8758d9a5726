// Package zipdoc reads zip files: an office document, a book, or an archive of any files.
package zipdoc

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/epub"
	"github.com/urlgrep/urlgrep/internal/document/ooxml"
	"github.com/urlgrep/urlgrep/internal/document/opendocument"
	"github.com/urlgrep/urlgrep/internal/document/zipfile"
)

// Open is the Opener of zip files.
func Open(s *document.Store, env *document.Env) document.Reader {
	a := zipfile.Open(s, env)
	if a == nil {
		return nil
	}
	switch contents, media := a.Contents(); contents {
	case zipfile.OOXML:
		return ooxml.New(a, env)
	case zipfile.OpenDocument:
		return opendocument.New(a, env, media)
	case zipfile.Book:
		return epub.New(a, env)
	}
	return &archive{a: a}
}

// An archive reads a zip file that is not a document of another format: each member is a
// File, and so is each gap.
type archive struct {
	a    *zipfile.Archive
	at   int // the next of the members, and of the gaps after them
	part document.Part
}

// Next implements [document.Reader].
func (r *archive) Next() (*document.Part, error) {
	for ; r.at < len(r.a.Members); r.at++ {
		m := &r.a.Members[r.at]
		if !m.IsFile {
			continue
		}
		if in := r.a.Reader(m); in != nil {
			r.at++
			return r.file(document.Part{
				Kind:    document.File,
				Place:   document.Place{Member: m.Name},
				Range:   m.Range,
				Exact:   m.IsStored(),
				Content: in,
				Name:    m.Name,
			}), nil
		}
	}
	if i := r.at - len(r.a.Members); i < len(r.a.Gaps) {
		r.at++
		return r.file(r.a.Gap(i)), nil
	}
	return nil, io.EOF
}

func (r *archive) file(p document.Part) *document.Part {
	p.Place.Format = "zip"
	r.part = p
	return &r.part
}
