// Package header reads the header fields of messages (RFC 5322) and of MIME
// entities (RFC 2045), as leniently as real mail asks for.
//
// # Terms
//
// A field is a line with a name and a colon, with the lines that it goes on
// in: those begin with white space, and to unfold it is to take the line breaks
// before them away. Its body is what is after the colon. An encoded word
// is "=?charset?encoding?text?=" of RFC 2047. A parameter is one of those
// after the value of Content-Type or Content-Disposition; RFC 2231 lets it be
// continued, in sections of it with numbers, and extended: with a character set
// and "%" with two hex digits for octets.
//
// # Flow
//
// [FieldName] and [IsContinuation] tell where fields begin and end; package prefilter
// does so for many lines at once. The whole field then goes to a [Decoder], which gives its text for a reader: unfolded, with encoded
// words and such parameters decoded, and each byte's place in the input noted. What
// the fields mean that say how a body is to be read is told by [ParseMediaType] and
// [ContentTransferEncoding], when it was written by [Date].
//
// A run of encoded words, or of sections, in one character set is a list of
// pieces (piece.go), which give octets. The octets of all are put together
// before they are read as characters, since software cuts a text into words
// without regard to characters.
//
// # What holds always
//
// Nothing fails. What is malformed goes through as it is, for itself, and
// costs nothing around it. Time is linear in the length of the field, and
// memory a small multiple of it: it is the caller who bounds that.
package header

import "bytes"

// FieldName returns the name of the field that line begins, nil when it begins
// none.
//
// RFC 5322, section 2.2: "A field name MUST be composed of printable US-ASCII
// characters (i.e., characters that have values between 33 and 126, inclusive),
// except colon." Section 4.5 lets white space stand before the colon. A name
// with "://" behind it is none, but a URL that begins a line.
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

// nameLen returns the length of what line begins with and may be in a name.
func nameLen(line []byte) int {
	for i, c := range line {
		if c <= ' ' || c > '~' || c == ':' {
			return i
		}
	}
	return len(line)
}

// IsContinuation reports whether line goes on with the field before it.
//
// RFC 5322, section 2.2.3: "Unfolding is accomplished by simply removing any
// CRLF that is immediately followed by WSP."
func IsContinuation(line []byte) bool { return len(line) > 0 && isBlank(line[0]) }

// Body returns what is after the colon of the field, nil when there is no
// colon.
func Body(field []byte) []byte {
	if i := bytes.IndexByte(field, ':'); i >= 0 {
		return field[i+1:]
	}
	return nil
}

// isBlank reports whether c is WSP.
func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isBreak reports whether c is part of a line break. Files that have no LF
// have lines that end in CR.
func isBreak(c byte) bool { return c == '\r' || c == '\n' }

// skipSpace returns the offset of the first byte of b from i on that is neither
// WSP nor part of a line break.
func skipSpace(b []byte, i int) int {
	for i < len(b) && (isBlank(b[i]) || isBreak(b[i])) {
		i++
	}
	return i
}
