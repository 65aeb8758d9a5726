package parse

import (
	"fmt"
	"slices"
)

// A Level is the grammar that a URL must follow. The zero value is Lenient. No URL is
// valid at a Level that is not one of Levels: Parse then returns an Error of the class
// UnknownLevel.
type Level uint8

// The levels, from the widest to the narrowest. A URL that is valid at RFC3986 is valid
// at Lenient.
const (
	// Lenient is RFC3986 with additions for URLs that occur in practice; each use of an
	// addition gives a warning.
	Lenient Level = iota
	// RFC3986 is rule URI of RFC 3986, appendix A, whatever the scheme.
	RFC3986
	// RFC1738 is the grammar of RFC 1738, section 5, for the scheme.
	RFC1738
)

var levelNames = [...]string{Lenient: "lenient", RFC3986: "rfc3986", RFC1738: "rfc1738"}

// String returns the name of l: "lenient", "rfc3986" or "rfc1738".
func (l Level) String() string {
	if l.isKnown() {
		return levelNames[l]
	}
	return fmt.Sprintf("Level(%d)", uint8(l))
}

const validLevels = "valid levels are lenient, rfc3986 and rfc1738"

// isKnown reports whether l is one of Levels.
func (l Level) isKnown() bool { return int(l) < len(levelNames) }

// isGeneric reports whether l uses the generic syntax of RFC 3986.
func (l Level) isGeneric() bool { return l == Lenient || l == RFC3986 }

// Levels returns all levels, the narrowest first, which is the order of reports.
func Levels() [3]Level { return [...]Level{RFC1738, RFC3986, Lenient} }

// MarshalText returns the name of l.
func (l Level) MarshalText() ([]byte, error) {
	if !l.isKnown() {
		return nil, fmt.Errorf("invalid level: %d", uint8(l))
	}
	return []byte(levelNames[l]), nil
}

// UnmarshalText sets l to the level whose String is text, for flag.TextVar and
// encoding/json. The error lists the valid names.
func (l *Level) UnmarshalText(text []byte) error {
	i := slices.Index(levelNames[:], string(text))
	if i < 0 {
		return fmt.Errorf("unknown level %q: %s", text, validLevels)
	}
	*l = Level(i)
	return nil
}
