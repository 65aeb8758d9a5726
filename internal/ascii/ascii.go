// Package ascii holds the character classes of RFC 1738 and RFC 3986 as one
// table of bits, indexed by octet. Octets 80-FF are in no class.
package ascii

import (
	"encoding/binary"
	"math/bits"
)

// Class is a set of character classes.
type Class uint32

// The classes, named after the productions that define them.
const (
	Alpha      Class = 1 << iota // RFC 1738 section 5, alpha
	Digit                        // RFC 1738 section 5, digit
	Hex                          // RFC 1738 section 5, hex
	Safe                         // RFC 1738 section 5, safe: $ - _ . +
	Extra                        // RFC 1738 section 5, extra: ! * ' ( ) ,
	National                     // RFC 1738 section 5, national: { } | \ ^ ~ [ ] `
	Reserved                     // RFC 1738 section 5, reserved: ; / ? : @ & =
	Scheme                       // RFC 1738 section 2.1: letters, digits, + - .
	Unreserved                   // RFC 3986 section 2.3: alpha digit - . _ ~
	SubDelim                     // RFC 3986 section 2.2, sub-delims: ! $ & ' ( ) * + , ; =
	GenDelim                     // RFC 3986 section 2.2, gen-delims: : / ? # [ ] @
	Blank                        // space and tab
	LineBreak                    // CR and LF
	Space                        // Blank, LineBreak, VT, FF
	Control                      // 00-1F and 7F
	Punct                        // graphic and neither letter nor digit

	// One class for each character of Reserved. RFC 1738, section 5, and RFC 3986,
	// appendix A, have productions that differ only in the reserved characters they add.
	Semicolon // ;
	Slash     // /
	Question  // ?
	Colon     // :
	At        // @
	Ampersand // &
	Equals    // =
)

// AlphaDigit is the production alphadigit of RFC 1738, section 5. UChar is uchar without
// escape, and XChar is xchar without escape.
const (
	AlphaDigit = Alpha | Digit
	UChar      = AlphaDigit | Safe | Extra
	XChar      = UChar | Reserved
)

// PChar is RFC 3986's pchar without pct-encoded.
const PChar = Unreserved | SubDelim | Colon | At

// The classes that contain digits, hexadecimal letters, and the other letters.
const (
	digit  = Digit | Hex | Scheme | Unreserved
	hexdig = Alpha | Hex | Scheme | Unreserved
	letter = Alpha | Scheme | Unreserved
)

