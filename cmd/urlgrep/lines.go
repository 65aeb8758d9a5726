package main

import (
	"bytes"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/visible"
)

// A display prints the lines that URLs stand in, and those around them, as grep does.
// It holds as many lines as are wanted before a URL.
type display struct {
	print *printer
	file  string
	last  bool // no URL is wanted any more

	interrupted func() bool // so that a line may not be whole

	held   []extract.Line // in a ring: they may turn out to stand before a URL
	n      int            // how many have been put in there since the last line printed
	left   int            // lines that are wanted behind the last URL
	joined bool           // a URL goes on in the next line
	owed   bool           // a line of a URL that is wanted is still to come
	gap    bool           // the next line does not follow the last one printed
	any    bool           // something has been printed, of this file or another
}

// printsLines reports whether the lines that URLs stand in are asked for.
func (c *config) printsLines() bool {
	return c.showLines && c.printsMatches() && !c.counts()
}

// hasContext reports whether the lines around them are asked for.
func (c *config) hasContext() bool { return c.printsLines() && max(c.linesBefore, c.linesAfter) > 0 }

// setContext sets how many lines before and behind a URL are printed: -C says so where
// -B and -A do not.
func (c *config) setContext(given func(option string) bool) {
	if !given("before-context") {
		c.linesBefore = c.linesAround
	}
	if !given("after-context") {
		c.linesAfter = c.linesAround
	}
	c.showLines = c.showLines || given("context") || given("before-context") || given("after-context")
}

// begin makes ready for a file.
func (d *display) begin(file string) {
	d.file, d.last, d.owed = file, false, false
}

// mark has the lines printed of the URL that sc has found.
func (d *display) mark(sc *extract.Scanner) {
	d.owed = true
	sc.Mark()
}

// finish prints what is left when no URL is wanted any more.
func (d *display) finish(sc *extract.Scanner) {
	d.last = true
	for d.wantsMore() && sc.Scan() {
	}
}

// wantsMore reports whether more lines are wanted.
func (d *display) wantsMore() bool {
	return d.print.out.Err() == nil && (!d.last || d.owed || d.left > 0)
}

// line prints a line, or holds it, or passes over it.
func (d *display) line(l *extract.Line) (more bool) {
	if d.interrupted() {
		return false
	}
	if l.First {
		d.n, d.left, d.joined, d.gap = 0, 0, false, true
	}
	switch {
	case len(l.URLs) > 0 || d.joined:
		d.release()
		d.put(l, ':')
		d.left, d.joined, d.owed = d.print.linesAfter, l.Joined, l.Joined
	case d.left > 0:
		d.left--
		d.put(l, '-')
	default:
		d.hold(l)
	}
	return d.wantsMore()
}

// hold keeps a copy of a line, in the place of the first one if there are enough.
func (d *display) hold(l *extract.Line) {
	size := d.print.linesBefore
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

// release prints the lines that are held.
func (d *display) release() {
	for i := max(0, d.n-d.print.linesBefore); i < d.n; i++ {
		d.put(&d.held[i%d.print.linesBefore], '-')
	}
	d.n = 0
}

// put prints a line; sign stands behind its name and place.
func (d *display) put(l *extract.Line, sign byte) {
	p := d.print
	if d.gap && d.any && p.hasContext() {
		p.line = append(p.line, "--"...)
		p.colour(0, p.colours.separator)
		p.end()
	}
	d.gap, d.any = false, true
	p.name(d.file, sign)
	p.place(l.Number, l.Offset, sign)
	rest := p.colours.selected
	if sign == '-' {
		rest = p.colours.context
	}
	if (p.out.Terminal || p.colours.on) && bytes.IndexByte(l.Text, '\t') >= 0 {
		l = withoutTabs(l)
	}
	p.cut(l.CutBefore)
	at := 0
	for _, u := range l.URLs {
		p.text(l.Text[at:u.From], rest)
		p.text(l.Text[u.From:u.To], p.colours.url)
		at = u.To
	}
	p.text(l.Text[at:], rest)
	p.cut(l.CutAfter)
	p.end()
}

// cut appends what shows that a line is cut there, if it is.
func (p *printer) cut(is bool) {
	if is {
		p.add(p.colours.separator, "…")
	}
}

func (p *printer) text(text []byte, colour string) {
	from := len(p.line)
	p.line = append(p.line, text...)
	p.colour(from, colour)
}

// tabStop is how many columns there are from one tab stop to the next.
const tabStop = 8

// withoutTabs returns a line with as many blanks in the place of its tabs as they are
// wide: they would be shown as other control characters are.
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
		w.URLs = append(w.URLs, extract.Span{From: upTo(u.From), To: upTo(u.To)})
	}
	upTo(len(l.Text))
	return &w
}
