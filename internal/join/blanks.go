package join

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/percent"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// This file is the way "blanks": white space that was put into a URL by the program that wrote or read a
// page, as in justified print, in text from PDF and in recognized characters (docs/rules.md, 2.12):
//
//	https:// doi. org/ 10. 1007/ s11219- 019- 09477-y
//	http: //www. who. int/ mediacentre/ factsheets/fs 311/en/. Accessed 3 May 2014.
//
// Whether the URL continues depends on its last character and on the form of the word after the white
// space. A URL that has had such white space is likely to have more of it: for such a URL the rules are loose, for
// others strict. words.go has the forms of words, hosts.go the rules in the host.

const (
	// MaxAhead bounds the text after white space that is looked at, in bytes.
	MaxAhead = 160

	// maxGap bounds the white space within a line, in bytes.
	maxGap = 16
	// maxSpaced bounds the beginning and the end of a URL that are looked at, in bytes.
	maxSpaced = 256
)

// isAtBlank reports whether the break is white space after a URL without brackets.
func isAtBlank(r *Rules, b *Break) bool {
	return b.Delimiter == Bare && !b.Soft && len(b.URL) > 0 && isCommon(b.URL, b.HostAt) && chars.SpaceAt(b.Data[b.At:], r.Fallback) > 0 && strings.IndexByte(`,;:!)]}"'`, b.Last) < 0
}

// isCommon reports whether url, whose host begins at index host, has a common scheme, or none.
func isCommon(url []byte, host int) bool {
	return len(scheme.Trim(url[:host], scheme.Common)) == 0
}

// nextBlank returns where the URL continues after white space with at most one line break.
func (r *Rules) nextBlank(b *Break) Joint {
	j := r.gap(b)
	if j.Verdict != verdict.Yes {
		return j
	}
	if j.Next < len(b.Data) && !mayFollowBlank(b.Data[j.Next]) {
		return refused(verdict.No)
	}
	text := b.Data[j.Next:]
	if len(text) > MaxAhead {
		text = text[:MaxAhead]
	} else if !b.EOF && len(text) < MaxAhead {
		return refused(verdict.More)
	}
	if len(text) == 0 {
		return refused(verdict.No)
	}
	if ascii.Is(text[0], ascii.AlphaDigit) {
		anew := r.beginsAnew(b, j.Next)
		if j.Lines > 0 && anew == verdict.No {
			anew = b.byProgram(j.Next)
		}
		if anew != verdict.No {
			return refused(anew.Not())
		}
	}
	s := spaced{url: b.URL, host: b.HostAt, loose: b.Spaces > 0, source: b.Source, apart: b.Apart, line: j.Lines > 0, dash: b.Dash}
	switch {
	case !s.goesOn(text):
		return refused(verdict.No)
	case b.Lines+j.Lines > r.MaxLines:
		return Joint{Beyond: true}
	}
	return j
}

// isProse reports whether text after a URL without white space that ends in last is prose, by its first word
// and the letter after it. It detects nearly all prose, and quickly.
func isProse(last byte, text []byte, inHost bool) bool {
	n := ascii.Letters(text)
	if n == 0 || n+1 >= len(text) {
		return false
	}
	c := text[n+1]
	space := ascii.Is(text[n], ascii.Space)
	switch {
	case ascii.Is(last, ascii.AlphaDigit):
		return space || ascii.Is(c, ascii.Space) && strings.IndexByte(closing, text[n]) >= 0
	case last == '/':
		return space && 'a' <= c && c <= 'z'
	}
	return last == '.' && space && (!inHost || isCapital(text[0]) || n > longDomain) && !isExtension(text[:n])
}

// longDomain is the length of the longest top-level domains that are common.
const longDomain = 4

// mayFollowBlank reports whether a part of a URL may begin with c.
func mayFollowBlank(c byte) bool {
	return ascii.Is(c, ascii.AlphaDigit) || strings.IndexByte("/.?&=_#%~-:", c) >= 0
}

