package detect

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/header"
)

// The beginnings of lines that separate messages, besides FromLine.
const (
	MMDFLine  = "\x01\x01\x01\x01"
	BatchLine = "#! rnews "
)

// TextHead is the number of bytes of the beginning of a text that decide about its format.
const TextHead = 8 << 10

// UTF8BOM is the byte order mark in UTF-8.
const UTF8BOM = "\xEF\xBB\xBF"

const headLines = 64 // lines that are enough to recognize the header of a message

// textOf returns the format of an input that begins with head and is no document. It
// returns more if head is too short to decide. atEOF says that head is the whole input.
//
// Other marks at the beginning have no Format: "#! cunbatch" (compressed news) and
// "BABYL OPTIONS:" (Emacs) are Text.
func textOf(head []byte, atEOF bool) (f Format, more bool) {
	if len(head) >= TextHead {
		head, atEOF = head[:TextHead], true
	}
	if !atEOF && len(head) < len(UTF8BOM) && bytes.HasPrefix([]byte(UTF8BOM), head) {
		return Text, true
	}
	if html, more := isHTML(head); html {
		return HTML, false
	} else if more && !atEOF {
		return Text, true
	}
	if xml, more := isXML(head); xml {
		return XML, false
	} else if more && !atEOF {
		return Text, true
	}
	if f, more := escapedOf(head, atEOF); f != Text || more {
		return f, more
	}
	s := lineSplitter{rest: bytes.TrimPrefix(head, []byte(UTF8BOM)), atEOF: atEOF}
	line, ok := s.next()
	for ok && ascii.IsWhiteLine(line) {
		line, ok = s.next()
	}
	if !ok {
		if atEOF || !mayBeMail(s.rest) {
			return Text, false
		}
		return Text, true
	}
	switch {
	case bytes.HasPrefix(line, []byte(MMDFLine)):
		return MMDF, false
	case IsBatchLine(line):
		return Batch, false
	case bytes.HasPrefix(line, []byte(FromLine)):
		n := Neighbourhood{Line: line, First: true}
		if n.Next1, ok = s.next(); !ok && !atEOF {
			return Text, true
		}
		if n.Separates(false) {
			return Mbox, false
		}
	}
	return s.message(line)
}

// message reports whether the lines from line on are the header of a message: at least
// two fields, one of them common, and never two consecutive lines that are not fields.
func (s *lineSplitter) message(line []byte) (f Format, more bool) {
	fields, strange, common := 0, 0, false
	for n, ok := 0, true; ok && n < headLines && !ascii.IsBlankLine(line); n++ {
		switch {
		case isField(line):
			fields++
			strange = 0
			common = common || IsCommonField(line)
		case n == 0 || strange == 1:
			return Text, false
		case !IsFolded(line):
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
	case ascii.IsWhiteLine(line):
		return true
	case colon == len(line):
		return isField(append(line[:i:i], ':')) || line[0] == BatchLine[0]
	case line[colon] == ':':
		return isField(line) || len(line)-colon < len("://")
	}
	return string(line[:i]) == "From" || line[0] == MMDFLine[0] || line[0] == BatchLine[0]
}

// BatchSize returns the size of the article of a batch that line begins, or false if line
// begins none.
func BatchSize(line []byte) (size int64, ok bool) {
	number, ok := bytes.CutPrefix(ascii.TrimLineEnd(line), []byte(BatchLine))
	if !ok {
		return 0, false
	}
	return parseSize(number)
}

// IsBatchLine reports whether line begins an article of a batch.
func IsBatchLine(line []byte) bool {
	_, ok := BatchSize(line)
	return ok
}

// parseSize parses a decimal number, which may have blanks after it.
func parseSize(b []byte) (n int64, ok bool) {
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
