package mailbox

import (
	"bytes"
	"path"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/detect"
	"github.com/urlgrep/urlgrep/internal/header"
	"github.com/urlgrep/urlgrep/internal/offset"
	"github.com/urlgrep/urlgrep/internal/transfer"
)

// Data is a file within a text, encoded by uuencode (POSIX.1-2017, uuencode) or yEnc
// (yenc.org). It is read like an attachment. It follows a line that has its name, and ends
// before a line that says so:
//
//	begin 644 name          begin-base64 644 name    =ybegin line=128 size=3 name=cat
//	#0V%T                   Q2F0                     (octets)
//	`                       ====                     =yend size=3
//	end
//
// These lines remain text: only those between them are data.

// A dataKind is the encoding of data.
type dataKind uint8

const (
	noData dataKind = iota
	uuData
	base64Data
	yEncData
)

// The encodings of data, for which no header can ask.
const (
	uuEncoding   = "uuencoded data"
	yEncEncoding = "yEnc data"
)

// dataFormat says how data is encoded. The zero dataFormat is that of a text without data.
type dataFormat struct {
	kind dataKind
	line int64 // length of a line of yEnc, other than the last one
}

// A preface is the lines before data, which belong to the text.
type preface struct {
	size int        // their length
	data dataFormat // of the data
	name string     // of the data
}

var dataEncodings = [...]string{uuData: uuEncoding, base64Data: "base64", yEncData: yEncEncoding}

// isData reports whether encoding is one of data.
func isData(encoding string) bool { return encoding == uuEncoding || encoding == yEncEncoding }

// isUuencode reports whether a transfer encoding of a header is uuencode: the body has data
// in it.
func isUuencode(encoding string) bool {
	return encoding == "x-uuencode" || encoding == "uuencode" || encoding == "x-uue"
}

// mayBeginData reports whether a line that begins with b may be the one before data.
func mayBeginData(b []byte) bool {
	return len(b) > 1 && (b[0] == 'b' && b[1] == 'e' || b[0] == '=' && b[1] == 'y')
}

// dataAt returns beginOfData or endOfData if data begins or ends at the line that begins n
// bytes after the position, and none otherwise.
func (d *divider) dataAt(n int) delimiterKind {
	if d.in.data.kind != noData {
		if d.in.isDataAt(n, d.in.data) {
			return none
		}
		return endOfData
	}
	if !mayBeginData(d.in.lineAt(n)) {
		return none
	}
	f, size := d.in.dataAfter(n)
	if f.kind == noData {
		return none
	}
	d.lead = preface{size, f, d.in.dataName(n)}
	return beginOfData
}

// dataAfter returns the format of the data that follows the line that begins n bytes after
// the position, and the length of the lines before it. Its kind is noData if no data follows.
func (l *lines) dataAfter(n int) (f dataFormat, size int) {
	size = len(l.lineAt(n)) // first, as it may move the lines
	switch line := trimWhite(l.lineAt(n)); {
	case isBegin(line, "begin "):
		f.kind = uuData
	case isBegin(line, "begin-base64 "):
		f.kind = base64Data
	case bytes.HasPrefix(line, []byte("=ybegin ")) && bytes.Contains(line, []byte(" name=")):
		f = dataFormat{yEncData, numberAfter(line, " line=")}
		if part := l.lineAt(n + size); bytes.HasPrefix(part, []byte("=ypart ")) {
			size += len(part)
		}
	default:
		return f, 0
	}
	first := l.lineAt(n + size)
	data, next := trimWhite(first), n+size+len(first)
	var is bool
	switch f.kind {
	case uuData:
		is = isUuData(data) && 2*len(data) > transfer.UuencodedLen(data)
		data = trimWhite(l.lineAt(next))
		is = is && (isUuData(data) || isEndOfUu(data))
	case base64Data:
		is = transfer.IsBase64(data)
	case yEncData:
		is = f.line > 0 && l.isDataAt(n+size, f)
	}
	if !is {
		return dataFormat{}, 0
	}
	return f, size
}

// dataName returns the name in the line before data that begins n bytes after the position.
func (l *lines) dataName(n int) string {
	line := trimWhite(l.lineAt(n))
	if _, name, ok := bytes.Cut(line, []byte(" name=")); ok && line[0] == '=' {
		return string(name)
	}
	_, rest, _ := bytes.Cut(line, []byte(" "))
	_, name, _ := bytes.Cut(rest, []byte(" "))
	return string(name)
}

// numberAfter returns the number after key in line, or 0.
func numberAfter(line []byte, key string) int64 {
	_, rest, _ := bytes.Cut(line, []byte(key))
	digits, _, _ := bytes.Cut(rest, []byte(" "))
	v, _ := strconv.ParseInt(string(digits), 10, 32)
	return v
}

// isBegin reports whether line consists of the word, a mode and a name.
func isBegin(line []byte, word string) bool {
	rest, ok := bytes.CutPrefix(line, []byte(word))
	mode, name, _ := bytes.Cut(rest, []byte(" "))
	return ok && isMode(mode) && len(name) > 0
}

