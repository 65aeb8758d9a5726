package opendocument

import (
	"bytes"
	"cmp"
	"io"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/markup"
	"github.com/urlgrep/urlgrep/internal/document/richtext"
)

// roots has the elements that a document in one file, or a member of a package alone, consists of (part 3, 3.1.2
// and 3.1.3).
var roots = [...]string{"document", "document-content", "document-styles", "document-meta", "document-settings"}

// A flat reads a document in one XML file.
type flat struct {
	env  *document.Env
	w    *richtext.Writer
	c    *content
	done bool
}

// OpenFlat is the Opener of documents in one XML file.
func OpenFlat(s *document.Store, env *document.Env) document.Reader {
	all := document.Range{From: 0, To: s.Size()}
	in := markup.New(env.Budget.Reader(s.Section(all)))
	k := in.Next()
	for k == markup.Text && len(bytes.TrimSpace(in.Text)) == 0 || k == markup.Comment {
		k = in.Next()
	}
	if k != markup.Start || !slices.Contains(roots[:], string(in.Name)) {
		return nil
	}
	w := richtext.New(env)
	w.Range = all
	w.Place.Format = cmp.Or(formatOf(strings.TrimSpace(string(in.Attr("mimetype")))), "odf")
	r := &flat{env: env, w: w, c: &content{w: w, s: in, counts: isText(w.Place.Format)}}
	r.c.start()
	return r
}

// Next implements [document.Reader].
func (r *flat) Next() (*document.Part, error) {
	for {
		if p := r.w.Next(); p != nil {
			return p, nil
		}
		if r.done {
			return nil, io.EOF
		}
		if !r.c.Step() {
			if r.done = true; r.c.s.Damaged {
				r.env.Note(document.Damaged, r.c.s.Damage())
			}
			if r.c.s.CutOff {
				r.w.CutOff()
			}
			r.w.End()
		}
	}
}
