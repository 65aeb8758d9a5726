package mailbox

import (
	"bytes"
	"encoding/base64"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/transfer"
)

// documentNext returns the format of the document that the next body consists of, or
// detect.Text. A text that is not encoded is text, whatever it begins with, unless its type is that of RTF or XML.
func (r *Reader) documentNext(e *entity) detect.Format {
	if f := r.div.format; f.IsDocument() {
		return f
	}
	return r.readable(r.in.documentNext(e, &r.first))
}

// readable returns f if it is a format of documents that is read. Otherwise it returns
// detect.Text, and notes it if the caller has chosen no formats.
func (r *Reader) readable(f detect.Format) detect.Format {
	if f == detect.Text || formats.Has(r.set.Documents, f) {
		return f
	}
	if r.set.Documents == nil {
		r.shared.noteDocument(document.Unread, f.String())
	}
	return detect.Text
}

// documentNext returns the format of the document that the next body consists of, or
// detect.Text. first is the first line of the body if that is in base64.
func (l *lines) documentNext(e *entity, first *firstLine) detect.Format {
	switch {
	case e.encoding == "base64":
		f := l.documentInBase64(first)
		switch {
		case f != detect.Text:
		case e.isNamedPDF() && l.isLatePDF(first):
			f = detect.PDF
		default:
			f = l.lateInBase64(first)
		}
		return f
	case isData(e.encoding):
		f, _ := detect.DocumentOf(l.dataHead(e.encoding), detect.All)
		return f
	case e.media.Type == "", e.media.Type == "text" && !isDocumentText(e.media.Subtype):
		return detect.Text
	}
	raw := l.atLeast(1)
	if len(raw) == 0 || !detect.MayBeginDocument(raw[0]) {
		return detect.Text
	}
	const size = 3 * detect.TarBlock // of the head in quoted-printable
	raw = l.atLeast(size)
	head := raw[:min(len(raw), size)]
	if e.encoding == "quoted-printable" {
		var q transfer.QuotedPrintable
		head = q.Append(nil, head, 0, new(offset.Map))
	}
	f, _ := detect.DocumentOf(head, detect.All)
	if f == detect.Text {
		f = detect.XMLDocumentOf(head)
	}
	return f
}

// documentInBase64 returns the format of the document that the next lines encode, or
// detect.Text. first is the first of them.
func (l *lines) documentInBase64(first *firstLine) detect.Format {
	if raw := l.atLeast(1); len(raw) == 0 || !mayBegin[raw[0]] {
		return detect.Text
	}
	f, more := detect.DocumentOf(first.of(l), detect.File)
	if more {
		f, _ = detect.DocumentOf(l.headInBase64(detect.DocumentHead), detect.All)
	}
	return f
}

// lateInBase64 returns the format of the document that the next lines encode, if more than the first of
// them is needed to recognize it, such as a tar file, or detect.Text.
func (l *lines) lateInBase64(first *firstLine) (f detect.Format) {
	if _, more := detect.FileOf(first.of(l), detect.Stream); more {
		f, _ = detect.FileOf(l.headInBase64(detect.TarBlock), detect.All)
	}
	return f
}

// headInBase64 returns the first n octets that the next lines encode, and up to a line more. It returns
// fewer at the end of the body.
func (l *lines) headInBase64(n int) (octets []byte) {
	for at := l.blankLines(); len(octets) < n; {
		var next [octetsInLine]byte
		line := l.lineAt(at)
		text := decodeLine(&next, bytes.TrimSpace(line))
		if len(text) == 0 {
			break
		}
		octets, at = append(octets, text...), at+len(line)
	}
	return octets
}

// fileNext returns the format of the next body if only its content says what it is: that of a file sent as
// application/octet-stream (RFC 2046, section 4.5.1). For any other body it returns detect.Text.
func (r *Reader) fileNext(e *entity) detect.Format {
	if e.media.Type != "application" || e.media.Subtype != "octet-stream" || isData(e.encoding) {
		return detect.Text
	}
	head := r.in.headOfFile(e.encoding, &r.first)
	set, isWide := charset.Wide(head)
	if isWide {
		var d charset.Decoder
		d.Reset(set)
		head = d.Append(nil, head, 0, new(offset.Map), false)
	}
	f, _ := detect.FormatOf(head, isWide, detect.All)
	return f
}

// headOfFile returns the first of the next bytes, decoded from the transfer encoding, as many as decide
// about the format of a text. It returns nil if a body in base64 is neither text in UTF-8 nor in UTF-16 or
// UTF-32. first is its first line.
func (l *lines) headOfFile(encoding string, first *firstLine) []byte {
	if encoding == "base64" {
		octets := first.of(l)
		if _, isWide := charset.Wide(octets); !isWide && !charset.IsText(octets) {
			return nil
		}
		return l.headInBase64(detect.TextHead)
	}
	raw := l.atLeast(detect.TextHead)
	raw = raw[:min(len(raw), detect.TextHead)]
	if i := bytes.Index(raw, []byte("\n--")); i >= 0 { // the delimiter of a multipart
		raw = raw[:i+1]
	}
	if encoding == "quoted-printable" {
		var q transfer.QuotedPrintable
		raw = q.Append(nil, raw, 0, new(offset.Map))
	}
	return raw
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

// isDocumentText reports whether text/subtype may be a document: RTF or XML.
func isDocumentText(subtype string) bool {
	return subtype == "rtf" || subtype == "x-rtf" || subtype == "richtext" || subtype == "xml"
}

// mayBegin has the first digits of documents in base64, and the bytes of white space, which
// may be before them.
var mayBegin = func() (set [256]bool) {
	for c := range 256 {
		if c >= utf8.RuneSelf || ascii.Is(byte(c), ascii.Space) {
			set[c] = true
		}
		if detect.MayBeginDocument(byte(c)) {
			var digits [4]byte
			base64.StdEncoding.Encode(digits[:], []byte{byte(c), 0, 0})
			set[digits[0]] = true
		}
	}
	return set
}()
