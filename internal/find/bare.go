package find

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// bare is a URL without brackets around it, while its end is looked for.
//
// There are two cursors: at, where reading is, and in the end the last byte that the URL
// may end on, after which everything is given back.
//
// It has more fields than most types: what was seen of a URL at one byte decides about
// another one.
type bare struct {
	text
	rules *Rules
	heads *Heads
	output

	mode
	part       part
	host       int     // where the authority begins in out, -1 without one
	user       int     // index of the "@" that ends the userinfo, 0 when there is none
	foreign    bool    // it has characters outside ASCII
	open       []paren // brackets without their partner yet
	overstruck bool    // the text has overstruck characters
	doubled    bool    // "://" ended it in the authority

	lineBreaks

	cache bareCache // from one URL to the next
}

// lineBreaks are those in a URL. Offsets are of its bytes, each greater than the one before.
type lineBreaks struct {
	breaks  []int // the offsets of what follows a line break
	hyphens []int // the offsets of hyphens that a line break follows
	read    int   // lines that have been read, one more than breaks unless pages end in between
	tooMany bool  // there are more lines that it goes on in than the limit allows
}

// known is what one URL has shown about what is after it, and the next one need not look
// for again.
type bareCache struct {
	unmatched  []unmatched // brackets without a partner
	noUserinfo struct {
		from, to int // in the window there is neither "@" nor what ends the userinfo
	}
}

func (k *bareCache) reset() {
	k.unmatched = k.unmatched[:0]
	k.noUserinfo.from, k.noUserinfo.to = 0, 0
}

// slide moves the indices into the window.
func (k *bareCache) slide(drop int) {
	for i := range k.unmatched {
		k.unmatched[i].slide(drop)
	}
	k.noUserinfo.from -= drop
	k.noUserinfo.to -= drop
}

// An output is the text of a URL, copied from the window as it is read, since what is in
// the window may have markup in it or be broken.
//
// The URL so far is out and Data[from:at]. The segs, in order, cover out.
type output struct {
	at   int    // index into the window: all before it has been read
	from int    // the window from here to at is not in out yet
	out  []byte // the URL
	segs []seg  // which part of out came from where
}

// A seg says that out[at:] came from the window's index in on, up to the next
// seg: byte by byte, or all of it from size bytes, if that is not 0.
type seg struct {
	at, in, size int
}

// A part is a part of a URL that has its own rules for where it ends.
type part uint8

const (
	inScheme part = iota
	inSlashes
	inAuthority
	inPath
	inQuery // and in the fragment
)

// special holds, for each part, the bytes that must be looked at. All others
// go on.
var special = [...][256]bool{
	inScheme:    specials("", true),
	inSlashes:   specials("", true),
	inAuthority: specials("/?#:()[]{}|\\'`*_~,;&", false),
	inPath:      specials("?#()[]{}|\\'`*_~,;&", false),
	inQuery:     specials("()[]{}\\'`*_~,;&", false),
}

func specials(also string, all bool) (t [256]bool) {
	for c := range t {
		b := byte(c)
		t[c] = all || b >= utf8.RuneSelf || ascii.Is(b, ascii.Control|ascii.Space) ||
			strings.IndexByte("\"<>"+also, b) >= 0
	}
	return t
}

// maxMarkup bounds how long a URL may be with what is dropped from it, as overstrikes
// and groff's "\:", by the limit of its length; the line breaks in it come on top.
const maxMarkup = 8

// run finds the end of the URL in t whose scheme is Data[start:colon], or, with colon
// before start, of one that begins with a host. Its delimiters, if any, begin at
// Data[from]. With join it may go on in the next line; with struck, it is known that it
// has overstruck characters. The verdict is Yes when the end is found, No when the URL is
// so much longer than the limit that what is taken from its end cannot make up for it.
func (b *bare) run(t *text, from, start, colon int, join, overstruck bool) wrapper.Verdict {
	for {
		v := b.runAs(t, from, start, colon, join, overstruck)
		if overstruck || !b.overstruck {
			return v
		}
		overstruck = true
	}
}

