package find

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
)

// finish takes from the URL's end what is not of it: first everything from an
// opening bracket on that has no partner, then punctuation.
func (b *bare) finish() {
	blank := b.at == len(b.Data) || chars.SpaceAt(b.Data[b.at:], b.fallback) > 0
	if len(b.open) > 0 {
		b.noteUnmatched()
		b.out = b.out[:b.open[0].at]
		blank = false
	}
	if blank && b.part != inAuthority && bytes.HasSuffix(b.out, []byte("'s")) {
		b.out = b.out[:len(b.out)-len("'s")]
	}
	if b.at < len(b.Data) && b.Data[b.at] == '>' && len(b.open) == 0 {
		b.out = bytes.TrimSuffix(b.out, []byte("--")) // "-->" ends a comment
	}
	b.out = b.out[:b.trimmedLen()]
	if n := len(b.out); b.foreign && b.topLevelEnd() < n {
		b.out = b.out[:b.topLevelEnd()]
		b.out = b.out[:b.trimmedLen()]
	}
	end := len(b.out)
	for len(b.hyphens) > 0 && b.hyphens[len(b.hyphens)-1]+1 >= end {
		b.hyphens = b.hyphens[:len(b.hyphens)-1]
	}
	for len(b.breaks) > 0 && b.breaks[len(b.breaks)-1] >= end {
		b.breaks = b.breaks[:len(b.breaks)-1]
	}
}

// trimmedLen returns the length of the URL without what ends a sentence and not a
// URL, and without markup. Final "'" stay where another one stands inside. A host
// ends in a letter or a digit, unless nobody knows the scheme: there "*" may be
// meant, as in "gs://a*".
func (b *bare) trimmedLen() int {
	out := b.out
	host, end := -1, 0 // of the authority, once it is looked for
	marks := 0         // runs of markup taken off
	for len(out) > 0 {
		c := out[len(out)-1]
		n := 1 // bytes that go
		switch {
		case c == '/' || c == ']' || ascii.Is(c, ascii.AlphaDigit):
			return len(out)
		case c == ';' && bytes.HasSuffix(out, []byte("&amp;")):
			n = len("&amp;")
		case strings.IndexByte(".,;:!?@|`", c) >= 0:
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

// joinerLen returns the length of the hyphen or dash outside ASCII that out ends in,
// or of the character without width that joins, 0 if it ends in none.
func joinerLen(out []byte) int {
	r, n := utf8.DecodeLastRune(out)
	if 0x2010 <= r && r <= 0x2013 || r == 0x200C || r == 0x200D {
		return n
	}
	return 0
}
