package extract

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/parse"
	"github.com/urlgrep/urlgrep/wrapper"
)

// Options has a field for each option, as users set each alone.

// Options says what to look for. The zero value, and a nil *Options, is the
// default: text, all kinds that have a scheme, broken URLs rejoined where that
// is right nearly always, everything dropped that is no URL even at the
// lenient level. A Scanner copies its Options.
//
// Options with a value that is not one of its type's constants, a negative number or an
// unknown character set are invalid: Scanner.Err and Replace return an error that says
// which, and nothing is read.
//
// Options can be sent to another machine as JSON, together with a [State] or a [Seam]. The
// JSON leaves out the functions, such as Note.
type Options struct {
	Input   Input  // how the input is read
	Charset string // character set of octets that are not UTF-8, by a name of the WHATWG's or IANA's; "" is windows-1252

	Kinds    KindSet          // what to yield; if empty, DefaultKinds
	Schemes  *wrapper.Schemes // which schemes begin a URL; nil is the built-in table
	Level    parse.Level      // what a URL must be valid at
	Validity Validity         // whether to yield what is not valid at Level, too, or instead
	Rejoin   Rejoin           // which broken URLs are put together again
	Hyphen   Hyphen           // what a hyphen before a line break is taken for

	// Refang finds defanged URLs, hosts and addresses as well, which are written
	// so that nobody follows them by accident: "hxxp[://]a[.]example/",
	// "user [at] a [dot] example". With the kind Email, "user at a.example" is an
	// address too, but not behind a word, as in "is available at a.example".
	Refang bool

	SkipQuoted     bool // leave out what the author of a message has quoted
	SkipSignatures bool // leave out what stands below a signature's "-- " or in a list's footer
	AllParts       bool // look into attachments that hold no text as well

	MaxURL   int    // longest URL, in bytes, at most wrapper.HighestMaxURL; 0 is wrapper.DefaultMaxURL
	MaxLines int    // most lines that a URL is broken over, at most wrapper.HighestMaxLines; 0 is wrapper.DefaultMaxLines
	Limits   Limits // of mail

	// Note is told what was odd about each message of a mailbox, once that has
	// been read, and of a text that is not in Charset. It may be nil.
	Note func(Note) `json:"-"`

	// Line is told every line of the texts that are scanned, in order, as soon as
	// nothing more can be found in it: before Scan returns what is found after it.
	// If it returns false, that ends the scan. It may be nil. It is not for ranges of text.
	Line func(*Line) (more bool) `json:"-"`

	// Reject is told of a URL that is left out because it is not valid at Level, and why.
	// It may be nil, and is called with ValidOnly only.
	Reject func(*Match, *parse.Error) `json:"-"`

	// SkipPlaces leaves what of a Match says where it is, except for its offsets, zero:
	// Line, QuoteDepth, Signature, Message, Part, Header. That saves a fifth
	// of the time (706 MB of mail in 0.61 instead of 0.78 s, AMD EPYC).
	SkipPlaces bool
}

// check returns the character set that o names, or why o is invalid.
func (o *Options) check() (charset.Charset, error) {
	for _, option := range [...]struct {
		name  string
		value int
		ok    bool
	}{
		{"Input", int(o.Input), o.Input <= HTML},
		{"Level", int(o.Level), slices.Contains(levels[:], o.Level)},
		{"Validity", int(o.Validity), o.Validity <= ValidAndInvalid},
		{"Rejoin", int(o.Rejoin), RejoinNone <= o.Rejoin && o.Rejoin <= RejoinWide},
		{"Hyphen", int(o.Hyphen), o.Hyphen <= HyphenDrop},
		{"MaxURL", o.MaxURL, o.MaxURL >= 0},
		{"MaxLines", o.MaxLines, o.MaxLines >= 0},
		{"Limits.Depth", o.Limits.Depth, o.Limits.Depth >= 0},
		{"Limits.Parts", o.Limits.Parts, o.Limits.Parts >= 0},
		{"Limits.Header", o.Limits.Header, o.Limits.Header >= 0},
		{"Limits.Field", o.Limits.Field, o.Limits.Field >= 0},
		{"Limits.Word", o.Limits.Word, o.Limits.Word >= 0},
		{"Limits.Paragraph", o.Limits.Paragraph, o.Limits.Paragraph >= 0},
		{"Limits.Tag", o.Limits.Tag, o.Limits.Tag >= 0},
		{"Limits.Encoded", o.Limits.Encoded, o.Limits.Encoded >= 0},
	} {
		if !option.ok {
			return charset.Charset{}, fmt.Errorf("invalid Options.%s: %d", option.name, option.value)
		}
	}
	if o.Kinds.bits&notAKind != 0 {
		return charset.Charset{}, errors.New("invalid Options.Kinds: a value is not a Kind")
	}
	return charset.Lookup(o.Charset)
}

