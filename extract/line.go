package extract

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/verdict"
	"github.com/urlgrep/urlgrep/parse"
)

// maxLine is the maximum length of Line.Text, in bytes of the text.
const maxLine = 4 << 10

// A Line is a line of a text, for programs that show URLs in their lines: see
// Options.Line. Lines end in LF. A line longer than 4 KiB is divided into pieces. No
// piece ends within a URL that was marked and is shorter than that.
//
// The lines of HTML are those that a browser shows: without tags and hidden text, with white
// space collapsed, with images replaced by their alt texts, and without blank lines. They end
// at the tags of blocks and at <br>. A URL in an attribute is marked in the first line of the
// text of its link or image. It is a separate Line if it has no text, is in text that is not
// shown, or comes after 4096 marked URLs of lines that are not complete.
type Line struct {
	// Text is the line without its line ending, in UTF-8, refanged with Options.Refang,
	// and decoded if the input was decoded. The bytes belong to the Scanner and are valid
	// until Options.Line returns.
	Text []byte

	// URLs are the places in Text, in order, of the URLs that were marked. Of a URL on
	// several lines it is the part on this line. Delimiters, quote marks and comment
	// leaders are excluded. They do not overlap: a URL whose text is part of that of another
	// has an empty place.
	URLs []parse.Span

	// Marks has, for each of URLs, the number of URLs of this input that were marked before
	// that URL: 0 for the first. A URL on several lines has the same number in each.
	Marks []int

	// Joined reports whether a URL that was marked continues in the next line. In HTML,
	// separate Lines may be between the two.
	Joined bool

	// First reports whether the line is the first of a text: a body, a header field, an
	// attribute.
	First bool

	// CutBefore and CutAfter report whether the Line is a piece that does not begin, or
	// end, with its line.
	CutBefore, CutAfter bool

	// Offset is the offset of the line in the input, in bytes from 0. Number is the
	// number of the line of the input that Offset is in, from 1, or 0 with
	// Options.SkipPlaces. Offset plus an offset in Text is a place in the input only if the text
	// was not decoded and is UTF-8.
	Offset, Number int64

	// Document is the document that the line is in, with its place: see Match.Document. It
	// is nil for other lines, and for the lines of HTML.
	Document *Document
}

// Mark marks the URL that Scan found, in the Lines that contain it. It has an effect only
// with Options.Line, which is called for these Lines at the next Scan or later.
func (s *Scanner) Mark() {
	if s.lines == nil || !s.hit.found || s.lines.isMarked {
		return
	}
	c := &s.finder.Found
	from, to, _ := s.urlAt(c)
	s.lines.isMarked = true
	if s.lines.rendered.current {
		s.lines.markRendered(s.URL(), from, to, s.lines.marked)
	} else {
		s.lines.mark(c, from, to, s.lines.marked)
	}
	s.lines.marked++
}

// pending returns the marks in lines that have not been reported.
func (l *lineReporter) pending() []mark { return l.marks[l.reported:] }

// A lineReporter reports the lines of a text to Options.Line, each as soon as no more
// URLs can be found in it. Its offsets are bytes of the text.
//
// The lines before at have been reported, and the marks in them. The lineReporter reads
// the rest from the window and the annotator.
type lineReporter struct {
	*window
	*annotator
	report   func(*Line) bool
	stopped  bool   // report returned false
	at       int64  // the text before at has been reported
	scanned  int64  // no line ends between at and this
	marks    []mark // in order
	reported int    // marks[:reported] are before at
	line     Line
	text     []byte // buffer for Line.Text
	rendered renderedLines
	marked   int  // number of marked URLs of the input
	isMarked bool // the last match has been marked
}

// A mark is the part of a marked URL that is on one line.
type mark struct {
	from, to int64
	last     bool
	number   int // of the URL
}

// reset prepares for another text.
func (l *lineReporter) reset() {
	*l = lineReporter{
		window: l.window, annotator: l.annotator, report: l.report, stopped: l.stopped,
		marks: l.marks[:0], text: l.text, line: Line{URLs: l.line.URLs, Marks: l.line.Marks, First: true},
		rendered: l.rendered, marked: l.marked, isMarked: l.isMarked,
	}
}

// begin prepares for another input.
func (l *lineReporter) begin() {
	l.stopped, l.marked, l.isMarked = false, 0, false
	l.rendered = renderedLines{}
}

// found reports the lines before a match at index from. It returns false if the caller
// wants no more lines.
func (l *lineReporter) found(from int) bool {
	l.isMarked = false
	if l.rendered.current {
		l.reportRendered(l.src.startOf(l.offset(from)))
	} else {
		l.reportUpTo(from, from, from, false)
	}
	return !l.stopped
}

// passed reports the lines up to the point of the search. It returns false if the caller
// wants no more lines.
func (l *lineReporter) passed(p find.Point) bool {
	if l.rendered.current {
		l.passedRendered(p)
	} else if l.EOF {
		l.reportUpTo(len(l.Data), len(l.Data), p.Floor, true)
	} else {
		l.reportUpTo(p.Pos, p.Floor, p.Floor, false)
	}
	return !l.stopped
}

