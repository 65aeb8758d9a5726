package find

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// finish trims the end of the URL: first all bytes from an opening bracket without a
// partner on, then punctuation. It drops the line breaks and hyphens that are after the
// new end. Nothing is trimmed before an exact delimiter.
func (b *reader) finish() {
	if b.host < 0 { // markup or a line break may be within "://"
		if i := bytes.IndexByte(b.url, ':'); i >= 0 && bytes.HasPrefix(b.url[i:], []byte("://")) {
			b.host = i + len("://")
		}
	}
	if b.exact > 0 {
		return
	}
	after, v := b.peek(0)
	blank := v != verdict.Yes || chars.IsSpace(after)
	if len(b.open) > 0 {
		b.noteUnmatched()
		b.url = b.url[:b.open[0].at]
		blank = false
	}
	if blank && b.part != ends.Authority && bytes.HasSuffix(b.url, []byte("'s")) {
		b.url = b.url[:len(b.url)-len("'s")]
	}
	if after == '>' && len(b.open) == 0 {
		b.url = bytes.TrimSuffix(b.url, []byte("--")) // "-->" ends a comment
	}
	b.url = b.url[:b.trimmedLen()]
	if n := len(b.url); b.foreign && b.topLevelEnd() < n {
		b.url = b.url[:b.topLevelEnd()]
		b.url = b.url[:b.trimmedLen()]
	}
	end := len(b.url)
	for len(b.hyphens) > 0 && b.hyphens[len(b.hyphens)-1]+1 >= end {
		b.hyphens = b.hyphens[:len(b.hyphens)-1]
	}
	for at := b.breaks.breaks; len(at) > 0 && at[len(at)-1] >= end; {
		at = at[:len(at)-1]
		b.breaks.breaks = at
	}
}

// ampersandLen returns the length of the reference to "&" that url ends in, or 0.
func ampersandLen(url []byte) int {
	rest := url
	for bytes.HasSuffix(rest, []byte("amp;")) {
		rest = rest[:len(rest)-len("amp;")]
	}
	if len(rest) < len(url) && bytes.HasSuffix(rest, []byte("&")) {
		return len(url) - len(rest) + 1
	}
	return 0
}

// trimmedLen returns the length of the URL without punctuation that ends a sentence, and
// without markup. A final "'" stays if there is another one in the URL. A host ends in a
// letter or a digit, unless its scheme is unknown: there "*" may be a wildcard, as in
// "gs://a*".
func (b *reader) trimmedLen() int {
	out := b.url
	host, end := -1, 0 // range of the authority, once it is needed
	marks := 0         // number of runs of markup removed
	for len(out) > 0 {
		c := out[len(out)-1]
		n := 1 // bytes to remove
		switch {
		case c == '/' || c == ']' || ascii.Is(c, ascii.AlphaDigit):
			return len(out)
		case c == ';' && ampersandLen(out) > 0:
			n = ampersandLen(out)
		case ends.Trimmed(c) && strings.IndexByte("'*_~", c) < 0:
		case c == '\'':
			rest := bytes.TrimRight(out, "'")
			if bytes.IndexByte(rest, c) >= 0 {
				return len(out)
			}
			n = len(out) - len(rest)
		case c >= utf8.RuneSelf:
			if n = joinerLen(out); n == 0 {
				return len(out)
			}
		default:
			if host < 0 {
				host, end = b.hostAt()
			}
			if host < len(out) && len(out) <= end && (c == '-' || b.isKnown(out[:host])) {
				break
			}
			if n = b.closingMarkup(out); n == 0 || marks == maxMarks {
				return len(out)
			}
			marks++
		}
		out = out[:len(out)-n]
	}
	return 0
}

// joinerLen returns the length of the hyphen or dash outside ASCII, or of the zero-width
// joiner or non-joiner, that out ends in. It returns 0 if out ends in none of these.
func joinerLen(out []byte) int {
	r, n := utf8.DecodeLastRune(out)
	if ends.Joiner(r) {
		return n
	}
	return 0
}
