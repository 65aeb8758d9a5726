// Package formats has the readers of documents by their formats. It contains those of mail:
// S/MIME and winmail.dat. Package extract/documents adds the others.
package formats

import (
	"io"

	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cms"
	"github.com/urlgrep/urlgrep/internal/document/tnef"
)

// An Opener opens the documents of a format, by one of its fields.
type Opener struct {
	Open   document.Opener
	Stream document.StreamOpener
}

// A Set has the Openers of some formats. Every Set, also a nil one, has the formats of mail.
// A Set does not change after it was made. It has no exported methods, as package extract
// exports it.
type Set struct {
	openers [detect.NumFormats]Opener
	memory  func(n int64)
}

// mail has the formats that a Set has besides its own: those that are mail.
var mail = [detect.NumFormats]Opener{
	detect.CMS:  {Open: cms.Open},
	detect.TNEF: {Open: tnef.Open},
}

// NewSet returns the Set with the given Openers and those of mail.
func NewSet(openers map[detect.Format]Opener) *Set {
	s := new(Set)
	for f, o := range openers {
		s.openers[f] = o
	}
	return s
}

// WithMemory returns a copy of s whose documents have memory as [document.Env.Memory].
func WithMemory(s *Set, memory func(n int64)) *Set {
	c := *s
	c.memory = memory
	return &c
}

// Memory returns the Memory of the documents, or nil.
func Memory(s *Set) func(n int64) {
	if s == nil {
		return nil
	}
	return s.memory
}

// of returns the Opener of f, which is zero if s does not have the format.
func (s *Set) of(f detect.Format) Opener {
	if o := mail[f]; s == nil || o.Open != nil {
		return o
	}
	return s.openers[f]
}

// Has reports whether s has the format f.
func Has(s *Set, f detect.Format) bool {
	o := s.of(f)
	return o.Open != nil || o.Stream != nil
}

// Open begins to read a document in the format f. It returns nil if d is no such document,
// or s does not have the format.
func Open(s *Set, f detect.Format, d *document.Store, env *document.Env) document.Reader {
	o := s.of(f)
	if o.Open == nil {
		return nil
	}
	return o.Open(d, env)
}

// IsStream reports whether OpenStream opens a document in the format f, and not Open.
func IsStream(s *Set, f detect.Format) bool { return s.of(f).Stream != nil }

// OpenStream begins to read the document that r returns. It returns nil if r is no such
// document.
func OpenStream(s *Set, f detect.Format, r io.Reader, env *document.Env) document.Reader {
	return s.of(f).Stream(r, env)
}