// runAs is run. If it meets an overstruck character and struck is false, it sets b.struck:
// the URL is to be read again then.
func (b *bare) runAs(t *text, from, start, colon int, join, overstruck bool) wrapper.Verdict {
	b.begin(t, start, overstruck)
	b.setEnclose(from)
	b.join = join
	switch {
	case colon < start:
		b.part, b.host = inAuthority, 0
	case !overstruck:
		b.at = colon + 1
		b.part = inPath
		if bytes.HasPrefix(b.Data[b.at:], []byte("//")) {
			b.at += 2
			b.part, b.host = inAuthority, b.at-start
		}
	}
	data := b.Data
	for {
		table := &special[b.part]
		if overstruck {
			table = &special[inScheme]
		}
		for b.at < len(data) && !table[data[b.at]] {
			b.at++
		}
		if b.len() > b.rules.MaxURL+maxMarksOff || b.at-start > maxMarkup*b.rules.MaxURL+MaxHead*b.read {
			return wrapper.No
		}
		if b.at == len(data) {
			if !b.EOF {
				return wrapper.More
			}
			break
		}
		c := data[b.at]
		if overstruck {
			switch b.isOverstruck(b.at) {
			case wrapper.More:
				return wrapper.More
			case wrapper.Yes:
				b.skip(overstrikeLen(b.Data[b.at:], b.fallback))
				continue
			}
		}
		v := b.special(c)
		if v == wrapper.More {
			return v
		}
		if v == wrapper.No {
			if c == '\b' && !overstruck {
				b.overstruck = true
				return wrapper.No
			}
			break
		}
	}
	b.flush()
	b.finish()
	return wrapper.Yes
}

// begin makes ready for a URL that begins at Data[start].
func (b *bare) begin(t *text, start int, overstruck bool) {
	*b = bare{
		text: *t, rules: b.rules, heads: b.heads, cache: b.cache,
		output:     output{at: start, from: start, out: b.out[:0], segs: append(b.segs[:0], seg{0, start, 0})},
		lineBreaks: lineBreaks{breaks: b.breaks[:0], hyphens: b.hyphens[:0], read: 1},
		open:       b.open[:0], host: -1, overstruck: overstruck,
	}
}

// len returns the length of the URL so far.
func (o *output) len() int { return len(o.out) + o.at - o.from }

// end returns the index in the window after the URL.
func (o *output) end() int {
	n := len(o.out)
	for i := len(o.segs) - 1; i >= 0; i-- {
		if g := o.segs[i]; g.at < n {
			if g.size > 0 {
				return g.in + g.size
			}
			return g.in + n - g.at
		}
	}
	return o.start()
}

// start returns the index in the window of the URL.
func (o *output) start() int { return o.segs[0].in }

// head returns the line that the URL begins in, up to its first byte.
func (b *bare) head() []byte { return b.heads.Of(b.Text, b.start()+1) }

// flush copies what has been read to out.
func (b *bare) flush() {
	b.out = append(b.out, b.Data[b.from:b.at]...)
	b.from = b.at
}

// skip leaves n bytes of the window out of the URL.
func (b *bare) skip(n int) {
	b.flush()
	b.at += n
	b.resume()
}

// replace reads n bytes of the window as one character.
func (b *bare) replace(n int, r rune) {
	b.flush()
	b.segs = append(b.segs, seg{len(b.out), b.at, n})
	b.out = utf8.AppendRune(b.out, r)
	b.at += n
	b.resume()
}

// resume goes on copying from the window at b.at.
func (b *bare) resume() {
	b.from = b.at
	last := len(b.segs) - 1
	if g := &b.segs[last]; last > 0 && g.at == len(b.out) {
		g.in = b.at // nothing came from there
		return
	}
	b.segs = append(b.segs, seg{len(b.out), b.at, 0})
}

// peek returns the byte n places ahead; none when the text ends before it, and
// More when only the window does.
func (b *bare) peek(n int) (c byte, v wrapper.Verdict) {
	switch {
	case b.at+n < len(b.Data):
		return b.Data[b.at+n], wrapper.Yes
	case b.EOF:
		return 0, wrapper.No
	}
	return 0, wrapper.More
}