// reportUpTo reports the lines that end before index to, if it is certain that no more
// URLs are found in them: none is found that begins before index sure, or more than
// find.LookBehind before to. At the end of the text, the last line need not have a line
// ending. For floor see find.Place.
func (l *lineReporter) reportUpTo(to, sure, floor int, atEnd bool) {
	for !l.stopped {
		from := l.index(l.at)
		end := to
		looked := min(to, l.index(l.scanned))
		if i := bytes.IndexByte(l.Data[looked:to], '\n'); i >= 0 {
			l.scanned += int64(i)
			end = looked + i + 1
		} else {
			l.scanned += int64(to - looked)
			if from >= to || !atEnd && to-from < maxLine+find.LookBehind {
				return
			}
		}
		stop := l.stop(from, end)
		if !atEnd && stop > sure && to-stop < find.LookBehind && (stop < end || l.mayOpen(floor, stop)) {
			return
		}
		l.reportLine(from, stop, stop < end)
	}
}

// mayOpen reports whether a "<" that may begin a wrapper, or the beginning of a scheme that may be divided, is shortly
// before the end of a line, and not before floor.
func (l *lineReporter) mayOpen(floor, end int) bool {
	near := l.Data[max(floor, end-find.MaxAngle, 0):end]
	i := bytes.LastIndexByte(near, '<')
	return i >= 0 && bytes.IndexByte(near[i:], '>') < 0 || l.rules.Rejoin.Has(join.Terminal) && find.MayBeTorn(near)
}

// stop returns where the line from index from to end is cut if it is too long: before a
// character, and before a URL.
func (l *lineReporter) stop(from, end int) int {
	if len(withoutEnd(l.Data[from:end])) <= maxLine {
		return end
	}
	stop := from + maxLine
	for n := 1; n < utf8.UTFMax && !utf8.RuneStart(l.Data[stop]); n++ {
		stop--
	}
	for _, m := range l.pending() {
		switch first := l.index(m.from); {
		case first >= stop:
			return stop
		case first > from && l.index(m.to) > stop:
			return first
		}
	}
	return stop
}

// withoutEnd returns a line without its LF or CRLF.
func withoutEnd(line []byte) []byte {
	if line, ok := bytes.CutSuffix(line, []byte("\n")); ok {
		return bytes.TrimSuffix(line, []byte("\r"))
	}
	return line
}

// reportLine reports the line, or the piece of a line, from index from to stop.
func (l *lineReporter) reportLine(from, stop int, cut bool) {
	line := &l.line
	line.Offset = l.src.start(l.at)
	if !l.opts.SkipPlaces {
		line.Number = l.annotator.line(l.window, from)
	}
	line.CutAfter = cut
	l.setText(withoutEnd(l.Data[from:stop]), l.at)
	l.at = l.offset(stop)
	l.scanned = max(l.scanned, l.at)
	l.dropMarks()
	l.stopped = !l.report(line)
	line.First, line.CutBefore = false, cut
}

// dropMarks drops the marks before at. They are removed from marks when they are at least
// as many as the rest, so that each mark is moved at most once for each mark that is
// reported.
func (l *lineReporter) dropMarks() {
	for ; l.reported < len(l.marks) && l.marks[l.reported].from < l.at; l.reported++ {
		m := &l.marks[l.reported]
		l.line.Joined = !m.last || m.to > l.at
		if m.to > l.at {
			m.from = l.at
			break
		}
	}
	if 2*l.reported >= len(l.marks) {
		l.marks = l.marks[:copy(l.marks, l.pending())]
		l.reported = 0
	}
}

// setText sets the text of the line to raw, which is at an offset of the text, and the
// places of URLs in it.
func (l *lineReporter) setText(raw []byte, at int64) {
	line := &l.line
	line.URLs, line.Marks = line.URLs[:0], line.Marks[:0]
	valid := utf8.Valid(raw)
	line.Text = raw
	if !valid {
		line.Text = l.text[:0]
	}
	from := 0
	upTo := func(offset int64) int {
		to := min(int(offset-at), len(raw))
		if valid {
			return to
		}
		line.Text = chars.AppendUTF8(line.Text, raw[from:to], (*chars.Fallback)(l.rules.Fallback))
		from = to
		return len(line.Text)
	}
	for _, m := range l.pending() {
		if m.from >= at+int64(len(raw)) {
			break
		}
		line.URLs = append(line.URLs, parse.Span{From: upTo(m.from), To: upTo(m.to)})
		line.Marks = append(line.Marks, m.number)
	}
	if !valid {
		upTo(at + int64(len(raw)))
		l.text = line.Text
	}
}

// mark records the places of the URL c, which is at Data[from:to], line by line. number is
// that of its mark. It skips the prefixes of lines as rejoining did.
func (l *lineReporter) mark(c *find.Candidate, from, to, number int) {
	var prefix join.Prefix
	if bytes.IndexByte(l.Data[from:to], '\n') >= 0 {
		prefix = l.prefix(l.window, c.From)
	}
	first := len(l.marks)
	for lines := 1 + bytes.Count(l.Data[c.From:from], []byte{'\n'}); from < to; {
		end, next := to, to
		if i := bytes.IndexByte(l.Data[from:to], '\n'); i >= 0 {
			end = from + i
			var n int
			var v verdict.Verdict
			if next, n, v = prefix.Continue(l.Data[:c.To], end+1, lines, true); v != verdict.Yes {
				next, n = end+1, 1
			}
			lines += n
		}
		text := l.Data[from:end]
		from += len(text) - len(bytes.TrimLeft(text, blanks))
		if end = from + len(bytes.Trim(text, blanks)); from < end {
			l.marks = append(l.marks, mark{from: l.offset(from), to: l.offset(end), number: number})
		}
		from = next
	}
	if n := len(l.marks); n > first {
		l.marks[n-1].last = true
	}
}

// blanks is the white space of ASCII.
const blanks = " \t\r\n\v\f"
