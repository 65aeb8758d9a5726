package find

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/internal/escape"
	"github.com/urlgrep/urlgrep/internal/scheme"
	"github.com/urlgrep/urlgrep/internal/wrapper"
)

// A bare is a URL without brackets around it, while its end is searched.
//
// There are two cursors: at is the position of the reader. The last byte that the URL may
// end on is known when reading is finished; finish removes all bytes after it.
//
// It has more fields than most types, because the rules for one byte depend on the bytes
// before it.
type bare struct {
	text
	rules *Rules
	heads *Heads
	output

	mode
	part       part
	host       int     // offset in the URL where the authority begins, -1 if there is none
	user       int     // index of the "@" that ends the userinfo, 0 if there is none
	foreign    bool    // the URL has characters outside ASCII
	soft       int     // index after the last soft hyphen or U+2010 that was read
	open       []paren // brackets whose partner has not been read
	overstruck bool    // the text has overstruck characters
	doubled    bool    // "://" ended it in the authority
	escaped    bool    // the text has escape sequences that were not decoded
	template   bool    // its port is a placeholder, as in "http://localhost:$PORT/"

	lineBreaks

	cache     bareCache  // from one URL to the next
	decodings *decodings // the same for decoded texts
	decoded   *decoded   // the last of them that was used
}

// lineBreaks are the line breaks that were removed from a URL. The offsets are those in
// the URL, and increase.
type lineBreaks struct {
	breaks  []int // offsets of the bytes after a line break
	hyphens []int // offsets of the hyphens before a line break
	read    int   // number of lines read: len(breaks)+1, and the lines of page breaks
	tooMany bool  // the URL continues in more lines than the limit allows
	quoted  bool  // it continues in a second string literal: see literal
}

// A bareCache holds facts about the text after a URL that reading the URL has shown, so
// that reading the next URL need not find them again.
type bareCache struct {
	unmatched  []unmatchedBrackets
	noUserinfo struct {
		from, to int // range of the window without "@" and without a byte that ends a userinfo
	}
}

func (k *bareCache) reset() {
	k.unmatched = k.unmatched[:0]
	k.noUserinfo.from, k.noUserinfo.to = 0, 0
}

// slide adjusts the indices when the window loses its first drop bytes.
func (k *bareCache) slide(drop int) {
	for i := range k.unmatched {
		k.unmatched[i].slide(drop)
	}
	k.noUserinfo.from -= drop
	k.noUserinfo.to -= drop
}

// An output is the text of a URL. It is copied from the window while it is read, because
// the window may hold markup and line breaks within the URL.
//
// The URL so far is out followed by Data[from:at]. The segs are in order and cover out.
type output struct {
	at   int    // index of the window up to which the URL has been read
	from int    // index of the window from which the URL has not been copied to out
	out  []byte // the URL
	segs []seg  // where in the window the parts of out are
}

// A seg says that the bytes from out[at] to the next seg are those of the window from
// Data[in] on or, if size is not 0, are one character that replaces size bytes there.
type seg struct {
	at, in, size int
}

// A part is a part of a URL with its own rules for where the URL ends.
type part uint8

const (
	inScheme part = iota
	inSlashes
	inAuthority
	inPath
	inQuery // or in the fragment
)

// special holds, for each part, the bytes that the rules decide about. The URL continues
// over all other bytes.
var special = [...][256]bool{
	inScheme:    specials("", true),
	inSlashes:   specials("", true),
	inAuthority: specials("/?#:()[]{}|\\'`*+_~,;&", false),
	inPath:      specials("?#()[]{}|\\'`*+_~,;&", false),
	inQuery:     specials("()[]{}|\\'`*+_~,;&", false),
}

// specials returns a set of bytes: those of also and those that are special in every
// part, or all bytes.
func specials(also string, all bool) (t [256]bool) {
	for c := range t {
		t[c] = all || c >= utf8.RuneSelf || ascii.Is(byte(c), ascii.Control|ascii.Space)
	}
	for _, c := range []byte("\"<>" + also) {
		t[c] = true
	}
	return t
}

// maxMarkup bounds how many times longer than MaxURL a URL may be in the text because of
// markup that is removed, such as overstrikes and groff's "\:". Line breaks in the URL
// are not counted.
const maxMarkup = 8

