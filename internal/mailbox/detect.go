package mailbox

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/document"
	"github.com/urlgrep/urlgrep/internal/document/formats"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/header"
)

// A Format is how an input is divided into messages.
type Format uint8

// The formats.
const (
	Text       Format = iota // no messages
	Message                  // one message or article (RFC 5322, RFC 5536)
	Mbox                     // messages after From_ lines (RFC 4155 and similar formats)
	MMDF                     // messages between lines of four ^A
	Batch                    // articles after "#! rnews" lines (RFC 1036, section 4.3; RFC 5537)
	HTML                     // an HTML document without a header, which declares its encoding itself
	HTMLInUTF8               // the same, decoded to UTF-8
	leaf                     // one body, which a Reader has declared
	escaped                  // escaped+f is a text in the escape.Format f

	documents = escaped + Format(escape.NumFormats) // documents+f is a document in the document.Format f
)

// Escaped returns the Format of a text in the format f, which is not escape.None.
func Escaped(f escape.Format) Format { return escaped + Format(f) }

// OfDocument returns the Format of a document in the format f, which is not document.None.
func OfDocument(f document.Format) Format { return documents + Format(f) }

// Document returns the format of documents that f is, or document.None.
func (f Format) Document() document.Format {
	if f < documents {
		return document.None
	}
	return document.Format(f - documents)
}

// HasMessages reports whether an input in the format f may have messages.
func (f Format) HasMessages() bool {
	switch d := f.Document(); d {
	case document.None:
		return f != Text && f < HTML
	default:
		return d == document.Compound || d == document.TNEF || d == document.CMS || d == document.WARC
	}
}

// NumFormats is the number of formats. All less than that are valid for a Reader, except
// for Text, the format before Escaped(escape.None), Escaped(escape.None) and
// OfDocument(document.None).
const NumFormats = int(documents) + int(document.NumFormats)

// MediaType returns the media type of an input in the format f, which has no header, such as
// "text/calendar".
func (f Format) MediaType() string {
	t, subtype := f.mediaType()
	return t + "/" + subtype
}

// mediaType returns the media type of an input without a header.
func (f Format) mediaType() (t, subtype string) {
	if f <= HTMLInUTF8 {
		return "text", "html"
	}
	if f.Document() != document.None {
		return "application", "octet-stream"
	}
	t, subtype, _ = strings.Cut(escape.Format(f-escaped).MediaType(), "/")
	return t, subtype
}

const (
	mmdfLine  = "\x01\x01\x01\x01"
	batchLine = "#! rnews "

	headLines = 64      // lines that are enough to recognize the header of a message
	maxDetect = 8 << 10 // bytes of the beginning that are examined
	utf8BOM   = "\xEF\xBB\xBF"
)

// Detect returns the format of an input that begins with head. It returns more if head
// is too short to decide. atEOF says that head is the whole input.
//
// Other marks at the beginning have no Format: "#! cunbatch" (compressed news) and
// "BABYL OPTIONS:" (Emacs) are Text.
func Detect(head []byte, atEOF bool) (f Format, more bool) {
	if len(head) >= maxDetect {
		head, atEOF = head[:maxDetect], true
	}
	if !atEOF && len(head) < len(utf8BOM) && bytes.HasPrefix([]byte(utf8BOM), head) {
		return Text, true
	}
	if html, more := DetectHTML(head); html {
		return HTML, false
	} else if more && !atEOF {
		return Text, true
	}
	if f, more := DetectEscaped(head, atEOF); f != Text || more {
		return f, more
	}
	s := lineSplitter{rest: bytes.TrimPrefix(head, []byte(utf8BOM)), atEOF: atEOF}
	line, ok := s.next()
	for ok && isWhite(line) {
		line, ok = s.next()
	}
	if !ok {
		if atEOF || !mayBeMail(s.rest) {
			return Text, false
		}
		return Text, true
	}
	switch {
	case bytes.HasPrefix(line, []byte(mmdfLine)):
		return MMDF, false
	case isBatchLine(line):
		return Batch, false
	case bytes.HasPrefix(line, []byte(fromLine)):
		n := neighbourhood{line: line, first: true}
		if n.next1, ok = s.next(); !ok && !atEOF {
			return Text, true
		}
		if n.separates(false) {
			return Mbox, false
		}
	}
	return s.message(line)
}

// DetectDocument returns the Format of a document that begins with head, or Text. It returns
// more if head is too short to decide. atEOF says that head is the whole document.
func DetectDocument(head []byte, atEOF bool) (f Format, more bool) {
	d, more := formats.Detect(head, atEOF)
	if d == document.None {
		return Text, more
	}
	return OfDocument(d), false
}

// DetectEscaped returns the Format of a text that escapes or folds characters and begins
// with head, or Text. It returns more if head is too short to decide. atEOF says that
// head is the whole text.
func DetectEscaped(head []byte, atEOF bool) (f Format, more bool) {
	if len(head) >= maxDetect {
		head, atEOF = head[:maxDetect], true
	}
	e, more := escape.Detect(bytes.TrimPrefix(head, []byte(utf8BOM)), atEOF)
	if e == escape.None {
		return Text, more
	}
	return Escaped(e), false
}

