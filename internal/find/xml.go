package find

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
)

// In a text that is XML, a character reference is read as its character: see cursor. URLs that are
// names and not links are left out, as in HTML: those in attributes such as xmlns, and the identifiers of
// document types and entities.

const (
	maxValue       = 3 << 10 // bytes before the colon of a URL in which the quote that opens its value is looked for
	maxDeclaration = 512     // bytes before that quote in which an attribute or a declaration is looked for
)

// A literal is the beginning of the literal that an index of the window may be in: the last quote, angle
// bracket or ";" before it. It is kept from one URL to the next, so that a list of URLs is read once. Names
// have no ";", and text with markup that is escaped has many.
type literal struct {
	at   int // the index
	open int // index of the quote, bracket or ";"; negative if none is near
}

func (l *literal) reset() { *l = literal{open: -1} }

// slide adjusts the indices when the window loses its first drop bytes.
func (l *literal) slide(drop int) {
	l.at -= drop
	l.open -= drop
}

// advance moves l forward to index at of data. Nothing before index limit is near; limit does not decrease
// from one call to the next, unless at does. marks are the bytes that open a literal or end it.
func (l *literal) advance(data []byte, limit, at int, marks *[256]bool) {
	if at < l.at {
		l.reset()
	}
	i, seen := at-1, max(limit, l.at)
	for i >= seen && !marks[data[i]] {
		i--
	}
	switch {
	case i >= seen:
		l.open = i
	case l.open < limit:
		l.open = -1
	}
	l.at = at
}

// opensOrEnds are the bytes that open a literal or are in none that is a name.
var opensOrEnds = [256]bool{'"': true, '\'': true, '<': true, '>': true, ';': true}

// isName reports whether f.Found, a URL in XML that the trigger at Data[i] has led to, is a name that is
// not to be followed.
func (f *Finder) isName(i int) bool {
	start := f.Found.Start
	if start == 0 || !isQuote(f.Data[start-1]) && !ascii.Is(f.Data[start-1], ascii.Space) {
		return false
	}
	l := &f.literal
	l.advance(f.Data, max(0, i-maxValue), start, &opensOrEnds)
	if l.open < 0 || !isQuote(f.Data[l.open]) {
		return false
	}
	before := trimSpace(f.Data[max(0, l.open-maxDeclaration):l.open])
	if n := len(before); n > 0 && before[n-1] == '=' {
		tag := bytes.LastIndexAny(before, "<>")
		return (tag < 0 || before[tag] == '<') && isNameIn(trimSpace(before[:n-1]), f.Data[l.open+1:start])
	}
	return isDeclared(before, f.Found.URL)
}

// trimSpace returns text without the white space that it ends in.
func trimSpace(text []byte) []byte {
	for len(text) > 0 && ascii.Is(text[len(text)-1], ascii.Space) {
		text = text[:len(text)-1]
	}
	return text
}

func isQuote(c byte) bool { return c == '"' || c == '\'' }

// isNameIn reports whether a URL in the value of the attribute that text ends in is a name. before is what
// the value has before the URL.
func isNameIn(text, before []byte) bool {
	var name [maxAttribute]byte
	n := len(name)
	for i := len(text) - 1; i >= 0 && n > 0 && isNameChar(text[i]); i-- {
		n--
		name[n] = ascii.Lower(text[i])
	}
	switch attribute := string(name[n:]); attribute {
	case "xmlns", "targetnamespace", "namespace", "rdf:datatype", "algorithm", "soapaction", "requiredfeatures", "itemtype", "vocab":
		return true
	case "prefix", "epub:prefix": // of a URL, unless it is a list of prefixes, each with a URL
		return len(trimSpace(before)) > 0
	default:
		prefix, local, ok := strings.Cut(attribute, ":")
		return ok && (prefix == "xmlns" || local == "schemalocation" || local == "nonamespaceschemalocation")
	}
}

// maxAttribute bounds the length of the name of an attribute.
const maxAttribute = 64

// isNameChar reports whether c is an ASCII character of a name in XML.
func isNameChar(c byte) bool { return c == ':' || c == '-' || c == '.' || isWord(c) }

// isDeclared reports whether the literal after text, which has url, is an identifier of a document type,
// an entity or a notation. The value of an entity is one if its name begins with "ns_", as Adobe
// Illustrator writes it, or if url ends in "#", as the names of ontologies do.
func isDeclared(text, url []byte) bool {
	if n := len(text); n == 0 || !isNameChar(text[n-1]) && !isQuote(text[n-1]) {
		return false
	}
	text = text[max(0, bytes.LastIndexByte(text, '<')):]
	entity, isEntity := bytes.CutPrefix(text, []byte("<!ENTITY"))
	switch {
	case bytes.IndexByte(text, '>') >= 0:
		return false
	case !isEntity && !bytes.HasPrefix(text, []byte("<!DOCTYPE")) && !bytes.HasPrefix(text, []byte("<!NOTATION")):
		return false
	case bytes.Contains(text, []byte("PUBLIC")), bytes.Contains(text, []byte("SYSTEM")):
		return true
	}
	return isEntity && (bytes.HasPrefix(bytes.TrimSpace(entity), []byte("ns_")) || bytes.HasSuffix(url, []byte("#")))
}