// special decides about c, at b.at, a byte that may end the URL. Yes means that
// the URL goes on, at b.at.
func (b *bare) special(c byte) wrapper.Verdict {
	switch c {
	case '/':
		return b.slash()
	case '?', '#':
		if b.part <= inPath {
			b.part = inQuery
		}
	case ':':
		if b.part == inAuthority {
			return b.colon()
		}
		if b.part == inScheme {
			b.part = inSlashes
		}
	case '(', '{', '[':
		return b.opening(c)
	case ')', '}', ']':
		return b.closing(c)
	case '|':
		if b.part != inQuery {
			return wrapper.No
		}
	case '\\':
		return b.backslash()
	case '\'', '`':
		if b.part == inAuthority {
			return wrapper.No
		}
		if c == b.enclose || b.enclose == '`' {
			return b.closingQuote()
		}
	case '*':
		if c == b.enclose {
			return wrapper.No
		}
	case '_', '~':
		if c == b.enclose {
			return b.closingQuote()
		}
	case ',', ';':
		if c == b.enclose {
			return wrapper.No
		}
		return b.separator()
	case '&':
		return b.ampersand()
	default:
		return b.other(c)
	}
	b.at++
	return wrapper.Yes
}

// other decides about what is no ASCII punctuation.
func (b *bare) other(c byte) wrapper.Verdict {
	if c >= utf8.RuneSelf {
		if !b.EOF && !utf8.FullRune(b.Data[b.at:]) {
			return wrapper.More
		}
		r, size := chars.Decode(b.Data[b.at:], b.fallback)
		b.foreign = true
		switch {
		case b.join && chars.IsSpace(r):
			return b.rejoin()
		case !isURLRune(r):
			return wrapper.No
		case b.unspaced && b.part >= inPath && isUnspaced(r) && ascii.Is(b.last(), ascii.AlphaDigit):
			return wrapper.No
		case size == 1:
			b.replace(1, r)
		default:
			b.at += size
		}
		return wrapper.Yes
	}
	if b.join && (c == 0x1B || ascii.Is(c, ascii.Space)) {
		return b.rejoin()
	}
	if c == '"' || c == '<' || c == '>' || ascii.Is(c, ascii.Space|ascii.Control) {
		return wrapper.No
	}
	if b.part == inSlashes {
		b.part = inPath
	}
	b.at++
	return wrapper.Yes
}

// isURLRune reports whether a character outside ASCII goes on with a URL:
// letters, digits, marks and symbols do, and what joins emoji. White space,
// punctuation, quotes, brackets and full-width forms end it; hyphens and
// dashes up to U+2013 only where they end it anyway.
func isURLRune(r rune) bool {
	switch {
	case 0xFF00 <= r && r <= 0xFF60, 0xFFE0 <= r && r <= 0xFFE6, r == utf8.RuneError:
		return false
	case r == 0xB4, 0x275B <= r && r <= 0x2760: // quotation marks, but for their category
		return false
	case 0x2010 <= r && r <= 0x2013, r == 0x200C, r == 0x200D:
		return true
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.S)
}

// last returns the last byte of the URL so far.
func (b *bare) last() byte {
	if b.at > b.from {
		return b.Data[b.at-1]
	}
	if len(b.out) > 0 {
		return b.out[len(b.out)-1]
	}
	return 0
}

// backslash decides about a backslash: before one of "_*.-~&#" it is markup of
// Markdown or groff and dropped, as is groff's "\:" whole. Any other ends the
// URL.
func (b *bare) backslash() wrapper.Verdict {
	c, v := b.peek(1)
	if v != wrapper.Yes {
		return v
	}
	switch {
	case c == ':':
		b.skip(2)
		return wrapper.Yes
	case strings.IndexByte("_*.-~&#", c) >= 0:
		b.skip(1)
		if c == '#' && b.part <= inPath {
			b.part = inQuery
		}
		b.at++
		return wrapper.Yes
	}
	return wrapper.No
}

// separator decides about "," and ";": before "scheme://", or a scheme that divides without
// "//", it divides two URLs.
func (b *bare) separator() wrapper.Verdict {
	const maxScheme = 64
	for n := 1; n <= maxScheme; n++ {
		c, v := b.peek(n)
		if v == wrapper.More {
			return v
		}
		if v == wrapper.Yes && ascii.Is(c, ascii.Scheme) && (n > 1 || ascii.Is(c, ascii.Alpha)) {
			continue
		}
		if v == wrapper.No || c != ':' || n == 1 {
			break
		}
		if s := scheme.Lookup(b.Data[b.at+1 : b.at+n]); s != nil && s.Is(scheme.Divides) {
			return wrapper.No
		}
		for k, want := range []byte("//") {
			c, v := b.peek(n + 1 + k)
			if v == wrapper.More {
				return v
			}
			if c != want {
				b.at++
				return wrapper.Yes
			}
		}
		return wrapper.No
	}
	b.at++
	return wrapper.Yes
}
