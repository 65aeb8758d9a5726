package find

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// A paren is an opening bracket.
type paren struct {
	at, in int // its offset in the URL, its index in the window
	c      byte
}

// An unmatchedBrackets is a cache entry: the brackets that were without a partner when a
// URL had been read up to index end. A URL that is read later in the same mode, and holds
// one of these brackets, is read up to the same index, so the bracket has no partner in
// it either. Without this cache, "http://a/(" repeated a thousand times would be read to
// its end a thousand times.
type unmatchedBrackets struct {
	key cacheKey
	at  []int // indices of the brackets, increasing
	end int
}

// noteUnmatched adds the open brackets to the cache: they have no partner. The URL that has an escape
// sequence does not continue in another line, and one that begins after the sequence may.
func (b *reader) noteUnmatched() {
	key := b.key()
	b.cache.note(key, b.open, b.at)
	if key.joins != b.joins {
		key.joins = b.joins
		b.cache.note(key, b.open, b.sequenceEnd)
	}
}

// note adds those of the brackets to the cache that are before end.
func (k *readerCache) note(key cacheKey, open []paren, end int) {
	i := slices.IndexFunc(k.unmatched, func(l unmatchedBrackets) bool { return l.key == key })
	if i < 0 {
		i = len(k.unmatched)
		k.unmatched = append(k.unmatched, unmatchedBrackets{key: key})
	}
	l := &k.unmatched[i]
	l.at, l.end = l.at[:0], end
	for _, p := range open {
		if p.in < end {
			l.at = append(l.at, p.in)
		}
	}
}

// A cacheKey is all that, with the text, decides where a URL ends.
type cacheKey struct {
	mode
	notation       escape.Notation
	strict, struck bool
}

// key returns the key of the URL as it is read at the cursor.
func (b *reader) key() cacheKey {
	key := cacheKey{b.mode, b.notation, b.strict, b.struck}
	key.joins = b.mayJoin()
	return key
}

// isUnmatched reports whether the cache says that the bracket at b.at has no partner. Then it sets b.seen.
func (b *reader) isUnmatched() bool {
	for _, l := range b.cache.unmatched {
		if b.at < l.end && l.key == b.key() {
			_, found := slices.BinarySearch(l.at, b.at)
			if found {
				b.seen = l.end
			}
			return found
		}
	}
	return false
}

// slide adjusts the indices when the window loses its first drop bytes.
func (l *unmatchedBrackets) slide(drop int) {
	for i := range l.at {
		l.at[i] -= drop
	}
	l.end -= drop
}

// maxIPLiteral bounds the length of an IP literal, with its brackets, in bytes.
const maxIPLiteral = 64

// opening decides about the opening bracket c. The URL continues, on condition that the
// partner is in it: see finish. "[" must also be in a query or a fragment, follow one
// of "_-.=", or be in the name of a file. Elsewhere it begins the text of a link in AsciiDoc, "http://a/[text]". "[/"
// begins a tag of BBCode.
func (b *reader) opening(ch char) verdict.Verdict {
	if b.part == ends.Authority {
		if ch.r == '[' && (b.len(b.at) == b.host || b.last() == '@') {
			return b.ipLiteral()
		}
		return verdict.No
	}
	if ch.r == '[' {
		if next, v := b.peek(1); v == verdict.More {
			return v
		} else if v == verdict.Yes && next == '/' {
			return verdict.No // "[/url]"
		}
		if b.part != ends.Query && strings.IndexByte("_-.=", b.last()) < 0 {
			if v := b.inFileName(); v != verdict.Yes {
				return v
			}
		}
		if v := b.labelsFragment(); v != verdict.No {
			return v.Not()
		}
	}
	if b.isUnmatched() {
		return verdict.No
	}
	b.open = append(b.open, paren{b.len(b.at), b.at, byte(ch.r)})
	b.take(ch)
	return verdict.Yes
}

const (
	maxInFileName = 64 // bounds the text in the square brackets in the name of a file, in bytes
	maxExtension  = 5
)