// gap returns where the text after white space begins. The white space is short and does not begin with a tab, which
// divides columns, or it has one line break.
func (r *Rules) gap(b *Break) Joint {
	i := b.At
	for i < len(b.Data) && i-b.At <= maxGap && !ascii.Is(b.Data[i], ascii.LineBreak) {
		n := chars.SpaceAt(b.Data[i:], r.Fallback)
		if n == 0 {
			break
		}
		i += n
	}
	switch {
	case i == len(b.Data) || !b.EOF && !utf8.FullRune(b.Data[i:]):
		return refused(verdict.AtEnd(b.EOF))
	case i-b.At <= maxGap && !ascii.Is(b.Data[i], ascii.LineBreak):
		return Joint{Verdict: verdict.Of(i > b.At && b.Data[b.At] != '\t'), Next: i}
	}
	j := r.nextLine(b)
	if j.Verdict == verdict.Yes && (endsInItem(b.Data[b.At:j.Next]) || r.afterComment(b, j.Next)) {
		return refused(verdict.No)
	}
	return j
}

// endsInItem reports whether the last line of a gap is the mark of an item in a list: a star without an odd
// number of blanks before it. The star of a comment is below that of "/*".
func endsInItem(gap []byte) bool {
	line := bytes.TrimRight(gap[bytes.LastIndexAny(gap, "\r\n")+1:], " \t")
	mark, isStar := bytes.CutSuffix(line, []byte{'*'})
	return isStar && (len(mark)-len(bytes.TrimRight(mark, " ")))%2 == 0
}

// afterComment reports whether a comment leader begins the line of the URL, and not the line whose text is at
// index next.
func (r *Rules) afterComment(b *Break, next int) bool {
	const ambiguous = 1<<noLeader | 1<<stars | 1<<hyphens // also the marks of items and of signatures
	first := cursor{data: b.prefix(r).rest, atEOF: true}
	leader := first.leader(true)
	if ambiguous&(1<<leader) != 0 {
		return false
	}
	gap := b.Data[b.At:next]
	c := cursor{data: gap, at: bytes.LastIndexAny(gap, "\r\n") + 1, atEOF: true}
	var marks Prefix
	c.quoteMarks(&marks, unlimited)
	return c.leader(false) != leader
}

// A spaced is a URL that may continue after white space.
type spaced struct {
	url    []byte // up to the white space, without white space
	host   int    // index of its host
	source []byte // as it is in the text; if it is long, its end
	loose  bool   // white space within a line was in it before
	apart  bool   // white space was in it before its host
	line   bool   // the white space has a line break
	dash   bool   // it ends in two hyphens
}

// A word is text up to white space.
type word struct {
	core []byte // without the punctuation after it
	tail []byte // the punctuation after it
	rest []byte // the text from the next word on
	last bool   // it is the last word of its line or of the text

	paragraph bool // a blank line follows
}

// closing is the punctuation after a word.
const closing = ".,;:!?)]}>\"'"

// firstWord returns the first word of text.
func firstWord(text []byte) word {
	end := 0
	for end < len(text) && !ascii.Is(text[end], ascii.Space) {
		end++
	}
	next := end
	for next < len(text) && ascii.Is(text[next], ascii.Space) {
		next++
	}
	core := end
	for core > 0 && strings.IndexByte(closing, text[core-1]) >= 0 {
		core--
	}
	last := next == len(text) || bytes.ContainsAny(text[end:next], "\r\n")
	return word{core: text[:core], tail: text[core:end], rest: text[next:], last: last, paragraph: bytes.Count(text[end:next], []byte{'\n'}) > 1}
}

// ends reports whether a sentence, a bracket or the text may end after the word.
func (w *word) ends() bool {
	if len(w.tail) > 0 || len(w.rest) == 0 || w.paragraph {
		return true
	}
	c := w.rest[0]
	return 'A' <= c && c <= 'Z' || c >= 0x80 || strings.IndexByte("([<\"", c) >= 0
}

// isAbbreviation reports whether the word may be an abbreviation before a number, as in "pp. 3".
func (w *word) isAbbreviation() bool {
	return string(w.tail) == "." && len(w.rest) > 0 && ascii.Is(w.rest[0], ascii.Digit)
}

// isLast reports whether the word is followed by a comma or a full stop, or by the next item of a list.
func (w *word) isLast() bool {
	return string(w.tail) == "." || string(w.tail) == "," || w.isBeforeItem()
}

