package extract

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/join"
	"github.com/urlgrep/urlgrep/internal/mailbox"
	"github.com/urlgrep/urlgrep/parse"
)

// Options has a field for each option, since each is set independently. SkipPlaces saves
// a fifth of the time: 706 MB of mail take 0.61 s instead of 0.78 s (AMD EPYC).

// Options selects what a Scanner finds. The zero value, and a nil *Options, is the
// default: text, all kinds that have a scheme, the URLs rejoined that are almost
// certainly broken, and only those accepted that are valid at the level Lenient. A
// Scanner copies its Options.
//
// Options are invalid if they have a value that is not one of its type's constants, a
// negative number, an unknown character set, or a Base that is not a base URL. Scanner.Err
// and Replace then return an error that describes the value, and read nothing.
//
// Options can be sent to another machine as JSON, together with a [Checkpoint] or a [Survey].
// The JSON leaves out Documents, Passwords, Signs and the functions, such as Note: set them on
// each machine.
type Options struct {
	Input   Input  // format of the input
	Charset string // character set of octets that are not UTF-8, by its name in the WHATWG's or IANA's list; "" is windows-1252

	Kinds    []Kind      // kinds of URLs to return; if empty, DefaultKinds
	Schemes  *Schemes    // schemes that begin a URL; nil is the built-in table
	Level    parse.Level // level at which URLs are validated
	Validity Validity    // whether to return URLs that are valid at Level, invalid ones, or both
	Rejoin   Rejoin      // which broken URLs are rejoined

	// DropHyphens drops a hyphen at a line break when rejoining, as if it was inserted there.
	// RFC 1738, APPENDIX: the hyphen "may or may not actually be part of the URL". Of 235
	// distinct hyphens at a line break in real mail, 234 are part of the URL.
	DropHyphens bool

	// Refang also finds defanged URLs, hosts and addresses, which are written so that
	// they are not opened by accident: "hxxp[://]a[.]example/", "user [at] a [dot]
	// example". With the kind Email, "user at a.example" is an address too, unless it
	// follows a word, as in "is available at a.example".
	Refang bool

	SkipQuoted     bool // leave out URLs in quoted text
	SkipSignatures bool // leave out URLs in signatures and in footers of mailing lists: see Match.Signature
	AllParts       bool // also read attachments that hold no text, and earlier revisions of PDF

	// Documents are the formats of documents that are read, as the input, in mail and within
	// other documents: see Document. Package extract/documents has their readers:
	// documents.All() reads all formats, documents.Of() none. A document in another format is
	// read as if its format were not known. If Documents is nil, no document is read either,
	// and Note is called for an input and for a message that may have one. Mail needs no
	// Documents, not even S/MIME and winmail.dat.
	Documents *Documents `json:"-"`

	// Passwords are tried with each encrypted document, and with each encrypted file in a zip
	// file in mail or in a document. Others are not read, and Note is called for them. They are
	// in UTF-8. The JSON leaves them out; no Note and no error has one.
	Passwords []string `json:"-"`

	// Base is the URL that relative references in HTML are resolved against, if the
	// document has no <base> and its part of mail no Content-Base and no Content-Location.
	// A relative <base> is resolved against it too. It must be a URL with "//" after its
	// scheme, valid at the level Lenient, of at most 4 KiB. If it is empty, no base is
	// known.
	Base string

	MaxURL   int    // longest URL, in bytes, at most 256 MiB, which a higher value counts as; 0 is 128 KiB
	MaxLines int    // most lines that a URL is broken over, at most 1,048,576, likewise; 0 is 2,048
	Limits   Limits // of mail

	// Note is called with the oddities of each message of a mailbox that has some, after
	// the message has been read, and once for a document that could not be read completely,
	// for a text that is not in Charset, or that is not mail if SelectMessage is set. With nil
	// Documents it is called for a document that is not read. It may be nil.
	Note func(Note) `json:"-"`

	// SelectMessage, if not nil, is called with each message of mail, when its header has been
	// read, and reports whether to find the URLs in the message. A message within a
	// selected message is selected too; if the outer message is not selected, SelectMessage
	// decides about it. Texts of other messages are not decoded. Of an input that is not
	// mail, nothing is scanned; Note reports that. Of a header longer than Limits.Header,
	// the Message has only the fields at its beginning.
	SelectMessage func(*Message) bool `json:"-"`

	// Line is called for every line of the texts that are scanned, in order, as soon as
	// no more URLs can be found in it: before Scan returns the next URL after it. If Line
	// returns false, the scan ends. It may be nil. It must be nil for ranges of text.
	Line func(*Line) (more bool) `json:"-"`

	// Reject is called with each URL that is left out because it is not valid at Level,
	// and with the reason. It may be nil. It is called only with ValidOnly.
	Reject func(*Match, *parse.Error) `json:"-"`

	// Signs finds the signs of deception of each match: see Match.Signs. It may be nil. It
	// remembers the hosts of a message, so two Scanners must not have the same. With
	// SkipPlaces it knows neither labels nor messages.
	Signs *Signs `json:"-"`

	// SkipPlaces leaves the fields of a Match that describe its place zero, except for
	// the offsets: Line, QuoteDepth, Signature, Message, Part, Header, Document, Element.
	// The scan is then faster.
	SkipPlaces bool
}

