package wrapper

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/chars"
)

// The limits that hold where [Rules] sets none.
const (
	DefaultMaxURL   = 128 << 10
	DefaultMaxLines = 2048
)

// The highest limits that can be set; what is above counts as these. With them
// a window of a gibibyte would do, which even 32 bits can count.
const (
	HighestMaxURL   = 256 << 20
	HighestMaxLines = 1 << 20
)

const (
	maxRuns   = 3    // runs of white space inside a wrapper, away from line breaks
	maxPrefix = 512  // bytes of a line that are looked at for its prefix
	maxLine   = 4096 // bytes of a line before the place of search that are looked at for its beginning
	pageLines = 8    // lines before a form feed, and behind it, that a page break spans
	pageWidth = 512  // bytes of a line that may be a page's header or footer
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

// maxBytes bounds a wrapper's length as it is in the text: the URL, and
// for each line a prefix and an indent.
func (r *Rules) maxBytes() int { return 2*r.maxURL() + maxPrefix*r.maxLines() }

func (r *Rules) fallback() *chars.Fallback { return (*chars.Fallback)(r.Fallback) }

// Prefix is [ParsePrefix] for text in the character set of r.
func (r *Rules) Prefix(head []byte) Prefix { return parsePrefix(head, r.fallback()) }

// A Candidate is a wrapper found in text, with the URL in it put together
// again. All offsets are in bytes, from 0.
type Candidate struct {
	Start    int    // of the "<" in the data
	End      int    // behind the ">" in the data; of a closed wrapper only
	Labelled bool   // the wrapper is "<URL:", not "<" alone
	SchemeAt int    // where the scheme begins in the data
	URLEnd   int    // behind the URL's last byte in the data; of a closed wrapper only
	URL      []byte // the URL, rejoined, in UTF-8; of an unclosed wrapper its beginning
	Scheme   int    // length of the scheme in URL
	Lines    int    // how many lines the wrapper stands on
	Hyphens  []int  // offsets in URL of hyphens that a line break followed
	Beyond   bool   // it is unclosed because it goes beyond Rules.MaxURL or Rules.MaxLines
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

// Next finds the first wrapper that opens in data[at:]; what is before at is
// looked at for the prefix of its line only. The state is that of [Rules.Scan]:
// Closed and Unclosed with c filled, NoWrapper when there is none. When it is
// Cut, c.Start is where to look again once there is more data; the line that
// it is in must be kept.
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
