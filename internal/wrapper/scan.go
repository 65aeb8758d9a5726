package wrapper

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
)

// A scan is a call of Rules.Scan in progress. All bytes before data[at] have been read.
type scan struct {
	*Rules
	*Candidate
	input
	head   []byte
	prefix *Prefix
	runs   int  // runs of white space away from line breaks
	spaced bool // the scheme has white space away from line breaks
	known  bool // the scheme is known
	joined bool // a line break was removed from the URL
}

// An input is the data that a wrapper may be in, and how much of it has been read.
type input struct {
	data    []byte
	at      int
	atEOF   bool // the text ends at the end of the data, unless bounded is true
	bounded bool // data was cut at the limit
}

// scanning is the state of a scan that has not reached a result.
const scanning State = 1 << 7

// atEnd reports whether the text ends at the end of the data.
func (in *input) atEnd() bool { return in.atEOF && !in.bounded }

// endState returns the state at the end of the data: state if the text ends there, and
// Cut otherwise.
func (s *scan) endState(state State) State {
	if s.atEnd() {
		return state
	}
	return Cut
}

// overLimit returns the state of a wrapper that exceeds a limit.
func (s *scan) overLimit() State {
	s.Beyond = true
	return Unclosed
}

// open reads from after the "<" to after the colon of the scheme.
func (s *scan) open() State {
	for _, read := range [...]func() State{s.label, s.beforeScheme, s.scheme, s.colon} {
		if state := read(); state != scanning {
			return state
		}
	}
	return scanning
}

// label reads an optional "URL:".
func (s *scan) label() State {
	rest := s.data[s.at:]
	n := min(len(rest), len("url:"))
	if !ascii.EqualFold(rest[:n], "url:"[:n]) {
		return scanning
	}
	if n < len("url:") {
		return s.endState(NoWrapper)
	}
	s.Labelled = true
	s.at += n
	return scanning
}

// beforeScheme skips white space with at most one line break.
func (s *scan) beforeScheme() State {
	for {
		size, cut := chars.LineBreak(s.data, s.at, s.atEnd())
		switch {
		case cut:
			return Cut
		case size > 0 && s.Lines == min(2, s.maxLines()):
			return NoWrapper
		case size > 0:
			s.at += size
			end, kind, v := s.linePrefix().line(s.data, s.at, s.Lines, s.atEnd())
			if v == More {
				return Cut
			}
			if kind == blankLine || kind == noLine {
				return NoWrapper
			}
			s.at = end
			s.Lines++
			continue
		}
		n, state := s.blank()
		if state != scanning {
			return state
		}
		if n == 0 {
			s.SchemeAt = s.at
			return scanning
		}
		s.at += n
	}
}

// scheme reads the scheme, without its colon. It may be broken over lines like the rest
// of the URL.
func (s *scan) scheme() State {
	for len(s.URL) <= maxScheme {
		if s.at == len(s.data) {
			return s.endState(NoWrapper)
		}
		b := s.data[s.at]
		if ascii.Is(b, ascii.Scheme) {
			s.URL = append(s.URL, b)
			s.at++
			continue
		}
		if found, state := s.markup(0); found || state != scanning {
			if state != scanning {
				return state
			}
			continue
		}
		if b == '_' || b == ':' {
			if s.at+1 == len(s.data) {
				return s.endState(s.endScheme(b))
			}
			if s.data[s.at+1] == '\b' {
				s.at += 2
				continue
			}
			return s.endScheme(b)
		}
		if state := s.schemeBreak(); state != scanning {
			return state
		}
	}
	return NoWrapper
}

// endScheme returns the state at b, which is not a character of a scheme.
func (s *scan) endScheme(b byte) State {
	if b != ':' || len(s.URL) == 0 {
		return NoWrapper
	}
	s.Scheme = len(s.URL)
	return scanning
}

// schemeBreak skips white space in the scheme.
func (s *scan) schemeBreak() State {
	if len(s.URL) == 0 {
		return NoWrapper
	}
	if !utf8.FullRune(s.data[s.at:]) && !s.atEnd() {
		return Cut
	}
	r, size := chars.Decode(s.data[s.at:], s.fallback())
	soft := r == chars.SoftHyphen || r == chars.Hyphen
	if soft {
		s.at += size
	} else if !chars.IsSpace(r) {
		return NoWrapper
	}
	broken, state := s.space()
	if state != scanning {
		return state
	}
	if soft && !broken {
		return NoWrapper
	}
	if !broken {
		if s.isStrict() {
			return NoWrapper
		}
		s.spaced = true
		s.runs++
	} else {
		s.joined = true
		s.noteHyphen()
	}
	return scanning
}

