package extract

import (
	"slices"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/parse"
)

// Match has a field for all that is known of a match when it is found; what is computed on
// demand is a method.

// A Match is a URL found in the input: rejoined, validated, with its
// place. It holds no reference to the scanner and may be kept.
type Match struct {
	// URL is the URL, in UTF-8, without its delimiters. A fragment belongs to
	// it. Of an e-mail address it is the address.
	URL string

	// Kind is how it is delimited in the text.
	Kind Kind

	// Offset and End are where it stood, with its delimiters: bytes of the
	// input from 0, the end exclusive.
	Offset, End int64

	// URLOffset and URLEnd are where the URL was without its delimiters, in the same way.
	// All that was dropped from it is between them, too. If nothing was, and the text was not
	// decoded, its component with a [parse.Span] is at URLOffset plus the offsets of that; in
	// other texts [Scanner.Place] returns where a component is.
	URLOffset, URLEnd int64

	// Line is the number of the line that Offset is in, from 1. Lines end in
	// LF. It is 0 with Options.SkipPlaces.
	Line int64

	// Text is the input from Offset to End, in UTF-8, and refanged if so asked.
	Text string

	// Raw is the input from Offset to End where that is not UTF-8, else empty.
	Raw string

	// Rejoined says that Text has line breaks in it that URL has not.
	Rejoined bool

	// Refanged says that the input from Offset to End is defanged, which Text is
	// not: see Options.Refang.
	Refanged bool

	// Alternatives are the other readings of a URL in which line breaks
	// followed hyphens, each of which may be part of the URL or not. With
	// HyphenKeep the first of them drops all; with HyphenDrop it keeps all.
	Alternatives []string

	// QuoteDepth is the number of ">" in the quote marks of the line that
	// Offset is in; in HTML that of the blockquotes as well.
	QuoteDepth int

	// Signature says that it stands below a line "-- " that is quoted as deep as
	// its own (RFC 3676, section 4.3), or in the footer of a mailing list: below
	// a line of 20 or more "_", "-", "=" or "*" and one that has "mailing list"
	// or "unsubscribe" in it.
	Signature bool

	// Message is the message that it is in, the innermost one; nil where
	// the input is no mail. Matches of one message share it.
	Message *Message

	// Part is the number of the part of the message: "1", "2.1" (RFC 9051,
	// section 6.4.5). It is empty in the header of the message, in its preamble
	// and in its epilogue.
	Part string

	// Header is the name of the header field that it is in, as written.
	Header string

	// Level is Options.Level, at which Parse parses the URL.
	Level parse.Level
}

// Parse returns the URL as package parse reads it at m.Level. It has the offset of each
// component in m.URL: see [parse.URL.All]. The error is that of parse.Parse, a *parse.Error;
// it is nil with ValidOnly. For the kinds Schemeless and Email, which a level
// does not judge, Parse returns a zero URL.
func (m *Match) Parse() (parse.URL, error) {
	if m.Kind == Schemeless || m.Kind == Email {
		return parse.URL{}, nil
	}
	return parse.Parse(m.URL, m.Level)
}

// Scheme returns the scheme of the URL in lower case, "" for the kinds Schemeless and Email.
func (m *Match) Scheme() string {
	if m.Kind == Schemeless || m.Kind == Email {
		return ""
	}
	scheme, _, _ := strings.Cut(m.URL, ":")
	return strings.ToLower(scheme)
}

// Host returns the host of the URL as written, of any kind and at any level: of the kind
// Email it is the domain of the address. It is "" if the URL has no host, or is not valid
// at the level parse.Lenient.
func (m *Match) Host() string {
	url := m.URL
	switch m.Kind {
	case Email:
		return url[strings.LastIndexByte(url, '@')+1:]
	case Schemeless:
		url = "http://" + url
	}
	u, err := parse.Parse(url, parse.Lenient)
	if err != nil {
		return ""
	}
	return u.Host.Value
}

// HostASCII returns the host of the URL, of any kind and at any level, as it is in the DNS:
// see [parse.URL.HostASCII].
func (m *Match) HostASCII() string { return hosts.ASCII(m.Host()) }

// HostUnicode returns the host of the URL, of any kind and at any level, as people read it:
// see [parse.URL.HostUnicode].
func (m *Match) HostUnicode() string { return hosts.ToUnicode(m.HostASCII()) }

// A Message is what the header of a message says about it. Encoded words are
// decoded; a field that is missing is empty.
type Message struct {
	Index      int       // in the mailbox, from 1; of one within another that of the outer one
	ID         string    // Message-ID, without angle brackets
	Date       time.Time // zero if DateRaw cannot be read
	DateRaw    string
	From       string
	Subject    string
	Newsgroups string
	List       string // the mailing list: the identifier of List-Id, or else the address of List-Post
}

// Of up to allReadings hyphens every reading is given: with four there are 15
// beside the URL's own. Of up to oneReadings, those that differ from it in one
// hyphen or in all; of still more, the one that differs in all.
const (
	allReadings = 4
	oneReadings = 32
)

// readings returns url with all the hyphens at the given offsets dropped, and
// with some of them.
func readings(url []byte, hyphens []int) (dropped string, others []string) {
	n := len(hyphens)
	without := func(drop func(i int) bool) string {
		b := make([]byte, 0, len(url))
		from := 0
		for i, at := range hyphens {
			if drop(i) {
				b = append(b, url[from:at]...)
				from = at + 1
			}
		}
		return string(append(b, url[from:]...))
	}
	dropped = without(func(int) bool { return true })
	for mask := 1; n <= allReadings && mask < 1<<n-1; mask++ {
		others = append(others, without(func(i int) bool { return mask>>i&1 == 1 }))
	}
	for one := 0; n > allReadings && n <= oneReadings && one < n; one++ {
		others = append(others, without(func(i int) bool { return i == one }))
	}
	return dropped, others
}

// setReadings sets the URL of m and its alternatives, where line breaks
// followed the hyphens of url at the given offsets.
func (m *Match) setReadings(url []byte, hyphens []int, mode Hyphen) {
	kept := string(url)
	dropped, others := readings(url, hyphens)
	if mode == HyphenDrop {
		m.URL, m.Alternatives = dropped, slices.Concat([]string{kept}, others)
	} else {
		m.URL, m.Alternatives = kept, slices.Concat([]string{dropped}, others)
	}
}