// DetectHTML reports whether head is the beginning of an HTML document: white space,
// comments and an XML declaration, followed by a document type or an element named
// html. It returns more if head is too short to decide.
//
// The WHATWG's MIME Sniffing accepts other tags as well, such as <p> and <a>, and
// comments. DetectHTML does not: text that begins with one of them is Markdown or a
// template as often as a page.
func DetectHTML(head []byte) (html, more bool) {
	short := len(head) < maxDetect
	head = bytes.TrimPrefix(head[:min(len(head), maxDetect)], []byte(utf8BOM))
	for {
		head = bytes.TrimLeft(head, " \t\r\n\f")
		end := "-->"
		if bytes.HasPrefix(head, []byte("<?xml")) {
			end = "?>"
		} else if !bytes.HasPrefix(head, []byte("<!--")) {
			html, more = opensHTML(head)
			return html, more && short
		}
		_, rest, found := bytes.Cut(head[len("<!--"):], []byte(end))
		if !found {
			return false, short
		}
		head = rest
	}
}

// opensHTML reports whether head begins with a document type or an element named html,
// or more if head is too short to decide.
func opensHTML(head []byte) (html, more bool) {
	for _, begin := range [...]string{"<!doctype html", "<html"} {
		n := min(len(head), len(begin))
		switch {
		case !bytes.EqualFold(head[:n], []byte(begin[:n])):
		case n == len(head):
			return false, true
		case head[n] == '>' || ascii.Is(head[n], ascii.Space):
			return true, false
		}
	}
	return false, bytes.HasPrefix([]byte("<!--"), head) || bytes.HasPrefix([]byte("<?xml"), head)
}

// message reports whether the lines from line on are the header of a message: at least
// two fields, one of them common, and never two consecutive lines that are not fields.
func (s *lineSplitter) message(line []byte) (f Format, more bool) {
	fields, strange, common := 0, 0, false
	for n, ok := 0, true; ok && n < headLines && !isBlank(line); n++ {
		switch {
		case isField(line):
			fields++
			strange = 0
			common = common || isCommonField(line)
		case n == 0 || strange == 1:
			return Text, false
		case !isFolded(line):
			strange++
		}
		if fields >= 2 && common {
			return Message, false
		}
		if line, ok = s.next(); !ok && !s.atEOF {
			return Text, true
		}
	}
	return Text, false
}

// isField reports whether line is a header field with a usual name. RFC 5322, section
// 2.2 allows more names, such as "<URL".
func isField(line []byte) bool {
	name := header.FieldName(line)
	for _, c := range name {
		if c != '-' && c != '_' && !ascii.Is(c, ascii.AlphaDigit) {
			return false
		}
	}
	return len(name) > 0 && ascii.Is(name[0], ascii.Alpha)
}

// mayBeMail reports whether line, perhaps the beginning of a first line, may begin a
// message.
func mayBeMail(line []byte) bool {
	i := 0
	for i < len(line) && line[i] != ':' && line[i] > ' ' && line[i] < 0x7F {
		i++
	}
	colon := i
	for colon < len(line) && (line[colon] == ' ' || line[colon] == '\t') {
		colon++
	}
	switch {
	case isWhite(line):
		return true
	case colon == len(line):
		return isField(append(line[:i:i], ':')) || line[0] == batchLine[0]
	case line[colon] == ':':
		return isField(line) || len(line)-colon < len("://")
	}
	return string(line[:i]) == "From" || line[0] == mmdfLine[0] || line[0] == batchLine[0]
}

// isBatchLine reports whether line begins an article of a batch.
func isBatchLine(line []byte) bool {
	size, ok := bytes.CutPrefix(trimEnd(line), []byte(batchLine))
	if !ok {
		return false
	}
	_, ok = number(size)
	return ok
}

// number parses a decimal number, which may have blanks after it.
func number(b []byte) (n int64, ok bool) {
	b = bytes.TrimRight(b, " \t")
	if len(b) == 0 || len(b) > 18 {
		return 0, false
	}
	for _, c := range b {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	return n, true
}

// A lineSplitter splits text into lines, which end in LF, CR LF or CR.
type lineSplitter struct {
	rest  []byte
	atEOF bool
}

// next returns the next line with its end. It returns false if the line may be
// incomplete.
func (s *lineSplitter) next() ([]byte, bool) {
	i := bytes.IndexByte(s.rest, '\n')
	if cr := bytes.IndexByte(s.rest, '\r'); cr >= 0 && (cr < i-1 || i < 0 && (cr+1 < len(s.rest) || s.atEOF)) {
		i = cr
	}
	if i < 0 {
		i = len(s.rest) - 1
		if i < 0 || !s.atEOF {
			return nil, false
		}
	}
	line := s.rest[:i+1]
	s.rest = s.rest[i+1:]
	return line, true
}
