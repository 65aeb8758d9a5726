// Package header reads the header fields of messages (RFC 5322) and of MIME entities (RFC
// 2045). It is lenient, as real mail requires.
//
// # Terms
//
// A field is a line with a name and a colon, and the continuation lines after it, which
// begin with white space. Unfolding a field removes the line breaks before continuation
// lines. The body of a field is the text after its colon.
//
// An encoded word is "=?charset?encoding?text?=" (RFC 2047). A parameter follows the
// value of Content-Type or Content-Disposition. In RFC 2231, a parameter can be divided
// into sections with numbers, and can be extended: it then has a character set, and
// octets written as "%" and two hexadecimal digits.
//
// # Flow
//
// [FieldName] and [IsContinuation] recognize where fields begin and end; package
// prefilter does so for many lines at once. The caller passes a whole field to a
// [Decoder]. The Decoder returns its text: unfolded, with encoded words and extended
// parameters decoded, and with the offset of each byte in the input. [ParseMediaType] and
// [ContentTransferEncoding] parse the fields that declare how to read a body, and [Date]
// parses the date of a message.
//
// Consecutive encoded words in one character set, or the sections of a parameter, are a
// list of pieces (piece.go), which contain octets. The Decoder joins the octets of all
// pieces before it decodes characters, since software splits text into words within
// characters.
//
// # Guarantees
//
// Parsing never fails. Malformed text remains as it is, and does not affect the text
// around it. Time is linear in the length of the field. Memory is a small multiple of
// that length, which the caller must limit.
package header

import "bytes"

// FieldName returns the name of the field that begins with line, or nil if line begins no
// field.
//
// RFC 5322, section 2.2: "A field name MUST be composed of printable US-ASCII characters
// (i.e., characters that have values between 33 and 126, inclusive), except colon."
// Section 4.5 allows white space before the colon. A name before "://" is not the name of
// a field: it begins a URL.
func FieldName(line []byte) []byte {
	n := nameLen(line)
	colon := n
	for colon < len(line) && isBlank(line[colon]) {
		colon++
	}
	if n == 0 || colon == len(line) || line[colon] != ':' {
		return nil
	}
	if rest := line[colon+1:]; len(rest) >= 2 && rest[0] == '/' && rest[1] == '/' {
		return nil
	}
	return line[:n]
}

// nameLen returns the number of bytes at the beginning of line that may be in a name.
func nameLen(line []byte) int {
	for i, c := range line {
		if c <= ' ' || c > '~' || c == ':' {
			return i
		}
	}
	return len(line)
}

// IsContinuation reports whether line continues the field before it.
//
// RFC 5322, section 2.2.3: "Unfolding is accomplished by simply removing any CRLF that is
// immediately followed by WSP."
func IsContinuation(line []byte) bool { return len(line) > 0 && isBlank(line[0]) }

// Body returns the text after the first colon of field, or nil if there is no colon.
func Body(field []byte) []byte {
	if i := bytes.IndexByte(field, ':'); i >= 0 {
		return field[i+1:]
	}
	return nil
}

// isBlank reports whether c is WSP.
func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isBreak reports whether c is part of a line break. In files without LF, lines end in
// CR.
func isBreak(c byte) bool { return c == '\r' || c == '\n' }

// skipSpace returns the index of the first byte of b, from i on, that is neither WSP nor
// part of a line break.
func skipSpace(b []byte, i int) int {
	for i < len(b) && (isBlank(b[i]) || isBreak(b[i])) {
		i++
	}
	return i
}
