package mailbox

import (
	"bytes"
	"encoding/base64"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/htmltext"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/transfer"
)

// decode chooses the decoders of the next body: those that e declares, unless the
// beginning of the body contradicts e. Unknown declarations are noted and the body is
// left undecoded.
func (r *Reader) decode(e *entity) {
	r.setTransfer(e.encoding)
	label := e.media.Param("charset")
	if r.div.format == detect.HTML || r.div.format == detect.Text && label == "" && isHTML(&e.media) {
		label = r.declared()
	}
	isEncoded := r.body.stream.transfer != nil
	if label != "" || isEncoded || mayBeWide(r.in.rest(0)) {
		r.setCharset(label, e.encoding)
	}
	s := &r.body.stream
	s.setFormat(&e.media, &r.set.Options)
	r.segment.XML, r.segment.CSV = false, false
	if s.last == nil {
		f := r.setByBeginning(e)
		r.segment.XML, r.segment.CSV = f == detect.XML, f == detect.CSV
	}
	r.div.seek = !isEncoded && (s.last == nil || s.last == &s.flow) && !r.div.isOneText()
}

// setTransfer sets the decoder of a transfer encoding.
func (r *Reader) setTransfer(encoding string) {
	if s := &r.body.stream; !s.setTransfer(encoding, r.in.line) && !s.setData(encoding, r.in.line) {
		r.shared.noteName(defectEncoding, encoding)
	}
	r.body.base64 = encoding == "base64"
}

// setCharset sets the decoder of the character set that is declared as label, or of
// UTF-16 or UTF-32 if the beginning of the body indicates one of these. label is "" if
// there is no declaration; encoding is the transfer encoding. If the character set is
// unknown, the text is not decoded, and octets that are not UTF-8 are read one by one.
func (r *Reader) setCharset(label, encoding string) {
	var set charset.Charset
	if label != "" {
		var ok bool
		if set, ok = r.head.cache.charset(label); !ok {
			r.shared.noteName(defectCharset, label)
			label = ""
		}
	}
	if !set.IsWide() {
		if wide, ok := r.in.wide(encoding, &r.first); ok {
			set = wide
			if label != "" {
				r.shared.noteName(defectLabel, label)
			}
		}
	}
	r.body.stream.setCharset(set, label)
}

// declared returns the name of the character set that an HTML document declares. It
// returns "" for a document with a byte order mark of UTF-8, and for one that declares,
// in ASCII, a character set that does not contain ASCII: both are in UTF-8.
func (r *Reader) declared() string {
	for {
		head := r.in.rest(0)
		if bytes.HasPrefix(head, []byte(detect.UTF8BOM)) {
			return ""
		}
		label := htmltext.Charset(head)
		if label == "" && len(head) < htmltext.MaxPrescan && r.in.fill() {
			continue
		}
		if set, ok := r.head.cache.charset(label); ok && !set.MayDeclareItself() {
			r.shared.noteName(defectLabel, label)
			return ""
		}
		return label
	}
}

// setByBeginning adds the stage that decodes a calendar or an address book if the next bytes, decoded
// from the transfer encoding, begin one, whatever the media type is: attachments of these are often
// text/plain or application/octet-stream. Otherwise it returns the format of the body: XML by these bytes,
// XML or CSV by its media type, or Text.
func (r *Reader) setByBeginning(e *entity) detect.Format {
	t, sub := e.media.Type, e.media.Subtype
	if t == "text" || t == "application" {
		switch head := r.in.head(e.encoding, &r.first); {
		case len(head) == 0:
		case detect.BeginsCalendar(head):
			r.body.stream.setEscaped(escape.Calendar)
			return detect.Calendar
		case detect.BeginsXML(head):
			return detect.XML
		}
	}
	if sub == "plain" || t == "" {
		return detect.Text
	}
	return detect.OfMediaType(t, sub)
}

// head returns the first of the next bytes, decoded from the transfer encoding, or nil if they begin
// neither a calendar nor XML. first is the first line of a body in base64.
func (l *lines) head(encoding string, first *firstLine) []byte {
	if isData(encoding) {
		return l.dataHead(encoding)
	}
	if encoding != "base64" {
		if raw := l.atLeast(1); len(raw) == 0 || strings.IndexByte("Bb< \t\r\n\xEF", raw[0]) < 0 {
			return nil
		}
		raw := l.atLeast(octetsInLine)
		return raw[:min(len(raw), octetsInLine)]
	}
	line := l.lineAt(l.blankLines())
	if len(line) == 0 || strings.IndexByte("QYPICD7", line[0]) < 0 {
		return nil // it begins with neither "b" nor "<" nor white space nor a byte order mark
	}
	return first.of(l)
}

// The octets and the digits in a full line of base64 (RFC 2045, section 6.8).
const (
	octetsInLine = digitsInLine / 4 * 3
	digitsInLine = 76
)

// A firstLine holds the octets of the first line of a body in base64, which is decoded when
// they are needed.
type firstLine struct {
	octets    [octetsInLine]byte
	n         int // number of octets
	isDecoded bool
}

// of returns the octets of the first line of the body that begins at the position of l.
func (f *firstLine) of(l *lines) []byte {
	if !f.isDecoded {
		f.n, f.isDecoded = len(decodeLine(&f.octets, bytes.TrimSpace(l.lineAt(l.blankLines())))), true
	}
	return f.octets[:f.n]
}

// decodeLine decodes the quanta of base64 that line begins with, up to a full line, into
// octets.
func decodeLine(octets *[octetsInLine]byte, line []byte) []byte {
	n, _ := base64.StdEncoding.Decode(octets[:], line[:min(len(line), digitsInLine)&^3])
	return octets[:n]
}

// mayBeWide reports whether a body without a transfer encoding may be UTF-16 or UTF-32,
// judging by its first two bytes.
func mayBeWide(raw []byte) bool {
	return len(raw) < 2 || raw[0]-1 >= 0xFD || raw[1] == 0
}

// wide returns UTF-16 or UTF-32 if the next bytes, decoded from the transfer encoding,
// indicate one of these. first is the first line of a body in base64.
func (l *lines) wide(encoding string, first *firstLine) (charset.Charset, bool) {
	switch encoding {
	case "base64":
		if line := l.lineAt(l.blankLines()); len(line) == 0 || ascii.Is(line[0], ascii.Space) {
			return charset.Charset{}, false
		}
		return charset.Wide(first.of(l))
	case "quoted-printable":
		if raw := l.atLeast(2); len(raw) < 2 || raw[0] != '=' && raw[1] != '=' {
			return charset.Charset{}, false
		}
		const escapes = 2 * len("=XX") * charset.MaxWide
		var d transfer.QuotedPrintable
		var places offset.Map
		raw := l.atLeast(escapes)
		return charset.Wide(d.Append(nil, raw[:min(len(raw), escapes)], 0, &places))
	}
	if isData(encoding) {
		return charset.Wide(l.dataHead(encoding))
	}
	if !mayBeWide(l.rest(0)) || !mayBeWide(l.atLeast(2)) {
		return charset.Charset{}, false
	}
	return charset.Wide(l.atLeast(charset.MaxWide))
}
