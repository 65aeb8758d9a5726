package wrapper

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/chars"
)

// The limits if [Rules] sets none.
const (
	DefaultMaxURL   = 128 << 10
	DefaultMaxLines = 2048
)

// The highest limits that can be set; a higher value counts as these. They require a
// window of up to a gibibyte, whose indices fit into 32 bits.
const (
	HighestMaxURL   = 256 << 20
	HighestMaxLines = 1 << 20
)

const (
	maxRuns   = 3    // runs of white space inside a wrapper, away from line breaks
	maxPrefix = 512  // bytes of a line that are searched for its prefix
	maxLine   = 4096 // bytes before the start of a search that are searched for the beginning of its line
	pageLines = 8    // lines of a page break before a form feed, and after it
	pageWidth = 512  // bytes of a line that may be a page's header or footer
)

// Rules are the settings for wrappers. The zero value has the defaults.
type Rules struct {
	// Schemes says which schemes begin a URL; nil is the built-in table.
	Schemes *Schemes

	// MaxURL bounds the length of the rejoined URL in bytes, MaxLines the lines that a
	// wrapper spans. 0 means the default; with MaxLines 1 nothing is rejoined. A wrapper
	// that exceeds a limit is unclosed.
	MaxURL, MaxLines int

	// Wide accepts white space within a line, and "|", also in brackets without "URL:",
	// as RFC 3986, Appendix C, does. If it is false, such brackets are unclosed.
	Wide bool

	// Folded reports whether a line break was removed from the text between data[from]
	// and data[to], as by unfolding a header field. White space there counts as white
	// space at a line break. It may be nil.
	Folded func(from, to int) bool

	// Fallback is the 8-bit character set of octets that are not UTF-8:
	// element i is the character of octet 80+i (hexadecimal). nil means windows-1252.
	Fallback *[128]rune
}

func (r *Rules) maxURL() int {
	if r.MaxURL > 0 {
		return min(r.MaxURL, HighestMaxURL)
	}
	return DefaultMaxURL
}

func (r *Rules) maxLines() int {
	if r.MaxLines > 0 {
		return min(r.MaxLines, HighestMaxLines)
	}
	return DefaultMaxLines
}

// maxBytes bounds the length of a wrapper in the text: that of its URL, and for each line
// that of a prefix and an indent.
func (r *Rules) maxBytes() int { return 2*r.maxURL() + maxPrefix*r.maxLines() }

func (r *Rules) fallback() *chars.Fallback { return (*chars.Fallback)(r.Fallback) }

// Prefix is [ParsePrefix] for text in the character set of r.
func (r *Rules) Prefix(head []byte) Prefix { return parsePrefix(head, r.fallback()) }

// A Candidate is a wrapper found in text, with its rejoined URL. All offsets are in
// bytes, from 0.
type Candidate struct {
	Start    int    // index of the "<" in the data
	End      int    // index after the ">" in the data, if the wrapper is closed
	Labelled bool   // the wrapper begins with "<URL:"
	SchemeAt int    // index of the scheme in the data
	URLEnd   int    // index after the URL's last byte in the data, if the wrapper is closed
	URL      []byte // the URL, rejoined, in UTF-8; of an unclosed wrapper its beginning
	Scheme   int    // length of the scheme in URL
	Lines    int    // number of lines that the wrapper spans
	Hyphens  []int  // offsets in URL of the hyphens before a line break
	Beyond   bool   // it is unclosed because it exceeds Rules.MaxURL or Rules.MaxLines
}

// A State is the result of [Rules.Scan].
type State uint8

// The states.
const (
	NoWrapper State = iota // no wrapper opens here
	Closed                 // a wrapper opens and is closed
	Unclosed               // a wrapper opens and is not closed
	Cut                    // the data ends too early to decide
)

// Scan decides about the "<" at data[at]: whether a wrapper opens there, where the
// wrapper ends, and which URL is in it. head is the line up to and with the "<"; its
// prefix is removed from the lines in which the URL continues.
//
// c is overwritten, and the memory of its slices is used again. c.URL and c.Hyphens are
// valid until the next call with the same c.
//
// Scan never guesses at the end of the data: if more data could change the answer, the
// state is Cut, unless atEOF is true. The limits bound how much of data it reads. It may
// be called again with the same beginning and more data.
//
// Scan accepts more than the APPENDIX of RFC 1738 deliberately:
//
//  1. "<url:" in any letter case; white space after the colon (RFC 3986, Appendix C).
//  2. "<" alone, before a scheme that begins a URL (RFC 3986, Appendix C).
//  3. Quote marks, comment leaders and line numbers at a line break are not part of the
//     URL. Neither are the footer and header of a page around a form feed.
//  4. A backslash before punctuation is Markdown's, and is dropped.
//  5. Colour sequences and overstrikes are dropped.
//
// It accepts less in that a wrapper with a "<", a blank line or prose in it is unclosed.
// In brackets without "URL:", a blank in the URL or "|" begins prose, unless Rules.Wide
// is set.
func (r *Rules) Scan(c *Candidate, data []byte, at int, head []byte, atEOF bool) State {
	*c = Candidate{Start: at, Lines: 1, URL: c.URL[:0], Hyphens: c.Hyphens[:0]}
	s := scan{Rules: r, Candidate: c, input: input{data: data, at: at + 1, atEOF: atEOF}, head: head}
	if limit := at + r.maxBytes(); len(data) > limit {
		s.data, s.bounded = data[:limit], true
	}
	state := s.open()
	if state == scanning {
		state = s.content()
	}
	if state == Cut && s.bounded {
		state = s.overLimit()
	}
	if state == Unclosed && c.Scheme == 0 {
		state = NoWrapper
	}
	return state
}

// Next finds the first wrapper that opens in data[at:]. It reads the bytes before at only
// for the prefix of their line. The state is that of [Rules.Scan]: with Closed and
// Unclosed c is the wrapper, with NoWrapper there is none. With Cut the search continues
// at c.Start when there is more data, which must include the line of c.Start.
func (r *Rules) Next(c *Candidate, data []byte, at int, atEOF bool) State {
	line := at - len(lastLine(data[max(0, at-maxLine):at]))
	for {
		i := bytes.IndexByte(data[at:], '<')
		if i < 0 {
			return NoWrapper
		}
		if j := bytes.LastIndexAny(data[at:at+i], "\r\n"); j >= 0 {
			line = at + j + 1
		}
		at += i
		if state := r.Scan(c, data, at, data[line:min(at+1, line+maxPrefix)], atEOF); state != NoWrapper {
			return state
		}
		at++
	}
}