// check returns the character set that o names, or an error if o is invalid.
func (o *Options) check() (charset.Charset, error) {
	for _, option := range [...]struct {
		name  string
		value int
		ok    bool
	}{
		{"Input", int(o.Input), o.Input <= InputHTML},
		{"Level", int(o.Level), slices.Contains(levels[:], o.Level)},
		{"Validity", int(o.Validity), o.Validity <= ValidAndInvalid},
		{"Rejoin", int(o.Rejoin), o.Rejoin.isKnown()},
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
	if o.Base != "" && !isBase(o.Base) {
		base, _ := parse.Parse(o.Base, parse.Lenient)
		return charset.Charset{}, fmt.Errorf("invalid Options.Base: %.100q is not an absolute URL with // after its scheme, of at most %d bytes", base.Redacted(), mailbox.MaxBase)
	}
	for _, k := range o.Kinds {
		if k >= numKinds {
			return charset.Charset{}, fmt.Errorf("invalid Options.Kinds: %v", k)
		}
	}
	return charset.Lookup(o.Charset)
}

// isBase reports whether url may be Options.Base.
func isBase(url string) bool {
	_, rest, _ := strings.Cut(url, ":")
	return strings.HasPrefix(rest, "//") && len(url) <= mailbox.MaxBase && parse.Valid([]byte(url), parse.Lenient)
}

var levels = parse.Levels()

// needsAuthor reports whether the author of the text of a match is needed.
func (o *Options) needsAuthor() bool { return !o.SkipPlaces || o.SkipQuoted || o.SkipSignatures }

// Input is a format of the input.
type Input uint8

// The formats.
const (
	InputAuto Input = iota // detected from its beginning: one of these, a document, or another format that encodes text; see ErrBinary
	InputText              // text, also if it begins like another format, such as XML or CSV; a byte order mark of UTF-16 or UTF-32 says how it is encoded
	InputMail              // one message or article: RFC 5322, RFC 5536
	InputMbox              // messages, separated by From_ lines, or as in MMDF or "#! rnews" if it begins so
	InputHTML              // one HTML document, in the character set that it declares
)

// Limits bound how much of a mail is held in memory and how deep its structure is
// followed. Text beyond a limit is scanned as plain text and noted (see Note.Beyond), and
// never dropped. Zero means the default, which is given for each field. A value over 64 Mi,
// 67,108,864, counts as that.
type Limits struct {
	Depth     int // nesting of multiparts and messages; 64
	Parts     int // parts of a message; 10,000
	Header    int // bytes of a header that are held; 256 KiB
	Field     int // bytes of a field that are decoded as one; 64 KiB
	Word      int // bytes of an encoded word (RFC 2047); 4 KiB
	Paragraph int // bytes of a paragraph of format=flowed (RFC 3676); 64 KiB
	Tag       int // bytes of an HTML tag; 64 KiB
	Encoded   int // nesting of messages in a transfer encoding; 8
}

// A Note describes the oddities of a message: parts that are malformed, unknown or beyond
// a limit, and were therefore perhaps not read as its author meant them.
type Note struct {
	Index  int    // number of the message, from 1; 0 if the Note is about a text or a document
	Offset int64  // offset of the message, in bytes of the input
	Text   string // the oddities, separated by "; "

	// Beyond lists the names of the fields of Limits that the message exceeds, such as
	// "Depth"; nil if it exceeds none.
	Beyond []string

	// Incomplete reports whether the input could not be read completely: it is a document,
	// and Index is 0, or NotStored is set, or not all Passwords could be tried.
	Incomplete bool

	// NotStored reports whether a temporary file for a document failed. The document is not at
	// fault: another scan may read it.
	NotStored bool

	// Locked reports whether a document, or a file in an archive, is encrypted, and none of
	// Options.Passwords opens it.
	Locked bool
}

// Rejoin is a set of the ways in which broken URLs are rejoined: RejoinHyphen, the zero value and the default;
// or one or more of RejoinWide, RejoinTerminal and RejoinBlanks, as in RejoinTerminal | RejoinBlanks; or
// RejoinWrapped or RejoinNone.
type Rejoin uint8

// The ways, which are values of the set: RejoinWrapped and RejoinNone alone, and others together, each
// in addition to RejoinHyphen.
const (
	RejoinHyphen   Rejoin = 0      // URLs in brackets, and bare ones if the line ends in a hyphen, a string literal is continued, or rows of a box are full; in the pages of PDF also as links, the edges of columns and styles show
	RejoinWide     Rejoin = 1 << 0 // also where that is a guess: docs/rules.md, sections 2.7 and 2.9
	RejoinTerminal Rejoin = 1 << 1 // also where a row of a terminal or a box is full by less evidence: docs/rules.md, section 2.11
	RejoinBlanks   Rejoin = 1 << 2 // also over white space in URLs, as in text from PDF and in justified print: docs/rules.md, section 2.12

	RejoinWrapped Rejoin = 1 << 6 // only URLs in wrappers and angle brackets
	RejoinNone    Rejoin = 1 << 7 // none: every URL ends with its line
)

// guesses are the ways that are not in the default.
const guesses = RejoinWide | RejoinTerminal | RejoinBlanks

// isKnown reports whether r is a set that the constants make.
func (r Rejoin) isKnown() bool { return r == RejoinNone || r == RejoinWrapped || r&^guesses == 0 }

// ways returns the ways of r.
func (r Rejoin) ways() join.Rejoin {
	switch {
	case r == RejoinNone:
		return join.None
	case r == RejoinWrapped:
		return join.Wrapped
	}
	ways := join.Hyphen
	if r&RejoinWide != 0 {
		ways |= join.Wide
	}
	if r&RejoinTerminal != 0 {
		ways |= join.Terminal
	}
	if r&RejoinBlanks != 0 {
		ways |= join.Blanks
	}
	return ways
}

// Validity selects URLs by whether they are valid at Options.Level. URLs of the kinds
// Schemeless and Email are always valid.
type Validity uint8

// The values.
const (
	ValidOnly Validity = iota
	InvalidOnly
	// ValidAndInvalid selects both: Match.Parse distinguishes them. If brackets enclose a
	// URL that is valid neither at Lenient nor by RFC 1738, ValidAndInvalid and InvalidOnly select the text in
	// the brackets; ValidOnly treats the URL as one without brackets.
	ValidAndInvalid
)

// includes reports whether v selects a URL that is valid, or not.
func (v Validity) includes(valid bool) bool { return v == ValidAndInvalid || valid == (v == ValidOnly) }

// Kind is how the text delimits a URL.
type Kind uint8

// The kinds.
const (
	Wrapped    Kind = iota // <URL:http://a/> (RFC 1738, APPENDIX)
	Angle                  // <http://a/> (RFC 3986, appendix C)
	Prefixed               // URL:http://a/
	Bare                   // http://a/
	Attribute              // <a href="http://a/">, url(http://a/): in HTML and CSS; the target of a link in a document
	Schemeless             // www.a.com/x, a.org/x
	Email                  // user@a.com (RFC 5322, section 3.4.1: addr-spec)
	numKinds
)

// DefaultKinds returns a new slice of the kinds that have a scheme: all but Schemeless and Email,
// which a program appends to find these, too.
func DefaultKinds() []Kind { return []Kind{Wrapped, Angle, Prefixed, Bare, Attribute} }

// A kindSet is a set of kinds. The zero kindSet is empty.
type kindSet struct {
	bits uint16 // 1<<k for each Kind k
}

// kindsOf returns the set of the given kinds, which must be kinds.
func kindsOf(kinds ...Kind) (s kindSet) {
	for _, k := range kinds {
		s.bits |= 1 << k
	}
	return s
}

// defaultKinds is the set of DefaultKinds, nameKinds that of the kinds without a scheme.
var defaultKinds, nameKinds = kindsOf(DefaultKinds()...), kindsOf(Schemeless, Email)

func (s kindSet) has(k Kind) bool { return s.bits&(1<<k) != 0 }

// hasAny reports whether s and t have a kind in common.
func (s kindSet) hasAny(t kindSet) bool { return s.bits&t.bits != 0 }

// without returns the set of the kinds in s that are not in t.
func (s kindSet) without(t kindSet) kindSet { return kindSet{s.bits &^ t.bits} }
