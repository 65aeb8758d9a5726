package detect

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// headRecords is the number of records at the beginning of a text that decide whether it is CSV (RFC 4180).
const headRecords = 3

// isCSV reports whether a text that begins with head is CSV: whether its first three records have the same number
// of commas between fields, one or more, and the first one may be the names of the fields. If the text, or TextHead
// bytes of it, has only two whole records, these decide. isCSV returns more if head is too short to decide. atEOF
// says that head is the whole text.
func isCSV(head []byte, atEOF bool) (is, more bool) {
	isCut := len(head) >= TextHead
	if isCut {
		head, atEOF = head[:TextHead], false
	}
	head = bytes.TrimPrefix(head, []byte(UTF8BOM))
	var r records
	for _, c := range head {
		if !r.read(c) {
			return false, false
		} else if r.whole == headRecords {
			return true, false
		}
	}
	if atEOF {
		return r.end() && r.whole > 1, false
	}
	return isCut && r.whole > 1, !isCut
}

// records is what is known of the records at the beginning of a text.
type records struct {
	whole  int // number of whole records
	commas int // in each of them, after the first

	// The record that is being read.
	seen   int  // number of its commas
	length int  // of its last field
	quoted bool // that is open in quotes
	closed bool // its last byte is a quote that may close it
	last   byte // the last byte
}

// read reads the next byte. It returns false if it shows that the text is not CSV: if a blank follows a comma, a
// quote is within a field, a record has another number of commas than the first one, or the first one has a character that names
// of fields do not have.
func (r *records) read(c byte) bool {
	last := r.last
	r.last = c
	isNew := r.length == 0 && !r.closed
	switch {
	case r.whole == 0 && !isInNames(c, r.seen == 0 && isNew):
		return !r.quoted && ascii.Is(c, ascii.LineBreak) && r.endRecord()
	case c == '"':
		r.quoted, r.closed = !r.quoted, r.quoted
		r.length++
		return !r.quoted || isNew || last == '"'
	case r.quoted:
		r.length++
		return true
	case c == ',':
		r.seen++
		r.length, r.closed = 0, false
		return r.whole == 0 || r.seen <= r.commas
	case c == '\n' && last == '\r':
		return true
	case ascii.Is(c, ascii.LineBreak):
		return r.endRecord()
	}
	r.length++
	return !r.closed && !(isNew && r.seen > 0 && ascii.Is(c, ascii.Blank))
}

// isInNames reports whether the names of fields may have c. first says that it is the first byte of the text.
func isInNames(c byte, first bool) bool {
	if first && ascii.Is(c, ascii.Punct) && c != '"' && c != '_' && c != ',' {
		return false
	}
	return c >= ' ' && strings.IndexByte("<>={};:@", c) < 0
}

// endRecord ends a record. It returns false if that shows that the text is not CSV.
func (r *records) endRecord() bool {
	if r.whole == 0 {
		r.commas = r.seen
		if r.length == 0 {
			return false
		}
	}
	ok := r.seen > 0 && r.seen == r.commas
	r.whole++
	r.seen, r.length, r.closed = 0, 0, false
	return ok
}

// end ends the text. It returns false if that shows that it is not CSV.
func (r *records) end() bool {
	if r.quoted {
		return false
	}
	return r.seen == 0 && r.length == 0 || r.endRecord()
}
