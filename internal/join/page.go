package join

import (
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/begin"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/suffix"
)

// A line break in a page of a document joins where a link annotation says that the URL goes on, or
// where the line reaches the edge of its column, the style goes on, and the next word looks like the
// rest of a URL. Elsewhere the URL ends with the line. PageWays divides this rule into cases.
//
// The counts are of the line breaks after a word with a URL in 742 PDF files of 13 public
// repositories: papers, audit reports, test files. The text was read without the links, whose targets
// show at some of the breaks whether the URL goes on or ends. Where the result differs from that of an
// earlier version of the rules, it was read. Other counts are of documents that were written with URLs that
// are known; where the URL is broken again at once, it is not counted whether it goes on.

// A PageBreak is a line break in a page of a document, which the program that wrote the page
// chose, and not the author. The line before it ends with a URL.
type PageBreak struct {
	URL  string // the last word of the line, from the URL in it on; not empty
	Word string // the first word of the next line; not empty

	Link   PageLink // what link annotations say
	Long   bool     // the line has no space for Word
	Full   bool     // the line has no space for the first breakable segment of Word
	Near   bool     // the line has little space, if any
	Tight  bool     // the line has no space for the first character of Word
	Sure   bool     // another line of the column, or the margin, ends where the line ends, or further right
	Edge   bool     // several other lines of the column end where the line ends
	Moved  bool     // Word is further away than other lines, or begins where no other line of the column begins
	First  bool     // URL is the first word of its line, but for the mark of an item
	Single bool     // Word is the only one of its line
	Same   bool     // Word has the style of URL: font, size, colour
	Own    bool     // the text before URL has another style
	Alone  bool     // Word has the style of URL, and the text after it has another
	Added  bool     // URL ends with a hyphen that hyphenation has added
	Whole  bool     // the text has the word that URL and Word are the halves of
	Known  bool     // Word is letters, and the text has it more than once
	Cuts   bool     // the line has no space for the first character of Word, and the program cuts words where lines end
}

// A PageLink is what link annotations say about a PageBreak.
type PageLink uint8

