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
	end     int // offset in the field after the word
}

// maxLabel is the maximum length in bytes of the name of a character set, with its
// language. It is the length of the longest encoded word that RFC 2047 allows.
const maxLabel = 75

// appendWords appends the text of the next encoded words. It reports whether there are
// any.
//
// RFC 2047, section 6.2: "When displaying a particular header field that contains
// multiple 'encoded-word's, any 'linear-white-space' that separates a pair of adjacent
// 'encoded-word's is ignored."
//
// Section 5 says that "each 'encoded-word' MUST represent an integral number of
// characters", but software splits the text where the line is full. So the octets of
// adjacent words in one character set are decoded as one text.
func (t *text) appendWords() bool {
	w, ok := t.word(t.done)
	if !ok {
		return false
	}
	for ok {
		label := w.charset
		pieces := t.d.pieces[:0]
		for ok && w.charset == label {
			pieces = append(pieces, w.text)
			t.advance(w.end)
			w, ok = t.word(skipSpace(t.raw, t.done))
		}
		t.d.pieces = pieces
		t.appendPieces(label)
	}
	return true
}

// word returns the encoded word at offset i. It is lenient: the text of the word may
// contain white space, folds and question marks.
//
// To be linear, word does not search again for an end that is missing, nor in text
// between two beginnings.
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

// wordHead parses "=?charset?encoding?" at the beginning of b. It returns the length n,
// which is 0 if b does not begin so. The character set may have a language: RFC 2231,
// section 5.
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
	return lower(name), c, len("=?") + n + len("?Q?")
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

// find returns the index of the first what in b, or len(b) if what is not in b.
func find(b []byte, what string) int {
	if i := bytes.Index(b, []byte(what)); i >= 0 {
		return i
	}
	return len(b)
}

// isGraphic reports whether b has only printable ASCII characters.
func isGraphic(b []byte) bool {
	for _, c := range b {
		if c <= ' ' || c > '~' {
			return false
		}
	}
	return true
}

// appendPieces appends the characters that the octets of the pieces encode in the
// character set with the given name.
//
// If the octets are UTF-8 already, they go directly to the text, so that an encoded word
// takes one or a few runs of the map. Otherwise all octets are collected first, and each
// character is mapped on its own.
func (t *text) appendPieces(label string) {
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
	if d.decoder.Mislabelled() {
		d.addMislabelled(label)
	}
	t.appendChars()
}

// addMislabelled records that octets are not in the character set with the given name, if
// it is the first one.
func (d *Decoder) addMislabelled(label string) {
	if d.mislabelled == "" {
		d.mislabelled = label
	}
}

// charset returns the character set of the octets of the pieces. If they need no
// decoding, it returns the zero value. Otherwise it also fills d.octets.
func (t *text) charset(label string) charset.Charset {
	set, known := charset.ForMail(label)
	if known && set == (charset.Charset{}) && !(len(t.d.pieces) > 0 && t.d.pieces[0].mayBeWide()) {
		return set
	}
	t.octets()
	if wide, ok := charset.Wide(t.d.octets); ok && !set.IsWide() {
		if known && label != "" {
			t.d.addMislabelled(label)
		}
		return wide
	}
	switch octets := t.d.octets; {
	case known && set == (charset.Charset{}), !known && utf8.Valid(octets), set.Fallback != nil && ascii.All(octets):
		return charset.Charset{}
	case !known:
		// The most common character set of text that is not UTF-8, whatever its label.
		set, _ = charset.ForMail("windows-1252")
	}
	return set
}

// octets fills d.octets and d.inner with the octets of the pieces.
func (t *text) octets() {
	d := t.d
	d.inner.Reset()
	var s sink
	s.reset(d.octets[:0], t.sink.mapLine, &d.inner)
	for i := range d.pieces {
		d.pieces[i].octets(&s)
	}
	d.octets = s.dst
}

// appendChars appends the decoded characters, and maps each to the range of the octets
// that it was decoded from.
func (t *text) appendChars() {
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
