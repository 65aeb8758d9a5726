package find

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/scheme"
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
	return f.undelimited(Bare, beginning{from: start, start: start, colon: i, joins: true, end: end, opening: &opening})
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
	for _, name := range spacedSchemes {
		if ascii.EqualFold(t.Data[start:end], name) {
			return start, end, true
		}
	}
	return 0, 0, false
}

var spacedSchemes = func() (names []string) {
	for _, name := range scheme.Names(scheme.Ordinary) {
		if name != "mailto" {
			names = append(names, name)
		}
	}
	return names
}()

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

// spaces finds the colons that white space follows, which no trigger marks.
type spaces struct {
	from, at int // no colon in Data[from:at] is one, and Data[at] is unless it is the end of what has been read
}

// next returns the index from pos on, and before index limit, of the next colon that white space and a slash or a line break
// follow, after the last letter of a scheme. Without one it returns limit.
func (s *spaces) next(data []byte, pos, limit int) int {
	if pos < s.from || pos > s.at {
		s.from, s.at = pos, pos
	}
	for s.at < limit && !isSpacedColon(data, s.at) {
		n := bytes.IndexByte(data[s.at+1:limit], ':')
		if n < 0 {
			s.at = limit
			break
		}
		s.at += n + 1
	}
	return min(s.at, limit)
}

func (s *spaces) slide(drop int) {
	s.from -= drop
	s.at -= drop
}

// isSpacedColon reports whether data[i] is a colon as described at spaces.next.
func isSpacedColon(data []byte, i int) bool {
	if data[i] != ':' || i < 3 || i+1 >= len(data) || !ascii.Is(data[i+1], ascii.Space) && data[i+1] < 0x80 {
		return false
	}
	c := data[i-1]
	for n := i - 1; c == ' ' && n > i-maxBeforeColon && n > 0; n-- {
		c = data[n-1]
	}
	if c |= 0x20; c != 'p' && c != 's' {
		return false
	}
	rest := bytes.TrimLeft(data[i+1:min(len(data), i+2+maxBlanksAfterColon)], " \t\u00a0")
	return len(rest) == 0 || rest[0] == '/' || ascii.Is(rest[0], ascii.Space) || rest[0] >= 0x80
}

// maxBlanksAfterColon is how many bytes after a colon are looked at for a slash.
const maxBlanksAfterColon = 16
