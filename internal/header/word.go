package header

import (
	"bytes"
	"unicode/utf8"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/charset"
)

// A word is an encoded word of RFC 2047.
type word struct {
	charset string
	text    piece
	end     int // offset in the field behind it
}

// maxLabel is the length of the longest name of a character set, with its
// language, that is looked at: that of the longest encoded word that RFC 2047
// allows.
const maxLabel = 75

// words gives the text of the encoded words that come next. It reports false
// if none does.
//
// RFC 2047, section 6.2: "When displaying a particular header field that
// contains multiple 'encoded-word's, any 'linear-white-space' that separates a
// pair of adjacent 'encoded-word's is ignored."
//
// Section 5 says that "each 'encoded-word' MUST represent an integral number of
// characters", but software cuts where the line is full. So the octets of
// adjacent words in one character set are read as one text.
func (t *text) words() bool {
	w, ok := t.word(t.done)
	if !ok {
		return false
	}
	for ok {
		label := w.charset
		pieces := t.d.pieces[:0]
		for ok && w.charset == label {
			pieces = append(pieces, w.text)
			t.pass(w.end)
			w, ok = t.word(skipSpace(t.raw, t.done))
		}
		t.d.pieces = pieces
		t.join(label)
	}
	return true
}

// word returns the encoded word at offset i. It is lenient: the text may have
// white space, also folded lines, and question marks in it.
//
// The end that a word has not is not looked for twice, and neither is text
// between two beginnings, so that time is linear.
func (t *text) word(i int) (w word, ok bool) {
	if i >= t.end {
		return w, false
	}
	label, coding, n := wordHead(t.raw[i:t.end])
	start := i + n
	if n == 0 {
		return w, false
	}
	if t.ends < start {
		t.ends = start + find(t.raw[start:], "?=")
	}
	if t.ends+2 > t.end {
		return w, false
	}
	raw := t.raw[start:t.ends]
	if hasHead(raw) {
		return w, false
	}
	if t.ends+2-i > t.d.maxWord() {
		t.d.tooLong = true
		return w, false
	}
	if coding == wordB && !isBase64(raw) {
		return w, false
	}
	return word{
		charset: label,
		text:    piece{raw, t.at + int64(start), t.lineAt(start), coding},
		end:     t.ends + 2,
	}, true
}

func (d *Decoder) maxWord() int {
	if d.MaxWord == 0 {
		return DefaultMaxWord
	}
	return d.MaxWord
}

// wordHead returns what "=?charset?encoding?" says at the beginning of b, and
// its length, which is 0 when it is not there. The character set may have a
// language: RFC 2231, section 5.
func wordHead(b []byte) (label string, c coding, n int) {
	b, ok := bytes.CutPrefix(b, []byte("=?"))
	if !ok {
		return "", 0, 0
	}
	n = bytes.IndexByte(b[:min(len(b), maxLabel+1)], '?')
	if n < 0 || n+2 >= len(b) || b[n+2] != '?' || !isGraphic(b[:n]) {
		return "", 0, 0
	}
	switch b[n+1] {
	case 'Q', 'q':
		c = wordQ
	case 'B', 'b':
		c = wordB
	default:
		return "", 0, 0
	}
	name, _, _ := bytes.Cut(b[:n], []byte("*"))
	return string(bytes.ToLower(name)), c, len("=?") + n + len("?Q?")
}

// hasHead reports whether another encoded word begins in b.
func hasHead(b []byte) bool {
	for {
		i := find(b, "=?")
		if i == len(b) {
			return false
		}
		if _, _, n := wordHead(b[i:]); n > 0 {
			return true
		}
		b = b[i+2:]
	}
}

// find returns the offset of the first what in b, the length of b if there is
// none.
func find(b []byte, what string) int {
	if i := bytes.Index(b, []byte(what)); i >= 0 {
		return i
	}
	return len(b)
}

// isGraphic reports whether all of b are printable characters of ASCII.
func isGraphic(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

// join gives the characters that the octets of the pieces are in the character
// set with that name.
//
// Where octets are characters already they go straight to the text: so an
// encoded word is few runs of the map, or one. Else they are kept until all are
// together, and each character is looked up.
func (t *text) join(label string) {
	d := t.d
	set := t.charset(label)
	if set == (charset.Charset{}) {
		for i := range d.pieces {
			d.pieces[i].octets(&t.sink)
		}
		return
	}
	d.outer.Reset()
	d.decoder.Reset(set)
	d.chars = d.decoder.Append(d.chars[:0], d.octets, 0, &d.outer, true)
	if d.decoder.Doubted() {
		d.doubt(label)
	}
	t.compose()
}

// doubt remembers that octets are not in the character set with that name, if there was
// none such before.
func (d *Decoder) doubt(label string) {
	if d.doubted == "" {
		d.doubted = label
	}
}

// charset returns the character set that the octets of the pieces are in, and
// has d.octets filled with them. It is the zero value, and has not, if they
// need no decoding.
func (t *text) charset(label string) charset.Charset {
	set, known := charset.ForMail(label)
	if known && set == (charset.Charset{}) && !(len(t.d.pieces) > 0 && t.d.pieces[0].mayBeWide()) {
		return set
	}
	t.octets()
	if wide, ok := charset.Wide(t.d.octets); ok && !set.IsWide() {
		if known && label != "" {
			t.d.doubt(label)
		}
		return wide
	}
	switch octets := t.d.octets; {
	case known && set == (charset.Charset{}), !known && utf8.Valid(octets), set.Fallback != nil && ascii.All(octets):
		return charset.Charset{}
	case !known:
		// What is not UTF-8 is most often this, whatever it is called.
		set, _ = charset.ForMail("windows-1252")
	}
	return set
}

// octets fills d.octets with what the pieces give, and maps it.
func (t *text) octets() {
	d := t.d
	d.inner.Reset()
	var s sink
	s.reset(d.octets[:0], t.sink.told, &d.inner)
	for i := range d.pieces {
		d.pieces[i].octets(&s)
	}
	d.octets = s.dst
}

// compose gives the characters that were decoded, each with the place of the
// octets that it was made of.
func (t *text) compose() {
	d := t.d
	for i := 0; i < len(d.chars); {
		_, n := utf8.DecodeRune(d.chars[i:])
		from, to := d.outer.Start(int64(i)), d.outer.End(int64(i+n))
		start, end := d.inner.Start(from), d.inner.End(to)
		t.sink.inLine(d.inner.LineOf(from))
		t.sink.dst = append(t.sink.dst, d.chars[i:i+n]...)
		t.sink.m.Add(n, start, n, int(end-start))
		i += n
	}
}
