package join

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
)

// A line break in a page of a document joins where a link annotation says that the URL goes on,
// or where the line is full and the style goes on. An address, another URL or another style
// never continues a URL. PageWays divides this rule into cases.
//
// The counts are of 4,548 line breaks after a word with a URL, in 2,315 PDF files of 17 public
// repositories: papers, audit reports, test files. For 281 of the breaks, a link annotation says
// that the URL goes on, and for 1,297 that it ends. The rules after "link" were counted without
// the annotations, except "same-link". Where no annotation tells, the breaks that a rule joins were
// read one by one, and those that a rule ends were read in part.

// A PageBreak is a line break in a page of a document, which the program that wrote the page
// chose, and not the author. The line before it ends with a URL.
type PageBreak struct {
	URL  string // the last word of the line, from the URL in it on; not empty
	Word string // the first word of the next line; not empty

	Link   PageLink // what link annotations say
	Full   bool     // the line has no space for the first breakable segment of Word
	Tight  bool     // the line has no space for the first character of Word, but some space
	First  bool     // URL is the first word of its line
	Single bool     // Word is the only one of its line
	Same   bool     // Word has the style of URL: font, size, colour
	Own    bool     // the text before URL has another style
	Alone  bool     // Word has the style of URL, and the text after it has another
}

// A PageLink is what link annotations say about a PageBreak.
type PageLink uint8

// The values of PageLink.
const (
	PageLinkNone   PageLink = iota // nothing
	PageLinkGoesOn                 // the target goes on with Word
	PageLinkSame                   // URL and Word are the text of one link, whose target is neither
	PageLinkEnds                   // the target is URL
	PageLinkOther                  // URL or Word is in a link, without the other
)

// A PageVerdict says what to do with a PageBreak.
type PageVerdict uint8

// The verdicts.
const (
	PageOpen PageVerdict = iota // the rules for text decide
	PageJoin                    // the URL goes on with Word
	PageEnd                     // the URL ends with the line
)

// A PageWay is a rule about a PageBreak.
type PageWay struct {
	Name     string
	Sentence string // when the rule applies
	Count    string // how often it did, and how often it was wrong
	Verdict  PageVerdict
	applies  func(b *PageBreak) bool
}

// PageWays are the rules. The first that applies decides.
var PageWays = [...]PageWay{
	{"link", "The target of a link goes on with Word.", "270 breaks", PageJoin, (*PageBreak).linkGoesOn},
	{"scheme", "URL ends with its scheme, or with the slashes after it, and Word is the rest.", "76, none wrong", PageJoin, (*PageBreak).endsInScheme},
	{"address", "Word is an address.", "338, none wrong", PageEnd, (*PageBreak).isAddress},
	{"url", "Word begins with another URL.", "146, none wrong", PageEnd, (*PageBreak).beginsURL},
	{"host", "URL is a whole host, and Word is another; or URL begins its line.", "58, none wrong", PageEnd, (*PageBreak).isWholeHost},
	{"style", "Word has another style.", "1,142 with a link that ends, none that goes on", PageEnd, (*PageBreak).hasOtherStyle},
	{"same-link", "URL and Word are the text of one link.", "11, none wrong", PageJoin, (*PageBreak).isSameLink},
	{"query", "URL ends with \"?\" or \"&\", and Word begins with a parameter.", "8, none wrong", PageJoin, (*PageBreak).endsInQuery},
	{"own", "The line is full, and a style that only the URL has goes on to the end of Word.", "284, 1 wrong", PageJoin, (*PageBreak).ownStyleGoesOn},
	{"cut", "URL is alone in a line that is without space for one more character.", "21, none wrong", PageJoin, (*PageBreak).isCut},
	{"full", "The line is full, the style goes on, and Word looks like the middle of a URL.", "173, 1 wrong", PageJoin, (*PageBreak).goesOn},
	{"hyphen", "URL ends with a hyphen.", "62, for 17 of which the link goes on", PageOpen, (*PageBreak).endsInHyphen},
	{"link-ends", "URL or Word is in a link without the other.", "90 with a link that ends", PageEnd, (*PageBreak).linkEnds},
	{"open", "No other rule applies.", "22 with a link that goes on", PageOpen, (*PageBreak).always},
}

// Page returns the rule that decides about b: the first of PageWays that applies.
func Page(b *PageBreak) *PageWay {
	i := 0
	for !PageWays[i].applies(b) {
		i++
	}
	return &PageWays[i]
}

func (b *PageBreak) last() byte { return b.URL[len(b.URL)-1] }

func (b *PageBreak) linkGoesOn() bool { return b.Link == PageLinkGoesOn }

func (b *PageBreak) isSameLink() bool { return b.Link == PageLinkSame }

// isAddress reports whether Word is an address: a name, "@" and a host with a dot.
func (b *PageBreak) isAddress() bool {
	name, host, ok := strings.Cut(strings.TrimLeft(b.Word, opening), "@")
	if !ok || name == "" || !beginsWithHost(host) {
		return false
	}
	for i := range len(name) {
		if c := name[i]; !alphanumeric(c) && strings.IndexByte("._+-", c) < 0 {
			return false
		}
	}
	return true
}

// beginsURL reports whether Word begins with a URL. One that is within Word may be a
// part of its path.
func (b *PageBreak) beginsURL() bool {
	word := strings.TrimLeft(b.Word, opening)
	n := 0
	for n < len(word) && ascii.Is(word[n], ascii.Scheme) {
		n++
	}
	return n > 0 && strings.HasPrefix(word[n:], "://") || len(word) > 4 && ascii.EqualFold(word[:4], "www.")
}

