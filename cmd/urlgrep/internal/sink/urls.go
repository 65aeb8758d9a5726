package sink

import (
	"slices"
	"strconv"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/hyperlink"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/record"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
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

	// If only the name of the input and the URL are printed, Match appends them directly
	// to the buffer of the output. The general code would take as much time as all the
	// other work for a URL.
	direct *output.Output // nil: more is printed
	before []byte         // the name and its separator
}

// NewURLs returns a sink that prints URLs to line.
func NewURLs(line *output.Line, s URLSettings) *URLs {
	u := &URLs{settings: s, prefix: prefix{Places: s.Places, line: line}}
	if s == (URLSettings{Places: Places{Null: s.Null}}) && !line.IsShown() {
		u.direct = line.Output()
	}
	return u
}

// Begin begins an input.
func (u *URLs) Begin(name string, shown bool) {
	u.prefix.Begin(name, shown)
	u.before = u.before[:0]
	if shown {
		u.before = append(append(u.before, u.name...), u.afterName(':'))
	}
}

func (u *URLs) Match(f Found) error {
	if u.direct != nil {
		url := f.URL()
		b := u.direct.Extend(len(u.before) + len(url) + 1)
		if len(u.before) > 0 {
			b = append(b, u.before...)
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
	b := slices.Clone(u.before)
	if u.LineNumber {
		place := placeIn(m.Document)
		if hasLine(m.Document, place) {
			b = append(strconv.AppendInt(b, m.Line, 10), ':')
		}
		if place != "" {
			b = append(append(b, place...), ':')
		}
	}
	if u.ByteOffset {
		b = append(strconv.AppendInt(b, m.Offset, 10), ':')
	}
	return u.appendURL(b, m.URL, at)
}

func (u *URLs) End(int) {}
