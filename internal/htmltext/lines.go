package htmltext

import (
	"bytes"
	"sort"
	"unicode/utf8"
)

// A Line is a line of the document as a browser shows it: white space is collapsed, blocks
// and <br> begin a new line, and images are replaced by their alt texts. A line without
// text is left out. It is without text that is hidden: see hiding.
type Line struct {
	Text []byte

	// At is the offset of Text in the shown text, which is all lines, each with one byte
	// for its end. An Extent is in these offsets.
	At int64

	// From and To are offsets in the output. From is that of the first byte of Text, or of
	// the byte before an image that Text begins with; -1 if the output begins with the image.
	// To is that of the text after the line.
	From, To int64

	// Done is the offset in the output of the text after which the line is complete. For a
	// piece it is after To.
	Done int64

	// CutBefore and CutAfter report whether it is a piece of a line longer than MaxLine
	// that does not begin, or end, with the line. Pieces end before a blank if they have
	// one.
	CutBefore, CutAfter bool

	// Offset and Number are the place of From in the input. The caller sets them if IsPlaced
	// is not set.
	Offset, Number int64
	IsPlaced       bool

	runs  []run // in the order of Text
	blank blank
}

// A blank is the last blank of the open line and its place in the input. A piece of the line
// may begin with it, when the Map of the output does not have its place any more.
type blank struct {
	at             int // index in Line.Text; 0 if there is none
	offset, number int64
}

// LastBlank returns the index of the last blank in the line and its offset in the output.
// ok is false if there is none, or if PlaceBlank has been called for it.
func (l *Line) LastBlank() (at int, out int64, ok bool) {
	at = bytes.LastIndexByte(l.Text[l.blank.at:], ' ') + l.blank.at
	if at <= l.blank.at {
		return 0, 0, false
	}
	_, out = l.runAt(at)
	return at, out, true
}

// PlaceBlank sets the place in the input of the blank at an index.
func (l *Line) PlaceBlank(at int, offset, number int64) { l.blank = blank{at, offset, number} }

// runAt returns the index of the run of Text[i], and the offset in the output from which Text
// from index i on is: see Line.From.
func (l *Line) runAt(i int) (k int, from int64) {
	k = sort.Search(len(l.runs), func(k int) bool { return l.runs[k].at > i }) - 1
	if r := l.runs[k]; r.isAdded {
		return k, r.out - 1
	} else {
		return k, r.out + int64(i-r.at)
	}
}

// MaxLine is the maximum length of Line.Text in bytes.
const MaxLine = 4 << 10

// A run says that Text from index at on, up to the next run, is the output from offset out
// on, byte for byte. If isAdded is set, the text is not in the output: it is an alt text or
// a blank, before the byte at offset out.
type run struct {
	at      int
	out     int64
	isAdded bool
}

// An Extent is a range of the shown text, from From up to To. It is empty if To is not
// greater than From.
type Extent struct{ From, To int64 }

// Of returns the part of e that is in l, as indexes in l.Text without white space around
// it, and without half a character at its end. It may be empty.
func (e Extent) Of(l *Line) (from, to int) {
	from = int(min(max(0, e.From-l.At), int64(len(l.Text))))
	to = int(min(max(0, e.To-l.At), int64(len(l.Text))))
	for from < to && to < len(l.Text) && !utf8.RuneStart(l.Text[to]) {
		to--
	}
	for from < to && isSpace(l.Text[from]) {
		from++
	}
	for from < to && isSpace(l.Text[to-1]) {
		to--
	}
	return from, to
}

// Has reports whether the byte at an offset in the output is in l.
func (l *Line) Has(out int64) bool {
	from, to := l.Span(out, out+1)
	return from < to
}

// Span returns the part of l.Text that is from the output between two offsets, as indexes.
// It may be empty.
func (l *Line) Span(from, to int64) (i, j int) {
	k := max(0, sort.Search(len(l.runs), func(k int) bool { return l.runs[k].out > from })-1)
	i = len(l.Text)
	for ; k < len(l.runs) && l.runs[k].out < to; k++ {
		r := l.runs[k]
		end := len(l.Text)
		if k+1 < len(l.runs) {
			end = l.runs[k+1].at
		}
		first := r.at + int(max(0, from-r.out))
		if r.isAdded || first >= end {
			continue
		}
		i = min(i, first)
		j = min(end, r.at+int(min(to-r.out, int64(end-r.at))))
	}
	return min(i, j), j
}

// A lineBuilder builds the Lines of a document.
type lineBuilder struct {
	Lines []Line // complete; the caller removes them

	line  Line   // the line that is open
	blank bool   // white space follows line
	spare []Line // to be used again for their memory
	words int    // number of pieces of text so far that are not only white space

	altsAt int64 // offset in the output that the last alt text is before
	alts   int   // bytes of alt texts before that offset
}

// maxAlts is the maximum number of bytes of alt texts without output between them. Further
// ones are left out, since no line is returned until there is output after it.
const maxAlts = 64 << 10

// OpenLine returns the line that is not complete yet, or nil if it has no text.
func (b *lineBuilder) OpenLine() *Line {
	if len(b.line.Text) == 0 {
		return nil
	}
	return &b.line
}

// Reuse makes b use the memory of a line, which the caller does not need any more, for
// another. The memory of a line with many runs is not kept: 1024 lines could have 100 MB.
func (b *lineBuilder) Reuse(l Line) {
	if len(b.spare) < maxSpare && cap(l.Text) <= maxSpareText && cap(l.runs) <= maxSpareRuns {
		b.spare = append(b.spare, l)
	}
}

