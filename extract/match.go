package extract

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/hosts"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/parse"
)

// Match has a field for each property that is known when the match is found. Properties
// that are computed on demand are methods.

// A Match is a URL found in the input: rejoined and validated, with its place. It holds
// no reference to the Scanner and may be kept.
type Match struct {
	// URL is the URL, in UTF-8, without its delimiters and with its fragment. For the
	// kind Email it is the address.
	URL string

	// Kind is how the text delimits the URL.
	Kind Kind

	// Offset and End are the place of the URL with its delimiters, in bytes of the input
	// from 0. End is exclusive.
	Offset, End int64

	// URLOffset and URLEnd are the place of the URL without its delimiters, in bytes of
	// the input from 0. Bytes that were dropped from the URL are between them too. If no
	// bytes were dropped and the text was not decoded, a component of the URL with a
	// [parse.Span] is at URLOffset plus the offsets of its span; in other texts
	// [Scanner.Place] returns the place of a component.
	URLOffset, URLEnd int64

	// Line is the number of the line that Offset is in, from 1. Lines end in LF. URLOffset may
	// be in a later one, after "<URL:". Line is 0 with Options.SkipPlaces.
	Line int64

	// Text is the input from Offset to End, in UTF-8, refanged with Options.Refang.
	Text string

	// Raw is the input from Offset to End if it is not UTF-8, otherwise empty.
	Raw string

	// Rejoined reports whether Text has line breaks that URL does not have, or with RejoinBlanks other
	// white space. The blanks that a wrapper has within a line do not count.
	Rejoined bool

	// Repaired reports whether the URL is in an attribute of HTML and is repaired as
	// browsers do (WHATWG URL standard), since it is not valid as it is written, or since
	// browsers read it as other text.
	Repaired bool

	// Refanged reports whether the input from Offset to End was defanged. Text is not:
	// see Options.Refang.
	Refanged bool

	// Alternatives are the other readings of a URL with hyphens before line breaks, since
	// each hyphen may be part of the URL or not. The first alternative drops
	// all of them, or with Options.DropHyphens keeps all.
	Alternatives []string

	// QuoteDepth is the number of ">" in the quote marks of the line that Offset is in,
	// in HTML plus the number of enclosing blockquotes.
	QuoteDepth int

	// Signature reports whether the URL is in a signature or in the footer of a mailing
	// list. A signature is below a line "-- " of the same quote depth (RFC 3676, section
	// 4.3). A footer is below a line of 20 or more "_", "-", "=" or "*", if the next line
	// that is not blank has "mailing list" or "unsubscribe" in it.
	Signature bool

	// Message is the innermost message that contains the URL, nil if the input is not
	// mail. Matches of one message share it.
	Message *Message

	// Part is the number of the part of the message: "1", "2.1" (RFC 9051, section
	// 6.4.5). It is empty in the header, the preamble and the epilogue of the message.
	Part string

	// Header is the name of the header field that contains the URL, as written; empty in
	// a body.
	Header string

	// Document is the document, such as a PDF file, that contains the URL, with the place in
	// it; nil for a URL in other text. Offset and End, and URLOffset and URLEnd, are then the
	// place in the input of the stream of the document that the URL was read from, unless the
	// text of the stream is not encoded. If the input is cut off within an encoded record of
	// WARC, the ends may be those that the record declares.
	Document *Document

	// Element is the HTML element with the attribute or the style sheet that contains the
	// URL; nil for other URLs.
	Element *Element

	// Signs are the signs that the match is not what it seems, in the order of SignNames;
	// nil without Options.Signs.
	Signs []Sign

	// Level is Options.Level, the level at which Parse parses the URL.
	Level parse.Level
}

// ErrNoScheme is the error of [Match.Parse] for the kinds Schemeless and Email.
var ErrNoScheme = errors.New("a match without a scheme has no components of a URL")

// Parse parses m.URL at m.Level. The result has the offset of each component in m.URL:
// see [parse.URL.All]. The error is that of parse.Parse, a *parse.Error, which does not occur
// with ValidOnly. For the kinds Schemeless and Email, which no level has, Parse returns a zero URL
// and [ErrNoScheme].
func (m *Match) Parse() (parse.URL, error) {
	if m.Kind == Schemeless || m.Kind == Email {
		return parse.URL{}, ErrNoScheme
	}
	return parse.Parse(m.URL, m.Level)
}

// Href returns a URL with a scheme for the match of any kind, for a link: m.URL, with "http://"
// before it for the kind Schemeless. For the kind Email it is a mailto URL (RFC 6068, section
// 2), in which the characters of the address that have another meaning there are escaped.
//
// The scheme may be one that runs programs, such as "javascript": compare it with those that the
// program allows, and escape the result for the format that it is written in.
func (m *Match) Href() string {
	switch m.Kind {
	case Schemeless:
		return scheme.Assumed + m.URL
	case Email:
		return "mailto:" + escapeAddress(m.URL)
	}
	return m.URL
}

