package sink

import (
	"slices"
	"strconv"

	"github.com/urlgrep/urlgrep/cmd/urlgrep/internal/output"
	"github.com/urlgrep/urlgrep/extract"
	"github.com/urlgrep/urlgrep/internal/defang"
)

// URLSettings say how URLs are printed.
type URLSettings struct {
	Places
	Print0 bool // a NUL ends each URL, instead of a line feed
	Defang bool
	Both   bool // a URL that was broken at a hyphen is printed without the hyphen, too
}

// URLs prints a line for each URL.
type URLs struct {
	settings URLSettings
	prefix

	// If no more is printed than the name of the input and the URL, they go right into the
	// buffer of the output: what else is done for a URL takes as long.
	plain  *output.Output // nil: more is printed
	before []byte         // the name, and what follows it
}

// NewURLs returns a sink that prints URLs to line.
func NewURLs(line *output.Line, s URLSettings) *URLs {
	u := &URLs{settings: s, prefix: prefix{Places: s.Places, line: line}}
	if s == (URLSettings{Places: Places{Null: s.Null}}) && !line.IsShown() {
		u.plain = line.Output()
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
	if u.plain != nil {
		url := f.URL()
		b := u.plain.Extend(len(u.before) + len(url) + 1)
		if len(u.before) > 0 {
			b = append(b, u.before...)
		}
		u.plain.Extended(append(append(b, url...), '\n'))
		return nil
	}
	m := f.Match()
	u.url(m, m.URL)
	if u.settings.Both && len(m.Alternatives) > 0 {
		u.url(m, m.Alternatives[0]) // the one without the hyphens
	}
	return nil
}

// url prints a URL of a match.
func (u *URLs) url(m *extract.Match, url string) {
	if u.settings.Print0 {
		url = replaceNUL(url)
	}
	u.add(m.Line, m.Offset, ':')
	u.line.AddFunc(u.line.Colours.URL, func(b []byte) []byte { return u.appendURL(b, url, len(url)) })
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

// upTo returns what is before a byte of a URL in the line that has it.
func (u *URLs) upTo(m *extract.Match, at int) []byte {
	b := slices.Clone(u.before)
	if u.LineNumber {
		b = append(strconv.AppendInt(b, m.Line, 10), ':')
	}
	if u.ByteOffset {
		b = append(strconv.AppendInt(b, m.Offset, 10), ':')
	}
	return u.appendURL(b, m.URL, at)
}

func (u *URLs) End(int) {}
