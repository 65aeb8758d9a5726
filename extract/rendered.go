package extract

import (
	"bytes"
	"cmp"
	"slices"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/htmltext"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/parse"
)

// maxMarks is the maximum number of marks in lines that have not been reported: as many as a
// line has bytes. The attributes of the images in a line can have a million URLs.
const maxMarks = maxLine

// A renderedLines reports the lines of HTML documents to Options.Line, as a browser shows
// them. A marked URL is in them if it is in text that is shown, or in an attribute of a link
// with a label or of an image with an alt text. For any other marked URL, a separate line
// is reported.
//
// The lines come from the mailbox.Reader, which has read further than the search has come.
type renderedLines struct {
	marks    []renderedMark // in lines that have not been reported, in the order of Mark
	separate []separateLine // to be reported after the line that they are in
	held     int            // bytes of the URLs in separate

	current  bool  // the text is part of an HTML document
	begun    bool  // a document has begun
	document int64 // number of the document of the last line that was reported
	joined   bool  // a URL in that line, if it is not a separate one, continues in the next
}

// A renderedMark is a marked URL that is in lines of an HTML document.
type renderedMark struct {
	number int
	inText bool            // place is of the output of the decoder, not of the shown text
	place  htmltext.Extent // of the URL, or of the text that is shown for it
}

// A separateLine is a marked URL that is in no line.
type separateLine struct {
	mark           int
	url            []byte
	offset, number int64
	document       int64 // number of the document
	at             int64 // offset in the output of the decoder
}

// The maximum number of separate lines that wait for the line that they are in, and of bytes
// of their URLs. If there are more, all are reported before that line.
const maxSeparate, maxHeld = 256, 64 << 10

// markRendered marks the URL at Data[from:to], which is in an HTML document. number is that of
// its mark.
func (l *lineReporter) markRendered(url []byte, from, to, number int) {
	m := l.src.mail
	first := l.src.startOf(l.offset(from))
	if e := l.src.seg.Element; e == nil && m.r.Shows(first) {
		place := htmltext.Extent{From: m.r.TextOffset(first), To: m.r.TextOffset(l.src.startOf(l.offset(to-1))) + 1}
		l.rendered.marks = append(l.rendered.marks, renderedMark{number, true, place})
		return
	} else if e != nil && e.Shown.From < e.Shown.To && len(l.rendered.marks) < maxMarks {
		l.rendered.marks = append(l.rendered.marks, renderedMark{number, false, e.Shown})
		return
	}
	sep := separateLine{mark: number, url: bytes.Clone(url), offset: l.src.start(l.offset(from)), document: m.r.Document(), at: m.r.TextOffset(first)}
	if !l.opts.SkipPlaces {
		sep.number = l.annotator.line(l.window, from)
	}
	l.rendered.separate = append(l.rendered.separate, sep)
	l.rendered.held += len(url)
}

// reportRendered reports the lines of HTML documents that end before an offset of the text,
// and those of earlier documents.
func (l *lineReporter) reportRendered(before int64) {
	for !l.stopped {
		l.reportDue()
		line := l.src.mail.r.Line(before)
		if line == nil {
			return
		}
		l.reportShown(line)
	}
}

// reportDue reports the separate lines that are in no line that has not been reported.
func (l *lineReporter) reportDue() {
	r := &l.rendered
	if len(r.separate) == 0 {
		return
	}
	due := len(r.separate)
	if next := l.src.mail.r.NextLine(); next != nil && due <= maxSeparate && r.held <= maxHeld {
		due = slices.IndexFunc(r.separate, func(s separateLine) bool { return s.document == next.Document && s.at >= next.From })
		if due < 0 {
			due = len(r.separate)
		}
	}
	for _, s := range r.separate[:due] {
		r.held -= len(s.url)
		l.reportSeparate(s)
	}
	r.separate = slices.Delete(r.separate, 0, due)
}

// passedRendered reports the lines up to the point of the search.
func (l *lineReporter) passedRendered(p find.Point) {
	sure := max(p.Floor, p.Pos-find.LookBehind)
	if l.EOF {
		sure = len(l.Data)
	}
	l.reportRendered(l.src.startOf(l.offset(sure)))
}

