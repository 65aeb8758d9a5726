package wrapper

import (
	"fmt"

	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// The limits if [Rules] sets none.
const (
	DefaultMaxURL   = wrapper.DefaultMaxURL
	DefaultMaxLines = wrapper.DefaultMaxLines
)

// The highest limits that can be set; what is above counts as these.
const (
	HighestMaxURL   = wrapper.HighestMaxURL
	HighestMaxLines = wrapper.HighestMaxLines
)

// Rules say what is a wrapper. The zero value has the defaults. Rules may be shared.
type Rules struct {
	// Schemes says which schemes begin a URL; nil is the built-in table.
	Schemes *Schemes

	// MaxURL bounds the length of the rejoined URL in bytes, MaxLines the
	// lines that a wrapper spans. 0 means the default; with MaxLines 1 nothing
	// is rejoined. A wrapper that goes beyond is unclosed.
	MaxURL, MaxLines int

	// Fallback is the 8-bit character set of octets that are not UTF-8:
	// element i is the character of octet 80+i (hexadecimal). nil means windows-1252.
	Fallback *[128]rune
}

// A Candidate is a wrapper found in text. All offsets are in bytes, from 0.
type Candidate struct {
	Start    int    // of the "<" in the data
	End      int    // after the ">" in the data; of a closed wrapper only
	Labelled bool   // the wrapper is "<URL:", not "<" alone
	SchemeAt int    // where the scheme begins in the data
	URLEnd   int    // after the URL's last byte in the data; of a closed wrapper only
	URL      []byte // the URL, rejoined, in UTF-8; of an unclosed wrapper its beginning
	Scheme   int    // length of the scheme in URL
	Lines    int    // how many lines the wrapper spans
	Hyphens  []int  // offsets in URL of hyphens that a line break followed
	Beyond   bool   // it is unclosed because it goes beyond Rules.MaxURL or Rules.MaxLines
}

// A State is what [Rules.Next] has found.
type State uint8

// String returns the name of s: "none", "closed", "unclosed" or "cut".
func (s State) String() string {
	switch s {
	case NoWrapper:
		return "none"
	case Closed:
		return "closed"
	case Unclosed:
		return "unclosed"
	case Cut:
		return "cut"
	}
	return fmt.Sprintf("State(%d)", uint8(s))
}

// The states.
const (
	NoWrapper = State(wrapper.NoWrapper) // there is none
	Closed    = State(wrapper.Closed)    // a wrapper, whole
	Unclosed  = State(wrapper.Unclosed)  // a wrapper opens, and is not closed
	Cut       = State(wrapper.Cut)       // the data ends too early to tell
)

// Next finds the first wrapper that opens in data[at:]; what is before at is
// looked at for the beginning of its line only.
//
//   - Closed: c is the wrapper. Go on at c.End.
//   - Unclosed: c is the beginning of one that was never closed. Go on at c.Start+1.
//   - NoWrapper: there is none.
//   - Cut: more data could change the answer. Call Next again at c.Start with more data,
//     which begins with the line that c.Start is in, or earlier. If atEOF says that nothing
//     follows the data, the state is never Cut.
//
// c is overwritten; its slices are used again. c.URL and c.Hyphens are valid until the next
// call with the same c. How much of data Next looks at for one wrapper is bounded by the
// limits.
//
// Next is deliberately wider than the APPENDIX of RFC 1738:
//
//  1. "<url:" in any case; white space after the colon (RFC 3986, appendix C).
//  2. "<" alone, before a scheme that begins a URL (RFC 3986, appendix C).
//  3. Quote marks, comment leaders and line numbers at a break are no part of
//     the URL, nor is a page's footer and header around a form feed.
//  4. A backslash before punctuation is Markdown's and is dropped.
//  5. Colour sequences and overstrikes are dropped.
//
// It is narrower in that a wrapper with a "<", a blank line or prose in it is unclosed.
func (r *Rules) Next(c *Candidate, data []byte, at int, atEOF bool) State {
	rules := wrapper.Rules{Schemes: (*wrapper.Schemes)(r.Schemes), MaxURL: r.MaxURL, MaxLines: r.MaxLines, Fallback: r.Fallback}
	return State(rules.Next((*wrapper.Candidate)(c), data, at, atEOF))
}

// Schemes says which words before a colon begin a URL in text. A nil *Schemes is the
// built-in table. A Schemes is not changed after [ParseSchemes] has made it and may be
// shared.
type Schemes wrapper.Schemes // so that one is converted into the other

// ParseSchemes reads a list of schemes, divided by commas. Names without a
// sign replace the built-in table: only these begin a URL. "+x" adds x to the
// table, "-x" removes it. A sign also counts for the names after it, up to
// the next sign: "+x,y" adds y as well. A scheme that the table does not hold
// needs only a character after its colon once it is named. The error says
// which name is not a scheme (RFC 3986, section 3.1).
func ParseSchemes(list string) (*Schemes, error) {
	s, err := wrapper.ParseSchemes(list)
	return (*Schemes)(s), err
}

// String returns a list that ParseSchemes reads as s, or "" for the built-in table.
func (s *Schemes) String() string { return (*wrapper.Schemes)(s).String() }

// MarshalText returns s.String().
func (s *Schemes) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is [ParseSchemes]; an empty text is the built-in table. It is for a Schemes
// that is not used yet.
func (s *Schemes) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*s = Schemes{}
		return nil
	}
	parsed, err := ParseSchemes(string(text))
	if err == nil {
		*s = *parsed
	}
	return err
}

// Wanted reports whether URLs of a scheme, in any case, are looked for.
func (s *Schemes) Wanted(name []byte) bool { return (*wrapper.Schemes)(s).Wanted(name) }

// Known reports whether a scheme, in any case, is in the table, or was named.
func (s *Schemes) Known(name []byte) bool { return (*wrapper.Schemes)(s).Known(name) }