// isStrict reports whether white space within a line and "|" end the URL. They are part
// of the text between angle brackets without a label, unless the rules are wide.
func (s *scan) isStrict() bool { return !s.Labelled && !s.Wide }

// colon reads the colon, and decides whether a wrapper may open with the scheme before
// it. An unknown scheme may have white space at line breaks only, and none may follow its
// colon: "<URL: see http: …>" and "<URL: see: …>" are prose.
//
// Without the label "URL:", the scheme must be one that begins a URL in text, which close
// decides when the URL is complete. An unknown scheme without "//" is rejected here.
func (s *scan) colon() State {
	s.URL = append(s.URL, ':')
	s.at++
	s.URLEnd = s.at
	s.known = s.Schemes.Known(s.URL[:s.Scheme])
	switch {
	case s.known:
		return scanning
	case s.spaced:
		return NoWrapper
	case s.Labelled:
		return scanning
	}
	rest := s.data[s.at:]
	n := min(len(rest), len("//"))
	if string(rest[:n]) != "//"[:n] {
		return NoWrapper
	}
	if n < len("//") {
		return s.endState(NoWrapper)
	}
	return scanning
}

// content reads from after the colon of the scheme to the end of the wrapper.
//
// RFC 1738, APPENDIX: "In some cases, extra whitespace (spaces, linebreaks, tabs, etc.)
// may need to be added to break long URLs across lines. The whitespace should be ignored
// when extracting the URL."
func (s *scan) content() State {
	for {
		if len(s.URL) > s.maxURL() {
			return s.overLimit()
		}
		if s.at == len(s.data) {
			return s.endState(Unclosed)
		}
		b := s.data[s.at]
		switch {
		case b == '>':
			return s.close()
		case b == '<', b == '|' && s.isStrict():
			return Unclosed
		case ascii.Is(b, ascii.Space):
			if state := s.gap(); state != scanning {
				return state
			}
			continue
		}
		if found, state := s.markup(s.Scheme + 1); state != scanning {
			return state
		} else if found {
			continue
		}
		if !utf8.FullRune(s.data[s.at:]) && !s.atEnd() {
			return Cut
		}
		r, size := chars.Decode(s.data[s.at:], s.fallback())
		if chars.IsSpace(r) {
			if state := s.gap(); state != scanning {
				return state
			}
			continue
		}
		if r == chars.SoftHyphen {
			s.at += size
			continue
		}
		if r < utf8.RuneSelf && ascii.Is(byte(r), ascii.Punct) {
			s.dropBackslash()
		}
		s.URL = utf8.AppendRune(s.URL, r)
		s.at += size
		s.URLEnd = s.at
	}
}

// dropBackslash removes a backslash at the end of the URL so far. Without the white space
// after it, it is before punctuation.
func (s *scan) dropBackslash() {
	s.URL = bytes.TrimSuffix(s.URL, []byte{'\\'})
}

// markup skips text that is not part of the URL: a backslash of Markdown, before ASCII
// punctuation; a colour sequence; or a backspace, whose character it removes from the URL
// unless that is before URL[floor].
func (s *scan) markup(floor int) (found bool, state State) {
	switch s.data[s.at] {
	case '\\':
		if s.at+1 == len(s.data) {
			return false, s.endState(Unclosed)
		}
		if !ascii.Is(s.data[s.at+1], ascii.Punct) {
			return false, scanning
		}
		s.at++
		return true, scanning
	case '\b':
		_, size := utf8.DecodeLastRune(s.URL[floor:])
		s.URL = s.URL[:len(s.URL)-size]
		for n := len(s.Hyphens); n > 0 && s.Hyphens[n-1] >= len(s.URL); n-- {
			s.Hyphens = s.Hyphens[:n-1]
		}
		s.at++
		s.URLEnd = s.at
		return true, scanning
	case 0x1B:
		if n := chars.ColourAt(s.data[s.at:]); n > 0 {
			s.at += n
			return true, scanning
		}
		if chars.ColourCut(s.data[s.at:]) {
			return false, s.endState(scanning)
		}
	}
	return false, scanning
}

// close ends the wrapper with the ">" at the cursor, unless no URL is in it.
func (s *scan) close() State {
	s.dropBackslash()
	if !s.Labelled && s.Schemes.Begins(s.URL, 0, s.Scheme, true) != Yes {
		return NoWrapper
	}
	s.End = s.at + 1
	return Closed
}

