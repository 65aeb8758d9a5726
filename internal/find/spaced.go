package find

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// This file finds the beginnings of URLs that have white space between their scheme and their host, which
// only the way "blanks" of package join removes: "http: //www.a.com", "https : / / a.com".

// maxBeforeColon is how many blanks may be between a scheme and its colon.
const maxBeforeColon = 2

// spacedColon decides about the colon at Data[i]: whether a URL begins before it that has white space before
// its host.
func (f *Finder) spacedColon(i int) decision {
	start, end, ok := f.spacedScheme(i)
	if !ok {
		return none
	}
	if open := f.angleBefore(start); open >= 0 && i == end {
		if d := f.wrapper(open, Angle, start); d.settles(i) {
			return d
		}
	}
	b := &f.reader
	b.prefix = join.Prefix{}
	br := &b.broken
	*br = join.Break{Data: f.Data, EOF: f.EOF, At: end, Lines: 1}
	br.Line, br.Prefix = f.heads.Of(f.Window, start+1), &b.prefix
	opening, v := b.join.Opens(br)
	if v != verdict.Yes {
		return decided(v)
	}
	if opening.Lines > 0 && f.isInField(start) {
		return none
	}
	d := f.undelimited(Bare, beginning{from: start, start: start, colon: i, joins: true, end: end, opening: &opening})
	if d.verdict == verdict.Yes && !join.IsWholeHost(authority(b.url[b.host:])) {
		return none // the URL ends in the host
	}
	return d
}

// maxAfterWWW is how many blanks may be between "www." and the rest of a host.
const maxAfterWWW = 16

// followsWWW reports whether "www." and blanks are before Data[i], so that the host there is the rest of one. No
// white space is removed from a URL without its beginning.
func (f *Finder) followsWWW(i int) bool {
	if !f.joinsBlanks {
		return false
	}
	before := f.Data[max(0, i-maxAfterWWW-len("www.")):i]
	text := bytes.TrimRight(before, " ")
	n := len(text) - len("www.")
	return len(text) < len(before) && n >= 0 && ascii.EqualFold(text[n:], "www.")
}

// authority returns the text that ends before a path, a query or a fragment.
func authority(text []byte) []byte {
	if end := bytes.IndexAny(text, "/?#"); end >= 0 {
		return text[:end]
	}
	return text
}

// spacedScheme returns the range of the common scheme with an authority before the colon at Data[i], or before
// blanks before that.
func (t *text) spacedScheme(i int) (start, end int, ok bool) {
	end = i
	for end > t.floor && i-end < maxBeforeColon && ascii.Is(t.Data[end-1], ascii.Blank) {
		end--
	}
	start = end
	for start > t.floor && end-start <= begin.MaxScheme && ascii.Is(t.Data[start-1], ascii.Alpha) {
		start--
	}
	return start, end, start < end && begin.CommonEnd(t.Data[start:end]) == end-start
}

// mayBeSpaced reports whether white space may be before or after the colon at Data[i], or after the slashes that
// follow it.
func (t *text) mayBeSpaced(i int) bool {
	if i > 0 && ascii.Is(t.Data[i-1], ascii.Blank) {
		return true
	}
	rest := t.Data[i+1 : min(len(t.Data), i+4)]
	rest = bytes.TrimLeft(rest, "/")
	return len(rest) == 0 || ascii.Is(rest[0], ascii.Space) || rest[0] >= 0x80
}

// maxBlanksAfterColon bounds the white space between a colon and a slash, in bytes.
const maxBlanksAfterColon = 32

// mayBeBetween are the octets of no-break spaces, and characters of the prefixes of lines: comment leaders and quote
// marks.
const mayBeBetween = "\xa0\xc2>|#*;%!"

// isBeforeSlash reports whether the colon data[i] may be that of http, https or ftp, and a slash follows it after white
// space, with the prefix of a line. At the end of data a slash may follow.
func isBeforeSlash(data []byte, i int) bool {
	end := i
	for i-end < maxBeforeColon && end > 2 && data[end-1] == ' ' {
		end--
	}
	if end < 2 {
		return false
	}
	switch name := data[end-2 : end]; {
	case !ascii.EqualFold(name, "tp") && !ascii.EqualFold(name, "ps"):
		return false
	case i+1 < len(data) && !ascii.Is(data[i+1], ascii.Space) && data[i+1] < utf8.RuneSelf:
		return false
	}
	at := i + 1
	for at < len(data) && (ascii.Is(data[at], ascii.Space) || strings.IndexByte(mayBeBetween, data[at]) >= 0) {
		at++
	}
	return at-i-1 <= maxBlanksAfterColon && (at == len(data) || data[at] == '/')
}
