package extract

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/wrapper"
	"github.com/urlgrep/urlgrep/parse"
)

// MaxLine is how much of a line a Line has at most, in bytes of the text.
const MaxLine = 4 << 10

// A Line is a line of a text, for whoever shows URLs where they stand: see
// Options.Line. Lines end in LF. One that is longer than MaxLine comes in pieces, and
// no URL that is shorter is cut.
type Line struct {
	// Text is the line without its end, in UTF-8, and refanged if so asked. Where
	// the input was decoded, it is the decoded text. The bytes are the Scanner's,
	// and valid until Options.Line returns.
	Text []byte

	// URLs are the places in Text, in order, of the URLs that were marked: of one
	// that is on several lines what of it is on this one. Delimiters do not
	// belong to it, nor do quote marks and comment leaders.
	URLs []parse.Span

	// Joined says that a URL that was marked goes on in the next line.
	Joined bool

	// First says that a text begins with the line: a body, a header field, an
	// attribute. No line before it belongs to it.
	First bool

	// CutBefore and CutAfter say that it is a piece of a line, which does not begin,
	// or end, with it.
	CutBefore, CutAfter bool

	// Offset is where it begins, in bytes of the input from 0; Number is that of the
	// input's line that Offset is in, from 1, or 0 with Options.SkipPlaces.
	Offset, Number int64
}

// Mark marks the URL that Scan has found in the Lines that it is in. It is of use
// with Options.Line, which is told of them at the next Scan or later.
func (s *Scanner) Mark() {
	if c := &s.finder.Found; s.liner != nil && s.hit.is && !s.liner.isMarked(s.win.offset(c.From)) {
		from, to, _ := s.urlAt(c)
		s.liner.mark(c, from, to)
	}
}

// isMarked reports whether the URL has been marked that begins at an offset.
func (l *liner) isMarked(at int64) bool {
	marks := l.pending()
	return len(marks) > 0 && marks[len(marks)-1].to > at
}

// pending returns the marks that have not been given.
func (l *liner) pending() []mark { return l.marks[l.given:] }

// A liner gives the lines of a text, as soon as nothing more can be found in them.
// Its offsets are bytes of the text.
//
// All before at has been given, given marks among it. It looks at what the window and the
// annotator have of the rest.
type liner struct {
	*window
	*annotator
	tell   func(*Line) bool
	over   bool   // as it has said
	at     int64  // what is before has been given
	looked int64  // no line ends between at and this
	marks  []mark // in order
	given  int    // of marks: those before at
	line   Line
	text   []byte // scratch
}

// A mark is what of a marked URL is on one line.
type mark struct {
	from, to int64
	last     bool
}

// reset makes ready for another text.
func (l *liner) reset() {
	*l = liner{
		window: l.window, annotator: l.annotator, tell: l.tell, over: l.over,
		marks: l.marks[:0], text: l.text, line: Line{URLs: l.line.URLs, First: true},
	}
}

// found gives the lines before a match at index from, and reports whether more are wanted.
func (l *liner) found(from int) bool {
	l.give(from, from, from, false)
	return !l.over
}

// passed gives the lines up to the place of the search, and reports whether more are
// wanted.
func (l *liner) passed(p find.Place) bool {
	if l.EOF {
		l.give(len(l.Data), len(l.Data), p.Floor, true)
	} else {
		l.give(p.Pos, p.Floor, p.Floor, false)
	}
	return !l.over
}

// give gives the lines that end before index to, if it is certain that no URL in
// them is still to be found: none will be that begins before index sure, or more than
// find.LookBehind before to. At the end of the text, the last line need not end. For floor
// see find.Place.
func (l *liner) give(to, sure, floor int, atEnd bool) {
	for !l.over {
		from := l.index(l.at)
		end := to
		looked := min(to, l.index(l.looked))
		if i := bytes.IndexByte(l.Data[looked:to], '\n'); i >= 0 {
			l.looked += int64(i)
			end = looked + i + 1
		} else {
			l.looked += int64(to - looked)
			if from >= to || !atEnd && to-from < MaxLine+find.LookBehind {
				return
			}
		}
		stop := l.stop(from, end)
		if !atEnd && stop > sure && to-stop < find.LookBehind && (stop < end || l.mayOpen(floor, stop)) {
			return
		}
		l.giveOne(from, stop, stop < end)
	}
}

