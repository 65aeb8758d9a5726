package wrapper

import (
	"fmt"

	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/find"
	"github.com/urlgrep/urlgrep/internal/join"
)

// The limits if [Rules] sets none.
const (
	DefaultMaxURL   = find.DefaultMaxURL
	DefaultMaxLines = find.DefaultMaxLines
)

// The highest limits that can be set; a higher value counts as these.
const (
	HighestMaxURL   = find.HighestMaxURL
	HighestMaxLines = find.HighestMaxLines
)

// Rules are the settings of a search for wrappers. The zero value has the defaults, and so has
// a nil *Rules. Rules may be shared.
type Rules struct {
	// Schemes says which schemes begin a URL; nil is the built-in table.
	Schemes *Schemes

	// MaxURL bounds the length of the rejoined URL in bytes, MaxLines the lines that a
	// wrapper spans. 0 means the default; with MaxLines 1 nothing is rejoined. A wrapper
	// that exceeds a limit is unclosed.
	MaxURL, MaxLines int

	// Wide accepts white space within a line, and "|", also in brackets without "URL:", as
	// RFC 3986, Appendix C, does. If it is false, such brackets are unclosed.
	Wide bool

	// Fallback is the 8-bit character set of octets that are not UTF-8:
	// element i is the character of octet 80+i (hexadecimal). nil means windows-1252.
	Fallback *[128]rune
}

// A Candidate is a wrapper found in text. All offsets are in bytes, from 0.
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

// A State is the result of [Rules.Next].
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
	NoWrapper = State(find.NoWrapper) // no wrapper opens
	Closed    = State(find.Closed)    // a wrapper opens and is closed
	Unclosed  = State(find.Unclosed)  // a wrapper opens and is not closed
	Cut       = State(find.Cut)       // the data ends too early to decide
)

// Next finds the first wrapper that opens in data[at:]. It reads the bytes before at only
// for the beginning of their line.
//
//   - Closed: c is the wrapper. Continue at c.End.
//   - Unclosed: c is the beginning of a wrapper that is not closed. Continue at
//     c.Start+1.
//   - NoWrapper: no wrapper opens in data[at:].
//   - Cut: more data could change the answer. Call Next again at c.Start with more
//     data, which begins with the line that c.Start is in, or earlier. If atEOF is
//     true, no text follows the data, and the state is never Cut.
//
// c is overwritten, and the memory of its slices is used again. c.URL and c.Hyphens are
// valid until the next call with the same c. The limits bound how much of data Next reads
// for one wrapper. c must not be nil, and at must be in [0, len(data)]: Next panics otherwise.
//
// Next accepts more than the APPENDIX of RFC 1738 deliberately:
//
//  1. "<url:" in any letter case; white space after the colon (RFC 3986, Appendix C).
//  2. "<" alone, before a scheme that begins a URL (RFC 3986, Appendix C).
//  3. Quote marks, comment leaders and line numbers at a line break are not part of the
//     URL. Neither are the footer and header of a page around a form feed.
//  4. A backslash before punctuation is Markdown's, and is dropped.
//  5. Colour sequences and overstrikes are dropped.
//
// It accepts less in that a wrapper with a "<", a blank line or prose in it is unclosed.
// In brackets without "URL:", a blank in the URL or "|" begins prose, unless Rules.Wide is
// set.
func (r *Rules) Next(c *Candidate, data []byte, at int, atEOF bool) State {
	switch {
	case c == nil:
		panic("wrapper: Next with a nil Candidate")
	case at < 0 || at > len(data):
		panic(fmt.Sprintf("wrapper: Next at %d of %d bytes", at, len(data)))
	}
	if r == nil {
		r = new(Rules)
	}
	rules := find.Rules{
		Schemes: (*begin.Schemes)(r.Schemes), Fallback: (*chars.Fallback)(r.Fallback), Rejoin: join.Hyphen,
		MaxURL:   bounded(r.MaxURL, DefaultMaxURL, HighestMaxURL),
		MaxLines: bounded(r.MaxLines, DefaultMaxLines, HighestMaxLines),
	}
	if r.Wide {
		rules.Rejoin = join.Wide
	}
	var f find.WrapperFinder
	f.Reset(&rules, data, atEOF)
	return State(f.Next((*find.Wrapper)(c), at))
}

// bounded returns n, or a default if it is 0, and at most highest.
func bounded(n, byDefault, highest int) int {
	if n <= 0 {
		return byDefault
	}
	return min(n, highest)
}

// Schemes says which words before a colon begin a URL in text. A nil *Schemes is the
// built-in table. A Schemes never changes, so it may be shared.
type Schemes begin.Schemes // the methods convert one type into the other

// ParseSchemes parses a list of schemes that are separated by commas. Names without a
// sign replace the built-in table: only these begin a URL. "+x" adds x to the table, "-x"
// removes it. A sign also applies to the names after it, up to the next sign: "+x,y" adds
// y too. A scheme that is named and is not in the table requires only a character after
// its colon. The error names the first item that is not a scheme (RFC 3986, section 3.1).
func ParseSchemes(list string) (*Schemes, error) {
	s, err := begin.ParseSchemes(list)
	return (*Schemes)(s), err
}

// String returns a list that [ParseSchemes] parses into s, or "" for the built-in table.
func (s *Schemes) String() string { return (*begin.Schemes)(s).String() }

// MarshalText returns s.String().
func (s *Schemes) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the result of [ParseSchemes], or to the built-in table if text
// is empty. s must not be in use.
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

// Wanted reports whether URLs of a scheme, in any letter case, are searched.
func (s *Schemes) Wanted(name []byte) bool { return (*begin.Schemes)(s).Wanted(name) }

// Known reports whether a scheme, in any letter case, is in the table or was named in the
// list.
func (s *Schemes) Known(name []byte) bool { return (*begin.Schemes)(s).Known(name) }