// isBeforeItem reports whether the next item of a list or a year follows the word, as in "a, 2022." and "a [12]".
func (w *word) isBeforeItem() bool {
	switch string(w.tail) {
	case "":
		return len(w.rest) > 1 && w.rest[0] == '[' && ascii.Is(w.rest[1], ascii.Digit)
	case ",":
		year := firstWord(w.rest)
		return isYear(year.core)
	}
	return false
}

// closes reports whether text is unlikely to go on after the word: punctuation, an opening bracket or the end of its line
// follows, or a mark of URLs.
func (w *word) closes() bool {
	return len(w.tail) > 0 || w.last || strings.IndexByte("[(", w.rest[0]) >= 0 || strings.IndexByte("./_?=&#%", w.rest[0]) >= 0 && len(w.rest) > 1 && ascii.Is(w.rest[1], ascii.AlphaDigit)
}

// isProse reports whether the word and the next one consist of letters in lower case, with only white space between them.
func (w *word) isProse() bool {
	n := lowerLen(w.rest)
	return len(w.tail) == 0 && !w.last && len(w.core) > 1 && lowerLen(w.core) == len(w.core) && n > 0 && (n == len(w.rest) || ascii.Is(w.rest[n], ascii.Space))
}

// isNumbering reports whether the word is the number of the next item in a list, as in "12. Smith".
func (w *word) isNumbering() bool {
	return isDigits(w.core) && w.core[0] != '0' && len(w.core) <= 3 && len(w.tail) == 1 && (w.tail[0] == '.' || w.tail[0] == ')') && len(w.rest) > 0 && !ascii.Is(w.rest[0], ascii.Digit)
}

// goesOn reports whether the URL continues with text.
func (s *spaced) goesOn(text []byte) bool {
	last := s.url[len(s.url)-1]
	if !s.loose && isProse(last, text, last == '.' && s.inHost()) {
		return false
	}
	inHost := s.inHost()
	if inHost && len(s.url)-s.host > maxSpaced {
		return false
	}
	w := firstWord(text)
	if inHost {
		return s.hostGoesOn(text, w)
	}
	if len(w.core) == 0 {
		return s.markGoesOn(w)
	}
	if c := w.core[0]; !ascii.Is(c, ascii.AlphaDigit) {
		return s.goesOnWithMark(last, w)
	}
	if beginsAccess(w.core) || isAddressWord(w.core) || hasURL(string(w.core)) && !bytes.Contains(w.core, []byte("/http")) || !s.loose && !s.mayBePart(w) {
		return false
	}
	if !s.loose && (s.dash || w.isProse() && strings.IndexByte("=~_", last) >= 0) {
		return false
	}
	switch {
	case bytes.HasSuffix(s.url, []byte("\u02dc")), bytes.HasSuffix(s.url, []byte("\u223c")):
		return true // a tilde
	case last == '%':
		return len(w.core) > 1 && ascii.HexOctet(w.core[0], w.core[1]) >= 0
	case last == '=', last == '~', last == '#' && s.loose, last == '_' && !bytes.HasSuffix(s.url, []byte("__")):
		return true
	case w.isNumbering(), bytes.HasPrefix(w.tail, []byte{':'}):
		return false
	}
	switch last {
	case '&':
		return s.loose || bytes.IndexByte(w.core, '=') > 0
	case '?':
		return bytes.IndexByte(w.core, '=') > 0
	case '-':
		return s.loose || isMarked(w.core) || isMixed(w.core) || isDigits(w.core) || isHyphenated(w.core) || isDotted(w.core) || w.core[len(w.core)-1] == '-' || w.closes() && !isCapital(w.core[0])
	case '/':
		return s.afterSlash(w)
	case '.':
		return s.afterDot(w)
	}
	return s.withinWord(last, w)
}

// inHost reports whether the URL ends in its host.
func (s *spaced) inHost() bool {
	for _, c := range s.url[s.host:min(len(s.url), s.host+maxSpaced)] {
		if c == '/' || c == '?' || c == '#' {
			return false
		}
	}
	return true
}

