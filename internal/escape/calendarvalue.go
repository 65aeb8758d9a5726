package escape

import (
	"bytes"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// An encoding is the encoding of the value of a property.
type encoding uint8

const (
	notEncoded        encoding = iota
	inQuotedPrintable          // vCard 2.1, and vCalendar 1.0
	inBase64                   // also "B", in vCard 3.0 and iCalendar
)

// sample is the number of digits of base64 that decide whether they encode text. It is
// the longest line in mail.
const sample = 76

// maxReach is the maximum number of octets before a character, such as escape sequences of
// its character set, that belong to its place.
const maxReach = 64 << 10

// A value is the state of decoding a value that is in quoted-printable or in base64. The
// decoded octets may be in a character set, which is decoded before the escape sequences.
// In a value that is not encoded, 8-bit characters are in the character set of the whole
// text.
type value struct {
	encoding encoding
	decided  bool // it is base64 of text
	padded   bool // base64: "=" has been read
	html     bool // it is HTML
	ref      reference

	held  [sample]octet // an incomplete escape of quoted-printable; digits of base64
	nheld int

	characters bool // the octets are in a character set
	charset    charset.Charset
	set        charset.Decoder
	octets     []byte     // that have not been passed to set
	places     offset.Map // of the octets from kept on
	kept       int64
	decoded    []byte     // by set
	chars      offset.Map // maps decoded to octets
}

// begin prepares v for the value of a property with the given parameters.
func (v *value) begin(p params) {
	v.encoding, v.decided, v.padded, v.nheld = p.encoding, false, false, 0
	v.html, v.ref.n = p.html, 0
	if v.places.Len() > 0 {
		v.places.Reset()
		v.chars.Reset()
		v.kept = 0
	}
	v.characters = false
	if p.encoding == notEncoded || p.charset == "" {
		return
	}
	v.decided = true
	if c, ok := charset.ForMail(p.charset); ok && (c.Whole() || c.Fallback != nil) {
		v.characters, v.charset = true, c
		v.set.Reset(c)
	}
}

// first returns the offset of the first byte that is held back before offset at, or at if
// no byte is.
func (v *value) first(at int64) int64 {
	if v.ref.n > 0 {
		at = min(at, v.ref.held[0].at)
	}
	if v.nheld > 0 {
		at = min(at, v.held[0].at)
	}
	if v.characters && v.chars.End(v.chars.Len()) < v.places.Len() {
		at = min(at, v.places.Start(v.kept))
	}
	return at
}

// decode decodes b, which is part of a value.
func (d *calendar) decode(dst, b []byte, at int64, m *offset.Map) []byte {
	v := &d.value
	for len(b) > 0 {
		n := 1
		switch {
		case v.encoding == notEncoded:
			n = len(b)
			dst = d.unescape(dst, b, at, m)
		case v.encoding == inBase64:
			dst = d.digit(dst, octet{b[0], at, at + 1}, m)
		case v.nheld > 0:
			dst = d.escaped(dst, octet{b[0], at, at + 1}, m)
		default:
			if n = bytes.IndexByte(b, '='); n < 0 {
				n = len(b)
			} else if n == 0 {
				v.hold(octet{b[0], at, at + 1})
				n = 1
				break
			}
			dst = d.plain(dst, b[:n], at, m)
		}
		b, at = b[n:], at+int64(n)
	}
	return dst
}

// hold holds o back.
func (v *value) hold(o octet) {
	v.held[v.nheld] = o
	v.nheld++
}

// breaksSoftly reports whether a line break that comes next is a soft line break, and
// removes the "=" of that.
func (v *value) breaksSoftly() bool {
	if v.encoding != inQuotedPrintable || v.nheld != 1 {
		return false
	}
	v.nheld = 0
	return true
}

// escaped reads a character of quoted-printable after an "=".
func (d *calendar) escaped(dst []byte, o octet, m *offset.Map) []byte {
	v := &d.value
	switch {
	case ascii.HexDigit(o.c) < 0:
		dst = d.surrender(dst, m)
		if o.c == '=' {
			v.hold(o)
			return dst
		}
		return d.push(dst, o, m)
	case v.nheld == 1:
		v.hold(o)
		return dst
	}
	o.c = byte(ascii.HexOctet(v.held[1].c, o.c))
	o.at = v.held[0].at
	v.nheld = 0
	return d.push(dst, o, m)
}

// digit reads a digit of base64. Blanks are ignored, as they are in lines that were
// indented in addition to being folded. The encoding ends after the padding, and before
// any other character.
func (d *calendar) digit(dst []byte, o octet, m *offset.Map) []byte {
	v := &d.value
	switch {
	case o.c == ' ' || o.c == '\t':
		if o.at-d.first(o.at) <= maxSpread {
			return dst
		}
	case o.c == '=':
		if dst = d.decide(dst, m); v.encoding == inBase64 {
			v.padded = true
			dst = d.quantum(dst, m)
		}
		if v.encoding == inBase64 {
			return dst
		}
	case ascii.Base64Digit(o.c) >= 0 && !v.padded:
		v.hold(o)
		switch {
		case v.decided && v.nheld == 4:
			return d.quantum(dst, m)
		case v.nheld == sample:
			return d.decide(dst, m)
		}
		return dst
	}
	dst = d.surrender(dst, m)
	return d.push(dst, o, m)
}

// decide decides whether the digits of base64 that are held back encode text, and decodes
// those that are complete. If they do not, the value is a picture, for example, and is
// not decoded.
func (d *calendar) decide(dst []byte, m *offset.Map) []byte {
	v := &d.value
	if v.decided {
		return dst
	}
	held := v.held
	n := v.nheld
	var head [sample / 4 * 3]octet
	var octets [len(head)]byte
	decoded := 0
	for i := 0; i < n; i += 4 {
		decoded += decodeQuantum(head[decoded:], held[i:min(i+4, n)])
	}
	for i, o := range head[:decoded] {
		octets[i] = o.c
	}
	if v.decided = charset.IsText(octets[:decoded]); !v.decided {
		return d.surrender(dst, m)
	}
	v.nheld = 0
	for _, o := range held[:n] {
		v.hold(o)
		if v.nheld == 4 {
			dst = d.quantum(dst, m)
		}
	}
	return dst
}

// quantum decodes the digits that are held back, four of them or the last ones.
func (d *calendar) quantum(dst []byte, m *offset.Map) []byte {
	v := &d.value
	if v.nheld == 0 {
		return dst
	}
	var octets [3]octet
	n := decodeQuantum(octets[:], v.held[:v.nheld])
	if n == 0 {
		return d.surrender(dst, m)
	}
	v.nheld = 0
	for _, o := range octets[:n] {
		dst = d.push(dst, o, m)
	}
	return dst
}

// decodeQuantum decodes up to four digits, and returns the number of octets. Each octet
// is from two digits.
func decodeQuantum(dst, digits []octet) int {
	for i := range len(digits) - 1 {
		high, low := ascii.Base64Digit(digits[i].c), ascii.Base64Digit(digits[i+1].c)
		c := byte(high<<(2*i+2) | low>>(4-2*i))
		dst[i] = octet{c, digits[i].at, digits[i+1].till}
	}
	return max(0, len(digits)-1)
}

// surrender appends the bytes of an encoding that are held back, without decoding them.
// From there on, base64 is not decoded.
func (d *calendar) surrender(dst []byte, m *offset.Map) []byte {
	v := &d.value
	n := v.nheld
	v.nheld = 0
	if v.encoding == inBase64 {
		v.encoding = notEncoded
		dst = d.flush(dst, true, m)
		v.characters = false
	}
	for _, o := range v.held[:n] {
		dst = d.push(dst, o, m)
	}
	return dst
}

// finish decodes the bytes of an encoding that are held back at the end of a value.
func (d *calendar) finish(dst []byte, m *offset.Map) []byte {
	v := &d.value
	if v.encoding == inBase64 {
		if dst = d.decide(dst, m); v.encoding == inBase64 {
			dst = d.quantum(dst, m)
		}
	}
	return d.surrender(dst, m)
}

// plain appends b, octets that are not encoded.
func (d *calendar) plain(dst, b []byte, at int64, m *offset.Map) []byte {
	if !d.value.characters {
		return d.unescape(dst, b, at, m)
	}
	for i, c := range b {
		dst = d.push(dst, octet{c, at + int64(i), at + int64(i) + 1}, m)
	}
	return dst
}

// push appends an octet that has been decoded, by way of the character set.
func (d *calendar) push(dst []byte, o octet, m *offset.Map) []byte {
	v := &d.value
	if !v.characters {
		return d.put(dst, o, m)
	}
	v.octets = append(v.octets, o.c)
	v.places.Add(1, o.at, 1, int(o.till-o.at))
	if len(v.octets) >= maxPiece {
		return d.flush(dst, false, m)
	}
	return dst
}

// flush appends the characters that the octets so far encode. last says that an
// incomplete character is not continued.
func (d *calendar) flush(dst []byte, last bool, m *offset.Map) []byte {
	v := &d.value
	if !v.characters {
		return dst
	}
	at := v.chars.Len()
	v.decoded = v.set.Append(v.decoded[:0], v.octets, v.places.Len()-int64(len(v.octets)), &v.chars, last)
	v.octets = v.octets[:0]
	if last {
		v.set.Reset(v.charset)
	}
	for i, c := range v.decoded {
		k := at + int64(i)
		o := octet{c, v.places.Start(max(v.chars.Start(k), v.kept)), v.places.End(v.chars.End(k + 1))}
		dst = d.put(dst, o, m)
	}
	end := v.chars.Len()
	v.kept = max(v.chars.End(end), v.places.Len()-maxReach, 0)
	v.places.Discard(v.kept)
	v.chars.Discard(end)
	return dst
}
