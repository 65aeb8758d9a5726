package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/ends"
	"github.com/urlgrep/urlgrep/internal/verdict"
)

// slash decides about "/": the slashes after the scheme begin the authority, and the next
// one ends it.
func (b *reader) slash(ch char) verdict.Verdict {
	switch {
	case b.part == ends.Authority:
		b.part = ends.Path
	case b.part == ends.Slashes && b.len(b.at) > 0 && b.last() == '/':
		b.take(ch)
		b.part, b.host = ends.Authority, b.len(b.at)
		return verdict.Yes
	}
	b.take(ch)
	return verdict.Yes
}

// maxUserinfo bounds how many bytes after a colon in the authority its "@" is looked for.
// Tokens used as passwords have some thousand bytes.
const maxUserinfo = 4 << 10

// colon decides about a colon in the authority: a port must follow it, or it is in the
// userinfo and an "@" follows.
func (b *reader) colon(ch char) verdict.Verdict {
	after := b.after(ch.size)
	if all, v := after.colours(); v == verdict.More {
		return v
	} else if !all.sets {
		after = b.after(ch.size)
	}
	next, v := after.peek(0)
	if v != verdict.Yes {
		return v
	}
	if b.at < b.user || next < utf8.RuneSelf && ascii.Is(byte(next), ascii.Digit) {
		b.take(ch)
		return verdict.Yes
	}
	at, v := b.userinfo()
	switch v {
	case verdict.Yes:
		b.user = at
		b.take(ch)
	case verdict.No:
		return b.noPort(ch)
	}
	return v
}

// noPort decides about a colon in the authority after which neither a port nor the rest
// of the userinfo comes.
func (b *reader) noPort(ch char) verdict.Verdict {
	if v := b.placeholder(); v != verdict.No {
		b.template = v == verdict.Yes
		return v.Not()
	}
	if v := b.emptyPort(ch); v != verdict.No {
		return v
	}
	if v := b.unbracketed(); v != verdict.No {
		return v
	}
	v := b.begins("://")
	if v == verdict.Yes && !b.strict && !bytes.HasPrefix(b.data[b.at:], []byte("://")) {
		v = verdict.No // as in "//a:/\/", a pattern
	}
	if v == verdict.Yes {
		switch b.glued() {
		case verdict.More:
			return verdict.More
		case verdict.No:
			b.doubled = true // the supposed host is a scheme
		}
		return verdict.No
	}
	return v
}

// emptyPort decides about a colon in the authority before the path: RFC 3986, section 3.2.3, permits an
// empty port. Before "//" it is that of a scheme.
func (b *reader) emptyPort(ch char) verdict.Verdict {
	b.flush(b.data, b.at)
	host := b.url[b.host:]
	host = host[bytes.LastIndexAny(host, "@]")+1:]
	if bytes.IndexByte(host, ':') >= 0 {
		return verdict.No // it has a port
	}
	if v := b.begins(":/"); v != verdict.Yes {
		return v
	}
	switch v := b.begins("://"); v {
	case verdict.More:
		return v
	case verdict.Yes:
		return verdict.No
	}
	b.take(ch)
	return verdict.Yes
}

// placeholder decides whether the text after the colon at the cursor is a placeholder for a
// port, as programs fill in: "$PORT", "${PORT}", "$(port)", "{port}", "#{port}", "%d",
// "%s".
func (c cursor) placeholder() verdict.Verdict {
	c.next()
	mark, v := c.next()
	if v != verdict.Yes || mark == '{' {
		return v
	}
	if mark != '$' && mark != '#' && mark != '%' {
		return verdict.No
	}
	next, v := c.next()
	if v != verdict.Yes {
		return v
	}
	return verdict.Of(next == '{' || mark == '$' && next == '(' || mark != '#' && next < utf8.RuneSelf && ascii.Is(byte(next), ascii.Alpha))
}