// inFileName decides whether the "[" at the cursor is in the name of a file, as in "star[1].jpg": directly after a
// letter, a digit or "/", with a word in the brackets, and before a dot and an extension that ends the word.
func (b *reader) inFileName() verdict.Verdict {
	if last := b.last(); b.part != ends.Path || last != '/' && !ascii.Is(last, ascii.AlphaDigit) {
		return verdict.No
	}
	i := b.at + 1
	name := b.data[i:min(len(b.data), i+maxInFileName)]
	n := 0
	for n < len(name) && (ascii.Is(name[n], ascii.AlphaDigit) || strings.IndexByte("._-", name[n]) >= 0) {
		n++
	}
	const mark = "]."
	i += n
	rest := b.data[i:min(len(b.data), i+len(mark))]
	switch {
	case string(rest) != mark[:len(rest)] || n == 0 && len(rest) > 0:
		return verdict.No
	case len(rest) < len(mark):
		return verdict.AtEnd(b.eof)
	}
	i += len(mark)
	extension := b.data[i:min(len(b.data), i+maxExtension+1)]
	n = ascii.Len(extension, ascii.AlphaDigit)
	if n == len(extension) && n <= maxExtension && !b.eof {
		return verdict.More
	}
	if extension = extension[:n]; !isExtension(extension) {
		return verdict.No
	}
	after := b.cursor
	after.at = i + n
	r, v := after.next()
	if v != verdict.Yes {
		return v.Not()
	}
	const mayFollow = "\"'<>)],;.:!?#&|*`\\"
	return verdict.Of(chars.IsSpace(r) || strings.ContainsRune(mayFollow, r) || r >= utf8.RuneSelf && !unicode.IsLetter(r))
}

// isExtension reports whether word has the form of the extension of a file: letters of one case and digits, the
// first of them a letter.
func isExtension(word []byte) bool {
	return 1 < len(word) && len(word) <= maxExtension && ascii.Is(word[0], ascii.Alpha) &&
		(bytes.Equal(word, bytes.ToLower(word)) || bytes.Equal(word, bytes.ToUpper(word)))
}

// labelsFragment decides whether the "[" at the cursor opens a label, as in AsciiDoc: directly after a letter or a
// digit of a fragment without "=", and before a letter or "@". The label ends its word. No label follows a URL between
// quotes.
func (b *reader) labelsFragment() verdict.Verdict {
	if b.part != ends.Query || !ascii.Is(b.last(), ascii.AlphaDigit) {
		return verdict.No
	}
	if i := b.output.start(); i > 0 && isQuote(b.data[i-1]) {
		return verdict.No
	}
	b.flush(b.data, b.at)
	_, fragment, ok := bytes.Cut(b.url, []byte{'#'})
	if !ok || bytes.IndexByte(fragment, '=') >= 0 || endsInEscape(b.url) {
		return verdict.No
	}
	switch next, v := b.peek(1); {
	case v != verdict.Yes:
		return v
	case next != '@' && !unicode.IsLetter(next):
		return verdict.No
	}
	return b.endsLabel()
}

// maxLinkText bounds the text of a label, in characters.
const maxLinkText = 128

// endsLabel decides whether the word ends after the "]" that follows the "[" at the cursor in its line.
func (b *reader) endsLabel() verdict.Verdict {
	c := b.cursor
	for range maxLinkText {
		switch r, v := c.next(); {
		case v == verdict.More:
			return v
		case v == verdict.No, r == '\n', r == '\r':
			return verdict.No
		case r != ']':
			continue
		}
		r, v := c.next()
		if v != verdict.Yes {
			return v.Not()
		}
		return verdict.Of(r != '/' && r != '=' && r != '[' && r != '-' && r != '_' && r != '%' && r != '&' && !unicode.IsLetter(r) && !unicode.IsDigit(r))
	}
	return verdict.No
}

// ipLiteral decides about "[" at the beginning of a host: whether an IP literal (RFC
// 3986, section 3.2.2) begins there, which it skips to the end of.
func (b *reader) ipLiteral() verdict.Verdict {
	end := b.cursor
	end.next()
	for range maxIPLiteral - 1 {
		r, v := end.next()
		switch {
		case v != verdict.Yes:
			return v
		case r == ']':
			b.takeTo(end.at)
			return verdict.Yes
		case r >= utf8.RuneSelf, !ascii.Is(byte(r), ascii.AlphaDigit) && strings.IndexByte(":.%-", byte(r)) < 0:
			return verdict.No
		}
	}
	return verdict.No
}

// closing decides about the closing bracket ch: without its partner it ends the URL.
func (b *reader) closing(ch char) verdict.Verdict {
	n := len(b.open)
	if b.part == ends.Authority || n == 0 || b.open[n-1].c != partner(byte(ch.r)) {
		return verdict.No
	}
	b.open = b.open[:n-1]
	b.take(ch)
	return verdict.Yes
}

// partner returns the opening bracket for a closing one.
func partner(closing byte) byte {
	switch closing {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}