// isDOI reports whether the path of the URL has the prefix of a DOI, or begins with it at the host of DOIs.
func (s *spaced) isDOI() bool {
	rest := s.url[s.host:min(len(s.url), s.host+maxSpaced)]
	for _, prefix := range [...]string{"/10.", "=10."} {
		if i := bytes.Index(rest, []byte(prefix)); i >= 0 {
			return i+len(prefix) == len(rest) || ascii.Is(rest[i+len(prefix)], ascii.Digit)
		}
	}
	return bytes.HasSuffix(rest, []byte("doi.org/"))
}

// separates reports whether the text has white space on both sides of the marks in the URL.
func (s *spaced) separates() bool {
	return s.loose && (bytes.Contains(s.source, []byte(" / ")) || bytes.Contains(s.source, []byte(" . ")) || bytes.Contains(s.source, []byte(" : /")))
}

// markGoesOn decides about a mark of URLs with white space on both sides: it continues a URL whose other
// marks are written so.
func (s *spaced) markGoesOn(w word) bool {
	if len(w.rest) == 0 || !ascii.Is(w.rest[0], ascii.AlphaDigit) {
		return false
	}
	switch string(w.tail) {
	case ".", "?":
		return s.separates() && ascii.Is(s.url[len(s.url)-1], ascii.AlphaDigit)
	}
	return false
}

// mayBePart reports whether a word may be the rest of a URL that has no white space: it is neither another URL, nor a
// name with a value, nor a part of a program, nor the beginning of a line that goes on in prose.
func (s *spaced) mayBePart(w word) bool {
	isPath := bytes.ContainsAny(w.core, "/?") || hasFileExtension(w.core)
	switch {
	case bytes.ContainsAny(w.core, "()[]{}<>'\"\\`$*|,;") && !s.isDOI():
		return false
	case bytes.IndexByte(w.core, ':') >= 0 && bytes.IndexByte(w.core, '/') < 0 && bytes.IndexAny(w.core, ":/?=") == bytes.IndexByte(w.core, ':'):
		return false
	}
	return !s.line || isPath || w.closes()
}

// goesOnWithMark decides about a word that begins with a mark of URLs.
func (s *spaced) goesOnWithMark(last byte, w word) bool {
	c := w.core[0]
	if c == '-' && len(w.core) == 1 && s.isDOI() && s.loose && ascii.Is(last, ascii.Digit) {
		return len(w.rest) > 0 && ascii.Is(w.rest[0], ascii.Digit)
	}
	if c == '~' && len(w.core) == 1 && last == '/' {
		return len(w.rest) > 0 && ascii.Is(w.rest[0], ascii.Alpha)
	}
	if len(w.core) == 1 {
		return s.separates() && strings.IndexByte("/-_=&#~%", c) >= 0 && len(w.rest) > 0 && ascii.Is(w.rest[0], ascii.AlphaDigit) && ascii.Is(last, ascii.AlphaDigit)
	}
	if !ascii.Is(w.core[1], ascii.AlphaDigit) || !s.loose && !s.mayBePart(w) {
		return false
	}
	switch rest := w.core[1:]; c {
	case '/':
		return last != '/' && !isDate(rest) && (s.loose || s.isDOI() || s.isPath(rest, w))
	case '.':
		return last != '.' && (isExtension(rest) && (s.loose || !s.line || w.closes()) || (s.loose || s.isDOI()) && !isCapital(w.core[1]))
	case '?', '&':
		return bytes.IndexByte(w.core, '=') > 0
	case '_', '=':
		return (s.loose || !s.line) && (ascii.Is(last, ascii.AlphaDigit) || last == '-')
	case '~':
		return last == '/'
	case '%':
		return percent.Begins(w.core)
	case '-':
		return ascii.Is(last, ascii.AlphaDigit) && (s.loose || w.isLast() && bytes.IndexByte(rest, '/') > 0)
	case '#':
		return s.loose
	}
	return false
}

// isPath reports whether path, which follows white space and a slash and is the rest of the word w, continues a URL
// without white space. After a blank it may be the next argument of a command.
func (s *spaced) isPath(path []byte, w word) bool {
	switch {
	case isRooted(path):
		return false
	case s.line:
		return w.closes() || bytes.ContainsAny(path, "/_=?-.")
	}
	return len(w.tail) > 0 || len(w.rest) == 0 || w.isBeforeItem() || path[len(path)-1] == '/' || bytes.ContainsAny(path, "_=?.")
}

