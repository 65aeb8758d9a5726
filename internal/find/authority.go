package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// slash goes from the authority to the path.
func (b *bare) slash() wrapper.Verdict {
	switch {
	case b.part == inAuthority:
		b.part = inPath
	case b.part == inSlashes && b.len() > 0 && b.last() == '/':
		b.part, b.host = inAuthority, b.len()+1
	}
	b.at++
	return wrapper.Yes
}

// maxUserinfo bounds how far after a colon in the authority its "@" is looked
// for, in bytes: tokens that are in the place of passwords have some thousand.
const maxUserinfo = 4 << 10

// colon decides about one in the authority: digits must follow, a port, or it
// stands in the userinfo, and an "@" follows.
func (b *bare) colon() wrapper.Verdict {
	next, v := b.peek(1)
	if v != wrapper.Yes {
		return v
	}
	if b.at < b.user || ascii.Is(next, ascii.Digit) {
		b.at++
		return wrapper.Yes
	}
	at, v := b.userinfo()
	switch v {
	case wrapper.Yes:
		b.user = at
		b.at++
	case wrapper.No:
		return b.doubledScheme()
	}
	return v
}

// userinfo looks for the "@" that ends the userinfo which a colon at b.at stands
// in. What has been looked through is not looked through again for the next colon,
// in "www.a:www.b:www.c:…".
func (b *bare) userinfo() (at int, v wrapper.Verdict) {
	span := &b.cache.noUserinfo
	if b.at < span.from || b.at >= span.to {
		span.from, span.to = b.at, b.at+1
	}
	for span.to-b.at < maxUserinfo {
		c, v := b.peek(span.to - b.at)
		if v != wrapper.Yes {
			return 0, v
		}
		if c == '@' {
			return span.to, wrapper.Yes
		}
		rest := b.Data[span.to:]
		if !b.EOF && !utf8.FullRune(rest) {
			return 0, wrapper.More
		}
		r, size := chars.Decode(rest, b.fallback)
		if r < ' ' || strings.ContainsRune(" \x7f/?#\"<>()[]{}|\\'`", r) || r >= utf8.RuneSelf && !isURLRune(r) {
			break
		}
		span.to += size
	}
	return 0, wrapper.No
}

// doubledScheme decides about a colon without a port: "://" after the authority shows
// that this was a scheme.
func (b *bare) doubledScheme() wrapper.Verdict {
	for n, want := range []byte("://") {
		c, v := b.peek(n)
		if v == wrapper.More {
			return v
		}
		if c != want {
			return wrapper.No
		}
	}
	b.doubled = true
	return wrapper.No
}

// hostAt returns where the authority begins in the URL and where it ends; both are
// 0 if it has none.
func (b *bare) hostAt() (start, end int) {
	if b.host < 0 || b.host > len(b.out) {
		return 0, 0
	}
	if i := bytes.IndexAny(b.out[b.host:], "/?#"); i >= 0 {
		return b.host, b.host + i
	}
	return b.host, len(b.out)
}

// topLevelEnd returns the length of the URL up to where something is glued to its
// top-level domain, as in "http://a.example" and Chinese after it, or an arrow:
// no domain's name there is of letters of ASCII and, after these, symbols or
// letters of a script that has no capitals.
func (b *bare) topLevelEnd() int {
	host, end := b.hostAt()
	dot := bytes.LastIndexByte(b.out[host:end], '.')
	if host == 0 || dot < 0 {
		return len(b.out)
	}
	top := host + dot + 1
	i := top + ascii.Len(b.out[top:end], ascii.Alpha)
	if i > top && i < end && b.out[i] == ':' {
		i += 1 + ascii.Len(b.out[i+1:end], ascii.Digit)
	}
	r, _ := utf8.DecodeRune(b.out[i:end])
	if i > top && i < end && r >= utf8.RuneSelf && b.out[i-1] != ':' && (isUnspaced(r) || unicode.In(r, unicode.S, unicode.N)) {
		return i
	}
	return len(b.out)
}

// isKnown reports whether the scheme that begins a URL is one of the table.
func (b *bare) isKnown(url []byte) bool {
	scheme, _, ok := bytes.Cut(url, []byte{':'})
	return ok && b.rules.Schemes.Known(scheme)
}
