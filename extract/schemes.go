package extract

import "github.com/urlgrep/urlgrep/internal/begin"

// Schemes says which words before a colon begin a URL, in text and in attributes of HTML. A nil
// *Schemes is the built-in table. A Schemes never changes, so it may be shared.
type Schemes struct {
	list begin.Schemes
}

// ParseSchemes parses a list of schemes that are separated by commas. Names without a sign
// replace the built-in table: only these begin a URL. "+x" adds x to the table, "-x" removes it.
// A sign also applies to the names after it, up to the next sign: "+x,y" adds y too. A scheme
// that is named and is not in the table requires only a character after its colon. The error
// names the first item that is not a scheme (RFC 3986, section 3.1).
func ParseSchemes(list string) (*Schemes, error) {
	s, err := begin.ParseSchemes(list)
	if err != nil {
		return nil, err
	}
	return &Schemes{*s}, nil
}

// internal returns s for the packages that find URLs.
func (s *Schemes) internal() *begin.Schemes {
	if s == nil {
		return nil
	}
	return &s.list
}

// String returns a list that ParseSchemes parses into s, or "" for the built-in table.
func (s *Schemes) String() string { return s.internal().String() }

// MarshalText returns s.String().
func (s *Schemes) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets s to the result of ParseSchemes, or to the built-in table if text is
// empty. s must not be in use.
func (s *Schemes) UnmarshalText(text []byte) error {
	parsed := new(Schemes)
	if len(text) > 0 {
		var err error
		if parsed, err = ParseSchemes(string(text)); err != nil {
			return err
		}
	}
	*s = *parsed
	return nil
}