// mayOpen reports whether a "<" that a wrapper may begin with stands near before the
// end of a line, and not before floor.
func (l *liner) mayOpen(floor, end int) bool {
	near := l.Data[max(floor, end-find.MaxAngle, 0):end]
	i := bytes.LastIndexByte(near, '<')
	return i >= 0 && bytes.IndexByte(near[i:], '>') < 0
}

// stop returns where the line from index from to end is cut, if it is too long: before
// a character, and before a URL.
func (l *liner) stop(from, end int) int {
	if len(withoutEnd(l.Data[from:end])) <= MaxLine {
		return end
	}
	stop := from + MaxLine
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

// giveOne gives the line, or the piece of one, from index from to stop.
func (l *liner) giveOne(from, stop int, cut bool) {
	line := &l.line
	line.Offset = l.src.start(l.at)
	if !l.opts.SkipPlaces {
		line.Number = l.annotator.line(l.window, from)
	}
	line.CutAfter = cut
	l.setText(withoutEnd(l.Data[from:stop]), l.at)
	l.at = l.offset(stop)
	l.looked = max(l.looked, l.at)
	l.pass()
	l.over = !l.tell(line)
	line.First, line.CutBefore = false, cut
}

// pass forgets the marks before the place. They are taken out of marks when they are as
// many as those that are left, so that each mark moves once at most for each one given.
func (l *liner) pass() {
	for ; l.given < len(l.marks) && l.marks[l.given].from < l.at; l.given++ {
		m := &l.marks[l.given]
		l.line.Joined = !m.last || m.to > l.at
		if m.to > l.at {
			m.from = l.at
			break
		}
	}
	if 2*l.given >= len(l.marks) {
		l.marks = l.marks[:copy(l.marks, l.pending())]
		l.given = 0
	}
}

// setText sets the text of the line from the text at an offset, and where in it URLs
// stand.
func (l *liner) setText(raw []byte, at int64) {
	line := &l.line
	line.URLs = line.URLs[:0]
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
	}
	if !valid {
		upTo(at + int64(len(raw)))
		l.text = line.Text
	}
}

// mark notes where the URL c is, line by line: at Data[from:to]. What a line begins with
// that does not belong to it is passed over as where it was put together.
func (l *liner) mark(c *find.Candidate, from, to int) {
	var prefix wrapper.Prefix
	if bytes.IndexByte(l.Data[from:to], '\n') >= 0 {
		prefix = l.prefix(l.window, c.From)
	}
	first := len(l.marks)
	for lines := 1 + bytes.Count(l.Data[c.From:from], []byte{'\n'}); from < to; {
		end, next := to, to
		if i := bytes.IndexByte(l.Data[from:to], '\n'); i >= 0 {
			end = from + i
			var n int
			var v wrapper.Verdict
			if next, n, v = prefix.Continue(l.Data[:c.To], end+1, lines, true); v != wrapper.Yes {
				next, n = end+1, 1
			}
			lines += n
		}
		text := l.Data[from:end]
		from += len(text) - len(bytes.TrimLeft(text, blanks))
		if end = from + len(bytes.Trim(text, blanks)); from < end {
			l.marks = append(l.marks, mark{from: l.offset(from), to: l.offset(end)})
		}
		from = next
	}
	if n := len(l.marks); n > first {
		l.marks[n-1].last = true
	}
}

// blanks are the white space in ASCII.
const blanks = " \t\r\n\v\f"
