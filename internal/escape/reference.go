package escape

import (
	"html"

	"github.com/urlgrep/urlgrep/internal/ascii"
	"github.com/urlgrep/urlgrep/internal/offset"
)

// maxReference is the length of the longest character reference that is decoded.
const maxReference = 32

// A reference decodes the character references of HTML that end in a semicolon. It holds
// back bytes that may begin one.
type reference struct {
	held [maxReference]octet // from "&" on
	n    int
}

// put appends a character, or holds it back.
func (r *reference) put(dst []byte, o octet, m *offset.Map) []byte {
	switch {
	case r.n == 0 && o.c != '&':
		return o.appendTo(dst, m)
	case r.n > 0 && o.c == ';':
		return r.end(dst, o, m)
	case r.n == maxReference, r.n > 0 && !ascii.Is(o.c, ascii.AlphaDigit) && (r.n > 1 || o.c != '#'):
		dst = r.release(dst, m)
		return r.put(dst, o, m)
	}
	r.held[r.n] = o
	r.n++
	return dst
}

// end appends the characters of the reference that is held back and ends in o, a
// semicolon.
func (r *reference) end(dst []byte, o octet, m *offset.Map) []byte {
	var name [maxReference + 1]byte
	for i, o := range r.held[:r.n] {
		name[i] = o.c
	}
	name[r.n] = ';'
	written := string(name[:r.n+1])
	text := html.UnescapeString(written)
	if text == html.UnescapeString(written[:r.n])+";" || written == "&#x;" || written == "&#X;" {
		dst = r.release(dst, m) // unknown, or only the beginning of it is known: "&notit;"
		return o.appendTo(dst, m)
	}
	for i := range len(text) {
		dst = octet{text[i], r.held[0].at, o.till}.appendTo(dst, m)
	}
	r.n = 0
	return dst
}

// release appends the bytes that are held back, without decoding them.
func (r *reference) release(dst []byte, m *offset.Map) []byte {
	n := r.n
	r.n = 0
	for _, o := range r.held[:n] {
		dst = o.appendTo(dst, m)
	}
	return dst
}
