package find

import (
	"slices"
	"strings"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// A paren is an opening bracket: its offset in out, its index in the window.
type paren struct {
	at, in int
	c      byte
}

// A unmatched is what a URL has shown about brackets that had no partner in it: those at
// the indices at, up to end, have none, in another URL either that ends as this
// one did. Without it, "http://a/(" a thousand times over would be read to the end
// a thousand times.
type unmatched struct {
	mode mode
	at   []int
	end  int
}

// A mode is what, beside the text, decides where a URL ends.
type mode struct {
	enclose  byte // what is before the URL and, again, ends it
	unspaced bool // the text before it is written without blanks between words
	join     bool // it may go on in the next line
}

// noteUnmatched notes that the brackets which are open have no partner.
func (b *bare) noteUnmatched() {
	cached := &b.cache.unmatched
	i := slices.IndexFunc(*cached, func(l unmatched) bool { return l.mode == b.mode })
	if i < 0 {
		i = len(*cached)
		*cached = append(*cached, unmatched{mode: b.mode})
	}
	l := &(*cached)[i]
	l.at, l.end = l.at[:0], b.at
	for _, p := range b.open {
		l.at = append(l.at, p.in)
	}
}

// isUnmatched reports whether the bracket at b.at is known to have no partner.
func (b *bare) isUnmatched() bool {
	for _, l := range b.cache.unmatched {
		if b.at < l.end && l.mode == b.mode {
			_, found := slices.BinarySearch(l.at, b.at)
			return found
		}
	}
	return false
}

// slide moves the indices into the window.
func (l *unmatched) slide(drop int) {
	for i := range l.at {
		l.at[i] -= drop
	}
	l.end -= drop
}

// maxIPLiteral bounds the length of an IP literal in brackets, in bytes.
const maxIPLiteral = 64

// opening decides about an opening bracket. It goes on with the URL if its
// partner is in it, which shows later. "[" must also stand in a query or
// fragment, or right after one of "_-.=": elsewhere it begins the text of a
// link in AsciiDoc, as in "http://a/[text]"; and "[/" a tag of BBCode.
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

// ipLiteral reads an IP literal (RFC 3986, section 3.2.2).
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

// closing decides about a closing bracket: one without its partner ends the
// URL.
func (b *bare) closing(c byte) wrapper.Verdict {
	n := len(b.open)
	if b.part == inAuthority || n == 0 || b.open[n-1].c != partner(c) {
		return wrapper.No
	}
	b.open = b.open[:n-1]
	b.at++
	return wrapper.Yes
}

func partner(closing byte) byte {
	switch closing {
	case ')':
		return '('
	case ']':
		return '['
	}
	return '{'
}