// run finds the end of the URL in t whose scheme is Data[start:colon] or, if colon is
// before start, of a URL that begins with a host. Its prefix, if any, begins at
// Data[from]. If join is true, the URL may continue in the next line. If overstruck is
// true, the text is known to have overstruck characters. The verdict is Yes if the end
// was found. It is No if the URL is so much longer than the limit that trimming cannot
// make it short enough.
func (b *bare) run(t *text, from, start, colon int, join, overstruck bool) wrapper.Verdict {
	for {
		v := b.runAs(t, from, start, colon, join, overstruck)
		switch {
		case b.escaped:
			if v, ok := b.runDecoded(t, from, start, colon, escape.Markup); ok {
				return v
			}
		case overstruck || !b.overstruck:
			return v
		}
		overstruck = true
	}
}

// runAs is run, but reads the URL once. It sets b.overstruck if it meets an overstruck
// character and overstruck is false, and b.escaped if it meets an escape sequence that
// must be decoded first. Then the URL must be read again.
func (b *bare) runAs(t *text, from, start, colon int, join, overstruck bool) wrapper.Verdict {
	b.begin(t, start, overstruck)
	b.mode = enclosing(t.Data[:from])
	b.join = join
	return b.scan(start, colon)
}

// scan finds the end of the URL that begins at Data[start], after begin.
func (b *bare) scan(start, colon int) wrapper.Verdict {
	overstruck := b.overstruck
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
		if v == wrapper.More || b.escaped {
			return v
		}
		if v == wrapper.No {
			if c == '\b' && !overstruck && !b.isDecoded() {
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

// begin prepares b for a URL that begins at Data[start].
func (b *bare) begin(t *text, start int, overstruck bool) {
	*b = bare{
		text: *t, rules: b.rules, heads: b.heads, cache: b.cache, decodings: b.decodings, decoded: b.decoded,
		output:     output{at: start, from: start, out: b.out[:0], segs: append(b.segs[:0], seg{0, start, 0})},
		lineBreaks: lineBreaks{breaks: b.breaks[:0], hyphens: b.hyphens[:0], read: 1},
		open:       b.open[:0], host: -1, overstruck: overstruck,
	}
}

// len returns the length of the URL so far.
func (o *output) len() int { return len(o.out) + o.at - o.from }

// end returns the index in Data after the URL.
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

// start returns the index in Data where the URL begins.
func (o *output) start() int { return o.segs[0].in }

// head returns the line that the URL begins in, up to and with its first byte.
func (b *bare) head() []byte {
	if b.isDecoded() {
		return b.heads.Of(b.decoded.window, b.start()+1)
	}
	return b.heads.Of(b.Text, b.start()+1)
}

// flush copies the bytes that have been read to out.
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

// replace reads n bytes of the window as the character r.
func (b *bare) replace(n int, r rune) {
	b.flush()
	b.segs = append(b.segs, seg{len(b.out), b.at, n})
	b.out = utf8.AppendRune(b.out, r)
	b.at += n
	b.resume()
}

// resume continues copying from the window at b.at.
func (b *bare) resume() {
	b.from = b.at
	last := len(b.segs) - 1
	if g := &b.segs[last]; last > 0 && g.at == len(b.out) {
		g.in = b.at // the last seg is empty
		return
	}
	b.segs = append(b.segs, seg{len(b.out), b.at, 0})
}

// unread removes suffix from the end of the URL, which has no byte after out.
func (b *bare) unread(suffix string) {
	out, ok := bytes.CutSuffix(b.out, []byte(suffix))
	if !ok {
		return
	}
	b.out = out
	for n := len(b.segs); n > 1 && b.segs[n-1].at >= len(out); n-- {
		b.segs = b.segs[:n-1]
	}
}

// peek returns the byte n bytes ahead. The verdict is No if the text ends before it, and
// More if only the window does.
func (b *bare) peek(n int) (c byte, v wrapper.Verdict) {
	switch {
	case b.at+n < len(b.Data):
		return b.Data[b.at+n], wrapper.Yes
	case b.EOF:
		return 0, wrapper.No
	}
	return 0, wrapper.More
}

// ahead returns b, or if the text has overstruck characters, a reader of the text from b.at
// on without these.
func (b *bare) ahead() (*bare, wrapper.Verdict) {
	if !b.overstruck {
		return b, wrapper.Yes
	}
	text := b.Data[b.at:min(len(b.Data), b.at+Eager)]
	if len(text) < Eager && !b.EOF {
		return nil, wrapper.More
	}
	return b.reader(stripOverstrikes(text, b.fallback)), wrapper.Yes
}

// reader returns a reader of data by the same rules.
func (b *bare) reader(data []byte) *bare {
	return &bare{text: text{Text: &Text{Data: data, EOF: true}, fallback: b.fallback}, rules: b.rules}
}

// sizeOf returns how many bytes of the window n bytes are that begin with the one at b.at
// and are not overstruck.
func (b *bare) sizeOf(n int) int {
	if !b.overstruck {
		return n
	}
	i := b.at
	for n > 0 {
		rest := b.Data[i:]
		size := overstrikeLen(rest, b.fallback)
		if size == 0 {
			_, size = chars.Decode(rest, b.fallback)
			n -= size
		}
		i += size
	}
	return i - b.at
}

// special decides about c, the byte at b.at, which may end the URL. If the verdict is
// Yes, the URL continues at b.at.
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
		if b.part != inQuery || c == b.enclose {
			return wrapper.No
		}
		return b.separator()
	case '\\':
		return b.backslash()
	case '`':
		return wrapper.No
	case '\'':
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
	case '+':
		if c == b.enclose {
			if next, v := b.peek(1); v == wrapper.More || v == wrapper.Yes && next == c {
				return not(v)
			}
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

// other decides about white space, controls, quotes, angle brackets, letters and
// characters outside ASCII.
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
		case r == chars.SoftHyphen:
			b.skip(size)
			b.soft = b.at
			return wrapper.Yes
		case !isURLRune(r):
			return wrapper.No
		case b.unspaced && b.part >= inPath && isUnspaced(r) && ascii.Is(b.last(), ascii.AlphaDigit):
			return wrapper.No
		case size == 1:
			b.replace(1, r)
		default:
			b.at += size
		}
		if r == chars.Hyphen {
			b.soft = b.at
		}
		return wrapper.Yes
	}
	if c == '"' && b.join && b.host != 0 {
		return b.literal()
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

// isURLRune reports whether a URL continues over the character r outside ASCII: a letter,
// digit, mark or symbol, or a character that joins emoji. White space, punctuation,
// quotes, brackets and full-width forms end the URL. A hyphen or dash up to U+2013 does
// not, but is trimmed at the end.
func isURLRune(r rune) bool {
	switch {
	case 0xFF00 <= r && r <= 0xFF60, 0xFFE0 <= r && r <= 0xFFE6, r == utf8.RuneError:
		return false
	case r == 0xB4, 0x275B <= r && r <= 0x2760: // used as quotation marks, but in category S
		return false
	case 0x2010 <= r && r <= 0x2013, r == 0x200C, r == 0x200D:
		return true
	}
	return unicode.In(r, unicode.L, unicode.N, unicode.M, unicode.S)
}

// last returns the last byte of the URL so far, or 0.
func (b *bare) last() byte {
	if b.at > b.from {
		return b.Data[b.at-1]
	}
	if len(b.out) > 0 {
		return b.out[len(b.out)-1]
	}
	return 0
}

// backslash decides about a backslash. Package escape knows what it represents.
func (b *bare) backslash() wrapper.Verdict {
	if !b.isDecoded() && !b.overstruck {
		if v := b.isEncoded(); v != wrapper.No {
			b.escaped = v == wrapper.Yes
			return not(v)
		}
	}
	ahead, v := b.ahead()
	if v != wrapper.Yes {
		return v
	}
	s, more := escape.Markup.At(ahead.Data, ahead.at, ahead.EOF)
	switch {
	case more:
		return wrapper.More
	case s.Size == 0, s.Char == '=' && b.part != inQuery:
		return wrapper.No
	case s.Char == escape.Nothing:
		b.skip(b.sizeOf(s.Size))
		return wrapper.Yes
	}
	paren := s.Char == '(' || s.Char == ')'
	if paren && b.part == inAuthority {
		return wrapper.No
	}
	if s.Size > 2 {
		b.replace(b.sizeOf(s.Size), s.Char)
		return wrapper.Yes
	}
	b.skip(b.sizeOf(s.Size) - 1)
	switch {
	case s.Char == '(':
		return b.opening('(')
	case paren:
		return b.closing(')')
	case (s.Char == '#' || s.Char == '?') && b.part <= inPath:
		b.part = inQuery
	}
	b.at++
	return wrapper.Yes
}

// separator decides about ",", ";" and, in a query, "|". They separate two URLs if
// "scheme://" follows, or a scheme that begins a URL after them also without "//".
func (b *bare) separator() wrapper.Verdict {
	ahead, v := b.ahead()
	if v == wrapper.Yes {
		v = ahead.divides()
	}
	if v == wrapper.No {
		b.at++
	}
	return not(v)
}

// divides decides whether the byte at b.at divides two URLs.
func (b *bare) divides() wrapper.Verdict {
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
			return wrapper.Yes
		}
		for k, want := range []byte("//") {
			c, v := b.peek(n + 1 + k)
			if v == wrapper.More {
				return v
			}
			if c != want {
				return wrapper.No
			}
		}
		return wrapper.Yes
	}
	return wrapper.No
}
