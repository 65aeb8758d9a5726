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

// slash decides about "/": the slashes after the scheme begin the authority, and the next
// one ends it.
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

// maxUserinfo bounds how many bytes after a colon in the authority its "@" is looked for.
// Tokens used as passwords have some thousand bytes.
const maxUserinfo = 4 << 10

// colon decides about a colon in the authority: a port must follow it, or it is in the
// userinfo and an "@" follows.
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
		return b.noPort()
	}
	return v
}

// noPort decides about a colon in the authority after which neither a port nor the rest
// of the userinfo comes.
func (b *bare) noPort() wrapper.Verdict {
	if v := b.placeholder(); v != wrapper.No {
		b.template = v == wrapper.Yes
		return not(v)
	}
	if v := b.unbracketed(); v != wrapper.No {
		return v
	}
	return b.doubledScheme()
}

// placeholder decides whether the text after the colon at b.at is a placeholder for a
// port, as programs fill in: "$PORT", "${PORT}", "$(port)", "{port}", "#{port}", "%d",
// "%s".
func (b *bare) placeholder() wrapper.Verdict {
	c, v := b.peek(1)
	if v != wrapper.Yes || c == '{' {
		return v
	}
	if c != '$' && c != '#' && c != '%' {
		return wrapper.No
	}
	next, v := b.peek(2)
	if v != wrapper.Yes {
		return v
	}
	return yes(next == '{' || c == '$' && next == '(' || c != '#' && ascii.Is(next, ascii.Alpha))
}

// unbracketed decides about a colon of an IPv6 address without brackets: of two colons or
// more, with nothing but hexadecimal digits and dots between. The URL continues after the
// address, and is valid at no level.
func (b *bare) unbracketed() wrapper.Verdict {
	b.flush()
	colons := 0
	for _, c := range b.out[b.host:] {
		if c == ':' {
			colons++
		} else if c != '.' && !ascii.Is(c, ascii.Hex) {
			return wrapper.No
		}
	}
	end := 0
	for n := 0; n < maxIPLiteral; n++ {
		c, v := b.peek(n)
		switch {
		case v == wrapper.More:
			return v
		case v == wrapper.Yes && ascii.Is(c, ascii.Hex):
			end = n + 1
			continue
		case v == wrapper.Yes && c == ':':
			colons++
			continue
		case v == wrapper.Yes && c == '.':
			continue
		case colons < 2 || end == 0 || v == wrapper.Yes && (c >= utf8.RuneSelf || ascii.Is(c, ascii.AlphaDigit)):
			return wrapper.No
		}
		b.at += end
		return wrapper.Yes
	}
	return wrapper.No
}

// userinfo returns the index of the "@" that ends the userinfo which the colon at b.at is
// in. The verdict is No if there is none.
//
// The cache keeps the range without "@", so that "www.a:www.b:www.c:…" is not searched
// again for each colon.
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

// doubledScheme decides about a colon without a port: "://" at b.at shows that the
// supposed host is a scheme.
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

// hostAt returns the range of the authority in the URL; both indices are 0 if there is
// none.
func (b *bare) hostAt() (start, end int) {
	if b.host < 0 || b.host > len(b.out) {
		return 0, 0
	}
	if i := bytes.IndexAny(b.out[b.host:], "/?#"); i >= 0 {
		return b.host, b.host + i
	}
	return b.host, len(b.out)
}

// topLevelEnd returns the length of the URL without text that directly follows its
// top-level domain, as Chinese or an arrow after "http://a.example". No top-level domain
// has letters of ASCII followed by symbols or by letters of a script without case.
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

// isKnown reports whether the scheme of url is in the table of schemes.
func (b *bare) isKnown(url []byte) bool {
	scheme, _, ok := bytes.Cut(url, []byte{':'})
	return ok && b.rules.Schemes.Known(scheme)
}
