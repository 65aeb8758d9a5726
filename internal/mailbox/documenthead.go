package mailbox

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/transfer"
)

// documentNext returns the format of the document that the next body consists of, or
// document.None. A text that is not encoded is text, whatever it begins with.
func (r *Reader) documentNext(e *entity) document.Format {
	f := r.div.format.Document()
	switch {
	case f != document.None, r.set.SkipDocuments:
		return f
	case e.encoding == "base64":
		f = r.in.documentInBase64(&r.first)
		if f == document.None && e.isNamedPDF() && r.in.isLatePDF(&r.first) {
			f = document.PDF
		}
		return f
	case isData(e.encoding):
		f, _ = formats.Detect(r.in.dataHead(e.encoding), true)
		return f
	case e.media.Type == "", e.media.Type == "text" && !isRTF(e.media.Subtype):
		return document.None
	}
	raw := r.in.atLeast(1)
	if len(raw) == 0 || !formats.MayBegin(raw[0]) {
		return document.None
	}
	const size = 3 * formats.HeadSize // of the head in quoted-printable
	raw = r.in.atLeast(size)
	head := raw[:min(len(raw), size)]
	if e.encoding == "quoted-printable" {
		var q transfer.QuotedPrintable
		head = q.Append(nil, head, 0, new(offset.Map))
	}
	f, _ = formats.Detect(head, true)
	return f
}

// documentInBase64 returns the format of the document that the next lines encode, or
// document.None. first is the first of them.
func (l *lines) documentInBase64(first *firstLine) document.Format {
	if raw := l.atLeast(1); len(raw) == 0 || !mayBegin[raw[0]] {
		return document.None
	}
	f, _ := formats.Detect(first.of(l), true)
	return f
}

// isNamedPDF reports whether the body is declared to be a PDF file, by its type or its name.
func (e *entity) isNamedPDF() bool {
	if e.media.Type != "application" {
		return false
	}
	if e.media.Subtype == "pdf" {
		return true
	}
	name := e.media.Param("name")
	const end = ".pdf"
	return len(name) > len(end) && strings.EqualFold(name[len(name)-len(end):], end)
}

// isLatePDF reports whether the next lines encode text, and within the first bytes a line that
// begins with "%PDF-". Readers of PDF ignore the bytes before that. first is the first line.
func (l *lines) isLatePDF(first *firstLine) bool {
	if octets := first.of(l); !bytes.Contains(octets, []byte(pdfMagic)) && !charset.IsText(octets) {
		return false
	}
	var octets [maxLate]byte
	head := octets[:0]
	for n := l.blankLines(); len(head) <= maxLate-octetsInLine; {
		var next [octetsInLine]byte
		line := l.lineAt(n)
		text := decodeLine(&next, bytes.TrimSpace(line))
		head, n = append(head, text...), n+len(line)
		if i := bytes.Index(head, []byte(pdfMagic)); i > 0 && (head[i-1] == '\n' || head[i-1] == '\r') {
			return true
		}
		if len(text) == 0 || !charset.IsText(head) {
			return false
		}
	}
	return false
}

const pdfMagic = "%PDF-"

// maxLate is the number of bytes within which a PDF file must begin (ISO 32000-1, annex H,
// note 13).
const maxLate = 1 << 10

// isRTF reports whether text/subtype is a media type of RTF.
func isRTF(subtype string) bool {
	return subtype == "rtf" || subtype == "x-rtf" || subtype == "richtext"
}

// mayBegin has the first digits of documents in base64, and the bytes of white space, which
// may be before them.
var mayBegin = func() (set [256]bool) {
	for c := range 256 {
		if c >= utf8.RuneSelf || ascii.Is(byte(c), ascii.Space) {
			set[c] = true
		}
		if formats.MayBegin(byte(c)) {
			var digits [4]byte
			base64.StdEncoding.Encode(digits[:], []byte{byte(c), 0, 0})
			set[digits[0]] = true
		}
	}
	return set
}()