// gap skips a run of white space in the URL.
//
// RFC 1738, APPENDIX: "the interpreter of a URL containing a line break immediately after
// a hyphen should ignore all unencoded whitespace around the line break, and should be
// aware that the hyphen may or may not actually be part of the URL."
func (s *scan) gap() State {
	if !s.known && len(s.URL) == s.Scheme+len(":") {
		return NoWrapper
	}
	start := s.at
	broken, state := s.space()
	if state != scanning {
		return state
	}
	if !broken {
		return s.afterBlank(start)
	}
	s.joined = true
	// A hyphen stays, and its offset is noted: of 235 distinct hyphens at a line break in
	// real mail, one was not part of the URL.
	s.URL = bytes.TrimSuffix(s.URL, []byte(string(chars.Hyphen)))
	s.noteHyphen()
	return scanning
}

// afterBlank returns the state after a run of white space within a line, which began at
// data[start]. It is Unclosed if the text after it is prose: if there are too many such
// runs, if the URL ends at the white space, or if another URL begins after it in a line
// that was joined.
func (s *scan) afterBlank(start int) State {
	if s.runs++; s.runs > maxRuns {
		return Unclosed
	}
	if s.Folded != nil && s.Folded(start-1, s.at) {
		return scanning
	}
	// White space after the colon or the slashes is before the URL proper.
	begun := len(bytes.TrimLeft(s.URL[s.Scheme+1:], "/")) > 0
	if s.isStrict() && begun && s.data[s.at] != '>' {
		return Unclosed
	}
	if s.joined {
		switch s.beginsAnew() {
		case Yes:
			return Unclosed
		case More:
			return Cut
		}
	}
	return scanning
}

// beginsAnew decides whether a URL with a known scheme begins at the cursor, or after an
// opening bracket or quote there. It reads no further than the wrapper's URL may extend.
func (s *scan) beginsAnew() Verdict {
	data, atEnd := s.data, s.atEnd()
	if limit := s.at + s.maxURL() + 1 - len(s.URL); len(data) >= limit {
		data, atEnd = data[:limit], true
	}
	start := s.at
	if start < len(data) && strings.IndexByte("([{\"'`", data[start]) >= 0 {
		start++
	}
	colon := start
	for colon < len(data) && colon-start <= maxScheme && ascii.Is(data[colon], ascii.Scheme) {
		colon++
	}
	switch {
	case colon == len(data) && !atEnd:
		return More
	case colon == len(data), data[colon] != ':', !s.Schemes.Known(data[start:colon]):
		return No
	}
	return s.Schemes.Begins(data, start, colon, atEnd)
}

// noteHyphen adds the offset of the URL's last byte to Hyphens, if that is a hyphen.
func (s *scan) noteHyphen() {
	at := len(s.URL) - 1
	if at < 0 || s.URL[at] != '-' {
		return
	}
	if n := len(s.Hyphens); n == 0 || s.Hyphens[n-1] != at {
		s.Hyphens = append(s.Hyphens, at)
	}
}

// space skips white space, and the prefix of the line after each line break. It reports
// whether there was a line break. The state is Unclosed at a blank line, at a line beyond
// the limit, and at the end of the text.
func (s *scan) space() (broken bool, state State) {
	for {
		size, cut := chars.LineBreak(s.data, s.at, s.atEnd())
		if cut {
			return broken, Cut
		}
		if size > 0 {
			s.at += size
			if state := s.nextLine(); state != scanning {
				return broken, state
			}
			broken = true
			continue
		}
		n, state := s.blank()
		if state != scanning || n == 0 {
			return broken, state
		}
		s.at += n
	}
}

// blank returns the length of the white space character or the colour sequence at the
// cursor, or 0 if there is none.
func (s *scan) blank() (n int, state State) {
	rest := s.data[s.at:]
	if len(rest) == 0 {
		return 0, s.endState(Unclosed)
	}
	if !s.atEnd() && (!utf8.FullRune(rest) || chars.ColourCut(rest)) {
		return 0, Cut
	}
	if n = chars.SpaceAt(rest, s.fallback()); n == 0 {
		n = chars.ColourAt(rest)
	}
	return n, scanning
}

// nextLine skips the prefix of the line that begins at the cursor.
func (s *scan) nextLine() State {
	if s.Lines == s.maxLines() {
		return s.overLimit()
	}
	end, lines, v := s.linePrefix().Continue(s.data, s.at, s.Lines, s.atEnd())
	switch {
	case v == More:
		return Cut
	case v == No:
		return Unclosed
	case s.Lines+lines > s.maxLines():
		return s.overLimit()
	}
	s.at = end
	s.Lines += lines
	return scanning
}

// linePrefix returns the prefix of the line that the wrapper opened in.
func (s *scan) linePrefix() *Prefix {
	if s.prefix == nil {
		p := s.Rules.Prefix(s.head)
		s.prefix = &p
	}
	return s.prefix
}
