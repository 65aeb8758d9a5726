package detect

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/header"
)

// FromLine begins the From_ lines of an mbox.
const FromLine = "From "

// MaxFrom is the maximum length of a From_ line, and of the part of adjacent lines that
// is examined.
const MaxFrom = 1 << 10

// A Neighbourhood is a line that begins with "From " and the lines around it. It alone
// determines whether the line separates messages. No state is used, and no length from
// a field: Content-Length is wrong too often, and a wrong one hides messages. So a
// reader that begins in the middle of a mailbox finds the same messages.
type Neighbourhood struct {
	Line       []byte
	First      bool // it is the first line of the mailbox
	AfterBlank bool
	Next1      []byte
	Next2      []byte // only set if From_ lines have no date
}

// Separates reports whether the line separates two messages. dateless says that the
// From_ lines of the mailbox have no date.
//
// Some readers accept any "From " line, which is wrong 37 times in 131,735 in one
// archive of a mailing list. Others require "From sender date" with a sender of one
// word, which is right 11 times there, as the archive writes "user at host". Separates
// accepts any sender. It requires a time, a year and a header field in the next line;
// if no blank line precedes the line, also a day of the week.
func (n *Neighbourhood) Separates(dateless bool) bool {
	switch {
	case len(n.Line) > len(FromLine) && n.Line[len(FromLine)] == ':':
		return false // "From : the editor"
	case n.First:
		return IsHeaderLine(n.Next1) || HasDate(n.Line)
	case !n.AfterBlank:
		return HasDate(n.Line) && hasWeekday(n.Line) && IsHeaderLine(n.Next1)
	case HasDate(n.Line):
		return IsHeaderLine(n.Next1)
	}
	return dateless && IsHeaderLine(n.Next1) && IsHeaderLine(n.Next2) && IsCommonField(n.Next1)
}

// IsHeaderLine reports whether line may be part of a header.
func IsHeaderLine(line []byte) bool {
	return header.FieldName(line) != nil || IsFolded(line) || IsQuotedFrom(line)
}

// IsQuotedFrom reports whether line is "From " after quote marks, of which every
// mailbox that stored the message may have added one.
func IsQuotedFrom(line []byte) bool {
	return len(line) > 0 && line[0] == '>' &&
		bytes.HasPrefix(bytes.TrimLeft(line[:min(len(line), MaxFrom)], ">"), []byte(FromLine))
}

// IsFolded reports whether line continues the field above it: it begins with white
// space and has other characters.
func IsFolded(line []byte) bool {
	for i, c := range line {
		if !ascii.Is(c, ascii.Space) {
			return i > 0
		}
	}
	return false
}

// HasDate reports whether line contains a time of day and a year.
func HasDate(line []byte) bool {
	if endsInDate(line) {
		return true
	}
	time, year := false, false
	for i := 0; i < len(line); {
		if !ascii.Is(line[i], ascii.Digit) {
			i++
			continue
		}
		from := i
		for i < len(line) && ascii.Is(line[i], ascii.Digit) {
			i++
		}
		switch n := i - from; {
		case n <= 2 && i+2 < len(line) && line[i] == ':' && ascii.Is(line[i+1], ascii.Digit) && ascii.Is(line[i+2], ascii.Digit):
			time = true
			i += 3
		case n == 4 && (line[from] == '1' || line[from] == '2'):
			year = true
		}
	}
	return time && year
}

// endsInDate reports whether line ends as nearly all From_ lines do: in "12:34:56
// 2000", as asctime formats it.
func endsInDate(line []byte) bool {
	const size = len(" 12:34:56 2000\n")
	if len(line) < size {
		return false
	}
	b := line[len(line)-size:]
	digit := func(i int) bool { return ascii.Is(b[i], ascii.Digit) }
	return b[0] == ' ' && digit(1) && digit(2) && b[3] == ':' && digit(4) && digit(5) && b[6] == ':' && digit(7) && digit(8) &&
		b[9] == ' ' && (b[10] == '1' || b[10] == '2') && digit(11) && digit(12) && digit(13) && b[14] == '\n'
}

// hasWeekday reports whether line contains a day of the week as a word.
func hasWeekday(line []byte) bool {
	for word := range bytes.FieldsSeq(line) {
		if len(word) == 4 && word[3] == ',' {
			word = word[:3]
		}
		switch string(word) {
		case "Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat":
			return true
		}
	}
	return false
}

// IsCommonField reports whether line is a header field that occurs in nearly every
// message or article, or that mailers write first.
func IsCommonField(line []byte) bool {
	switch strings.ToLower(string(header.FieldName(line))) {
	case "from", "to", "cc", "date", "subject", "sender", "reply-to", "received", "return-path",
		"message-id", "in-reply-to", "references", "delivered-to", "envelope-to", "x-original-to",
		"mime-version", "content-type", "content-transfer-encoding", "dkim-signature", "authentication-results",
		"path", "newsgroups", "xref", "lines", "organization", "article", "approved",
		"status", "x-status", "x-mozilla-status", "x-uidl", "x-gm-thrid", "list-id", "resent-from", "resent-date":
		return true
	}
	return false
}
