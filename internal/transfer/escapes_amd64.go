//go:build !purego

package transfer

import "github.com/urlgrep/urlgrep/internal/offset"

// Escapes are consecutive escaped octets, or one soft line break with its LF.
type escapes struct{ from, to int }

const (
	// maxEscapes is the number of escapes that are decoded before they are added to the
	// map.
	maxEscapes = 32
	// escapesBlock is the number of bytes that must be left for escapesAVX2 to go on: it
	// loads 32 bytes at a time, and an escape has 3.
	escapesBlock = 34
)

// decodeEscapes decodes raw[done:n] except for its last bytes, and returns the index of
// these. It copies the text after the last escape twice, which takes less time than
// deciding how much of it can stay.
func (q *QuotedPrintable) decodeEscapes(dst, raw []byte, done, n int, at int64, m *offset.Map) ([]byte, int) {
	var found [maxEscapes]escapes
	for hasAVX2 && n-done >= escapesBlock {
		src := raw[done:n]
		text := dst[len(dst) : len(dst)+len(src)]
		stop, count := escapesAVX2(&text[0], &src[0], len(src), &found)
		size, from := q.mapEscapes(m, src, found[:count], at+int64(done))
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

// mapEscapes adds the text decoded from src up to the end of the last escape to m. The
// offset of src in the input is at. It returns the length of that text, and the index of
// its end in src.
func (q *QuotedPrintable) mapEscapes(m *offset.Map, src []byte, found []escapes, at int64) (size, done int) {
	for _, e := range found {
		if q.Line > 0 {
			q.mapCopy(m, src[done:e.from], at+int64(done))
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

// escapesAVX2 decodes n bytes at src to dst; n must be at least escapesBlock. It stops at
// a blank at the end of a line; at an "=" that begins neither an escape nor a soft line
// break that ends in LF without blanks; before the last few bytes; or after maxEscapes
// escapes. It returns the number of bytes of src that it decoded, and the number of
// escapes in them. It may write to all n bytes at dst.
//
//go:noescape
func escapesAVX2(dst, src *byte, n int, found *[maxEscapes]escapes) (passed, count int)
