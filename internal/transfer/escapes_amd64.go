//go:build !purego

package transfer

import "github.com/urlgrep/urlgrep/internal/offset"

// Escapes are a row of escaped octets or, alone, a soft line break with its LF.
type escapes struct{ from, to int }

const (
	// maxEscapes is how many escapes are decoded before the map is told of them.
	maxEscapes = 32
	// escapesBlock is how many bytes escapesAVX2 must see to go on: it takes 32 at
	// a time, and an escape is 3.
	escapesBlock = 34
)

// decodeEscapes decodes raw[done:n] but for its last bytes, and returns where these
// begin. The text behind the last escape is copied twice, which takes less time than
// to see what of it can stay.
func (q *QuotedPrintable) decodeEscapes(dst, raw []byte, done, n int, at int64, m *offset.Map) ([]byte, int) {
	var met [maxEscapes]escapes
	for hasAVX2 && n-done >= escapesBlock {
		src := raw[done:n]
		text := dst[len(dst) : len(dst)+len(src)]
		stop, count := escapesAVX2(&text[0], &src[0], len(src), &met)
		size, from := q.tellEscapes(m, src, met[:count], at+int64(done))
		dst = dst[:len(dst)+size]
		src, stop = src[from:], stop-from
		done += from
		switch {
		case count == maxEscapes:
		case len(src)-stop < escapesBlock:
			text := trim(src[:stop])
			return q.copy(dst, text, at+int64(done), m), done + len(text)
		case src[stop] == '=':
			dst = q.copy(dst, src[:stop], at+int64(done), m)
			dst, done = q.unescape(dst, raw, done+stop, at, m)
		default:
			dst = q.copy(dst, trim(src[:stop+1]), at+int64(done), m)
			done += stop + 1
		}
	}
	return dst, done
}

// tellEscapes tells m of src, which stands at an offset of the input, up to the end
// of the last of the escapes in it. It returns how long the text is that it gave, and
// where it ends.
func (q *QuotedPrintable) tellEscapes(m *offset.Map, src []byte, met []escapes, at int64) (size, done int) {
	for _, e := range met {
		if q.Line > 0 {
			q.tell(m, src[done:e.from], at+int64(done))
		} else {
			m.Copy(e.from-done, at+int64(done))
		}
		size += e.from - done
		if done = e.to; src[e.to-1] == '\n' {
			q.lineEnd(m)
		} else {
			n := (e.to - e.from) / len("=XX")
			m.Add(n, at+int64(e.from), 1, len("=XX"))
			size += n
		}
	}
	return size, done
}

// escapesAVX2 decodes n bytes at src, escapesBlock at least, to dst: up to a blank at
// the end of a line, or an "=" that begins no escape or a soft line break with blanks
// or without LF; or up to the last few bytes; or behind maxEscapes escapes. It returns
// how much of src that is and how many escapes are in it. Of the n bytes at dst it may
// write to all.
//
//go:noescape
func escapesAVX2(dst, src *byte, n int, met *[maxEscapes]escapes) (passed, count int)
