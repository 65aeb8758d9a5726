package extract

import (
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// Options says what to look for. The zero value, and a nil *Options, is the
// default: text, all kinds that have a scheme, broken URLs rejoined where that
// is right nearly always, everything dropped that is no URL even at the
// lenient level. A Scanner copies its Options.
type Options struct {
	Input   Input  // how the input is read
	Charset string // character set of octets that are not UTF-8; "" is windows-1252

	Kinds   KindSet          // what to yield; 0 is DefaultKinds
	Schemes *wrapper.Schemes // which schemes begin a URL; nil is the built-in table
	Level   parse.Level      // what a URL must be valid at
	Invalid bool             // yield what is not valid at Level instead
	Rejoin  Rejoin           // which broken URLs are put together again
	Hyphen  Hyphen           // what a hyphen before a line break is taken for

	MaxURL   int // longest URL, in bytes; 0 is wrapper.DefaultMaxURL
	MaxLines int // most lines that a URL is broken over; 0 is wrapper.DefaultMaxLines

	// NoPlace leaves Line and QuoteDepth of a Match zero. That saves a fifth
	// of the time (706 MB of mail in 0.61 instead of 0.78 s, AMD EPYC).
	NoPlace bool
}

// Input is a format of the input.
type Input uint8

// The formats.
const (
	Auto Input = iota // text, if it is text: see ErrBinary
	Text              // text, whatever is in it
)

// Rejoin says which broken URLs are put together again. It is a scale: none,
// wrapped, hyphen, wide; each of them includes the one before.
type Rejoin uint8

// The values; the zero value is the default.
const (
	RejoinHyphen  Rejoin = iota // bare URLs too, where a line ends in a hyphen
	RejoinNone                  // nothing
	RejoinWrapped               // URLs in wrappers
	RejoinWide                  // bare URLs too that end a long line: half of them rightly
)

// Hyphen says what a hyphen before a line break is taken for (RFC 1738,
// APPENDIX: it "may or may not actually be part of the URL").
type Hyphen uint8

// The values; of 235 distinct hyphens at a break in real mail, 234 were kept
// rightly.
const (
	HyphenKeep Hyphen = iota // a part of the URL
	HyphenDrop               // put there by whoever broke the line
)

// Kind is how a URL stood in the text.
type Kind uint8

// The kinds.
const (
	Wrapped    Kind = iota // <URL:http://a/>
	Angle                  // <http://a/>
	Prefixed               // URL:http://a/
	Bare                   // http://a/
	Schemeless             // www.a.com/x, a.org/x
	Email                  // user@a.com
	numKinds
)

var kindNames = [numKinds]string{"wrapped", "angle", "prefixed", "bare", "schemeless", "email"}

// String returns the kind's name in lower case, "wrapped" and so on.
func (k Kind) String() string {
	if k < numKinds {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// MarshalText returns the kind's name.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// A KindSet is a set of kinds.
type KindSet uint16

// DefaultKinds are the kinds that have a scheme.
const DefaultKinds = KindSet(1<<Wrapped | 1<<Angle | 1<<Prefixed | 1<<Bare)

// Has reports whether k is in the set.
func (s KindSet) Has(k Kind) bool { return s&(1<<k) != 0 }

// With returns the set and k.
func (s KindSet) With(k Kind) KindSet { return s | 1<<k }

// ParseKinds reads a list of kinds' names, divided by commas.
func ParseKinds(list string) (KindSet, error) {
	var set KindSet
next:
	for _, name := range strings.Split(list, ",") {
		name = strings.TrimSpace(name)
		for k, n := range kindNames {
			if n == name {
				set = set.With(Kind(k))
				continue next
			}
		}
		return 0, fmt.Errorf("%q is not a kind: want %s", name, strings.Join(kindNames[:], ", "))
	}
	return set, nil
}
