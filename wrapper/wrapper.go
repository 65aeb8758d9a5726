package wrapper

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
)

// The limits that hold where [Rules] sets none.
const (
	DefaultMaxURL   = 128 << 10
	DefaultMaxLines = 2048
)

const (
	maxRuns   = 3   // runs of white space inside a wrapper, away from line breaks
	maxPrefix = 512 // bytes of a line that are looked at for its prefix
	pageLines = 8   // lines before a form feed, and behind it, that a page break spans
	pageWidth = 512 // bytes of a line that may be a page's header or footer
)

// Rules are what may be chosen about wrappers. The zero value has the defaults.
type Rules struct {
	// Schemes says which schemes begin a URL; nil is the built-in table.
	Schemes *Schemes

	// MaxURL bounds the length of the rejoined URL in bytes, MaxLines the
	// lines that a wrapper spans. 0 means the default; with MaxLines 1 nothing
	// is rejoined. A wrapper that goes beyond is unclosed.
	MaxURL, MaxLines int

	// Fallback is the 8-bit character set of octets that are not UTF-8:
	// element i is the character of octet 80+i. nil means windows-1252.
	Fallback *[128]rune
}

func (r *Rules) maxURL() int {
	if r.MaxURL > 0 {
		return r.MaxURL
	}
	return DefaultMaxURL
}

func (r *Rules) maxLines() int {
	if r.MaxLines > 0 {
		return r.MaxLines
	}
	return DefaultMaxLines
}

// maxBytes bounds a wrapper's length as it stands in the text: the URL, and
// for each line a prefix and an indent.
func (r *Rules) maxBytes() int { return 2*r.maxURL() + maxPrefix*r.maxLines() }

func (r *Rules) fallback() *chars.Fallback { return (*chars.Fallback)(r.Fallback) }

// A Candidate is a wrapper found in text, with the URL in it put together
// again. All offsets are in bytes, from 0.
type Candidate struct {
	Start    int    // of the "<" in the data
	End      int    // behind the ">" in the data; of a closed wrapper only
	Labelled bool   // the wrapper is "<URL:", not "<" alone
	SchemeAt int    // where the scheme begins in the data
	URL      []byte // the URL, rejoined, in UTF-8; of an unclosed wrapper its beginning
	Scheme   int    // length of the scheme in URL
	Lines    int    // how many lines the wrapper stands on
	Hyphens  []int  // offsets in URL of hyphens that a line break followed
}

// A State is what [Rules.Scan] found out.
type State uint8

// The states.
const (
	NoWrapper State = iota // no wrapper opens here
	Closed                 // a wrapper, whole
	Unclosed               // a wrapper opens, and is not closed
	Cut                    // the data ends too early to tell
)

// Scan decides about the "<" at data[at]: whether a wrapper opens there, where
// it ends, and what URL it holds. head is the text of the line before and with
// that "<"; its prefix is what may be stripped from the lines that follow.
//
// c is overwritten; its slices are used again. c.URL and c.Hyphens are valid
// until the next call with the same c.
//
// Scan never guesses at the edge: while what follows the data could change the
// answer, it is Cut, unless atEOF says that nothing follows. How much of data
// it looks at is bounded by the limits. It may be called again with the same
// beginning and more data.
//
// Deliberately wider than the APPENDIX of RFC 1738:
//
//  1. "<url:" in any case; white space behind the colon (RFC 3986, Appendix C).
//  2. "<" alone, before a scheme that begins a URL (RFC 3986, Appendix C).
//  3. Quote marks, comment leaders and line numbers at a break are no part of
//     the URL, nor is a page's footer and header around a form feed.
//  4. A backslash before punctuation is Markdown's and is dropped.
//  5. Colour sequences and overstrikes are dropped.
//
// Narrower: a wrapper that holds a "<", a blank line or prose is unclosed.
func (r *Rules) Scan(c *Candidate, data []byte, at int, head []byte, atEOF bool) State {
	*c = Candidate{Start: at, Lines: 1, URL: c.URL[:0], Hyphens: c.Hyphens[:0]}
	s := scan{Rules: r, Candidate: c, data: data, at: at + 1, head: head, atEOF: atEOF}
	if limit := at + r.maxBytes(); len(data) > limit {
		s.data, s.bounded = data[:limit], true
	}
	state := s.open()
	if state == Closed {
		state = s.content()
	}
	if state == Cut && s.bounded {
		state = Unclosed
	}
	if state == Unclosed && c.Scheme == 0 {
		state = NoWrapper
	}
	return state
}

