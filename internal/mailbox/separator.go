package mailbox

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// separators recognizes the lines that separate the messages of a mailbox.
type separators struct {
	format   detect.Format
	dateless bool  // in an Mbox: From_ lines have no date
	batchEnd int64 // in a Batch: the offset of the end of the article, according to the line before it
}

// isOneText reports whether the input is one text without a header, or a document, and not
// a mailbox.
func (s *separators) isOneText() bool { return !s.format.IsMailbox() }

// begin examines the first line of the input. An input given as Mbox may be an MMDF or
// a Batch.
func (s *separators) begin(line []byte) {
	switch {
	case s.format != detect.Mbox:
	case bytes.HasPrefix(line, []byte(detect.MMDFLine)):
		s.format = detect.MMDF
	case detect.IsBatchLine(line):
		s.format = detect.Batch
	default:
		s.dateless = bytes.HasPrefix(line, []byte(detect.FromLine)) && !detect.HasDate(line)
	}
}

// separatesAt reports whether line, which begins n bytes after the position, separates
// messages.
func (s *separators) separatesAt(in *lines, n int, line []byte) bool {
	switch {
	case line[0] == 'F' && s.format == detect.Mbox:
		return bytes.HasPrefix(line, []byte(detect.FromLine)) && s.isFromAt(in, n, len(line))
	case line[0] == detect.MMDFLine[0] && s.format == detect.MMDF:
		return bytes.HasPrefix(line, []byte(detect.MMDFLine))
	case line[0] == detect.BatchLine[0] && s.format == detect.Batch && detect.IsBatchLine(line):
		at, size := in.offset()+int64(n), len(line)
		return at >= s.batchEnd || detect.IsCommonField(in.lineAt(n+size))
	}
	return false
}

// isFromAt reports whether the "From " line of size bytes that begins n bytes after the
// position separates messages. A line longer than maxFrom does not: the lines after it
// might not be in the window.
func (s *separators) isFromAt(in *lines, n, size int) bool {
	if size > detect.MaxFrom {
		return false
	}
	near := detect.Neighbourhood{AfterBlank: in.afterBlank(n)}
	next := len(in.lineAt(n + size))
	if s.dateless {
		near.Next2 = in.lineAt(n + size + next)
	}
	near.Line = in.rest(n)[:size] // only now, as lineAt may move the window
	near.Next1 = in.rest(n + size)[:next]
	near.Next1 = near.Next1[:min(len(near.Next1), detect.MaxFrom)]
	near.Next2 = near.Next2[:min(len(near.Next2), detect.MaxFrom)]
	return near.Separates(s.dateless)
}

// skip skips the lines that separate messages in an MMDF or a Batch. A From_ line is
// not skipped: it is read as part of the header after it.
func (s *separators) skip(in *lines) {
	if s.format != detect.MMDF && s.format != detect.Batch {
		return
	}
	for line := in.lineAt(0); len(line) > 0; line = in.lineAt(0) {
		switch {
		case s.format == detect.MMDF && bytes.HasPrefix(line, []byte(detect.MMDFLine)):
			in.skip(len(line))
		case s.format == detect.Batch && detect.IsBatchLine(line):
			n, _ := detect.BatchSize(line)
			in.skip(len(line))
			s.batchEnd = in.offset() + n
		default:
			return
		}
	}
}