// isMode reports whether text is a file mode: three or four octal digits.
func isMode(text []byte) bool {
	for _, c := range text {
		if !ascii.Is(c, ascii.Digit) || c > '7' {
			return false
		}
	}
	return len(text) == 3 || len(text) == 4
}

// isUuData reports whether line, which has no white space at its end, is a line of uuencode
// that encodes octets.
func isUuData(line []byte) bool {
	return len(line) > 0 && line[0] != '`' && line[0] != ' ' && transfer.IsUuencoded(line)
}

// isEndOfUu reports whether line, which has no white space at its end, ends data in uuencode:
// the line of length 0, or the one after it.
func isEndOfUu(line []byte) bool {
	return len(line) == 0 || line[0] == '`' && len(line) <= 3 || string(line) == "end"
}

// isDataAt reports whether the line that begins n bytes after the position is data in the
// given format. A line of yEnc that is too short is data if the data ends after it.
func (l *lines) isDataAt(n int, f dataFormat) bool {
	line := l.lineAt(n)
	switch f.kind {
	case uuData:
		return isUuData(trimWhite(line))
	case base64Data:
		return string(trimWhite(line)) != "===="
	}
	size := int64(len(ascii.TrimLineEnd(line)))
	if isYEncLine(line) || size > 2*f.line+1 {
		return false
	}
	return size >= f.line || bytes.HasPrefix(l.lineAt(n+len(line)), []byte("=yend"))
}

// isYEncLine reports whether line begins or ends data in yEnc, or a part of it.
func isYEncLine(line []byte) bool { return len(line) > 1 && line[0] == '=' && line[1] == 'y' }

// endsData reports whether the next lines end data.
func (l *lines) endsData(k dataKind) bool {
	line := trimWhite(l.lineAt(0))
	if k == yEncData {
		return bytes.HasPrefix(line, []byte("=yend"))
	}
	if k == uuData && isEndOfUu(line) && string(line) != "end" {
		line = trimWhite(l.lineAt(len(l.lineAt(0))))
		return string(line) == "end"
	}
	return string(line) == "end" || k == base64Data
}

// dataHead decodes the first octets of the data that follows.
func (l *lines) dataHead(encoding string) []byte {
	const size = 1 << 10
	var d transfer.Decoder = new(transfer.YEnc)
	if encoding == uuEncoding {
		d = new(transfer.Uuencode)
	}
	n := 0
	for n < size && len(l.lineAt(n)) > 0 && l.isDataAt(n, l.data) {
		n += len(l.lineAt(n))
	}
	return d.Append(nil, l.rest(0)[:n], 0, new(offset.Map))
}

// isDataText reports whether data that begins with head is text. Its character set is not
// known.
func isDataText(head []byte) bool {
	if _, ok := charset.Wide(head); ok {
		return true
	}
	for _, c := range head {
		if ascii.Is(c, ascii.Control) && !ascii.Is(c, ascii.Space) && c != 0x1B {
			return false
		}
	}
	return true
}

// mediaOfData returns the media type of data with a name. Its content decides about other
// types.
func mediaOfData(name string) (t, subtype string) {
	switch strings.ToLower(path.Ext(name)) {
	case ".htm", ".html":
		return "text", "html"
	case ".eml":
		return "message", "rfc822"
	}
	return "application", "octet-stream"
}

// A surrounding is the text around data.
type surrounding struct {
	entity   entity            // the declaration of the text
	declared *header.MediaType // of the data, if the transfer encoding is uuencode; nil otherwise
}

// beginUuencoded begins a body whose transfer encoding is uuencode: a text with data in it,
// which has the declared media type.
func (r *Reader) beginUuencoded(part string) {
	e := &r.head.entity
	declared := e.media
	r.around.declared = &declared
	if e.media.Type != "text" || e.media.Subtype != "plain" {
		e.media = header.MediaType{}
	}
	e.encoding = ""
	r.beginLeaf(part)
}

// beginData advances to data in a text.
func (r *Reader) beginData() {
	f, part := r.div.lead.data, r.segment.Part
	r.around.entity = r.head.entity
	r.head.entity = entity{
		declaration: declaration{encoding: dataEncodings[f.kind]},
		base:        r.around.entity.base,
		location:    r.around.entity.location,
	}
	if r.around.declared != nil {
		r.head.entity.media = *r.around.declared
	}
	if m := &r.head.entity.media; m.Type == "" || m.Type == "text" && m.Subtype == "plain" {
		m.Type, m.Subtype = mediaOfData(r.div.lead.name)
	}
	r.in.data = f
	if r.head.entity.isMessage() && r.beginDecoded(part, detect.Message) {
		return
	}
	r.beginLeaf(part)
}

// endData continues with the text after data.
func (r *Reader) endData(k dataKind) {
	if !r.in.endsData(k) {
		r.shared.note(defectData)
	}
	part := r.segment.Part
	r.head.entity = r.around.entity
	r.beginText(Body, part)
	r.body.resumed = true
	r.decode(&r.head.entity)
	r.segment.Plain = r.body.isPlain()
}