var levels = parse.Levels()

// placed reports whether it is wanted by whom a match was written.
func (o *Options) placed() bool { return !o.SkipPlaces || o.SkipQuoted || o.SkipSignatures }

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
	Index  int    // of the message, from 1; 0 if it is about a text
	Offset int64  // of its beginning, in bytes of the input
	Text   string // the oddities, divided by "; "

	// Beyond are the names of the fields of Limits that it went beyond, such as
	// "Depth"; nil if it went beyond none.
	Beyond []string
}

// HighestLimit is the highest value of the fields of Limits: what is above counts
// as this.
const HighestLimit = mailbox.Highest

// Rejoin says which broken URLs are rejoined. It is a scale: each value includes those
// below it.
type Rejoin int8

// The values, in order. The zero value, RejoinHyphen, is the default.
const (
	RejoinNone    Rejoin = iota - 2 // none: no URL goes on in another line
	RejoinWrapped                   // URLs in wrappers
	RejoinHyphen                    // bare URLs too, where a line ends in a hyphen
	RejoinWide                      // bare URLs too that fill their line, and more: docs/rules.md, 2.9
)

// Validity says which URLs are yielded, by whether they are valid at Options.Level. The
// kinds Schemeless and Email are always valid.
type Validity uint8

// The values.
const (
	ValidOnly Validity = iota
	InvalidOnly
	// ValidAndInvalid yields both: Match.Parse tells them apart. Of brackets with a URL that
	// is valid at no level it yields what is in them, as InvalidOnly does; ValidOnly takes
	// the URL for one without brackets.
	ValidAndInvalid
)

// takes reports whether v yields what is valid, or what is not.
func (v Validity) takes(valid bool) bool { return v == ValidAndInvalid || valid == (v == ValidOnly) }

// Hyphen says what a hyphen before a line break is taken for (RFC 1738,
// APPENDIX: it "may or may not actually be part of the URL").
type Hyphen uint8

// The values; of 235 distinct hyphens at a break in real mail, 234 were kept
// rightly.
const (
	HyphenKeep Hyphen = iota // a part of the URL
	HyphenDrop               // put there by whoever broke the line
)

// Kind is how a URL is delimited in the text.
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

// A KindSet is a set of kinds. The zero KindSet is empty. KindSets are compared with ==.
type KindSet struct {
	bits uint16 // 1<<k for each Kind k
}

// notAKind is in the bits of a KindSet that was given something else than a Kind.
const notAKind = 1 << 15

// Kinds returns the set of the given kinds. Options that have a set with a value that is
// not a Kind are invalid.
func Kinds(kinds ...Kind) KindSet {
	var s KindSet
	for _, k := range kinds {
		s = s.With(k)
	}
	return s
}

// DefaultKinds are the kinds that have a scheme. Programs must not assign to it.
var DefaultKinds = defaultKinds

// defaultKinds is DefaultKinds, and what the package uses.
var defaultKinds = Kinds(Wrapped, Angle, Prefixed, Bare, Attribute)

// nameKinds are the kinds without a scheme.
var nameKinds = Kinds(Schemeless, Email)

// Has reports whether k is in the set.
func (s KindSet) Has(k Kind) bool { return k < numKinds && s.bits&(1<<k) != 0 }

// With returns the set of the kinds in s, and k.
func (s KindSet) With(k Kind) KindSet {
	if k >= numKinds {
		return KindSet{s.bits | notAKind}
	}
	return KindSet{s.bits | 1<<k}
}

// Without returns the set of the kinds in s, except for k.
func (s KindSet) Without(k Kind) KindSet {
	if k >= numKinds {
		return KindSet{s.bits | notAKind}
	}
	return KindSet{s.bits &^ (1 << k)}
}

// hasAny reports whether s and t have a kind in common.
func (s KindSet) hasAny(t KindSet) bool { return s.bits&t.bits != 0 }

// without returns the set of the kinds in s that are not in t.
func (s KindSet) without(t KindSet) KindSet { return KindSet{s.bits &^ t.bits} }

// ParseKinds reads a list of kinds' names, divided by commas; white space around
// them does not count. The error says which name is none.
func ParseKinds(list string) (set KindSet, err error) {
	for name := range strings.SplitSeq(list, ",") {
		var k Kind
		if err := k.UnmarshalText([]byte(strings.TrimSpace(name))); err != nil {
			return KindSet{}, err
		}
		set = set.With(k)
	}
	return set, nil
}
