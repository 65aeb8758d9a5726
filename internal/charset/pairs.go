package charset

import (
	"bytes"
	"slices"
	"sync/atomic"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/transform"
)

// A pairs is a scheme in which a character outside ASCII is mostly a pair of octets, the
// and the first octet is not ASCII. The characters are those of x/text. But x/text's
// decoders report the bytes of each character only if they are called for each character,
// and then run at 70 MB/s. So pairs calls the decoder once for each pair of octets and
// keeps the results. This takes 128 KB and milliseconds for each character set that is used.
// Most mail has few of its characters, so the pairs that begin with an octet are decoded when it
// first occurs.
type pairs struct {
	decoder transform.Transformer // without state

	// rows has the characters by the first octet, without its highest bit, and by the
	// second. Workers that need a row at the same time both make it, and it is the same.
	rows [128]atomic.Pointer[[256]pair]
}

// A pair is the character that two octets, or the first of them, encode. Its lowest two
// bits are the number of these octets, or ambiguous. It is 0 for longer encodings and
// other exceptions.
type pair uint32

// ambiguous means that the two octets are a character, unless a URL begins with the
// second octet.
const ambiguous = 3

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

func (*pairs) asciiPrefix(_ *state, src []byte) int { return asciiLen(src, 0x80, 0x80) }

func (p *pairs) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	if len(src) >= 2 {
		if c := p.pair(src[0], src[1]); c&3 == ambiguous {
			return appendAmbiguous(s, dst, src, rune(c>>2), last)
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

// appendAmbiguous appends r, which the first two octets of src encode, unless a URL
// begins with the second octet.
func appendAmbiguous(s *state, dst, src []byte, r rune, last bool) ([]byte, int) {
	url, more := beginsURL(src[1:], last)
	switch {
	case more:
		return dst, 0
	case url:
		s.mislabelled = true
		return utf8.AppendRune(dst, utf8.RuneError), 1
	}
	return utf8.AppendRune(dst, r), 2
}

// pair returns the character that c0, which is not ASCII, encodes with c1 after it.
func (p *pairs) pair(c0, c1 byte) pair {
	row := p.rows[c0&0x7F].Load()
	if row == nil {
		row = p.beginningWith(c0)
		p.rows[c0&0x7F].Store(row)
	}
	return row[c1]
}

// beginningWith returns the characters that c0 encodes with each octet after it.
func (p *pairs) beginningWith(c0 byte) *[256]pair {
	row, octets := new([256]pair), []byte{c0, 0}
	var char []byte
	for j := range row {
		var took int
		octets[1] = byte(j)
		char, took = p.first(char[:0], octets)
		if r, n := utf8.DecodeRune(char); took > 0 && n == len(char) {
			if c := j | 0x20; took == 2 && (c == 'h' || c == 'f') && j < utf8.RuneSelf {
				took = ambiguous
			}
			row[j] = pair(r)<<2 | pair(took)
		}
	}
	return row
}

// first appends the first character of src. It calls x/text with one byte more each time
// until that returns a character. It makes room for one character only: U+FFFD, or a
// longer one, after which there is no room for another.
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
			took = 1 // as in the WHATWG's standard: an invalid pair does not include ASCII
		}
		return dst, took
	}
	return dst[:n], 0
}

// An octets is a scheme in which each octet is a character, and the lower half is not
// ASCII: EBCDIC. Each line is detected by its first octets. A line ends in LF of ASCII,
// which EBCDIC does not have.
type octets struct{ *charmap.Charmap }

// A line is the encoding of a line of text that is labelled as EBCDIC.
type line byte

const (
	undetected line = iota
	inEBCDIC
	inASCII // or a character set that extends it
)

func (octets) asciiPrefix(*state, []byte) int { return 0 }

func (o octets) char(s *state, dst, src []byte, last bool) ([]byte, int) {
	if s.ebcdic == undetected {
		n := bytes.IndexByte(src[:min(len(src), sampleSize)], '\n') + 1
		if n == 0 {
			n = min(len(src), sampleSize)
			if n < sampleSize && !last {
				return dst, 0
			}
		}
		s.detectLine(src[:n])
	}
	url, more := beginsURL(src, last)
	switch {
	case more:
		return dst, 0
	case url:
		s.ebcdic, s.mislabelled = inASCII, true
	}
	was := s.ebcdic
	if src[0] == '\n' {
		s.ebcdic = undetected
	}
	if was == inEBCDIC {
		return utf8.AppendRune(dst, o.DecodeByte(src[0])), 1
	}
	return octet(dst, src, last)
}

// detectLine sets the encoding of the line that begins with head.
func (s *state) detectLine(head []byte) {
	is, silent := isEBCDIC(head)
	s.ebcdic = inASCII
	if is {
		s.ebcdic = inEBCDIC
	}
	s.mislabelled = s.mislabelled || !is && !silent
}