// escapeAddress returns an address with the octets escaped that are not in a mailto URL as they
// are. RFC 6068, section 2: "to" has addr-spec, in which "%" and all gen-delims but "@" and ":",
// and "&", ";" and "=" must be encoded, and so must what no URI has.
func escapeAddress(addr string) string {
	b := make([]byte, 0, len(addr))
	for i := range len(addr) {
		if c := addr[i]; ascii.Is(c, ascii.Unreserved) || strings.IndexByte("!$'*+@", c) >= 0 {
			b = append(b, c)
		} else {
			b = percent.Append(b, c)
		}
	}
	return string(b)
}

// Redacted returns m.URL with "xxxxx" instead of the password, if any, for any kind: see
// [parse.URL.Redacted]. The fields of a Match are text of the input, with passwords.
func (m *Match) Redacted() string {
	if m.Kind != Schemeless {
		u, _ := m.Parse() // also redacts what is not valid
		return cmp.Or(u.Redacted(), m.URL)
	}
	u, _ := parse.Parse(scheme.Assumed+m.URL, parse.Lenient)
	return strings.TrimPrefix(u.Redacted(), scheme.Assumed)
}

// Scheme returns the scheme of the URL in lower case, or "" for the kinds Schemeless and
// Email.
func (m *Match) Scheme() string {
	if m.Kind == Schemeless || m.Kind == Email {
		return ""
	}
	name, _, _ := strings.Cut(m.URL, ":")
	return strings.ToLower(name)
}

// Host returns the host of the URL as written, for any kind and level. For the kind Email
// it is the domain of the address. It is "" if the URL has no host, or is not valid at
// the level parse.Lenient.
func (m *Match) Host() string {
	url := m.URL
	switch m.Kind {
	case Email:
		return url[strings.LastIndexByte(url, '@')+1:]
	case Schemeless:
		url = scheme.Assumed + url
	}
	u, err := parse.Parse(url, parse.Lenient)
	if err != nil {
		return ""
	}
	return u.Host.Value
}

// HostASCII returns the host of the URL, for any kind and level, as it is in the DNS: see
// [parse.URL.HostASCII].
func (m *Match) HostASCII() string { return hosts.ASCII(m.Host()) }

// HostUnicode returns the host of the URL, for any kind and level, for display: see
// [parse.URL.HostUnicode].
func (m *Match) HostUnicode() string { return hosts.ToUnicode(m.HostASCII()) }

// Label returns the text that a reader sees for the link that the URL is the target of, in
// HTML or in a document: see [Element] and [Document]. It is "" for other matches. isCut
// reports whether the text goes on.
func (m *Match) Label() (label string, isCut bool) {
	switch {
	case m.Element != nil:
		return m.Element.Label, m.Element.LabelCut
	case m.Document != nil:
		return m.Document.Label, m.Document.LabelCut
	}
	return "", false
}

// A Message holds data from the header of a message. Encoded words are decoded; a missing
// field is empty.
type Message struct {
	Index      int       // number in the mailbox, from 1; a message within another has that of the outer one
	ID         string    // Message-ID, without angle brackets
	Date       time.Time // zero if DateRaw cannot be parsed
	DateRaw    string
	From       string
	Subject    string
	Newsgroups string
	List       string // the mailing list: the identifier in List-Id, or the address in List-Post
}

// An Element is an element of HTML with a URL in an attribute or in a style sheet. Its
// fields are what the markup says: style sheets and scripts may change what a reader sees.
type Element struct {
	Name      string // in lower case: "a", "img", "form"
	Attribute string // name of the attribute, in lower case; empty in the contents of <style>

	// Label is the text that a reader sees for a link, <a> or <area>, with the alt texts of
	// its images. White space is collapsed. Parts that are hidden are left out, unless the
	// link itself is hidden. Label has at most 256 bytes. LabelCut reports whether it is
	// cut, there or because the link is longer than 4 KiB of text or 256 KiB of the
	// document.
	Label    string
	LabelCut bool

	// Hidden is what hides the element, or an element that contains it, from a reader: the
	// declaration of a style, such as "display:none", the attribute "hidden", or the element
	// "template", "iframe", "noembed" or "noframes". It is empty for an element that is shown.
	Hidden string

	// Pixel is the size that the markup declares for an image, if it is at most one pixel
	// in width and in height: "1x1". It is empty for other elements.
	Pixel string
}

// A URL with up to allReadings hyphens has every reading as an alternative: with four
// hyphens, 15. With up to oneReadings hyphens, the alternatives differ from the URL in
// one hyphen or in all; with more, the only alternative differs in all.
const (
	allReadings = 4
	oneReadings = 32
)

// readings returns url without the hyphens at the given offsets, and its readings without
// some of them.
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

// setReadings sets the URL of m and its alternatives. The hyphens of url at the given
// offsets are followed by line breaks.
func (m *Match) setReadings(url []byte, hyphens []int, drops bool) {
	kept := string(url)
	dropped, others := readings(url, hyphens)
	if drops {
		m.URL, m.Alternatives = dropped, slices.Concat([]string{kept}, others)
	} else {
		m.URL, m.Alternatives = kept, slices.Concat([]string{dropped}, others)
	}
}
