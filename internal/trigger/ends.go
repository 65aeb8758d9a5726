package trigger

import "github.com/urlgrep/urlgrep/internal/scheme"

// fold is the bit in which the cases of a letter differ.
const fold = 0x20

// endsByLow holds the bytes after which a colon is marked even if no "/" follows: the
// last letters of the opaque and the special schemes and of "URL", and the backspace. Its
// index is the low four bits of the byte. Its elements are bytes with the bit fold set,
// or 0. The backspace with that bit is "(", so that colons after "(" are marked as well.
//
// endsUnique reports whether no two of the bytes have the same index. If it is false,
// Find always marks as with wide, so that a new scheme is found whatever its last letter
// is.
var endsByLow, endsUnique = endsTable(scheme.All())

// spacedEnds holds the bytes, as endsByLow does, after which a colon is marked before white space: the last letters of
// http, https and ftp, and of "URL".
var spacedEnds = [16]byte{'p' % 16: 'p', 's' % 16: 's', 'l' % 16: 'l'}

func endsTable(schemes []scheme.Scheme) (t [16]byte, fits bool) {
	fits = true
	add := func(c byte) {
		c |= fold
		at := &t[c%16]
		fits = fits && (*at == 0 || *at == c)
		*at = c
	}
	add('\b')
	add(scheme.Label[len(scheme.Label)-1])
	for _, s := range schemes {
		if s.Need.Opaque() || s.Is(scheme.Special) {
			add(s.Name[len(s.Name)-1])
		}
	}
	return t, fits
}