// scan is a Scan under way.
type scan struct {
	*Rules
	*Candidate
	data    []byte
	at      int
	head    []byte
	prefix  *Prefix
	runs    int
	atEOF   bool
	bounded bool // data was cut at the limit
}

// cut is the state at the end of the data.
func (s *scan) cut(atEnd State) State {
	if s.atEOF && !s.bounded {
		return atEnd
	}
	return Cut
}

// open reads from behind the "<" to behind the scheme's colon. The state is
// Closed when a wrapper has opened.
func (s *scan) open() State {
	if state := s.label(); state != Closed {
		return state
	}
	broken, state := s.space()
	if state != Closed {
		return state
	}
	if broken && s.Lines > 2 {
		return NoWrapper
	}
	s.SchemeAt = s.at
	for {
		if s.at == len(s.data) {
			return s.cut(NoWrapper)
		}
		switch b := s.data[s.at]; {
		case ascii.Is(b, ascii.Scheme):
			s.URL = append(s.URL, b)
			s.at++
		case b == '\b' && len(s.URL) > 0:
			s.URL = s.URL[:len(s.URL)-1]
			s.at++
		case b == '_':
			if s.at+1 == len(s.data) {
				return s.cut(NoWrapper)
			}
			if s.data[s.at+1] != '\b' {
				return NoWrapper
			}
			s.at += 2
		case b == ':' && len(s.URL) > 0:
			if s.at+1 == len(s.data) {
				return s.cut(NoWrapper)
			}
			if s.data[s.at+1] == '\b' {
				s.at += 2
				continue
			}
			s.Scheme = len(s.URL)
			return s.colon()
		case len(s.URL) > 0 && len(s.URL) <= maxScheme && ascii.Is(b, ascii.Space):
			hyphen := s.URL[len(s.URL)-1] == '-'
			broken, state := s.space()
			if state != Closed {
				return state
			}
			if !broken {
				return NoWrapper
			}
			if hyphen {
				s.Hyphens = append(s.Hyphens, len(s.URL)-1)
			}
		default:
			return NoWrapper
		}
		if len(s.URL) > maxScheme {
			return NoWrapper
		}
	}
}

// label reads "URL:", if it is there.
func (s *scan) label() State {
	rest := s.data[s.at:]
	n := min(len(rest), len("url:"))
	if !equalFold(rest[:n], "url:"[:n]) {
		return Closed
	}
	if n < len("url:") {
		return s.cut(NoWrapper)
	}
	s.Labelled = true
	s.at += n
	return Closed
}

// colon decides by what follows the scheme's colon whether a wrapper opens. An
// unknown scheme may not have white space there: "<URL: see: …>" is prose.
// Without the label "URL:" the scheme must be one that begins a URL in text;
// whether it does is known only when the URL is whole, unless "//" tells.
func (s *scan) colon() State {
	s.URL = append(s.URL, ':')
	s.at++
	_, known := s.Schemes.need(s.URL[:s.Scheme])
	if known {
		return Closed
	}
	rest := s.data[s.at:]
	if s.Labelled {
		if !utf8.FullRune(rest) && s.cut(Closed) == Cut {
			return Cut
		}
		if chars.SpaceAt(rest, s.fallback()) > 0 {
			return NoWrapper
		}
		return Closed
	}
	n := min(len(rest), len("//"))
	if string(rest[:n]) != "//"[:n] {
		return NoWrapper
	}
	if n < len("//") {
		return s.cut(NoWrapper)
	}
	return Closed
}

// content reads from behind the scheme's colon to the wrapper's end.
//
// RFC 1738, APPENDIX: "In some cases, extra whitespace (spaces, linebreaks,
// tabs, etc.) may need to be added to break long URLs across lines. The
// whitespace should be ignored when extracting the URL."
func (s *scan) content() State {
	for {
		if s.at == len(s.data) {
			return s.cut(Unclosed)
		}
		if len(s.URL) > s.maxURL() {
			return Unclosed
		}
		switch b := s.data[s.at]; {
		case b == '>':
			return s.close(s.at + 1)
		case b == '<':
			return Unclosed
		case b == '\\':
			if s.at+1 == len(s.data) {
				return s.cut(Unclosed)
			}
			if !ascii.Is(s.data[s.at+1], ascii.Punct) {
				s.URL = append(s.URL, b)
			}
			s.at++
		case b == '\b':
			_, size := utf8.DecodeLastRune(s.URL[s.Scheme+1:])
			s.URL = s.URL[:len(s.URL)-size]
			s.at++
		case b == 0x1B:
			if n := chars.ColourAt(s.data[s.at:]); n > 0 {
				s.at += n
			} else if chars.ColourCut(s.data[s.at:]) && s.cut(Unclosed) == Cut {
				return Cut
			} else {
				s.URL = append(s.URL, b)
				s.at++
			}
		case ascii.Is(b, ascii.Space):
			if state := s.gap(); state != Closed {
				return state
			}
		case b < utf8.RuneSelf:
			s.URL = append(s.URL, b)
			s.at++
		default:
			if !utf8.FullRune(s.data[s.at:]) && s.cut(Unclosed) == Cut {
				return Cut
			}
			r, size := chars.Decode(s.data[s.at:], s.fallback())
			if chars.IsSpace(r) {
				if state := s.gap(); state != Closed {
					return state
				}
				continue
			}
			s.URL = utf8.AppendRune(s.URL, r)
			s.at += size
		}
	}
}

