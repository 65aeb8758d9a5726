package main

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/jsonenc"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/visible"
	"github.com/urlgrep/urlgrep/parse"
)

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
	out     *output.Output
	names   bool
	colours palette
	line    []byte          // the line in the making
	enc     jsonenc.Encoder // the object in the making
	record  record.Record   // that is printed
	err     error           // of --format, with the match that was to be printed last

	lastFile, lastShown string // the name printed last, and as what
	repeated            record.Repetition
}

// match prints a match.
func (p *printer) match(file string, m *extract.Match) {
	if p.isStructured() {
		p.repeated.Bound(m)
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

// view returns how the text of matches is printed.
func (p *printer) view(visible bool) record.View {
	return record.View{Defang: p.defang, Visible: visible}
}

// object prints a match as one line of JSON.
func (p *printer) object(file string, m *extract.Match) {
	record.Reset(&p.record, p.view(false), file, m)
	record.Encode(&p.enc, &p.record)
	p.flush()
}

// flush prints what has been encoded.
func (p *printer) flush() {
	p.enc.B = append(p.enc.B, '\n')
	p.out.Write(p.enc.B)
	p.enc.Reset()
}

// isPlain reports whether of a match no more is printed than the URL, and before it
// the file.
func (p *printer) isPlain() bool {
	return p.by == nil && !p.isStructured() && !p.print0 && !p.invalid && !p.warn && !p.both && !p.defang && !p.lineNumber && !p.byteOffset && !p.showLines
}

// plain prints a URL.
func (p *printer) plain(file string, url []byte) {
	if p.out.Terminal || p.colours.on {
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
	b := p.out.Extend(len(name) + len(url) + 2) // straight into it: of little else there is as much
	if p.names {
		b = append(append(b, name...), p.behindName(':'))
	}
	p.out.Extended(append(append(b, url...), '\n'))
}

func (p *printer) url(file string, m *extract.Match, url string) {
	if p.print0 && p.invalid { // what is valid has no NUL
		url = replaceNUL(url)
	}
	p.begin(file, m)
	from := len(p.line)
	p.line = p.appendURL(p.line, url, len(url))
	p.colour(from, p.colours.url)
	if p.print0 && p.out.Terminal && !p.colours.on {
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
	p.out.WriteShown(p.line)
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
	if p.out.Terminal || p.colours.on {
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
		p.out.WriteShown(p.line)
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
