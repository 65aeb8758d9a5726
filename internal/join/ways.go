package join

import (
	"bytes"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// A Way is a way in which texts break URLs: a rule, which is described with its count in
// docs/rules.md.
type Way struct {
	name string // for tests
	in   Rejoin // the sets that have this one have the way
	// before reports whether the text before the break allows the way.
	before func(*Rules, *Break) bool
	// next skips the break, and the prefix of the next line.
	next func(*Rules, *Break) Joint
	// after decides whether the text after the break continues the URL, if mayContinue does not
	// exclude that. If it is nil, next decides alone.
	after func(r *Rules, b *Break, next int) verdict.Verdict
	chars string // characters that the text after the break may begin with, beside letters and digits
}

// partChars are the characters that a part of a URL begins with, and prose does not.
const partChars = "_~%/?&=#"

// rowChars are the characters of URLs.
const rowChars = partChars + "-.+@:,;!$*'()"

// mayApply reports whether the text before the break allows the way.
func (w *Way) mayApply(r *Rules, b *Break) bool { return r.Rejoin.Has(w.in) && w.before(r, b) }

// ways are the ways in the order in which they are tried.
var ways = [...]Way{
	// In brackets all white space is dropped, as the RFC requires: rules 2.3 and 2.7.
	// Of 94 broken wrappers in archives none has a blank line; of 12,910 brackets
	// without "URL:", 207 of 225 with white space within a line have a label after it.
	{"brackets", None, isInBrackets, (*Rules).throughSpace, nil, ""},

	// A URL that fills its row of a box continues in the next row if that is full too: rule 2.11.
	{"box", Hyphen, mayFillBox, (*Rules).nextInBox, (*Rules).isFullRow, rowChars},

	// A URL that fills its row on a terminal continues in the next row if that looks like a part of a URL, the
	// more of that the less is known of the width: rule 2.11.
	{"terminal", Terminal, mayFillRow, (*Rules).nextRow, (*Rules).isRow, rowChars},

	// A URL continues after a soft hyphen or U+2010 at the end of its line: rule 2.5.
	// In 2,251 of 2,252 cases in manual pages the break has caused the hyphen.
	{"soft hyphen", Hyphen, endsInSoftHyphen, (*Rules).nextLine, always, partChars},

	// A URL continues after a hyphen at the end of its line, but not after two, which are a dash or
	// the end of an anchor: rule 2.9. Of 211 such breaks in mail, 210 are in a URL.
	{"hyphen", Hyphen, endsInHyphen, (*Rules).nextLine, always, partChars},

	// A URL that ends a string literal continues in the next one: rule 2.9. Of 5,792 in message
	// catalogs none was seen to be wrong.
	{"literal", Hyphen, endsLiteral, (*Rules).nextLiteral, (*Rules).isNoItem, partChars},

	// A URL that fills its line continues with a word that is no prose: rule 2.9. In mail 15 of
	// 19 are right.
	{"wide", Wide, endsInSpace, (*Rules).nextLine, (*Rules).isPartAlone, partChars},

	// A URL with white space in it continues with a word that looks like the rest of one: rule 2.12.
	{"blanks", Blanks, isAtBlank, (*Rules).nextBlank, nil, ""},
}

func isInBrackets(_ *Rules, b *Break) bool { return b.Delimiter != Bare }

func endsInSoftHyphen(_ *Rules, b *Break) bool { return b.Soft && b.Data[b.At] != '"' }

func endsInHyphen(_ *Rules, b *Break) bool { return b.Last == '-' && !b.Dash && b.Data[b.At] != '"' }

func endsInSpace(_ *Rules, b *Break) bool { return b.Data[b.At] != '"' }

func always(*Rules, *Break, int) verdict.Verdict { return verdict.Yes }

// isPartAlone decides, for the way "wide", whether the word at index i continues the URL.
// All of these must hold:
//
//   - The word is alone on its line, except for punctuation after it, or ends in the
//     partner of a bracket before the URL.
//   - The word has a form that words of prose do not have, and is no horizontal rule,
//     header field, comment or code: see looksLikeURLPart.
//   - The URL does not end in punctuation of a sentence.
//   - The URL's line is full, the URL ends in a slash, or the word begins as a
//     parameter of a query does.
func (r *Rules) isPartAlone(b *Break, i int) verdict.Verdict {
	// Of 5,186 URLs at the ends of lines, 43 meet these conditions. Read one by one, 41 of
	// the 43 were broken there, and 46 of all. The condition on the text after the word
	// accounts for most of that.
	end := i
	for end < len(b.Data) && !ascii.Is(b.Data[end], ascii.Space) {
		end++
	}
	stop := end
	for stop < len(b.Data) && ascii.Is(b.Data[stop], ascii.Blank) {
		stop++
	}
	switch {
	case stop-i > maxBlanks:
		return verdict.No
	case stop == len(b.Data) && !b.EOF:
		return verdict.More
	case stop < len(b.Data) && !ascii.Is(b.Data[stop], ascii.LineBreak) && !b.enclosedBy(b.Data[i:end]):
		return verdict.No
	}
	word := trimWord(b.Data[i:end])
	punct := b.Data[i+len(word) : end]
	part := looksLikeURLPart(word) && !(b.Last == '/' && word[0] == '/') && !bytes.ContainsAny(word, "<>\"(") && !bytes.ContainsAny(punct, ",:") &&
		(b.Query || !isSetting(word)) && strings.IndexByte(".,;:!?", b.Last) < 0
	query := len(word) > 2 && (word[0] == '?' || word[0] == '&') && bytes.IndexByte(word, '=') > 1
	full := len(b.Line)-1+b.Width >= fullLine
	return verdict.Of(part && (full || query || b.Last == '/'))
}

// trimWord returns word without the punctuation after it.
func trimWord(word []byte) []byte { return bytes.TrimRight(word, ".,;:!?)]}>\"'`") }

// fullLine is the length in bytes from which on a line counts as full.
const fullLine = 70

// enclosedBy reports whether word ends in the partner of the bracket that is directly
// before the URL.
func (b *Break) enclosedBy(word []byte) bool {
	word = bytes.TrimRight(word, ".,;:!?")
	if len(word) == 0 {
		return false
	}
	switch word[len(word)-1] {
	case ')':
		return b.Before == '('
	case ']':
		return b.Before == '['
	case '}':
		return b.Before == '{'
	}
	return false
}

// isSetting reports whether word assigns a value to a name, "name=value".
func isSetting(word []byte) bool {
	name, _, ok := bytes.Cut(word, []byte{'='})
	return ok && len(name) > 0 && !bytes.ContainsAny(name, "/?&#%")
}

// looksLikeURLPart reports whether word has a character that words of prose do not have,
// or a dot or a hyphen inside, and is not a horizontal rule, another URL, an address, a comment or a
// header field.
func looksLikeURLPart(word []byte) bool {
	for _, rule := range [...]string{"====", "----", "____", "~~~~", "####", "****"} {
		if bytes.Contains(word, []byte(rule)) {
			return false
		}
	}
	if len(word) == 0 || bytes.Contains(word, []byte("://")) {
		return false // another URL, as in "name=http://a/"
	}
	if word[0] == '#' || word[0] == '%' || bytes.HasPrefix(word, []byte("//")) || bytes.HasPrefix(word, []byte("/*")) {
		return false // a comment
	}
	if bytes.IndexByte(word, '@') > 0 && !bytes.ContainsAny(word, "/?=&%#") {
		return false // an address
	}
	if name, _, ok := bytes.Cut(word, []byte{':'}); ok && !bytes.ContainsAny(name, "/?=&%#_~.") {
		return false // a field, "Name:"
	}
	if bytes.ContainsAny(word, "/?=&%#_~") {
		return true
	}
	for n, c := range word[1:] {
		if ascii.Is(c, ascii.AlphaDigit) && (word[n] == '.' || word[n] == '-') {
			return true
		}
	}
	return false
}