// close ends the wrapper before data[end], unless the text in it is no URL.
func (s *scan) close(end int) State {
	if len(s.URL) > s.maxURL() {
		return Unclosed
	}
	if !s.Labelled && s.Schemes.Begins(s.URL, 0, s.Scheme, true) != Yes {
		return NoWrapper
	}
	s.End = end
	return Closed
}

// gap drops a run of white space inside the URL.
//
// RFC 1738, APPENDIX: "the interpreter of a URL containing a line break
// immediately after a hyphen should ignore all unencoded whitespace around the
// line break, and should be aware that the hyphen may or may not actually be
// part of the URL." It stays, and is noted: of 235 distinct hyphens at a break
// in real mail one had been inserted.
func (s *scan) gap() State {
	broken, state := s.space()
	if state != Closed {
		return state
	}
	const softHyphen = "\u00AD"
	switch {
	case !broken:
		if s.at == len(s.data) {
			return s.cut(Unclosed)
		}
		if s.data[s.at] != '>' {
			s.runs++
		}
		if s.runs > maxRuns {
			return Unclosed
		}
	case s.URL[len(s.URL)-1] == '-':
		s.Hyphens = append(s.Hyphens, len(s.URL)-1)
	case bytes.HasSuffix(s.URL, []byte(softHyphen)):
		s.URL = s.URL[:len(s.URL)-len(softHyphen)]
	}
	return Closed
}

// space skips white space, and behind each line break the line's prefix. It
// reports whether there was a line break. A blank line, or a line too many,
// makes the state Unclosed; so does the end of the text.
func (s *scan) space() (broken bool, state State) {
	for {
		size, cut := chars.LineBreak(s.data, s.at, s.atEOF && !s.bounded)
		switch {
		case cut:
			return broken, Cut
		case size > 0:
			s.at += size
			if state := s.nextLine(); state != Closed {
				return broken, state
			}
			broken = true
			continue
		case s.at < len(s.data) && !utf8.FullRune(s.data[s.at:]) && s.cut(Closed) == Cut:
			return broken, Cut
		}
		n := chars.SpaceAt(s.data[s.at:], s.fallback())
		if n == 0 {
			if s.at == len(s.data) {
				return broken, s.cut(Unclosed)
			}
			return broken, Closed
		}
		s.at += n
	}
}

// nextLine skips the prefix of the line that begins here.
func (s *scan) nextLine() State {
	if s.Lines == s.maxLines() {
		return Unclosed
	}
	if s.prefix == nil {
		p := ParsePrefix(s.head)
		s.prefix = &p
	}
	end, lines, v := s.prefix.Continue(s.data, s.at, s.Lines, s.atEOF && !s.bounded)
	if v == More {
		return Cut
	}
	s.at = end
	s.Lines += lines
	if v == No {
		return Unclosed
	}
	return Closed
}

// Next finds the first wrapper that opens in data[at:]; what is before at is
// looked at for the prefix of its line only. The state is that of [Rules.Scan]:
// Closed and Unclosed with c filled, NoWrapper when there is none. When it is
// Cut, c.Start is where to look again once there is more data; the line that
// it is in must be kept.
func (r *Rules) Next(c *Candidate, data []byte, at int, atEOF bool) State {
	for {
		i := bytes.IndexByte(data[at:], '<')
		if i < 0 {
			return NoWrapper
		}
		at += i
		line := at - len(lastLine(data[:at]))
		if state := r.Scan(c, data, at, data[line:at+1], atEOF); state != NoWrapper {
			return state
		}
		at++
	}
}
