package join

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// Continue skips the prefix of the line that begins at data[at], and the white space
// after that prefix. The line is lines lines after the one that p was parsed from.
// Continue returns the index where the text of the line begins, and the number n of lines
// up to that text, which is 1 unless a page break is skipped. The verdict is No if the
// line is blank, so that the URL does not continue, and More if the data ends too early
// to decide.
//
// A page break is a form feed with blank lines, and at most one other line, before it and
// after it. The line before it is a footer, which follows a blank line. The line after it
// is a header, before a blank line. Neither has a URL, which would be hidden.
func (p *Prefix) Continue(data []byte, at, lines int, atEOF bool) (end, n int, v verdict.Verdict) {
	return p.skip(data, at, lines, atEOF, true)
}

// skip is Continue. If pages is false, a page break is not skipped: the verdict is No.
func (p *Prefix) skip(data []byte, at, lines int, atEOF, pages bool) (end, n int, v verdict.Verdict) {
	end, kind, v := p.line(data, at, lines, atEOF)
	switch {
	case v == verdict.More || kind == textLine:
		return end, 1, v
	case !pages:
		return end, 1, verdict.Of(kind == feedLine)
	}
	return p.page(data, at, lines, atEOF)
}

// A lineKind is the kind of a line, after its prefix.
type lineKind uint8

const (
	textLine lineKind = iota
	blankLine
	feedLine // begins with a form feed
	noLine   // not a line: the text ends
)

// line skips the prefix of a line and the white space after it. If the line is blank, end
// is the beginning of the next one; if it begins with a form feed, end is the index after
// that.
func (p *Prefix) line(data []byte, at, lines int, atEOF bool) (end int, kind lineKind, v verdict.Verdict) {
	bounded := len(data) > at+maxPrefix
	if bounded {
		data, atEOF = data[:at+maxPrefix], true
	}
	if end, v = p.strip(data, at, lines, atEOF); v == verdict.More {
		return end, textLine, verdict.More
	}
	for end < len(data) {
		rest := data[end:]
		switch b := rest[0]; {
		case b == '\f':
			return end + 1, feedLine, verdict.Yes
		case b == '\n' || b == '\r':
			size, cut := chars.LineBreak(data, end, atEOF)
			if cut {
				return end, blankLine, verdict.More
			}
			return end + size, blankLine, verdict.Yes
		case !atEOF && (!utf8.FullRune(rest) || chars.ColourCut(rest)):
			return end, textLine, verdict.More
		}
		n := chars.SpaceAt(rest, p.fallback)
		if n == 0 {
			n = chars.ColourAt(rest)
		}
		if n == 0 {
			return end, textLine, verdict.Yes
		}
		end += n
	}
	if !atEOF {
		return end, textLine, verdict.More
	}
	if bounded {
		return end, textLine, verdict.Yes
	}
	return end, noLine, verdict.Yes
}

// page skips a page break that begins with the line at data[at].
func (p *Prefix) page(data []byte, at, lines int, atEOF bool) (end, n int, v verdict.Verdict) {
	footer := false
	for n = 1; n <= 1+pageLines; n++ {
		next, kind, v := p.line(data, at, lines+n-1, atEOF)
		if v == verdict.More {
			return at, n, verdict.More
		}
		switch kind {
		case feedLine:
			return p.afterFeed(data, next, lines, n, atEOF)
		case noLine:
			return at, n, verdict.No
		case textLine:
			if footer {
				return at, n, verdict.No
			}
			footer = true
			if next, v = besidePage(data, next, atEOF); v != verdict.Yes {
				return at, n, v
			}
		}
		at = next
	}
	return at, n, verdict.No
}

// afterFeed skips blank lines and a header after the form feed before data[at]. A header
// is a line before a blank line that does not close a wrapper.
func (p *Prefix) afterFeed(data []byte, at, lines, n int, atEOF bool) (int, int, verdict.Verdict) {
	header := false
	for range pageLines {
		text, kind, v := p.line(data, at, lines+n-1, atEOF)
		switch {
		case v == verdict.More:
			return at, n, verdict.More
		case kind == noLine:
			return at, n, verdict.No
		case kind == textLine && header:
			return text, n, verdict.Yes
		case kind == textLine:
			next, v := p.header(data, text, lines+n, atEOF)
			if v != verdict.Yes {
				return text, n, v.Not()
			}
			header, text = true, next
		}
		if kind != feedLine {
			n++
		}
		at = text
	}
	return at, n, verdict.No
}

// header decides whether the line whose text begins at data[at] is the header of a page.
// It returns the beginning of the next line.
func (p *Prefix) header(data []byte, at, lines int, atEOF bool) (next int, v verdict.Verdict) {
	next, v = besidePage(data, at, atEOF)
	if i := bytes.IndexAny(data[at:next], "<>"); i >= 0 && data[at+i] == '>' {
		return next, verdict.No
	}
	if v != verdict.Yes {
		return next, v
	}
	_, below, v := p.line(data, next, lines, atEOF)
	if v == verdict.Yes && below != blankLine {
		v = verdict.No
	}
	return next, v
}

// mayHoldURL reports whether line may hold a URL: it has "://", or "<" and the colon of a scheme.
func mayHoldURL(line []byte) bool {
	if bytes.Contains(line, []byte("://")) {
		return true
	}
	for {
		_, after, ok := bytes.Cut(line, []byte("<"))
		if !ok {
			return false
		}
		line = after
		word := after
		for len(word) > 0 && ascii.Is(word[0], ascii.Scheme) {
			word = word[1:]
		}
		if len(word) < len(after) && len(word) > 0 && word[0] == ':' {
			return true
		}
	}
}

// besidePage decides whether the line of data[at] may be a header or footer: it is neither the last
// one nor too long, and holds no URL. It returns the beginning of the next line, or where the text
// that was read ends.
func besidePage(data []byte, at int, atEOF bool) (next int, v verdict.Verdict) {
	limit := min(at+pageWidth, len(data))
	for next = at; next < limit; next++ {
		size, cut := chars.LineBreak(data, next, atEOF)
		if size == 0 && !cut {
			continue
		}
		if next, v = next+size, verdict.Yes; cut {
			v = verdict.More
		}
		break
	}
	if next == len(data) && v == verdict.No && limit < at+pageWidth && !atEOF {
		v = verdict.More
	}
	if mayHoldURL(data[at:next]) {
		v = verdict.No
	}
	return next, v
}
