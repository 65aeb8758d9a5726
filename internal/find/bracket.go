package find

import (
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/wrapper"
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
	mode mode
	at   []int // indices of the brackets, increasing
	end  int
}

// A mode is the context that decides, together with the text, where a URL ends.
type mode struct {
	enclose  byte // character that ends the URL because of the one before it, or 0: see enclosing
	unspaced bool // the text before it is in a script without spaces between words
	join     bool // the URL may continue in the next line
}

// noteUnmatched adds the open brackets to the cache: they have no partner.
func (b *bare) noteUnmatched() {
	cached := &b.cache.unmatched
	i := slices.IndexFunc(*cached, func(l unmatchedBrackets) bool { return l.mode == b.mode })
	if i < 0 {
		i = len(*cached)
		*cached = append(*cached, unmatchedBrackets{mode: b.mode})
	}
	l := &(*cached)[i]
	l.at, l.end = l.at[:0], b.at
	for _, p := range b.open {
		l.at = append(l.at, p.in)
	}
}

// isUnmatched reports whether the cache says that the bracket at b.at has no partner.
func (b *bare) isUnmatched() bool {
	for _, l := range b.cache.unmatched {
		if b.at < l.end && l.mode == b.mode {
			_, found := slices.BinarySearch(l.at, b.at)
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
// partner is in it: see finish. "[" must also be in a query or a fragment, or follow one
// of "_-.=". Elsewhere it begins the text of a link in AsciiDoc, "http://a/[text]". "[/"
// begins a tag of BBCode.
func (b *bare) opening(c byte) wrapper.Verdict {
	if b.part == inAuthority {
		if c == '[' && (b.len() == b.host || b.last() == '@') {
			return b.ipLiteral()
		}
		return wrapper.No
	}
	if c == '[' {
		if next, v := b.peek(1); v == wrapper.More {
			return v
		} else if v == wrapper.Yes && next == '/' {
			return wrapper.No // "[/url]"
		}
	}
	if c == '[' && b.part != inQuery && strings.IndexByte("_-.=", b.last()) < 0 {
		return wrapper.No
	}
	if b.isUnmatched() {
		return wrapper.No
	}
	b.open = append(b.open, paren{b.len(), b.at, c})
	b.at++
	return wrapper.Yes
}

// ipLiteral decides about "[" at the beginning of a host: whether an IP literal (RFC
// 3986, section 3.2.2) begins there, which it skips to the end of.
func (b *bare) ipLiteral() wrapper.Verdict {
	for n := 1; n < maxIPLiteral; n++ {
		c, v := b.peek(n)
		if v != wrapper.Yes {
			return v
		}
		if c == ']' {
			b.at += n + 1
			return wrapper.Yes
		}
		if !ascii.Is(c, ascii.AlphaDigit) && strings.IndexByte(":.%-", c) < 0 {
			break
		}
	}
	return wrapper.No
}

// closing decides about the closing bracket c: without its partner it ends the URL.
func (b *bare) closing(c byte) wrapper.Verdict {
	n := len(b.open)
	if b.part == inAuthority || n == 0 || b.open[n-1].c != partner(c) {
		return wrapper.No
	}
	b.open = b.open[:n-1]
	b.at++
	return wrapper.Yes
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
