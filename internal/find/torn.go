package find

import (
	"bytes"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// This file finds URLs of which a line break divides the scheme, as terminals do: the way "terminal" of package join.
//
//	… see htt
//	ps://www.a.com/b
//
// The rest of the scheme begins its line, and "://" follows it: so the text itself shows that a line break is in the
// scheme.

// A tear is a line break in a scheme, with the prefix of the next line.
type tear struct {
	from, to int         // the indices of the scheme before it and after it
	layout   join.Layout // of the rows
}

// tornColon decides about the colon at Data[i]: whether a URL begins before it, of which a line break divides the scheme.
func (f *Finder) tornColon(i int) decision {
	rest, v := f.restOfScheme(i)
	if v == verdict.No {
		return none
	}
	end := f.lineEndBefore(rest)
	if end < 0 || f.rules.MaxLines < 2 {
		return none
	}
	if v == verdict.More {
		return undecided
	}
	start := end
	for start > f.floor && end-start < len("https") && ascii.Is(f.Data[start-1], ascii.Alpha) {
		start--
	}
	name := slices.Concat(f.Data[max(f.floor, start-utf8.UTFMax):end], f.Data[rest:i])
	first, ok := f.rules.Schemes.Before(name, len(name))
	if ok = ok && begin.CommonEnd(name[first:]) == len(name)-first; !ok {
		return none
	}
	start = end - (len(name) - first - (i - rest))
	b := &f.reader
	b.prefix, b.layout = join.Prefix{}, join.Layout{}
	br := &b.broken
	*br = join.Break{Data: f.Data, EOF: f.EOF, At: end, Last: f.Data[end-1], Lines: 1, Width: end - start}
	br.Line, br.Prefix, br.Layout = f.heads.Of(f.Window, start+1), &b.prefix, &b.layout
	switch j := b.join.NextRow(br); {
	case j.Verdict == verdict.More:
		return undecided
	case j.Verdict == verdict.No || j.Next != rest:
		return none
	}
	return f.undelimited(Bare, beginning{from: start, start: start, colon: i, joins: true, tear: &tear{end, rest, b.layout}})
}

// restOfScheme returns the index where the word before the colon Data[i] begins, and decides whether that word is the
// rest of a scheme that a line break may divide, before "//" and the beginning of a host.
func (t *text) restOfScheme(i int) (rest int, v verdict.Verdict) {
	after := t.Data[i+1 : min(len(t.Data), i+len("://a"))]
	slashes := after[:min(len(after), len("//"))]
	if string(slashes) != "//"[:len(slashes)] || len(after) > len("//") && !ascii.Is(after[len("//")], ascii.AlphaDigit) {
		return 0, verdict.No
	}
	rest, ok := t.wordBefore(i)
	switch {
	case !ok:
		return 0, verdict.No
	case len(after) <= len("//"):
		return rest, t.atEdge()
	}
	return rest, verdict.Yes
}

// wordBefore returns the index where the word before the colon Data[i] begins, which may be empty, and whether that
// word is the rest of http, https or ftp.
func (t *text) wordBefore(i int) (rest int, ok bool) {
	const most = len("ttps")
	rest = i
	for rest > t.floor && i-rest <= most && ascii.Is(t.Data[rest-1], ascii.Scheme) {
		rest--
	}
	word := t.Data[rest:i]
	return rest, len(word) <= most && (bytes.HasSuffix([]byte("https"), word) || bytes.HasSuffix([]byte("ttp"), word) || bytes.HasSuffix([]byte("tp"), word))
}

// lineEndBefore returns the index where the text of the line ends that is before that of Data[i], without the white
// space and the frame of a box that it ends in. It returns -1 in the first line, or if a letter is before Data[i] in
// its line.
func (t *text) lineEndBefore(i int) int {
	first := max(t.floor, i-MaxHead)
	end := LastBreak(t.Data[first:i])
	if end < 0 || bytes.ContainsFunc(t.Data[first+end:i], unicode.IsLetter) {
		return -1
	}
	from := max(t.floor, first+end-MaxHead)
	if before := withoutFrame(t.Data[from : first+end]); len(before) > 0 {
		return from + len(before)
	}
	return -1
}

// withoutFrame returns line without the white space and the frame of a box that it ends in.
func withoutFrame(line []byte) []byte {
	return bytes.TrimRightFunc(line, func(r rune) bool { return r == '|' || chars.IsSpace(r) || join.IsFrame(r) })
}

// MayBeTorn reports whether a URL may begin at the end of line, with a scheme that the next line continues.
func MayBeTorn(line []byte) bool {
	line = withoutFrame(line)
	for n := 1; n <= len("https") && n <= len(line); n++ {
		if head := line[len(line)-n:]; ascii.EqualFold(head, "https"[:n]) || n < len("ftp") && ascii.EqualFold(head, "ftp"[:n]) {
			return true
		}
	}
	return false
}
