package mailbox

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/header"
)

const fromLine = "From "

// maxFrom is the maximum length of a From_ line, and of the part of adjacent lines that
// is examined.
const maxFrom = 1 << 10

// separators recognizes the lines that separate the messages of a mailbox.
type separators struct {
	format   Format
	dateless bool  // in an Mbox: From_ lines have no date
	batchEnd int64 // in a Batch: the offset of the end of the article, according to the line before it
}

// isOneText reports whether the input is one text without a header, not a mailbox.
func (s *separators) isOneText() bool { return s.format >= HTML }

// begin examines the first line of the input. An input given as Mbox may be an MMDF or
// a Batch.
func (s *separators) begin(line []byte) {
	switch {
	case s.format != Mbox:
	case bytes.HasPrefix(line, []byte(mmdfLine)):
		s.format = MMDF
	case isBatchLine(line):
		s.format = Batch
	default:
		s.dateless = bytes.HasPrefix(line, []byte(fromLine)) && !hasDate(line)
	}
}

// separatesAt reports whether line, which begins n bytes after the position, separates
// messages.
func (s *separators) separatesAt(in *lines, n int, line []byte) bool {
	switch {
	case line[0] == 'F' && s.format == Mbox:
		return bytes.HasPrefix(line, []byte(fromLine)) && s.isFromAt(in, n, len(line))
	case line[0] == mmdfLine[0] && s.format == MMDF:
		return bytes.HasPrefix(line, []byte(mmdfLine))
	case line[0] == batchLine[0] && s.format == Batch && isBatchLine(line):
		at, size := in.offset()+int64(n), len(line)
		return at >= s.batchEnd || isCommonField(in.lineAt(n+size))
	}
	return false
}

// isFromAt reports whether the "From " line of size bytes that begins n bytes after the
// position separates messages. A line longer than maxFrom does not: the lines after it
// might not be in the window.
func (s *separators) isFromAt(in *lines, n, size int) bool {
	if size > maxFrom {
		return false
	}
	near := neighbourhood{afterBlank: in.afterBlank(n)}
	next := len(in.lineAt(n + size))
	if s.dateless {
		near.next2 = in.lineAt(n + size + next)
	}
	near.line = in.rest(n)[:size] // only now, as lineAt may move the window
	near.next1 = in.rest(n + size)[:next]
	near.next1 = near.next1[:min(len(near.next1), maxFrom)]
	near.next2 = near.next2[:min(len(near.next2), maxFrom)]
	return near.separates(s.dateless)
}

// skip skips the lines that separate messages in an MMDF or a Batch. A From_ line is
// not skipped: it is read as part of the header after it.
func (s *separators) skip(in *lines) {
	if s.format != MMDF && s.format != Batch {
		return
	}
	for line := in.lineAt(0); len(line) > 0; line = in.lineAt(0) {
		switch {
		case s.format == MMDF && bytes.HasPrefix(line, []byte(mmdfLine)):
			in.skip(len(line))
		case s.format == Batch && isBatchLine(line):
			n, _ := number(trimEnd(line)[len(batchLine):])
			in.skip(len(line))
			s.batchEnd = in.offset() + n
		default:
			return
		}
	}
}

// A neighbourhood is a line that begins with "From " and the lines around it. It alone
// determines whether the line separates messages. No state is used, and no length from
// a field: Content-Length is wrong too often, and a wrong one hides messages. So a
// reader that begins in the middle of a mailbox finds the same messages.
type neighbourhood struct {
	line       []byte
	first      bool // it is the first line of the mailbox
	afterBlank bool
	next1      []byte
	next2      []byte // only set if From_ lines have no date
}

// separates reports whether the line separates two messages. dateless says that the
// From_ lines of the mailbox have no date.
//
// Some readers accept any "From " line, which is wrong 37 times in 131,735 in one
// archive of a mailing list. Others require "From sender date" with a sender of one
// word, which is right 11 times there, as the archive writes "user at host". separates
// accepts any sender. It requires a time, a year and a header field in the next line;
// if no blank line precedes the line, also a day of the week.
func (n *neighbourhood) separates(dateless bool) bool {
	switch {
	case len(n.line) > len(fromLine) && n.line[len(fromLine)] == ':':
		return false // "From : somebody"
	case n.first:
		return isHeaderLine(n.next1) || hasDate(n.line)
	case !n.afterBlank:
		return hasDate(n.line) && hasWeekday(n.line) && isHeaderLine(n.next1)
	case hasDate(n.line):
		return isHeaderLine(n.next1)
	}
	return dateless && isHeaderLine(n.next1) && isHeaderLine(n.next2) && isCommonField(n.next1)
}

// isHeaderLine reports whether line may be part of a header.
func isHeaderLine(line []byte) bool {
	return header.FieldName(line) != nil || isFolded(line) || isQuotedFrom(line)
}

// isQuotedFrom reports whether line is "From " after quote marks, of which every
// mailbox that stored the message may have added one.
func isQuotedFrom(line []byte) bool {
	return len(line) > 0 && line[0] == '>' &&
		bytes.HasPrefix(bytes.TrimLeft(line[:min(len(line), maxFrom)], ">"), []byte(fromLine))
}

// isFolded reports whether line continues the field above it: it begins with white
// space and has other characters.
func isFolded(line []byte) bool {
	for i, c := range line {
		if !ascii.Is(c, ascii.Space) {
			return i > 0
		}
	}
	return false
}

// hasDate reports whether line contains a time of day and a year.
func hasDate(line []byte) bool {
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

// isCommonField reports whether line is a header field that occurs in nearly every
// message or article, or that mailers write first.
func isCommonField(line []byte) bool {
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
