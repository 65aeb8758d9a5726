package charset

import (
	"bytes"
	"slices"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/transform"
)

// A pairs is a scheme in which a character outside ASCII is mostly a pair of
// octets, and the first of them is not ASCII. The characters are x/text's. But
// its decoders say which bytes they made one from only if they are called for
// each, and then run at 70 MB/s. So what they make of each pair is asked once
// and kept: it takes 128 KB for each of the sets that are met, and a millisecond.
type pairs struct {
	decoder transform.Transformer // has no state
	once    sync.Once
	table   [][256]pair
}

// A pair is the character that two octets make, or the first of them, and how
// many these are, in the lowest two bits, or doubtful. 0 is for what is not as simple.
type pair uint32

// doubtful says that two octets make a character, unless a URL begins with the second.
const doubtful = 3

var (
	shiftJIS = newPairs(japanese.ShiftJIS)
	eucJP    = newPairs(japanese.EUCJP)
	eucKR    = newPairs(korean.EUCKR)
	gbk      = newPairs(simplifiedchinese.GBK)
	gb18030  = newPairs(simplifiedchinese.GB18030)
	big5     = newPairs(traditionalchinese.Big5)
)

func newPairs(e encoding.Encoding) *pairs {
	return &pairs{decoder: e.NewDecoder().Transformer}
}

func (*pairs) plain(_ *state, src []byte) int { return asciiLen(src, 0x80, 0x80) }

func (p *pairs) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	if len(src) >= 2 {
		if c := p.pair(src[0], src[1]); c&3 == doubtful {
			return doubt(s, dst, src, rune(c>>2), last)
		} else if c != 0 {
			return utf8.AppendRune(dst, rune(c>>2)), int(c & 3)
		}
	}
	dst, took := p.first(dst, src)
	if took == 0 && last {
		return utf8.AppendRune(dst, utf8.RuneError), 1
	}
	return dst, took
}

// doubt appends r, which the first two octets of src make, unless a URL begins with
// the second.
func doubt(s *state, dst, src []byte, r rune, last bool) ([]byte, int) {
	url, more := beginsURL(src[1:], last)
	switch {
	case more:
		return dst, 0
	case url:
		s.doubted = true
		return utf8.AppendRune(dst, utf8.RuneError), 1
	}
	return utf8.AppendRune(dst, r), 2
}

// pair returns what c0, which is not ASCII, makes with c1 after it.
func (p *pairs) pair(c0, c1 byte) pair {
	p.once.Do(p.fill)
	return p.table[c0&0x7F][c1]
}

func (p *pairs) fill() {
	p.table = make([][256]pair, 128)
	var char []byte
	for i := range p.table {
		for j := range p.table[i] {
			var took int
			char, took = p.first(char[:0], []byte{byte(0x80 + i), byte(j)})
			if r, n := utf8.DecodeRune(char); took > 0 && n == len(char) {
				if c := j | 0x20; took == 2 && (c == 'h' || c == 'f') && j < utf8.RuneSelf {
					took = doubtful
				}
				p.table[i][j] = pair(r)<<2 | pair(took)
			}
		}
	}
}

// first appends the first character of src. x/text is given a byte more at a
// time until it gives one, and room for one: U+FFFD, or what is longer and has
// no character after it.
func (p *pairs) first(dst, src []byte) ([]byte, int) {
	const longest = 4
	n := len(dst)
	dst = slices.Grow(dst, utf8.UTFMax)
	for k := 1; k <= min(len(src), longest); k++ {
		gave, took, err := p.decoder.Transform(dst[n:n+3], src[:k], false)
		if took == 0 && err == transform.ErrShortDst {
			gave, took, _ = p.decoder.Transform(dst[n:n+utf8.UTFMax], src[:k], false)
		}
		if took == 0 {
			continue
		}
		dst = dst[:n+gave]
		if took == 2 && src[1] < utf8.RuneSelf && string(dst[n:]) == "\uFFFD" {
			took = 1 // as the WHATWG has it: what is no pair eats no ASCII
		}
		return dst, took
	}
	return dst[:n], 0
}

// An octets is a scheme in which each octet is a character, and those below 80
// are not ASCII's: EBCDIC. Each line, up to an LF of ASCII, which EBCDIC has not, is
// judged by its first octets.
type octets struct{ *charmap.Charmap }

// A line is the encoding of a line of text labelled as EBCDIC.
type line byte

const (
	unjudged line = iota
	inEBCDIC
	inASCII // or a set that extends it
)

func (octets) plain(*state, []byte) int { return 0 }

func (o octets) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	if s.ebcdic == unjudged {
		n := bytes.IndexByte(src[:min(len(src), lookAt)], '\n') + 1
		if n == 0 {
			n = min(len(src), lookAt)
			if n < lookAt && !last {
				return dst, 0
			}
		}
		s.judge(src[:n])
	}
	url, more := beginsURL(src, last)
	switch {
	case more:
		return dst, 0
	case url:
		s.ebcdic, s.doubted = inASCII, true
	}
	was := s.ebcdic
	if src[0] == '\n' {
		s.ebcdic = unjudged
	}
	if was == inEBCDIC {
		return utf8.AppendRune(dst, o.DecodeByte(src[0])), 1
	}
	return octet(dst, src, last)
}

// judge sets the encoding of the line that begins with head.
func (s *state) judge(head []byte) {
	is, silent := isEBCDIC(head)
	s.ebcdic = inASCII
	if is {
		s.ebcdic = inEBCDIC
	}
	s.doubted = s.doubted || !is && !silent
}
