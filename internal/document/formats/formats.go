// Package formats lists the formats of documents: how each is recognized, and which package
// reads it.
package formats

import (
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/cfb"
	"github.com/urlgrep/urlgrep/internal/document/cms"
	"github.com/urlgrep/urlgrep/internal/document/compound"
	"github.com/urlgrep/urlgrep/internal/document/opendocument"
	"github.com/urlgrep/urlgrep/internal/document/pdf"
	"github.com/urlgrep/urlgrep/internal/document/rtf"
	"github.com/urlgrep/urlgrep/internal/document/tnef"
	"github.com/urlgrep/urlgrep/internal/document/warc"
	"github.com/urlgrep/urlgrep/internal/document/zipdoc"
)

// A format is a line of the list. A document begins with one of the magics; if is is not
// nil, it decides about a head that does. It returns more if a longer head may change the answer.
type format struct {
	magics []string
	is     func(head []byte) (is, more bool)
	open   document.Opener
	stream document.StreamOpener // instead of open
}

// formats are the formats of documents.
var formats = [document.NumFormats]format{
	document.PDF:      {magics: pdf.Magics, open: pdf.Open},
	document.Package:  {magics: []string{"PK\x03\x04", "PK\x05\x06"}, open: zipdoc.Open},
	document.CMS:      {magics: cms.Magics, is: cms.Is, open: cms.Open},
	document.Compound: {magics: []string{cfb.Magic}, open: compound.Open},
	document.TNEF:     {magics: []string{tnef.Magic}, open: tnef.Open},
	document.WARC:     {magics: warc.Magics, is: warc.Is, stream: warc.Open},
	document.RTF:      {magics: []string{rtf.Magic}, open: rtf.Open},
	document.FlatODF:  {magics: opendocument.FlatMagics, is: opendocument.IsFlat, open: opendocument.OpenFlat},
}

// HeadSize is the number of bytes at the beginning that are enough to recognize a document.
// They fit into a line of base64.
const HeadSize = 56

// Detect returns the format of a document that begins with head, or None. It returns more
// if head is too short to decide. atEOF says that head is the whole document.
func Detect(head []byte, atEOF bool) (f document.Format, more bool) {
	if len(head) >= HeadSize {
		head, atEOF = head[:HeadSize], true
	}
	if len(head) == 0 || !MayBegin(head[0]) {
		return document.None, len(head) == 0 && !atEOF
	}
	for _, m := range magics[head[0]] {
		is := formats[m.of].is
		switch {
		case len(head) < len(m.text):
			more = more || strings.HasPrefix(m.text, string(head))
		case string(head[:len(m.text)]) != m.text:
		case is == nil:
			return m.of, false
		default:
			yes, undecided := is(head)
			if yes && (atEOF || !undecided) {
				return m.of, false
			}
			more = more || undecided
		}
	}
	return document.None, more && !atEOF
}

// A magic is the beginning of a document.
type magic struct {
	text string
	of   document.Format
}

// magics has those that begin with each byte.
var magics = func() (of [256][]magic) {
	for f := range formats {
		for _, m := range formats[f].magics {
			of[m[0]] = append(of[m[0]], magic{m, document.Format(f)})
		}
	}
	return of
}()

// MayBegin reports whether a document may begin with the byte c.
func MayBegin(c byte) bool { return len(magics[c]) > 0 }

// Open begins to read a document in the format f. It returns nil if s is no such document.
func Open(f document.Format, s *document.Store, env *document.Env) document.Reader {
	if formats[f].open == nil {
		return nil
	}
	return formats[f].open(s, env)
}

// IsStream reports whether OpenStream opens a document in the format f, and not Open.
func IsStream(f document.Format) bool { return formats[f].stream != nil }

// OpenStream begins to read the document that r returns. It returns nil if r is no such
// document.
func OpenStream(f document.Format, r io.Reader, env *document.Env) document.Reader {
	return formats[f].stream(r, env)
}
