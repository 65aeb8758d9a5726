package sink

import (
	"bytes"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/hyperlink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

// LineSettings select the lines to print.
type LineSettings struct {
	Places
	Before, After int         // number of context lines
	IsStopped     func() bool // the search is ending; the next line may be incomplete
}

// Lines prints the lines that contain URLs, and context lines around them, as grep does.
// It stores as many lines as may be printed before a URL.
//
// It has more than a handful of fields because the stored lines, the lines still to print
// and the gaps between lines are separate state.
type Lines struct {
	settings LineSettings
	prefix

	held  []extract.Line // a ring of lines that may be before a URL
	n     int            // lines put in held since the last line printed
	left  int            // context lines still to print after the last URL
	joins bool           // a URL continues in the next line
	owed  bool           // a line of a selected URL is still to come
	last  bool           // no more URLs are selected
	gap   bool           // the next line does not follow the last one printed
	any   bool           // a line of this or another input has been printed

	uris ofMarks[string] // of the links of the marked URLs, if URLs are links
}

// LinesFormat returns the format that prints lines.
func LinesFormat(line NewLine, s LineSettings) Format {
	needs := Needs{Fields: s.needs(), InText: true, InOrder: s.hasContext(), Lines: true} // in order for "--" between lines
	return Each(needs, func(w *Worker) Sink {
		own := s
		own.IsStopped = w.IsStopped
		l := newLines(line(w.Out), own)
		return Sink{Printer: l, Lines: l}
	})
}

// newLines returns a Printer that prints lines to line.
func newLines(line *output.Line, s LineSettings) *Lines {
	return &Lines{settings: s, prefix: prefix{Places: s.Places, line: line}}
}

// hasContext reports whether context lines are printed.
func (s *LineSettings) hasContext() bool { return max(s.Before, s.After) > 0 }

func (d *Lines) Begin(name string, shown bool) {
	d.prefix.Begin(name, shown)
	d.last, d.owed = false, false
	d.uris.reset()
}

// Match marks a match, so that Line prints its lines.
func (d *Lines) Match(f Found) error {
	d.owed = true
	if d.line.Links {
		m := f.Match()
		d.uris.add(hyperlink.URI(record.WithScheme(m.Kind, m.URL)))
	}
	f.Mark()
	return nil
}

// Finish prints the lines that remain to be printed after the last selected URL.
func (d *Lines) Finish(scan func() bool) {
	d.last = true
	for d.needsMore() && scan() {
	}
}

func (d *Lines) End(int) {}

// needsMore reports whether more lines are needed.
func (d *Lines) needsMore() bool {
	return d.line.Output().Err() == nil && (!d.last || d.owed || d.left > 0)
}

// Line prints a line, stores it, or discards it.
func (d *Lines) Line(l *extract.Line) (more bool) {
	if d.settings.IsStopped() {
		return false
	}
	if l.First {
		d.n, d.left, d.joins, d.gap = 0, 0, false, true
	}
	switch {
	case len(l.URLs) > 0 || d.joins:
		d.release()
		d.put(l, ':')
		d.left, d.joins, d.owed = d.settings.After, l.Joined, l.Joined
	case d.left > 0:
		d.left--
		d.put(l, '-')
	default:
		d.hold(l)
	}
	return d.needsMore()
}

// hold stores a copy of a line, in place of the oldest one if there are Before lines
// already.
func (d *Lines) hold(l *extract.Line) {
	size := d.settings.Before
	if d.n >= size {
		d.gap = true
	}
	if size == 0 {
		return
	}
	if len(d.held) < size && d.n >= len(d.held) {
		d.held = append(d.held, extract.Line{})
	}
	to := &d.held[d.n%size]
	text := append(to.Text[:0], l.Text...)
	*to = *l
	to.Text, to.URLs = text, nil
	d.n++
}

// release prints the stored lines.
func (d *Lines) release() {
	for i := max(0, d.n-d.settings.Before); i < d.n; i++ {
		d.put(&d.held[i%d.settings.Before], '-')
	}
	d.n = 0
}

// put prints a line. sign follows the name of its file, its number and its offset.
func (d *Lines) put(l *extract.Line, sign byte) {
	colours := &d.line.Colours
	if d.gap && d.any && d.settings.hasContext() {
		d.line.AddString(colours.Separator, "--")
		d.line.End()
	}
	d.gap, d.any = false, true
	d.add(l.Number, l.Offset, l.Document, sign)
	rest := colours.Selected
	if sign == '-' {
		rest = colours.Context
	}
	if d.line.IsShown() && bytes.IndexByte(l.Text, '\t') >= 0 {
		l = withoutTabs(l)
	}
	d.cut(l.CutBefore)
	at := 0
	for i, u := range l.URLs {
		d.line.Add(rest, l.Text[at:u.From])
		var to hyperlink.Link
		if d.line.Links {
			to.URI = d.uris.of(l.Marks[i])
			if l.Joined || d.joins { // the pieces of a URL in several lines are one link
				to.ID = l.Marks[i] + 1
			}
		}
		d.line.AddLink(to, colours.URL, func(b []byte) []byte { return append(b, l.Text[u.From:u.To]...) })
		at = u.To
	}
	d.line.Add(rest, l.Text[at:])
	d.cut(l.CutAfter)
	d.line.End()
}

// cut adds an ellipsis if the line is truncated there.
func (d *Lines) cut(is bool) {
	if is {
		d.line.AddLine(d.line.Colours.Separator, "…")
	}
}

// tabStop is the number of columns between tab stops.
const tabStop = 8

// withoutTabs returns a line with its tabs expanded to spaces. On a terminal a tab would
// otherwise be shown as a control character.
func withoutTabs(l *extract.Line) *extract.Line {
	w := *l
	w.Text, w.URLs = nil, nil
	column, at := 0, 0
	upTo := func(to int) int {
		for at < to {
			before, _, tab := bytes.Cut(l.Text[at:to], []byte("\t"))
			w.Text = append(w.Text, before...)
			column += visible.Columns(visible.Append(nil, before))
			at += len(before)
			if tab {
				n := tabStop - column%tabStop
				w.Text = append(w.Text, bytes.Repeat([]byte(" "), n)...)
				column += n
				at++
			}
		}
		return len(w.Text)
	}
	for _, u := range l.URLs {
		w.URLs = append(w.URLs, parse.Span{From: upTo(u.From), To: upTo(u.To)})
	}
	upTo(len(l.Text))
	return &w
}
