package extract

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/chars"
	"github.com/urlgrep/urlgrep/wrapper"
)

// bare is a URL without brackets around it, while its end is looked for.
//
// There are two cursors: at, where reading is, and in the end the last byte
// that the URL may end on, behind which everything is given back. The URL's
// text is copied to out, as what stands in the window may have markup in it or
// be broken; segs says which part of out came from where.
type bare struct {
	data     []byte // the window
	eof      bool   // nothing follows it
	fallback *chars.Fallback

	at   int    // index into the window: all before it has been read
	from int    // the window from here to at is not in out yet
	out  []byte // the URL
	segs []seg

	part    part
	host    int     // where the authority begins in out, -1 without one
	query   int     // where the query begins in out
	user    int     // index of the "@" that ends the userinfo, 0 when there is none
	enclose byte    // what stands before the URL and, again, ends it
	solid   bool    // the text before it is written without blanks between words
	join    bool    // it may go on in the next line
	foreign bool    // it has characters outside ASCII
	open    []paren // brackets without their partner yet
	hyphens []int   // offsets in out of hyphens before line breaks, each greater than the one before
	breaks  []int   // offsets in out of line breaks, each greater than the one before
	lines   int     // lines that the URL stands on
	read    int     // lines that have been read
	struck  bool    // the text has overstruck characters
	doubled bool    // "://" ended it in the authority
	tooMany bool    // there are more lines that it goes on in than the limit allows

	// Known from one URL to the next.
	lost   []lone // brackets without a partner
	noUser struct {
		from, to int // in the window there is neither "@" nor what ends the userinfo
	}
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

// run finds the end of the URL whose scheme is s.buf[start:colon], or, with
// colon before start, of one that begins with a host. Its delimiters, if any,
// begin at s.buf[from]. The verdict is Yes when it is found, No when the URL is so
// much longer than the limit that what is taken from its end cannot make up for it.
func (s *Scanner) run(from, start, colon int, join bool) wrapper.Verdict {
	v := s.runOn(from, start, colon, join)
	s.bare.struck = false
	return v
}

// runOn is run, and leaves it noted whether the text has overstruck characters.
func (s *Scanner) runOn(from, start, colon int, join bool) wrapper.Verdict {
	b := &s.bare
	b.begin(s, start)
	b.setEnclose(from)
	b.join = join
	switch {
	case colon < start:
		b.part, b.host = inAuthority, 0
	case !b.struck:
		b.at = colon + 1
		b.part = inPath
		if bytes.HasPrefix(b.data[b.at:], []byte("//")) {
			b.at += 2
			b.part, b.host = inAuthority, b.at-start
		}
	}
	for {
		table := &special[b.part]
		if b.struck {
			table = &special[inScheme]
		}
		for b.at < len(b.data) && !table[b.data[b.at]] {
			b.at++
		}
		if b.len() > s.rules.MaxURL+maxMarksOff || b.at-start > maxMarkup*s.rules.MaxURL+maxHead*b.read {
			return wrapper.No
		}
		if b.at == len(b.data) {
			if !b.eof {
				return wrapper.More
			}
			break
		}
		c := b.data[b.at]
		if b.struck {
			switch b.struckAt(b.at) {
			case wrapper.More:
				return wrapper.More
			case wrapper.Yes:
				b.skip(struck(b.data[b.at:], b.fallback))
				continue
			}
		}
		v := s.special(b, c, join)
		if v == wrapper.More {
			return v
		}
		if v == wrapper.No {
			if c == '\b' && !b.struck {
				b.struck = true
				return s.runOn(from, start, colon, join)
			}
			break
		}
	}
	b.flush()
	s.finish(b)
	return wrapper.Yes
}

// begin makes ready for a URL that begins at s.buf[start].
func (b *bare) begin(s *Scanner, start int) {
	*b = bare{
		data: s.buf, eof: s.eof, fallback: (*chars.Fallback)(s.rules.Fallback),
		at: start, from: start, out: b.out[:0], segs: append(b.segs[:0], seg{0, start, 0}),
		open: b.open[:0], hyphens: b.hyphens[:0], breaks: b.breaks[:0],
		lost: b.lost, noUser: b.noUser, struck: b.struck, host: -1, lines: 1, read: 1,
	}
}

// slide moves the indices that outlive a run.
func (b *bare) slide(drop int) {
	for i := range b.lost {
		b.lost[i].slide(drop)
	}
	b.noUser.from -= drop
	b.noUser.to -= drop
}

// len returns the length of the URL so far.
func (b *bare) len() int { return len(b.out) + b.at - b.from }

// flush copies what has been read to out.
func (b *bare) flush() {
	b.out = append(b.out, b.data[b.from:b.at]...)
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
	case b.at+n < len(b.data):
		return b.data[b.at+n], wrapper.Yes
	case b.eof:
		return 0, wrapper.No
	}
	return 0, wrapper.More
}

// special decides about c, at b.at, a byte that may end the URL. Yes means that
// the URL goes on, at b.at.
func (s *Scanner) special(b *bare, c byte, join bool) wrapper.Verdict {
	switch c {
	case '/':
		return b.slash()
	case '?', '#':
		if b.part <= inPath {
			b.part, b.query = inQuery, b.len()
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
			return b.quoteInside()
		}
	case '*':
		if c == b.enclose {
			return wrapper.No
		}
	case '_', '~':
		if c == b.enclose {
			return b.quoteInside()
		}
	case ',', ';':
		if c == b.enclose {
			return wrapper.No
		}
		return b.divider()
	case '&':
		return b.entity()
	default:
		return s.other(b, c, join)
	}
	b.at++
	return wrapper.Yes
}

// other decides about what is no ASCII punctuation.
func (s *Scanner) other(b *bare, c byte, join bool) wrapper.Verdict {
	if c >= utf8.RuneSelf {
		if !b.eof && !utf8.FullRune(b.data[b.at:]) {
			return wrapper.More
		}
		r, size := chars.Decode(b.data[b.at:], b.fallback)
		b.foreign = true
		switch {
		case join && chars.IsSpace(r):
			return s.rejoin(b)
		case !continues(r):
			return wrapper.No
		case b.solid && b.part >= inPath && isSolid(r) && ascii.Is(b.last(), ascii.AlphaDigit):
			return wrapper.No
		case size == 1:
			b.replace(1, r)
		default:
			b.at += size
		}
		return wrapper.Yes
	}
	if join && (c == 0x1B || ascii.Is(c, ascii.Space)) {
		return s.rejoin(b)
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

// continues reports whether a character outside ASCII goes on with a URL:
// letters, digits, marks and symbols do, and what joins emoji. White space,
// punctuation, quotes, brackets and full-width forms end it; hyphens and
// dashes up to U+2013 only where they end it anyway.
func continues(r rune) bool {
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
		return b.data[b.at-1]
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
			b.part, b.query = inQuery, b.len()
		}
		b.at++
		return wrapper.Yes
	}
	return wrapper.No
}

// divider decides about "," and ";": before "scheme://" or "mailto:" it
// divides two URLs.
func (b *bare) divider() wrapper.Verdict {
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
		if strings.EqualFold(string(b.data[b.at+1:b.at+n]), "mailto") {
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