// passedDocument reports the lines of documents before the text that begins, or, if more is false,
// before the end of the input. It returns false if the caller wants no more lines.
func (l *lineReporter) passedDocument(more bool) bool {
	r := &l.rendered
	if more {
		r.current = l.src.mail.r.IsRendered()
	}
	if r.begun = r.begun || r.current; r.begun {
		l.reportRendered(0)
	}
	return !l.stopped
}

// reportShown reports a line of an HTML document.
func (l *lineReporter) reportShown(shown *mailbox.Line) {
	line := &l.line
	line.Offset, line.Number, line.Document = l.src.decodedFrom(shown.Offset), 0, nil
	if !l.opts.SkipPlaces {
		line.Number = shown.Number
	}
	line.CutBefore, line.CutAfter, line.Joined = shown.CutBefore, shown.CutAfter, false
	l.beginLine(shown.Document)
	line.URLs, line.Marks = line.URLs[:0], line.Marks[:0]
	for _, m := range l.rendered.marks {
		span, ok := m.in(&shown.Line)
		if !ok {
			continue
		}
		line.URLs, line.Marks = append(line.URLs, span), append(line.Marks, m.number)
		line.Joined = line.Joined || !m.endsIn(&shown.Line)
	}
	l.rendered.marks = slices.DeleteFunc(l.rendered.marks, func(m renderedMark) bool { return m.endsIn(&shown.Line) })
	l.rendered.joined = line.Joined
	line.sort()
	line.Text = shown.Text
	if !utf8.Valid(line.Text) {
		l.toUTF8()
	}
	l.stopped = !l.report(line)
}

// in returns the part of m that is in a line. ok is false if there is none.
func (m *renderedMark) in(l *htmltext.Line) (span parse.Span, ok bool) {
	if !m.inText {
		span.From, span.To = m.place.Of(l)
		return span, span.From < span.To
	}
	span.From, span.To = l.Span(m.place.From, m.place.To)
	return span, span.From < span.To
}

// endsIn reports whether m is in no line after l. The text of a link is marked in its first
// line only.
func (m *renderedMark) endsIn(l *htmltext.Line) bool {
	if m.inText {
		return m.place.To <= l.To
	}
	from, to := m.place.Of(l)
	return from < to || m.place.To <= l.At+int64(len(l.Text))
}

// sort sorts the URLs of l by their places, and makes those empty that are in another: an
// image in a link.
func (l *Line) sort() {
	if len(l.URLs) < 2 {
		return
	}
	order := make([]int, len(l.URLs))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(l.URLs[i].From, l.URLs[j].From) })
	urls, marks := slices.Clone(l.URLs), slices.Clone(l.Marks)
	end := 0
	for k, i := range order {
		span := urls[i]
		span.From = max(span.From, end)
		span.To = max(span.To, span.From)
		end = span.To
		l.URLs[k], l.Marks[k] = span, marks[i]
	}
}

// toUTF8 converts the text of the line to UTF-8.
func (l *lineReporter) toUTF8() {
	line, raw, from := &l.line, l.line.Text, 0
	line.Text = l.text[:0]
	upTo := func(to int) int {
		line.Text = chars.AppendUTF8(line.Text, raw[from:to], (*chars.Fallback)(l.rules.Fallback))
		from = to
		return len(line.Text)
	}
	for i := range line.URLs {
		u := &line.URLs[i]
		u.From, u.To = upTo(u.From), upTo(u.To)
	}
	upTo(len(raw))
	l.text = line.Text
}

// reportSeparate reports a URL that is in no line of its document.
func (l *lineReporter) reportSeparate(sep separateLine) {
	line := &l.line
	line.Offset, line.Number, line.Document, line.CutBefore = sep.offset, sep.number, nil, false
	for url := sep.url; !l.stopped && len(url) > 0; {
		n := len(url)
		if n > maxLine {
			for n = maxLine; n > maxLine-utf8.UTFMax && !utf8.RuneStart(url[n]); n-- {
			}
		}
		line.Text = url[:n]
		line.URLs = append(line.URLs[:0], parse.Span{To: n})
		line.Marks = append(line.Marks[:0], sep.mark)
		url = url[n:]
		l.beginLine(sep.document)
		line.CutAfter = len(url) > 0
		line.Joined = line.CutAfter || l.rendered.joined
		l.stopped = !l.report(line)
		line.CutBefore = line.CutAfter
	}
}

// beginLine sets Line.First.
func (l *lineReporter) beginLine(document int64) {
	l.line.First = document != l.rendered.document
	l.rendered.document = document
}