// afterSlash decides about a word after a slash.
func (s *spaced) afterSlash(w word) bool {
	switch doi := s.isDOI(); {
	case (isDate(w.core) || isOrdinal(w.core)) && !doi, isOtherSite(w.core):
		return false
	case isDigits(w.core):
		return doi || (s.loose && !isYear(w.core) || len(w.core) >= 5) && w.closes() || w.isBeforeItem()
	case !s.loose && isSetting(w.core):
		return false
	case strings.IndexByte("-_", w.core[len(w.core)-1]) >= 0:
		return true
	case isMarked(w.core):
		return s.loose || (!isCapital(w.core[0]) || !isAlternative(w.core) || w.isLast()) && (w.closes() || bytes.ContainsAny(w.core, "/?") || hasFileExtension(w.core))
	case isMixed(w.core):
		return doi || s.loose || len(w.core) >= 5 && ascii.Is(w.core[0], ascii.Alpha) && w.closes()
	case isDotted(w.core):
		return s.loose || hasFileExtension(w.core) || doi || w.closes()
	case string(w.tail) == "." && isExtension(w.rest):
		return true
	case doi:
		return s.loose || string(w.tail) == "."
	case isHyphenated(w.core):
		return len(w.tail) > 0 || len(w.rest) == 0 || w.isBeforeItem() || s.loose && w.ends() || bytes.Count(w.core, []byte{'-'}) >= 4
	case !s.loose:
		return w.isBeforeItem()
	case isCapital(w.core[0]):
		return s.leads(w)
	}
	return w.ends() && !w.isAbbreviation() || s.leads(w)
}

// leads reports whether a mark of URLs, or a word with one, follows w, with nothing but whole chunks between them.
func (s *spaced) leads(w word) bool {
	for range 4 {
		if len(w.tail) > 0 || len(w.rest) == 0 {
			return false
		}
		next := firstWord(w.rest)
		switch {
		case len(next.core) == 0:
			return s.separates() && string(next.tail) == "."
		case strings.IndexByte("/._=&?%#-", next.core[0]) >= 0:
			if len(next.core) == 1 {
				return s.separates()
			}
			return next.core[0] != '-' && ascii.Is(next.core[1], ascii.AlphaDigit)
		case isMarked(next.core):
			return !isAddressWord(next.core) && !isDate(next.core) && !bytes.Contains(next.core, []byte("://"))
		case !s.apart || len(w.core) != chunk || ascii.Len(next.core, ascii.AlphaDigit) < len(next.core):
			return false
		}
		w = next
	}
	return false
}

// afterDot decides about a word after a dot, which may end a sentence.
func (s *spaced) afterDot(w word) bool {
	if isExtension(w.core) {
		return true
	}
	switch doi := s.isDOI(); {
	case doi:
		return s.doiAfterDot(w)
	case isOtherHost(w.core), isDate(w.core):
		return false
	case isDigits(w.core):
		return s.endsInNumber() && 4 <= len(w.core) && len(w.core) <= 5 && !isYear(w.core) || len(w.core) >= 5 && len(s.url) > 1 && ascii.Is(s.url[len(s.url)-2], ascii.Digit) && w.closes()
	case isCapital(w.core[0]):
		return s.separates() || s.loose && isMarked(w.core)
	case isMarked(w.core):
		return s.loose || w.closes() && (!s.line || isDotted(w.core)) || bytes.ContainsAny(w.core, "/?")
	case isDotted(w.core):
		return s.loose || hasFileExtension(w.core)
	}
	return s.loose && ascii.Is(w.core[0], ascii.Alpha) && (len(w.tail) > 0 || s.leads(w))
}

// doiAfterDot is afterDot for a DOI.
func (s *spaced) doiAfterDot(w word) bool {
	digit := len(w.rest) > 0 && ascii.Is(w.rest[0], ascii.Digit)
	switch {
	case bytes.HasSuffix(s.url, []byte("/10.")):
		return ascii.Is(w.core[0], ascii.Digit)
	case isNumeric(w.core) && !isDigits(w.core):
		return s.loose || len(w.core) > chunk
	case isMixed(w.core), isDotted(w.core), isMarked(w.core):
		return !bytes.ContainsAny(w.core, ";:") && (s.loose || !isCapital(w.core[0]))
	case isDigits(w.core):
		return s.loose && (!isYear(w.core) || string(w.tail) == "." && digit) || len(w.core) >= 5 || string(w.tail) == "." && digit
	case isCapital(w.core[0]):
		return s.loose && string(w.tail) == "." && digit
	}
	return s.loose || string(w.tail) == "."
}