// The maximum number of lines whose memory is kept, and of the bytes and runs in each.
const (
	maxSpare     = 1024
	maxSpareText = 1 << 10
	maxSpareRuns = 64
)

// here returns the offset in the shown text after the last character.
func (b *lineBuilder) here() int64 { return b.line.At + int64(len(b.line.Text)) }

// next returns the offset in the shown text of the next character that is no white space.
func (b *lineBuilder) next() int64 {
	if b.blank && len(b.line.Text) > 0 {
		return b.here() + 1
	}
	return b.here()
}

// add adds text, which is at an offset of the output. If keeps is set, white space is
// kept.
func (b *lineBuilder) add(text []byte, out int64, keeps bool) {
	for len(text) > 0 {
		n := 1
		switch {
		case text[0] == '\n':
			b.end(out + 1)
		case !keeps && spaceLen(text) > 0:
			b.blank = true
			n = spaceLen(text)
		default:
			if n = bytes.IndexByte(text, '\n'); n < 0 {
				n = len(text)
			}
			if n > maxPiece {
				if n = maxPiece; text[n-1] == nbsp[0] {
					n++ // a no-break space is not divided
				}
			}
			if !keeps {
				n = collapsed(text[:n])
			}
			b.put(text[:n], run{out: out})
		}
		text, out = text[n:], out+int64(n)
	}
}

// collapsed returns the length of the beginning of text in which white space is single
// blanks between other characters. text begins with another character.
func collapsed(text []byte) int {
	for n := 1; n < len(text); n++ {
		switch c := text[n]; {
		case c > ' ' && c != 0xC2:
		case c == ' ' && n+1 < len(text) && spaceLen(text[n+1:]) == 0:
		case spaceLen(text[n:]) > 0:
			return n
		}
	}
	return len(text)
}

// addAlt adds the alt text of an image, whose tag is before an offset of the output, and
// returns its place.
func (b *lineBuilder) addAlt(text []byte, out int64) Extent {
	text = bytes.Join(bytes.Fields(text), []byte(" "))
	if out != b.altsAt {
		b.altsAt, b.alts = out, 0
	}
	if b.alts += len(text); len(trim(text)) == 0 || b.alts > maxAlts {
		return Extent{}
	}
	b.blank = true
	from := b.next()
	for len(text) > 0 {
		n := min(len(text), maxPiece)
		b.put(text[:n], run{out: out, isAdded: true})
		text = text[n:]
	}
	b.blank = true
	return Extent{from, b.here()}
}

// put adds text, after a blank if one is due. r says where it is in the output.
func (b *lineBuilder) put(text []byte, r run) {
	l := &b.line
	if b.blank && len(l.Text) > 0 {
		if last := &l.runs[len(l.runs)-1]; r.isAdded || last.isAdded || r.out != last.out+int64(len(l.Text)+1-last.at) {
			l.runs = append(l.runs, run{len(l.Text), r.out, true})
		}
		l.Text = append(l.Text, ' ')
	}
	b.blank = false
	if len(l.Text) == 0 {
		if l.From = r.out; r.isAdded {
			l.From--
		}
	}
	if len(trim(text)) > 0 {
		b.words++
	}
	r.at = len(l.Text)
	if k := len(l.runs) - 1; k < 0 || r.isAdded || l.runs[k].isAdded || r.out != l.runs[k].out+int64(r.at-l.runs[k].at) {
		l.runs = append(l.runs, r)
	}
	l.Text = append(l.Text, text...)
	for len(l.Text) > MaxLine {
		b.cut()
	}
}

// cut completes the first piece of the open line, which is too long.
func (b *lineBuilder) cut() {
	l := b.line
	n := bytes.LastIndexByte(l.Text[:MaxLine], ' ')
	if n <= 0 {
		for n = MaxLine; n > MaxLine-utf8.UTFMax && !utf8.RuneStart(l.Text[n]); n-- {
		}
	}
	k, from := l.runAt(n)
	first := l.runs[k]
	if !first.isAdded {
		first.out = from
	}
	first.at = n
	rest := Line{Text: bytes.Clone(l.Text[n:]), At: l.At + int64(n), From: from, CutBefore: true}
	if n == l.blank.at {
		rest.Offset, rest.Number, rest.IsPlaced = l.blank.offset, l.blank.number, true
	}
	for _, r := range append([]run{first}, l.runs[k+1:]...) {
		r.at -= n
		rest.runs = append(rest.runs, r)
	}
	_, last := l.runAt(MaxLine)
	l.Done = last + 1
	l.Text, l.runs, l.To, l.CutAfter = l.Text[:n:n], l.runs[:k+1:k+1], first.out, true
	b.Lines = append(b.Lines, l)
	b.line = rest
}

// end ends the open line before an offset of the output.
func (b *lineBuilder) end(out int64) {
	b.blank = false
	at := b.here() + 1
	if len(trim(b.line.Text)) > 0 {
		b.line.To, b.line.Done = out, out
		b.Lines = append(b.Lines, b.line)
		b.line = Line{}
		if k := len(b.spare) - 1; k >= 0 {
			b.line, b.spare = b.spare[k], b.spare[:k]
		}
	}
	b.line = Line{At: at, Text: b.line.Text[:0], runs: b.line.runs[:0]}
}