// unbracketed decides about a colon of an IPv6 address without brackets: of two colons or
// more, with nothing but hexadecimal digits and dots between. The URL continues after the
// address, and is valid at no level.
func (b *reader) unbracketed() verdict.Verdict {
	b.flush(b.data, b.at)
	colons := 0
	for _, c := range b.url[b.host:] {
		if c == ':' {
			colons++
		} else if c != '.' && !ascii.Is(c, ascii.Hex) {
			return verdict.No
		}
	}
	end := -1
	ahead := b.cursor
	for range maxIPLiteral {
		r, v := ahead.next()
		isASCII := r < utf8.RuneSelf
		switch {
		case v == verdict.More:
			return v
		case v == verdict.Yes && isASCII && ascii.Is(byte(r), ascii.Hex):
			end = ahead.at
			continue
		case v == verdict.Yes && r == ':':
			colons++
			continue
		case v == verdict.Yes && r == '.':
			continue
		case colons < 2 || end < 0 || v == verdict.Yes && (!isASCII || ascii.Is(byte(r), ascii.AlphaDigit)):
			return verdict.No
		}
		b.takeTo(end)
		return verdict.Yes
	}
	return verdict.No
}

// takeTo reads the characters before index end.
func (b *reader) takeTo(end int) {
	for b.at < end {
		ch, _ := b.char()
		b.take(ch)
	}
}

// userinfo returns the index of the "@" that ends the userinfo which the colon at the cursor is
// in. The verdict is No if there is none.
//
// The cache keeps the range without "@", so that "www.a:www.b:www.c:…" is not searched
// again for each colon.
func (b *reader) userinfo() (at int, v verdict.Verdict) {
	none := &b.cache.noUserinfo
	if b.at < none.from || b.at >= none.to {
		none.from, none.to = b.at, b.at
	}
	ahead := b.cursor
	for ahead.at = none.to; ahead.at-b.at < maxUserinfo; none.to = ahead.at {
		at := ahead.at
		r, v := ahead.next()
		switch {
		case v != verdict.Yes:
			return 0, v
		case r == '@':
			return at, verdict.Yes
		case at > b.at && !isInUserinfo(r):
			return 0, verdict.No
		}
	}
	return 0, verdict.No
}

// isInUserinfo reports whether r may be in a userinfo: whether it ends neither the URL nor the
// authority, and is no bracket.
func isInUserinfo(r rune) bool {
	if r >= utf8.RuneSelf {
		return ends.Rune(r) == ends.GoesOn
	}
	c := byte(r)
	return ends.At(ends.Authority, c) < ends.Breaks && strings.IndexByte(`/?#()[]{}\`, c) < 0
}

// hostAt returns the range of the authority in the URL; both indices are 0 if there is
// none.
func (b *reader) hostAt() (start, end int) {
	if b.host < 0 || b.host > len(b.url) {
		return 0, 0
	}
	if i := bytes.IndexAny(b.url[b.host:], "/?#"); i >= 0 {
		return b.host, b.host + i
	}
	return b.host, len(b.url)
}

// topLevelEnd returns the length of the URL without text that directly follows its
// top-level domain, as Chinese or an arrow after "http://a.example". No top-level domain
// has letters of ASCII followed by symbols or by letters of a script without case.
func (b *reader) topLevelEnd() int {
	host, end := b.hostAt()
	dot := bytes.LastIndexByte(b.url[host:end], '.')
	if host == 0 || dot < 0 {
		return len(b.url)
	}
	top := host + dot + 1
	i := top + ascii.Len(b.url[top:end], ascii.Alpha)
	if i > top && i < end && b.url[i] == ':' {
		i += 1 + ascii.Len(b.url[i+1:end], ascii.Digit)
	}
	r, _ := utf8.DecodeRune(b.url[i:end])
	if i > top && i < end && r >= utf8.RuneSelf && b.url[i-1] != ':' && (isUnspaced(r) || unicode.In(r, unicode.S, unicode.N)) {
		return i
	}
	return len(b.url)
}

// isKnown reports whether the scheme of url is in the table of schemes.
func (b *reader) isKnown(url []byte) bool {
	scheme, _, ok := bytes.Cut(url, []byte{':'})
	return ok && b.rules.Schemes.Known(scheme)
}
