// Package formats lists the formats of documents: how each is recognized, and which package
// reads it.
package formats

import (
	"bytes"
	"io"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
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
// nil, it decides about a head that does.
type format struct {
	magics []string
	is     func(head []byte) bool // whether a document begins with head, the first HeadSize bytes or all of them
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
			more = more || !atEOF && strings.HasPrefix(m.text, string(head))
		case string(head[:len(m.text)]) != m.text:
		case is == nil:
			return m.of, false
		case !atEOF && !isLine(head):
			more = true
		case is(head):
			return m.of, false
		}
	}
	return document.None, more
}

// isLine reports whether head has a line of ASCII. It is enough to decide about a text, which
// a user may be typing.
func isLine(head []byte) bool {
	i := bytes.IndexByte(head, '\n')
	return i >= 0 && ascii.All(string(head[:i])) && !bytes.ContainsAny(head[:i], "\x00\x01\x02\x03\x04\x05\x06")
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
