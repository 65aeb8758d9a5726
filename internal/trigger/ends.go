package trigger

import "github.com/urlgrep/urlgrep/internal/scheme"

// fold is the bit in which the cases of letters differ.
const fold = 0x20

// endsByLow says behind which bytes a colon is marked that no "/" follows: by the low
// four bits of such a byte the byte with the bit fold set, 0 where there is none. These
// are the last letters of the opaque schemes, that of "URL", and the backspace, with
// which "(" comes in. fits reports whether each has a place of its own, as a vector has
// one for each value of the low bits. If not, all is marked that is with wide.
var endsByLow, fits = places(scheme.All())

func places(schemes []scheme.Scheme) (t [16]byte, fits bool) {
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
		if s.Need.Opaque() {
			add(s.Name[len(s.Name)-1])
		}
	}
	return t, fits
}