// withinWord decides about a word after a letter or a digit of a spaced URL.
func (s *spaced) withinWord(last byte, w word) bool {
	if !ascii.Is(last, ascii.AlphaDigit) || isDate(w.core) || isOtherHost(w.core) {
		return false
	}
	if hasFileExtension(s.url[max(0, len(s.url)-longestExtension):]) {
		return false
	}
	if s.isChunked() && s.chunkGoesOn(w) {
		return true
	}
	switch {
	case !s.loose:
		return s.isCut(w)
	case isDigits(w.core) && ascii.Is(last, ascii.Digit) && len(w.core) > 3 && !isYear(w.core) && w.ends():
		return true
	case isDigits(w.core):
		return s.isDOI() && !isYear(w.core) && (w.ends() || w.closes()) || string(w.tail) == "." && isExtension(w.rest) || len(w.tail) == 0 && s.leads(w)
	case isMarked(w.core) && !isCapital(w.core[0]):
		return true
	}
	return false
}

// isCut reports whether the last word of the path may be cut before w: w has the extension of a file, or marks
// as the path before it has.
func (s *spaced) isCut(w word) bool {
	last := s.url[max(0, len(s.url)-maxSpaced):]
	last = last[bytes.LastIndexByte(last, '/')+1:]
	if isCapital(w.core[0]) || bytes.IndexByte(last, '.') >= 0 || bytes.IndexByte(w.core, '=') >= 0 {
		return false
	}
	switch {
	case hasFileExtension(w.core):
		return w.ends()
	case isHash(last) && !isWholeHash(last) && isHash(w.core[:ascii.Len(w.core, ascii.AlphaDigit)]):
		return true
	case bytes.Count(w.core, []byte{'/'}) > 1:
		return w.isLast() || s.line && w.closes()
	case !s.line && bytes.IndexByte(last, '_') >= 0 && bytes.IndexByte(w.core, '_') > 0:
		return w.closes()
	case bytes.IndexByte(w.core, '/') > 0 && isMarked(w.core), isHyphenated(w.core), isDigits(w.core) && len(w.core) > chunk && ascii.Is(last[len(last)-1], ascii.Digit):
		return len(last) > 0 && w.isLast()
	}
	return false
}

// chunk is the number of letters or digits after which a typesetter of journals puts white space into URLs:
// "https:// www. wheel orati ngs. com/".
const chunk = 5

// mostInChunk is the most letters and digits that the last chunk of a word with digits has.
const mostInChunk = 8

// isChunked reports whether the URL is written in chunks, and ends in a whole one.
func (s *spaced) isChunked() bool {
	n := 0
	for n < len(s.source) && ascii.Is(s.source[len(s.source)-1-n], ascii.AlphaDigit) {
		n++
	}
	return n == chunk && s.apart
}

// chunkGoesOn decides about a word after a chunk: it is another chunk, or a shorter rest, after which a mark
// of URLs follows or a sentence ends.
func (s *spaced) chunkGoesOn(w word) bool {
	for {
		n := ascii.Len(w.core, ascii.AlphaDigit)
		switch {
		case isYear(w.core), n > chunk && !(n <= mostInChunk && n == len(w.core) && ascii.Len(w.core, ascii.Alpha) < n && w.ends()):
			return false
		case n < len(w.core):
			return isMarked(w.core) || w.core[n] == '-' || isDotted(w.core)
		case w.ends(), isDigits(w.core) && bytes.HasPrefix(w.rest, []byte("http")):
			return true
		case n < chunk:
			return false
		}
		w = firstWord(w.rest)
		if len(w.core) == 0 {
			return false
		}
	}
}

// endsInNumber reports whether the URL ends in four digits and a dot, as the first half of the number of a
// preprint does.
func (s *spaced) endsInNumber() bool {
	n := len(s.url)
	return n > 6 && s.url[n-6] == '/' && isDigits(s.url[n-5:n-1])
}
