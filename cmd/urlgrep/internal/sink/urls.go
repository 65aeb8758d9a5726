package sink

import (
	"strconv"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/hyperlink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
	"github.com/urlgrep/urlgrep/internal/record"
)

// URLSettings determine how URLs are printed.
type URLSettings struct {
	Places
	Print0 bool // end each URL with a NUL instead of a line feed
	Defang bool
	Both   bool // also print a URL that was broken at a hyphen without the hyphen
}

// URLs prints a line for each URL.
type URLs struct {
	settings URLSettings
	prefix

	// If the URL is printed unchanged, and without colours, Match appends the line directly
	// to the buffer of the output. The general code would take as much time as all the
	// other work for a URL.
	direct *output.Output // nil: more is printed
	name   []byte         // of the input, as printed, and its separator; empty if it is not printed
	before []byte         // the text before the URL, if it has the position
}

// URLFormat returns the format that prints URLs.
func URLFormat(line NewLine, s URLSettings) Format {
	return Only(Needs{Fields: s.needs()}, func(w *Worker) Printer { return newURLs(line(w.Out), s) })
}

// newURLs returns a Printer that prints URLs to line.
func newURLs(line *output.Line, s URLSettings) *URLs {
	u := &URLs{settings: s, prefix: prefix{Places: s.Places, line: line}}
	if s == (URLSettings{Places: s.Places}) && !line.IsShown() {
		u.direct = line.Output()
	}
	return u
}

// Begin begins an input.
func (u *URLs) Begin(name string, shown bool) {
	u.prefix.Begin(name, shown)
	u.name = u.name[:0]
	if shown {
		u.name = append(append(u.name, u.prefix.name...), u.afterName(':'))
	}
}

func (u *URLs) Match(f Found) error {
	if u.direct != nil {
		url, before := f.URL(), u.name
		if u.LineNumber || u.ByteOffset {
			u.before = u.appendBefore(u.before[:0], f.Position())
			before = u.before
		}
		b := u.direct.Extend(len(before) + len(url) + 1)
		if len(before) > 0 {
			b = append(b, before...)
		}
		u.direct.Extended(append(append(b, url...), '\n'))
		return nil
	}
	m := f.Match()
	u.url(m, m.URL)
	if u.settings.Both && len(m.Alternatives) > 0 {
		u.url(m, m.Alternatives[0]) // the URL without the hyphens
	}
	return nil
}

// url prints a URL of a match.
func (u *URLs) url(m *extract.Match, url string) {
	if u.settings.Print0 {
		url = replaceNUL(url)
	}
	u.add(m.Line, m.Offset, m.Document, ':')
	var to hyperlink.Link
	if u.line.Links {
		to.URI = hyperlink.URI(record.WithScheme(m.Kind, url))
	}
	u.line.AddLink(to, u.line.Colours.URL, func(b []byte) []byte { return u.appendURL(b, url, len(url)) })
	if u.settings.Print0 {
		u.line.MakeVisible()
		u.line.EndShown(0)
	} else {
		u.line.End()
	}
}

// appendURL appends the first n bytes of a URL as they are printed.
func (u *URLs) appendURL(b []byte, url string, n int) []byte {
	if u.settings.Defang {
		return defang.Append(b, url, n)
	}
	return append(b, url[:n]...)
}

// upTo returns the text before a byte of a URL in the line that has the URL.
func (u *URLs) upTo(m *extract.Match, at int) []byte {
	b := u.appendBefore(nil, extract.Position{Offset: m.Offset, Line: m.Line, Document: m.Document})
	return u.appendURL(b, m.URL, at)
}

// appendBefore appends the text before a URL at a position, in the line that has the URL.
func (u *URLs) appendBefore(b []byte, at extract.Position) []byte {
	b = append(b, u.name...)
	if u.LineNumber {
		place := placeIn(at.Document)
		if hasLine(at.Document, place) {
			b = append(strconv.AppendInt(b, at.Line, 10), ':')
		}
		if place != "" {
			b = append(append(b, place...), ':')
		}
	}
	if u.ByteOffset {
		b = append(strconv.AppendInt(b, at.Offset, 10), ':')
	}
	return b
}

func (u *URLs) End(int) {}
