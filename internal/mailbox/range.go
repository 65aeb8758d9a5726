package mailbox

import (
	"io"
	"iter"
)

// A Seam is where a message of an Mbox begins: what is read from there on depends on
// nothing else. So ranges of an Mbox can be read apart from each other. A range has
// the messages that begin in it.
type Seam struct {
	At       int64 // its offset
	Messages int   // before it
	Lines    int64 // LFs before it; 0 if lines are not counted
	Dateless bool  // From_ lines of the file have no date
	EOL      byte  // what lines of the file end in
}

// ResetRange makes r read the messages that begin from a Seam on and before end. In
// src the Seam is at the beginning. The zero Seam is that of a file of which nothing
// is known.
func (r *Reader) ResetRange(src io.Reader, from Seam, end int64) {
	if from.EOL == 0 {
		r.Reset(src, Mbox)
		r.msgs.limit = end
		return
	}
	r.shared.reset()
	r.begin(src, Mbox, nil)
	r.in.base, r.in.eol = from.At, from.EOL
	r.in.line += from.Lines
	r.msgs.before, r.msgs.index, r.div.dateless = from.Messages, from.Messages, from.Dateless
	r.msgs.limit = end
}

// Seam returns the Seam at the place, which is to be where a message begins: in the
// beginning, or after a range.
func (r *Reader) Seam() Seam {
	return Seam{
		At: r.in.offset(), Messages: r.msgs.index, Lines: max(0, r.in.line-1),
		Dateless: r.div.dateless, EOL: r.in.end(),
	}
}

// Left reports whether r has read its range, and a message begins after it.
func (r *Reader) Left() bool { return r.msgs.left }

// Seams iterates over the messages of an Mbox that begin from offset begin on and before
// end, as far as can be seen without what is before src, which begins at offset from with
// a line. Seam.Lines counts LFs in src, and Seam.Messages is 0. Of the file no more has to
// be known than what is the same in all Seams.
func (r *Reader) Seams(src io.Reader, file Seam, from, begin, end int64) iter.Seq[Seam] {
	return func(yield func(Seam) bool) {
		r.begin(src, Mbox, nil)
		r.in.base, r.in.eol, r.in.line = from, file.EOL, 1
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