// The values of PageLink.
const (
	PageLinkNone   PageLink = iota // nothing
	PageLinkGoesOn                 // the target goes on with Word
	PageLinkDrops                  // the target goes on with Word, without the hyphen that URL ends with
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
	PageDrop                    // the URL goes on with Word, without the hyphen at its end
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
	{"link", "The target of a link goes on with Word.", "270, of 4,548 in an earlier count with the links", PageJoin, (*PageBreak).linkGoesOn},
	{"link-hyphen", "The target of a link goes on with Word, without the hyphen that URL ends with.", "in 639 documents of 19 programs 166; the URL goes on so after 166", PageDrop, (*PageBreak).linkDrops},
	{"scheme", "URL ends within or with its scheme, or with the slashes after it, and Word is the rest.", "79; a link goes on after 45, and ends at 0", PageJoin, (*PageBreak).endsInScheme},
	{"scheme-hyphen", "URL is the beginning of a scheme and a hyphen, and Word is the rest.", "in 639 documents of 19 programs 19; the URL goes on so after 19", PageDrop, (*PageBreak).isDividedScheme},
	{"address", "Word is an address.", "338; a link goes on after 0, and ends at 2", PageEnd, (*PageBreak).isAddress},
	{"archived", "URL ends as that of an archived page does, with a date of 14 digits, and Word begins with the URL of the page.", "in 639 documents of 19 programs 17; the URL goes on after 16, and ends at 0", PageJoin, (*PageBreak).isArchived},
	{"url", "Word begins with another URL.", "203; a link goes on after 0, and ends at 61", PageEnd, (*PageBreak).beginsURL},
	{"host", "URL is a whole host, and Word is another; or URL begins its line.", "74; a link goes on after 0, and ends at 4", PageEnd, (*PageBreak).isWholeHost},
	{"style", "Word has another style.", "2,574; a link goes on after 1, and ends at 1608", PageEnd, (*PageBreak).hasOtherStyle},
	{"same-link", "URL and Word are the text of one link.", "11, of 4,548 in an earlier count with the links", PageJoin, (*PageBreak).isSameLink},
	{"escape", "URL ends within an escape sequence, and Word begins with the rest; or Word begins with one.", "4; a link goes on after 2, and ends at 0", PageJoin, (*PageBreak).endsInEscape},
	{"incomplete", "URL ends within its host, before its port, its fragment or a value, within a DOI or before its extension, and Word begins with the rest.", "in 639 documents of 19 programs 167; the URL goes on after 156, and ends at 0", PageJoin, (*PageBreak).isIncomplete},
	{"query", "URL ends with \"?\" or \"&\", and Word begins with a parameter.", "8; a link goes on after 1, and ends at 0", PageJoin, (*PageBreak).endsInQuery},
	{"moved", "Word is further away than other lines, or begins where no other line of the column does.", "98; a link goes on after 1, and ends at 39", PageEnd, (*PageBreak).isMoved},
	{"added-hyphen", "URL ends with a hyphen that hyphenation has added, as the text and its other hyphens show.", "in 639 documents of 19 programs 383; the URL goes on so after 323, and with the hyphen after 13", PageDrop, (*PageBreak).hasAddedHyphen},
	{"hyphen", "URL ends with a hyphen, and the line is full, or Word looks like a part of a URL or is alone in its line.", "125; a link goes on after 51, and ends at 0", PageOpen, (*PageBreak).endsInHyphen},
	{"space", "The line has space for Word.", "931; a link goes on after 4, and ends at 110", PageEnd, (*PageBreak).hasSpace},
	{"anew", "Word is a prompt, an option, a file name or a path, and URL is not cut at an edge.", "9; a link goes on after 4, and ends at 0", PageEnd, (*PageBreak).beginsAnew},
	{"cut", "URL is alone in a line that is without space for one more character, or the page has words that are cut where lines end.", "103; a link goes on after 56, and ends at 0", PageJoin, (*PageBreak).isCut},
	{"parts", "URL ends, and Word goes on, as only URLs do.", "68; a link goes on after 24, and ends at 0", PageJoin, (*PageBreak).isMarked},
	{"part-space", "The line has space for the first part of Word.", "0; in 655 documents of 20 programs 10, after 4 of which the URL goes on", PageEnd, (*PageBreak).hasPartSpace},
	{"own", "The line is full, and a style that only the URL has goes on to the end of Word, which is no word of letters alone in its line.", "154; a link goes on after 61, and ends at 0", PageJoin, (*PageBreak).ownStyleGoesOn},
	{"full", "The line is full, the style goes on, and Word looks like the middle of a URL.", "147; a link goes on after 53, and ends at 0", PageJoin, (*PageBreak).goesOn},
	{"lone", "No other line is as long, and URL and Word look like the middle of a URL.", "3; a link goes on after 0, and ends at 0", PageJoin, (*PageBreak).isMiddle},
	{"end", "No other rule applies.", "100; a link goes on after 2, and ends at 17", PageEnd, (*PageBreak).always},
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

func (b *PageBreak) linkDrops() bool { return b.Link == PageLinkDrops }

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

// beginsURL reports whether Word begins with a URL; or with a host and a slash after a URL that begins its
// line and is not cut at an edge. One that is within Word may be a part of its path.
func (b *PageBreak) beginsURL() bool {
	word := strings.TrimLeft(b.Word, opening)
	n := 0
	for n < len(word) && ascii.Is(word[n], ascii.Scheme) {
		n++
	}
	return n > 0 && strings.HasPrefix(word[n:], "://") || len(word) > 4 && ascii.EqualFold(word[:4], "www.") ||
		b.First && !b.Edge && BeginsWithHost(word) && b.isHostWhole() && (b.last() == '/' || alphanumeric(b.last()))
}

// isHostWhole reports whether URL has a host in a public domain.
func (b *PageBreak) isHostWhole() bool {
	_, rest, ok := strings.Cut(b.URL, "://")
	if !ok {
		rest = b.URL
	}
	host := hostOf(rest)
	return isHost(host) && hasSuffix(host)
}

// isWholeHost reports whether URL is a host without a path, which ends with a letter, a digit or a
// slash, and Word begins with another host. If URL begins its line, as in a letterhead, and is without
// slash, Word may begin with any letter or digit. A host that is cut where the line has no space left
// is not whole.
func (b *PageBreak) isWholeHost() bool {
	_, host, ok := strings.Cut(b.URL, "://")
	if !ok {
		host = b.URL
	}
	host, slash := strings.CutSuffix(host, "/")
	if !isHost(host) || !alphanumeric(b.Word[0]) {
		return false
	}
	if hasSuffix(host) && !slash {
		return !(b.Whole && b.Sure && b.Long) && (b.First || isOtherName(trim(b.Word))) && !hasSuffix(host+b.Word[:labelLen(b.Word)])
	}
	if b.isFilled() {
		return slash && isOtherName(trim(b.Word)) && hasSuffix(hostOf(b.Word))
	}
	return b.First && !slash && !isPart(trim(b.Word)) || isOtherName(trim(b.Word))
}

// hostOf returns the beginning of word, up to what may be after a host.
func hostOf(word string) string {
	if n := strings.IndexAny(word, "/:?#,;)>"); n >= 0 {
		return word[:n]
	}
	return word
}

// isCutHost reports whether URL is the beginning of a host that ends with a dot, and Word begins with the
// labels that end it.
func (b *PageBreak) isCutHost() bool {
	_, host, ok := strings.Cut(b.URL, "://")
	if !ok {
		host = b.URL
	}
	host, ok = strings.CutSuffix(host, ".")
	rest := hostOf(trim(b.Word))
	return ok && isLabels(host) && !hasSuffix(host) && len(rest) > 1 && !isCapital(rest[0]) && isHost(host+"."+rest) && hasSuffix(host+"."+rest)
}

// isLabels reports whether host is labels with dots between them.
func isLabels(host string) bool { return isHost(host + ".name") }

// hasSuffix reports whether the last label of host is that of a domain in use, or of documents.
func hasSuffix(host string) bool {
	host = strings.ToLower(host)
	return suffix.ICANN(host) != "" || strings.HasSuffix(host, ".example")
}

// isOtherName reports whether word is a host whose last label is letters, and no file name, with or
// without a path.
func isOtherName(word string) bool {
	host := hostOf(word)
	dot := strings.LastIndexByte(host, '.')
	return isHost(host) && !strings.ContainsFunc(host[dot+1:], func(r rune) bool { return !isLetter(r) }) && !hasFileExtension([]byte(host))
}

func (b *PageBreak) hasOtherStyle() bool { return !b.Same }

func (b *PageBreak) isMoved() bool {
	return b.Moved && !(b.Whole && b.isFilled()) && !(strings.IndexByte("-_=&?", b.last()) >= 0 && b.Full && b.Own && b.Alone)
}

func (b *PageBreak) hasAddedHyphen() bool { return b.Added }

func (b *PageBreak) hasSpace() bool { return !b.Long }

func (b *PageBreak) hasPartSpace() bool { return !b.Full }

// isMarked reports whether URL ends with punctuation after which it may be broken, and Word has two
// characters that words of prose do not have.
func (b *PageBreak) isMarked() bool {
	if !hasURL(b.URL) || !b.Sure || !alphanumeric(b.Word[0]) || strings.IndexByte("/?&=_", b.last()) < 0 {
		return false
	}
	return marks(b.Word) > 1
}

// marks returns the number of characters of a word that words of prose do not have.
func marks(word string) int {
	n := 0
	for _, c := range trim(word) {
		if strings.ContainsRune("/?&=_%#", c) {
			n++
		}
	}
	return n
}

// endsInEscape reports whether URL ends with "%" or "%" and a digit, and Word begins with the digits
// that are missing.
func (b *PageBreak) endsInEscape() bool {
	at := strings.LastIndexByte(b.URL, '%')
	rest := len(b.URL) - at - 1
	if !hasURL(b.URL) {
		return false
	}
	return at >= 0 && rest < 2 && percent.Begins([]byte(b.URL[at:]+b.Word)) || percent.Begins([]byte(b.Word)) && alphanumeric(b.last())
}

// isArchived reports whether URL ends with a slash, a date and a time in 14 digits, a slash and the beginning of a
// scheme, and Word begins with the rest of it, as in the URLs of archives of the web.
func (b *PageBreak) isArchived() bool {
	i := strings.LastIndexByte(b.URL, '/')
	const date = len("20060102150405")
	if i <= date || b.URL[i-date-1] != '/' || !isDigits([]byte(b.URL[i-date:i])) {
		return false
	}
	for _, s := range [...]string{"http://", "https://"} {
		if head := b.URL[i+1:]; len(head) < len(s) && s[:len(head)] == head && strings.HasPrefix(b.Word, s[len(head):]) {
			return true
		}
	}
	return false
}

// isIncomplete reports whether URL ends with a part that is incomplete, and Word begins with the rest: a
// host without its last labels, a port, an identifier of arXiv, a DOI without its suffix (ISO 26324), an empty
// fragment, a parameter without its value, or an extension.
func (b *PageBreak) isIncomplete() bool {
	if !hasURL(b.URL) {
		return false
	}
	first := b.Word[0]
	switch b.last() {
	case '#':
		return alphanumeric(first) && (b.Single || isPart(trim(b.Word)))
	case '=':
		value, next, ok := strings.Cut(b.Word, "&")
		return ok && value != "" && strings.Contains(next, "=")
	case '.':
		return b.isCutHost() || strings.Contains(b.URL, "doi.org/10.") && ascii.Is(first, ascii.Digit) && isPart(trim(b.Word)) || (b.Single || len(trim(b.Word)) < len(b.Word)) && hasPath(b.URL) && !isCapital(first) && isExtension([]byte(trim(b.Word)))
	case ':':
		_, host, _ := strings.Cut(b.URL, "://")
		return ascii.Is(first, ascii.Digit) && host != ":" && !strings.ContainsAny(host[:len(host)-1], ":/?#")
	case '/':
		if (strings.HasSuffix(b.URL, "arxiv.org/abs/") || strings.HasSuffix(b.URL, "arxiv.org/pdf/")) && len(b.Word) > 5 && b.Word[4] == '.' && isDigits([]byte(b.Word[:4])) {
			return true
		}
		_, doi, ok := strings.Cut(b.URL, "doi.org/")
		if !ok || !alphanumeric(first) {
			return false
		}
		prefix, directory := strings.CutPrefix(strings.TrimSuffix(doi, "/"), "10.")
		return doi == "" && strings.HasPrefix(b.Word, "10.") || directory && isDigits([]byte(prefix)) && len(trim(b.Word)) > 3
	}
	return false
}

// beginsAnew reports whether Word begins something else than the rest of a URL.
func (b *PageBreak) beginsAnew() bool {
	w := b.Word
	for _, prefix := range [...]string{"./", "../", "~/", "--", "$", "//"} {
		if strings.HasPrefix(w, prefix) {
			return true
		}
	}
	return w == "#" || w == "%" || w == ">" || alphanumeric(b.last()) && !(b.First && b.Edge && b.isFilled() && !isCapital(w[0])) && (isFileName(trim(w)) && !b.Whole || w[0] == '/' && !(b.isFilled() && b.Edge && !b.First) && !(b.Own && b.Alone && !b.First))
}

// isFileName reports whether word is a name with a dot and an extension, and no other dot: letters,
// digits and underscores, and three or more before the dot.
func isFileName(word string) bool {
	name, extension, ok := strings.Cut(word, ".")
	if !ok || len(name) < 3 || !alphanumeric(name[0]) || len(extension) > 5 || labelLen(extension) < len(extension) || extension == "" {
		return false
	}
	for i := range len(name) {
		if c := name[i]; !alphanumeric(c) && c != '_' {
			return false
		}
	}
	return true
}

func (b *PageBreak) ownStyleGoesOn() bool {
	if isFunctionWord(trim(b.Word)) {
		return false
	}
	alone := b.First && b.Single
	if alone && !isPart(trim(b.Word)) && (!alphanumeric(b.last()) || !strings.ContainsFunc(b.Word, func(r rune) bool { return !isLetter(r) })) {
		return false
	}
	return (b.Sure || !b.First && !b.Single) && b.Own && b.Alone && hasURL(b.URL) && strings.IndexByte(afterURL, b.last()) < 0
}

func (b *PageBreak) goesOn() bool { return b.Sure && hasURL(b.URL) && b.continues() }

// isMiddle reports whether URL ends, or Word begins, as only the middle of a URL does.
func (b *PageBreak) isMiddle() bool {
	if b.Sure || !hasURL(b.URL) {
		return false
	}
	first := b.Word[0]
	switch c := b.last(); c {
	case '=', '_', '#', '~':
		return alphanumeric(first)
	case '&', '?':
		return alphanumeric(first) && strings.ContainsAny(b.Word, "=")
	case '/':
		return (hasPath(b.URL) || marks(b.Word) > 1) && alphanumeric(first) && (strings.ContainsAny(trim(b.Word), "/?=&#%") || strings.Count(b.Word, "-") > 1)
	case '.':
		return '0' <= first && first <= '9' && strings.Contains(b.Word, "/")
	}
	switch {
	case first == '?', first == '&':
		return strings.IndexByte(b.Word, '=') > 1
	case first == '%':
		return percent.Begins([]byte(b.Word))
	case first == '-':
		return len(b.Word) > 1 && isLetter(rune(b.Word[1])) && strings.ContainsAny(b.Word, "/?=&")
	}
	return strings.Contains(b.URL, "?") && alphanumeric(b.last()) && strings.ContainsAny(b.Word, "=&")
}

// hasPath reports whether url has a path that is more than a slash.
func hasPath(url string) bool {
	_, rest, ok := strings.Cut(url, "://")
	if !ok {
		rest = url
	}
	_, path, _ := strings.Cut(rest, "/")
	return path != ""
}

func (b *PageBreak) endsInHyphen() bool {
	return b.last() == '-' && (b.Full || b.Own && b.Alone || isPart(trim(b.Word)) || b.Single && !isCapital(b.Word[0]))
}

func (b *PageBreak) always() bool { return true }

// endsInScheme reports whether URL ends within its scheme, with its scheme or with the slashes after
// it, and Word is its rest: "//" and more, or a host with a dot.
func (b *PageBreak) endsInScheme() bool {
	if b.isCutScheme() {
		return true
	}
	head, slashes := strings.CutSuffix(b.URL, "//")
	name, colon := strings.CutSuffix(head, ":")
	if !colon || begin.CommonEnd([]byte(name)) == 0 {
		return false
	}
	if slashes {
		return beginsWithHost(b.Word) || b.Single && isHost(b.Word+"name")
	}
	return len(b.Word) > 2 && b.Word[:2] == "//"
}

func (b *PageBreak) isCutScheme() bool { return b.beginsScheme(b.URL) }

// isDividedScheme reports whether hyphenation has divided a scheme.
func (b *PageBreak) isDividedScheme() bool {
	head, ok := strings.CutSuffix(b.URL, "-")
	return ok && b.beginsScheme(head)
}

// beginsScheme reports whether head is the beginning of "http://" or "https://", and Word begins with the
// rest of it.
func (b *PageBreak) beginsScheme(head string) bool {
	for _, s := range [...]string{"http://", "https://"} {
		if n := len(head); n < len(s) && s[:n] == head && strings.HasPrefix(b.Word, s[n:]) && beginsWithHost(b.Word[len(s)-n:]) {
			return true
		}
	}
	return false
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
	last, c := b.last(), b.Word[0]
	part := isPart(trim(b.Word))
	if b.Cuts && !b.Known && !isCapital(c) && alphanumeric(last) && alphanumeric(c) && (isLetter(rune(last)) || !isDigits([]byte(trim(b.Word)))) {
		return true
	}
	if b.Sure && b.Tight && b.Edge && b.First && b.Single && alphanumeric(c) && endsWithCode(b.URL) && isCode(trim(b.Word)) {
		return true
	}
	return b.Sure && (b.Tight || b.Near && part) && b.First && alphanumeric(last) && alphanumeric(c) && (part || !isCapital(c) || beginsWithCode(b.Word)) &&
		(!b.Known || !isLetter(rune(last))) && (part || b.Edge && b.Single && endsWithEscape(b.URL) || beginsWithCode(b.Word) || b.splitsLetters() || b.splitsDigits())
}

// splitsLetters reports whether URL ends with a letter, and Word has a letter.
func (b *PageBreak) splitsLetters() bool {
	return isLetter(rune(b.last())) && strings.ContainsFunc(b.Word, isLetter)
}

// splitsDigits reports whether URL ends with two digits, and Word, which is alone in its line, begins with
// one; or with one at the edge of several lines, and Word has more than two characters, or is no number.
func (b *PageBreak) splitsDigits() bool {
	n := len(b.URL)
	if !ascii.Is(b.last(), ascii.Digit) || !ascii.Is(b.Word[0], ascii.Digit) {
		return false
	}
	number := isDigits([]byte(trim(b.Word)))
	return b.Single && (n > 1 && ascii.Is(b.URL[n-2], ascii.Digit) || b.Edge && len(b.Word) > 2) || b.Edge && b.Tight && !number
}

// endsWithEscape reports whether url ends with an escape sequence.
func endsWithEscape(url string) bool {
	return len(url) >= percent.Len && percent.Begins([]byte(url[len(url)-percent.Len:]))
}

// isFilled reports whether the line is as long as others, and without space for one more character.
func (b *PageBreak) isFilled() bool { return b.Sure && b.Tight }

// afterURL is the punctuation that a URL does not go on after.
const afterURL = ",;)]}>!\"'"

// continues reports whether URL or Word looks as in the middle of a URL.
func (b *PageBreak) continues() bool {
	word := trim(b.Word)
	if !strings.ContainsFunc(word, func(r rune) bool { return isLetter(r) || '0' <= r && r <= '9' }) {
		return false
	}
	part, first := isPart(word) || b.Single && isSlug(word), word[0]
	if first == '.' && len(word) > 1 && 'a' <= word[1] && word[1] <= 'z' {
		return part
	}
	switch c := b.last(); c {
	case '=', '(':
		return true
	case '_', '&', '?', '%', '~', '#':
		return alphanumeric(first) || first == '(' && c == '_' || first == '-' && part
	case '/':
		return !strings.HasSuffix(b.URL, "//") && (alphanumeric(first) || strings.IndexByte("?#_~(@", first) >= 0) && (part || beginsWithCode(word) || b.Edge && b.Single && b.isFilled() || isLetter(rune(first)) && !isFunctionWord(word) && (!('A' <= first && first <= 'Z') || strings.IndexByte(word, '-') > 0))
	case '.':
		return b.isCutHost() || alphanumeric(first) && !('A' <= first && first <= 'Z') && (part || b.Single && (isLetter(rune(first)) || b.Near && endsInDigit(b.URL)) || labelLen(word) > 4 && '0' <= first && first <= '9' || isExtension([]byte(word)))
	case '-':
		return false
	default:
		if !alphanumeric(c) {
			return false
		}
		switch {
		case strings.IndexByte("/?&=_#", first) >= 0:
			return part
		case first == '%':
			return percent.Begins([]byte(word))
		case first == '-':
			return len(word) > 2 && (isLetter(rune(word[1])) && isLetter(rune(word[2])) || strings.ContainsFunc(b.URL[strings.LastIndexByte(b.URL, '/')+1:], isDigit) && (beginsWithCode(word[1:]) || isSlug(word[1:])))
		case beginsWithCode(word) && endsWithCode(b.URL):
			return true
		}
		return b.Whole || (b.Near || strings.ContainsAny(word, "?=&#%")) && part && (b.Own || b.Single || !isAlternative([]byte(word))) && (strings.ContainsFunc(word, isLetter) || isSlug(word) && strings.Contains(b.URL, "doi.org/10."))
	}
}

// isCode reports whether a word begins with letters and digits as no word of prose does: with a digit before or
// after a letter, a small letter before a capital, or one letter alone.
func isCode(word string) bool {
	n := labelLen(word)
	for i := 1; i < n; i++ {
		a, b := rune(word[i-1]), rune(word[i])
		if isDigit(a) != isDigit(b) || ascii.IsRune(a, ascii.Alpha) && !isCapital(word[i-1]) && isCapital(word[i]) {
			return true
		}
	}
	return len(word) == 1 && n == 1 && isLetter(rune(word[0]))
}

// endsWithCode reports whether a url ends with letters and digits, and a digit is among them.
func endsWithCode(url string) bool {
	label := url[len(strings.TrimRightFunc(url, func(r rune) bool { return isLetter(r) || isDigit(r) })):]
	return strings.ContainsFunc(label, isDigit)
}

func isDigit(r rune) bool { return ascii.IsRune(r, ascii.Digit) }

// endsInDigit reports whether url ends with a digit and a dot.
func endsInDigit(url string) bool {
	return len(url) > 1 && ascii.Is(url[len(url)-2], ascii.Digit)
}

// isSlug reports whether a word has two hyphens, or one before a digit, as names of pages have.
func isSlug(word string) bool {
	i := strings.IndexByte(word, '-')
	return i >= 0 && (strings.IndexByte(word[i+1:], '-') >= 0 || i+1 < len(word) && ascii.Is(word[i+1], ascii.Digit))
}

// functionWords are the words that follow a URL in a sentence, or in a reference.
const functionWords = " a accessed also an and are as at available be but by can did do does for from had has have how i if in into is it its last may must no not of on or our retrieved see should so such than that the their then there these they this those to under via visited was we were what when where which while who will with would you your "

func isFunctionWord(word string) bool {
	return strings.Contains(functionWords, " "+strings.ToLower(word)+" ")
}

// beginsWithCode reports whether a word begins with letters and digits, and a digit is among them, as a number in
// hexadecimal does.
func beginsWithCode(word string) bool {
	n := labelLen(word)
	return n > 4 && strings.ContainsAny(word[:n], "0123456789") && strings.ContainsFunc(word[:n], isLetter)
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

// hasURL reports whether url has "://" or begins with "www.", or with a host and a slash. It may be the end
// of a URL only.
func hasURL(url string) bool {
	return strings.Contains(url, "://") || len(url) > 4 && ascii.EqualFold(url[:4], "www.") || BeginsWithHost(url)
}

// BeginsWithHost reports whether word begins with a host in a public domain and a slash.
func BeginsWithHost(word string) bool {
	n := strings.IndexByte(word, '/')
	return n > 0 && isHost(word[:n]) && hasSuffix(word[:n]) && suffix.ICANN(strings.ToLower(word[:n])) != word[:n]
}

func isLetter(r rune) bool { return ascii.IsRune(r, ascii.Alpha) }

func alphanumeric(c byte) bool { return ascii.Is(c, ascii.AlphaDigit) }
