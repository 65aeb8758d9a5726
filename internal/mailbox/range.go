package mailbox

import (
	"io"
	"iter"

	"github.com/urlgrep/urlgrep/internal/detect"
)

// A Seam is the beginning of a message of an Mbox. The text from there on does not
// depend on anything before it, except for the facts in the Seam. So ranges of an Mbox
// can be read independently of each other. A range consists of the messages that begin
// in it.
type Seam struct {
	At       int64 // offset in the file
	Messages int   // number of messages before it
	Lines    int64 // number of LFs before it; 0 if lines are not counted
	Dateless bool  // the From_ lines of the file have no date
	EOL      byte  // last byte of the file's lines: LF or CR; 0 if not known
}

// ResetRange makes r read the messages that begin at or after from and before the
// offset end. src begins at the Seam. The zero Seam is the beginning of a file that has
// not been examined.
func (r *Reader) ResetRange(src io.Reader, from Seam, end int64) {
	if from.EOL == 0 {
		r.Reset(src, detect.Mbox)
		r.msgs.limit = end
		return
	}
	r.shared.reset()
	r.begin(src, detect.Mbox, nil)
	r.in.startAt(from.At)
	r.in.eol = from.EOL
	r.in.line += from.Lines
	r.msgs.before, r.msgs.index, r.div.dateless = from.Messages, from.Messages, from.Dateless
	r.msgs.limit = end
}

// Seam returns the Seam at the position, which must be the beginning of a message: the
// beginning of the input, or the end of a range.
func (r *Reader) Seam() Seam {
	return Seam{
		At: r.in.offset(), Messages: r.msgs.index, Lines: max(0, r.in.line-1),
		Dateless: r.div.dateless, EOL: r.in.end(),
	}
}

// Left reports whether r has read its range and a message begins after the range.
func (r *Reader) Left() bool { return r.msgs.left }

// Ended reports whether r has read its range, and no message begins after it.
func (r *Reader) Ended() bool { return r.state == atEnd && r.in.err == io.EOF && !r.msgs.left }

// Seams iterates over the messages of an Mbox that begin at or after the offset begin
// and before end, as far as they can be recognized without the text before src. src
// begins at the offset from, with a line. file has the facts that are the same in all
// Seams of the file. In the Seams, Lines counts the LFs in src and Messages is 0.
func (r *Reader) Seams(src io.Reader, file Seam, from, begin, end int64) iter.Seq[Seam] {
	return func(yield func(Seam) bool) {
		r.begin(src, detect.Mbox, nil)
		r.in.startAt(from)
		r.in.eol, r.in.line = file.EOL, 1
		r.div.dateless = file.Dateless
		r.beginText(Body, "")
		for r.in.offset() < end {
			k, d := r.div.chunk(false)
			r.in.consume(k)
			switch at := r.in.offset(); {
			case d.kind == endOfInput || at >= end:
				return
			case d.kind != separator:
				continue
			case at >= begin && !yield(r.Seam()):
				return
			}
			r.in.skipLine()
		}
	}
}
