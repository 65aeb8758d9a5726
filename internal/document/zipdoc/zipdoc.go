// Package zipdoc reads zip files: an office document, a book, or an archive of any files.
package zipdoc

import (
	"io"
	"strings"

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
	switch media := mediaType(a); {
	case ooxml.Is(a):
		return ooxml.New(a, env)
	case opendocument.Format(media) != "":
		return opendocument.New(a, env, opendocument.Format(media))
	case media == epub.Media || epub.Is(a):
		return epub.New(a, env)
	}
	return &archive{a: a}
}

// mediaType returns the text of the member "mimetype", which says what OpenDocument and
// EPUB are. It is the first member.
func mediaType(a *zipfile.Archive) string {
	for i := range a.Members {
		if m := &a.Members[i]; m.Name == "mimetype" && !m.Encrypted {
			if in := a.Reader(m); in != nil {
				text, _ := io.ReadAll(io.LimitReader(in, 256))
				return strings.TrimSpace(string(text))
			}
		}
	}
	return ""
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
