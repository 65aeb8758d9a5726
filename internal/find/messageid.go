package find

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// isMessageID reports whether the text before Data[at] says that the identifier of a
// message begins there, which looks like an address: after "In article", for example, or
// in "<>" in an identification field.
func (t *text) isMessageID(at int, field fieldUse) bool {
	before := t.Data[max(0, at-LookBehind/2):at]
	angle := len(before) > 0 && before[len(before)-1] == '<'
	if angle {
		before = before[:len(before)-1]
	}
	words := bytes.TrimRight(before, " \t\r\n>|")
	if angle && bytes.Equal(words[bytes.LastIndexByte(words, '\n')+1:], []byte("In")) {
		return true
	}
	if n := len(words); n == 0 || strings.IndexByte("eE:", words[n-1]) < 0 {
		return angle && field == identification
	}
	for _, w := range [...]string{"article", "in message", "message id:", "message-id:", "news:", "cid:", "mid:"} {
		if n := len(words) - len(w); n >= 0 && strings.EqualFold(string(words[n:]), w) &&
			(n == 0 || !ascii.Is(words[n-1], ascii.Alpha)) {
			return true
		}
	}
	return angle && field == identification
}

// A fieldUse is the purpose of the hosts and addresses in a header field.
type fieldUse uint8

const (
	otherField     fieldUse = iota
	identification          // identify messages
	trace                   // record the path and authentication of a message, or identify a calendar's object
)

// A fieldLine is the line of the window that begins at index at, and the use of the
// header field that the line belongs to. It is a cache, so that each of a sequence of
// lines that may be folded is read once. If at is negative, it is empty.
type fieldLine struct {
	at  int
	use fieldUse
}

// maxFieldLine is the longest line of a header, with its end (RFC 5322, section 2.1.1).
const maxFieldLine = 1000

// useAt returns the use of the header field, folded or not, that t.Data[at] is in. Such
// fields are in the text of messages that are quoted or enclosed.
func (l *fieldLine) useAt(t *text, at int) (use fieldUse) {
	start := max(0, at-LookBehind/2)
	first := -1
	for {
		text := t.Data[max(start, at-maxFieldLine):at]
		line := text[bytes.LastIndexByte(text, '\n')+1:]
		begin := at - len(line)
		if first < 0 {
			first = begin
		} else if begin == l.at {
			use = l.use
			break
		}
		if begin > 0 && t.Data[begin-1] != '\n' {
			break // the line is too long
		}
		if marks := len(line) - len(bytes.TrimLeft(line, ">|")); marks > 0 {
			line = bytes.TrimPrefix(line[marks:], []byte{' '})
		}
		field := bytes.TrimLeft(line, " \t")
		if isCalendarID(field) {
			use = trace
			break
		}
		if name, _, ok := bytes.Cut(field, []byte{':'}); ok && isFieldName(name) {
			use = useOf(name)
			break
		}
		folded := len(field) < len(line) && (len(field) > 0 || begin == first)
		if !folded || begin <= start {
			break
		}
		at = begin - 1
	}
	*l = fieldLine{first, use}
	return use
}

// isCalendarID reports whether line, which ends before a host or an address, is a
// property of iCalendar or vCard (RFC 5545, RFC 6350) that identifies an object or a
// program: its name, parameters, and a value directly after the colon. The identifier of
// an object is one word.
func isCalendarID(line []byte) bool {
	for _, name := range [...]string{"uid", "related-to", "prodid"} {
		n := len(name)
		if len(line) <= n || !ascii.EqualFold(line[:n], name) || line[n] != ':' && line[n] != ';' {
			continue
		}
		_, value, ok := bytes.Cut(line[n:], []byte{':'})
		word, _, _ := bytes.Cut(value, []byte{' '})
		return ok && (len(word) == len(value) || name == "prodid" && len(word) > 0)
	}
	return false
}

// isFieldName reports whether name consists of letters, digits and hyphens.
func isFieldName(name []byte) bool {
	for _, c := range name {
		if c != '-' && !ascii.Is(c, ascii.AlphaDigit) {
			return false
		}
	}
	return len(name) > 0
}

// useOf returns the use of the field with the given name. Identification fields are those
// of RFC 5322, section 3.6.4, RFC 2045, section 7, and RFC 1036. Trace fields are those
// of RFC 5322, section 3.6.7, RFC 5536, section 3, RFC 8601 and RFC 8617.
func useOf(name []byte) fieldUse {
	var lower [len("arc-authentication-results")]byte // the longest
	if len(name) > len(lower) {
		return otherField
	}
	for i, c := range name {
		lower[i] = ascii.Lower(c)
	}
	switch string(lower[:len(name)]) {
	case "message-id", "in-reply-to", "references", "supersedes", "content-id", "resent-message-id", "original-message-id":
		return identification
	case "received", "x-received", "return-path", "xref", "nntp-posting-host", "received-spf", "authentication-results",
		"dkim-signature", "domainkey-signature", "arc-seal", "arc-message-signature", "arc-authentication-results",
		"x-authentication-warning", "x-mime-autoconverted":
		return trace
	}
	return otherField
}

// isIdentifier reports whether local, the text before an "@", was made by a program to
// identify a message, and is not the local part of an address. It has a "$", is a UUID
// (RFC 9562) or a long token, or begins with a date, a time or a serial number: eight
// characters or more before the first dot, half of them or more decimal digits and the
// others hexadecimal ones, and a digit after the dot.
func isIdentifier(local []byte) bool {
	if bytes.IndexByte(local, '$') >= 0 || isUUID(local) || isToken(local) {
		return true
	}
	number, rest, _ := bytes.Cut(local, []byte{'.'})
	digits := 0
	for _, c := range number {
		if !ascii.Is(c, ascii.Hex) {
			return false
		}
		if ascii.Is(c, ascii.Digit) {
			digits++
		}
	}
	return len(number) >= 8 && digits >= len(number)/2 && bytes.ContainsAny(rest, "0123456789")
}

// minToken is the length in octets from which on a local part with capitals and digits
// and without a dot is random. Those of people have up to half of that.
const minToken = 40

// isToken reports whether local is a long random token.
func isToken(local []byte) bool {
	return len(local) >= minToken && bytes.IndexByte(local, '.') < 0 &&
		bytes.ContainsAny(local, "0123456789") && !bytes.Equal(local, bytes.ToLower(local))
}

// isUUID reports whether b has the form of a UUID.
func isUUID(b []byte) bool {
	const form = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
	if len(b) != len(form) {
		return false
	}
	for i, c := range b {
		if form[i] == '-' && c != '-' || form[i] == 'x' && !ascii.Is(c, ascii.Hex) {
			return false
		}
	}
	return true
}
