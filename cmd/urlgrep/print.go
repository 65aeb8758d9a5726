package main

import (
	"bytes"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

// An output is where results go: buffered, and watched for errors.
type output struct {
	to           io.Writer
	waiting      []byte      // to be written, no more than its capacity
	file         *os.File    // that it is, nil when it is none
	info         fs.FileInfo // of file
	terminal     bool
	lineBuffered bool
	err          error    // the first one; nothing is written after it
	section      *section // that a worker is at; nil: it is no worker's
}

func newOutput(w io.Writer) *output {
	o := &output{to: w, waiting: make([]byte, 0, 64<<10), terminal: isTerminal(w)}
	if f, ok := w.(*os.File); ok {
		o.file = f
		o.info, _ = f.Stat()
	}
	return o
}

// Write buffers p, which is one line. On a terminal control characters in it
// become visible, but for the line feed at its end.
func (o *output) Write(p []byte) (int, error) {
	n := len(p)
	if o.terminal {
		line := bytes.TrimSuffix(p, []byte("\n"))
		p = append(visible.Append(nil, line), p[len(line):]...)
	}
	if err := o.writeShown(p); err != nil {
		return 0, err
	}
	return n, nil
}

// writeShown buffers p, which is one line or a text of the program's own, or writes it
// out if lines are not to wait. All in it that comes out of the input is visible.
func (o *output) writeShown(p []byte) error {
	o.add(p)
	if o.lineBuffered {
		o.Flush()
	}
	return o.err
}

// add buffers p, which ends with a line.
func (o *output) add(p []byte) {
	o.makeRoom(len(p))
	if len(p) > cap(o.waiting) {
		o.pass(p)
		return
	}
	o.waiting = append(o.waiting, p...)
}

// makeRoom writes out what is buffered if so much more has no room there. So what is
// written at once ends with a line: whatever ends the program between, and whoever else
// appends to the same file.
func (o *output) makeRoom(n int) {
	if len(o.waiting)+n > cap(o.waiting) {
		o.passOn()
	}
}

// passOn writes what is buffered to where it goes.
func (o *output) passOn() {
	if len(o.waiting) > 0 {
		o.pass(o.waiting)
		o.waiting = o.waiting[:0]
	}
}

func (o *output) pass(p []byte) {
	if o.err != nil {
		return
	}
	n, err := o.to.Write(p)
	if n < len(p) && err == nil {
		err = io.ErrShortWrite
	}
	o.err = err
}

// Flush writes what is buffered, to the end.
func (o *output) Flush() {
	o.passOn()
	if o.section != nil {
		results{o}.flush()
	}
}

// isFile reports whether in is the very file that the output goes to, which
// would grow for as long as it is read.
func (o *output) isFile(in fs.FileInfo) bool {
	return in != nil && o.info != nil && in.Mode().IsRegular() && os.SameFile(in, o.info)
}

// isTerminal reports whether w is a terminal, or another device that shows
// characters one by one; the null device shows none.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	if err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// appendBlank appends to b as many blanks as text is wide. Tabs stay what they are.
func appendBlank(b, text []byte) []byte {
	for {
		before, rest, tab := bytes.Cut(text, []byte("\t"))
		b = append(b, bytes.Repeat([]byte(" "), visible.Columns(before))...)
		if !tab {
			return b
		}
		b, text = append(b, '\t'), rest
	}
}

// A printer puts results into lines.
type printer struct {
	*config
	out     *output
	names   bool
	colours palette
	line    []byte  // the line in the making
	enc     encoder // the object in the making
	err     error   // of --format, with the match that was to be printed last

	lastFile, lastShown string // the name printed last, and as what
	repeated            repetition
}

// match prints a match.
func (p *printer) match(file string, m *extract.Match) {
	if p.isStructured() {
		p.repeated.bound(m)
	}
	switch {
	case p.by != nil:
		p.value(file, m)
	case p.json:
		p.object(file, m)
	case p.format != nil:
		p.formatted(file, m)
	case p.table != nil:
		p.row(file, m)
	case p.invalid && !p.print0:
		p.verdict(file, m)
	case p.warn && !p.print0:
		p.dangers(file, m)
	default:
		p.url(file, m, m.URL)
		if p.both && len(m.Alternatives) > 0 {
			p.url(file, m, m.Alternatives[0]) // the one without the hyphens
		}
	}
}

// isPlain reports whether of a match no more is printed than the URL, and before it
// the file.
func (p *printer) isPlain() bool {
	return p.by == nil && !p.isStructured() && !p.print0 && !p.invalid && !p.warn && !p.both && !p.defang && !p.lineNumber && !p.byteOffset && !p.showLines
}

// plain prints a URL.
func (p *printer) plain(file string, url []byte) {
	if p.out.terminal || p.colours.on {
		p.name(file, ':')
		from := len(p.line)
		p.line = append(p.line, url...)
		p.colour(from, p.colours.url)
		p.end()
		return
	}
	name := ""
	if p.names {
		name = p.shownFile(file)
	}
	o := p.out // straight into it: of little else there is as much
	o.makeRoom(len(name) + len(url) + 2)
	b := o.waiting
	if p.names {
		b = append(append(b, name...), p.behindName(':'))
	}
	o.waiting = append(append(b, url...), '\n')
	if p.lineBuffered {
		p.out.Flush()
	}
}

func (p *printer) url(file string, m *extract.Match, url string) {
	if p.print0 && p.invalid { // what is valid has no NUL
		url = replaceNUL(url)
	}
	p.begin(file, m)
	from := len(p.line)
	p.line = p.appendURL(p.line, url, len(url))
	p.colour(from, p.colours.url)
	if p.print0 && p.out.terminal && !p.colours.on {
		p.line = visible.Append(nil, p.line)
	}
	p.endRecord()
}

// replaceNUL returns text with U+FFFD for each NUL, which would end a record.
func replaceNUL(text string) string { return strings.ReplaceAll(text, "\x00", "\uFFFD") }

// endRecord ends what is said about a URL; with --print0 and --format that is fit for
// a terminal already, where it goes to one.
func (p *printer) endRecord() {
	switch {
	case p.print0:
		p.line = append(p.line, 0)
	case p.format != nil:
		p.line = append(p.line, '\n')
	default:
		p.end()
		return
	}
	p.out.writeShown(p.line)
	p.line = p.line[:0]
}

// appendURL appends the first n bytes of a URL as they are printed.
func (p *printer) appendURL(b []byte, url string, n int) []byte {
	if p.defang {
		return defang.Append(b, url, n)
	}
	return append(b, url[:n]...)
}

// verdict prints what is not valid, and why.
func (p *printer) verdict(file string, m *extract.Match) {
	p.url(file, m, m.URL)
	err := m.Err.(*parse.Error)
	p.caret(p.before(file, m, err.Offset), err.Class.String(), err.Rule())
}

// shown returns text as it is printed within a line.
func (p *printer) shown(text string) []byte {
	if p.out.terminal || p.colours.on {
		return visible.Append(nil, []byte(text))
	}
	return []byte(visible.Line(text))
}

// add appends text within a line, in a colour.
func (p *printer) add(colour, text string) {
	from := len(p.line)
	p.line = append(p.line, visible.Line(text)...)
	p.colour(from, colour)
}

// before returns what stands before a byte of a URL in the line that has it.
func (p *printer) before(file string, m *extract.Match, at int) []byte {
	plain := printer{config: p.config, names: p.names}
	plain.begin(file, m)
	return p.appendURL(plain.line, m.URL, at)
}

// caret prints a caret under a byte of a URL, the class of what is wrong with that,
// and the rule. In the line above, before stands before that byte.
func (p *printer) caret(before []byte, class, rule string) {
	p.line = appendBlank(p.line, p.shown(string(before)))
	from := len(p.line)
	p.line = append(p.line, "^ "+class...)
	p.colour(from, p.colours.caret)
	p.add("", ": "+rule)
	p.end()
}

// begin begins a line with what the options want before a URL.
func (p *printer) begin(file string, m *extract.Match) {
	p.name(file, ':')
	p.place(m.Line, m.Offset, ':')
}

// name appends the name of a file, if names are wanted, and a sign, or a NUL.
func (p *printer) name(file string, sign byte) {
	if p.names {
		p.file(file)
		if p.null {
			p.line = append(p.line, 0)
		} else {
			p.separate(sign)
		}
	}
}

// behindName returns what stands behind the name of a file: usual, or a NUL.
func (p *printer) behindName(usual byte) byte {
	if p.null {
		return 0
	}
	return usual
}

func (p *printer) file(name string) {
	from := len(p.line)
	p.line = append(p.line, p.shownFile(name)...)
	p.colour(from, p.colours.name)
}

// shownFile returns the name of a file: as it is where a NUL stands behind it; else a
// line break in it would make two lines of one, and no program that reads lines could
// tell them from results.
func (p *printer) shownFile(name string) string {
	if name != p.lastFile {
		p.lastFile, p.lastShown = name, name
		if !p.null {
			p.lastShown = visible.Line(name)
		}
	}
	return p.lastShown
}

// place appends a line's number and an offset, as the options want.
func (p *printer) place(line, offset int64, sign byte) {
	if p.lineNumber {
		p.number(line, p.colours.line)
		p.separate(sign)
	}
	if p.byteOffset {
		p.number(offset, p.colours.offset)
		p.separate(sign)
	}
}

func (p *printer) number(n int64, colour string) {
	from := len(p.line)
	p.line = strconv.AppendInt(p.line, n, 10)
	p.colour(from, colour)
}

// end ends a line. An error is output's to remember.
func (p *printer) end() { p.endWith('\n') }

func (p *printer) endWith(c byte) {
	p.line = append(p.line, c)
	if p.colours.on {
		p.out.writeShown(p.line)
	} else {
		p.out.Write(p.line)
	}
	p.line = p.line[:0]
}

// total prints what is to be said about a file as a whole: that it has n
// matches.
func (p *printer) total(file string, n int) {
	switch {
	case p.quiet:
	case p.list, p.listWithout:
		if p.list == (n > 0) {
			p.file(file)
			p.endWith(p.behindName('\n'))
		}
	case p.count:
		p.name(file, ':')
		p.line = strconv.AppendInt(p.line, int64(n), 10)
		p.end()
	}
}
