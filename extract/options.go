package extract

import (
	"fmt"
	"strings"

	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// Options says what to look for. The zero value, and a nil *Options, is the
// default: text, all kinds that have a scheme, broken URLs rejoined where that
// is right nearly always, everything dropped that is no URL even at the
// lenient level. A Scanner copies its Options.
type Options struct {
	Input   Input  // how the input is read
	Charset string // character set of octets that are not UTF-8, by a name of the WHATWG's or IANA's; "" is windows-1252

	Kinds   KindSet          // what to yield; 0 is DefaultKinds
	Schemes *wrapper.Schemes // which schemes begin a URL; nil is the built-in table
	Level   parse.Level      // what a URL must be valid at
	Invalid bool             // yield what is not valid at Level instead
	Rejoin  Rejoin           // which broken URLs are put together again
	Hyphen  Hyphen           // what a hyphen before a line break is taken for

	// Refang finds defanged URLs, hosts and addresses as well, which are written
	// so that nobody follows them by accident: "hxxp[://]a[.]example/",
	// "user [at] a [dot] example". With the kind Email, "user at a.example" is an
	// address too, but not behind a word, as in "is available at a.example".
	Refang bool

	Unquoted    bool // leave out what the author of a message has quoted
	NoSignature bool // leave out what stands below a signature's "-- " or in a list's footer
	AllParts    bool // look into attachments that hold no text as well

	MaxURL   int    // longest URL, in bytes, at most wrapper.HighestMaxURL; 0 is wrapper.DefaultMaxURL
	MaxLines int    // most lines that a URL is broken over, at most wrapper.HighestMaxLines; 0 is wrapper.DefaultMaxLines
	Limits   Limits // of mail

	// Note is told what was odd about each message of a mailbox, once that has
	// been read. It may be nil.
	Note func(Note)

	// Line is told every line of the texts that are scanned, in order, as soon as
	// nothing more can be found in it: before Scan returns what is found behind it.
	// If it returns false, that ends the scan. It may be nil. It is not for ranges of text.
	Line func(*Line) (more bool)

	// Reject is told why a URL is left out that is not valid at Level. It may be
	// nil, and is not called with Invalid.
	Reject func(*parse.Error)

	// NoPlace leaves what of a Match says where it is, but for its offsets, zero:
	// Line, QuoteDepth, Signature, Message, Part, Header. That saves a fifth
	// of the time (706 MB of mail in 0.61 instead of 0.78 s, AMD EPYC).
	NoPlace bool
}

// placed reports whether it is wanted by whom a match was written.
func (o *Options) placed() bool { return !o.NoPlace || o.Unquoted || o.NoSignature }

// Input is a format of the input.
type Input uint8

// The formats.
const (
	Auto Input = iota // as it begins: mail, HTML, or text if it is text (see ErrBinary)
	Text              // text, whatever is in it
	Mail              // one message or article: RFC 5322, RFC 5536
	Mbox              // messages, divided by From_ lines or as it begins: MMDF, "#! rnews"
	HTML              // one HTML document, in the character set that it declares
)

// Limits bound what is held of mail and how deep its structure is followed. What
// is beyond a limit is scanned as plain text and noted (see Note.Beyond), never
// dropped. Zero stands for the default; see also HighestLimit.
type Limits struct {
	Depth     int // multiparts and messages within each other; 64
	Parts     int // parts of a message; 10,000
	Header    int // bytes of a header that are held; 256 KiB
	Field     int // bytes of a field that are decoded as one; 64 KiB
	Word      int // bytes of an encoded word (RFC 2047); 4 KiB
	Paragraph int // bytes of a paragraph of format=flowed (RFC 3676); 64 KiB
	Tag       int // bytes of an HTML tag; 64 KiB
	Encoded   int // messages in a transfer encoding within each other; 8
}

// A Note says what was odd about a message: what was malformed, unknown or
// beyond a limit, and so read another way than its author meant it.
type Note struct {
	Index  int    // of the message, from 1
	Offset int64  // of its beginning, in bytes of the input
	Text   string // the oddities, divided by "; "

	// Beyond are the names of the fields of Limits that it went beyond, such as
	// "Depth"; nil if it went beyond none.
	Beyond []string
}

// HighestLimit is the highest value of the fields of Limits: what is above counts
// as this.
const HighestLimit = mailbox.Highest

// Rejoin says which broken URLs are put together again. It is a scale: none,
// wrapped, hyphen, wide; each of them includes the one before.
type Rejoin uint8

// The values; the zero value is the default.
const (
	RejoinHyphen  Rejoin = iota // bare URLs too, where a line ends in a hyphen
	RejoinNone                  // nothing
	RejoinWrapped               // URLs in wrappers
	RejoinWide                  // bare URLs too that fill their line, and more: docs/rules.md, 2.9
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
	Wrapped    Kind = iota // <URL:http://a/> (RFC 1738, APPENDIX)
	Angle                  // <http://a/> (RFC 3986, appendix C)
	Prefixed               // URL:http://a/
	Bare                   // http://a/
	Attribute              // <a href="http://a/">, url(http://a/): in HTML and CSS
	Schemeless             // www.a.com/x, a.org/x
	Email                  // user@a.com (RFC 5322, section 3.4.1: addr-spec)
	numKinds
)

var kindNames = [numKinds]string{"wrapped", "angle", "prefixed", "bare", "attribute", "schemeless", "email"}

// String returns the kind's name in lower case, "wrapped" and so on.
func (k Kind) String() string {
	if k < numKinds {
		return kindNames[k]
	}
	return fmt.Sprintf("Kind(%d)", uint8(k))
}

// MarshalText returns the kind's name. The error is always nil.
func (k Kind) MarshalText() ([]byte, error) { return []byte(k.String()), nil }

// A KindSet is a set of kinds.
type KindSet uint16

// DefaultKinds are the kinds that have a scheme.
const DefaultKinds = KindSet(1<<Wrapped | 1<<Angle | 1<<Prefixed | 1<<Bare | 1<<Attribute)

// Has reports whether k is in the set.
func (s KindSet) Has(k Kind) bool { return s&(1<<k) != 0 }

// With returns the set of what is in s, and k.
func (s KindSet) With(k Kind) KindSet { return s | 1<<k }

// ParseKinds reads a list of kinds' names, divided by commas; white space around
// them does not count. The error says which name is none.
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