// isWholeHost reports whether URL is a host without a path, which ends with a letter or digit, and
// Word begins with another host. If URL begins its line, as in a letterhead, Word may begin with
// any letter or digit. A host that is cut where the line has no space left is not whole.
func (b *PageBreak) isWholeHost() bool {
	_, host, ok := strings.Cut(b.URL, "://")
	if !ok {
		host = b.URL
	}
	return !b.Tight && isHost(host) && alphanumeric(b.Word[0]) && (b.First || beginsWithHost(b.Word))
}

func (b *PageBreak) hasOtherStyle() bool { return !b.Same }

func (b *PageBreak) ownStyleGoesOn() bool {
	return b.Full && b.Own && b.Alone && hasURL(b.URL)
}

func (b *PageBreak) goesOn() bool { return b.Full && hasURL(b.URL) && b.continues() }

func (b *PageBreak) endsInHyphen() bool { return b.last() == '-' }

func (b *PageBreak) linkEnds() bool {
	return b.Link == PageLinkEnds || b.Link == PageLinkOther
}

func (b *PageBreak) always() bool { return true }

// endsInScheme reports whether URL ends with its scheme, with or without "//", and
// Word is its rest: "//" and more, or a host with a dot.
func (b *PageBreak) endsInScheme() bool {
	head, slashes := strings.CutSuffix(b.URL, "//")
	name, colon := strings.CutSuffix(head, ":")
	if !colon || begin.CommonEnd([]byte(name)) == 0 {
		return false
	}
	if slashes {
		return beginsWithHost(b.Word)
	}
	return len(b.Word) > 2 && b.Word[:2] == "//"
}

// beginsWithHost reports whether word begins with a label, a dot, and a label of two
// characters or more, with other labels between them.
func beginsWithHost(word string) bool {
	for i := 0; i+2 < len(word); i++ {
		switch c := word[i]; {
		case c == '.':
			if i > 0 && alphanumeric(word[i+1]) && alphanumeric(word[i+2]) {
				return true
			}
		case !alphanumeric(c) && c != '-':
			return false
		}
	}
	return false
}

// endsInQuery reports whether URL ends with "?" or "&", and Word begins with a
// parameter: a name and "=".
func (b *PageBreak) endsInQuery() bool {
	if c := b.last(); c != '?' && c != '&' || !strings.Contains(b.URL, "/") {
		return false
	}
	name, _, ok := strings.Cut(b.Word, "=")
	return ok && name != "" && !strings.ContainsFunc(name, func(r rune) bool { return !isLetter(r) && !('0' <= r && r <= '9') && r != '_' })
}

// isCut reports whether URL and Word may be halves of a word that is longer than the line: word
// processors cut it where the line ends. A number alone is rather that of a page or an item.
func (b *PageBreak) isCut() bool {
	c := b.Word[0]
	return b.First && b.Tight && alphanumeric(b.last()) && alphanumeric(c) && !('A' <= c && c <= 'Z') && strings.ContainsFunc(b.Word, isLetter)
}

// continues reports whether URL or Word looks as in the middle of a URL.
func (b *PageBreak) continues() bool {
	word := trim(b.Word)
	if !strings.ContainsFunc(word, func(r rune) bool { return isLetter(r) || '0' <= r && r <= '9' }) {
		return false
	}
	part, first := isPart(word), word[0]
	switch c := b.last(); c {
	case '=':
		return true
	case '_', '&', '?', '%', '~', '#':
		return alphanumeric(first)
	case '/':
		return part || b.Single && !('A' <= first && first <= 'Z')
	case '.':
		return (part || b.Single) && alphanumeric(first) && !('A' <= first && first <= 'Z')
	default:
		return alphanumeric(c) && part && (strings.IndexByte("/?&=_#-", first) >= 0 || strings.ContainsFunc(word, isLetter))
	}
}

// isPart reports whether a word has a character that words of prose do not have: one of
// "/_=&%?~#", or a dot within it that is not that of an abbreviation, such as "e.g".
func isPart(word string) bool {
	for i := range len(word) {
		switch word[i] {
		case '/', '_', '=', '&', '%', '?', '~', '#':
			return true
		case '.':
			n := labelLen(word[i+1:])
			if n > 0 && (isLetter(rune(word[i+1])) || i > 0) && (n > 1 || !isLetter(rune(word[i+1])) || i > 1 && alphanumeric(word[i-2])) {
				return true
			}
		}
	}
	return false
}

// labelLen returns the number of letters and digits that s begins with.
func labelLen(s string) int {
	n := 0
	for n < len(s) && alphanumeric(s[n]) {
		n++
	}
	return n
}

// isHost reports whether host is labels with dots between them, the last of which has two
// letters or more.
func isHost(host string) bool {
	dot := -1
	for i := range len(host) {
		switch c := host[i]; {
		case c == '.':
			dot = i
		case !alphanumeric(c) && c != '-':
			return false
		}
	}
	return dot > 0 && dot+2 < len(host) && alphanumeric(host[len(host)-1])
}

// opening is the punctuation before a URL or an address.
const opening = "<([{\"'"

// trim returns word without the punctuation after it.
func trim(word string) string { return strings.TrimRight(word, ".,;:)]}>!\"'”’") }

// hasURL reports whether url has "://" or begins with "www.". It may be the end of a URL only.
func hasURL(url string) bool {
	return strings.Contains(url, "://") || len(url) > 4 && ascii.EqualFold(url[:4], "www.")
}

func isLetter(r rune) bool { return ascii.IsRune(r, ascii.Alpha) }

func alphanumeric(c byte) bool { return ascii.Is(c, ascii.AlphaDigit) }