// Table holds the classes of each octet. It is a literal, so that a program computes
// nothing when it starts.
var Table = [256]Class{
	'0': digit, '1': digit, '2': digit, '3': digit, '4': digit,
	'5': digit, '6': digit, '7': digit, '8': digit, '9': digit,
	'a': hexdig, 'b': hexdig, 'c': hexdig, 'd': hexdig, 'e': hexdig, 'f': hexdig,
	'A': hexdig, 'B': hexdig, 'C': hexdig, 'D': hexdig, 'E': hexdig, 'F': hexdig,
	'g': letter, 'h': letter, 'i': letter, 'j': letter, 'k': letter, 'l': letter, 'm': letter,
	'n': letter, 'o': letter, 'p': letter, 'q': letter, 'r': letter, 's': letter, 't': letter,
	'u': letter, 'v': letter, 'w': letter, 'x': letter, 'y': letter, 'z': letter,
	'G': letter, 'H': letter, 'I': letter, 'J': letter, 'K': letter, 'L': letter, 'M': letter,
	'N': letter, 'O': letter, 'P': letter, 'Q': letter, 'R': letter, 'S': letter, 'T': letter,
	'U': letter, 'V': letter, 'W': letter, 'X': letter, 'Y': letter, 'Z': letter,
	'!':  Punct | Extra | SubDelim,
	'"':  Punct,
	'#':  Punct | GenDelim,
	'$':  Punct | Safe | SubDelim,
	'%':  Punct,
	'&':  Punct | Reserved | SubDelim | Ampersand,
	'\'': Punct | Extra | SubDelim,
	'(':  Punct | Extra | SubDelim,
	')':  Punct | Extra | SubDelim,
	'*':  Punct | Extra | SubDelim,
	'+':  Punct | Safe | Scheme | SubDelim,
	',':  Punct | Extra | SubDelim,
	'-':  Punct | Safe | Scheme | Unreserved,
	'.':  Punct | Safe | Scheme | Unreserved,
	'/':  Punct | Reserved | GenDelim | Slash,
	':':  Punct | Reserved | GenDelim | Colon,
	';':  Punct | Reserved | SubDelim | Semicolon,
	'<':  Punct,
	'=':  Punct | Reserved | SubDelim | Equals,
	'>':  Punct,
	'?':  Punct | Reserved | GenDelim | Question,
	'@':  Punct | Reserved | GenDelim | At,
	'[':  Punct | National | GenDelim,
	'\\': Punct | National,
	']':  Punct | National | GenDelim,
	'^':  Punct | National,
	'_':  Punct | Safe | Unreserved,
	'`':  Punct | National,
	'{':  Punct | National,
	'|':  Punct | National,
	'}':  Punct | National,
	'~':  Punct | National | Unreserved,
	0x09: Control | Blank | Space,
	0x0a: Control | LineBreak | Space,
	0x0b: Control | Space,
	0x0c: Control | Space,
	0x0d: Control | LineBreak | Space,
	0x20: Blank | Space,
	0x00: Control, 0x01: Control, 0x02: Control, 0x03: Control, 0x04: Control, 0x05: Control,
	0x06: Control, 0x07: Control, 0x08: Control, 0x0e: Control, 0x0f: Control, 0x10: Control,
	0x11: Control, 0x12: Control, 0x13: Control, 0x14: Control, 0x15: Control, 0x16: Control,
	0x17: Control, 0x18: Control, 0x19: Control, 0x1a: Control, 0x1b: Control, 0x1c: Control,
	0x1d: Control, 0x1e: Control, 0x1f: Control, 0x7f: Control,
}

// Is reports whether c is in one of the classes of set.
func Is(c byte, set Class) bool { return Table[c]&set != 0 }

// IsRune reports whether r is in one of the classes of set. No class has characters outside ASCII.
func IsRune(r rune, set Class) bool { return 0 <= r && r < 0x80 && Is(byte(r), set) }

// Len returns the number of bytes at the beginning of b that are in class.
func Len(b []byte, class Class) int {
	for i, c := range b {
		if !Is(c, class) {
			return i
		}
	}
	return len(b)
}

// Letters is Len for Alpha. It looks at eight bytes at once.
func Letters(b []byte) int {
	n := 0
	for ; n+8 <= len(b); n += 8 {
		if others := notLetters(binary.LittleEndian.Uint64(b[n:])); others != 0 {
			return n + bits.TrailingZeros64(others)/8
		}
	}
	return n + Len(b[n:], Alpha)
}

// notLetters sets the highest bit of each byte of word that is not a letter. The sums do not carry from one byte into
// the next.
func notLetters(word uint64) uint64 {
	const (
		each = 0x0101010101010101
		high = 0x80 * each
	)
	folded := (word | 0x20*each) &^ high
	fromA, aboveZ := folded+(0x80-'a')*each, folded+(0x7F-'z')*each
	return (word | ^fromA | aboveZ) & high
}

// PrintableBefore returns the number of printable characters of ASCII at the end of b. It looks at eight bytes at once.
func PrintableBefore(b []byte) int {
	n := 0
	for ; n+8 <= len(b); n += 8 {
		if others := notPrintable(binary.BigEndian.Uint64(b[len(b)-n-8:])); others != 0 {
			return n + bits.TrailingZeros64(others)/8
		}
	}
	for n < len(b) && ' ' <= b[len(b)-n-1] && b[len(b)-n-1] < 0x7F {
		n++
	}
	return n
}

// notPrintable sets the highest bit of each byte of word that is not a printable character of ASCII.
func notPrintable(word uint64) uint64 {
	const (
		each = 0x0101010101010101
		high = 0x80 * each
	)
	low := word &^ high
	fromBlank, del := low+(0x80-' ')*each, low+each
	return (word | ^fromBlank | del) & high
}
